"""A rich text as a tree of blocks: sanitised HTML read, tidied and written back in canonical form."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from itertools import groupby
from typing import Final, TypeAlias
from unicodedata import category

import nh3

LISTS: Final = frozenset({"ul", "ol"})
CONTAINERS: Final = LISTS | {"li", "blockquote"}
TEXT_BLOCKS: Final = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "pre"})
MARKS: Final = ("a", "strong", "em", "u", "s", "code")
"""The marks, in the order in which they nest."""
RENAMED: Final = {"b": "strong", "i": "em", "del": "s", "strike": "s"}

Mark: TypeAlias = tuple[str, str]
"""A mark and its link address (empty but for `a`)."""

Run: TypeAlias = tuple[str, tuple[Mark, ...]]
"""A piece of text and its marks as they nest. Outside `pre`, the text `\\n` is a line break."""

_SEPARATORS: Final = frozenset(
    {"address", "article", "aside", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt"}
    | {"fieldset", "figcaption", "figure", "footer", "form", "header", "hgroup", "hr", "legend", "main"}
    | {"nav", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr"}
)
_MAX_DEPTH: Final = 8
"""Lists and quotes deeper than this are laid flat: no résumé needs them, and recursion stays bounded."""

_SANITISER: Final = nh3.Cleaner(
    tags=set(CONTAINERS | TEXT_BLOCKS | _SEPARATORS | {"br", *MARKS, *RENAMED}),
    clean_content_tags={"script", "style"},
    attributes={"a": {"href"}},
    url_schemes={"http", "https", "mailto"},
    link_rel=None,
)
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_SPACE: Final = re.compile(r"[ \t\n\r\f\v]+")
_LINK: Final = re.compile(r"(?:https?://|mailto:)[^\s]", re.IGNORECASE)


@dataclass(slots=True)
class Block:
    """A paragraph, heading or `pre`: the leaves of the tree."""

    tag: str
    runs: list[Run] = field(default_factory=list)


@dataclass(slots=True)
class Node:
    """A list, an item, a quote, or the whole text (whose tag is empty)."""

    tag: str
    depth: int = 0
    """How many lists and quotes deep."""
    children: list["Node | Block"] = field(default_factory=list)
    loose: bool = False
    """Made by us around items that stood in no list."""

    def add(self, tag: str, *, loose: bool = False) -> "Node":
        """A new last child."""
        node = Node(tag, self.depth + (tag != "li"), loose=loose)
        self.children.append(node)
        return node


def read(html: str) -> Node:
    """Any HTML, trusted or not, as a tidied tree: what the subset has, less what shows no character."""
    builder = _TreeBuilder()
    builder.feed(_SANITISER.clean(_NO_TEXT.sub("", html)))
    builder.close()
    _tidy(builder.root)
    return builder.root


def write(node: Node | Block) -> str:
    """The canonical HTML of a tidied tree."""
    parts = [_write_runs(node)] if isinstance(node, Block) else [write(child) for child in node.children]
    return f"<{node.tag}>{''.join(parts)}</{node.tag}>" if node.tag else "".join(parts)


def escape_text(text: str) -> str:
    """Text between tags: characters stand for themselves, but for `&amp; &lt; &gt; &nbsp;`."""
    return escape(text, quote=False).replace("\u00a0", "&nbsp;")


class _TreeBuilder(HTMLParser):
    """Builds the tree from what the sanitiser left, which is balanced and has no foreign tags."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self._nodes = [self.root]
        self._kinds = ["p"]  # which block a text would start here
        self._open_marks: dict[str, list[Mark | None]] = {tag: [] for tag in MARKS}
        self._marks: tuple[Mark, ...] = ()
        self._block: Block | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = RENAMED.get(tag, tag)
        if tag in MARKS:
            self._open_marks[tag].append(_link(attrs) if tag == "a" else (tag, ""))
            self._set_marks()
        elif tag == "br":
            self._add("\n")
        else:
            self._block = None
            if tag in CONTAINERS:
                self._nodes.append(self._container(tag))
                self._kinds.append("p")
            elif tag in TEXT_BLOCKS:
                self._kinds.append(tag)

    def handle_endtag(self, tag: str) -> None:
        tag = RENAMED.get(tag, tag)
        if tag in MARKS:
            self._open_marks[tag].pop()
            self._set_marks()
        elif tag != "br":
            self._block = None
            if tag in CONTAINERS:
                self._nodes.pop()
            if tag in CONTAINERS or tag in TEXT_BLOCKS:
                self._kinds.pop()

    def handle_data(self, data: str) -> None:
        text = _NO_TEXT.sub("", data)
        if self._kinds[-1] == "pre":
            text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\v", " ")
        else:
            text = _SPACE.sub(" ", text)
        if text and (self._block is not None or text != " "):
            self._add(text)

    def _add(self, text: str) -> None:
        if self._block is None:
            self._block = Block(self._kinds[-1])
            parent = self._nodes[-1]
            if parent.tag in LISTS:
                parent = parent.add("li")
            parent.children.append(self._block)
        self._block.runs.append((text, self._marks))

    def _container(self, tag: str) -> Node:
        """The new list, item or quote, in a list or item of our own making where HTML wants one."""
        parent = self._nodes[-1]
        in_list = parent.tag in LISTS
        if tag == "li" and in_list:
            return parent.add("li")
        if parent.depth >= _MAX_DEPTH:
            return parent
        last = parent.children[-1] if parent.children else None
        if tag == "li":
            parent = last if isinstance(last, Node) and last.loose else parent.add("ul", loose=True)
        elif in_list:
            parent = last if isinstance(last, Node) else parent.add("li")
        return parent.add(tag)

    def _set_marks(self) -> None:
        innermost = (opened[-1] for opened in self._open_marks.values() if opened)
        self._marks = tuple(mark for mark in innermost if mark is not None)


def _link(attrs: list[tuple[str, str | None]]) -> Mark | None:
    address = _NO_TEXT.sub("", re.sub(r"[\t\n\r\f\v]", "", dict(attrs).get("href") or "").strip())
    return ("a", re.sub(r"\s", "%20", address)) if _LINK.match(address) else None


def _tidy(node: Node) -> None:
    """Tidies the texts, and takes out what shows no character."""
    kept: list[Node | Block] = []
    for child in node.children:
        if isinstance(child, Node):
            _tidy(child)
            if child.children:
                kept.append(child)
        else:
            child.runs = _tidy_pre(child.runs) if child.tag == "pre" else _tidy_runs(child.runs)
            if any(_shows(text) for text, _ in child.runs):
                kept.append(child)
    node.children = kept


def _shows(text: str) -> bool:
    return any(not char.isspace() and category(char) not in ("Cc", "Cf") for char in text)


def _tidy_runs(runs: list[Run]) -> list[Run]:
    """White space outside `pre`: none at the ends or around a break, one space elsewhere."""
    kept: list[Run] = []
    for text, marks in runs:
        if text == "\n":
            _trim_end(kept, " ")
            if not kept:
                continue
        elif text[0] == " " and (not kept or kept[-1][0][-1] in " \n"):
            text = text[1:]
        if text:
            kept.append((text, marks))
    _trim_end(kept, " \n")
    return _join(_mark_breaks(kept))


def _tidy_pre(runs: list[Run]) -> list[Run]:
    """A `pre` keeps its white space but for line ends at its edges, which HTML readers disagree about."""
    first = next((place for place, (text, _) in enumerate(runs) if text.strip("\n")), len(runs))
    kept = [(text.lstrip("\n"), marks) for text, marks in runs[first : first + 1]] + runs[first + 1 :]
    _trim_end(kept, "\n")
    return _join(kept)


def _trim_end(runs: list[Run], characters: str) -> None:
    while runs:
        text, marks = runs.pop()
        if text := text.rstrip(characters):
            runs.append((text, marks))
            return


def _mark_breaks(runs: list[Run]) -> list[Run]:
    """A break has the marks that the texts on both its sides share, wherever it was written."""
    marked = list(runs)
    after: tuple[Mark, ...] = ()
    for place in reversed(range(len(runs))):
        text, marks = runs[place]
        if text == "\n":
            marked[place] = (text, after)
        else:
            after = marks
    for place, (text, marks) in enumerate(marked):
        if text == "\n":
            before = marked[place - 1][1]
            marked[place] = (text, tuple(mark for mark in marks if mark in before))
    return marked


def _join(runs: Iterable[Run]) -> list[Run]:
    return [("".join(text for text, _ in same), marks) for marks, same in groupby(runs, lambda run: run[1])]


def _write_runs(block: Block) -> str:
    parts: list[str] = []
    opened: tuple[Mark, ...] = ()
    for text, marks in [*block.runs, ("", ())]:
        shared = 0
        while shared < min(len(marks), len(opened)) and marks[shared] == opened[shared]:
            shared += 1
        parts += [f"</{tag}>" for tag, _ in reversed(opened[shared:])]
        parts += [_write_mark(mark) for mark in marks[shared:]]
        parts.append(escape_text(text) if block.tag == "pre" else escape_text(text).replace("\n", "<br>"))
        opened = marks
    return "".join(parts)


def _write_mark(mark: Mark) -> str:
    tag, address = mark
    return f'<a href="{escape_text(address).replace(chr(34), "&quot;")}">' if tag == "a" else f"<{tag}>"
