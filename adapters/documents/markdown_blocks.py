"""Markdown as blocks: headings, bullets and lines, with the marks inside them left as they are."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from adapters.documents.marks import rich_marks, to_bare
from adapters.documents.taken import Taken, joined

_HEADING: Final = re.compile(r" {0,3}(#{1,6})[ \t]+(.+)")
_BULLET: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(.+)")
_QUOTE: Final = re.compile(r"^(?:[ \t]*>)+[ \t]?")
_UNDERLINE: Final = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*")
_ANCHOR: Final = re.compile(r"""<a\s[^<>]*href=["']([^"'<>\s]+)["'][^<>]*>([^<>]*)</a>""", re.IGNORECASE)
_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAGS: Final = "a|b|i|p|u|center|div|em|font|h[1-6]|kbd|span|strong|sub|sup"
_TAG: Final = re.compile(rf"</?(?:{_TAGS})(?:\s[^<>]*)?>", re.IGNORECASE)
_LONGEST: Final = 4_000
"""Characters of a line in which HTML is looked for."""


@dataclass(frozen=True, slots=True)
class Block:
    """One block. `is_new` says that a line begins a paragraph; `level` is that of a heading."""

    kind: Literal["heading", "bullet", "line"]
    text: str
    level: int = 0
    is_new: bool = True


def blocks_of(text: str) -> tuple[list[Block], list[str]]:
    """The blocks of a text, and its comments, which Markdown doesn't show."""
    text, comments = _without_comments(text)
    blocks: list[Block] = []
    is_new = True
    for line in "\n".join(_without_html(line) for line in text.split("\n")).split("\n"):
        if line.strip():
            _add(blocks, _QUOTE.sub("", line), is_new=is_new)
        is_new = not line.strip()
    return blocks, comments


def _without_comments(text: str) -> tuple[str, list[str]]:
    first, *others = text.split("<!--")
    kept, comments = [first], []
    for part in others:
        comment, end, after = part.partition("-->")
        kept.append(after if end else f"<!--{part}")
        if end and comment.strip():
            comments.append(comment.strip())
    return "".join(kept), comments


def _without_html(line: str) -> str:
    """A line without the HTML that people put into Markdown for its looks; links stay as Markdown."""
    if "<" not in line or len(line) > _LONGEST:
        return line
    return _TAG.sub("", _ANCHOR.sub(r"[\2](\1)", _BREAK.sub("\n", line)))


def _add(blocks: list[Block], line: str, *, is_new: bool) -> None:
    last = blocks[-1] if blocks else None
    if found := _HEADING.fullmatch(line):
        text = found[2].strip()
        blocks.append(Block("heading", text.rstrip("#").rstrip() or text, len(found[1])))
    elif last and last.kind == "line" and not is_new and _UNDERLINE.fullmatch(line):
        blocks[-1] = Block("heading", last.text, 1 if "=" in line else 2)
    elif _is_rule(line):
        return
    elif found := _BULLET.fullmatch(line):
        blocks.append(Block("bullet", found[1].strip()))
    elif last and last.kind == "bullet" and not is_new:
        blocks[-1] = replace(last, text=f"{last.text} {line.strip()}")
    else:
        is_new = is_new or last is None or last.kind != "line"
        blocks.append(Block("line", _cells(line), is_new=is_new))


def _is_rule(line: str) -> bool:
    """A line across the page, the edge of a block of code, or the line below the head of a table."""
    marks = set(line) - {" ", "\t"}
    return (len(marks) == 1 and marks <= set("-*_`~")) or (marks <= set("|:-") and "-" in marks)


def _cells(line: str) -> str:
    """A row of a table as its cells; any other line as it is."""
    text = line.strip()
    if text.startswith("|") and text.endswith("|") and len(text) > len("||"):
        return " | ".join(cell.strip() for cell in text.strip("|").split("|") if cell.strip())
    return text.removesuffix("\\").strip()


def rich_blocks(blocks: Sequence[Block]) -> Taken:
    """Blocks as rich text: lines of a paragraph as one, bullets as lists, headings bold."""
    return joined("", _runs(blocks))


def _runs(blocks: Sequence[Block]) -> Iterator[Taken]:
    lines: list[Taken] = []
    bullets: list[Taken] = []
    for block in blocks:
        if lines and (block.kind != "line" or block.is_new):
            yield rich_marks([joined(" ", lines)])
            lines = []
        if bullets and block.kind != "bullet":
            yield rich_marks([], bullets)
            bullets = []
        if block.kind == "bullet":
            bullets.append(Taken(block.text, block.text))
        elif block.kind == "line":
            lines.append(Taken(block.text, block.text))
        else:
            yield rich_marks([Taken(f"**{to_bare(block.text).text}**", block.text)])
    yield rich_marks([joined(" ", lines)], bullets)
