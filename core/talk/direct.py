"""Direct settings: applied at once only where the person's own newest message names what is changed."""

import re
from collections.abc import Iterator
from typing import Final

from core.errors import NotFoundError
from core.resume.address import from_pointer, tokens, value_at
from core.resume.names import Found, find
from core.resume.normal import is_cjk, to_normal, words_of
from core.resume.places import Kind, Place, find_places
from core.resume.values import Document
from core.talk.ground import own_words
from core.talk.turn_types import TurnInput

HIDEABLE: Final[tuple[Kind, ...]] = ("section", "entry")
PAGE_ADDRESS: Final = "/metadata/page/format"

_LONGEST: Final = 500
_PAPERS: Final = {
    "a4": re.compile(r"\ba4\b|a4纸", re.IGNORECASE),
    "letter": re.compile(r"(?<!cover )(?<!motivation )\bletter\b(?! of\b)|信纸", re.IGNORECASE),
    "free-form": re.compile(r"\bfree[- ]?form\b|\bone long page\b|自由|不分页", re.IGNORECASE),
}
_SPEAK: Final = re.compile(
    r"\b(?:speak|talk|reply|answer|respond|write|language|switch|in)\b|说|讲|用|回复|回答|语言|切换|改成",
    re.IGNORECASE,
)
_SPOKEN: Final = {
    "en": re.compile(r"\benglish\b|英文|英语", re.IGNORECASE),
    "zh": re.compile(r"\bchinese\b|\bmandarin\b|中文|汉语|普通话", re.IGNORECASE),
}


def newest_words(turn: TurnInput) -> str:
    """The person's own words in the newest message; "" where it was pasted or forwarded, or is very long."""
    newest = turn.said[-1] if turn.said else None
    if newest is None or newest.role != "person" or not newest.typed:
        return ""
    own = own_words(newest.text)
    return own if len(own) <= _LONGEST else ""


def find_hideable(name: str, document: Document) -> Found:
    """The section or entry that a name or a JSON Pointer leads to, or candidates."""
    if name.startswith("/"):
        try:
            address = from_pointer(name.removesuffix("/hidden").removesuffix("/items"), document)
        except NotFoundError:
            return Found()
        return Found(address=address) if can_be_hidden(address, document) else Found()
    return find(name, document, kinds=HIDEABLE)


def can_be_hidden(address: str, document: Document) -> bool:
    """Whether a section or entry has a `hidden` member of its own."""
    return isinstance(value_at(f"{address}/hidden", document), bool) and tokens(address)[-1] != "hidden"


def names_place(text: str, address: str, document: Document) -> bool:
    """Whether a message names this section or entry, by name or alias, and no other by a longer name."""
    normal = to_normal(text)
    spans = [
        (start, start + len(name), place)
        for place in find_places(document)
        if place.kind in HIDEABLE
        for name in _names_of(place)
        for start in _places_of(name, normal)
    ]
    own = [(start, end) for start, end, place in spans if place.address == address]
    return any(
        not any(a <= start and end <= b and (a, b) != (start, end) for a, b, _ in spans)
        and find(normal[start:end], document, kinds=HIDEABLE).address == address
        for start, end in own
    )


def names_paper(text: str, paper: str) -> bool:
    """Whether a message names this paper."""
    return _PAPERS[paper].search(text) is not None


def names_language(text: str, language: str) -> bool:
    """Whether a message speaks of being spoken to in this language."""
    return _SPOKEN[language].search(text) is not None and _SPEAK.search(text) is not None


def _names_of(place: Place) -> Iterator[str]:
    for name in (*place.names, *place.aliases):
        if normal := to_normal(name):
            yield normal


def _places_of(name: str, text: str) -> Iterator[int]:
    """Where a name stands in a text as whole words; 中文 has no spaces between words."""
    place = text.find(name)
    while place >= 0:
        chinese = any(is_cjk(word) for word in words_of(name))
        before, after = text[place - 1 : place], text[place + len(name) : place + len(name) + 1]
        if chinese or not (_joins(before) or _joins(after)):
            yield place
        place = text.find(name, place + 1)


def _joins(mark: str) -> bool:
    return bool(mark) and (mark.isalnum() and not is_cjk(mark))
