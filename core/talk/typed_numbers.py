"""Numbers as people type them: digits with separators, English words, Chinese numerals; whole texts only."""

import re
from fractions import Fraction
from typing import Final

from core.talk.numerals import ENGLISH, from_chinese, from_english

_LONGEST: Final = 100
_DIGITS: Final = re.compile(
    r"(?P<sign>[-+]?) ?(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,40})?(?P<rest>\.\d{1,40})? ?(?P<unit>[千万亿]?)",
    re.ASCII,
)
_LARGE: Final = {"": 1, "千": 1_000, "万": 10_000, "亿": 100_000_000}

# Only full spellings: 三千五 means 3500 to some and 3005 to others, so it is no number here.
_D: Final = "[一二两三四五六七八九]"
_TENS: Final = f"(?:{_D}?十{_D}?|{_D})"
_HUNDREDS: Final = f"(?:{_D}百(?:零{_D}|{_D}?十{_D}?)?)"
_THOUSANDS: Final = f"(?:{_D}千(?:零{_TENS}|{_HUNDREDS})?)"
_SECTION: Final = f"(?:{_THOUSANDS}|{_HUNDREDS}|{_TENS})"
_MYRIADS: Final = f"(?:{_SECTION}万(?:零(?:{_HUNDREDS}|{_TENS})|{_THOUSANDS})?)"
_CHINESE: Final = re.compile(
    f"(?P<minus>负?)(?P<whole>零|{_SECTION}亿(?:零?{_MYRIADS}|零?{_SECTION})?|{_MYRIADS}|{_SECTION})"
    "(?:点(?P<rest>[零〇一二三四五六七八九]{1,15}))?"
)
_DECIMALS: Final = str.maketrans("零〇一二三四五六七八九", "00123456789")


def read_number(normal: str) -> int | float | None:
    """The number that a text (as `to_normal` gives it) is; None if it is none, or could be two.

    `1,234` counts as grouped by thousands, `3,5` as nothing: it may be meant as 3.5. A measure word 个
    may follow.
    """
    if len(normal) > _LONGEST:
        return None
    normal = normal.removesuffix("个").rstrip()
    value = _from_digits(normal)
    if value is None:
        value = _from_chinese(normal)
    if value is None and ENGLISH.fullmatch(normal) and "half" not in normal:
        value = from_english(normal)
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)


def _from_digits(text: str) -> Fraction | None:
    match = _DIGITS.fullmatch(text)
    if match is None or not (match["whole"] or match["rest"]):
        return None
    value = Fraction((match["whole"] or "0").replace(",", "") + (match["rest"] or ""))
    return value * _LARGE[match["unit"]] * (-1 if match["sign"] == "-" else 1)


def _from_chinese(text: str) -> Fraction | None:
    match = _CHINESE.fullmatch(text)
    value = from_chinese(match["whole"]) if match else None
    if match is None or value is None:
        return None
    if match["rest"]:
        value += Fraction("0." + match["rest"].translate(_DECIMALS))
    return -value if match["minus"] else value
