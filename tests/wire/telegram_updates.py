"""The queue of what the bot hasn't taken yet: handed out by long polling, or pushed to a webhook."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import aiohttp

from tests.wire.telegram_values import Clock, Json, Update, conflict

QueueKey: TypeAlias = tuple[str, int]

MESSAGE_LIFE: Final = 24 * 3600
PRESS_LIFE: Final = 150
MOST_UPDATES: Final = 100
LONGEST_POLL: Final = 50
NOT_BY_DEFAULT: Final = frozenset({"chat_member", "message_reaction", "message_reaction_count"})

_WEBHOOK_ACTIVE: Final = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
_OTHER_POLLER: Final = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where updates are pushed to, and the secret that goes with each."""

    url: str
    secret: str = ""
    max_connections: int = 40
    has_certificate: bool = False


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt to push an update; `status` is the HTTP status of the answer, 0 where there was none."""

    update_id: int
    status: int
    at: float


@dataclass(frozen=True, slots=True)
class _Waiting:
    update: Update
    key: QueueKey
    expires_at: float


class Updates:
    """All updates that wait, in the order of their ids. `allowed` None: all that are delivered by default."""

    def __init__(self, clock: Clock) -> None:
        self.allowed: Sequence[str] | None = None
        self.webhook: Webhook | None = None
        self.deliveries: list[Delivery] = []
        self.confirmed_offset = 0
        self.next_id = 1001
        self.first_pause = 0.02
        """Seconds before the second resending to a webhook; it doubles up to `longest_pause`."""
        self.longest_pause = 1.0
        self.last_error = ""
        self._clock = clock
        self._waiting: list[_Waiting] = []
        self._news = asyncio.Event()
        self._poll = 0
        self._pushing: dict[QueueKey, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(40)

    @property
    def pending(self) -> list[Update]:
        """What waits, as it would be handed out."""
        self._drop_expired()
        return [waiting.update for waiting in self._waiting]

    def push(self, content: Json, *, is_raw: bool = False) -> Update:
        """Queue what happened, unless the bot doesn't want its kind; raw content goes in whatever it is."""
        kind = next((name for name in content if name != "update_id"), "")
        number = content.get("update_id", self.next_id)
        update = {"update_id": number, **content}
        self.next_id = max(self.next_id, number + 1)
        if is_raw or self._is_wanted(kind):
            key, life = _queue_of(kind, content.get(kind))
            self._waiting.append(_Waiting(update, key, self._clock.now() + life))
            self._waiting.sort(key=lambda waiting: int(waiting.update["update_id"]))
            self._tell()
            self._start_pushing()
        return update

    async def poll(self, offset: int, limit: int, timeout: float) -> list[Update]:
        """What waits from `offset` on, waiting up to `timeout` seconds for the first.

        Raises ApiError 409 while a webhook is set, and when another call comes in meanwhile.
        """
        if self.webhook:
            raise conflict(_WEBHOOK_ACTIVE)
        self._poll += 1
        mine = self._poll
        self._tell()
        self._confirm(offset)
        with suppress(TimeoutError):
            async with asyncio.timeout(min(max(timeout, 0), LONGEST_POLL)):
                while not self.pending and mine == self._poll and not self.webhook:
                    await self._news.wait()
        if self.webhook:
            raise conflict("terminated by setWebhook request")
        if mine != self._poll:
            raise conflict(_OTHER_POLLER)
        return self.pending[: limit if 0 < limit < MOST_UPDATES else MOST_UPDATES]

    def set_webhook(self, webhook: Webhook | None, *, drops_pending: bool) -> None:
        """Push from now on, or (None) let them be polled."""
        self._stop_pushing()
        self.webhook = webhook
        if drops_pending:
            self._waiting.clear()
        if webhook:
            self._slots = asyncio.Semaphore(webhook.max_connections)
        self._tell()
        self._start_pushing()

    def allow(self, kinds: Sequence[str]) -> None:
        """Take only these kinds from now on; an empty list means the default."""
        self.allowed = kinds or None

    async def close(self) -> None:
        """End all deliveries that are under way."""
        tasks = list(self._pushing.values())
        self._stop_pushing()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _is_wanted(self, kind: str) -> bool:
        return kind in self.allowed if self.allowed else kind not in NOT_BY_DEFAULT

    def _confirm(self, offset: int) -> None:
        """Forget what is before the offset; a negative one counts from the end."""
        if offset < 0:
            waiting = self.pending[offset:]
            offset = waiting[0]["update_id"] if waiting else 0
        if offset > 0:
            self.confirmed_offset = max(self.confirmed_offset, offset)
            self._waiting = [one for one in self._waiting if one.update["update_id"] >= offset]

    def _drop_expired(self) -> None:
        now = self._clock.now()
        self._waiting = [waiting for waiting in self._waiting if waiting.expires_at > now]

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _stop_pushing(self) -> None:
        for task in self._pushing.values():
            task.cancel()
        self._pushing.clear()

    def _start_pushing(self) -> None:
        if not self.webhook:
            return
        for key in {waiting.key for waiting in self._waiting}:
            task = self._pushing.get(key)
            if task is None or task.done():
                self._pushing[key] = asyncio.create_task(self._push_in_order(key, self.webhook))

    async def _push_in_order(self, key: QueueKey, webhook: Webhook) -> None:
        """One update of this queue after the other, each until it is taken or too old."""
        failures = 0
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(60)) as session:
            while waiting := self._first(key):
                async with self._slots:
                    status, retry_after = await self._deliver(session, webhook, waiting.update)
                if 200 <= status < 300:
                    self._waiting = [other for other in self._waiting if other is not waiting]
                    failures = 0
                    continue
                self.last_error = (
                    f"Wrong response from the webhook: {status}" if status else "Connection closed"
                )
                await asyncio.sleep(retry_after or self._pause(failures))
                failures += 1
            self._pushing.pop(key, None)  # before the session closes: what comes meanwhile starts anew

    def _first(self, key: QueueKey) -> _Waiting | None:
        self._drop_expired()
        return next((waiting for waiting in self._waiting if waiting.key == key), None)

    def _pause(self, failures: int) -> float:
        """Once again at once, then after pauses that double."""
        return min(self.first_pause * 2 ** (failures - 1), self.longest_pause) if failures else 0

    async def _deliver(
        self, session: aiohttp.ClientSession, webhook: Webhook, update: Update
    ) -> tuple[int, float]:
        """The status of the answer and its Retry-After in seconds; 0 and 0 without an answer."""
        headers = {"X-Telegram-Bot-Api-Secret-Token": webhook.secret} if webhook.secret else {}
        status, retry_after = 0, 0.0
        try:
            async with session.post(webhook.url, json=update, headers=headers) as response:
                await response.read()
                status = response.status
                retry_after = float(response.headers.get("Retry-After", 0))
        except (aiohttp.ClientError, TimeoutError):
            pass
        self.deliveries.append(Delivery(update["update_id"], status, self._clock.now()))
        return status, retry_after


def _queue_of(kind: str, content: Any) -> tuple[QueueKey, float]:
    """Which queue an update waits in (presses by user, the rest by chat), and for how many seconds."""
    content = content if isinstance(content, dict) else {}
    whose = content.get("from" if kind == "callback_query" else "chat")
    number = whose.get("id", 0) if isinstance(whose, dict) else 0
    return (("user", number), PRESS_LIFE) if kind == "callback_query" else (("chat", number), MESSAGE_LIFE)
