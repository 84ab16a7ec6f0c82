"""Dates as keys: years, then months, then days, and a way to stop at each; a range is two of these."""

import re
from calendar import monthcalendar
from typing import Final

from adapters.telegram.keyboard import Key, Rows, pack
from adapters.telegram.taps import NOOP, Given, Half, Meant, tap_on
from core.resume.values import Json
from core.show.view import QuestionView
from core.show.words import Words
from core.talk.control import is_real_date

_YEARS: Final = 12
"""Years of a page, three rows of four."""
_OLDEST: Final = 1900
_NEWEST: Final = 2200
_DATES: Final = {
    "y": re.compile(r"\d{4}", re.ASCII),
    "Y": re.compile(r"\d{4}", re.ASCII),
    "m": re.compile(r"\d{4}-\d\d", re.ASCII),
    "M": re.compile(r"\d{4}-\d\d", re.ASCII),
    "d": re.compile(r"\d{4}-\d\d-\d\d", re.ASCII),
}


def date_hint(view: QuestionView, state: dict[str, Json], say: Words) -> str:
    """Which step it is, and that a date may be typed."""
    hint = say.say("telegram-hint-date")
    if view.control == "date":
        return hint
    start = _start(state)
    step = say.say("telegram-step-to", start=start) if start else say.say("telegram-step-from")
    return f"{step} {hint}"


def date_keys(view: QuestionView, state: dict[str, Json], say: Words, *, post: int, year: int) -> Rows:
    """The keys of the step that the control is in: years, months, or days."""
    chosen, month = _number(state, "year"), _number(state, "month")
    rows: Rows = ()
    if _start(state) and chosen is None and view.limits.get("allowOpenEnd", True):
        rows = ((Key(say.say("telegram-present"), tap_on(view, post, "e"), "primary"),),)
    if chosen is None:
        return rows + _year_keys(view, state, post, year)
    if month is None:
        return _month_keys(view, state, say, post, chosen)
    return _day_keys(view, say, post, chosen, month)


def tap_date(view: QuestionView, act: str, argument: str, state: dict[str, Json]) -> Meant | None:
    """What a tap on a date means; None for one that the control doesn't offer."""
    base: dict[str, Json] = {"start": start} if (start := _start(state)) else {}
    if act == "p" and re.fullmatch(r"-?\d{1,3}", argument, re.ASCII):
        return Half({**base, "page": int(argument)})
    if (act, argument) == ("b", ""):
        return Half(_back(state, base))
    if (act, argument) == ("e", ""):
        return Given({"start": start}) if view.control == "date_range" and start else None
    if act not in _DATES or not _DATES[act].fullmatch(argument) or not is_real_date(argument):
        return None
    if act == "y":
        return Half({**base, "year": int(argument)})
    if act == "m" and view.control == "date":
        return Half({**base, "year": int(argument[:4]), "month": int(argument[5:])})
    if view.control == "date":
        return Given(argument)
    return Given({"start": start, "end": argument}) if start else Half({"start": argument})


def _back(state: dict[str, Json], base: dict[str, Json]) -> dict[str, Json]:
    """One step back: from the days to the months, to the years, and from *To* to *From*."""
    year = _number(state, "year")
    if year is None:
        return {}
    return {**base, "year": year} if _number(state, "month") is not None else base


def _start(state: dict[str, Json]) -> str:
    start = state.get("start")
    return start if isinstance(start, str) and is_real_date(start) else ""


def _number(state: dict[str, Json], name: str) -> int | None:
    number = state.get(name)
    most = 12 if name == "month" else 9999
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 < number <= most else None


def _bounds(view: QuestionView, state: dict[str, Json]) -> tuple[str, str]:
    """The first and the last date that may be chosen; years before the start of a range are not offered."""
    first, last = str(view.limits.get("min", "")), str(view.limits.get("max", ""))
    return max(first, _start(state)) or str(_OLDEST), last or str(_NEWEST)


def _year_keys(view: QuestionView, state: dict[str, Json], post: int, year: int) -> Rows:
    first, last = (int(bound[:4]) for bound in _bounds(view, state))
    newest = max(min(year, last), first)
    page = state.get("page")
    page = page if isinstance(page, int) else 0
    page = max((newest - last) // _YEARS, min(page, (newest - first) // _YEARS))
    end = newest - page * _YEARS
    years = [one for one in range(end - _YEARS + 1, end + 1) if first <= one <= last]
    keys = [Key(str(one), tap_on(view, post, f"y{one}")) for one in years]
    turn = [Key("‹", tap_on(view, post, f"p{page + 1}"))] if end - _YEARS >= first else []
    turn += [Key("›", tap_on(view, post, f"p{page - 1}"))] if end < last else []
    if _start(state):
        turn.append(Key("↩", tap_on(view, post, "b")))
    return (*pack(keys, 4), *((tuple(turn),) if turn else ()))


def _month_keys(view: QuestionView, state: dict[str, Json], say: Words, post: int, year: int) -> Rows:
    first, last = _bounds(view, state)
    only = Key(say.say("telegram-only-year", year=str(year)), tap_on(view, post, f"Y{year:04}"), "primary")
    keys = []
    for month in range(1, 13):
        written = f"{year:04}-{month:02}"
        is_open = first[:7] <= written <= last[:7] or written.startswith((first, last))
        label = say.say("telegram-month", month=month) if is_open else "·"
        keys.append(Key(label, tap_on(view, post, f"m{written}") if is_open else NOOP))
    return ((only,), *pack(keys, 4), (Key("↩", tap_on(view, post, "b")),))


def _day_keys(view: QuestionView, say: Words, post: int, year: int, month: int) -> Rows:
    named = say.say("telegram-month-of", month=say.say("telegram-month", month=month), year=str(year))
    written = f"{year:04}-{month:02}"
    only = Key(say.say("telegram-only-month", month=named), tap_on(view, post, f"M{written}"), "primary")
    first, last = str(view.limits.get("min", "")), str(view.limits.get("max", "9999"))
    weeks = []
    for week in monthcalendar(year, month):
        row = []
        for day in week:
            is_open = day > 0 and first <= f"{written}-{day:02}" <= last
            row.append(
                Key(
                    str(day) if is_open else "·",
                    tap_on(view, post, f"d{written}-{day:02}") if is_open else NOOP,
                )
            )
        weeks.append(tuple(row))
    return ((only,), *weeks, (Key("↩", tap_on(view, post, "b")),))
