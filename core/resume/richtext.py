"""Rich text: the one canonical form of its HTML, and the ways in from plain text and Markdown."""

import re
from functools import lru_cache
from html import unescape
from typing import Final

from core.resume.htmltree import (
    CONTAINERS,
    LISTS,
    MARKS,
    RENAMED,
    TEXT_BLOCKS,
    Block,
    Node,
    escape_text,
    read,
    write,
)

_INLINE_TAGS: Final = frozenset({*MARKS, *RENAMED, "font", "ins", "mark", "small", "span", "sub", "sup"})
_BLOCK_TAGS: Final = CONTAINERS | TEXT_BLOCKS | {"body", "div", "html", "table"}

_ATTRIBUTE: Final = r"""\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>=]+))?"""
_TAG: Final = re.compile(rf"<(/?)([A-Za-z][A-Za-z0-9]*)(?:{_ATTRIBUTE})*\s*/?>")
_ENTITY: Final = re.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#39|#x27|#160);")
_LINE_END: Final = re.compile(r"\r\n|[\r\n\v\f\u0085\u2028\u2029]")
_BULLET: Final = re.compile(r"[-*•·●▪◦]\s+(?=\S)")
_NUMBER: Final = re.compile(r"([0-9]{1,2})(?:[.)]\s+|、\s*)(?=\S)")
_BOLD: Final = re.compile(r"(?<![A-Za-z0-9*])\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*(?![A-Za-z0-9*])")


def canonical(html: str) -> str:
    """The one form in which a rich text is stored: equal texts are equal bytes.

    Takes any HTML, trusted or not, and keeps `p h1…h6 blockquote pre ul ol li br a[href] strong em u s
    code` and every visible character; scripts and styles go with their content. A second pass changes
    nothing. A text that shows nothing is `""`.
    """
    return write(read(html))


def settle(text: str) -> str:
    """The canonical form of what a patch brings for a rich text: HTML, plain text or light Markdown."""
    if looks_like_html(text):
        return canonical(text)
    return from_text(_ENTITY.sub(lambda found: unescape(found[0]), text))


def from_text(text: str) -> str:
    """Plain text as canonical rich text: a paragraph per line, lines with bullets as a list.

    `**bold**` becomes bold; every other character stands for itself, `<` and `&` too. Numbers make a
    list only where they count from 1, so that none is lost.
    """
    lines = [line.strip() for line in _LINE_END.split(text)]
    return canonical("".join(_blocks([line for line in lines if line])))


def looks_like_html(text: str) -> bool:
    """Whether a text is meant as HTML: `<p>Led it` is, `List<String>` and `a < b` are not."""
    tags = [(slash, name.lower()) for slash, name in _TAG.findall(text)]
    closed = {name for slash, name in tags if slash}
    if any(name == "br" or (not slash and name in closed & _KNOWN_TAGS) for slash, name in tags):
        return True
    first = _TAG.match(text.lstrip())
    return first is not None and not first[1] and first[2].lower() in _BLOCK_TAGS


_KNOWN_TAGS: Final = _BLOCK_TAGS | _INLINE_TAGS


@lru_cache(maxsize=2_048)
def plain(html: str) -> str:
    """What a rich text shows: a line per block, `• ` or the number before an item, deeper items indented."""
    lines: list[str] = []
    _show(read(html), "", "", lines)
    return "\n".join(lines)


def _blocks(lines: list[str]) -> list[str]:
    blocks: list[str] = []
    place = 0
    while place < len(lines):
        tag, items = _list_at(lines, place)
        if items:
            blocks.append(f"<{tag}>{''.join(f'<li><p>{_marked(item)}</p></li>' for item in items)}</{tag}>")
        else:
            blocks.append(f"<p>{_marked(lines[place])}</p>")
        place += len(items) or 1
    return blocks


def _list_at(lines: list[str], start: int) -> tuple[str, list[str]]:
    """The list that begins at this line, if one does: its tag and the texts of its items."""
    bullets: list[str] = []
    while start + len(bullets) < len(lines) and (found := _BULLET.match(lines[start + len(bullets)])):
        bullets.append(found.string[found.end() :])
    if bullets:
        return "ul", bullets
    numbered: list[str] = []
    while start + len(numbered) < len(lines) and (found := _NUMBER.match(lines[start + len(numbered)])):
        if int(found[1]) != len(numbered) + 1:
            break
        numbered.append(found.string[found.end() :])
    return "ol", numbered


def _marked(text: str) -> str:
    return _BOLD.sub(r"<strong>\1</strong>", escape_text(text))


def _show(node: Node | Block, first: str, indent: str, lines: list[str]) -> None:
    """Adds the lines of one block; `first` stands before the first of them, `indent` before the others."""
    if isinstance(node, Block):
        texts = "".join(text for text, _ in node.runs).split("\n")
        lines += [(indent if place else first) + text for place, text in enumerate(texts)]
        return
    for place, child in enumerate(node.children):
        before = indent if place else first
        if node.tag in LISTS:
            marker = "• " if node.tag == "ul" else f"{place + 1}. "
            _show(child, before + marker, indent + "  ", lines)
        else:
            _show(child, before, indent, lines)
