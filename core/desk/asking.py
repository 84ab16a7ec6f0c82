"""Asking: one open Question at a time, its answer by control or by typing, and what follows from it."""

from dataclasses import replace

from core import writes
from core.access import may
from core.desk import turns, undoing
from core.desk.answering import answer_key, give
from core.desk.case import Case
from core.desk.posing import ask, show, show_again, still_open
from core.event import Message
from core.resume.undone import is_undone
from core.resume.values import Json
from core.resume.version import Resume
from core.talk.answer import AnswerError
from core.talk.button import Token
from core.talk.control import Control, Text, from_json, to_json
from core.talk.fill import stands
from core.talk.missing import lacks
from core.talk.question import Question
from core.talk.typed import Way, read_typed

MOST_AT_ONCE = 4
"""Questions of one check; what is optional is left for another time."""


async def check(case: Case, resume: Resume) -> None:
    """Ask for what the résumé lacks by our own check; what was settled before doesn't come back."""
    document = await case.store.content(resume.id, resume.version)
    settled = {question.field for question in await case.store.settled_questions(resume.id)}
    found = [
        lack
        for lack in lacks(document, case.person.language)
        if lack.severity != "optional" and lack.field not in settled
    ]
    before = await still_open(case)
    if before is not None and before.resume == resume.id:
        case.post("check-open")
        await show_again(case)
        return
    if not found:
        case.post("check-nothing")
        return
    if before is not None:  # it asks about another résumé, and comes again afterwards
        case.unit.add(writes.retire_posts("question", before.id))
    for place, lack in enumerate(found[:MOST_AT_ONCE]):
        await ask(
            case,
            resume,
            field=lack.field,
            prompt=lack.prompt,
            reason=lack.reason,
            control=lack.control,
            severity=lack.severity,
            into=lack.into,
            is_first=place == 0,
            place=place,
        )


async def typed_answer(
    case: Case, question: Question, text: str, place: str = "", *, is_meant: bool = False
) -> bool:
    """Take typed text as the answer if it fits the control; False when it is chat after all.

    Where it `is_meant` as the answer (it replies to the Question), what doesn't fit is told instead.
    """
    try:
        value = read_typed(from_json(question.control), text, case.person.language)
    except AnswerError as problem:
        if is_meant:
            case.post(problem.key, **problem.arguments)
            show(case, question)
        return is_meant
    if isinstance(value, Way):
        if value is Way.YEAR_ONLY or (value is Way.SKIP and not question.is_skippable):
            return False
        await give(case, question, None, way=value.value)
        return True
    await give(case, question, value, typed={"typed": text, "place": place})
    return True


async def edited(case: Case, text: str, place: str) -> None:
    """An edit of the message that was taken for an answer answers anew; any other is nothing."""
    resume = await case.store.current_resume(case.person.id, case.conversation)
    for question in [] if resume is None or not place else await case.store.settled_questions(resume.id):
        kept = question.draft if isinstance(question.draft, dict) else {}
        if question.person != case.person.id or kept.get("place") != place or kept.get("typed") == text:
            continue
        assert resume is not None, "there would be no questions"
        stood = stands(question.field, await case.store.content(resume.id, resume.version))
        await turns.take_back(case, answer_key(question))
        case.unit.add(writes.reopen_question(question, question.control, stood))
        anew = replace(question, state="open", revision=question.revision + 1, stood=stood, draft=None)
        if not await typed_answer(case, anew, text, place):
            case.tell("edited-is-no-answer", warning=True)
        return


async def press_question(case: Case, token: Token) -> None:
    """A button of a Question: the ways out, *Change*, *Not an answer*, *Only the year*."""
    question = await case.store.question(token.id)
    if question is None:
        case.tell("press-unknown", warning=True)
    elif question.person != case.person.id:
        case.tell("press-not-yours", warning=True)
    elif token.decision == "look":
        show(case, question)
    elif token.decision in ("skip", "dont_know"):
        if token.decision == "skip" and not question.is_skippable:
            case.tell("answer-needed", warning=True)
            return
        await give(case, question, None, revision=token.revision, way=token.decision)
    elif token.revision != question.revision:
        case.unit.add(writes.touch_posts("question", question.id))
        case.tell("press-older-revision", warning=True)
    elif token.decision == "year_only" and question.is_open:
        text = to_json(Text(min_length=1))
        case.unit.add(writes.reopen_question(question, text, question.stood))
        case.unit.add(writes.touch_posts("question", question.id))
        case.tell("answer-year-only")
    elif token.decision == "change" and not question.is_open:
        await _reopen(case, question, from_json(question.control))
        other = await case.store.open_question(case.conversation)
        if other is not None:
            case.unit.add(writes.retire_posts("question", other.id))
        show(case, question)
    elif token.decision == "not_an_answer" and question.state == "answered":
        await _take_back(case, question)
    else:
        case.tell("press-unknown", warning=True)


async def _reopen(case: Case, question: Question, control: Control) -> None:
    resume = await case.store.resume(question.resume)
    stood: Json = None
    if resume is not None:
        stood = stands(question.field, await case.store.content(resume.id, resume.version))
    case.unit.add(writes.reopen_question(question, to_json(control), stood))


async def _take_back(case: Case, question: Question) -> None:
    """What was typed was no answer: the question is open again, and the text is handled as a message."""
    text = (question.draft or {}).get("typed") if isinstance(question.draft, dict) else None
    resume = await case.store.resume(question.resume)
    if text is None or resume is None or not may(case.person.id, "suggest", resume):
        case.tell("press-unknown", warning=True)
        return
    if question.version is not None:
        version = await case.store.version(resume.id, question.version)
        assert version is not None, "an answer and its version are one Unit"
        taken_back = is_undone(version.number, await case.store.undone(resume.id))
        if not taken_back and not await undoing.undo(case, resume, version, None):
            return  # told why; the answer stands
    await turns.take_back(case, answer_key(question))
    await _reopen(case, question, from_json(question.control))
    case.unit.add(writes.touch_posts("question", question.id))
    again = case.event.model_copy(
        update={"key": f"{case.event.key}:again", "body": Message(text=text, again=True), "notice_until": 0}
    )
    case.unit.add(writes.receive(again))
    case.tell("not-an-answer")
