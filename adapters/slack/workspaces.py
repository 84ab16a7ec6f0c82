"""Workspaces: whose token a request or a Conversation goes by: the one of the settings, or each its own."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

import aiohttp

from adapters.slack.client import SlackClient, check, log
from adapters.slack.install import Installs
from adapters.slack.workspace import Workspace
from core.door import Door
from core.errors import UnreachableError

MOST_OPEN: Final = 500
"""Workspaces held at a time; of one that was let go nothing is lost but what is being written there."""


@dataclass(frozen=True, slots=True)
class Asker:
    """What a request says of where it comes from; an organisation's may name no workspace."""

    team: str | None
    enterprise: str | None
    is_organisation: bool

    @property
    def keys(self) -> tuple[str, ...]:
        """What its installation may be kept under, the likeliest first."""
        both = (self.enterprise, self.team) if self.is_organisation else (self.team, self.enterprise)
        return tuple(key for key in both if key)


class Workspaces(Protocol):
    """Finds the Workspace that something belongs to."""

    async def check(self) -> str:
        """Who we are and where, in words. Raises SettingsError, DeliveryError."""
        ...

    async def at(self, workspace: str) -> Workspace:
        """The one of a Conversation's `workspace`. Raises UnreachableError where it isn't installed."""
        ...

    async def of_request(self, asker: Asker) -> Workspace | None:
        """The one that a request comes from; None where it isn't installed."""
        ...

    async def left(self, asker: Asker, body: Mapping[str, Any]) -> None:
        """An Event that tells of an uninstallation, or of tokens that were revoked."""
        ...

    async def close(self) -> None:
        """Let what was begun end, for a moment."""
        ...


class OneWorkspace:
    """The one workspace of the token in the settings."""

    def __init__(
        self, bot_token: str, session: aiohttp.ClientSession, url: str, door: Door, now: Callable[[], int]
    ) -> None:
        self._own = Workspace(SlackClient(bot_token, session, url), door, now)

    async def check(self) -> str:
        """Asked once: were Slack asked at a request and that failed, Bolt would acknowledge all the same."""
        client = self._own.client
        who = await check(client.web.auth_test(), "SLACK_BOT_TOKEN", "the bot token (xoxb-…)")
        client.team = str(who["team_id"])
        client.bot_user = str(who["user_id"])
        client.bot_id = str(who.get("bot_id") or "")
        return f"@{who.get('user') or 'countersign'} in {who.get('team') or client.team}"

    async def at(self, workspace: str) -> Workspace:
        """The one there is."""
        return self._own

    async def of_request(self, asker: Asker) -> Workspace | None:
        """The one there is."""
        return self._own

    async def left(self, asker: Asker, body: Mapping[str, Any]) -> None:
        """Whoever runs this took it away, and knows."""

    async def close(self) -> None:
        """Let what was begun end, for a moment."""
        await self._own.close()


class InstalledWorkspaces:
    """Every workspace that installed the app. The store is asked each time: another process may write it."""

    def __init__(
        self,
        installs: Installs,
        session: aiohttp.ClientSession,
        url: str,
        door: Door,
        now: Callable[[], int],
    ) -> None:
        self._installs = installs
        self._session = session
        self._url = url
        self._door = door
        self._now = now
        self._open: OrderedDict[str, Workspace] = OrderedDict()
        self._closing: set[asyncio.Task[None]] = set()

    async def check(self) -> str:
        """Each token is checked as it comes in."""
        return "every workspace that installs it"

    async def at(self, workspace: str) -> Workspace:
        """The one of this id, with the token that is stored now."""
        found = await self._find(workspace)
        if found is None:
            raise UnreachableError("not_installed")
        return found

    async def of_request(self, asker: Asker) -> Workspace | None:
        """The workspace's own installation, or its organisation's."""
        for key in asker.keys:
            found = await self._find(key)
            if found is not None:
                return found
        return None

    async def _find(self, workspace: str) -> Workspace | None:
        installation = await self._installs.find(workspace)
        held = self._open.get(workspace)
        if held is not None and (installation is None or held.client.token != installation.token):
            self._let_go(workspace)
            held = None
        if installation is None:
            return None
        if held is None:
            client = SlackClient(
                installation.token,
                self._session,
                self._url,
                team=workspace,
                bot_user=installation.bot_user,
                bot_id=installation.bot_id,
            )
            held = self._open[workspace] = Workspace(client, self._door, self._now)
        self._open.move_to_end(workspace)
        if len(self._open) > MOST_OPEN:
            self._let_go(next(iter(self._open)))
        return held

    def _let_go(self, workspace: str) -> None:
        task = asyncio.create_task(self._open.pop(workspace).close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def left(self, asker: Asker, body: Mapping[str, Any]) -> None:
        """Forget the installation, unless the workspace has installed the app anew since."""
        event = body["event"]
        is_revoked = event["type"] == "tokens_revoked" and bool((event.get("tokens") or {}).get("bot"))
        if not asker.keys or not (is_revoked or event["type"] == "app_uninstalled"):
            return
        workspace = asker.keys[0]
        seconds = body.get("event_time")
        until = seconds * 1000 + 999 if isinstance(seconds, int) else self._now()
        await self._installs.remove(workspace, until)
        log.info("Slack: uninstalled in %s", workspace)

    async def close(self) -> None:
        """Let what was begun end, for a moment."""
        for workspace in list(self._open):
            self._let_go(workspace)
        await asyncio.gather(*self._closing, return_exceptions=True)
