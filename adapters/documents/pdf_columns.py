"""Pieces of a PDF page in reading order: as they were drawn, or column by column where rows mix two."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final

from adapters.documents.headings import heading_of
from adapters.documents.pdf_ink import Matrix

_WIDE: Final = 2.5
"""A gap of so many times the size of the text parts what stands on one line."""
_SPREAD: Final = 0.15
"""The share of the page's width that headings of two columns are at least apart."""
_MIN_SWITCHES: Final = 3
"""How often the drawing must go over to the other column before we say that it goes by rows."""
_NARROW: Final = frozenset("iljtfrI.,:;'`|!()[]- ")
_BROAD: Final = frozenset("mwMW@%—")


@dataclass(frozen=True, slots=True)
class Piece:
    """A text as one stroke drew it, where it begins, and its size in points. Its line ends are kept."""

    text: str
    matrix: Matrix
    size: float


@dataclass(slots=True)
class _Run:
    """Pieces beside each other on one line, without a wide gap."""

    text: str
    left: float
    right: float
    bottom: float
    size: float


def in_order(pieces: Sequence[Piece], width: float) -> str:
    """The text of a page of this width (points), a tab at each wide gap within a line."""
    runs = list(_runs(pieces))
    split = _gutter(runs, width) if all(_is_upright(piece) for piece in pieces) else None
    if split is None:
        return _lines(runs)
    above, left, right, below = _parted(runs, split)
    return "\n\n".join(text for part in (above, left, right, below) if (text := _lines(part)))


def _is_upright(piece: Piece) -> bool:
    a, b, _, d, *_ = piece.matrix
    return not piece.text.strip() or (a > 0 and d > 0 and abs(b) < hypot(a, b) / 10)


def _runs(pieces: Sequence[Piece]) -> Iterator[_Run]:
    """The pieces as runs; pypdf ended a piece with a line end where the next goes on elsewhere."""
    run: _Run | None = None
    for piece in pieces:
        for place, text in enumerate(piece.text.split("\n")):
            if place and run:
                yield run
                run = None
            if not text.strip():
                if run and text:
                    run.text += text
                continue
            left, bottom = piece.matrix[4], piece.matrix[5]
            if run and not _goes_on(run, left, bottom):
                yield run
                run = None
            start = run or _Run("", left, left, bottom, piece.size)
            run = _Run(start.text + text, start.left, left + _width(text, piece.size), bottom, start.size)
    if run:
        yield run


def _goes_on(run: _Run, left: float, bottom: float) -> bool:
    gap = left - run.right
    return abs(bottom - run.bottom) < max(run.size, 1) and -run.size < gap < _WIDE * max(run.size, 1)


def _width(text: str, size: float) -> float:
    """About how wide a text is, in points; the real widths are the font's."""
    return size * sum(_share(char) for char in text)


def _share(char: str) -> float:
    if char in _NARROW:
        return 0.3
    if char in _BROAD:
        return 0.85
    if char >= "\u2e80":
        return 1.0
    return 0.67 if char.isupper() else 0.53


def _lines(runs: Sequence[_Run]) -> str:
    """The runs as lines: beside each other with a tab, otherwise below."""
    text = ""
    before: _Run | None = None
    for run in runs:
        if before:
            is_beside = abs(run.bottom - before.bottom) < max(before.size, 1) / 2 and run.left > before.left
            text += "\t" if is_beside else _line_end(before, run)
        text += run.text.strip()
        before = run
    return text


def _line_end(before: _Run, run: _Run) -> str:
    """A blank line where the gap between two lines is wide."""
    gap = before.bottom - run.bottom
    return "\n\n" if not 0 < gap < 2.2 * max(before.size, run.size, 1) else "\n"


def _gutter(runs: Sequence[_Run], width: float) -> float | None:
    """Where the right one of two columns begins, if both have headings and the drawing goes by rows."""
    places = sorted(run.left for run in runs if heading_of(run.text))
    split = next((place for place in places if place - places[0] > width * _SPREAD), None)
    if split is None:
        return None
    split -= 1
    sides = [run.left >= split for run in runs]
    switches = sum(one and not other for one, other in pairwise(sides))
    lefts = [run for run in runs if run.left < split]
    crossing = sum(run.right > split for run in lefts)
    if switches < _MIN_SWITCHES or crossing > len(lefts) * 0.3:
        return None
    return split


def _parted(runs: Sequence[_Run], split: float) -> tuple[list[_Run], ...]:
    """What stands above both columns, the left one, the right one, and what stands below."""
    rights = [run for run in runs if run.left >= split]
    top, bottom = max(run.bottom for run in rights), min(run.bottom for run in rights)
    above, left, below = [], [], []
    for run in runs:
        if run.left >= split:
            continue
        is_across = run.right > split
        if is_across and run.bottom > top:
            above.append(run)
        elif is_across and run.bottom < bottom:
            below.append(run)
        else:
            left.append(run)
    return above, left, rights, below
