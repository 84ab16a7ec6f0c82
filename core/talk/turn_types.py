"""A model turn's input and outcome, as they are stored with its Job."""

from typing import Any, Literal

from core.access import Right
from core.event import Value


class Said(Value):
    """One message of the conversation; `typed` is false for files, forwards and pasted blocks."""

    role: Literal["person", "assistant"]
    text: str
    typed: bool = True


class TurnInput(Value):
    """All that a turn may know. `base` is the version of `document` that stands in the prompt.

    `said` is in order, the newest last: the last ones, from the person and not yet answered, are the
    request (`requests` of them). `right` is the highest that the person has on this résumé: no tool that
    needs more is there. `decided` has one line per proposal decided, edited or out of date since the last
    turn. `material` is what the person's own earlier answers and imported files say.
    """

    base: int
    right: Right
    document: dict[str, Any]
    said: tuple[Said, ...]
    requests: int
    decided: tuple[str, ...] = ()
    material: tuple[str, ...] = ()
    language: Literal["en", "zh"] = "en"


class Drafted(Value):
    """A proposal that was tried and stands: operations and texts settled, its change worked out.

    `change` is the JSON form of core.resume.change.Change; `marks` are words of it that stand in
    none of the person's own material.
    """

    title: str
    summary: str = ""
    operations: tuple[dict[str, Any], ...]
    change: dict[str, Any]
    marks: tuple[str, ...] = ()
    destructive: bool = False


class Asked(Value):
    """A question that the model or the gate needs answered; `field` is an address or a named need."""

    field: str
    prompt: str
    reason: str = ""
    severity: Literal["blocking", "important", "optional"] = "important"
    choices: tuple[str, ...] = ()


class DirectSetting(Value):
    """A setting that the typed request itself named: applied at once, with Undo."""

    address: str
    value: Any


class CallLog(Value):
    """One tool call as it is logged: no content, only what happened."""

    step: int
    tool: str
    outcome: str
    milliseconds: int = 0


class TurnOutcome(Value):
    """What a turn gave. `code` is a ModelError code when it gave nothing usable, else empty."""

    text: str = ""
    proposals: tuple[Drafted, ...] = ()
    question: Asked | None = None
    settings: tuple[DirectSetting, ...] = ()
    code: str = ""
    calls: tuple[CallLog, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    model_calls: int = 0
