"""The page's server, over real loopback connections: who gets in, what comes in, what tabs are sent."""

import asyncio
import base64
import contextlib
import io
import json
import logging
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from adapters.web.address import to_address
from adapters.web.decode import to_event, to_locale
from adapters.web.door import Snapshot
from adapters.web.render import render_view, to_frame
from adapters.web.tabs import FRAMES, Tab
from adapters.web.token import LinkToken
from core.errors import PersonError, SettingsError
from core.event import Actor, Answer, Body, Command, Conversation, Event, File, Message, Opened, Press
from core.ports import Sending, Shown
from core.resume.values import Json
from core.show.view import (
    BatchView,
    Choice,
    ListView,
    Notice,
    QuestionView,
    SaidView,
    TextView,
    View,
    WorkingView,
)
from tests.web_page import APPROVE, LINE, MAIN, NOW, RunningPage, card, home

KEY = "6f1c9a52-0d0e-4c36-9d8a-3f0a7b1c2d3e"


@pytest.fixture
async def page(tmp_path: Path) -> AsyncIterator[RunningPage]:
    async with RunningPage(tmp_path) as running:
        yield running


@pytest.fixture
async def web() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as session:
        yield session


def ours(page: RunningPage, **changes: str | None) -> dict[str, str]:
    """The headers that the page's own script sends; a change to None leaves one out."""
    headers: dict[str, str | None] = {
        "Cookie": f"countersign-{page.port}={page.token.session}",
        "Origin": page.origin,
        "Sec-Fetch-Site": "same-origin",
        "X-Countersign": "1",
        "Content-Type": "application/json",
        **{name.replace("_", "-"): value for name, value in changes.items()},
    }
    return {name: value for name, value in headers.items() if value is not None}


class Stream:
    """An open event stream, read one event at a time."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def next(self) -> tuple[str, Any]:
        """The next event and its data; a comment is `("", text)`, the end `("end", None)`."""
        lines = []
        async with asyncio.timeout(10):
            while line := (await self._response.content.readline()).decode().rstrip("\n"):
                lines.append(line)
        if not lines:
            return "end", None
        if lines[0].startswith(":"):
            return "", lines[0]
        assert [line.split(":")[0] for line in lines] == ["event", "data"]
        return lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))


@asynccontextmanager
async def listening(
    web: aiohttp.ClientSession, page: RunningPage, query: str = ""
) -> AsyncIterator[tuple[Stream, Any]]:
    """A tab: its stream, and the state that it was sent first."""
    # A frame holds a whole post on one line, so the reader must take long ones.
    async with web.get(
        f"{page.origin}/events{query}", headers=ours(page), max_line_size=2**20, read_bufsize=2**22
    ) as response:
        assert response.status == 200
        assert response.content_type == "text/event-stream"
        stream = Stream(response)
        name, state = await stream.next()
        assert name == "state"
        yield stream, state


async def post(
    web: aiohttp.ClientSession, page: RunningPage, path: str, body: Json, **changes: str | None
) -> tuple[int, Any]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with web.post(
        f"{page.origin}/{path}", data=io.BytesIO(data), headers=ours(page, **changes)
    ) as response:
        return response.status, await response.json()


# --- the address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("127.0.0.1:9000", "127.0.0.1", 9000),
        ("127.1.2.3", "127.1.2.3", 8484),
        ("localhost:0", "127.0.0.1", 0),
        ("LOCALHOST", "127.0.0.1", 8484),
        ("[::1]:9000", "::1", 9000),
        ("::1", "::1", 8484),
    ],
)
def test_the_page_takes_a_loopback_address(text: str, host: str, port: int) -> None:
    assert to_address(text) == (host, port)


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0:8484",
        "::",
        "[::]:8484",
        "192.168.1.5:8484",
        "10.0.0.1",
        "example.com:80",
        "localhost.example.com",
        "127.0.0.1.example.com",
        "::ffff:127.0.0.1",
        "",
        ":8484",
        "127.0.0.1:99999",
        "127.0.0.1:http",
        "2130706433",
    ],
)
def test_the_page_refuses_every_other_address(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        RunningPage(tmp_path, text)
    assert caught.value.variable == "COUNTERSIGN_WEB_ADDRESS"


async def test_a_second_page_takes_the_next_free_port(tmp_path: Path) -> None:
    async with RunningPage(tmp_path, None) as first, RunningPage(tmp_path, None) as second:
        assert first.host == second.host == "127.0.0.1"
        assert 8484 <= first.port < second.port


async def test_a_port_that_was_asked_for_and_is_taken_is_said_so(tmp_path: Path, page: RunningPage) -> None:
    with pytest.raises(SettingsError, match="is taken"):
        await RunningPage(tmp_path, f"127.0.0.1:{page.port}").server.start()


async def test_the_page_answers_on_ipv6_loopback(tmp_path: Path, web: aiohttp.ClientSession) -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        pytest.skip("This machine has no IPv6 loopback.")
    async with (
        RunningPage(tmp_path, "[::1]:0") as page,
        web.get(page.server.link, allow_redirects=False) as response,
    ):
        assert response.status == 303


# --- the link and the cookie


async def test_the_link_is_swapped_for_a_cookie(page: RunningPage, web: aiohttp.ClientSession) -> None:
    async with web.get(page.server.link, allow_redirects=False) as response:
        assert response.status == 303
        assert response.headers["Location"] == "/"
        cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/" in cookie
    assert page.token.value not in cookie
    async with web.get(page.origin, headers={"Cookie": cookie.split(";")[0]}) as response:
        assert response.status == 200
        assert "/static/main.js" in await response.text()


async def test_an_old_link_leads_on_where_the_cookie_still_holds(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    async with web.get(f"{page.origin}/?token=old", headers=ours(page), allow_redirects=False) as response:
        assert (response.status, response.headers["Location"]) == (303, "/")
        assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize("path", ["/", "/?token=wrong", "/?token=", "/static/main.js", "/events", "/nothing"])
async def test_without_the_cookie_there_is_only_the_way_to_the_link(
    page: RunningPage, web: aiohttp.ClientSession, path: str
) -> None:
    for cookie in ("", f"countersign-{page.port}=", f"countersign-{page.port}={page.token.value}"):
        async with web.get(page.origin + path, headers={"Cookie": cookie}) as response:
            assert response.status == 401
            assert "countersign web" in await response.text()


async def test_no_write_gets_in_without_the_cookie(page: RunningPage, web: aiohttp.ClientSession) -> None:
    body = json.dumps({"key": KEY, "text": "hello"})
    async with web.post(f"{page.origin}/message", data=body, headers=ours(page, Cookie=None)) as response:
        assert response.status == 401
    assert page.door.events == []


async def test_a_link_followed_from_another_site_comes_again_by_itself_once(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    async with web.get(page.origin, headers={"Sec-Fetch-Site": "cross-site"}) as response:
        assert response.headers["Refresh"] == "0; url=/"
    async with web.get(page.origin, headers={"Sec-Fetch-Site": "same-origin"}) as response:
        assert "Refresh" not in response.headers


async def test_the_cookie_survives_a_restart(tmp_path: Path, web: aiohttp.ClientSession) -> None:
    async with RunningPage(tmp_path) as page:
        headers = ours(page)
    async with (
        RunningPage(tmp_path, f"127.0.0.1:{page.port}") as again,
        web.get(again.origin, headers=headers) as response,
    ):
        assert response.status == 200


async def test_a_new_link_locks_out_the_old_one_and_its_cookie(
    tmp_path: Path, web: aiohttp.ClientSession
) -> None:
    async with RunningPage(tmp_path, heartbeat=0.02) as page:
        old_link, headers = page.server.link, ours(page)
        async with listening(web, page) as (stream, _):
            LinkToken(page.token.path).renew()  # as another process does
            while (event := await stream.next())[0] != "end":
                assert event[0] == ""
        for address in (old_link, page.origin):
            async with web.get(address, headers=headers, allow_redirects=False) as response:
                assert response.status == 401
        async with web.get(page.server.link, allow_redirects=False) as response:
            assert response.status == 303


def test_the_token_has_256_bits_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    token = LinkToken(tmp_path / "data" / "page-token")
    value = token.value
    assert len(base64.urlsafe_b64decode(f"{value}=")) == 32
    assert stat.S_IMODE(token.path.stat().st_mode) == 0o600
    assert LinkToken(token.path).value == value
    token.path.chmod(0o644)
    assert token.value == value
    assert stat.S_IMODE(token.path.stat().st_mode) == 0o600
    assert token.renew() != value
    assert [path.name for path in token.path.parent.iterdir()] == ["page-token"]


@pytest.mark.parametrize("content", ["", "short", "x" * 500, "päge-token" * 5])
def test_a_token_file_that_holds_no_token_is_replaced(tmp_path: Path, content: str) -> None:
    path = tmp_path / "page-token"
    path.write_text(content, encoding="utf-8")
    token = LinkToken(path)
    assert len(token.value) == 43
    assert not token.opens(content)
    assert not token.is_session(content)


# --- the guard


@pytest.mark.parametrize(
    "host", ["evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.2:{port}", "localhost.:{port}", ""]
)
async def test_a_rebound_name_gets_nothing(page: RunningPage, web: aiohttp.ClientSession, host: str) -> None:
    name = host.format(port=page.port)
    for address in (page.origin, page.server.link, f"{page.origin}/events"):
        headers = ours(page, Host=name, Origin=None)
        async with web.get(address, headers=headers, allow_redirects=False) as response:
            assert response.status == 403
            assert "Set-Cookie" not in response.headers
    status, _ = await post(web, page, "message", {"key": KEY, "text": "hi"}, Host=name, Origin=None)
    assert status == 403
    assert page.door.events == []


async def test_localhost_is_this_machine_too(page: RunningPage, web: aiohttp.ClientSession) -> None:
    name = f"localhost:{page.port}"
    status, _ = await post(
        web, page, "message", {"key": KEY, "text": "hi"}, Host=name, Origin=f"http://{name}"
    )
    assert status == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "https://127.0.0.1:{port}",
        "http://localhost:{port}",
        "null",
        "",
    ],
)
async def test_a_foreign_origin_gets_nothing(
    page: RunningPage, web: aiohttp.ClientSession, origin: str
) -> None:
    name = origin.format(port=page.port)
    status, _ = await post(web, page, "message", {"key": KEY, "text": "hi"}, Origin=name)
    assert status == 403
    async with web.get(f"{page.origin}/events", headers=ours(page, Origin=name)) as response:
        assert response.status == 403
    assert page.door.events == []


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({}, 200),
        ({"Sec_Fetch_Site": None}, 200),
        ({"Origin": None}, 200),
        ({"Origin": None, "Sec_Fetch_Site": None}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Sec_Fetch_Site": "cross-site", "Origin": None}, 403),
        ({"Sec_Fetch_Site": "none"}, 403),
        ({"X_Countersign": None}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ],
)
async def test_a_write_must_come_from_our_own_script(
    page: RunningPage, web: aiohttp.ClientSession, changes: dict[str, str | None], status: int
) -> None:
    answer = await post(web, page, "message", {"key": KEY, "text": "hi"}, **changes)
    assert answer[0] == status
    assert len(page.door.events) == (status == 200)


@pytest.mark.parametrize(
    "path", ["/", "/static/main.js", "/static/nothing.js", "/events?conversation=No!", "/nothing", "/message"]
)
async def test_every_answer_forbids_what_the_page_never_needs(
    page: RunningPage, web: aiohttp.ClientSession, path: str
) -> None:
    for headers in (ours(page), {}, ours(page, Host="evil.example", Origin=None)):
        async with web.get(page.origin + path, headers=headers) as response:
            sent = response.headers
        policy = dict(part.split(" ", 1) for part in sent["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == policy["form-action"] == policy["base-uri"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert sent["Cache-Control"] == "no-store"
        assert sent["Referrer-Policy"] == "no-referrer"
        assert sent["X-Content-Type-Options"] == "nosniff"
        assert sent["X-Frame-Options"] == "DENY"
        assert "Python" not in sent["Server"]
        assert "Access-Control-Allow-Origin" not in sent


async def test_the_page_has_no_inline_script_or_style(page: RunningPage, web: aiohttp.ClientSession) -> None:
    async with web.get(page.origin, headers=ours(page)) as response:
        text = await response.text()
    assert "<style" not in text
    assert " style=" not in text
    assert " on" not in text.split("<body>")[1].replace(" only", "")
    assert text.count("<script") == text.count('<script type="module" src="/static/')


@pytest.mark.parametrize(
    "name", ["..%2Fserver.py", "%2e%2e/server.py", "..\\server.py", "server.py", ".", ""]
)
async def test_only_the_pages_own_files_can_be_asked_for(
    page: RunningPage, web: aiohttp.ClientSession, name: str
) -> None:
    from yarl import URL

    address = URL(f"{page.origin}/static/{name}", encoded=True)
    async with web.get(address, headers=ours(page)) as response:
        assert response.status in (400, 404)


async def test_the_pages_files_are_served_with_their_types(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    for name, kind in (
        ("main.js", "text/javascript"),
        ("page.css", "text/css"),
        ("mark.svg", "image/svg+xml"),
    ):
        async with web.get(f"{page.origin}/static/{name}", headers=ours(page)) as response:
            assert (response.status, response.content_type) == (200, kind)


# --- what comes in


@pytest.mark.parametrize(
    ("path", "fields", "body"),
    [
        ("message", {"text": "你好 🚀", "typed": False}, Message(text="你好 🚀", typed=False)),
        ("message", {"text": "a\u0000b"}, Message(text="ab")),
        ("press", {"token": APPROVE.token, "post": 7}, Press(token=APPROVE.token, post=7)),
        (
            "press",
            {"token": APPROVE.token, "post": 7, "line": 2, "text": "x"},
            Press(token=APPROVE.token, post=7, line=2, text="x"),
        ),
        (
            "answer",
            {"question": "q1", "revision": 2, "value": {"start": "2019-01-01"}},
            Answer(question="q1", revision=2, value={"start": "2019-01-01"}),
        ),
        (
            "answer",
            {"question": "q1", "revision": 2, "value": None},
            Answer(question="q1", revision=2, value=None),
        ),
        (
            "answer",
            {"question": "q1", "revision": 2, "value": ["a"], "draft": True},
            Answer(question="q1", revision=2, value=["a"], draft=True),
        ),
        (
            "file",
            {"name": "C:\\me\\cv.json", "media_type": "application/json", "data": "e30="},
            File(name="cv.json", media_type="application/json", data="e30="),
        ),
        ("command", {"name": "privacy", "argument": "x"}, Command(name="privacy", argument="x")),
        ("open", {}, Opened()),
    ],
)
async def test_each_request_becomes_one_event(
    page: RunningPage, web: aiohttp.ClientSession, path: str, fields: dict[str, Any], body: Body
) -> None:
    page.door.notice = Notice("Done.", "warning")
    status, answer = await post(
        web, page, path, {"key": KEY, **fields}, Accept_Language="zh-CN,zh;q=0.9,en;q=0.8"
    )
    assert (status, answer) == (200, {"notice": {"text": "Done.", "tone": "warning"}})
    waits = path in ("message", "press", "answer", "command")
    assert page.door.events == [
        Event(
            key=f"web:{KEY}",
            conversation=MAIN,
            actor=Actor(platform="web", user="local", locale="zh-CN"),
            at=NOW,
            body=body,
            notice_until=NOW + 1000 if waits else 0,
        )
    ]


async def test_an_answer_without_a_notice_says_null(page: RunningPage, web: aiohttp.ClientSession) -> None:
    assert await post(web, page, "open", {"key": KEY}) == (200, {"notice": None})


async def test_a_retry_carries_the_same_event_key(page: RunningPage, web: aiohttp.ClientSession) -> None:
    for _ in range(2):
        await post(web, page, "press", {"key": KEY, "token": APPROVE.token, "post": 1})
    assert [event.key for event in page.door.events] == [f"web:{KEY}"] * 2


async def test_another_conversation_can_be_named(page: RunningPage, web: aiohttp.ClientSession) -> None:
    await post(web, page, "message", {"key": KEY, "text": "hi", "conversation": "job-2"})
    assert page.door.events[0].conversation == Conversation(platform="web", channel="job-2")


@pytest.mark.parametrize(
    ("path", "body", "names"),
    [
        ("message", b"{not json", "JSON"),
        ("message", b"", "JSON"),
        ("message", b'{"key":"\xff"}', "JSON"),
        ("message", rb'{"key":"6f1c9a52","text":"\ud800"}', "JSON"),
        ("message", b"[" * 100_000, "JSON"),
        ("message", b"[]", "request"),
        ("message", {"key": KEY}, "text"),
        ("message", {"key": KEY, "text": 5}, "text"),
        ("message", {"key": KEY, "text": " \n "}, "Write something"),
        ("message", {"key": "short", "text": "secret salary"}, "key"),
        ("message", {"key": f"{KEY}\n", "text": "x"}, "key"),
        ("message", {"key": KEY, "text": "x", "secret salary": 1}, "request"),
        ("message", {"key": KEY, "text": "x", "conversation": "No Way"}, "conversation"),
        ("message", {"key": KEY, "text": "x", "conversation": "a|b"}, "conversation"),
        ("press", {"key": KEY, "token": "x" * 65}, "token"),
        ("press", {"key": KEY, "token": "x", "post": -1}, "post"),
        ("press", {"key": KEY, "token": "x", "line": "0"}, "line"),
        ("answer", {"key": KEY, "question": "q", "revision": 1}, "value"),
        ("answer", {"key": KEY, "question": "q", "revision": True, "value": 1}, "revision"),
        ("file", {"key": KEY, "name": "a.json", "data": "not base64!"}, "damaged"),
        ("command", {"key": KEY, "name": "No Way"}, "name"),
    ],
)
async def test_what_can_not_be_read_is_refused_with_a_sentence_and_no_value(
    page: RunningPage, web: aiohttp.ClientSession, path: str, body: Json, names: str
) -> None:
    status, answer = await post(web, page, path, body)
    assert status == 400
    assert answer["code"] == "bad_request"
    assert names in answer["error"]
    assert "salary" not in json.dumps(answer)
    assert page.door.events == []


async def test_a_body_past_its_limit_is_refused(page: RunningPage, web: aiohttp.ClientSession) -> None:
    for path, size in (("message", 200_001), ("press", 200_001), ("file", 6_000_001)):
        status, answer = await post(web, page, path, b"x" * size)
        assert (status, answer["code"]) == (413, "too_large")
        assert "KB" in answer["error"]

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(30):
            yield b"x" * 10_000

    async with web.post(f"{page.origin}/message", data=pieces(), headers=ours(page)) as response:
        assert response.status == 413
    assert page.door.events == []


async def test_what_is_within_the_limit_gets_in(page: RunningPage, web: aiohttp.ClientSession) -> None:
    text = "长" * 50_000
    assert (
        await post(web, page, "message", json.dumps({"key": KEY, "text": text}, ensure_ascii=False).encode())
    )[0] == 200
    data = base64.b64encode(b"x" * 4_000_000).decode()
    assert (await post(web, page, "file", {"key": KEY, "name": "a.json", "data": data}))[0] == 200
    assert isinstance(page.door.events[0].body, Message)
    assert page.door.events[0].body.text == text


async def test_a_failed_inbox_write_is_never_acknowledged(
    page: RunningPage, web: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture
) -> None:
    page.door.is_broken = True
    with caplog.at_level(logging.DEBUG):
        status, answer = await post(web, page, "message", {"key": KEY, "text": "hi"})
    assert (status, answer["code"]) == (503, "not_stored")
    assert "OSError" in caplog.text
    assert "salary" not in caplog.text + json.dumps(answer)


async def test_the_log_never_holds_the_token(
    page: RunningPage, web: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        async with web.get(page.server.link) as response:
            await response.read()
        async with web.get(f"{page.origin}/static/..%2f?token={page.token.value}") as response:
            await response.read()
    own = [record.getMessage() for record in caplog.records if not record.name.startswith("asyncio")]
    assert not [line for line in own if page.token.value in line]


@pytest.mark.parametrize(
    ("header", "locale"),
    [
        ("zh-CN,zh;q=0.9", "zh-CN"),
        ("en", "en"),
        ("de-DE;q=0.7", "de-DE"),
        ("", None),
        ("*", None),
        ("<script>", None),
        ("x" * 200, None),
    ],
)
def test_the_locale_is_the_first_language(header: str, locale: str | None) -> None:
    assert to_locale(header) == locale


def test_a_file_name_loses_its_folders_and_keeps_its_end() -> None:
    def name_of(name: str) -> str:
        body = to_event("file", json.dumps({"key": KEY, "name": name, "data": ""}).encode(), at=1).body
        assert isinstance(body, File)
        return body.name

    assert name_of("../../etc/简历.json") == "简历.json"
    assert name_of("folder/") == "file"
    assert len(name_of("x" * 900 + ".json")) == 255
    with pytest.raises(PersonError):
        name_of("x" * 1001)


# --- what goes out


async def test_a_tab_first_gets_the_whole_state(page: RunningPage, web: aiohttp.ClientSession) -> None:
    await page.show(1, SaidView("hello"))
    await page.show(3, card())
    async with listening(web, page) as (_, state):
        assert state["language"] == "en"
        assert state["model_host"] == "api.example.com"
        assert [entry["id"] for entry in state["posts"]] == [1, 3]
        assert state["posts"][0]["view"] == {"kind": "said", "text": "hello"}
        assert state["posts"][1]["view"]["lines"][0]["spans"][1] == {"text": "a team", "mark": "out"}


async def test_every_tab_of_a_conversation_stays_in_step(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    other = Conversation(platform="web", channel="other")
    async with (
        listening(web, page) as (one, _),
        listening(web, page, "?conversation=main") as (two, _),
        listening(web, page, "?conversation=other") as (three, _),
    ):
        assert await page.platform.show(Sending(1, MAIN, TextView("shown"))) == Shown("1")
        await page.platform.notice(MAIN, Notice("told"))
        await page.platform.fold(1, MAIN, "1")
        await page.platform.show(Sending(9, other, TextView("elsewhere")))
        for stream in (one, two):
            name, data = await stream.next()
            assert (name, data["id"], data["view"]["text"]) == ("post", 1, "shown")
            assert await stream.next() == ("notice", {"text": "told", "tone": "plain"})
            assert await stream.next() == ("fold", {"id": 1})
        name, data = await three.next()
        assert (name, data["id"]) == ("post", 9)


async def test_showing_with_no_tab_open_never_fails(page: RunningPage) -> None:
    assert await page.platform.show(Sending(5, MAIN, card())) == Shown("5")
    await page.platform.fold(5, MAIN, "5")
    await page.platform.progress(MAIN, "text")
    await page.platform.notice(MAIN, Notice("told"))
    await page.platform.refresh()
    assert page.platform.name == "web"
    assert page.platform.traits.echoes is True


async def test_streamed_text_is_painted_at_once_and_then_only_the_newest(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    async with listening(web, page) as (stream, _):
        for length in range(1, 101):
            await page.platform.progress(MAIN, "x" * length)
        assert await stream.next() == ("progress", {"text": "x"})
        assert await stream.next() == ("progress", {"text": "x" * 100})
        await asyncio.sleep(0.12)  # past the pause, so that the next text is painted at once again
        await page.platform.progress(MAIN, "y")
        assert await stream.next() == ("progress", {"text": "y"})


async def test_no_old_text_comes_after_the_post_that_ends_it(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    async with listening(web, page) as (stream, _):
        for text in ("a", "ab", "abc"):
            await page.platform.progress(MAIN, text)
        await page.platform.show(Sending(2, MAIN, TextView("abc.", by="assistant")))
        await asyncio.sleep(0.12)  # any text that still waited would come now
        await page.platform.notice(MAIN, Notice("last"))
        assert await stream.next() == ("progress", {"text": "abc"})
        assert [(await stream.next())[0] for _ in range(2)] == ["post", "notice"]


async def test_a_refresh_sends_the_state_anew(page: RunningPage, web: aiohttp.ClientSession) -> None:
    async with listening(web, page) as (stream, state):
        assert state["language"] == "en"
        page.door.snapshot_answer = type(page.door.snapshot_answer)((), "zh", None)
        await page.platform.refresh()
        name, state = await stream.next()
        assert (name, state["language"], state["model_host"]) == ("state", "zh", None)


async def test_every_tab_hears_what_a_conversation_began_with(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    fresh = Conversation(platform="web", channel="c-2")
    async with listening(web, page) as (here, _), listening(web, page, "?conversation=c-2") as (there, _):
        await page.show(1, SaidView("x" * 200), fresh)
        assert (await there.next())[0] == "post"
        for stream in (here, there):
            assert await stream.next() == ("talk", {"channel": "c-2", "title": "x" * 60})


async def test_a_refresh_reaches_the_tabs_of_every_conversation(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    async with listening(web, page) as (here, _), listening(web, page, "?conversation=c-2") as (there, _):
        page.door.snapshot_answer = Snapshot((), "en", None, is_new=True)
        await page.platform.refresh()
        for stream in (here, there):
            name, state = await stream.next()
            assert (name, state["is_new"], state["posts"]) == ("state", True, [])


async def test_two_versions_are_compared_or_one_is_missed_in_words(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    page.door.comparisons[2, 4] = (LINE,)

    async def asked(query: str) -> tuple[int, Any]:
        async with web.get(f"{page.origin}/compare?{query}", headers=ours(page)) as response:
            return response.status, await response.json()

    status, answer = await asked("older=2&newer=4")
    assert (status, answer["lines"][0]["where"]) == (200, LINE.where)
    assert answer["lines"][0]["spans"][1] == {"text": "a team", "mark": "out"}
    for query in ("older=2&newer=9", "older=x&newer=4", "", "older=-1&newer=4"):
        status, answer = await asked(query)
        assert (status, answer["code"]) == (404, "no_version")


async def test_a_quiet_stream_sends_a_heartbeat(tmp_path: Path, web: aiohttp.ClientSession) -> None:
    async with RunningPage(tmp_path, heartbeat=0.02) as page, listening(web, page) as (stream, _):
        assert (await stream.next())[0] == ""
        await page.platform.show(Sending(1, MAIN, TextView("still heard")))
        while (event := await stream.next())[0] == "":
            pass
        assert event[0] == "post"


async def test_a_tab_that_takes_nothing_is_let_go_and_holds_up_nobody(
    page: RunningPage, web: aiohttp.ClientSession
) -> None:
    loop = asyncio.get_running_loop()
    with socket.socket() as dead:
        dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        dead.setblocking(False)
        await loop.sock_connect(dead, (page.host, page.port))
        head = "".join(f"{name}: {value}\r\n" for name, value in ours(page).items())
        request = f"GET /events HTTP/1.1\r\nHost: {page.host}:{page.port}\r\n{head}\r\n"
        await loop.sock_sendall(dead, request.encode())
        async with listening(web, page) as (stream, _):
            for number in range(FRAMES * 2):
                await page.platform.show(Sending(number, MAIN, TextView("x" * 40_000)))
                name, data = await stream.next()
                assert (name, data["id"]) == ("post", number)
        async with asyncio.timeout(10):
            while True:
                try:
                    if not await loop.sock_recv(dead, 65536):
                        break
                except ConnectionResetError:
                    break


async def test_a_tab_that_overflows_is_closed_once_and_takes_no_more() -> None:
    calls: list[str] = []
    tab = Tab(lambda: calls.append("cut"))
    for _ in range(FRAMES):
        tab.put("post", b"x")
    assert not tab.is_closed
    tab.put("post", b"x")
    tab.put("post", b"x")
    assert tab.is_closed
    assert calls == ["cut"]
    assert await tab.take(1) == []


async def test_one_frame_of_any_size_gets_through() -> None:
    calls: list[str] = []
    tab = Tab(lambda: calls.append("cut"))
    tab.put("post", b"x" * 9_000_000)
    assert len(await tab.take(1)) == 1
    assert calls == []


async def test_a_state_that_can_not_be_read_is_said_so_and_leaks_nothing(
    page: RunningPage,
    web: aiohttp.ClientSession,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(_: Conversation) -> None:
        raise RuntimeError("Jane's salary")

    monkeypatch.setattr(page.door, "snapshot", broken)
    async with web.get(f"{page.origin}/events", headers=ours(page)) as response:
        assert response.status == 500
        assert "salary" not in await response.text() + caplog.text


async def test_stopping_lets_every_tab_go(tmp_path: Path, web: aiohttp.ClientSession) -> None:
    page = RunningPage(tmp_path)
    await page.__aenter__()
    async with web.get(f"{page.origin}/events", headers=ours(page)) as response:
        assert (await Stream(response).next())[0] == "state"
        async with asyncio.timeout(10):
            await page.server.stop()
            with contextlib.suppress(aiohttp.ClientError):
                await response.content.read()
    with pytest.raises(aiohttp.ClientConnectionError):
        await web.get(page.origin)


VIEWS: list[View] = [
    card(),
    home(),
    BatchView("Two", ("a", "b"), "", (APPROVE,)),
    TextView("<b>text</b>"),
    SaidView("said"),
    QuestionView("q", 1, "p", "r", "text", (Choice("l", "v"),), {"maxLength": 5}, {"a": [1]}, "", ()),
    WorkingView("working", "", ()),
    ListView("list", ("a",)),
]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.kind)
def test_each_view_goes_out_as_json_that_names_its_kind(view: View) -> None:
    frame = to_frame("post", render_view(view)).decode()
    assert frame.count("\n") == 3
    assert frame.endswith("\n\n")
    assert json.loads(frame.split("data: ")[1])["kind"] == view.kind


@pytest.mark.parametrize(
    "text", ["a\nb\r\nc\u2028d", "\n\nevent: state\ndata: {}\n\n", "\ud800", "\x00", "🚀"]
)
def test_no_text_breaks_a_frame(text: str) -> None:
    frame = to_frame("post", render_view(SaidView(text))).decode()
    assert frame.count("\n") == 3
    assert json.loads(frame.split("data: ", 1)[1])["text"] == text
