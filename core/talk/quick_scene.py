"""What the builders of quick edits look at: the document, its named places, and the words to say it in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from core.resume.names import Found, find_among
from core.resume.normal import to_normal
from core.resume.places import Kind, Place, find_places
from core.resume.values import Document, Json
from core.show.words import Language, words

FIELD: Final[tuple[Kind, ...]] = ("field",)
ENTRY: Final[tuple[Kind, ...]] = ("entry",)
SECTION: Final[tuple[Kind, ...]] = ("section",)
SECTION_OR_ENTRY: Final[tuple[Kind, ...]] = ("section", "entry")

_PRONOUNS: Final = ("it", "that", "this", "them", "these", "those", "all", "everything", "它", "这个", "那个")


@dataclass(frozen=True)
class Scene:
    """One document and the language of the titles; places are read once."""

    document: Document
    language: Language

    @cached_property
    def all_places(self) -> tuple[Place, ...]:
        """Every named place, in order."""
        return tuple(find_places(self.document, self.language))

    @cached_property
    def places(self) -> dict[str, Place]:
        """Every named place by its address."""
        return {place.address: place for place in self.all_places}

    @cached_property
    def has_doubles(self) -> bool:
        """Whether two entries share an id, so that an address could mean either."""
        keyed = ("section", "entry", "role")
        addresses = [place.address for place in self.all_places if place.kind in keyed]
        return len(addresses) != len(set(addresses))

    def find(self, name: str, kinds: Collection[Kind]) -> Found:
        """What `name` means in this document; "it" and "everything" mean nothing that is certain."""
        if to_normal(name) in _PRONOUNS:
            return Found()
        return find_among(name, self.all_places, kinds=kinds, language=self.language)

    def say(self, key: str, **arguments: str | int | float) -> str:
        """A sentence of `core/show/words` in this language."""
        return words(self.language).say(key, **arguments)

    def join_names(self, names: Sequence[str]) -> str:
        """ "A, B and C" in this language."""
        if len(names) < 2:
            return "".join(names)
        head = self.say("quick-comma").join(names[:-1]) if len(names) > 2 else names[0]
        return self.say("quick-and", first=head, last=names[-1])

    def pointer(self, address: str) -> str:
        """The JSON Pointer of an address in this very document: keys become indices."""
        value: Json = self.document
        pointer = ""
        for token in address.split("/")[1:]:
            if isinstance(value, list):
                token = str(_index(value, token.replace("~1", "/").replace("~0", "~")[1:-1]))
                value = value[int(token)]
            elif isinstance(value, dict):
                value = value.get(token)
            pointer += f"/{token}"
        return pointer

    def value(self, address: str) -> Json:
        """The value at an address, None where there is none."""
        value: Json = self.document
        for token in self.pointer(address).split("/")[1:]:
            if isinstance(value, list):
                value = value[int(token)]
            else:
                value = value.get(token) if isinstance(value, dict) else None
        return value


def _index(values: list[Json], key: str) -> int:
    keys = [value.get("id") if isinstance(value, dict) else value for value in values]
    return keys.index(key)
