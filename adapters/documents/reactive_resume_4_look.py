"""How a Reactive Resume 4 file looks: picture, layout, template, paper, colours and fonts."""

import re
from typing import Final, get_args

from adapters.documents.draft import Draft
from adapters.documents.records import Record
from adapters.documents.taken import rich
from core.resume.look import Metadata
from core.resume.values import Json

_POINTS: Final = 0.75
"""Points in a pixel (CSS Values 3, §5.2)."""
_HEADING: Final = 3
"""Points by which headings are larger than the text."""
_COLOUR: Final = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)
_BORDER: Final = 1
_TEMPLATES: Final = frozenset(get_args(Metadata.model_fields["template"].annotation))
_NOT_KEPT: Final = "Not part of version 5, so left out"


def picture(basics: Record, draft: Draft) -> None:
    """The photograph and how it is cut."""
    record = basics.record("picture", key="url")
    url = record.take("url")
    draft.picture(url, "basics · picture", may_be_path=True)
    for member, low, high in (("size", 32, 512), ("aspectRatio", 0.5, 2.5), ("borderRadius", 0, 100)):
        number = record.number(member, low, high)
        if number is not None:
            draft.set_look(f"/picture/{member}", number)
    effects = record.record("effects")
    if effects.flag("hidden"):
        draft.set_look("/picture/hidden", True)
    if effects.flag("border"):
        draft.set_look("/picture/borderWidth", _BORDER)
    if effects.flag("grayscale"):
        draft.tell(_NOT_KEPT, "grey picture")
    effects.close()
    record.close()


def look(metadata: Record, draft: Draft) -> None:
    """Layout, template, paper, colours and fonts, as far as version 5 has them."""
    _lay_out(metadata, draft)
    template = metadata.take("template").text
    if template in _TEMPLATES:
        draft.set_look("/metadata/template", template)
    elif template:
        draft.tell(_NOT_KEPT, f"template “{template}”")
    draft.put("/metadata/notes", rich([metadata.take("notes")]))
    _page(metadata, draft)
    _colours(metadata, draft)
    _fonts(metadata, draft)
    css = metadata.record("css", key="value")
    css.flag("visible")
    css.close()  # what it says is the person's work, so it stays with the unplaced


def _lay_out(metadata: Record, draft: Draft) -> None:
    """Which section stands where; without a layout, the default one."""
    layout = metadata.raw("layout")
    pages = [_columns(page) for page in layout if isinstance(page, list)] if isinstance(layout, list) else []
    if any(page["main"] or page["sidebar"] for page in pages):
        draft.set_look("/metadata/layout/pages", pages)


def _columns(page: list[Json]) -> dict[str, Json]:
    columns: list[Json] = [
        [name.removeprefix("custom.") for name in column if isinstance(name, str)]
        for column in page
        if isinstance(column, list)
    ]
    columns += [[], []]
    return {"fullWidth": False, "main": columns[0], "sidebar": columns[1]}


def _page(metadata: Record, draft: Draft) -> None:
    page = metadata.record("page")
    margin = page.number("margin", 0, 100)
    if margin is not None:
        draft.set_look("/metadata/page/marginX", margin)
        draft.set_look("/metadata/page/marginY", margin)
    paper = page.take("format").text
    if paper in ("a4", "letter"):
        draft.set_look("/metadata/page/format", paper)
    options = page.record("options")
    options.drop("breakLine")
    if options.flag("pageNumbers"):
        draft.tell(_NOT_KEPT, "page numbers")
    options.close()
    page.close()


def _colours(metadata: Record, draft: Draft) -> None:
    theme = metadata.record("theme")
    for name in ("primary", "text", "background"):
        if colour := _COLOUR.fullmatch(theme.take(name).text):
            red, green, blue = (int(part, 16) for part in colour.groups())
            draft.set_look(f"/metadata/design/colors/{name}", f"rgba({red}, {green}, {blue}, 1)")
    theme.close()


def _fonts(metadata: Record, draft: Draft) -> None:
    typography = metadata.record("typography")
    font = typography.record("font", key="family")
    family, size = font.take("family").text, font.number("size", 8, 28)
    line = typography.number("lineHeight", 0.5, 4)
    for place, larger in (("body", 0), ("heading", _HEADING)):
        pointer = f"/metadata/typography/{place}"
        if family:
            draft.set_look(f"{pointer}/fontFamily", family)
        if size is not None:
            draft.set_look(f"{pointer}/fontSize", size * _POINTS + larger)
        if line is not None:
            draft.set_look(f"{pointer}/lineHeight", line)
    draft.set_look("/metadata/page/hideIcons", typography.flag("hideIcons") is True)
    draft.set_look("/metadata/page/hideLinkUnderline", typography.flag("underlineLinks") is False)
    font.drop("subset", "variants")
    font.close()
    typography.close()
