"""What was drawn, read back: texts, links and sizes of a PDF as typst writes it, pixels of a PNG."""

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_OBJECT = re.compile(rb"(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj", re.DOTALL)
_REFERENCE = rb" ?(\d+) 0 R"
MISSING = "\ufffd"
"""Stands for a glyph that no font had: a box."""


class Piece(NamedTuple):
    """A text and where it begins, in points from the left and the top."""

    left: float
    top: float
    text: str


@dataclass(frozen=True)
class PdfPage:
    """One page; pieces in reading order."""

    width: float
    height: float
    pieces: list[Piece]

    @property
    def lines(self) -> list[str]:
        """The texts line by line, from the top."""
        rows: dict[int, list[Piece]] = {}
        for piece in self.pieces:
            rows.setdefault(round(piece.top), []).append(piece)
        return ["".join(piece.text for piece in rows[top]).strip() for top in sorted(rows)]


class Pdf:
    """A PDF without object streams, in which every text has its own place and each font its characters."""

    def __init__(self, data: bytes) -> None:
        self._objects = {int(found[1]): found[2] for found in _OBJECT.finditer(data)}
        self.pages = [self._page(body) for body in self._of_type(b"/Type/Page/")]
        self.links = [_string(found) for found in re.findall(rb"/URI ?(\(.*?(?<!\\)\)|<[0-9A-F]+>)", data)]
        self.titles = self._strings(rb"/Title ?")
        self.authors = self._strings(rb"/Author ?")
        self.keywords = self._strings(rb"/Keywords ?")

    @property
    def text(self) -> str:
        """All lines of all pages."""
        return "\n".join(line for page in self.pages for line in page.lines)

    def _of_type(self, kind: bytes) -> Iterator[bytes]:
        catalogue = next(
            body for body in self._objects.values() if b"/Kids" in body and b"/Type/Pages" in body
        )
        kids = re.search(rb"/Kids ?\[(.*?)\]", catalogue)
        assert kids
        for number in re.findall(rb"(\d+) 0 R", kids[1]):
            assert kind in self._objects[int(number)]
            yield self._objects[int(number)]

    def _page(self, body: bytes) -> PdfPage:
        box = re.search(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", body)
        contents, resources = (re.search(name + _REFERENCE, body) for name in (b"/Contents", b"/Resources"))
        assert box
        assert contents
        width, height = float(box[1]), float(box[2])
        fonts = self._fonts(self._objects[int(resources[1])]) if resources else {}
        return PdfPage(width, height, list(_pieces(self._stream(int(contents[1])), fonts, height)))

    def _fonts(self, resources: bytes) -> dict[bytes, dict[int, str]]:
        fonts = {}
        for name, number in re.findall(rb"/(f\d+) (\d+) 0 R", resources):
            unicode = re.search(rb"/ToUnicode" + _REFERENCE, self._objects[int(number)])
            assert unicode
            pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", self._stream(int(unicode[1])))
            fonts[name] = {
                int(glyph, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for glyph, text in pairs
            }
        return fonts

    def _stream(self, number: int) -> bytes:
        body = self._objects[number]
        return zlib.decompressobj().decompress(body.split(b"stream\n", 1)[1])

    def _strings(self, name: bytes) -> list[str]:
        found = [
            text
            for body in self._objects.values()
            if b"/Creator" in body
            for text in re.findall(name + rb"(\(.*?(?<!\\)\)|<[0-9A-F]+>)", body, re.DOTALL)
        ]
        return [_string(text) for text in found]


def _pieces(stream: bytes, fonts: dict[bytes, dict[int, str]], height: float) -> Iterator[Piece]:
    left = top = 0.0
    font: dict[int, str] = {}
    place = 0
    token = re.compile(rb"1 0 0 -1 ([\d.-]+) ([\d.-]+) cm|/(f\d+) [\d.]+ Tf|1 0 0 -1 [\d.-]+ [\d.-]+ Tm")
    while found := token.search(stream, place):
        place = found.end()
        if found[1]:
            left, top = float(found[1]), height - float(found[2])
        elif found[3]:
            font = fonts[found[3]]
        else:
            end = stream.index(b"\nET", place)
            glyphs = b"".join(_literals(stream[place:end]))
            codes = struct.unpack(f">{len(glyphs) // 2}H", glyphs)
            yield Piece(left, top, "".join(font.get(code, MISSING) for code in codes))


def _literals(shown: bytes) -> Iterator[bytes]:
    """The strings of a text operator."""
    place = 0
    while place < len(shown):
        if shown[place] == ord("("):
            end, depth = place + 1, 1
            while depth:
                if shown[end] == ord("\\"):
                    end += 1
                else:
                    depth += {ord("("): 1, ord(")"): -1}.get(shown[end], 0)
                end += 1
            yield _unescaped(shown[place + 1 : end - 1])
            place = end
        elif shown[place] == ord("<"):
            end = shown.index(b">", place)
            yield bytes.fromhex(shown[place + 1 : end].decode())
            place = end + 1
        else:
            place += 1


def _unescaped(text: bytes) -> bytes:
    names = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}

    def one(found: re.Match[bytes]) -> bytes:
        code = found[1]
        return bytes([int(code, 8)]) if code[:1].isdigit() else names.get(code, code)

    return re.sub(rb"\\([0-7]{1,3}|.)", one, text, flags=re.DOTALL)


def _string(text: bytes) -> str:
    raw = bytes.fromhex(text[1:-1].decode()) if text.startswith(b"<") else _unescaped(text[1:-1])
    return raw[2:].decode("utf-16-be") if raw.startswith(b"\xfe\xff") else raw.decode("latin-1")


@dataclass(frozen=True)
class Pixels:
    """The pixels of a PNG with eight bits for each of red, green, blue and opacity."""

    width: int
    height: int
    rows: list[bytes]

    def at(self, left: int, top: int) -> tuple[int, int, int]:
        """Red, green, blue."""
        red, green, blue = self.rows[top][4 * left : 4 * left + 3]
        return red, green, blue

    def column(self, left: int) -> set[tuple[int, int, int]]:
        """The colours that a column has."""
        return {self.at(left, top) for top in range(self.height)}


def pixels(png: bytes) -> Pixels:
    """A PNG (W3C PNG §9: each row may be told as a difference to what is left of it, or above it)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, color, interlaced) == (8, 6, 0)
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += length + 12
    data, rows, above = zlib.decompress(packed), [], bytes(4 * width)
    for top in range(height):
        start = top * (4 * width + 1)
        above = _row(data[start], data[start + 1 : start + 1 + 4 * width], above)
        rows.append(above)
    return Pixels(width, height, rows)


def _row(kind: int, told: bytes, above: bytes) -> bytes:
    row = bytearray(told)
    for place in range(len(row)):
        left = row[place - 4] if place >= 4 else 0
        corner = above[place - 4] if place >= 4 else 0
        match kind:
            case 1:
                guess = left
            case 2:
                guess = above[place]
            case 3:
                guess = (left + above[place]) // 2
            case 4:
                guess = _nearest(left, above[place], corner)
            case _:
                guess = 0
        row[place] = (row[place] + guess) & 255
    return bytes(row)


def _nearest(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
