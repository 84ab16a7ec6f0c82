"""Typed text as the Answer of each control, in English or 中文; or one of the ways out of a Question."""

import re
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
    SingleChoice,
    Text,
    Textarea,
    Url,
    confirm_labels,
)
from core.talk.typed_choices import labelled, read_one, read_several
from core.talk.typed_dates import read_date, read_range
from core.talk.typed_numbers import read_number


class Way(Enum):
    """A way out of a Question without an Answer; the value is what a button's Decision calls it."""

    SKIP = "skip"
    DONT_KNOW = "dont_know"
    YEAR_ONLY = "year_only"
    """The person knows the year, and has not said which yet."""


_LONGEST: Final = 5_000
"""Characters of a typed text that is more than kept: the longest list of choices, or link."""
_LONGEST_WAY: Final = 100
_WAYS: Final = {
    Way.SKIP: re.compile(
        r"(?:please |let's )?(?:skip|(?:leave|keep) (?:it|this|that)(?: one)? (?:empty|blank|out))"
        r"(?: (?:it|this|that)(?: one| question)?)?(?:,? (?:please|for now))?"
        r"|(?:先|请|就)?(?:跳过|略过)(?:吧|这[个题]|这个问题)?|(?:先)?(?:空着|留空)吧?|(?:先)?不填了?|不想回答"
    ),
    Way.DONT_KNOW: re.compile(
        r"(?:sorry,? )?(?:i |i really )?(?:don't|dont|do not|can't|cant|cannot) (?:really )?"
        r"(?:know|remember|recall)(?: (?:it|that|this|any ?more|exactly))?"
        r"|(?:i have )?no idea|(?:i'm |i am )?not sure|idk|dunno|i forgot"
        r"|我?(?:也|真的?)?(?:不知道|不记得|记不得|记不清|不太?清楚|不太?确定|想不起来|忘记|忘)了?"
    ),
    Way.YEAR_ONLY: re.compile(
        r"(?:i )?(?:only|just) (?:know |remember )?the year|(?:the )?year only"
        r"|我?只(?:知道|记得|有|写)年份?"
    ),
}
_YES: Final = re.compile(
    r"(?:y|yes|yep|yeah|yup|sure|of course|ok|okay|right|correct|true)(?:,? please)?"
    r"|是的?|对的?|好的?|可以|行|嗯|确认|确定|没错|有|要"
)
_NO: Final = re.compile(
    r"(?:n|no|nope|nah|not really|false)(?:,? thanks| thank you)?"
    r"|否|不|不是的?|不对|不要|不行|不可以|不用|没有|没"
)
_BARE_LINK: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[^\W\d_]{2,}(?::\d+)?(?:[/?#]\S*)?")


def read_typed(control: Control, text: str, language: Language) -> Json | Way:
    """The Answer that a typed text is, or the Way out that it asks for.

    A text is kept letter for letter, all else becomes what the control itself would send. `language` is
    the one in which the control was drawn; both are understood. Raises AnswerError `invalid_answer` where
    the text doesn't fit, or may mean two things: then it is no Answer.
    """
    if isinstance(control, Text | Textarea) and len(text) > _LONGEST_WAY:
        return read_answer(control, text)
    if len(text) > _LONGEST:
        raise AnswerError("control-too-long", most=_LONGEST)
    normal = to_normal(text)
    is_option = isinstance(control, SingleChoice | MultiChoice) and labelled(control, text)
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
            return read_one(control, text)
        case MultiChoice():
            return read_several(control, text)
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
