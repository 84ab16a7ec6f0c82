"""A résumé as it reads from top to bottom: the lines and texts that the documents have in common."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from adapters.documents.typeset import typeset
from core.resume.values import Document

Kind: TypeAlias = Literal["name", "headline", "contact", "section", "entry", "details", "item", "role"]


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line: what it shows, and where it leads ("": nowhere)."""

    text: str
    url: str = ""
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a kind; its spans stand one after the other as they are."""

    kind: Kind
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """A rich text as blocks: `typeset.rich` says what they are."""

    blocks: list[Any]


@dataclass(frozen=True, slots=True)
class Break:
    """What follows begins a page of its own."""


Part: TypeAlias = Line | Body | Break

BETWEEN: Final = Span(" · ")
"""Stands between the facts of one line."""

_CONTAINERS: Final = frozenset({"ul", "ol", "li", "blockquote"})


def flow(document: Document) -> list[Part]:
    """Everything that a person sees of a résumé, in the order of its layout; nothing that is hidden."""
    return list(_flow(typeset(document)))


def marks_in(parts: Iterable[Part]) -> set[str]:
    """The marks that occur in rich texts (`strong`, `u`, …); `pre` stands for any within a `pre`."""
    bodies = [part for part in parts if isinstance(part, Body)]
    leaves = [leaf for body in bodies for block in body.blocks for leaf in _leaves(block)]
    return {
        "pre" if leaf["tag"] == "pre" else mark
        for leaf in leaves
        for line in leaf["lines"]
        for run in line
        for mark in run["marks"]
    }


def has_photo(document: Document) -> bool:
    """Whether the résumé shows a photo."""
    return bool(document["picture"]["url"]) and not document["picture"]["hidden"]


def is_container(block: Mapping[str, Any]) -> bool:
    """Whether a block of rich text holds other blocks, and no text of its own."""
    return block["tag"] in _CONTAINERS


def _leaves(block: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if is_container(block):
        for child in block["children"]:
            yield from _leaves(child)
    else:
        yield block


def _flow(sheet: Mapping[str, Any]) -> Iterator[Part]:
    for kind in ("name", "headline"):
        if sheet[kind]:
            yield Line(kind, (Span(sheet[kind]),))
    if sheet["contacts"]:
        yield Line("contact", _between(Span(one["text"], one["url"]) for one in sheet["contacts"]))
    sections = [part for page in sheet["pages"] for column in ("main", "sidebar") for part in page[column]]
    for before, section in zip([None, *sections], sections, strict=False):
        if before and (section["new"] or "cover-letter" in (before["family"], section["family"])):
            yield Break()
        if section["title"]:
            yield Line("section", (Span(section["title"]),))
        for entry in section["entries"]:
            yield from _entry(entry, section["short"], sheet["look"]["comma"])


def _entry(entry: Mapping[str, Any], is_short: bool, comma: str) -> Iterator[Part]:
    title = (Span(entry["title"], entry["url"], is_strong=is_short),) if entry["title"] else ()
    details, tags = list(_details(entry)), comma.join(entry["tags"])
    if is_short:
        yield Line("item", (*title, *_in_brackets(details, comma), *([Span(f": {tags}")] if tags else [])))
    else:
        if title:
            yield Line("entry", title)
        if details:
            yield Line("details", _between(details))
    for text in (entry["recipient"], entry["body"]):
        if text:
            yield Body(text)
    for role in entry["roles"]:
        yield from _role(role)


def _details(entry: Mapping[str, Any]) -> Iterator[Span]:
    """What belongs to the title: positions, place, time, level as "4/5", and the link."""
    level = entry["level"]  # a mark for each point, those that are reached first
    reached = f"{level.count(level[0])}/{len(level)}" if level else ""
    for text in (*entry["beneath"], entry["place"], entry["aside"], reached):
        if text:
            yield Span(text)
    if entry["link"]:
        yield Span(entry["link"]["text"], entry["link"]["url"])


def _role(role: Mapping[str, Any]) -> Iterator[Part]:
    if spans := [Span(text) for text in (role["title"], role["aside"]) if text]:
        yield Line("role", _between(spans))
    if role["body"]:
        yield Body(role["body"])


def _between(spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(part for span in spans for part in (BETWEEN, span))[1:]


def _in_brackets(spans: list[Span], comma: str) -> tuple[Span, ...]:
    inner = tuple(part for span in spans for part in (Span(comma), span))[1:]
    return (Span(" ("), *inner, Span(")")) if inner else ()
