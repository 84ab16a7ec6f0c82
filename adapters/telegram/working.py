"""The message of a Job under way: what is written so far, now and then, and that we are typing."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from telegram.error import TelegramError

from adapters.telegram.markup import Markup
from adapters.telegram.render import draw_working
from adapters.telegram.request import TooFastError
from core.show.view import WorkingView

LOOK_SECONDS: Final = 0.25
EDIT_SECONDS: Final = 2.0
"""Edits come out of the same allowance as messages, so they keep this far apart."""
MOST_EDITS: Final = 15
SLOW_SECONDS: Final = 10.0
"""How far apart edits are once there were so many."""
TYPING_SECONDS: Final = 4.0
"""Telegram shows for five that we are typing."""
LONGEST_SECONDS: Final = 600.0

Edit = Callable[[Markup], Awaitable[None]]
"""Puts a text in the place of the one that stands there."""


@dataclass(slots=True)
class Working:
    """One such message: where it stands, and what is to be told in it."""

    place: str
    view: WorkingView
    edit: Edit
    type: Callable[[], Awaitable[None]]
    written: str = ""
    _shown: str = ""
    _edits: int = 0
    _not_before: float = field(default_factory=lambda: time.monotonic() + EDIT_SECONDS)
    _type_at: float = 0.0

    async def run(self) -> None:
        """Keep it up to date until it is cancelled."""
        end = time.monotonic() + LONGEST_SECONDS
        while (now := time.monotonic()) < end:
            try:
                await self._step(now)
            except TooFastError as problem:
                self._not_before = self._type_at = now + problem.seconds
            except TelegramError:  # it may be gone already; what counts comes as a message of its own
                self._not_before = now + SLOW_SECONDS
            await asyncio.sleep(LOOK_SECONDS)

    async def _step(self, now: float) -> None:
        if self.written != self._shown and now >= self._not_before:
            self._edits += 1
            self._not_before = now + (EDIT_SECONDS if self._edits < MOST_EDITS else SLOW_SECONDS)
            self._shown = self.written
            await self.edit(draw_working(self.view, self._shown))
        elif now >= self._type_at:
            self._type_at = now + TYPING_SECONDS
            await self.type()
