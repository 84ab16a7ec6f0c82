"""Slack as a Platform: starts and stops the connection, and hands what comes and goes to its workspace."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import aiohttp
from aiohttp import web
from slack_bolt.app.async_app import AsyncApp

from adapters.slack.app import PATH, Sockets, answer_http, build_app
from adapters.slack.client import API_URL, RefusedTokenError, check, log, new_session, to_base, web_client
from adapters.slack.install import INSTALL_PATH, REDIRECT_PATH, Installing, OAuth
from adapters.slack.workspace import Workspace
from adapters.slack.workspaces import InstalledWorkspaces, OneWorkspace, Workspaces
from core.door import Door
from core.errors import BusyError, DeliveryError, PersonError, SettingsError, UnreachableError
from core.event import Conversation
from core.ports import Rate, Sending, Shown, Traits
from core.show.view import Notice
from core.show.words import words

BURST: Final = 3
SECONDS_EACH: Final = 1.0
"""Slack takes a message a second in a channel, and a short burst."""
PER_SECOND: Final = 20.0
CONNECT_SECONDS: Final = 30.0
RECONNECT_SECONDS: Final = 10.0
RESEND_AFTER_MS: Final = 5_000
_TAKEN_AWAY: Final = frozenset({"account_inactive", "token_revoked"})
"""What Slack answers to the token of a workspace that uninstalled the app."""


def _now() -> int:
    return time.time_ns() // 1_000_000


class SlackPlatform:
    """`core.ports.Platform` over Slack's Web API, Socket Mode (with an app token) or HTTP (with a secret).

    Make it with the bot token of one workspace, or with `oauth` for every workspace that installs the app;
    `attach` the core's door, `start`; serve `routes()`.
    """

    name: Final = "slack"
    traits: Final = Traits(has_home=True, has_forms=True, is_remote=True, resend_after=RESEND_AFTER_MS)

    def __init__(
        self,
        bot_token: str | None,
        app_token: str | None = None,
        signing_secret: str | None = None,
        api_url: str | None = None,
        *,
        oauth: OAuth | None = None,
        now: Callable[[], int] = _now,
    ) -> None:
        self._bot_token = bot_token
        self._oauth = oauth
        self._app_token = app_token
        self._secret = signing_secret
        self._url = to_base(api_url or API_URL)
        self._now = now
        self._door: Door | None = None
        self._session: aiohttp.ClientSession | None = None
        self._workspaces: Workspaces | None = None
        self._installing: Installing | None = None
        self._app: AsyncApp | None = None
        self._sockets: Sockets | None = None
        self._connecting: asyncio.Task[None] | None = None

    def attach(self, door: Door) -> None:
        """The core, seen from here; before `start`."""
        self._door = door

    async def start(self) -> str:
        """Check the tokens, then listen; a line that says who we are there.

        Raises SettingsError with the variable to mend. Where Slack can't be reached it is tried again.
        """
        if not self._app_token and not self._secret:
            raise SettingsError(
                "SLACK_APP_TOKEN",
                "SLACK_APP_TOKEN (xapp-…, for Socket Mode) or SLACK_SIGNING_SECRET (for HTTP) is needed "
                "beside SLACK_BOT_TOKEN. Both stand in the app's settings at api.slack.com/apps.",
            )
        self._open(new_session())
        try:
            return await self._connect()
        except DeliveryError as problem:
            self._connecting = asyncio.create_task(self._keep_connecting())
            return f"Slack: {problem.message} I keep trying."
        except BaseException:
            await self.stop()
            raise

    def _open(self, session: aiohttp.ClientSession) -> None:
        assert self._door is not None, "attach comes first"
        self._session = session
        if self._oauth is None:
            assert self._bot_token is not None, "one of the two is there"
            self._workspaces = OneWorkspace(self._bot_token, session, self._url, self._door, self._now)
        else:
            installs = self._oauth.installs
            self._workspaces = InstalledWorkspaces(installs, session, self._url, self._door, self._now)
            self._installing = Installing(self._oauth, session, self._url)

    async def _connect(self) -> str:
        assert self._workspaces is not None, "start saw to it"
        assert self._session is not None, "start saw to it"
        who = await self._workspaces.check()
        # Its client has no token of its own, or the app would leave `authorize` aside.
        client = web_client(None, self._url, self._session)
        if self._app_token:  # a bad one never raises, it retries for ever
            await check(
                client.apps_connections_open(app_token=self._app_token),
                "SLACK_APP_TOKEN",
                "the app token (xapp-…, with the scope connections:write)",
            )
        self._app = build_app(client, self._workspaces, self._secret)
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
        return f"Slack: {who} ({way})"

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
        if self._workspaces is not None:
            await self._workspaces.close()
        if self._session is not None:
            await self._session.close()

    def routes(self) -> list[web.RouteDef]:
        """What HTTP mode serves, and where the app is installed; none in Socket Mode with one workspace."""
        requests = [] if self._app_token else [web.post(PATH, self._take)]
        if self._oauth is None:
            return requests
        return [*requests, web.get(INSTALL_PATH, self._install), web.get(REDIRECT_PATH, self._installed)]

    async def _take(self, request: web.Request) -> web.StreamResponse:
        if self._app is None:  # not started, or stopping: Slack sends it again
            return web.Response(status=503)
        return await answer_http(self._app, request)

    async def _install(self, request: web.Request) -> web.StreamResponse:
        if self._app is None or self._installing is None:
            return web.Response(status=503)
        return await self._installing.begin(request)

    async def _installed(self, request: web.Request) -> web.StreamResponse:
        if self._app is None or self._installing is None:
            return web.Response(status=503)
        return await self._installing.finish(request)

    async def is_connected(self) -> bool:
        """Whether Slack's requests reach us, as far as we can tell."""
        return self._app is not None and (self._sockets is None or await self._sockets.is_connected())

    def rate(self, conversation: Conversation) -> Rate | None:
        """A message a second in a channel, after a short burst."""
        return Rate(BURST, SECONDS_EACH, PER_SECOND)

    async def show(self, sending: Sending) -> Shown:
        """Show a Post, or bring it up to date; see `Platform.show`."""
        with self._reaching():
            return await (await self._at(sending.conversation)).show(sending)

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Take a Post away; see `Platform.fold`."""
        with self._reaching():
            await (await self._at(conversation)).fold(post, conversation, place)

    async def progress(self, conversation: Conversation, text: str) -> None:
        """The answer as far as it is written; dropped where nobody would see it."""
        with suppress(BusyError, UnreachableError):
            await (await self._at(conversation)).progress(conversation, text)

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """A line that the person alone sees; it may get lost."""
        with suppress(BusyError, UnreachableError):
            await (await self._at(conversation)).notice(conversation, notice)

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """The bytes of a file that a person sent; see `Platform.fetch`."""
        try:
            workspace = await self._at(conversation)
        except UnreachableError:
            raise PersonError("file_not_fetched", words("en").say("slack-file-not-fetched")) from None
        return await workspace.fetch(conversation, reference, most)

    async def _at(self, conversation: Conversation) -> Workspace:
        if self._app is None or self._workspaces is None:
            raise BusyError(RECONNECT_SECONDS)
        return await self._workspaces.at(conversation.workspace)

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        """A token that a workspace took away again is nothing that whoever runs this could mend."""
        try:
            yield
        except RefusedTokenError as problem:
            if self._oauth is not None and problem.reason in _TAKEN_AWAY:
                raise UnreachableError(problem.reason) from None
            raise
