"""The six operations of JSON Patch (RFC 6902), and how what a model sends becomes them."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from core.errors import PatchError
from core.resume.model import MAX_OPERATIONS, MAX_VALUE, size, wrong_json
from core.resume.values import Json

Tokens: TypeAlias = tuple[str, ...]
"""The unescaped reference tokens of a JSON Pointer."""

Pointer: TypeAlias = Annotated[
    str,
    Field(pattern=r"^(/([^~/]|~[01])*)*$", description="A JSON Pointer, such as /basics/headline."),
]
"""A JSON Pointer (RFC 6901) as text."""


class _Operation(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    path: Pointer

    @property
    def target(self) -> Tokens:
        """The tokens of `path`."""
        return tokens_of(self.path)


class _WithValue(_Operation):
    value: Json


class _WithSource(_Operation):
    source: Pointer = Field(alias="from")

    @property
    def origin(self) -> Tokens:
        """The tokens of `from`."""
        return tokens_of(self.source)


class Add(_WithValue):
    """Sets a member, or inserts into a list; `-` as the last token appends."""

    op: Literal["add"]


class Replace(_WithValue):
    """Sets what is there already."""

    op: Literal["replace"]


class Test(_WithValue):
    """Goes on only if the value there is this one."""

    __test__ = False  # pytest: this is no test class

    op: Literal["test"]


class Remove(_Operation):
    """Takes out what is there."""

    op: Literal["remove"]


class Move(_WithSource):
    """Takes out what is at `from`, and adds it at `path`."""

    op: Literal["move"]


class Copy(_WithSource):
    """Adds at `path` what is at `from`."""

    op: Literal["copy"]


Operation: TypeAlias = Annotated[Add | Remove | Replace | Move | Copy | Test, Field(discriminator="op")]

_READER: Final = TypeAdapter[Operation](Operation)
_STORED: Final = TypeAdapter[tuple[Operation, ...]](
    tuple[Operation, ...], config=ConfigDict(hide_input_in_errors=True)
)
_WRONG: Final[Mapping[str, str]] = {
    "bad_arguments": "An operation has op, path, and value or from where its op wants them; nothing else.",
    "unknown_op": "The op is one of add, remove, replace, move, copy, test.",
    "bad_pointer": "A path is a JSON Pointer, such as /basics/headline or /sections/skills/items/0/name.",
    "missing_value": "This op needs a value.",
    "missing_from": "This op needs a from.",
}


def tokens_of(pointer: str) -> Tokens:
    """The unescaped tokens of a valid JSON Pointer; none for the whole document."""
    parts = pointer.split("/")[1:]
    return tuple([part.replace("~1", "/").replace("~0", "~") for part in parts] if "~" in pointer else parts)


def to_wire(operation: Operation) -> dict[str, Json]:
    """The operation as a JSON object, as RFC 6902 writes it. The value is shared, not copied."""
    wire: dict[str, Json] = {"op": operation.op}
    if isinstance(operation, _WithSource):
        wire["from"] = operation.source
    wire["path"] = operation.path
    if isinstance(operation, _WithValue):
        wire["value"] = operation.value
    return wire


def parse_operations(raw: object) -> tuple[Operation, ...]:
    """What a model or a page sent as a patch, as operations.

    Raises PatchError: `bad_arguments` (no list, no object, other members, no JSON), `empty_operations`,
    `unknown_op`, `bad_pointer`, `missing_value`, `missing_from`, or `too_large` (more than 50
    operations, or a value of more than 50 KB).
    """
    if not isinstance(raw, list | tuple):
        raise PatchError("bad_arguments", "The operations must be a list.")
    if not raw:
        raise PatchError("empty_operations", "There must be at least one operation.")
    if len(raw) > MAX_OPERATIONS:
        raise PatchError("too_large", f"A proposal has at most {MAX_OPERATIONS} operations.")
    return tuple(_parse(operation, index) for index, operation in enumerate(raw))


def load_operations(stored: Sequence[Operation | Mapping[str, Json]]) -> tuple[Operation, ...]:
    """Operations that were settled and stored: as they are, without the caps on what is sent.

    Raises PatchError `bad_arguments` for what can't have been stored by us.
    """
    try:
        return _STORED.validate_python(tuple(stored))
    except ValidationError:
        raise PatchError("bad_arguments", "The stored operations can't be read.") from None


def _parse(raw: object, index: int) -> Operation:
    sent = raw if isinstance(raw, dict) else None
    try:
        operation = _READER.validate_python(raw)
    except ValidationError as error:
        code = _code(error.errors(include_url=False, include_input=False))
        raise PatchError(code, _WRONG[code], index=index, operation=sent) from None
    if isinstance(operation, _WithValue):
        if wrong := wrong_json(operation.value):
            raise PatchError("bad_arguments", f"The value {wrong}.", index=index, operation=sent)
        if size(operation.value) > MAX_VALUE:
            sentence = f"A value has at most {MAX_VALUE // 1024} KB."
            raise PatchError("too_large", sentence, index=index, operation=sent)
    return operation


def _code(details: Sequence[Mapping[str, Any]]) -> str:
    """One code for all that is wrong with an operation: the op first, then what lacks, then the rest."""
    wrong = {(detail["type"], detail["loc"][-1] if detail["loc"] else "") for detail in details}
    kinds = {kind for kind, _ in wrong}
    if kinds & {"union_tag_invalid", "union_tag_not_found"}:
        return "unknown_op"
    if "extra_forbidden" in kinds or ("missing", "path") in wrong:
        return "bad_arguments"
    if ("missing", "value") in wrong:
        return "missing_value"
    if ("missing", "from") in wrong:
        return "missing_from"
    return "bad_pointer" if "string_pattern_mismatch" in kinds else "bad_arguments"
