"""Commands of the real program, run to their end in a folder of their own."""

import asyncio
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.program import ROOT


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    problems: str


async def command(folder: Path, *arguments: str, **environment: str) -> Ended:
    """Run `countersign <arguments>` in `folder`, whose `data` is its data folder."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "COUNTERSIGN_DATA_DIR": str(folder / "data"),
            **environment,
        },
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, problems = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return Ended(process.returncode, out.decode(), problems.decode())
