"""A Talk on each kind of database, with the base résumé as the current one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.talk import Talk, base_resume, talking


@pytest.fixture
async def talk(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Talk]:
    """A person whose current résumé is the base one, at version 1; on SQLite."""
    async with talking(sqlite_url, tmp_path) as one:
        await one.open()
        await one.drop(base_resume())
        yield one


@pytest.fixture
async def talk_anywhere(database_url: str, tmp_path: Path) -> AsyncIterator[Talk]:
    """The same on SQLite and on PostgreSQL."""
    async with talking(database_url, tmp_path) as one:
        await one.open()
        await one.drop(base_resume())
        yield one
