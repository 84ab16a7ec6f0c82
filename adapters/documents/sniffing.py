"""Sniffing: what a file is, told by its content and never by its name."""

import re
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Final, Literal, TypeAlias

from adapters.documents.decoding import json_from, text_from
from core.errors import PersonError
from core.resume.values import Json

Kind: TypeAlias = Literal[
    "reactive-resume-5",
    "reactive-resume-4",
    "json-resume",
    "rendercv",
    "linkedin",
    "docx",
    "pdf",
    "markdown",
    "text",
]
"""What can be read."""

MAX_ENTRIES: Final = 5_000
"""Files in an archive; a whole LinkedIn archive has some hundreds."""

_PDF_WITHIN: Final = 1_024
"""Bytes in which `%PDF-` must stand; many programs write something before it."""
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"8BPS")
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_SEALED_OFFICE: Final = "EncryptedPackage".encode("utf-16-le")
_HTML: Final = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_LIST: Final = re.compile(r"\[\s*[\[{\"\]]")
"""A list of JSON; a Markdown link begins with a bracket too."""
_RENDERCV: Final = re.compile(r"^cv:[ \t]*(?:#.*)?$", re.MULTILINE)
_HEADING: Final = re.compile(r"^ {0,3}#{1,6}[ \t]+\S", re.MULTILINE)
_LINKEDIN: Final = frozenset({"profile.csv", "positions.csv", "education.csv", "skills.csv"})
_LISTS: Final = frozenset(
    {"work", "volunteer", "education", "awards", "certificates", "publications", "skills", "languages"}
    | {"interests", "references", "projects"}
)


def sniff(data: bytes) -> Kind:
    """What the file is. Raises PersonError with a sentence about what it is instead, and what would do:
    `unreadable_file`, `encrypted`, `no_text` (blank) or `too_large`."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _archive(data)
    if b"%PDF-" in data[:_PDF_WITHIN]:
        return "pdf"
    _refuse_binary(data)
    text = text_from(data)
    start = text.lstrip()
    if start.startswith("{\\rtf"):
        raise _unreadable("RTF files aren't read. Save it as DOCX or PDF and send it again.")
    if start.startswith("{") or _LIST.match(start):
        return _data(json_from(start))
    if _HTML.match(start) or start.startswith(("<?xml", "<svg")):
        raise _unreadable("Web pages and XML aren't read. Save the page as PDF, or the text as a file.")
    if _RENDERCV.search(text):
        return "rendercv"
    return "markdown" if _HEADING.search(text) else "text"


def _refuse_binary(data: bytes) -> None:
    if data.startswith(_OLD_OFFICE):
        if _SEALED_OFFICE in data:
            raise PersonError("encrypted", "This document has a password. Save it without one.")
        raise _unreadable("Old Word documents (.doc) aren't read. Save it as DOCX or PDF and send it again.")
    is_webp = data.startswith(b"RIFF") and data[8:12] == b"WEBP"
    is_bitmap = data.startswith(b"BM") and b"\0" in data[:16]
    is_heic = data[4:8] == b"ftyp"
    if data.startswith(_PICTURES) or is_webp or is_bitmap or is_heic:
        raise _unreadable("This is a picture. Send the résumé as a document with text in it.")


def _archive(data: bytes) -> Kind:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise _unreadable("This file is damaged: it begins like an archive, but is none.") from None
    if len(entries) > MAX_ENTRIES:
        raise PersonError("too_large", f"This archive holds more than {MAX_ENTRIES} files.")
    names = {entry.filename.lower() for entry in entries}
    if "word/document.xml" in names:
        if "word/vbaproject.bin" in names:
            raise _unreadable("Documents with macros (.docm) aren't read. Save it as DOCX without macros.")
        kind: Kind = "docx"
    elif _LINKEDIN & {name.rpartition("/")[2] for name in names}:
        kind = "linkedin"
    elif {"mimetype", "content.xml"} <= names:
        raise _unreadable("OpenDocument files aren't read. Save it as DOCX or PDF and send it again.")
    else:
        raise _unreadable("This archive is neither a Word document nor a LinkedIn data archive.")
    if any(entry.flag_bits & 0x1 for entry in entries):
        raise PersonError("encrypted", "This file has a password. Save it without one.")
    return kind


def _data(content: Json) -> Kind:
    """Which of the formats of JSON; only Reactive Resume 4 has `basics.url` beside sections, a summary or
    custom sections among them, and a theme (`metadata.page` is in both)."""
    root = content if isinstance(content, Mapping) else {}
    basics, sections = root.get("basics"), root.get("sections")
    if isinstance(basics, Mapping) and isinstance(sections, Mapping):
        metadata = root.get("metadata")
        theme = isinstance(metadata, Mapping) and "theme" in metadata
        is_old = "url" in basics or "summary" in sections or "custom" in sections or theme
        return "reactive-resume-4" if is_old else "reactive-resume-5"
    if isinstance(basics, Mapping) or any(isinstance(root.get(name), list) for name in _LISTS):
        return "json-resume"
    raise _unreadable("This JSON is in none of the résumé formats: Reactive Resume or JSON Resume.")


def _unreadable(sentence: str) -> PersonError:
    return PersonError("unreadable_file", sentence)
