"""Blocks: Block Kit as plain dicts, each text within its limit, and how much text a message holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from adapters.slack.text import clean, cut, escape, pieces, size
from core.show.view import Button

Block: TypeAlias = dict[str, Any]

MESSAGE_TEXT: Final = 9_000
"""Characters of all blocks of a message together; refusals were seen from 11,300 on (undocumented)."""
MESSAGE_BLOCKS: Final = 50
VIEW_BLOCKS: Final = 100
"""Blocks of a modal or a Home tab."""
SECTION_TEXT: Final = 2_940
HEADER_TEXT: Final = 147
BUTTON_TEXT: Final = 73
CONTEXT_TEXT: Final = 1_900
PLACEHOLDER_TEXT: Final = 147
LABEL_TEXT: Final = 1_900
FALLBACK_TEXT: Final = 1_000
ALT_TEXT: Final = 1_900
ELEMENTS: Final = 25
"""Elements of one row of actions."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message as it is sent: blocks, the text for notifications, and whether something was left out."""

    text: str
    blocks: list[Block]
    is_cut: bool = False


def fallback(text: str) -> str:
    """What stands in notifications; Slack reads markup there."""
    return escape(cut(text, FALLBACK_TEXT)).strip() or "…"


def plain(text: str, most: int) -> Block:
    """A plain text object: nothing in it is markup, emoji names included."""
    return {"type": "plain_text", "text": cut(text, most) or "…", "emoji": False}


def header(text: str) -> Block:
    """A headline, one line."""
    return {"type": "header", "text": plain(" ".join(text.split()), HEADER_TEXT)}


def section(text: str, accessory: Block | None = None) -> Block:
    """A paragraph, with one element at its side."""
    block: Block = {"type": "section", "text": plain(text, SECTION_TEXT)}
    return block if accessory is None else {**block, "accessory": accessory}


def context(text: str) -> Block:
    """Small print."""
    return {"type": "context", "elements": [plain(text, CONTEXT_TEXT)]}


def image(file: str, alt: str) -> Block:
    """An upload of ours that Slack has looked at, by its id; `alt` is for who can't see it."""
    return {"type": "image", "slack_file": {"id": file}, "alt_text": cut(alt, ALT_TEXT) or "…"}


def run(text: str, **style: bool) -> list[Block]:
    """A run of rich text; a long one as several, since one text element may not hold it."""
    extra: Block = {"style": style} if style else {}
    return [{"type": "text", "text": piece, **extra} for piece in pieces(clean(text), SECTION_TEXT)]


def rich(*paragraphs: Iterable[Block]) -> Block:
    """Rich text of paragraphs that are runs; it needs no escaping, and pings nobody."""
    filled = [list(one) for one in paragraphs]
    sections = [{"type": "rich_text_section", "elements": one} for one in filled if one]
    empty = {"type": "rich_text_section", "elements": run("…")}
    return {"type": "rich_text", "elements": sections or [empty]}


def actions(elements: Sequence[Block], block_id: str = "") -> list[Block]:
    """Rows of elements, as many as are needed."""
    rows: list[Block] = []
    for index, start in enumerate(range(0, len(elements), ELEMENTS)):
        block: Block = {"type": "actions", "elements": list(elements[start : start + ELEMENTS])}
        if block_id:
            block["block_id"] = f"{block_id}:{index}"
        rows.append(block)
    return rows


def button(kind: str, index: int, label: str, value: str, style: str = "plain") -> Block:
    """A button; `kind` and `index` make its action id, which is unique in its message."""
    block: Block = {
        "type": "button",
        "action_id": f"{kind}:{index}",
        "text": plain(label, BUTTON_TEXT),
        "value": value,
    }
    return block if style == "plain" else {**block, "style": style}


def press_buttons(buttons: Sequence[Button], start: int = 0) -> list[Block]:
    """The core's buttons: each carries its token, and its kind says whether a form comes first."""
    return [
        button(_kind(one), start + index, one.label, one.token, one.style)
        for index, one in enumerate(buttons)
    ]


def _kind(one: Button) -> str:
    """What a press of it leads to: a form (`lines`, `reason`, `review`), or the press itself."""
    return one.input or ("review" if one.token.endswith(".review") else "press")


def _texts(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "text" and isinstance(value, str):
                yield value
            else:
                yield from _texts(value)
    elif isinstance(part, list):
        for value in part:
            yield from _texts(value)


def weight(block: Block) -> int:
    """How much of a message's text a block takes."""
    return sum(size(text) for text in _texts(block))


def shares(needs: Sequence[int], budget: int) -> list[int]:
    """A budget shared out: who needs little gets all of it, the others the same each."""
    given = [0] * len(needs)
    left = budget
    order = sorted(range(len(needs)), key=needs.__getitem__)
    for place, index in enumerate(order):
        given[index] = min(needs[index], left // (len(order) - place))
        left -= given[index]
    return given
