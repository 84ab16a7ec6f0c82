"""What tests of a turn share: the sample résumé, a turn's input, and a run with a scripted model."""

import copy
import json
import uuid
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from core.resume.values import Document, Json
from core.talk import turn
from core.talk.turn_types import Said, TurnInput, TurnOutcome
from tests.fakes_model import ScriptedModel

DATA = Path(__file__).parent.parent / "data" / "base-resume.json"


@cache
def _read() -> Document:
    found: Document = json.loads(DATA.read_text(encoding="utf-8"))
    return found


def resume() -> Document:
    """The sample résumé, to change at will."""
    return copy.deepcopy(_read())


def asked(*requests: str | Said, before: tuple[Said, ...] = (), **more: Json) -> TurnInput:
    """The input of a turn that answers these messages of the person."""
    said = tuple(each if isinstance(each, Said) else Said(role="person", text=each) for each in requests)
    given = {"base": 7, "right": "decide", "document": resume(), "said": (*before, *said)}
    return TurnInput.model_validate(given | {"requests": len(said)} | more)


async def run(
    given: TurnInput,
    model: ScriptedModel,
    *,
    on_text: Callable[[str], None] = lambda _: None,
) -> TurnOutcome:
    """One turn, with fresh ids and a clock that ticks."""
    clock = count(1000, 5)
    return await turn.run(given, model, lambda: str(uuid.uuid4()), on_text, clock_ms=lambda: next(clock))


def replaces(path: str, value: Json) -> dict[str, Any]:
    """One replace operation."""
    return {"op": "replace", "path": path, "value": value}


def adds(path: str, value: Json) -> dict[str, Any]:
    """One add operation."""
    return {"op": "add", "path": path, "value": value}


def removes(path: str) -> dict[str, Any]:
    """One remove operation."""
    return {"op": "remove", "path": path}
