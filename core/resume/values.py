"""JSON values: their types, JSON's own equality, and the one canonical text that is hashed."""

import json
from typing import Any, Final, TypeAlias

Json: TypeAlias = Any
"""A JSON value as Python holds it: dict, list, str, int, float, bool or None."""

Document: TypeAlias = dict[str, Any]
"""A whole résumé as a JSON object; the dict is the stored truth, `ResumeData` only its gate."""


class Missing:
    """The value of a place that isn't there; one instance, `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


def equal(left: Json | Missing, right: Json | Missing) -> bool:
    """Equality as JSON has it (RFC 6902 §4.6): 1 equals 1.0, 1 is not true, at any depth."""
    if left is right:
        return True
    if isinstance(left, bool) or isinstance(right, bool):
        return False  # two booleans that are equal are one object
    if isinstance(left, dict):
        return (
            isinstance(right, dict)
            and left.keys() == right.keys()
            and all(equal(value, right[name]) for name, value in left.items())
        )
    if isinstance(left, list):
        return (
            isinstance(right, list)
            and len(left) == len(right)
            and all(equal(a, b) for a, b in zip(left, right, strict=True))
        )
    return bool(left == right)


def canonical(value: Json) -> bytes:
    """One UTF-8 text per value: members sorted, no spaces, `1.0` written `1`. Equal values, equal bytes."""
    return json.dumps(
        _plain_numbers(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    ).encode("utf-8", "surrogatepass")


def _plain_numbers(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _plain_numbers(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_plain_numbers(member) for member in value]
    return value
