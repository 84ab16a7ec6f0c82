"""Installs: the workspaces that installed the app in Slack, kept in the store with their tokens sealed."""

import secrets

from adapters.slack.install import Installation
from adapters.store.database import Database
from core import writes
from core.errors import LostRaceError
from core.ports import Clock
from core.unit import Unit


class StoredInstalls:
    """`adapters.slack.install.Installs` over the database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def save(self, installation: Installation) -> None:
        """Keep it, in the place of an earlier one of the same workspace."""
        content = {
            "bot_user": installation.bot_user,
            "bot_id": installation.bot_id,
            "token": installation.token,
        }
        now = self._clock.now()
        await self._database.run(Unit([writes.save_slack_installation(installation.workspace, content, now)]))

    async def find(self, workspace: str) -> Installation | None:
        """The installation of a workspace, as it is now."""
        rows = await self._database.rows("slack_installation", {"workspace": workspace})
        return Installation(workspace, **rows[0]["content"]) if rows else None

    async def remove(self, workspace: str, until: int) -> None:
        """Forget it, unless it was made after a time (ms)."""
        await self._database.run(Unit([writes.remove_slack_installation(workspace, until)]))

    async def issue_state(self, seconds: int) -> str:
        """A fresh secret that can be taken once, for so long."""
        state = secrets.token_urlsafe(32)
        now = self._clock.now()
        await self._database.run(Unit(writes.add_slack_state(state, now, now + seconds * 1000)))
        return state

    async def take_state(self, state: str) -> bool:
        """Whether it was issued, isn't too old, and wasn't taken before; it is taken now."""
        try:
            await self._database.run(Unit([writes.take_slack_state(state, self._clock.now())]))
        except LostRaceError:
            return False
        return True
