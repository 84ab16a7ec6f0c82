"""Cards: a Proposal with its before and after, as much as one message holds, and the header of several."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adapters.slack.blocks import (
    MESSAGE_TEXT,
    Block,
    Drawn,
    actions,
    context,
    fallback,
    header,
    press_buttons,
    rich,
    run,
    section,
    shares,
    weight,
)
from adapters.slack.text import cut, graphemes, head, size
from core.show.view import BatchView, Button, CardView, LineView, Span
from core.show.words import Words
from core.talk.button import to_token

MOST_LINES: Final = 36
"""Lines drawn on one card: with headline, notes and buttons they stay under the 50 blocks of a message."""
LEAST_LINE: Final = 120
"""Characters under which a line says nothing any more; rather fewer lines than shorter ones."""
_KEPT_AROUND: Final = 60
"""Characters of unchanged text kept on either side of a change, once a line has to be cut."""
_MARK: Final = {"in": {"bold": True}, "out": {"strike": True}, "same": {}}


def render_card(card: CardView, say: Words) -> Drawn:
    """The card as one message. What doesn't fit is told, and Approve waits until Review was used."""
    top, bottom = head_of(card), notes_of(card)
    room = (
        MESSAGE_TEXT - sum(map(weight, (*top, *bottom))) - 800
    )  # for the buttons and the line on what lacks
    lines, is_cut = _lines(card, say, room)
    if is_cut:
        lines.append(context(_lacks(card, len(card.lines) - len(lines), say)))
    row = actions(press_buttons(buttons_of(card, is_cut)), "buttons")
    text = fallback(" · ".join(part for part in (card.headline, card.status) if part))
    return Drawn(text, [*top, *lines, *bottom, *row], is_cut)


def _lacks(card: CardView, left: int, say: Words) -> str:
    """What isn't on the card, and where it is."""
    told = say.say("slack-lines-left", number=left) if left else say.say("slack-cut")
    if card.review is None:
        return told
    return f"{told} {say.say('slack-cut-review', review=card.review.label)}"


def head_of(card: CardView) -> list[Block]:
    """What stands above the lines: headline, what was decided, why, and warnings."""
    blocks = [header(card.headline)]
    if card.status:
        blocks.append(rich(run(cut(card.status, 600), bold=True)))
    if card.summary:
        blocks.append(rich(run(cut(card.summary, 900))))
    blocks += [section("⚠️ " + cut(warning, 700)) for warning in card.warnings[:3]]
    return blocks


def notes_of(card: CardView) -> list[Block]:
    """What stands below the lines."""
    return [context(cut(note, 500)) for note in (card.more, *card.notes[:3]) if note]


def buttons_of(card: CardView, is_cut: bool) -> tuple[Button, ...]:
    """The card's buttons; one that had to be cut has Review first, and Approve once it was opened."""
    if card.review is None or not is_cut:
        return card.buttons
    review = Button(card.review.label, card.review.token, "primary" if not card.is_opened else "plain")
    asks = [one for one in card.buttons if is_approve(one)]
    others = [one for one in card.buttons if not is_approve(one)]
    return (*asks, review, *others) if card.is_opened else (review, *others)


def is_approve(button: Button) -> bool:
    """Whether a press of it would change the résumé."""
    return to_token(button.token).decision in ("approve", "approve_anyway")


def _lines(card: CardView, say: Words, room: int) -> tuple[list[Block], bool]:
    """The lines that find room, each whole where that is possible, and whether anything is missing."""
    drawn = [line_of(line, say) for line in card.lines]
    count = min(len(drawn), MOST_LINES)
    while count > 1 and sum(min(one.size, LEAST_LINE) for one in drawn[:count]) > room:
        count -= 1
    given = shares([one.size for one in drawn[:count]], max(room, LEAST_LINE))
    blocks = [one.block(most) for one, most in zip(drawn[:count], given, strict=True)]
    is_cut = count < len(drawn) or any(
        one.size > most for one, most in zip(drawn[:count], given, strict=True)
    )
    return blocks, is_cut or any(line.cut for line in card.lines)


@dataclass(frozen=True, slots=True)
class Line:
    """One line ready to be drawn: its place in words, its spans, and what is good to know."""

    where: str
    spans: tuple[Span, ...]
    note: str

    @property
    def size(self) -> int:
        """Its characters when it is drawn whole."""
        marks = 2 * sum(1 for one, two in zip(self.spans, self.spans[1:], strict=False) if _collide(one, two))
        return size(self.where) + size(self.note) + sum(size(span.text) for span in self.spans) + marks + 2

    def block(self, most: int | None = None) -> Block:
        """The line as rich text of at most `most` characters (None: whole)."""
        where, note, spans = self.where, self.note, self.spans
        if most is not None and self.size > most:
            where, note = cut(where, most // 3), cut(note, most // 4)
            room = most - size(where) - size(note) - 2
            spans = fit(spans, room - room // 12)  # a character between two spans, of at least twelve each
        return rich(run(where, bold=True), difference(spans), run(note, italic=True))


def line_of(line: LineView, say: Words) -> Line:
    """A line of a change; what is new to the reader is marked in words."""
    where = f"{line.where} · {say.say('slack-is-new')}" if line.is_new else line.where
    return Line(where, line.spans, line.note)


def difference(spans: Sequence[Span]) -> list[Block]:
    """Spans as runs: what goes is struck out, what comes is bold."""
    runs: list[Block] = []
    for index, span in enumerate(spans):
        if index and _collide(spans[index - 1], span):
            runs += run("\n" if len(span.text) > 40 or "\n" in span.text else " ")
        runs += run(span.text, **_MARK[span.mark])
    return runs


def _collide(before: Span, after: Span) -> bool:
    """Whether two runs would read as one word without something between them."""
    if before.mark == after.mark or "same" in (before.mark, after.mark):
        return False
    return not before.text.endswith((" ", "\n")) and not after.text.startswith((" ", "\n"))


def fit(spans: Sequence[Span], most: int) -> tuple[Span, ...]:
    """Spans in `most` characters: first the middle of what stays gives way, then the ends of the longest."""
    kept = [_shortened(span) for span in spans[: max(most // 12, 1)]]
    given = shares([size(span.text) for span in kept], most)
    fitted = (
        Span(cut(span.text, share), span.mark) for span, share in zip(kept, given, strict=True) if share > 0
    )
    return tuple(span for span in fitted if span.text)


def _shortened(span: Span) -> Span:
    if span.mark != "same" or len(span.text) <= 3 * _KEPT_AROUND:
        return span
    end = list(graphemes(span.text[-2 * _KEPT_AROUND :]))[-_KEPT_AROUND:]
    return Span(f"{head(span.text, _KEPT_AROUND).rstrip()} … {''.join(end).lstrip()}", "same")


def render_batch(batch: BatchView) -> Drawn:
    """The header of several cards."""
    titles = "\n".join(f"{number}. {title}" for number, title in enumerate(batch.titles, 1))
    blocks = [header(batch.headline)]
    if titles:
        blocks.append(rich(run(cut(titles, 3_000))))
    if batch.status:
        blocks.append(context(batch.status))
    blocks += actions(press_buttons(batch.buttons), "buttons")
    return Drawn(fallback(batch.headline), blocks)
