"""One line of a change as text: word by word in a quotation, or before and after where that reads better."""

import re
from dataclasses import dataclass
from typing import Final

from adapters.telegram.markup import NOTHING, Markup, brought_in, join, quote, taken_out, text
from adapters.telegram.units import MARK, cut, tail, units
from core.show.view import LineView, Span
from core.show.words import Words

LEAST: Final = 120
"""Units that a line needs to say anything."""
LEAST_ENTITIES: Final = 3
_LONGEST_PLACE: Final = 120
_LONGEST_NOTE: Final = 160
_SHORT: Final = 80
"""Units of a change that stands in the line itself, without a quotation."""
_KEPT: Final = 40
"""Units of an unchanged run that stay on each side of what changed."""
_ALIKE: Final = 0.35
"""The share that must be the same for a word-by-word difference to be readable."""
_LONGEST_DIFFERENCE: Final = 3_000
_BETWEEN: Final = "\n"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line as it stands on a card, and whether something of the change had to be left out."""

    markup: Markup
    is_cut: bool


def draw_line(line: LineView, most: int, entities: int, say: Words) -> DrawnLine:
    """A line in at most `most` units and `entities` entities (`LEAST` and `LEAST_ENTITIES` at least)."""
    whole = _drawn(line, _head(line, _LONGEST_PLACE, _LONGEST_NOTE), most, entities, say)
    if not whole.is_cut and whole.markup.units <= most:
        return whole
    share = max(most, LEAST) // 3
    head = _head(line, min(_LONGEST_PLACE, share), min(_LONGEST_NOTE, share))
    return _drawn(line, head, most, entities, say)


def _head(line: LineView, place: int, note: int) -> Markup:
    """Where it is, and what matters about it."""
    where = cut(" ".join(line.where.split()), place)
    said = f" ({cut(line.note, note)})" if line.note else ""
    return text(f"{'❗' if line.is_new else '▪'} {where}{said}")


def _drawn(line: LineView, head: Markup, most: int, entities: int, say: Words) -> DrawnLine:
    spans = tuple(span for span in line.spans if span.text)
    if not spans:
        return DrawnLine(head, line.cut)
    short = _short(head, spans)
    if short is not None and short.units <= most and short.entities <= entities:
        return DrawnLine(short, line.cut)
    difference = _difference(spans)
    if difference is not None:
        drawn = join((head, quote(difference)), _BETWEEN)
        if drawn.units <= most and drawn.entities <= entities:
            return DrawnLine(drawn, line.cut)
    sides, is_cut = _sides(spans, most - head.units - 1, say)
    return DrawnLine(join((head, sides), _BETWEEN), is_cut or line.cut)


def _short(head: Markup, spans: tuple[Span, ...]) -> Markup | None:
    """A change of a few words in the line itself; None where it isn't one."""
    written = "".join(span.text for span in spans)
    if units(written) > _SHORT or "\n" in written:
        return None
    return head + text(": ") + _marked(spans)


def _difference(spans: tuple[Span, ...]) -> Markup | None:
    """What goes and what comes among what stays; None where before and after read better."""
    sizes = {
        mark: sum(units(span.text) for span in spans if span.mark == mark) for mark in ("same", "in", "out")
    }
    longest = sizes["same"] + max(sizes["in"], sizes["out"])
    if sizes["same"] < _ALIKE * longest or longest > _LONGEST_DIFFERENCE:
        return None
    last = len(spans) - 1
    return _marked(
        tuple(
            Span(_shrunk(span.text, number == 0, number == last), "same") if span.mark == "same" else span
            for number, span in enumerate(spans)
        )
    )


def _marked(spans: tuple[Span, ...]) -> Markup:
    draw = {"same": text, "in": brought_in, "out": taken_out}
    whole = NOTHING
    for number, span in enumerate(spans):
        if number and span.mark == "in" and spans[number - 1].mark == "out":
            whole = whole + text(_gap(spans[number - 1].text, span.text))
        whole = whole + draw[span.mark](span.text)
    return whole


def _gap(before: str, after: str) -> str:
    """Two words that would touch get a space between them; a reader knows which is which by their marks."""
    return " " if re.match(r"\w", after) and re.search(r"\w$", before) else ""


def _shrunk(same: str, is_first: bool, is_last: bool) -> str:
    """An unchanged run, only its ends next to what changed when it is long."""
    start = "" if is_first and not is_last else cut(same, _KEPT, "")
    end = "" if is_last else tail(same, _KEPT, "")
    shrunk = f"{start} {MARK} {end}".strip(" ")
    return shrunk if units(shrunk) < units(same) else same


_MARKS: Final = 4
"""Units that the marks of what is taken out take."""


def _sides(spans: tuple[Span, ...], most: int, say: Words) -> tuple[Markup, bool]:
    """Before and after, each in half of the room; one alone where there is only one."""
    before = "".join(span.text for span in spans if span.mark != "in")
    after = "".join(span.text for span in spans if span.mark != "out")
    if not any(span.mark != "same" for span in spans):
        return _side("", after, most, is_out=False)
    if not before.strip():
        return _side("➕ ", after, most, is_out=False)
    if not after.strip():
        return _side("➖ ", before, most, is_out=True)
    first, second = (text(say.say(key) + "\n") for key in ("telegram-before", "telegram-after"))
    room = max(0, most - first.units - second.units - 1)
    share = min(units(before) + _MARKS, max(room // 2, room - units(after)))
    old, is_old_cut = _side("", before, share, is_out=True)
    new, is_new_cut = _side("", after, room - share, is_out=False)
    return join((first + old, second + new), _BETWEEN), is_old_cut or is_new_cut


def _side(sign: str, words: str, most: int, *, is_out: bool) -> tuple[Markup, bool]:
    room = max(1, most - units(sign) - (_MARKS if is_out else 0))
    kept = cut(words, room)
    return quote(text(sign) + (taken_out(kept) if is_out else text(kept))), kept != words
