"""Dates in free text, English and 中文, with the precision they were written in."""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Moment:
    """A year, maybe with its month and day, and where it stands; nothing that wasn't written."""

    year: int
    month: int | None
    day: int | None
    start: int
    end: int


_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(?P<month_name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_UNITS: Final = r"(?:\s*(?:%|percent|ms\b|kb\b|mb\b|gb\b)|[\d%+kKxX倍万亿]|[.,]\d)"

_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # 2021-03, 2021/3/15, 2021.06
        rf"(?<![\d.,]){_YEAR}\s?[-/.]\s?(?P<month>1[0-2]|0?[1-9])(?!\d)(?:[-/.](?P<day>\d{{1,2}})(?!\d))?",
        # 2021年3月15日, 2021年
        rf"(?<!\d){_YEAR}\s?年(?:\s?(?P<month>1[0-2]|0?[1-9])\s?月(?:\s?(?P<day>\d{{1,2}})\s?[日号])?)?",
        # 15 March 2021, March 2021, March 15, 2021
        rf"(?<!\w)(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?)?{_MONTH},?\s+{_YEAR}(?!\d)",
        rf"(?<!\w){_MONTH}\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,\s*{_YEAR}(?!\d)",
        # March – July 2021: the first month has the second one's year
        rf"(?<!\w){_MONTH}(?=\s*(?:-|–|—|to)\s*[a-z]{{3,9}}\.?\s+(?P<year>(?:19|20)\d\d))",
        # 03/2021
        rf"(?<!\d)(?P<month>1[0-2]|0?[1-9])[/.]{_YEAR}(?!\d)",
        # 2018-20, 2018/19: the second year is short
        r"(?<![\d.,])(?:19|20)\d\d\s?[-–—/]\s?(?P<short>\d\d)(?![\d.,%])",
        # 19年6月
        r"(?<!\d)(?P<short>\d\d)年(?P<month>1[0-2]|0?[1-9])月",
        rf"(?<![\d.,$€£¥]){_YEAR}(?!{_UNITS})",
    )
)


def read_moments(text: str) -> list[Moment]:
    """The dates of a text in the order in which they stand; `text` is in normal form (NFKC)."""
    found: list[Moment] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            moment = _to_moment(match)
            if moment and not any(moment.start < other.end and other.start < moment.end for other in found):
                found.append(moment)
    return sorted(found, key=lambda moment: moment.start)


def covers(given: Moment, stated: Moment) -> bool:
    """Whether a date that was given bears one that is stated: the same, or the same less precisely."""
    return (
        given.year == stated.year and stated.month in (None, given.month) and stated.day in (None, given.day)
    )


def _to_moment(match: re.Match[str]) -> Moment | None:
    parts = match.groupdict()
    start, end = match.span()
    if parts.get("short"):
        century = int(match[0][:2]) * 100 if match[0][:4].isdigit() else 2000
        year = century + int(parts["short"])
        if match[0][:4].isdigit():
            start = match.start("short")
            if year < int(match[0][:4]):
                return None  # 2018-05 is a month, and 2024/10 too
    else:
        year = int(parts["year"])
    month = int(parts["month"]) if parts.get("month") else None
    if name := parts.get("month_name"):
        month = _MONTHS.index(name[:3].lower()) + 1
    day = int(parts["day"]) if parts.get("day") else None
    return Moment(year, month, day, start, end)
