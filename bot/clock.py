"""The real clock and real random identifiers."""

import secrets
import time
import uuid
from datetime import UTC, datetime, tzinfo
from typing import Final

_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class SystemClock:
    """The machine's time; its own zone stands in for people whose zone is not known."""

    def __init__(self) -> None:
        self.zone: tzinfo = datetime.now(UTC).astimezone().tzinfo or UTC

    def now(self) -> int:
        """Milliseconds since 1970-01-01T00:00Z."""
        return time.time_ns() // 1_000_000


class RandomIds:
    """Identifiers from the system's secure random source."""

    def short(self) -> str:
        """Ten random base-36 characters."""
        return "".join(secrets.choice(_ALPHABET) for _ in range(10))

    def uuid(self) -> str:
        """A UUID v4."""
        return str(uuid.uuid4())
