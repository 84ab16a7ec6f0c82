"""Calls that a model wrote as text instead of making them: found, and taken out of what is shown."""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass

from core.resume.values import Json
from core.talk.arguments import is_unfinished
from core.talk.chat import ToolCall

_PROPOSE = "propose_resume_patches"
_NAME_KEYS = ("name", "tool", "function")
_ARGUMENT_KEYS = ("arguments", "parameters", "input")
_DECODER = json.JSONDecoder()

_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_OPENING = re.compile(
    r"```|</?tool_?calls?>|<function|\[TOOL_CALLS\]|[{\[]\s*(?=[{\"])|<\|\w+\|>|<think", re.IGNORECASE
)
_WRAPPING = re.compile(
    r"```(?:json|tool_code|tool_call|python)?\s*```|</?tool_?calls?>|</?function(?:=\w*)?>?"
    r"|\[/?TOOL_CALLS\]|<\|\w+\|>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Written:
    """A reply's text taken apart: what is for the person, the calls in it, and whether one was cut."""

    text: str
    calls: tuple[ToolCall, ...]
    cut: bool = False


def read_written(text: str, tools: Collection[str]) -> Written:
    """The prose of a reply and the calls that stand in it as JSON, fenced, tagged or bare.

    `tools` are the names a call may have. A list of operations, or an object with `proposals`, counts
    as a call of the proposing tool. No JSON is ever left in the prose: it is nothing for a person.
    """
    text = _THOUGHT.sub("", text)
    calls: list[ToolCall] = []
    prose: list[str] = []
    place = 0
    while (start := _next_bracket(text, place)) is not None:
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            if _looks_like_call(text[start:]) and is_unfinished(text[start:]):
                prose.append(text[place:start])
                return Written(_tidy("".join(prose)), tuple(calls), cut=True)
            prose.append(text[place : start + 1])
            place = start + 1
            continue
        named = _named_before(text[:start], tools)
        found = _to_calls(value, named, tools)
        if found and named:
            start = text.rindex(named, 0, start)
            end += len(text[end:]) - len(text[end:].lstrip(")]>; "))
        prose.append(text[place : start if found or _is_data(value) else end])
        place = end
        calls += found
    prose.append(text[place:])
    numbered = tuple(ToolCall(f"written-{n}", c.name, c.arguments) for n, c in enumerate(calls, 1))
    return Written(_tidy("".join(prose)), numbered)


def visible(text: str) -> str:
    """Of a growing answer, what may be shown already: all before the first sign of a call or thought."""
    text = _THOUGHT.sub("", text)
    opening = _OPENING.search(text)
    return (text[: opening.start()] if opening else text).strip()


def _next_bracket(text: str, place: int) -> int | None:
    found = re.compile(r"[{\[]").search(text, place)
    return found.start() if found else None


def _looks_like_call(text: str) -> bool:
    head = text[:400]
    return any(f'"{key}"' in head for key in ("proposals", "operations", "op", *_ARGUMENT_KEYS))


def _is_data(value: Json) -> bool:
    """Whether a JSON value is more than brackets in a sentence, such as [1]."""
    return isinstance(value, dict) or any(isinstance(member, dict) for member in value)


def _named_before(text: str, tools: Collection[str]) -> str:
    """The tool whose name stands right before a bracket, as in `name({…})` or `<function=name>{…}`."""
    before = re.search(r"(\w+)\W{0,3}\Z", text[-80:])
    return before[1] if before and before[1] in tools else ""


def _to_calls(value: Json, named: str, tools: Collection[str]) -> list[ToolCall]:
    if isinstance(value, dict):
        if call := _from_object(value, named, tools):
            return [call]
        return []
    if not isinstance(value, list) or not value:
        return []
    if all(_is_operation(item) for item in value):
        return [_call(_PROPOSE, {"proposals": [{"operations": value}]})]
    if all(_is_proposal(item) for item in value):
        return [_call(_PROPOSE, {"proposals": value})]
    calls = [_from_object(item, "", tools) if isinstance(item, dict) else None for item in value]
    return [call for call in calls if call] if all(calls) else []


def _from_object(value: dict[str, Json], named: str, tools: Collection[str]) -> ToolCall | None:
    if isinstance(inner := value.get("function"), dict):
        value = inner
    if "proposals" in value:
        return _call(_PROPOSE, value)
    if _is_proposal(value):
        return _call(_PROPOSE, {"proposals": [value]})
    if _is_operation(value):
        return _call(_PROPOSE, {"proposals": [{"operations": [value]}]})
    name = next((value[key] for key in _NAME_KEYS if isinstance(value.get(key), str)), "")
    arguments = next((value[key] for key in _ARGUMENT_KEYS if key in value), None)
    if arguments is not None and name:
        return _call(str(name), arguments)
    return _call(named, value) if named else None


def _is_operation(value: Json) -> bool:
    return isinstance(value, dict) and "op" in value and "path" in value


def _is_proposal(value: Json) -> bool:
    return isinstance(value, dict) and "operations" in value


def _call(name: str, arguments: Json) -> ToolCall:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return ToolCall("", name, text)


def _tidy(text: str) -> str:
    text = _WRAPPING.sub("", text)
    text = re.sub(r"```(?:json|tool_code|tool_call)?\s*\Z", "", text)
    return re.sub(r"\n{3,}", "\n\n", text).strip()
