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
_MOST: Final = 100
"""Points; a gap that is larger would push everything off the paper."""


def look_of(metadata: Mapping[str, Any]) -> dict[str, Json]:
    """Paper, language, colours and fonts as the templates read them; sizes in points."""
    page, design = metadata["page"], metadata["design"]
    body, heading = metadata["typography"]["body"], metadata["typography"]["heading"]
    language = _LOCALE.match(page["locale"])
    return {
        "format": page["format"],
        "margin": [page["marginX"], page["marginY"]],
        "gap": [min(page["gapX"], _MOST), min(page["gapY"], _MOST)],
        "underline": not page["hideLinkUnderline"],
        "language": language[1].lower() if language else "en",
        "region": language[2].upper() if language and language[2] else None,
        "comma": words(to_language(page["locale"])).say("and-join"),
        "colors": {
            "primary": _color(design["colors"]["primary"], "#000000"),
            "text": _color(design["colors"]["text"], "#000000"),
            "background": _color(design["colors"]["background"], "#ffffff"),
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


def _color(text: str, otherwise: str) -> str:
    """A colour as `#rrggbb`; what shines through is mixed with white, as on paper."""
    if _HEX.fullmatch(text.strip()):
        return text.strip()
    if not (found := _COLOR.fullmatch(text.strip())):
        return otherwise
    alpha = min(1.0, float(found[4] or 1))
    mixed = (round(255 + (min(255, int(part)) - 255) * alpha) for part in found.group(1, 2, 3))
    return "#" + "".join(f"{part:02x}" for part in mixed)
