"""Figures: what is measured, in its order, and the lines that each is held to (`docs/performance.md`)."""

from collections.abc import Awaitable, Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Final, TypeAlias

from bench.chats import FLIGHT, bare_presses, slack_presses, telegram_presses
from bench.crowd import Presses
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
TELEGRAM_CPU: Final = (0.2, 0.35)
"""CPU of Telegram's client for a press over our transport, over the same with its default transport."""


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


async def slack(world: Path, sizes: Sizes) -> Lines:
    """The whole program on a loopback Slack, beside a Bolt app that only acknowledges."""
    rounds = [await slack_presses(world.parent, sizes.people) for _ in range(sizes.crowds)]
    busy, alone = [ours.busy for ours, _ in rounds], [ours.alone for ours, _ in rounds]
    bolt = [floor for _, floor in rounds]
    many = _flight(FLIGHT)
    return [
        _told(f"acknowledged, {many}, {sizes.people} busy", busy),
        _told(f"acknowledged, alone, {sizes.people} busy", alone),
        _told(f"acknowledged by Bolt doing nothing, {many}", bolt),
        Figure(f"acknowledged p50, {many} ÷ Bolt doing nothing", _late_ratios(busy, bolt, 50)),
        Figure(f"acknowledged p99, {many} ÷ Bolt doing nothing", _late_ratios(busy, bolt, 99)),
        Figure(f"whole press, {many} ÷ a click that Bolt acknowledges", _each_ratios(busy, bolt)),
        Figure(f"whole press, {many}: all busy ÷ nobody", _each_ratios(busy, [o.idle for o, _ in rounds])),
    ]


async def telegram(world: Path, sizes: Sizes) -> Lines:
    """The client alone and the whole program on a loopback Telegram, over our transport and its default."""
    bare: dict[bool, list[Presses]] = {True: [], False: []}
    whole: dict[bool, list[Presses]] = {True: [], False: []}
    alone, idle = [], []
    for _ in range(sizes.crowds):
        for is_ours in (True, False):
            bare[is_ours].append(await bare_presses(sizes.people, is_ours=is_ours))
            found = await telegram_presses(world.parent, sizes.people, is_ours=is_ours)
            whole[is_ours].append(found.busy)
            if is_ours:
                alone.append(found.alone)
                idle.append(found.idle)
    many = _flight(FLIGHT)
    return [
        _told(f"answered, {many}, {sizes.people} busy", whole[True]),
        _told(f"answered, alone, {sizes.people} busy", alone),
        _told(f"the same over the default transport, {many}", whole[False]),
        _told(f"by the client alone, {many}", bare[True]),
        _told(f"by the client alone over its default transport, {many}", bare[False]),
        Figure("the client's CPU per press ÷ over its default transport", _cpu_ratios(bare), *TELEGRAM_CPU),
        Figure(
            "the client's time per press ÷ over its default transport", _each_ratios(bare[True], bare[False])
        ),
        Figure("CPU per whole press ÷ over the default transport", _cpu_ratios(whole)),
        Figure("time per whole press ÷ over the default transport", _each_ratios(whole[True], whole[False])),
        Figure(f"whole press, {many}: all busy ÷ nobody", _each_ratios(whole[True], idle)),
    ]


def _told(what: str, rounds: Sequence[Presses]) -> str:
    """How presses went in all rounds together."""
    late = [seconds for each in rounds for seconds in each.answered]
    each, cpu = median(one.each for one in rounds), median(one.cpu for one in rounds)
    return (
        f"  {what}: p50 {_late(late, 50) * 1e3:.0f} ms, p99 {_late(late, 99) * 1e3:.0f} ms; "
        f"{1 / each:,.0f} presses a second, {cpu * 1e3:.1f} ms of CPU each"
    )


def _late(seconds: Sequence[float], percent: int) -> float:
    """So many percent came within this."""
    return quantiles(seconds, n=100, method="inclusive")[percent - 1] if len(seconds) > 1 else mean(seconds)


def _late_ratios(costs: Sequence[Presses], floors: Sequence[Presses], percent: int) -> list[float]:
    return ratios(*([_late(each.answered, percent) for each in rounds] for rounds in (costs, floors)))


def _each_ratios(costs: Sequence[Presses], floors: Sequence[Presses]) -> list[float]:
    return ratios([one.each for one in costs], [one.each for one in floors])


def _cpu_ratios(found: dict[bool, list[Presses]]) -> list[float]:
    return ratios([one.cpu for one in found[True]], [one.cpu for one in found[False]])


ALL: Final[tuple[tuple[str, Measure], ...]] = (
    ("One approval ÷ one raw durable commit of the same bytes (WAL, synchronous=FULL)", costs),
    ("Where the time of one press goes, alone", steps),
    ("fsync and fdatasync", disk),
    ("Bytes on disk, after a checkpoint", weight),
    ("Pure work on a 20 KB résumé", patching),
    ("Pictures beside presses", pictures),
    ("Slack: everybody waits for a slow model, and presses", slack),
    ("Telegram: everybody waits for a slow model, and presses", telegram),
)
