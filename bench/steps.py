"""Steps: where the time of one press goes, as shares of the whole; each moment counts for one step only."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import iscoroutinefunction
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from adapters.store import sqlite
from bench.presses import stage
from core.desk import Desk, approving
from core.show.postman import Postman
from core.show.render import Renderer
from core.unit import Unit

PLACES: Final[tuple[tuple[Any, str, str], ...]] = (
    (Desk, "handle", "decide"),
    (approving, "judge", "judge"),
    (approving, "target_of", "patch"),
    (approving, "parse", "parse"),
    (sqlite, "to_steps", "encode"),
    (Renderer, "render", "render"),
    (Postman, "deliver", "deliver"),
)
"""Where a press comes by, and the step that this is; reads and commits are told apart by who asks."""


@dataclass(slots=True)
class _Span:
    """What runs now, and how much of it ran for something inside it."""

    step: str
    inside: float = 0.0


_now: ContextVar[_Span | None] = ContextVar("now", default=None)


@dataclass(slots=True)
class Clock:
    """Adds up seconds by step; a span inside another is not counted for the outer one too."""

    spent: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def span(self, step: str) -> Iterator[None]:
        """Count what happens here for this step."""
        outer, here = _now.get(), _Span(step)
        token, started = _now.set(here), perf_counter()
        try:
            yield
        finally:
            lasted = perf_counter() - started
            _now.reset(token)
            self.spent[step] += lasted - here.inside
            if outer is not None:
                outer.inside += lasted

    def call(self, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, counted."""

        def counted(*arguments: object, **named: object) -> object:
            with self.span(step):
                return function(*arguments, **named)

        return counted

    def coroutine(
        self, step: str | Callable[..., str], function: Callable[..., Awaitable[Any]]
    ) -> Callable[..., Awaitable[Any]]:
        """The coroutine function, counted; `step` may depend on what it is called with."""

        async def counted(*arguments: object, **named: object) -> object:
            with self.span(step if isinstance(step, str) else step(*arguments)):
                return await function(*arguments, **named)

        return counted


async def shares(world: Path, presses: int) -> dict[str, float]:
    """Seconds of a press by step, presses one after another; what no step has is `between`."""
    clock = Clock()
    whole = 0.0
    with _watched(clock):
        async with stage(world, loops=True) as here:
            database = here.database.inner
            watched: Any = database  # its methods are replaced for as long as this stage stands
            watched.run = clock.coroutine(_commit_step, database.run)
            watched.rows = clock.coroutine(_read_step, database.rows)
            clock.spent.clear()
            for card in here.cards[:presses]:
                whole += (await here.press(card)).whole
            spent = {step: seconds / presses for step, seconds in clock.spent.items()}
    spent["between"] = max(0.0, whole / presses - sum(spent.values()))
    return spent


@contextmanager
def _watched(clock: Clock) -> Iterator[None]:
    """Count what a press is made of; everything is as it was afterwards."""
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in PLACES]
    try:
        for (owner, name, function), (_, _, step) in zip(before, PLACES, strict=True):
            count = clock.coroutine if iscoroutinefunction(function) else clock.call
            setattr(owner, name, count(step, function))
        yield
    finally:
        for owner, name, function in before:
            setattr(owner, name, function)


def _commit_step(unit: Unit) -> str:
    names = {write.statement for write in unit.writes}
    if "receive" in names:
        return "receive"
    return "commit" if "finish_event" in names else "note"


def _read_step(*_: object) -> str:
    span = _now.get()
    if span is not None and span.step in ("render", "deliver"):
        return "read to render"
    return "read" if span is not None and span.step == "decide" else "read the inbox"
