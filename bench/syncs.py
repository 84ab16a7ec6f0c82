"""Syncs: how often a disk is asked to make things durable, counted by strace on a process of its own."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from bench.presses import in_flight, stage
from bench.sizes import IN_FLIGHT
from bench.world import log_nowhere

MARK: Final = 1_000_000
"""A descriptor that is never open: syncing `MARK` + n begins segment n in the trace, by failing."""

SEGMENTS: Final = tuple((what, number) for what in ("unit", "press") for number in IN_FLIGHT)

ROOT: Final = Path(__file__).parent.parent


TRACE: Final = ("-f", "-e", "trace=fsync,fdatasync", "-e", "signal=none")


def syncs(world: Path, presses: int) -> dict[tuple[str, int], float] | None:
    """fsyncs and fdatasyncs per unit and per press, by what and how many are in flight.

    None where there is no strace, or it may not trace here. `presses` is how many a world has to press.
    """
    strace = shutil.which("strace")
    log = world.parent / "strace.log"
    child = [sys.executable, "-m", "bench.syncs", str(world)]
    for faster in ("--seccomp-bpf",), ():  # older ones don't know it; they stop at every system call
        if strace is not None:
            command = [strace, *faster, *TRACE, "-o", str(log), *child]
            if subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode == 0:
                counts = count(log.read_text(encoding="utf-8"))
                return {segment: counts[place] / presses for place, segment in enumerate(SEGMENTS)}
    return None


def count(log: str) -> list[int]:
    """Syncs in each segment of a trace; an odd mark ends what the even one before it began."""
    counts, segment = [0] * len(SEGMENTS), None
    for descriptor in re.findall(r"\bf(?:data)?sync\((\d+)", log):
        number = int(descriptor) - MARK
        if number >= 0:
            segment = None if number % 2 else number // 2
        elif segment is not None:
            counts[segment] += 1
    return counts


async def run(world: Path) -> None:
    """What is traced: every segment, between its marks."""
    for place, (what, number) in enumerate(SEGMENTS):
        async with stage(world, loops=what == "press") as here:
            if what == "unit":
                units = await here.units(here.cards)
                _mark(2 * place)
                await in_flight(number, units, here.app.store.commit)
            else:
                _mark(2 * place)
                await in_flight(number, here.cards, here.press)
            _mark(2 * place + 1)


def _mark(number: int) -> None:
    with suppress(OSError):
        os.fsync(MARK + number)


if __name__ == "__main__":
    log_nowhere()
    asyncio.run(run(Path(sys.argv[1])))
