"""Answer: what a control sent, held against its bounds; and how an Answer reads in one folded line."""

import re
from decimal import Decimal
from typing import Final
from urllib.parse import urlsplit

from core.errors import PersonError
from core.resume.model import wrong_json
from core.resume.part import MAX_NUMBER
from core.resume.values import Json
from core.show.words import Words, words
from core.talk.control import (
    LONGEST_CHOICE,
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
    is_real_date,
)

BLANK: Final = "".join(chr(code) for code in range(0x3001) if chr(code).isspace()) + "\u200b\u2060\ufeff"
"""Characters that show nothing: they don't count at either end of an answer."""

_LONGEST_LINE: Final = 200
_LONGEST_FILE_ID: Final = 200
_NO_LINK: Final = re.compile(r"[\s\x00-\x20\x7f<>\"\\^`{|}]")


class AnswerError(PersonError):
    """An Answer that can't be taken; nothing was changed, and the Question stays open.

    Codes: `invalid_answer`, and from `fill` also `invalid_field` and `stale_question`. The message is
    English; `words.say(error.key, **error.arguments)` says the same in any language.
    """

    def __init__(self, key: str, *, code: str = "invalid_answer", **arguments: str | int) -> None:
        super().__init__(code, words("en").say(key, **arguments))
        self.key = key
        self.arguments = arguments


def read_answer(control: Control, value: Json) -> Json:
    """The Answer that a control's value is: trimmed, otherwise as it was sent.

    Nothing is converted: a number in quotes is a text. A date is `YYYY-MM-DD`, or `YYYY-MM` or `YYYY`
    where the person knows no more, which no day is ever added to. A file is `{fileId, mediaType}`, a
    range `{start, end}` without `end` while it goes on. Raises AnswerError `invalid_answer`.
    """
    match control:
        case Text() | Textarea():
            return _text(value, control.min_length, control.max_length)
        case SingleChoice():
            return _choice(control, value)
        case MultiChoice():
            return _choices(control, value)
        case Number():
            return _number(control, value)
        case Date():
            return _date(control, value)
        case DateRange():
            return _range(control, value)
        case Url():
            return _link(control, value)
        case File():
            return _files(control, value)
        case Confirm():
            if not isinstance(value, bool):
                raise AnswerError("control-not-yes-or-no")
            return value


def _text(value: Json, least: int, most: int) -> str:
    if not isinstance(value, str):
        raise AnswerError("control-not-text")
    text = value.strip(BLANK)
    if len(text) < least:
        raise AnswerError("control-too-short", least=least)
    if len(text) > most:
        raise AnswerError("control-too-long", most=most)
    if wrong_json(text):
        raise AnswerError("control-not-shown")
    return text


def _choice(control: SingleChoice | MultiChoice, value: Json) -> str:
    if any(value == option.value for option in control.options):
        return str(value)
    if not control.allow_custom:
        raise AnswerError("control-not-offered")
    return _text(value, 1, LONGEST_CHOICE)


def _choices(control: MultiChoice, value: Json) -> list[str]:
    if not isinstance(value, list):
        raise AnswerError("control-not-offered")
    if len(value) < control.min_selections:
        raise AnswerError("control-too-few", least=control.min_selections)
    if len(value) > control.max_selections:
        raise AnswerError("control-too-many", most=control.max_selections)
    chosen = [_choice(control, one) for one in value]
    if len(set(chosen)) < len(chosen):
        raise AnswerError("control-twice")
    return chosen


def _number(control: Number, value: Json) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MAX_NUMBER:
        raise AnswerError("control-not-number")  # NaN fails every comparison
    if control.integer:
        if value != int(value):
            raise AnswerError("control-not-whole")
        value = int(value)
    number: int | float = value
    if control.min is not None and number < control.min:
        raise AnswerError("control-too-small", least=plain_number(control.min))
    if control.max is not None and number > control.max:
        raise AnswerError("control-too-large", most=plain_number(control.max))
    return number


def plain_number(number: int | float) -> str:
    """A number in digits, without exponent or grouping: `3`, `3.5`, `0.0000001`."""
    return format(Decimal(repr(number)), "f")


def _date(control: Date | DateRange, value: Json) -> str:
    if not isinstance(value, str) or not is_real_date(value):
        raise AnswerError("control-not-date")
    # ISO dates sort as texts; where only the year is known, years are compared.
    if control.min is not None and value < control.min[: len(value)]:
        raise AnswerError("control-too-early", first=control.min)
    if control.max is not None and value > control.max[: len(value)]:
        raise AnswerError("control-too-late", last=control.max)
    return value


def _range(control: DateRange, value: Json) -> dict[str, Json]:
    if not isinstance(value, dict) or "start" not in value or not value.keys() <= {"start", "end"}:
        raise AnswerError("control-not-range")
    start = _date(control, value["start"])
    if value.get("end") is None:
        if not control.allow_open_end:
            raise AnswerError("control-needs-end")
        return {"start": start}
    end = _date(control, value["end"])
    known = min(len(start), len(end))
    if end[:known] < start[:known]:
        raise AnswerError("control-end-before-start")
    return {"start": start, "end": end}


def _link(control: Url, value: Json) -> str:
    link = _text(value, 1, control.max_length)
    if not is_link(link):
        raise AnswerError("control-not-link")
    return link


def is_link(text: str) -> bool:
    """Whether a text is one http or https link with a host; nothing is looked up."""
    if _NO_LINK.search(text):
        return False
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port  # a port that is none raises, too
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and host is not None and any(map(str.isalnum, host))


def _files(control: File, value: Json) -> list[dict[str, Json]]:
    if not isinstance(value, list) or not value:
        raise AnswerError("control-not-file")
    if len(value) > control.max_files:
        raise AnswerError("control-too-many", most=control.max_files)
    files = [_file(control, one) for one in value]
    if len({one["fileId"] for one in files}) < len(files):
        raise AnswerError("control-twice")
    return files


def _file(control: File, value: Json) -> dict[str, Json]:
    match value:
        case {"fileId": str(file_id), "mediaType": str(media_type)} if len(value) == 2:
            pass
        case _:
            raise AnswerError("control-not-file")
    if not 0 < len(file_id) <= _LONGEST_FILE_ID or wrong_json(file_id) or not file_id.strip(BLANK):
        raise AnswerError("control-not-file")
    if media_type.lower() not in map(str.lower, control.accepted_media_types):
        raise AnswerError("control-file-type", types=", ".join(control.accepted_media_types))
    return {"fileId": file_id, "mediaType": media_type.lower()}


def say_answer(control: Control, value: Json, say: Words) -> str:
    """An Answer (as `read_answer` gave it) in one line of at most 200 characters, for the folded Question."""
    return _one_line(_said(control, value, say))


def _said(control: Control, value: Json, say: Words) -> str:
    match control:
        case SingleChoice():
            return _label(control, value)
        case MultiChoice():
            return say.say("and-join").join(_label(control, one) for one in value)
        case Number():
            return plain_number(value)
        case DateRange():
            end = value.get("end") or say.say("control-present")
            return say.say("control-range", start=value["start"], end=end)
        case File():
            return say.say("control-files", count=len(value))
        case Confirm():
            return confirm_labels(control, say.language)[0 if value else 1]
        case _:
            return str(value)


def _label(control: SingleChoice | MultiChoice, value: str) -> str:
    return next((option.label for option in control.options if option.value == value), value)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1].rstrip() + "…"
