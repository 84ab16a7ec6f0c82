"""Reactive Resume 5 JSON: read tolerantly, written without loss."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

from adapters.documents.fitting import NO_NAME, Fitter
from core.errors import InvalidResumeError, PersonError
from core.ports import Imported
from core.resume import richtext
from core.resume.engine import find
from core.resume.families import SECTIONS, walk
from core.resume.model import parse, pointer_to
from core.resume.values import Document, Json

MAX_FILE: Final = 4 * 1024 * 1024
"""Bytes; a résumé of 256 KB is far smaller, however it is written."""

_RESERVED: Final = frozenset({*SECTIONS, "summary"})
_LAYOUT: Final = frozenset({"/metadata", "/metadata/layout", "/metadata/layout/pages"})
_PLACES_TOLD: Final = 3
_LOST_FORMAT: Final = re.compile(
    r"<(?!(?:p|h[1-6]|blockquote|pre|ul|ol|li|br|a|strong|em|u|s|code|b|i|del|strike|div|span)\b)[a-z]"
    r"|\sstyle\s*=",
    re.IGNORECASE,
)
"""Tags and styles whose look the small subset doesn't keep; their text it does."""
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")


def read(data: bytes, mint: Callable[[], str]) -> Imported:
    """A Reactive Resume 5 file as a valid résumé; `mint` gives fresh ids. Two readings share nothing.

    What lacks gets its default, what doesn't fit is made to, an id that is missing or doubled becomes a
    fresh one; the notes tell each. Raises PersonError: `no_text` (blank), `unreadable_file` (of another
    kind), `too_large`, or `invalid_resume` (more than 256 KB of résumé).
    """
    notes: list[str] = []
    try:
        document, filled = _fit(_decode(data), notes)
    except RecursionError:
        raise PersonError("unreadable_file", "This file is nested too deep to be a résumé.") from None
    _tell(notes, "Formatting simplified", _settle_texts(document))
    _tell(notes, "Without an id of its own, so given one", _settle_ids(document, mint))
    if not _LAYOUT.isdisjoint(filled):
        _lay_out(document)
    parse(document)
    return Imported(document, document["basics"]["name"].strip() or "Résumé", notes)


def is_one(data: bytes) -> bool:
    """Whether a file is meant to be one: JSON with sections beside its basics."""
    start = data[:MAX_FILE].lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"{") and b'"basics"' in start and b'"sections"' in start


def write(document: Document) -> bytes:
    """The document as a file that `read`, and Reactive Resume, give back member for member."""
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def _decode(data: bytes) -> dict[str, Json]:
    if len(data) > MAX_FILE:
        raise PersonError("too_large", f"This file is larger than {MAX_FILE // 1024 // 1024} MB.")
    try:
        text = data.decode("utf-8-sig")
        if data and not text.strip():
            raise PersonError("no_text", "This file holds no text.")
        content = json.loads(text, parse_constant=_refuse)
    except ValueError:
        raise PersonError(
            "unreadable_file", "This file is not JSON, so it is no Reactive Resume file."
        ) from None
    basics = content.get("basics") if isinstance(content, dict) else None
    sections = content.get("sections") if isinstance(content, dict) else None
    if not isinstance(basics, dict) or not isinstance(sections, dict):
        raise PersonError("unreadable_file", "This JSON file is no Reactive Resume file: it has no sections.")
    if "url" in basics or "summary" in sections or "custom" in sections:
        sentence = "This file is from Reactive Resume 4. Import it there, and export it as version 5."
        raise PersonError("unreadable_file", sentence)
    assert isinstance(content, dict)
    return content


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _fit(content: dict[str, Json], notes: list[str]) -> tuple[Document, list[str]]:
    """The file itself if it is a valid résumé, as our own are; otherwise one made from it.

    With it, where defaults were filled in.
    """
    try:
        parse(content)
    except InvalidResumeError:
        pass
    else:
        return content, []
    cleaned = _cleaned(content)
    if cleaned != content:
        notes.append("Characters that no program can show were taken out.")
    fitter = Fitter()
    document = fitter.resume(cleaned)
    report = fitter.report
    _tell(notes, "Missing, so the default is used", report.filled)
    _tell(notes, "Not part of the format, so left out", report.unknown)
    _tell(notes, "Did not fit, so adjusted", report.replaced)
    _tell(notes, f"Without a name, so called “{NO_NAME}”", report.unnamed)
    _tell(notes, "Held nothing usable, so left out", report.dropped)
    return document, report.filled


def _cleaned(value: Json) -> Json:
    if isinstance(value, str):
        return _NO_TEXT.sub("", value)
    if isinstance(value, list):
        return [_cleaned(element) for element in value]
    if isinstance(value, dict):
        return {_NO_TEXT.sub("", name): _cleaned(member) for name, member in value.items()}
    return value


def _settle_texts(document: Document) -> list[str]:
    """Puts every rich text into its canonical form; returns where that changed how it looks."""
    simplified = []
    for tokens, shape, text in list(walk(document)):
        if shape.is_rich_text and (settled := richtext.settle(text)) != text:
            parent = find(tokens[:-1], document)
            assert isinstance(parent, dict)
            parent[tokens[-1]] = settled
            if richtext.looks_like_html(text) and _LOST_FORMAT.search(text):
                simplified.append(pointer_to(tokens))
    return simplified


def _settle_ids(document: Document, mint: Callable[[], str]) -> list[str]:
    """Gives a fresh id where one is missing, taken or reserved; returns where.

    Custom sections keep theirs before all others, since the layout names them.
    """
    entries = [(tokens, shape, entry) for tokens, shape, entry in walk(document) if shape.is_entry]
    entries.sort(key=lambda found: found[1].kind != "customSections")
    seen: set[str] = set()
    changed = []
    for tokens, shape, entry in entries:
        taken = seen | _RESERVED if shape.kind == "customSections" else seen
        if not entry["id"] or entry["id"] in taken:
            entry["id"] = mint()
            changed.append(pointer_to(tokens))
        seen.add(entry["id"])
    return changed


def _lay_out(document: Document) -> None:
    """Puts the custom sections on the first page, where the layout is ours and can't name them."""
    main = document["metadata"]["layout"]["pages"][0]["main"]
    main += [section["id"] for section in document["customSections"]]


def _tell(notes: list[str], what: str, pointers: Sequence[str]) -> None:
    if pointers:
        shown = ", ".join(pointer or "the whole file" for pointer in pointers[:_PLACES_TOLD])
        more = len(pointers) - _PLACES_TOLD
        notes.append(f"{what}: {shown}{f' and {more} more' if more > 0 else ''}.")
