"""Settings: what is wrong or missing is one clear line that names the variable and the mend."""

import os
from pathlib import Path

import pytest

from bot.settings import read_settings, try_settings, unknown_variables
from core.errors import SettingsError
from tests.bot.commands import command
from tests.talk import talking


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and none of the settings of whoever runs the tests."""
    for name in list(os.environ):
        if name.startswith(("COUNTERSIGN_", "OPENAI_", "DATABASE_URL")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problem_of(monkeypatch: pytest.MonkeyPatch, **environment: str) -> SettingsError:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as raised:
        read_settings()
    problem = raised.value
    assert "\n" not in problem.message
    assert problem.variable in problem.message
    return problem


MODEL = {"COUNTERSIGN_MODEL": "m"}
TELEGRAM = "123456:abcdefghijklmnopqrstuvwxyz"
SLACK_CLIENT = {"COUNTERSIGN_SLACK_CLIENT_ID": "1.2", "COUNTERSIGN_SLACK_CLIENT_SECRET": "secret"}
WEBHOOK = {"TELEGRAM_WEBHOOK_SECRET": "s", "COUNTERSIGN_HTTP_ADDRESS": "127.0.0.1:0"}


@pytest.mark.parametrize(
    ("variable", "value", "others"),
    [
        ("COUNTERSIGN_MODEL_WAY", "magic", {}),
        ("COUNTERSIGN_MODEL_CONCURRENCY", "many", {}),
        ("COUNTERSIGN_MODEL_CONCURRENCY", "0", {}),
        ("COUNTERSIGN_DAILY_TOKENS", "-1", {}),
        ("COUNTERSIGN_RETENTION_DAYS", "forever", {}),
        ("COUNTERSIGN_LANGUAGE", "fr", {}),
        ("COUNTERSIGN_LOG_FORMAT", "xml", {}),
        ("COUNTERSIGN_WEB_ADDRESS", "0.0.0.0:80", {}),
        ("COUNTERSIGN_WEB_ADDRESS", "example.com", {}),
        ("COUNTERSIGN_WEB_ADDRESS", "127.0.0.1:99999", {}),
        ("COUNTERSIGN_HTTP_ADDRESS", "9464", {}),
        ("COUNTERSIGN_HTTP_ADDRESS", "127.0.0.1:http", {}),
        ("OPENAI_BASE_URL", "127.0.0.1:8080/v1", MODEL),
        ("OPENAI_BASE_URL", "http://", MODEL),
        ("OPENAI_BASE_URL", "http://host:port/v1", MODEL),
        ("DATABASE_URL", "mysql://localhost/resumes", {}),
        ("DATABASE_URL", "sqlite:///", {}),
        ("DATABASE_URL", "sqlite:///nowhere/store.db", {}),
        ("DATABASE_URL", "postgresql://host/name?colour=red", {}),
        ("OPENAI_API_KEY_FILE", "nowhere", MODEL),
        ("COUNTERSIGN_SECRET_KEY_FILE", "nowhere", {}),
        ("COUNTERSIGN_SECRT_KEY", "a secret", {}),
        ("COUNTERSIGN_EXPIRY_DAYS", "0", {}),
        ("SLACK_BOT_TOKEN", "xapp-1", {"SLACK_APP_TOKEN": "xapp-1"}),
        ("SLACK_APP_TOKEN", "xoxb-1", {"SLACK_BOT_TOKEN": "xoxb-1"}),
        ("SLACK_API_URL", "slack.com", {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}),
        ("TELEGRAM_BOT_TOKEN", "BotFather", {}),
        ("TELEGRAM_API_URL", "api.telegram.org", {"TELEGRAM_BOT_TOKEN": TELEGRAM}),
        ("TELEGRAM_WEBHOOK_URL", "ftp://x", {"TELEGRAM_BOT_TOKEN": TELEGRAM, **WEBHOOK}),
    ],
)
def test_a_wrong_value_is_one_line_that_names_its_variable_and_never_a_secret(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, others: dict[str, str]
) -> None:
    problem = problem_of(monkeypatch, **{variable: value}, **others)
    assert problem.variable == variable
    assert "secret" not in problem.message.replace("COUNTERSIGN_SECRET_KEY", "")


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({"OPENAI_API_KEY": "key"}, "COUNTERSIGN_MODEL"),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:8080/v1"}, "COUNTERSIGN_MODEL"),
        ({"COUNTERSIGN_MODEL": "m"}, "OPENAI_API_KEY"),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN"),
        ({"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN"),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"}, "COUNTERSIGN_HTTP_ADDRESS"),
        ({"COUNTERSIGN_SLACK_CLIENT_ID": "1.2"}, "COUNTERSIGN_SLACK_CLIENT_SECRET"),
        ({"COUNTERSIGN_SLACK_CLIENT_SECRET": "secret"}, "COUNTERSIGN_SLACK_CLIENT_ID"),
        ({**SLACK_CLIENT}, "SLACK_APP_TOKEN"),
        ({**SLACK_CLIENT, "SLACK_APP_TOKEN": "xapp-1"}, "COUNTERSIGN_HTTP_ADDRESS"),
        ({**SLACK_CLIENT, "SLACK_SIGNING_SECRET": "s"}, "COUNTERSIGN_HTTP_ADDRESS"),
        ({"TELEGRAM_WEBHOOK_URL": "https://x.example", **WEBHOOK}, "TELEGRAM_BOT_TOKEN"),
        (
            {"TELEGRAM_BOT_TOKEN": TELEGRAM, "TELEGRAM_WEBHOOK_URL": "https://x.example"},
            "TELEGRAM_WEBHOOK_SECRET",
        ),
    ],
)
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], missing: str
) -> None:
    assert problem_of(monkeypatch, **given).variable == missing


def test_one_workspace_and_many_are_not_both_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    others = {
        "SLACK_BOT_TOKEN": "xoxb-1",
        "SLACK_APP_TOKEN": "xapp-1",
        "COUNTERSIGN_HTTP_ADDRESS": "127.0.0.1:0",
    }
    problem = problem_of(monkeypatch, **SLACK_CLIENT, **others)
    assert problem.variable == "SLACK_BOT_TOKEN"
    monkeypatch.delenv("SLACK_BOT_TOKEN")
    settings = read_settings()
    assert settings.has_slack
    assert not settings.has_page
    assert "secret" not in repr(settings.slack_client_secret)


def test_a_data_folder_that_is_a_file_or_lies_in_one_is_named(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (folder / "file").write_text("")
    for name in ("file", "file/data"):
        assert problem_of(monkeypatch, COUNTERSIGN_DATA_DIR=name).variable == "COUNTERSIGN_DATA_DIR"


def test_without_any_setting_everything_has_a_default(folder: Path) -> None:
    settings = read_settings()
    assert not settings.has_model
    assert settings.store_url == f"sqlite:///{folder / 'data' / 'countersign.db'}"
    assert settings.http_address is None


def test_an_empty_value_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COUNTERSIGN_MODEL_CONCURRENCY", "COUNTERSIGN_WEB_ADDRESS", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, "")
    settings = read_settings()
    assert settings.model_concurrency == 8
    assert settings.web_address is None
    assert settings.openai_api_key is None


def test_a_secret_may_stand_in_a_file(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "key").write_text("from a file\n")
    (folder / "url").write_text("postgresql://someone@host/name\n")
    monkeypatch.setenv("OPENAI_API_KEY_FILE", "key")
    monkeypatch.setenv("COUNTERSIGN_SECRET_KEY_FILE", "key")
    monkeypatch.setenv("DATABASE_URL_FILE", "url")
    monkeypatch.setenv("COUNTERSIGN_MODEL", "m")
    settings = read_settings()
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "from a file"
    assert settings.secret_key is not None
    assert settings.secret_key.get_secret_value() == "from a file"
    assert settings.store_url == "postgresql://someone@host/name"
    assert "from a file" not in repr(settings)


def test_a_secret_and_its_file_are_not_both_taken(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "key").write_text("one")
    problem = problem_of(monkeypatch, OPENAI_API_KEY="other", OPENAI_API_KEY_FILE="key", **MODEL)
    assert problem.message == "Set OPENAI_API_KEY or OPENAI_API_KEY_FILE, not both."


def test_the_file_env_is_read_and_the_environment_goes_before_it(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (folder / ".env").write_text("COUNTERSIGN_LANGUAGE=zh\nCOUNTERSIGN_LOG_FORMAT=json\n")
    monkeypatch.setenv("COUNTERSIGN_LANGUAGE", "en")
    settings = read_settings()
    assert (settings.language, settings.log_format) == ("en", "json")


def test_a_file_env_that_is_no_text_is_one_line(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / ".env").write_bytes(b"\xff\xfe\x00")
    assert problem_of(monkeypatch).variable == ".env"


def test_all_that_is_wrong_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_MODEL_WAY", "magic")
    monkeypatch.setenv("COUNTERSIGN_LANGUAGE", "fr")
    settings, problems = try_settings()
    assert settings is None
    assert {one.variable for one in problems} == {"COUNTERSIGN_MODEL_WAY", "COUNTERSIGN_LANGUAGE"}


def test_a_name_that_only_looks_like_ours_is_known_as_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERSIGN_COLOUR", "red")
    read_settings()
    assert unknown_variables() == ["COUNTERSIGN_COLOUR"]


async def test_people_are_met_in_the_language_that_is_set(sqlite_url: str, tmp_path: Path) -> None:
    async with talking(sqlite_url, tmp_path, language="zh") as talk:
        await talk.open()
        person = await talk.app.store.person(talk.actor)
        assert person is not None
        assert person.language == "zh"


async def test_a_wrong_setting_ends_the_program_with_one_line_and_exit_code_1(folder: Path) -> None:
    ended = await command(folder, "run", COUNTERSIGN_WEB_ADDRESS="0.0.0.0:80")
    assert (ended.code, ended.out) == (1, "")
    assert ended.problems == (
        "COUNTERSIGN_WEB_ADDRESS must stay on this machine: 127.0.0.1, localhost or [::1].\n"
    )
    assert not (folder / "data").exists()
