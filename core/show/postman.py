"""The postman: renders the current state of each Post and sends it until sent = wanted."""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from core import writes
from core.errors import BusyError, DeliveryError, LostRaceError, UnknownOutcomeError, UnreachableError
from core.event import Conversation, PlatformName
from core.ports import Clock, Platform, Rate, Sending, Store
from core.show.post import Post
from core.show.render import Rendered, Renderer
from core.show.view import View
from core.unit import Unit, Write

DELAYS: Final = (1_000, 5_000, 30_000, 120_000, 600_000)
"""Milliseconds to wait after each failed sending; after the last the Post is given up."""

ABSENT: Final = 60_000
"""Milliseconds until a Post of a platform that doesn't run is looked at again."""

ROUND: Final = 1_000
"""Posts taken at a time."""

EACH: Final = 20
"""Of them of one conversation, so that a long queue leaves room for the others."""

SIDE_BY_SIDE: Final = 64
"""Conversations that are sent to at a time."""


Watch: TypeAlias = Callable[[Post, str, Exception | None], None]
"""Hears what came of a Post (`sent`, `busy`, `unknown`, `unreachable`, `failed`, `given_up`)."""

Pace: TypeAlias = Callable[[Conversation, Rate], Awaitable[None]]
"""Waits until a conversation may be sent to again."""


async def _at_once(conversation: Conversation, rate: Rate) -> None:
    """The pace of who has none."""


class Postman:
    """Level-triggered sending: however often a state changed, what is sent is how it is now.

    Conversations go side by side, one waiting for none; within one, first sendings keep their order.
    """

    def __init__(
        self,
        store: Store,
        renderer: Renderer,
        platforms: Mapping[PlatformName, Platform],
        clock: Clock,
        watch: Watch = lambda post, outcome, problem: None,
        pace: Pace = _at_once,
    ) -> None:
        self._store = store
        self._renderer = renderer
        self._platforms = platforms
        self._clock = clock
        self._watch = watch
        self._pace = pace
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._quiet: dict[str, int] = {}
        """Conversations that the platform asked to leave alone, and until when (ms)."""
        self._problem: BaseException | None = None
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)

    async def begin(self, done: Callable[[], None] = lambda: None) -> int:
        """Begin with every conversation that has something due and isn't in hand; how many those were.

        `done` is called as each is through. Raises what the store raised, now or in an earlier round.
        """
        problem, self._problem = self._problem, None
        if problem is not None:
            raise problem
        due: dict[str, list[Post]] = defaultdict(list)
        for post in await self._store.due_posts(self._clock.now(), ROUND, EACH):
            if post.conversation not in self._busy:
                due[post.conversation].append(post)
        for name, posts in due.items():
            task = asyncio.create_task(self._conversation(name, posts))
            self._busy[name] = task
            task.add_done_callback(partial(self._ended, name, done))
        return len(due)

    def _ended(self, name: str, done: Callable[[], None], task: asyncio.Task[None]) -> None:
        self._busy.pop(name, None)
        if not task.cancelled() and task.exception() is not None:
            self._problem = task.exception()
        done()

    async def deliver(self) -> int:
        """One round, waited for: how many conversations had something due.

        Raises what the store raises: then the Posts stay due.
        """
        number = await self.begin()
        await asyncio.gather(*self._busy.values())
        return number

    async def stop(self) -> None:
        """Leave what is in hand; it stays due."""
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _conversation(self, name: str, posts: list[Post]) -> None:
        async with self._room:
            conversation = Conversation.from_id(name)
            platform = self._platforms.get(conversation.platform)
            if platform is None:  # it has no token now; its Posts wait, and hold nobody up
                until = self._clock.now() + ABSENT
                await self._store.commit(Unit([writes.hold_post(post.id, until) for post in posts]))
                return
            notes = Unit()
            for post in posts:
                noted = await self._try(post, conversation, platform)
                if noted is None:  # the conversation takes nothing at all; what is left of it stays due
                    break
                notes.extend(noted)
                if platform.traits.is_remote and notes.writes:
                    await self._store.commit(notes)  # at once: it stands there
                    notes = Unit()
            if notes.writes:
                await self._store.commit(notes)

    async def _try(self, post: Post, conversation: Conversation, platform: Platform) -> list[Write] | None:
        """What to note of one Post; None when the conversation was closed, which is noted already.

        One that fails holds up none behind it, unless the platform asks to leave the conversation alone.
        """
        waits = self._waits(post, platform)
        if waits:
            return [writes.hold_post(post.id, waits)]
        try:
            return await self._send(post, conversation, platform)
        except BusyError as problem:
            self._watch(post, "busy", problem)
            until = self._clock.now() + int(problem.retry_after * 1000)
            self._quiet[post.conversation] = until
            return [writes.not_delivered(post.id), writes.hold_post(post.id, until)]
        except UnreachableError as problem:
            self._watch(post, "unreachable", problem)
            now = self._clock.now()
            closed = writes.close_conversation(conversation, problem.reason, now)
            await self._store.commit(Unit([writes.not_delivered(post.id), closed]))
            return None
        except Exception as problem:  # whatever a platform's client raises, the others still go out
            return self._failed(post, problem, platform)

    def _waits(self, post: Post, platform: Platform) -> int:
        """Until when a Post has to wait (ms); 0: not at all."""
        now = self._clock.now()
        until = self._quiet.get(post.conversation, 0)
        if until <= now:
            self._quiet.pop(post.conversation, None)
            until = 0
        if post.place is None and post.tried_at is not None:
            until = max(until, post.tried_at + platform.traits.resend_after)
        return until if until > now else 0

    def _failed(self, post: Post, problem: Exception, platform: Platform) -> list[Write]:
        is_unknown = isinstance(problem, UnknownOutcomeError)
        if post.attempts >= len(DELAYS):
            self._watch(post, "given_up", problem)
            return [writes.give_up_post(post.id)]
        self._watch(post, "unknown" if is_unknown else "failed", problem)
        delay = max(DELAYS[post.attempts], platform.traits.resend_after if is_unknown else 0)
        noted = [writes.delay_post(post.id, self._clock.now() + delay)]
        if isinstance(problem, DeliveryError) and not is_unknown:
            noted.append(writes.not_delivered(post.id))
        return noted

    async def _send(self, post: Post, conversation: Conversation, platform: Platform) -> list[Write]:
        rendered = await self._renderer.render(post)
        if rendered is None:
            if post.place is not None or not platform.traits.is_remote or post.tried_at is not None:
                await platform.fold(post.id, conversation, post.place or "")
            return [writes.fold_post(post.id)]
        await self._keep(rendered)
        digest = digest_of(rendered.view)
        if digest == post.digest:
            return [
                writes.note_sent(
                    post.id, post.wanted, post.place or "", digest, rendered.version, is_cut=post.is_cut
                )
            ]
        rate = platform.rate(conversation)
        if rate is not None:
            await self._pace(conversation, rate)
        if post.place is None and platform.traits.is_remote:
            await self._store.commit(Unit().add(writes.begin_sending(post.id, self._clock.now())))
        shown = await platform.show(
            Sending(
                post=post.id,
                conversation=conversation,
                view=rendered.view,
                place=post.place or "",
                tried_at=post.tried_at,
                rings=rendered.rings,
            )
        )
        self._watch(post, "sent", None)
        return [
            writes.note_sent(post.id, post.wanted, shown.place, digest, rendered.version, is_cut=shown.is_cut)
        ]

    async def _keep(self, rendered: Rendered) -> None:
        """What a card draws is durable before anyone can press it."""
        if rendered.unit.writes:
            await self._store.commit(rendered.unit)
        if rendered.moved is not None:
            with suppress(LostRaceError):  # it was noted meanwhile
                await self._store.commit(rendered.moved)

    async def drawn(self, post: Post) -> View | None:
        """A Post as it stands now, for a form; what it draws may be pressed."""
        rendered = await self._renderer.render(post)
        if rendered is None:
            return None
        await self._keep(rendered)
        return rendered.view

    async def snapshot(self, conversation: Conversation, limit: int = 300) -> tuple[tuple[int, View], ...]:
        """The whole current state of a conversation, for a platform that starts anew (the page)."""
        views = []
        for post in await self._store.live_posts(conversation.id, limit):
            try:
                rendered = await self._renderer.render(post)
                if rendered is not None:
                    await self._keep(rendered)
                    views.append((post.id, rendered.view))
            except Exception as problem:  # one that can't be drawn must not hide the others
                self._watch(post, "failed", problem)
        return tuple(views)


def digest_of(view: View) -> str:
    """What tells two views apart."""
    return hashlib.sha256(repr(view).encode("utf-8", "surrogatepass")).hexdigest()[:32]
