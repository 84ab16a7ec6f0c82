"""Chats: presses on Slack and Telegram through the whole program, while everybody waits for a slow model."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from adapters.slack.app import SOCKETS
from bench import bare
from bench.crowd import PATIENCE, Crowd, Presses, crowd
from bench.presses import WARM_UP
from bot.platforms import Chats
from bot.settings import Settings
from bot.storing import open_database
from bot.wiring import App
from core.event import Conversation
from core.ports import Rate
from core.talk.chat import ChatMessage, Reply, ToolSpecification, Way

FLIGHT: Final = 16
"""Presses under way at a time, where they are many."""


@dataclass(frozen=True, slots=True)
class Chatted:
    """Presses of one program: while the model idles, then one by one and many while it is slow."""

    idle: Presses
    alone: Presses
    busy: Presses


class SlowModel:
    """A model that is still thinking: every call waits until its Job is stopped. `asked` counts them."""

    host = "model.example.com"
    name = "slow"
    way: Way = "tools"

    def __init__(self) -> None:
        self.asked = 0

    async def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpecification],
        *,
        schema: dict[str, Any] | None,
        on_text: Callable[[str], None],
    ) -> Reply:
        """Wait for ever."""
        self.asked += 1
        thought: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        return await thought


async def at_once(conversation: Conversation, rate: Rate) -> None:
    """No pace: a platform's limits are not what is measured."""


async def slack_presses(folder: Path, people: int) -> tuple[Chatted, Presses]:
    """The program's presses, and clicks on the same cards that a Bolt app acknowledges and nothing more."""
    async with crowd("slack", people) as here:
        async with program(here, folder) as (app, model):
            await here.do("connected", sockets=SOCKETS)
            found = await chatted(here, app, model, people)
        await here.do("connected", sockets=0)
        async with bare.bolt(here.settings):
            await here.do("connected", sockets=SOCKETS)
            await here.do("click", first=0, last=WARM_UP, in_flight=1)
            floor = await here.press(WARM_UP, people, FLIGHT, "click")
    return found, floor


async def telegram_presses(folder: Path, people: int, *, is_ours: bool) -> Chatted:
    """The program's presses over our transport, or over the one that its client brings."""
    async with crowd("telegram", people) as here, program(here, folder, is_ours=is_ours) as (app, model):
        return await chatted(here, app, model, people)


async def bare_presses(people: int, *, is_ours: bool) -> Presses:
    """Presses that Telegram's client alone takes in, answers and redraws, over either transport."""
    async with crowd("telegram", people) as here, bare.answering(here, is_ours=is_ours):
        await here.press(0, WARM_UP, 1)
        return await here.press(WARM_UP, people, FLIGHT)


async def chatted(here: Crowd, app: App, model: SlowModel, people: int) -> Chatted:
    """Have a crowd get its cards and press them; a quarter idle, a sixth alone, the others many at a time."""
    await here.do("wish")
    await quiet(app)
    await here.press(0, WARM_UP, 1)
    first = WARM_UP + max(1, (people - WARM_UP) // 4)
    second = first + max(1, (people - WARM_UP) // 6)
    idle = await here.press(WARM_UP, first, FLIGHT)
    await here.do("ask")
    async with asyncio.timeout(PATIENCE):
        while model.asked < people:
            app.jobs_bell.ring()  # it begins a few Jobs at a look, and looks by itself every 2 s
            await asyncio.sleep(0.05)
    await quiet(app)
    alone = await here.press(first, second, 1)
    busy = await here.press(second, people, FLIGHT)
    assert model.asked == people, "everybody waited all the time, and nobody twice"
    return Chatted(idle, alone, busy)


async def quiet(app: App) -> None:
    """Wait until nothing is left to be sent."""
    async with asyncio.timeout(PATIENCE):
        while await app.store.due_posts(app.clock.now(), 1, 1):  # noqa: ASYNC110  # the store tells nobody
            await asyncio.sleep(0.05)


@asynccontextmanager
async def program(here: Crowd, folder: Path, *, is_ours: bool = True) -> AsyncIterator[tuple[App, SlowModel]]:
    """The program as it is wired, on SQLite, without a pace; with Telegram's own transport if not ours."""
    with TemporaryDirectory(dir=folder) as data:
        none: dict[str, Any] = {"slack_bot_token": None, "telegram_bot_token": None}
        place = Path(data)
        url = f"sqlite:///{place / 'store.db'}"
        settings = Settings(data_dir=place, database_url=url, model="", **{**none, **here.settings})
        chats, model = Chats(settings), SlowModel()
        if not is_ours:
            take_default(chats, here)
        database = await open_database(settings)
        app = App(settings, database, model=model, platforms=chats.platforms, pace=at_once)
        chats.attach(app)
        try:
            await app.start()
            await chats.start()
            yield app, model
        finally:
            await chats.stop()
            await app.stop()
            await database.close()


def take_default(chats: Chats, here: Crowd) -> None:
    """Let Telegram's client go by the transport that it brings; before the platform is attached."""
    platform: Any = chats.platforms[0]
    platform._bot = bare.client(here.settings, is_ours=False)
    platform._request = platform._bot.request
