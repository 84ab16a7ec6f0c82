"""Texts taken from a file: what goes into the résumé, and the text in the file that it was read from."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core.resume import richtext
from core.resume.values import Json

PRESENT: Final = "Present"
"""How the formats of data mean a job that has a start and no end."""

_BETWEEN: Final = re.compile(r"[,;、，；]\s*(?![^()（）]*[)）])")
"""What stands between two things of a list, outside of brackets."""
_LONGEST_LIST: Final = 1_000
"""Characters."""
_LONGEST_THING: Final = 4
"""Words of a thing in a list; longer, and it is a sentence with commas."""
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufeff]")
_BULLET: Final = re.compile(r"^(?:[-*•·●▪◦]\s+)+")
_TAGS: Final = (
    "a|abbr|article|b|big|blockquote|body|br|center|code|dd|del|div|dl|dt|em|figure|font|footer|h[1-6]|head|header"
    "|hr|html|i|img|ins|kbd|li|main|mark|ol|p|pre|s|script|section|small|span|strike|strong|style|sub|sup|table"
    "|tbody|td|tfoot|th|thead|tr|tt|u|ul"
)
_NO_TAG: Final = re.compile(rf"<(?!/?(?:{_TAGS})(?:[\s/][^<>]*)?>)", re.IGNORECASE)
_LONGEST_LINK: Final = 2_048
"""Characters, as most browsers have it."""
_LINK: Final = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)
_BARE_DOMAIN: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Taken:
    """A value for the résumé and its evidence; false where there is nothing."""

    text: str = ""
    evidence: str = ""

    def __bool__(self) -> bool:
        return bool(self.text)


NOTHING: Final = Taken()


def text_of(value: Json) -> str:
    """A text or number of a file as text that every program can show; "" for anything else."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return _NO_TEXT.sub("", str(value)).strip()


def taken(value: Json) -> Taken:
    """A text or number of a file, as it stands there."""
    text = text_of(value)
    return Taken(text, text)


def joined(separator: str, parts: Iterable[Taken]) -> Taken:
    """Those of the texts that say something, as one."""
    said = [part for part in parts if part]
    return Taken(separator.join(part.text for part in said), evidence_of(said))


def evidence_of(parts: Iterable[Taken]) -> str:
    """The evidence of several texts, a line each."""
    return "\n".join(part.evidence for part in parts if part.evidence)


def period(start: Taken, end: Taken) -> Taken:
    """A start and an end, each as written; a start without an end is still going on."""
    if start and not end:
        return Taken(f"{start.text} – {PRESENT}", start.evidence)
    return start if start.text == end.text else joined(" – ", (start, end))


def rich(paragraphs: Iterable[Taken], bullets: Sequence[Taken] = ()) -> Taken:
    """Rich text: each paragraph as HTML, plain text or light Markdown, then the bullets as one list."""
    said, items = [part for part in paragraphs if part], [item for item in bullets if item]
    html = "".join(richtext.settle(_safe(part.text)) for part in said)
    if items:
        html += f"<ul>{''.join(_item(item.text) for item in items)}</ul>"
    return Taken(richtext.canonical(html), evidence_of([*said, *items]))


def _safe(text: str) -> str:
    """HTML whose unknown tags are text (`List<String>`), so that the sanitiser eats none of it."""
    return _NO_TAG.sub("&lt;", text) if richtext.looks_like_html(text) else text


def _item(text: str) -> str:
    text = _safe(text)
    if richtext.looks_like_html(text):
        return f"<li>{text}</li>"
    line = _BULLET.sub("", " ".join(text.split())) or text
    return richtext.from_text(f"- {line}").removeprefix("<ul>").removesuffix("</ul>")


def listed(found: Taken) -> list[Taken]:
    """The things of a list in one line ("Python, Go"); a sentence with commas stays whole."""
    if len(found.text) > _LONGEST_LIST:
        return [found]
    parts = [part.strip() for part in _BETWEEN.split(found.text)]
    if any(len(part.split()) > _LONGEST_THING or part.lower().startswith(("and ", "or ")) for part in parts):
        return [found]
    return [Taken(part, found.evidence) for part in parts if part]


def link(found: Taken) -> Taken:
    """An address as a link that a résumé may hold; nothing if it is none."""
    text = found.text
    if len(text) > _LONGEST_LINK:
        return NOTHING
    if _LINK.fullmatch(text):
        return Taken(text, found.evidence)
    if _BARE_DOMAIN.fullmatch(text):
        return Taken(f"https://{text}", found.evidence)
    return NOTHING
