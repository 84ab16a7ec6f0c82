"""A résumé as plain data for a template: what is drawn, in which order; how it looks is the template's."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from unicodedata import bidirectional, category

from adapters.documents.look import hex_color, look_of
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
_MARKS: Final = {
    "hidden": "",
    "circle": "●○",
    "rectangle": "▮▯",
    "rectangle-full": "▰▱",
    "progress-bar": "█░",
}
"""How a level is written: a point that is reached, and one that isn't; those of `icon` are by its name."""
_ICON_MARKS: Final = {"heart": "♥♡", "circle": "●○", "diamond": "◆◇", "triangle": "▲△", "square": "■□"}
_ICONS: Final = {
    "profiles": "messenger-logo",
    "summary": "article",
    "experience": "briefcase",
    "education": "graduation-cap",
    "projects": "code-simple",
    "skills": "compass-tool",
    "languages": "translate",
    "interests": "football",
    "awards": "trophy",
    "certifications": "certificate",
    "publications": "books",
    "volunteer": "hand-heart",
    "references": "phone",
    "cover-letter": "envelope-simple",
}
"""The icon of a section that names none."""
_LONGEST_LINK: Final = 2_000
"""Characters; typst takes no link of more than 8,000 bytes."""

_SPACE: Final = re.compile(r"[ \t\r\n\f\v\u0085\u2028\u2029]+")
_SCHEME: Final = re.compile(r"^(?:https?://(?:www\.)?|mailto:)", re.IGNORECASE)
_EMAIL: Final = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")
_PHONE: Final = re.compile(r"\+?[0-9][0-9 ()./-]{4,}")


def typeset(document: Document) -> dict[str, Json]:
    """The résumé as `templates/*.typ` read it; hidden and empty parts are left out."""
    pages = [page for page in _pages(document) if page["main"] or page["sidebar"]]
    leading = None
    if pages and pages[0]["main"] and pages[0]["main"][0]["family"] == "profiles":
        leading = pages[0]["main"].pop(0)
    return {
        "look": look_of(document["metadata"]),
        "name": _line(document["basics"]["name"]),
        "headline": _line(document["basics"]["headline"]),
        "photo": None,
        "contacts": [
            contact | {"ltr": not is_rtl(contact["text"])}
            for contact in (*_contacts(document["basics"]), *_profiles(leading))
        ],
        "pages": [*pages] or [{"full": False, "main": [], "sidebar": []}],
    }


def _pages(document: Document) -> Iterator[dict[str, Any]]:
    """The layout's pages, each section at its first place; what none of them names comes last.

    A letter is a page of its own, over the whole width.
    """
    known = dict.fromkeys(["summary", *SECTIONS, *(part["id"] for part in document["customSections"])])
    pages = [
        {
            "full": page["fullWidth"],
            **{column: list(_sections(page[column], known, document)) for column in ("main", "sidebar")},
        }
        for page in document["metadata"]["layout"]["pages"]
    ]
    if rest := list(_sections(list(known), known, document)):
        pages = pages or [{"full": False, "main": [], "sidebar": []}]
        pages[-1]["main"].extend(rest)
    for page in pages:
        yield from _without_letters(page)


def _sections(names: Iterable[str], known: dict[str, None], document: Document) -> Iterator[dict[str, Json]]:
    """The sections of these names that show something; a name that was drawn is known no longer."""
    for name in names:
        if name in known:
            del known[name]
            if section := _section(name, document):
                yield section


def _without_letters(page: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The page, cut at each letter: what stands before, the letter, what stands after."""
    letters = [part for part in page["sidebar"] if part["family"] == "cover-letter"]
    part = {**page, "main": [], "sidebar": [one for one in page["sidebar"] if one not in letters]}
    for section in page["main"]:
        if section["family"] == "cover-letter":
            yield part
            yield _letter(section)
            part = {**page, "main": [], "sidebar": []}
        else:
            part["main"].append(section)
    yield part
    yield from map(_letter, letters)


def _letter(section: Json) -> dict[str, Any]:
    return {"full": True, "main": [section], "sidebar": []}


def _section(name: str, document: Document) -> dict[str, Json] | None:
    """A section, or None where nothing of it is shown."""
    custom = next((one for one in document["customSections"] if one["id"] == name), None)
    section = custom or (document["summary"] if name == "summary" else document["sections"][name])
    family = custom["type"] if custom else name
    items = [section] if name == "summary" else [item for item in section["items"] if not item["hidden"]]
    marks = _marks(document["metadata"]["design"]["level"])
    entries = [_entry(item, family, marks) for item in items]
    entries = [
        entry | _icon_of(item) for item, entry in zip(items, entries, strict=True) if any(entry.values())
    ]
    if section["hidden"] or not entries:
        return None
    return {
        "family": family,
        "icon": section["icon"] or _ICONS[family],
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


def _icon_of(item: Mapping[str, Any]) -> dict[str, Json]:
    color = item.get("iconColor") or ""
    return {"icon": item.get("icon") or "", "icon-color": hex_color(color, "")}


def _role(role: Mapping[str, Any]) -> dict[str, Json]:
    return {
        "title": _line(role["position"]),
        "aside": _line(role["period"]),
        "body": rich(role["description"]),
    }


def _marks(design: Mapping[str, Any]) -> str:
    if design["type"] == "icon":
        return next((marks for name, marks in _ICON_MARKS.items() if name in design["icon"]), "★☆")
    return _MARKS.get(design["type"], "■□")


def _level(level: float, marks: str) -> str:
    """A level of 5 in marks; "" where there is none or it is not to be shown."""
    if not marks or level <= 0:
        return ""
    reached = max(1, int(level + 0.5))
    return marks[0] * reached + marks[1] * (5 - reached)


def _contacts(basics: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """The lines under the name, each with its icon and the link that it carries ("" : none)."""
    email, phone, location = (_line(basics[name]) for name in ("email", "phone", "location"))
    if email:
        url = f"mailto:{email}" if _EMAIL.fullmatch(email) else ""
        yield {"text": email, "url": url, "icon": "envelope"}
    if phone:
        number = re.sub(r"[^0-9+]", "", phone)
        yield {"text": phone, "url": f"tel:{number}" if _PHONE.fullmatch(phone) else "", "icon": "phone"}
    if location:
        yield {"text": location, "url": "", "icon": "map-pin"}
    if link := _link(basics["website"]):
        yield link | {"icon": "globe"}
    for field in basics["customFields"]:
        if text := _line(field["text"]) or _shown(field["link"]):
            yield {"text": text, "url": _target(field["link"]), "icon": field["icon"]}


def _profiles(section: Mapping[str, Any] | None) -> Iterator[dict[str, str]]:
    """Profiles that stand before everything else are contact details."""
    for entry in section["entries"] if section else ():
        url = entry["url"] or (entry["link"] or {}).get("url", "")
        yield {"text": " ".join([entry["title"], *entry["beneath"]]), "url": url, "icon": entry["icon"]}


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


def is_rtl(text: str) -> bool | None:
    """Whether a text runs from right to left, by its first letter (UAX #9, P2); None where it has none."""
    kinds = (bidirectional(char) for char in text)
    return next((kind != "L" for kind in kinds if kind in ("L", "R", "AL")), None)


def _lines(text: str) -> list[Json]:
    runs = [{"text": _line(line), "marks": [], "url": ""} for line in text.splitlines() if _line(line)]
    return [{"tag": "p", "lines": [[run] for run in runs], "rtl": None}] if runs else []


def rich(html: str) -> list[Json]:
    """A rich text as blocks. Lists, items and quotes have `children`, all others have `lines` of runs."""
    return [_block(child) for child in read(html).children] if html else []


def _block(block: Node | Block) -> dict[str, Json]:
    if isinstance(block, Node):
        return {"tag": block.tag, "children": [_block(child) for child in block.children]}
    return {
        "tag": block.tag,
        "lines": _runs(block.runs),
        "rtl": is_rtl("".join(text for text, _ in block.runs)),
    }


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
