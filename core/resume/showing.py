"""Showings: the keyed hash of each line that a card drew, and whether a press still means what was drawn."""

import base64
import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.resume.address import join, value_at
from core.resume.change import Change
from core.resume.conflict import Conflict
from core.resume.losses import leaves
from core.resume.merge import Merged, apply
from core.resume.sequence import is_reordered
from core.resume.surroundings import ShownLine, Spot, surround
from core.resume.tree import EntriesChange, TextChange, ValueChange, WordsChange
from core.resume.values import Document, Json, Missing, canonical

__all__ = ["ShownLine", "Spot", "Verdict", "VerdictKind", "draw", "judge", "line_hash", "showing_tag"]

VerdictKind: TypeAlias = Literal["good", "shown_again", "already_so", "out_of_date"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a press means now.

    `good`: apply `merged`. `shown_again`: it would apply, but `new` are lines that the showing didn't
    have. `already_so`: nothing to write. `out_of_date`: `conflicts` stand in the way. `lines` are all
    lines drawn anew, in the first two.
    """

    kind: VerdictKind
    merged: Merged
    lines: tuple[ShownLine, ...] = ()
    new: tuple[ShownLine, ...] = ()

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """What stands in the way, none beneath another."""
        return self.merged.conflicts


def judge(change: Change, current: Document, shown_hashes: frozenset[bytes] | None, key: bytes) -> Verdict:
    """The verdict on a change against the current version.

    `shown_hashes` are the line hashes of the showing that was pressed, made with the same `key`; None
    where nothing was shown yet, so that nothing can differ from it.
    """
    merged = apply(change, current)
    if merged.conflicts:
        return Verdict("out_of_date", merged)
    if merged.unchanged:
        return Verdict("already_so", merged)
    if _equal_entries_came(change, current):
        return Verdict("already_so", Merged(current, (), change.lines, ()))
    drawn = _drawn(change, current, merged)
    new = tuple(
        line for line in drawn if shown_hashes is not None and line_hash(key, line) not in shown_hashes
    )
    return Verdict("shown_again" if new else "good", merged, drawn, new)


def draw(change: Change, current: Document) -> tuple[ShownLine, ...]:
    """The lines to show against the current version; those already so are left out."""
    return _drawn(change, current, apply(change, current))


def _drawn(change: Change, current: Document, merged: Merged) -> tuple[ShownLine, ...]:
    return surround(change.root, merged.remaining, current, merged.result) if change.root else ()


def line_hash(key: bytes, shown: ShownLine) -> bytes:
    """The keyed hash (HMAC-SHA256) of all that is agreed to in a line: whole values, even where cards cut."""
    line = shown.line
    content: dict[str, Json] = {
        "address": line.address,
        "kind": line.kind,
        "names": list(shown.names),
        "twins": list(shown.twins),
        "whole": shown.whole,
    }
    values = {"before": line.before, "after": line.after}
    content |= {side: value for side, value in values.items() if not isinstance(value, Missing)}
    return hmac.digest(key, b"line\0" + canonical(content), hashlib.sha256)


def showing_tag(key: bytes, hashes: Iterable[bytes]) -> str:
    """The tag of a showing for its button: 8 URL-safe characters, the same for the same set of lines."""
    digest = hmac.digest(key, b"showing\0" + b"".join(sorted(set(hashes))), hashlib.sha256)
    return base64.urlsafe_b64encode(digest[:6]).decode("ascii")


def _equal_entries_came(change: Change, current: Document) -> bool:
    """Whether the change only adds entries, and each has come meanwhile, equal but for its ids."""
    found = False
    for path, node in leaves(change.root) if change.root else ():
        match node:
            case EntriesChange() if node.removed or is_reordered(node.before, node.after):
                return False
            case EntriesChange() if node.added:
                found = True
                entries = value_at(join(*path), current)
                if not isinstance(entries, list) or not _have_come(node, entries):
                    return False
            case ValueChange() | TextChange() | WordsChange():
                return False
    return found


def _have_come(node: EntriesChange, entries: list[Json]) -> bool:
    came = Counter(_without_ids(entry) for entry in entries if entry["id"] not in node.before)
    return not Counter(map(_without_ids, node.added.values())) - came


def _without_ids(entry: Json) -> bytes:
    return canonical(_stripped(entry))


def _stripped(value: Json) -> Json:
    if isinstance(value, dict):
        return {name: _stripped(member) for name, member in value.items() if name != "id"}
    return [_stripped(member) for member in value] if isinstance(value, list) else value
