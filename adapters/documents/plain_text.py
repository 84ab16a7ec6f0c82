"""Text out of a file, made plain: the characters that people would type, and whether it says anything."""

import re
from typing import Final
from unicodedata import normalize

MIN_WORDS: Final = 20
"""A text of fewer words is only taken if it has a date or a contact."""

_BULLETS: Final = "\uf0b7\uf0a7\uf076\uf0d8\uf0fc\uf06c\uf06e\uf0a8"
"""The bullets of Wingdings and Symbol, as programs store them."""
_AS_BULLET: Final = str.maketrans(dict.fromkeys(_BULLETS, "•"))
_GONE: Final = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)
_ICONS: Final = re.compile(r"[\ue000-\uf8ff\U000f0000-\U0010fffd\ufffd]")
"""Private characters: icons of a font, which say nothing as text."""
_PRINTED: Final = re.compile(r"[\u2e80-\u2fdf\ufb00-\ufb06]")
"""Ligatures and radicals, which stand for the letters and characters that they look like."""
_SPACES: Final = re.compile(r"[ \u00a0\u2000-\u200a\u202f\u205f]+")
_LINE_END: Final = re.compile(r"\r\n?|[\v\f\u0085\u2028\u2029]")
_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]+")
_TELLING: Final = re.compile(
    r"[^\s@]@[^\s@]{1,100}\.[^\s@]|https?://|www\.|\b(?:19|20)\d\d\b|\+?\d[\d ()./-]{7,}\d", re.IGNORECASE
)


def tidy(text: str) -> str:
    """The text with one kind of space and line end, and without what shows nothing.

    Tabs stay; lines are stripped, and at most one blank line stands between two others.
    """
    text = _GONE.sub("", _LINE_END.sub("\n", text.translate(_AS_BULLET)))
    text = _PRINTED.sub(lambda found: normalize("NFKC", found[0]), _ICONS.sub(" ", text))
    lines = [re.sub(r" ?\t[ \t]*", "\t", _SPACES.sub(" ", line)).strip() for line in text.split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def is_enough(text: str) -> bool:
    """Whether a text may be a résumé's: `Page 1` isn't."""
    return len(_WORD.findall(text)) >= MIN_WORDS or _TELLING.search(text) is not None
