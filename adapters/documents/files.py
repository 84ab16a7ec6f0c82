"""Files in and out: what a file is is told by its content (Reactive Resume 5 JSON for now)."""

from collections.abc import Callable

from adapters.documents import reactive_resume
from core.ports import Imported
from core.resume.values import Document


class Files:
    """`core.ports.Documents`; `mint` gives a fresh UUID v4 for what comes without an id."""

    def __init__(self, mint: Callable[[], str]) -> None:
        self._mint = mint

    def read(self, name: str, data: bytes) -> Imported:
        """A file as a document. Raises PersonError `unreadable_file`."""
        return reactive_resume.read(data, self._mint)

    def write(self, document: Document) -> bytes:
        """The document as Reactive Resume 5 JSON, without loss."""
        return reactive_resume.write(document)
