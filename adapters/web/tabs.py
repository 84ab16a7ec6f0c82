"""Tabs: what waits to be sent to each connected tab; a slow one never holds up another."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

FRAMES: Final = 256
"""Events that may wait for one tab; past it the tab is let go and comes back to a fresh state."""
BYTES: Final = 8_000_000


class Tab:
    """One connected tab and the frames that wait for it.

    `hang_up` cuts the connection: a tab that takes nothing would never see a polite end.
    """

    def __init__(self, hang_up: Callable[[], None]) -> None:
        self.is_closed = False
        self._hang_up = hang_up
        self._frames: deque[tuple[str, bytes]] = deque()
        self._size = 0
        self._waiting = asyncio.Event()

    def put(self, kind: str, frame: bytes) -> None:
        """Add a frame. Progress replaces progress that still waits, since it tells the whole text."""
        if self.is_closed:
            return
        if kind == "progress" and self._frames and self._frames[-1][0] == kind:
            self._size -= len(self._frames.pop()[1])
        self._frames.append((kind, frame))
        self._size += len(frame)
        if len(self._frames) > FRAMES or (self._size > BYTES and len(self._frames) > 1):
            self.close()
        self._waiting.set()

    async def take(self, seconds: float) -> list[tuple[str, bytes]]:
        """All that waits, in order; empty when nothing came within `seconds`, or the tab was closed."""
        try:
            async with asyncio.timeout(seconds):
                await self._waiting.wait()
        except TimeoutError:
            return []
        self._waiting.clear()
        frames = list(self._frames)
        self._frames.clear()
        self._size = 0
        return frames

    def close(self) -> None:
        """Let the tab go; it reconnects by itself and gets the whole state."""
        if not self.is_closed:
            self.is_closed = True
            self._frames.clear()
            self._size = 0
            self._waiting.set()
            self._hang_up()
