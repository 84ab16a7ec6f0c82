"""Merging a rich text three ways, block by block."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.resume.address import ORDER, join, parent
from core.resume.blocks import TOP_ROW, Row, align, is_block, pairs, put_together, take_apart
from core.resume.conflict import Conflict
from core.resume.lines import Line, block_address, row_address, row_lines, text_lines
from core.resume.sequence import clashing, merged_order, order_between, survivors
from core.resume.shape import Path
from core.resume.tree import TextChange
from core.resume.values import MISSING


@dataclass(slots=True)
class TextMerge:
    """What came of one text: the merged `text`; `broken` are blocks taken out that went another way."""

    text: str
    conflicts: list[Conflict] = field(default_factory=list)
    broken: list[Conflict] = field(default_factory=list)
    already_so: list[Line] = field(default_factory=list)
    remaining: list[Line] = field(default_factory=list)


def merge_text(node: TextChange, current: str, path: Path) -> TextMerge:
    """Apply the change of one text to the current one."""
    if current == node.after:
        return TextMerge(current, already_so=text_lines(node, path))
    if current == node.before:
        return TextMerge(node.after, remaining=text_lines(node, path))
    address = join(*path)
    sides = align([*node.parts, take_apart(current)])
    merged = _merge_rows(address, *sides) if sides else None
    if merged is None:
        clash = Conflict(address, "changed", node.before, node.after, current)
        return TextMerge(current, conflicts=[clash], remaining=text_lines(node, path))
    if not merged.remaining:
        merged.text = current
    return merged


def _merge_rows(
    address: str, base: Mapping[str, Row], target: Mapping[str, Row], current: Mapping[str, Row]
) -> TextMerge | None:
    """All rows of a text; a list that is filled in the end keeps its place in the top row.

    None where, of several lists, one would be emptied: which list is which was then a guess.
    """
    lists = [name for name in base if name != TOP_ROW]
    filled = frozenset(name for name in lists if survivors(base[name], target[name], current[name]))
    if len(filled) < len(lists) > 1:
        return None
    outcome = TextMerge("")
    result: dict[str, Row] = {}
    for name in base:
        three = base[name], target[name], current[name]
        row = _merged_row(*three, filled)
        where = row_address(address, name)
        if row is None:
            outcome.conflicts.append(Conflict(where + join(ORDER), "order", *(list(side) for side in three)))
        result[name] = row or ()
        _judge_row(outcome, where, *three)
    outcome.text = put_together(result)
    return outcome


def _merged_row(base: Row, target: Row, current: Row, filled: frozenset[str]) -> Row | None:
    """One row merged; None where it has no order that both sides would recognise as theirs.

    The row must come out unchanged when it is merged with either side once more. If it doesn't, it is
    built with the sides changed about.
    """
    for wanted, now in ((target, current), (current, target)):
        row = _built_row(base, wanted, now, filled)
        if row is not None and all(_stands(base, side, row, filled) for side in (target, current)):
            return row
    return None


def _stands(base: Row, side: Row, row: Row, filled: frozenset[str]) -> bool:
    return side == row or (not _clashes(base, side, row) and _built_row(base, side, row, filled) == row)


def _built_row(base: Row, target: Row, current: Row, filled: frozenset[str]) -> Row | None:
    wanted, renamed = _in_old_places(base, target, current)
    now, also_renamed = _in_old_places(base, current, target)
    kept = {key for key in survivors(base, wanted, now) if is_block(key)} | filled
    order = merged_order(base, wanted, now, kept)
    if order is None:
        return None
    renamed.update(also_renamed)
    return tuple(renamed.get(key, key) for key in order)


def _in_old_places(base: Row, side: Row, other: Row) -> tuple[Row, dict[str, str]]:
    """`side` with its edits under the old names, where the other side still has these; and the renaming.

    So an edit keeps its place.
    """
    edits = {old: new for old, new in pairs(base, side).items() if old in other and new not in other}
    old_names = {new: old for old, new in edits.items()}
    return tuple(old_names.get(key, key) for key in side), edits


def _clashes(base: Row, target: Row, current: Row) -> list[str]:
    """Blocks taken out on both sides, with different ones in that gap, that neither side recognises."""
    blocks = [tuple(key for key in row if is_block(key)) for row in (base, target, current)]
    gone = clashing(*blocks)
    if not gone:
        return []
    wanted, now = pairs(base, target), pairs(base, current)
    return [key for key in gone if not _is_settled(key, wanted, now, target, current)]


def _is_settled(
    block: str, wanted: Mapping[str, str], now: Mapping[str, str], target: Row, current: Row
) -> bool:
    """Whether what each side put in the place of a block stands on the other side too."""
    ours, theirs = wanted.get(block), now.get(block)
    return (ours is None or ours in current) and (theirs is None or theirs in target)


def _judge_row(outcome: TextMerge, address: str, base: Row, target: Row, current: Row) -> None:
    """Conflicts at the blocks of one row, and which of its lines are so already."""
    wanted, now = pairs(base, target), pairs(base, current)
    clashes = set(_clashes(base, target, current))
    for block in base:
        if not is_block(block) or block in target or block in current:
            continue
        if not _is_settled(block, wanted, now, target, current):
            conflict = _taken_out(block_address(address, block), block, wanted, now)
            outcome.broken.append(conflict)
            if block in clashes:
                outcome.conflicts.append(conflict)
    for line in row_lines(address, base, target):
        _judge_line(outcome, line, base, target, current)


def _taken_out(address: str, block: str, wanted: Mapping[str, str], now: Mapping[str, str]) -> Conflict:
    ours, theirs = wanted.get(block, MISSING), now.get(block, MISSING)
    if theirs is MISSING:
        return Conflict(address, "gone", block, ours)
    return Conflict(address, "edited" if ours is MISSING else "changed", block, ours, theirs)


def _judge_line(outcome: TextMerge, line: Line, base: Row, target: Row, current: Row) -> None:
    """Put a line where it belongs; of an edit that is half so already, only the other half remains."""
    if line.kind == "reordered":
        was, wanted, now = order_between(
            base, _in_old_places(base, target, current)[0], _in_old_places(base, current, target)[0]
        )
        remains = wanted != was and now == was
        (outcome.remaining if remains else outcome.already_so).append(line)
        return
    is_there = line.before in current  # MISSING is in no row
    has_come = line.after in current
    if line.kind != "set":
        so = has_come if line.kind == "added" else not is_there
        (outcome.already_so if so else outcome.remaining).append(line)
    elif has_come and not is_there:
        outcome.already_so.append(line)
    elif has_come:
        outcome.remaining.append(Line(line.address, "removed", line.before, MISSING))
    elif is_there:
        outcome.remaining.append(line)
    else:
        address = block_address(parent(line.address), str(line.after))
        outcome.remaining.append(Line(address, "added", MISSING, line.after))
