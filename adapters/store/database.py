"""Database: what the store asks of SQLite and of PostgreSQL, and the errors that both give."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from adapters.store.codec import Codec
from core.errors import CountersignError, SettingsError
from core.unit import Unit


class Database(Protocol):
    """Named statements against one database; rows hold plain Python values, never bytes of the codec."""

    async def open(self) -> None:
        """Connect. Raises StoreError `store_unavailable`."""
        ...

    async def close(self) -> None:
        """Finish the Units that were handed over, then disconnect; twice does no harm."""
        ...

    async def rows(self, statement: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Read what is committed now. Raises StoreError, or BugError for a statement that can't run."""
        ...

    async def run(self, unit: Unit) -> None:
        """Commit the whole Unit; it is durable when this returns.

        Raises LostRaceError, BugError or StoreError, and then nothing of the Unit stays; of
        UnknownCommitError alone nothing is known. A cancelled call may or may not have landed.
        """
        ...

    async def scrub(self) -> None:
        """Have what was deleted leave the files, too, as far as the database doesn't by itself."""
        ...


class StoreError(CountersignError):
    """The database couldn't be used; nothing was written. Asking again later may work.

    Codes: `store_unavailable` (can't connect, or closed), `store_busy`, `store_failed`.
    """


class UnknownCommitError(CountersignError):
    """The commit was asked for and no answer came: the Unit is there whole, or not at all."""

    def __init__(self) -> None:
        super().__init__("unknown_outcome", "The database did not say whether it kept the change.")


def is_postgres(url: str) -> bool:
    """Whether a `DATABASE_URL` names a PostgreSQL database."""
    return url.startswith(("postgresql://", "postgres://"))


def sqlite_path(url: str) -> Path:
    """The file that `sqlite:///relative` or `sqlite:////absolute` names. Raises SettingsError."""
    prefix = "sqlite:///"
    if not url.startswith(prefix) or url == prefix:
        raise SettingsError(
            "DATABASE_URL", "DATABASE_URL must be sqlite:///<file> or postgresql://<user>@<host>/<database>."
        )
    return Path(url.removeprefix(prefix))


def database_at(url: str, statements: Mapping[str, str], codec: Codec) -> Database:
    """The Database that a `DATABASE_URL` names, not yet open; only its own driver is imported."""
    if is_postgres(url):
        from adapters.store.postgres import PostgresDatabase

        return PostgresDatabase(url, statements, codec)
    from adapters.store.sqlite import SqliteDatabase

    return SqliteDatabase(sqlite_path(url), statements, codec)
