"""Numbers written as words, English and 中文: "forty", 四十, 三千五百."""

import re
from fractions import Fraction
from typing import Final


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_ONES: Final = _split(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
)
_TENS: Final = _split("twenty thirty forty fifty sixty seventy eighty ninety")
_SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_VALUES: Final = (
    {word: number for number, word in enumerate(_ONES)}
    | {word: 10 * number for number, word in enumerate(_TENS, 2)}
    | {"dozen": 12}
)
_WORD: Final = "|".join(sorted({*_VALUES, *_SCALES}, key=len, reverse=True))

ENGLISH: Final = re.compile(
    rf"(?<![\w-])(?:(?:a|one half)[ -])?(?:{_WORD})(?:[ -](?:and[ ])?(?:{_WORD}))*(?![\w])", re.IGNORECASE
)
"""A number in English words; "a hundred" counts, a lone "one" is for the caller to leave out."""

_DIGITS: Final = {mark: number for number, mark in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_PLACES: Final = {"十": 10, "百": 100, "千": 1_000}
_MYRIADS: Final = {"万": 10_000, "亿": 100_000_000}

CHINESE: Final = re.compile("[零〇一二两三四五六七八九十百千万亿]+")
"""A run of Chinese numerals; many are parts of ordinary words (一起, 十分)."""


def from_english(text: str) -> Fraction | None:
    """The value of a number in English words, None if the words make no number ("twenty forty")."""
    total = current = 0
    last = None
    for word in re.findall("[a-z]+", text.lower()):
        if word in ("a", "and"):
            continue
        if word == "hundred":
            current = (current or 1) * 100
        elif word in _SCALES:
            total += (current or 1) * _SCALES[word]
            current = 0
        elif word == "dozen":
            current = (current or 1) * 12
        else:
            value = _VALUES[word]
            if last in _VALUES and not (last in _TENS and 0 < value < 10):
                return None
            current += value
        last = word
    return Fraction(total + current)


def from_chinese(text: str) -> Fraction | None:
    """The value of a run of Chinese numerals, None if it is none (两三, 千万 by itself is ten million)."""
    total = section = 0
    digit: int | None = None
    for mark in text:
        if mark in _DIGITS:
            if digit:
                return None  # two digits in a row: 两三, 二〇一九
            digit = _DIGITS[mark]
        elif mark in _PLACES:
            section += (1 if digit is None else digit) * _PLACES[mark]
            digit = None
        else:
            total = (total + section + (digit or 0) or 1) * _MYRIADS[mark]
            section, digit = 0, None
    return Fraction(total + section + (digit or 0))
