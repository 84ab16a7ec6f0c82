"""A world to press in: many conversations, each with a person, a 20 KB résumé, and one card that is shown."""

import asyncio
import json
import logging
import os
import shutil
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import structlog

from adapters.store.database import Database
from bench.resume import add_skill, large_resume
from bot.settings import Settings
from bot.storing import open_database
from bot.wiring import App
from core import writes
from core.event import Actor, Conversation, Event, PlatformName, Press
from core.ports import Rate, Sending, Shown, Traits
from core.resume.change import conditions, difference, to_json
from core.resume.patch import try_patch
from core.resume.values import Document
from core.show.view import Notice
from core.talk.proposal import Proposal
from core.unit import Unit

NOW = time.time_ns() // 1_000_000
PATIENCE = 60_000
"""Milliseconds that a press waits for its notice: never the limit here."""


class Screen:
    """A platform that takes what is shown at once, and remembers the Approve of each card."""

    name: PlatformName = "web"
    traits = Traits(echoes=True, has_home=True, has_forms=True, is_remote=False)

    def __init__(self) -> None:
        self.approves: dict[int, str] = {}

    def rate(self, conversation: Conversation) -> Rate | None:
        """As fast as they come."""
        return None

    async def show(self, sending: Sending) -> Shown:
        """Take a view."""
        for button in getattr(sending.view, "buttons", ()):
            if button.token.endswith(".approve"):
                self.approves[sending.post] = button.token
        return Shown(str(sending.post))

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """Nobody hands over a file."""
        return b""

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Nothing to take away."""

    async def progress(self, conversation: Conversation, text: str) -> None:
        """Nobody reads along."""

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Card:
    """A shown card: where it stands, whose it is, and its Approve."""

    conversation: str
    user: str
    post: int
    token: str

    def press(self, at: int) -> Event:
        """The Event of its Approve."""
        conversation = Conversation.from_id(self.conversation)
        actor = Actor(platform="web", user=self.user, name="Ada", locale="en")
        return Event(
            key=f"web:{self.token}",
            conversation=conversation,
            actor=actor,
            at=at,
            body=Press(token=self.token, post=self.post),
            notice_until=at + PATIENCE,
        )


async def build(folder: Path, conversations: int) -> list[Card]:
    """Make a world in an empty folder; its database is left closed and checkpointed."""
    document = large_resume()
    async with app_in(folder) as (app, _, screen):
        users = {}
        for number in range(conversations):
            await app.store.commit(_conversation(app, number, document))
            users[Conversation(platform="web", channel=f"c{number}").id] = f"u{number}"
        while await app.postman.deliver():
            pass
        cards = []
        for post_id, token in sorted(screen.approves.items()):
            post = await app.store.post(post_id)
            assert post is not None, "it was shown"
            cards.append(Card(post.conversation, users[post.conversation], post_id, token))
    (folder / "cards.json").write_text(json.dumps([asdict(card) for card in cards]), encoding="utf-8")
    return cards


def copy(world: Path, folder: Path) -> list[Card]:
    """The same world again, untouched, in a new folder; its cards."""
    shutil.copytree(world, folder)
    return [Card(**card) for card in json.loads((folder / "cards.json").read_text(encoding="utf-8"))]


class Watched:
    """A Database that tells what it committed, and which Posts it has noted as sent."""

    def __init__(self, database: Database) -> None:
        self.inner = database
        self.last = Unit()
        """The last Unit that was committed, as it was stored."""
        self._noted: dict[int, asyncio.Future[None]] = {}

    def noted(self, post: int) -> asyncio.Future[None]:
        """Done once this Post is durably noted as sent."""
        return self._noted.setdefault(post, asyncio.get_running_loop().create_future())

    async def open(self) -> None:
        """As the Database does."""
        await self.inner.open()

    async def close(self) -> None:
        """As the Database does."""
        await self.inner.close()

    async def rows(self, statement: str, values: Mapping[str, Any]) -> list[dict[str, Any]]:
        """As the Database does."""
        return await self.inner.rows(statement, values)

    async def scrub(self) -> None:
        """As the database does it."""
        await self.inner.scrub()

    async def run(self, unit: Unit) -> None:
        """Commit, then tell which Posts are noted as sent."""
        await self.inner.run(unit)
        self.last = unit
        for write in unit.writes:
            if write.statement == "note_sent" and (done := self._noted.pop(write.values["post"], None)):
                done.set_result(None)


@asynccontextmanager
async def app_in(folder: Path) -> AsyncIterator[tuple[App, Watched, Screen]]:
    """The program as it is wired, on SQLite in this folder; its loops are not started."""
    settings = Settings(data_dir=folder, database_url=f"sqlite:///{folder / 'store.db'}", model="")
    database, screen = Watched(await open_database(settings)), Screen()
    app = App(settings, database, platforms=[screen])
    try:
        yield app, database, screen
    finally:
        await app.stop()
        await database.close()


def _conversation(app: App, number: int, document: Document) -> Unit:
    """A person in a conversation with a résumé, its home, and one card that adds a skill."""
    conversation = Conversation(platform="web", channel=f"c{number}")
    actor = Actor(platform="web", user=f"u{number}", name="Ada", locale="en")
    person, resume = app.ids.short(), app.ids.short()
    trial = try_patch(add_skill("Kafka"), document, app.ids.uuid)
    change = difference(document, trial.target, conditions(document, trial.operations))
    proposal = Proposal(
        id=app.ids.short(), resume=resume, conversation=conversation.id, batch=app.ids.short(), place=0,
        base=1, revision=1, state="pending", destructive=False, title="Add Kafka", summary="",
        operations=trial.operations, change=to_json(change), marks=(), person=person,
        proposed_by="model", created_at=NOW,
    )  # fmt: skip
    unit = Unit(writes.add_person(person, actor, "en", NOW))
    unit.add(writes.add_conversation(conversation, NOW))
    unit.extend(writes.add_resume(resume, person, "My résumé", document, cause="created", why="", at=NOW))
    return unit.add(
        writes.set_current(person, conversation.id, resume),
        writes.add_post(conversation.id, "home", person, NOW, person=person),
        writes.add_proposal(proposal),
        writes.add_post(conversation.id, "proposal", proposal.id, NOW, person=person),
    )


def log_nowhere() -> None:
    """Write log lines as the program does, to where nobody reads them."""
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # as long as the process
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(nowhere),
    )
