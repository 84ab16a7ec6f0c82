"""The text of a DOCX in reading order: headers, tables and text boxes too, without what is hidden."""

from collections.abc import Iterator
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

import docx
from docx.oxml.ns import qn
from docx.oxml.parser import parse_xml

from adapters.documents.docx_ink import Ink, Xml
from core.errors import PersonError

MAX_ENTRIES: Final = 2_000
MAX_UNPACKED: Final = 60 * 1024 * 1024
"""Bytes of all parts together, pictures too."""
MAX_XML: Final = 8 * 1024 * 1024
"""Bytes of one part that is parsed."""

HIDDEN: Final = "Hidden text was left out."

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_PARAGRAPH, _TABLE, _ROW, _CELL = qn("w:p"), qn("w:tbl"), qn("w:tr"), qn("w:tc")
_RUN, _LINK, _BOX = qn("w:r"), qn("w:hyperlink"), qn("w:txbxContent")
_TRANSPARENT: Final = frozenset(
    map(
        qn,
        (
            "w:sdt",
            "w:sdtContent",
            "w:ins",
            "w:moveTo",
            "w:smartTag",
            "w:customXml",
            "w:fldSimple",
            "w:bdo",
            "w:dir",
        ),
    )
)
"""Elements around others that say nothing about where their text belongs."""
_BREAKS: Final = {
    qn("w:tab"): "\t",
    qn("w:ptab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "-",
}
_MARKUP: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"


def read_docx(data: bytes) -> tuple[str, list[str]]:
    """The text and notes; a tab stands between the cells of a row, a blank line between what is apart.

    Raises PersonError: `unreadable_file`, `encrypted`, `macros`, `too_large`.
    """
    _check(data)
    reader = _Reader(docx.Document(BytesIO(data)))
    text = "\n".join(reader.lines())
    return text, [HIDDEN] if reader.ink.has_hidden else []


def _check(data: bytes) -> None:
    """Refuses before anything is unpacked; the sizes that an archive declares bound what is read of it."""
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise PersonError("encrypted", "This file is locked with a password. Send it without one.")
        raise PersonError("unreadable_file", "This is an old Word file. Save it as DOCX or PDF.")
    try:
        entries = ZipFile(BytesIO(data)).infolist()
    except BadZipFile:
        raise PersonError("unreadable_file", "This file is not a DOCX, or it is damaged.") from None
    names = {entry.filename for entry in entries}
    if any(entry.flag_bits & 1 for entry in entries):
        raise PersonError("encrypted", "This file is locked with a password. Send it without one.")
    parsed = [entry.file_size for entry in entries if entry.filename.endswith((".xml", ".rels"))]
    is_bomb = sum(entry.file_size for entry in entries) > MAX_UNPACKED or max(parsed, default=0) > MAX_XML
    if len(entries) > MAX_ENTRIES or is_bomb:
        raise PersonError("too_large", "This file unpacks to more than can be read.")
    if any(name.lower().endswith("vbaproject.bin") for name in names):
        raise PersonError("macros", "This file holds macros. Save it as a DOCX without them.")
    if "[Content_Types].xml" not in names:
        raise PersonError("unreadable_file", "This file is an archive, but no DOCX.")


class _Reader:
    """Walks one document."""

    def __init__(self, document: Xml) -> None:
        self._document = document
        self.ink = Ink(document)
        self._part = document.part

    def lines(self) -> Iterator[str]:
        """Headers, the body, footers, footnotes; each of them once."""
        sections = list(self._document.sections)
        yield from self._stories(part for section in sections for part in _headers(section))
        yield from self._below(self._document.element.body)
        yield ""
        yield from self._stories(part for section in sections for part in _footers(section))
        yield from self._notes()

    def _stories(self, stories: Iterator[Xml]) -> Iterator[str]:
        seen: set[tuple[str, ...]] = set()
        for story in stories:
            self._part = story.part
            lines = tuple(self._below(story._element))  # python-docx gives it no public name
            if any(lines) and lines not in seen:
                seen.add(lines)
                yield from lines
                yield ""
        self._part = self._document.part

    def _notes(self) -> Iterator[str]:
        for related in self._document.part.rels.values():
            if related.reltype.endswith(("/footnotes", "/endnotes")) and not related.is_external:
                yield ""
                yield from self._below(parse_xml(related.target_part.blob))

    def _below(self, parent: Xml) -> Iterator[str]:
        """The lines of everything that stands in a story, a cell or a text box."""
        for element in parent:
            if element.tag == _PARAGRAPH:
                yield from self._paragraph(element)
            elif element.tag == _TABLE:
                yield from self._table(element)
            elif isinstance(element.tag, str) and element.tag not in (_RUN, _LINK):
                yield from self._below(element)

    def _paragraph(self, paragraph: Xml) -> Iterator[str]:
        boxes: list[Xml] = []
        text = "".join(self._texts(paragraph, paragraph, boxes))
        is_heading = self.ink.is_heading(paragraph)
        if is_heading:
            yield ""
        for place, line in enumerate(text.split("\n")):
            yield f"• {line}" if not place and line.strip() and self.ink.is_item(paragraph) else line
        for box in boxes:
            yield ""
            yield from self._below(box)
            yield ""

    def _texts(self, parent: Xml, paragraph: Xml, boxes: list[Xml]) -> Iterator[str]:
        """The texts of the runs of a paragraph; text boxes are put aside."""
        for element in parent:
            if element.tag == _RUN:
                yield from self._run(element, paragraph, boxes)
            elif element.tag == _LINK:
                text = "".join(self._texts(element, paragraph, boxes))
                yield text + self._address(element, text)
            elif element.tag in _TRANSPARENT:
                yield from self._texts(element, paragraph, boxes)

    def _run(self, run: Xml, paragraph: Xml, boxes: list[Xml]) -> Iterator[str]:
        text = "".join(_run_texts(run, boxes))
        if text.strip() and not self.ink.is_seen(run, paragraph):
            self.ink.has_hidden = True
        else:
            yield text

    def _address(self, link: Xml, text: str) -> str:
        """Where a link leads, if its text doesn't say."""
        related = self._part.rels.get(link.get(qn("r:id"), ""))
        if related is None or not related.is_external or not text.strip():
            return ""
        address = str(related.target_ref).removeprefix("mailto:").rstrip("/")
        bare = address.removeprefix("https://").removeprefix("http://").removeprefix("www.")
        return "" if not address or bare.casefold() in text.casefold() else f" ({address})"

    def _table(self, table: Xml) -> Iterator[str]:
        """Row by row: cells of one line each beside each other, longer ones below."""
        for row in table.iter(_ROW):
            if next(row.iterancestors(_TABLE)) is not table:
                continue
            cells = [_without_edges(list(self._below(cell))) for cell in _cells(row)]
            yield from _row([cell for cell in cells if cell])
        yield ""


def _row(cells: list[list[str]]) -> Iterator[str]:
    """A first cell of one line (a date, a group of skills) stands on the first line of the next cell."""
    while len(cells) > 1 and len(cells[0]) == 1:
        first, second = cells[0][0], cells[1]
        cells = [[f"{first}\t{second[0]}", *second[1:]], *cells[2:]]
    yield ""
    for cell in cells:
        yield from cell


def _cells(row: Xml) -> Iterator[Xml]:
    for element in row:
        if element.tag == _CELL:
            yield element
        elif element.tag in _TRANSPARENT:
            yield from _cells(element)


def _without_edges(lines: list[str]) -> list[str]:
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return lines


def _run_texts(parent: Xml, boxes: list[Xml]) -> Iterator[str]:
    for element in parent:
        if element.tag == qn("w:t"):
            yield element.text or ""
        elif element.tag in _BREAKS:
            yield _BREAKS[element.tag]
        elif element.tag == _MARKUP + "AlternateContent":  # one thing twice: new, and for older programs
            yield from _run_texts(element[0] if len(element) else (), boxes)
        elif element.tag == _BOX:
            boxes.append(element)
        elif isinstance(element.tag, str):
            yield from _run_texts(element, boxes)


def _headers(section: Xml) -> Iterator[Xml]:
    if section.different_first_page_header_footer:
        yield section.first_page_header
    yield section.header
    if section.even_page_header._has_definition:  # asking for its text would make one
        yield section.even_page_header


def _footers(section: Xml) -> Iterator[Xml]:
    if section.different_first_page_header_footer:
        yield section.first_page_footer
    yield section.footer
