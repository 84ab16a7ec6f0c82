"""Pictures: which files Telegram shows as photos (Bot API, sendPhoto); any other goes as a document."""

from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_LARGEST: Final = 10_000_000
_LONGEST_SIDES: Final = 10_000
_LARGEST_RATIO: Final = 20


def is_photo(name: str, data: bytes) -> bool:
    """Whether a file is a picture in the bounds of a photo: bytes, sides, and how these are to each other."""
    if not name.lower().endswith(".png") or not data.startswith(_PNG) or not 24 <= len(data) <= _LARGEST:
        return False
    width, height = (int.from_bytes(data[start : start + 4], "big") for start in (16, 20))
    if not width or not height:
        return False
    return width + height <= _LONGEST_SIDES and max(width, height) <= _LARGEST_RATIO * min(width, height)
