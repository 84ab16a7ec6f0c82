"""Entries and the whole résumé as plain text views: what stands where, for eyes."""

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


def _first(entry: dict[str, Any], names: tuple[str, ...]) -> tuple[str, str]:
    for name in names:
        if isinstance(value := entry.get(name), str) and value:
            return name, plain(value) if value.startswith("<") else value
    return "", ""


def blocks_of(html: str) -> tuple[str, ...]:
    """The blocks of a rich text as plain lines; a bullet starts with "• "."""
    return tuple(line for line in plain(html).split("\n") if line.strip()) if html else ()


def entry_view(address: str, entry: dict[str, Any]) -> EntryView:
    """One entry of any family: its title, what belongs beneath it, its date, its text."""
    key, title = _first(entry, _TITLES)
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


def entry_text(value: dict[str, Any], say: Words) -> str:
    """An object of the résumé in words, for a card that adds or removes it."""
    if "items" in value and isinstance(value["items"], list):
        parts = [
            value.get("title") or say.say("place-section-custom"),
            *(entry_text(one, say) for one in value["items"]),
        ]
        return "\n".join(part for part in parts if part)
    if set(value) <= {"url", "label", "inlineLink"}:
        return str(value.get("url") or value.get("label") or "")
    view = entry_view("", value)
    head = " · ".join(part for part in (view.title, view.subtitle, view.aside) if part)
    tags = say.say("and-join").join(view.tags)
    return "\n".join(part for part in (head, *view.blocks, tags) if part)


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
