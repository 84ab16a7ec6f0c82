"""Plain text for the fields of web forms: no markup, a bullet is "- "."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from adapters.documents.writers import Written
from adapters.documents.writers.flow import BETWEEN, Body, Break, Line, Part, Span, flow, has_photo, marks_in
from core.resume.values import Document

_MAIL: Final = re.compile(r"^mailto:", re.IGNORECASE)
_WEB: Final = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)


def write(document: Document, *, title: str, version: int) -> Written:
    """The résumé as UTF-8 text; the format has no place for title and version."""
    parts = flow(document)
    losses = ["The photo is left out."] if has_photo(document) else []
    if marks_in(parts):
        losses.append("Bold, italics and other marks are left out; their words are kept.")
    return Written(("".join(_lines(parts)) or "\n").encode(), losses)  # no platform takes an empty file


def text_of(blocks: Iterable[Mapping[str, Any]]) -> str:
    """A rich text (`typeset.rich`) as lines; where a link leads stands after it in brackets."""
    return "\n".join(line for block in blocks for line in _block(block))


def _lines(parts: Iterable[Part]) -> Iterator[str]:
    before: Part | None = None
    for part in parts:
        if before is not None and _is_apart(before, part):
            yield "\n"
        if isinstance(part, Body):
            yield text_of(part.blocks) + "\n"
        elif isinstance(part, Line):
            yield _line(part)
        before = part


def _is_apart(before: Part, part: Part) -> bool:
    """Whether a blank line stands between: before sections, entries, roles, and texts without a heading."""
    if isinstance(before, Break):
        return False
    if isinstance(part, Body):
        return isinstance(before, Body)
    if isinstance(part, Break) or part.kind in ("section", "role"):
        return True
    return part.kind == "entry" and not (isinstance(before, Line) and before.kind == "section")


def _line(line: Line) -> str:
    if line.kind == "contact":
        return "".join(f"{_span(span)}\n" for span in line.spans if span is not BETWEEN)
    return ("- " if line.kind == "item" else "") + "".join(_span(span) for span in line.spans) + "\n"


def _span(span: Span) -> str:
    return _linked(span.text, span.url)


def _linked(text: str, url: str) -> str:
    """A text and where it leads: once where both say the same, else the address in brackets."""
    address = _MAIL.sub("", url)
    if not url or text == address or url.startswith("tel:"):
        return text
    return address if text == _WEB.sub("", address).rstrip("/") else f"{text} ({address})"


def _block(block: Mapping[str, Any]) -> Iterator[str]:
    match block["tag"]:
        case "ul" | "ol":
            for number, item in enumerate(block["children"], 1):
                marker = "- " if block["tag"] == "ul" else f"{number}. "
                lines = [line for child in item["children"] for line in _block(child)]
                yield marker + lines[0]
                yield from ("  " + line for line in lines[1:])
        case "blockquote":
            for child in block["children"]:
                yield from _block(child)
        case _:
            yield from map(_runs, block["lines"])


def _runs(runs: Iterable[Mapping[str, Any]]) -> str:
    """One line; the runs of one link are one text."""
    shown: list[tuple[str, str]] = []
    for run in runs:
        if shown and run["url"] and shown[-1][1] == run["url"]:
            shown[-1] = (shown[-1][0] + run["text"], run["url"])
        else:
            shown.append((run["text"], run["url"]))
    return "".join(_linked(text, url) for text, url in shown)
