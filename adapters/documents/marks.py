"""Inline Markdown: as HTML for rich text, or taken off for plain values."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.documents.taken import Taken, evidence_of
from core.resume.htmltree import escape_text
from core.resume.richtext import canonical

_LONGEST: Final = 4_000
"""Characters of a line in which marks are looked for; a longer one is no one's line of a résumé."""
_INLINE: Final = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|!?\[(?P<label>[^\[\]]*)\]\(<?(?P<target>[^()\s<>]+(?:\([^()\s<>]*\)[^()\s<>]*)?)>?\)"
    r"|<(?P<bare>(?:https?://|mailto:)[^<>\s]+)>"
    r"|(?P<strong>\*\*\*|\*\*|(?<!\w)___|(?<!\w)__)(?=\S)(?P<bold>.+?)(?<=\S)(?P=strong)(?!\w|\*)"
    r"|(?P<weak>(?<![\w*])\*(?!\*)|(?<!\w)_(?!_))(?=\S)(?P<italic>.+?)(?<=\S)(?P=weak)(?![\w*])"
    r"|~~(?P<gone>\S.*?)~~"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
)
_LINK: Final = re.compile(r"(?:https?://|mailto:)\S+", re.IGNORECASE)


@dataclass(slots=True)
class Bare:
    """A text without its marks, and the links that stood in it."""

    text: str
    links: list[str] = field(default_factory=list)


def to_html(text: str) -> str:
    """One line of Markdown as HTML; whatever isn't a mark stands for itself."""
    pieces, place = [], 0
    for found in _marks(text):
        pieces += [escape_text(text[place : found.start()]), _html(found)]
        place = found.end()
    return "".join([*pieces, escape_text(text[place:])])


def to_bare(text: str) -> Bare:
    """One line of Markdown without marks; a link leaves its label, its address is listed."""
    bare, place = Bare(""), 0
    for found in _marks(text):
        bare.text += text[place : found.start()] + _bare(found, bare.links)
        place = found.end()
    bare.text = (bare.text + text[place:]).strip()
    return bare


def rich_marks(paragraphs: Iterable[Taken], bullets: Sequence[Taken] = ()) -> Taken:
    """Rich text of lines of Markdown: each paragraph, then the bullets as one list."""
    said, items = [part for part in paragraphs if part], [item for item in bullets if item]
    html = "".join(f"<p>{to_html(_one_line(part.text))}</p>" for part in said)
    if items:
        html += f"<ul>{''.join(f'<li><p>{to_html(_one_line(item.text))}</p></li>' for item in items)}</ul>"
    return Taken(canonical(html), evidence_of([*said, *items]))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _marks(text: str) -> list[re.Match[str]]:
    return list(_INLINE.finditer(text)) if len(text) <= _LONGEST else []


def _html(found: re.Match[str]) -> str:
    if (code := found["code"]) is not None:
        return f"<code>{escape_text(code)}</code>"
    if (target := found["target"]) is not None:
        label = to_html(found["label"])
        if _LINK.fullmatch(target):
            return f'<a href="{_quoted(target)}">{label or escape_text(target)}</a>'
        return f"{label} ({escape_text(target)})"
    if (bare := found["bare"]) is not None:
        return f'<a href="{_quoted(bare)}">{escape_text(bare)}</a>'
    if found["strong"]:
        inner = f"<strong>{to_html(found['bold'])}</strong>"
        return f"<em>{inner}</em>" if len(found["strong"]) > len("**") else inner
    if found["weak"]:
        return f"<em>{to_html(found['italic'])}</em>"
    if found["gone"]:
        return f"<s>{to_html(found['gone'])}</s>"
    return escape_text(found["escaped"])


def _bare(found: re.Match[str], links: list[str]) -> str:
    if (target := found["target"]) is not None:
        links.append(target)
        inner = to_bare(found["label"])
    elif (address := found["bare"]) is not None:
        links.append(address)
        return address
    else:
        text = found["code"] or found["escaped"]
        inner = Bare(text) if text else to_bare(found["bold"] or found["italic"] or found["gone"])
    links += inner.links
    return inner.text


def _quoted(address: str) -> str:
    return escape_text(address).replace('"', "%22")
