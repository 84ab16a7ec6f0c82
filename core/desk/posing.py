"""Posing: a Question enters the conversation, or stands at its end again."""

from typing import Any

from core import writes
from core.desk.case import Case
from core.resume.version import Resume
from core.talk.control import Control, Option, control_for, to_json
from core.talk.fill import Into, into_for, stands
from core.talk.privacy import Privacy, privacy_of
from core.talk.proposal import Proposal
from core.talk.question import Question, Severity

MOST_OPEN = 100
"""Open questions of one person that are looked at."""


async def ask(
    case: Case,
    resume: Resume,
    *,
    field: str,
    prompt: str,
    control: Control,
    reason: str = "",
    severity: Severity = "important",
    into: Into | None = None,
    continuation: dict[str, Any] | None = None,
    privacy: Privacy | None = None,
    is_first: bool,
    place: int = 0,
) -> None:
    """Add a Question; it is shown at once if it `is_first`, else when those before it are settled.

    `privacy` is given where it isn't the field that tells it. One that leads to the same as an open one is
    that one, shown again.
    """
    if continuation is not None:
        for one in await case.store.open_questions_of(case.person.id, MOST_OPEN):
            if one.conversation == case.conversation and one.continuation == continuation:
                show(case, one)
                return
    document = await case.store.content(resume.id, resume.version)
    question = Question(
        id=case.means.ids.short(),
        resume=resume.id,
        conversation=case.conversation,
        person=case.person.id,
        state="open",
        revision=1,
        severity=severity,
        privacy=privacy or privacy_of(field),
        into=into or into_for(field, document, control, wants_change=privacy_of(field) == "sensitive"),
        field=field,
        prompt=prompt,
        reason=reason,
        control=to_json(control),
        created_at=case.now,
        place=place,
        stood=stands(field, document),
        continuation=continuation,
    )
    case.unit.add(writes.add_question(question))
    if is_first:
        case.unit.add(
            writes.add_post(case.conversation, "question", question.id, case.now, person=case.person.id)
        )


async def choose(case: Case, resume: Resume, prompt: str, options: list[dict[str, Any]]) -> None:
    """A choice whose options are ready-made: each has a `label` and what it does."""
    before = await case.store.open_question(case.conversation)
    if before is not None:
        case.unit.add(writes.retire_posts("question", before.id))
    offered = [Option(value=str(number), label=str(one["label"])[:200]) for number, one in enumerate(options)]
    control = control_for("", offered)
    await ask(
        case,
        resume,
        field="",
        prompt=prompt,
        control=control.model_copy(update={"allow_custom": False}),
        into="evidence",
        continuation={"base": resume.version, "options": options},
        is_first=True,  # the person's own message waits for it; what was open comes again afterwards
    )


async def show_again(case: Case) -> None:
    """After a reply to something else: the open Question stands at the end of the conversation again."""
    question = await still_open(case)
    if question is not None and question.person == case.person.id:
        show(case, question)


async def still_open(case: Case) -> Question | None:
    """The open Question of this conversation; one that was asked for a card that moved on is withdrawn."""
    question = await case.store.open_question(case.conversation)
    while question is not None and await is_void(case, question):
        withdraw(case, question)
        question = await case.store.next_question(case.conversation, question.id)
        if question is not None and await is_void(case, question):
            withdraw(case, question)  # a third one waits for its turn
            return None
    return question


async def is_void(case: Case, question: Question) -> bool:
    """Whether a Question was asked for a card that isn't as it was then."""
    continuation = question.continuation or {}
    if "form" not in continuation:
        options = continuation.get("options") or [{}]
        if options[0].get("kind") != "line":
            return False
        continuation = {"form": "edit", **options[0]}
    proposal = await case.store.proposal(continuation["proposal"])
    return proposal is None or not is_current(proposal, continuation)


def is_current(proposal: Proposal, continuation: dict[str, Any]) -> bool:
    """Whether a card is still as it was when its button asked for text."""
    states = ("pending", "rejected") if continuation["form"] == "redraft" else ("pending",)
    return proposal.revision == continuation["revision"] and proposal.state in states


def is_settled_here(case: Case, question: Question) -> bool:
    """Whether this very Event settles it."""
    return any(
        write.statement == "settle_question" and write.values["question"] == question.id
        for write in case.unit.writes
    )


def withdraw(case: Case, question: Question) -> None:
    """A Question that needs no answer any more."""
    if is_settled_here(case, question):
        return
    case.unit.add(writes.settle_question(question, "withdrawn", case.now))
    case.unit.add(writes.touch_posts("question", question.id))


def show(case: Case, question: Question) -> None:
    """Show an open Question at the end of the conversation; where it stood before it is folded."""
    case.unit.add(writes.retire_posts("question", question.id))
    case.unit.add(
        writes.add_post(case.conversation, "question", question.id, case.now, person=case.person.id)
    )
