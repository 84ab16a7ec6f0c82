"""Questions: one at a time, answered once by control or by typing, with ways out, change and undo."""

from typing import Any

import pytest

from core import writes
from core.event import Answer
from core.show.view import HomeView, QuestionView
from core.talk.control import (
    Confirm,
    Control,
    Date,
    DateRange,
    File,
    MultiChoice,
    Number,
    Option,
    SingleChoice,
    Text,
    Textarea,
    Url,
    to_json,
)
from core.talk.question import Question
from core.unit import Unit
from tests.talk import Talk

OPTIONS = (Option(value="be", label="Backend"), Option(value="fe", label="Frontend"))

CONTROLS: list[tuple[Control, Any, str, Any]] = [
    (Text(), "Staff Engineer", "Staff Engineer", "Staff Engineer"),
    (Textarea(), "One.\nTwo.", "One. Two.", "One. Two."),
    (SingleChoice(options=OPTIONS), "fe", "Frontend", "fe"),
    (MultiChoice(options=OPTIONS), ["be", "fe"], "1, 2", ["be", "fe"]),
    (Number(min=0, max=60), 8, "8", 8),
    (Date(), "2019-03-04", "2019-03-04", "2019-03-04"),
    (DateRange(), {"start": "2015", "end": "2018"}, "2015 - 2018", {"start": "2015", "end": "2018"}),
    (Url(), "https://sam.example.com", "https://sam.example.com", "https://sam.example.com"),
    (
        File(accepted_media_types=("application/pdf",)),
        [{"fileId": "web:1", "mediaType": "application/pdf"}],
        "",
        [{"fileId": "web:1", "mediaType": "application/pdf"}],
    ),
    (Confirm(), True, "yes", True),
]


TYPED = [case for case in CONTROLS if case[2]]
"""All but the file, which can't be typed."""


async def put(talk: Talk, control: Control, field: str = "target_role", **given: Any) -> str:
    """A question as a turn or a check would put it."""
    resume = await talk.resume()
    person = await talk.app.store.person(talk.actor)
    assert person is not None
    values: dict[str, Any] = {
        "severity": "important",
        "privacy": "standard",
        "into": "evidence",
        "prompt": "What is it?",
        "reason": "It lacks.",
    }
    question = Question(
        id=talk.app.ids.short(),
        resume=resume.id,
        conversation=talk.conversation.id,
        person=person.id,
        state="open",
        revision=1,
        field=field,
        control=to_json(control),
        created_at=talk.app.clock.now(),
        **(values | given),
    )
    post = writes.add_post(
        talk.conversation.id, "question", question.id, talk.app.clock.now(), person=person.id
    )
    await talk.app.store.commit(Unit().add(writes.add_question(question), post))
    await talk.settle()
    return question.id


async def stored(talk: Talk, question: str) -> Question:
    found = await talk.app.store.question(question)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("control", "value", "typed", "kept"), CONTROLS, ids=lambda one: getattr(one, "kind", None)
)
async def test_each_control_is_drawn_and_its_answer_stored(
    talk: Talk, control: Control, value: Any, typed: str, kept: Any
) -> None:
    question = await put(talk, control)
    assert talk.question().control == control.kind
    await talk.answer(value)
    found = await stored(talk, question)
    assert (found.state, found.answer) == ("answered", value)
    assert talk.question().status.startswith("You answered: ")


@pytest.mark.parametrize(
    ("control", "value", "typed", "kept"), TYPED, ids=lambda one: getattr(one, "kind", None)
)
async def test_each_control_can_be_answered_by_typing(
    talk: Talk, control: Control, value: Any, typed: str, kept: Any
) -> None:
    question = await put(talk, control)
    await talk.say(typed)
    found = await stored(talk, question)
    assert (found.state, found.answer) == ("answered", kept)


async def test_two_tabs_the_same_value_stands_and_another_is_told(talk: Talk) -> None:
    await put(talk, Text())
    asked = talk.question()
    first = await talk.answer("Lead", asked)
    same = await talk.answer("Lead", asked)
    other = await talk.answer("Chief", asked)
    assert first is None
    assert same is not None
    assert same.text == "That is how it stands."
    assert other is not None
    assert other.text.startswith("You answered Lead at ")
    assert talk.question().status == "You answered: Lead"


async def test_change_asks_anew_and_the_old_revision_no_longer_counts(talk: Talk) -> None:
    question = await put(talk, Text())
    old = talk.question()
    await talk.answer("Lead", old)
    await talk.press("Change")
    assert talk.question().revision == 2
    late = await talk.answer("Chief", old)
    assert late is not None
    assert late.tone == "warning"
    await talk.answer("Staff")
    assert (await stored(talk, question)).answer == "Staff"


async def test_an_answer_into_a_field_makes_a_version_and_can_be_undone(talk_anywhere: Talk) -> None:
    talk = talk_anywhere
    period = "/sections/education/items/[e2d6a8c4-7f19-4e53-a0b8-6b4c2f1d9e04]/period"
    await put(talk, Text(), period, into="value", stood="")
    notice = await talk.answer("  Sept 2015 to now ")
    assert notice is not None
    assert notice.text.endswith("is filled in. This is version 2.")
    [item] = (await talk.document())["sections"]["education"]["items"]
    assert item["period"] == "Sept 2015 to now"
    [home] = talk.views(HomeView)
    assert home.history[0].number == 2
    await talk.press("Undo")
    [item] = (await talk.document())["sections"]["education"]["items"]
    assert item["period"] == ""


async def test_a_field_that_changed_since_is_not_overwritten(talk: Talk) -> None:
    await put(talk, Text(), "/basics/headline", into="value", stood="")
    notice = await talk.answer("Chief")
    assert notice is not None
    assert "was changed since I asked" in notice.text
    assert (await talk.document())["basics"]["headline"] == "Backend Engineer"
    assert talk.question().status == "No longer needed."
    assert (await talk.resume()).version == 1


async def test_an_answer_that_is_so_already_makes_no_version(talk: Talk) -> None:
    await put(talk, Text(), "/basics/headline", into="value", stood="")
    await talk.answer("Backend Engineer")
    assert (await talk.resume()).version == 1


async def test_a_sensitive_answer_stands_in_the_resume_and_nowhere_else(talk: Talk) -> None:
    await talk.say("change my phone to +1 555 0000")
    question = await put(
        talk, Text(), "/basics/phone", into="value", privacy="sensitive", stood="+1 555 0101"
    )
    await talk.answer("+49 30 12345678")
    found = await stored(talk, question)
    assert (found.state, found.answer, found.draft) == ("answered", None, None)
    assert found.fingerprint is not None
    assert (await talk.document())["basics"]["phone"] == "+49 30 12345678"
    assert talk.question().status == "Answered; it stands in the résumé and nowhere else."
    same = await talk.answer("+49 30 12345678")
    assert same is not None
    assert same.text == "That is how it stands."
    other = await talk.answer("+49 30 999")
    assert other is not None
    assert "12345678" not in other.text


async def test_not_an_answer_takes_it_back_and_reads_it_as_a_message(talk: Talk) -> None:
    period = "/sections/education/items/[e2d6a8c4-7f19-4e53-a0b8-6b4c2f1d9e04]/period"
    question = await put(talk, Text(), period, into="value", stood="")
    await talk.say("hmm, what do you think of my summary?")
    assert (await stored(talk, question)).state == "answered"
    assert (await talk.resume()).version == 2
    await talk.press("Not an answer")
    found = await stored(talk, question)
    assert (found.state, found.revision) == ("open", 2)
    [item] = (await talk.document())["sections"]["education"]["items"]
    assert item["period"] == ""
    assert "no language model is connected" in talk.texts()[-1]


async def test_chat_that_does_not_fit_leaves_the_question_open(talk: Talk) -> None:
    question = await put(talk, Number(min=0, max=60))
    await talk.say("why do you ask?")
    assert (await stored(talk, question)).is_open
    await talk.say("change my headline to Lead")
    assert talk.cards()[-1].headline == "Change Headline"
    assert (await stored(talk, question)).is_open


async def test_a_blocking_question_cannot_be_skipped_but_may_be_unknown(talk: Talk) -> None:
    question = await put(talk, Text(), severity="blocking")
    assert [button.label for button in talk.question().buttons] == ["I don't know"]
    notice = await talk.send_press(f"q{question}.1..skip", None)
    assert notice is not None
    assert notice.text.startswith("This one is needed")
    await talk.press("I don't know")
    assert (await stored(talk, question)).state == "unknown"


async def test_only_the_year_makes_a_date_a_text(talk: Talk) -> None:
    question = await put(talk, Date())
    await talk.press("Only the year")
    assert talk.question().control == "text"
    await talk.answer("2018")
    assert (await stored(talk, question)).answer == "2018"


async def test_a_half_done_control_survives_a_restart(talk: Talk) -> None:
    question = await put(talk, MultiChoice(options=OPTIONS))
    asked = talk.question()
    await talk.send(Answer(question=asked.question, revision=1, value=["be"], draft=True))
    views = dict(await talk.app.postman.snapshot(talk.conversation))
    [drawn] = [view for view in views.values() if isinstance(view, QuestionView)]
    assert drawn.draft == ["be"]
    assert (await stored(talk, question)).is_open


async def test_wrong_answers_are_told_with_their_limit_and_the_question_stays(talk: Talk) -> None:
    question = await put(talk, Text())
    for value in ("", "x" * 3_000, 7, None, {"a": 1}, ["x"]):
        notice = await talk.answer(value)
        assert notice is not None
        assert notice.tone == "warning"
    assert (await stored(talk, question)).is_open


async def test_somebody_else_cannot_answer(talk: Talk) -> None:
    question = await put(talk, Text())
    asked = talk.question()
    talk.actor = talk.actor.model_copy(update={"user": "stranger"})
    notice = await talk.answer("Lead", asked)
    assert notice is not None
    assert notice.text.startswith("Only the owner")
    assert (await stored(talk, question)).is_open


async def test_the_check_asks_for_what_lacks_one_at_a_time_and_never_again(talk: Talk) -> None:
    await talk.command("new", "Empty")
    await talk.command("check")
    asked = [talk.question().prompt]
    assert len(talk.questions()) == 1
    for _ in range(3):
        await talk.press("Skip") if talk.find_label("Skip") else await talk.press("I don't know")
        if talk.questions()[-1].status:
            break
        asked.append(talk.question().prompt)
    assert len(asked) == len(set(asked)) > 1
    while not talk.questions()[-1].status:
        await talk.press("I don't know")
    await talk.command("check")
    again = [view.prompt for view in talk.questions()[len(asked) :]]
    assert not set(again) & set(asked)


async def test_an_open_question_is_shown_again_after_the_reply(talk: Talk) -> None:
    question = await put(talk, Number(min=0, max=60))
    before = talk.questions()
    await talk.say("why do you ask?")
    assert len(talk.questions()) == len(before) == 1, "the old one is folded"
    newest = max(talk.platform.shown)
    assert isinstance(talk.platform.shown[newest], QuestionView)
    await talk.answer(8)
    assert (await stored(talk, question)).answer == 8
