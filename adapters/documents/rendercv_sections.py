"""The sections of a RenderCV file: named as the person likes, each entry told by its members."""

from collections.abc import Mapping
from typing import Final

from adapters.documents.draft import ONGOING, Draft, Member, Site
from adapters.documents.marks import rich_marks, to_bare
from adapters.documents.records import Record
from adapters.documents.section_names import family_of
from adapters.documents.taken import Taken, joined, listed, period
from core.resume.families import FAMILIES
from core.resume.values import Json

_LINE: Final = ("text", "bullet", "number", "reversed_number")
_OF_LINES: Final = frozenset({"skills", "languages", "interests", "awards", "certifications", "references"})
"""Families whose entries may be a line each; elsewhere lines are text."""


def fill_section(title: str, entries: list[Json], draft: Draft) -> None:
    """Puts the entries of one section where they belong; different kinds of entries go to sections each."""
    family, heading = family_of(title), Taken(_heading(title), title)
    sections: dict[str, str] = {}
    lines: list[Taken] = []
    for number, raw in enumerate(entries, 1):
        record = Record(raw, f"{heading.text} {number}", draft, key="text")
        kind = _kind(record, family)
        if kind:
            if kind not in sections:
                is_guess = kind != family and record.has("name")
                sections[kind] = (draft.custom_section if is_guess else draft.section)(kind, heading)
            _Entry(record, draft).add(kind, sections[kind])
        else:
            lines.append(record.take(*_LINE))
        record.close()
    is_text = all(isinstance(raw, str) for raw in entries)
    _add_lines(rich_marks(lines) if is_text else rich_marks([], lines), family, heading, draft)


def _heading(title: str) -> str:
    """As RenderCV shows it: a title that is a mere key is made words."""
    return title.replace("_", " ").title() if title == title.lower() and title.isascii() else title


def _kind(record: Record, family: str) -> str:
    """The family of an entry by the members that it has; "" for a line of text, or nothing known."""
    if record.has(*_LINE):
        return family if family in _OF_LINES else ""
    if record.has("label", "details"):
        return family if family in ("skills", "languages", "interests") else "skills"
    if record.has("institution"):
        return "education"
    if record.has("company", "position"):
        return "volunteer" if family == "volunteer" else "experience"
    if record.has("title"):
        return family if family in ("awards", "certifications", "projects") else "publications"
    if record.has("name"):
        return family if family in _MEMBERS else "experience"
    return ""


def _add_lines(content: Taken, family: str, heading: Taken, draft: Draft) -> None:
    if not content:
        return
    if family == "summary" and not draft.document["summary"]["content"]:
        draft.put("/summary/title", heading)
        draft.put("/summary/content", content)
    else:
        draft.add(draft.custom_section("summary", heading), {"content": content}, heading.text)


class _Entry:
    """One entry as it is read; links that stood in its plain values are its own where it has none."""

    def __init__(self, record: Record, draft: Draft) -> None:
        self.record = record
        self._draft = draft
        self._links: list[Taken] = []

    def add(self, kind: str, section: str) -> None:
        record, fields = self.record, FAMILIES[kind].fields
        start, end, date = record.take("start_date"), record.take("end_date"), record.take("date")
        found: dict[str, Member] = {member: self._bare(*names) for member, names in _MEMBERS[kind].items()}
        when = "period" if "period" in fields else "date" if "date" in fields else ""
        if when:
            found[when] = date or period(start, end)
        if "keywords" in fields:
            found["keywords"] = listed(self._bare("details"))
        if "website" in fields:
            found["website"] = Site(record.take("url") or self._doi() or self._link())
        if "description" in fields:
            found["description"] = self._description(kind)
        pointer = self._draft.add(section, found, record.where)
        self._keep_rest(when, date, start, end)
        if pointer and when and start and not end and not date:
            self._draft.tell(ONGOING, f"{pointer}/{when}")

    def _bare(self, *names: str) -> Taken:
        found = self.record.take(*names)
        bare = to_bare(found.text)
        self._links += [Taken(address, found.evidence) for address in bare.links]
        return Taken(bare.text, found.evidence)

    def _description(self, kind: str) -> Taken:
        record = self.record
        position = record.take("position") if kind == "volunteer" else Taken()
        authors = joined(", ", record.takes("authors"))
        return rich_marks([position, authors, record.take("summary")], record.takes("highlights"))

    def _doi(self) -> Taken:
        doi = self.record.take("doi")
        return Taken(f"https://doi.org/{doi.text}", doi.evidence) if doi else doi

    def _link(self) -> Taken:
        return self._links.pop(0) if self._links else Taken()

    def _keep_rest(self, when: str, date: Taken, start: Taken, end: Taken) -> None:
        """What no member took: further links, and dates beside a date, or of a family that has none."""
        dates = [start, end] if when and date else [] if when else [date, start, end]
        for text in [*self._links, *dates]:
            self._draft.keep(self.record.where, text.text)


_MEMBERS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "experience": {"company": ("company", "name"), "position": ("position",), "location": ("location",)},
    "volunteer": {"organization": ("company", "name"), "location": ("location",)},
    "education": {
        "school": ("institution", "name"),
        "degree": ("degree",),
        "area": ("area",),
        "grade": ("grade", "gpa"),
        "location": ("location",),
    },
    "projects": {"name": ("name", "title")},
    "skills": {"name": ("label", "name", *_LINE)},
    "languages": {"language": ("label", "name", *_LINE), "fluency": ("details",)},
    "interests": {"name": ("label", "name", *_LINE)},
    "awards": {"title": ("title", "name", *_LINE), "awarder": ("journal", "awarder")},
    "certifications": {"title": ("title", "name", *_LINE), "issuer": ("journal", "issuer")},
    "publications": {"title": ("title", "name"), "publisher": ("journal",)},
    "references": {"name": ("name", *_LINE)},
}
"""Which members of an entry fill which of ours, by family."""
