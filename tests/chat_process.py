"""The program as a process of its own, on chat platforms only: started, killed, started again."""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


class ChatProcess:
    """One `countersign run` with a token of a loopback platform."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.log = folder / "log.txt"
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        settings = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "COUNTERSIGN_DATA_DIR": str(self.folder / "data"),
            **self.environment,
        }
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run",
                cwd=self.folder, env=settings, stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), 40)).decode()
        assert line, self.log.read_text()

    async def end(self, number: signal.Signals = signal.SIGKILL) -> int:
        """kill -9 unless another signal is asked for; the exit code."""
        if self._process is None:
            return 0
        if self._process.returncode is None:
            self._process.send_signal(number)
        code = await asyncio.wait_for(self._process.wait(), 30)
        self._process = None
        return code

    def rows(self, statement: str) -> list[Any]:
        """Straight from its database."""
        with closing(sqlite3.connect(self.folder / "data" / "countersign.db")) as database:
            return database.execute(statement).fetchall()


@asynccontextmanager
async def chat_process(folder: Path, **environment: str) -> AsyncIterator[ChatProcess]:
    """A started process; killed at the end if it still runs."""
    process = ChatProcess(folder, environment)
    try:
        await process.start()
        yield process
    finally:
        await process.end()
