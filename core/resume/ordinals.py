"""Entries by their place in a list or in time: "the second degree", "my last job", 第二段经历."""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from core.resume.normal import to_normal
from core.resume.places import Place
from core.resume.values import Json

Moment: TypeAlias = tuple[int, int]
"""A year and a month, 0 where no month is written."""

_WORDS: Final = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
_DIGITS: Final = "一二三四五六七八九"
_ENGLISH: Final = re.compile(
    rf"(?P<which>{'|'.join(_WORDS)}|\d{{1,2}}(?:st|nd|rd|th)|last|latest|most recent|newest|current|present"
    r"|earliest|oldest) (?P<noun>.+)"
)
_CHINESE: Final = re.compile(
    rf"(?:第(?P<number>[{_DIGITS}十]{{1,3}}|\d{{1,2}})|(?P<which>最近|最新|最后|目前|当前|现在|最早)的?一?)"
    r"(?:段|份|个|项|条|门|所|家|篇)? ?的? ?(?P<noun>.+)"
)
_SENSES: Final = {
    "first": "top earliest",
    "last": "bottom latest",
    "最后": "bottom latest",
    "earliest": "earliest",
    "oldest": "earliest",
    "最早": "earliest",
    "latest": "latest",
    "most recent": "latest",
    "newest": "latest",
    "最近": "latest",
    "最新": "latest",
    "current": "now",
    "present": "now",
    "目前": "now",
    "当前": "now",
    "现在": "now",
}
_NOW: Final = re.compile(r"\b(?:present|now|today|current|currently|ongoing)\b|至今|现在|目前|今$")
_MOMENT: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)(?: ?[-/.年] ?(\d{1,2})(?!\d))?")


def split_ordinal(normal: str) -> tuple[str, str] | None:
    """("2", "job") of "second job", ("last", "job") of "last job", or None; `normal` has no articles."""
    if match := _ENGLISH.fullmatch(normal):
        which = match["which"]
        if which in _WORDS[1:]:
            return str(_WORDS.index(which) + 1), match["noun"]
        return ("first" if which == "1st" else re.sub(r"(?<=\d)\D+$", "", which)), match["noun"]
    if match := _CHINESE.fullmatch(normal):
        number = str(_to_number(match["number"])) if match["number"] else match["which"]
        return ("first" if number == "1" else number), match["noun"]
    return None


def pick(which: str, entries: Sequence[Place]) -> list[Place]:
    """The entries of one list that `which` may mean, as `split_ordinal` gives it.

    "First" and "last" have two meanings where entries have dates, since a résumé lists the newest
    first: a place in the list and a place in time. Both are given where they differ.
    """
    if which.isdecimal():
        return _nth(int(which), entries)
    senses = _SENSES[which]
    picked: list[Place] = []
    if "top" in senses:
        picked += _nth(1, entries)
    if "bottom" in senses:
        picked += [*entries[-1:], *[entry for entry in entries if not _is_hidden(entry)][-1:]]
    if "earliest" in senses:
        picked += _outermost(entries, _start_of, min)
    if "latest" in senses:
        picked += _outermost(entries, _end_of, max)
    if senses == "now":
        picked += [entry for entry in entries if _NOW.search(_period(entry.values))]
    return list(dict.fromkeys(picked))


def _nth(number: int, entries: Sequence[Place]) -> list[Place]:
    """The n-th of all, and the n-th of those that are shown, if that is another."""
    shown = [entry for entry in entries if not _is_hidden(entry)]
    return [*entries[number - 1 : number], *shown[number - 1 : number]] if number else []


def _outermost(
    entries: Sequence[Place],
    moment_of: Callable[[Json], Moment | None],
    outermost: Callable[[list[Moment]], Moment],
) -> list[Place]:
    moments = [moment_of(entry.values) for entry in entries]
    known = [moment for moment in moments if moment is not None]
    if not known:
        return []
    if len(known) < len(moments):
        return list(entries)  # one without a date may be the one
    edge = outermost(known)
    return [entry for entry, moment in zip(entries, known, strict=True) if _may_be(moment, edge)]


def _may_be(moment: Moment, edge: Moment) -> bool:
    same_month = moment[1] == edge[1] or 0 in (moment[1], edge[1])
    return moment[0] == edge[0] and same_month


def _start_of(entry: Json) -> Moment | None:
    moments = _moments(entry)
    return moments[0] if moments else None


def _end_of(entry: Json) -> Moment | None:
    if _NOW.search(_period(entry)):
        return (9999, 12)
    moments = _moments(entry)
    return moments[-1] if moments else None


def _moments(entry: Json) -> list[Moment]:
    return [(int(year), int(month or 0)) for year, month in _MOMENT.findall(_period(entry))]


def _period(entry: Json) -> str:
    return to_normal(str(entry.get("period") or entry.get("date") or ""))


def _is_hidden(entry: Place) -> bool:
    return bool(entry.values.get("hidden"))


def _to_number(text: str) -> int:
    if text.isdecimal():
        return int(text)
    tens, ten, ones = text.rpartition("十")
    # `find("")` is 0, so that 十 by itself counts one ten.
    return (_DIGITS.find(tens) + 1) * 10 * bool(ten) + (_DIGITS.find(ones) + 1 if ones else 0)
