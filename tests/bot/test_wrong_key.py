"""A program that can't read what is stored says so and doesn't start."""

from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.settings import Settings
from bot.storing import open_database
from bot.wiring import App
from core.errors import SettingsError
from tests.fakes import FakePlatform
from tests.talk import Talk


async def test_a_wrong_key_is_told_at_the_start(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, secret_key=SecretStr("the first secret, long enough"))
    database = await open_database(settings)
    platform = FakePlatform()
    app = App(settings, database, platforms=[platform])
    await Talk(app, platform).open()
    await database.close()
    wrong = settings.model_copy(update={"secret_key": SecretStr("another secret, as long as that")})
    with pytest.raises(SettingsError, match="sealed with another key") as problem:
        await open_database(wrong)
    assert problem.value.variable == "COUNTERSIGN_SECRET_KEY"
