"""What kind of thing stands at each place of a résumé: lists by id, words, rich text, one value."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, TypeGuard

from core.resume.entries import BUILT_IN, Letter, Role
from core.resume.schema import CustomField, CustomSection
from core.resume.values import Json, Missing

Path: TypeAlias = tuple[str, ...]
"""A place as address tokens, root first: `("sections", "skills", "items", "[id]", "keywords")`."""

Kind: TypeAlias = Literal["entries", "words", "pages", "text", "members", "value"]

NAMES: Final[Mapping[str, str]] = {name: entry.key for name, entry in BUILT_IN.items()}
"""The built-in sections, and the field that names an entry of each."""

PAGES: Final[Path] = ("metadata", "layout", "pages")
_ONE_VALUE: Final = frozenset({"website", "stylesheet"})


def key_token(key: str) -> str:
    """The address token of an entry, word or block: `[key]`."""
    return f"[{key}]"


def is_key(token: str) -> bool:
    """Whether an address token names an entry, word or block, and not a member."""
    return token.startswith("[") and token.endswith("]")


def key_of(token: str) -> str:
    """What stands inside the brackets of a token."""
    return token[1:-1]


def kind_at(path: Path) -> Kind:
    """The kind of the value at `path`; a list or object of none of these kinds is one value."""
    if not path:
        return "members"
    last = path[-1]
    if _is_entries(path, last):
        return "entries"
    if _is_words(path, last):
        return "words"
    if path == PAGES:
        return "pages"
    if _is_text(path, last):
        return "text"
    return "value" if last in _ONE_VALUE else "members"


def _is_entries(path: Path, last: str) -> bool:
    if last == "items":
        return len(path) == 3 and path[0] in ("sections", "customSections")
    if last == "roles":
        return len(path) == 5 and is_key(path[3]) and path[2] == "items"
    return path in (("basics", "customFields"), ("customSections",))


def _is_words(path: Path, last: str) -> bool:
    if last == "keywords":
        return len(path) == 5 and is_key(path[3]) and path[2] == "items"
    return last in ("main", "sidebar") and len(path) == 5 and path[:3] == PAGES


def _is_text(path: Path, last: str) -> bool:
    if last == "description":
        return len(path) > 1 and is_key(path[-2])
    if last == "content":
        return path == ("summary", "content") or (len(path) == 5 and path[0] == "customSections")
    return False


def is_custom_section(path: Path) -> bool:
    """Whether `path` is an entry of `customSections` itself."""
    return len(path) == 2 and path[0] == "customSections"


def keyed(value: Json | Missing) -> dict[str, Json] | None:
    """The entries of a list by id, in order; None where an id is missing or doubled: then it is one value."""
    if not isinstance(value, list):
        return None
    entries: dict[str, Json] = {}
    for entry in value:
        key = entry.get("id") if isinstance(entry, dict) else None
        if not isinstance(key, str) or not key or key in entries:
            return None
        entries[key] = entry
    return entries


def are_words(value: Json | Missing) -> TypeGuard[list[str]]:
    """Whether a value is a list of strings of which none stands twice."""
    return (
        isinstance(value, list)
        and all(isinstance(word, str) for word in value)
        and len(set(value)) == len(value)
    )


def are_pages(value: Json | Missing) -> TypeGuard[list[dict[str, Json]]]:
    """Whether a value is a list of objects, as the pages of a layout are."""
    return isinstance(value, list) and all(isinstance(page, dict) for page in value)


def name_field(path: Path, section_type: str = "") -> str | None:
    """The field that names the entry at `path`; `section_type` is that of the custom section around it.

    None where nothing names it, as in a custom section of summaries.
    """
    match path:
        case ("sections", section, "items", _):
            return NAMES.get(section)
        case ("customSections", _):
            return CustomSection.key
        case ("basics", "customFields", _):
            return CustomField.key
        case ("customSections", _, "items", _):
            return Letter.key if section_type == "cover-letter" else NAMES.get(section_type)
        case _:
            return Role.key if path[-2:-1] == ("roles",) else None
