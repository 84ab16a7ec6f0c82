"""Job: slow work that no lane waits for, claimed until a time; its outcome comes back as an Event."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

JobState: TypeAlias = Literal["waiting", "running", "done", "cancelled", "failed"]
JobKind: TypeAlias = Literal["turn", "import"]
"""A turn of the model, or a file to be fetched and read."""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of slow work with its stored input (ids and versions, shape by kind).

    `attempt` counts claims; an outcome counts only for the attempt that stands. `run_after` is the earliest
    moment (ms) for it.
    """

    id: str
    kind: JobKind
    conversation: str
    person: str
    resume: str | None
    state: JobState
    attempt: int
    run_after: int
    input: dict[str, Any]
    created_at: int
    code: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether its outcome is still wanted."""
        return self.state in ("waiting", "running")
