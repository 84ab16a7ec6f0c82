"""The résumé as a picture: a page of PNG each, or a PDF, drawn by typst with fonts of our own."""

import json
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

import typst

from adapters.documents.fonts import fonts
from adapters.documents.look import hex_color
from adapters.documents.typeset import typeset
from core.errors import BugError
from core.resume.values import Document, Json

TEMPLATES: Final = Path(str(files("adapters.documents"))) / "templates"
"""One file a template, named as `metadata.template` is, beside the parts that they share."""

_PHOTO_FORMS: Final = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"RIFF", "webp"))


class Pictures:
    """Draws résumés; one for the whole program, used from any thread. It blocks, so call it beside a loop.

    Nothing is fetched, and nothing outside the templates' folder is read. Every text of a résumé stays
    text: it reaches the template as data. Equal résumés give equal bytes. A photograph is drawn only from
    bytes that the caller has (PNG, JPEG or WebP), never from its address.
    """

    def __init__(self) -> None:
        self._fonts = fonts()

    def pdf(self, document: Document, *, title: str, version: int, photo: bytes = b"") -> bytes:
        """The résumé as PDF, with tags, bookmarks and links; title and version stand in its properties.

        Raises BugError `no_picture`.
        """
        sheet = typeset(document) | {"document": {"title": title, "version": version}}
        return self._draw(document, sheet, photo, "pdf", None)[0]

    def pages(
        self, document: Document, *, pixels_per_inch: int = 110, photo: bytes = b""
    ) -> tuple[bytes, ...]:
        """The pages as PNG. Raises BugError `no_picture`."""
        return self._draw(document, typeset(document), photo, "png", pixels_per_inch)

    def _draw(
        self,
        document: Document,
        sheet: dict[str, Json],
        photo: bytes,
        form: Literal["pdf", "png"],
        pixels_per_inch: int | None,
    ) -> tuple[bytes, ...]:
        compiler = compiler_of(document, sheet, photo, self._fonts)
        try:
            drawn, warnings = compiler.compile_with_warnings(format=form, ppi=pixels_per_inch)
        except typst.TypstError:
            if photo:  # one that can't be decoded
                return self._draw(document, sheet, b"", form, pixels_per_inch)
            raise BugError("no_picture", "The résumé could not be drawn.") from None
        if warnings or drawn is None:  # a font that lacks, say: boxes instead of letters
            raise BugError("no_picture", "The résumé could not be drawn as it should be.")
        return tuple(drawn) if isinstance(drawn, list) else (drawn,)


def compiler_of(
    document: Document, sheet: dict[str, Json], photo: bytes, with_fonts: typst.Fonts
) -> typst.Compiler:
    """What draws this sheet once.

    A compiler may not be shared by threads. Its fonts may, and they are all that is slow to make.
    """
    shown = None if document["picture"]["hidden"] else _photo(document["picture"], photo)
    return typst.Compiler(
        str(TEMPLATES / f"{document['metadata']['template']}.typ"),
        root=str(TEMPLATES),
        font_paths=with_fonts,
        ignore_system_fonts=True,
        sys_inputs={"resume": json.dumps(sheet | {"photo": shown}, ensure_ascii=False)},
    )


def _photo(picture: Mapping[str, Any], data: bytes) -> dict[str, Json] | None:
    """How the photograph is drawn, sizes in points; None where there is none."""
    form = next((form for start, form in _PHOTO_FORMS if data.startswith(start)), None)
    if not form:
        return None
    return {
        "data": list(data),
        "format": form,
        "size": picture["size"],
        "ratio": picture["aspectRatio"],
        "rotation": picture["rotation"],
        "radius": picture["borderRadius"],
        "border": min(picture["borderWidth"], 24),
        "border-color": hex_color(picture["borderColor"], "#000000"),
        "shadow": min(picture["shadowWidth"], 24),
        "shadow-color": hex_color(picture["shadowColor"], "#808080"),
    }
