"""Markdown (CommonMark 0.31, with `~~` of GitHub): what a person wrote never turns into markup."""

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Final

from adapters.documents.writers import Written
from adapters.documents.writers.flow import Body, Break, Line, Part, Span, flow, has_photo, marks_in
from core.resume.htmltree import Mark, Run
from core.resume.values import Document

_HEADINGS: Final = {"name": 1, "section": 2, "entry": 3, "role": 4}
_BELOW: Final = 3
"""Headings in a text stand below those of entries: its first level is our fourth."""
_DELIMITERS: Final = {"strong": "**", "em": "*", "s": "~~"}

_MARKUP: Final = re.compile(r"[\\`*_\[\]<>~|]|&(?=#?\w+;)|(?<![^\s])#|#(?=#*\s*$)")
"""What means something within a line."""
_START: Final = re.compile(r"^(?:([-+](?=\s|$)|[-=](?=[-=\s]*$))|(\d{1,9})([.)])(?=\s|$))")
"""What means something where a line begins."""
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")
_NO_ADDRESS: Final = re.compile(r"[\\<>\s]")


def write(document: Document, *, title: str, version: int) -> Written:
    """The résumé as Markdown in UTF-8; the format has no place for title and version."""
    parts = flow(document)
    marks = marks_in(parts)
    losses = ["The photo is left out."] if has_photo(document) else []
    if "u" in marks:
        losses.append("Underlined text is written without its line, which Markdown lacks.")
    if "pre" in marks:
        losses.append("Marks within preformatted text are left out; its words are kept.")
    return Written((_joined(parts) + "\n").encode(), losses)


def _joined(parts: Iterable[Part]) -> str:
    """Blank lines between all parts but the items of a list."""
    text, before = "", ""
    for part in parts:
        kind = part.kind if isinstance(part, Line) else ""
        if text:
            text += "\n" if kind == before == "item" else "\n\n"
        text += _part(part)
        before = kind
    return text


def _part(part: Part) -> str:
    if isinstance(part, Break):
        return "---"
    if isinstance(part, Body):
        return _blocks(part.blocks)
    if level := _HEADINGS.get(part.kind):
        return f"{'#' * level} {_spans(part.spans)}"
    line = _spans(part.spans)
    return f"- {line}" if part.kind == "item" else _safe_start(line)


def _spans(spans: Iterable[Span]) -> str:
    return _marked([_run(span.text, span.url, ["strong"] if span.is_strong else []) for span in spans])


def _runs(runs: Iterable[Mapping[str, Any]]) -> str:
    return _marked([_run(run["text"], run["url"], run["marks"]) for run in runs])


def _run(text: str, url: str, marks: Iterable[str]) -> Run:
    kept = [(mark, "") for mark in marks if mark != "u"]
    return text, (("a", url), *kept) if url else tuple(kept)


def _blocks(blocks: Iterable[Mapping[str, Any]]) -> str:
    """Blocks with a blank line between them; only a list stands close to the paragraph that it belongs to."""
    text, before, bullet = "", "", "-"
    for block in blocks:
        tag = block["tag"]
        if before:
            text += "\n" if before == "p" and tag in ("ul", "ol") else "\n\n"
        # Two lists in a row would be read as one, but for another sign.
        bullet = "*" if tag == before and bullet == "-" else "-"
        text += _block(block, bullet)
        before = tag
    return text


def _block(block: Mapping[str, Any], bullet: str) -> str:
    match block["tag"]:
        case "ul":
            return "\n".join(_item(f"{bullet} ", item) for item in block["children"])
        case "ol":
            end = "." if bullet == "-" else ")"
            numbered = enumerate(block["children"], 1)
            return "\n".join(_item(f"{number}{end} ", item) for number, item in numbered)
        case "blockquote":
            return _prefixed("> ", "> ", _blocks(block["children"]))
        case "pre":
            return _fenced("\n".join("".join(run["text"] for run in line) for line in block["lines"]))
        case "p":
            return "\\\n".join(_safe_start(_runs(line)) for line in block["lines"])
        case tag:
            level = min(int(tag[1]) + _BELOW, 6)
            return f"{'#' * level} {' '.join(_runs(line) for line in block['lines'])}"


def _item(marker: str, item: Mapping[str, Any]) -> str:
    return _prefixed(marker, " " * len(marker), _blocks(item["children"]))


def _prefixed(first: str, others: str, text: str) -> str:
    lines = text.split("\n")
    return "\n".join([first + lines[0], *(others + line if line else others.rstrip() for line in lines[1:])])


def _fenced(text: str) -> str:
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}\n{text}\n{fence}"


def _marked(runs: Iterable[Run], before: str = "", after: str = "") -> str:
    """Runs with their marks as they nest; `before` and `after` are the characters around them."""
    text = ""
    groups = [(mark, list(group)) for mark, group in groupby(runs, _outermost)]
    for place, (mark, group) in enumerate(groups):
        if mark is None:
            text += "".join(_escaped(content) for content, _ in group)
        else:
            follows = _first(*groups[place + 1]) if place + 1 < len(groups) else after
            inner = [(content, marks[1:]) for content, marks in group]
            if mark[0] == "a" and text.endswith("!"):
                text = text[:-1] + "\\!"  # else the link would be a picture
            text += _wrapped(mark, inner, text[-1:] or before, follows)
    return text


def _outermost(run: Run) -> Mark | None:
    return run[1][0] if run[1] else None


def _first(mark: Mark | None, runs: list[Run]) -> str:
    """The character that runs begin with: a delimiter's where they are marked."""
    if mark is None:
        return runs[0][0][:1]
    return {"a": "[", "code": "`"}.get(mark[0]) or _DELIMITERS[mark[0]][0]


def _wrapped(mark: Mark, runs: list[Run], ahead: str, follows: str) -> str:
    """Runs that have a mark in common, between the characters `ahead` and `follows`."""
    name, url = mark
    if name == "code":
        return _code("".join(content for content, _ in runs))
    if name == "a":
        return f"[{_marked(runs, '[', ']')}]({_address(url)})"
    delimiter = _DELIMITERS[name]
    inner = _marked(runs, delimiter[0], delimiter[0])
    if _fits(ahead, inner[:1]) and _fits(follows, inner[-1:]):
        return f"{delimiter}{inner}{delimiter}"
    return f"<{name}>{inner}</{name}>"  # a delimiter would stay a sign here (CommonMark §6.2), a tag won't


def _fits(outside: str, inside: str) -> bool:
    """Whether a delimiter between these characters is one; stricter than CommonMark's rule."""
    if inside.isspace() or (outside and outside in "*_~`"):
        return False
    return inside.isalnum() or not outside.isalnum()


def _address(url: str) -> str:
    url = _ENTITY.sub("&amp;", _NO_ADDRESS.sub(_percent, url))
    return f"<{url}>" if "(" in url or ")" in url else url


def _code(text: str) -> str:
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    needs_space = text[:1] == "`" or text[-1:] == "`" or (text[:1] == text[-1:] == " " and text.strip())
    space = " " if needs_space else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: "\\" + found[0], text)


def _safe_start(line: str) -> str:
    """The line, which is a paragraph's, with its first signs made safe."""
    return _START.sub(lambda found: f"\\{found[1]}" if found[1] else f"{found[2]}\\{found[3]}", line)


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())
