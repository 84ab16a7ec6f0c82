"""A crowd on Slack: its server, and people with one card each who press Approve."""

import asyncio
import sys
from time import perf_counter
from typing import Any

from bench.crowd import PATIENCE, obey
from bench.presses import in_flight as side_by_side
from tests.wire.slack_server import SlackServer
from tests.wire.slack_state import Body, elements
from tests.wire.slack_typing import label


class SlackCrowd:
    """People on a loopback Slack; each coroutine is an order (`bench/crowd.py`)."""

    def __init__(self, server: SlackServer, people: int) -> None:
        self._server = server
        self._users = [f"U{100 + number}" for number in range(people)]
        for user in self._users:
            server.add_user(user, user)
            server.dm(user)
        self._cards: dict[str, str] = {}
        self.settings = {
            "slack_bot_token": server.bot_token,
            "slack_app_token": server.app_token,
            "slack_api_url": server.url,
        }

    async def connected(self, sockets: int) -> None:
        """Wait until so many sockets are open."""
        await self._server.wait_until(lambda slack: slack.connections == sockets, PATIENCE)

    async def wish(self) -> None:
        """Everybody writes a wish that needs no model, and gets a card."""
        for user in self._users:
            await (await self._server.user_message(user, "add TypeScript to my skills")).acked()
        for user in self._users:
            await self._server.wait_until(lambda slack, user=user: bool(self._card(user)), PATIENCE)  # type: ignore[misc]
            self._cards[user] = self._card(user)

    async def ask(self) -> None:
        """Everybody writes what the model has to answer, in the thread of their card."""
        for user in self._users:
            root = self._message(user)["thread_ts"]
            text = "make my headline stronger, please"
            await (await self._server.user_message(user, text, thread_ts=root)).acked()

    async def press(self, first: int, last: int, in_flight: int) -> dict[str, Any]:
        """Press Approve, until it was acknowledged and the card says that it was done."""
        answered: list[float] = []

        async def one(user: str) -> None:
            await self._click(user, "Approve", answered)
            await self._server.wait_until(lambda _: "Undo" in buttons(self._message(user)), PATIENCE)

        each = await side_by_side(in_flight, self._users[first:last], one)
        return {"answered": answered, "each": each}

    async def click(self, first: int, last: int, in_flight: int) -> dict[str, Any]:
        """Press what the cards offer now, until it was acknowledged; nothing else is waited for."""
        answered: list[float] = []
        each = await side_by_side(
            in_flight, self._users[first:last], lambda user: self._click(user, "Undo", answered)
        )
        return {"answered": answered, "each": each}

    async def _click(self, user: str, button: str, answered: list[float]) -> None:
        started = perf_counter()
        await (await self._server.click(user, self._cards[user], button)).acked()
        answered.append(perf_counter() - started)

    def _message(self, user: str) -> Body:
        return self._server.channels[self._server.dm(user)].messages[self._cards[user]]

    def _card(self, user: str) -> str:
        """Where this person's card stands; '' before it came."""
        messages = self._server.messages(self._server.dm(user))
        return next((one["ts"] for one in messages if "Approve" in buttons(one)), "")


def buttons(message: Body) -> list[str]:
    """What stands on a message's buttons."""
    return [
        label(element) for _, element in elements(message.get("blocks", [])) if element["type"] == "button"
    ]


async def main(people: int) -> None:
    """The process."""
    async with SlackServer() as server:
        await obey(SlackCrowd(server, people))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
