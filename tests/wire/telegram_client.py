"""Telegram's own client, and plain HTTP, pointed at the loopback server."""

from collections.abc import Awaitable
from typing import Any, Final

import aiohttp
import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, error
from telegram.request import HTTPXRequest

from tests.wire.telegram_server import TelegramServer


def keys(*names: str) -> InlineKeyboardMarkup:
    """A row of buttons that carry their labels as data."""
    return InlineKeyboardMarkup.from_row([InlineKeyboardButton(name, callback_data=name) for name in names])


KEYS: Final = keys("approve", "reject")


def client_of(server: TelegramServer, token: str = "") -> Bot:
    """The client, past any proxy; it gives up on an answer after two seconds."""

    def request() -> HTTPXRequest:
        return HTTPXRequest(connection_pool_size=8, read_timeout=2, httpx_kwargs={"trust_env": False})

    return Bot(
        token or server.token,
        base_url=server.url + "/bot",
        base_file_url=server.url + "/file/bot",
        request=request(),
        get_updates_request=request(),
    )


async def raw(server: TelegramServer, method: str, **params: Any) -> Any:
    """The body that one call by plain HTTP gets, its parameters as JSON; a refusal has its own status."""
    address = f"{server.url}/bot{server.token}/{method}"
    async with aiohttp.ClientSession() as http, http.post(address, json=params) as answer:
        body = await answer.json()
        assert answer.status == body.get("error_code", 200)
        return body


async def refusal(call: Awaitable[Any], kind: type[error.TelegramError] = error.BadRequest) -> str:
    """The words with which a call is refused, small as the client's own capitals say nothing."""
    with pytest.raises(kind) as refused:
        await call
    assert type(refused.value) is kind
    return str(refused.value).lower()


async def waiting(bot: Bot, **more: Any) -> list[str]:
    """The texts of the updates that wait."""
    updates = await bot.get_updates(**({"offset": 0, "timeout": 0} | more))
    return [update.effective_message.text or "" for update in updates if update.effective_message]
