"""Fixtures that many tests share: real servers, and empty databases on each of them."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

from adapters.store.codec import Codec
from adapters.store.database import Database, database_at
from adapters.store.migrate import migrate_now
from adapters.store.statements import STATEMENTS
from tests.servers import PostgresServer, postgres_server, valkey_server

settings.register_profile("gate", derandomize=True)
if os.environ.get("COUNTERSIGN_TEST_REQUIRE_ALL"):
    # The gate tries the same examples every time; who works on the code tries others.
    settings.load_profile("gate")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server, started when the first test of a worker asks for it."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Valkey server, likewise; whoever needs it empty flushes it."""
    with valkey_server() as url:
        yield url


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database file with all tables and no rows, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "store.db"
    migrate_now(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres: PostgresServer) -> str:
    """The name of a database with all tables and no rows, to be copied."""
    postgres.execute("CREATE DATABASE migrated")
    migrate_now(postgres.url("migrated"))
    return "migrated"


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    """The URL of an empty, migrated SQLite database."""
    return f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'store.db')}"


@pytest.fixture
def postgres_url(postgres: PostgresServer, migrated_postgres: str) -> Iterator[str]:
    """The URL of an empty, migrated PostgreSQL database."""
    with postgres.database(migrated_postgres) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty, migrated database: the test runs once on each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def codec() -> Codec:
    """A codec that seals, as on the page."""
    return Codec(b"a key for tests, of 32 bytes ...")


@pytest.fixture
def statements() -> Mapping[str, str]:
    """The store's own statements; a module that brings others overrides this."""
    return STATEMENTS


@pytest.fixture
async def database(database_url: str, statements: Mapping[str, str], codec: Codec) -> AsyncIterator[Database]:
    """An open, migrated, empty Database: the test runs once on each kind."""
    opened = database_at(database_url, statements, codec)
    await opened.open()
    yield opened
    await opened.close()
