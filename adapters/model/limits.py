"""What a provider's rate headers say is left of its limits, and how long to leave it alone then."""

import re
from collections.abc import Mapping
from typing import Final

from adapters.model.faults import MOST_RETRY_AFTER

SPARE: Final = 0.2
"""The share of a limit that is left to others: we use 80 % of it."""

_SECONDS: Final = {"d": 86_400.0, "h": 3_600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|[dhms])", re.ASCII)
_DURATION: Final = re.compile(rf"(?:{_PART.pattern})+", re.ASCII)
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


def wait_for_reset(headers: Mapping[str, str]) -> float:
    """Seconds until the limits are whole again; 0 while a fifth of each is left, or nothing is said of it.

    Read are `x-ratelimit-limit-…`, `-remaining-…` and `-reset-…`, for `requests` and for `tokens`, as
    OpenAI documents them; the names are lower case. A reset further away than people wait for (that of a
    day's limit) is no reason to hold anything back: what is left is used, and then the provider refuses.
    """
    return max(_wait(headers, kind) for kind in ("requests", "tokens"))


def to_seconds(text: str) -> float | None:
    """A duration as such headers write it: `1s`, `6m0s`, `20ms`, `2m59.56s`, or plain seconds; else None."""
    text = text.strip()
    if _DURATION.fullmatch(text):
        return sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(text))
    return _to_number(text)


def _wait(headers: Mapping[str, str], kind: str) -> float:
    limit = _to_number(headers.get(f"x-ratelimit-limit-{kind}", ""))
    remaining = _to_number(headers.get(f"x-ratelimit-remaining-{kind}", ""))
    reset = to_seconds(headers.get(f"x-ratelimit-reset-{kind}", ""))
    if limit is None or remaining is None or reset is None:
        return 0.0
    return reset if remaining < SPARE * limit and reset <= MOST_RETRY_AFTER else 0.0


def _to_number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text.strip()) else None
