"""Keys: the buttons under a message, packed into rows that a telephone shows whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from adapters.telegram.units import cut, units
from core.show.view import Button

LONGEST_DATA: Final = 64
"""Bytes of a key's data (Bot API, InlineKeyboardButton.callback_data)."""
MOST_KEYS: Final = 100
_LONGEST_LABEL: Final = 64
_SHORT: Final = 16
_STYLES: Final = {"primary": "success", "danger": "danger", "plain": ""}


@dataclass(frozen=True, slots=True)
class Key:
    """One button: what it says, what it sends when pressed (ASCII), or the address that it opens."""

    label: str
    data: str = ""
    style: str = ""
    url: str = ""

    def __post_init__(self) -> None:
        assert self.url or 0 < len(self.data.encode("ascii")) <= LONGEST_DATA, "a key's data fits 64 bytes"


Rows: TypeAlias = tuple[tuple[Key, ...], ...]


def to_key(button: Button) -> Key:
    """The key of a Button of core's."""
    return Key(cut(button.label, _LONGEST_LABEL) or "…", button.token, _STYLES[button.style])


def to_rows(buttons: Iterable[Button]) -> Rows:
    """Buttons in rows of two, a long label in a row of its own."""
    return pack([to_key(button) for button in buttons], 2)


def pack(keys: Sequence[Key], in_row: int) -> Rows:
    """Keys in rows of `in_row`; labels that wouldn't be readable so get a row each."""
    rows: list[tuple[Key, ...]] = []
    row: list[Key] = []
    for key in keys[:MOST_KEYS]:
        is_wide = in_row <= 2 and units(key.label) > _SHORT * 2 // in_row
        if row and (is_wide or len(row) == in_row):
            rows.append(tuple(row))
            row = []
        row.append(key)
        if is_wide:
            rows.append((key,))
            row = []
    return (*rows, tuple(row)) if row else tuple(rows)
