"""The postman: renders the current state of each Post and sends it until sent = wanted."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Final, TypeAlias

from core import writes
from core.event import Conversation, PlatformName
from core.ports import Clock, Platform, Store
from core.resume.values import canonical
from core.show.post import Post
from core.show.render import Rendered, Renderer
from core.show.view import View
from core.unit import Unit, Write

DELAYS: Final = (1_000, 5_000, 30_000, 120_000, 600_000)
"""Milliseconds to wait after each failed sending; after the last the Post is given up."""

ABSENT: Final = 60_000
"""Milliseconds until a Post of a platform that doesn't run is looked at again."""

ROUND: Final = 200
"""Posts taken at a time."""


Watch: TypeAlias = Callable[[Post, str, Exception | None], None]
"""Hears what came of a Post (`sent`, `failed`, `given_up`), for logs and counters."""


class Postman:
    """Level-triggered sending: however often a state changed, what is sent is how it is now."""

    def __init__(
        self,
        store: Store,
        renderer: Renderer,
        platforms: Mapping[PlatformName, Platform],
        clock: Clock,
        watch: Watch = lambda post, outcome, problem: None,
    ) -> None:
        self._store = store
        self._renderer = renderer
        self._platforms = platforms
        self._clock = clock
        self._watch = watch

    async def deliver(self) -> int:
        """Send what is due, in the order of the conversations; returns how many Posts were looked at.

        A Post that fails is tried again later and blocks none behind it.
        """
        now = self._clock.now()
        due = await self._store.due_posts(now, ROUND)
        notes = Unit()
        for post in due:
            try:
                platform = self._platforms.get(Conversation.from_id(post.conversation).platform)
                if platform is None:  # it has no token now; its Posts wait, and hold nobody up
                    notes.add(writes.hold_post(post.id, now + ABSENT))
                    continue
                notes.extend(await self._send(post, platform))
            except Exception as problem:  # whatever a platform's client raises, the others still go out
                notes.add(_failed(post, problem, self._clock.now()))
                self._watch(post, "given_up" if post.attempts >= len(DELAYS) else "failed", problem)
        if notes.writes:
            await self._store.commit(notes)
        return len(due)

    async def _send(self, post: Post, platform: Platform) -> list[Write]:
        rendered = await self._renderer.render(post)
        conversation = Conversation.from_id(post.conversation)
        if rendered is None:
            await platform.fold(post.id, conversation)
            return [writes.fold_post(post.id)]
        await self._keep(rendered)
        digest = digest_of(rendered.view)
        place = post.place or ""
        if digest != post.digest:
            place = await platform.show(post.id, conversation, rendered.view)
            self._watch(post, "sent", None)
        return [writes.note_sent(post.id, post.wanted, place, digest, rendered.version)]

    async def _keep(self, rendered: Rendered) -> None:
        """What a card draws is durable before anyone can press it."""
        if rendered.unit.writes:
            await self._store.commit(rendered.unit)

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
    return hashlib.sha256(canonical(asdict(view))).hexdigest()[:32]


def _failed(post: Post, problem: Exception, now: int) -> Write:
    if post.attempts >= len(DELAYS):
        return writes.give_up_post(post.id)
    wait = getattr(problem, "retry_after", None)
    delay = DELAYS[post.attempts] if wait is None else int(wait * 1000)
    return writes.delay_post(post.id, now + delay)
