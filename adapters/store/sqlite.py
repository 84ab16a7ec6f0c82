"""SQLite: one writer that commits all waiting Units together, one reader beside it."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import aiosqlite

from adapters.store.codec import Codec
from adapters.store.database import StoreError, UnknownCommitError
from adapters.store.unit import Step, to_row, to_sql, to_steps, to_values
from core.errors import BugError, CountersignError, LostRaceError
from core.unit import Unit

T = TypeVar("T")
Outcome = CountersignError | None

BUSY_SECONDS: Final = 10.0
"""How long another process may hold the file before a Unit gives up."""


GATHER_SECONDS: Final = 0.008
"""How long a Unit waits for others while several are reading, which comes before deciding."""


class Connection(aiosqlite.Connection):
    """aiosqlite's connection that can also run one function of ours on its own thread."""

    @classmethod
    async def to(cls, path: Path, *, read_only: bool = False) -> "Connection":
        """Connect to a file; the connection lives on a thread of its own."""
        connection = cls(lambda: connect(path, read_only=read_only), iter_chunk_size=64)
        await connection
        return connection

    async def call(self, function: Callable[[sqlite3.Connection], T]) -> T:
        """Run `function(connection)` on the connection's thread, to its end even if we are cancelled."""
        result: T = await self._execute(function, self._conn)  # type: ignore[no-untyped-call]
        return result


class SqliteDatabase:
    """A Database in one file; every Unit that waits while another commits shares the next commit."""

    def __init__(self, path: Path, statements: Mapping[str, str], codec: Codec) -> None:
        self._path = path
        self._statements = dict(statements)
        self._codec = codec
        self._waiting: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._writer: Connection | None = None
        self._reader: Connection | None = None
        self._committing: asyncio.Task[None] | None = None
        self._reading = 0

    async def open(self) -> None:
        """Connect the writer and the reader. Raises StoreError `store_unavailable`."""
        try:
            self._writer = await Connection.to(self._path)
            self._reader = await Connection.to(self._path, read_only=True)
        except BaseException as error:
            await self.close()
            if isinstance(error, sqlite3.Error | OSError):
                raise StoreError("store_unavailable", "The database file can't be opened.") from error
            raise
        self._committing = asyncio.create_task(self._commit_waiting(self._writer))

    async def close(self) -> None:
        """Commit what waits, then close both connections."""
        writer, reader, committing = self._writer, self._reader, self._committing
        self._writer = self._reader = self._committing = None
        if committing is not None:
            self._waiting.put_nowait(None)
            await asyncio.wait([committing])  # which doesn't raise, should the loop have cancelled it
        for connection in (reader, writer):
            if connection is not None:
                await connection.close()

    async def rows(self, statement: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Read what is committed now, beside the writer."""
        sql, parameters = to_sql(statement, self._statements), to_values(values, self._codec)
        if self._reader is None:
            raise _closed()

        def read(connection: sqlite3.Connection) -> tuple[list[str], list[tuple[Any, ...]]] | Exception:
            try:
                cursor = connection.execute(sql, parameters)
                # All rows at once: a cursor left half read would hold an old snapshot.
                return [column[0] for column in cursor.description or ()], cursor.fetchall()
            except Exception as error:
                return error

        self._reading += 1
        try:
            result = await self._reader.call(read)
        finally:
            self._reading -= 1
        if isinstance(result, Exception):
            raise _told(statement, result)
        return [to_row(result[0], row, self._codec) for row in result[1]]

    async def run(self, unit: Unit) -> None:
        """Hand the Unit to the writer, and wait for its commit."""
        steps = to_steps(unit, self._statements, self._codec)
        if self._writer is None:
            raise _closed()
        waiting = _Waiting(steps)
        self._waiting.put_nowait(waiting)
        outcome = await waiting.outcome
        if outcome is not None:
            raise outcome

    async def scrub(self) -> None:
        """Empty the write-ahead log, which still holds pages from before they were overwritten."""
        if self._writer is not None:
            await self._writer.call(
                lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            )

    async def _commit_waiting(self, writer: Connection) -> None:
        """Own the writer until `close`: take all waiting Units, commit them together, tell the callers."""
        closing = False
        while not closing:
            taken = [await self._waiting.get()]
            if self._reading > 1:  # others are deciding, who can share this commit
                await asyncio.sleep(GATHER_SECONDS)
            while not self._waiting.empty():
                taken.append(self._waiting.get_nowait())
            closing = None in taken
            group = [each for each in taken if each is not None and not each.outcome.done()]
            if not group:
                continue
            outcomes = await _commit(writer, [each.steps for each in group])
            for each, outcome in zip(group, outcomes, strict=True):
                if not each.outcome.done():  # a caller that was cancelled hears nothing
                    each.outcome.set_result(outcome)


class _Waiting:
    """A Unit in the writer's queue, and the future its caller waits for."""

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()


async def _commit(writer: Connection, units: list[list[Step]]) -> list[Outcome]:
    try:
        return await writer.call(lambda connection: commit_together(connection, units))
    except Exception:  # not even the rollback worked
        return [UnknownCommitError() for _ in units]


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A durable connection in autocommit mode; the file is made if need be, for its owner's eyes only."""
    if not path.exists():
        # Never open and close a file that may be in use: the kernel would drop this process's locks on it
        # (fcntl), and another process that closes would take away the log we write to.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=256)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")  # pages: each time costs a few syncs
        connection.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
        if read_only:
            connection.execute("PRAGMA query_only = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def commit_together(connection: sqlite3.Connection, units: list[list[Step]]) -> list[Outcome]:
    """Run all Units in one transaction, a savepoint each; one outcome a Unit (None: it is durable)."""
    try:
        _roll_back(connection)  # in case an earlier rollback failed
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_run_in_savepoint(connection, steps) for steps in units]
    except sqlite3.Error as error:
        _roll_back(connection)
        return [_told("transaction", error) for _ in units]
    try:
        connection.execute("COMMIT")
    except sqlite3.Error:
        # A failed sync may have left the commit in the log, so the losers alone know where they stand.
        _roll_back(connection)
        return [outcome or UnknownCommitError() for outcome in outcomes]
    return outcomes


def _run_in_savepoint(connection: sqlite3.Connection, steps: list[Step]) -> Outcome:
    """Run one Unit; it leaves nothing where it loses. Raises sqlite3.Error if the transaction is gone."""
    connection.execute("SAVEPOINT unit")
    outcome = _run_steps(connection, steps)
    if outcome is not None:
        connection.execute("ROLLBACK TO unit")
    connection.execute("RELEASE unit")
    return outcome


def _run_steps(connection: sqlite3.Connection, steps: list[Step]) -> Outcome:
    for step in steps:
        try:
            if step.is_lost(connection.execute(step.sql, step.values).rowcount):
                return LostRaceError(step.name)
        except Exception as error:  # whatever one Unit brings along is its own, not its neighbours'
            return _told(step.name, error)
    return None


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")


_TAKEN = (sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_OURS = (
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_READONLY,
)


def _told(statement: str, error: Exception) -> CountersignError:
    """What a driver's error means, without its text, which may carry values."""
    if isinstance(error, CountersignError):
        return error
    code = getattr(error, "sqlite_errorcode", None)
    if code in _TAKEN:
        return LostRaceError(statement)
    if code is not None and code & 0xFF in _BUSY:
        return StoreError("store_busy", "Another process holds the database.")
    if code is None or code & 0xFF in _OURS:
        return BugError("bad_statement", f"The statement {statement} can't run with its values.")
    return StoreError("store_failed", f"The database failed (SQLite code {code}, statement {statement}).")


def _closed() -> StoreError:
    return StoreError("store_unavailable", "The database is closed.")
