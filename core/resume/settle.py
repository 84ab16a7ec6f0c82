"""Settling a patch: ids, rich text, links and defaults become final, so that it gives the same each time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core.errors import PatchError
from core.resume import richtext
from core.resume.engine import find, located, perform
from core.resume.families import NOTHING, SECTIONS, Shape, shape_at, walk, with_defaults
from core.resume.model import pointer_to
from core.resume.operations import Add, Copy, Operation, Replace, Test, Tokens
from core.resume.values import MISSING, Document, Json, Missing, equal


@dataclass(frozen=True, slots=True)
class Settled:
    """What one operation as it was sent became: itself, and for copied entries their fresh ids."""

    operations: tuple[Operation, ...]
    place: Tokens
    """Where it wrote, at the time when it did: `-` is an index here."""


def settle(
    operations: Sequence[Operation], document: Document, mint: Callable[[], str]
) -> tuple[Operation, ...]:
    """The operations with everything in them final, each in the light of those before it.

    - An added entry gets a fresh id (from `mint`), its roles too, unless this patch took that very id
      out before. A replaced one keeps the id that stood there, and so do the known ones of a replaced
      list. Copied ones get fresh ids by operations of their own.
    - What an entry leaves out is what stood there, or else its default.
    - Rich text is put into canonical form, in tests too. A link sent as a text becomes an object.

    More may come out than went in. Raises PatchError where an operation can't be applied.
    """
    settled = settle_each(operations, document, mint)
    return tuple(operation for each in settled for operation in each.operations)


def settle_each(
    operations: Sequence[Operation], document: Document, mint: Callable[[], str]
) -> list[Settled]:
    """As `settle`, but telling what became of which operation."""
    settling = _Settling(document, mint)
    settled = []
    for index, operation in enumerate(operations):
        try:
            settled.append(settling.take(operation))
        except PatchError as error:
            raise located(error, index, operation) from None
    names = settling.renamed
    return [Settled(tuple(_renamed(one, names) for one in each.operations), each.place) for each in settled]


class _Settling:
    """Applies the operations one by one, since what the next one means depends on those before."""

    def __init__(self, document: Document, mint: Callable[[], str]) -> None:
        self._document = document
        self._mint = mint
        self._ids = _ids(document)
        self._may_return = False
        self._returned: set[str] = set()
        self.renamed: dict[str, str] = {}
        """Ids that were sent for added custom sections, and what they became: a layout may name them."""

    def take(self, operation: Operation) -> Settled:
        """Settles and applies the next operation."""
        parent = find(operation.target[:-1], self._document)
        shape = shape_at(operation.target, self._document)
        self._may_return = isinstance(operation, Add)
        self._returned.clear()
        if isinstance(operation, Add | Replace):
            inserts = isinstance(operation, Add) and isinstance(parent, list)
            stood = MISSING if inserts else find(operation.target, self._document)
            operation = _with(operation, self._value(shape, operation.value, stood))
        elif isinstance(operation, Test):
            operation = _with(operation, _tested(shape, operation.value))
        self._document = perform(operation, self._document)
        place = self._place(operation.target)
        fresh = self._fresh_ids(place, shape) if isinstance(operation, Copy) else []
        for one in fresh:
            self._document = perform(one, self._document)
        return Settled((operation, *fresh), place)

    def _place(self, target: Tokens) -> Tokens:
        parent = find(target[:-1], self._document)
        if target and target[-1] == "-" and isinstance(parent, list):
            return (*target[:-1], str(len(parent) - 1))
        return target

    def _fresh_ids(self, place: Tokens, shape: Shape) -> list[Replace]:
        copied = walk(find(place, self._document), shape, place)
        return [
            Replace(op="replace", path=pointer_to((*tokens, "id")), value=self._mint())
            for tokens, inner, value in copied
            if inner.is_entry and isinstance(value, dict) and "id" in value
        ]

    def _value(self, shape: Shape, new: Json, stood: Json | Missing) -> Json:
        if shape.is_entry:
            return self._entry(shape, new, stood)
        if shape.is_rich_text:
            return richtext.settle(new) if isinstance(new, str) else new
        if shape.kind:
            return _link(shape, new)
        if isinstance(new, list) and shape.each is not None:
            return self._entries(shape.each, new, stood)
        return self._members(shape, new, stood) if isinstance(new, dict) else new

    def _members(self, shape: Shape, new: dict[str, Json], stood: Json | Missing) -> dict[str, Json]:
        old = stood if isinstance(stood, dict) else {}
        return {
            name: self._value(shape.members.get(name, NOTHING), member, old.get(name, MISSING))
            for name, member in new.items()
        }

    def _entries(self, shape: Shape, new: list[Json], stood: Json | Missing) -> list[Json]:
        """A whole list: who was in it stays who it was, once; all others are new."""
        known = {_sent_id(entry): entry for entry in stood} if isinstance(stood, list) else {}
        known.pop(None, None)
        return [self._entry(shape, entry, known.pop(_sent_id(entry), MISSING)) for entry in new]

    def _entry(self, shape: Shape, new: Json, stood: Json | Missing) -> Json:
        if not isinstance(new, dict):
            return new
        old: dict[str, Json] = stood if isinstance(stood, dict) else {}
        merged = {**old, **new}
        shape = shape.of(merged)
        if old and _changes_type(old, merged):  # its entries become others, but keep their ids
            merged, old = dict(new), _ids_only(old)
        merged["id"] = _sent_id(old) or self._id(shape, _sent_id(new))
        return self._members(shape, with_defaults(shape.kind, merged), old)

    def _id(self, shape: Shape, sent: str | None) -> str:
        """The id of an entry that is new here: its own if this patch took it out before, else a fresh one."""
        if sent and self._may_return and sent in self._ids - _ids(self._document) - self._returned:
            self._returned.add(sent)
            return sent
        fresh = self._mint()
        if sent and shape.kind == "customSections" and sent not in self._ids | _SECTION_NAMES:
            self.renamed[sent] = fresh
        return fresh


_SECTION_NAMES: Final = frozenset({*SECTIONS, "summary"})


def _with(operation: Operation, value: Json) -> Operation:
    return operation.model_copy(update={"value": value})


def _sent_id(entry: Json) -> str | None:
    sent = entry.get("id") if isinstance(entry, dict) else None
    return sent if isinstance(sent, str) else None


def _ids(document: Json) -> set[str]:
    sent = (_sent_id(value) for _, shape, value in walk(document) if shape.is_entry)
    return {identity for identity in sent if identity}


def _changes_type(old: dict[str, Json], new: dict[str, Json]) -> bool:
    return "items" in old and not equal(old.get("type", MISSING), new.get("type", MISSING))


def _ids_only(section: dict[str, Json]) -> dict[str, Json]:
    items = section["items"] if isinstance(section["items"], list) else []
    return {"id": section.get("id"), "items": [{"id": _sent_id(entry)} for entry in items]}


def _link(shape: Shape, new: Json) -> Json:
    link = {"url": new} if isinstance(new, str) else new
    return with_defaults(shape.kind, link) if isinstance(link, dict) else link


def _tested(shape: Shape, value: Json) -> Json:
    """A value to compare with: only its rich text is settled, all else must be as it stands."""
    shape = shape.of(value)
    if shape.is_rich_text:
        return richtext.settle(value) if isinstance(value, str) else value
    if isinstance(value, dict):
        return {name: _tested(shape.members.get(name, NOTHING), member) for name, member in value.items()}
    if isinstance(value, list) and shape.each is not None:
        return [_tested(shape.each, element) for element in value]
    return value


def _renamed(operation: Operation, names: dict[str, str]) -> Operation:
    """A layout that names a section added by the same patch must name it by the id it got."""
    if not names or not isinstance(operation, Add | Replace | Test) or operation.target[:1] != ("metadata",):
        return operation
    return _with(operation, _with_names(operation.value, names))


def _with_names(value: Json, names: dict[str, str]) -> Json:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_with_names(element, names) for element in value]
    if isinstance(value, dict):
        return {name: _with_names(member, names) for name, member in value.items()}
    return value
