"""Messages: every view that stands in a conversation, as blocks."""

import re
from typing import Final

from adapters.slack.blocks import (
    MESSAGE_BLOCKS,
    MESSAGE_TEXT,
    Block,
    Drawn,
    actions,
    context,
    fallback,
    press_buttons,
    rich,
    run,
    section,
)
from adapters.slack.card import render_batch, render_card
from adapters.slack.decode import COMMANDS
from adapters.slack.question import render_question
from adapters.slack.text import cut, size
from core.show.view import (
    BatchView,
    CardView,
    ListView,
    QuestionView,
    SaidView,
    TextView,
    View,
    WorkingView,
)
from core.show.words import Words

_COMMAND: Final = re.compile(rf"(?<![\w/])/({'|'.join(sorted(COMMANDS))})\b")
"""Our sentences say `/undo`; here one slash command takes them all, since Slack keeps `/help` itself."""
_FOR_BUTTONS: Final = 600
_PARAGRAPH: Final = 300
"""Characters of a headline."""
_BUTTON: Final = 80


def render_message(view: View, say: Words, year: int) -> Drawn:
    """A view as one message; `year` is this year. Home and files go their own ways."""
    match view:
        case CardView():
            return render_card(view, say)
        case BatchView():
            return render_batch(view)
        case QuestionView():
            return render_question(view, say, year)
        case ListView():
            return _list(view, say)
        case WorkingView():
            text = view.text or view.headline
            return Drawn(
                fallback(view.headline), [*_text(text, say), *actions(press_buttons(view.buttons), "buttons")]
            )
        case TextView():
            text = _COMMAND.sub(r"/resume \1", view.text) if view.by == "product" else view.text
            blocks = [*_text(text, say), *actions(press_buttons(view.buttons), "buttons")]
            return Drawn(fallback(text), blocks)
        case SaidView():
            return Drawn(fallback(view.text), _text(view.text, say))
        case _:
            raise ValueError(f"a {view.kind} is no message")


def _text(text: str, say: Words) -> list[Block]:
    """Plain text; what a message doesn't hold is left out, and that is said."""
    whole = text.strip() or "…"
    most = MESSAGE_TEXT - _FOR_BUTTONS
    blocks = [rich(run(cut(whole, most)))]
    return blocks if size(whole) <= most else [*blocks, context(say.say("slack-text-cut"))]


def _list(view: ListView, say: Words) -> Drawn:
    """A headline and its items; where each item has its button, beside it."""
    told = fallback(view.headline)
    top = rich(run(cut(view.headline, _PARAGRAPH), bold=True))
    elements = press_buttons(view.buttons)
    room = MESSAGE_TEXT - _FOR_BUTTONS - size(cut(view.headline, _PARAGRAPH))
    if elements and len(elements) == len(view.items):
        most = MESSAGE_BLOCKS - 2
        each = room // len(view.items) - _BUTTON
        rows = zip(view.items[:most], elements[:most], strict=True)
        return Drawn(told, [top, *(section(cut(item, each), element) for item, element in rows)])
    items = _text("\n".join(view.items)[: 2 * MESSAGE_TEXT], say) if view.items else []
    return Drawn(told, [top, *items, *actions(elements, "buttons")])
