"""Lists of a DOCX file: numbering as Word keeps it, of nine levels, and anew for each numbered list."""

from typing import Any, Final

from docx.document import Document as Docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.text.paragraph import Paragraph

INDENT: Final = 284
"""Twentieths of a point (half a centimetre) by which each level stands in."""

_LEVELS: Final = 9
_BULLETS: Final = "•◦▪"


class Lists:
    """The numbering of one document."""

    def __init__(self, file: Docx) -> None:
        self._numbering: Any = file.part.numbering_part.element
        self._bullets = self._numbering.add_num(self._define("bullet")).numId
        self._numbers = self._define("decimal")

    def begin(self, tag: str, level: int) -> int:
        """The number of a new list: `ul` or `ol`, so many lists deep (0: in none)."""
        if tag == "ul":
            return int(self._bullets)
        number = self._numbering.add_num(self._numbers)
        number.add_lvlOverride(ilvl=min(level, _LEVELS - 1)).add_startOverride(1)
        return int(number.numId)

    def mark(self, paragraph: Paragraph, number: int, level: int) -> None:
        """Makes a paragraph the beginning of an item."""
        properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
        properties.get_or_add_ilvl().val = min(level, _LEVELS - 1)
        properties.get_or_add_numId().val = number

    def _define(self, kind: str) -> int:
        """A new kind of list; returns its number."""
        known = self._numbering.findall(qn("w:abstractNum"))
        number = 1 + max((int(one.get(qn("w:abstractNumId"))) for one in known), default=-1)
        levels = "".join(_level(level, kind) for level in range(_LEVELS))
        element = parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{number}">'
            f'<w:multiLevelType w:val="multilevel"/>{levels}</w:abstractNum>'
        )
        self._numbering.find(qn("w:num")).addprevious(element)  # kinds stand before lists (§17.9.16)
        return number


def _level(level: int, kind: str) -> str:
    sign = _BULLETS[level % len(_BULLETS)] if kind == "bullet" else f"%{level + 1}."
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{sign}"/>'
        f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{INDENT * (level + 1)}" w:hanging="{INDENT}"/></w:pPr>'
        "</w:lvl>"
    )
