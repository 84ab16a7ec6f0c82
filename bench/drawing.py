"""Drawing: how long an approval takes to be answered while pictures are drawn, and while none are."""

import asyncio
from contextlib import suppress
from pathlib import Path
from statistics import quantiles

from bench.presses import stage
from bench.resume import large_resume


async def approve_p95(world: Path, presses: int, *, drawing: bool) -> float:
    """Seconds until the notice of an approval, the slowest of twenty; presses one after another."""
    async with stage(world, loops=True) as here:
        artist = asyncio.create_task(_draw_for_ever()) if drawing else None
        await asyncio.sleep(0.05 if drawing else 0)
        spent = [(await here.press(card)).notice for card in here.cards[:presses]]
        if artist is not None:
            artist.cancel()
            with suppress(asyncio.CancelledError):
                await artist
    return quantiles(spent, n=20)[-1]


async def _draw_for_ever() -> None:
    """One picture after another, never the same one."""
    from adapters.documents.picture import Pictures

    pictures, document, number = Pictures(), large_resume(), 0
    while True:
        number += 1
        document["basics"]["headline"] = f"Engineer {number}"
        await asyncio.shield(asyncio.to_thread(pictures.pages, document))
