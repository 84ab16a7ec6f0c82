"""Operating: copies, parked events, traces, migrations, seen through the commands and on both databases."""

import asyncio
import json
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adapters.store.codec import Codec
from adapters.store.database import Database, database_at
from adapters.store.migrate import HEAD
from adapters.store.statements import STATEMENTS
from bot.__main__ import app
from bot.backup import backup
from bot.clock import SystemClock
from bot.parked import list_parked, replay
from bot.retention import PARKED_DAYS, sweep
from bot.secret import secret_key
from bot.trace import say_time, trace
from core import writes
from core.errors import NotFoundError, PersonError
from core.event import Actor, Conversation, Event, Message, Opened
from core.unit import Private, Unit, Write
from tests.bot.commands import command
from tests.program import ROOT, running
from tests.talk import Talk, opened, talking

DAY = 86_400_000


@pytest.fixture
def prepared(tmp_path: Path, migrated_sqlite: Path) -> Path:
    """A folder with a database whose tables are there already."""
    (tmp_path / "data").mkdir()
    shutil.copy(migrated_sqlite, tmp_path / "data" / "countersign.db")
    return tmp_path


LOOK = """
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1])
print(rows.execute("SELECT COUNT(*) FROM audit").fetchone()[0])
rows.close()
"""


def look_from_outside(url: str) -> int:
    """How many audit rows another process sees, which then leaves the database again."""
    path = url.removeprefix("sqlite:///")
    return int(subprocess.run([sys.executable, "-c", LOOK, path], capture_output=True, check=True).stdout)


async def test_nothing_is_lost_when_another_process_looks_and_leaves(sqlite_url: str) -> None:
    database = await opened(sqlite_url)
    try:
        for number in range(3):
            await database.run(Unit().add(writes.add_audit(1, "p", "kind", "subject", str(number))))
            assert look_from_outside(sqlite_url) == number + 1
    finally:
        await database.close()


# -- copies


async def test_a_copy_of_a_living_database_is_whole_and_can_be_brought_back(prepared: Path) -> None:
    tmp_path = prepared
    copy, restored = tmp_path / "copy.db", tmp_path / "restored"
    async with running(tmp_path) as program:
        await program.say("add TypeScript to my skills")
        await program.until(lambda: program.has_button("Approve"))
        await program.press("Approve")
        await program.until(lambda: program.home().get("version") == 2)
        ended = await command(tmp_path, "backup", str(copy))
        assert (ended.code, ended.problems) == (0, "")
        assert "secret.key" in ended.out
        again = await command(tmp_path, "backup", str(copy))
        assert (again.code, again.problems) == (1, f"{copy} is there already; name another file.\n")
        assert await program.stop() == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("*copy.db*")] == ["copy.db"]
    (restored / "data").mkdir(parents=True)
    copy.rename(restored / "data" / "countersign.db")
    (tmp_path / "data" / "secret.key").rename(restored / "data" / "secret.key")
    listed = await command(restored, "resumes")
    mark, name, _, version, *_ = listed.out.split()
    assert (mark, version) == ("*", "2")
    found = await command(restored, "export", name)
    assert "TypeScript" in json.loads(found.out)["sections"]["skills"]["items"][-1]["name"]


async def test_a_copy_is_one_moment_of_a_database_that_is_written_to(sqlite_url: str, tmp_path: Path) -> None:
    database = await opened(sqlite_url)
    writing = asyncio.create_task(_write_pairs(database))
    source = Path(sqlite_url.removeprefix("sqlite:///"))
    try:
        for number in range(5):
            copy = tmp_path / f"copy{number}.db"
            await asyncio.to_thread(backup, source, copy)
            with closing(sqlite3.connect(copy)) as rows:
                (count,) = rows.execute("SELECT COUNT(*) FROM audit").fetchone()
                assert count % 2 == 0, "both writes of a Unit, or none"
                assert rows.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    finally:
        writing.cancel()
        await asyncio.wait([writing])
        await database.close()
    assert count > 0


async def _write_pairs(database: Database) -> None:
    while True:
        pair = [writes.add_audit(1, "p", "kind", "subject", half) for half in ("one", "other")]
        await database.run(Unit(pair))


def test_a_copy_that_can_not_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(PersonError) as raised:
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    assert raised.value.code == "no_database"
    (tmp_path / "broken.db").write_text("this is no database, " * 100)
    with pytest.raises(PersonError) as raised:
        backup(tmp_path / "broken.db", tmp_path / "copy.db")
    assert raised.value.code == "backup_failed"
    assert [path.name for path in tmp_path.iterdir()] == ["broken.db"]


async def test_a_server_is_copied_by_its_own_means(tmp_path: Path) -> None:
    ended = await command(tmp_path, "backup", "copy.db", DATABASE_URL="postgresql://host/name")
    assert (ended.code, ended.problems) == (1, "The database is PostgreSQL: copy it with pg_dump.\n")
    assert not (tmp_path / "copy.db").exists()


# -- parked


@asynccontextmanager
async def store_of(folder: Path) -> AsyncIterator[Database]:
    """The store of a program on a folder."""
    key = secret_key(None, folder / "data")
    url = f"sqlite:///{folder / 'data' / 'countersign.db'}"
    database = database_at(url, STATEMENTS, Codec(key))
    await database.open()
    try:
        yield database
    finally:
        await database.close()


def damaged(key: str) -> Write:
    """A row of the inbox that is no Event."""
    values = {"key": key, "conversation": "web||main|", "at": 1, "body": Private({"kind": "nothing"})}
    return Write("receive", values)


async def test_what_was_parked_is_handed_back_to_a_running_program(prepared: Path) -> None:
    at = SystemClock().now() - 60_000
    event = Event(
        key="web:parked-once",
        conversation=Conversation(platform="web", channel="main"),
        actor=Actor(platform="web", user="local"),
        at=at,
        body=Message(text="add Rust to my skills"),
    )
    async with store_of(prepared) as database:
        await database.run(Unit().add(writes.receive(event), writes.park_event(event.key, "KeyError", at)))
        await database.run(Unit().add(damaged("web:damaged")))
    async with running(prepared) as program:
        await program.until(lambda: bool(program.home()))
        listed = (await command(prepared, "parked")).out.splitlines()
        assert len(listed) == 2
        first, second = (line.split("  ") for line in listed)
        assert first[1:] == [
            f"came {say_time(at)}", f"parked {say_time(at)}", "web", "1 try", "KeyError",
        ]  # fmt: skip
        assert second[-1] == "unreadable"
        assert not program.has_button("Approve")
        ended = await command(prepared, "parked", "replay", first[0])
        assert (ended.code, ended.out) == (0, f"Event {first[0]} is handed back.\n")
        await program.until(lambda: program.has_button("Approve"))
        await program.stop()


async def test_a_damaged_event_is_set_aside_and_its_lane_goes_on(database_url: str, tmp_path: Path) -> None:
    async with talking(database_url, tmp_path) as talk:
        await talk.open()
        database = await opened(database_url)
        try:
            await database.run(Unit().add(damaged("web:damaged")))
            await talk.say("add Kafka to my skills")
            assert len(talk.cards()) == 1
            assert any("kept and can be looked into" in text for text in talk.texts())
            (line,) = await list_parked(database)
            number = int(line.split()[0])
            assert line.endswith("web  1 try  unreadable")
            await replay(database, number, talk.app.clock.now())
            await talk.app.lanes.look()
            await talk.settle()
            assert len(await list_parked(database)) == 1, "it is no better than before"
            with pytest.raises(NotFoundError):
                await replay(database, number + 1, 1)
        finally:
            await database.close()


async def test_what_is_kept_for_a_while_only_goes_when_its_time_is_over(
    database_url: str, tmp_path: Path
) -> None:
    async with talking(database_url, tmp_path) as talk:
        store = talk.app.store
        for name, day in (("old", 0), ("new", 20)):
            done, parked = (
                talk.event(Opened(), f"{name}-{state}").model_copy(update={"at": day * DAY})
                for state in ("done", "parked")
            )
            unit = Unit().add(writes.receive(done), writes.finish_event(done.key, day * DAY))
            unit.add(writes.receive(parked), writes.park_event(parked.key, "KeyError", day * DAY))
            await store.commit(unit)
        database = await opened(database_url)
        try:
            numbers = [int(line.split()[0]) for line in await list_parked(database)]
            await sweep(store, (20 + PARKED_DAYS) * DAY, 30)
            assert await store.event_state("web:old-done") == "done", "keys are kept for thirty days"
            await replay(database, numbers[1], 1)
            with pytest.raises(NotFoundError):
                await replay(database, numbers[0], 1)  # its content is gone after seven
            await sweep(store, 31 * DAY, 30)
            assert await store.event_state("web:old-done") is None
            assert await store.event_state("web:old-parked") is None
            assert await store.event_state("web:new-done") == "done"
            assert await store.event_state("web:new-parked") == "waiting"
        finally:
            await database.close()


# -- traces


async def told(talk: Talk, name: str) -> list[str]:
    """A trace without its times, which are checked to be in order."""
    database = await opened(talk.url)
    try:
        lines = await trace(database, name)
    finally:
        await database.close()
    times = [line.split("  ", 1)[0] for line in lines]
    assert times == sorted(times)
    return [line.split("  ", 1)[1] for line in lines]


async def row(talk: Talk, statement: str, **values: Any) -> dict[str, Any]:
    database = await opened(talk.url)
    try:
        return (await database.rows(statement, values))[0]
    finally:
        await database.close()


async def test_one_id_leads_from_event_to_version_to_posts(database_url: str, tmp_path: Path) -> None:
    async with talking(database_url, tmp_path) as talk:
        await talk.open()
        await talk.say("add Kafka to my skills")
        await talk.press("Approve", key="the-press")
        await talk.press("Undo", key="the-undo")
        moment = (await row(talk, "event_by_key", key="web:the-press"))["handled_at"]
        made = (await row(talk, "decisions_at", conversation=talk.conversation.id, at=moment))["proposal"]
        proposal = await talk.app.store.proposal(made)
        assert proposal is not None
        resume, person = proposal.resume, proposal.person
        press = await told(talk, "web:the-press")
        assert press[0].startswith("event web:the-press received from web (inbox ")
        assert press[1] == "event web:the-press handled"
        assert (
            f"decision approve on {proposal.id}, revision 1, by person {person}: approved, version 2" in press
        )
        assert f"version 2 of résumé {resume}: approved, by person {person}, proposal {proposal.id}" in press
        assert f"audit: approved proposal {proposal.id} by person {person}" in press
        assert any(line.startswith("post ") and f"(proposal {proposal.id}): sent" in line for line in press)
        number = (await row(talk, "event_by_key", key="web:the-press"))["id"]
        assert await told(talk, str(number)) == press, "an inbox id tells the same"
        undo = await told(talk, "web:the-undo")
        assert f"version 3 of résumé {resume}: undone, of version 2, by person {person}" in undo
        whole = await told(talk, proposal.id)
        assert whole[0].startswith("event web:") or whole[0].startswith("proposal ")
        assert sum(line.startswith("event ") for line in whole) == 3, "it came, was approved, and was undone"
        assert any(line.endswith("now undone, revision 1") for line in whole)
        history = await told(talk, resume)
        assert [line.split(" of ")[0] for line in history if line.startswith("version ")] == [
            "version 1", "version 2", "version 3",
        ]  # fmt: skip
        everything = "\n".join(press + undo + whole + history)
        assert "Kafka" not in everything
        with pytest.raises(NotFoundError):
            await told(talk, "nothing")


# -- the command line itself


async def test_migrate_brings_the_tables_up_to_date_once(tmp_path: Path) -> None:
    assert (await command(tmp_path, "migrate")).out == f"The database is now at schema {HEAD}.\n"
    assert (await command(tmp_path, "migrate")).out == f"The database is already at schema {HEAD}.\n"


async def test_exit_codes_tell_done_failed_and_bad_usage(prepared: Path) -> None:
    assert (await command(prepared, "parked")).code == 0
    assert (await command(prepared, "trace", "nothing")).code == 1
    assert (await command(prepared, "trace")).code == 2
    for arguments in (["parked", "replay", "one"], ["dance"], [], ["export", "--format", "pdf-a"]):
        assert CliRunner().invoke(app, arguments).exit_code == 2


async def test_a_folder_that_can_not_be_used_while_running_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret.key").write_text("no key")
    ended = await command(tmp_path, "resumes")
    assert ended.code == 1
    assert ended.problems.count("\n") == 1
    assert "COUNTERSIGN_SECRET_KEY" in ended.problems


COMMANDS = ("run", "web", "doctor", "resumes", "import", "export", "parked", "trace", "backup", "migrate")


def test_every_command_says_what_it_is_for_in_one_line_and_more_on_its_own_page() -> None:
    listed = CliRunner().invoke(app, ["--help"]).output
    assert "..." not in listed.replace("[ARGS]...", ""), "no line is cut"
    for name in COMMANDS:
        assert f"\n  {name} " in listed
        page = CliRunner().invoke(app, [name, "--help"])
        assert page.exit_code == 0
        assert max(map(len, page.output.splitlines())) <= 80
        sentence = page.output.splitlines()[2].strip()
        assert sentence.endswith(".")
        assert sentence in listed
    assert CliRunner().invoke(app, ["parked", "replay", "--help"]).exit_code == 0


def test_the_readme_of_operating_names_every_command_and_setting() -> None:
    from bot.settings import Settings, variable

    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"countersign {name}" not in page] == []
    assert [variable(field) for field in Settings.model_fields if variable(field) not in page] == []
