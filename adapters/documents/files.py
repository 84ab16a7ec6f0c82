"""Files in and out: what a file is is told by its content."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import Any, Final

from adapters.documents import (
    json_resume,
    linkedin,
    markdown,
    reactive_resume,
    reactive_resume_4,
    rendercv,
)
from adapters.documents.decoding import text_from
from adapters.documents.extract import extract
from adapters.documents.picture import Pictures
from adapters.documents.plain_reader import read_text
from adapters.documents.reading import Read
from adapters.documents.sniffing import Kind, sniff
from adapters.documents.writers import docx, text
from adapters.documents.writers import json_resume as to_json_resume
from adapters.documents.writers import markdown as to_markdown
from core.ports import Form, Imported
from core.resume.values import Document

_DATA: Final[Mapping[Kind, ModuleType]] = {
    "reactive-resume-4": reactive_resume_4,
    "json-resume": json_resume,
    "rendercv": rendercv,
    "linkedin": linkedin,
}
"""Files of data: what they say has a name, so that reading them is no guessing."""

_WRITERS: Final[Mapping[Form, Any]] = {
    "docx": docx,
    "md": to_markdown,
    "txt": text,
    "jsonresume": to_json_resume,
}
"""Each has `write(document, *, title, version) -> Written`."""


class Files:
    """`core.ports.Documents`; `mint` gives a fresh UUID v4 for what comes without an id."""

    def __init__(self, mint: Callable[[], str]) -> None:
        self._mint = mint

    @cached_property
    def pictures(self) -> Pictures:
        """What draws résumés; made when the first is wanted, since its fonts take a while to read."""
        return Pictures()

    def read(self, name: str, data: bytes) -> Imported | None:
        """A Reactive Resume 5 file as a document; None for any other. Raises PersonError."""
        return reactive_resume.read(data, self._mint) if reactive_resume.is_one(data) else None

    async def read_slowly(self, name: str, data: bytes) -> Imported:
        """Any file as a document, read in a thread, PDF and DOCX in a process. Raises PersonError."""
        return await asyncio.to_thread(self._read_any, data)

    def _read_any(self, data: bytes) -> Imported:
        kind = sniff(data)
        if kind == "reactive-resume-5":
            return reactive_resume.read(data, self._mint)
        if kind in _DATA:
            found: Read = _DATA[kind].read(data, self._mint)
            return _imported(found, is_sure=not found.unplaced)
        if kind == "markdown":
            return _imported(markdown.read(data, self._mint), is_sure=False)
        if kind == "text":
            return _imported(read_text(text_from(data), self._mint), is_sure=False)
        extracted = extract("pdf" if kind == "pdf" else "docx", data)
        found = read_text(extracted.text, self._mint)
        return _imported(found, is_sure=False, notes=extracted.notes)

    async def write(self, document: Document, form: Form, *, title: str, version: int) -> bytes:
        """The document as a file; a PDF is drawn in a thread of its own."""
        if form == "json":
            return reactive_resume.write(document)
        if form in _WRITERS:
            written = await asyncio.to_thread(_WRITERS[form].write, document, title=title, version=version)
            return bytes(written.data)
        return await asyncio.to_thread(lambda: self.pictures.pdf(document, title=title, version=version))

    def losses(self, document: Document, form: Form) -> Sequence[str]:
        """What a form has no place for, a sentence each."""
        return _WRITERS[form].write(document, title="", version=1).losses if form in _WRITERS else ()

    async def pages(self, document: Document) -> tuple[bytes, ...]:
        """The pages as PNG, drawn in a thread of its own."""
        return await asyncio.to_thread(lambda: self.pictures.pages(document))


def _imported(found: Read, *, is_sure: bool, notes: list[str] | tuple[str, ...] = ()) -> Imported:
    return Imported(
        found.document,
        found.title,
        [*notes, *found.notes],
        unplaced=found.unplaced,
        is_sure=is_sure,
        evidence=found.evidence,
    )
