"""Control: how a Question is asked, one of ten kinds, each with its bounds (resume-schema §5)."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Final, Literal, Self, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from core.errors import PersonError
from core.resume.model import wrong_json
from core.resume.part import MAX_NUMBER
from core.resume.shape import is_key
from core.resume.values import Json
from core.show.view import Choice
from core.show.words import Language, words

LONGEST_CHOICE: Final = 500
"""Characters of an option's value, and of an answer that is none of the options."""
LONGEST_LABEL: Final = 200

_DATE: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_LONG_TEXTS: Final = frozenset({"summary", "description", "content", "recipient"})
_FREE_DATES: Final = frozenset({"period", "date", "dates", "startDate", "endDate"})


def is_real_date(text: str) -> bool:
    """Whether a text is `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, and the calendar has it."""
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    try:
        date(int(match[1]), int(match[2] or 1), int(match[3] or 1))
    except ValueError:
        return False
    return True


def _whole_day(text: str) -> str:
    if len(text) != len("YYYY-MM-DD") or not is_real_date(text):
        raise ValueError("a date is a real day, written YYYY-MM-DD")
    return text


Day: TypeAlias = Annotated[str, AfterValidator(_whole_day)]
Bound: TypeAlias = Annotated[int | float, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
MediaType: TypeAlias = Annotated[
    str, Field(max_length=200, pattern=r"^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$")
]
ButtonLabel: TypeAlias = Annotated[str, Field(min_length=1, max_length=100)]
AnyBound = TypeVar("AnyBound", int | float, str)


def _in_order(least: AnyBound | None, most: AnyBound | None, problem: str) -> None:
    if least is not None and most is not None and least > most:
        raise ValueError(problem)


class _Part(BaseModel):
    """Named as on the wire; no other type, no other member."""

    model_config = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        allow_inf_nan=False,
        hide_input_in_errors=True,
        str_strip_whitespace=True,
    )


class Option(_Part):
    """One of the answers to choose from; `value` is what is stored, `label` what is shown."""

    value: Annotated[str, Field(min_length=1, max_length=LONGEST_CHOICE)]
    label: Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL)]
    description: Annotated[str, Field(max_length=500)] | None = None
    recommended: bool = False


class _WithOptions(_Part):
    # JSON has no tuples, so a list must do; the options themselves stay strict. 100 are the most that a
    # Slack select takes.
    options: Annotated[tuple[Option, ...], Field(strict=False, min_length=2, max_length=100)]
    allow_custom: bool = True

    @model_validator(mode="after")
    def _options_differ(self) -> Self:
        if len({option.value for option in self.options}) < len(self.options):
            raise ValueError("two options have the same value")
        return self


class SingleChoice(_WithOptions):
    """One of the options, or the person's own words where these are allowed."""

    kind: Literal["single_choice"] = "single_choice"


class MultiChoice(_WithOptions):
    """Several of the options."""

    kind: Literal["multi_choice"] = "multi_choice"
    min_selections: Annotated[int, Field(ge=0, le=5)] = 1
    max_selections: Annotated[int, Field(ge=1, le=5)] = 5

    @model_validator(mode="after")
    def _can_be_reached(self) -> Self:
        if self.min_selections > min(self.max_selections, len(self.options)):
            raise ValueError("minSelections can't be reached")
        return self


class Text(_Part):
    """A short text, kept letter for letter."""

    kind: Literal["text"] = "text"
    min_length: Annotated[int, Field(ge=0, le=500)] = 1
    max_length: Annotated[int, Field(ge=1, le=10_000)] = 500

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        _in_order(self.min_length, self.max_length, "minLength is above maxLength")
        return self


class Textarea(_Part):
    """A long text."""

    kind: Literal["textarea"] = "textarea"
    min_length: Annotated[int, Field(ge=0, le=5_000)] = 1
    max_length: Annotated[int, Field(ge=1, le=50_000)] = 5_000

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        _in_order(self.min_length, self.max_length, "minLength is above maxLength")
        return self


class Number(_Part):
    """A number; a text that looks like one is none."""

    kind: Literal["number"] = "number"
    min: Bound | None = None
    max: Bound | None = None
    integer: bool = False

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        _in_order(self.min, self.max, "min is above max")
        if self.integer and self.min is not None and self.max is not None and self.max // 1 < self.min:
            raise ValueError("no whole number lies between min and max")
        return self


class Date(_Part):
    """A day; `min` and `max` count."""

    kind: Literal["date"] = "date"
    min: Day | None = None
    max: Day | None = None

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        _in_order(self.min, self.max, "min is after max")
        return self


class DateRange(_Part):
    """From a day to a day, or still going on."""

    kind: Literal["date_range"] = "date_range"
    min: Day | None = None
    max: Day | None = None
    allow_open_end: bool = True

    @model_validator(mode="after")
    def _agrees(self) -> Self:
        _in_order(self.min, self.max, "min is after max")
        return self


class Url(_Part):
    """A link, http or https."""

    kind: Literal["url"] = "url"
    max_length: Annotated[int, Field(ge=1, le=5_000)] = 500


class File(_Part):
    """One or more files of the named types."""

    kind: Literal["file"] = "file"
    accepted_media_types: Annotated[tuple[MediaType, ...], Field(strict=False, min_length=1, max_length=12)]
    max_files: Annotated[int, Field(ge=1, le=12)] = 1

    @model_validator(mode="after")
    def _types_differ(self) -> Self:
        if len({one.lower() for one in self.accepted_media_types}) < len(self.accepted_media_types):
            raise ValueError("a media type stands twice")
        return self


class Confirm(_Part):
    """Yes or no."""

    kind: Literal["confirm"] = "confirm"
    confirm_label: ButtonLabel | None = None
    cancel_label: ButtonLabel | None = None

    @model_validator(mode="after")
    def _labels_differ(self) -> Self:
        if self.confirm_label is not None and self.confirm_label == self.cancel_label:
            raise ValueError("both buttons have the same label")
        return self


Control: TypeAlias = (
    SingleChoice | MultiChoice | Text | Textarea | Number | Date | DateRange | Url | File | Confirm
)
_CONTROL: Final = TypeAdapter[Control](Annotated[Control, Field(discriminator="kind")])


def to_json(control: Control) -> dict[str, Json]:
    """The control as it is stored, its defaults written out."""
    stored: dict[str, Json] = control.model_dump(mode="json", by_alias=True, exclude_none=True)
    return stored


def from_json(raw: object) -> Control:
    """The control that `to_json` wrote, or that somebody else did.

    Raises PersonError `invalid_control` for a wrong shape or bound, and `contradictory_control` where no
    answer could be right (min above max, an option twice, a minimum out of reach, an impossible date).
    """
    if problem := wrong_json(raw):
        raise PersonError("invalid_control", f"The control {problem}.")
    try:
        return _CONTROL.validate_python(raw, by_alias=True, by_name=False)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_input=False)[0]
    if detail["type"] == "value_error":
        raise PersonError("contradictory_control", f"The control can't be asked: {detail['ctx']['error']}.")
    if detail["type"].startswith(("union_tag", "model_attributes", "extra")):  # these repeat what was sent
        kinds = "a known kind and only its members"
        raise PersonError("invalid_control", f"The control must be an object with {kinds}.")
    where = ".".join(str(step) for step in detail["loc"][1:])
    raise PersonError("invalid_control", f"The control is not valid: {where}: {detail['msg']}.")


def control_for(field: str, choices: Sequence[str | Option] = (), given: Control | None = None) -> Control:
    """The control of a Question about `field` (address, pointer, or a named need as `experience.period`).

    A given one stands, but for a date picker on a field whose dates are free text: that would make the
    person invent a day. Else choices make a single choice, and the field's name decides the rest.
    Raises as `from_json` where the choices can't be offered (one alone, two the same).
    """
    names = [token for token in re.split(r"[/.]", field) if not is_key(token)]
    last = names[-1] if names else ""
    if isinstance(given, Date | DateRange) and last in _FREE_DATES:
        given = None
    if given is not None:
        return given
    if choices:
        options = [_to_option(choice).model_dump(by_alias=True, exclude_none=True) for choice in choices]
        return from_json({"kind": "single_choice", "options": options})
    if last == "url":
        return Url()
    return Textarea() if last in _LONG_TEXTS else Text()


def _to_option(choice: str | Option) -> Option:
    if isinstance(choice, Option):
        return choice
    text = choice.strip()
    if not 0 < len(text) <= LONGEST_CHOICE:
        raise PersonError("invalid_control", f"An option has 1 to {LONGEST_CHOICE} characters.")
    label = text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1].rstrip() + "…"
    return Option(value=text, label=label)


def to_view(
    control: Control, language: Language
) -> tuple[str, tuple[Choice, ...], dict[str, str | int | float | bool]]:
    """What a QuestionView needs: the kind, the choices, and the limits by the names of the contract."""
    limits = to_json(control)
    kind = str(limits.pop("kind"))
    limits.pop("options", None)
    choices: tuple[Choice, ...] = ()
    match control:
        case SingleChoice() | MultiChoice():
            choices = tuple(_to_choice(option, language) for option in control.options)
            limits["maxLength"] = LONGEST_CHOICE
            if isinstance(control, MultiChoice) and not control.allow_custom:
                limits["maxSelections"] = min(control.max_selections, len(choices))
        case File():
            limits["acceptedMediaTypes"] = ",".join(control.accepted_media_types)
        case Confirm():
            limits["confirmLabel"], limits["cancelLabel"] = confirm_labels(control, language)
    return kind, choices, limits


def confirm_labels(control: Confirm, language: Language) -> tuple[str, str]:
    """What stands on the two buttons, yes first."""
    say = words(language).say
    return control.confirm_label or say("control-yes"), control.cancel_label or say("control-no")


def _to_choice(option: Option, language: Language) -> Choice:
    notes = [words(language).say("control-recommended")] if option.recommended else []
    notes += [option.description] if option.description else []
    return Choice(option.label, option.value, " · ".join(notes))
