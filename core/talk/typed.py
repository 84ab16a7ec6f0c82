"""Typed text as the Answer of each control, in English or 中文; or one of the ways out of a Question."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from core.resume.normal import to_normal
from core.resume.values import Json
from core.show.words import Language
from core.talk.answer import BLANK, AnswerError, is_link, read_answer
from core.talk.control import (
    Confirm,
    Control,
    Date,
    DateRange,
    File,
    MultiChoice,
    Number,
    Option,
    SingleChoice,
    Text,
    Textarea,
    Url,
    confirm_labels,
)
from core.talk.typed_dates import read_date, read_range
from core.talk.typed_numbers import read_number


class Way(Enum):
    """A way out of a Question without an Answer; the value is what a button's Decision calls it."""

    SKIP = "skip"
    DONT_KNOW = "dont_know"
    YEAR_ONLY = "year_only"
    """The person knows the year, and has not said which yet."""


_WAYS: Final = {
    Way.SKIP: re.compile(
        r"(?:please |let's )?(?:skip|(?:leave|keep) (?:it|this|that)(?: one)? (?:empty|blank|out))"
        r"(?: (?:it|this|that)(?: one| question)?)?(?:,? (?:please|for now))?"
        r"|(?:先|请|就)?(?:跳过|略过)(?:吧|这[个题]|这个问题)?|(?:先)?(?:空着|留空)吧?|(?:先)?不填了?|不想回答"
    ),
    Way.DONT_KNOW: re.compile(
        r"(?:sorry,? )?(?:i |i really )?(?:don't|dont|do not|can't|cant|cannot) (?:really )?(?:know|remember|recall)"
        r"(?: (?:it|that|this|any ?more|exactly))?|(?:i have )?no idea|(?:i'm |i am )?not sure|idk|dunno|i forgot"
        r"|我?(?:也|真的?)?(?:不知道|不记得|记不得|记不清|不太?清楚|不太?确定|想不起来|忘记|忘)了?"
    ),
    Way.YEAR_ONLY: re.compile(
        r"(?:i )?(?:only|just) (?:know |remember )?the year|(?:the )?year only|(?:我)?只(?:知道|记得|有|写)年份?"
    ),
}
_COMMA: Final = re.compile(r"\s*[,，、;；\n]\s*(?:(?:and|&)\s+|以及|还有)?", re.IGNORECASE)
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
_YES: Final = re.compile(
    r"(?:y|yes|yep|yeah|yup|sure|of course|ok|okay|right|correct|true)(?:,? please)?"
    r"|是的?|对的?|好的?|可以|行|嗯|确认|确定|没错|有|要"
)
_NO: Final = re.compile(
    r"(?:n|no|nope|nah|not really|false)(?:,? thanks| thank you)?|否|不|不是的?|不对|不要|不行|不可以|不用|没有|没"
)
_BARE_LINK: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?::\d+)?(?:[/?#]\S*)?")
_CHINESE: Final = "一二三四五六七八九十"
_ENGLISH: Final = ("first", "second", "third", "fourth", "fifth")
_MOST_PIECES: Final = 50
_LONGEST_JOIN: Final = 5
"""Pieces between commas that one label may have."""


def read_typed(control: Control, text: str, language: Language) -> Json | Way:
    """The Answer that a typed text is, or the Way out that it asks for.

    A text is kept letter for letter, all else becomes what the control itself would send. `language` is
    the one in which the control was drawn; both are understood. Raises AnswerError `invalid_answer` where
    the text doesn't fit, or may mean two things: then it is no Answer.
    """
    normal = to_normal(text)
    is_option = isinstance(control, SingleChoice | MultiChoice) and _labelled(control, text)
    if not is_option and (way := _way(control, normal)):
        return way
    return read_answer(control, _read(control, text.strip(BLANK), normal, language))


def _way(control: Control, normal: str) -> Way | None:
    way = next((way for way, pattern in _WAYS.items() if pattern.fullmatch(normal)), None)
    if way is Way.YEAR_ONLY and not isinstance(control, Text | Date | DateRange):
        return None
    return way


def _read(control: Control, text: str, normal: str, language: Language) -> Json:
    match control:
        case Text() | Textarea():
            return text
        case SingleChoice():
            return _one(control, text)
        case MultiChoice():
            return _several(control, text)
        case Number():
            number = read_number(normal)
            if number is None:
                raise AnswerError("control-not-number")
            return number
        case Date():
            return read_date(normal)
        case DateRange():
            return read_range(normal)
        case Url():
            return _to_link(text)
        case File():
            raise AnswerError("control-not-file")
        case Confirm():
            return _yes_or_no(control, normal, language)


def _one(control: SingleChoice | MultiChoice, text: str) -> str:
    """The option that a text names: by its label, its number, or the start of its label.

    Where own words are allowed, a start counts only up to a word's end: "Go" is not "Google Cloud".
    """
    named = _named(control, text)
    if len(named) > 1:
        raise AnswerError("control-which-option")
    if named:
        return named[0].value
    if not control.allow_custom:
        raise AnswerError("control-not-offered")
    return text


def _labelled(control: SingleChoice | MultiChoice, text: str) -> list[Option]:
    exact = [option for option in control.options if text.strip() in (option.label, option.value)]
    normal = to_normal(text)
    return exact or [
        option
        for option in control.options
        if normal and normal in (to_normal(option.label), to_normal(option.value))
    ]


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
    return _labelled(control, text) or _numbered(control, text) or _started(control, text)


def _several(control: MultiChoice, text: str) -> list[str]:
    """The options that a list names ("1,3", "Python and Go"), each once."""
    normal = to_normal(text)
    if not _labelled(control, text):
        if _ALL.fullmatch(normal):
            return [option.value for option in control.options]
        if _NONE.fullmatch(normal) and not control.min_selections:
            return []
        if _DIGITS_APART.fullmatch(normal):
            text = ",".join(normal.split())
    return list(dict.fromkeys(_one(control, piece) for piece in _pieces(control, text)))


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
            last
            for last in range(farthest, place, -1)
            if _labelled(control, text[starts[place] : ends[last]])
        )
        last = next(joins, place)
        piece = text[starts[place] : ends[last]].strip(BLANK)
        yield from _parted(control, piece)
        place = last + 1


def _parted(control: MultiChoice, piece: str) -> list[str]:
    """A piece taken apart at "and", where that shows an option: "R and D" may be one thing."""
    parts = [part for part in _AND.split(piece) if part]
    if len(parts) < 2 or len(parts) > _MOST_PIECES or _named(control, piece):
        return [piece] if piece else []
    return parts if any(_named(control, part) for part in parts) else [piece]


def _yes_or_no(control: Confirm, normal: str, language: Language) -> bool:
    yes, no = map(to_normal, confirm_labels(control, language))
    if normal in (yes, no) and yes != no:
        return normal == yes
    if not (_begins(no, _YES) or _begins(yes, _NO)):  # "No, keep it" on the first button: "no" may be either
        if _YES.fullmatch(normal):
            return True
        if _NO.fullmatch(normal):
            return False
    raise AnswerError("control-not-yes-or-no")


def _begins(label: str, pattern: re.Pattern[str]) -> bool:
    return pattern.fullmatch(re.split(r"[ ,]", label)[0]) is not None


def _to_link(text: str) -> str:
    """A link as people type it: maybe in <>, without scheme, or at a sentence's end."""
    link = text.strip("<>").rstrip(".,;!。，；！")
    return f"https://{link}" if not is_link(link) and _BARE_LINK.fullmatch(link) else link
