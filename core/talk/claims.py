"""The texts of a résumé that state facts, each with how it is to be read; of a change, those it brings in."""

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from core.resume.address import tokens
from core.resume.lines import Line
from core.resume.richtext import plain
from core.resume.shape import is_key, key_of
from core.resume.values import Document, Json
from core.talk.facts import Kind

Claim: TypeAlias = tuple[str, Kind]

_KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(
        ("company", "school", "organization", "issuer", "awarder", "publisher", "network"), "name"
    ),
    **dict.fromkeys(("name", "language", "degree", "area", "location", "keywords", "title"), "name"),
    **dict.fromkeys(("description", "content", "label", "text", "recipient", "grade", "fluency"), "prose"),
    **dict.fromkeys(("url", "link", "email", "phone", "username"), "contact"),
    **dict.fromkeys(("period", "date"), "period"),
    "position": "title",
    "headline": "headline",
}
_RICH_TEXT: Final = ("description", "content")
_SILENT: Final = frozenset(("picture", "metadata"))
_LOOSE_NAMES: Final = frozenset(("projects", "interests"))
"""Families whose entries are named in a person's own words: such a name reads like prose."""


def claims_of(document: Document) -> Iterator[Claim]:
    """Every text of a résumé that states something."""
    for part in ("basics", "summary"):
        yield from _within(document.get(part), part, "")
    for family, section in (document.get("sections") or {}).items():
        yield from _within(section, "items", family)
    for section in document.get("customSections") or ():
        yield from _within(section, "items", str(section.get("type", "")))


def claims_in(lines: Iterable[Line], target: Document) -> Iterator[Claim]:
    """Every text that the lines of a change put into the résumé; `target` is what it becomes."""
    for line in lines:
        if line.kind not in ("set", "added", "word_in"):
            continue
        path = tokens(line.address)
        if path[0] in _SILENT or _is_section_title(path):
            continue
        family = _family_of(path, target)
        fields = [token for token in path if not is_key(token)]
        rich = next((field for field in fields if field in _RICH_TEXT), None)
        if rich:
            yield plain(str(line.after)), "prose"
        elif path[0] == "customSections" and len(path) == 2:
            yield from _within(line.after, "items", family)
        else:
            yield from _within(line.after, fields[-1], family)


def _within(value: Json, field: str, family: str) -> Iterator[Claim]:
    if isinstance(value, dict):
        is_section = "columns" in value
        for name, member in value.items():
            if not (is_section and name == "title"):
                yield from _within(member, name, family)
    elif isinstance(value, list):
        for member in value:
            yield from _within(member, field, family)
    elif isinstance(value, str) and value.strip() and field in _KINDS:
        kind = _KINDS[field]
        if field == "name" and family in _LOOSE_NAMES:
            kind = "prose"
        yield (plain(value) if field in _RICH_TEXT else value), kind


def _is_section_title(path: tuple[str, ...]) -> bool:
    return path[-1] == "title" and len(path) <= 3


def _family_of(path: tuple[str, ...], target: Document) -> str:
    if path[0] == "sections" and len(path) > 1:
        return path[1]
    if path[0] == "customSections" and len(path) > 1 and is_key(path[1]):
        wanted = key_of(path[1])
        sections = target.get("customSections") or ()
        return next((str(section.get("type", "")) for section in sections if section.get("id") == wanted), "")
    return path[0]
