"""A résumé as plain data for a template: what is drawn, in which order; how it looks is the template's."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from unicodedata import category

from adapters.documents.look import look_of
from core.resume.families import FAMILIES, SECTIONS
from core.resume.htmltree import Block, Node, read
from core.resume.richtext import looks_like_html
from core.resume.values import Document, Json
from core.show.words import to_language, words

_UNNAMED: Final = frozenset({"summary", "cover-letter"})
"""Families whose entries are texts without a title."""
_BENEATH: Final[Mapping[str, tuple[str, ...]]] = {
    "profiles": ("username",),
    "experience": ("position",),
    "education": ("degree", "area", "grade"),
    "skills": ("proficiency",),
    "languages": ("fluency",),
    "awards": ("awarder",),
    "certifications": ("issuer",),
    "publications": ("publisher",),
    "references": ("position", "phone"),
}
_SHORT: Final = frozenset({"profiles", "skills", "languages", "interests"})
"""Families whose entries are a few words each."""
_MARKS: Final = {"hidden": "", "circle": "●○", "icon": "★☆"}
"""How a level is written: a point that is reached, and one that isn't; all other types are squares."""
_LONGEST_LINK: Final = 2_000
"""Characters; typst takes no link of more than 8,000 bytes."""

_SPACE: Final = re.compile(r"[ \t\r\n\f\v\u0085\u2028\u2029]+")
_SCHEME: Final = re.compile(r"^(?:https?://(?:www\.)?|mailto:)", re.IGNORECASE)
_EMAIL: Final = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")
_PHONE: Final = re.compile(r"\+?[0-9][0-9 ()./-]{4,}")


def typeset(document: Document) -> dict[str, Json]:
    """The résumé as `templates/*.typ` read it; hidden and empty parts are left out."""
    sections = [part for part in (_section(name, document) for name in _order(document)) if part]
    leading = sections.pop(0) if sections and sections[0]["family"] == "profiles" else None
    return {
        "look": look_of(document["metadata"]),
        "name": _line(document["basics"]["name"]),
        "headline": _line(document["basics"]["headline"]),
        "contacts": [*_contacts(document["basics"]), *_profiles(leading)],
        "sections": sections,
    }


def _order(document: Document) -> list[str]:
    """Names of sections and ids of custom ones as the layout has them, page by page, the main column
    first; what it doesn't name comes last. Its pages are not ours: text flows on.
    """
    pages = document["metadata"]["layout"]["pages"]
    placed = [name for page in pages for column in ("main", "sidebar") for name in page[column]]
    known = ["summary", *SECTIONS, *(section["id"] for section in document["customSections"])]
    return [name for name in dict.fromkeys([*placed, *known]) if name in known]


def _section(name: str, document: Document) -> dict[str, Json] | None:
    """A section, or None where nothing of it is shown."""
    custom = next((one for one in document["customSections"] if one["id"] == name), None)
    section = custom or (document["summary"] if name == "summary" else document["sections"][name])
    family = custom["type"] if custom else name
    items = [section] if name == "summary" else [item for item in section["items"] if not item["hidden"]]
    marks = _MARKS.get(document["metadata"]["design"]["level"]["type"], "■□")
    entries = [_entry(item, family, marks) for item in items]
    entries = [entry for entry in entries if any(entry.values())]
    if section["hidden"] or not entries:
        return None
    return {
        "family": family,
        "title": _line(section["title"]) or _title(family, document["metadata"]["page"]["locale"]),
        "columns": section["columns"],
        "short": family in _SHORT,
        "together": section["keepTogether"],
        "new": section["startOnNewPage"],
        "entries": entries,
    }


def _title(family: str, locale: str) -> str:
    say = words(to_language(locale))
    return say.say(f"place-section-{family}") if family in SECTIONS or family == "summary" else ""


def _entry(item: Mapping[str, Any], family: str, marks: str) -> dict[str, Json]:
    """An entry of any family; what it lacks is empty."""
    link = _link(item.get("website"))
    on_title = bool(link and item["website"].get("inlineLink"))
    recipient = item.get("recipient") or ""
    return {
        "title": "" if family in _UNNAMED else _line(item[FAMILIES[family].key]),
        "url": link["url"] if link and on_title else "",
        "link": None if on_title else link,
        "aside": _line(item.get("period") or item.get("date")),
        "place": _line(item.get("location")),
        "beneath": [part for name in _BENEATH.get(family, ()) if (part := _line(item.get(name)))],
        "level": _level(item.get("level") or 0, marks),
        "tags": [word for keyword in item.get("keywords") or () if (word := _line(keyword))],
        "roles": [role for role in map(_role, item.get("roles") or ()) if any(role.values())],
        "recipient": rich(recipient) if looks_like_html(recipient) else _lines(recipient),
        "body": rich(item.get("description") or item.get("content") or ""),
    }


def _role(role: Mapping[str, Any]) -> dict[str, Json]:
    return {
        "title": _line(role["position"]),
        "aside": _line(role["period"]),
        "body": rich(role["description"]),
    }


def _level(level: float, marks: str) -> str:
    """A level of 5 in marks; "" where there is none or it is not to be shown."""
    if not marks or level <= 0:
        return ""
    reached = max(1, int(level + 0.5))
    return marks[0] * reached + marks[1] * (5 - reached)


def _contacts(basics: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The lines under the name, each with the link that it carries ("" : none)."""
    email, phone, location = (_line(basics[name]) for name in ("email", "phone", "location"))
    if email:
        yield {"text": email, "url": f"mailto:{email}" if _EMAIL.fullmatch(email) else ""}
    if phone:
        number = re.sub(r"[^0-9+]", "", phone)
        yield {"text": phone, "url": f"tel:{number}" if _PHONE.fullmatch(phone) else ""}
    if location:
        yield {"text": location, "url": ""}
    if link := _link(basics["website"]):
        yield link
    for field in basics["customFields"]:
        if text := _line(field["text"]) or _shown(field["link"]):
            yield {"text": text, "url": _target(field["link"])}


def _profiles(section: Mapping[str, Any] | None) -> Iterator[dict[str, str]]:
    """Profiles that stand before everything else are contact details."""
    for entry in section["entries"] if section else ():
        url = entry["url"] or (entry["link"] or {}).get("url", "")
        yield {"text": " ".join([entry["title"], *entry["beneath"]]), "url": url}


def _link(website: Mapping[str, Any] | None) -> dict[str, str] | None:
    if not website or not website.get("url"):
        return None
    text = _line(website["label"]) or _line(_shown(website["url"])) or website["url"]
    return {"text": text, "url": _target(website["url"])}


def _target(url: str) -> str:
    return url if len(url) <= _LONGEST_LINK else ""


def _shown(url: str) -> str:
    return _SCHEME.sub("", url).rstrip("/")


def _line(text: str | None) -> str:
    """A text on one line; "" where it shows nothing."""
    line = _SPACE.sub(" ", text or "").strip()
    return line if _shows(line) else ""


def _shows(text: str) -> bool:
    return any(not char.isspace() and category(char) not in ("Cc", "Cf") for char in text)


def _lines(text: str) -> list[Json]:
    runs = [{"text": _line(line), "marks": [], "url": ""} for line in text.splitlines() if _line(line)]
    return [{"tag": "p", "lines": [[run] for run in runs]}] if runs else []


def rich(html: str) -> list[Json]:
    """A rich text as blocks. Lists, items and quotes have `children`, all others have `lines` of runs."""
    return [_block(child) for child in read(html).children] if html else []


def _block(block: Node | Block) -> dict[str, Json]:
    if isinstance(block, Node):
        return {"tag": block.tag, "children": [_block(child) for child in block.children]}
    return {"tag": block.tag, "lines": _runs(block.runs)}


def _runs(runs: Iterable[tuple[str, tuple[tuple[str, str], ...]]]) -> list[list[Json]]:
    """Runs by line: a text, its marks, and the address that it links to."""
    lines: list[list[Json]] = [[]]
    for text, marks in runs:
        names = [name for name, _ in marks if name != "a"]
        url = _target(next((address for name, address in marks if name == "a"), ""))
        for place, part in enumerate(text.expandtabs(4).split("\n")):
            if place:
                lines.append([])
            if part:  # typst fails at a link that shows nothing
                lines[-1].append({"text": part, "marks": names, "url": url if _shows(part) else ""})
    return lines
