"""The lines of a change: address, before, after. They are what a card draws and the history lists."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.resume.address import ORDER, join, overlaps
from core.resume.blocks import TOP_ROW, Row, align, block_hash, is_block, pairs
from core.resume.sequence import is_reordered
from core.resume.shape import Path, key_token
from core.resume.tree import (
    EntriesChange,
    MembersChange,
    Node,
    PagesChange,
    TextChange,
    ValueChange,
    WordsChange,
)
from core.resume.values import MISSING, Json, Missing

LineKind: TypeAlias = Literal["set", "added", "removed", "reordered", "word_in", "word_out"]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a change does.

    `before` and `after` are whole values: of an entry the entry, of a block its HTML, of a word the word,
    of an order the keys that both sides have, in sequence. MISSING where there is none.
    """

    address: str
    kind: LineKind
    before: Json | Missing
    after: Json | Missing


def lines_of(node: Node, path: Path = ()) -> list[Line]:
    """The lines of a change beneath `path`, in the order of the résumé."""
    match node:
        case ValueChange():
            return [value_line(node, path)]
        case TextChange():
            return text_lines(node, path)
        case WordsChange():
            return words_lines(node, path)
        case EntriesChange():
            beneath = _beneath({key_token(key): child for key, child in node.edited.items()}, path)
            return beneath + entries_lines(node, path)
        case MembersChange():
            return _beneath(node.members, path)
        case PagesChange():
            return _beneath({str(index): child for index, child in node.pages.items()}, path)


def _beneath(children: Mapping[str, Node], path: Path) -> list[Line]:
    return [line for token, child in children.items() for line in lines_of(child, (*path, token))]


def value_line(node: ValueChange, path: Path) -> Line:
    """The line of one value."""
    return Line(join(*path), "set", node.before, node.after)


def entries_lines(node: EntriesChange, path: Path) -> list[Line]:
    """What goes, comes and is put in another order in a list of entries."""
    address = join(*path)
    removed = [
        Line(address + join(key_token(key)), "removed", entry, MISSING) for key, entry in node.removed.items()
    ]
    added = [
        Line(address + join(key_token(key)), "added", MISSING, entry) for key, entry in node.added.items()
    ]
    return removed + added + order_lines(address, node.before, node.after)


def words_lines(node: WordsChange, path: Path) -> list[Line]:
    """What goes, comes and is put in another order in a list of words."""
    address = join(*path)
    before, after = set(node.before), set(node.after)
    out = [
        Line(address + join(key_token(word)), "word_out", word, MISSING)
        for word in node.before
        if word not in after
    ]
    come = [
        Line(address + join(key_token(word)), "word_in", MISSING, word)
        for word in node.after
        if word not in before
    ]
    return out + come + order_lines(address, node.before, node.after)


def order_lines(address: str, before: Row, after: Row) -> list[Line]:
    """The line of an order, if what both sides have stands in another sequence."""
    if not is_reordered(before, after):
        return []
    common = set(before) & set(after)
    was, now = ([key for key in row if key in common] for row in (before, after))
    return [Line(address + join(ORDER), "reordered", was, now)]


def text_lines(node: TextChange, path: Path) -> list[Line]:
    """The lines of a rich text: by block where before and after can be taken apart, else the whole."""
    address = join(*path)
    rows = align(node.parts)
    if rows is None:
        return [Line(address, "set", node.before, node.after)]
    before, after = rows
    return [
        line for name in before for line in row_lines(row_address(address, name), before[name], after[name])
    ]


def row_address(text: str, name: str) -> str:
    """The address of a row of the text at `text`; the top row has the text's own."""
    return text if name == TOP_ROW else text + join(name)


def block_address(row: str, block: str) -> str:
    """The address of a block in the row at `row`."""
    return row + join(key_token(block_hash(block)))


def row_lines(address: str, before: Row, after: Row) -> list[Line]:
    """The lines of one row: edits, removals, additions, the order. An edit has the old block's address."""
    edits = pairs(before, after)
    new = set(edits.values())
    stays = set(before) & set(after)
    lines = []
    for block in before:
        if block in edits:
            lines.append(Line(block_address(address, block), "set", block, edits[block]))
        elif block not in stays and is_block(block):
            lines.append(Line(block_address(address, block), "removed", block, MISSING))
    lines += [
        Line(block_address(address, block), "added", MISSING, block)
        for block in after
        if block not in stays and block not in new and is_block(block)
    ]
    return lines + order_lines(address, before, after)


def touching(address: str, lines: Iterable[Line]) -> bool:
    """Whether any of these lines is at an address, inside it or around it."""
    return any(overlaps(address, line.address) for line in lines)
