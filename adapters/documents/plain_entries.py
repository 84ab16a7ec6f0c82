"""The lines of a section parted into its entries: a head with a period each, and what stands beneath."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.documents.plain_dates import split_period
from adapters.documents.plain_heads import is_link, is_where, read_job
from adapters.documents.plain_lines import is_bullet, is_numbered, unwrapped, width
from adapters.documents.plain_words import is_degree, is_grade, is_name_like, is_place, is_school, kind_of

_LONGEST_HEAD: Final = 80
"""How wide a line may be that names something; wider ones describe."""


@dataclass(slots=True)
class Block:
    """An entry as lines: those of its head without the date, the date as written, and the lines beneath."""

    heads: list[str] = field(default_factory=list)
    period: str = ""
    body: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Blocks:
    """The entries of a section, and lines before the first of them that belong to none."""

    blocks: list[Block]
    loose: list[str]


def blocks_of(lines: Sequence[str], family: str) -> Blocks:
    """Parts the lines of a section of this family."""
    return _Parting(unwrapped(lines), family).part()


class _Parting:
    """Walks the lines once; `_at` is the line that is looked at."""

    def __init__(self, lines: Sequence[str], family: str) -> None:
        self._lines = [line for place, line in enumerate(lines) if line or (place and lines[place - 1])]
        self._family = family
        self._dates = [
            split_period(line, is_strict=family != "education") if self._is_plain(line) else None
            for line in self._lines
        ]
        self._lead = self._lines_before_date()
        self._made = Blocks([], [])
        self._at = 0

    def part(self) -> Blocks:
        while self._at < len(self._lines):
            start = self._at
            dated = self._date_ahead()
            if dated is not None:
                self._begin(dated)
            elif self._is_undated_head():
                self._made.blocks.append(Block([self._lines[self._at]]))
                self._at += 1
                self._take_more_head(self._made.blocks[-1])
            elif self._lines[self._at]:
                self._add_to_body(self._lines[self._at])
                self._at += 1
            else:
                self._at += 1
            assert self._at > start
        return self._made

    def _is_plain(self, line: str) -> bool:
        return bool(line) and not is_bullet(line) and not is_numbered(line)

    def _is_head_line(self, place: int) -> bool:
        """Whether a line may be of a head: short, no item, no date, no sentence."""
        if place >= len(self._lines) or self._dates[place]:
            return False
        line = self._lines[place]
        return (
            self._is_plain(line)
            and width(line) <= _LONGEST_HEAD
            and not line.endswith((".", "。", ":", "："))
        )

    def _lines_before_date(self) -> int:
        """How many lines of a head stand before its date, as the first entry shows."""
        first = next((place for place, date in enumerate(self._dates) if date), 0)
        return first if first <= 2 and all(self._is_head_line(place) for place in range(first)) else 0

    def _date_ahead(self) -> int | None:
        """The line with the date of an entry whose head begins here; None where none does."""
        if self._dates[self._at]:
            return self._at
        is_fresh = self._at == 0 or not self._lines[self._at - 1]
        for place in range(self._at, min(self._at + 3, len(self._lines))):
            if self._dates[place]:
                return place if is_fresh or place - self._at == self._lead else None
            if not self._is_head_line(place):
                return None
        return None

    def _begin(self, dated: int) -> None:
        found = self._dates[dated]
        assert found is not None
        period, rest = found
        heads = self._lines[self._at : dated] + ([rest] if rest else [])
        block = Block(heads, period)
        self._made.blocks.append(block)
        self._at = dated + 1
        self._take_more_head(block)

    def _take_more_head(self, block: Block) -> None:
        """The lines beneath that are still of the head: what a head of this kind lacks so far."""
        while self._is_head_line(self._at) and self._date_ahead() is None:
            line = self._lines[self._at]
            if not self._lacks(block, line):
                return
            block.heads.append(line)
            self._at += 1
        if not block.period and self._at < len(self._lines) and self._dates[self._at]:
            found = self._dates[self._at]
            assert found is not None
            if not found[1]:
                block.period = found[0]
                self._at += 1

    def _lacks(self, block: Block, line: str) -> bool:
        if self._family == "education":
            said = " ".join(block.heads)
            if is_school(line) and is_school(said):
                return False
            return len(block.heads) < 4 and (
                not is_school(said) or is_degree(line) or is_grade(line) or is_place(line)
            )
        if self._family == "experience":
            members = read_job(block.heads).members
            if kind_of(line) == "title":
                return "position" not in members
            if is_where(line):
                return not {"location", "url"} <= members.keys()
            return "company" not in members and is_name_like(line)
        return not block.heads or is_link(line)

    def _is_undated_head(self) -> bool:
        """Whether an entry without a date begins here."""
        line = self._lines[self._at]
        if not self._is_head_line(self._at):
            return False
        if self._family == "education" and not any(self._dates):
            return is_school(line) or (is_degree(line) and not self._made.blocks)
        if self._at and self._lines[self._at - 1]:
            return False
        after = next(
            (line for line in self._lines[self._at + 1 : self._at + 3] if not self._is_plain(line)), ""
        )
        leads_to_items = is_bullet(after) or is_numbered(after)
        return (
            leads_to_items
            or self._family in ("projects", "references", "volunteer")
            or (not any(self._dates) and not any(map(is_bullet, self._lines)))
        )

    def _add_to_body(self, line: str) -> None:
        if self._made.blocks:
            self._made.blocks[-1].body.append(line)
        else:
            self._made.loose.append(line)
