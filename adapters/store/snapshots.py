"""Snapshots: now and then a version is stored whole, and those after it as what differs from it.

A version's row names its snapshot: its own number (it is whole), an earlier one (`content` is the
difference from that), or none (`content` is the document itself, as before revision 0002). A snapshot
may not be removed while a later version leans on it.
"""

import struct
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import orjson

from adapters.store.codec import deflate, to_text
from core.errors import BugError
from core.resume.values import Document
from core.unit import Private, Unit, Write

EVERY: Final = 16
"""From a snapshot to the next one; reading any version takes two rows at most."""

LARGEST: Final = 8
"""A difference larger than an eighth of the text isn't worth it: that version is stored whole."""

HELD: Final = 16 * 2**20
"""Bytes of snapshots that are held in memory."""

_HEAD: Final = struct.Struct(">III")
"""Of a difference: bytes at the start and at the end that are the snapshot's, checksum of the text."""

_WINDOW: Final = 2**15
"""How far back deflate can see (RFC 1951 §2)."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A version stored whole: its number, and its text as JSON."""

    number: int
    text: bytes


class Snapshots:
    """Turns documents into what their rows hold, and back; holds the snapshots used last.

    What is held may be missing but never wrong: it is what a commit has made durable, and no version is
    ever changed.
    """

    def __init__(self) -> None:
        self._held: OrderedDict[str, Snapshot] = OrderedDict()
        self._size = 0

    def pack(self, unit: Unit) -> tuple[Unit, dict[str, Snapshot]]:
        """The Unit as it is stored, and the snapshots that it makes, to be held once it is committed."""
        made: dict[str, Snapshot] = {}
        packed = [
            self._packed(write, made) if write.statement == "add_version" else write for write in unit.writes
        ]
        return Unit(packed), made

    def _packed(self, write: Write, made: dict[str, Snapshot]) -> Write:
        resume, number = write.values["resume"], write.values["number"]
        text = to_text(write.values["content"].value)
        if text is None:
            return replace(write, values={**write.values, "snapshot": None})
        base = made.get(resume) or self._held.get(resume)
        if base is not None and base.number < number < base.number + EVERY:
            difference = shrink(text, base.text)
            if len(difference) * LARGEST <= len(text):
                stored = {"content": Private(difference), "snapshot": base.number}
                return replace(write, values={**write.values, **stored})
        made[resume] = Snapshot(number, text)
        return replace(write, values={**write.values, "content": Private(text), "snapshot": number})

    def held(self, resume: str, number: int) -> bytes | None:
        """The text of a snapshot, if it is held."""
        found = self._held.get(resume)
        if found is None or found.number != number:
            return None
        self._held.move_to_end(resume)
        return found.text

    def hold(self, resume: str, snapshot: Snapshot) -> None:
        """Hold a snapshot that is durable, in place of the résumé's last one."""
        former = self._held.pop(resume, None)
        self._held[resume] = snapshot
        self._size += len(snapshot.text) - (0 if former is None else len(former.text))
        while self._size > HELD:
            self._size -= len(self._held.popitem(last=False)[1].text)

    def clear(self) -> None:
        """Hold nothing any more."""
        self._held.clear()
        self._size = 0


def unpack(row: Mapping[str, Any], base: bytes) -> Document:
    """The document of a version's row that has a snapshot, whose text is `base`. Raises BugError."""
    text = base if row["snapshot"] == row["number"] else grow(row["content"], base)
    document: Document = orjson.loads(text)
    return document


def shrink(text: bytes, base: bytes) -> bytes:
    """What differs in `text` from `base`: how much of both ends is the same, and the middle, deflated."""
    start = _same_start(text, base)
    end = _same_end(text, base, min(len(text), len(base)) - start)
    middle = deflate(_middle(text, start, end), _middle(base, start, end)[-_WINDOW:], bare=True)
    return _HEAD.pack(start, end, zlib.crc32(text)) + middle


def grow(difference: bytes, base: bytes) -> bytes:
    """The text again. Raises BugError `unreadable` where the difference is damaged, or not from `base`."""
    try:
        start, end, checksum = _HEAD.unpack_from(difference)
        inflate = zlib.decompressobj(wbits=-15, zdict=_middle(base, start, end)[-_WINDOW:])
        middle = inflate.decompress(difference[_HEAD.size :]) + inflate.flush()
        text = base[:start] + middle + base[len(base) - end :]
        if zlib.crc32(text) == checksum:
            return text
    except (struct.error, zlib.error):
        pass  # raised outside: an error's context would carry the value along
    raise BugError("unreadable", "A stored version is damaged and can't be read.")


def _middle(text: bytes, start: int, end: int) -> bytes:
    return text[start : len(text) - end]


def _same_start(one: bytes, other: bytes) -> int:
    """How many bytes two texts have in common from the start, halving what is left at each step."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        half = (low + high + 1) // 2
        if one[low:half] == other[low:half]:
            low = half
        else:
            high = half - 1
    return low


def _same_end(one: bytes, other: bytes, most: int) -> int:
    """How many bytes, `most` at most, two texts have in common at the end."""
    low, high = 0, most
    while low < high:
        half = (low + high + 1) // 2
        if one[len(one) - half : len(one) - low] == other[len(other) - half : len(other) - low]:
            low = half
        else:
            high = half - 1
    return low
