"""What a reader of a DOCX can see of its runs, by their own settings and those of their styles."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from docx.oxml.ns import qn

Xml: TypeAlias = Any
"""An element of a document, or what python-docx makes of it; neither comes with types."""

MIN_HALF_POINTS: Final = 4
"""Twice the points of a size; what is smaller nobody reads."""

_OFF: Final = frozenset({"0", "false", "off"})
_PALE: Final = 0xF2
"""From here on, each of red, green and blue makes no difference to white paper."""


class Ink:
    """Says of each run of a document whether it is seen, and what its paragraph is."""

    def __init__(self, document: Xml) -> None:
        styles = document.styles.element
        self._styles = {style.get(qn("w:styleId")): style for style in styles.iterchildren(qn("w:style"))}
        self._defaults = [
            style
            for style in self._styles.values()
            if style.get(qn("w:default")) == "1" and style.get(qn("w:type")) == "paragraph"
        ]
        self._base = list(styles.iterfind(f"{qn('w:docDefaults')}/{qn('w:rPrDefault')}/{qn('w:rPr')}"))
        self._has_background = document.element.find(qn("w:background")) is not None
        self.has_hidden = False

    def is_seen(self, run: Xml, paragraph: Xml) -> bool:
        """Whether a reader of the printed page sees the text of a run."""
        properties = list(self._properties(run, paragraph))
        if any(_is_on(_first(properties, name)) for name in ("w:vanish", "w:webHidden", "w:specVanish")):
            return False
        size = _value(_first(properties, "w:sz"))
        if size and size.isdigit() and int(size) < MIN_HALF_POINTS:
            return False
        color = _value(_first(properties, "w:color"))
        return not _is_pale(color) or self._is_on_color(run, paragraph, properties)

    def is_item(self, paragraph: Xml) -> bool:
        """Whether a paragraph is an item of a list."""
        if self.is_heading(paragraph):
            return False
        for properties in self._paragraph_properties(paragraph):
            numbering = properties.find(qn("w:numPr"))
            if numbering is not None:
                number = _value(numbering.find(qn("w:numId")))
                return number != "0"
        return False

    def is_heading(self, paragraph: Xml) -> bool:
        """Whether a paragraph is a heading by its style."""
        name = self._style_name(paragraph).casefold()
        return name.startswith(("heading", "标题")) or name == "title"

    def _style_name(self, paragraph: Xml) -> str:
        style = next(self._chain(_value(paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}"))), None)
        return (_value(style.find(qn("w:name"))) or "") if style is not None else ""

    def _properties(self, run: Xml, paragraph: Xml) -> Iterator[Xml]:
        """The settings that reach a run, the nearest first."""
        own = run.find(qn("w:rPr"))
        if own is not None:
            yield own
            yield from self._of_styles(_value(own.find(qn("w:rStyle"))))
        name = _value(paragraph.find(f"{qn('w:pPr')}/{qn('w:pStyle')}"))
        yield from self._of_styles(
            name or (self._defaults[0].get(qn("w:styleId")) if self._defaults else None)
        )
        yield from self._base

    def _of_styles(self, name: str | None) -> Iterator[Xml]:
        for style in self._chain(name):
            found = style.find(qn("w:rPr"))
            if found is not None:
                yield found

    def _paragraph_properties(self, paragraph: Xml) -> Iterator[Xml]:
        own = paragraph.find(qn("w:pPr"))
        if own is not None:
            yield own
            for style in self._chain(_value(own.find(qn("w:pStyle")))):
                found = style.find(qn("w:pPr"))
                if found is not None:
                    yield found

    def _chain(self, name: str | None) -> Iterator[Xml]:
        """A style and those that it is based on."""
        seen = set()
        while name in self._styles and name not in seen:
            seen.add(name)
            yield self._styles[name]
            name = _value(self._styles[name].find(qn("w:basedOn")))

    def _is_on_color(self, run: Xml, paragraph: Xml, properties: list[Xml]) -> bool:
        """Whether something else than white paper is, or may be, behind a run."""
        if self._has_background or _first(properties, "w:highlight") is not None:
            return True
        shades = [_first(properties, "w:shd")]
        shades += [one.find(qn("w:shd")) for one in self._paragraph_properties(paragraph)]
        for element in run.iterancestors():
            if element.tag == qn("w:txbxContent"):
                return True  # a shape may have any colour
            if element.tag == qn("w:tc"):
                shades.append(element.find(f"{qn('w:tcPr')}/{qn('w:shd')}"))
            if element.tag == qn("w:tbl"):
                shades.append(element.find(f"{qn('w:tblPr')}/{qn('w:shd')}"))
                style = _value(element.find(f"{qn('w:tblPr')}/{qn('w:tblStyle')}"))
                shades += [shade for one in self._chain(style) for shade in one.iter(qn("w:shd"))]
        return any(shade is not None and _is_dark(shade) for shade in shades)


def _first(properties: list[Xml], name: str) -> Xml:
    return next((found for one in properties if (found := one.find(qn(name))) is not None), None)


def _value(element: Xml) -> str | None:
    return None if element is None else element.get(qn("w:val"))


def _is_on(element: Xml) -> bool:
    return element is not None and (_value(element) or "1") not in _OFF


def _is_pale(color: str | None) -> bool:
    if color is None or len(color) != 6:
        return False
    try:
        return all(part >= _PALE for part in bytes.fromhex(color))
    except ValueError:
        return False


def _is_dark(shade: Xml) -> bool:
    fill = shade.get(qn("w:fill")) or "auto"
    has_theme = shade.get(qn("w:themeFill")) is not None
    return has_theme or (fill != "auto" and not _is_pale(fill))
