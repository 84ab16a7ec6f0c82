"""The text of a PDF or DOCX, read in a process of its own, so that no file can harm the program."""

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from core.errors import PersonError

Kind: TypeAlias = Literal["pdf", "docx"]

MAX_FILE: Final = 10 * 1024 * 1024
"""Bytes of a file that is taken."""
MAX_SECONDS: Final = 30.0
"""Seconds by the clock that reading one file may take."""

_ROOT: Final = Path(__file__).parents[2]
"""Where the packages stand; the worker looks for them here and, as always, beside its interpreter."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """The text of a file, line by line, and sentences about what was left out.

    A tab stands where the file has a wide gap or a next cell; a blank line parts what stands apart.
    """

    text: str
    notes: list[str] = field(default_factory=list)


def extract(kind: Kind, data: bytes, *, seconds: float = MAX_SECONDS) -> Extracted:
    """The text of a file, as its reader would see it. Blocks for up to `seconds`; call it in a thread.

    The reader runs as a child process with limits of memory and time and without our environment; two
    files share nothing. Raises PersonError: `unreadable_file` (of another kind, damaged, cut short, or too
    much for the reader), `no_text` (scanned or empty), `encrypted`, `macros`, `too_many_pages`,
    `too_large` (as it is or once unpacked), `too_slow`.
    """
    if len(data) > MAX_FILE:
        raise PersonError("too_large", f"This file is larger than {MAX_FILE // 1024 // 1024} MB.")
    if not data:
        raise PersonError("unreadable_file", "This file is empty.")
    outcome = _read(run_worker(kind, data, seconds))
    if "code" in outcome:
        raise PersonError(outcome["code"], outcome["message"])
    return Extracted(outcome["text"], outcome["notes"])


def run_worker(kind: str, data: bytes, seconds: float) -> bytes:
    """What the child process answers; b"" where it died. Raises PersonError `too_slow`."""
    command = [sys.executable, "-P", "-s", "-m", "adapters.documents.worker", kind]
    try:
        return subprocess.run(  # noqa: S603  # our own interpreter and module; `kind` is one of two words
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PYTHONPATH": str(_ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            cwd="/",
            timeout=seconds,
            check=False,
        ).stdout
    except subprocess.TimeoutExpired:
        raise PersonError("too_slow", "Reading this file took too long, so it was given up.") from None


def _read(answer: bytes) -> dict[str, Any]:
    try:
        outcome: dict[str, Any] = json.loads(answer)
    except ValueError:
        raise PersonError("unreadable_file", "This file could not be read.") from None
    return outcome
