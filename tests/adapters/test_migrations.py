import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

import adapters.store
from adapters.store.codec import Codec
from adapters.store.database import StoreError, database_at, is_postgres, sqlite_path
from adapters.store.migrate import HEAD, REVISIONS, migrate, migrate_now, schema_revision
from adapters.store.statements import STATEMENTS as ALL
from core.errors import PersonError, SettingsError
from core.unit import Unit, Write
from tests.servers import PostgresServer

STATEMENTS = {
    "set_revision": "UPDATE alembic_version SET version_num = :revision",
    "resumes": "SELECT id FROM resumes",
    "add_audit": "INSERT INTO audit (at, kind, subject, subject_id) VALUES (1, 'a', 'b', 'c')",
    "remove_audit": "DELETE FROM audit",
    "audit": "SELECT id FROM audit",
}

TOGETHER = """
import sys
from adapters.store.migrate import migrate_now
migrate_now(sys.argv[1])
print("alembic" in sys.modules, "sqlalchemy" in sys.modules)
"""


@pytest.fixture(params=["sqlite", "postgres"])
def fresh_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without any table, once on each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'fresh.db'}"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with server.database() as url:
        yield url


def start(url: str) -> subprocess.Popen[str]:
    root = Path(adapters.store.__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", TOGETHER, url], cwd=root, stdout=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen[str]) -> str:
    output, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return output.strip()


def test_the_constant_names_exactly_the_scripts_there_are() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(adapters.store.__file__).parent / "migrations"))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [HEAD]
    assert tuple(script.revision for script in scripts.walk_revisions())[::-1] == REVISIONS


async def test_a_fresh_database_gets_its_tables_once(fresh_url: str) -> None:
    assert schema_revision(fresh_url) is None
    assert await migrate(fresh_url)
    assert schema_revision(fresh_url) == HEAD
    assert not await migrate(fresh_url)
    database = database_at(fresh_url, STATEMENTS, Codec(None))
    await database.open()
    assert await database.rows("resumes", {}) == []
    await database.close()


async def test_every_statement_finds_its_tables_and_columns(database_url: str) -> None:
    explain = "EXPLAIN" if is_postgres(database_url) else "EXPLAIN QUERY PLAN"
    explained = {name: f"{explain} {sql}" for name, sql in ALL.items()}
    database = database_at(database_url, explained, Codec(None))
    await database.open()
    for name, sql in explained.items():
        await database.rows(name, dict.fromkeys(re.findall(r":(\w+)", sql)))
    await database.close()


def test_a_current_database_never_imports_alembic(database_url: str) -> None:
    assert finish(start(database_url)) == "False False"


def test_processes_that_start_together_migrate_once(fresh_url: str) -> None:
    started = [start(fresh_url) for _ in range(3)]
    assert "True True" in [finish(process) for process in started]
    assert schema_revision(fresh_url) == HEAD


async def test_a_newer_schema_is_refused_and_left_alone(database_url: str) -> None:
    database = database_at(database_url, STATEMENTS, Codec(None))
    await database.open()
    await database.run(Unit([Write("set_revision", {"revision": "9999"})]))
    await database.close()
    with pytest.raises(PersonError) as caught:
        await migrate(database_url)
    assert caught.value.code == "schema_too_new"
    assert await asyncio.to_thread(schema_revision, database_url) == "9999"


async def test_a_number_that_the_database_gave_is_never_given_again(database_url: str) -> None:
    database = database_at(database_url, STATEMENTS, Codec(None))
    await database.open()
    await database.run(Unit([Write("add_audit", {})]))
    [first] = await database.rows("audit", {})
    await database.run(Unit([Write("remove_audit", {}), Write("add_audit", {})]))
    [second] = await database.rows("audit", {})
    assert second["id"] > first["id"]
    await database.close()


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    migrate_now(f"sqlite:///{path}")
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_database_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    for url in (f"sqlite:///{tmp_path}/no/folder/store.db", f"postgresql://countersign@/x?host={tmp_path}"):
        with pytest.raises(StoreError) as caught:
            await migrate(url)
        assert caught.value.code == "store_unavailable"
        with pytest.raises(StoreError) as caught:
            await database_at(url, {}, Codec(None)).open()
        assert caught.value.code == "store_unavailable"


def test_a_database_url_names_a_file_or_a_server() -> None:
    assert sqlite_path("sqlite:///store.db") == Path("store.db")
    assert sqlite_path("sqlite:////var/lib/store.db") == Path("/var/lib/store.db")
    assert is_postgres("postgres://host/name")
    assert is_postgres("postgresql://host/name")
    for url in ("mysql://host/name", "sqlite://", "sqlite:///", "store.db"):
        with pytest.raises(SettingsError):
            sqlite_path(url)
