"""The page's key: a link token in the data folder, and the session secret that stands for it in a cookie."""

import contextlib
import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path
from typing import Final

_BYTES: Final = 32
"""256 bits (DESIGN §9)."""
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class LinkToken:
    """The token of the printed link, kept 0600 in `path` and read anew each time.

    Reading anew means that `renew()` in another process locks out old links and cookies at once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def value(self) -> str:
        """The token; made and written if there is none, or what stands there is not one."""
        with contextlib.suppress(FileNotFoundError):
            if self.path.stat().st_mode & 0o077:
                self.path.chmod(0o600)
            text = self.path.read_text(encoding="ascii", errors="replace").strip()
            if _SHAPE.fullmatch(text):
                return text
        return self.renew()

    def renew(self) -> str:
        """A new token in place of the old one; every old link and cookie stops working."""
        token = secrets.token_urlsafe(_BYTES)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = self.path.with_name(f"{self.path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(f"{token}\n")
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)
        return token

    def opens(self, token: str) -> bool:
        """Is this the token? Compared in constant time."""
        return _is_same(token, self.value)

    @property
    def session(self) -> str:
        """The cookie's value: made from the token, so it survives a restart and doesn't give it away."""
        return hmac.new(self.value.encode(), b"countersign page session", hashlib.sha256).hexdigest()

    def is_session(self, cookie: str) -> bool:
        """Was this cookie's value made from the token that holds now? Compared in constant time."""
        return _is_same(cookie, self.session)


def _is_same(given: str, right: str) -> bool:
    """Compared in constant time; a header may hold bytes that are no text."""
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())
