"""A résumé as it is being filled from a file, with the account of what was read from where."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from adapters.documents.fitting import NO_NAME
from adapters.documents.reading import Read
from adapters.documents.taken import NOTHING, Taken, link
from core.errors import PersonError
from core.resume.engine import find
from core.resume.families import FAMILIES, SECTIONS
from core.resume.model import empty_document, parse, with_defaults
from core.resume.values import Document, Json

UNNAMED: Final = f"Without a name, so called “{NO_NAME}”"
HOLLOW: Final = "Held nothing usable, so left out"
ONGOING: Final = "No end is given, so read as still going on"

_PLACES_TOLD: Final = 3


@dataclass(frozen=True, slots=True)
class Site:
    """A link of an entry, and what it is called."""

    url: Taken = NOTHING
    label: Taken = NOTHING


Member: TypeAlias = Taken | Sequence[Taken] | Site | bool | float
"""What a reader gives for a member of an entry."""


class Draft:
    """Fills an empty résumé; whatever the readers put in passes here, so nothing is without evidence.

    `mint` gives a fresh id each time. Nothing is shared between two drafts.
    """

    def __init__(self, mint: Callable[[], str]) -> None:
        self.document: Document = empty_document("en")
        self.unplaced: list[str] = []
        self._mint = mint
        self._evidence: dict[str, str] = {}
        self._notes: list[str] = []
        self._told: dict[str, list[str]] = {}
        self._ids: set[str] = {*SECTIONS, "summary"}

    def put(self, pointer: str, found: Taken) -> None:
        """Sets a text of the document. Nothing leaves it as it is; a second text for a place is unplaced."""
        above, _, last = pointer.rpartition("/")
        if found and self._at(above)[last] not in ("", NO_NAME, found.text):
            self.keep("", found.evidence or found.text)
        elif found:
            self._set(pointer, found.text, found.evidence)

    def set_look(self, pointer: str, value: Json) -> None:
        """Sets what is about looks and no text of the person: it has no evidence."""
        self._set(pointer, value, "")

    def link(self, pointer: str, found: Taken, where: str) -> None:
        """Sets a link, or keeps what is none as unplaced, named by where in the file it stands."""
        if target := link(found):
            self.put(pointer, target)
        else:
            self.keep(where, found.text)

    def section(self, name: str, title: Taken = NOTHING) -> str:
        """The pointer of a section to fill: the built-in one, or a custom one where that is taken or none.

        `name` is a family; `title` is the heading in the file.
        """
        pointer = f"/sections/{name}"
        if name in SECTIONS and not self._is_filled(pointer):
            self.put(f"{pointer}/title", title)
            return pointer
        return self.custom_section(name, title)

    def custom_section(self, kind: str, title: Taken, old_id: str = "") -> str:
        """The pointer of a new custom section, laid out at the end of the first page."""
        sections = self.document["customSections"]
        made = with_defaults("customSections", {"id": self._id(old_id), "type": kind})
        sections.append(made)
        self.document["metadata"]["layout"]["pages"][0]["main"].append(made["id"])
        pointer = f"/customSections/{len(sections) - 1}"
        self.put(f"{pointer}/title", title)
        return pointer

    def add(self, section: str, members: Mapping[str, Member], where: str, *, old_id: str = "") -> str:
        """Adds an entry to a section and returns its pointer; "" and a note where it says nothing.

        `where` names its place in the file, for the notes and for what fits nowhere.
        """
        if not any(_says_something(member) for name, member in members.items() if name != "icon"):
            self.tell(HOLLOW, where)
            return ""
        family = _family_of(section, self.document)
        key = FAMILIES[family].key
        name = members.get(key)
        # Some families have a name that may be empty; only those that mayn't get the sign for none.
        bare = {key: name.text if isinstance(name, Taken) and name else NO_NAME}
        entry = with_defaults(family, {"id": self._id(old_id), **(bare if _needs_name(family) else {})})
        items = self._at(section)["items"]
        items.append(entry)
        pointer = f"{section}/items/{len(items) - 1}"
        if _needs_name(family) and not name:
            self.tell(UNNAMED, f"{pointer}/{key}")
        for member, value in members.items():
            self._fill(pointer, member, value, where)
        return pointer

    def custom_field(self, found: Taken, url: Taken = NOTHING, *, icon: str = "", old_id: str = "") -> None:
        """Adds a further line of contact details."""
        if not found and not url:
            return
        fields = self.document["basics"]["customFields"]
        fields.append(with_defaults("customFields", {"id": self._id(old_id), "icon": icon}))
        pointer = f"/basics/customFields/{len(fields) - 1}"
        self.put(f"{pointer}/text", found)
        self.link(f"{pointer}/link", url, "contact")

    def keep(self, where: str, text: str) -> None:
        """Keeps a text that finds no place; `where` names its place in the file."""
        if text:
            self.unplaced.append(f"{where}: {text}" if where else text)

    def tell(self, what: str, where: str) -> None:
        """Notes a place; all places with the same thing to tell make one sentence."""
        self._told.setdefault(what, []).append(where)

    def picture(self, found: Taken, where: str, *, may_be_path: bool = False) -> None:
        """Sets the address of the photograph; a file of the person's own machine is no address."""
        is_address = link(found).text == found.text or (may_be_path and found.text.startswith("/"))
        if is_address and not any(char.isspace() for char in found.text):
            self.put("/picture/url", found)
        else:
            self.keep(where, found.text)

    def note(self, sentence: str) -> None:
        """Notes a sentence."""
        self._notes.append(sentence)

    def finish(self) -> Read:
        """The result. Raises PersonError: `no_text` where the file said nothing, `invalid_resume` beyond
        256 KB of résumé."""
        if not self._evidence and not self.unplaced:
            raise PersonError("no_text", "This file holds nothing that a résumé could be made of.")
        parse(self.document)
        notes = self._notes + [_sentence(what, places) for what, places in self._told.items()]
        title = self.document["basics"]["name"] or "Résumé"
        return Read(self.document, title, notes, self.unplaced, self._evidence)

    def _fill(self, pointer: str, member: str, value: Member, where: str) -> None:
        if isinstance(value, Taken):
            self.put(f"{pointer}/{member}", value)
        elif isinstance(value, Site):
            self.link(f"{pointer}/{member}/url", value.url, f"{where} · link")
            self.put(f"{pointer}/{member}/label", value.label)
        elif isinstance(value, bool | int | float):
            self._set(f"{pointer}/{member}", value, "")
        else:
            texts = [text for text in value if text]
            self._set(f"{pointer}/{member}", [text.text for text in texts], "")
            for index, text in enumerate(texts):
                self._evidence[f"{pointer}/{member}/{index}"] = text.evidence

    def _set(self, pointer: str, value: Json, evidence: str) -> None:
        above, _, last = pointer.rpartition("/")
        self._at(above)[last] = value
        if evidence:
            self._evidence[pointer] = evidence

    def _is_filled(self, pointer: str) -> bool:
        section = self._at(pointer)
        return bool(section["items"] or section["title"])

    def _at(self, pointer: str) -> dict[str, Json]:
        value = find(tuple(pointer.split("/")[1:]), self.document)
        assert isinstance(value, dict)
        return value

    def _id(self, old: str) -> str:
        """The id that an entry had, if it is still free; otherwise a fresh one."""
        given = old if old and old not in self._ids else self._mint()
        self._ids.add(given)
        return given


def _family_of(section: str, document: Document) -> str:
    _, root, name = section.split("/")
    return name if root == "sections" else str(document["customSections"][int(name)]["type"])


def _needs_name(family: str) -> bool:
    return FAMILIES[family].key in FAMILIES[family].required


def _says_something(member: Member) -> bool:
    if isinstance(member, Taken):
        return bool(member)
    if isinstance(member, Site):
        return bool(member.url or member.label)
    return not isinstance(member, bool | int | float) and any(member)


def _sentence(what: str, places: Sequence[str]) -> str:
    more = len(places) - _PLACES_TOLD
    return f"{what}: {', '.join(places[:_PLACES_TOLD])}{f' and {more} more' if more > 0 else ''}."
