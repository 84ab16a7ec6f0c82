"""Storing: the data folder, and the database opened with the key that seals it."""

from adapters.store.codec import Codec
from adapters.store.database import Database, database_at
from adapters.store.migrate import migrate
from adapters.store.statements import STATEMENTS
from bot.secret import secret_key
from bot.settings import Settings
from core.errors import PersonError, SettingsError


def make_folder(settings: Settings) -> None:
    """Make the data folder, for its owner's eyes only. Raises SettingsError."""
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        raise SettingsError(
            "COUNTERSIGN_DATA_DIR",
            f"COUNTERSIGN_DATA_DIR names {settings.data_dir}, which can't be made; name another folder.",
        ) from None


async def open_database(settings: Settings) -> Database:
    """The database, migrated and open. Raises SettingsError, StoreError."""
    make_folder(settings)
    key = secret_key(
        settings.secret_key.get_secret_value() if settings.secret_key else None, settings.data_dir
    )
    await migrate(settings.store_url)
    database = database_at(settings.store_url, STATEMENTS, Codec(key))
    await database.open()
    try:
        await database.rows("some_titles", {})
    except PersonError:
        await database.close()
        raise SettingsError(
            "COUNTERSIGN_SECRET_KEY",
            "What is stored was sealed with another key: set COUNTERSIGN_SECRET_KEY to it, or bring back "
            f"{settings.data_dir / 'secret.key'}.",
        ) from None
    return database
