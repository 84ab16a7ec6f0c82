"""Entries of a Markdown résumé: a head that names it, lines about it, and its description."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.documents.draft import Draft, Member, Site
from adapters.documents.markdown_blocks import Block, rich_blocks
from adapters.documents.marks import rich_marks, to_bare
from adapters.documents.plain_dates import split_period
from adapters.documents.plain_words import (
    is_degree,
    is_grade,
    is_like_place,
    is_organisation,
    is_place,
    is_school,
    is_title,
    split_degree,
)
from adapters.documents.taken import NOTHING, Taken, joined
from core.resume.families import FAMILIES

_BETWEEN: Final = re.compile(r"\s+[–—|·•∙-]\s+|\s*[|｜\t]\s*|\s+@\s+")
_AT: Final = re.compile(r"(.+?)\s+(?:at|@|in)\s+(.+)")
_MARKED: Final = re.compile(r"(\*{1,3}|_{1,3})(?!\s).+")
_LONGEST_HEAD: Final = 400
"""Characters; a longer line is no head, whatever it begins."""
_LONGEST_PART: Final = 8
"""Words; a line with a longer part is prose."""


@dataclass(slots=True)
class Facts:
    """What the head of an entry, and the lines about it, say."""

    parts: list[Taken] = field(default_factory=list)
    links: list[Taken] = field(default_factory=list)
    when: Taken = NOTHING

    def read(self, text: str) -> None:
        """Adds what a line says: its date, its links, and its parts."""
        if len(text) > _LONGEST_HEAD:
            self.parts.append(Taken(text, text))
            return
        bare = to_bare(text)
        self.links += [Taken(address, text) for address in bare.links]
        rest = bare.text
        if not self.when and (found := split_period(rest)):
            self.when, rest = Taken(found[0], text), found[1]
        self.parts += [Taken(part, text) for part in _parts(rest) if not self._is_address(part)]

    def _is_address(self, part: str) -> bool:
        """Whether a part is only the label of a link, and says nothing but its address."""
        return "." in part and any(part in link.text for link in self.links)

    def take(self, *tests: Callable[[str], bool]) -> Taken:
        """The first part that passes one of the tests, tried in order."""
        for test in tests:
            for index, part in enumerate(self.parts):
                if test(part.text):
                    return self.parts.pop(index)
        return Taken()


def add_entry(head: str, blocks: Sequence[Block], family: str, section: str, draft: Draft) -> None:
    """Adds an entry: `head` is its heading or first line, `blocks` is what follows."""
    facts = Facts()
    facts.read(head)
    rest = list(blocks)
    while rest and _is_about(rest[0]):
        facts.read(rest.pop(0).text)
    found = _MEMBERS[family](facts)
    fields = FAMILIES[family].fields
    when = "period" if "period" in fields else "date" if "date" in fields else ""
    if when:
        found[when], facts.when = facts.when, Taken()
    if "website" in fields and facts.links:
        found["website"] = Site(facts.links.pop(0))
    left = joined(" · ", [*facts.parts, facts.when])
    found["description"] = joined("", [rich_marks([left]), rich_blocks(rest)])
    draft.add(section, found, to_bare(head).text)
    for link in facts.links:
        draft.keep(to_bare(head).text, link.text)


def beginning(blocks: Sequence[Block]) -> Callable[[Block], bool]:
    """How entries begin here: by headings, or else by bold lines, dated ones, bullets or paragraphs."""
    level = min((block.level for block in blocks if block.kind == "heading"), default=0)
    if level:
        return lambda block: block.kind == "heading" and block.level == level
    for begins in (_is_bold, _is_dated, _is_bullet):
        if any(begins(block) for block in blocks):
            return begins
    return lambda block: block.is_new


def _is_bold(block: Block) -> bool:
    return block.kind == "line" and block.is_new and block.text.startswith(("**", "__"))


def _is_dated(block: Block) -> bool:
    return block.kind == "line" and block.is_new and split_period(to_bare(block.text).text) is not None


def _is_bullet(block: Block) -> bool:
    return block.kind == "bullet"


def _is_about(block: Block) -> bool:
    """Whether a line is about its entry (position, date, place) and not prose of it."""
    if block.kind != "line" or len(block.text) > _LONGEST_HEAD:
        return False
    text = to_bare(block.text).text
    found = split_period(text)
    parts = _parts(found[1] if found else text)
    if any(len(part.split()) > _LONGEST_PART for part in parts):
        return False
    is_all_marked = bool(_MARKED.fullmatch(block.text)) and not text.endswith(".")
    is_known = len(parts) > 0 and all(is_place(part) or is_title(part) for part in parts)
    return found is not None or is_all_marked or (is_known and not text.endswith("."))


def _parts(text: str) -> list[str]:
    """The parts of a line: `Engineer — Acme | Berlin`, `Engineer at Acme`, `Engineer, Acme Inc`."""
    parts = [part.strip(" ,;") for part in _BETWEEN.split(text) if part and part.strip(" ,;–—|·•-()")]
    found = _AT.fullmatch(parts[0]) if len(parts) == 1 else None
    if found and is_title(found[1]) and not is_title(found[2]):
        return [found[1].strip(), found[2].strip()]
    return [piece for part in parts for piece in _named(part)]


def _named(part: str) -> list[str]:
    """A position and a company, or a degree and a school, that only a comma parts."""
    for found in re.finditer(r"[,，]\s*", part):
        left, right = part[: found.start()], part[found.end() :]
        if is_title(left) and not is_title(right) and is_organisation(right):
            return [left, right]
        if is_degree(left) and is_school(right) and not is_school(left):
            return [left, right]
    return [part]


def _is_position(text: str) -> bool:
    return is_title(text) and not is_organisation(text)


def _is_anything(text: str) -> bool:
    return bool(text)


def _experience(facts: Facts) -> dict[str, Member]:
    is_alone = len(facts.parts) == 1
    position = facts.take(_is_position) if not is_alone or is_title(facts.parts[0].text) else Taken()
    location = facts.take(is_place)
    company = facts.take(is_organisation, _is_anything)
    position = position or facts.take(is_title)
    location = location or facts.take(is_like_place)
    position = position or facts.take(_is_anything)
    return {"company": company, "position": position, "location": location}


def _volunteer(facts: Facts) -> dict[str, Member]:
    location = facts.take(is_place) if len(facts.parts) > 1 else Taken()
    # The format has no member for the role: what is left of the head begins the description.
    organization = facts.take(is_organisation, lambda text: not _is_position(text), _is_anything)
    return {"organization": organization, "location": location}


def _education(facts: Facts) -> dict[str, Member]:
    grade, location = facts.take(is_grade), facts.take(is_place)
    school = facts.take(is_school)
    whole = facts.take(is_degree)
    school = school or facts.take(_is_anything)
    whole = whole or facts.take(_is_anything)
    degree, area = split_degree(whole.text)
    if degree and not area:
        area = facts.take(lambda text: not is_like_place(text) or len(facts.parts) > 1).text
    found: dict[str, Member] = {"school": school, "degree": Taken(degree, whole.evidence)}
    found |= {"area": Taken(area, whole.evidence if area else ""), "grade": grade}
    return {**found, "location": location or facts.take(is_like_place)}


def _by_order(*members: str) -> Callable[[Facts], dict[str, Member]]:
    def read(facts: Facts) -> dict[str, Member]:
        return {member: facts.take(_is_anything) for member in members}

    return read


_MEMBERS: Final[Mapping[str, Callable[[Facts], dict[str, Member]]]] = {
    "experience": _experience,
    "volunteer": _volunteer,
    "education": _education,
    "projects": _by_order("name"),
    "awards": _by_order("title", "awarder"),
    "certifications": _by_order("title", "issuer"),
    "publications": _by_order("title", "publisher"),
    "references": _by_order("name", "position"),
}
"""How the parts of a head become members, by family."""

FAMILIES_OF_ENTRIES: Final = frozenset(_MEMBERS)
"""The families whose entries have heads."""
