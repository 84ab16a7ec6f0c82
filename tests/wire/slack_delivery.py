"""How envelopes reach an app: over its sockets in turn, or pushed by HTTP; acks, retries and losses."""

import asyncio
import hashlib
import hmac
import json
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlencode

from aiohttp import ClientError, ClientSession, ClientTimeout, web

from tests.wire.slack_state import Body, Workspace

Kind = Literal["events_api", "interactive", "slash_commands"]
TIMEOUT = {"socket": "timeout", "http": "http_timeout"}


class NotAcked(Exception):  # noqa: N818 - what Slack sees of an app is no error of ours
    """An envelope was given up without an ack; says why."""


@dataclass(frozen=True)
class Ack:
    """That an app took an envelope: when, how long `after` it was sent, at which attempt, and its payload."""

    envelope_id: str
    kind: Kind
    payload: Any
    at: float
    after: float
    attempt: int


@dataclass(eq=False)
class Delivery:
    """One envelope on its way to the app: the moments it was `sent`, and why it `failed`, if it did.

    An echo tells the app of its own doing; faults leave it alone.
    """

    kind: Kind
    payload: Body
    id: str
    is_echo: bool = False
    sent: list[float] = field(default_factory=list)
    ack: Ack | None = None
    failed: str = ""
    started: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def acked(self, seconds: float = 10) -> Ack:
        """The ack, waited for; NotAcked when the envelope is given up first."""
        async with asyncio.timeout(seconds):
            await self.ended.wait()
        if self.ack is None:
            raise NotAcked(self.failed)
        return self.ack

    def end(self, failed: str = "") -> None:
        """Nothing more happens with this envelope."""
        self.failed = failed
        self.started.set()
        self.ended.set()


@dataclass(eq=False)
class Connection:
    """One open socket of the app."""

    socket: web.WebSocketResponse
    request: web.Request

    def cut(self) -> None:
        """Drop it without a word."""
        if self.request.transport is not None:
            self.request.transport.abort()


class Deliveries:
    """Sends envelopes and hears acks. Only events are sent again, three times at most, until acked.

    `on_ack` is called for each first ack that came in time. With a `push_url` all goes there by HTTP.
    """

    def __init__(self, slack: Workspace, signing_secret: str, on_ack: Callable[[Delivery], None]) -> None:
        self.acks: list[Ack] = []
        self.all: list[Delivery] = []
        self.connections: list[Connection] = []
        self.push_url = ""
        self.lost = 0
        self.copies = 0
        self.held: list[Delivery] | None = None
        self._slack = slack
        self._secret = signing_secret
        self._on_ack = on_ack
        self._turn = 0
        self._envelopes: dict[str, tuple[Delivery, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: ClientSession | None = None

    async def close(self) -> None:
        """Stop all retries and drop the sockets."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in list(self.connections):
            connection.cut()
        if self._session is not None:
            await self._session.close()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside all else until it ends or the server closes."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def start(self, kind: Kind, payload: Body, first: int = 0, *, is_echo: bool = False) -> Delivery:
        """Send an envelope; `first` is the number of its first attempt, 0 unless it is said to be a retry."""
        delivery = Delivery(kind, payload, self._slack.next_id("e"), is_echo)
        self.all.append(delivery)
        if self.held is not None and kind == "events_api" and not is_echo:
            self.held.append(delivery)
            delivery.started.set()
            return delivery
        self.run(self._deliver(delivery, first))
        return delivery

    async def release(self, *, reverse: bool) -> None:
        """Send what was held back, one after the other."""
        held, self.held = self.held or [], None
        for delivery in held[::-1] if reverse else held:
            delivery.started.clear()
            self.run(self._deliver(delivery, 0))
            await delivery.started.wait()

    async def _deliver(self, delivery: Delivery, first: int) -> None:
        waits = [0.0, *self._slack.timing.retries] if delivery.kind == "events_api" else [0.0]
        reason, may_retry = "", True
        for number, wait in enumerate(waits[first:] or [0.0], first):
            if number > first:
                await asyncio.sleep(wait)
            if delivery.ack is not None or not may_retry:
                break
            reason, may_retry = await self._attempt(delivery, number, reason)
            delivery.started.set()
        if delivery.ack is None:
            self._give_up(delivery, reason)

    def _give_up(self, delivery: Delivery, reason: str) -> None:
        delivery.end(reason)
        what = delivery.payload.get("event", delivery.payload).get("type", delivery.kind)
        self._slack.problems.append(f"{what} was not acknowledged: {reason}")

    async def _attempt(self, delivery: Delivery, number: int, reason: str) -> tuple[str, bool]:
        """Try once: "" when it was acked or why not, and whether it may be tried again."""
        if self.lost and not delivery.is_echo:
            self.lost -= 1
            return TIMEOUT["http" if self.push_url else "socket"], True
        if self.copies and delivery.kind == "events_api" and not delivery.is_echo:
            copies, self.copies = self.copies, 0
            for _ in range(copies):
                self.start(delivery.kind, delivery.payload, first=1)
        delivery.sent.append(time.monotonic())
        if self.push_url:
            return await self._push(delivery, number, reason)
        return await self._send(delivery, number, reason), True

    # Sockets

    async def _send(self, delivery: Delivery, number: int, reason: str) -> str:
        if not self.connections:
            return "connection_failed"
        self._turn += 1
        connection = self.connections[self._turn % len(self.connections)]
        envelope_id = self._slack.next_id("e") if number else delivery.id
        self._envelopes[envelope_id] = (delivery, number)
        envelope: Body = {"type": delivery.kind, "envelope_id": envelope_id, "payload": delivery.payload}
        envelope["accepts_response_payload"] = delivery.kind != "events_api"
        if delivery.kind == "events_api":
            envelope |= {"retry_attempt": number, "retry_reason": reason}
        try:
            await connection.socket.send_json(envelope)
        except ConnectionError:
            return "connection_failed"
        delivery.started.set()
        return await self._wait(delivery)

    async def _wait(self, delivery: Delivery) -> str:
        try:
            async with asyncio.timeout(self._slack.timing.ack):
                await delivery.ended.wait()
        except TimeoutError:
            return TIMEOUT["socket"]
        return ""

    def hear(self, frame: str) -> None:
        """Take what the app said on a socket; only acks are said there."""
        answer = json.loads(frame)
        known = self._envelopes.get(answer.get("envelope_id", ""))
        if known is None:
            self._slack.problems.append("ack of an unknown envelope")
            return
        self._acked(*known, answer["envelope_id"], answer.get("payload"))

    def _acked(self, delivery: Delivery, number: int, envelope_id: str, payload: Any) -> None:
        now = time.monotonic()
        ack = Ack(envelope_id, delivery.kind, payload, now, now - delivery.sent[-1], number)
        self.acks.append(ack)
        if delivery.ack is None and not delivery.failed:
            delivery.ack = ack
            self._on_ack(delivery)
        delivery.end(delivery.failed)

    # HTTP

    def sign(self, body: str, timestamp: int | None = None) -> dict[str, str]:
        """The headers that say a body comes from Slack."""
        moment = str(int(time.time()) if timestamp is None else timestamp)
        digest = hmac.new(self._secret.encode(), f"v0:{moment}:{body}".encode(), hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": moment, "X-Slack-Signature": f"v0={digest}"}

    async def _push(self, delivery: Delivery, number: int, reason: str) -> tuple[str, bool]:
        body, media_type = _http_body(delivery)
        headers = {"Content-Type": media_type, **self.sign(body)}
        if number:
            headers |= {"X-Slack-Retry-Num": str(number), "X-Slack-Retry-Reason": reason}
        self._session = self._session or ClientSession()
        limit = ClientTimeout(total=self._slack.timing.ack)
        delivery.started.set()
        try:
            async with self._session.post(
                self.push_url, data=body.encode(), headers=headers, timeout=limit, allow_redirects=False
            ) as response:
                said = await response.text()
                if not response.ok:
                    return "http_error", response.headers.get("X-Slack-No-Retry") != "1"
        except TimeoutError:
            return TIMEOUT["http"], True
        except ClientError:
            return "connection_failed", True
        self._acked(delivery, number, delivery.id, _payload(said))
        return "", True


def _http_body(delivery: Delivery) -> tuple[str, str]:
    """How a payload stands in a request: events as JSON, the rest as forms."""
    if delivery.kind == "events_api":
        return json.dumps(delivery.payload, ensure_ascii=False), "application/json"
    fields = (
        delivery.payload if delivery.kind == "slash_commands" else {"payload": json.dumps(delivery.payload)}
    )
    return urlencode(fields), "application/x-www-form-urlencoded"


def _payload(said: str) -> Any:
    """What an HTTP answer says: JSON, or plain text as the text of a message."""
    try:
        return json.loads(said) if said else None
    except ValueError:
        return {"text": said}
