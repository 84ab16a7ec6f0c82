"""Entries and the whole résumé as plain text views: what stands where, for eyes."""

import re
from collections.abc import Sequence
from typing import Any, Final

from core.resume.address import join
from core.resume.outline import outline
from core.resume.richtext import plain
from core.resume.values import Document
from core.show.view import EntryView, SectionView
from core.show.words import Words

_TITLES: Final = (
    "company",
    "school",
    "organization",
    "name",
    "title",
    "network",
    "language",
    "recipient",
    "text",
)
_SUBTITLES: Final = (
    "position",
    "degree",
    "area",
    "grade",
    "location",
    "issuer",
    "awarder",
    "publisher",
    "proficiency",
    "fluency",
    "username",
    "phone",
)
_ASIDES: Final = ("period", "date")
_TEXTS: Final = ("description", "content")
_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LINK: Final = re.compile(r'<a href="([^"]*)">(.*?)</a>')


def _first(entry: dict[str, Any], names: tuple[str, ...]) -> tuple[str, str]:
    for name in names:
        if isinstance(value := entry.get(name), str) and value:
            return name, value
    return "", ""


def blocks_of(html: str) -> tuple[str, ...]:
    """The blocks of a rich text as plain lines; a bullet starts with "• "."""
    return tuple(line for line in plain(html).split("\n") if line.strip()) if html else ()


def entry_view(address: str, entry: dict[str, Any]) -> EntryView:
    """One entry of any family: its title, what belongs beneath it, its date, its text."""
    key, title = _first(entry, _TITLES)
    title = plain(title) if key == "recipient" else title
    link = (entry.get("website") or {}).get("url", "")
    beneath = [str(entry[name]) for name in _SUBTITLES if name != key and entry.get(name)]
    blocks: list[str] = []
    for role in entry.get("roles") or ():
        head = " · ".join(part for part in (role["position"], role["period"]) if part)
        blocks += [head, *blocks_of(role["description"])]
    for name in _TEXTS:
        blocks += blocks_of(entry.get(name) or "")
    return EntryView(
        address=address,
        title=title,
        subtitle=" · ".join([*beneath, *([link] if link else [])]),
        aside=_first(entry, _ASIDES)[1],
        blocks=tuple(blocks),
        tags=tuple(entry.get("keywords") or ()),
        hidden=bool(entry.get("hidden")),
    )


def plain_with_links(html: str) -> str:
    """Canonical rich text as plain text in which a link names where it leads: nothing of it is unseen."""
    return plain(_LINK.sub(r"\2 (\1)", html)) if html else ""


def entry_text(value: dict[str, Any], say: Words) -> str:
    """An object of the résumé in words, whole: every member that says something, as a card shows it."""
    if "items" in value and isinstance(value["items"], list):
        parts = [value.get("title") or say.say("place-section-custom")]
        parts += [_members(value, ("title", "items"), say)]
        parts += [entry_text(one, say) for one in value["items"]]
        return "\n".join(part for part in parts if part)
    if set(value) <= {"url", "label", "inlineLink"}:
        return _link(value, say)
    name, title = _first(value, _TITLES)
    aside_name, aside = _first(value, _ASIDES)
    beneath = [(key, str(value[key])) for key in _SUBTITLES if key != name and value.get(key)]
    head = " · ".join([title, *(text for _, text in beneath), *([aside] if aside else [])])
    blocks = [_role(role) for role in value.get("roles") or ()]
    blocks += [plain_with_links(value[key]) for key in _TEXTS if value.get(key)]
    tags = say.say("and-join").join(value.get("keywords") or ())
    website = _link(value.get("website") or {}, say)
    told = (name, aside_name, *(key for key, _ in beneath), *_TEXTS, "roles", "keywords", "website")
    rest = _members(value, told, say)
    return "\n".join(part for part in (head, website, *blocks, tags, rest) if part)


def _role(role: dict[str, Any]) -> str:
    head = " · ".join(part for part in (role["position"], role["period"]) if part)
    return "\n".join(part for part in (head, plain_with_links(role["description"])) if part)


def _link(value: dict[str, Any], say: Words) -> str:
    url, label = str(value.get("url") or ""), str(value.get("label") or "")
    text = f"{label} ({url})" if label and url and label != url else url or label
    return f"{text} · {_member('inlineLink', True, say)}" if value.get("inlineLink") else text


def _members(value: dict[str, Any], told: Sequence[str], say: Words) -> str:
    """The members that no other words tell of, where they say something (`level: 5`, *hidden*)."""
    rest = [
        _member(key, member, say)
        for key, member in value.items()
        if key not in told
        and key != "id"
        and member not in ("", 0, False, None, [])
        and (key, member) != ("columns", 1)
    ]
    return " · ".join(rest)


def _member(key: str, member: object, say: Words) -> str:
    name = f"place-field-{_CAPITAL.sub('-', key).lower()}"
    label = say.say(name) if name in say else key
    return label if member is True else f"{label}: {member}"


def section_views(document: Document, say: Words) -> tuple[SectionView, ...]:
    """All sections that hold something, in the order of the layout; hidden ones are marked as such."""
    custom = {section["id"]: section for section in document["customSections"]}
    views = []
    for name in _order(document):
        if name == "summary":
            views.append(_summary(document, say))
        elif name in document["sections"]:
            section = document["sections"][name]
            views.append(_section(join("sections", name), section, document, say))
        elif name in custom:
            views.append(_section(join("customSections", f"[{name}]"), custom[name], document, say))
    return tuple(view for view in views if view.entries)


def _order(document: Document) -> list[str]:
    placed = [
        name
        for page in document["metadata"]["layout"]["pages"]
        for column in ("main", "sidebar")
        for name in page[column]
    ]
    everything = ["summary", *document["sections"], *(one["id"] for one in document["customSections"])]
    known = set(everything)
    order = [name for name in dict.fromkeys(placed) if name in known]
    rest = [name for name in everything if name not in set(order)]
    if "summary" in order:  # a reader meets the summary first, whatever column it stands in
        order.remove("summary")
        order.insert(0, "summary")
    return order + rest


def _summary(document: Document, say: Words) -> SectionView:
    summary = document["summary"]
    blocks = blocks_of(summary["content"])
    entry = EntryView("/summary/content", "", "", "", blocks)
    title = outline("/summary", document, say)
    return SectionView("/summary", title, (entry,) if blocks else (), bool(summary["hidden"]))


def _section(address: str, section: dict[str, Any], document: Document, say: Words) -> SectionView:
    entries = tuple(
        entry_view(f"{address}/items{join('[' + entry['id'] + ']')}", entry) for entry in section["items"]
    )
    return SectionView(address, outline(address, document, say), entries, bool(section["hidden"]))
