"""The text of a résumé in English or 中文 as a résumé: what is sure goes in, the rest is unplaced."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.documents.draft import Draft, Member, Site
from adapters.documents.headings import OTHER, heading_of, inline_heading, with_headings_above
from adapters.documents.plain_contacts import Contacts
from adapters.documents.plain_entries import Block, blocks_of
from adapters.documents.plain_heads import Head, read_job, read_named, read_study
from adapters.documents.plain_lines import is_bullet, is_chinese, running_lines, unwrapped, without_bullet
from adapters.documents.plain_lists import (
    paragraphs,
    read_interests,
    read_languages,
    read_skills,
    read_titles,
)
from adapters.documents.plain_text import tidy
from adapters.documents.reading import Read
from adapters.documents.taken import NOTHING, Taken, taken
from core.errors import PersonError
from core.resume import richtext

MAX_TEXT: Final = 200_000
"""Characters; the longest résumés, of scientists, have half as many."""
MAX_LINE: Final = 2_000
"""Characters; what goes on for longer is no line that a résumé has, and is unplaced."""
MAX_LINES: Final = 1_500
"""Lines of one section; what comes after is unplaced."""

_GIVEN_BY: Final = {"certifications": "issuer", "awards": "awarder", "publications": "publisher"}
_UPON_REQUEST: Final = ("request", "备索")


@dataclass(slots=True)
class _Part:
    """A section of the text: its family, its heading as written, and its lines."""

    family: str
    heading: str
    lines: list[str] = field(default_factory=list)


def read_text(text: str, mint: Callable[[], str]) -> Read:
    """The text as a valid résumé; `mint` gives fresh ids. Two readings share nothing.

    Every value stands in the text as it stands in the résumé; what is unsure is unplaced, and no word of
    the text is lost but the marks around it (bullets, labels such as "Phone:"). Raises PersonError:
    `no_text`, `too_large`, `invalid_resume` (more than 256 KB of résumé).
    """
    text = tidy(text)
    if not text:
        raise PersonError("no_text", "This holds no text.")
    if len(text) > MAX_TEXT:
        raise PersonError("too_large", "This is more text than a résumé can hold.")
    return _Reading(text, mint).read()


class _Reading:
    """One reading of one text."""

    def __init__(self, text: str, mint: Callable[[], str]) -> None:
        self._text = text
        self._draft = Draft(mint)
        self._contacts = Contacts(self._draft)
        self._levels: dict[str, str] = {}

    def read(self) -> Read:
        head, *parts = self._parts()
        prose = self._contacts.read_head(head.lines)
        if prose:
            self._read_summary(NOTHING, prose)
        for part in parts:
            self._read_part(part)
        if sum(map(is_chinese, self._text)) * 4 > len(self._text):
            self._draft.document["metadata"]["page"]["locale"] = "zh-CN"
        read = self._draft.finish()
        read.evidence.update(self._levels)
        return read

    def _parts(self) -> list[_Part]:
        """The text by its headings; the first part has none."""
        parts = [_Part("", "")]
        before = ""
        lines = self._text.split("\n")
        running = running_lines(lines)
        for line in with_headings_above(lines):
            family = heading_of(line)
            inline = inline_heading(line) if parts[-1].family != "skills" or not before else None
            if len(line) > MAX_LINE or (line and len(parts[-1].lines) >= MAX_LINES and not family):
                self._draft.keep("", line)
            elif family:
                parts.append(_Part(family, line.strip(" \t:：")))
            elif inline and (not before or parts[-1].family == ""):
                parts.append(_Part(inline[0], inline[1], [inline[2]]))
            elif line in running or (line == lines[0] and len(parts) > 1):
                self._draft.keep("", line)
            elif not self._is_contact(line, parts[-1].family):
                parts[-1].lines.append(line)
            before = line
        return parts

    def _is_contact(self, line: str, family: str) -> bool:
        """Whether a line within a section was a contact detail that strayed there, and is taken."""
        if family not in ("skills", "languages", "interests", "education"):
            return False
        return self._contacts.take_alone(line, with_links=family != "education")

    def _read_part(self, part: _Part) -> None:
        title = taken(part.heading)
        if not any(part.lines):
            self._draft.keep("", part.heading)
            return
        match part.family:
            case "basics":
                self._draft.keep("", part.heading)
                for line in self._contacts.read_head(part.lines):
                    self._draft.keep("", line)
            case "summary":
                self._read_summary(title, part.lines)
            case "profiles":
                self._draft.keep("", part.heading)
                for line in filter(None, part.lines):
                    self._contacts.read_line(without_bullet(line))
            case "references":
                self._read_references(title, part.lines)
            case "skills" | "languages":
                read = {"skills": read_skills, "languages": read_languages}[part.family]
                section = self._draft.section(part.family, title)
                self._levels |= read(self._draft, section, part.lines)
            case "interests":
                read_interests(self._draft, self._draft.section("interests", title), part.lines)
            case "certifications" | "awards" | "publications":
                section = self._draft.section(part.family, title)
                read_titles(self._draft, section, part.lines, _GIVEN_BY[part.family])
            case _ if part.family == OTHER:
                self._read_other(title, part.lines)
            case _:
                self._read_entries(part.family, title, part.lines)

    def _read_summary(self, title: Taken, lines: Sequence[str]) -> None:
        if self._draft.document["summary"]["content"]:
            self._read_other(title, lines)
            return
        self._draft.put("/summary/title", title)
        self._draft.put("/summary/content", rich(unwrapped(lines)))

    def _read_other(self, title: Taken, lines: Sequence[str]) -> None:
        """A section that the format has not: its text under its heading."""
        section = self._draft.custom_section("summary", title)
        self._draft.add(section, {"content": rich(unwrapped(lines))}, title.text)

    def _read_entries(self, family: str, title: Taken, lines: Sequence[str]) -> None:
        found = blocks_of(lines, family)
        if not found.blocks:
            self._draft.keep(title.text, "\n".join(found.loose))
            return
        section = self._draft.section(family, title)
        for line in found.loose:
            self._draft.keep(title.text, line)
        for block in found.blocks:
            self._add(section, family, title.text, block)

    def _add(self, section: str, family: str, where: str, block: Block) -> None:
        read = {"experience": read_job, "education": read_study}.get(family)
        name = "organization" if family == "volunteer" else "name"
        head = read(block.heads) if read else read_named(block.heads, name)
        body = block.body
        if not read and head.rest:
            body, head.rest = [*head.rest, *body], []
        members = self._members(family, head, where)
        members |= {"period": taken(block.period), "description": rich(body)}
        self._draft.add(section, members, where)
        for text in head.rest:
            self._draft.keep(where, text)

    def _members(self, family: str, head: Head, where: str) -> dict[str, Member]:
        members: dict[str, Member] = dict(head.members)
        if "url" in head.members:
            members["website"] = Site(head.members["url"])
            del members["url"]
        if family == "projects" and "location" in head.members:
            self._draft.keep(where, head.members["location"].text)
            del members["location"]
        return members

    def _read_references(self, title: Taken, lines: Sequence[str]) -> None:
        if any(word in line.casefold() for line in lines for word in _UPON_REQUEST):
            self._draft.keep(title.text, "\n".join(filter(None, lines)))
            return
        section = self._draft.section("references", title)
        for name, *more in paragraphs(lines):
            members = {"name": taken(without_bullet(name)), "description": rich(more)}
            self._draft.add(section, members, name)


def rich(lines: Sequence[str]) -> Taken:
    """Lines as rich text: bullets as a list, every other line a paragraph."""
    said = [line for line in lines if line]
    plain = [f"- {without_bullet(line)}" if is_bullet(line) else line for line in said]
    return Taken(richtext.from_text("\n".join(plain)), "\n".join(said))
