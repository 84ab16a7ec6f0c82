"""The lines of a change as a card draws them against the current version, each with what surrounds it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.resume.address import is_beneath, parent, tokens, value_at
from core.resume.blocks import block_words, is_block, take_apart
from core.resume.lines import Line
from core.resume.losses import ListChange, emptied, lists_of
from core.resume.normal import to_normal
from core.resume.outline import entry_name, names_around
from core.resume.shape import key_of, key_token
from core.resume.tree import EntriesChange, Node, TextChange, WordsChange
from core.resume.values import MISSING, Document, Json, Missing


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is put: on top, at the end, or behind the key `after` (id, word or block HTML)."""

    kind: Literal["top", "end", "after"]
    after: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as a card draws it.

    `names` are those of the entries around it, outermost first; `twins` what came meanwhile under the
    same name, or with the same words, as what this line adds. `whole` marks the one extra line of a list
    or text of which the change keeps nothing: its `after` is all that stands there then. `spot` is said,
    but isn't part of what is agreed to.
    """

    line: Line
    names: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    whole: bool = False
    spot: Spot | None = None


def surround(
    root: Node, remaining: Sequence[Line], current: Document, result: Document
) -> tuple[ShownLine, ...]:
    """The lines that remain, as they look now; `result` is what the merge would make of `current`."""
    lists = lists_of(root)
    lost = [place for address, node in lists.items() for place in emptied(address, node)]
    return (
        *(_shown(line, lists, current, result) for line in remaining),
        *(
            _whole(place, current, result)
            for place in lost
            if any(is_beneath(line.address, place) for line in remaining)
        ),
    )


def _shown(line: Line, lists: Mapping[str, ListChange], current: Document, result: Document) -> ShownLine:
    names = names_around(tokens(line.address), current)
    row = parent(line.address)
    node = _list_of(line, row, lists)
    if node is None or isinstance(line.after, Missing):
        return ShownLine(line, names)
    key = key_of(tokens(line.address)[-1]) if isinstance(node, EntriesChange) else line.after
    spot = None if line.kind == "set" else _spot(_keys(row, node, result), key)
    return ShownLine(line, names, _twins(line, row, node, current), spot=spot)


def _list_of(line: Line, row: str, lists: Mapping[str, ListChange]) -> ListChange | None:
    """The list or text that a line puts something into."""
    if line.kind in ("added", "word_in") and row in lists:
        return lists[row]
    text = lists.get(row, lists.get(parent(row)))
    return text if isinstance(text, TextChange) and line.kind in ("added", "set") else None


def _whole(address: str, current: Document, result: Document) -> ShownLine:
    after = value_at(address, result)
    line = Line(address, "set", MISSING, [] if isinstance(after, Missing) else after)
    return ShownLine(line, names_around(tokens(address), current), whole=True)


def _keys(row: str, node: ListChange, document: Document) -> list[str]:
    """The keys of a list, or the blocks of a row, as they stand in a document."""
    value = value_at(row, document)
    if isinstance(node, TextChange) and isinstance(value, str):
        parts = take_apart(value)
        return list(parts.rows[""]) if parts else []
    if isinstance(node, EntriesChange):
        return [entry["id"] for entry in value] if isinstance(value, list) else []
    return value if isinstance(value, list) else []


def _spot(keys: list[str], key: str) -> Spot | None:
    if len(keys) < 2 or key not in keys:
        return None
    index = keys.index(key)
    if index == len(keys) - 1:
        return Spot("end")
    return Spot("after", keys[index - 1]) if index else Spot("top")


def _twins(line: Line, row: str, node: ListChange, current: Document) -> tuple[str, ...]:
    """What came into that list since base, and has the name or the words of what the line adds."""
    added: Json = line.after
    keys = _keys(row, node, current)
    match node:
        case WordsChange():
            came = [word for word in keys if word not in node.before and word != added]
            return tuple(word for word in came if to_normal(word) == to_normal(added))
        case TextChange():
            old, _ = node.parts
            came = [key for key in keys if is_block(key) and key != added]
            came = [block for block in came if not old or block not in old.blocks]
            return tuple(block for block in came if block_words(block) == block_words(added))
        case EntriesChange():
            came = [key for key in keys if key not in node.before and key != added["id"]]
            names = [entry_name((*tokens(row), key_token(key)), current) for key in came]
            name = to_normal(entry_name(tokens(line.address), current, added))
            return tuple(other for other in names if name and to_normal(other) == name)
