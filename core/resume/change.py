"""The change from base to target, worked out once: the tree that is applied, and the lines that are shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from core.errors import BugError
from core.resume.conditions import Condition, conditions
from core.resume.faults import Fault, faults
from core.resume.lines import Line, LineKind, lines_of
from core.resume.losses import is_destructive
from core.resume.shape import Path, are_pages, are_words, is_custom_section, key_token, keyed, kind_at
from core.resume.stored import node_from_json, node_to_json
from core.resume.tree import (
    EntriesChange,
    MembersChange,
    Node,
    PagesChange,
    TextChange,
    ValueChange,
    WordsChange,
)
from core.resume.values import MISSING, Document, Json, Missing, equal

__all__ = [
    "Change",
    "Condition",
    "Line",
    "LineKind",
    "conditions",
    "destructive",
    "difference",
    "from_json",
    "to_json",
    "turned_round",
]


@dataclass(frozen=True)
class Change:
    """What a proposal or version does, without the documents it was made from.

    `root` is None where nothing changes. `faults_before` and `faults_after` are what was wrong in base
    and in target already, so that a merge doesn't blame its own work for it.
    """

    root: Node | None
    conditions: tuple[Condition, ...] = ()
    faults_before: frozenset[Fault] = frozenset()
    faults_after: frozenset[Fault] = frozenset()

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """What is shown, hashed and listed: one line for each thing that changes."""
        return tuple(lines_of(self.root)) if self.root else ()


def difference(base: Document, target: Document, held: Iterable[Condition] = ()) -> Change:
    """The change from `base` to `target`, on the conditions `held` (see `conditions`)."""
    root = _node(base, target, ())
    return Change(root, tuple(held), frozenset(faults(base)), frozenset(faults(target)))


def _node(base: Json | Missing, target: Json | Missing, path: Path) -> Node | None:
    """What changed at one place; None where nothing did."""
    if base is target:
        return None
    if isinstance(base, str) and isinstance(target, str):
        if base == target:
            return None
        return TextChange(base, target) if kind_at(path) == "text" else ValueChange(base, target)
    if isinstance(base, dict | list) and type(base) is type(target):
        kind = kind_at(path)
        if isinstance(base, dict) and isinstance(target, dict):
            if kind != "value" and not _is_another_type(base, target, path):
                return _members(base, target, path)
        elif kind in ("entries", "words", "pages"):
            return _list(base, target, path)
    return None if equal(base, target) else ValueChange(base, target)


def _is_another_type(base: dict[str, Json], target: dict[str, Json], path: Path) -> bool:
    return is_custom_section(path) and not equal(base.get("type"), target.get("type"))


def _members(base: dict[str, Json], target: dict[str, Json], path: Path) -> Node | None:
    names = [*base, *(name for name in target if name not in base)]
    found = {}
    for name in names:
        node = _node(base.get(name, MISSING), target.get(name, MISSING), (*path, name))
        if node is not None:
            found[name] = node
    if not found:
        return None
    return MembersChange(found, base.get("type") if is_custom_section(path) else None)


def _list(base: Json, target: Json, path: Path) -> Node | None:
    kind = kind_at(path)
    if kind == "words" and are_words(base) and are_words(target):
        return None if base == target else WordsChange(tuple(base), tuple(target))
    if kind == "entries":
        was, wanted = keyed(base), keyed(target)
        if was is not None and wanted is not None:
            return _entries(was, wanted, path)
    if kind == "pages" and are_pages(base) and are_pages(target) and len(base) == len(target):
        pages = {
            index: node
            for index, (before, after) in enumerate(zip(base, target, strict=True))
            if (node := _node(before, after, (*path, str(index)))) is not None
        }
        return PagesChange(len(base), pages) if pages else None
    return None if equal(base, target) else ValueChange(base, target)


def _entries(base: dict[str, Json], target: dict[str, Json], path: Path) -> Node | None:
    edited = {
        key: node
        for key, entry in base.items()
        if key in target and (node := _node(entry, target[key], (*path, key_token(key)))) is not None
    }
    before, after = tuple(base), tuple(target)
    if before == after:
        return EntriesChange(edited=edited) if edited else None
    removed = {key: entry for key, entry in base.items() if key not in target}
    added = {key: entry for key, entry in target.items() if key not in base}
    return EntriesChange(before, after, edited, removed, added)


def turned_round(change: Change) -> Change:
    """The change that takes this one back, as an undo applies it; it has no conditions but its own lines."""
    root = _turned(change.root) if change.root else None
    return Change(root, (), change.faults_after, change.faults_before)


def _turned(node: Node) -> Node:
    match node:
        case ValueChange():
            return ValueChange(node.after, node.before)
        case TextChange():
            return TextChange(node.after, node.before)
        case WordsChange():
            return WordsChange(node.after, node.before)
        case EntriesChange():
            edited = {key: _turned(child) for key, child in node.edited.items()}
            return EntriesChange(node.after, node.before, edited, node.added, node.removed)
        case MembersChange():
            members = {name: _turned(child) for name, child in node.members.items()}
            return MembersChange(members, node.section_type)
        case PagesChange():
            return PagesChange(node.count, {index: _turned(child) for index, child in node.pages.items()})


def destructive(change: Change) -> bool:
    """Whether it removes an entry or section, clears a field, or keeps none of two or more blocks."""
    return change.root is not None and is_destructive(change.root)


def to_json(change: Change) -> Json:
    """The stored form of a change; `from_json` gives it back whole."""
    return {
        "root": node_to_json(change.root) if change.root else None,
        "conditions": [[condition.address, condition.value] for condition in change.conditions],
        "faults_before": sorted(map(list, change.faults_before)),
        "faults_after": sorted(map(list, change.faults_after)),
    }


def from_json(stored: Json) -> Change:
    """The change that `to_json` wrote. Raises BugError `bad_change` on anything else."""
    try:
        root = node_from_json(stored["root"]) if stored["root"] is not None else None
        held = tuple(Condition(address, value) for address, value in stored["conditions"])
        before, after = (
            frozenset((kind, key) for kind, key in stored[name]) for name in ("faults_before", "faults_after")
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BugError("bad_change", "A stored change can't be read.") from None
    return Change(root, held, before, after)
