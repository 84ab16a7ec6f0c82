import asyncio
import logging
import os
import resource
import signal
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from psycopg.conninfo import conninfo_to_dict

from adapters.store.codec import Codec
from adapters.store.database import Database, StoreError, UnknownCommitError, database_at, sqlite_path
from adapters.store.unit import to_pyformat
from core.errors import BugError, CountersignError, LostRaceError
from core.unit import Private, Unit, Write

SECRET = "Led payments at Acme Corp"

STATEMENTS = {
    "add_resume": """INSERT INTO resumes (id, owner, title, version, is_sample, created_at, updated_at)
        VALUES (:id, 'owner', :title, 0, 0, 1, 1)""",
    "move_resume": "UPDATE resumes SET version = :to WHERE id = :id AND version = :at",
    "add_version": """INSERT INTO versions (resume, number, content, cause, person, title, at)
        VALUES (:resume, :number, :content, 'approved', 'owner', :content, 1)""",
    "count_call": """INSERT INTO usage (person, day, step, calls, tokens_in, tokens_out)
        VALUES (:person, '2026-11-30', 'turn', 1, 0, 0)
        ON CONFLICT (person, day, step) DO UPDATE SET calls = usage.calls + 1""",
    "receive": """INSERT INTO inbox (event_key, conversation, state, attempts, next_at, received_at)
        VALUES (:key, :conversation, 'waiting', 0, 1, 1) ON CONFLICT (event_key) DO NOTHING""",
    "add_message": """INSERT INTO messages (conversation, role, text, typed, event_key, at)
        VALUES (:conversation, 'person', :text, 1, :key, 1)""",
    "add_audit": "INSERT INTO audit (at, kind, subject, subject_id) VALUES (1, 'unit', :subject, :id)",
    "all_resumes": "SELECT id, version, title FROM resumes",
    "all_versions": "SELECT resume, number, content FROM versions",
    "all_calls": "SELECT person, calls FROM usage",
    "all_inbox": "SELECT event_key FROM inbox",
    "all_messages": "SELECT event_key, text, typed FROM messages",
    "all_audit": "SELECT subject, subject_id FROM audit",
    "call_sum": "SELECT SUM(calls) AS calls, AVG(calls) AS mean, MAX(day) AS day FROM usage",
    "broken": "SELECT nothing FROM nowhere",
    "percent": "SELECT '100% :x' AS text, :x AS x, 7 % 4 AS rest",
    "orphan": "INSERT INTO orphans (parent) VALUES ('nobody')",
    "all_orphans": "SELECT parent FROM orphans",
}


@pytest.fixture
def statements() -> dict[str, str]:
    return STATEMENTS


@asynccontextmanager
async def opened(url: str, codec: Codec) -> AsyncIterator[Database]:
    database = database_at(url, STATEMENTS, codec)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


def add_resume(id_: str) -> Write:
    return Write("add_resume", {"id": id_, "title": Private("CV")})


def move_resume(id_: str, at: int, to: int) -> Write:
    return Write("move_resume", {"id": id_, "at": at, "to": to})


def add_version(resume: str, number: int) -> Write:
    return Write("add_version", {"resume": resume, "number": number, "content": Private({"n": number})})


def add_message(key: str, text: str = "hello") -> Write:
    return Write("add_message", {"conversation": "c", "text": Private(text), "key": key})


def add_audit(subject: str, id_: str) -> Write:
    return Write("add_audit", {"subject": subject, "id": id_})


def receive(key: str) -> Write:
    return Write("receive", {"key": key, "conversation": "c"}, rows=None)


async def outcome(database: Database, *writes: Write) -> CountersignError | None:
    try:
        await database.run(Unit([*writes]))
    except CountersignError as error:
        return error
    return None


# -- one Unit


async def test_rows_come_back_as_plain_values(database: Database) -> None:
    await database.run(Unit([add_resume("r"), add_version("r", 1), add_message("k", "你好")]))
    assert await database.rows("all_resumes", {}) == [{"id": "r", "version": 0, "title": "CV"}]
    assert await database.rows("all_versions", {}) == [{"resume": "r", "number": 1, "content": {"n": 1}}]
    assert await database.rows("all_messages", {}) == [{"event_key": "k", "text": "你好", "typed": 1}]


async def test_both_databases_take_and_give_the_same_kinds_of_numbers_and_text(database: Database) -> None:
    class Name(StrEnum):
        ADA = "ada"

    await database.run(Unit([add_resume("r"), Write("move_resume", {"id": "r", "at": False, "to": 2**40})]))
    [row] = await database.rows("all_resumes", {})
    assert row["version"] == 2**40
    for _ in range(3):
        await database.run(Unit([Write("count_call", {"person": Name.ADA})]))
    await database.run(Unit([Write("count_call", {"person": "bob"})]))
    assert {row["person"] for row in await database.rows("all_calls", {})} == {"ada", "bob"}
    [row] = await database.rows("call_sum", {})
    assert row == {"calls": 4, "mean": 2.0, "day": "2026-11-30"}
    assert {type(value) for value in row.values()} == {int, float, str}


async def test_percent_signs_and_colons_in_a_literal_are_left_alone(database: Database) -> None:
    assert await database.rows("percent", {"x": 5}) == [{"text": "100% :x", "x": 5, "rest": 3}]


def test_only_parameters_are_translated() -> None:
    sql = """SELECT ':a' || "b:c" || d::text, e[1:2], 'it''s :f' -- :g 5%\nWHERE h=:h AND i LIKE :i_1"""
    assert to_pyformat(sql) == (
        """SELECT ':a' || "b:c" || d::text, e[1:2], 'it''s :f' -- :g 5%%\nWHERE h=%(h)s AND i LIKE %(i_1)s"""
    )


async def test_a_unit_that_loses_in_its_last_statement_leaves_nothing_of_its_first(
    database: Database,
) -> None:
    await database.run(Unit([add_resume("r")]))
    lost = await outcome(database, add_audit("first", "u"), add_version("r", 1), move_resume("r", 7, 8))
    assert isinstance(lost, LostRaceError)
    assert lost.statement == "move_resume"
    assert await database.rows("all_audit", {}) == []
    assert await database.rows("all_versions", {}) == []


async def test_a_key_that_is_taken_is_a_lost_race_named_by_its_statement(database: Database) -> None:
    await database.run(Unit([add_version("r", 1), add_message("k")]))
    for duplicate in (add_version("r", 1), add_message("k")):
        lost = await outcome(database, add_audit("first", "u"), duplicate, add_audit("last", "u"))
        assert isinstance(lost, LostRaceError)
        assert lost.statement == duplicate.statement
    assert await database.rows("all_audit", {}) == []


async def test_any_count_will_do_where_none_is_named(database: Database) -> None:
    await database.run(Unit([receive("k")]))
    await database.run(Unit([receive("k"), add_audit("still", "here")]))
    assert await database.rows("all_inbox", {}) == [{"event_key": "k"}]
    assert len(await database.rows("all_audit", {})) == 1


async def test_an_empty_unit_is_no_error(database: Database) -> None:
    await database.run(Unit())


async def test_a_read_sees_what_was_committed_a_moment_ago_by_us_or_by_another(
    database: Database, database_url: str, codec: Codec
) -> None:
    async with opened(database_url, codec) as other:
        for number in range(1, 6):
            await (other if number % 2 else database).run(Unit([add_version("r", number)]))
            for each in (database, other):
                assert len(await each.rows("all_versions", {})) == number


# -- what can't run


SPOILED = [
    (Write("no_such_statement", {}), "unknown_statement"),
    (Write("broken", {}), "bad_statement"),
    (Write("add_audit", {"subject": "the id is missing"}), "bad_statement"),
    (Write("add_audit", {"subject": None, "id": "u"}), "bad_statement"),
    (Write("add_audit", {"subject": "a lone surrogate \ud800", "id": "u"}), "bad_statement"),
    (Write("move_resume", {"id": "r", "at": 2**70, "to": 1}), "bad_value"),
    (Write("move_resume", {"id": "r", "at": 0, "to": "no number"}), "bad_statement"),
    (Write("add_audit", {"subject": b"never plain bytes", "id": "u"}), "bad_value"),
    (Write("add_audit", {"subject": Private(SECRET), "id": {}}), "bad_value"),
]


@pytest.mark.parametrize(("spoiled", "code"), SPOILED)
async def test_a_unit_that_cannot_run_is_a_bug_of_its_own_and_spares_its_neighbours(
    database: Database, spoiled: Write, code: str
) -> None:
    await database.run(Unit([add_resume("r")]))
    first, middle, last = await asyncio.gather(
        outcome(database, add_audit("first", "a")),
        outcome(database, add_audit("middle", "b"), spoiled),
        outcome(database, add_audit("last", "c")),
    )
    assert first is None
    assert last is None
    assert isinstance(middle, BugError)
    assert middle.code == code
    assert SECRET not in str(middle)
    assert middle.__cause__ is None
    subjects = {row["subject"] for row in await database.rows("all_audit", {})}
    assert subjects == {"first", "last"}


async def test_a_read_that_cannot_run_is_told_and_the_next_one_works(database: Database) -> None:
    for name, code in (("broken", "bad_statement"), ("no_such_statement", "unknown_statement")):
        with pytest.raises(BugError) as caught:
            await database.rows(name, {})
        assert caught.value.code == code
    assert await database.rows("all_audit", {}) == []


async def test_after_closing_everything_is_refused(database: Database) -> None:
    await database.close()
    await database.close()
    with pytest.raises(StoreError):
        await database.run(Unit([add_audit("late", "u")]))
    with pytest.raises(StoreError):
        await database.rows("all_audit", {})


async def test_closing_waits_for_the_units_that_were_handed_over(
    database: Database, database_url: str, codec: Codec
) -> None:
    handed = [asyncio.create_task(database.run(Unit([add_audit("unit", str(n))]))) for n in range(20)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*handed)
    async with opened(database_url, codec) as again:
        assert len(await again.rows("all_audit", {})) == 20


async def test_what_a_person_wrote_is_in_no_log(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    unit = [add_message("k", SECRET), add_audit("Acme", "u")]
    assert await outcome(database, *unit) is None
    assert isinstance(await outcome(database, *unit), LostRaceError)
    await database.rows("all_messages", {})
    assert SECRET not in caplog.text
    assert "Acme" not in caplog.text


# -- cancelling


async def test_a_caller_that_goes_away_leaves_the_others_alone(database: Database) -> None:
    tasks = [
        asyncio.create_task(database.run(Unit([add_audit("unit", str(n)), add_audit("unit", str(n))])))
        for n in range(30)
    ]
    for turn in range(10):
        tasks[turn * 3].cancel()
        await asyncio.sleep(0)
    results = await asyncio.gather(*tasks, return_exceptions=True)
    landed = [row["subject_id"] for row in await database.rows("all_audit", {})]
    for number, result in enumerate(results):
        assert result is None or (number % 3 == 0 and isinstance(result, asyncio.CancelledError))
        if result is None:
            assert landed.count(str(number)) == 2
        else:
            assert landed.count(str(number)) in (0, 2)


async def test_a_reader_that_goes_away_leaves_the_others_alone(database: Database) -> None:
    await database.run(Unit([add_audit("unit", "1")]))
    for _ in range(10):
        task = asyncio.create_task(database.rows("all_audit", {}))
        await asyncio.sleep(0)
        task.cancel()
        assert len(await database.rows("all_audit", {})) == 1


# -- many Units in flight

Op: TypeAlias = tuple[Any, ...]
RESUMES = 3

random_op = st.one_of(
    st.tuples(st.just("move"), st.integers(0, RESUMES - 1), st.integers(0, 2)),
    st.tuples(st.just("version"), st.integers(0, RESUMES - 1), st.integers(1, 3)),
    st.tuples(st.just("message"), st.integers(0, 5)),
    st.tuples(st.just("receive"), st.integers(0, 3)),
    st.tuples(st.just("count")),
    st.tuples(st.just("never")),
)
random_units = st.lists(st.lists(random_op, min_size=1, max_size=4), min_size=2, max_size=9)
examples = count()


@dataclass(frozen=True)
class State:
    """What the shared rows hold, as a model of our own that runs one Unit after another."""

    versions: tuple[int, ...] = (0,) * RESUMES
    keys: frozenset[Op] = frozenset()
    received: frozenset[int] = frozenset()
    calls: int = 0

    def after(self, unit: Sequence[Op]) -> "State | None":
        """The state after the whole Unit; None if it must lose."""
        state: State | None = self
        for op in unit:
            state = state and state._after(op)
        return state

    def _after(self, op: Op) -> "State | None":
        match op:
            case ("move", resume, at):
                moved = (*self.versions[:resume], at + 1, *self.versions[resume + 1 :])
                return replace(self, versions=moved) if self.versions[resume] == at else None
            case ("version" | "message", *_):
                return None if op in self.keys else replace(self, keys=self.keys | {op})
            case ("receive", key):
                return replace(self, received=self.received | {key})
            case ("count",):
                return replace(self, calls=self.calls + 1)
        return None


def is_some_order(units: list[Sequence[Op]], start: State, end: State) -> bool:
    """Whether some order of all these Units, one after another, leads from start to end."""
    seen: set[tuple[frozenset[int], State]] = set()
    todo = [(frozenset(range(len(units))), start)]
    while todo:
        left, state = todo.pop()
        if not left and state == end:
            return True
        for each in left:
            following = state.after(units[each])
            if following is not None and (left - {each}, following) not in seen:
                seen.add((left - {each}, following))
                todo.append((left - {each}, following))
    return False


def to_writes(prefix: str, name: str, unit: Sequence[Op]) -> list[Write]:
    def to_write(op: Op) -> Write:
        match op:
            case ("move", resume, at):
                return move_resume(f"{prefix}r{resume}", at, at + 1)
            case ("version", resume, number):
                return add_version(f"{prefix}r{resume}", number)
            case ("message", key):
                return add_message(f"{prefix}k{key}")
            case ("receive", key):
                return receive(f"{prefix}k{key}")
            case ("count",):
                return Write("count_call", {"person": prefix})
        return move_resume("nobody's", 0, 1)

    return [add_audit(prefix, name), *map(to_write, unit), add_audit(prefix, name)]


async def read_state(database: Database, prefix: str) -> State:
    async def mine(statement: str, column: str) -> list[dict[str, Any]]:
        return [row for row in await database.rows(statement, {}) if row[column].startswith(prefix)]

    versions = {
        row["id"].removeprefix(f"{prefix}r"): row["version"] for row in await mine("all_resumes", "id")
    }
    keys: set[Op] = {
        ("message", int(row["event_key"].removeprefix(f"{prefix}k")))
        for row in await mine("all_messages", "event_key")
    }
    keys |= {
        ("version", int(row["resume"].removeprefix(f"{prefix}r")), row["number"])
        for row in await mine("all_versions", "resume")
    }
    received = {
        int(row["event_key"].removeprefix(f"{prefix}k")) for row in await mine("all_inbox", "event_key")
    }
    calls = sum(row["calls"] for row in await mine("all_calls", "person"))
    ordered = tuple(versions[str(number)] for number in range(RESUMES))
    return State(ordered, frozenset(keys), frozenset(received), calls)


async def storm_once(databases: Sequence[Database], units: list[list[Op]]) -> list[bool]:
    """Run all Units at once, dealt to the databases in turn; check them; which of them won."""
    prefix = f"e{next(examples)}-"
    await databases[0].run(Unit([add_resume(f"{prefix}r{number}") for number in range(RESUMES)]))
    outcomes = await asyncio.gather(
        *(
            outcome(databases[number % len(databases)], *to_writes(prefix, str(number), unit))
            for number, unit in enumerate(units)
        )
    )
    assert {type(each) for each in outcomes} <= {type(None), LostRaceError}
    won = [each is None for each in outcomes]
    end = await read_state(databases[0], prefix)
    assert is_some_order([unit for unit, has_won in zip(units, won, strict=True) if has_won], State(), end)
    noted = [
        row["subject_id"] for row in await databases[0].rows("all_audit", {}) if row["subject"] == prefix
    ]
    assert [noted.count(str(number)) for number in range(len(units))] == [2 * has_won for has_won in won]
    return won


modest = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@modest
@given(units=random_units)
async def test_random_units_in_flight_each_land_whole_or_not_at_all(
    database: Database, units: list[list[Op]]
) -> None:
    await storm_once([database], units)


@settings(modest, max_examples=10)
@given(units=random_units)
async def test_the_same_holds_for_two_workers_on_one_database(
    database: Database, database_url: str, codec: Codec, units: list[list[Op]]
) -> None:
    async with opened(database_url, codec) as other:
        await storm_once([database, other], units)


@settings(modest)
@given(units=random_units)
async def test_on_sqlite_exactly_those_lose_that_would_lose_one_after_another(
    sqlite_url: str, codec: Codec, units: list[list[Op]]
) -> None:
    expected, state = [], State()
    for unit in units:
        after = state.after(unit)
        expected.append(after is not None)
        state = after or state
    async with opened(sqlite_url, codec) as database:
        assert await storm_once([database], units) == expected


@pytest.mark.parametrize("rivals", [2, 40])
async def test_of_many_that_want_the_same_version_one_gets_it(database: Database, rivals: int) -> None:
    await database.run(Unit([add_resume("r")]))
    outcomes = await asyncio.gather(
        *(
            outcome(database, add_audit("rival", str(n)), move_resume("r", 0, 1), add_version("r", 1))
            for n in range(rivals)
        )
    )
    assert outcomes.count(None) == 1
    assert [row["subject_id"] for row in await database.rows("all_audit", {})] == [str(outcomes.index(None))]
    assert len(await database.rows("all_versions", {})) == 1


# -- SQLite alone


def commits_in_log(url: str) -> int:
    """How many commits the write-ahead log holds: frames that carry the size after a commit."""
    log = Path(f"{sqlite_path(url)}-wal").read_bytes()
    page = int.from_bytes(log[8:12], "big")
    salt = log[16:24]
    frames = [log[at : at + 24] for at in range(32, len(log), 24 + page)]
    return sum(frame[8:16] == salt and frame[4:8] != bytes(4) for frame in frames)


async def test_units_that_wait_together_share_a_commit(sqlite_url: str, codec: Codec) -> None:
    async with opened(sqlite_url, codec) as database:
        await database.run(Unit([add_resume("r")]))
        before = commits_in_log(sqlite_url)
        await asyncio.gather(*(database.run(Unit([add_audit("unit", str(n))])) for n in range(50)))
        assert commits_in_log(sqlite_url) - before == 1
        assert len(await database.rows("all_audit", {})) == 50
        for number in range(3):
            await database.run(Unit([add_audit("alone", str(number))]))
        assert commits_in_log(sqlite_url) - before == 4


async def test_a_full_disk_is_told_to_everyone_and_afterwards_everything_works(
    sqlite_url: str, codec: Codec
) -> None:
    async with opened(sqlite_url, codec) as database:
        await database.run(Unit([add_resume("r")]))
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        try:
            told = await asyncio.gather(
                *(outcome(database, add_message(str(n), os.urandom(20_000).hex())) for n in range(20))
            )
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert {type(each) for each in told} <= {StoreError, UnknownCommitError}
        assert await database.rows("all_messages", {}) == []
        await database.run(Unit([add_message("later")]))
        assert len(await database.rows("all_messages", {})) == 1


# -- a commit that fails


def make_orphans(url: str) -> None:
    """A table whose rule is looked at in the commit alone."""
    table = """CREATE TABLE orphans
        (parent TEXT REFERENCES people (id) DEFERRABLE INITIALLY DEFERRED)"""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(sqlite_path(url))) as connection:
            connection.execute(table)
    else:
        with psycopg.connect(url) as server:
            server.execute(table.encode())


async def test_when_the_commit_fails_no_caller_hears_that_it_landed(
    database: Database, database_url: str
) -> None:
    make_orphans(database_url)
    told = await asyncio.gather(
        outcome(database, add_audit("first", "a")),
        outcome(database, add_audit("middle", "b"), Write("orphan", {})),
        outcome(database, add_audit("last", "c"), move_resume("nobody's", 0, 1)),
    )
    assert isinstance(told[1], StoreError | UnknownCommitError)
    assert isinstance(told[2], LostRaceError)
    subjects = {row["subject"] for row in await database.rows("all_audit", {})}
    assert subjects == ({"first"} if told[0] is None else set())
    assert await database.rows("all_orphans", {}) == []
    assert await outcome(database, add_audit("later", "d")) is None


# -- PostgreSQL alone


def end_sessions(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(
            """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()"""
        )


async def test_lost_connections_are_made_again_without_anybody_noticing(
    postgres_url: str, codec: Codec
) -> None:
    async with opened(postgres_url, codec) as database:
        for turn in range(2):
            await asyncio.gather(*(database.run(Unit([add_audit("unit", f"{turn}.{n}")])) for n in range(8)))
            end_sessions(postgres_url)
            assert len(await database.rows("all_audit", {})) == 8 * (turn + 1)
            end_sessions(postgres_url)


class CutLine:
    """A way to the server that is cut once: after it carried `at` there, before the answer came back."""

    def __init__(self, server: str, at: bytes) -> None:
        self.server = server
        self.at = at
        self.was_cut = False
        self.serving: list[asyncio.Task[None] | None] = []

    async def serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        self.serving.append(asyncio.current_task())
        server, to_server = await asyncio.open_unix_connection(self.server)
        is_dead = asyncio.Event()

        async def carry_there() -> None:
            while data := await client.read(65536):
                if self.at in data and not self.was_cut:
                    self.was_cut = True
                    is_dead.set()
                to_server.write(data)
            to_server.close()

        carrying = asyncio.create_task(carry_there())
        while data := await server.read(65536):
            if is_dead.is_set():
                break  # the server has done what it was told, and nobody hears of it
            to_client.write(data)
        to_client.close()
        await carrying


@asynccontextmanager
async def cut_line(url: str, at: bytes) -> AsyncIterator[str]:
    """The URL of the same database over a line that is cut once at `at`."""
    name = ".s.PGSQL.5432"
    server = str(conninfo_to_dict(url)["host"])
    line = CutLine(f"{server}/{name}", at)
    with tempfile.TemporaryDirectory(prefix="pg") as folder:
        listener = await asyncio.start_unix_server(line.serve, f"{folder}/{name}")
        yield url.replace(server, folder)
        listener.close()
        await asyncio.gather(*filter(None, line.serving))
    assert line.was_cut


async def test_a_line_cut_before_the_commit_is_tried_again_and_lands_once(
    postgres_url: str, codec: Codec
) -> None:
    async with (
        opened(postgres_url, codec) as database,
        cut_line(postgres_url, b"BEGIN") as cut_url,
        opened(cut_url, codec) as cut,
    ):
        await cut.run(Unit([add_audit("unit", "u")]))
        assert len(await database.rows("all_audit", {})) == 1


async def test_a_line_cut_in_the_commit_is_told_as_an_unknown_outcome(
    postgres_url: str, codec: Codec
) -> None:
    async with (
        opened(postgres_url, codec) as database,
        cut_line(postgres_url, b"COMMIT\0") as cut_url,
        opened(cut_url, codec) as cut,
    ):
        assert isinstance(await outcome(cut, add_audit("unit", "u")), UnknownCommitError)
        assert len(await database.rows("all_audit", {})) == 1  # it had landed, as it happens
        await cut.run(Unit([add_audit("unit", "v")]))
        assert len(await database.rows("all_audit", {})) == 2


async def test_sessions_that_lock_each_other_out_lose_the_race(postgres_url: str, codec: Codec) -> None:
    async with opened(postgres_url, codec) as database:
        await database.run(Unit([add_resume("a"), add_resume("b")]))
        for _ in range(10):
            outcomes = await asyncio.gather(
                *(
                    outcome(
                        database, add_audit("unit", one), move_resume(one, 0, 0), move_resume(other, 0, 0)
                    )
                    for one, other in ("ab", "ba") * 2
                )
            )
            assert {type(each) for each in outcomes} <= {type(None), LostRaceError}
            assert None in outcomes


# -- kill -9

PARTS = """SELECT event_key AS id FROM messages UNION ALL SELECT resume AS id FROM versions
    UNION ALL SELECT subject_id AS id FROM audit"""


async def storm(url: str) -> None:
    """Until somebody kills this process: Units in sixteen lanes, and each one's id printed once it landed."""
    async with opened(url, Codec(None)) as database:

        async def lane(name: int) -> None:
            for number in count():
                id_ = f"{name}.{number}"
                parts = [add_message(id_, SECRET * 20), add_version(id_, 1), add_audit("storm", id_)]
                if number % 4 == 3:
                    loser = [add_message(f"lost {id_}"), add_version(f"{name}.0", 1)]
                    assert isinstance(await outcome(database, *loser), LostRaceError)
                await database.run(Unit(parts))
                os.write(1, f"{id_}\n".encode())

        await asyncio.gather(*map(lane, range(16)))


async def test_after_a_kill_every_acknowledged_unit_is_there_and_none_is_half_there(
    database_url: str,
) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        f"import asyncio; from {__name__} import storm; asyncio.run(storm({database_url!r}))",
        cwd=Path(__file__).parents[2],
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    acknowledged = [await process.stdout.readline() for _ in range(400)]
    process.kill()
    rest = await process.stdout.read()
    assert await process.wait() == -signal.SIGKILL
    acknowledged += [line for line in rest.splitlines(keepends=True) if line.endswith(b"\n")]
    database = database_at(database_url, {"parts": PARTS}, Codec(None))
    await database.open()
    parts = Counter(row["id"] for row in await database.rows("parts", {}))
    await database.close()
    assert set(parts.values()) == {3}
    assert {line.decode().strip() for line in acknowledged} <= set(parts)
