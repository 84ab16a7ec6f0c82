"""Unit: the set of writes that one decision makes, all of them or none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Private:
    """A value that a person wrote or that tells of them: stored through the codec, never plain."""

    value: Any

    def __repr__(self) -> str:
        return "Private(…)"


@dataclass(frozen=True, slots=True)
class Write:
    """One statement by its name in the store, its values, and the row count that it must have.

    `rows` None: any count will do. Any other count than `rows` means that the race is lost, and
    nothing of the whole Unit stays.
    """

    statement: str
    values: Mapping[str, Any]
    rows: int | None = 1


@dataclass(slots=True)
class Unit:
    """Writes in their order; the store commits all of them or none (DESIGN §10)."""

    writes: list[Write] = field(default_factory=list)

    def add(self, *writes: Write) -> "Unit":
        """Append writes; returns the Unit itself."""
        self.writes.extend(writes)
        return self

    def extend(self, writes: Iterable[Write]) -> "Unit":
        """Append many writes; returns the Unit itself."""
        self.writes.extend(writes)
        return self
