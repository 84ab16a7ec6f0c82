"""A real Bolt app lives with the loopback Slack: over sockets, over HTTP, with people who press buttons."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.wire.slack_delivery import NotAcked
from tests.wire.slack_server import SlackServer, slack_server
from tests.wire.slack_typing import NotPossible

Block = dict[str, Any]


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def button(text: str, action_id: str, value: str = "") -> Block:
    more = {"value": value} if value else {}
    return {"type": "button", "text": plain(text), "action_id": action_id, **more}


def row(*elements: Block, block_id: str = "a") -> Block:
    return {"type": "actions", "block_id": block_id, "elements": list(elements)}


def entry(element: Block, block_id: str, **more: Any) -> Block:
    return {"type": "input", "block_id": block_id, "label": plain("Label"), "element": element, **more}


CARD = [row(button("Approve", "approve", "p1.1"), button("Reject", "reject", "p1.1"))]
NUMBER = {"type": "number_input", "action_id": "v", "is_decimal_allowed": False, "max_value": "9"}
FORM = {
    "type": "modal",
    "callback_id": "answer",
    "title": plain("Answer"),
    "submit": plain("Save"),
    "notify_on_close": True,
    "blocks": [
        entry(NUMBER, "n:1"),
        entry({"type": "plain_text_input", "action_id": "t"}, "t:1", optional=True),
    ],
}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client would use a proxy even for loopback addresses."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def server() -> AsyncIterator[SlackServer]:
    async with slack_server() as running:
        yield running


class Bolt:
    """A small app: it answers messages with a card, keeps what it heard, and can be made to misbehave."""

    def __init__(self, server: SlackServer) -> None:
        self.client = AsyncWebClient(token=server.bot_token, base_url=server.url, retry_handlers=[])
        self.app = AsyncApp(client=self.client, signing_secret=server.signing_secret)
        self.heard: list[Block] = []
        self.retries: list[str] = []
        self.broken = 0
        self.app.middleware(self._hear)
        self.app.event("message")(self._message)

    async def _hear(self, body: Block, request: Any, next: Any) -> Any:  # noqa: A002 - Bolt's own name
        if self.broken:
            self.broken -= 1
            raise RuntimeError("the store is away")
        self.heard.append(body)
        self.retries += request.headers.get("x-slack-retry-num", [])
        return await next()

    async def _message(self, event: Block, client: AsyncWebClient) -> None:
        if event.get("subtype") in (None, "file_share") and "bot_id" not in event:
            thread = event.get("thread_ts") or event["ts"]
            await client.chat_postMessage(
                channel=event["channel"], thread_ts=thread, text="Card", blocks=CARD
            )

    def kinds(self) -> list[str]:
        return [body.get("event", body)["type"] for body in self.heard]


@pytest.fixture
def bolt(server: SlackServer) -> Bolt:
    return Bolt(server)


@pytest.fixture
async def socket(server: SlackServer, bolt: Bolt) -> AsyncIterator[AsyncSocketModeHandler]:
    handler = AsyncSocketModeHandler(bolt.app, server.app_token, ping_interval=0.2)
    await handler.connect_async()  # type: ignore[no-untyped-call]
    await server.wait_connected()
    yield handler
    await handler.close_async()  # type: ignore[no-untyped-call]


async def card(server: SlackServer, user: str = "U1") -> str:
    """The id of the card that a message brings."""
    delivery = await server.user_message(user, "Shorten my headline")
    root = delivery.payload["event"]["ts"]
    await server.wait_until(lambda slack: len(slack.thread(slack.dm(user), root)) == 2)
    return str(server.thread(server.dm(user), root)[1]["ts"])


# Events


async def test_a_message_is_acknowledged_and_answered(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    delivery = await server.user_message("U1", "R&D <lab> https://x.example")
    ack = await delivery.acked()
    assert (ack.envelope_id, ack.attempt, ack.kind) == (delivery.id, 0, "events_api")
    assert delivery.payload["event"]["text"] == "R&amp;D &lt;lab&gt; <https://x.example>"
    await server.wait_until(lambda slack: len(slack.messages("D1")) == 2)
    assert server.messages("D1")[1]["thread_ts"] == delivery.payload["event"]["ts"]


async def test_an_app_hears_of_its_own_messages_and_bolt_drops_them(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    await card(server)
    await server.wait_until(lambda slack: len(slack.acks) == 2)
    assert [message["text"] for message in server.messages("D1")] == ["Shorten my headline", "Card"]


async def test_an_event_that_is_not_acknowledged_comes_again(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    server.timing.ack, server.timing.retries = 0.1, (0, 0.05, 0.05)
    bolt.broken = 2
    delivery = await server.user_message("U1", "hello")
    assert (await delivery.acked()).attempt == 2
    assert (len(delivery.sent), bolt.retries) == (3, ["2"])


async def test_an_event_is_given_up_after_three_retries(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    server.timing.ack, server.timing.retries = 0.05, (0, 0.05, 0.05)
    bolt.broken = 9
    delivery = await server.user_message("U1", "hello")
    with pytest.raises(NotAcked):
        await delivery.acked()
    assert (len(delivery.sent), bolt.broken) == (4, 5)
    assert server.problems == ["message was not acknowledged: timeout"]


async def test_an_event_without_a_listener_is_not_acknowledged(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    server.timing.ack, server.timing.retries = 0.05, (0, 0, 0)
    delivery = await server.open_home("U1")
    with pytest.raises(NotAcked):
        await delivery.acked()
    assert bolt.kinds() == ["app_home_opened"] * 4


async def test_a_click_is_never_sent_again(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    server.timing.ack, server.timing.retries = 0.05, (0, 0, 0)
    ts = await card(server)
    delivery = await server.click("U1", ts, "Approve")
    with pytest.raises(NotAcked):
        await delivery.acked()
    assert (len(delivery.sent), bolt.kinds().count("block_actions")) == (1, 1)


async def test_the_same_event_can_come_twice_or_late(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    server.echoes = False
    server.duplicate_next()
    first = await server.user_message("U1", "hello")
    await server.wait_until(lambda slack: len(slack.acks) == 2)
    again = await server.redeliver(first, attempt=3)
    await again.acked()
    assert [body["event_id"] for body in bolt.heard] == [first.payload["event_id"]] * 3
    assert bolt.retries == ["0", "1", "3"]


async def test_an_event_whose_first_delivery_was_lost_comes_as_a_retry(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    server.lose_next_delivery()
    delivery = await server.user_message("U1", "hello")
    assert (await delivery.acked()).attempt == 1
    assert bolt.retries == ["1"]


async def test_events_can_come_in_another_order(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    server.echoes = False
    server.hold_events()
    for text in ("one", "two"):
        await server.user_message("U1", text)
    await server.release_events(reverse=True)
    await server.wait_until(lambda slack: len(slack.acks) == 2)
    assert [body["event"]["text"] for body in bolt.heard] == ["two", "one"]


async def test_a_mention_is_one_event_and_where_subscribed_two(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    bolt.app.event("app_mention")(_nothing)
    server.echoes = False
    await (await server.mention("U1", "C1", "review my cv")).acked()
    assert bolt.kinds() == ["app_mention"]
    server.subscriptions.add("message.channels")
    await server.mention("U1", "C1", "review my cv")
    await server.wait_until(lambda slack: len(slack.acks) == 3)
    assert sorted(bolt.kinds()) == ["app_mention", "app_mention", "message"]
    assert bolt.heard[-1]["event"]["text"] == "<@UBOT> review my cv"


async def _nothing() -> None:
    """A listener that lets Bolt acknowledge."""


async def test_a_file_comes_with_where_to_get_it(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    delivery = await server.file_share("U1", [("cv.docx", b"PK\x03\x04")], "my cv")
    await delivery.acked()
    event = bolt.heard[0]["event"]
    assert (event["subtype"], event["files"][0]["filetype"], event["files"][0]["size"]) == (
        "file_share",
        "docx",
        4,
    )
    headers = {"Authorization": f"Bearer {server.bot_token}"}
    url = event["files"][0]["url_private_download"]
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        assert await response.read() == b"PK\x03\x04"


# Sockets


async def test_two_sockets_take_turns(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    second = AsyncSocketModeHandler(bolt.app, server.app_token)
    heard: list[str] = []

    async def note(frame: Any) -> None:
        heard.append(frame.data)

    second.client.on_message_listeners.append(note)
    await second.connect_async()  # type: ignore[no-untyped-call]
    await server.wait_connected(2)
    server.echoes = False
    for _ in range(4):
        await (await server.user_message("U1", "hello")).acked()
    assert len([frame for frame in heard if '"events_api"' in frame]) == 2
    assert '"num_connections": 2' in heard[0]
    await second.close_async()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("how", ["disconnect", "cut"])
async def test_a_socket_that_is_closed_is_opened_again(
    server: SlackServer, bolt: Bolt, socket: AsyncSocketModeHandler, how: str
) -> None:
    if how == "disconnect":
        await server.disconnect("refresh_requested")
    else:
        server.cut_sockets()
    await server.wait_until(lambda slack: len(slack.calls_of("apps.connections.open")) == 2)
    await server.wait_connected()
    await (await server.user_message("U1", "hello")).acked()


async def test_a_ticket_opens_one_socket(server: SlackServer, bolt: Bolt) -> None:
    url = (await bolt.client.apps_connections_open(app_token=server.app_token))["url"]
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(url) as first:
            assert (await first.receive_json())["type"] == "hello"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)


# Presses and forms


async def test_a_click_carries_what_was_typed(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    bolt.app.action(re.compile(""))(_ack)
    one = {"text": plain("One"), "value": "1"}
    ticks = {"type": "checkboxes", "action_id": "c", "options": [one]}
    ask = [
        entry({"type": "plain_text_input", "action_id": "q:text", "initial_value": "Berlin"}, "q:17:1"),
        {"type": "section", "block_id": "s", "text": plain("a"), "accessory": ticks},
        row(button("Submit", "q:submit", "17.1")),
    ]
    ts = (await bolt.client.chat_postMessage(channel="D1", text="a", blocks=ask))["ts"]
    untouched = await server.click("U1", ts, "Submit")
    assert untouched.payload["state"]["values"]["q:17:1"]["q:text"]["value"] is None
    await server.choose("U1", ts, "c", ["One"])
    delivery = await server.click("U1", ts, "q:submit", state={"q:text": "Leipzig"})
    await delivery.acked()
    body = bolt.heard[-1]
    assert body["state"]["values"] == {
        "q:17:1": {"q:text": {"type": "plain_text_input", "value": "Leipzig"}},
        "s": {"c": {"type": "checkboxes", "selected_options": [one]}},
    }
    assert (body["actions"][0]["value"], body["message"]["ts"], body["channel"]["id"]) == ("17.1", ts, "D1")


async def _ack(ack: Any) -> None:
    await ack()


async def test_what_was_typed_stays_until_its_block_has_another_id(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    def ask(block_id: str) -> list[Block]:
        return [entry({"type": "plain_text_input", "action_id": "t"}, block_id), row(button("Submit", "s"))]

    ts = (await bolt.client.chat_postMessage(channel="D1", text="a", blocks=ask("q:1")))["ts"]
    await server.click("U1", ts, "Submit", state={"t": "Berlin"})
    await bolt.client.chat_update(channel="D1", ts=ts, text="a", blocks=ask("q:1"))
    kept = await server.click("U1", ts, "Submit")
    assert kept.payload["state"]["values"]["q:1"]["t"]["value"] == "Berlin"
    await bolt.client.chat_update(channel="D1", ts=ts, text="a", blocks=ask("q:2"))
    fresh = await server.click("U1", ts, "Submit")
    assert fresh.payload["state"]["values"]["q:2"]["t"]["value"] is None


async def test_nobody_can_press_what_is_not_there(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    ts = await card(server)
    with pytest.raises(NotPossible):
        await server.click("U1", ts, "Undo")
    with pytest.raises(NotPossible):
        await server.click("U2", ts, "Approve")
    with pytest.raises(NotPossible):
        await server.submit_view("U1")


async def test_a_click_on_a_home_has_a_view_and_no_message(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    bolt.app.action("approve")(_ack)
    await bolt.client.views_publish(user_id="U1", view={"type": "home", "blocks": CARD})
    opened = await server.open_home("U1")
    assert opened.payload["event"]["view"]["type"] == "home"
    await (await server.click("U1", "home", "Approve")).acked()
    body = bolt.heard[-1]
    assert (body["container"]["type"], body["view"]["type"]) == ("view", "home")
    assert not {"channel", "message", "response_url"} & body.keys()


async def test_a_modal_is_opened_by_a_click_and_checked_before_it_closes(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    async def open_form(ack: Any, body: Block, client: AsyncWebClient) -> None:
        await ack()
        await client.views_open(trigger_id=body["trigger_id"], view=FORM)

    async def take(ack: Any, view: Block) -> None:
        number = view["state"]["values"]["n:1"]["v"]["value"]
        await (ack() if number == "7" else ack(response_action="errors", errors={"n:1": "Seven, please"}))

    bolt.app.action("approve")(open_form)
    bolt.app.view("answer")(take)
    await server.click("U1", await card(server), "Approve")
    await server.wait_until(lambda slack: slack.view("U1") is not None)
    view = server.view("U1")
    assert view is not None
    with pytest.raises(NotPossible):
        await server.submit_view("U1")
    with pytest.raises(NotPossible):
        await server.submit_view("U1", values={"v": "12"})
    await (await server.submit_view("U1", values={"v": "5"})).acked()
    assert server.view_errors == {view["id"]: {"n:1": "Seven, please"}}
    await (await server.submit_view("U1", values={"n:1": "7", "t": "because"})).acked()
    assert (server.view("U1"), server.view_errors, server.problems) == (None, {}, [])
    assert bolt.heard[-1]["view"]["state"]["values"]["t:1"]["t"]["value"] == "because"


async def test_a_submit_can_change_its_modal_push_another_or_clear_all(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    answers: list[Block] = [
        {"response_action": "update", "view": FORM | {"title": plain("Working")}},
        {"response_action": "push", "view": FORM | {"title": plain("Second")}},
        {"response_action": "errors", "errors": {"nowhere": "a"}},
        {"response_action": "clear"},
    ]

    async def take(ack: Any) -> None:
        await ack(**answers.pop(0))

    bolt.app.view("answer")(take)
    await bolt.client.views_open(trigger_id=server.new_trigger("U1"), view=FORM)
    seen = []
    for _ in range(4):
        await (await server.submit_view("U1", values={"v": "1"})).acked()
        seen.append([server.views[view]["title"]["text"] for view in server.stacks["U1"]])
    assert seen == [["Working"], ["Working", "Second"], ["Working", "Second"], []]
    assert server.problems == ["answer to a submit: errors must name input blocks {}"]


async def test_closing_a_modal_is_told_where_it_was_asked_for(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    bolt.app.view_closed("answer")(_ack)
    await bolt.client.views_open(trigger_id=server.new_trigger("U1"), view=FORM)
    closed = await server.close_view("U1")
    assert closed is not None
    await closed.acked()
    assert (bolt.kinds()[-1], server.view("U1")) == ("view_closed", None)
    await bolt.client.views_open(trigger_id=server.new_trigger("U1"), view=FORM | {"notify_on_close": False})
    assert await server.close_view("U1") is None


async def test_files_go_through_a_modal(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    bolt.app.view("answer")(_ack)
    element = {"type": "file_input", "action_id": "f", "filetypes": ["pdf"], "max_files": 1}
    await bolt.client.views_open(
        trigger_id=server.new_trigger("U1"), view=FORM | {"blocks": [entry(element, "f:1")]}
    )
    picture = server.add_file("U1", "cv.png", b"\x89PNG")
    with pytest.raises(NotPossible):
        await server.submit_view("U1", values={"f": [picture.id]})
    file = server.add_file("U1", "cv.pdf", b"%PDF-1.7")
    delivery = await server.submit_view("U1", values={"f": [file.id]})
    assert delivery.payload["view"]["state"]["values"]["f:1"]["f"]["files"][0]["id"] == file.id


async def test_suggestions_come_back_with_the_ack(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    options = [{"text": plain("Acme"), "value": "1"}]

    async def suggest(ack: Any) -> None:
        await ack(options=options)

    bolt.app.options("which")(suggest)
    bolt.app.action("which")(_ack)
    select = row({"type": "external_select", "action_id": "which", "min_query_length": 0})
    ts = (await bolt.client.chat_postMessage(channel="D1", text="a", blocks=[select]))["ts"]
    ack = await (await server.suggest("U1", ts, "which", "ac")).acked()
    assert ack.payload == {"options": options}
    chosen = await server.choose("U1", ts, "which", options[0])
    assert chosen.payload["actions"][0]["selected_option"] == options[0]


async def test_another_person_hears_in_private_and_that_line_can_be_replaced(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    async def not_yours(ack: Any, body: Block, client: AsyncWebClient) -> None:
        await ack()
        await client.chat_postEphemeral(
            channel="C1", user=body["user"]["id"], text="not yours", blocks=[row(button("Hide", "hide"))]
        )

    async def hide(ack: Any, respond: Any) -> None:
        await ack()
        await respond(delete_original=True)

    bolt.app.action("approve")(not_yours)
    bolt.app.action("hide")(hide)
    ts = (await bolt.client.chat_postMessage(channel="C1", text="a", blocks=CARD))["ts"]
    await server.click("U2", ts, "Approve")
    await server.wait_until(lambda slack: bool(slack.ephemerals))
    delivery = await server.click("U2", server.ephemerals[0]["ts"], "Hide")
    assert (delivery.payload["container"]["is_ephemeral"], "message" in delivery.payload) == (True, False)
    await server.wait_until(lambda slack: not slack.ephemerals)


async def test_a_response_url_is_good_for_five_answers_and_half_an_hour(
    server: SlackServer, bolt: Bolt, socket: Any
) -> None:
    urls: list[str] = [(await server.click("U1", await card(server), "Approve")).payload["response_url"]]
    urls.append((await server.click("U1", server.messages("D1")[1]["ts"], "Approve")).payload["response_url"])
    async with aiohttp.ClientSession() as session:

        async def answer(url: str, **body: Any) -> tuple[int, str]:
            async with session.post(url, json=body) as response:
                return response.status, await response.text()

        assert await answer(urls[0], blocks=[{"type": "x"}]) == (400, "invalid_blocks")
        assert [await answer(urls[0], text=str(n)) for n in range(6)] == [(200, "ok")] * 5 + [
            (404, "used_url")
        ]
        assert await answer(urls[1], text="done", replace_original=True) == (200, "ok")
        server.advance(1801)
        assert await answer(urls[1], text="late") == (404, "expired_url")
    assert server.messages("D1")[1]["text"] == "done"
    assert [shown["text"] for shown in server.ephemerals] == ["0", "1", "2", "3", "4"]


async def test_a_slash_command_is_answered_by_its_ack(server: SlackServer, bolt: Bolt, socket: Any) -> None:
    async def resume(ack: Any, command: Block) -> None:
        await ack(text=f"You said {command['text']}")

    bolt.app.command("/resume")(resume)
    await (await server.slash_command("U1", "/resume", "help")).acked()
    assert [shown["text"] for shown in server.ephemerals] == ["You said help"]


# HTTP


@pytest.fixture
async def pushed(server: SlackServer, bolt: Bolt) -> AsyncIterator[str]:
    runner = web.AppRunner(bolt.app.web_app(path="/slack/events"))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    url = "http://{}:{}/slack/events".format(*runner.addresses[0][:2])
    server.push_to(url)
    yield url
    await runner.cleanup()


async def test_over_http_all_comes_as_signed_requests(server: SlackServer, bolt: Bolt, pushed: str) -> None:
    bolt.app.action("approve")(_ack)
    await (await server.click("U1", await card(server), "Approve")).acked()

    async def resume(ack: Any) -> None:
        await ack("Good day")

    bolt.app.command("/resume")(resume)
    await (await server.slash_command("U1", "/resume")).acked()
    assert [shown["text"] for shown in server.ephemerals] == ["Good day"]


async def test_over_http_an_event_comes_again_with_its_reason(
    server: SlackServer, bolt: Bolt, pushed: str
) -> None:
    server.timing.retries = (0, 0, 0)
    bolt.broken = 1
    ack = await (await server.user_message("U1", "hello")).acked()
    assert (ack.attempt, bolt.retries) == (1, ["1"])


async def test_over_http_an_address_that_is_away_is_tried_four_times(server: SlackServer, bolt: Bolt) -> None:
    server.timing.retries = (0, 0, 0)
    server.push_to("http://127.0.0.1:1/slack/events")
    delivery = await server.user_message("U1", "hello")
    with pytest.raises(NotAcked, match="connection_failed"):
        await delivery.acked()
    assert len(delivery.sent) == 4


async def test_over_http_an_app_can_refuse_further_tries(server: SlackServer) -> None:
    async def refuse(request: web.Request) -> web.Response:
        return web.Response(status=500, headers={"X-Slack-No-Retry": "1"})

    app = web.Application()
    app.router.add_post("/slack/events", refuse)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.push_to("http://{}:{}/slack/events".format(*runner.addresses[0][:2]))
    delivery = await server.user_message("U1", "hello")
    with pytest.raises(NotAcked, match="http_error"):
        await delivery.acked()
    assert len(delivery.sent) == 1
    await runner.cleanup()


@pytest.mark.parametrize(("spoil", "age", "status"), [("", 0, 200), ("x", 0, 401), ("", 301, 401)])
async def test_a_signature_is_good_for_five_minutes_and_for_its_body(
    server: SlackServer, pushed: str, spoil: str, age: int, status: int
) -> None:
    body = '{"type":"url_verification","challenge":"c"}'
    headers = server.sign(body, int(time.time()) - age) | {"Content-Type": "application/json"}
    sent = body + " " * len(spoil)
    async with aiohttp.ClientSession() as session, session.post(pushed, data=sent, headers=headers) as answer:
        assert answer.status == status


async def test_an_app_that_is_slow_is_not_waited_for(server: SlackServer) -> None:
    async def sleep(request: web.Request) -> web.Response:
        await asyncio.sleep(30)
        return web.Response()

    app = web.Application()
    app.router.add_post("/slack/events", sleep)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    server.timing.ack, server.timing.retries = 0.05, (0, 0, 0)
    server.push_to("http://{}:{}/slack/events".format(*runner.addresses[0][:2]))
    delivery = await server.user_message("U1", "hello")
    with pytest.raises(NotAcked, match="http_timeout"):
        await delivery.acked()
    await runner.cleanup()
