"""One spelling for every way a name may be typed: width, case, quotes, dashes and spaces."""

import re
import unicodedata
from typing import Final

QUOTES: Final = '"“”„‟«»「」『』〈〉《》〝〞〟＂`'
APOSTROPHES: Final = "'‘’‚‛＇´ʼ"

_UNIFY: Final = (
    {ord(quote): None for quote in QUOTES}
    | {ord(mark): "'" for mark in APOSTROPHES}
    | {ord(dash): "-" for dash in "‐‑‒–—―−－﹣"}
    | {ord(mark): ", " for mark in "，、"}
)
_ENDS: Final = " \t,;:!.。；：！'"
_CJK: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+[+#]*|\.[^\W_{_CJK}]+")


def to_normal(text: str) -> str:
    """`text` as it is compared: NFKC, case folded, no quotes or invisible marks, single spaces.

    `C++`, `C#` and `.NET` keep what sets them apart; `ｃ＋＋` becomes `c++`.
    """
    if text.isascii() and text.isprintable():
        text = text.translate(_UNIFY).lower()  # the same, and most names are: a résumé has hundreds
    else:
        text = unicodedata.normalize("NFKC", text.translate(_UNIFY)).translate(_UNIFY)
        text = unicodedata.normalize("NFKC", text.casefold())
        text = "".join(mark for mark in text if _is_visible(mark))
    return " ".join(text.split()).lstrip(" ,;:!'。；：！").rstrip(_ENDS)


def _is_visible(mark: str) -> bool:
    return mark.isspace() or unicodedata.category(mark) not in ("Cf", "Cc")


def to_compact(normal: str) -> str:
    """A normal name with no spaces, hyphens or dots (`node.js` is `nodejs`); "" where too little is left.

    Below five characters the dot or hyphen may be all that tells two names apart (`.net`, `net`).
    """
    compact = re.sub(r"[\s.\-]", "", normal)
    return compact if len(compact) >= 5 else ""


def words_of(normal: str) -> tuple[str, ...]:
    """The words of a normal name; a run of CJK characters is one word, `c++` and `.net` stay whole."""
    return tuple(_WORD.findall(normal))


def is_cjk(word: str) -> bool:
    """Whether a word is written in Chinese characters, which have no spaces between words."""
    return re.fullmatch(rf"[{_CJK}]+", word) is not None
