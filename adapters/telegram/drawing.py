"""Drawing: a View as it goes out: one text or several, the keys under the last, and whether it was cut."""

from dataclasses import dataclass
from typing import Final

from adapters.telegram.keyboard import Rows
from adapters.telegram.markup import Markup

UNITS: Final = 3_900
"""What we fill of one message; Telegram takes 4096 characters (Bot API, sendMessage)."""
ENTITIES: Final = 90
"""Marks that we set in one message; Telegram drops those past 100, without a word."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is sent for a View. Only long texts have more than one part."""

    parts: tuple[Markup, ...]
    keys: Rows = ()
    is_cut: bool = False
