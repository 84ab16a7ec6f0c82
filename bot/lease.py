"""Lease: one process at a time does what only one may do, such as polling with a bot's token."""

import asyncio
from typing import Final

from bot.watch import Watch
from core import writes
from core.errors import LostRaceError
from core.ports import Clock, Store
from core.unit import Unit

GOOD_FOR: Final = 10_000
"""Milliseconds for which a lease is held; after that another process takes over."""

EVERY: Final = 3.0
"""Seconds between renewals."""


class Lease:
    """Claims a name until a time, and goes on claiming it; `holder` is this process."""

    def __init__(self, store: Store, clock: Clock, name: str, holder: str, watch: Watch) -> None:
        self._store = store
        self._clock = clock
        self._name = name
        self._holder = holder
        self._watch = watch
        self._until = 0
        self._keeping: asyncio.Task[None] | None = None

    async def is_held(self) -> bool:
        """Whether this process holds it now; the first call begins to claim it."""
        if self._keeping is None:
            await self._claim()
            self._keeping = asyncio.create_task(self._keep())
        return self._clock.now() < self._until

    async def end(self) -> None:
        """Give it up, so that another process needn't wait."""
        if self._keeping is None:
            return
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)
        await self._store.commit(Unit([writes.end_lease(self._name, self._holder)]))

    async def _claim(self) -> None:
        now = self._clock.now()
        try:
            await self._store.commit(
                Unit([writes.claim_lease(self._name, self._holder, now, now + GOOD_FOR)])
            )
            self._until = now + GOOD_FOR
        except LostRaceError:  # another process holds it
            self._until = 0
        except Exception as problem:  # the store can't be written now; what is held runs out by itself
            self._watch.loop_failed("lease", problem)

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self._claim()
