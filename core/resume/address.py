"""A place in a résumé, named by identity: `/sections/skills/items/[id]/keywords/[Flask]`.

Addresses are plain strings. Tokens in brackets name an entry by its id, a word by itself, a block of
rich text by the hash of its HTML; `@order` names the order of a list. `~` and `/` are written `~0` and
`~1` as in a JSON Pointer (RFC 6901), which is the form for the wire and the model.
"""

import re
from typing import Final

from core.errors import NotFoundError
from core.resume.blocks import TOP_ROW, Row, block_hash, is_block, take_apart
from core.resume.shape import Path, are_words, is_key, key_of, key_token, keyed, kind_at
from core.resume.values import MISSING, Document, Json, Missing

ORDER: Final = "@order"
"""The last token of the address of an order."""

END: Final = "-"
"""The last token of an address behind the end of a list."""

_INDEX: Final = re.compile(r"0|[1-9][0-9]*")
_BAD_ESCAPE: Final = re.compile(r"~(?![01])")


def tokens(address: str) -> tuple[str, ...]:
    """The unescaped tokens of an address or pointer, root first; none for the root."""
    if not address:
        return ()
    parts = address[1:].split("/")
    return tuple(part.replace("~1", "/").replace("~0", "~") if "~" in part else part for part in parts)


def join(*parts: str) -> str:
    """The address with these tokens."""
    address = "/".join(("", *parts))
    if "~" not in address and address.count("/") == len(parts):
        return address  # nothing to escape, as nearly always
    return "".join(["/" + escape(part) for part in parts])


def escape(token: str) -> str:
    """A token as it stands in an address or pointer (RFC 6901 §3)."""
    return token.replace("~", "~0").replace("/", "~1") if "~" in token or "/" in token else token


def parent(address: str) -> str:
    """The address around this one; the root is its own parent."""
    return address.rpartition("/")[0]


def is_beneath(address: str, ancestor: str) -> bool:
    """Whether `address` lies inside `ancestor`, and isn't it."""
    return len(address) > len(ancestor) and address.startswith(ancestor + "/")


def overlaps(left: str, right: str) -> bool:
    """Whether two addresses are the same or one lies inside the other."""
    return left == right or is_beneath(left, right) or is_beneath(right, left)


def ancestors(address: str) -> list[str]:
    """Every address around this one, nearest first, without the root."""
    found = []
    address = parent(address)
    while address:
        found.append(address)
        address = parent(address)
    return found


def is_rich(address: str) -> bool:
    """Whether an address is a rich text, or a place inside one."""
    path = tokens(address)
    return any(kind_at(path[:length]) == "text" for length in range(1, len(path) + 1))


def value_at(address: str, document: Json) -> Json | Missing:
    """What stands at an address; of an order the keys in it, of a block its HTML. MISSING if it's gone."""
    value: Json | Missing = document
    path: Path = ()
    for token in tokens(address):
        if isinstance(value, str) and kind_at(path) == "text":
            return _inside_text(value, tokens(address)[len(path) :])
        value = _step(value, token)
        if isinstance(value, Missing):
            return MISSING
        path = (*path, token)
    return value


def _step(value: Json | Missing, token: str) -> Json | Missing:
    if isinstance(value, dict):
        return value.get(token, MISSING)
    if not isinstance(value, list):
        return MISSING
    if token == ORDER:
        return list(value if are_words(value) else keyed(value) or ())
    index = index_of(value, token)
    return MISSING if index is None else value[index]


def index_of(values: list[Json], token: str) -> int | None:
    """The index in a list that a token names: `[id]`, `[word]` or a plain index; None if it's gone."""
    if is_key(token):
        key = key_of(token)
        if keyed(values):
            return next((i for i, entry in enumerate(values) if entry["id"] == key), None)
        return values.index(key) if are_words(values) and key in values else None
    if _INDEX.fullmatch(token) and int(token) < len(values):
        return int(token)
    return None


def _inside_text(text: str, rest: tuple[str, ...]) -> Json | Missing:
    """The block, row or order at `rest` within a rich text."""
    parts = take_apart(text)
    name = TOP_ROW if is_key(rest[0]) or rest[0] == ORDER else rest[0]
    if parts is None or name not in parts.rows:
        return MISSING
    row: Row = parts.rows[name]
    if len(rest) == 1 and name != TOP_ROW:
        return list(row)
    if rest[-1] == ORDER:
        return list(row)
    return next((key for key in row if is_block(key) and key_token(block_hash(key)) == rest[-1]), MISSING)


def from_pointer(pointer: str, document: Json) -> str:
    """The address of a JSON Pointer (RFC 6901) in this document: indices become identities.

    The last token may name what isn't there yet: a member to add, or `-` behind the end of a list (an
    index there becomes `-`). Raises NotFoundError `path_not_found` where the pointer leads nowhere.
    """
    if (pointer and not pointer.startswith("/")) or _BAD_ESCAPE.search(pointer):
        raise _not_found()
    names = tokens(pointer)
    value: Json | Missing = document
    path: Path = ()
    for name in names:
        is_last = len(path) == len(names) - 1
        token = _identity(value, path, name, is_last)
        value = MISSING if token == END and isinstance(value, list) else _step(value, token)
        if isinstance(value, Missing) and not is_last:
            raise _not_found()
        path = (*path, token)
    return join(*path)


def _identity(value: Json | Missing, path: Path, name: str, is_last: bool) -> str:
    if isinstance(value, dict):
        return name
    if not isinstance(value, list):
        raise _not_found()
    if is_last and (name == END or name == str(len(value))):
        return END
    if not _INDEX.fullmatch(name) or int(name) >= len(value):
        raise _not_found()
    entry = value[int(name)]
    kind = kind_at(path)
    if kind == "entries" and keyed(value):
        return key_token(entry["id"])
    return key_token(entry) if kind == "words" and are_words(value) else name


def _not_found() -> NotFoundError:
    return NotFoundError("path_not_found", "The résumé has no such place.")


def to_pointer(address: str, document: Document) -> str | None:
    """The JSON Pointer of an address in this document; None when it's gone.

    A block and its row have no pointer of their own, nor has an order: theirs is that of the text, and
    of the list.
    """
    if isinstance(value_at(address, document), Missing):
        return None
    value: Json | Missing = document
    parts: list[str] = []
    for token in tokens(address):
        if token == ORDER or isinstance(value, str):
            break
        parts.append(str(index_of(value, token)) if isinstance(value, list) else token)
        value = _step(value, token)
    return join(*parts)
