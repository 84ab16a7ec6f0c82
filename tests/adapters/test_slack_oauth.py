"""Many workspaces: each installs the app by OAuth, is answered with its own token, and can leave again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import ClientSession, web

from adapters.slack.connect import SlackPlatform
from adapters.slack.examine import SCOPES
from adapters.slack.install import Installation, OAuth
from adapters.store.database import Database, StoreError, sqlite_path
from bot.clock import SystemClock
from bot.installs import StoredInstalls
from bot.running import running
from bot.settings import Settings
from core.errors import BusyError, PersonError, UnreachableError
from core.event import Conversation
from core.ports import Sending
from core.show.view import Button, CardView, Notice, TextView
from tests.chats import program
from tests.fakes import FakeClock
from tests.slack_door import FakeDoor
from tests.talk import opened
from tests.test_slack_story import buttons, press, with_button
from tests.wire.slack_delivery import Delivery
from tests.wire.slack_server import SlackServer
from tests.wire.slack_state import Body

pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")
"""Slack's library swaps the code with aiohttp's BasicAuth, which aiohttp 4 will not have."""

FIRST = "xoxb-1-loopback"
SECOND = "xoxb-2-of-the-second-workspace"
UNINSTALLING = {"app_uninstalled", "tokens_revoked"}


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def server() -> AsyncIterator[SlackServer]:
    """A Slack with two workspaces: U1 is in T1, U21 in T2."""
    async with SlackServer() as one:
        one.subscriptions |= UNINSTALLING
        one.tenants[SECOND] = ("T2", "UBOT2", "B2")
        with one.acting(SECOND):
            one.add_user("U21", "Cid")
            one.dm("U21")
        yield one


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Database]:
    one = await opened(sqlite_url)
    yield one
    await one.close()


@pytest.fixture
def installs(store: Database) -> StoredInstalls:
    return StoredInstalls(store, SystemClock())


def platform_of(server: SlackServer, installs: StoredInstalls) -> SlackPlatform:
    oauth = OAuth(*server.clients, installs)
    return SlackPlatform(None, app_token=server.app_token, api_url=server.url, oauth=oauth)


def granted(token: str, team: str | None, bot_user: str, enterprise: str | None = None) -> Body:
    """What Slack answers once somebody said yes."""
    return {
        "access_token": token,
        "token_type": "bot",
        "scope": "chat:write",
        "bot_user_id": bot_user,
        "app_id": "A1",
        "team": team and {"id": team, "name": "Acme"},
        "enterprise": enterprise and {"id": enterprise, "name": "Acme Group"},
        "is_enterprise_install": enterprise is not None,
        "authed_user": {"id": "U1"},
    }


class Browser:
    """Somebody who installs the app; Slack's cookie is for https alone, so it is carried by hand."""

    def __init__(self, origin: str, session: ClientSession) -> None:
        self._origin = origin
        self._session = session

    async def begin(self) -> tuple[str, str]:
        """The state that Slack is given, and the cookie that this browser is given."""
        async with self._session.get(f"{self._origin}/slack/install", allow_redirects=False) as answer:
            assert answer.status == 302
            asked = parse_qs(urlsplit(answer.headers["Location"]).query)
            cookies = SimpleCookie(answer.headers["Set-Cookie"])
        (cookie,) = cookies.values()
        assert cookie["secure"]
        assert cookie["httponly"]
        assert (asked["client_id"], asked["scope"]) == (["client-id"], [",".join(SCOPES)])
        return asked["state"][0], f"{cookie.key}={cookie.value}"

    async def finish(self, code: str, state: str, cookie: str) -> int:
        """Come back from Slack; the status of the page."""
        url, headers = f"{self._origin}/slack/oauth_redirect", {"Cookie": cookie}
        async with self._session.get(url, params={"code": code, "state": state}, headers=headers) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            return answer.status

    async def install(self, server: SlackServer, answer: Body) -> None:
        """The whole way."""
        server.installations["a-code"] = answer
        assert await self.finish("a-code", *await self.begin()) == 200


@asynccontextmanager
async def browsing(platform: SlackPlatform) -> AsyncIterator[Browser]:
    """The platform's pages, and a browser."""
    app = web.Application()
    app.add_routes(platform.routes())
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    try:
        async with ClientSession() as session:
            yield Browser(f"http://{host}:{port}", session)
    finally:
        await runner.cleanup()


@asynccontextmanager
async def connected(
    server: SlackServer, installs: StoredInstalls
) -> AsyncIterator[tuple[SlackPlatform, FakeDoor]]:
    """The adapter between the loopback Slack and a small core."""
    platform, door = platform_of(server, installs), FakeDoor()
    platform.attach(door)
    await platform.start()
    try:
        yield platform, door
    finally:
        await platform.stop()


async def keep_both(installs: StoredInstalls) -> None:
    await installs.save(Installation("T1", "UBOT", "B1", FIRST))
    await installs.save(Installation("T2", "UBOT2", "B2", SECOND))


def own(workspace: str, user: str) -> Conversation:
    return Conversation(platform="slack", workspace=workspace, channel=user)


def sending(conversation: Conversation, post: int = 1) -> Sending:
    return Sending(post=post, conversation=conversation, view=TextView("Hello"))


async def uninstall(server: SlackServer, token: str) -> None:
    """Take the app away from a workspace: Slack tells of it twice."""
    with server.acting(token):
        revoked = await server.event({"type": "tokens_revoked", "tokens": {"oauth": [], "bot": ["UBOT"]}})
        gone = await server.event({"type": "app_uninstalled"})
    server.revoked.add(token)
    for delivery in (revoked, gone):
        await delivery.acked()


async def write(server: SlackServer, token: str, user: str, text: str) -> Delivery:
    with server.acting(token):
        return await server.user_message(user, text)


async def test_two_workspaces_install_and_each_is_answered_with_its_own_token(
    server: SlackServer, installs: StoredInstalls, store: Database, sqlite_url: str, tmp_path: Path
) -> None:
    platform = platform_of(server, installs)
    async with program(sqlite_url, tmp_path, platform) as app, browsing(platform) as browser:
        await server.wait_connected(2)
        await browser.install(server, granted(FIRST, "T1", "UBOT"))
        await browser.install(server, granted(SECOND, "T2", "UBOT2"))
        await (await write(server, FIRST, "U1", "add TypeScript to my skills")).acked()
        await (await write(server, SECOND, "U21", "add Elixir to my skills")).acked()
        await server.wait_until(lambda slack: bool(with_button(slack, "Approve", "D1")))
        with server.acting(SECOND):
            card = await press(server, "Approve", "U21", "D21")
        await server.wait_until(lambda slack: "Undo" in buttons(slack.message(card["ts"])))
        told = {call.arguments["channel"]: call.token for call in server.calls_of("chat.postMessage")}
        assert told == {"D1": FIRST, "D21": SECOND}
        assert {one["bot_id"] for one in server.messages("D21") if "bot_id" in one} == {"B2"}

        await uninstall(server, SECOND)
        assert await installs.find("T2") is None
        card = await press(server, "Approve", "U1", "D1")
        await server.wait_until(lambda slack: "Undo" in buttons(slack.message(card["ts"])))
        with pytest.raises(UnreachableError) as gone:
            await app.platforms["slack"].show(sending(own("T2", "U21")))
        assert gone.value.reason == "not_installed"

    await store.close()
    path = sqlite_path(sqlite_url)
    written = b"".join(part.read_bytes() for part in path.parent.glob(f"{path.name}*"))
    assert b"slack_installations" in written
    assert FIRST.encode() not in written
    assert SECOND.encode() not in written


async def test_what_was_due_in_a_workspace_that_left_is_closed_and_holds_nobody_up(
    server: SlackServer, installs: StoredInstalls, store: Database, sqlite_url: str, tmp_path: Path
) -> None:
    await keep_both(installs)
    async with program(sqlite_url, tmp_path, platform_of(server, installs)):
        await server.wait_connected(2)
        server.delay("chat.postMessage", 0.2)
        await (await write(server, SECOND, "U21", "add Elixir to my skills")).acked()
        await uninstall(server, SECOND)
        await (await write(server, FIRST, "U1", "add TypeScript to my skills")).acked()
        await press(server, "Approve", "U1", "D1")
        assert not with_button(server, "Approve", "D21")


async def test_a_forged_a_strange_and_a_used_state_are_refused(
    server: SlackServer, installs: StoredInstalls
) -> None:
    async with connected(server, installs) as (platform, _), browsing(platform) as browser:
        server.installations["a-code"] = granted(FIRST, "T1", "UBOT")
        state, cookie = await browser.begin()
        name = cookie.partition("=")[0]
        assert await browser.finish("a-code", "forged", f"{name}=forged") == 401
        assert await browser.finish("a-code", state, f"{name}=another-browser") == 400
        assert not server.calls_of("oauth.v2.access")
        assert await browser.finish("a-code", state, cookie) == 200
        server.installations["a-code"] = granted(FIRST, "T1", "UBOT")
        assert await browser.finish("a-code", state, cookie) == 401
        assert len(server.calls_of("oauth.v2.access")) == 1


async def test_a_code_that_slack_refuses_installs_nothing(
    server: SlackServer, installs: StoredInstalls
) -> None:
    async with connected(server, installs) as (platform, _), browsing(platform) as browser:
        assert await browser.finish("no-code", *await browser.begin()) == 401
        server.fail_next("oauth.v2.access", "internal_error")
        assert await browser.finish("a-code", *await browser.begin()) == 401
        server.drop("oauth.v2.access")
        assert await browser.finish("a-code", *await browser.begin()) == 503
        server.installations["a-code"] = {**granted(FIRST, "T1", "UBOT"), "access_token": None}
        assert await browser.finish("a-code", *await browser.begin()) == 500
        assert await installs.find("T1") is None


async def test_a_state_can_be_taken_once_and_for_ten_minutes(database: Database) -> None:
    clock = FakeClock()
    installs = StoredInstalls(database, clock)
    first, second = await installs.issue_state(600), await installs.issue_state(600)
    taken = await asyncio.gather(*(installs.take_state(first) for _ in range(5)))
    assert sorted(taken) == [False] * 4 + [True]
    clock.at += 600_000
    assert not await installs.take_state(second)
    assert not await installs.take_state("never issued")


async def test_an_installation_stays_until_its_own_workspace_goes(database: Database) -> None:
    clock = FakeClock()
    installs = StoredInstalls(database, clock)
    await keep_both(installs)
    anew = Installation("T1", "UBOT", "B1", "xoxb-anew")
    clock.at += 5_000
    await installs.save(anew)
    await installs.remove("T1", clock.at - 1_000)
    assert await installs.find("T1") == anew, "what tells of an earlier uninstallation may come late"
    await installs.remove("T2", clock.at)
    assert await installs.find("T2") is None
    assert "xoxb" not in repr(anew)


async def test_after_a_new_installation_the_new_token_is_used(
    server: SlackServer, installs: StoredInstalls
) -> None:
    await keep_both(installs)
    async with connected(server, installs) as (platform, _):
        await platform.show(sending(own("T1", "U1")))
        server.tenants["xoxb-anew"] = server.tenants[FIRST]
        await installs.save(Installation("T1", "UBOT", "B1", "xoxb-anew"))
        await platform.show(sending(own("T1", "U1"), 2))
        assert [call.token for call in server.calls_of("chat.postMessage")] == [FIRST, "xoxb-anew"]


async def test_a_revoked_token_closes_the_conversation_and_a_busy_slack_does_not(
    server: SlackServer, installs: StoredInstalls
) -> None:
    await keep_both(installs)
    async with connected(server, installs) as (platform, _):
        server.fail_next("chat.postMessage", "ratelimited")
        with pytest.raises(BusyError):
            await platform.show(sending(own("T2", "U21")))
        server.revoked.add(SECOND)
        with pytest.raises(UnreachableError) as gone:
            await platform.show(sending(own("T2", "U21")))
        assert gone.value.reason == "token_revoked"
        await platform.show(sending(own("T1", "U1")))


async def test_a_workspace_that_is_not_installed_is_neither_heard_nor_spoken_to(
    server: SlackServer, installs: StoredInstalls
) -> None:
    async with connected(server, installs) as (platform, door):
        await (await write(server, SECOND, "U21", "Hello")).acked()
        assert door.events == []
        with pytest.raises(UnreachableError):
            await platform.fold(1, own("T2", "U21"), "D21:1.2")
        with pytest.raises(PersonError) as refused:
            await platform.fetch(own("T2", "U21"), "F1", 1_000)
        assert refused.value.code == "file_not_fetched"
        await platform.progress(own("T2", "U21"), "I pro")
        await platform.notice(own("T2", "U21"), Notice("Hello"))
        assert {call.method for call in server.calls} == {"apps.connections.open"}


class FailingInstalls(StoredInstalls):
    """A store that can't be read some times."""

    fails = 0

    async def find(self, workspace: str) -> Installation | None:
        if self.fails:
            self.fails -= 1
            raise StoreError("store_unavailable", "The database can't be read.")
        return await super().find(workspace)


async def test_while_the_store_can_not_be_read_nothing_is_acknowledged(
    server: SlackServer, store: Database
) -> None:
    installs = FailingInstalls(store, SystemClock())
    await keep_both(installs)
    async with connected(server, installs) as (_, door):
        server.timing.ack, server.timing.retries = 0.3, (0.0, 0.1, 0.1)
        installs.fails = 2
        ack = await (await write(server, SECOND, "U21", "Hello")).acked()
        assert ack.attempt == 2
        assert door.said == ["Hello"]


async def test_an_organisation_installs_for_all_its_workspaces(
    server: SlackServer, installs: StoredInstalls
) -> None:
    async with connected(server, installs) as (platform, door), browsing(platform) as browser:
        await browser.install(server, granted(FIRST, None, "UBOT", enterprise="E1"))
        for team in ("T1", None):  # Slack may name no workspace
            delivery = await server.user_message("U1", "Hello")
            body = {**delivery.payload, "event_id": f"Ev-of-{team}"}
            body |= {"team_id": team, "enterprise_id": "E1"}
            body["authorizations"] = [
                {"enterprise_id": "E1", "team_id": team, "user_id": "UBOT", "is_enterprise_install": True}
            ]
            await server.deliveries.start("events_api", body).acked()
        assert len(door.events) == 2, "and none for T1 alone, which has no installation of its own"
        assert {event.conversation.workspace for event in door.events} == {"E1"}
        assert {(event.actor.workspace, event.actor.user) for event in door.events} == {("E1", "U1")}
        await platform.show(sending(own("E1", "U1")))
        assert server.calls_of("chat.postMessage")[0].token == FIRST


async def test_somebody_of_a_connected_company_is_answered_with_the_token_of_the_installation(
    server: SlackServer, installs: StoredInstalls
) -> None:
    await keep_both(installs)
    async with connected(server, installs) as (platform, door):
        with server.acting(SECOND):
            server.add_user("U9", "Guest", team="T9")
            server.dm("U9")
            await (await server.user_message("U9", "Hello", user_team="T9")).acked()
        (event,) = door.events
        assert event.conversation.workspace == "T2"
        assert (event.actor.workspace, event.actor.user) == ("T9", "U9")
        shown = await platform.show(sending(event.conversation))
        assert server.calls_of("chat.postMessage")[0].token == SECOND
        assert shown.place.startswith("D9:")


async def test_a_form_that_a_guest_sends_goes_by_where_it_was_opened(
    server: SlackServer, installs: StoredInstalls
) -> None:
    await keep_both(installs)
    async with connected(server, installs) as (platform, door):
        redraft = Button("Redraft", "pabc.1.tag.redraft", input="reason")
        door.views[1] = CardView("Headline", "rejected", "", "", (), "", (), (), (redraft,))
        with server.acting(SECOND):
            server.add_user("U9", "Guest", team="T9")
            server.dm("U9")
            shown = await platform.show(Sending(post=1, conversation=own("T2", "U9"), view=door.views[1]))
            await (await server.click("U9", shown.place.partition(":")[2], "Redraft")).acked()
            await server.wait_until(lambda slack: slack.view("U9") is not None)
            view = server.view("U9")
            assert view is not None
            sent = {"type": "view_submission", "team": {"id": "T9"}, "user": {"id": "U9", "team_id": "T9"}}
            body = {**sent, "trigger_id": "1.2", "view": view | {"state": {"values": {}}}}
            await server.deliveries.start("interactive", body).acked()
        (event,) = door.events
        assert event.conversation == own("T2", "U9")
        assert event.actor.workspace == "T9"
        assert {call.token for call in server.calls_of("views.open")} == {SECOND}


async def test_workspaces_that_are_let_go_come_back(
    server: SlackServer, installs: StoredInstalls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.workspaces.MOST_OPEN", 1)
    await keep_both(installs)
    async with connected(server, installs) as (platform, _):
        for post in range(1, 4):
            await platform.show(sending(own("T1", "U1"), post))
            await platform.show(sending(own("T2", "U21"), post))
        tokens = [call.token for call in server.calls_of("chat.postMessage")]
        assert tokens == [FIRST, SECOND] * 3


async def test_the_program_serves_the_pages_of_the_installation(server: SlackServer, tmp_path: Path) -> None:
    settings = Settings(
        data_dir=tmp_path / "data",
        http_address="127.0.0.1:0",
        slack_client_id="client-id",
        slack_client_secret="client-secret",
        slack_app_token=server.app_token,
        slack_api_url=server.url,
    )
    async with running(settings) as lines:
        health, slack = lines
        assert slack == "Slack: every workspace that installs it (Socket Mode)"
        origin = health.split()[3].removesuffix("/healthz")
        async with ClientSession() as session:
            await Browser(origin, session).install(server, granted(FIRST, "T1", "UBOT"))
        await (await server.user_message("U1", "add TypeScript to my skills")).acked()
        await server.wait_until(lambda slack: bool(with_button(slack, "Approve")))
