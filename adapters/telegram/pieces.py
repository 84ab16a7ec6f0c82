"""Pieces: a long paste that a client sent as several messages is one message again.

The pieces wait where they are safe: at Telegram. While more may come, the offset stays before the first of
them, so after a crash all of them come again.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from adapters.telegram.units import units

LONG: Final = 3_800
"""UTF-16 units from which a message may be the first part of a longer one (clients split at 4096)."""
SECONDS: Final = 2.0
"""How long after a piece the next one may come."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Updates to be handled, whole; the ids that each stands for; and what waits for its other pieces."""

    ready: tuple[tuple[dict[str, Any], tuple[int, ...]], ...]
    waiting: frozenset[int]


def join_pieces(batch: Sequence[dict[str, Any]], seen: Mapping[int, float], now: float) -> Joined:
    """Join what belongs together. `seen` tells when an Update came first, on the clock that `now` is of."""
    groups: list[list[dict[str, Any]]] = []
    last: dict[int | None, list[dict[str, Any]]] = {}
    for update in batch:
        chat = _chat(update)
        before = last.get(chat) if chat is not None else None
        if before is not None and _is_long(before[-1]) and _follows(before[-1], update):
            before.append(update)
        else:
            group = [update]
            groups.append(group)
            if chat is not None:
                last[chat] = group
    ready: list[tuple[dict[str, Any], tuple[int, ...]]] = []
    waiting: set[int] = set()
    for group in groups:
        ids = tuple(update["update_id"] for update in group)
        is_newest = last.get(_chat(group[0])) is group
        if is_newest and _is_long(group[-1]) and now - seen.get(ids[-1], -math.inf) < SECONDS:
            waiting.update(ids)
        else:
            ready.append((_whole(group), ids))
    return Joined(tuple(ready), frozenset(waiting))


def _chat(update: dict[str, Any]) -> int | None:
    """The private chat of an Update that is a message; None for any other."""
    message = update.get("message")
    chat = message.get("chat") if isinstance(message, dict) else None
    if not isinstance(chat, dict) or chat.get("type") != "private":
        return None
    return chat["id"] if isinstance(chat.get("id"), int) else None


def _is_long(update: dict[str, Any]) -> bool:
    text = update["message"].get("text")
    return isinstance(text, str) and units(text) >= LONG


def _follows(before: dict[str, Any], after: dict[str, Any]) -> bool:
    first, second = before["message"], after["message"]
    if not isinstance(second.get("text"), str) or second["text"].startswith("/"):
        return False
    if (first.get("forward_origin") is None) != (second.get("forward_origin") is None):
        return False
    dates = (first.get("date"), second.get("date"))
    return all(isinstance(date, int) for date in dates) and 0 <= dates[1] - dates[0] <= SECONDS


def _whole(group: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if len(group) == 1:
        return group[0]
    text = "".join(update["message"]["text"] for update in group)
    return {**group[0], "message": {**group[0]["message"], "text": text, "entities": []}}
