"""Fill: an Answer written into its field, through seven checks; else nothing is changed (DESIGN §6)."""

from typing import Final, Literal, TypeAlias

from core.errors import PatchError
from core.resume.address import END, ORDER, join, to_pointer, tokens, value_at
from core.resume.families import is_rich_text
from core.resume.patch import try_patch
from core.resume.shape import is_key, key_of
from core.resume.values import Document, Json, Missing, equal
from core.talk.answer import BLANK, AnswerError, read_answer
from core.talk.control import Control, Number, control_for

Into: TypeAlias = Literal["value", "evidence"]
"""What becomes of an Answer: it *is* the field, or it is kept as the person's own words."""

_ROOTS: Final = frozenset({"basics", "summary", "sections", "customSections"})
_NEVER: Final = frozenset({"hidden", "id", "picture", "metadata"})
_ADDRESS_BLOCK: Final = "recipient"
"""One value to us, but HTML to others, who would misread a plain answer."""
_RESERVED: Final = frozenset({"__proto__", "prototype", "constructor"})
"""Names that other readers of the file, in JavaScript, take for more than a name."""


def fill(address: str, value: Json, document: Document, control: Control | None = None) -> Document:
    """The document with an Answer in the field at `address`; the given one is left as it is.

    `control` is the Question's own; without one it follows from the field. The value is stored as
    `read_answer` gives it. Raises AnswerError `invalid_field` (no place that an Answer may be written to,
    rich text included), `stale_question` (an entry on the way is gone) or `invalid_answer`.
    """
    stood = _standing(address, document)
    written = _fitting(control or _control_of(address, stood), value, stood)
    try:
        operation = {"op": "replace", "path": to_pointer(address, document), "value": written}
        target = try_patch([operation], document, _no_id).target
    except PatchError as error:
        key, code = _refusal(error.code)
        raise AnswerError(key, code=code) from None
    if not equal(value_at(address, target), written):
        raise AnswerError("control-no-fit")
    return target


def into_for(address: str, document: Document, control: Control, *, wants_change: bool = False) -> Into:
    """Whether an Answer may be the field itself: only where that is empty, or the person asked to change it.

    Named needs, rich text, and controls whose answers such a field can't hold are `evidence`.
    """
    try:
        stood = _standing(address, document)
    except AnswerError:
        return "evidence"
    is_free = wants_change or not (stood.strip(BLANK) if isinstance(stood, str) else stood)
    return "value" if is_free and control.kind in _kinds_for(stood) else "evidence"


def stands(address: str, document: Document) -> Json:
    """How a place stands, to be remembered with the Question about it; None where nothing does."""
    value = value_at(address, document) if address.startswith("/") else None
    return None if isinstance(value, Missing) else value


def is_stale(stood: Json, now: Json, value: Json) -> bool:
    """Whether a place (`stands` when asked, and now) has changed since to something else than the Answer.

    Changed to just that, the Answer is already so.
    """
    return not equal(stood, now) and not equal(now, value)


def _standing(address: str, document: Document) -> Json:
    """What stands in a field that an Answer may be written to. Raises `invalid_field`, `stale_question`."""
    path = tokens(address)
    if not address.startswith("/") or len(path) < 2 or path[0] not in _ROOTS or is_key(path[-1]):
        raise _no_field()
    names = [token for token in path if not is_key(token)]
    if not _NEVER.isdisjoint(names) or {END, ORDER} & {*names}:
        raise _no_field()
    if not _RESERVED.isdisjoint(key_of(token) if is_key(token) else token for token in path):
        raise _no_field()
    _check_way(path, document)
    value = value_at(address, document)
    pointer = to_pointer(address, document)
    is_words = isinstance(value, list) and path[-1] == "keywords"
    is_one = isinstance(value, str | int | float) and not isinstance(value, bool)  # those are settings
    if pointer is None or not (is_words or is_one):
        raise _no_field()
    if is_rich_text(tokens(pointer), document) or path[-1] == _ADDRESS_BLOCK:
        raise _no_field()
    return value


def _check_way(path: tuple[str, ...], document: Document) -> None:
    """Every entry on the way is named by its id and exists; every member is one that the résumé has."""
    around: Json = document
    for length, token in enumerate(path, start=1):
        if isinstance(around, str) or (isinstance(around, list) and not is_key(token)):
            raise _no_field()
        value = value_at(join(*path[:length]), document)
        if isinstance(value, Missing):
            is_entry = isinstance(around, list)
            raise AnswerError("control-field-gone", code="stale_question") if is_entry else _no_field()
        around = value


def _no_field() -> AnswerError:
    return AnswerError("control-no-field", code="invalid_field")


def _control_of(address: str, stood: Json) -> Control | None:
    """The control that a field has by itself; None for a list of words, which the schema checks."""
    if isinstance(stood, list):
        return None
    return control_for(address) if isinstance(stood, str) else Number()


def _fitting(control: Control | None, value: Json, stood: Json) -> Json:
    if control is not None:
        value = read_answer(control, value)
        if control.kind not in _kinds_for(stood):
            raise AnswerError("control-no-fit")
    if isinstance(value, str) and len(value.splitlines()) > 1:
        raise AnswerError("control-one-line")
    return value


def _kinds_for(stood: Json) -> tuple[str, ...]:
    """The controls whose answers can stand where this does."""
    if isinstance(stood, str):
        return ("text", "textarea", "url", "date", "single_choice")
    return ("multi_choice",) if isinstance(stood, list) else ("number",)


def _no_id() -> str:
    raise AssertionError("an Answer brings no entry")


def _refusal(code: str) -> tuple[str, str]:
    if code in ("invalid_resume", "too_large", "not_kept", "bad_arguments"):
        return "control-no-fit", "invalid_answer"
    return "control-no-field", "invalid_field"
