"""Doctor: looks at all the program needs and says what to mend; it changes nothing and tells no secret."""

import socket
import stat
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from adapters.model.openai import OpenAIModel, Patience
from adapters.store.codec import Codec
from adapters.store.database import Database, database_at, is_postgres, sqlite_path
from adapters.store.migrate import HEAD, REVISIONS, schema_revision
from adapters.store.statements import STATEMENTS
from adapters.web.address import in_url, to_address
from bot.alone import hold_folder
from bot.secret import secret_key
from bot.settings import Settings, to_http_address, try_settings, unknown_variables
from core import writes
from core.errors import CountersignError, ModelError
from core.unit import Unit

PATIENCE: Final = Patience(connect=5.0, first=60.0, idle=30.0)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, and how it is; `mend` True: something has to be done, and the words say what."""

    about: str
    words: str
    mend: bool = False

    def __str__(self) -> str:
        return f"{'mend' if self.mend else 'ok'}: {self.about}: {self.words}"


async def examine() -> AsyncIterator[Finding]:
    """Look at one thing after the other."""
    settings, problems = try_settings()
    for problem in problems:
        yield Finding("settings", problem.message, mend=True)
    for name in unknown_variables():
        if all(problem.variable != name for problem in problems):
            yield Finding("settings", f"{name} is no setting; unset it.", mend=True)
    if settings is None or problems:
        return
    yield Finding("settings", "all can be used")
    yield _data_folder(settings)
    async for finding in _store(settings):
        yield finding
    yield await _model(settings)
    async for finding in _chats(settings):
        yield finding
    if settings.has_page:
        yield _page(settings)
    if settings.http_address is not None:
        yield _port(settings, "health and metrics", *to_http_address(settings.http_address))


def _data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir.absolute()
    if not folder.exists():
        return Finding("data folder", f"{folder} is made at the first start")
    open_to_others = [
        path
        for path in (folder / "secret.key", folder / "web.token", folder / "countersign.db")
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]
    if open_to_others:
        names = " ".join(str(path) for path in open_to_others)
        return Finding("data folder", f"others can read it; run: chmod 600 {names}", mend=True)
    return Finding("data folder", f"{folder} can be read and written")


async def _store(settings: Settings) -> AsyncIterator[Finding]:
    url = settings.store_url
    kind = "PostgreSQL" if is_postgres(url) else "SQLite"
    if not is_postgres(url) and not sqlite_path(url).exists():
        yield Finding("database", f"{kind}, made at the first start")
        return
    try:
        revision = schema_revision(url)
    except CountersignError as problem:
        yield Finding("database", f"{problem.message} Check DATABASE_URL ({kind}).", mend=True)
        return
    if revision is not None and revision not in REVISIONS:
        words = "it was written by a newer Countersign; install that version, or use a backup."
        yield Finding("database", words, mend=True)
        return
    if revision != HEAD:
        yield Finding("database", f"{kind}, its tables are brought up to date at the next start")
        return
    try:
        key = _key(settings)
    except CountersignError as problem:
        yield Finding("keys", problem.message, mend=True)
        return
    database = database_at(url, STATEMENTS, Codec(key))
    try:
        await database.open()
        await database.run(Unit().add(writes.touch_person("")))  # a write that meets no row
        yield Finding("database", f"{kind}, schema {revision}, can be written")
        yield await _stored_values(settings, database)
    except CountersignError as problem:
        yield Finding("database", f"{problem.message} ({problem.code})", mend=True)
    finally:
        await database.close()


def _key(settings: Settings) -> bytes | None:
    """The key as it stands; None where there is none yet, since looking makes none."""
    if settings.secret_key:
        return secret_key(settings.secret_key.get_secret_value(), settings.data_dir)
    return secret_key(None, settings.data_dir) if _key_file(settings).exists() else None


def _key_file(settings: Settings) -> Path:
    return settings.data_dir / "secret.key"


async def _stored_values(settings: Settings, database: Database) -> Finding:
    """Whether what is stored can be decoded with the key at hand."""
    try:
        read = len(await database.rows("some_titles", {}))
    except CountersignError as problem:
        if _key(settings) is None:
            words = f"{_key_file(settings)} is gone: bring it back, or set COUNTERSIGN_SECRET_KEY."
            return Finding("keys", words, mend=True)
        return Finding("keys", problem.message, mend=True)
    return Finding("keys", "what is stored can be read" if read else "nothing is stored yet")


_MENDS: Final = {
    "bad_key": "the provider does not accept OPENAI_API_KEY.",
    "unavailable": "{host} can't be reached or fails; check OPENAI_BASE_URL and the network.",
    "timeout": "{host} does not answer in time.",
    "rate_limited": "{host} takes no more calls now; check your plan there, or try again later.",
    "unusable": "{host} can't use COUNTERSIGN_MODEL={model}, or it can neither call tools nor write JSON.",
}


async def _model(settings: Settings) -> Finding:
    if not settings.has_model:
        return Finding("model", "none is set; plain sentences work without one")
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else None
    model = OpenAIModel(settings.openai_base_url or None, key, settings.model, patience=PATIENCE)
    try:
        way = await model.probe()
    except ModelError as problem:
        words = _MENDS.get(problem.code, problem.message).format(host=model.host, model=settings.model)
        return Finding("model", f"{words} ({problem.code})", mend=True)
    finally:
        await model.close()
    ways = ("tools", "schema", "fenced")
    if ways.index(settings.model_way) < ways.index(way):
        words = f"{settings.model} can't answer by {settings.model_way}: set COUNTERSIGN_MODEL_WAY={way}"
        return Finding("model", words, mend=True)
    best = "" if way == settings.model_way else f" (it could by {way})"
    return Finding("model", f"{settings.model} at {model.host} answers by {settings.model_way}{best}")


async def _chats(settings: Settings) -> AsyncIterator[Finding]:
    """Slack and Telegram, as far as they have a token."""
    if settings.has_slack:
        from adapters.slack.examine import examine as examine_slack

        bot, app = settings.slack_bot_token, settings.slack_app_token
        well, mend = await examine_slack(
            None if bot is None else bot.get_secret_value(),
            None if app is None else app.get_secret_value(),
            settings.slack_api_url or None,
        )
        for finding in _told("Slack", well, mend):
            yield finding
    if settings.telegram_bot_token is not None:
        from adapters.telegram.examine import examine as examine_telegram

        token = settings.telegram_bot_token.get_secret_value()
        well, mend = await examine_telegram(
            token, settings.telegram_api_url or None, settings.telegram_webhook_url
        )
        for finding in _told("Telegram", well, mend):
            yield finding


def _told(about: str, well: list[str], mend: list[str]) -> list[Finding]:
    return [*(Finding(about, words) for words in well), *(Finding(about, words, mend=True) for words in mend)]


def _page(settings: Settings) -> Finding:
    if settings.web_address is None:
        return Finding("page", "takes 127.0.0.1:8484, or the next free port")
    return _port(settings, "page", *to_address(settings.web_address))


def _port(settings: Settings, about: str, host: str, port: int) -> Finding:
    place = f"{in_url(host)}:{port}"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with closing(socket.socket(family)) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError:
            if _is_running(settings.data_dir):
                return Finding(about, f"{place} is in use; a Countersign runs on this data folder")
            return Finding(about, f"{place} is taken or can't be opened; name another.", mend=True)
    return Finding(about, f"{place} is free")


def _is_running(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    held = hold_folder(folder)
    if held is None:
        return True
    held.close()
    return False
