"""Figures: what is measured, in its order, and the lines that each is held to (`docs/performance.md`)."""

from collections.abc import Awaitable, Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

from bench.drawing import approve_p95
from bench.figure import Figure, ratios
from bench.floor import raw_commits, size_of
from bench.patching import patch_costs
from bench.presses import WARM_UP, decision_cost, press_cost, stage, unit_cost
from bench.sizes import IN_FLIGHT, Sizes
from bench.steps import shares
from bench.syncs import syncs
from bench.weight import bytes_per_approval

Lines: TypeAlias = Sequence[Figure | str]
Measure: TypeAlias = Callable[[Path, Sizes], Awaitable[Lines]]

NO_LINES: Final = (None, None)
UNIT_LINES: Final = {1: (3.0, 4.0), 16: (1.2, 2.0)}
UNIT_SYNCS: Final = {1: (1.0, 1.05), 16: (0.2, 0.3), 64: (0.08, 0.12)}
PRESS_SYNCS: Final = {1: (3.0, 3.2), 16: (0.6, 0.9)}
LANGGRAPH_BYTES: Final = 41_100
"""Bytes that LangGraph's SQLite saver adds for the same approval (one node, after a checkpoint)."""


async def costs(world: Path, sizes: Sizes) -> Lines:
    """A Unit, a decision and a whole press over one raw commit of the Unit's bytes; presses a second."""
    most = sizes.conversations - WARM_UP
    async with stage(world, loops=False) as here:
        [event] = await here.receive(here.cards[:1])
        await here.decide(event)
        size = size_of(here.database.last)
    floors: list[float] = []
    seconds: dict[tuple[str, int], list[float]] = {}
    times: dict[tuple[str, int], list[float]] = {}
    for _ in range(sizes.rounds):
        for name, measure in (("unit", unit_cost), ("decision", decision_cost), ("press", press_cost)):
            for number in IN_FLIGHT:
                before = raw_commits(world.parent, size, sizes.floor)
                spent = await measure(world, number, sizes.alone if number == 1 else most)
                floor = (before + raw_commits(world.parent, size, sizes.floor)) / 2
                floors.append(floor)
                seconds.setdefault((name, number), []).append(spent)
                times.setdefault((name, number), []).append(spent / floor)
    pure = patch_costs(sizes.repeats)["floor"]
    lines: list[Figure | str] = [
        f"  here and now a raw commit of {size:,} bytes takes {median(floors) * 1e6:,.0f} µs,",
        f"  and reading and writing a 20 KB résumé by orjson {pure * 1e6:,.0f} µs (about 60",
        "  where the aims were set: they compare work with a disk, so a slower processor makes all larger)",
    ]
    lines += [
        Figure(f"{name}, {_flight(number)}", found, *_unit_lines(name, number))
        for (name, number), found in times.items()
    ]
    lines += [
        f"  presses a second, {_flight(number)}: {1 / median(seconds['press', number]):,.0f}"
        for number in IN_FLIGHT
    ]
    return lines


def _unit_lines(name: str, number: int) -> tuple[float | None, float | None]:
    return UNIT_LINES.get(number, NO_LINES) if name == "unit" else NO_LINES


def _flight(number: int) -> str:
    return "alone" if number == 1 else f"{number} in flight"


async def steps(world: Path, sizes: Sizes) -> Lines:
    """Where the time of one whole press goes."""
    spent = await shares(world, sizes.alone)
    whole = sum(spent.values())
    ordered = sorted(spent.items(), key=lambda step: -step[1])
    return [f"  {step:<16} {seconds / whole:>6.1%}" for step, seconds in ordered]


async def disk(world: Path, sizes: Sizes) -> Lines:
    """fsyncs, where strace is there to count them."""
    counted = syncs(world, sizes.conversations - WARM_UP)
    if counted is None:
        return ["  not counted: strace isn't installed, or may not trace here"]
    lines = {"unit": UNIT_SYNCS, "press": PRESS_SYNCS}
    return [
        Figure(f"fsyncs per {what}, {_flight(number)}", [each], *lines[what].get(number, NO_LINES))
        for (what, number), each in counted.items()
    ]


async def weight(world: Path, sizes: Sizes) -> Lines:
    """Bytes on disk, over LangGraph's as measured once."""
    each = await bytes_per_approval(world, sizes.approvals)
    share = each["file"] / LANGGRAPH_BYTES
    return [
        f"  {each['file']:,.0f} bytes per approval, of them {each['versions']:,.0f} the version itself",
        Figure("bytes per approval ÷ LangGraph's 41 KB", [share], 0.1, 0.15),
    ]


async def patching(_: Path, sizes: Sizes) -> Lines:
    """Pure work."""
    rounds = [patch_costs(sizes.repeats) for _ in range(sizes.rounds * 3)]
    parts = ("patch", "merge", "parse")
    together = [sum(each[part] for part in parts) / each["floor"] for each in rounds]
    return [
        Figure("patch + merge + parse of 5 operations ÷ orjson loads+dumps", together, 4, 6),
        *(Figure(f"of it {part}", [each[part] / each["floor"] for each in rounds]) for part in parts),
    ]


async def pictures(world: Path, sizes: Sizes) -> Lines:
    """Approve's slowest of twenty, beside a thread that draws."""
    if find_spec("adapters.documents.picture") is None:
        return ["  not measured: there are no pictures yet"]
    with_them, without = [], []
    for _ in range(sizes.rounds):
        without.append(await approve_p95(world, sizes.alone, drawing=False))
        with_them.append(await approve_p95(world, sizes.alone, drawing=True))
    return [Figure("approve p95 while pictures are drawn ÷ without", ratios(with_them, without), 1.2, 1.5)]


ALL: Final[tuple[tuple[str, Measure], ...]] = (
    ("One approval ÷ one raw durable commit of the same bytes (WAL, synchronous=FULL)", costs),
    ("Where the time of one press goes, alone", steps),
    ("fsync and fdatasync", disk),
    ("Bytes on disk, after a checkpoint", weight),
    ("Pure work on a 20 KB résumé", patching),
    ("Pictures beside presses", pictures),
)
