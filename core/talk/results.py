"""What the model is told of its calls, as JSON: done, refused and why, and what a good one looks like."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from rapidfuzz import fuzz, process

from core.errors import CountersignError, InvalidResumeError, PatchError
from core.resume.values import Json
from core.talk.pointers import Pointers

Result: TypeAlias = dict[str, Any]

_LONGEST_VALUE: Final = 200
_GOOD: Final[Mapping[str, str]] = {
    "bad_arguments": (
        '{"proposals": [{"title": "…", "operations": '
        '[{"op": "replace", "path": "/basics/headline", "value": "…"}]}]}'
    ),
    "empty_operations": '{"op": "replace", "path": "/basics/headline", "value": "…"}',
    "unknown_op": '{"op": "replace", "path": "/basics/headline", "value": "…"}',
    "bad_pointer": "/basics/headline, /sections/skills/items/0/name",
    "bad_index": "/sections/skills/items/0/name",
    "missing_value": '{"op": "add", "path": "/sections/skills/items/-", "value": {"name": "…"}}',
    "missing_from": '{"op": "move", "from": "/sections/skills/items/2", "path": "/sections/skills/items/0"}',
    "out_of_range": "an index of an entry that is there, or - behind the last one in an add",
}


def failed(code: str, message: str, **more: Json) -> Result:
    """A call or proposal that can't be done as asked."""
    return {"status": "error", "code": code, "message": message, **more}


def explain(error: CountersignError, pointers: Pointers) -> Result:
    """An error of ours for the model: code, index, operation, a sentence, and what a good one looks like."""
    result = failed(error.code, error.message)
    if isinstance(error, PatchError):
        if error.index is not None:
            result["index"] = error.index
        if error.operation is not None:
            result["operation"] = _shortened(error.operation)
            result["message"] = _quoting(error)
        if isinstance(error.__cause__, InvalidResumeError):
            result["places"] = [f"{place}: {what}" for place, what in error.__cause__.places[:3]]
        if good := _good_one(error, pointers):
            result["good"] = good
    return result


def _quoting(error: PatchError) -> str:
    path = error.operation.get("path") if error.operation else None
    return f'"{path[:_LONGEST_VALUE]}": {error.message}' if isinstance(path, str) else error.message


def _good_one(error: PatchError, pointers: Pointers) -> str:
    path = error.operation.get("path") if error.operation else None
    if error.code in ("path_not_found", "bad_pointer") and isinstance(path, str):
        known = process.extract(path, pointers.all, scorer=fuzz.ratio, limit=3, score_cutoff=60)
        if known:
            return ", ".join(pointer for pointer, _, _ in known)
    return _GOOD.get(error.code, "")


def _shortened(operation: Mapping[str, Any]) -> dict[str, Any]:
    """The operation as it was sent; a long value is left out, it stands in the call."""
    return {name: value if len(str(value)) <= _LONGEST_VALUE else "…" for name, value in operation.items()}


def outcome_of(result: Result) -> str:
    """One word for the log: `ok`, `unchanged`, or the code of what went wrong; no content."""
    results = result.get("results")
    if isinstance(results, Sequence) and not isinstance(results, str):
        words = {outcome_of(each) for each in results}
        return words.pop() if len(words) == 1 else "+".join(sorted(words))
    return str(result.get("code") or result.get("status") or "ok")


def to_json(value: Json) -> str:
    """A result as the text that the model reads."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
