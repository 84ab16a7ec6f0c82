"""What stands where in a résumé: families of entries, their members and defaults, every known place."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Final

from pydantic.fields import FieldInfo

from core.resume.entries import BUILT_IN, CUSTOM_TYPES, EntryWebsite, Role, Website
from core.resume.part import RICH_TEXT, Part
from core.resume.schema import CustomField, CustomSection
from core.resume.values import Document, Json


@dataclass(frozen=True, slots=True)
class Family:
    """The members of one kind of entry, named as on the wire and in their usual order."""

    key: str
    """The member that names an entry for people; "" for links, in a `summary` entry it is rich text."""
    fields: tuple[str, ...]
    required: tuple[str, ...]
    """The members that have no default: ids, types and names that may not be empty."""
    rich_text: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What may stand at a place, as far as entries, links and rich text are concerned."""

    kind: str = ""
    """For `with_defaults`: what an object here is. Empty: nothing is filled."""
    is_entry: bool = False
    is_rich_text: bool = False
    members: Mapping[str, "Shape"] = field(default_factory=dict)
    each: "Shape | None" = None
    """What the elements of a list here are."""
    by_type: Mapping[str, "Shape"] = field(default_factory=dict)
    """For a custom section: the shape that its `type` picks."""

    def of(self, value: Json) -> "Shape":
        """This shape, or the one that the value's own `type` picks."""
        kind = value.get("type") if self.by_type and isinstance(value, dict) else None
        return self.by_type.get(kind, self) if isinstance(kind, str) else self


def _family(part: type[Part]) -> Family:
    fields = {info.alias or name: info for name, info in part.model_fields.items()}
    required = [name for name, info in fields.items() if name == "type" or _may_not_be_empty(info)]
    rich_text = [name for name, info in fields.items() if RICH_TEXT in info.metadata]
    return Family(getattr(part, "key", ""), tuple(fields), tuple(required), tuple(rich_text))


def _may_not_be_empty(info: FieldInfo) -> bool:
    return any(getattr(bound, "min_length", 0) for bound in info.metadata)


SECTIONS: Final = tuple(BUILT_IN)
"""The names of the built-in sections, in the order of the format."""

FAMILIES: Final[Mapping[str, Family]] = {name: _family(entry) for name, entry in CUSTOM_TYPES.items()}
"""The families of entries: the twelve of the built-in sections, and `summary` and `cover-letter`, which
only custom sections have."""

_KINDS: Final[Mapping[str, Family]] = {
    **FAMILIES,
    "roles": _family(Role),
    "customFields": _family(CustomField),
    "customSections": _family(CustomSection),
    "website": _family(Website),
    "entryWebsite": _family(EntryWebsite),
}
_DEFAULTS: Final[Mapping[str, Json]] = {
    "hidden": False,
    "website": {"url": "", "label": "", "inlineLink": False},
    "inlineLink": False,
    "level": 0,
    "keywords": [],
    "roles": [],
    "columns": 1,
    "keepTogether": False,
    "startOnNewPage": False,
    "items": [],
}

_RICH: Final = Shape(is_rich_text=True)
_ROLE: Final = Shape("roles", is_entry=True, members={"description": _RICH})


def _entry(name: str) -> Shape:
    members = dict.fromkeys(FAMILIES[name].rich_text, _RICH)
    if "website" in FAMILIES[name].fields:
        members["website"] = Shape("entryWebsite")
    if "roles" in FAMILIES[name].fields:
        members["roles"] = Shape(each=_ROLE)
    return Shape(name, is_entry=True, members=members)


def _custom_section(name: str) -> Shape:
    return Shape("customSections", is_entry=True, members={"items": Shape(each=_entry(name))})


RESUME: Final = Shape(
    members={
        "basics": Shape(
            members={
                "website": Shape("website"),
                "customFields": Shape(each=Shape("customFields", is_entry=True)),
            }
        ),
        "summary": Shape(members={"content": _RICH}),
        "sections": Shape(
            members={name: Shape(members={"items": Shape(each=_entry(name))}) for name in SECTIONS}
        ),
        "customSections": Shape(
            each=Shape(
                "customSections",
                is_entry=True,
                by_type={name: _custom_section(name) for name in CUSTOM_TYPES},
            )
        ),
    }
)
"""The shape of a whole résumé."""

NOTHING: Final = Shape()
"""The shape of places that hold neither entries nor links nor rich text."""


def shape_at(tokens: Sequence[str], document: Json) -> Shape:
    """What may stand at a place (JSON Pointer tokens), whether or not something does."""
    shape, value = RESUME, document
    for token in tokens:
        shape = shape.of(value)
        if isinstance(value, list) or shape.each is not None:
            shape = shape.each or NOTHING
        else:
            shape = shape.members.get(token, NOTHING)
        value = _child(value, token)
    return shape


def is_rich_text(tokens: Sequence[str], document: Document) -> bool:
    """Whether the place (JSON Pointer tokens) holds rich text; the type of a custom section is looked up."""
    return shape_at(tokens, document).is_rich_text


def walk(
    value: Json, shape: Shape = RESUME, tokens: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Shape, Json]]:
    """Every known place from here down, with what may stand there and what does; tolerates any JSON."""
    shape = shape.of(value)
    yield tokens, shape, value
    if isinstance(value, dict):
        for name, member in shape.members.items():
            if name in value:
                yield from walk(value[name], member, (*tokens, name))
    elif isinstance(value, list) and shape.each is not None:
        for index, element in enumerate(value):
            yield from walk(element, shape.each, (*tokens, str(index)))


def with_defaults(kind: str, item: Mapping[str, Json]) -> dict[str, Json]:
    """An added entry with the members that it left out, in the usual order; nothing is shared.

    `kind` is a family (`skills`, `cover-letter`, …), `roles`, `customFields`, `customSections`,
    `website` (of the basics) or `entryWebsite`. What has no default and lacks (`Family.required`) is
    for `model.parse` to refuse.
    """
    family = _KINDS[kind]
    filled = {
        name: item[name] if name in item else deepcopy(_DEFAULTS.get(name, ""))
        for name in family.fields
        if name in item or name not in family.required
    }
    return filled | dict(item)


def _child(value: Json, token: str) -> Json:
    if isinstance(value, dict):
        return value.get(token)
    if isinstance(value, list) and token.isascii() and token.isdigit() and len(token) < 10:
        return value[int(token)] if int(token) < len(value) else None
    return None
