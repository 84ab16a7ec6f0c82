"""Faults that two valid sides can make together: one id twice, a section placed twice or gone."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from core.resume.address import join
from core.resume.shape import NAMES, PAGES, Path, key_token
from core.resume.values import Json

Fault: TypeAlias = tuple[Literal["id", "place", "dangling"], str]
"""What is wrong, and the id of the entry or section it's about."""


def faults(document: Json) -> dict[Fault, list[str]]:
    """Every fault of a document, with the addresses that carry it. One pass; tolerant of fragments."""
    found: dict[Fault, list[Path]] = {}
    for key, paths in _by_key(_entries(document)).items():
        if len(paths) > 1:
            found["id", key] = paths
    known = {*NAMES, "summary", *(key for key, _ in _listed(document.get("customSections"), ()))}
    for key, paths in _by_key(_layout(document)).items():
        if len(paths) > 1:
            found["place", key] = paths
        if key not in known:
            found["dangling", key] = paths
    return {fault: [join(*path) for path in paths] for fault, paths in found.items()}


def _by_key(pairs: Iterator[tuple[str, Path]]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for key, path in pairs:
        found.setdefault(key, []).append(path)
    return found


def _entries(document: Json) -> Iterator[tuple[str, Path]]:
    """Every id of the one id space: entries, roles, custom fields and custom sections."""
    yield from _listed(_member(document.get("basics"), "customFields"), ("basics", "customFields"))
    for name, section in _members(document.get("sections")):
        yield from _with_roles(section, ("sections", name, "items"))
    for section in document.get("customSections") or ():
        if isinstance(section, dict) and isinstance(section.get("id"), str):
            path = ("customSections", key_token(section["id"]))
            yield section["id"], path
            yield from _with_roles(section, (*path, "items"))


def _with_roles(section: Json, path: Path) -> Iterator[tuple[str, Path]]:
    items = _member(section, "items")
    yield from _listed(items, path)
    for entry in items if isinstance(items, list) else ():
        roles = _member(entry, "roles")
        if roles:
            yield from _listed(roles, (*path, key_token(str(entry.get("id"))), "roles"))


def _listed(entries: Json, path: Path) -> Iterator[tuple[str, Path]]:
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("id"), str):
            yield entry["id"], (*path, key_token(entry["id"]))


def _layout(document: Json) -> Iterator[tuple[str, Path]]:
    pages = _member(_member(document.get("metadata"), "layout"), "pages")
    for index, page in enumerate(pages if isinstance(pages, list) else ()):
        for column in ("main", "sidebar"):
            for key in _member(page, column) or ():
                if isinstance(key, str):
                    yield key, (*PAGES, str(index), column, key_token(key))


def _member(value: Json, name: str) -> Json:
    return value.get(name) if isinstance(value, dict) else None


def _members(value: Json) -> Iterator[tuple[str, Json]]:
    return iter(value.items() if isinstance(value, dict) else ())
