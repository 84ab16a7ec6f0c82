"""How a résumé looks, as plain data for a template: paper, language, colours, fonts."""

import re
from collections.abc import Mapping
from typing import Any, Final

from adapters.documents.fonts import MARKS, code_fonts, is_cjk, is_serif, text_fonts
from core.resume.values import Json
from core.show.words import to_language, words

_LOCALE: Final = re.compile(
    r"([A-Za-z]{2,3})(?![A-Za-z])(?:[-_][A-Za-z]{4})?(?:[-_]([A-Za-z]{2})(?![A-Za-z]))?"
)
_COLOR: Final = re.compile(
    r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d?(?:\.\d{1,9})?)\s*)?\)"
)
_HEX: Final = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_RTL: Final = frozenset({"ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"})
"""Languages that are written from right to left."""
_MOST: Final = 100
"""Points; a gap that is larger would push everything off the paper."""


def look_of(metadata: Mapping[str, Any]) -> dict[str, Json]:
    """Paper, language, colours and fonts as the templates read them; sizes in points."""
    page, design = metadata["page"], metadata["design"]
    body, heading = metadata["typography"]["body"], metadata["typography"]["heading"]
    language = _LOCALE.match(page["locale"])
    code = language[1].lower() if language else "en"
    return {
        "format": page["format"],
        "margin": [page["marginX"], page["marginY"]],
        "gap": [min(page["gapX"], _MOST), min(page["gapY"], _MOST)],
        "sidebar": metadata["layout"]["sidebarWidth"] / 100,
        "underline": not page["hideLinkUnderline"],
        "icons": not page["hideIcons"],
        "section-icons": not page["hideSectionIcons"],
        "bar": design["level"]["type"] == "progress-bar",
        "language": code,
        "rtl": code in _RTL,
        "region": language[2].upper() if language and language[2] else None,
        "comma": words(to_language(page["locale"])).say("and-join"),
        "colors": {
            "primary": hex_color(design["colors"]["primary"], "#000000"),
            "text": hex_color(design["colors"]["text"], "#000000"),
            "background": hex_color(design["colors"]["background"], "#ffffff"),
        },
        "body": _font(body, page["locale"]),
        "heading": _font(heading, page["locale"]),
        "code": code_fonts(page["locale"]),
        "marks": MARKS,
    }


def _font(font: Mapping[str, Any], locale: str) -> dict[str, Json]:
    weights = sorted(int(weight) for weight in font["fontWeights"]) or [400]
    return {
        "families": text_fonts(font["fontFamily"], locale),
        "serif": is_serif(font["fontFamily"]) and not is_cjk(locale),
        "size": font["fontSize"],
        "weight": weights[0],
        "bold": max(600, weights[-1]),
        "height": max(1, font["lineHeight"]),
    }


def hex_color(text: str, otherwise: str) -> str:
    """A colour as `#rrggbb`, or `otherwise` where the text names none.

    What shines through is mixed with white, as on paper.
    """
    if _HEX.fullmatch(text.strip()):
        return text.strip()
    if not (found := _COLOR.fullmatch(text.strip())):
        return otherwise
    alpha = min(1.0, float(found[4] or 1))
    mixed = (round(255 + (min(255, int(part)) - 255) * alpha) for part in found.group(1, 2, 3))
    return "#" + "".join(f"{part:02x}" for part in mixed)
