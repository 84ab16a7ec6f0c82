"""What a résumé may be: the gate that every stored version passed, its bounds, and the empty one."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter, ValidationError

from core.errors import InvalidResumeError
from core.resume.families import FAMILIES, SECTIONS, is_rich_text, walk, with_defaults
from core.resume.part import MAX_NUMBER
from core.resume.schema import ResumeData
from core.resume.values import Document, Json

__all__ = [
    "FAMILIES",
    "MAX_DEPTH",
    "MAX_DOCUMENT",
    "MAX_OPERATIONS",
    "MAX_VALUE",
    "SECTIONS",
    "ResumeData",
    "empty_document",
    "is_rich_text",
    "parse",
    "pointer_to",
    "size",
    "with_defaults",
    "wrong_json",
]

MAX_DOCUMENT: Final = 256 * 1024
"""Bytes of a whole résumé as compact JSON in UTF-8."""
MAX_VALUE: Final = 50 * 1024
"""Bytes of one value in a patch, measured so."""
MAX_OPERATIONS: Final = 50
"""Operations in one patch."""
MAX_DEPTH: Final = 16
"""Lists and objects inside each other, in a patch's value or a member that the schema doesn't know."""

Place: TypeAlias = tuple[str, str]
"""A JSON Pointer, and a sentence about what stands there that holds no value."""

_MAX_PLACES: Final = 20
_RESERVED: Final = frozenset({*SECTIONS, "summary"})
_JSON: Final = TypeAdapter[Any](Any)
_NO_TEXT: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
"""Control characters, which many formats lack (XML 1.0 §2.2), and lone surrogates, which UTF-8 lacks."""
_ESCAPES: Final = re.compile(rb"\\(?:u00|[bf])")
"""How JSON writes control characters; where one stands, every text is looked at."""
_NO_TEXT_SENTENCE: Final = "must hold only characters that every program can show"
_SENTENCES: Final[Mapping[str, str]] = {
    "missing": "is missing",
    "extra_forbidden": "is not known here",
    "string_type": "must be text",
    "string_unicode": "must be valid Unicode",
    "string_too_short": "must not be empty",
    "string_too_long": "is too long",
    "bool_type": "must be true or false",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "list_type": "must be a list",
    "model_type": "must be an object",
    "dict_type": "must be an object",
    "too_short": "must not be empty",
    "value_error": "must not hold null",
    "union_tag_not_found": "must say its type",
}


def parse(document: object) -> ResumeData:
    """The document as `ResumeData`, if it is a whole and valid résumé.

    Raises InvalidResumeError with a JSON Pointer and a sentence for each place (20 at most) that breaks
    the shape, a bound, the one id space, or the size. No value is in it.
    """
    try:
        resume = ResumeData.model_validate(document)
    except ValidationError as error:
        raise _invalid(
            _place(detail) for detail in error.errors(include_url=False, include_input=False)
        ) from None
    if not isinstance(document, dict):  # a ResumeData is no document
        raise _invalid([("", "must be an object")])
    places = _wrong_extras(resume) or [*_wrong_text(document), *_wrong_ids(document)]
    if places:
        raise _invalid(places)
    return resume


def size(value: Json) -> int:
    """Bytes of a value as compact JSON in UTF-8; what is no Unicode counts as too much."""
    try:
        return len(_JSON.dump_json(value))
    except ValueError:
        return MAX_DOCUMENT + 1


def wrong_json(value: Json) -> str | None:
    """What keeps a value from being plain JSON of a sane depth, as a sentence; None if nothing does."""
    waiting: list[tuple[Json, int]] = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, dict | list):
            if depth >= MAX_DEPTH:
                return "is nested too deep"
            if isinstance(part, dict) and not all(isinstance(name, str) for name in part):
                return "must be JSON"
            inner = [*part, *part.values()] if isinstance(part, dict) else part
            waiting += [(element, depth + 1) for element in inner]
        elif isinstance(part, str):
            if _NO_TEXT.search(part):
                return _NO_TEXT_SENTENCE
        elif isinstance(part, int | float):
            if not abs(part) <= MAX_NUMBER:  # NaN fails every comparison
                return "must be a finite number"
        elif part is not None:
            return "must be JSON"
    return None


def empty_document(language: str) -> Document:
    """A new résumé with nothing in it; `language` ("en", "zh", "pt-BR") sets the locale of its headings."""
    document: Document = json.loads(_empty())
    document["metadata"]["page"]["locale"] = {"en": "en-US", "zh": "zh-CN"}.get(language, language)
    return document


@cache
def _empty() -> str:
    return files("core.resume").joinpath("empty.json").read_text("utf-8")


def _invalid(places: Iterable[Place]) -> InvalidResumeError:
    found = tuple(places)
    pointer, sentence = found[0]
    if sentence == _SENTENCES["extra_forbidden"]:  # the name of an unknown member may be anything
        pointer, sentence = pointer.rpartition("/")[0], "has a member that is not known"
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    message = f"The résumé would not be valid: {pointer or 'it'} {sentence}{more}."
    return InvalidResumeError(message, found[:_MAX_PLACES])


def _place(detail: Mapping[str, Any]) -> Place:
    tokens = list(detail["loc"])
    if tokens[:1] == ["customSections"] and len(tokens) > 2:
        del tokens[2]  # the type that picked the schema: no member
    return pointer_to(tokens), _sentence(detail["type"], detail.get("ctx", {}))


def _sentence(kind: str, bounds: Mapping[str, Any]) -> str:
    match kind:
        case "greater_than_equal":
            return f"must be at least {bounds['ge']:g}"
        case "less_than_equal":
            return f"must be at most {bounds['le']:g}"
        case "greater_than":
            return f"must be more than {bounds['gt']:g}"
        case "literal_error":
            return f"must be one of {bounds['expected']}"
        case "union_tag_invalid":
            return f"must have a type of {bounds['expected_tags']}"
        case "string_pattern_mismatch":
            return "must be empty, or a link that begins with http://, https:// or mailto:"
        case _:
            return _SENTENCES.get(kind, "does not fit")


def _wrong_extras(resume: ResumeData) -> list[Place]:
    """What the schema doesn't know, it can't check: it must at least be JSON that every reader can hold."""
    wrong = []
    for index, section in enumerate(resume.custom_sections):
        for place, item in enumerate(section.items):
            for name, value in (item.model_extra or {}).items():
                if sentence := wrong_json({name: value}):
                    wrong.append((pointer_to(("customSections", index, "items", place, name)), sentence))
    return wrong


def _wrong_text(document: Document) -> list[Place]:
    try:
        text = _JSON.dump_json(document)
    except ValueError:
        text = rb"\u00"  # no Unicode: look at every text
    if len(text) > MAX_DOCUMENT:
        return [("", f"is larger than {MAX_DOCUMENT // 1024} KB")]
    if b"\\" not in text or not _ESCAPES.search(text):
        return []
    return [(pointer_to(tokens), _NO_TEXT_SENTENCE) for tokens in _no_text(document, ())]


def _no_text(value: Json, tokens: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, str):
        if _NO_TEXT.search(value):
            yield tokens
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _no_text(inner, (*tokens, key))


def _wrong_ids(document: Document) -> list[Place]:
    """One id space: entries, roles, custom fields and custom sections together."""
    custom = document["customSections"]
    listed = [document["basics"]["customFields"], custom]
    listed += [section["items"] for section in custom]
    listed += [section["items"] for section in document["sections"].values()]
    jobs = document["sections"]["experience"]["items"]
    jobs = jobs + [job for section in custom if section["type"] == "experience" for job in section["items"]]
    listed += [job["roles"] for job in jobs]
    ids = [entry["id"] for entries in listed for entry in entries]
    wrong = [
        (pointer_to(("customSections", index, "id")), "must not be the name of a built-in section")
        for index, section in enumerate(custom)
        if section["id"] in _RESERVED
    ]
    if len(set(ids)) < len(ids):
        counts = Counter(ids)
        wrong += [
            (pointer_to((*tokens, "id")), "must be unique")
            for tokens, shape, entry in walk(document)
            if shape.is_entry and counts[entry["id"]] > 1
        ]
    return wrong


def pointer_to(tokens: Iterable[str | int]) -> str:
    """The JSON Pointer (RFC 6901) of these tokens."""
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)
