"""What a change takes away: the lists and texts of which it keeps nothing, and what makes it destructive."""

from collections.abc import Iterator
from typing import TypeAlias

from core.resume.address import join
from core.resume.blocks import TOP_ROW, align
from core.resume.lines import row_address
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
from core.resume.values import Json, Missing, equal

ListChange: TypeAlias = EntriesChange | WordsChange | TextChange


def children(node: Node) -> Iterator[tuple[str, Node]]:
    """The changes beneath one, each with its address token."""
    match node:
        case MembersChange():
            yield from node.members.items()
        case EntriesChange():
            yield from ((key_token(key), child) for key, child in node.edited.items())
        case PagesChange():
            yield from ((str(index), child) for index, child in node.pages.items())


def leaves(node: Node, path: Path = ()) -> Iterator[tuple[Path, Node]]:
    """Every change in a tree, outer ones first."""
    yield path, node
    for token, child in children(node):
        yield from leaves(child, (*path, token))


def lists_of(root: Node) -> dict[str, ListChange]:
    """The lists and rich texts in which something comes, goes or moves, by address."""
    return {
        join(*path): node
        for path, node in leaves(root)
        if isinstance(node, WordsChange | TextChange)
        or (isinstance(node, EntriesChange) and node.before != node.after)
    }


def emptied(address: str, node: ListChange) -> list[str]:
    """The addresses of what wasn't empty and of which nothing is kept: the list, text or rows of a text.

    Of a text two blocks or more must have stood there; where the whole is lost, its rows aren't named.
    """
    if not isinstance(node, TextChange):
        return [address] if node.before and not set(node.before) & set(node.after) else []
    before, after = node.parts
    if before is None:
        return []
    if len(before.blocks) > 1 and not set(before.blocks) & set(after.blocks if after else ()):
        return [address]
    rows = align([before, after])
    if rows is None:
        return []
    was, wanted = rows
    return [
        row_address(address, name)
        for name, row in was.items()
        if name != TOP_ROW and len(row) > 1 and not set(row) & set(wanted[name])
    ]


def is_destructive(root: Node) -> bool:
    """Whether a change removes an entry or section, clears a field, or keeps none of two or more blocks.

    An entry that only moves to another list isn't removed.
    """
    arriving = [node.added for _, node in leaves(root) if isinstance(node, EntriesChange)]
    added = {key: entry for entries in arriving for key, entry in entries.items()}
    return any(_loses(node, added) for _, node in leaves(root))


def _loses(node: Node, added: dict[str, Json]) -> bool:
    match node:
        case ValueChange():
            return (is_empty(node.after) and not is_empty(node.before)) or not ids_in(node.before) <= ids_in(
                node.after
            )
        case EntriesChange():
            return any(not equal(added.get(key), entry) for key, entry in node.removed.items())
        case WordsChange():
            return bool(node.before) and not node.after
        case TextChange():
            return bool(node.before and not node.after) or bool(emptied("", node))
        case _:
            return False


def is_empty(value: Json | Missing) -> bool:
    """Whether a field holds nothing: absent, null, an empty text or list, or a link of which all is empty."""
    if isinstance(value, dict):
        return all(is_empty(member) or member is False for member in value.values())
    return isinstance(value, Missing) or value is None or value in ("", [])


def ids_in(value: Json | Missing) -> set[str]:
    """Every id inside a value, at any depth."""
    if isinstance(value, dict):
        own = {value["id"]} if isinstance(value.get("id"), str) else set()
        return own.union(*(ids_in(member) for member in value.values()))
    return set().union(*map(ids_in, value)) if isinstance(value, list) else set()
