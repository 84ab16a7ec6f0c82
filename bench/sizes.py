"""Sizes: how much is measured, so that a run ends in time; the smallest only shows that it works."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Sizes:
    """Conversations with one card each, rounds that the medians are of, and how much a round does."""

    conversations: int
    rounds: int
    alone: int
    """Presses one after another in a round; not more than `conversations`."""
    floor: int
    """Raw commits beside each measurement."""
    approvals: int
    """Versions that one résumé gets to see what they weigh."""
    repeats: int
    """Pure work in a round."""
    people: int
    """People in a crowd on Slack or Telegram, all of whom wait for the model."""
    crowds: int
    """Rounds there: each has crowds of its own."""


SHORT: Final = Sizes(
    conversations=128, rounds=5, alone=40, floor=50, approvals=300, repeats=30, people=200, crowds=3
)
LONG: Final = Sizes(
    conversations=512, rounds=9, alone=120, floor=200, approvals=1_000, repeats=200, people=200, crowds=9
)
SMALLEST: Final = Sizes(
    conversations=4, rounds=1, alone=2, floor=5, approvals=20, repeats=2, people=8, crowds=1
)

IN_FLIGHT: Final = (1, 16, 64)
