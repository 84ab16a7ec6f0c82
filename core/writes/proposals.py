"""Writes of proposals: made, shown, decided."""

from collections.abc import Sequence

from core.resume.values import Json
from core.talk.proposal import Proposal, State
from core.unit import Private, Write


def add_proposal(proposal: Proposal) -> Write:
    """A new pending Proposal, revision 1."""
    values = {
        "id": proposal.id,
        "resume": proposal.resume,
        "conversation": proposal.conversation,
        "batch": proposal.batch,
        "place": proposal.place,
        "base": proposal.base,
        "destructive": int(proposal.destructive),
        "title": Private(proposal.title),
        "summary": Private(proposal.summary),
        "operations": Private(list(proposal.operations)),
        "change": Private(proposal.change),
        "marks": Private(list(proposal.marks)),
        "person": proposal.person,
        "proposed_by": proposal.proposed_by,
        "restores": proposal.restores,
        "undoes": Private(list(proposal.undoes)) if proposal.undoes else None,
        "supersedes": proposal.supersedes,
        "at": proposal.created_at,
    }
    return Write("add_proposal", values)


def decide_proposal(
    proposal: Proposal,
    state: State,
    decision: str,
    person: str,
    at: int,
    *,
    version: int | None = None,
    outcome: str = "",
    reason: str | None = None,
) -> list[Write]:
    """Move a Proposal to `state` from where it stands, and note the decision under its one key."""
    moved = Write(
        "decide_proposal",
        {
            "proposal": proposal.id,
            "revision": proposal.revision,
            "was": proposal.state,
            "state": state,
            "decision": decision,
            "person": person,
            "at": at,
            "version": version,
            "reason": None if reason is None else Private(reason),
        },
    )
    return [
        moved,
        add_decision(proposal.id, proposal.revision, decision, person, at, outcome or state, version),
    ]


def add_decision(
    subject: str, revision: int, decision: str, person: str, at: int, outcome: str, version: int | None
) -> Write:
    """Note a decision; its key (subject, revision, decision) can be noted once only."""
    values = {
        "proposal": subject,
        "revision": revision,
        "decision": "approve" if decision == "approve_anyway" else decision,
        "person": person,
        "at": at,
        "outcome": outcome,
        "version": version,
    }
    return Write("add_decision", values)


def bring_back_proposal(proposal: Proposal, person: str, at: int) -> list[Write]:
    """A rejected Proposal is pending again, one revision on."""
    back = Write("bring_back_proposal", {"proposal": proposal.id, "revision": proposal.revision})
    noted = add_decision(proposal.id, proposal.revision, "bring_back", person, at, "pending", None)
    return [back, noted]


def revise_proposal(
    proposal: Proposal,
    operations: Sequence[Json],
    change: Json,
    marks: Sequence[str],
    destructive: bool,
    person: str,
    at: int,
) -> list[Write]:
    """An edit by the person: revision n + 1 with another change."""
    revised = Write(
        "revise_proposal",
        {
            "proposal": proposal.id,
            "revision": proposal.revision,
            "operations": Private(list(operations)),
            "change": Private(change),
            "marks": Private(list(marks)),
            "destructive": int(destructive),
        },
    )
    noted = add_decision(proposal.id, proposal.revision, "edit", person, at, "revised", None)
    return [revised, noted]


def add_showing(
    proposal: Proposal, tag: str, hashes: Sequence[bytes], current_version: int, at: int
) -> Write:
    """What a card drew: the keyed hash of each line, under the tag that its buttons carry."""
    values = {
        "proposal": proposal.id,
        "revision": proposal.revision,
        "tag": tag,
        "hashes": Private([line.hex() for line in hashes]),
        "base": proposal.base,
        "current_version": current_version,
        "at": at,
    }
    return Write("add_showing", values, rows=None)
