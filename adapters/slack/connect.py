"""Slack as a Platform: starts and stops the connection, and shows Posts in the place that each view has."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Final

from aiohttp import ClientError, web
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.app import PATH, Sockets, answer_http, build_app
from adapters.slack.blocks import Drawn
from adapters.slack.client import API_URL, SlackClient, ask, log
from adapters.slack.files import Files
from adapters.slack.forms import Forms
from adapters.slack.home import render_home
from adapters.slack.intake import Intake, tell
from adapters.slack.interact import home_place
from adapters.slack.message import render_message
from adapters.slack.posts import Posts
from adapters.slack.progress import ORPHAN_MS, STATUS, Progress
from core.door import Door
from core.errors import BusyError, DeliveryError, SettingsError, UnknownOutcomeError, UnreachableError
from core.event import Actor, Conversation
from core.ports import Rate, Sending, Shown, Traits
from core.show.view import FileView, HomeView, Notice, TextView, WorkingView
from core.show.words import Words, words

HOME: Final = "home:"
BURST: Final = 3
SECONDS_EACH: Final = 1.0
"""Slack takes a message a second in a channel, and a short burst."""
PER_SECOND: Final = 20.0
CONNECT_SECONDS: Final = 30.0
RECONNECT_SECONDS: Final = 10.0
RESEND_AFTER_MS: Final = 5_000


def _now() -> int:
    return time.time_ns() // 1_000_000


class SlackPlatform:
    """`core.ports.Platform` over Slack's Web API, Socket Mode (with an app token) or HTTP (with a secret).

    Make it, `attach` the core's door, `start`; in HTTP mode serve `routes()`. One workspace.
    """

    name: Final = "slack"
    traits: Final = Traits(has_home=True, has_forms=True, is_remote=True, resend_after=RESEND_AFTER_MS)

    def __init__(
        self,
        bot_token: str,
        app_token: str | None = None,
        signing_secret: str | None = None,
        api_url: str | None = None,
        *,
        now: Callable[[], int] = _now,
    ) -> None:
        self._app_token = app_token
        self._secret = signing_secret
        self._now = now
        self._client = SlackClient(bot_token, api_url or API_URL)
        self._posts = Posts(self._client, now)
        self._files = Files(self._client, self._posts)
        self._progress = Progress(self._client, self._posts, now)
        self._working: set[int] = set()
        self._door: Door | None = None
        self._forms: Forms | None = None
        self._intake: Intake | None = None
        self._app: AsyncApp | None = None
        self._sockets: Sockets | None = None
        self._connecting: asyncio.Task[None] | None = None

    def attach(self, door: Door) -> None:
        """The core, seen from here; before `start`."""
        self._door = door
        self._forms = Forms(self._client, door, self._now)
        self._intake = Intake(self._client, door, self._forms, self._progress, self._now)

    async def start(self) -> str:
        """Check both tokens, then listen; a line that says who we are there.

        Raises SettingsError with the variable to mend. Where Slack can't be reached it is tried again.
        """
        assert self._intake is not None, "attach comes first"
        if not self._app_token and not self._secret:
            raise SettingsError(
                "SLACK_APP_TOKEN",
                "SLACK_APP_TOKEN (xapp-…, for Socket Mode) or SLACK_SIGNING_SECRET (for HTTP) is needed "
                "beside SLACK_BOT_TOKEN. Both stand in the app's settings at api.slack.com/apps.",
            )
        await self._client.open()
        try:
            return await self._connect()
        except DeliveryError as problem:
            self._connecting = asyncio.create_task(self._keep_connecting())
            return f"Slack: {problem.message} I keep trying."
        except BaseException:
            await self.stop()
            raise

    async def _connect(self) -> str:
        assert self._intake is not None, "start saw to it"
        name, workspace = await self._check_tokens()
        self._app = build_app(self._client, self._intake, self._secret)
        if self._app_token:
            sockets = Sockets(self._app, self._app_token)
            try:
                await asyncio.wait_for(sockets.open(), CONNECT_SECONDS)  # it would try for ever by itself
            except TimeoutError:
                await sockets.close()
                self._app = None
                raise DeliveryError("no_answer", "Slack gives no connection.") from None
            self._sockets = sockets
        way = "Socket Mode" if self._app_token else "HTTP"
        return f"Slack: @{name} in {workspace} ({way})"

    async def _keep_connecting(self) -> None:
        while True:
            await asyncio.sleep(RECONNECT_SECONDS)
            try:
                log.info(await self._connect())
                return
            except DeliveryError:
                continue
            except SettingsError as problem:  # a token revoked meanwhile; whoever runs this must see it
                log.error(problem.message)

    async def _check_tokens(self) -> tuple[str, str]:
        """Our name and the workspace's. Asked first: a bad app token never raises, it retries for ever."""
        web_client = self._client.web
        who = await _check(web_client.auth_test(), "SLACK_BOT_TOKEN", "the bot token (xoxb-…)")
        self._client.team = str(who["team_id"])
        self._client.bot_user = str(who["user_id"])
        self._client.bot_id = str(who.get("bot_id") or "")
        if self._app_token:
            await _check(
                web_client.apps_connections_open(app_token=self._app_token),
                "SLACK_APP_TOKEN",
                "the app token (xapp-…, with the scope connections:write)",
            )
        return str(who.get("user") or "countersign"), str(who.get("team") or self._client.team)

    async def stop(self) -> None:
        """Hang up. What was acknowledged is stored; what wasn't comes again."""
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
            self._connecting = None
        self._app = None
        if self._sockets is not None:
            await self._sockets.close()
            self._sockets = None
        if self._intake is not None:
            await self._intake.close()
        await self._progress.close()
        await self._client.close()

    def routes(self) -> list[web.RouteDef]:
        """What HTTP mode serves; none in Socket Mode."""
        return [] if self._app_token else [web.post(PATH, self._take)]

    async def _take(self, request: web.Request) -> web.StreamResponse:
        if self._app is None:  # not started, or stopping: Slack sends it again
            return web.Response(status=503)
        return await answer_http(self._app, request)

    async def is_connected(self) -> bool:
        """Whether Slack's requests reach us, as far as we can tell."""
        return self._app is not None and (self._sockets is None or await self._sockets.is_connected())

    def rate(self, conversation: Conversation) -> Rate | None:
        """A message a second in a channel, after a short burst."""
        return Rate(BURST, SECONDS_EACH, PER_SECOND)

    async def show(self, sending: Sending) -> Shown:
        """Show a Post, or bring it up to date; see `Platform.show`."""
        self._need_connection()
        say = await self._say(sending.conversation)
        match sending.view:
            case HomeView():
                return await self._show_home(sending, sending.view, say)
            case FileView():
                return await self._show_file(sending, sending.view)
            case WorkingView():
                return await self._show_working(sending, sending.view, say)
        drawn = render_message(sending.view, say, self._year())
        is_answer = isinstance(sending.view, TextView) and sending.view.by == "assistant"
        if is_answer and not sending.place:
            begun = await self._progress.take_over(sending.conversation)
            if begun is not None:
                place = await self._posts.update(sending.post, sending.conversation, drawn, str(begun))
                self._progress.taken(sending.conversation)
                return Shown(place)
        return Shown(await self._put(sending, drawn), drawn.is_cut)

    async def _put(self, sending: Sending, drawn: Drawn) -> str:
        if sending.place and not sending.place.endswith(f":{STATUS}"):
            return await self._posts.update(sending.post, sending.conversation, drawn, sending.place)
        return await self._posts.send(sending.post, sending.conversation, drawn, sending.tried_at)

    async def _show_home(self, sending: Sending, home: HomeView, say: Words) -> Shown:
        """Published as often as needed: the same again does no harm."""
        user = sending.conversation.channel
        try:
            await ask(self._client.web.views_publish(user_id=user, view=render_home(home, say)))
        except UnknownOutcomeError:
            raise DeliveryError("no_answer", "Slack gave no answer.") from None
        except UnreachableError as problem:
            if problem.reason != "not_enabled":  # the app has no Home tab, which closes no conversation
                raise
        return Shown(home_place(user))

    async def _show_file(self, sending: Sending, file: FileView) -> Shown:
        """A file is handed over once; it doesn't change."""
        if sending.place:
            return Shown(sending.place)
        assert self._door is not None, "attach comes first"
        made = await self._door.files(sending.post)
        if not made:
            return Shown("")
        comment, tried_at = file.headline, sending.tried_at
        return Shown(await self._files.send(sending.conversation, made, comment, tried_at))

    async def _show_working(self, sending: Sending, view: WorkingView, say: Words) -> Shown:
        self._working.add(sending.post)
        if not sending.place or sending.place.endswith(f":{STATUS}"):
            place = await self._progress.work(sending.conversation, view)
            if place is not None:
                return Shown(place)
        return Shown(await self._put(sending, render_message(view, say, self._year())))

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Take a Post away; see `Platform.fold`."""
        self._need_connection()
        if post in self._working or place.endswith(f":{STATUS}"):
            self._working.discard(post)
            await self._progress.idle(conversation, place)
        if place.startswith(HOME) or place.endswith(f":{STATUS}"):
            return
        if not place:
            found = await self._posts.find(post, conversation, self._now() - ORPHAN_MS)
            place = "" if found is None else str(found)
        if place:
            await self._posts.delete(place)

    async def progress(self, conversation: Conversation, text: str) -> None:
        """The answer as far as it is written."""
        await self._progress.write(conversation, text)

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """A line that the person alone sees; it may get lost."""
        await tell(self._client, conversation, notice)

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """The bytes of a file that a person sent; see `Platform.fetch`."""
        self._need_connection()
        return await self._files.fetch(reference, most, await self._say(conversation))

    def _need_connection(self) -> None:
        if self._app is None:
            raise BusyError(RECONNECT_SECONDS)

    async def _say(self, conversation: Conversation) -> Words:
        if self._forms is None or not conversation.channel.startswith(("U", "W")):
            return words("en")
        workspace, user = conversation.workspace, conversation.channel
        return await self._forms.say(Actor(platform="slack", workspace=workspace, user=user))

    def _year(self) -> int:
        return datetime.fromtimestamp(self._now() / 1000, UTC).year


async def _check(call: Awaitable[AsyncSlackResponse], variable: str, what: str) -> dict[str, Any]:
    """The answer to a call that needs nothing but a good token."""
    try:
        return (await call).data  # type: ignore[return-value]  # a body that is no object is a SlackApiError
    except SlackApiError as problem:
        body = problem.response.data
        code = str(body.get("error") or "") if isinstance(body, dict) else ""
        if not code or code in ("ratelimited", "internal_error", "fatal_error"):
            raise DeliveryError("no_answer", "Slack gave no answer. Try again in a minute.") from None
        sentence = f"Slack refuses {what} in {variable}: {code}. Copy it anew from api.slack.com/apps."
        raise SettingsError(variable, sentence) from None
    except (ClientError, TimeoutError):
        raise DeliveryError(
            "no_answer", "Slack can't be reached. Check the network, or SLACK_API_URL."
        ) from None
