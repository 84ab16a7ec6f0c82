"""Codec: what a person wrote, on its way into a binary column and back: compressed, and sealed by a key.

A stored value is one format byte, then the payload. With the bit SEALED the format byte is followed by
a key id (4 bytes) and a nonce (12 bytes), and the payload is AES-256-GCM, which also covers the header.
"""

import hmac
import json
import math
import os
import zlib
from collections.abc import Mapping
from typing import Final

import orjson
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from core.errors import BugError, PersonError
from core.resume.values import Json

FORMAT: Final = 0x10
FORMAT_MASK: Final = 0xF0
COMPRESSED: Final = 0x01
SEALED: Final = 0x02
BYTES: Final = 0x04
WIDE: Final = 0x08

KEY_ID: Final = 4
NONCE: Final = 12
SMALLEST_KEY: Final = 16
SMALLEST_TO_COMPRESS: Final = 64

_MEMORY: Final = 5
"""zlib's memLevel: 8 KB of tables (its usual 8: 64 KB)."""

_PLAIN = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME


class Codec:
    """Encodes JSON values and bytes; decodes what was written under this key, a former one, or none.

    `key` is a secret of at least 16 bytes (what is used is derived from it), None: nothing is sealed.
    `former` holds earlier keys, by any name; new values never use them.
    """

    def __init__(self, key: bytes | None, former: Mapping[str, bytes] = {}) -> None:
        keys = [*former.values()] + ([] if key is None else [key])
        if any(len(each) < SMALLEST_KEY for each in keys):
            raise BugError("short_key", f"A key must have at least {SMALLEST_KEY} bytes.")
        self._ciphers = {_key_id(each): _cipher(each) for each in keys}
        self._current = None if key is None else _key_id(key)

    def encode(self, value: Json) -> bytes:
        """The stored form of a JSON value or of bytes. Raises BugError `not_storable`."""
        flags, payload = _dumps(value)
        if len(payload) >= SMALLEST_TO_COMPRESS:
            smaller = deflate(payload)
            if len(smaller) < len(payload):
                flags, payload = flags | COMPRESSED, smaller
        if self._current is None:
            return bytes([FORMAT | flags]) + payload
        header = bytes([FORMAT | flags | SEALED]) + self._current
        nonce = os.urandom(NONCE)
        return header + nonce + self._ciphers[self._current].encrypt(nonce, payload, header)

    def decode(self, data: bytes) -> Json:
        """The value that was encoded.

        Raises PersonError `unreadable` where its key is not at hand, BugError `unreadable` where the
        stored bytes are damaged.
        """
        if not data or data[0] & FORMAT_MASK != FORMAT:
            raise _damaged()
        flags = data[0]
        payload = self._unseal(data) if flags & SEALED else data[1:]
        try:
            return _loads(flags, payload)
        except (zlib.error, ValueError):
            pass  # raised outside: an error's context would carry the value along
        raise _damaged()

    def _unseal(self, data: bytes) -> bytes:
        header, rest = data[: 1 + KEY_ID], data[1 + KEY_ID :]
        cipher = self._ciphers.get(header[1:])
        if cipher is None:
            raise PersonError(
                "unreadable",
                "A stored value was sealed with a key that is not at hand. "
                "Set COUNTERSIGN_SECRET_KEY to the key it was written with.",
            )
        try:
            return cipher.decrypt(rest[:NONCE], rest[NONCE:], header)
        except (InvalidTag, ValueError):
            raise _damaged() from None


def deflate(payload: bytes, before: bytes = b"", *, bare: bool = False) -> bytes:
    """Deflate quickly; `before` is what the reader has already, `bare` leaves out header and checksum.

    Almost all we store is small: clearing the usual tables would cost more than filling them.
    """
    bits = -zlib.MAX_WBITS if bare else zlib.MAX_WBITS
    compressor = zlib.compressobj(1, wbits=bits, memLevel=_MEMORY, zdict=before)
    return compressor.compress(payload) + compressor.flush()


def _dumps(value: Json) -> tuple[int, bytes]:
    if isinstance(value, bytes):
        return BYTES, value
    text = to_text(value)
    return (WIDE, _dumps_wide(value)) if text is None else (0, text)


def to_text(value: Json) -> bytes | None:
    """A JSON value as compact text; None where it takes a wide one. Raises BugError `not_storable`."""
    try:
        text = orjson.dumps(value, option=_PLAIN)
    except TypeError:
        return None
    # orjson writes null for NaN and infinity; reading it back is quicker than looking at every value.
    if b"null" in text and orjson.loads(text) != value and not _is_finite(value):
        raise _not_storable()
    return text


def _is_finite(value: Json) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    return all(map(_is_finite, value)) if isinstance(value, list | tuple) else True


def _dumps_wide(value: Json) -> bytes:
    """What orjson refuses and JSON allows: integers beyond 64 bits, lone surrogates."""
    try:
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)
        kept = json.loads(text) == value
    except (TypeError, ValueError, RecursionError):
        kept = False
    if not kept:
        raise _not_storable()
    return text.encode("ascii")


def _loads(flags: int, payload: bytes) -> Json:
    if flags & COMPRESSED:
        payload = zlib.decompress(payload)
    if flags & BYTES:
        return payload
    return json.loads(payload) if flags & WIDE else orjson.loads(payload)


def _not_storable() -> BugError:
    return BugError("not_storable", "A value to be stored is neither JSON nor bytes.")


def _damaged() -> BugError:
    return BugError("unreadable", "A stored value is damaged and can't be read.")


def _key_id(key: bytes) -> bytes:
    return hmac.digest(key, b"countersign store key id", "sha256")[:KEY_ID]


def _cipher(key: bytes) -> AESGCM:
    return AESGCM(hmac.digest(key, b"countersign store seal", "sha256"))
