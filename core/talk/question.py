"""Question: what the model or a check needs to know, one at a time; its Answer is a person's own words."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

QuestionState: TypeAlias = Literal["open", "answered", "skipped", "unknown", "withdrawn"]
Severity: TypeAlias = Literal["blocking", "important", "optional"]
SEVERITIES: tuple[Severity, ...] = ("blocking", "important", "optional")


@dataclass(frozen=True, slots=True)
class Question:
    """One question in a conversation; `choices` are offered as buttons, typed words always count.

    The answer is kept as evidence: the person's own words, for the turn that follows.
    """

    id: str
    resume: str
    conversation: str
    person: str
    state: QuestionState
    revision: int
    severity: Severity
    field: str
    prompt: str
    reason: str
    choices: tuple[str, ...]
    created_at: int
    continuation: dict[str, Any] | None = None
    """What a chosen option leads to: version `base` and `options` (label, title, operations)."""
    answer: str | None = None
    answered_at: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still waits for an answer."""
        return self.state == "open"
