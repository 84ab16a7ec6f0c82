"""Asking: one open Question at a time, its answer by button or by typing, and what follows from it."""

from typing import Any

from core import writes
from core.access import may
from core.desk.case import Case
from core.desk.proposing import add_patch
from core.desk.setting import apply_setting
from core.desk.turns import request_turn
from core.resume.version import Resume
from core.talk.button import Token
from core.talk.question import Question, QuestionState, Severity

MOST = 5_000
"""Characters of an answer (`resume-schema`: a textarea's default)."""


def ask(
    case: Case,
    resume: Resume,
    *,
    field: str,
    prompt: str,
    reason: str = "",
    severity: Severity = "important",
    choices: tuple[str, ...] = (),
    continuation: dict[str, object] | None = None,
    is_first: bool = True,
) -> None:
    """Add a Question; it is shown at once unless another is open (`is_first` False)."""
    question = case.means.ids.short()
    case.unit.add(
        writes.add_question(
            question,
            resume.id,
            case.conversation,
            case.person.id,
            severity=severity,
            field=field,
            prompt=prompt,
            reason=reason,
            choices=choices,
            continuation=continuation,
            at=case.now,
        )
    )
    if is_first:
        case.unit.add(
            writes.add_post(case.conversation, "question", question, case.now, person=case.person.id)
        )


async def press_question(case: Case, token: Token) -> None:
    """A button of a Question: a choice, *skip* or *I don't know*."""
    question = await case.store.question(token.id)
    if question is None:
        case.tell("press-unknown", warning=True)
        return
    if question.person != case.person.id:
        case.tell("press-not-yours", warning=True)
        return
    if token.decision == "choose" and token.showing.isdigit() and int(token.showing) < len(question.choices):
        await give(case, question, token.revision, question.choices[int(token.showing)])
    elif token.decision in ("skip", "dont_know"):
        await give(case, question, token.revision, None, unknown=token.decision == "dont_know")
    else:
        case.tell("press-unknown", warning=True)


async def give(
    case: Case, question: Question, revision: int, answer: str | None, *, unknown: bool = False
) -> None:
    """Close a Question with an answer (None: skipped, or not known); the same again is as it stands."""
    case.unit.add(writes.touch_posts("question", question.id))
    if not question.is_open or revision != question.revision:
        if question.answer == answer and question.state == _state(answer, unknown):
            case.tell("answer-as-it-stands")
        else:
            case.tell("answer-other", warning=True, answer=question.answer or case.words.say("answer-none"))
        return
    if answer is not None and not (answer := answer.strip()):
        case.tell("answer-empty", warning=True)
        return
    if answer is not None and len(answer) > MOST:
        case.tell("answer-too-long", warning=True, most=MOST)
        return
    case.unit.add(writes.settle_question(question.id, revision, _state(answer, unknown), answer, case.now))
    await _follow(case, question, answer, unknown)


def _state(answer: str | None, unknown: bool) -> QuestionState:
    if answer is not None:
        return "answered"
    return "unknown" if unknown else "skipped"


async def _follow(case: Case, question: Question, answer: str | None, unknown: bool) -> None:
    """What comes of an answer: the card that it chose, or a turn that has the person's own words."""
    resume = await case.store.resume(question.resume)
    if resume is None or not may(case.person.id, "suggest", resume):
        return
    await _show_next(case, question)
    if question.continuation is not None:
        chosen = [one for one in question.continuation["options"] if one["label"] == answer]
        if chosen:
            await _do_chosen(case, resume, question.continuation["base"], chosen[0])
        elif answer is not None:
            case.post("answer-not-offered")
        return
    if case.means.model_host is None:
        return
    said = answer if answer is not None else case.words.say("answer-unknown" if unknown else "answer-skipped")
    text = case.words.say("answer-as-message", question=question.prompt, answer=said)
    await request_turn(case, resume, text, typed=answer is not None)


async def _do_chosen(case: Case, resume: Resume, base: int, chosen: dict[str, Any]) -> None:
    """The quick edit that an option stands for, against the version that it was read on."""
    if chosen["kind"] == "setting":
        current = await case.store.content(resume.id, resume.version)
        apply_setting(case, resume, current, chosen["address"], chosen["value"])
        return
    content = await case.store.content(resume.id, base)
    add_patch(case, resume, content, chosen["title"], chosen["operations"], base=base)


async def _show_next(case: Case, settled: Question) -> None:
    following = await case.store.next_question(case.conversation, settled.id)
    if following is not None:
        case.unit.add(
            writes.add_post(case.conversation, "question", following.id, case.now, person=case.person.id)
        )
