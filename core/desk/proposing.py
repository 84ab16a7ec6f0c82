"""Proposing: a Proposal and its card enter the conversation; nothing on the résumé changes."""

from collections.abc import Sequence
from typing import Any

from core import writes
from core.desk.case import Case
from core.resume.change import conditions, destructive, difference, to_json
from core.resume.patch import try_patch
from core.resume.values import Document, Json
from core.resume.version import Resume
from core.talk.proposal import Proposal, Source


def new_proposal(
    case: Case,
    resume: Resume,
    *,
    title: str,
    change: Json,
    destructive: bool,
    proposed_by: Source,
    base: int | None = None,
    summary: str = "",
    operations: Sequence[dict[str, Any]] = (),
    marks: Sequence[str] = (),
    batch: str = "",
    place: int = 0,
    restores: int | None = None,
    undoes: tuple[int, ...] = (),
    supersedes: str | None = None,
) -> Proposal:
    """A pending Proposal against version `base` (default: the current one), not stored yet."""
    proposal_id = case.means.ids.short()
    return Proposal(
        id=proposal_id,
        resume=resume.id,
        conversation=case.conversation,
        batch=batch or proposal_id,
        place=place,
        base=resume.version if base is None else base,
        revision=1,
        state="pending",
        destructive=destructive,
        title=title,
        summary=summary,
        operations=tuple(operations),
        change=change,
        marks=tuple(marks),
        person=case.person.id,
        proposed_by=proposed_by,
        created_at=case.now,
        restores=restores,
        undoes=undoes,
        supersedes=supersedes,
    )


def add_card(case: Case, proposal: Proposal, *, rings: bool = True) -> Proposal:
    """Store a new Proposal, and show its card; of several that come together only the header rings."""
    case.unit.add(writes.add_proposal(proposal))
    case.unit.add(
        writes.add_post(
            case.conversation,
            "proposal",
            proposal.id,
            case.now,
            person=case.person.id,
            content=None if rings else {"quiet": "1"},
        )
    )
    return proposal


def add_patch(
    case: Case,
    resume: Resume,
    document: Document,
    title: str,
    operations: Sequence[dict[str, Any]],
    *,
    base: int | None = None,
) -> Proposal | None:
    """Try a Patch of our own making on `document` (version `base`) and add it as a card.

    None when it would change nothing. Raises PatchError or InvalidResumeError when it can't be applied.
    """
    trial = try_patch(list(operations), document, case.means.ids.uuid)
    change = difference(document, trial.target, conditions(document, trial.operations))
    if not change.lines:
        return None
    proposal = new_proposal(
        case,
        resume,
        title=title,
        change=to_json(change),
        destructive=destructive(change),
        proposed_by="quick",
        base=base,
        operations=trial.operations,
    )
    return add_card(case, proposal)
