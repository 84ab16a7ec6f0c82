"""The real program as a process, reached as its page reaches it: over HTTP, with the cookie of its link."""

import asyncio
import json
import os
import signal
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).parent.parent


class Program:
    """One running `countersign run`. `posts` follows what its page would show.

    `out` is what it printed, once it has ended; what it logged stands in `log`.
    """

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.link = ""
        self.out = ""
        self.log = folder / "log.txt"
        self.posts: dict[int, dict[str, Any]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._session: aiohttp.ClientSession | None = None
        self._following: asyncio.Task[None] | None = None

    async def start(self) -> None:
        settings = {
            "PATH": os.environ["PATH"],
            "COUNTERSIGN_DATA_DIR": str(self.folder / "data"),
            "COUNTERSIGN_WEB_ADDRESS": "127.0.0.1:0",
            **self.environment,
        }
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "run",
                cwd=self.folder, env=settings | {"PYTHONPATH": str(ROOT)},
                stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        assert self._process.stdout is not None
        line = (await asyncio.wait_for(self._process.stdout.readline(), 30)).decode()
        assert "http://" in line, line + self.log.read_text()
        self.out += line
        self.link = line.split()[-1]
        self._session = aiohttp.ClientSession(
            self.link.partition("/?")[0], cookie_jar=aiohttp.CookieJar(unsafe=True)
        )
        async with self._session.get(f"/?{self.link.partition('?')[2]}") as answer:
            assert answer.status == 200
        self._following = asyncio.create_task(self._follow())
        await self.post("open", {})

    async def post(self, kind: str, body: dict[str, Any], key: str | None = None) -> dict[str, Any]:
        """What the page posts; the answer's JSON."""
        assert self._session is not None
        origin = self.link.partition("/?")[0]
        headers = {"Origin": origin, "X-Countersign": "1", "Content-Type": "application/json"}
        data = json.dumps({"key": key or str(uuid.uuid4()), **body})
        async with self._session.post(f"/{kind}", data=data, headers=headers) as answer:
            told: dict[str, Any] = await answer.json()
            assert answer.status == 200, told
            return told

    async def say(self, text: str) -> None:
        await self.post("message", {"text": text, "typed": True})

    async def press(self, label: str, key: str | None = None) -> dict[str, Any]:
        """Press the newest button with this label."""
        post, token = self.button(label)
        return await self.post("press", {"token": token, "post": post}, key)

    def button(self, label: str) -> tuple[int, str]:
        for post, view in sorted(self.posts.items(), reverse=True):
            for button in view.get("buttons", ()):
                if button["label"] == label:
                    return post, button["token"]
        raise AssertionError(f"no button {label!r}")

    def has_button(self, label: str) -> bool:
        return any(one["label"] == label for view in self.posts.values() for one in view.get("buttons", ()))

    def home(self) -> dict[str, Any]:
        return next((view for view in self.posts.values() if view["kind"] == "home"), {})

    def cards(self) -> list[dict[str, Any]]:
        return [view for _, view in sorted(self.posts.items()) if view["kind"] == "card"]

    def texts(self) -> list[str]:
        return [view["text"] for view in self.posts.values() if view["kind"] == "text"]

    async def until(self, holds: Callable[[], bool], seconds: float = 40) -> None:
        async with asyncio.timeout(seconds):
            while not holds():
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        """kill -9: nothing is flushed, nobody is told."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to stop; its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
            self._following = None
        if self._session is not None:
            await self._session.close()
            self._session = None
        if self._process is None:
            return 0
        if self._process.returncode is None:
            self._process.send_signal(number)
        code = await asyncio.wait_for(self._process.wait(), 30)
        assert self._process.stdout is not None
        self.out += (await self._process.stdout.read()).decode()
        self._process = None
        self.posts = {}
        return code

    async def _follow(self) -> None:
        assert self._session is not None
        async with self._session.get("/events", timeout=aiohttp.ClientTimeout(total=None)) as answer:
            assert answer.status == 200
            event = ""
            buffer = b""
            async for chunk in answer.content.iter_any():
                buffer += chunk
                while b"\n\n" in buffer:
                    frame, _, buffer = buffer.partition(b"\n\n")
                    fields = dict(line.split(": ", 1) for line in frame.decode().split("\n") if ": " in line)
                    event, data = fields.get("event", ""), fields.get("data")
                    if data is not None:
                        self._hear(event, json.loads(data))

    def _hear(self, event: str, data: Any) -> None:
        if event == "state":
            self.posts = {post["id"]: post["view"] for post in data["posts"]}
        elif event == "post":
            self.posts[data["id"]] = data["view"]
        elif event == "fold":
            self.posts.pop(data["id"], None)


@asynccontextmanager
async def running(folder: Path, **environment: str) -> AsyncIterator[Program]:
    """A started Program; killed at the end if it still runs."""
    program = Program(folder, environment)
    try:
        await program.start()
        yield program
    finally:
        await program.kill()
