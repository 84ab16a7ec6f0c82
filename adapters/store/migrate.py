"""Migrate: bring a database's schema up to date; Alembic is imported only when it is behind."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adapters.store.database import StoreError, is_postgres, sqlite_path
from core.errors import PersonError

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy import Engine

REVISIONS: Final = ("0001", "0002", "0003", "0004", "0005", "0006")
"""Every schema there ever was, oldest first; one file each in `migrations/versions`."""

HEAD: Final = REVISIONS[-1]

LOCK: Final = 0x436F756E  # any number of our own, for PostgreSQL's advisory locks

Execute = Callable[[str], Any]


async def migrate(url: str) -> bool:
    """`migrate_now` in a thread of its own."""
    return await asyncio.to_thread(migrate_now, url)


def migrate_now(url: str) -> bool:
    """Bring the database at a `DATABASE_URL` to `HEAD`; whether there was something to do.

    Processes that start together wait for the first of them; a failed migration leaves what was.
    Raises PersonError `schema_too_new`, StoreError `store_unavailable`, SettingsError.
    """
    if not _is_behind(schema_revision(url)):
        return False
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    engine = _engine(url)
    with engine.begin() as connection:
        if is_postgres(url):
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
        if not _is_behind(_revision(connection.exec_driver_sql, url)):
            return False  # another process was faster
        config.attributes["connection"] = connection
        command.upgrade(config, HEAD)
    return True


def _is_behind(revision: str | None) -> bool:
    if revision is None or revision in REVISIONS[:-1]:
        return True
    if revision != HEAD:
        raise PersonError(
            "schema_too_new",
            "The database was written by a newer Countersign. Install that version, or use a backup.",
        )
    return False


def schema_revision(url: str) -> str | None:
    """The revision that a database stands at; None if it has no schema yet."""
    with _connected(url) as execute:
        return _revision(execute, url)


def _revision(execute: Execute, url: str) -> str | None:
    exists = (
        "SELECT to_regclass('alembic_version')"
        if is_postgres(url)
        else "SELECT MAX(name) FROM sqlite_master WHERE name = 'alembic_version'"
    )
    if execute(exists).fetchone()[0] is None:
        return None
    row = execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


@contextmanager
def _connected(url: str) -> Iterator[Execute]:
    """A plain connection's `execute`, with no SQLAlchemy between."""
    with closing(_connect(url)) as connection:
        yield connection.execute


def _connect(url: str) -> "sqlite3.Connection | psycopg.Connection":
    """A connection of the driver. Raises StoreError `store_unavailable`."""
    if is_postgres(url):
        import psycopg

        try:
            return psycopg.connect(url)
        except psycopg.Error as error:
            raise StoreError("store_unavailable", "The database server can't be reached.") from error
    from adapters.store.sqlite import connect

    try:
        return connect(sqlite_path(url))
    except (sqlite3.Error, OSError) as error:
        raise StoreError("store_unavailable", "The database file can't be opened.") from error


def _engine(url: str) -> "Engine":
    from sqlalchemy import Connection, create_engine, event
    from sqlalchemy.pool import NullPool

    dialect = "postgresql+psycopg" if is_postgres(url) else "sqlite+pysqlite"
    engine = create_engine(f"{dialect}://", creator=lambda: _connect(url), poolclass=NullPool)

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    if not is_postgres(url):  # whose driver begins no transaction by itself as we connect it
        event.listen(engine, "begin", begin)
    return engine
