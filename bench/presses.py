"""Presses: approvals of a shown card, from the Event on; one after another, or many in flight."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, TypeVar

from bench.world import Card, Watched, app_in, copy
from bot.wiring import App
from core import writes
from core.event import Event
from core.show.view import Notice
from core.unit import Unit

T = TypeVar("T")

WARM_UP = 2
"""Cards of each world that are pressed before anything is measured."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds of one press: until its notice came back, and until its card was noted as sent."""

    notice: float
    whole: float


@dataclass(frozen=True, slots=True)
class Stage:
    """A running program on a fresh copy of a world, warm, with the cards that are left to press."""

    app: App
    database: Watched
    cards: Sequence[Card]

    async def press(self, card: Card) -> Spent:
        """Press Approve, and wait until the card's new state was sent and noted."""
        noted, started = self.database.noted(card.post), perf_counter()
        notice = await self.app.lanes.receive(card.press(self.app.clock.now()))
        told = perf_counter()
        check(notice)
        await noted
        return Spent(told - started, perf_counter() - started)

    async def receive(self, cards: Sequence[Card]) -> list[Event]:
        """Only store the Events of presses."""
        events = [card.press(self.app.clock.now()) for card in cards]
        for event in events:
            await self.app.store.commit(Unit().add(writes.receive(event)))
        return events

    async def decide(self, event: Event) -> None:
        """Decide a stored press: read, judge, commit."""
        check((await self.app.desk.handle(event)).notice)

    async def units(self, cards: Sequence[Card]) -> list[Unit]:
        """The Units that these presses come to, not committed."""
        events = await self.receive(cards)
        kept: list[Unit] = []

        async def keep(unit: Unit) -> None:
            kept.append(unit)

        store: Any = self.app.store
        store.commit = keep
        for event in events:
            await self.decide(event)
        del store.commit
        return kept


@asynccontextmanager
async def stage(world: Path, *, loops: bool) -> AsyncIterator[Stage]:
    """A Stage in a folder of its own; with `loops` the lanes and the postman run, as in the program."""
    with TemporaryDirectory(dir=world.parent) as folder:
        cards = copy(world, Path(folder) / "world")
        async with app_in(Path(folder) / "world") as (app, database, _):
            if loops:
                await app.start()
            made = Stage(app, database, cards[WARM_UP:])
            for card in cards[:WARM_UP]:
                if loops:
                    await made.press(card)
                else:
                    [event] = await made.receive([card])
                    await made.decide(event)
            yield made


async def in_flight(number: int, work: Sequence[T], do: Callable[[T], Awaitable[object]]) -> float:
    """Seconds for each piece of work with `number` of them under way at any time."""
    waiting = iter(work)

    async def worker() -> None:
        for piece in waiting:
            await do(piece)

    started = perf_counter()
    await asyncio.gather(*(worker() for _ in range(number)))
    return (perf_counter() - started) / len(work)


async def press_cost(world: Path, number: int, most: int) -> float:
    """Seconds of a whole press with `number` in flight."""
    async with stage(world, loops=True) as here:
        return await in_flight(number, here.cards[:most], here.press)


async def decision_cost(world: Path, number: int, most: int) -> float:
    """Seconds of a decision: a stored press read, judged and committed."""
    async with stage(world, loops=False) as here:
        return await in_flight(number, await here.receive(here.cards[:most]), here.decide)


async def unit_cost(world: Path, number: int, most: int) -> float:
    """Seconds of the decision's Unit alone, from core's values to durable."""
    async with stage(world, loops=False) as here:
        return await in_flight(number, await here.units(here.cards[:most]), here.app.store.commit)


def check(notice: Notice | None) -> None:
    """Whether a press was approved; a bench of anything else would be worth nothing."""
    assert notice is not None, "a press is answered"
    assert notice.tone == "plain", "the press was approved"
