"""Typed text as a choice: by number, by label or the start of one, and lists of these."""

import re
from collections.abc import Iterator
from typing import Final

from core.resume.normal import to_normal
from core.talk.answer import BLANK, AnswerError
from core.talk.control import MultiChoice, Option, SingleChoice

_COMMA: Final = re.compile(r"\s*[,，、;；\n]\s*")
_LAST: Final = re.compile(r"^(?:(?:and|&)\s+|和|以及|还有)", re.IGNORECASE)
"""How the last of a list may begin after a comma."""
_AND: Final = re.compile(r"\s+(?:and|&|\+)\s+|\s*(?:和|以及|还有)\s*", re.IGNORECASE)
_DIGITS_APART: Final = re.compile(r"\d{1,2}(?:\s+\d{1,2})+", re.ASCII)
_ALL: Final = re.compile(
    r"all(?: of (?:them|these))?|everything|both|全部(?:都是)?|全选|都(?:有|是|要|选|用过)|两个都是?"
)
_NONE: Final = re.compile(r"none(?: of (?:them|these|those))?|neither|都?没有|都不是?|一个(?:都|也)没有|无")
_POSITION: Final = re.compile(
    r"(?:(?:the )?(?:option|number|no\.?)|选项?|第)? ?#?(?P<digits>\d{1,3})\)?(?:个|项)?"
    r"|(?:选|第)?(?P<chinese>[一二三四五六七八九十])(?:个|项)?"
    r"|(?:the )?(?P<english>first|second|third|fourth|fifth)(?: one| option)?",
    re.ASCII,
)
_CHINESE: Final = "一二三四五六七八九十"
_ENGLISH: Final = ("first", "second", "third", "fourth", "fifth")
_MOST_PIECES: Final = 50
_LONGEST_JOIN: Final = 5
"""Pieces between commas that one label may have."""


def read_one(control: SingleChoice | MultiChoice, text: str) -> str:
    """The value of the option that a text names: by its label, its number, or the start of its label.

    Where own words are allowed, anything else is an answer, too, and a start counts only up to a word's
    end: "Go" is not "Google Cloud". Raises AnswerError `invalid_answer`.
    """
    named = _named(control, text)
    if len(named) > 1:
        raise AnswerError("control-which-option")
    if named:
        return named[0].value
    if not control.allow_custom:
        raise AnswerError("control-not-offered")
    return text


def labelled(control: SingleChoice | MultiChoice, text: str) -> list[Option]:
    """The options whose label a text is, in the same spelling or another; else those whose value it is."""
    for spelled in (str.strip, to_normal):
        for name in ("label", "value"):
            said = spelled(text)
            found = [option for option in control.options if said and spelled(getattr(option, name)) == said]
            if found:
                return found
    return []


def _numbered(control: SingleChoice | MultiChoice, text: str) -> list[Option]:
    """The option with this number. Not where labels begin with one: there a number may be an answer."""
    match = _POSITION.fullmatch(to_normal(text))
    if match is None or any(
        option.label[0].isdigit() or option.label[0] in _CHINESE for option in control.options
    ):
        return []
    if match["digits"]:
        number = int(match["digits"])
    elif match["chinese"]:
        number = _CHINESE.index(match["chinese"]) + 1
    else:
        number = _ENGLISH.index(match["english"]) + 1
    return list(control.options[number - 1 : number]) if number else []


def _started(control: SingleChoice | MultiChoice, text: str) -> list[Option]:
    normal = to_normal(text)
    if not normal or normal.isdecimal():
        return []
    starts = [(option, to_normal(option.label)) for option in control.options]
    return [
        option
        for option, label in starts
        if label.startswith(normal) and (not control.allow_custom or _ends_word(label, len(normal)))
    ]


def _ends_word(label: str, place: int) -> bool:
    return place == len(label) or not (label[place - 1].isalnum() and label[place].isalnum())


def _named(control: SingleChoice | MultiChoice, text: str) -> list[Option]:
    return labelled(control, text) or _numbered(control, text) or _started(control, text)


def read_several(control: MultiChoice, text: str) -> list[str]:
    """The values of the options that a list names ("1,3", "Python and Go"), each once.

    Raises as `read_one`.
    """
    normal = to_normal(text)
    if not labelled(control, text):
        if _ALL.fullmatch(normal):
            return [option.value for option in control.options]
        if _NONE.fullmatch(normal) and not control.min_selections:
            return []
        if _DIGITS_APART.fullmatch(normal):
            text = ",".join(normal.split())
    return list(dict.fromkeys(read_one(control, piece) for piece in _pieces(control, text)))


def _pieces(control: MultiChoice, text: str) -> Iterator[str]:
    """What stands between commas; a label that has commas itself stays whole."""
    marks = list(_COMMA.finditer(text))
    if len(marks) >= _MOST_PIECES:
        raise AnswerError("control-too-many", most=control.max_selections)
    starts, ends = [0, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), len(text)]
    place = 0
    while place < len(starts):
        farthest = min(place + _LONGEST_JOIN, len(starts)) - 1
        joins = (
            last for last in range(farthest, place, -1) if labelled(control, text[starts[place] : ends[last]])
        )
        last = next(joins, place)
        piece = text[starts[place] : ends[last]].strip(BLANK)
        yield from _parted(control, piece)
        place = last + 1


def _parted(control: MultiChoice, piece: str) -> list[str]:
    """A piece taken apart at "and", where that shows an option: "R and D" may be one thing."""
    if not _named(control, piece) and _named(control, _LAST.sub("", piece)):
        piece = _LAST.sub("", piece)
    parts = [part for part in _AND.split(piece) if part]
    if len(parts) < 2 or len(parts) > _MOST_PIECES or _named(control, piece):
        return [piece] if piece else []
    return parts if any(_named(control, part) for part in parts) else [piece]
