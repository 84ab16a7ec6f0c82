"""Crashes: kill -9 of a real process at every step boundary of a press, then a start on the same store."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from core.event import Event, Press
from core.talk.button import to_token
from tests.desk.test_approving import add_skill, names
from tests.talk import base_resume, talking

BOUNDARIES = (
    "before-inbox",
    "after-inbox",
    "before-commit",
    "after-commit",
    "before-send",
    "after-send",
    "before-noted",
    "after-noted",
)


async def run_and_die(url: str, folder: Path, boundary: str, event: Event) -> None:
    file = folder / f"{boundary}.json"
    file.write_text(event.model_dump_json())
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.crash_program", url, str(folder), boundary, str(file),
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    out, problems = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == -signal.SIGKILL, (boundary, out, problems.decode()[-2000:])


@pytest.mark.parametrize("boundary", BOUNDARIES)
async def test_a_press_that_is_killed_anywhere_is_decided_once(
    database_url: str, tmp_path: Path, boundary: str
) -> None:
    async with talking(database_url, tmp_path) as talk:
        await talk.open()
        await talk.drop(base_resume())
        await talk.propose(("Add Kafka", add_skill("Kafka")))
        number, button = talk.find("Approve")
        event = talk.event(Press(token=button.token, post=number), "the-press")
    await run_and_die(database_url, tmp_path, boundary, event)

    async with talking(database_url, tmp_path) as talk:
        known = await talk.app.store.event_state(event.key)
        assert (known is None) == (boundary == "before-inbox"), "what was acknowledged is there"
        await talk.app.lanes.look()
        await talk.settle()
        if known is None:  # the page was never told that it arrived, and sends it again
            await talk.app.lanes.receive(event)
            await talk.settle()
        assert (await talk.resume()).version == 2
        assert names(await talk.document()).count("Kafka") == 1
        proposal = await talk.app.store.proposal(to_token(button.token).id)
        assert proposal is not None
        assert (proposal.state, proposal.version) == ("approved", 2)
        assert [one.decision for one in await talk.app.store.decisions(proposal.id)] == ["approve"]
        shown = dict(await talk.app.postman.snapshot(talk.conversation))
        assert getattr(shown[number], "state", "") == "approved", "the card is settled"
        assert [post for post, view in shown.items() if getattr(view, "headline", "") == "Add Kafka"] == [
            number
        ]
        assert await talk.app.store.due_posts(talk.app.clock.now(), 100, 100) == []

        notice = await talk.send_press(button.token, number)
        assert notice is not None
        assert notice.text.startswith("Approved already, by you")
        assert (await talk.resume()).version == 2


async def test_the_first_press_after_a_restart_counts(database_url: str, tmp_path: Path) -> None:
    async with talking(database_url, tmp_path) as talk:
        await talk.open()
        await talk.drop(base_resume())
        await talk.propose(("Add Kafka", add_skill("Kafka")))
        number, button = talk.find("Approve")
    async with talking(database_url, tmp_path) as talk:
        await talk.app.lanes.look()
        await talk.settle()
        assert talk.platform.log == [], "a start sends nothing that isn't owed"
        notice = await talk.send_press(button.token, number)
        assert notice is not None
        assert notice.text == "Approved. This is version 2."
