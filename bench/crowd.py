"""A crowd: a loopback platform and its people in a process of their own, told what to do line by line."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 120
"""Seconds that one order may take: never the limit here."""


@dataclass(frozen=True, slots=True)
class Presses:
    """What a crowd saw of its presses, in seconds: until each was answered, and what each took in all.

    `cpu` is what each cost this process, which is the platform's client; the platform has its own.
    """

    answered: list[float]
    each: float
    cpu: float


class Crowd:
    """The crowd as seen from here; `settings` are those of a program that talks to its platform."""

    def __init__(self, process: asyncio.subprocess.Process, settings: dict[str, str]) -> None:
        self._process = process
        self.settings = settings

    async def do(self, order: str, **how: object) -> Any:  # noqa: ANN401  # as each order has it
        """Have the crowd do something, and wait until it is done."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": order, **how}).encode() + b"\n")
        return await heard(self._process)

    async def press(self, first: int, last: int, in_flight: int, order: str = "press") -> Presses:
        """Have these people press, so many at a time."""
        before = process_time()
        found = await self.do(order, first=first, last=last, in_flight=in_flight)
        spent = process_time() - before
        return Presses(found["answered"], found["each"], spent / (last - first))


async def heard(process: asyncio.subprocess.Process) -> Any:  # noqa: ANN401  # JSON
    """The next line of a crowd."""
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    assert line, "the crowd ended; what was wrong stands above"
    return json.loads(line)


@asynccontextmanager
async def crowd(platform: str, people: int) -> AsyncIterator[Crowd]:
    """A crowd of so many on `slack` or `telegram`; it ends with its input."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", f"bench.crowd_{platform}", str(people),
        cwd=ROOT, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**22,
    )  # fmt: skip
    assert process.stdin is not None
    try:
        yield Crowd(process, await heard(process))
    finally:
        process.stdin.close()
        await process.wait()


async def obey(people: Any) -> None:  # noqa: ANN401  # its coroutines are the orders
    """In the crowd's own process: do what each line says, and tell the outcome, until there are no more."""
    print(json.dumps(people.settings), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        order = json.loads(line)
        outcome = await getattr(people, order.pop("do"))(**order)
        print(json.dumps(outcome), flush=True)
