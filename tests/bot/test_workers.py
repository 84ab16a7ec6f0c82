"""The loops of the program: woken by a bell, and ended by a cancellation however it falls."""

import asyncio

from bot.workers import Bell


async def test_a_loop_ends_though_the_bell_rings_at_the_moment_of_its_cancellation() -> None:
    bell = Bell()

    async def loop() -> None:
        while True:
            await bell.wait()

    for _ in range(50):
        task = asyncio.create_task(loop())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        bell.ring()
        task.cancel()
        async with asyncio.timeout(5):
            await asyncio.gather(task, return_exceptions=True)
        assert task.cancelled()


async def test_many_rings_before_a_look_are_one() -> None:
    bell = Bell()
    bell.ring()
    bell.ring()
    async with asyncio.timeout(1):
        await bell.wait()
