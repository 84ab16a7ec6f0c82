"""What the tests of the readers share: ids, the words of a file, and an archive from a folder."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import unescape
from itertools import count

from adapters.documents.reading import Read
from core.errors import PersonError
from core.resume.engine import find
from core.resume.model import parse
from core.resume.values import Json

_TAG = re.compile(r"</?(?:b|p|br|div)(?:\s[^<>]*)?>|\b(?:mailto|tel):")
_WORD = re.compile(r"[^\W_]+")


def minter() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"fresh-{next(numbers)}"


def words(texts: Iterable[str]) -> set[str]:
    return {word.casefold() for text in texts for word in _WORD.findall(text)}


def texts_of(value: Json) -> Iterator[str]:
    """The texts and numbers of a JSON value, without the names of its members."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            yield from texts_of(inner)
    elif isinstance(value, bool):
        yield str(value).lower()
    elif value is not None:
        yield str(value)


def lost(read: Read, texts: Iterable[str]) -> set[str]:
    """The words of a file (tags and schemes are none) that are neither in the document nor unplaced."""
    kept = [unescape(text) for text in texts_of(read.document)]
    return words(_TAG.sub(" ", text) for text in texts) - words([*kept, *read.unplaced])


def checked(read: Read) -> Read:
    """What holds for every result: it is a valid résumé, and what has evidence is there."""
    parse(read.document)
    for pointer, evidence in read.evidence.items():
        assert evidence
        assert find(tuple(pointer.split("/")[1:]), read.document), pointer
    json.dumps(read.document, allow_nan=False)
    return read


def read_or_none(read: Callable[[bytes, Callable[[], str]], Read], data: bytes) -> Read | None:
    """What a reader makes of a file, checked; None where it says that nothing is in it."""
    try:
        return checked(read(data, minter()))
    except PersonError as error:
        if error.code != "no_text":
            raise
        return None


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return packed.getvalue()
