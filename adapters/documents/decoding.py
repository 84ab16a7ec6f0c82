"""Decoding: bytes of a file as text or JSON, within bounds."""

import json
from typing import Final

from core.errors import PersonError
from core.resume.values import Json

MAX_TEXT: Final = 4 * 1024 * 1024
"""Bytes of a file of text; a résumé of 256 KB is far smaller, however it is written."""
MAX_DEPTH: Final = 32
"""Lists and objects inside each other in a file of data."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


def text_from(data: bytes, *, most: int = MAX_TEXT) -> str:
    """A file of text of `most` bytes: UTF-8, or UTF-16 where its first bytes say so; line ends are `\\n`.

    Raises PersonError: `too_large`, `unreadable_file` (another encoding, or no text at all), `no_text`.
    """
    if len(data) > most:
        raise PersonError("too_large", f"This file is larger than {most // 1024:,} KB.")
    if not data:
        raise PersonError("unreadable_file", "This file is empty.")
    try:
        text = data.decode("utf-16" if data.startswith(_UTF_16) else "utf-8-sig")
    except UnicodeDecodeError:
        sentence = "The encoding of this file can't be told. Save it as UTF-8 and send it again."
        raise PersonError("unreadable_file", sentence) from None
    if "\0" in text:
        raise PersonError("unreadable_file", "This file is not text.")
    if not text.strip():
        raise PersonError("no_text", "This file holds no text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def json_from(text: str) -> Json:
    """A JSON text (RFC 8259); numbers are texts as written, so that 3.80 stays 3.80.

    Raises PersonError `unreadable_file` where it is none, or nested deeper than `MAX_DEPTH`.
    """
    try:
        value = json.loads(text, parse_int=str, parse_float=str, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise PersonError("unreadable_file", "This file looks like JSON, but is not valid.") from None
    if is_deep(value):
        raise PersonError("unreadable_file", "This file is nested too deep to be a résumé.")
    return value


def is_deep(value: Json) -> bool:
    """Whether lists and objects stand deeper inside each other than `MAX_DEPTH`."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for part in level
            if isinstance(part, dict | list)
            for inner in (part.values() if isinstance(part, dict) else part)
        ]
    return bool(level)


def _refuse(constant: str) -> None:
    raise ValueError(constant)
