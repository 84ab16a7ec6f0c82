"""Making what a foreign file holds fit the parts of a résumé: kept where it can be, told where it can't."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from inspect import isclass
from typing import Any, Final, TypeAlias, get_args, get_origin

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from core.resume.entries import CUSTOM_TYPES, Entry, Role, Website
from core.resume.families import with_defaults
from core.resume.look import LayoutPage, StyleRule, Stylesheet
from core.resume.model import empty_document, pointer_to, wrong_json
from core.resume.part import Part
from core.resume.schema import CustomField, CustomSection, ResumeData
from core.resume.values import Document, Json

NO_NAME: Final = "?"
"""Stands for the name of an entry that has none: plainly no name."""

At: TypeAlias = tuple[str | int, ...]
"""A place in the file, as JSON Pointer tokens."""

_KINDS: Final[Mapping[type[Part], str]] = {
    **{entry: name for name, entry in CUSTOM_TYPES.items()},
    Role: "roles",
    CustomField: "customFields",
}
_PAGE: Final[Mapping[str, Json]] = {"fullWidth": False, "main": [], "sidebar": []}
_RULE: Final[Mapping[str, Json]] = {"label": "", "enabled": True}
_STRICT: Final = ConfigDict(strict=True, allow_inf_nan=False, hide_input_in_errors=True)
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{1,9})?")
_BARE_DOMAIN: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#]\S*)?", re.IGNORECASE)


@dataclass(slots=True)
class Report:
    """What was done to make a file fit, by JSON Pointer into the file."""

    filled: list[str] = field(default_factory=list)
    """Missing; got its default."""
    unknown: list[str] = field(default_factory=list)
    """A member that the format doesn't have; left out."""
    replaced: list[str] = field(default_factory=list)
    """Of another type or beyond a bound; made to fit, or replaced by the default."""
    unnamed: list[str] = field(default_factory=list)
    """An entry without the name that it must have; called `NO_NAME`."""
    dropped: list[str] = field(default_factory=list)
    """An entry, section or rule that holds nothing usable; left out."""


class Fitter:
    """Builds a résumé from JSON of about the right shape; what it returns shares nothing with it."""

    def __init__(self) -> None:
        self.report = Report()

    def resume(self, raw: Json) -> Document:
        """A whole résumé; ids may still lack (`""`) or be doubled, and rich text is as it came."""
        return self._part(ResumeData, raw, empty_document("en"), ())

    def _part(
        self, part: type[Part], raw: Json, default: Mapping[str, Json], at: At, *, extras: bool = False
    ) -> dict[str, Json]:
        """An object with the members of `part`; `extras` keeps those that it doesn't have."""
        if not isinstance(raw, dict):
            _note(self.report.replaced, at)
            raw = {}
        fields = {info.alias or name: info for name, info in part.model_fields.items()}
        fitted: dict[str, Json] = {}
        for name, info in fields.items():
            value = self._member(info, raw.get(name), default.get(name), (*at, name))
            if value is not None:
                fitted[name] = value
        for name in raw.keys() - fields.keys():
            if extras and wrong_json({name: raw[name]}) is None:
                fitted[name] = deepcopy(raw[name])
            else:
                _note(self.report.unknown, (*at, name))
        return fitted

    def _member(self, info: FieldInfo, raw: Json, default: Json, at: At) -> Json:
        kind = info.annotation
        if raw is None or (raw == "" and _must_say_something(info)):
            return self._absent(info, default, at)
        if isclass(kind) and issubclass(kind, Part):
            return self._object(kind, raw, default or {}, at)
        if get_origin(kind) is list:
            return self._list(get_args(kind)[0], raw, at)
        if at[-1] == "stylesheet":
            return self._valid(Stylesheet, raw, at)
        return self._scalar(info, raw, default, at)

    def _absent(self, info: FieldInfo, default: Json, at: At) -> Json:
        if default is not None:
            _note(self.report.filled, at)
            return deepcopy(default)
        if at[-1] == "id":
            return ""
        if not _must_say_something(info):
            return None
        _note(self.report.unnamed, at)
        return NO_NAME

    def _object(self, part: type[Part], raw: Json, default: Mapping[str, Json], at: At) -> Json:
        if issubclass(part, Website) and isinstance(raw, str):
            _note(self.report.replaced, at)
            raw = {**default, "url": raw}
        return self._part(part, raw, default, at)

    def _list(self, element: type[Any], raw: Json, at: At) -> list[Json]:
        if not isinstance(raw, list):
            _note(self.report.replaced, at)
            return []
        fitted = [self._element(element, value, (*at, index)) for index, value in enumerate(raw)]
        return [value for value in fitted if value is not None]

    def _element(self, element: type[Any], raw: Json, at: At) -> Json:
        """One element of a list; None where it is left out."""
        if at[:-1] == ("customSections",):
            return self._custom_section(raw, at)
        if element is LayoutPage:
            return self._part(LayoutPage, raw, _PAGE, at)
        if element is StyleRule:
            return self._valid(StyleRule, {**_RULE, **raw} if isinstance(raw, dict) else raw, at)
        if isclass(element) and issubclass(element, Part):
            return self._entry(element, raw, at)
        return self._scalar(FieldInfo.from_annotation(element), raw, None, at)

    def _entry(self, entry: type[Part], raw: Json, at: At, *, extras: bool = False) -> Json:
        if not isinstance(raw, dict) or (issubclass(entry, Entry) and _is_hollow(entry, raw)):
            _note(self.report.dropped, at)
            return None
        return self._part(entry, raw, with_defaults(_KINDS[entry], {}), at, extras=extras)

    def _custom_section(self, raw: Json, at: At) -> Json:
        kind = raw.get("type") if isinstance(raw, dict) else None
        if not isinstance(kind, str) or kind not in CUSTOM_TYPES:
            _note(self.report.dropped, at)
            return None
        section = self._part(CustomSection, {**raw, "items": []}, with_defaults("customSections", {}), at)
        items = raw.get("items") or []
        if not isinstance(items, list):
            _note(self.report.replaced, (*at, "items"))
            items = []
        entry = CUSTOM_TYPES[kind]
        fitted = [
            self._entry(entry, item, (*at, "items", index), extras=True) for index, item in enumerate(items)
        ]
        return {**section, "items": [item for item in fitted if item is not None]}

    def _valid(self, part: type[Part], raw: Json, at: At) -> Json:
        """What we only carry for other programs is kept as it is, or left out."""
        try:
            part.model_validate(raw)
        except ValidationError:
            _note(self.report.dropped, at)
            return None
        return deepcopy(raw)

    def _scalar(self, info: FieldInfo, raw: Json, default: Json, at: At) -> Json:
        adapter = TypeAdapter[Any](info.rebuild_annotation(), config=_STRICT)
        for candidate in _readings(raw):
            try:
                adapter.validate_python(candidate)
            except ValidationError:
                continue
            if candidate is not raw:
                _note(self.report.replaced, at)
            return candidate
        _note(self.report.replaced, at)
        return deepcopy(default)


def _note(pointers: list[str], at: At) -> None:
    pointers.append(pointer_to(at))


def _must_say_something(info: FieldInfo) -> bool:
    return any(getattr(bound, "min_length", 0) for bound in info.metadata)


def _is_hollow(entry: type[Entry], raw: Mapping[str, Json]) -> bool:
    """Whether an entry lacks the name that it must have, and says nothing else either."""
    if not _must_say_something(entry.model_fields[entry.key]) or raw.get(entry.key):
        return False
    silent = {"id", "icon", "iconColor", "hidden", "level"}
    return not any(_says_something(value) for name, value in raw.items() if name not in silent)


def _says_something(value: Json) -> bool:
    if isinstance(value, dict):
        return any(_says_something(member) for member in value.values())
    return bool(value.strip()) if isinstance(value, str) else bool(value)


def _readings(raw: Json) -> Iterator[Json]:
    """A value as it is, and then as what its writer may have meant; the bounds of the place pick."""
    yield raw
    if isinstance(raw, str):
        text = raw.strip()
        if text.lower() in ("true", "false"):
            yield text.lower() == "true"
        if _NUMBER.fullmatch(text):
            yield float(text) if "." in text else int(text)
        yield re.sub(r"\s", "%20", text)  # a link with a space in it
        if _BARE_DOMAIN.fullmatch(text):
            yield "https://" + text
    elif isinstance(raw, int | float) and not isinstance(raw, bool):
        yield str(raw)
        if raw in (0, 1):
            yield bool(raw)
        if raw == int(raw):
            yield int(raw)
