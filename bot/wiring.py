"""Wiring: the one place where adapters meet core, and each part is handed what it needs."""

import asyncio
import hmac
from collections.abc import Sequence

from adapters.documents.files import Files
from adapters.model.openai import OpenAIModel
from adapters.store.database import Database
from adapters.store.store import SqlStore
from bot.clock import RandomIds, SystemClock
from bot.lanes import Lanes
from bot.pace import Pace
from bot.retention import keep_sweeping
from bot.secret import secret_key
from bot.settings import Settings
from bot.watch import Watch
from bot.workers import Bell, JobWorker, deliver_posts
from core import writes
from core.desk import Desk
from core.desk.case import Means
from core.event import PlatformName
from core.ports import Clock, Platform, Store
from core.show.postman import Pace as Paces
from core.show.postman import Postman
from core.show.render import Renderer
from core.talk.chat import Model
from core.unit import Unit


class App:
    """The whole program, from settings to loops. `start()`, then `stop()`.

    `model`, `platforms`, `clock` and `pace` may be handed in, for tests and for programs that embed it.
    """

    def __init__(
        self,
        settings: Settings,
        database: Database,
        *,
        model: Model | None = None,
        platforms: Sequence[Platform] = (),
        clock: Clock | None = None,
        watch: Watch | None = None,
        pace: Paces | None = None,
    ) -> None:
        self.settings = settings
        watch = watch or Watch()
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
            traits={one.name: one.traits for one in platforms},
            language=settings.language or None,
            daily_tokens=settings.daily_tokens,
        )
        renderer = Renderer(self.store, self.clock, shown_key, self.model is not None)
        self.postman = Postman(self.store, renderer, self.platforms, self.clock, watch.post, pace or Pace())
        self.posts_bell, self.jobs_bell = Bell(), Bell()
        self.desk = Desk(means)
        self.lanes = Lanes(self.store, self.desk, self.clock, self._something_changed, watch)
        self.jobs = JobWorker(
            self.store,
            self.model,
            self.documents,
            self.platforms,
            self.clock,
            self.ids,
            self.lanes.wake,
            watch,
        )
        self.watch = watch
        self._loops: list[asyncio.Task[None]] = []

    async def take_over(self) -> None:
        """Give up the claims of a former process; only where no other one runs on this store."""
        await self.store.commit(Unit().add(writes.release_jobs(), writes.end_leases()))

    async def start(self) -> None:
        """Go on where the last process stopped."""
        self._loops = [
            asyncio.create_task(self.lanes.keep_looking()),
            asyncio.create_task(deliver_posts(self.postman, self.posts_bell, self.watch)),
            asyncio.create_task(self.jobs.run(self.jobs_bell)),
            asyncio.create_task(
                keep_sweeping(
                    self.store,
                    self.clock,
                    self.settings.retention_days,
                    self.settings.expiry_days,
                    self.lanes.wake,
                    self.watch,
                )
            ),
        ]

    @property
    def is_running(self) -> bool:
        """Whether every loop is at work."""
        return bool(self._loops) and not any(loop.done() for loop in self._loops)

    async def stop(self) -> None:
        """Finish what is in hand; what is stored goes on at the next start."""
        for loop in self._loops[:1]:
            loop.cancel()
        await self.lanes.drained()
        for loop in self._loops:
            loop.cancel()
        await self.jobs.stop()
        await self.postman.stop()
        await asyncio.gather(*self._loops, return_exceptions=True)

    def _something_changed(self) -> None:
        self.posts_bell.ring()
        self.jobs_bell.ring()


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
