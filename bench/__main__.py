"""`python -m bench`: measure, and print each figure with its aim and the line past which we refuse it."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from bench import figures
from bench.figure import Figure
from bench.sizes import LONG, SHORT
from bench.world import build, log_nowhere


async def main(*, is_long: bool, folder: Path | None) -> list[Figure]:
    """Measure and print everything; the figures that were measured."""
    sizes = LONG if is_long else SHORT
    log_nowhere()
    found: list[Figure] = []
    with TemporaryDirectory(prefix="countersign-bench", dir=folder) as place:
        world = Path(place) / "world"
        world.mkdir()
        await build(world, sizes.conversations)
        for title, measure in figures.ALL:
            started = monotonic()
            print(f"\n{title}", flush=True)
            for line in await measure(world, sizes):
                print(line, flush=True)
                if isinstance(line, Figure):
                    found.append(line)
            print(f"  ({monotonic() - started:.0f} s)", flush=True)
    return found


def refused(found: list[Figure]) -> Iterator[Figure]:
    """Figures past their line."""
    return (figure for figure in found if figure.standing == "REFUSED")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench", description="What a press costs.")
    parser.add_argument("--long", action="store_true", help="more rounds, more presses")
    parser.add_argument("--strict", action="store_true", help="fail when a figure is past its refusal line")
    parser.add_argument("--folder", type=Path, help="where to write: another disk, or one in memory")
    given = parser.parse_args()
    past = list(refused(asyncio.run(main(is_long=given.long, folder=given.folder))))
    print(f"\n{len(past)} past their refusal line." if past else "\nNone past its refusal line.")
    sys.exit(1 if past and given.strict else 0)
