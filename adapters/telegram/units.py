"""Text as Telegram counts it: UTF-16 units, cut only where no reader sees a letter or an emoji broken."""

import re
import unicodedata
from typing import Final

MARK: Final = "…"
"""What stands where a text was cut."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_FARTHEST: Final = 64
"""Characters that a cut moves back to spare a cluster; a longer one is no writing that anybody reads."""
_BREAKS: Final = ("\n\n", "\n", " ")
_WORD: Final = 14
"""Characters that a cut moves to spare a word."""
_JOINER: Final = "\u200d"


def units(text: str) -> int:
    """UTF-16 code units: what Telegram's entity offsets count; never less than its characters."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def clean(text: str) -> str:
    """A text without what Telegram refuses or swallows: control characters and halves of characters."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def cut(text: str, most: int, mark: str = MARK) -> str:
    """The text itself, or its start with `mark`, in at most `most` units ('' if not even the mark fits)."""
    if units(text) <= most:
        return text
    if most < units(mark):
        return ""
    place = _boundary(text, _place(text, most - units(mark)))
    space = text.rfind(" ", max(0, place - _WORD), place)
    return text[: space if space > 0 else place].rstrip() + mark


def tail(text: str, most: int, mark: str = MARK) -> str:
    """The text itself, or its end behind `mark`, in at most `most` units."""
    if units(text) <= most:
        return text
    start = len(text) - _place(text[::-1], max(0, most - units(mark)))
    space = text.find(" ", start, start + _WORD)
    start = space + 1 if space >= 0 else start
    while start < len(text) and _joins(text, start):
        start += 1
    return mark + text[start:].lstrip()


def split(text: str, most: int) -> list[str]:
    """The text in pieces of at most `most` units, parted at paragraphs or lines or words."""
    pieces = []
    while units(text) > most:
        room = _place(text, most)
        place = _boundary(text, room) or max(1, room)
        for mark in _BREAKS:
            found = text.rfind(mark, place // 2, place)
            if found > 0:
                place = found + len(mark)
                break
        pieces.append(text[:place])
        text = text[place:]
    return [*pieces, text]


def _place(text: str, most: int) -> int:
    """How many characters fit into so many units."""
    place = min(len(text), most)
    while units(text[:place]) > most:
        place -= max(1, (units(text[:place]) - most) // 2)
    return place


def _boundary(text: str, place: int) -> int:
    """The nearest place at or before this one that parts no cluster."""
    back = place
    while back > 0 and place - back < _FARTHEST and _joins(text, back):
        back -= 1
    return place if place - back >= _FARTHEST else back


def _joins(text: str, place: int) -> bool:
    """Whether the characters on both sides of a place are seen as one (most of Unicode's UAX 29)."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if after == _JOINER or before == _JOINER or _extends(after):
        return True
    if _is_flag(before) and _is_flag(after):
        start = place
        while start > 0 and _is_flag(text[start - 1]):
            start -= 1
        return (place - start) % 2 == 1
    return before == "\r" and after == "\n"


def _extends(character: str) -> bool:
    """Whether a character only adds to the one before it: an accent, a skin tone, a variant, a vowel."""
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or "\u1160" <= character <= "\u11ff"
    )


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
