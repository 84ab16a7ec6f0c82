"""What changed from base to target, as a tree in the keyed form; every leaf carries its before and after."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from core.resume.blocks import Parts, take_apart
from core.resume.values import Json, Missing


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One value became another; MISSING where the member wasn't there, or went."""

    before: Json | Missing
    after: Json | Missing


@dataclass(frozen=True)
class TextChange:
    """A rich text became another; both whole, since blocks are told apart only with the current text."""

    before: str
    after: str

    @cached_property
    def parts(self) -> tuple[Parts | None, Parts | None]:
        """Before and after, taken apart once: lines, merge and showing all need it."""
        return take_apart(self.before), take_apart(self.after)


@dataclass(frozen=True, slots=True)
class WordsChange:
    """A list of words became another; both whole, in order."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntriesChange:
    """A list of entries: `before` and `after` are its ids in order, both empty where these didn't change."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    edited: Mapping[str, "Node"] = field(default_factory=dict)
    removed: Mapping[str, Json] = field(default_factory=dict)
    added: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MembersChange:
    """Some members of an object changed; the `section_type` of a custom section must not differ."""

    members: Mapping[str, "Node"]
    section_type: str | None = None


@dataclass(frozen=True, slots=True)
class PagesChange:
    """Some pages of a layout changed (by index), while their number, `count`, stayed."""

    count: int
    pages: Mapping[int, "Node"]


Node: TypeAlias = ValueChange | TextChange | WordsChange | EntriesChange | MembersChange | PagesChange
