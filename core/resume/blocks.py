"""Rich text as rows of blocks: taken apart at its top tags, put together again, and paired for edits."""

import hashlib
import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from core.resume.sequence import Gaps

Row: TypeAlias = tuple[str, ...]
"""Blocks by their canonical HTML, in order. In the top row a list stands by its name: `ul`, `ol2`."""

Place: TypeAlias = tuple[str, int]
"""Where a paragraph stands: the name of its list at the top ("" outside lists), and how deep."""

TOP_ROW: Final = ""
"""The name of the row of top blocks."""

_INLINE: Final = (
    r"(?:[^<>&]++|&(?:amp|lt|gt|nbsp);|</?(?:strong|em|u|s|code)>|<br>|</a>"
    r"|<a href=\"(?:[^\"<>&]|&(?:amp|lt|gt|quot|nbsp);)*+\">)++"
)
_LEAF: Final = re.compile(rf"<(p|h[1-6]|pre)>{_INLINE}</\1>")
_OPEN: Final = re.compile(r"<(ul|ol|blockquote)>")
_TAG: Final = re.compile(r"<[^>]*>")
_BREAK: Final = re.compile(r"</(?:p|h[1-6]|pre|li|blockquote)>|<br>")
_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD: Final = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_MAX_DEPTH: Final = 40


@dataclass(frozen=True, slots=True)
class Parts:
    """A text taken apart: its rows by name (the top row under ""), and where each paragraph stands."""

    rows: Mapping[str, Row]
    places: Mapping[str, Place]

    @property
    def lists(self) -> Row:
        """The names of the lists, in order: `("ul", "ol2")`."""
        return tuple(name for name in self.rows if name != TOP_ROW)

    @property
    def blocks(self) -> Row:
        """Every block of the text: the top ones, then the items of its lists."""
        items = (block for name, row in self.rows.items() if name != TOP_ROW for block in row)
        return (*(block for block in self.rows[TOP_ROW] if is_block(block)), *items)


class _NotCanonicalError(Exception):
    """The text is not made of the canonical tags, or takes a block or paragraph twice."""


def is_block(key: str) -> bool:
    """Whether a key of the top row is a block, and not the name of a list."""
    return key.startswith("<")


@lru_cache(maxsize=512)
def take_apart(text: str) -> Parts | None:
    """The rows of a canonical text; None where it isn't one, or a block or paragraph can't be told apart."""
    try:
        return _Scanner(text).parts()
    except _NotCanonicalError:
        return None


class _Scanner:
    """Cuts a text at its block tags; anything unexpected raises `_NotCanonicalError`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[str, Place] = {}

    def parts(self) -> Parts:
        rows: dict[str, Row] = {TOP_ROW: ()}
        top: list[str] = []
        while self.at < len(self.text):
            opened = _OPEN.match(self.text, self.at)
            if opened and opened[1] != "blockquote":
                name = opened[1] if len(rows) == 1 else f"{opened[1]}{len(rows)}"
                rows[name] = _unique(self._items(opened[1], (name, 1)))
                top.append(name)
            else:
                top.append(self._block((TOP_ROW, 0)))
        rows[TOP_ROW] = _unique(top)
        return Parts(rows, self.places)

    def _block(self, place: Place) -> str:
        """One paragraph, quote or inner list, from here; the text of it."""
        start = self.at
        if leaf := _LEAF.match(self.text, self.at):
            self.at = leaf.end()
            if self.places.setdefault(leaf[0], place) != place:
                raise _NotCanonicalError
            return leaf[0]
        opened = _OPEN.match(self.text, self.at)
        deeper = (place[0], place[1] + 1)
        if not opened or deeper[1] > _MAX_DEPTH:
            raise _NotCanonicalError
        if opened[1] == "blockquote":
            self._inside("blockquote", deeper)
        else:
            self._items(opened[1], deeper)
        return self.text[start : self.at]

    def _items(self, tag: str, place: Place) -> list[str]:
        """The items of the list that opens here."""
        self.at += len(tag) + 2
        items = []
        while self.text.startswith("<li>", self.at):
            start = self.at
            self._inside("li", place)
            items.append(self.text[start : self.at])
        self._close(tag, bool(items))
        return items

    def _inside(self, tag: str, place: Place) -> None:
        """The blocks between `<tag>`, which stands here, and its end."""
        self.at += len(tag) + 2
        start = self.at
        while self.at < len(self.text) and not self.text.startswith("</", self.at):
            self._block(place)
        self._close(tag, self.at > start)

    def _close(self, tag: str, filled: bool) -> None:
        if not filled or not self.text.startswith(f"</{tag}>", self.at):
            raise _NotCanonicalError
        self.at += len(tag) + 3


def _unique(row: Sequence[str]) -> Row:
    if len(set(row)) != len(row):
        raise _NotCanonicalError
    return tuple(row)


def align(sides: Sequence[Parts | None]) -> list[dict[str, Row]] | None:
    """The rows of each side under the same names; None where matching them would be a guess.

    With one list at most, a side without it counts as having it empty.
    """
    parts = [side for side in sides if side is not None]
    if len(parts) < len(sides) or not _places_agree(parts):
        return None
    names = max((side.lists for side in parts), key=len)
    if any(side.lists != names and (side.lists or len(names) > 1) for side in parts):
        return None
    return [{name: side.rows.get(name, ()) for name in (TOP_ROW, *names)} for side in parts]


def _places_agree(sides: Sequence[Parts]) -> bool:
    known: dict[str, Place] = {}
    return all(
        known.setdefault(paragraph, place) == place
        for side in sides
        for paragraph, place in side.places.items()
    )


def put_together(rows: Mapping[str, Row]) -> str:
    """The text of these rows; a list that is empty now leaves nothing."""
    return "".join(
        key if is_block(key) else _list_html(key.rstrip("0123456789"), rows[key]) for key in rows[TOP_ROW]
    )


def _list_html(tag: str, items: Row) -> str:
    return f"<{tag}>{''.join(items)}</{tag}>" if items else ""


def block_hash(block: str) -> str:
    """The name of a block in addresses: 8 hex digits of the SHA-256 of its canonical HTML."""
    return hashlib.sha256(block.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def visible_text(block: str) -> str:
    """What a person reads of a block or text: tags gone, characters for entities, one space between words."""
    return " ".join(html.unescape(_TAG.sub("", _BREAK.sub(" ", block))).split())


def block_words(block: str) -> list[str]:
    """The words of a block (NFKC, case folded): runs of letters and digits, single CJK characters."""
    return _WORD.findall(unicodedata.normalize("NFKC", visible_text(block)).casefold())


def pairs(before: Row, after: Row) -> dict[str, str]:
    """Which block of `after` stands in the place of which block of `before`: the edits, old to new.

    In each gap the n-th out and the n-th in; where there are more of the one, those in order that share
    the most words.
    """
    gaps = Gaps(before, after)
    found: dict[str, str] = {}
    for anchor, left in gaps.leaving.items():
        old = [key for key in left if is_block(key)]
        new = [key for key in gaps.coming.get(anchor, ()) if is_block(key)]
        if len(old) == len(new):
            found.update(zip(old, new, strict=True))
        elif len(old) < len(new):
            found.update(zip(old, _closest(old, new), strict=True))
        else:
            found.update(zip(_closest(new, old), new, strict=True))
    return found


def _closest(few: Sequence[str], many: Sequence[str]) -> list[str]:
    """As many of `many` as there are `few`, in order, that share the most words; of equals the earlier."""
    if not few:
        return []
    words = [set(block_words(block)) for block in few]
    others = [set(block_words(block)) for block in many]
    spare = len(many) - len(few)
    # best[i][s]: the most that few[i:] can share with many[i+s:], s of the spare ones passed over.
    best = [[0] * (spare + 1) for _ in range(len(few) + 1)]
    for i in range(len(few) - 1, -1, -1):
        for s in range(spare, -1, -1):
            take = len(words[i] & others[i + s]) + best[i + 1][s]
            best[i][s] = max(take, best[i][s + 1]) if s < spare else take
    chosen, s = [], 0
    for i in range(len(few)):
        while s < spare and len(words[i] & others[i + s]) + best[i + 1][s] < best[i][s]:
            s += 1
        chosen.append(many[i + s])
    return chosen
