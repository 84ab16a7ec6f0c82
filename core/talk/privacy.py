"""Privacy: who may hear a Question, how urgent it is, and what is kept of an Answer that isn't kept."""

import hmac
import re
from typing import Final, Literal, TypeAlias

from core.errors import BugError
from core.resume.shape import is_key
from core.resume.values import Json, canonical
from core.talk.question import SEVERITIES, Severity

Privacy: TypeAlias = Literal["sensitive", "personal", "standard"]

_SENSITIVE: Final = frozenset({"email", "phone", "mail", "telephone"})
_SENSITIVE_CHINESE: Final = re.compile("邮箱|邮件|电话|手机")
_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_SHORTEST_KEY: Final = 16


def privacy_of(field: str) -> Privacy:
    """How private the Answer about a field (address, pointer, or named need) is.

    Email and phone, a reference's too, are `sensitive`: asked in a direct message only. All else among
    the basics, and locations, are `personal`.
    """
    names = [token for token in re.split(r"[/.]", field) if token and not is_key(token)]
    said = {word.lower() for name in names for word in _WORD.findall(name)}
    if not _SENSITIVE.isdisjoint(said) or any(map(_SENSITIVE_CHINESE.search, names)):
        return "sensitive"
    return "personal" if names[:1] == ["basics"] or "location" in said else "standard"


def severity_order(severity: Severity) -> int:
    """0 blocking, 1 important, 2 optional: what is asked first."""
    return SEVERITIES.index(severity)


def fingerprint(key: bytes, question: str, revision: int, value: Json) -> str:
    """What tells that the same Answer came again, without telling which: hex of a keyed SHA-256.

    `key` is the program's own secret; without it a phone number could be found by trying all.
    """
    if len(key) < _SHORTEST_KEY:
        raise BugError("weak_key", "A fingerprint needs a key of 16 bytes or more.")
    return hmac.new(key, canonical([question, revision, value]), "sha256").hexdigest()
