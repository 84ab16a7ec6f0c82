"""Faults that two valid sides can make together: one id twice, a section placed twice or gone."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeAlias

from core.resume.address import join
from core.resume.shape import NAMES, PAGES, Path, key_token
from core.resume.values import Json

Fault: TypeAlias = tuple[Literal["id", "place", "dangling"], str]
"""What is wrong, and the id of the entry or section it's about."""

_Keys: TypeAlias = tuple[Path, list[str]]
"""A list, and the ids in it."""


def faults(document: Json) -> dict[Fault, list[str]]:
    """Every fault of a document, with the addresses that carry it; tolerant of fragments.

    Most documents have none, and this is asked at every merge: so addresses are worked out last.
    """
    entries, columns = _entries(document), list(_columns(document))
    placed = [key for _, keys in columns for key in keys]
    known = {*NAMES, "summary", *_ids(_objects(document.get("customSections")))}
    found: dict[Fault, list[str]] = {}
    for key in _doubled([key for _, keys in entries for key in keys]):
        found["id", key] = _addresses(key, entries)
    for key in _doubled(placed):
        found["place", key] = _addresses(key, columns)
    for key in set(placed) - known:
        found["dangling", key] = _addresses(key, columns)
    return found


def _doubled(keys: list[str]) -> list[str]:
    if len(set(keys)) == len(keys):
        return []
    return [key for key, times in Counter(keys).items() if times > 1]


def _addresses(key: str, lists: list[_Keys]) -> list[str]:
    return [join(*path, key_token(key)) for path, keys in lists for each in keys if each == key]


def _entries(document: Json) -> list[_Keys]:
    """Every id of the one id space: entries, roles, custom fields and custom sections."""
    fields = _objects(_member(document.get("basics"), "customFields"))
    custom = _objects(document.get("customSections"))
    found: list[_Keys] = [(("basics", "customFields"), _ids(fields)), (("customSections",), _ids(custom))]
    for name, section in _members(document.get("sections")):
        found += _in_section(section, ("sections", name, "items"))
    for section in custom:
        if isinstance(section.get("id"), str):
            found += _in_section(section, ("customSections", key_token(section["id"]), "items"))
    return found


def _in_section(section: Json, path: Path) -> list[_Keys]:
    entries = _objects(_member(section, "items"))
    found = [(path, _ids(entries))]
    for entry in entries:
        if entry.get("roles"):
            roles = (*path, key_token(str(entry.get("id"))), "roles")
            found.append((roles, _ids(_objects(entry["roles"]))))
    return found


def _ids(entries: list[dict[str, Json]]) -> list[str]:
    return [key for entry in entries if isinstance(key := entry.get("id"), str)]


def _objects(entries: Json) -> list[dict[str, Json]]:
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _columns(document: Json) -> Iterator[_Keys]:
    """What stands in each column of the layout."""
    pages = _member(_member(document.get("metadata"), "layout"), "pages")
    for index, page in enumerate(pages if isinstance(pages, list) else ()):
        for column in ("main", "sidebar"):
            keys = [key for key in _member(page, column) or () if isinstance(key, str)]
            yield (*PAGES, str(index), column), keys


def _member(value: Json, name: str) -> Json:
    return value.get(name) if isinstance(value, dict) else None


def _members(value: Json) -> Iterator[tuple[str, Json]]:
    return iter(value.items() if isinstance(value, dict) else ())
