"""A place in words that a person knows: "Experience · Acme Corp · Description · “Moved jobs…”"."""

import re
from collections.abc import Sequence
from typing import Final

from core.resume.address import ORDER, join, tokens, value_at
from core.resume.blocks import take_apart, visible_text
from core.resume.shape import NAMES, PAGES, Path, is_key, key_of, kind_at, name_field
from core.resume.values import MISSING, Document, Json, Missing
from core.show.words import Words

_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNIT: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\s\u2e80-\u9fff\uf900-\ufaff]+")
_SHORTEST: Final = 6
"""Characters of a block that are shown at least."""

_SILENT: Final = frozenset(
    {"basics", "sections", "customSections", "customFields", "metadata", "pages", "design"}
)
"""Members that only hold others: named where an address ends there, and not on the way."""


def entry_name(path: Path, document: Json, entry: Json | Missing = MISSING) -> str:
    """What the entry at `path` is called: company, school, title …; "" if nothing names it.

    `entry` is the entry itself where the document doesn't have it.
    """
    section_type = value_at(join(*path[:2], "type"), document) if path[0] == "customSections" else ""
    field = name_field(path, section_type if isinstance(section_type, str) else "")
    found = entry if not isinstance(entry, Missing) else value_at(join(*path), document)
    name = found.get(field) if isinstance(found, dict) and field else None
    return visible_text(name) if isinstance(name, str) else ""


def names_around(path: Path, document: Json) -> tuple[str, ...]:
    """The names of the entries that a place stands in, outermost first; not that of an entry itself."""
    return tuple(
        entry_name(path[:length], document)
        for length in range(2, len(path))
        if is_key(path[length - 1]) and kind_at(path[: length - 1]) == "entries"
    )


def outline(
    address: str, document: Document, words: Words, *, added: Json | Missing = MISSING, short: bool = False
) -> str:
    """An address in words, its steps joined by " · ".

    `added` is what stands at the address where the document doesn't have it: the `after` of a line that
    adds it. `short` leaves out the section where an entry is named.
    """
    path = tokens(address)
    steps = [_step(path[:length], path, document, words, added) for length in range(1, len(path) + 1)]
    if short and len(path) > 3 and path[2] == "items":
        steps[:2] = []
    return " · ".join(step for step in steps if step) or words.say("place-resume")


def _step(path: Path, whole: Path, document: Document, words: Words, added: Json | Missing) -> str:
    """The words for the last token of `path`; "" where it says nothing to a person."""
    last, around, is_end = path[-1], path[:-1], path == whole
    if last == ORDER:
        return words.say("place-order")
    if _is_in_text(around):
        if is_key(last):
            return _block(path, document, words, added)
        return words.say("place-list") if is_end else ""
    if is_key(last):
        return _key(path, document, words, added if is_end else MISSING)
    if around == PAGES:
        return words.say("place-page", number=int(last) + 1)
    if last in _SILENT and not is_end:
        return ""
    if around == ("sections",) or path == ("summary",):
        return title_of(path, document) or words.say(f"place-section-{last}")
    if last == "items" or path == ("summary", "content") or last.isdigit():
        return ""
    return _field(path, words)


def title_of(path: Path, document: Json) -> str:
    """The title that a person gave a section; "" if there is none."""
    title = value_at(join(*path, "title"), document)
    return title.strip() if isinstance(title, str) else ""


def _is_in_text(path: Path) -> bool:
    return kind_at(path) == "text" or kind_at(path[:-1]) == "text"


def _key(path: Path, document: Document, words: Words, added: Json | Missing) -> str:
    """An entry by its name, a word in quotes, a section in the layout by its title."""
    key, around = key_of(path[-1]), path[:-1]
    if kind_at(around) == "entries":
        name = entry_name(path, document, added)
        return name or words.say("place-section-custom" if around == ("customSections",) else "place-entry")
    if around[:3] != PAGES:
        return words.say("place-quoted", text=key)
    if key == "summary":
        return _step(("summary",), (), document, words, MISSING)
    if key in NAMES:
        return _step(("sections", key), (), document, words, MISSING)
    return entry_name(("customSections", path[-1]), document) or words.say("place-section-custom")


def _field(path: Path, words: Words) -> str:
    """A member by its label; the one around it decides where one name means two things."""
    name, around = _kebab(path[-1]), _kebab(path[-2]) if len(path) > 1 else ""
    for key in (f"place-field-{around}-{name}", f"place-field-{name}"):
        if key in words:
            return words.say(key)
    return path[-1]


def _kebab(name: str) -> str:
    return _CAPITAL.sub("-", name).lower()


def _block(path: Path, document: Document, words: Words, added: Json | Missing) -> str:
    """A block by its first words, as many as set it apart from the others in its text."""
    found = value_at(join(*path), document)
    block = found if isinstance(found, str) else added
    if not isinstance(block, str):
        return words.say("place-block")
    around = path[:-1] if kind_at(path[:-1]) == "text" else path[:-2]
    text = value_at(join(*around), document)
    parts = take_apart(text) if isinstance(text, str) else None
    others = [visible_text(other) for other in parts.blocks if other != block] if parts else []
    return words.say("place-quoted", text=first_words(visible_text(block), others))


def first_words(text: str, others: Sequence[str] = ()) -> str:
    """The beginning of a text, as short as it still differs from the others; "…" where it was cut."""
    for unit in _UNIT.finditer(text):
        start = text[: unit.end()]
        if len(start) >= _SHORTEST and not any(other.startswith(start) for other in others):
            return start if start == text else start.rstrip(".,;:，。；：") + "…"
    return text
