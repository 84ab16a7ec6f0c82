"""Proposal: a titled Patch against a base version, its states, and what each Decision makes of it."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

State: TypeAlias = Literal["pending", "approved", "rejected", "superseded", "expired", "undone"]
"""Stored states. *Out of date* is worked out from the current version, never stored."""

Source: TypeAlias = Literal["model", "quick", "undo", "restore", "person"]

NEXT: dict[tuple[State, str], State] = {
    ("pending", "approve"): "approved",
    ("pending", "approve_anyway"): "approved",
    ("pending", "reject"): "rejected",
    ("pending", "edit"): "pending",
    ("pending", "review"): "pending",
    ("pending", "redraft"): "superseded",
    ("rejected", "bring_back"): "pending",
    ("rejected", "redraft"): "superseded",
    ("superseded", "bring_back"): "pending",
    ("approved", "undo"): "undone",
}
"""Every allowed move: (state, decision) to the next state; any other press is told what stands."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits for a person's decision, and afterwards what was decided.

    `change` is the JSON of its lines against version `base`; `marks` are words that stand in none of
    the person's own material. `batch` is shared by the proposals of one turn, `place` its order there.
    """

    id: str
    resume: str
    conversation: str
    batch: str
    place: int
    base: int
    revision: int
    state: State
    destructive: bool
    title: str
    summary: str
    operations: tuple[dict[str, Any], ...]
    change: dict[str, Any]
    marks: tuple[str, ...]
    person: str
    proposed_by: Source
    created_at: int
    restores: int | None = None
    """The version whose content this brings back whole; only of a restore."""
    undoes: tuple[int, ...] = ()
    """The versions that this takes back; only of an undo."""
    decided_by: str | None = None
    decided_at: int | None = None
    version: int | None = None
    """The version that the approval made; None where it was so already."""
    reason: str | None = None
    supersedes: str | None = None

    @property
    def asks_twice(self) -> bool:
        """Whether Approve needs a second, deliberate press (marked or destructive)."""
        return self.destructive or bool(self.marks)
