"""The text of a PDF in reading order, without what its reader would not see."""

from io import BytesIO
from typing import Any, Final

from pypdf import PageObject, PdfReader, overwrite_configuration
from pypdf.errors import LimitReachedError, PyPdfError
from pypdf.generic import ContentStream, NameObject

from adapters.documents.pdf_columns import Piece, in_order
from adapters.documents.pdf_ink import Ink, Object, times
from core.errors import PersonError

MAX_PAGES: Final = 50
MAX_STREAM: Final = 20 * 1024 * 1024
"""Bytes that one stream may unpack to."""

HIDDEN: Final = "Text that can't be seen on the page was left out."
SCANNED: Final = "This is a scan; its text was read by another program and may hold mistakes."

_SHOWS: Final = frozenset({b"Tj", b"TJ", b"'", b'"'})
_MOVES: Final = frozenset({b"Td", b"TD", b"Tm", b"T*", b"'", b'"'})
_NOTHING_MOVED: Final = ([1, 0, 0, 1, 0, 0], b"cm")
"""An operator without effect, at which pypdf hands over the text so far, so each piece has its place."""


def read_pdf(data: bytes) -> tuple[str, list[str]]:
    """The text, a blank line between pages, and notes. Sets limits for this whole process.

    Raises PersonError: `unreadable_file`, `encrypted`, `too_many_pages`, `too_large`.
    """
    overwrite_configuration(
        zlib_maximum_output_length=MAX_STREAM,
        lzw_maximum_output_length=MAX_STREAM,
        run_length_maximum_output_length=MAX_STREAM,
        array_based_stream_maximum_output_length=MAX_STREAM,
        jbig2dec_binary=None,
    )
    if b"%PDF-" not in data[:1024]:
        raise PersonError("unreadable_file", "This file is not a PDF.")
    if b"%%EOF" not in data[-2048:]:
        raise PersonError("unreadable_file", "This PDF is cut short: its end is missing.")
    try:
        return _read(PdfReader(BytesIO(data)))
    except LimitReachedError:
        raise PersonError("too_large", "This file unpacks to more than can be read.") from None
    except PyPdfError:
        raise PersonError("unreadable_file", "This PDF is damaged and could not be read.") from None


def _read(reader: PdfReader) -> tuple[str, list[str]]:
    if reader.is_encrypted and not reader.decrypt(""):
        raise PersonError("encrypted", "This file is locked with a password. Send it without one.")
    if len(reader.pages) > MAX_PAGES:
        raise PersonError("too_many_pages", f"This file has more than {MAX_PAGES} pages.")
    pages = [_Page(page) for page in reader.pages]
    text = "\n\n".join(page.text for page in pages)
    notes = [HIDDEN] if any(page.has_hidden for page in pages) else []
    if any(page.is_scanned for page in pages):
        notes.append(SCANNED)
    return text, notes


class _Page:
    """One page, read as it is made."""

    def __init__(self, page: PageObject) -> None:
        box = page.cropbox
        self._ink = Ink(
            (float(box.left), float(box.bottom), float(box.right), float(box.top)), page.get("/Resources")
        )
        self._pieces: list[Piece] = []
        self.has_hidden = False
        self.is_scanned = False
        _part_at_moves(page)
        page.extract_text(
            visitor_operand_before=self._before, visitor_operand_after=self._after, visitor_text=self._take
        )
        self.text = in_order(self._pieces, float(box.width))

    def _before(self, operator: bytes, operands: list[Any], cm: list[float], tm: list[float]) -> None:
        if operator in _SHOWS:
            if not self._ink.is_seen(tm):
                self.has_hidden = self.has_hidden or _says_something(operands)
                operands.clear()
            elif self._ink.is_text_layer:
                self.is_scanned = True
            return
        try:
            self._ink.follow(operator, operands)
        except (IndexError, TypeError, ValueError, KeyError, AttributeError):
            return  # an operator that makes no sense draws nothing

    def _after(self, operator: bytes, operands: list[Any], cm: list[float], tm: list[float]) -> None:
        self._ink.leave(operator)

    def _take(self, text: str, cm: list[float], tm: list[float], font: Object, size: float) -> None:
        if text:
            matrix = times(tm, times(cm, self._ink.base))
            self._pieces.append(Piece(text, matrix, size * abs(matrix[3])))


def _part_at_moves(page: PageObject) -> None:
    contents = page.get("/Contents")
    if contents is None:
        return
    content = ContentStream(contents.get_object(), page.pdf, "bytes")  # what they mean, the font tells
    parted: list[tuple[Any, bytes]] = []
    for operands, operator in content.operations:
        if operator in _MOVES:
            parted.append((list(_NOTHING_MOVED[0]), _NOTHING_MOVED[1]))
        parted.append((operands, operator))
    content.operations = parted
    page[NameObject("/Contents")] = content


def _says_something(operands: list[Any]) -> bool:
    """Whether a text operator shows more than spaces."""
    for operand in operands:
        if isinstance(operand, list):
            if _says_something(operand):
                return True
        elif isinstance(operand, str | bytes) and operand.strip():
            return True
    return False
