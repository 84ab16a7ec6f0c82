"""Markup: a text with its marks in Telegram's HTML, the same in plain signs, and what both weigh."""

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from adapters.telegram.units import clean, units

_FOUND_BY_ITSELF: Final = re.compile(r"[@#$/]\w|\w[.:]\w{2}|\w@|\d[\d ()-]{5,}\d")
"""Where Telegram sets marks by itself: links, names, tags, commands, telephone numbers."""


@dataclass(frozen=True, slots=True)
class Markup:
    """A run of text. `plain` says the same without markup, and is never shorter than what shows of `html`."""

    html: str = ""
    plain: str = ""
    entities: int = 0

    def __add__(self, other: "Markup") -> "Markup":
        return Markup(self.html + other.html, self.plain + other.plain, self.entities + other.entities)

    def __bool__(self) -> bool:
        return bool(self.plain)

    @property
    def units(self) -> int:
        """UTF-16 units of the longer of its two forms."""
        return units(self.plain)


NOTHING: Final = Markup()


def text(words: str) -> Markup:
    """Words as they are: whatever looks like markup in them is shown."""
    words = clean(words)
    return Markup(html.escape(words, quote=False), words)


def bold(words: str) -> Markup:
    """Words in bold."""
    return _tagged("b", text(words))


def italic(words: str) -> Markup:
    """Words in italics."""
    return _tagged("i", text(words))


def code(words: str) -> Markup:
    """Words in a fixed font."""
    return _tagged("code", text(words))


def taken_out(words: str) -> Markup:
    """Words that go: struck, or in minus signs."""
    return _tagged("s", text(words), "[−", "−]")


def brought_in(words: str) -> Markup:
    """Words that come: bold, or in plus signs."""
    return _tagged("b", text(words), "[+", "+]")


def quote(inner: Markup) -> Markup:
    """A quotation that folds when it is long. Quotations don't nest."""
    html_text = f"<blockquote expandable>{inner.html}</blockquote>"
    return Markup(html_text, inner.plain, inner.entities + 1) if inner else NOTHING


def join(parts: Iterable[Markup], between: str = "\n") -> Markup:
    """The parts that aren't empty, with line breaks (or other plain signs) between them."""
    whole = NOTHING
    for part in parts:
        if part:
            whole = whole + text(between) + part if whole else part
    return whole


def found_by_itself(words: str) -> int:
    """How many entities Telegram may find in a text by itself, rather too many than too few."""
    return sum(1 for _ in _FOUND_BY_ITSELF.finditer(words))


def _tagged(tag: str, inner: Markup, opening: str = "", closing: str = "") -> Markup:
    if not inner:
        return NOTHING
    return Markup(f"<{tag}>{inner.html}</{tag}>", f"{opening}{inner.plain}{closing}", inner.entities + 1)
