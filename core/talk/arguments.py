"""Reading what a model really sends as a tool's arguments: encoded twice, cut off, or nothing at all."""

import json
import types
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from core.errors import ModelError, PatchError
from core.resume.values import Json

_MOST_LAYERS = 3
"""How often one value may be a JSON text inside a JSON text; some providers encode twice."""

Input = TypeVar("Input", bound=BaseModel)


def read_arguments(raw: str, model: type[Input]) -> Input:
    """The arguments of one call as the tool's input model, from the raw text the provider returned.

    A string is decoded again only where the model wants an object or a list; elsewhere its text is kept
    to the letter. Raises ModelError `truncated` when the text stops in the middle, PatchError
    `bad_arguments` (saying which member, never its value) for everything else that doesn't fit.
    """
    value = read_object(raw)
    for name, field in model.model_fields.items():
        key = field.alias or name
        if key in value:
            value[key] = _unwrap_for(value[key], field.annotation)
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise PatchError("bad_arguments", _explain(error)) from None


def read_object(raw: str) -> dict[str, Any]:
    """The JSON object that `raw` holds, unwrapped where it was encoded more than once. Raises as above."""
    value: Json = raw
    for _ in range(_MOST_LAYERS):
        if not isinstance(value, str):
            break
        value = parse_json(value)
    if not isinstance(value, dict):
        raise PatchError("bad_arguments", "The arguments must be one JSON object.")
    return value


def parse_json(text: str) -> Json:
    """One JSON text (RFC 8259, no NaN, no member twice). Raises as `read_arguments` does."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        if is_unfinished(text):
            raise ModelError("truncated", "The arguments stop in the middle.") from None
        raise PatchError("bad_arguments", "The arguments are not JSON.") from None


def is_unfinished(text: str) -> bool:
    """Whether a JSON text stops inside an object, a list or a string that it opened."""
    depth = 0
    inside = escaped = False
    for character in text:
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
    return inside or depth > 0


def unwrap(value: Json, wanted: type[dict[str, Any]] | type[list[Any]]) -> Json:
    """`value`, decoded again if it is a text that holds what is `wanted`; else as it is."""
    found = value
    for _ in range(_MOST_LAYERS):
        if not isinstance(found, str):
            break
        try:
            found = parse_json(found)
        except PatchError:
            return value
    return found if isinstance(found, wanted) else value


def _unwrap_for(value: Json, annotation: object) -> Json:
    kinds = [part for part in _parts(annotation) if part is not type(None)]
    if str in kinds:
        return value
    for kind in kinds:
        origin = get_origin(kind) or kind
        if origin in (list, tuple):
            value = unwrap(value, list)
            inner = (get_args(kind) or (Any,))[0]
            if isinstance(value, list):
                value = [_unwrap_for(item, inner) for item in value]
        elif origin is dict:
            value = unwrap(value, dict)
        elif isinstance(origin, type) and issubclass(origin, BaseModel):
            value = _unwrap_members(unwrap(value, dict), origin)
    return value


def _unwrap_members(value: Json, model: type[BaseModel]) -> Json:
    if not isinstance(value, dict):
        return value
    fields = {field.alias or name: field for name, field in model.model_fields.items()}
    return {
        name: _unwrap_for(member, fields[name].annotation) if name in fields else member
        for name, member in value.items()
    }


def _parts(annotation: object) -> tuple[object, ...]:
    origin = get_origin(annotation)
    if origin is Union or origin is types.UnionType:
        return get_args(annotation)
    if origin is Literal:
        return (str,)
    return (annotation,)


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member stands twice")
    return members


def _refuse_constant(_name: str) -> NoReturn:
    raise ValueError("not a JSON number")


def _explain(error: ValidationError) -> str:
    """Which members are wrong, and how; the value that was sent stays out of it."""
    faults = [
        f"{'/'.join(str(part) for part in fault['loc']) or 'arguments'}: {fault['msg']}"
        for fault in error.errors(include_input=False, include_url=False, include_context=False)
    ]
    return "The arguments don't fit the tool. " + "; ".join(faults[:3]) + "."
