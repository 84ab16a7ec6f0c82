"""Text as Telegram takes it: HTML parsed strictly, entities in UTF-16 units, and what it marks by itself."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from tests.wire.telegram_values import ApiError, bad_request

Entity: TypeAlias = dict[str, Any]
"""A MessageEntity as on the wire; `offset` and `length` in UTF-16 units."""

MOST_TEXT: Final = 4096
"""In UTF-16 units, as MOST_CAPTION: stricter than servers that count code points, so it holds for both."""
MOST_CAPTION: Final = 1024
MOST_ENTITIES: Final = 100
MOST_RAW_BYTES: Final = 32_768

_STYLES: Final = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "tg-spoiler": "spoiler", "span": "spoiler",
}  # fmt: skip
_MERGING: Final = frozenset(_STYLES.values())
_SOLID: Final = frozenset({"code", "pre"})
_QUOTES: Final = frozenset({"blockquote", "expandable_blockquote"})
_TAGS: Final = frozenset(_STYLES) | {"a", "code", "pre", "blockquote", "tg-emoji", "tg-time"}
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}

_REFERENCE: Final = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-zA-Z]+));?")
_TAG_NAME: Final = re.compile(r"[^\s>]*")
_ATTRIBUTE: Final = re.compile(
    r"\s*(?P<name>[^\s=>]+)(?:\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[A-Za-z0-9.-]+(?=[\s>])))?"
)
_FOUND: Final = re.compile(
    r"(?P<email>[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}\b)"
    r"|(?P<url>https?://[^\s<>\"]+|(?<![\w@.])(?:[\w-]+\.)+(?:com|org|net|dev|io|de|cn|me|edu)\b(?:/[^\s<>\"]*)?)"
    r"|(?P<bot_command>(?<![\w/])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?)"
    r"|(?P<mention>(?<![\w/])@[A-Za-z]\w{2,31})"
    r"|(?P<hashtag>(?<![\w/])#\w*[^\W\d]\w*)"
    r"|(?P<phone_number>(?<![\w+])\+\d[\d ()-]{8,}\d)"
)


def utf16_length(text: str) -> int:
    """How many UTF-16 code units a text has."""
    return len(text) + sum(character > "\uffff" for character in text)


def formatted(
    text: str, parse_mode: str | None, entities: Sequence[Entity] | None
) -> tuple[str, list[Entity]]:
    """A given text as it will stand: parsed, cleaned, trimmed, at most 100 entities (the surplus is dropped).

    Raises ApiError where Telegram would refuse the markup.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MOST_RAW_BYTES:
        raise bad_request("text is too long")
    text = re.sub(r"[\x00-\x09\x0b-\x1f]", " ", text.replace("\r", ""))
    given: list[Entity] = list(entities or ())
    if parse_mode:
        if parse_mode.lower() != "html":
            raise bad_request("unsupported parse_mode")
        text, given = parse_html(text)
    text, given = _trimmed(text, given)
    settled = _settled(text, given)
    untouched = [entity for entity in settled if entity["type"] in _SOLID | {"text_link"}]
    found = [entity for entity in found_entities(text) if not _is_inside(entity, untouched)]
    return text, _in_order(settled + found)[:MOST_ENTITIES]


def found_entities(text: str) -> list[Entity]:
    """What Telegram marks by itself: commands, mentions, links, addresses, tags, telephone numbers."""
    return [
        {
            "type": hit.lastgroup,
            "offset": utf16_length(text[: hit.start()]),
            "length": utf16_length(hit.group()),
        }
        for hit in _FOUND.finditer(text)
    ]


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """Telegram's HTML as visible text and its entities, in the order in which they were closed.

    Raises ApiError `can't parse entities: …` with the byte offset, in the server's own words.
    """
    return _Parser(source).parsed()


@dataclass(slots=True)
class _Open:
    """A tag that waits for its end."""

    tag: str
    attributes: dict[str, str]
    offset: int
    index: int


@dataclass(slots=True)
class _Parser:
    source: str
    at: int = 0
    text: list[str] = field(default_factory=list)
    length: int = 0
    open: list[_Open] = field(default_factory=list)
    entities: list[Entity] = field(default_factory=list)

    def parsed(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            if self.source.startswith("</", self.at):
                self._end_tag()
            elif self.source[self.at] == "<":
                self._start_tag()
            else:
                self._character()
        if self.open:
            raise _refused(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        return "".join(self.text), self.entities

    def _character(self) -> None:
        reference = _REFERENCE.match(self.source, self.at)
        character = _referred(reference) if reference else ""
        if reference and character:
            self.at = reference.end()
        else:
            character = self.source[self.at]
            self.at += 1
        self.text.append(character)
        self.length += utf16_length(character)

    def _start_tag(self) -> None:
        begin = self.at
        name = _TAG_NAME.match(self.source, begin + 1)
        assert name is not None
        tag = name.group().lower()
        if name.end() == len(self.source):
            raise self._refused_at("Unclosed start tag", begin)
        if tag not in _TAGS:
            raise self._refused_at(f'Unsupported start tag "{tag}"', begin)
        self.at = name.end()
        attributes = self._attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._refused_at('Tag "span" must have class "tg-spoiler"', begin)
        self.open.append(_Open(tag, attributes, self.length, len(self.text)))

    def _attributes(self, tag: str, begin: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            rest = self.source[self.at :].lstrip()
            if not rest:
                raise self._refused_at("Unclosed start tag", begin)
            if rest.startswith(">"):
                self.at = len(self.source) - len(rest) + 1
                return attributes
            attribute = _ATTRIBUTE.match(self.source, self.at)
            if attribute is None:
                raise self._refused_at(f'Empty attribute name in the tag "{tag}"', begin)
            value = attribute["value"]
            if value is None and (tag, attribute["name"]) != ("blockquote", "expandable"):
                raise self._valueless(tag, begin, attribute.end())
            attributes[attribute["name"]] = _unquoted(value or "")
            self.at = attribute.end()

    def _valueless(self, tag: str, begin: int, end: int) -> ApiError:
        """Why an attribute that ends here has no value."""
        rest = self.source[end:].lstrip()
        if not rest.startswith("="):
            what = f'Expected equal sign in declaration of an attribute of the tag "{tag}"'
            return self._refused_at(what, begin)
        value = rest[1:].lstrip()
        if not value or value[0] in {'"', "'"}:
            return self._refused_at("Unclosed start tag", begin)
        return self._refused_at("Unexpected end of name token", len(self.source) - len(value))

    def _end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise self._refused_at("Unexpected end tag", begin)
        end = self.source.find(">", begin)
        if end < 0:
            raise self._refused_at("Unclosed end tag", begin)
        found = self.source[begin + 2 : end].strip().lower()
        opened = self.open.pop()
        if found and found != opened.tag:
            what = f"Unmatched end tag at byte offset {self._bytes(begin)}"
            raise _refused(f'{what}, expected "</{opened.tag}>", found "</{found}>"')
        self.at = end + 1
        if self.length > opened.offset:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        place = {"offset": opened.offset, "length": self.length - opened.offset}
        attributes = opened.attributes
        match opened.tag:
            case "a":
                url = attributes.get("href") or "".join(self.text[opened.index :])
                if re.match(r"(https?|tg|mailto|tel)[:.]|[\w-]+(\.[\w-]+)+", url):
                    self.entities.append({"type": "text_link", **place, "url": url})
            case "code" | "pre":
                self._close_code(opened, place)
            case "blockquote":
                kind = "expandable_blockquote" if "expandable" in attributes else "blockquote"
                self.entities.append({"type": kind, **place})
            case "tg-emoji":
                if not attributes.get("emoji-id", "").isdigit():
                    raise bad_request("Invalid custom emoji identifier specified")
                self.entities.append(
                    {"type": "custom_emoji", **place, "custom_emoji_id": attributes["emoji-id"]}
                )
            case "tg-time":
                self.entities.append(
                    {"type": "date_time", **place, "unix_time": int(attributes.get("unix", "0"))}
                )
            case tag:
                self.entities.append({"type": _STYLES[tag], **place})

    def _close_code(self, opened: _Open, place: dict[str, int]) -> None:
        """`<pre><code class="language-x">` over the same text is one `pre` with a language."""
        last = self.entities[-1] if self.entities else {}
        language = opened.attributes.get("class", "").removeprefix("language-")
        if last.get("type") in _SOLID and all(last[name] == place[name] for name in place):
            last["type"] = "pre"
            if language:
                last["language"] = language
            return
        entity: Entity = {"type": opened.tag, **place}
        if language and any(outer.tag == "pre" for outer in self.open):
            entity["language"] = language
        self.entities.append(entity)

    def _refused_at(self, what: str, position: int) -> ApiError:
        return _refused(f"{what} at byte offset {self._bytes(position)}")

    def _bytes(self, position: int) -> int:
        return len(self.source[:position].encode("utf-8", "surrogatepass"))


def _refused(what: str) -> ApiError:
    return bad_request(f"can't parse entities: {what}")


def _referred(reference: re.Match[str]) -> str:
    """The character that a reference stands for; '' where Telegram leaves it as it is."""
    hexadecimal, decimal, name = reference.groups()
    if name:
        return _NAMED.get(name, "")
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if 0 < code < 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""


def _unquoted(value: str) -> str:
    if value[:1] in {'"', "'"}:
        value = value[1:-1]
        return _REFERENCE.sub(lambda hit: _referred(hit) or hit.group(), value)
    return value.lower()


def _trimmed(text: str, entities: Iterable[Entity]) -> tuple[str, list[Entity]]:
    """The text without whitespace at its ends, its entities moved along."""
    before = utf16_length(text) - utf16_length(text.lstrip())
    text = text.strip()
    length = utf16_length(text)
    kept = []
    for entity in entities:
        start = max(entity["offset"] - before, 0)
        end = min(entity["offset"] + entity["length"] - before, length)
        if end > start:
            kept.append({**entity, "offset": start, "length": end - start})
    return text, kept


def _settled(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """Entities as Telegram keeps them: touching styles are one, code holds nothing, quotes don't nest."""
    solid = _outermost(entity for entity in entities if entity["type"] in _SOLID)
    kept = solid + _outermost(entity for entity in entities if entity["type"] in _QUOTES)
    for kind in _MERGING:
        kept += _merged(kind, [entity for entity in entities if entity["type"] == kind], solid)
    others = [entity for entity in entities if entity["type"] not in _MERGING | _SOLID | _QUOTES]
    kept += [entity for entity in others if not _is_inside(entity, solid)]
    units = text.encode("utf-16-le", "surrogatepass")
    return [entity for entity in kept if _words(units, entity).strip()]


def _outermost(entities: Iterable[Entity]) -> list[Entity]:
    kept: list[Entity] = []
    for entity in _in_order(entities):
        if not _is_inside(entity, kept):
            kept.append(entity)
    return kept


def _merged(kind: str, entities: Sequence[Entity], solid: Sequence[Entity]) -> list[Entity]:
    """The stretches that have this style and are no code."""
    painted: set[int] = set()
    for entity in entities:
        painted.update(range(entity["offset"], entity["offset"] + entity["length"]))
    for entity in solid:
        painted.difference_update(range(entity["offset"], entity["offset"] + entity["length"]))
    merged: list[Entity] = []
    for unit in sorted(painted):
        if merged and merged[-1]["offset"] + merged[-1]["length"] == unit:
            merged[-1]["length"] += 1
        else:
            merged.append({"type": kind, "offset": unit, "length": 1})
    return merged


def _is_inside(entity: Entity, others: Iterable[Entity]) -> bool:
    start, end = entity["offset"], entity["offset"] + entity["length"]
    return any(other["offset"] <= start and end <= other["offset"] + other["length"] for other in others)


def _in_order(entities: Iterable[Entity]) -> list[Entity]:
    return sorted(entities, key=lambda entity: (entity["offset"], -entity["length"], entity["type"]))


def _words(units: bytes, entity: Entity) -> str:
    start, end = 2 * entity["offset"], 2 * (entity["offset"] + entity["length"])
    return units[start:end].decode("utf-16-le", "replace")
