"""Figure: one measured ratio or count, with what we aim for and what we refuse."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal, TypeAlias

Standing: TypeAlias = Literal["ok", "above aim", "REFUSED", "-"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A name, its samples (the median counts), and the lines it is held to; no lines: only told.

    Smaller is better in all of them.
    """

    name: str
    samples: Sequence[float]
    aim: float | None = None
    refusal: float | None = None

    @property
    def value(self) -> float:
        """The median of the samples."""
        return median(self.samples)

    @property
    def standing(self) -> Standing:
        """Where the value stands against its lines."""
        if self.aim is None or self.refusal is None:
            return "-"
        if self.value > self.refusal:
            return "REFUSED"
        return "ok" if self.value <= self.aim else "above aim"

    def __str__(self) -> str:
        spread = f"[{min(self.samples):.3g}–{max(self.samples):.3g}]" if len(self.samples) > 1 else ""
        lines = "" if self.aim is None else f"aim {self.aim:g}, refuse {self.refusal:g}: {self.standing}"
        return f"  {self.name:<58} {self.value:>8.3g} {spread:<16} {lines}".rstrip()


def ratios(costs: Sequence[float], floors: Sequence[float]) -> list[float]:
    """Each cost over the floor measured in the same round."""
    return [cost / floor for cost, floor in zip(costs, floors, strict=True)]
