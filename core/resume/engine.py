"""JSON Patch on a copy: operation by operation, all or none, and an error that names what went wrong."""

import re
from collections.abc import Sequence
from typing import Final

from jsonpatch import (
    AddOperation,
    JsonPatchException,
    PatchOperation,
    RemoveOperation,
    ReplaceOperation,
    TestOperation,
)
from jsonpointer import JsonPointerException

from core.errors import PatchError
from core.resume.operations import (
    Add,
    Copy,
    Move,
    Operation,
    Remove,
    Replace,
    Test,
    Tokens,
    to_wire,
    tokens_of,
)
from core.resume.values import MISSING, Json, Missing

_END: Final = "-"
"""The place after the last element of a list: something can be added there, nothing is (RFC 6901 §4)."""
_INDEX: Final = re.compile("0|[1-9][0-9]*")
_LONGEST_INDEX: Final = 9
"""Digits; a longer index is beyond any list, and not worth reading."""

_REASONS: Final = {
    "bad_index": "A place in a list is 0, 1, 2 and so on, without sign or leading zero.",
    "path_not_found": "There is nothing at this path.",
    "out_of_range": "The list is shorter than that.",
    "test_failed": "The value there is another one.",
    "root_not_allowed": "The whole document can't be removed.",
    "move_into_child": "A value can't be moved into itself.",
}


def apply(operations: Sequence[Operation], document: Json) -> Json:
    """The document after all operations (RFC 6902); the given one is left as it is.

    The result shares what no operation touched with the given document, so change neither in place.
    Raises PatchError with the index of the operation that failed: `bad_index`, `path_not_found`,
    `out_of_range`, `test_failed`, `root_not_allowed` (removing it) or `move_into_child`.
    """
    for index, operation in enumerate(operations):
        try:
            document = perform(operation, document)
        except PatchError as error:
            raise located(error, index, operation) from None
    return document


def located(error: PatchError, index: int, operation: Operation) -> PatchError:
    """The same error, saying which operation it is about."""
    return PatchError(error.code, error.message, index=index, operation=to_wire(operation))


def perform(operation: Operation, document: Json) -> Json:
    """The document after one operation; raises as `apply` does, but without saying which one it was."""
    match operation:
        case Add():
            return _add(operation.path, operation.value, document)
        case Remove():
            return _remove(operation.path, document)
        case Replace():
            return _run(ReplaceOperation(to_wire(operation)), _unshared(operation.target, document))
        case Test():
            return _run(TestOperation(to_wire(operation)), document)
        case Copy():
            return _add(operation.path, _existing(operation.origin, document), document)
        case Move():
            return _move(operation, document)


def find(tokens: Tokens, document: Json) -> Json | Missing:
    """The value at a place, or MISSING."""
    value = document
    for token in tokens:
        value = _child(value, token)
    return value


def _add(path: str, value: Json, document: Json) -> Json:
    operation = AddOperation({"op": "add", "path": path, "value": value})
    return _run(operation, _unshared(tokens_of(path), document))


def _remove(path: str, document: Json) -> Json:
    return _run(RemoveOperation({"op": "remove", "path": path}), _unshared(tokens_of(path), document))


def _move(operation: Move, document: Json) -> Json:
    """RFC 6902 §4.4: a removal, then an addition of what was removed."""
    origin, target = operation.origin, operation.target
    if target != origin and target[: len(origin)] == origin:
        raise _failure("move_into_child")
    value = _existing(origin, document)
    if target == origin:
        return document
    return _add(operation.path, value, _remove(operation.source, document))


def _run(operation: PatchOperation, document: Json) -> Json:
    """The library works in place, on a document whose containers along the path are ours."""
    try:
        return operation.apply(document)
    except (JsonPatchException, JsonPointerException):  # two families; their texts hold the document
        adding = isinstance(operation, AddOperation)
        code = _why_absent(tokens_of(operation.location), document, adding=adding)
        if code is None:
            code = "test_failed" if isinstance(operation, TestOperation) else "root_not_allowed"
        raise _failure(code) from None


def _existing(tokens: Tokens, document: Json) -> Json:
    value = find(tokens, document)
    if isinstance(value, Missing):
        raise _failure(_why_absent(tokens, document, adding=False) or "path_not_found")
    return value


def _failure(code: str) -> PatchError:
    return PatchError(code, _REASONS[code])


def _unshared(tokens: Tokens, document: Json) -> Json:
    """The document with its own copy of each container on the way to a place; the rest is shared."""
    if not isinstance(document, dict | list):
        return document
    root = container = document.copy()
    for token in tokens[:-1]:
        child = _child(container, token)
        if not isinstance(child, dict | list):
            break
        child = child.copy()
        if isinstance(container, dict):
            container[token] = child
        else:
            container[int(token)] = child
        container = child
    return root


def _child(value: Json, token: str) -> Json | Missing:
    if isinstance(value, dict):
        return value.get(token, MISSING)
    if isinstance(value, list) and _is_index(token) and int(token) < len(value):
        return value[int(token)]
    return MISSING


def _is_index(token: str) -> bool:
    return _INDEX.fullmatch(token) is not None and len(token) <= _LONGEST_INDEX


def _why_absent(tokens: Tokens, document: Json, *, adding: bool) -> str | None:
    """Why nothing is, or can be added, at a place; None if something is, or can be."""
    value = document
    for place, token in enumerate(tokens):
        child = _child(value, token)
        if isinstance(child, Missing):
            last = place == len(tokens) - 1
            return None if adding and last and isinstance(value, dict) else _why_no_child(value, token)
        value = child
    return None


def _why_no_child(value: Json, token: str) -> str:
    if not isinstance(value, list) or token == _END:
        return "path_not_found"
    return "out_of_range" if _INDEX.fullmatch(token) else "bad_index"
