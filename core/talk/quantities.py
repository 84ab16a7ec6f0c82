"""Numbers in free text with what they count in: 40%, 800 ms, 3 million, 四十个, doubled, 40+."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, TypeAlias

from core.talk.numerals import CHINESE, ENGLISH, from_chinese, from_english

Unit: TypeAlias = Literal["", "%", "x", "seconds", "months", "dollars", "euros", "pounds", "yuan", "scale"]
"""`x` is a factor (doubled, 3x, 翻倍), `scale` a vague size (thousands, 数百)."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number and its unit; `more` says that it stands for more than the number (40+, over 40).

    `written` is the number before its unit was converted: 800 of "800 ms", whose value is 4/5 seconds.
    """

    value: Fraction
    unit: Unit
    more: bool
    written: Fraction
    start: int
    end: int


_UNITS: Final[tuple[tuple[str, Unit, Fraction], ...]] = (
    (r"%|percent|per cent|percentage points?|pct|个百分点", "%", Fraction(1)),
    (r"milliseconds?|millis|msecs?|ms|毫秒", "seconds", Fraction(1, 1000)),
    (r"minutes?|mins?|分钟", "seconds", Fraction(60)),
    (r"hours?|hrs?|h|个?小时|个?钟头", "seconds", Fraction(3_600)),
    (r"seconds?|secs?|s|秒钟?", "seconds", Fraction(1)),
    (r"days?|天", "seconds", Fraction(86_400)),
    (r"weeks?|wks?|个?星期|周(?!年)", "seconds", Fraction(604_800)),
    (r"months?|个月", "months", Fraction(1)),
    (r"years?|yrs?|年", "months", Fraction(12)),
    (r"dollars?|usd|美元|美金", "dollars", Fraction(1)),
    (r"euros?|eur|欧元", "euros", Fraction(1)),
    (r"pounds?|gbp|英镑", "pounds", Fraction(1)),
    (r"yuan|rmb|cny|元|块钱", "yuan", Fraction(1)),
    (r"x|×|-?fold|倍", "x", Fraction(1)),
)
_UNIT: Final = tuple(
    (re.compile(rf"[\s-]?(?:{pattern})(?!(?<=[a-z])[a-z])", re.IGNORECASE), unit, size)
    for pattern, unit, size in _UNITS
)
_MULTIPLIERS: Final = tuple(
    (re.compile(pattern), factor)
    for pattern, factor in (
        (r"\s?(?:thousand|[kK])(?![A-Za-z])", 1_000),
        (r"\s?(?:million|mn|[mM])(?![A-Za-z])", 1_000_000),
        (r"\s?(?:billion|bn|[bB])(?![A-Za-z])", 1_000_000_000),
        (r"\s?千万", 10_000_000),
        (r"\s?百万", 1_000_000),
        (r"\s?万", 10_000),
        (r"\s?亿", 100_000_000),
        (r"\s?千", 1_000),
        (r"\s?百(?!分)", 100),
    )
)
_CURRENCY: Final[dict[str, Unit]] = {"$": "dollars", "€": "euros", "£": "pounds", "¥": "yuan"}

_DIGITS: Final = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Z]-)(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\.?\d|[DG](?![A-Za-z]))"
)
_LOOK_BACK: Final = 24
"""Characters before a number in which what belongs to it is looked for."""

_PERCENT_FIRST: Final = re.compile(r"百分之\s?$")

_MEASURE: Final = (
    "[个名人家位次年月天周项台条元块款套份门所国城省市层级种类组支期届篇页轮场倍成点秒只本辆座件单笔]"
    "|小时|分钟|星期"
)
_AFTER_CHINESE: Final = re.compile(rf"(?:多|余|几)?\s?(?:{_MEASURE})")
_TENTHS: Final = re.compile(r"成(?![立功为员本果就长熟交分])")

_MORE_BEFORE: Final = re.compile(
    r"(?:more than|greater than|upwards? of|at least|in excess of|exceeding|above|>=?|≥|over"
    r"|超过|逾|大于|至少|不低于|不少于|多达)"
    r"\s?[$€£¥]?$",
    re.IGNORECASE,
)
_MORE_AFTER: Final = re.compile(r"\+|\s?plus\b(?!\s+\w+ly)|\s(?:or|and) more\b|[多余]|\S{0,3}?以上")

_FACTORS: Final = (
    (re.compile(r"\b(?:doubl(?:ed|es|ing|e)|twofold|two-fold|twice as (?:much|many|fast|\w+))\b", re.I), 2),
    (re.compile(r"\b(?:tripl(?:ed|es|ing|e)|threefold|three-fold|three times as \w+)\b", re.I), 3),
    (re.compile(r"\b(?:quadrupl(?:ed|es|ing|e)|fourfold|four-fold)\b", re.I), 4),
    (re.compile(r"\b(?:halv(?:ed|es|ing|e)|(?:by|in|cut in) half)\b", re.I), Fraction(1, 2)),
    (re.compile(r"翻了?一?[番倍]|加倍|增加一倍|提升一倍"), 2),
    (re.compile(r"减半|减少一半|降低一半|缩短一半"), Fraction(1, 2)),
)
_VAGUE: Final = re.compile(
    r"\b(?:dozens|hundreds|thousands|millions|billions)(?= of\b)|[数上成几][十百千万亿]+|[百千]万级|[万亿]级",
    re.I,
)
_VAGUE_SIZE: Final = {"dozens": 12, "hundreds": 100, "thousands": 1_000, "millions": 10**6, "billions": 10**9}
_RANGE: Final = re.compile(
    r"\s*(?:to|-|–|—|~|and|or|down to|up to|→|->"
    r"|至|到|降到|降至|降为|减到|缩短到|提升到|提高到|增加到|增至|变成)\s*[$€£¥]?",
    re.IGNORECASE,
)


def read_quantities(text: str, taken: Iterable[tuple[int, int]] = ()) -> list[Quantity]:
    """The numbers of a text, in order; `text` is in normal form (NFKC), `taken` are spans of dates."""
    spans = list(taken)
    found: list[Quantity] = []
    for quantity in (*_factors(text), *_vague(text), *_digits(text), *_english(text), *_chinese(text)):
        if not any(quantity.start < end and start < quantity.end for start, end in spans):
            spans.append((quantity.start, quantity.end))
            found.append(quantity)
    return _with_shared_units(text, sorted(found, key=lambda quantity: quantity.start))


def bears(given: Quantity, stated: Quantity) -> bool:
    """Whether a number that was given bears one that is stated: the same amount of the same kind."""
    if stated.more and not given.more:
        return False
    if given.unit == stated.unit:
        return given.value == stated.value
    # "from 800 to 120" says no more than "from 800 ms to 120 ms"; but 40 is not 40%, nor 40 times.
    return stated.unit == "" and given.unit not in ("%", "x", "scale") and given.written == stated.value


def _digits(text: str) -> Iterator[Quantity]:
    for match in _DIGITS.finditer(text):
        value = Fraction(match[0].replace(",", ""))
        yield _measured(text, value, match.start(), match.end())


def _english(text: str) -> Iterator[Quantity]:
    for match in ENGLISH.finditer(text):
        value = from_english(match[0])
        quantity = value is not None and _measured(text, value, match.start(), match.end())
        if quantity and (value != 1 or quantity.unit == "%"):
            yield quantity


def _chinese(text: str) -> Iterator[Quantity]:
    for match in CHINESE.finditer(text):
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        after = text[match.end() : match.end() + _LOOK_BACK]
        if before.endswith("第") or (match[0] == "十" and after.startswith("分") and after[:2] != "分钟"):
            continue
        value = from_chinese(match[0])
        percent = _PERCENT_FIRST.search(before)
        long = len(match[0]) > 1 and any(mark in match[0] for mark in "十百千万亿")
        if value is None or value == 1 or not (percent or long or _AFTER_CHINESE.match(after)):
            continue
        if _TENTHS.match(after):
            end = match.end() + 1
            yield Quantity(value * 10, "%", False, value, match.start(), end)
        elif match[0] not in ("万一", "千万", "百分", "一一"):
            yield _measured(text, value, match.start(), match.end())


def _measured(text: str, value: Fraction, start: int, end: int) -> Quantity:
    """The quantity whose number stands at `start:end`, with the multiplier, unit and sign around it."""
    unit: Unit = ""
    before = text[max(0, start - _LOOK_BACK) : start]
    more = _MORE_BEFORE.search(before) is not None
    vague_over = before.rstrip().lower().endswith("over")
    if percent := _PERCENT_FIRST.search(before):
        start, unit = start - len(percent[0]), "%"
    elif text[start - 1 : start] in _CURRENCY:
        start, unit = start - 1, _CURRENCY[text[start - 1]]
    for pattern, factor in _MULTIPLIERS:
        if found := pattern.match(text, end):
            value, end = value * factor, found.end()
            break
    written = value
    if found := _MORE_AFTER.match(text, end):
        more = True
        end = found.end() if found[0][-1] in "+多余" else end
    for pattern, kind, size in _UNIT:
        if not unit and (found := pattern.match(text, end)):
            value, unit, end = value * size, kind, found.end()
            break
    if found := _MORE_AFTER.match(text, end):
        more, end = True, found.end()
    if vague_over and unit in ("seconds", "months"):
        more = False  # "over three years" is how long, not how much more
    return Quantity(value, unit, more, written, start, end)


def _factors(text: str) -> Iterator[Quantity]:
    for pattern, factor in _FACTORS:
        for match in pattern.finditer(text):
            value = Fraction(factor)
            yield Quantity(value, "x", False, value, match.start(), match.end())


def _vague(text: str) -> Iterator[Quantity]:
    for match in _VAGUE.finditer(text):
        word = match[0].lower()
        size = _VAGUE_SIZE.get(word) or from_chinese(re.sub("[数上成几级]", "", word)) or 1
        yield Quantity(Fraction(size), "scale", False, Fraction(size), match.start(), match.end())


def _with_shared_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """In "from 800 to 120 ms" the first number counts in the second one's unit."""
    shared = list(found)
    for place in range(len(found) - 1, 0, -1):
        left, right = shared[place - 1], shared[place]
        between = text[left.end : right.start]
        if left.unit == "" and right.unit not in ("", "x", "scale") and _RANGE.fullmatch(between):
            size = right.value / right.written if right.written else Fraction(1)
            shared[place - 1] = replace(left, value=left.value * size, unit=right.unit)
    return shared
