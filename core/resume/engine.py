"""JSON Patch on a copy: operation by operation, all or none, and an error that names what went wrong."""

import re
from collections.abc import Sequence
from typing import Final

from core.errors import PatchError
from core.resume.operations import Move, Operation, Tokens, to_wire
from core.resume.values import MISSING, Json, Missing, equal

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
    match operation.op:  # not the class: asking a pydantic class for its instances is slow
        case "add":
            return _add(operation.target, operation.value, document)
        case "remove":
            return _remove(operation.target, document)
        case "replace":
            return _replace(operation.target, operation.value, document)
        case "test":
            if not equal(_existing(operation.target, document), operation.value):
                raise _failure("test_failed")
            return document
        case "copy":
            return _add(operation.target, _existing(operation.origin, document), document)
        case "move":
            return _move(operation, document)


def find(tokens: Tokens, document: Json) -> Json | Missing:
    """The value at a place, or MISSING."""
    value = document
    for token in tokens:
        value = _child(value, token)
    return value


def _add(tokens: Tokens, value: Json, document: Json) -> Json:
    if not tokens:
        return value
    root, container = _opened(tokens, document)
    token = tokens[-1]
    if isinstance(container, dict):
        container[token] = value
    elif not isinstance(container, list):
        raise _failure("path_not_found")
    elif token == _END:
        container.append(value)
    elif _is_index(token) and int(token) <= len(container):
        container.insert(int(token), value)
    else:
        raise _failure(_why_absent(token, container))
    return root


def _remove(tokens: Tokens, document: Json) -> Json:
    if not tokens:
        raise _failure("root_not_allowed")
    root, container = _opened(tokens, document)
    del container[_key(tokens[-1], container)]
    return root


def _replace(tokens: Tokens, value: Json, document: Json) -> Json:
    if not tokens:
        return value
    root, container = _opened(tokens, document)
    container[_key(tokens[-1], container)] = value
    return root


def _move(operation: Move, document: Json) -> Json:
    """RFC 6902 §4.4: a removal, then an addition of what was removed."""
    origin, target = operation.origin, operation.target
    if target != origin and target[: len(origin)] == origin:
        raise _failure("move_into_child")
    value = _existing(origin, document)
    return document if target == origin else _add(target, value, _remove(origin, document))


def _existing(tokens: Tokens, document: Json) -> Json:
    value = document
    for token in tokens:
        value = value[_key(token, value)]
    return value


def _failure(code: str) -> PatchError:
    return PatchError(code, _REASONS[code])


def _opened(tokens: Tokens, document: Json) -> tuple[Json, Json]:
    """The document and what holds a place in it, with a copy of each container on the way.

    The rest is shared, so all earlier values stay as they were.
    """
    root = container = _copied(document)
    for token in tokens[:-1]:
        key = _key(token, container)
        container[key] = _copied(container[key])
        container = container[key]
    return root, container


def _copied(value: Json) -> Json:
    return value.copy() if isinstance(value, dict | list) else value


def _key(token: str, container: Json) -> str | int:
    """The key or index of what stands there already; a PatchError says why nothing does."""
    if isinstance(_child(container, token), Missing):
        raise _failure(_why_absent(token, container))
    return token if isinstance(container, dict) else int(token)


def _child(value: Json, token: str) -> Json | Missing:
    if isinstance(value, dict):
        return value.get(token, MISSING)
    if isinstance(value, list) and _is_index(token) and int(token) < len(value):
        return value[int(token)]
    return MISSING


def _is_index(token: str) -> bool:
    return _INDEX.fullmatch(token) is not None and len(token) <= _LONGEST_INDEX


def _why_absent(token: str, container: Json) -> str:
    if not isinstance(container, list) or token == _END:
        return "path_not_found"
    return "out_of_range" if _INDEX.fullmatch(token) else "bad_index"
