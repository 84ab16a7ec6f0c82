"""Settings: the environment, read once; a wrong value is one clear line that names the mend (DESIGN §11)."""

import difflib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsError

PREFIX: Final = "COUNTERSIGN_"


class Settings(BaseSettings):
    """Everything that the environment (or `.env`) says, with its defaults; an empty value counts as none."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix=PREFIX, extra="ignore", populate_by_name=True, env_ignore_empty=True
    )

    openai_api_key: SecretStr | None = Field(default=None, validation_alias="OPENAI_API_KEY")
    openai_api_key_file: Path | None = Field(default=None, validation_alias="OPENAI_API_KEY_FILE")
    openai_base_url: str = Field(default="", validation_alias="OPENAI_BASE_URL")
    database_url: str = Field(default="", validation_alias="DATABASE_URL", repr=False)
    database_url_file: Path | None = Field(default=None, validation_alias="DATABASE_URL_FILE")

    slack_bot_token: SecretStr | None = Field(default=None, validation_alias="SLACK_BOT_TOKEN")
    slack_bot_token_file: Path | None = Field(default=None, validation_alias="SLACK_BOT_TOKEN_FILE")
    slack_app_token: SecretStr | None = Field(default=None, validation_alias="SLACK_APP_TOKEN")
    slack_app_token_file: Path | None = Field(default=None, validation_alias="SLACK_APP_TOKEN_FILE")
    slack_signing_secret: SecretStr | None = Field(default=None, validation_alias="SLACK_SIGNING_SECRET")
    slack_signing_secret_file: Path | None = Field(default=None, validation_alias="SLACK_SIGNING_SECRET_FILE")
    slack_api_url: str = Field(default="", validation_alias="SLACK_API_URL")
    slack_client_id: str = ""
    slack_client_secret: SecretStr | None = None
    slack_client_secret_file: Path | None = None
    telegram_bot_token: SecretStr | None = Field(default=None, validation_alias="TELEGRAM_BOT_TOKEN")
    telegram_bot_token_file: Path | None = Field(default=None, validation_alias="TELEGRAM_BOT_TOKEN_FILE")
    telegram_api_url: str = Field(default="", validation_alias="TELEGRAM_API_URL")
    telegram_webhook_url: str = Field(default="", validation_alias="TELEGRAM_WEBHOOK_URL")
    telegram_webhook_secret: SecretStr | None = Field(
        default=None, validation_alias="TELEGRAM_WEBHOOK_SECRET"
    )
    telegram_webhook_secret_file: Path | None = Field(
        default=None, validation_alias="TELEGRAM_WEBHOOK_SECRET_FILE"
    )

    model: str = ""
    model_way: Literal["tools", "schema", "fenced"] = "tools"
    model_concurrency: int = Field(default=8, ge=1, le=1_000)
    daily_tokens: int = Field(default=200_000, ge=1)
    retention_days: int = Field(default=30, ge=1, le=3_650)
    expiry_days: int = Field(default=90, ge=1, le=3_650)
    data_dir: Path = Path("data")
    web_address: str | None = None
    http_address: str | None = None
    secret_key: SecretStr | None = None
    secret_key_file: Path | None = None
    language: Literal["en", "zh", ""] = ""
    log_format: Literal["text", "json"] = "text"

    @property
    def has_model(self) -> bool:
        """Whether a model is configured: an endpoint of one's own, or a key, and a model's name."""
        return bool(self.model and (self.openai_base_url or self.openai_api_key))

    @property
    def has_slack(self) -> bool:
        """Whether Slack is on: in one workspace, or in each that installs the app."""
        return bool(self.slack_bot_token or self.slack_client_id)

    @property
    def has_page(self) -> bool:
        """Whether the page is on: when it is asked for, and when no platform has a token."""
        return self.web_address is not None or not (self.has_slack or self.telegram_bot_token)

    @property
    def store_url(self) -> str:
        """The database: the one named, else a file in the data folder."""
        return self.database_url or f"sqlite:///{(self.data_dir / 'countersign.db').absolute()}"


_MENDS: Final = {
    "openai_base_url": "must be an http or https address, such as http://127.0.0.1:8080/v1.",
    "model_way": "must be tools, schema or fenced.",
    "model_concurrency": "must be a whole number from 1 to 1000.",
    "daily_tokens": "must be a whole number of tokens, 1 or more.",
    "retention_days": "must be a whole number of days from 1 to 3650.",
    "expiry_days": "must be a whole number of days from 1 to 3650.",
    "http_address": "must be host:port, such as 127.0.0.1:9464.",
    "language": "must be en or zh.",
    "log_format": "must be text or json.",
}
_SECRETS: Final = (
    "openai_api_key",
    "database_url",
    "secret_key",
    "slack_bot_token",
    "slack_app_token",
    "slack_signing_secret",
    "slack_client_secret",
    "telegram_bot_token",
    "telegram_webhook_secret",
)
"""What may also be read from a file that `<NAME>_FILE` names."""


def read_settings() -> Settings:
    """The settings as the environment has them. Raises SettingsError, one sentence that names the mend."""
    settings, problems = try_settings()
    if settings is None or problems:
        raise problems[0]
    return settings


def try_settings() -> tuple[Settings | None, list[SettingsError]]:
    """The settings, and all that is wrong with them; None where they can't even be read."""
    try:
        misspelt = list(_misspelt())
        settings, problems = _with_files(Settings())
    except ValidationError as problem:
        fields = [_field(str(error["loc"][0])) for error in problem.errors()]
        return None, [_problem(field) for field in dict.fromkeys(fields)]
    except (OSError, UnicodeDecodeError):
        return None, [SettingsError(".env", ".env can't be read as text; mend it or take it away.")]
    return settings, misspelt + (problems or list(_checks(settings)))


def variable(field: str) -> str:
    """The environment's name of a setting."""
    alias = Settings.model_fields[field].validation_alias
    return alias if isinstance(alias, str) else f"{PREFIX}{field.upper()}"


def unknown_variables() -> list[str]:
    """Names that look like ours and are none of our settings."""
    known = {variable(field) for field in Settings.model_fields}
    given = {name.upper() for name in (*os.environ, *dotenv_values(".env"))}
    ours = {name for name in given if name.startswith(PREFIX) and not name.startswith(f"{PREFIX}TEST_")}
    return sorted(ours - known)


def to_http_address(text: str) -> tuple[str, int]:
    """Host and port of `host:port` or `[::1]:port`; port 0 is any free one. Raises SettingsError."""
    host, _, port = text.strip().rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise _problem("http_address")
    return host, int(port)


def _misspelt() -> Iterator[SettingsError]:
    known = {variable(field).removeprefix(PREFIX): variable(field) for field in Settings.model_fields}
    for name in unknown_variables():
        for meant in difflib.get_close_matches(name.removeprefix(PREFIX), known, n=1, cutoff=0.8):
            yield SettingsError(name, f"{name} is no setting; {known[meant]} is.")


def _with_files(settings: Settings) -> tuple[Settings, list[SettingsError]]:
    """The same settings with each secret that stands in a file."""
    found: dict[str, str | SecretStr] = {}
    problems = []
    for field in _SECRETS:
        path = getattr(settings, f"{field}_file")
        if path is None:
            continue
        name = variable(field)
        if getattr(settings, field):
            problems.append(SettingsError(name, f"Set {name} or {name}_FILE, not both."))
            continue
        secret = _read_secret(path)
        if not secret:
            text = f"{name}_FILE must name a file that I can read and that holds the value."
            problems.append(SettingsError(f"{name}_FILE", text))
        found[field] = secret if field == "database_url" else SecretStr(secret)
    return settings.model_copy(update=found), problems


def _read_secret(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _checks(settings: Settings) -> Iterator[SettingsError]:
    """What is wrong with values that are well formed by themselves."""
    if settings.openai_base_url and not _is_web_address(settings.openai_base_url):
        yield _problem("openai_base_url")
    if (settings.openai_api_key or settings.openai_base_url) and not settings.model:
        given = "OPENAI_API_KEY" if settings.openai_api_key else "OPENAI_BASE_URL"
        text = f"{given} is set: name the model to use in COUNTERSIGN_MODEL, or unset it."
        yield SettingsError("COUNTERSIGN_MODEL", text)
    if settings.model and not settings.has_model:
        text = "COUNTERSIGN_MODEL is set: set OPENAI_API_KEY or OPENAI_BASE_URL too, or unset it."
        yield SettingsError("OPENAI_API_KEY", text)
    yield from _slack_checks(settings)
    yield from _telegram_checks(settings)
    yield from _address_checks(settings)
    yield from _storage_checks(settings)


def _slack_checks(settings: Settings) -> Iterator[SettingsError]:
    for field, start in (("slack_bot_token", "xoxb-"), ("slack_app_token", "xapp-")):
        secret = getattr(settings, field)
        if secret is not None and not secret.get_secret_value().startswith(start):
            name = variable(field)
            yield SettingsError(name, f"{name} must be a token that starts with {start}.")
    if settings.slack_api_url and not _is_web_address(settings.slack_api_url):
        yield SettingsError("SLACK_API_URL", "SLACK_API_URL must be an http or https address.")
    yield from _slack_client_checks(settings)
    if not settings.has_slack:
        for field in ("slack_app_token", "slack_signing_secret"):
            if getattr(settings, field) is not None:
                text = f"{variable(field)} is set: set SLACK_BOT_TOKEN too, or unset it."
                yield SettingsError("SLACK_BOT_TOKEN", text)
        return
    given = variable("slack_bot_token" if settings.slack_bot_token else "slack_client_id")
    if settings.slack_app_token is None and settings.slack_signing_secret is None:
        text = f"{given} is set: set SLACK_APP_TOKEN too (Socket Mode), or SLACK_SIGNING_SECRET (HTTP)."
        yield SettingsError("SLACK_APP_TOKEN", text)
    elif settings.slack_app_token is None and settings.http_address is None:
        text = "SLACK_SIGNING_SECRET without SLACK_APP_TOKEN means HTTP: set COUNTERSIGN_HTTP_ADDRESS too."
        yield SettingsError("COUNTERSIGN_HTTP_ADDRESS", text)
    elif settings.slack_client_id and settings.http_address is None:
        text = f"{given} is set: set COUNTERSIGN_HTTP_ADDRESS too, where workspaces install the app."
        yield SettingsError("COUNTERSIGN_HTTP_ADDRESS", text)


def _slack_client_checks(settings: Settings) -> Iterator[SettingsError]:
    for field, other in (
        ("slack_client_id", "slack_client_secret"),
        ("slack_client_secret", "slack_client_id"),
    ):
        if getattr(settings, field) and not getattr(settings, other):
            text = f"{variable(field)} is set: set {variable(other)} too, or unset it."
            yield SettingsError(variable(other), text)
    if settings.slack_client_id and settings.slack_bot_token is not None:
        text = "Set SLACK_BOT_TOKEN (one workspace) or COUNTERSIGN_SLACK_CLIENT_ID (many), not both."
        yield SettingsError("SLACK_BOT_TOKEN", text)


def _telegram_checks(settings: Settings) -> Iterator[SettingsError]:
    token = settings.telegram_bot_token
    if token is not None and not re.fullmatch(r"\d+:[A-Za-z0-9_-]{20,}", token.get_secret_value()):
        text = "TELEGRAM_BOT_TOKEN must be the token that BotFather gave, such as 123456:ABC…"
        yield SettingsError("TELEGRAM_BOT_TOKEN", text)
    for field in ("telegram_api_url", "telegram_webhook_url"):
        if getattr(settings, field) and not _is_web_address(getattr(settings, field)):
            yield SettingsError(variable(field), f"{variable(field)} must be an http or https address.")
    if not settings.telegram_webhook_url:
        return
    if token is None:
        text = "TELEGRAM_WEBHOOK_URL is set: set TELEGRAM_BOT_TOKEN too, or unset it."
        yield SettingsError("TELEGRAM_BOT_TOKEN", text)
    secret = settings.telegram_webhook_secret
    if secret is None or not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret.get_secret_value()):
        text = "TELEGRAM_WEBHOOK_SECRET must be 1 to 256 letters, digits, _ or -; a webhook needs one."
        yield SettingsError("TELEGRAM_WEBHOOK_SECRET", text)
    if settings.http_address is None:
        text = "TELEGRAM_WEBHOOK_URL is set: set COUNTERSIGN_HTTP_ADDRESS too, where Telegram is answered."
        yield SettingsError("COUNTERSIGN_HTTP_ADDRESS", text)


def _address_checks(settings: Settings) -> Iterator[SettingsError]:
    from adapters.web.address import to_address

    try:
        if settings.web_address is not None:
            to_address(settings.web_address)
        if settings.http_address is not None:
            to_http_address(settings.http_address)
    except SettingsError as problem:
        yield problem


def _storage_checks(settings: Settings) -> Iterator[SettingsError]:
    from adapters.store.database import is_postgres, sqlite_path

    reason = _unusable(settings.data_dir)
    if reason:
        text = f"COUNTERSIGN_DATA_DIR names {settings.data_dir}, {reason}; name a folder that I can write."
        yield SettingsError("COUNTERSIGN_DATA_DIR", text)
    if not settings.database_url:
        return
    try:
        if is_postgres(settings.database_url):
            _check_conninfo(settings.database_url)
        else:
            folder = sqlite_path(settings.database_url).absolute().parent
            if not folder.is_dir() or _unusable(folder):
                text = "DATABASE_URL names a file in a folder that is not there or that I can't write."
                yield SettingsError("DATABASE_URL", text)
    except SettingsError as problem:
        yield problem


def _check_conninfo(url: str) -> None:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        conninfo_to_dict(url)
    except psycopg.Error:
        raise SettingsError(
            "DATABASE_URL", "DATABASE_URL must be postgresql://<user>:<password>@<host>:<port>/<database>."
        ) from None


def _unusable(folder: Path) -> str:
    """Why a folder can't be used or made; "" if it can."""
    standing = folder.absolute()
    while not standing.exists() and standing != standing.parent:
        standing = standing.parent
    if not standing.is_dir():
        return "which is a file" if standing == folder.absolute() else "which can't be made"
    if os.access(standing, os.R_OK | os.W_OK | os.X_OK):
        return ""
    return "which I can't read and write" if folder.exists() else "which can't be made"


def _is_web_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _field(location: str) -> str:
    """The setting that a pydantic error speaks of: by its field, or by its alias."""
    lower = location.lower()
    return lower if lower in Settings.model_fields else lower.removeprefix(PREFIX.lower())


def _problem(field: str) -> SettingsError:
    name = variable(field)
    return SettingsError(name, f"{name} {_MENDS.get(field, 'has a value that I can’t use.')}")
