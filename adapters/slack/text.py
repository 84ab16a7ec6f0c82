"""Text for Slack: escaping, sizes, cuts that break no character, and its marks out of what people write."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final

_ZERO_WIDTH_JOINER: Final = "\u200d"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_TAGS: Final = range(0xE0020, 0xE0080)
_REGIONS: Final = range(0x1F1E6, 0x1F200)
_REGIONS_BEFORE: Final = re.compile("[\U0001f1e6-\U0001f1ff]+$")
_MARK: Final = re.compile(r"<([^<>\s|][^<>|]*)(?:\|([^<>]*))?>")
_SCHEME: Final = re.compile(r"^(?:https?://|mailto:|tel:)", re.IGNORECASE)


def clean(text: str) -> str:
    """Without what JSON or Slack can't carry: NUL and halves of surrogate pairs."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def escape(text: str) -> str:
    """Text as Slack's markup takes it: of all characters only three mean something there."""
    return clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def size(text: str) -> int:
    """How long Slack may count a text: in UTF-16 units, once escaped (its limits at their strictest)."""
    return len(escape(text).encode("utf-16-le")) // 2


def graphemes(text: str) -> Iterator[str]:
    """What a reader takes for one character: base and marks, a joined emoji, a flag."""
    start = 0
    for index in range(1, len(text) + 1):
        if _is_boundary(text, index):
            yield text[start:index]
            start = index


def _is_boundary(text: str, index: int) -> bool:
    """Whether a character ends before `index` (UAX #29, in short)."""
    if not 0 < index < len(text):
        return True
    before, this = text[index - 1], text[index]
    code = ord(this)
    if before == _ZERO_WIDTH_JOINER:
        return False
    if code < 0x300:
        return (before, this) != ("\r", "\n")
    if this == _ZERO_WIDTH_JOINER or code in _SKIN_TONES or code in _TAGS:
        return False
    if code in _REGIONS:
        start = index
        while start > 0 and ord(text[start - 1]) in _REGIONS:
            start -= 1
        return (index - start) % 2 == 0
    if "\u1100" <= before <= "\u11ff" and "\u1160" <= this <= "\u11ff":
        return False
    return unicodedata.category(this) not in ("Mn", "Me", "Mc")


def cut(text: str, most: int) -> str:
    """At most `most` (by `size`) of a text; an ellipsis says that there was more."""
    text = clean(text)
    if size(text) <= most:
        return text
    return head(text, most - 1).rstrip() + "…"


def head(text: str, most: int) -> str:
    """The longest start of a text that `most` (by `size`) allows, whole characters only."""
    if most <= 0:
        return ""
    window = text[:most]
    end = bisect_right(range(len(window) + 1), most, key=lambda count: size(window[:count])) - 1
    while not _is_boundary(text, end):
        end -= 1
    return text[:end]


def pieces(text: str, most: int) -> list[str]:
    """A text in pieces of at most `most` (by `size`) each, nothing lost."""
    found = []
    while size(text) > most:
        piece = head(text, most) or text[:1]
        found.append(piece)
        text = text[len(piece) :]
    return [*found, text] if text else found


def from_slack(text: str, bot_user: str = "") -> str:
    """What a person wrote, as they see it: our own mention taken out, links and names in words, unescaped."""
    if bot_user:
        text = re.sub(rf"<@{re.escape(bot_user)}(?:\|[^>]*)?>[:,]?", " ", text)
    text = _MARK.sub(_in_words, text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").strip()


def _in_words(mark: re.Match[str]) -> str:
    target, label = mark[1], mark[2] or ""
    if target[0] == "!":
        return label or "@" + target[1:].partition("^")[0]
    if target[0] in "@#":
        return (target[0] + label.removeprefix("@")) if label else target
    bare = _SCHEME.sub("", target)
    if not label:
        return target if target.lower().startswith("http") else bare
    is_same = _SCHEME.sub("", label).rstrip("/") == bare.rstrip("/")
    return label if is_same else f"{label} ({bare if target.lower().startswith('mailto:') else target})"
