"""Wiring: the one place where adapters meet core, and each part is handed what it needs."""

import asyncio
import hmac
from collections.abc import Sequence
from contextlib import suppress

from adapters.documents.files import Files
from adapters.model.openai import OpenAIModel
from adapters.store.codec import Codec
from adapters.store.database import Database, database_at
from adapters.store.migrate import migrate
from adapters.store.statements import STATEMENTS
from adapters.store.store import SqlStore
from adapters.web.connect import WebPlatform
from adapters.web.door import Snapshot
from adapters.web.server import WebServer
from adapters.web.token import LinkToken
from bot.clock import RandomIds, SystemClock
from bot.lanes import Lanes
from bot.secret import secret_key
from bot.settings import Settings
from bot.workers import Bell, JobWorker, deliver_posts
from core import writes
from core.desk import Desk
from core.desk.case import Means
from core.event import Conversation, Event, PlatformName
from core.person import Person
from core.ports import Clock, Platform, Store
from core.show.files import make_file
from core.show.postman import Postman
from core.show.render import Renderer
from core.show.view import Notice
from core.show.words import Language
from core.talk.chat import Model
from core.unit import Unit


class App:
    """The whole program, from settings to loops. `start()`, then `stop()`.

    `model`, `platforms` and `clock` may be handed in, for tests and for programs that embed it.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        model: Model | None = None,
        platforms: Sequence[Platform] = (),
        clock: Clock | None = None,
    ) -> None:
        self.settings = settings
        self.clock: Clock = clock or SystemClock()
        self.ids = RandomIds()
        key = secret_key(
            settings.secret_key.get_secret_value() if settings.secret_key else None, settings.data_dir
        )
        shown_key = hmac.digest(key, b"countersign what was shown", "sha256")
        self.store: Store = SqlStore(database)
        self.model = model or _model(settings)
        self.platforms: dict[PlatformName, Platform] = {one.name: one for one in platforms}
        self.documents = Files(self.ids.uuid)
        means = Means(
            store=self.store,
            clock=self.clock,
            ids=self.ids,
            documents=self.documents,
            key=shown_key,
            model_host=self.model.host if self.model else None,
            echoes={one.name: one.echoes for one in platforms},
            daily_tokens=settings.daily_tokens,
        )
        renderer = Renderer(self.store, self.clock, shown_key, self.model is not None)
        self.postman = Postman(self.store, renderer, self.platforms, self.clock)
        self.posts_bell, self.jobs_bell = Bell(), Bell()
        self.desk = Desk(means)
        self.lanes = Lanes(self.store, self.desk, self.clock, self._something_changed)
        self.jobs = JobWorker(self.store, self.model, self.platforms, self.clock, self.ids, self.lanes.wake)
        self._loops: list[asyncio.Task[None]] = []

    async def take_over(self) -> None:
        """Give up the claims of a former process; only where no other one runs on this store."""
        await self.store.commit(Unit().add(writes.release_jobs()))

    async def start(self) -> None:
        """Go on where the last process stopped."""
        self._loops = [
            asyncio.create_task(self.lanes.keep_looking()),
            asyncio.create_task(deliver_posts(self.postman, self.posts_bell)),
            asyncio.create_task(self.jobs.run(self.jobs_bell)),
        ]

    async def stop(self) -> None:
        """Finish what is in hand; what is stored goes on at the next start."""
        for loop in self._loops[:1]:
            loop.cancel()
        await self.lanes.drained()
        for loop in self._loops:
            loop.cancel()
        await self.jobs.stop()
        for loop in self._loops:
            with suppress(asyncio.CancelledError):
                await loop

    def _something_changed(self) -> None:
        self.posts_bell.ring()
        self.jobs_bell.ring()


class PageDoor:
    """The core as the page sees it."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def receive(self, event: Event) -> Notice | None:
        """Store an Event durably, have it decided, and give the Notice that came in time."""
        return await self._app.lanes.receive(event)

    async def snapshot(self, conversation: Conversation) -> Snapshot:
        """The whole current state of a conversation."""
        posts = await self._app.postman.snapshot(conversation)
        model = self._app.model
        return Snapshot(posts, await self._language(conversation), model.host if model else None)

    async def export(self, conversation: Conversation) -> tuple[str, bytes] | None:
        """The current résumé of the page's person, its title and version in the name."""
        person = await self._person(conversation)
        resume = None if person is None else await self._app.store.current_resume(person.id, conversation.id)
        if resume is None:
            return None
        document = await self._app.store.content(resume.id, resume.version)
        return f"{resume.title} v{resume.version}.json", self._app.documents.write(document)

    async def file(self, conversation: Conversation, post: int) -> tuple[str, bytes] | None:
        """The file that a Post of this conversation hands over to its person."""
        found = await self._app.store.post(post)
        if found is None or found.conversation != conversation.id or found.subject != "file":
            return None
        person = None if found.person is None else await self._app.store.person_by_id(found.person)
        if person is None:
            return None
        made = await make_file(self._app.store, self._app.documents, found, person)
        return None if made is None else (made.name, made.data)

    async def _person(self, conversation: Conversation) -> Person | None:
        post = await self._app.store.last_post(conversation.id)
        if post is None or post.person is None:
            return None
        return await self._app.store.person_by_id(post.person)

    async def _language(self, conversation: Conversation) -> Language:
        person = await self._person(conversation)
        return person.language if person else self._app.settings.language or "en"


def _model(settings: Settings) -> Model | None:
    if not settings.has_model:
        return None
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else "none"
    return OpenAIModel(
        settings.openai_base_url or None,
        key,
        settings.model,
        way=settings.model_way,
        concurrency=settings.model_concurrency,
    )


async def open_database(settings: Settings) -> Database:
    """The database, migrated and open. Raises SettingsError, StoreError."""
    settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    key = secret_key(
        settings.secret_key.get_secret_value() if settings.secret_key else None, settings.data_dir
    )
    await migrate(settings.store_url)
    database = database_at(settings.store_url, STATEMENTS, Codec(key))
    await database.open()
    return database


def page(app: App, platform: WebPlatform) -> WebServer:
    """The page of an App."""
    token = LinkToken(app.settings.data_dir / "web.token")
    return WebServer(PageDoor(app), platform, app.settings.web_address, token, app.clock.now)
