"""What a turn of the model is given: what became of the cards, and all that the person said and brought."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from core import writes
from core.talk.control import Confirm, Control, Option, SingleChoice, Text
from core.talk.ground import ground_of
from core.talk.material import Material
from core.talk.pointers import pointers_of
from core.talk.prepare import LONGEST_TALK, NEWEST, prepare_turn
from core.talk.prompt import build_prompt
from core.talk.turn_types import TurnInput
from core.unit import Unit
from tests.desk.test_approving import JOBS, add_skill, approve, remove, replace
from tests.desk.test_asking import put
from tests.fakes import FakeClock
from tests.fakes_model import ScriptedModel
from tests.talk import Talk, base_resume, talking

HEADLINE = "/basics/headline"


@pytest.fixture
async def talk(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Talk]:
    """A person with the base résumé and a model that nothing runs: turns are only prepared."""
    async with talking(sqlite_url, tmp_path, model=ScriptedModel(), clock=FakeClock()) as one:
        await one.open()
        await one.drop(base_resume())
        yield one


def later(talk: Talk) -> None:
    """Let a second pass, so that what follows is after what was."""
    assert isinstance(talk.app.clock, FakeClock)
    talk.app.clock.at += 1_000


async def prepared(talk: Talk, text: str = "What do you think of it?") -> TurnInput:
    """The input of the turn that answers this message."""
    await talk.say(text)
    job = await talk.app.store.open_job(talk.conversation.id)
    assert job is not None
    given = await prepare_turn(talk.app.store, job)
    assert given is not None
    return given


def own(given: TurnInput) -> Material:
    """What the person gave by themselves, the résumé apart."""
    return ground_of(given).given


async def keep(talk: Talk, *texts: str, role: str = "person", typed: bool = True) -> None:
    """Messages that came before."""
    person = await talk.app.store.person(talk.actor)
    assert person is not None
    by = person.id if role == "person" else None
    unit = Unit()
    for text in texts:
        unit.add(writes.add_message(talk.conversation.id, role, text, 1, person=by, typed=typed))
    await talk.app.store.commit(unit)


async def edit(talk: Talk, title: str, text: str, line: int = 0) -> None:
    await talk.press("Edit", talk.card(title)[0], line=line, text=text)


async def test_the_owner_has_every_right_in_a_turn(talk: Talk) -> None:
    assert (await prepared(talk)).right == "decide"


async def test_an_edit_before_approving_is_told_with_the_persons_own_words(talk: Talk) -> None:
    await talk.propose(("Shorter", replace(HEADLINE, "Engineer")))
    later(talk)
    await edit(talk, "Shorter", "Data engineer")
    await edit(talk, "Shorter", "Platform engineer")
    await approve(talk, "Shorter")
    given = await prepared(talk)
    assert given.decided == (
        "approved as version 2: “Shorter”, edited by the person to: “Platform engineer”",
    )


async def test_only_the_line_that_was_edited_is_told_and_as_plain_text(talk: Talk) -> None:
    bullets = "<ul><li><p>Cut costs</p></li><li><p>Led a team</p></li></ul>"
    await talk.propose(("Both", [*replace(HEADLINE, "Engineer"), *replace(f"{JOBS}/0/description", bullets)]))
    later(talk)
    places = {line.edit: line.number for line in talk.card("Both")[1].lines}
    await edit(talk, "Both", "Led three people", places["Led a team"])
    await approve(talk, "Both", twice=True)
    [line] = (await prepared(talk)).decided
    assert line.endswith("“Both”, edited by the person to: “• Led three people”")


async def test_a_card_that_came_back_and_was_not_edited_is_told_as_approved(talk: Talk) -> None:
    await talk.propose(("Shorter", replace(HEADLINE, "Engineer")))
    later(talk)
    await talk.press("Reject")
    await talk.press("Bring back")
    await approve(talk, "Shorter")
    assert (await prepared(talk)).decided == ("approved as version 2: “Shorter”",)


async def test_an_edit_that_waits_is_told_once(talk: Talk) -> None:
    await talk.propose(("Shorter", replace(HEADLINE, "Engineer")))
    later(talk)
    await edit(talk, "Shorter", "x" * 2_000)
    [line] = (await prepared(talk)).decided
    assert line.startswith("not decided yet: “Shorter”, edited by the person to: “xxx")
    assert len(line) < 700
    later(talk)
    await talk.propose(("Kafka", add_skill("Kafka")))
    assert (await prepared(talk)).decided == ()


async def test_a_card_that_can_no_longer_be_applied_is_told_as_out_of_date(talk: Talk) -> None:
    await talk.propose(("Mine", replace(HEADLINE, "Engineer")), ("Free", add_skill("Kafka")))
    await talk.propose(("Yours", replace(HEADLINE, "Data engineer")))
    later(talk)
    await approve(talk, "Yours")
    assert (await prepared(talk)).decided == (
        "approved as version 2: “Yours”",
        "out of date, it can't be applied any more: “Mine”",
    )


async def test_what_was_decided_on_another_resume_is_not_told(talk: Talk) -> None:
    await talk.propose(
        ("Shorter", replace(HEADLINE, "Engineer")), ("Place", replace("/basics/location", "Ghent"))
    )
    later(talk)
    await approve(talk, "Shorter")
    await edit(talk, "Place", "Delft")
    await talk.drop(base_resume())
    assert (await prepared(talk)).decided == ()


async def test_what_was_typed_long_ago_bears_a_fact_though_no_model_sees_it(talk: Talk) -> None:
    await keep(talk, "I ran Terraform for 14 teams at Northwind.")
    await keep(talk, *(f"Tell me more about it, please. {'Well. ' * 50}" for _ in range(150)))
    given = await prepared(talk)
    assert own(given).bears_word("Terraform")
    sent = build_prompt(given, "tools", (), pointers_of(given.document))
    assert not any("Terraform" in message.text for message in sent)


async def test_what_was_pasted_long_ago_bears_nothing(talk: Talk) -> None:
    await keep(talk, "You need Terraform.", typed=False)
    await keep(talk, "Have you used Terraform?", role="assistant")
    assert not own(await prepared(talk)).bears_word("Terraform")


async def test_a_talk_without_end_is_read_as_far_back_as_there_is_time_for(talk: Talk) -> None:
    await keep(talk, *("a" * 20_000 for _ in range(10)))
    assert sum(len(said.text) for said in (await prepared(talk)).said) <= LONGEST_TALK + 100
    await keep(talk, *(f"Number {number}" for number in range(NEWEST)))
    given = await prepared(talk)
    assert given.said[-2].text == f"Number {NEWEST - 1}"
    assert len(given.said) < NEWEST + 10


ROLES = SingleChoice(options=(Option(value="7", label="Kafka Streams"), Option(value="8", label="Flink")))


@pytest.mark.parametrize(
    ("control", "value", "borne", "unborne"),
    [
        (Text(), "Terraform and Pulumi", ("Terraform", "Pulumi"), ()),
        (ROLES, "7", ("Kafka",), ("Flink", "7")),
        (Confirm(), True, (), ("yes", "Terraform")),
    ],
)
async def test_an_answer_bears_what_it_says_and_a_yes_nothing(
    talk: Talk, control: Control, value: Any, borne: tuple[str, ...], unborne: tuple[str, ...]
) -> None:
    await put(talk, control)
    await talk.answer(value)
    resume = await talk.resume()
    [question] = await talk.app.store.settled_questions(resume.id)
    assert question.state == "answered"
    material = Material((await prepared(talk)).material)
    assert all(material.bears_word(word) for word in borne)
    assert not any(material.bears_word(word) for word in unborne)


async def test_a_typed_answer_bears_all_that_was_typed(talk: Talk) -> None:
    await put(talk, ROLES)
    await talk.say("1")
    assert "Kafka Streams" in (await prepared(talk)).material


async def test_a_pick_among_the_options_of_a_quick_edit_bears_nothing(talk: Talk) -> None:
    option = {"kind": "patch", "title": "Kafka", "operations": add_skill("Kafka")}
    control = SingleChoice(options=(Option(value="0", label="Terraform"), Option(value="1", label="Flink")))
    await put(talk, control, continuation={"base": 1, "options": [option, option]})
    await talk.answer("0")
    [question] = await talk.app.store.settled_questions((await talk.resume()).id)
    assert question.answer == "0"
    assert not Material((await prepared(talk)).material).bears_word("Terraform")


async def test_a_skipped_question_bears_nothing(talk: Talk) -> None:
    await put(talk, Text(), prompt="Did you use Terraform?")
    await talk.press("Skip")
    assert not Material((await prepared(talk)).material).bears_word("Terraform")


async def test_an_imported_file_bears_what_it_said_after_that_was_removed(talk: Talk) -> None:
    company = base_resume()["sections"]["experience"]["items"][0]["company"]
    await talk.propose(("Less", remove(f"{JOBS}/0")))
    await approve(talk, "Less", twice=True)
    given = await prepared(talk)
    assert company in given.material
    assert company not in {job["company"] for job in given.document["sections"]["experience"]["items"]}


async def test_a_sample_is_nobodys_own_material(sqlite_url: str, tmp_path: Path) -> None:
    async with talking(sqlite_url, tmp_path, model=ScriptedModel()) as talk:
        await talk.open()
        assert (await prepared(talk)).material == ()
