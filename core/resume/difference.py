"""The difference between two texts word by word, for eyes: runs that stay, go, or come."""

import re
from typing import Final

from rapidfuzz.distance import Indel

from core.show.view import Span

_TOKEN: Final = re.compile(r"[^\W_\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff]+|\s+|.", re.DOTALL)
"""A word, one CJK character, a run of white space, or one other character (an emoji is one or more)."""

_MOST_TOKENS: Final = 6_000
"""Past this a text is shown as wholly taken out and put in: the table of cells would be too large."""


def word_spans(before: str, after: str) -> tuple[Span, ...]:
    """What became of `before`: spans whose `same` and `out` texts spell it, `same` and `in` the `after`."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if len(old) + len(new) > _MOST_TOKENS:
        return tuple(Span(text, mark) for text, mark in ((before, "out"), (after, "in")) if text)  # type: ignore[arg-type]
    spans: list[Span] = []
    for step in Indel.opcodes(old, new):
        out = "".join(old[step.src_start : step.src_end])
        come = "".join(new[step.dest_start : step.dest_end])
        if step.tag == "equal":
            _put(spans, Span(out, "same"))
        else:
            _put(spans, Span(out, "out"))
            _put(spans, Span(come, "in"))
    return tuple(_without_crumbs(spans))


def _put(spans: list[Span], span: Span) -> None:
    if not span.text:
        return
    if spans and spans[-1].mark == span.mark:
        spans[-1] = Span(spans[-1].text + span.text, span.mark)
    else:
        spans.append(span)


def _without_crumbs(spans: list[Span]) -> list[Span]:
    """A lone space or comma that stays between two changes reads as noise: it goes out and comes in."""
    smooth: list[Span] = []
    out, come = "", ""
    for number, span in enumerate(spans):
        following = spans[number + 1 : number + 2]
        if span.mark == "out":
            out += span.text
        elif span.mark == "in":
            come += span.text
        elif (out or come) and following and len(span.text.strip()) <= 1 and not span.text.strip().isalnum():
            out, come = out + span.text, come + span.text
        else:
            smooth += _pair(out, come)
            out, come = "", ""
            smooth.append(span)
    return smooth + _pair(out, come)


def _pair(out: str, come: str) -> list[Span]:
    pair = [Span(out, "out"), Span(come, "in")]
    return [span for span in pair if span.text]
