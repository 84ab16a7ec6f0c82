"""Retention: what is kept for a while only is emptied or deleted when its time is over (guarantee 9)."""

import asyncio
from typing import Final

from bot.watch import Watch
from core import writes
from core.ports import Clock, Store
from core.unit import Unit

EVERY: Final = 3600.0
"""Seconds between looks."""

PARKED_DAYS: Final = 7
"""How long the content of a parked Event is kept, for an operator to hand it back."""

_DAY: Final = 86_400_000


async def sweep(store: Store, now: int, days: int) -> None:
    """Empty what was parked a week ago; forget the keys of Events handled `days` days ago."""
    parked = now - min(days, PARKED_DAYS) * _DAY
    unit = Unit().add(writes.empty_parked(parked), writes.remove_events(now - days * _DAY))
    await store.commit(unit)


async def keep_sweeping(store: Store, clock: Clock, days: int, watch: Watch) -> None:
    """Sweep for ever."""
    while True:
        try:
            await sweep(store, clock.now(), days)
        except Exception as problem:  # the store can't be used now
            watch.loop_failed("retention", problem)
        await asyncio.sleep(EVERY)
