"""Dates and ranges as people type them, as precise as they were written: no day or month is ever added."""

import re
from typing import Final

from core.talk.answer import AnswerError
from core.talk.control import is_real_date
from core.talk.moments import Moment, read_moments

_LONGEST: Final = 100
_NUMBERS: Final = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})", re.ASCII)
"""Day and month before a year: with dots the day comes first, with strokes it may be either."""
_BEFORE: Final = re.compile(r"^(?:(?:in|on|from|since|between)\b ?|[从自由于] ?)")
_BETWEEN: Final = re.compile(r" ?[-~至到] ?| (?:to|until|till|through|and) ")
_OPEN_END: Final = re.compile(
    r"(?:till |until |to )?(?:present|the present|now|today|date|current|ongoing)"
    r"|still(?: there)?|至?今|现在|目前|今天"
)
_ONGOING: Final = re.compile(
    r"(?:since|自|从|由) ?(?P<after>.+?)(?:起|以来|开始)?|(?P<since>.+?)(?:起|以来|开始| onwards?)"
)


def read_date(normal: str) -> str:
    """The date that a text (as `to_normal` gives it) is: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.

    Raises AnswerError `invalid_answer` for anything else, for a day that the calendar doesn't have (it is
    never moved), and where day and month can't be told apart.
    """
    if len(normal) > _LONGEST:
        raise AnswerError("control-not-date")
    text = _BEFORE.sub("", normal, count=1)
    if match := _NUMBERS.fullmatch(text):
        return _real(int(match[4]), *_day_and_month(int(match[1]), match[2], int(match[3])))
    moments = read_moments(text)
    if len(moments) != 1 or not _is_all_of(moments[0], text):
        raise AnswerError("control-not-date")
    return _real(moments[0].year, moments[0].day, moments[0].month)


def _is_all_of(moment: Moment, text: str) -> bool:
    return (moment.start, moment.end) == (0, len(text)) and str(moment.year) in text


def _day_and_month(first: int, mark: str, second: int) -> tuple[int, int]:
    if mark == "." or first > 12 or first == second:
        return first, second
    if second > 12:
        return second, first
    raise AnswerError("control-which-date")


def _real(year: int, day: int | None, month: int | None) -> str:
    parts = [f"{year:04}", *(f"{part:02}" for part in (month, day) if part is not None)]
    written = "-".join(parts)
    if not is_real_date(written):
        raise AnswerError("control-not-date")
    return written


def read_range(normal: str) -> dict[str, str]:
    """The range that a text is: `start`, and `end` unless it goes on ("2015 to now", 2015年至今).

    Raises AnswerError `invalid_answer`; a date alone is no range, since it may be either end.
    """
    if len(normal) > _LONGEST:
        raise AnswerError("control-not-range")
    found = [halves for halves in _halves(normal) if halves is not None]
    if (
        not found
        and (match := _ONGOING.fullmatch(normal))
        and (start := _date(match["after"] or match["since"]))
    ):
        found = [{"start": start}]
    if len(found) != 1:
        raise AnswerError("control-not-range")
    return found[0]


def _halves(text: str) -> list[dict[str, str] | None]:
    """What every way to take a text apart makes of it: a hyphen may also stand inside a date."""
    read = [_range(text[: mark.start()], text[mark.end() :]) for mark in _BETWEEN.finditer(text)]
    return [one for place, one in enumerate(read) if one not in read[:place]]


def _range(first: str, last: str) -> dict[str, str] | None:
    start = _date(first)
    if start is None:
        return None
    if _OPEN_END.fullmatch(last):
        return {"start": start}
    end = _date(last)
    return {"start": start, "end": end} if end is not None else None


def _date(text: str) -> str | None:
    try:
        return read_date(text)
    except AnswerError:
        return None
