"""DOCX: real headings, lists and links, so that Word, LibreOffice and applicant systems read it alike."""

import io
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import docx
from docx.document import Document as Docx
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from adapters.documents.typeset import is_rtl
from adapters.documents.writers import Written
from adapters.documents.writers.docx_lists import Lists
from adapters.documents.writers.docx_styles import MONOSPACED, set_page, set_styles
from adapters.documents.writers.flow import Body, Break, Line, Part, flow, has_photo, is_container
from core.resume.values import Document

_STYLES: Final = {
    "name": "Title",
    "headline": "Subtitle",
    "contact": "Contact",
    "section": "Heading 1",
    "entry": "Heading 2",
    "details": "Details",
    "item": "List Bullet",
    "role": "Heading 3",
}
_BELOW: Final = 3
"""Headings in a text stand below those of entries: its first level is our fourth."""
_MAX_PROPERTY: Final = 255
"""Characters of a core property, as python-docx takes it."""

_NO_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML 1.0 (§2.2) lacks."""
_NO_URI: Final = re.compile(r"[\s\"<>\\^`{|}]")
"""Characters that no address has (RFC 3986 §2), and that make Word call a file damaged."""


def write(document: Document, *, title: str, version: int) -> Written:
    """The résumé as a Word document; title and version are in its core properties."""
    file = docx.Document()
    _drop_preview(file)
    set_page(file, document["metadata"])
    set_styles(file, document["metadata"])
    _set_properties(file, document, title, version)
    writer = _Writer(file)
    for part in flow(document):
        writer.add(part)
    losses = ["The design of the template, its columns and icons are left out."]
    losses += ["The photo is left out."] if has_photo(document) else []
    data = io.BytesIO()
    file.save(data)
    return Written(data.getvalue(), losses)


class _Writer:
    """Adds the parts of a résumé to a document, one after the other."""

    def __init__(self, file: Docx) -> None:
        self._file = file
        self._lists = Lists(file)
        self._begins_page = False

    def add(self, part: Part) -> None:
        """Adds a line or a text; a break is that of the paragraph which comes next."""
        if isinstance(part, Break):
            self._begins_page = True
        elif isinstance(part, Line):
            self._add_line(part)
        elif isinstance(part, Body):
            for block in part.blocks:
                self._add_block(block, "Normal")

    def _add_line(self, line: Line) -> None:
        text = "".join(span.text for span in line.spans)
        paragraph = self._paragraph(_STYLES[line.kind], is_rtl(text))
        if line.kind == "item":
            self._lists.mark(paragraph, self._lists.begin("ul", 0), 0)
        for span in line.spans:
            _add_run(paragraph, span.text, ["strong"] if span.is_strong else [], span.url)

    def _add_block(self, block: Mapping[str, Any], style: str) -> None:
        match block["tag"]:
            case "ul" | "ol":
                self._add_list(block, 0)
            case "blockquote":
                for child in block["children"]:
                    self._add_block(child, "Quote")
            case "p":
                self._add_text(block, style)
            case "pre":
                self._add_text(block, "Preformatted")
            case heading:
                self._add_text(block, f"Heading {int(heading[1]) + _BELOW}")

    def _add_list(self, block: Mapping[str, Any], level: int) -> None:
        number = self._lists.begin(block["tag"], level)
        style = "List Bullet" if block["tag"] == "ul" else "List Number"
        for item in block["children"]:
            begins = True
            for child in _flat(item["children"]):
                if is_container(child):
                    self._add_list(child, level + 1)
                elif begins:
                    self._lists.mark(self._add_text(child, style), number, level)
                else:
                    self._add_text(child, f"List Continue{f' {min(level, 2) + 1}' if level else ''}")
                begins = False

    def _add_text(self, block: Mapping[str, Any], style: str) -> Paragraph:
        paragraph = self._paragraph(style, block["rtl"])
        for place, line in enumerate(block["lines"]):
            if place:
                paragraph.add_run().add_break()
            for run in line:
                _add_run(paragraph, run["text"], run["marks"], run["url"])
        return paragraph

    def _paragraph(self, style: str, rtl: bool | None) -> Paragraph:
        paragraph = self._file.add_paragraph(style=style)
        if self._begins_page:
            paragraph.paragraph_format.page_break_before = True
            self._begins_page = False
        if rtl:
            properties = paragraph._p.get_or_add_pPr()
            properties.insert_element_before(OxmlElement("w:bidi"), *_AFTER_BIDI)
        return paragraph


_AFTER_BIDI: Final = tuple(
    f"w:{name}"
    for name in (
        *("adjustRightInd", "snapToGrid", "spacing", "ind", "contextualSpacing", "mirrorIndents"),
        *("suppressOverlap", "jc", "textDirection", "textAlignment", "textboxTightWrap", "outlineLvl"),
        *("divId", "cnfStyle", "rPr", "sectPr", "pPrChange"),
    )
)
"""What stands after `w:bidi` in the properties of a paragraph (ECMA-376, part 1, §17.3.1.26)."""


def _flat(blocks: Iterable[Mapping[str, Any]]) -> Iterable[Mapping[str, Any]]:
    """The blocks of an item; what a quote holds stands there by itself."""
    for block in blocks:
        if block["tag"] == "blockquote":
            yield from _flat(block["children"])
        else:
            yield block


def _add_run(paragraph: Paragraph, text: str, marks: Iterable[str], url: str) -> None:
    run = paragraph.add_run(_xml(text))
    if url:
        run.style = "Hyperlink"
        _link(paragraph, run, url)
    for mark in marks:
        _mark(run, mark)
    if is_rtl(text):
        run.font.rtl = True


def _mark(run: Run, mark: str) -> None:
    match mark:
        case "strong":
            run.font.bold = True
        case "em":
            run.font.italic = True
        case "u":
            run.font.underline = True
        case "s":
            run.font.strike = True
        case "code":
            run.font.name = MONOSPACED


def _link(paragraph: Paragraph, run: Run, url: str) -> None:
    """Puts the last run of a paragraph into a link."""
    link = OxmlElement("w:hyperlink")
    target = _NO_URI.sub(_percent, _xml(url))
    relation = paragraph.part.relate_to(target, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    link.set(qn("r:id"), relation)
    paragraph._p.append(link)
    link.append(run._r)


def _set_properties(file: Docx, document: Document, title: str, version: int) -> None:
    properties = file.core_properties
    properties.title = _xml(title)[:_MAX_PROPERTY]
    properties.version = str(version)
    properties.author = _xml(document["basics"]["name"])[:_MAX_PROPERTY]
    properties.language = _xml(document["metadata"]["page"]["locale"])[:_MAX_PROPERTY]
    properties.comments = properties.last_modified_by = ""
    for name in ("created", "modified"):  # those of the empty document that python-docx brings
        for element in properties._element.findall(qn(f"dcterms:{name}")):
            properties._element.remove(element)


def _drop_preview(file: Docx) -> None:
    """Takes out the picture of another document that python-docx brings."""
    relations = file.part.package.rels
    for name in [name for name, one in relations.items() if one.reltype == RELATIONSHIP_TYPE.THUMBNAIL]:
        del relations[name]


def _xml(text: str) -> str:
    return _NO_XML.sub("", text)


def _percent(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode())
