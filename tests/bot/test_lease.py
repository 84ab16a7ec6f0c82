"""A lease is held by one process at a time, and taken over when that one is gone."""

from pathlib import Path

from bot.lease import GOOD_FOR, Lease
from bot.watch import Watch
from tests.fakes import FakeClock
from tests.talk import talking


async def test_one_holds_it_and_another_takes_over_when_it_runs_out(sqlite_url: str, tmp_path: Path) -> None:
    clock = FakeClock()
    async with talking(sqlite_url, tmp_path, clock=clock) as talk:
        first = Lease(talk.app.store, clock, "telegram:1", "a", Watch())
        second = Lease(talk.app.store, clock, "telegram:1", "b", Watch())
        assert await first.is_held()
        assert not await second.is_held()
        clock.at += GOOD_FOR
        assert not await first.is_held(), "who doesn't renew it has it no more"
        third = Lease(talk.app.store, clock, "telegram:1", "c", Watch())
        assert await third.is_held()
        await third.end()
        fourth = Lease(talk.app.store, clock, "telegram:1", "d", Watch())
        assert await fourth.is_held(), "one that is given up needs no waiting"
        for lease in (first, second, fourth):
            await lease.end()
