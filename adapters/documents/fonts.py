"""The fonts of a picture: only those that come with our packages, so that every machine draws the same."""

import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, TypeAlias

import typst

from core.resume.values import Json

FontList: TypeAlias = list[Json]
"""Families as typst takes them, tried in this order for each character."""

_PACKAGES: Final = ("manimgx_fonts", "noto_cjk_sans_otc")
_SERIF: Final = "Libertinus Serif"
_SCIENCE: Final = "New Computer Modern"
_SANS: Final = "Noto Sans"
_MONO: Final = "DejaVu Sans Mono"
MARKS: Final = _MONO
"""Draws the points of a level, full or empty, all as wide as each other."""
_CJK: Final = {
    "zh": "SC",
    "zh-tw": "TC",
    "zh-hant": "TC",
    "zh-hk": "HK",
    "zh-mo": "HK",
    "ja": "JP",
    "ko": "KR",
}
_SCRIPTS: Final = (
    *("Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati", "Gurmukhi"),
    *("Hebrew", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya", "Sinhala", "Tamil"),
    *("Telugu", "Thai", "Symbols"),
)
_OTHERS: Final = (*(f"Noto Sans {name}" for name in _SCRIPTS), "Noto Emoji", _MONO)
_SCIENCE_NAMES: Final = re.compile(r"\b(?:computer modern|latin modern|cmu serif)\b", re.IGNORECASE)
_MONO_NAMES: Final = re.compile(r"\b(?:mono|monospace|courier|consolas|menlo|code)\b", re.IGNORECASE)
_SERIF_NAMES: Final = re.compile(
    r"\b(?:serif|slab|times|georgia|garamond|baskerville|cambria|palatino|merriweather|lora|playfair|crimson"
    r"|spectral|cormorant|bodoni|bitter|literata|newsreader|arvo|zilla|noticia|vollkorn|libertin\w+)\b",
    re.IGNORECASE,
)


@cache
def fonts() -> typst.Fonts:
    """All fonts, looked through once; the system's own are left out."""
    folders = [str(Path(str(files(package)))) for package in _PACKAGES]
    return typst.Fonts(include_system_fonts=False, font_paths=folders)


def is_cjk(locale: str) -> bool:
    """Whether a text in this locale is mostly Chinese, Japanese or Korean."""
    return re.split("[-_]", locale.lower(), maxsplit=1)[0] in _CJK


def text_fonts(wanted: str, locale: str) -> FontList:
    """What a text is set in for the font that a person chose: ours of the same kind.

    A Chinese, Japanese or Korean text is set in sans throughout, since that is the one kind that we have
    for it; there the punctuation that Latin shares with it is the wide one.
    """
    if is_cjk(locale):
        return [{"name": _SANS, "covers": "latin-in-cjk"}, _cjk(locale), _SANS, *_OTHERS]
    others = [_SANS, _cjk(locale), *_OTHERS]
    if _SCIENCE_NAMES.search(wanted):
        return [_SCIENCE, *others]
    if is_serif(wanted):
        return [_SERIF, *others]
    return [_MONO, *others] if _MONO_NAMES.search(wanted) else others


def code_fonts(locale: str) -> FontList:
    """What code is set in: every letter as wide as the next."""
    return [_MONO, _SANS, _cjk(locale), *_OTHERS]


def is_serif(wanted: str) -> bool:
    """Whether a font of this name has serifs, as far as names tell."""
    if _SCIENCE_NAMES.search(wanted):
        return True
    return bool(_SERIF_NAMES.search(wanted)) and not re.search(r"\bsans\b", wanted, re.IGNORECASE)


def _cjk(locale: str) -> str:
    lowered = locale.lower().replace("_", "-")
    regions = [region for start, region in _CJK.items() if lowered.startswith(start)]
    return f"Noto Sans CJK {regions[-1] if regions else 'SC'}"
