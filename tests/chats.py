"""The whole program with a real adapter against its loopback platform, on a real store."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.chat import ChatDoor
from bot.settings import Settings
from bot.wiring import App
from core.door import Door
from core.event import Conversation
from core.ports import Platform, Rate
from core.talk.chat import Model
from tests.talk import opened


class Chat(Platform, Protocol):
    """A Platform with a connection of its own."""

    def attach(self, door: Door) -> None: ...
    async def start(self) -> str: ...
    async def stop(self) -> None: ...


async def at_once(conversation: Conversation, rate: Rate) -> None:
    """No pace: what is tried is not how fast it goes."""


@asynccontextmanager
async def program(
    url: str, folder: Path, *platforms: Chat, model: Model | None = None, paced: bool = False
) -> AsyncIterator[App]:
    """Everything running, as `countersign run` wires it."""
    database = await opened(url)
    settings = Settings(data_dir=folder)
    app = App(settings, database, model=model, platforms=platforms, pace=None if paced else at_once)
    for one in platforms:
        one.attach(ChatDoor(app, one.name))
    await app.start()
    try:
        for one in platforms:
            await one.start()
        yield app
    finally:
        for one in platforms:
            await one.stop()
        await app.stop()
        await database.close()
