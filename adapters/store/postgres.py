"""PostgreSQL: a few connections, and one transaction a Unit, sent in two trips."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, TypeVar

import psycopg
from psycopg import AsyncConnection, errors
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.pq import TransactionStatus

from adapters.store.codec import Codec
from adapters.store.database import StoreError, UnknownCommitError
from adapters.store.unit import Step, to_pyformat, to_row, to_sql, to_steps, to_values
from core.errors import BugError, CountersignError, LostRaceError
from core.unit import Unit

T = TypeVar("T")
Rows: TypeAlias = tuple[list[str], list[tuple[Any, ...]]]

CONNECTIONS: Final = 4
CONNECT_SECONDS: Final = 10
TRIES: Final = 2
"""How often a Unit or a read is begun anew after its connection was lost before any commit."""


class PostgresDatabase:
    """A Database on a server; several processes may share it. `url` is what libpq takes."""

    def __init__(self, url: str, statements: Mapping[str, str], codec: Codec) -> None:
        self._url = url
        self._statements = {name: to_pyformat(sql) for name, sql in statements.items()}
        self._codec = codec
        self._idle: list[AsyncConnection] = []
        self._free = asyncio.Semaphore(CONNECTIONS)
        self._running: set[asyncio.Task[Any]] = set()
        self._is_open = False

    async def open(self) -> None:
        """Prove that the server answers. Raises StoreError `store_unavailable`."""
        self._idle.append(await _connect(self._url))
        self._is_open = True

    async def close(self) -> None:
        """Wait for what is under way, then close every connection."""
        self._is_open = False
        if self._running:
            await asyncio.wait(self._running)
        while self._idle:
            await self._idle.pop().close()

    async def rows(self, statement: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Read what is committed now."""
        sql, parameters = to_sql(statement, self._statements), to_values(values, self._codec)
        columns, rows = await self._on_connection(
            lambda connection: _read(connection, statement, sql, parameters)
        )
        return [to_row(columns, row, self._codec) for row in rows]

    async def scrub(self) -> None:
        """Nothing to do: PostgreSQL's own vacuum takes away what was deleted."""

    async def run(self, unit: Unit) -> None:
        """Commit the Unit in a transaction of its own."""
        steps = to_steps(unit, self._statements, self._codec)
        await self._on_connection(lambda connection: _commit(connection, steps))

    async def _on_connection(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        """Run `work` to its end on a free connection, even if the caller is cancelled meanwhile."""
        if not self._is_open:
            raise StoreError("store_unavailable", "The database is closed.")
        task = asyncio.create_task(self._try(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def _try(self, work: Callable[[AsyncConnection], Coroutine[Any, Any, T]]) -> T:
        for _ in range(TRIES):
            async with self._connection() as connection:
                try:
                    return await work(connection)
                except _LostConnectionError:
                    pass
            await self._forget_idle()  # the server went away: the others have lost it too
        raise StoreError("store_unavailable", "The connection to the database was lost; nothing was written.")

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        async with self._free:
            connection = self._idle.pop() if self._idle else await _connect(self._url)
            try:
                yield connection
            finally:
                if connection.info.transaction_status == TransactionStatus.IDLE:
                    self._idle.append(connection)
                else:  # broken, or left in the middle by a cancelled task
                    await connection.close()

    async def _forget_idle(self) -> None:
        idle, self._idle = self._idle, []
        for connection in idle:
            await connection.close()


class _LostConnectionError(Exception):
    """The connection went away before any commit was asked for."""


async def _connect(url: str) -> AsyncConnection:
    try:
        # Nothing is prepared: psycopg loses count of prepared statements when a pipeline is rolled back.
        connection = await AsyncConnection.connect(
            url, autocommit=True, prepare_threshold=None, connect_timeout=CONNECT_SECONDS
        )
    except psycopg.Error as error:  # its text names the server, never a value
        raise StoreError("store_unavailable", "The database server can't be reached.") from error
    connection.adapters.register_loader("numeric", _NumberLoader)
    try:
        # A Unit takes milliseconds; whoever holds its rows longer hangs, and may not hang us.
        await connection.execute("SET lock_timeout = '10s'")
        await connection.execute("SET idle_in_transaction_session_timeout = '30s'")
    except BaseException:
        await connection.close()
        raise
    return connection


class _NumberLoader(Loader):
    """A sum of integers comes as `numeric`; as in SQLite it is an int, and anything else a float."""

    def load(self, data: Buffer) -> int | float:
        """The number as plain Python."""
        text = bytes(data).decode("ascii")
        return int(text) if text.lstrip("-").isdigit() else float(text)


async def _read(connection: AsyncConnection, name: str, sql: str, values: dict[str, Any]) -> Rows:
    failure: Exception
    try:
        cursor = await connection.execute(sql.encode(), values)
        return [column.name for column in cursor.description or ()], await cursor.fetchall()
    except Exception as error:
        failure = error
    if not await _roll_back(connection):
        raise _LostConnectionError
    raise _told(name, failure)


async def _commit(connection: AsyncConnection, steps: list[Step]) -> None:
    """One transaction: all statements in one trip, their counts compared, then the commit in another."""
    outcome = await _run_steps(connection, steps)
    if outcome is not None:
        if not await _roll_back(connection):
            raise _LostConnectionError
        raise outcome
    try:
        is_kept = (await connection.execute("COMMIT")).statusmessage == "COMMIT"
    except psycopg.Error:
        is_kept = False
    if is_kept:
        return
    if not await _roll_back(connection):
        raise UnknownCommitError  # the answer was lost with the connection
    raise StoreError("store_failed", "The database refused to commit; nothing was written.")


async def _run_steps(connection: AsyncConnection, steps: list[Step]) -> CountersignError | None:
    """Send every statement; what the first that failed or lost means, None if all is well."""
    cursors = [connection.cursor() for _ in steps]
    failure: Exception | None = None
    try:
        async with connection.pipeline():
            try:
                await connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
                for cursor, step in zip(cursors, steps, strict=True):
                    await cursor.execute(step.sql.encode(), step.values)
            except Exception as error:  # kept here: psycopg would log it if leaving the pipeline failed too
                failure = error
    except psycopg.Error as error:
        failure = failure or error
    for cursor, step in zip(cursors, steps, strict=True):
        if cursor.pgresult is None:  # it failed, or was never reached
            return _told(step.name, failure)
        if step.is_lost(cursor.rowcount):
            return LostRaceError(step.name)
    return None if failure is None else _told("transaction", failure)


async def _roll_back(connection: AsyncConnection) -> bool:
    """Leave the connection clean; whether the server answered. If not, it has rolled back or will."""
    try:
        await connection.execute("ROLLBACK")
    except psycopg.Error:
        return False
    return True


_LOST = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)
_THEIRS = (psycopg.OperationalError, psycopg.InternalError)


def _told(statement: str, error: Exception | None) -> CountersignError:
    """What a driver's error means, without its text, which carries values."""
    if isinstance(error, CountersignError):
        return error
    if isinstance(error, _LOST):
        return LostRaceError(statement)
    if isinstance(error, errors.LockNotAvailable):
        return StoreError("store_busy", "Another process holds what was to be written.")
    if isinstance(error, _THEIRS):
        return StoreError("store_failed", f"The database failed ({error.sqlstate}, statement {statement}).")
    return BugError("bad_statement", f"The statement {statement} can't run with its values.")
