"""Which versions stand and which are taken back, when undos can be undone themselves."""

from collections.abc import Mapping


def is_undone(number: int, undone: Mapping[int, int]) -> bool:
    """Whether version `number` is taken back at present; `undone` names by which version each was.

    What took it back may be taken back itself (a redo), and so on.
    """
    by = undone.get(number)
    return by is not None and not is_undone(by, undone)


def to_undo(number: int, undone: Mapping[int, int]) -> int:
    """The version whose undo takes back what `number` did: itself, or the last redo of it."""
    while number in undone:
        number = undone[number]
    return number


def is_redo(number: int, undone: Mapping[int, int]) -> bool:
    """Whether version `number` brought back what an undo had taken (an undo of an undo)."""
    depth = 0
    while taken := [old for old, by in undone.items() if by == number]:
        number, depth = taken[0], depth + 1  # all that one undo took back have the same parity
    return depth > 0 and depth % 2 == 0
