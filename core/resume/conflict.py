"""Where a change can't be applied as it was shown, and why."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.resume.address import ancestors
from core.resume.values import MISSING, Json, Missing

ConflictKind: TypeAlias = Literal["changed", "gone", "edited", "order", "condition", "doubled", "invalid"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """One place where the change and the current version don't go together.

    Kinds: `changed` (both sides, differently), `gone`, `edited` (the change removes it), `order` (both
    reordered), `condition` (a `test` or `copy` no longer holds), `doubled` (each side is valid, the whole
    isn't), `invalid`. The values are what base, target and current have there, MISSING where there is
    nothing, or where the lines don't say: of what is gone, the change knows only the part it touches.
    """

    address: str
    kind: ConflictKind
    base: Json | Missing = MISSING
    target: Json | Missing = MISSING
    current: Json | Missing = MISSING


def topmost(conflicts: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """Each address once, by address, and none beneath another."""
    by_address: dict[str, Conflict] = {}
    for conflict in conflicts:
        by_address.setdefault(conflict.address, conflict)
    return tuple(
        conflict
        for address, conflict in sorted(by_address.items())
        if not any(above in by_address for above in ancestors(address))
    )
