"""Question: what the model or a check needs to know, one at a time; its Answer is what a person gave."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from core.resume.values import Json

QuestionState: TypeAlias = Literal["open", "answered", "skipped", "unknown", "withdrawn"]
Severity: TypeAlias = Literal["blocking", "important", "optional"]
SEVERITIES: tuple[Severity, ...] = ("blocking", "important", "optional")


@dataclass(frozen=True, slots=True)
class Question:
    """One question in a conversation; `control` is the JSON of how it is asked (`core/talk/control.py`).

    `into` `value`: the Answer is the field, where the field is empty or the person asked to change it;
    `evidence`: the person's own words, for the turn that follows. `stood` is the field when it was asked.
    An Answer to a sensitive question is kept only as a keyed `fingerprint`.
    """

    id: str
    resume: str
    conversation: str
    person: str
    state: QuestionState
    revision: int
    severity: Severity
    privacy: str
    into: Literal["value", "evidence"]
    field: str
    prompt: str
    reason: str
    control: dict[str, Any]
    created_at: int
    place: int = 0
    """Its place among those asked at one time."""
    stood: Json = None
    draft: Json = None
    """What a control has half done; once answered, the text that was typed (`{"typed": …}`)."""
    continuation: dict[str, Any] | None = None
    """What a chosen option leads to: version `base` and `options` (what each does)."""
    answer: Json = None
    fingerprint: str | None = None
    answered_at: int | None = None
    version: int | None = None
    """The version that the Answer made."""

    @property
    def is_open(self) -> bool:
        """Whether it still waits for an answer."""
        return self.state == "open"

    @property
    def is_skippable(self) -> bool:
        """Whether it may be skipped; a blocking one can still be *not known*."""
        return self.severity != "blocking"
