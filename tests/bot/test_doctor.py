"""Doctor: a line for each thing, what has to be mended, and never a secret."""

import asyncio
import os
import shutil
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from adapters.store.migrate import HEAD
from bot.doctor import examine
from tests.bot.commands import command
from tests.program import ROOT
from tests.wire.model_server import Answer, ModelServer

RESUME = str(ROOT / "tests" / "data" / "base-resume.json")
MODEL = {"OPENAI_API_KEY": "key-3f9a", "COUNTERSIGN_MODEL": "small-model"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and none of the settings of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith(("COUNTERSIGN_", "OPENAI_", "DATABASE_URL")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose store is in use, to be copied."""
    made = tmp_path_factory.mktemp("imported")
    assert asyncio.run(command(made, "import", RESUME)).code == 0
    return made


@pytest.fixture
def used(folder: Path, imported: Path) -> Path:
    """The folder to work in, with a store in use."""
    shutil.copytree(imported / "data", folder / "data")
    return folder


async def findings(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, str]:
    """What doctor says, by what it is about."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return {one.about: str(one) async for one in examine()}


async def test_on_a_fresh_machine_all_is_well_and_nothing_is_made(folder: Path) -> None:
    ended = await command(folder, "doctor")
    assert (ended.code, ended.problems) == (0, "")
    assert ended.out.splitlines() == [
        "ok: settings: all can be used",
        f"ok: data folder: {folder / 'data'} is made at the first start",
        "ok: database: SQLite, made at the first start",
        "ok: model: none is set; plain sentences work without one",
        "ok: page: takes 127.0.0.1:8484, or the next free port",
    ]
    assert not (folder / "data").exists()


async def test_a_store_in_use_is_tried_and_what_has_to_be_mended_is_exit_code_1(used: Path) -> None:
    ended = await command(used, "doctor")
    assert ended.code == 0
    assert f"ok: database: SQLite, schema {HEAD}, can be written" in ended.out
    assert "ok: keys: what is stored can be read" in ended.out
    ended = await command(used, "doctor", COUNTERSIGN_SECRET_KEY="another secret", COUNTERSIGN_COLOUR="red")
    assert ended.code == 1
    assert "mend: settings: COUNTERSIGN_COLOUR is no setting; unset it." in ended.out
    assert "mend: keys: A stored value was sealed with a key that is not at hand." in ended.out
    assert "another secret" not in ended.out + ended.problems


async def test_every_wrong_setting_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_MODEL_WAY", "magic")
    monkeypatch.setenv("COUNTERSIGN_LANGUAGE", "fr")
    told = [str(one) async for one in examine()]
    assert told == [
        "mend: settings: COUNTERSIGN_MODEL_WAY must be tools, schema or fenced.",
        "mend: settings: COUNTERSIGN_LANGUAGE must be en or zh.",
    ]


async def test_a_key_that_is_gone_or_damaged_is_named_and_none_is_made(
    monkeypatch: pytest.MonkeyPatch, used: Path
) -> None:
    key = used / "data" / "secret.key"
    text = key.read_text()
    key.write_text("no key")
    assert "can't be read or is damaged" in (await findings(monkeypatch))["keys"]
    key.unlink()
    told = (await findings(monkeypatch))["keys"]
    assert told.startswith("mend: keys: data/secret.key is gone")
    assert not key.exists()
    key.write_text(text)
    key.chmod(0o644)
    told = (await findings(monkeypatch))["data folder"]
    assert told.startswith("mend: data folder: others can read it; run: chmod 600")
    assert text not in told


async def test_a_database_that_is_none_or_too_new_is_named(
    monkeypatch: pytest.MonkeyPatch, used: Path
) -> None:
    with closing(sqlite3.connect(used / "data" / "countersign.db")) as rows, rows:
        rows.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "mend: database: it was written by a newer" in (await findings(monkeypatch))["database"]
    (used / "other.db").write_text("this is no database, " * 100)
    told = await findings(monkeypatch, DATABASE_URL=f"sqlite:///{used / 'other.db'}")
    assert told["database"].startswith("mend: database: The database file can't be opened.")


async def test_a_database_server_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    told = await findings(monkeypatch, DATABASE_URL="postgresql://someone:pass-77@127.0.0.1:1/name")
    assert told["database"].startswith("mend: database: The database server can't be reached.")
    assert "pass-77" not in "".join(told.values())


async def test_postgres_in_use_is_tried(
    monkeypatch: pytest.MonkeyPatch, folder: Path, postgres_url: str
) -> None:
    told = await findings(monkeypatch, DATABASE_URL=postgres_url)
    assert told["database"] == f"ok: database: PostgreSQL, schema {HEAD}, can be written"
    assert told["keys"] == "ok: keys: nothing is stored yet"


async def test_the_way_that_works_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ready = Answer('{"ready": true}')
    async with ModelServer(Answer(calls=[("report", '{"ready": true}')])) as server:
        told = await findings(monkeypatch, OPENAI_BASE_URL=server.url, **MODEL)
        assert told["model"].startswith("ok: model: small-model at 127.0.0.1:")
        assert told["model"].endswith("answers by tools")
        server.answers = [Answer(status=400), ready]
        told = await findings(monkeypatch)
        assert told["model"].endswith("can't answer by tools: set COUNTERSIGN_MODEL_WAY=schema")
        server.answers = [Answer("no"), Answer("no"), Answer("no")]
        assert "(unusable)" in (await findings(monkeypatch))["model"]
        server.answers = [Answer(status=401)]
        told = await findings(monkeypatch)
        assert told["model"] == "mend: model: the provider does not accept OPENAI_API_KEY. (bad_key)"
        assert "key-3f9a" not in "".join(told.values())


async def test_a_taken_port_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        told = await findings(
            monkeypatch, COUNTERSIGN_WEB_ADDRESS=place, COUNTERSIGN_HTTP_ADDRESS="127.0.0.1:0"
        )
        assert told["page"] == f"mend: page: {place} is taken or can't be opened; name another."
        assert told["health and metrics"].startswith("ok: ")
