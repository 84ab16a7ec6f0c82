"""A Proposal's card as one message: every line gets its share of the room, and a cut card says so."""

from collections.abc import Sequence
from typing import Final

from adapters.telegram.drawing import ENTITIES, Drawing
from adapters.telegram.keyboard import Rows, to_rows
from adapters.telegram.lines import LEAST, LEAST_ENTITIES, DrawnLine, draw_line
from adapters.telegram.markup import NOTHING, Markup, bold, found_by_itself, italic, join, text
from adapters.telegram.units import cut
from core.show.view import Button, CardView
from core.show.words import Words
from core.talk.button import to_token

_STATES: Final = {
    "pending": "❔", "approved": "✅", "rejected": "❌", "superseded": "♻️", "expired": "⌛",
    "undone": "↩️", "out_of_date": "⚠️",
}  # fmt: skip
_MOST_LINES: Final = 60
_WHOLE: Final = 5_000
"""More than any card has room for."""
_MORE: Final = 60
"""Units and entities set aside for what isn't drawn, and for marks that Telegram sets by itself."""
_OWN_ENTITIES: Final = 40
"""Entities that our own marks may have however many Telegram finds by itself."""


def draw_card(view: CardView, say: Words, most: int) -> Drawing:
    """The card in at most `most` units of one message."""
    head = join((_status(view, most), bold(cut(view.headline, min(200, most // 4)))))
    foot = _foot(view, most)
    room = most - head.units - foot.units - _MORE - 4
    given = "".join(span.text for line in view.lines for span in line.spans)
    free = max(_OWN_ENTITIES, ENTITIES - found_by_itself(given)) - head.entities - foot.entities
    drawn, left = _lines(view, room, free, say)
    more = text(view.more)
    if left:
        more = join((more, text(say.say("telegram-more-lines", count=left))))
    is_cut = bool(left or view.more or any(line.is_cut for line in drawn))
    body = join(line.markup for line in drawn)
    whole = join((head, join((body, more)), foot), "\n\n")
    if whole.entities + found_by_itself(whole.plain) >= 100:
        whole = text(whole.plain)  # Telegram would drop some of our marks: signs can't be dropped
    return Drawing((whole,), _keys(view, is_cut), is_cut)


def _status(view: CardView, most: int) -> Markup:
    return text(f"{_STATES[view.state]} {cut(view.status, min(300, most // 6))}") if view.status else NOTHING


def _foot(view: CardView, most: int) -> Markup:
    notes = cut("\n".join(f"ℹ️ {note}" for note in view.notes), min(400, most // 8))
    warnings = cut("\n".join(f"⚠️ {warning}" for warning in view.warnings), min(900, most // 5))
    return join((italic(cut(view.summary, min(400, most // 8))), text(notes), text(warnings)))


def _lines(view: CardView, room: int, entities: int, say: Words) -> tuple[list[DrawnLine], int]:
    """As many lines as have room to say something, and how many are left out."""
    lines = view.lines[:_MOST_LINES]
    whole = [draw_line(line, _WHOLE, _WHOLE, say) for line in lines]
    sizes = [line.markup.units + 1 for line in whole]
    marks = [max(1, line.markup.entities) for line in whole]
    while lines:
        shares, parts = _shares(sizes, room), _shares(marks, entities)
        if _suffice(sizes, shares, LEAST) and _suffice(marks, parts, LEAST_ENTITIES):
            break
        lines, sizes, marks = lines[:-1], sizes[:-1], marks[:-1]
    else:
        return [], len(view.lines)
    drawn = [
        draw_line(line, share - 1, part, say) for line, share, part in zip(lines, shares, parts, strict=True)
    ]
    return drawn, len(view.lines) - len(lines)


def _shares(needs: Sequence[int], room: int) -> list[int]:
    """Room for each: what it needs where that is little, else an equal part of what is left."""
    shares = [0] * len(needs)
    for rank, number in enumerate(sorted(range(len(needs)), key=lambda number: needs[number])):
        shares[number] = min(needs[number], room // (len(needs) - rank))
        room -= shares[number]
    return shares


def _suffice(needs: Sequence[int], shares: Sequence[int], least: int) -> bool:
    return all(share >= min(need, least) for need, share in zip(needs, shares, strict=True))


def _keys(view: CardView, is_cut: bool) -> Rows:
    """A card that isn't whole can't be approved by who hasn't opened the whole of it."""
    if not is_cut or view.is_opened:
        return to_rows(view.buttons)
    buttons: list[Button] = []
    for button in view.buttons:
        if to_token(button.token).decision not in ("approve", "approve_anyway"):
            buttons.append(button)
        elif view.review is not None:
            buttons.append(view.review)
    return to_rows(buttons)
