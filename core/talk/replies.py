"""A reply taken apart, whichever way it came: text for the person, calls, and whether it ended by itself."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from core.errors import ModelError, PatchError
from core.resume.values import Json
from core.talk.arguments import parse_json, unwrap
from core.talk.chat import Reply, ToolCall, Way
from core.talk.results import to_json
from core.talk.written import read_written


@dataclass(frozen=True, slots=True)
class Taken:
    """What stands in a reply. `written`: its calls were text, `raw` is that text as it came."""

    text: str
    calls: tuple[ToolCall, ...]
    end: Literal["done", "cut", "refused"]
    written: bool
    raw: str


def take_apart(reply: Reply, way: Way, tools: Collection[str]) -> Taken:
    """Text and calls of a reply. A reply that was cut while it called a tool holds no calls at all.

    Calls that a model wrote as text count in every way: not every server hands them over as calls.
    """
    if way == "schema" and (taken := _from_schema(reply)):
        return taken
    written = read_written(reply.text, tools)
    calls = _with_ids(reply.calls) if reply.calls else written.calls
    was_cut = written.cut or (reply.end == "cut" and bool(calls))
    if was_cut and reply.end != "refused":
        return Taken(written.text, (), "cut", written=not reply.calls, raw=reply.text)
    text = f"{written.text} …" if reply.end == "cut" and written.text else written.text
    end: Literal["done", "cut", "refused"] = "refused" if reply.end == "refused" else "done"
    return Taken(text, calls, end, written=not reply.calls and bool(calls), raw=reply.text)


def _from_schema(reply: Reply) -> Taken | None:
    """The reply of a server that keeps to the schema; None where it is something else."""
    if not reply.text.lstrip().startswith("{"):
        return None
    if reply.end == "cut":
        return Taken("", (), "cut", written=True, raw="")
    try:
        value = parse_json(reply.text)
    except ModelError:
        return Taken("", (), "cut", written=True, raw="")
    except PatchError:
        return None
    if not isinstance(value, dict) or not value.keys() & {"proposals", "question", "reply"}:
        return None
    return Taken(_text(value.get("reply")), tuple(_calls(value)), "done", written=True, raw=reply.text)


def _calls(value: dict[str, Json]) -> list[ToolCall]:
    calls = []
    if proposals := unwrap(value.get("proposals"), list):
        calls.append(ToolCall("written-1", "propose_resume_patches", to_json({"proposals": proposals})))
    if question := _text(value.get("question")):
        arguments = {"field": "question", "question": question}
        calls.append(ToolCall("written-2", "ask_question", to_json(arguments)))
    return calls


def _text(value: Json) -> str:
    return value.strip() if isinstance(value, str) else ""


def _with_ids(calls: tuple[ToolCall, ...]) -> tuple[ToolCall, ...]:
    """The calls with an id each: some servers send none, or the same one twice."""
    ids = [call.id for call in calls]
    if all(ids) and len(set(ids)) == len(ids):
        return calls
    return tuple(ToolCall(f"call-{n}", call.name, call.arguments) for n, call in enumerate(calls, 1))
