"""Bare: the libraries of the chats with no program behind them, as floors of what a press costs."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import telegram
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient
from telegram.request import HTTPXRequest

from adapters.slack.app import SOCKETS
from adapters.slack.client import quiet_logger
from adapters.telegram.decode import Bot, Came, decode
from adapters.telegram.keyboard import Key, Rows
from adapters.telegram.markup import text
from adapters.telegram.poll import Poll
from adapters.telegram.request import Request
from adapters.telegram.sender import Sender
from bench.crowd import Crowd
from core.event import Conversation

CARD: Final = text("Add TypeScript\n\nSkills\n+ TypeScript\n\n" + "What stands around it, in words. " * 12)
DONE: Final = text("Add TypeScript\n\nApproved by you: this is version 2.\n\n" + "What was changed. " * 20)
OFFERED: Final[Rows] = ((Key("Approve", "pabcdefghij.1.abcdef.approve"), Key("Reject", "reject")),)
LEFT: Final[Rows] = ((Key("Undo", "pabcdefghij.1.abcdef.undo"), Key("Get PDF", "pdf")),)


@asynccontextmanager
async def bolt(settings: Mapping[str, str]) -> AsyncIterator[None]:
    """A Bolt app that acknowledges every press and does nothing, on as many sockets as ours."""
    token = settings["slack_bot_token"]
    client = AsyncWebClient(token, settings["slack_api_url"])
    app = AsyncApp(token=token, client=client, logger=quiet_logger(), name="slack_bolt.bench")

    async def acknowledge(ack: AsyncAck) -> None:
        await ack()

    app.action(re.compile(".*"))(acknowledge)
    handlers = [AsyncSocketModeHandler(app, settings["slack_app_token"]) for _ in range(SOCKETS)]
    try:
        for handler in handlers:
            await handler.connect_async()  # type: ignore[no-untyped-call]
        yield
    finally:
        for handler in handlers:
            await handler.close_async()  # type: ignore[no-untyped-call]


def client(settings: Mapping[str, str], *, is_ours: bool) -> telegram.Bot:
    """python-telegram-bot's client over our transport, or over its own."""
    request = Request() if is_ours else HTTPXRequest()
    url = settings["telegram_api_url"]
    return telegram.Bot(
        settings["telegram_bot_token"], f"{url}/bot", request=request, get_updates_request=request
    )


@asynccontextmanager
async def answering(crowd: Crowd, *, is_ours: bool) -> AsyncIterator[None]:
    """A bot that sends everybody a card, and to each press an answer and the card's other face."""
    async with client(crowd.settings, is_ours=is_ours) as bot:
        answers = Answers(bot)
        await answers.send_cards(await crowd.do("users"))
        await crowd.do("find")
        receiver: Any = answers  # all that a poll asks of it is `take`
        polling = asyncio.create_task(Poll(bot, receiver, always).run())
        try:
            yield
        finally:
            polling.cancel()
            with suppress(asyncio.CancelledError):
                await polling
            await answers.end()


async def always() -> bool:
    """Nobody else polls."""
    return True


class Answers:
    """What such a bot does; it decides nothing and stores nothing."""

    def __init__(self, bot: telegram.Bot) -> None:
        self._bot = bot
        self._sender = Sender(bot)
        self._who = Bot(str(bot.id))
        self._tasks: set[asyncio.Task[None]] = set()

    async def send_cards(self, users: list[int]) -> None:
        """A card for everybody, one after another."""
        for user in users:
            where = Conversation(platform="telegram", workspace=self._who.id, channel=str(user))
            await self._sender.send(where, CARD, OFFERED, silently=True)

    async def take(self, raw: dict[str, Any]) -> None:
        """Take an Update in, read as our own receiver reads it."""
        came = decode(raw, self._who, int(time.time() * 1000))
        assert isinstance(came, Came), "nothing but presses comes"
        task = asyncio.create_task(self._answer(came.query, raw["callback_query"]["message"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        """Wait for what is under way."""
        await asyncio.gather(*self._tasks)

    async def _answer(self, query: str, card: dict[str, Any]) -> None:
        await self._bot.answer_callback_query(query, text="Approved. This is version 2.")
        await self._sender.edit(card["chat"]["id"], card["message_id"], DONE, LEFT)
