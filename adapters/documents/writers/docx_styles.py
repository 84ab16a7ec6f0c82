"""Styles of a DOCX file: fonts, sizes and colours of the résumé, set once and in no paragraph."""

from collections.abc import Mapping
from typing import Any, Final, cast

from docx.document import Document as Docx
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.shared import Length, Mm, Pt, RGBColor, Twips
from docx.styles.style import ParagraphStyle

from adapters.documents.look import look_of
from adapters.documents.writers.docx_lists import INDENT

MONOSPACED: Final = "Consolas"
_CJK_FONTS: Final = {"zh": "Microsoft YaHei", "ja": "Yu Gothic", "ko": "Malgun Gothic"}
_TRADITIONAL: Final = frozenset({"TW", "HK", "MO"})
_PAPERS: Final[Mapping[str, tuple[Length, Length]]] = {
    "a4": (Mm(210), Mm(297)),
    "letter": (Mm(215.9), Mm(279.4)),
}
_HEADINGS: Final = {1: (1.0, 12, 3), 2: (0.85, 8, 0), 3: (0.8, 4, 0), 4: (0.8, 4, 0), 5: (0.75, 4, 0)}
"""By level: size as a part of that of headings, points before and after; deeper ones are like the last."""
_LEAST_MARGIN: Final = 36
"""Points; printers reach no further."""


def set_page(file: Docx, metadata: Mapping[str, Any]) -> None:
    """Paper and margins; a page without an end becomes A4."""
    section, page = file.sections[0], metadata["page"]
    section.page_width, section.page_height = _PAPERS.get(page["format"], _PAPERS["a4"])
    section.left_margin = section.right_margin = Pt(max(page["marginX"], _LEAST_MARGIN))
    section.top_margin = section.bottom_margin = Pt(max(page["marginY"], _LEAST_MARGIN))
    section.header_distance = section.footer_distance = Pt(_LEAST_MARGIN / 2)


def set_styles(file: Docx, metadata: Mapping[str, Any]) -> None:
    """All styles that the writer uses, with a font for CJK of their own, which Word asks for."""
    look = look_of(metadata)
    text, primary = _colors(look["colors"])
    families = {part: metadata["typography"][part]["fontFamily"] for part in ("body", "heading")}
    cjk, size, large = _cjk_font(look), look["body"]["size"], look["heading"]["size"]
    _set_defaults(file, look, families["body"], cjk)

    normal = _style(file, "Normal", size=size, color=text, after=size * 0.3)
    normal.paragraph_format.line_spacing = look["body"]["height"]
    _set_fonts(normal, families["body"], cjk)
    for name in ("Contact", "Details"):
        _style(file, name, color=text, after=size * 0.3)
    _named(file, "Details").paragraph_format.keep_with_next = True
    _style(file, "Title", size=large * 1.6, color=primary, bold=True)
    _style(file, "Subtitle", size=large * 0.85, color=text, after=size * 0.2)
    for level in range(1, 10):
        part, before, after = _HEADINGS[min(level, max(_HEADINGS))]
        color = primary if level == 1 else text
        _style(
            file, f"Heading {level}", size=large * part, color=color, bold=True, before=before, after=after
        )
    for name in ("Title", *(f"Heading {level}" for level in range(1, 10))):
        _set_fonts(_named(file, name), families["heading"], cjk)
    _set_lists(file, size)
    _style(file, "Quote", italic=True, after=size * 0.3).paragraph_format.left_indent = Twips(INDENT)
    _set_fonts(_style(file, "Preformatted", after=size * 0.3), MONOSPACED, cjk)
    _underline(_named(file, "Heading 1"), primary)
    _set_link(file, primary, is_underlined=look["underline"])


def _style(
    file: Docx,
    name: str,
    *,
    size: float | None = None,
    color: RGBColor | None = None,
    bold: bool | None = None,
    italic: bool | None = None,
    before: float = 0,
    after: float = 0,
) -> ParagraphStyle:
    """A paragraph style, the one that is there or a new one, which looks like this and nothing else."""
    if name not in file.styles:
        file.styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH).base_style = file.styles["Normal"]
    style = _named(file, name)
    style.hidden, style.quick_style = False, True
    style.element._remove_rPr()
    for foreign in ("w:pBdr", "w:numPr"):
        _remove(style.element.get_or_add_pPr(), foreign)
    style.font.size = None if size is None else Pt(round(size * 2) / 2)
    style.font.color.rgb = color
    style.font.bold, style.font.italic = bold, italic
    style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
    return style


def _named(file: Docx, name: str) -> ParagraphStyle:
    return cast(ParagraphStyle, file.styles[name])


def _set_lists(file: Docx, size: float) -> None:
    for name in ("List Bullet", "List Number"):
        _named(file, name).paragraph_format.space_after = Pt(size * 0.3)
    for level, name in enumerate(("List Continue", "List Continue 2", "List Continue 3"), 1):
        style = _named(file, name).paragraph_format
        style.left_indent, style.space_after = Twips(INDENT * level), Pt(size * 0.3)


def _set_defaults(file: Docx, look: Mapping[str, Any], font: str, cjk: str) -> None:
    """The fonts and the language where no style says any: names in the place of a theme's."""
    defaults = file.styles.element.find(qn("w:docDefaults")).find(qn("w:rPrDefault")).find(qn("w:rPr"))
    _name_fonts(defaults.find(qn("w:rFonts")), font, cjk)
    language = "-".join(part for part in (look["language"], look["region"]) if part)
    spoken = defaults.find(qn("w:lang"))
    spoken.set(qn("w:val"), language)
    if look["language"] in _CJK_FONTS:
        spoken.set(qn("w:eastAsia"), language)


def _set_fonts(style: ParagraphStyle, font: str, cjk: str) -> None:
    style.font.name = font
    _name_fonts(style.element.rPr.rFonts, font, cjk)


def _name_fonts(fonts: BaseOxmlElement, font: str, cjk: str) -> None:
    fonts.attrib.clear()
    for script, name in (("ascii", font), ("hAnsi", font), ("cs", font), ("eastAsia", cjk)):
        fonts.set(qn(f"w:{script}"), name)


def _cjk_font(look: Mapping[str, Any]) -> str:
    """A font that Word has, for the characters of the language; Chinese where it is none of the three."""
    if look["language"] == "zh" and look["region"] in _TRADITIONAL:
        return "Microsoft JhengHei"
    return _CJK_FONTS.get(look["language"], _CJK_FONTS["zh"])


def _colors(colors: Mapping[str, str]) -> tuple[RGBColor, RGBColor]:
    """Of the text and of what stands out; black where they are meant for a dark page, which this isn't."""
    if sum(_parts(colors["background"])) < sum(_parts(colors["text"])):
        return RGBColor(0, 0, 0), RGBColor(0, 0, 0)
    return RGBColor(*_parts(colors["text"])), RGBColor(*_parts(colors["primary"]))


def _parts(color: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rgb` or `#rrggbb`."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _underline(style: ParagraphStyle, color: RGBColor) -> None:
    """A line beneath the headings of sections."""
    borders, line = OxmlElement("w:pBdr"), OxmlElement("w:bottom")
    for name, value in (("val", "single"), ("sz", "4"), ("space", "1"), ("color", str(color))):
        line.set(qn(f"w:{name}"), value)
    borders.append(line)
    properties = style.element.get_or_add_pPr()
    properties.insert_element_before(borders, "w:shd", "w:tabs", "w:spacing", "w:ind", "w:jc", "w:outlineLvl")


def _set_link(file: Docx, color: RGBColor, *, is_underlined: bool) -> None:
    style = file.styles.add_style("Hyperlink", WD_STYLE_TYPE.CHARACTER, builtin=True)
    style.font.color.rgb, style.font.underline = color, is_underlined


def _remove(properties: BaseOxmlElement, name: str) -> None:
    for element in properties.findall(qn(name)):
        properties.remove(element)
