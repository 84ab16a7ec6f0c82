"""Files in and out: what a file is is told by its content (Reactive Resume 5 JSON for now)."""

import asyncio
from collections.abc import Callable
from functools import cached_property

from adapters.documents import reactive_resume
from adapters.documents.picture import Pictures
from core.ports import Form, Imported
from core.resume.values import Document


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
        """Any file as a document, read in a thread of its own. Raises PersonError."""
        return await asyncio.to_thread(reactive_resume.read, data, self._mint)

    async def write(self, document: Document, form: Form, *, title: str, version: int) -> bytes:
        """The document as a file; a PDF is drawn in a thread of its own."""
        if form == "json":
            return reactive_resume.write(document)
        return await asyncio.to_thread(lambda: self.pictures.pdf(document, title=title, version=version))

    async def pages(self, document: Document) -> tuple[bytes, ...]:
        """The pages as PNG, drawn in a thread of its own."""
        return await asyncio.to_thread(lambda: self.pictures.pages(document))
