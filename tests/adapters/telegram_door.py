"""A small core for the tests of Telegram's adapter: it keeps Events and tells what the test has it tell."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from adapters.telegram.connect import TelegramPlatform
from core.door import Decided
from core.event import Actor, Answer, Conversation, Event
from core.resume.values import Json
from core.show.files import MadeFile
from core.show.view import Notice, View
from tests.wire.telegram_server import TelegramServer


class StoreIsAwayError(Exception):
    """The store can't be written."""


class FakeDoor:
    """Events in the order in which they were stored; drafts of Questions are kept as core keeps them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.parked: list[str] = []
        self.notice: Notice | None = None
        self.delay = 0.0
        """Seconds until an Event is decided."""
        self.away = 0
        """How many of the next Events can't be stored."""
        self.refused: set[str] = set()
        """Texts that can never be stored."""
        self.views: dict[int, View] = {}
        self.made: tuple[MadeFile, ...] = ()
        self.spoken = "en"
        self.asked: list[Actor] = []
        self.is_ours = True
        """Whether this process takes in what comes."""

    async def park(self, key: str, raw: Json) -> None:
        self.parked.append(key)

    async def receives(self, name: str) -> bool:
        assert name == "123456"
        return self.is_ours

    async def accept(self, event: Event) -> Decided:
        if self.away > 0:
            self.away -= 1
            raise StoreIsAwayError
        if getattr(event.body, "text", None) in self.refused:
            raise ValueError("this one can't be stored")
        if event.key not in self.keys:
            self.events.append(event)
        return self._decided

    async def view(self, post: int, actor: Actor) -> View | None:
        self.asked.append(actor)
        return self.views.get(post)

    async def view_of(self, subject: str, name: str, actor: Actor) -> View | None:
        return None

    async def post_at(self, workspace: str, place: str) -> int | None:
        return None

    async def files(self, post: int) -> tuple[MadeFile, ...]:
        return self.made

    async def picture(self, resume: str, version: int, actor: Actor) -> bytes | None:
        return None

    async def language(self, actor: Actor) -> str:
        return self.spoken

    async def _decided(self) -> Notice | None:
        await asyncio.sleep(self.delay)
        return self.notice

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.events]

    @property
    def bodies(self) -> list[Any]:
        return [event.body for event in self.events]

    @property
    def texts(self) -> list[str]:
        return [body.text for body in self.bodies if hasattr(body, "text")]

    @property
    def answers(self) -> list[tuple[object, bool]]:
        return [(body.value, body.draft) for body in self.bodies if isinstance(body, Answer)]


def private(chat: int = 42, thread: str = "") -> Conversation:
    """The bot's conversation with a person."""
    return Conversation(platform="telegram", workspace="123456", channel=str(chat), thread=thread)


@asynccontextmanager
async def connected(
    server: TelegramServer, door: FakeDoor, **settings: Any
) -> AsyncIterator[TelegramPlatform]:
    """The adapter, connected to the loopback server."""
    platform = TelegramPlatform(server.token, api_url=server.url, **settings)
    platform.attach(door)
    await platform.start()
    try:
        yield platform
    finally:
        await platform.stop()


async def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    """Return as soon as something is true, whoever made it so; TimeoutError when it never is."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


def as_json(value: object) -> str:
    """A value in one text, to look for what must not be in it."""
    return json.dumps(value, default=str, ensure_ascii=False)
