"""Retention: what is kept for a while only is emptied or deleted when its time is over (guarantee 9)."""

import asyncio
from collections.abc import Callable
from typing import Final

from bot.watch import Watch
from core import writes
from core.event import Conversation, Event, Timer
from core.ports import Clock, Store
from core.unit import Unit

EVERY: Final = 3600.0
"""Seconds between looks."""

PARKED_DAYS: Final = 7
"""How long the content of a parked Event is kept, for an operator to hand it back."""

AT_ONCE: Final = 500
"""Cards that expire in one look."""

_DAY: Final = 86_400_000


async def sweep(store: Store, now: int, days: int) -> None:
    """Empty what was parked a week ago; forget the keys of Events handled `days` days ago."""
    parked = now - min(days, PARKED_DAYS) * _DAY
    unit = Unit().add(writes.empty_parked(parked), writes.remove_events(now - days * _DAY))
    await store.commit(unit)


async def expire(store: Store, now: int, days: int, wake: Callable[[str], None]) -> None:
    """Hand in a timer Event for each card that nobody decided in `days` days."""
    for proposal, revision, conversation, actor in await store.expirable(now - days * _DAY, AT_ONCE):
        event = Event(
            key=f"timer:expiry:{proposal}.{revision}",
            conversation=Conversation.from_id(conversation),
            actor=actor,
            at=now,
            body=Timer(name="expiry", subject=f"{proposal}.{revision}"),
        )
        await store.commit(Unit().add(writes.receive(event)))
        wake(conversation)


async def keep_sweeping(
    store: Store, clock: Clock, days: int, expiry_days: int, wake: Callable[[str], None], watch: Watch
) -> None:
    """Sweep for ever."""
    while True:
        try:
            await sweep(store, clock.now(), days)
            await expire(store, clock.now(), expiry_days, wake)
        except Exception as problem:  # the store can't be used now
            watch.loop_failed("retention", problem)
        await asyncio.sleep(EVERY)
