"""Alone: whether this program is the only one on a data folder (a lock that the kernel drops at death)."""

import fcntl
from pathlib import Path
from typing import IO


def hold_folder(folder: Path) -> IO[bytes] | None:
    """Take the folder's lock for as long as the returned file is open; None if another program has it."""
    file = (folder / "running.lock").open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file
