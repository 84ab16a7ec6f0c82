"""Units on their way into a database: statements looked up, values encoded, rows decoded."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from adapters.store.codec import Codec
from core.errors import BugError
from core.unit import Private, Unit


@dataclass(frozen=True, slots=True)
class Step:
    """One Write ready for a driver. Its values stay out of its repr, which drivers may log."""

    name: str
    sql: str = field(repr=False)
    values: dict[str, Any] = field(repr=False)
    rows: int | None

    def is_lost(self, count: int) -> bool:
        """Whether this row count is not the one it must have. Raises BugError for no count at all."""
        if self.rows is None:
            return False
        if count < 0:
            raise BugError("no_row_count", f"The statement {self.name} gives no row count to compare.")
        return count != self.rows


def to_steps(unit: Unit, statements: Mapping[str, str], codec: Codec) -> list[Step]:
    """Every Write of a Unit as a Step. Raises BugError before anything is sent."""
    return [
        Step(write.statement, to_sql(write.statement, statements), to_values(write.values, codec), write.rows)
        for write in unit.writes
    ]


def to_sql(name: str, statements: Mapping[str, str]) -> str:
    """The statement of this name. Raises BugError `unknown_statement`."""
    if name not in statements:
        raise BugError("unknown_statement", f"The store has no statement {name}.")
    return statements[name]


def to_values(values: Mapping[str, Any], codec: Codec) -> dict[str, Any]:
    """Values as both drivers take them alike: str, int, float, None, and encoded bytes."""
    return {name: _to_value(name, value, codec) for name, value in values.items()}


def _to_value(name: str, value: object, codec: Codec) -> str | int | float | bytes | None:
    if value is None or isinstance(value, (str, float)):
        return value
    if isinstance(value, Private):
        return codec.encode(value.value)
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return int(value)  # True too: PostgreSQL takes no boolean for an integer
    raise BugError("bad_value", f"The value {name} is neither plain (text, 64-bit number, None) nor Private.")


def to_row(columns: list[str], row: tuple[Any, ...], codec: Codec) -> dict[str, Any]:
    """A row as a dict, its binary columns decoded."""
    return {
        column: codec.decode(value) if isinstance(value, bytes) else value
        for column, value in zip(columns, row, strict=True)
    }


_PIECE = re.compile(
    r"""'(?:[^']|'')*' | "(?:[^"]|"")*" | --[^\n]* | ::   # literals, names, comments, casts: kept
        | (?<!\w):(?P<name>[A-Za-z_]\w*) | %""",
    re.VERBOSE,
)


def to_pyformat(sql: str) -> str:
    """`:name` as psycopg's `%(name)s`; quotes, comments and `::` casts are left alone, `%` is doubled."""
    return _PIECE.sub(_to_pyformat, sql)


def _to_pyformat(piece: re.Match[str]) -> str:
    return f"%({piece['name']})s" if piece["name"] else piece[0].replace("%", "%%")
