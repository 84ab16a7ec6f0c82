"""The secret key: from the setting, else made once and kept 0600 in the data folder."""

import hashlib
import os
import secrets
from pathlib import Path

from core.errors import SettingsError


def secret_key(setting: str | None, folder: Path) -> bytes:
    """32 bytes that seal what people wrote and key the hashes of what was shown.

    `setting` is any text of the operator's; without it a key is made in `folder`. Raises SettingsError.
    """
    if setting:
        return hashlib.sha256(setting.encode()).digest()
    path = folder / "secret.key"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    key = secrets.token_bytes(32)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key.hex())
        file.flush()
        os.fsync(file.fileno())
    return key


def _read(path: Path) -> bytes:
    try:
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        key = b""
    if len(key) < 32:
        raise SettingsError(
            "COUNTERSIGN_SECRET_KEY",
            f"The key in {path} can't be read or is damaged; bring it back from a copy of yours, "
            "or set COUNTERSIGN_SECRET_KEY.",
        )
    return key
