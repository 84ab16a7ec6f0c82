"""The résumé as a picture: a page of PNG each, or a PDF, drawn by typst with fonts of our own."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

import typst

from adapters.documents.fonts import fonts
from adapters.documents.typeset import typeset
from core.errors import BugError
from core.resume.values import Document, Json

TEMPLATE: Final = Path(str(files("adapters.documents"))) / "templates" / "onyx.typ"


class Pictures:
    """Draws résumés; one for the whole program, used from any thread. It blocks, so call it beside a loop.

    Nothing is fetched, and nothing outside the templates' folder is read. Every text of a résumé stays
    text: it reaches the template as data. Equal résumés give equal bytes.
    """

    def __init__(self) -> None:
        self._fonts = fonts()

    def pdf(self, document: Document, *, title: str, version: int) -> bytes:
        """The résumé as PDF, with tags, bookmarks and links; title and version stand in its properties.

        Raises BugError `no_picture`.
        """
        sheet = typeset(document) | {"document": {"title": title, "version": version}}
        return self._draw(sheet, "pdf", None)[0]

    def pages(self, document: Document, *, pixels_per_inch: int = 110) -> tuple[bytes, ...]:
        """The pages as PNG. Raises BugError `no_picture`."""
        return self._draw(typeset(document), "png", pixels_per_inch)

    def _draw(
        self, sheet: dict[str, Json], form: Literal["pdf", "png"], pixels_per_inch: int | None
    ) -> tuple[bytes, ...]:
        # A compiler may not be shared by threads. Its fonts may, and they are all that is slow to make.
        compiler = typst.Compiler(
            str(TEMPLATE),
            root=str(TEMPLATE.parent),
            font_paths=self._fonts,
            ignore_system_fonts=True,
            sys_inputs={"resume": json.dumps(sheet, ensure_ascii=False)},
        )
        try:
            drawn, warnings = compiler.compile_with_warnings(format=form, ppi=pixels_per_inch)
        except typst.TypstError:
            raise BugError("no_picture", "The résumé could not be drawn.") from None
        if warnings or drawn is None:  # a font that lacks, say: boxes instead of letters
            raise BugError("no_picture", "The résumé could not be drawn as it should be.")
        return tuple(drawn) if isinstance(drawn, list) else (drawn,)
