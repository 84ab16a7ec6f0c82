"""Updates of the loopback Telegram wait until they are confirmed, by long polling or by a webhook."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from telegram import Bot, error

from tests.wire.telegram_client import KEYS, client_of, raw, refusal, waiting
from tests.wire.telegram_server import TelegramServer, telegram_server


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as running:
        yield running


@pytest.fixture
async def bot(server: TelegramServer) -> AsyncIterator[Bot]:
    async with client_of(server) as running:
        server.calls.clear()
        yield running


# -- long polling


async def test_what_waits_comes_again_until_an_offset_confirms_it(server: TelegramServer, bot: Bot) -> None:
    first, _, third = (server.user_text(42, text) for text in ("one", "two", "three"))
    assert await waiting(bot) == ["one", "two", "three"] == await waiting(bot)
    assert await waiting(bot, limit=2) == ["one", "two"]
    assert await waiting(bot, offset=first["update_id"] + 1) == ["two", "three"] == await waiting(bot)
    assert server.confirmed_offset == first["update_id"] + 1
    assert await waiting(bot, offset=third["update_id"] + 1) == [] == server.pending


async def test_a_waiting_poll_is_woken_by_what_happens(server: TelegramServer, bot: Bot) -> None:
    poll = asyncio.create_task(waiting(bot, timeout=30))
    await server.wait_until(lambda: bool(server.calls))
    assert not poll.done()
    server.user_text(42, "wake up")
    assert await poll == ["wake up"]


async def test_a_second_poller_ends_the_first(server: TelegramServer, bot: Bot) -> None:
    first = asyncio.create_task(waiting(bot, timeout=30))
    await server.wait_until(lambda: bool(server.calls))
    assert await waiting(bot) == []
    assert "terminated by other getupdates request" in await refusal(first, error.Conflict)


async def test_a_webhook_ends_polling_until_it_is_deleted(server: TelegramServer, bot: Bot) -> None:
    poll = asyncio.create_task(waiting(bot, timeout=30))
    await server.wait_until(lambda: bool(server.calls))
    await bot.set_webhook("https://example.org/hook")
    await refusal(poll, error.Conflict)
    assert "webhook is active" in await refusal(waiting(bot), error.Conflict)
    assert (await bot.get_webhook_info()).url == "https://example.org/hook"
    await bot.delete_webhook()
    assert await waiting(bot) == []


async def test_only_allowed_kinds_come_and_the_list_is_remembered(server: TelegramServer, bot: Bot) -> None:
    await waiting(bot, allowed_updates=["message"])
    mine = server.user_text(42, "kept")
    server.edit(42, mine["message"]["message_id"], "changed")
    assert await waiting(bot) == ["kept"]
    await waiting(bot, allowed_updates=[])
    server.edit(42, mine["message"]["message_id"], "changed")
    assert await waiting(bot) == ["kept", "changed"]


async def test_presses_wait_150_seconds_and_messages_a_day(server: TelegramServer, bot: Bot) -> None:
    sent = await bot.send_message(42, "card", reply_markup=KEYS)
    server.tap(42, sent.message_id, "approve")
    server.user_text(42, "hello")
    server.clock.advance(149)
    assert len(await bot.get_updates(timeout=0)) == 2
    server.clock.advance(2)
    assert await waiting(bot) == ["hello"]
    server.clock.advance(24 * 3600)
    assert await waiting(bot) == []


async def test_poison_comes_as_it_is(server: TelegramServer) -> None:
    poison = server.push_raw({"message": {"no": "id"}})
    assert (await raw(server, "getUpdates"))["result"] == [poison]


# -- webhook


class Hook:
    """Where a webhook points: what came, and how the next are answered (200 beyond the list)."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.came: list[tuple[int, str, str]] = []
        self.opened = asyncio.Event()

    async def receive(self, request: web.Request) -> web.Response:
        update = await request.json()
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")
        self.came.append((update["update_id"], secret, request.headers["Content-Type"]))
        status = self.statuses.pop(0) if self.statuses else 200
        await self.opened.wait()
        return web.Response(status=status)


@asynccontextmanager
async def listening(hook: Hook) -> AsyncIterator[str]:
    """The address at which the hook receives."""
    app = web.Application()
    app.router.add_post("/hook", hook.receive)
    async with TestServer(app) as running:
        yield str(running.make_url("/hook"))
        hook.opened.set()


async def test_a_webhook_gets_one_update_of_a_chat_at_a_time(server: TelegramServer, bot: Bot) -> None:
    hook = Hook()
    async with listening(hook) as url:
        await bot.set_webhook(url, secret_token="s3cret")
        first, second, other = [server.user_text(user, "hello") for user in (42, 42, 43)]
        await server.wait_until(lambda: len(hook.came) == 2)
        assert {number for number, _, _ in hook.came} == {first["update_id"], other["update_id"]}
        assert {came[1:] for came in hook.came} == {("s3cret", "application/json")}
        assert (await bot.get_webhook_info()).pending_update_count == 3
        assert len(hook.came) == 2
        hook.opened.set()
        await server.wait_until(lambda: not server.pending)
        assert hook.came[-1][0] == second["update_id"]
        assert [delivery.status for delivery in server.deliveries] == [200] * 3


async def test_a_refused_update_is_sent_again_before_the_next(server: TelegramServer, bot: Bot) -> None:
    first, second = [server.user_text(42, text) for text in ("first", "second")]
    hook = Hook()
    hook.statuses = [500, 500, 403]
    hook.opened.set()
    async with listening(hook) as url:
        await bot.set_webhook(url)
        await server.wait_until(lambda: not server.pending)
        assert [number for number, _, _ in hook.came] == [first["update_id"]] * 4 + [second["update_id"]]
        assert [delivery.status for delivery in server.deliveries] == [500, 500, 403, 200, 200]
        assert "403" in str((await bot.get_webhook_info()).last_error_message)


async def test_a_webhook_needs_https_outside_and_a_plain_secret(bot: Bot) -> None:
    assert "https" in await refusal(bot.set_webhook("http://example.org/hook"))
    assert "unallowed characters" in await refusal(bot.set_webhook("https://example.org", secret_token="a b"))


async def test_what_waits_can_be_dropped(server: TelegramServer, bot: Bot) -> None:
    server.user_text(42, "forgotten")
    await bot.delete_webhook(drop_pending_updates=True)
    assert await waiting(bot) == []


async def test_a_drained_queue_takes_what_comes_next(server: TelegramServer, bot: Bot) -> None:
    hook = Hook()
    hook.opened.set()
    async with listening(hook) as url:
        await bot.set_webhook(url)
        for number in range(1, 31):
            server.user_text(42, "next")
            while server.pending:
                await asyncio.sleep(0)
            assert len(hook.came) == number
