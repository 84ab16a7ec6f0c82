"""A real process that takes one press and kills itself at a named boundary (`kill -9`, no clean-up).

Usage: python -m tests.crash_program DATABASE_URL FOLDER BOUNDARY EVENT.json
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from core.event import Event
from core.ports import Sending, Shown
from core.show.view import CardView
from core.unit import Unit
from tests.talk import talking


def die() -> None:
    """As if the power went: nothing is flushed, nobody is told."""
    os.kill(os.getpid(), signal.SIGKILL)


def is_at(unit: Unit, statement: str) -> bool:
    return any(write.statement == statement for write in unit.writes)


async def main(url: str, folder: Path, boundary: str, event: Event) -> None:
    async with talking(url, folder) as talk:
        commit, show = talk.app.store.commit, talk.platform.show
        moments = {"inbox": "receive", "commit": "decide_proposal", "noted": "note_sent"}
        when, _, what = boundary.partition("-")

        async def dying_commit(unit: Unit) -> None:
            hit = what in moments and is_at(unit, moments[what])
            if hit and when == "before":
                die()
            await commit(unit)
            if hit and when == "after":
                die()

        async def dying_show(sending: Sending) -> Shown:
            hit = what == "send" and isinstance(sending.view, CardView)
            if hit and when == "before":
                die()
            place = await show(sending)
            if hit and when == "after":
                die()
            return place

        talk.app.store.commit = dying_commit  # type: ignore[method-assign]
        talk.platform.show = dying_show  # type: ignore[method-assign]
        await talk.app.lanes.receive(event)
        await talk.settle()
        print("survived", flush=True)


if __name__ == "__main__":
    address, place, where, file = sys.argv[1:]
    asyncio.run(main(address, Path(place), where, Event.model_validate_json(Path(file).read_text())))
