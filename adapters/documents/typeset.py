"""A résumé as plain data for a template: what is drawn, in which order; how it looks is the template's."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adapters.documents.fonts import MARKS, code_fonts, is_cjk, is_serif, text_fonts
from core.resume.families import SECTIONS
from core.resume.htmltree import Block, Node, read
from core.resume.richtext import looks_like_html
from core.resume.values import Document, Json
from core.show.words import to_language, words

_TITLES: Final = {
    "profiles": "network",
    "experience": "company",
    "education": "school",
    "languages": "language",
    "awards": "title",
    "certifications": "title",
    "publications": "title",
    "volunteer": "organization",
}
"""The member that names an entry, where it isn't `name`."""
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
_MARKS: Final = {"circle": "●○", "icon": "★☆"}
"""How a level is written: a point that is reached, and one that isn't; all other types are squares."""

_SPACE: Final = re.compile(r"[ \t\r\n\f\v\u0085\u2028\u2029]+")
_SCHEME: Final = re.compile(r"^(?:https?://(?:www\.)?|mailto:)", re.IGNORECASE)
_EMAIL: Final = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")
_PHONE: Final = re.compile(r"\+?[0-9][0-9 ()./-]{4,}")
_COLOR: Final = re.compile(r"rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*([\d.]+)\s*)?\)")
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_MOST: Final = 100
"""Points; a gap that is larger would push everything off the paper."""


def typeset(document: Document) -> dict[str, Json]:
    """The résumé as `templates/*.typ` read it; hidden and empty parts are left out."""
    sections = [part for part in (_section(name, document) for name in _order(document)) if part]
    leading = sections.pop(0) if sections and sections[0]["family"] == "profiles" else None
    return {
        "look": _look(document["metadata"]),
        "name": _line(document["basics"]["name"]),
        "headline": _line(document["basics"]["headline"]),
        "contacts": [*_contacts(document["basics"]), *_profiles(leading)],
        "sections": sections,
    }


def _look(metadata: Mapping[str, Any]) -> dict[str, Json]:
    page, design = metadata["page"], metadata["design"]
    body, heading = metadata["typography"]["body"], metadata["typography"]["heading"]
    language = re.fullmatch(r"([A-Za-z]{2,3})(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2}))?.*", page["locale"])
    background = _color(design["colors"]["background"], "#ffffff")
    return {
        "format": page["format"],
        "margin": [page["marginX"], page["marginY"]],
        "gap": [min(page["gapX"], _MOST), min(page["gapY"], _MOST)],
        "underline": not page["hideLinkUnderline"],
        "language": language[1].lower() if language else "en",
        "region": language[2].upper() if language and language[2] else None,
        "comma": words(to_language(page["locale"])).say("and-join"),
        "colors": {
            "primary": _color(design["colors"]["primary"], "#000000"),
            "text": _color(design["colors"]["text"], "#000000"),
            "background": background,
        },
        "body": _font(body, page["locale"]),
        "heading": _font(heading, page["locale"]),
        "code": code_fonts(page["locale"]),
        "marks": MARKS,
    }


def _font(font: Mapping[str, Any], locale: str) -> dict[str, Json]:
    weights = sorted(int(weight) for weight in font["fontWeights"]) or [400]
    return {
        "families": text_fonts(font["fontFamily"], locale),
        "serif": is_serif(font["fontFamily"]) and not is_cjk(locale),
        "size": font["fontSize"],
        "weight": weights[0],
        "bold": max(600, weights[-1]),
        "height": max(1, font["lineHeight"]),
    }


def _color(text: str, otherwise: str) -> str:
    """A colour as `#rrggbb`; what shines through is mixed with white, as on paper."""
    if _HEX.fullmatch(text.strip()):
        return text.strip()
    if not (found := _COLOR.fullmatch(text.strip())):
        return otherwise
    alpha = min(1.0, float(found[4])) if found[4] and re.fullmatch(r"\d*\.?\d+", found[4]) else 1.0
    mixed = (round(255 + (min(255, int(part)) - 255) * alpha) for part in found.group(1, 2, 3))
    return "#" + "".join(f"{part:02x}" for part in mixed)


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
    level = _MARKS.get(document["metadata"]["design"]["level"]["type"], "■□")
    if document["metadata"]["design"]["level"]["type"] == "hidden":
        level = ""
    entries = [_entry(item, family, level) for item in items]
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
        "title": _line(item.get(_TITLES.get(family, "name"))),
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
            yield {"text": text, "url": field["link"]}


def _profiles(section: Mapping[str, Any] | None) -> Iterator[dict[str, str]]:
    """Profiles that stand before everything else are contact details."""
    for entry in section["entries"] if section else ():
        url = entry["url"] or (entry["link"] or {}).get("url", "")
        yield {"text": " ".join([entry["title"], *entry["beneath"]]), "url": url}


def _link(website: Mapping[str, Any] | None) -> dict[str, str] | None:
    if not website or not website.get("url"):
        return None
    return {"text": _line(website["label"]) or _shown(website["url"]), "url": website["url"]}


def _shown(url: str) -> str:
    return _SCHEME.sub("", url).rstrip("/")


def _line(text: str | None) -> str:
    return _SPACE.sub(" ", text or "").strip()


def _lines(text: str) -> list[Json]:
    runs = [{"text": line.strip(), "marks": [], "url": ""} for line in text.splitlines() if line.strip()]
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
        url = next((address for name, address in marks if name == "a"), "")
        for place, part in enumerate(text.split("\n")):
            if place:
                lines.append([])
            if part:
                lines[-1].append({"text": part, "marks": names, "url": url})
    return lines
