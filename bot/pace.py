"""Pace: how fast messages go to a conversation, and to a platform as a whole."""

from typing import Final

from aiolimiter import AsyncLimiter

from core.event import Conversation
from core.ports import Rate

KEPT: Final = 2_000
"""Limiters that are kept; of those beyond, the idle ones are dropped."""


class Pace:
    """Waits until a conversation may be sent to again; nobody waits for another conversation's pace."""

    def __init__(self) -> None:
        self._limiters: dict[str, tuple[AsyncLimiter, int]] = {}

    async def __call__(self, conversation: Conversation, rate: Rate) -> None:
        """Wait for the conversation's turn, then for the platform's."""
        where = f"{conversation.platform}|{conversation.workspace}|{conversation.channel}"
        await self._limiter(where, rate.burst, rate.burst * rate.seconds).acquire()
        overall = f"{conversation.platform}|{conversation.workspace}"
        await self._limiter(overall, max(1, int(rate.overall)), 1).acquire()

    def _limiter(self, name: str, number: int, seconds: float) -> AsyncLimiter:
        if name not in self._limiters:
            if len(self._limiters) >= KEPT:
                self._drop_idle()
            self._limiters[name] = (AsyncLimiter(number, seconds), number)
        return self._limiters[name][0]

    def _drop_idle(self) -> None:
        self._limiters = {
            name: (limiter, number)
            for name, (limiter, number) in self._limiters.items()
            if not limiter.has_capacity(number)
        }
