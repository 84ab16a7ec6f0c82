"""Three-way merging of sequences in which each key stands once: survivors, gaps and the order."""

from collections.abc import Sequence, Set
from typing import Final

TOP: Final = None
"""Stands for the place before the first key."""


def survivors(base: Sequence[str], target: Sequence[str], current: Sequence[str]) -> set[str]:
    """What the merged sequence holds: what both still have, and what either added."""
    old, wanted, now = set(base), set(target), set(current)
    return (wanted & now) | (wanted - old) | (now - old)


def is_reordered(base: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the keys that both have stand in another sequence."""
    common = set(base) & set(other)
    return _only(base, common) != _only(other, common)


class Gaps:
    """What left and what came between two sequences, by the key that stays before it (or TOP)."""

    def __init__(self, before: Sequence[str], after: Sequence[str]) -> None:
        stays = set(before) & set(after)
        self.leaving = _by_predecessor(before, stays)
        self.coming = _by_predecessor(after, stays)

    def arrivals(self, key: str) -> frozenset[str]:
        """What came into the gap that `key` left; nothing where it didn't leave."""
        for anchor, left in self.leaving.items():
            if key in left:
                return frozenset(self.coming.get(anchor, ()))
        return frozenset()


def clashing(base: Sequence[str], target: Sequence[str], current: Sequence[str]) -> list[str]:
    """Keys taken out on both sides whose gaps got different keys, neither set holding the other."""
    left = set(target) | set(current)
    gone = [key for key in base if key not in left]
    if not gone:
        return []
    wanted, now = Gaps(base, target), Gaps(base, current)
    return [
        key
        for key in gone
        if not (wanted.arrivals(key) <= now.arrivals(key) or now.arrivals(key) <= wanted.arrivals(key))
    ]


def order_between(
    base: Sequence[str], target: Sequence[str], current: Sequence[str]
) -> tuple[list[str], list[str], list[str]]:
    """The sequence of the keys that all three have, as each of base, target and current has it."""
    common = set(base) & set(target) & set(current)
    return _only(base, common), _only(target, common), _only(current, common)


def merged_order(
    base: Sequence[str], target: Sequence[str], current: Sequence[str], kept: set[str]
) -> list[str] | None:
    """The merged sequence of the keys in `kept`; None when both sides reordered, differently.

    Keys of base that one side took out hold their place until the end, so that what was put in
    behind them stays in that gap. Linear in the three lengths.
    """
    was, wanted, now = order_between(base, target, current)
    if wanted != was and now != was and wanted != now:
        return None
    leads = target if wanted != was and now == was else current
    follows = current if leads is target else target
    old = set(base)
    row = _with_places(_only(leads, old), _only(follows, old))
    theirs = _Additions(current, old)
    ours = _Additions(target, old, beside=set(current))
    merged = ours.top + theirs.top
    for key in row:
        merged += [key, *theirs.behind.get(key, ()), *ours.behind.get(key, ())]
    merged += theirs.end + ours.end
    return [key for key in merged if key in kept]


class _Additions:
    """What one side added: on top, behind an old key, or at the end."""

    def __init__(self, side: Sequence[str], old: Set[str], beside: Set[str] = frozenset()) -> None:
        places = [index for index, key in enumerate(side) if key in old]
        first, last = (places[0], places[-1]) if places else (-1, -1)
        self.top: list[str] = []
        self.end: list[str] = []
        self.behind: dict[str | None, list[str]] = {}
        anchor: str | None = TOP
        for index, key in enumerate(side):
            if key in old:
                anchor = key
            elif key in beside:
                continue
            elif index > last:
                self.end.append(key)
            elif index < first:
                self.top.append(key)
            else:
                self.behind.setdefault(anchor, []).append(key)


def _with_places(leading: list[str], following: list[str]) -> list[str]:
    """`leading`, with what only `following` has put in after its predecessor there."""
    held = _by_predecessor(following, set(leading))
    row = list(held.get(TOP, ()))
    for key in leading:
        row += [key, *held.get(key, ())]
    return row


def _by_predecessor(sequence: Sequence[str], stays: set[str]) -> dict[str | None, list[str]]:
    """The keys that don't stay, in order, by the nearest key before them that does (or TOP)."""
    found: dict[str | None, list[str]] = {}
    anchor: str | None = TOP
    for key in sequence:
        if key in stays:
            anchor = key
        else:
            found.setdefault(anchor, []).append(key)
    return found


def _only(sequence: Sequence[str], wanted: set[str]) -> list[str]:
    return [key for key in sequence if key in wanted]
