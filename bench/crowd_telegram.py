"""A crowd on Telegram: its server, and people with one card each who press Approve."""

import asyncio
import sys
import time
from typing import Any

from bench.crowd import PATIENCE, obey
from bench.presses import in_flight as side_by_side
from tests.wire.telegram_server import TelegramServer, telegram_server


class TelegramCrowd:
    """People on a loopback Telegram; each coroutine is an order (`bench/crowd.py`)."""

    def __init__(self, server: TelegramServer, people: int) -> None:
        self._server = server
        self._users = list(range(1_000, 1_000 + people))
        for user in self._users:
            server.add_user(user, f"P{user}")
        self._cards: dict[int, int] = {}
        self.settings = {"telegram_bot_token": server.token, "telegram_api_url": server.url}

    async def users(self) -> list[int]:
        """Who there is; a private chat has the id of its person."""
        return self._users

    async def wish(self) -> None:
        """Everybody writes a wish that needs no model, and gets a card."""
        for user in self._users:
            self._server.user_text(user, "add TypeScript to my skills")
        await self.find()

    async def find(self) -> None:
        """Wait until everybody has a card."""
        for user in self._users:
            await self._server.wait_until(lambda user=user: bool(self._card(user)), PATIENCE)  # type: ignore[misc]
            self._cards[user] = self._card(user)

    async def ask(self) -> None:
        """Everybody writes what the model has to answer."""
        for user in self._users:
            self._server.user_text(user, "make my headline stronger, please")

    async def press(self, first: int, last: int, in_flight: int) -> dict[str, Any]:
        """Press Approve, until it was answered and the card says that it was done."""
        answered: list[float] = []

        async def one(user: int) -> None:
            card, started = self._cards[user], time.time()
            update = self._server.tap(user, card, "Approve")
            await self._server.wait_until(lambda: self._server.toast(update) is not None, PATIENCE)
            toast = self._server.toast(update)
            assert toast is not None, "it was waited for"
            assert toast.text.startswith("Approved."), "the press was approved"
            answered.append(toast.at - started)
            await self._server.wait_until(lambda: "Undo" in self._server.buttons(user, card), PATIENCE)

        each = await side_by_side(in_flight, self._users[first:last], one)
        return {"answered": answered, "each": each}

    def _card(self, user: int) -> int:
        """Which message is this person's card; 0 before it came."""
        numbers = (message["message_id"] for message in self._server.sent(user))
        return next((one for one in numbers if "Approve" in self._server.buttons(user, one)), 0)


async def main(people: int) -> None:
    """The process."""
    async with telegram_server() as server:
        await obey(TelegramCrowd(server, people))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
