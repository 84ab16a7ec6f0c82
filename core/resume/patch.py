"""A patch on a résumé: what was sent is read, held against our rules, settled, applied, and read back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel
from pydantic.alias_generators import to_snake

from core.errors import InvalidResumeError, PatchError
from core.resume import engine
from core.resume.families import FAMILIES, walk
from core.resume.model import parse, pointer_to
from core.resume.operations import (
    Copy,
    Move,
    Operation,
    Test,
    Tokens,
    load_operations,
    parse_operations,
    to_wire,
    tokens_of,
)
from core.resume.richtext import canonical as canonical_html
from core.resume.schema import ResumeData
from core.resume.settle import Settled, settle, settle_each
from core.resume.values import Document, Json, canonical, equal

__all__ = ["Operation", "Trial", "apply", "parse_operations", "settle", "to_wire", "try_patch"]

_NOTES: Final = ("metadata", "notes")


@dataclass(frozen=True, slots=True)
class Trial:
    """A patch that works on its base: its operations, settled and as JSON, and the valid result."""

    operations: tuple[dict[str, Json], ...]
    target: Document


@dataclass(frozen=True, slots=True)
class _Broken:
    """A rule that the result breaks, and where."""

    code: str
    sentence: str
    pointer: str


def apply(operations: Sequence[Operation | Mapping[str, Json]], document: Document) -> Document:
    """The document after settled operations, stored or not; the given one is left as it is.

    Nothing is checked but RFC 6902: the result is for `model.parse` to judge. It shares what was not
    touched with the given document, so change neither in place. Raises PatchError as `engine.apply`.
    """
    result: Document = engine.apply(load_operations(operations), document)
    return result


def try_patch(raw: object, document: Document, mint: Callable[[], str]) -> Trial:
    """Tries a patch on a valid résumé, which is left as it is; `mint` gives fresh ids.

    Applying the trial's operations to the same document gives its target, each time. Raises PatchError,
    with the index of the operation where one is to blame: what `parse_operations` and `engine.apply`
    raise; `root_not_allowed`; `id_not_allowed` (an id by itself); `not_allowed` (the private notes, a
    member of a custom entry that the format doesn't know, plain text put where rich text stands);
    `invalid_resume` (its cause is the InvalidResumeError that names the places); `not_kept` (a bug of
    ours, caught in time).
    """
    sent = parse_operations(raw)
    for index, operation in enumerate(sent):
        _allow(operation, index)
    settled = settle_each(sent, document, mint)
    target = _apply(settled, sent, document)
    try:
        resume = parse(target)
    except InvalidResumeError as error:
        blamed = _to_blame(settled, [pointer for pointer, _ in error.places])
        raise _located(error.code, error.message, sent, blamed) from error
    for broken in _broken_rules(document, target, resume, settled):
        raise _located(broken.code, broken.sentence, sent, _to_blame(settled, [broken.pointer]))
    return Trial(tuple(to_wire(one) for each in settled for one in each.operations), target)


def _allow(operation: Operation, index: int) -> None:
    """What no patch may do, whatever the document."""
    places = [operation.target]
    if isinstance(operation, Copy | Move):
        places.append(operation.origin)
    written = places if isinstance(operation, Move) else places[:1]
    if () in places:
        code, sentence = "root_not_allowed", "A patch works on parts of the résumé, never on all of it."
    elif any(place[:2] == _NOTES for place in places):
        code, sentence = "not_allowed", "The private notes are not for patches."
    elif not isinstance(operation, Test) and any(_is_id(place) for place in written):
        code, sentence = "id_not_allowed", "An id is never written by itself; entries get theirs from us."
    else:
        return
    raise PatchError(code, sentence, index=index, operation=to_wire(operation))


def _is_id(place: Tokens) -> bool:
    return place[-1] == "id" and place[0] in ("basics", "sections", "customSections")


def _apply(settled: list[Settled], sent: Sequence[Operation], document: Document) -> Document:
    origins = [index for index, each in enumerate(settled) for _ in each.operations]
    try:
        target: Document = engine.apply([one for each in settled for one in each.operations], document)
    except PatchError as error:
        index = origins[error.index] if error.index is not None else None
        raise _located(error.code, error.message, sent, index) from None
    return target


def _located(code: str, sentence: str, sent: Sequence[Operation], index: int | None) -> PatchError:
    operation = to_wire(sent[index]) if index is not None else None
    return PatchError(code, sentence, index=index, operation=operation)


def _to_blame(settled: list[Settled], pointers: list[str]) -> int | None:
    """The last operation that wrote at, above or beneath one of these places."""
    for index in reversed(range(len(settled))):
        place = settled[index].place
        for tokens in map(tokens_of, pointers):
            shorter = min(len(place), len(tokens))
            if place[:shorter] == tokens[:shorter]:
                return index
    return 0 if len(settled) == 1 else None


def _broken_rules(
    base: Document, target: Document, resume: ResumeData, settled: list[Settled]
) -> Iterator[_Broken]:
    if not equal(base["metadata"]["notes"], target["metadata"]["notes"]):
        yield _Broken("not_allowed", "The private notes are not for patches.", pointer_to(_NOTES))
    for pointer in _new_extras(base, target):
        yield _Broken("not_allowed", "The résumé format has no such member here.", pointer)
    for pointer in _loose_texts(base, target):
        yield _Broken(
            "not_allowed", "Send a formatted text as a value; don't move or copy plain text.", pointer
        )
    for part in _lost(resume, target, settled):
        yield _Broken("not_kept", "What was written did not survive.", pointer_to(part))


def _extras(document: Document) -> Iterator[tuple[str, str, Json]]:
    """Members of custom entries that the format doesn't know: where, the name, the value."""
    for index, section in enumerate(document["customSections"]):
        known = FAMILIES[section["type"]].fields
        for place, entry in enumerate(section["items"]):
            for name in entry.keys() - set(known):
                yield pointer_to(("customSections", index, "items", place, name)), name, entry[name]


def _new_extras(base: Document, target: Document) -> Iterator[str]:
    """An import keeps such members, so a patch may carry them along; it brings none of its own."""
    old = {(name, canonical(value)) for _, name, value in _extras(base)}
    for pointer, name, value in _extras(target):
        if (name, canonical(value)) not in old:
            yield pointer


def _rich_texts(document: Document) -> Iterator[tuple[Tokens, str]]:
    for tokens, shape, value in walk(document):
        if shape.is_rich_text:
            yield tokens, value


def _loose_texts(base: Document, target: Document) -> Iterator[str]:
    """Values are settled, but a move, a copy or a new type of section can put any text in such a place."""
    old = {text for _, text in _rich_texts(base)}
    for tokens, text in _rich_texts(target):
        if text not in old and canonical_html(text) != text:
            yield pointer_to(tokens)


def _lost(resume: ResumeData, target: Document, settled: list[Settled]) -> Iterator[Tokens]:
    """Parts that were written to and read otherwise from what the schema made of them."""
    written = [each.place for each in settled]
    written += [one.origin for each in settled for one in each.operations if isinstance(one, Move)]
    for part in {place[: 2 if place[0] == "sections" else 1] for place in written}:
        held: object = resume
        for name in part:
            held = getattr(held, to_snake(name))
        if not equal(_dump(held), engine.find(part, target)):
            yield part


def _dump(held: object) -> Json:
    if isinstance(held, BaseModel):
        return held.model_dump(by_alias=True, exclude_unset=True)
    return [_dump(part) for part in held] if isinstance(held, list) else held
