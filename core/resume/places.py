"""Every place of a résumé that has a name: parts, entries, roles, keywords and plain fields."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, TypeAlias

from core.resume.aliases import FIELDS, NAMING, SECTIONS, Called
from core.resume.normal import to_normal
from core.resume.values import Document, Json

Kind: TypeAlias = Literal["section", "entry", "role", "keyword", "field"]
Language: TypeAlias = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Place:
    """A place by identity and what it is called.

    `names` are the résumé's own words, the one that sets it apart first; `aliases` what people say
    instead. `family` is the section's key (of a custom section its type), "basics" for its fields.
    `list_address` is the list that an entry stands in, `values` the entry itself;
    `normals` are the names as they are compared.
    """

    kind: Kind
    family: str
    address: str
    label: str
    names: tuple[str, ...]
    aliases: frozenset[str] = frozenset()
    list_address: str = ""
    values: Json = field(default=None, compare=False)
    normals: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "normals", tuple(map(to_normal, self.names)))


def join(address: str, *tokens: str) -> str:
    """An address with more tokens at its end; a token that is a key stands in `[…]` already."""
    return "/".join((address, *(token.replace("~", "~0").replace("/", "~1") for token in tokens)))


def key(text: str) -> str:
    """The token of an entry by its id, or of a keyword by its word."""
    return f"[{text}]"


def shown(called: Called, language: Language) -> str:
    """The first of the names of one language: the one that we show."""
    return called[language == "zh"].split("|")[0]


@cache
def to_names(called: Called) -> frozenset[str]:
    """All names of both languages, as they are compared."""
    return frozenset(to_normal(name) for names in called for name in names.split("|"))


def find_places(document: Document, language: Language = "en") -> Iterator[Place]:
    """All places of `document` that can be named, in the document's order."""
    for part in ("basics", "picture", "summary"):
        yield _section(part, f"/{part}", document.get(part), language)
    for name, called in FIELDS["basics"].items():
        address = join("/basics", name)
        yield Place("field", "basics", address, shown(called, language), (), to_names(called))
    for family, section in _dict(document.get("sections")).items():
        address = join("/sections", family)
        yield _section(family, address, section, language)
        yield from _entries(family, address, section, language)
    for section in _list(document.get("customSections")):
        address = join("/customSections", key(str(section.get("id", ""))))
        family = str(section.get("type", ""))
        yield _section(family, address, section, language)
        yield from _entries(family, address, section, language)


def title_of(family: str, section: Json, language: Language) -> str:
    """The title of a section as it is shown: the person's own, else the usual one."""
    title = str(_dict(section).get("title", "") or "").strip()
    return title or (shown(SECTIONS[family], language) if family in SECTIONS else family)


def _section(family: str, address: str, section: Json, language: Language) -> Place:
    title = title_of(family, section, language)
    own = str(_dict(section).get("title", "") or "")
    built_in = family in SECTIONS and not address.startswith("/customSections")
    aliases = to_names(SECTIONS[family]) | {to_normal(family)} if built_in else frozenset()
    return Place("section", family, address, title, (own,) if own else (), aliases, "", section)


def _entries(family: str, section_address: str, section: Json, language: Language) -> Iterator[Place]:
    title = title_of(family, section, language)
    items = join(section_address, "items")
    for entry in _list(_dict(section).get("items")):
        address = join(items, key(str(entry.get("id", ""))))
        names = _names(family, entry)
        short = next((name for name in names if name), "")
        label = " · ".join([title, *[name for name in names[:2] if name]])
        yield Place("entry", family, address, label, names, frozenset(), items, entry)
        for role in _list(entry.get("roles")):
            role_address = join(address, "roles", key(str(role.get("id", ""))))
            position = str(role.get("position", ""))
            label = " · ".join(filter(None, (title, short, position)))
            yield Place("role", family, role_address, label, (position,), frozenset(), "", role)
        for word in entry.get("keywords") or ():
            label = " · ".join(filter(None, (title, short, str(word))))
            yield Place("keyword", family, join(address, "keywords", key(str(word))), label, (str(word),))


def _names(family: str, entry: Json) -> tuple[str, ...]:
    fields = NAMING.get(family, ("name", "title"))
    return tuple(str(entry.get(name) or "") for name in fields)


def _dict(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _list(value: Json) -> list[dict[str, Json]]:
    return [member for member in value if isinstance(member, dict)] if isinstance(value, list) else []
