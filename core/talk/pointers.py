"""The places of a résumé that a model may write, as JSON Pointers with what stands there."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.resume.families import FAMILIES, SECTIONS
from core.resume.model import pointer_to
from core.resume.values import Document, Json

_SILENT: Final = frozenset(
    ("id", "icon", "iconColor", "columns", "keepTogether", "startOnNewPage", "inlineLink", "type")
)


@dataclass(frozen=True, slots=True)
class Pointers:
    """`texts` can be replaced, `switches` are `hidden` members, `entries` can be removed.

    `appends` are where an entry or a keyword is added, with the family of the entry ("" for a keyword).
    """

    texts: dict[str, str]
    switches: dict[str, bool]
    entries: tuple[str, ...]
    appends: dict[str, str]

    @property
    def all(self) -> tuple[str, ...]:
        """Every one of them."""
        return (*self.texts, *self.switches, *self.entries, *self.appends)


def pointers_of(document: Document) -> Pointers:
    """The places of `document` that content can be written to; how it looks is left out."""
    found = Pointers({}, {}, (), {})
    entries: list[str] = []
    for name in ("basics", "summary"):
        _collect(document[name], (name,), found, entries)
    for family in SECTIONS:
        _section(document["sections"][family], ("sections", family), family, found, entries)
    for index, section in enumerate(document["customSections"]):
        _section(section, ("customSections", index), str(section["type"]), found, entries)
    return Pointers(found.texts, found.switches, tuple(entries), found.appends)


def lines_of(pointers: Pointers) -> Iterator[str]:
    """One line a place: `pointer = "text"`, and after each place for additions what is added there."""
    for pointer, text in pointers.texts.items():
        yield f"{pointer} = {json.dumps(text, ensure_ascii=False)}"
    for pointer, hidden in pointers.switches.items():
        yield f"{pointer} = {'true' if hidden else 'false'}"
    for pointer, family in pointers.appends.items():
        members = ", ".join(entry_fields(family)) if family else "a word"
        yield f"{pointer} (add: {members})"


def entry_fields(family: str) -> tuple[str, ...]:
    """The members of an added entry that a person gives; the rest gets its usual values."""
    return tuple(
        name for name in FAMILIES[family].fields if name not in _SILENT and name not in ("hidden", "roles")
    )


def _section(
    section: Json, tokens: tuple[str | int, ...], family: str, found: Pointers, entries: list[str]
) -> None:
    found.switches[pointer_to((*tokens, "hidden"))] = section["hidden"]
    found.texts[pointer_to((*tokens, "title"))] = section["title"]
    found.appends[pointer_to((*tokens, "items", "-"))] = family
    for index, entry in enumerate(section["items"]):
        place = (*tokens, "items", index)
        entries.append(pointer_to(place))
        _collect(entry, place, found, entries)


def _collect(value: Json, tokens: tuple[str | int, ...], found: Pointers, entries: list[str]) -> None:
    for name, member in value.items():
        place = (*tokens, name)
        if name == "hidden":
            found.switches[pointer_to(place)] = member
        elif name == "keywords":
            found.appends[pointer_to((*place, "-"))] = ""
            entries += [pointer_to((*place, index)) for index in range(len(member))]
            found.texts.update({pointer_to((*place, index)): word for index, word in enumerate(member)})
        elif isinstance(member, list):
            for index, each in enumerate(member):
                entries.append(pointer_to((*place, index)))
                _collect(each, (*place, index), found, entries)
        elif isinstance(member, dict):
            _collect(member, place, found, entries)
        elif isinstance(member, str) and name not in _SILENT:
            found.texts[pointer_to(place)] = member
