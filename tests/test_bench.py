"""The bench measures what it says: each figure runs at its smallest size and gives numbers that can be."""

from pathlib import Path

import pytest

from bench import figures
from bench.__main__ import refused
from bench.figure import Figure
from bench.floor import raw_commits, size_of
from bench.patching import patch_costs
from bench.presses import decision_cost, press_cost, stage, unit_cost
from bench.resume import SIZE, large_resume
from bench.sizes import SMALLEST
from bench.steps import shares
from bench.syncs import MARK, SEGMENTS, count, syncs
from bench.weight import bytes_per_approval
from bench.world import build
from core.desk import approving
from core.resume.model import parse, size
from core.talk.button import to_token


@pytest.fixture
async def world(tmp_path: Path) -> Path:
    """The smallest world."""
    folder = tmp_path / "world"
    folder.mkdir()
    cards = await build(folder, SMALLEST.conversations)
    assert len({card.conversation for card in cards}) == SMALLEST.conversations
    return folder


def test_the_resume_is_valid_and_of_the_size_that_is_told() -> None:
    document = large_resume()
    parse(document)
    assert SIZE <= size(document) < SIZE * 1.1
    assert document == large_resume()


async def test_a_unit_a_decision_and_a_press_take_time_and_make_a_version(world: Path) -> None:
    for measure in (unit_cost, decision_cost, press_cost):
        for number in (1, 2):
            assert 0 < await measure(world, number, 2) < 30
    async with stage(world, loops=True) as here:
        for card in here.cards:
            spent = await here.press(card)
            assert 0 < spent.notice < spent.whole
            proposal = await here.app.store.proposal(to_token(card.token).id)
            assert proposal is not None
            assert (proposal.state, proposal.version) == ("approved", 2)
        assert await here.app.store.due_posts(here.app.clock.now(), 10, 10) == []


async def test_units_that_are_kept_are_not_committed_and_can_be(world: Path) -> None:
    async with stage(world, loops=False) as here:
        [unit, _] = await here.units(here.cards)
        [key] = [write.values["key"] for write in unit.writes if write.statement == "finish_event"]
        assert await here.app.store.event_state(key) == "waiting"
        await here.app.store.commit(unit)
        assert await here.app.store.event_state(key) == "done"
        assert size_of(here.database.last) > 500


async def test_the_steps_of_a_press_are_told_apart_and_left_as_they_were(world: Path) -> None:
    judge = approving.judge  # type: ignore[attr-defined]  # where the bench puts its clock
    spent = await shares(world, 2)
    for step in ("receive", "read", "judge", "patch", "parse", "encode", "commit", "render", "note"):
        assert spent[step] > 0, step
    assert all(seconds >= 0 for seconds in spent.values())
    assert approving.judge is judge  # type: ignore[attr-defined]


def test_syncs_are_counted_between_their_marks() -> None:
    lines = []
    for place in range(len(SEGMENTS)):
        lines += [f"7 fdatasync({MARK + 2 * place}) = -1 EBADF", *["8 fdatasync(5 <unfinished ...>"] * place]
        lines += ["8 <... fdatasync resumed>) = 0", f"7 fsync({MARK + 2 * place + 1}) = -1 EBADF"]
        lines += ["8 fsync(5) = 0"]
    assert count("\n".join(lines)) == list(range(len(SEGMENTS)))


async def test_a_press_needs_three_syncs_and_a_unit_one(world: Path) -> None:
    counted = syncs(world, SMALLEST.conversations - 2)
    if counted is None:
        pytest.skip("There is no strace here, or it may not trace.")
    assert counted["unit", 1] == 1
    assert 3 <= counted["press", 1] < 5


async def test_an_approval_adds_bytes_and_the_version_is_the_smaller_part(world: Path) -> None:
    each = await bytes_per_approval(world, SMALLEST.approvals)
    assert 0 < each["versions"] < each["file"] < 41_000


def test_pure_work_and_the_floor_take_time(tmp_path: Path) -> None:
    spent = patch_costs(SMALLEST.repeats)
    assert set(spent) == {"floor", "patch", "merge", "parse"}
    assert all(0 < seconds < 5 for seconds in spent.values())
    assert 0 < raw_commits(tmp_path, 1_000, SMALLEST.floor) < 5


async def test_approvals_are_answered_while_pictures_are_drawn(world: Path) -> None:
    lines = await figures.pictures(world, SMALLEST)
    assert len(lines) == 1
    if isinstance(lines[0], Figure):
        assert lines[0].value > 0


@pytest.mark.parametrize("measure", [figures.slack, figures.telegram])
async def test_presses_in_a_chat_are_measured_beside_their_floor_while_everybody_waits(
    tmp_path: Path, measure: figures.Measure
) -> None:
    world = tmp_path / "world"  # each crowd makes a world of its own beside it
    lines = await measure(world, SMALLEST)
    found = [line for line in lines if isinstance(line, Figure)]
    assert len(found) >= 4
    assert all(0 < figure.value < 10_000 for figure in found)
    assert list(tmp_path.iterdir()) == []


def test_a_figure_is_held_to_its_lines() -> None:
    figure = Figure("a press", [1.0, 9.0, 2.5], 2, 3)
    assert (figure.value, figure.standing) == (2.5, "above aim")
    assert "[1–9]" in str(figure)
    assert "aim 2, refuse 3: above aim" in str(figure)
    assert Figure("a press", [2.0], 2, 3).standing == "ok"
    assert Figure("a press", [2.0]).standing == "-"
    past = Figure("a press", [3.1], 2, 3)
    assert list(refused([figure, past])) == [past]
