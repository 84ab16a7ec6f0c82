import json
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.store import migrate as migration
from adapters.store.codec import Codec
from adapters.store.database import Database, database_at
from adapters.store.migrate import migrate_now, schema_revision
from adapters.store.snapshots import EVERY, grow, shrink
from adapters.store.statements import STATEMENTS
from adapters.store.store import SqlStore
from core import writes
from core.errors import BugError, LostRaceError
from core.event import Actor
from core.unit import Private, Unit, Write
from tests.servers import PostgresServer
from tests.talk import base_resume

KEY = Codec(b"a key for tests, of 32 bytes ...")

RAW = STATEMENTS | {
    "stored": "SELECT number, snapshot, content FROM versions ORDER BY number",
    "damage": "UPDATE versions SET content = :content WHERE number = :number",
    "columns": "SELECT * FROM versions ORDER BY number",
    "add_version_0001": """
        INSERT INTO versions (resume, number, content, change, cause, person, title, at)
        VALUES (:resume, :number, :content, NULL, 'approved', 'ada', :title, 1)""",
}


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    database = database_at(url, RAW, KEY)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


def document(number: int) -> dict[str, Any]:
    """The base résumé after `number` small changes, here and there, that stay."""
    made = base_resume()
    skills = made["sections"]["skills"]["items"]
    for each in range(number):
        made["basics"]["headline"] = f"工程师 {each}"
        skills.append({**skills[0], "id": f"skill-{each}", "name": f"Skill {each} 🚀"})
        if each % 3 == 0:
            del skills[0]
    return made


def first(content: dict[str, Any]) -> Unit:
    return Unit(writes.add_resume("r", "ada", "CV", content, cause="created", why="", at=1))


def next_version(base: int, content: dict[str, Any]) -> Unit:
    return Unit(writes.add_version("r", base, content, None, cause="approved", person="ada", why="Why", at=1))


async def add_versions(store: SqlStore, contents: list[dict[str, Any]]) -> None:
    await store.commit(first(contents[0]))
    for base, content in enumerate(contents[1:], 1):
        await store.content("r", base)
        await store.commit(next_version(base, content))


def same(one: object, other: object) -> bool:
    """Equal to the last byte, the order of members too."""
    return json.dumps(one) == json.dumps(other)


# -- texts


@settings(max_examples=200)
@given(st.binary(max_size=400), st.binary(max_size=400), st.binary(max_size=60), st.binary(max_size=60))
@example(b"", b"", b"", b"")
@example(b"aaaa", b"aa", b"", b"")
def test_a_text_comes_back_from_its_difference(start: bytes, end: bytes, was: bytes, now: bytes) -> None:
    base, text = start + was + end, start + now + end
    assert grow(shrink(text, base), base) == text
    assert grow(shrink(text, end), end) == text


def test_a_small_change_of_a_large_text_makes_a_small_difference() -> None:
    base = b"".join(b"%d," % number for number in range(40_000))
    text = base.replace(b"9000,", b"nine thousand,").replace(b",31000,", b",")
    assert len(base) > 200_000
    assert grow(shrink(text, base), base) == text
    near = base.replace(b",20000,", b",twenty,")
    assert len(shrink(near, base)) < 40


def test_a_difference_from_another_text_or_damaged_is_an_error_without_content() -> None:
    difference = shrink(b"Led payments at Acme Corp since 2019", b"Led payments at Initech since 2019")
    for broken, base in (
        (difference, b"Led payments at Initech since 2018"),
        (difference, b""),
        (difference[:-2], b"Led payments at Initech since 2019"),
        (difference[:5], b"Led payments at Initech since 2019"),
    ):
        with pytest.raises(BugError) as caught:
            grow(broken, base)
        assert caught.value.code == "unreadable"
        assert caught.value.__context__ is None
        assert "Acme" not in str(caught.value)


# -- the store, on both databases


async def test_every_version_comes_back_as_it_was(database_url: str) -> None:
    contents = [document(number) for number in range(2 * EVERY + 5)]
    async with opened(database_url) as database:
        writer = SqlStore(database)
        await add_versions(writer, contents)
        rows = await database.rows("stored", {})
        assert [row["snapshot"] for row in rows] == [
            1 + number // EVERY * EVERY for number in range(len(contents))
        ]
        whole = [len(row["content"]) for row in rows if row["snapshot"] == row["number"]]
        rest = [len(row["content"]) for row in rows if row["snapshot"] != row["number"]]
        assert max(rest) * 8 < min(whole)
    async with opened(database_url) as database:
        for order in (range(len(contents)), reversed(range(len(contents)))):
            reader = SqlStore(database)
            for place in order:
                assert same(await reader.content("r", place + 1), contents[place])
        for place, content in enumerate(contents):
            assert same(await SqlStore(database).content("r", place + 1), content), "with nothing at hand"


async def test_what_is_handed_over_holds_every_version_whole(database_url: str) -> None:
    contents = [document(number) for number in range(EVERY + 3)]
    async with opened(database_url) as database:
        await add_versions(SqlStore(database), contents)
        actor = Actor(platform="web", user="ada")
        await SqlStore(database).commit(Unit(writes.add_person("ada", actor, "en", 1)))
        versions = (await SqlStore(database).everything_of("ada"))["versions"]
    assert same([row["content"] for row in versions], contents)
    assert set(versions[0]) == {"resume", "number", "cause", "title", "at", "content"}


async def test_a_change_of_everything_is_stored_whole(database_url: str) -> None:
    other = {"text": [f"{number * 7919 % 10_007}" for number in range(2_000)]}
    async with opened(database_url) as database:
        await add_versions(SqlStore(database), [document(0), other, {**other, "more": 1}])
        assert [row["snapshot"] for row in await database.rows("stored", {})] == [1, 2, 2]
        assert same(await SqlStore(database).content("r", 3), {**other, "more": 1})


async def test_several_versions_of_one_unit_lean_on_each_other(database_url: str) -> None:
    contents = [document(number) for number in range(2 * EVERY + 1)]
    async with opened(database_url) as database:
        unit = first(contents[0])
        for base, content in enumerate(contents[1:], 1):
            unit.extend(next_version(base, content).writes)
        await SqlStore(database).commit(unit)
        assert {row["snapshot"] for row in await database.rows("stored", {})} == {1, 1 + EVERY, 1 + 2 * EVERY}
        for place, content in enumerate(contents):
            assert same(await SqlStore(database).content("r", place + 1), content)


async def test_a_snapshot_whose_unit_lost_is_never_leant_on(database_url: str) -> None:
    contents = [document(number) for number in range(EVERY + 3)]
    async with opened(database_url) as database:
        slow, fast = SqlStore(database), SqlStore(database)
        await add_versions(slow, contents[:EVERY])
        await fast.commit(next_version(EVERY, contents[EVERY]))
        with pytest.raises(LostRaceError):
            await slow.commit(next_version(EVERY, document(40)))
        await slow.commit(next_version(EVERY + 1, contents[EVERY + 1]))
        await slow.content("r", EVERY + 2)
        await slow.commit(next_version(EVERY + 2, contents[EVERY + 2]))
        for place, content in enumerate(contents):
            assert same(await SqlStore(database).content("r", place + 1), content)


async def test_a_document_that_compact_json_cannot_hold_is_stored_as_it_is(database_url: str) -> None:
    wide = {"number": 2**70, "text": "half of a pair: \ud83d"}
    async with opened(database_url) as database:
        await add_versions(SqlStore(database), [document(0), wide, document(1)])
        assert [row["snapshot"] for row in await database.rows("stored", {})] == [1, None, 1]
        assert await SqlStore(database).content("r", 2) == wide
        assert same(await SqlStore(database).content("r", 3), document(1))


async def test_a_damaged_version_is_told_and_the_others_can_be_read(database_url: str) -> None:
    async with opened(database_url) as database:
        await add_versions(SqlStore(database), [document(0), document(1), document(2)])
        [_, row, _] = await database.rows("stored", {})
        broken = {"content": Private(row["content"][:-3]), "number": 2}
        await database.run(Unit([Write("damage", broken)]))
        with pytest.raises(BugError) as caught:
            await SqlStore(database).content("r", 2)
        assert caught.value.code == "unreadable"
        assert same(await SqlStore(database).content("r", 3), document(2))


async def test_nothing_of_a_forgotten_person_is_held(database_url: str) -> None:
    async with opened(database_url) as database:
        store = SqlStore(database)
        await store.commit(Unit(writes.add_person("ada", Actor(platform="web", user="ada"), "en", 1)))
        await add_versions(store, [document(0), document(1)])
        assert store._snapshots.held("r", 1) is not None
        await store.commit(Unit([Write("forget_versions", {"person": "ada"}, rows=None)]))
        assert store._snapshots.held("r", 1) is None
        assert await store.version("r", 1) is None


# -- a database of before


@pytest.fixture(params=["sqlite", "postgres"])
def former_url(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The URL of a database at revision 0001, once on each kind."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            url = f"sqlite:///{tmp_path / 'former.db'}"
        else:
            server: PostgresServer = request.getfixturevalue("postgres")
            url = stack.enter_context(server.database())
        with monkeypatch.context() as past:
            past.setattr(migration, "HEAD", "0001")
            past.setattr(migration, "REVISIONS", ("0001",))
            migrate_now(url)
        yield url


async def test_versions_of_before_are_kept_as_they_are_and_go_on(former_url: str) -> None:
    contents = [document(number) for number in range(6)]
    async with opened(former_url) as database:
        values = {"id": "r", "owner": "ada", "title": Private("CV"), "is_sample": 0, "at": 1}
        await database.run(Unit([Write("add_resume", values)]))
        for number in (1, 2, 3):
            content = {"content": Private(contents[number - 1]), "title": Private("Why")}
            unit = Unit([Write("add_version_0001", {"resume": "r", "number": number, **content})])
            if number > 1:
                unit.add(Write("move_resume", {"resume": "r", "version": number - 1, "at": 1}))
            await database.run(unit)
        before = await database.rows("columns", {})
    assert migrate_now(former_url)
    assert schema_revision(former_url) == migration.HEAD
    async with opened(former_url) as database:
        after = await database.rows("columns", {})
        assert after == [{**row, "snapshot": None} for row in before]
        store = SqlStore(database)
        for base in (3, 4, 5):
            assert same(await store.content("r", base), contents[base - 1])
            await store.commit(next_version(base, contents[base]))
        assert [row["snapshot"] for row in await database.rows("stored", {})] == [None, None, None, 4, 4, 4]
        for place, content in enumerate(contents):
            assert same(await SqlStore(database).content("r", place + 1), content)
