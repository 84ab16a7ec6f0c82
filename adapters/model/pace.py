"""How many calls are under way at once, and a pause for all of them when the provider asks for one."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Pace:
    """Lets `concurrency` calls through at once; after `hold(seconds)` none starts until they are over."""

    def __init__(self, concurrency: int) -> None:
        if concurrency < 1:
            raise ValueError("at least one call must be able to go through")
        self._slots = asyncio.Semaphore(concurrency)
        self._resumes_at = 0.0

    @asynccontextmanager
    async def slot(self) -> AsyncIterator[None]:
        """Wait for a free slot, and keep it while the call runs."""
        async with self._slots:
            while True:
                wait = self._resumes_at - asyncio.get_running_loop().time()
                if wait <= 0:
                    break
                await asyncio.sleep(wait)  # a further hold may have come meanwhile
            yield

    def hold(self, seconds: float) -> None:
        """Start no further call for so long; calls under way go on."""
        self._resumes_at = max(self._resumes_at, asyncio.get_running_loop().time() + seconds)
