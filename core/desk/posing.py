"""Posing: a Question enters the conversation, or stands at its end again."""

from typing import Any

from core import writes
from core.desk.case import Case
from core.resume.version import Resume
from core.talk.control import Control, Option, control_for, to_json
from core.talk.fill import Into, into_for, stands
from core.talk.privacy import Privacy, privacy_of
from core.talk.question import Question, Severity


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

    `privacy` is given where it isn't the field that tells it.
    """
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
    question = await case.store.open_question(case.conversation)
    if question is None or question.person != case.person.id:
        return
    show(case, question)


def show(case: Case, question: Question) -> None:
    """Show an open Question at the end of the conversation; where it stood before it is folded."""
    case.unit.add(writes.retire_posts("question", question.id))
    case.unit.add(
        writes.add_post(case.conversation, "question", question.id, case.now, person=case.person.id)
    )
