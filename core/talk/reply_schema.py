"""The JSON Schema of a whole reply, made for one résumé: a path can only be one that exists there."""

from typing import Any, Final

from core.resume.families import FAMILIES
from core.talk.pointers import Pointers, entry_fields

MOST_PATHS: Final = 900
"""Past this a path is any text: servers refuse schemas with more alternatives (some at 1,000)."""

_TEXT: Final[dict[str, Any]] = {"type": "string"}
_MOST_OPERATIONS: Final = 10
_MOST_PROPOSALS: Final = 5


def reply_schema(pointers: Pointers) -> dict[str, Any]:
    """What a reply is in the `schema` way: `proposals`, `question`, `reply`, in this order."""
    proposal = _object(
        {
            "title": {"type": "string", "minLength": 1, "maxLength": 120},
            "operations": {
                "type": "array",
                "minItems": 1,
                "maxItems": _MOST_OPERATIONS,
                "items": {"anyOf": _operations(pointers)},
            },
        }
    )
    proposals = {"type": "array", "maxItems": _MOST_PROPOSALS, "items": proposal}
    return _object({"proposals": proposals, "question": _TEXT, "reply": _TEXT})


def _operations(pointers: Pointers) -> list[dict[str, Any]]:
    listed = len(pointers.all) <= MOST_PATHS
    families = sorted({family for family in pointers.appends.values() if family})
    shapes = [
        _operation("replace", tuple(pointers.texts), _TEXT, listed),
        _operation("replace", tuple(pointers.switches), {"type": "boolean"}, listed),
        _operation("remove", pointers.entries, None, listed),
        _operation("add", _appends(pointers, ""), _TEXT, listed),
    ]
    shapes += [_operation("add", _appends(pointers, family), _entry(family), listed) for family in families]
    return [shape for shape in shapes if shape]


def _appends(pointers: Pointers, family: str) -> tuple[str, ...]:
    return tuple(pointer for pointer, of in pointers.appends.items() if of == family)


def _operation(op: str, paths: tuple[str, ...], value: dict[str, Any] | None, listed: bool) -> dict[str, Any]:
    if not paths:
        return {}
    path = {"type": "string", "enum": list(paths)} if listed else _TEXT
    members: dict[str, Any] = {"op": {"type": "string", "enum": [op]}, "path": path}
    return _object(members | ({} if value is None else {"value": value}))


def _entry(family: str) -> dict[str, Any]:
    members = {name: _member(name) for name in entry_fields(family)}
    required = [name for name in FAMILIES[family].required if name in members]
    return {"type": "object", "additionalProperties": False, "properties": members, "required": required}


def _member(name: str) -> dict[str, Any]:
    if name == "keywords":
        return {"type": "array", "items": _TEXT}
    if name == "level":
        return {"type": "integer", "minimum": 0, "maximum": 5}
    if name == "website":
        return _object({"url": _TEXT, "label": _TEXT})
    return _TEXT


def _object(members: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": members,
        "required": list(members),
    }
