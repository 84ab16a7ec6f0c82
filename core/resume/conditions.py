"""What a patch depends on without writing it: the places that it tests, and copies from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import PatchError
from core.resume.address import ORDER, from_pointer, tokens, value_at
from core.resume.conflict import Conflict
from core.resume.engine import located, perform
from core.resume.operations import load_operations
from core.resume.sequence import is_reordered
from core.resume.shape import Path, are_pages, are_words, key_of, key_token, keyed, kind_at
from core.resume.tree import EntriesChange, MembersChange, Node, PagesChange, WordsChange
from core.resume.values import MISSING, Document, Json, Missing, equal


@dataclass(frozen=True, slots=True)
class Condition:
    """The value that a place must still have, but for what the patch itself writes there."""

    address: str
    value: Json


def conditions(base: Document, operations: Sequence[Mapping[str, Json]]) -> tuple[Condition, ...]:
    """The conditions of a patch: each `test`, and each source of a `copy`, whose value is still that of base.

    Addresses go by identity at the moment the operation runs. Raises PatchError where the operations
    don't apply to `base` one after the other.
    """
    if not any(operation.get("op") in ("test", "copy") for operation in operations):
        return ()
    found: dict[str, Condition] = {}
    document = base
    for index, operation in enumerate(load_operations(operations)):
        if operation.op in ("test", "copy"):
            pointer = operation.source if operation.op == "copy" else operation.path
            address = from_pointer(pointer, document)
            before = value_at(address, base)
            if not isinstance(before, Missing) and equal(before, value_at(address, document)):
                found[address] = Condition(address, before)
        try:
            document = perform(operation, document)
        except PatchError as error:
            raise located(error, index, operation) from None
    return tuple(found.values())


def broken(root: Node, held: Sequence[Condition], current: Document) -> list[Conflict]:
    """The conditions that no longer hold, leaving out what the change itself writes."""
    if not held:
        return []
    written = _written(root, ())
    found = []
    for condition in held:
        now = value_at(condition.address, current)
        if not _holds(condition.value, now, tokens(condition.address), written):
            found.append(Conflict(condition.address, "condition", condition.value, current=now))
    return found


def _written(node: Node, path: Path) -> set[Path]:
    """The places that a change writes: leaves, entries and words that come or go, orders."""
    found: set[Path] = set()
    match node:
        case MembersChange():
            for name, child in node.members.items():
                found |= _written(child, (*path, name))
        case PagesChange():
            for index, child in node.pages.items():
                found |= _written(child, (*path, str(index)))
        case EntriesChange():
            found = {(*path, key_token(key)) for key in (*node.removed, *node.added)}
            for key, child in node.edited.items():
                found |= _written(child, (*path, key_token(key)))
        case WordsChange():
            changed = set(node.before) ^ set(node.after)
            found = {(*path, key_token(word)) for word in changed}
        case _:
            return {path}
    if isinstance(node, EntriesChange | WordsChange) and is_reordered(node.before, node.after):
        found.add((*path, ORDER))
    return found


def _holds(before: Json, now: Json | Missing, path: Path, written: set[Path]) -> bool:
    """Whether a place is as it was, but for what is written there, or all of it with what is around."""
    if any(path[:length] in written for length in range(1, len(path) + 1)):
        return True
    return _same(before, now, path, written)


def _same(before: Json | Missing, now: Json | Missing, path: Path, written: set[Path]) -> bool:
    if path in written or equal(before, now):
        return True
    if isinstance(before, Missing) or isinstance(now, Missing):
        return False
    match kind_at(path):
        case "entries":
            was, entries = keyed(before), keyed(now)
            return was is not None and entries is not None and _same_entries(was, entries, path, written)
        case "words":
            return are_words(before) and are_words(now) and _same_words(before, now, path, written)
        case "pages":
            return are_pages(before) and are_pages(now) and _same_pages(before, now, path, written)
        case "members" if isinstance(before, dict) and isinstance(now, dict):
            return all(
                _same(before.get(name, MISSING), now.get(name, MISSING), (*path, name), written)
                for name in before.keys() | now.keys()
            )
        case _:
            return False


def _same_entries(before: dict[str, Json], now: dict[str, Json], path: Path, written: set[Path]) -> bool:
    return _same_order(list(before), list(now), path, written) and all(
        _same(before.get(key, MISSING), now.get(key, MISSING), (*path, key_token(key)), written)
        for key in before.keys() | now.keys()
    )


def _same_words(before: list[str], now: list[str], path: Path, written: set[Path]) -> bool:
    others = {key_of(place[-1]) for place in written if place[:-1] == path}
    return set(before) - others == set(now) - others and _same_order(before, now, path, written)


def _same_pages(before: list[Json], now: list[Json], path: Path, written: set[Path]) -> bool:
    return len(before) == len(now) and all(
        _same(before[index], now[index], (*path, str(index)), written) for index in range(len(before))
    )


def _same_order(before: list[str], now: list[str], path: Path, written: set[Path]) -> bool:
    return (*path, ORDER) in written or not is_reordered(before, now)
