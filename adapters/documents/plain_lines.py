"""The lines of a résumé text: bullets told from prose, wrapped lines put together again."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from adapters.documents.plain_dates import split_period

_BULLET: Final = re.compile(r"^(?:[-*+–—○o]\s+|[•·●▪◦‣■□◆◇►▶➢➤✓✔∙]\s*)(?=\S)")
_LONE: Final = re.compile(r"^[-*•·●▪◦‣■□◆◇►▶➢➤✓✔∙○]$")
_NUMBERED: Final = re.compile(r"^(?:\d{1,2}[.)、]|[(（]\d{1,2}[)）])\s*\S")
_ENDS: Final = tuple(".!?。！？；;:：")
_PAGE: Final = re.compile(
    r"(?:page )?\d{1,3}(?: ?(?:of|/) ?\d{1,3})?|第 ?\d+ ?页(?:[ ,，/]*共 ?\d+ ?页)?|- ?\d+ ?-", re.IGNORECASE
)
_COUNTS_PAGES: Final = re.compile(
    r"\b\d{1,3} ?(?:of|/) ?\d{1,3}$|\bpage \d{1,3}$|第 ?\d+ ?页|^(?:page )?\d{1,3}$|^- ?\d+ ?-$",
    re.IGNORECASE,
)
_DIGITS: Final = re.compile(r"\d+")
_SHORTEST_WRAP: Final = 45
"""A line shorter than this (a Chinese character counts twice) was ended by its writer."""


def is_bullet(line: str) -> bool:
    """Whether a line is an item of a list."""
    return _BULLET.match(line) is not None


def is_numbered(line: str) -> bool:
    """Whether a line begins with the number of an item."""
    return _NUMBERED.match(line) is not None and split_period(line) is None


def without_bullet(line: str) -> str:
    """The text of an item; a line that is none, as it is."""
    return _BULLET.sub("", line)


def is_page_number(line: str) -> bool:
    """Whether a line only counts the pages."""
    return _PAGE.fullmatch(line) is not None


def running_lines(lines: Sequence[str]) -> set[str]:
    """Lines that stand on every page, such as `Robin Sample · 1 / 2`."""
    counting = [line for line in lines if _COUNTS_PAGES.search(line)]
    forms = Counter(_DIGITS.sub("#", line) for line in dict.fromkeys(counting))
    return {line for line in counting if forms[_DIGITS.sub("#", line)] > 1 or is_page_number(line)}


def is_chinese(char: str) -> bool:
    """Whether a character is written without spaces beside it."""
    return "\u3000" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef"


def width(text: str) -> int:
    """How wide a text is, in Latin letters."""
    return sum(2 if is_chinese(char) else 1 for char in text)


def unwrapped(lines: Sequence[str]) -> list[str]:
    """The lines with those put together that only the width of the page had parted; blank ones stay."""
    widest = max(map(width, lines), default=0)
    made: list[str] = []
    last = 0
    for line in _with_their_bullets(lines):
        if made and line and _is_wrapped(made[-1], line, last, widest):
            made[-1] = _joined(made[-1], line)
        else:
            made.append(line)
        last = width(line)
    return made


def _with_their_bullets(lines: Sequence[str]) -> Iterator[str]:
    """A bullet that stands alone belongs to the line after it."""
    lone = ""
    for line in lines:
        if _LONE.match(line):
            lone = "• "
        elif line:
            yield lone + line
            lone = ""
        else:
            yield line


def _is_wrapped(before: str, line: str, last: int, widest: int) -> bool:
    """Whether a line goes on with the text before it, of which the last line was `last` wide."""
    if not before or is_bullet(line) or is_numbered(line) or "\t" in before or "\t" in line:
        return False
    if split_period(before) or split_period(line):
        return False
    if line[0].islower() and (is_bullet(before) or last > _SHORTEST_WRAP):
        return True
    return last >= max(_SHORTEST_WRAP, widest * 0.75) and not before.endswith(_ENDS)


def _joined(before: str, line: str) -> str:
    is_one_word = before.endswith("-") and before[-2:-1].isalpha() and line[0].islower()
    if is_one_word or (is_chinese(before[-1]) and is_chinese(line[0])):
        return before + line
    return f"{before} {line}"
