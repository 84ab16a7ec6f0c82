"""Installing: Slack's OAuth, by which a workspace (or a whole organisation) brings its own bot token."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

import aiohttp
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.error import BoltError
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackClientError
from slack_sdk.oauth.installation_store import Installation as BoltInstallation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from adapters.slack.client import log, quiet_logger, web_client
from adapters.slack.examine import SCOPES
from core.errors import CountersignError

INSTALL_PATH: Final = "/slack/install"
REDIRECT_PATH: Final = "/slack/oauth_redirect"
STATE_SECONDS: Final = 600
"""How long somebody may take to say yes in Slack."""


@dataclass(frozen=True, slots=True)
class Installation:
    """The app in one workspace: its team id, or the id of an organisation that installed it as a whole."""

    workspace: str
    bot_user: str
    bot_id: str
    token: str = field(repr=False)


class Installs(Protocol):
    """Where installations are kept, and the states of those under way. Raises CountersignError."""

    async def save(self, installation: Installation) -> None:
        """Keep it, in the place of an earlier one of the same workspace."""
        ...

    async def find(self, workspace: str) -> Installation | None:
        """The installation of a workspace, as it is now."""
        ...

    async def remove(self, workspace: str, until: int) -> None:
        """Forget it, unless it was made after a time (ms)."""
        ...

    async def issue_state(self, seconds: int) -> str:
        """A fresh secret that can be taken once, for so long."""
        ...

    async def take_state(self, state: str) -> bool:
        """Whether it was issued, isn't too old, and wasn't taken before; it is taken now."""
        ...


@dataclass(frozen=True, slots=True)
class OAuth:
    """What lets workspaces install the app by themselves."""

    client_id: str
    client_secret: str = field(repr=False)
    installs: Installs


class _Installations(AsyncInstallationStore):
    """What Bolt's flow keeps an installation in. Requests look theirs up in `Installs` themselves."""

    def __init__(self, installs: Installs) -> None:
        self._installs = installs

    async def async_save(self, installation: BoltInstallation) -> None:
        is_whole = installation.is_enterprise_install
        workspace = installation.enterprise_id if is_whole else installation.team_id
        if not workspace or not installation.bot_token:
            raise BoltError("The installation brings no bot token.")
        try:
            await self._installs.save(
                Installation(
                    workspace,
                    installation.bot_user_id or "",
                    installation.bot_id or "",
                    installation.bot_token,
                )
            )
        except CountersignError as problem:
            log.error("An installation of Slack could not be kept: %s", problem.code)
            raise BoltError("The installation could not be kept.") from None
        log.info("Slack: installed in %s", workspace)


class _States(AsyncOAuthStateStore):
    """What Bolt's flow keeps its states in."""

    def __init__(self, installs: Installs) -> None:
        self._installs = installs

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        return await self._installs.issue_state(STATE_SECONDS)

    async def async_consume(self, state: str) -> bool:
        return await self._installs.take_state(state)


class Installing:
    """The two pages: one leads to Slack, which asks for consent; Slack leads back to the other."""

    def __init__(self, oauth: OAuth, session: aiohttp.ClientSession, url: str) -> None:
        # Slack leads back to the first redirect address in the app's own settings, so none is named here.
        settings = AsyncOAuthSettings(
            client_id=oauth.client_id,
            client_secret=oauth.client_secret,
            scopes=SCOPES,
            user_scopes=(),
            install_path=INSTALL_PATH,
            redirect_uri_path=REDIRECT_PATH,
            install_page_rendering_enabled=False,
            installation_store=_Installations(oauth.installs),
            installation_store_bot_only=True,
            state_store=_States(oauth.installs),
            state_expiration_seconds=STATE_SECONDS,
            logger=quiet_logger(),
        )
        client = web_client(None, url, session)
        self._flow = AsyncOAuthFlow(client=client, logger=quiet_logger(), settings=settings)

    async def begin(self, request: web.Request) -> web.StreamResponse:
        """Lead to Slack, with a state that this browser must bring back."""
        return await _answer(self._flow.handle_installation, request)

    async def finish(self, request: web.Request) -> web.StreamResponse:
        """Swap what Slack gave for a token, and keep it; a forged, old or used state is refused."""
        return await _answer(self._flow.handle_callback, request)


async def _answer(
    handle: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]], request: web.Request
) -> web.StreamResponse:
    try:
        response = await to_aiohttp_response(await handle(await to_bolt_request(request)))
    except (CountersignError, SlackClientError, aiohttp.ClientError, TimeoutError, AttributeError) as problem:
        # AttributeError: the library asks a body that is a text for its members.
        log.warning("An installation of Slack failed: %s", type(problem).__name__)
        text = f"That didn't work. Please begin again at {INSTALL_PATH}."
        response = web.Response(status=503, text=text)
    response.headers["Cache-Control"] = "no-store"
    return response
