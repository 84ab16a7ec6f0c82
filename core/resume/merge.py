"""The three-way merge: a change and the current version give the next one, or a conflict, never a part."""

from dataclasses import dataclass

from core.resume.address import ORDER, join, tokens
from core.resume.change import Change, difference
from core.resume.conditions import broken
from core.resume.conflict import Conflict, ConflictKind, topmost
from core.resume.faults import faults
from core.resume.lines import Line, entries_lines, lines_of, order_lines, value_line, words_lines
from core.resume.sequence import clashing, merged_order, order_between, survivors
from core.resume.shape import PAGES, Path, are_words, key_of, key_token, keyed
from core.resume.texts import merge_text
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


@dataclass(frozen=True, slots=True)
class Merged:
    """What came of a merge.

    `result` is the next document, or the current one itself where there are conflicts or nothing to do.
    It shares its untouched parts with the current one: documents are values, never changed in place.
    `already_so` are the lines that are true without this change, `remaining` those that it writes.
    """

    result: Document
    conflicts: tuple[Conflict, ...]
    already_so: tuple[Line, ...]
    remaining: tuple[Line, ...]

    @property
    def unchanged(self) -> bool:
        """Whether the change is clean and leaves nothing to write."""
        return not self.conflicts and not self.remaining


def merge(base: Document, target: Document, current: Document) -> Merged:
    """What `base` became in `target`, done to `current`; `apply` of their difference."""
    return apply(difference(base, target), current)


def apply(change: Change, current: Document) -> Merged:
    """Apply a change to the current version, all of it or nothing, under its conditions.

    A block of rich text that the change takes out is a condition too: what became of it meanwhile must
    be what the change puts there.
    """
    return _applied(change, current, with_conditions=True)


def apply_lines(change: Change, current: Document) -> Merged:
    """The merge of the lines alone, without conditions: what the laws of merging are stated for."""
    return _applied(change, current, with_conditions=False)


def _applied(change: Change, current: Document, *, with_conditions: bool) -> Merged:
    if change.root is None:
        return Merged(current, (), (), ())
    merger = _Merger()
    result = merger.at(change.root, current, ())
    conflicts = merger.conflicts
    if with_conditions:
        conflicts = conflicts + merger.broken
        if merger.remaining:
            conflicts += broken(change.root, change.conditions, current)
    if not conflicts and merger.moves and isinstance(result, dict):
        conflicts = _union_faults(change, current, result)
    if conflicts or not merger.remaining or not isinstance(result, dict):
        result = current
    return Merged(result, topmost(conflicts), tuple(merger.already_so), tuple(merger.remaining))


def _union_faults(change: Change, current: Document, result: Document) -> list[Conflict]:
    """Faults of the merged document that neither side has by itself."""
    made = faults(result)
    if not made:
        return []
    known = change.faults_after | faults(current).keys()
    return [
        Conflict(address, "doubled")
        for fault, addresses in made.items()
        if fault not in known
        for address in addresses
    ]


def _can_carry_ids(path: Path) -> bool:
    return path[:2] == PAGES[: len(path)][:2] or (path[0] != "metadata" and path[-1] != "website")


class _Merger:
    """Walks the tree of a change down the current document, copying what it changes on the way."""

    def __init__(self) -> None:
        self.conflicts: list[Conflict] = []
        self.broken: list[Conflict] = []
        self.already_so: list[Line] = []
        self.remaining: list[Line] = []
        self.moves = False
        """Whether an id, a place in the layout or a custom section came or went: then look for faults."""

    def at(self, node: Node, value: Json | Missing, path: Path) -> Json | Missing:
        """The merged value of one place."""
        match node:
            case ValueChange():
                return self._value(node, value, path)
            case MembersChange():
                return self._members(node, value, path)
            case EntriesChange():
                return self._entries(node, value, path)
            case WordsChange():
                return self._words(node, value, path)
            case TextChange():
                return self._text(node, value, path)
            case PagesChange():
                return self._pages(node, value, path)

    def _value(self, node: ValueChange, value: Json | Missing, path: Path) -> Json | Missing:
        line = value_line(node, path)
        if equal(value, node.after):
            self.already_so.append(line)
            return value
        self.remaining.append(line)
        if not equal(value, node.before):
            kind: ConflictKind = "edited" if node.after is MISSING else "changed"
            self._conflict(path, kind if value is not MISSING else "gone", node.before, node.after, value)
            return value
        self.moves = self.moves or (isinstance(node.after, dict | list) and _can_carry_ids(path))
        return node.after

    def _members(self, node: MembersChange, value: Json | Missing, path: Path) -> Json | Missing:
        if not isinstance(value, dict) or (
            node.section_type is not None and value.get("type") != node.section_type
        ):
            return self._blocked(node, value, path)
        result = dict(value)
        for name, child in node.members.items():
            merged = self.at(child, value.get(name, MISSING), (*path, name))
            if merged is MISSING:
                result.pop(name, None)
            else:
                result[name] = merged
        return result

    def _pages(self, node: PagesChange, value: Json | Missing, path: Path) -> Json | Missing:
        if not isinstance(value, list) or len(value) != node.count:
            return self._blocked(node, value, path)
        result = list(value)
        for index, child in node.pages.items():
            result[index] = self.at(child, value[index], (*path, str(index)))
        return result

    def _text(self, node: TextChange, value: Json | Missing, path: Path) -> Json | Missing:
        if not isinstance(value, str):
            return self._blocked(node, value, path)
        merged = merge_text(node, value, path)
        self.conflicts += merged.conflicts
        self.broken += merged.broken
        self.already_so += merged.already_so
        self.remaining += merged.remaining
        return merged.text

    def _words(self, node: WordsChange, value: Json | Missing, path: Path) -> Json | Missing:
        if not are_words(value):
            return self._blocked(node, value, path)
        now = set(value)
        for line in words_lines(node, path):
            if line.kind != "reordered":
                self._sort(line, line.after in now if line.kind == "word_in" else line.before not in now)
        self.moves = self.moves or path[0] == "metadata"
        if path[-1] == "keywords" and clashing(node.before, node.after, value):
            self._conflict(path, "changed", list(node.before), list(node.after), value)
        return self._in_order(node, value, path)

    def _entries(self, node: EntriesChange, value: Json | Missing, path: Path) -> Json | Missing:
        entries = keyed(value)
        if entries is None:
            return self._blocked(node, value, path)
        result = {**node.added, **entries}
        for key, child in node.edited.items():
            result[key] = self.at(child, entries.get(key, MISSING), (*path, key_token(key)))
        if node.before == node.after:
            return [result[key] for key in entries]
        for line in entries_lines(node, path):
            if line.kind != "reordered":
                self._entry(line, entries.get(key_of(tokens(line.address)[-1]), MISSING))
        self.moves = self.moves or bool(node.added) or (bool(node.removed) and path == ("customSections",))
        return [result[key] for key in self._in_order(node, list(entries), path)]

    def _entry(self, line: Line, now: Json | Missing) -> None:
        """One entry that comes or goes: it must be as it was, or so already."""
        self._sort(line, equal(now, line.after))
        if not equal(now, line.before) and not equal(now, line.after):
            kind: ConflictKind = "edited" if line.kind == "removed" else "changed"
            self.conflicts.append(Conflict(line.address, kind, line.before, line.after, now))

    def _in_order(self, node: EntriesChange | WordsChange, now: list[str], path: Path) -> list[str]:
        """The merged sequence of a list; that of the current one where both sides reordered it."""
        address = join(*path)
        if tuple(now) == node.before:  # the usual case, and quick
            self.remaining += order_lines(address, node.before, node.after)
            return list(node.after)
        was, wanted, is_ = order_between(node.before, node.after, now)
        for line in order_lines(address, node.before, node.after):
            self._sort(line, wanted in (was, is_))
        kept = survivors(node.before, node.after, now)
        order = merged_order(node.before, node.after, now, kept)
        if order is None:
            self._conflict((*path, ORDER), "order", was, wanted, is_)
        return now if order is None else order

    def _sort(self, line: Line, is_so: bool) -> None:
        (self.already_so if is_so else self.remaining).append(line)

    def _blocked(self, node: Node, value: Json | Missing, path: Path) -> Json | Missing:
        """A change beneath what is gone, or is of another kind now."""
        self.remaining += lines_of(node, path)
        self._conflict(path, "gone" if value is MISSING else "changed", MISSING, MISSING, value)
        return value

    def _conflict(
        self,
        path: Path,
        kind: ConflictKind,
        base: Json | Missing,
        target: Json | Missing,
        current: Json | Missing,
    ) -> None:
        self.conflicts.append(Conflict(join(*path), kind, base, target, current))
