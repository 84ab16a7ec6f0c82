"""The long poll: a batch is taken in durably, and only then does the offset move past it."""

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import telegram
from telegram.error import Conflict, EndPointNotFound, InvalidToken, TelegramError, TimedOut

from adapters.telegram.pieces import join_pieces
from adapters.telegram.receive import Receiver
from adapters.telegram.request import TooFastError
from adapters.telegram.wire import KINDS
from core.errors import SettingsError

_log = logging.getLogger(__name__)
POLL_SECONDS: Final = 30
HOLD_SECONDS: Final = 0.4
"""Pause between polls while the pieces of a long paste are awaited."""
STANDBY_SECONDS: Final = 2.0
"""Pause before a process that doesn't poll looks whether it is its turn: one polls at a time."""
QUIET_SECONDS: Final = 60.0
"""How long another poller of the same bot is taken for a process that is just being replaced."""
MOST_FAILURES: Final = 5
_FIRST_DELAY: Final = 1.0
_LONGEST_DELAY: Final = 30.0
_GROWTH: Final = 1.6


class Poll:
    """Polls until it is cancelled. The offset is kept in memory only: whatever is unconfirmed comes again."""

    def __init__(self, bot: telegram.Bot, receiver: Receiver, is_ours: Callable[[], Awaitable[bool]]) -> None:
        self._bot = bot
        self._receiver = receiver
        self._is_ours = is_ours
        self._offset = 0
        self._delay = _FIRST_DELAY
        self._conflict_since: float | None = None
        self._seen: dict[int, float] = {}
        self._taken: set[int] = set()
        self._failures: defaultdict[int, int] = defaultdict(int)

    async def run(self) -> None:
        """Take in what comes. Raises SettingsError when Telegram doesn't know the token (any more)."""
        while True:
            try:
                if not await self._is_ours():
                    await asyncio.sleep(STANDBY_SECONDS)
                    continue
                batch = await self._next()
            except TooFastError as problem:
                await asyncio.sleep(problem.seconds)
            except TimedOut:
                continue
            except Conflict:
                await self._yield()
            except (InvalidToken, EndPointNotFound):
                raise SettingsError(
                    "TELEGRAM_BOT_TOKEN", "TELEGRAM_BOT_TOKEN is not a token that Telegram knows (any more)."
                ) from None
            except TelegramError as problem:
                _log.warning("Telegram can't be polled (%s)", type(problem).__name__)
                await self._pause()
            except Exception as problem:  # whatever it is, polling must not end by it
                _log.error("polling failed on our side (%s)", type(problem).__name__)
                await self._pause()
            else:
                await self._take_in(batch)

    async def _next(self) -> list[dict[str, Any]]:
        # Spelled so that the library doesn't warn: its own get_updates fails on a batch with one bad Update.
        found = await self._bot.do_api_request(
            "get_Updates",
            api_kwargs={"offset": self._offset, "timeout": POLL_SECONDS, "allowed_updates": list(KINDS)},
            read_timeout=POLL_SECONDS + 10,
        )
        self._conflict_since = None
        return found if isinstance(found, list) else []

    async def _take_in(self, batch: Sequence[Any]) -> None:
        updates = [update for update in batch if _is_update(update)]
        if len(updates) < len(batch):
            _log.error("%d updates without an id are passed over", len(batch) - len(updates))
        now = time.monotonic()
        for update in updates:
            self._seen.setdefault(update["update_id"], now)
        joined = join_pieces(updates, self._seen, now)
        lanes: defaultdict[object, list[tuple[dict[str, Any], tuple[int, ...]]]] = defaultdict(list)
        for update, ids in joined.ready:
            lanes[_lane(update)].append((update, ids))
        failed = await asyncio.gather(*(self._take_lane(lane) for lane in lanes.values()))
        left = joined.waiting.union(*failed)
        self._move_on([update["update_id"] for update in updates], left)
        if any(failed) or len(updates) < len(batch):
            await self._pause()
        else:
            self._delay = _FIRST_DELAY
            if joined.waiting:
                await asyncio.sleep(HOLD_SECONDS)

    async def _take_lane(self, lane: Sequence[tuple[dict[str, Any], tuple[int, ...]]]) -> set[int]:
        """Take in what one chat sent, in its order; gives the ids from the first that could not be stored."""
        for number, (update, ids) in enumerate(lane):
            if self._taken.issuperset(ids):
                continue
            try:
                await self._receiver.take(update)
            except Exception as problem:  # the store is away: nothing may be confirmed
                _log.error("an update could not be stored (%s)", type(problem).__name__)
                self._failures[ids[0]] += 1
                if self._failures[ids[0]] < MOST_FAILURES or not self._taken.difference(ids):
                    return {one for _, later in lane[number:] for one in later}
                _log.error("the update %d is passed over, as others are stored", ids[0])
            self._taken.update(ids)
        return set()

    def _move_on(self, ids: Sequence[int], left: set[int] | frozenset[int]) -> None:
        """Confirm, with the next poll, all before the first that is left."""
        if not ids:
            return
        self._offset = min(left) if left else max(ids) + 1
        for kept in (self._seen, self._failures):
            for one in [one for one in kept if one < self._offset]:
                del kept[one]
        self._taken = {one for one in self._taken if one >= self._offset}

    async def _yield(self) -> None:
        """Another poller, or a webhook, has the bot: wait, and loudly only when it stays."""
        now = time.monotonic()
        self._conflict_since = self._conflict_since or now
        if now - self._conflict_since > QUIET_SECONDS:
            _log.error("another process, or a webhook, takes this bot's updates")
        await self._pause()

    async def _pause(self) -> None:
        await asyncio.sleep(self._delay)
        self._delay = min(_LONGEST_DELAY, self._delay * _GROWTH)


def _is_update(update: object) -> bool:
    return isinstance(update, dict) and isinstance(update.get("update_id"), int)


def _lane(update: dict[str, Any]) -> object:
    """Who sent it: their updates keep their order, those of others go beside them."""
    for kind in KINDS:
        body = update.get(kind)
        sender = body.get("from") if isinstance(body, dict) else None
        if isinstance(sender, dict) and isinstance(sender.get("id"), int):
            return sender["id"]
    return None
