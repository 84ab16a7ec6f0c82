"""Answering: an Answer is decided once; it fills its field, or becomes the person's own words for a turn."""

from core import writes
from core.access import may
from core.desk import chosen
from core.desk.case import Case
from core.desk.posing import MOST_OPEN, show, withdraw
from core.desk.turns import request_turn
from core.event import Answer
from core.resume.change import difference, to_json
from core.resume.outline import outline
from core.resume.values import Json, equal
from core.resume.version import Resume
from core.show.reasons import say_when
from core.talk.answer import AnswerError, read_answer, say_answer
from core.talk.control import from_json
from core.talk.fill import fill, is_stale, stands
from core.talk.privacy import fingerprint
from core.talk.question import Question, QuestionState
from core.unit import Write

_STATES: dict[str, QuestionState] = {"skip": "skipped", "dont_know": "unknown"}


async def answer(case: Case, body: Answer) -> None:
    """A Question answered by its control, or a control's half-done state to be kept."""
    question = await case.store.question(body.question)
    if question is None:
        case.tell("press-unknown", warning=True)
    elif question.person != case.person.id:
        case.tell("press-not-yours", warning=True)
    elif body.draft:
        if question.is_open and body.revision == question.revision:
            case.unit.add(writes.keep_draft(question, body.value))
            if not case.traits.has_forms:  # there a step of a control is seen only when it is drawn
                case.unit.add(writes.touch_posts("question", question.id))
    else:
        await give(case, question, body.value, revision=body.revision)


async def give(
    case: Case,
    question: Question,
    value: Json,
    *,
    revision: int | None = None,
    way: str = "",
    typed: dict[str, str] | None = None,
) -> None:
    """Settle a Question with a value, or by a `way` out (`skip`, `dont_know`), under its one key.

    `typed` is the text that was taken for the answer (`typed`), and where it stands (`place`).

    The key is (question, revision): the same again is as it stands, another is told what was answered.
    """
    case.unit.add(writes.touch_posts("question", question.id))
    if not way:
        try:
            value = read_answer(from_json(question.control), value)
        except AnswerError as problem:
            case.tell(problem.key, warning=True, **problem.arguments)
            return
    if not question.is_open or revision not in (None, question.revision):
        _tell_what_stands(case, question, value, way)
        return
    resume = await case.store.resume(question.resume)
    if resume is None or not may(case.person.id, "suggest", resume):
        case.tell("press-not-yours", warning=True)
        return
    if way:
        case.unit.add(writes.settle_question(question, _STATES[way], case.now))
        await _follow(case, question, resume, None, way)
    elif question.into == "value":
        await _fill(case, question, resume, value, typed)
    else:
        case.unit.add(_settled(case, question, value, typed, None))
        await _follow(case, question, resume, value, way)


def answer_key(question: Question) -> str:
    """The key under which an answer is kept as a message, so that it can be taken back."""
    return f"answer:{question.id}.{question.revision}"


def _settled(
    case: Case, question: Question, value: Json, typed: dict[str, str] | None, version: int | None
) -> Write:
    """The answer as it is kept: of a sensitive one only a keyed fingerprint (DESIGN guarantee 9)."""
    is_kept_elsewhere = question.into == "value" or question.continuation is not None
    is_secret = question.privacy == "sensitive" and is_kept_elsewhere
    return writes.settle_question(
        question,
        "answered",
        case.now,
        answer=None if is_secret else value,
        fingerprint=fingerprint(case.means.key, question.id, question.revision, value),
        typed=None if is_secret else typed,
        version=version,
    )


def _tell_what_stands(case: Case, question: Question, value: Json, way: str) -> None:
    """`idempotency_conflict`: the first answer stands; it is said, and *Change* is on the folded line."""
    mark = fingerprint(case.means.key, question.id, question.revision, value)
    if question.state == _STATES.get(way, "answered") and (way or question.fingerprint == mark):
        case.tell("answer-as-it-stands")
        return
    if question.is_open:
        case.tell("press-older-revision", warning=True)
        return
    when = say_when(question.answered_at or question.created_at, case.means.clock, case.person)
    given = case.words.say("answer-none")
    if question.answer is not None:
        given = say_answer(from_json(question.control), question.answer, case.words)
    elif question.state == "answered":
        given = case.words.say("answer-private")
    case.tell("answer-other", warning=True, answer=given, when=when)


async def _fill(
    case: Case, question: Question, resume: Resume, value: Json, typed: dict[str, str] | None
) -> None:
    """The Answer is the field: written against the present version, or said why not."""
    document = await case.store.content(resume.id, resume.version)
    now = stands(question.field, document)
    if is_stale(question.stood, now, value):
        case.unit.add(writes.settle_question(question, "withdrawn", case.now))
        case.tell("answer-stale", warning=True)
        await _show_next(case, question)
        return
    if equal(now, value):
        case.unit.add(writes.keep_resume(resume.id, resume.version))
        case.unit.add(_settled(case, question, value, typed, None))
        await _follow(case, question, resume, value, "")
        return
    try:
        target = fill(question.field, value, document, from_json(question.control))
    except AnswerError as problem:
        case.tell(problem.key, warning=True, **problem.arguments)
        return
    place = outline(question.field, target, case.words)
    case.unit.extend(
        writes.add_version(
            resume.id,
            resume.version,
            target,
            to_json(difference(document, target)),
            cause="answered",
            person=case.person.id,
            why=case.words.say("answered-why", place=place),
            at=case.now,
        )
    )
    case.unit.add(_settled(case, question, value, typed, resume.version + 1))
    await _withdraw_twins(case, question)
    case.unit.extend(writes.touch_resume(resume.id))
    case.audit("answered", "question", question.id)
    case.tell("answered", place=place, version=resume.version + 1)
    await _show_next(case, question)


async def _withdraw_twins(case: Case, question: Question) -> None:
    """The same field asked in another conversation needs no answer any more."""
    for other in await case.store.open_questions_of(case.person.id, MOST_OPEN):
        is_twin = (other.resume, other.field) == (question.resume, question.field)
        if is_twin and other.id != question.id:
            withdraw(case, other)


async def _follow(case: Case, question: Question, resume: Resume, value: Json, way: str) -> None:
    """What comes of an answer that fills no field: what it chose, or a turn with the person's own words."""
    await _show_next(case, question)
    if question.continuation is not None:
        await chosen.follow(case, resume, question.continuation, value, way)
        return
    if case.means.model_host is None or question.into == "value":
        return
    said = case.words.say("answer-unknown" if way == "dont_know" else "answer-skipped")
    if value is not None:
        said = value if isinstance(value, str) else say_answer(from_json(question.control), value, case.words)
    text = case.words.say("answer-as-message", question=question.prompt, answer=said)
    await request_turn(case, resume, text, typed=value is not None, answers=answer_key(question))


async def _show_next(case: Case, settled: Question) -> None:
    following = await case.store.next_question(case.conversation, settled.id)
    if following is not None:
        show(case, following)
