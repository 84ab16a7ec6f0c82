"""What can go wrong with a provider, as ModelError: by kind, never with a word of what was sent or came."""

import asyncio
import json
from collections.abc import Mapping
from typing import Final

from core.errors import ModelError

MOST_RETRY_AFTER: Final = 60.0
"""Seconds; who is asked to come back later than this tells the person instead of waiting."""

_SENTENCES: Final[Mapping[str, str]] = {
    "timeout": "The model did not answer in time.",
    "rate_limited": "The provider takes no more calls for now.",
    "unavailable": "The provider could not be reached or had a fault of its own.",
    "bad_key": "The provider does not accept the key.",
    "refused": "The provider refused to answer.",
    "too_long": "The conversation and the résumé are too long for this model.",
    "unusable": "The provider did not accept the call.",
}
_TOO_LONG: Final = (
    "context_length",
    "context length",
    "context size",
    "exceed_context",
    "above_max_length",
    "too_large",
)
_REFUSED: Final = ("content_filter", "content_policy_violation", "responsible_ai_policy")


class UnreadableError(Exception):
    """The stream held something that is no chunk of an answer."""


def to_model_error(error: Exception) -> ModelError:
    """The ModelError for whatever a call raised; a ModelError is given back as it is."""
    if isinstance(error, ModelError):
        return error
    code = _code(error)
    return ModelError(code, _SENTENCES[code], retry_after=retry_after(error))


def wait_before_retry(error: BaseException) -> bool | float:
    """Whether to try once more: False, True (back off), or the seconds that the provider named.

    Only what may pass by itself: too many calls, a fault of theirs, a lost connection. Never a refusal,
    a bad key, a bad request, a used-up quota, or a time-out that the person has waited for already.
    """
    if not isinstance(error, Exception):
        return False  # a cancelled call; tenacity hands over even those
    if _code(error) not in ("rate_limited", "unavailable"):
        return False
    if "insufficient_quota" in _said(error):
        return False
    wait = retry_after(error)
    if wait is None:
        return True
    return wait if wait <= MOST_RETRY_AFTER else False


def retry_after(error: Exception) -> float | None:
    """The seconds that the provider asks to wait (RFC 9110 §10.2.3; only the number form), if it does."""
    response = getattr(error, "response", None)
    try:
        seconds = float(response.headers["retry-after"]) if response is not None else -1.0
    except (KeyError, ValueError):
        return None
    return seconds if 0 <= seconds < 86_400 else None


def _code(error: Exception) -> str:
    status = getattr(error, "status_code", None)
    if status is not None:
        return _status_code(int(status), _said(error))
    if isinstance(error, UnreadableError | json.JSONDecodeError | UnicodeDecodeError):
        return "unusable"
    if isinstance(error, TimeoutError | asyncio.TimeoutError):
        return "timeout"
    if type(error).__name__ == "APITimeoutError":
        # The connection's own time-out is a lost connection; any other one is an answer that never came.
        return "unavailable" if type(error.__cause__).__name__ == "ConnectTimeout" else "timeout"
    return _kind_of(_said(error)) or "unavailable"


def _status_code(status: int, said: str) -> str:
    if status in (401, 403):
        return "bad_key"
    if status == 429:
        return "rate_limited"
    if status == 408 or status >= 500:
        return "unavailable"
    return "too_long" if status == 413 else _kind_of(said) or "unusable"


def _kind_of(said: str) -> str:
    """The kind of fault that a provider's own words name; "" where they name none we know."""
    if any(mark in said for mark in _TOO_LONG):
        return "too_long"
    if "rate_limit" in said:
        return "rate_limited"
    return "refused" if any(mark in said for mark in _REFUSED) else ""


def _said(error: Exception) -> str:
    """What the provider said of an error, lower case, to look for marks in; never shown to anyone."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else None
    if not isinstance(inner, dict):
        return ""
    return " ".join(str(inner.get(name) or "") for name in ("code", "type", "message")).strip().lower()
