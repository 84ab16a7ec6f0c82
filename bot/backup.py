"""Backup: a consistent copy of a living SQLite database in one file."""

import os
import secrets
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import quote

from core.errors import PersonError


def backup(source: Path, target: Path) -> None:
    """Copy the database at `source`, as it is at this moment, to the new file `target` (mode 0600).

    The program may go on writing meanwhile. Nothing stands at `target` before the copy is whole and
    checked. Raises PersonError `no_database`, `file_exists`, `backup_failed`.
    """
    if not source.is_file():
        raise PersonError("no_database", "There is no database yet, so there is nothing to copy.")
    if target.exists():
        raise _exists(target)
    fresh = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        _copy(source, fresh)
        _sync(fresh)
        os.link(fresh, target)  # unlike a rename it never replaces a file
        _sync(target.parent)
    except FileExistsError:
        raise _exists(target) from None
    except (OSError, sqlite3.Error):
        raise PersonError("backup_failed", f"The copy could not be written to {target}.") from None
    finally:
        with suppress(OSError):
            fresh.unlink()


def _copy(source: Path, fresh: Path) -> None:
    address = f"file:{quote(str(source.absolute()))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as living, closing(sqlite3.connect(fresh)) as copy:
        living.backup(copy)  # in one step: a single moment of the database, which goes on beside it
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with no log beside it
        if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
            raise sqlite3.DatabaseError("the copy is damaged")


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _exists(target: Path) -> PersonError:
    return PersonError("file_exists", f"{target} is there already; name another file.")
