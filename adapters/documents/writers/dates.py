"""Dates as people write them, as ISO 8601 where they are certain: precision is never invented."""

import re
from typing import Final

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL: Final = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_NUMBERS: Final = {name: number for names in (_MONTHS, _FULL) for number, name in enumerate(names, 1)} | {
    "sept": 9
}
_YEAR: Final = r"(?:19|20)\d\d"
_NAME: Final = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_DATE: Final = "|".join(
    (
        rf"{_YEAR}-\d\d(?:-\d\d)?",
        rf"{_YEAR}[./]\d\d?",
        rf"\d\d?[./]{_YEAR}",
        rf"(?:{_NAME})\.?,?\s+{_YEAR}",
        rf"{_YEAR}\s*年(?:\s*\d\d?\s*月(?:\s*\d\d?\s*日)?)?",
        _YEAR,
    )
)
_NOW: Final = "present|now|current|today|ongoing|至今|现在|今"
_PERIOD: Final = re.compile(
    rf"(?P<start>{_DATE})(?:\s*(?:[-‐‑‒–—―~～至到]|\bto\b|\buntil\b)\s*(?:(?P<end>{_DATE})|(?P<now>{_NOW})))?",
    re.IGNORECASE,
)


def period_of(text: str) -> tuple[str, str] | None:
    """The first and last date of a period as `YYYY[-MM[-DD]]`, the last "" where it still goes on.

    A single date is both. None where the text is anything else.
    """
    found = _PERIOD.fullmatch(text.strip())
    if found is None:
        return None
    start, end = _iso(found["start"]), "" if found["now"] else _iso(found["end"] or found["start"])
    return None if start is None or end is None else (start, end)


def date_of(text: str) -> str | None:
    """A single date as `YYYY[-MM[-DD]]`; None where the text is anything else."""
    return _iso(text.strip()) if re.fullmatch(_DATE, text.strip(), re.IGNORECASE) else None


def _iso(text: str) -> str | None:
    """A date that `_DATE` matches; None where there is no such day or month."""
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    if name := re.match("[a-z]+", text, re.IGNORECASE):
        numbers.append(_NUMBERS[name[0].lower()])
    elif numbers[0] < 100:  # the month stands first
        numbers.reverse()
    year, *rest = numbers
    if any(not 1 <= number <= most for number, most in zip(rest, (12, 31), strict=False)):
        return None
    return "-".join([str(year), *(f"{number:02}" for number in rest)])
