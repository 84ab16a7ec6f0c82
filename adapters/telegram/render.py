"""Views → what Telegram shows. Pure; text stays text, and every message fits."""

from typing import Final

from adapters.telegram.cards import draw_card
from adapters.telegram.controls import draw_question
from adapters.telegram.drawing import UNITS, Drawing
from adapters.telegram.keyboard import Rows, pack, to_key, to_rows
from adapters.telegram.markup import Markup, bold, join, text
from adapters.telegram.prose import draw_prose
from adapters.telegram.units import cut, split, tail
from core.show.view import (
    BatchView,
    CardView,
    FileView,
    HomeView,
    ListView,
    QuestionView,
    SaidView,
    TextView,
    View,
    WorkingView,
)
from core.show.words import Words

LONGEST_CAPTION: Final = 1_000
"""Units of what stands beneath a file (Bot API: 1024 characters)."""
_MOST_IN_LIST: Final = 100


def render_view(view: View, say: Words, *, post: int, year: int, most: int = UNITS) -> Drawing:
    """What a Post shows now. `year` is the present one, for the years that are offered.

    Only texts and lists may be longer than one message has room for; all else is cut to `most` units.
    """
    match view:
        case CardView():
            return draw_card(view, say, most)
        case QuestionView():
            return draw_question(view, say, post=post, year=year, most=most)
        case BatchView():
            titles = "\n".join(f"• {title}" for title in view.titles)
            head = join((bold(cut(view.headline, 300)), text(cut(titles, most - 700))))
            return Drawing((join((head, text(cut(view.status, 300))), "\n\n"),), to_rows(view.buttons))
        case TextView(by="assistant"):
            return _long([draw_prose(part) for part in split(view.text, most)], to_rows(view.buttons))
        case TextView():
            return _long([text(part) for part in split(view.text, most)], to_rows(view.buttons))
        case SaidView():
            return _long([text(part) for part in split(view.text, most)], ())
        case ListView():
            return _list(view, most)
        case WorkingView():
            return Drawing((draw_working(view, view.text, most),), to_rows(view.buttons))
        case FileView():
            return Drawing((text(cut(view.headline, min(LONGEST_CAPTION, most))),))
        case HomeView():
            whole = "\n".join([view.name, view.headline, *view.contacts])
            return Drawing((join((bold(cut(view.title, 300)), text(cut(whole, most - 400)))),))


def draw_working(view: WorkingView, written: str, most: int = UNITS) -> Markup:
    """A Job under way, with the end of what was written so far."""
    head = text(f"⏳ {cut(view.headline, 300)}")
    return join((head, text(tail(written.strip(), most - head.units - 2))), "\n\n")


def _list(view: ListView, most: int) -> Drawing:
    items = "\n".join(view.items if view.is_text else (f"• {item}" for item in view.items))
    parts = split(items, most - 310)
    drawn = [join((bold(cut(view.headline, 300)), text(parts[0]))), *map(text, parts[1:])]
    keys = [to_key(button) for button in view.buttons[:_MOST_IN_LIST]]
    return _long(drawn, pack(keys, 1))


def _long(parts: list[Markup], keys: Rows) -> Drawing:
    """Several messages if need be; one that shows nothing would be refused."""
    shown = [part for part in parts if part.plain.strip()]
    return Drawing(tuple(shown) or (text("…"),), keys)
