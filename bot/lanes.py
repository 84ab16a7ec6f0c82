"""Lanes: one Event at a time in a conversation, many conversations at once; the door they come in by."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from bot.logs import fault
from bot.watch import Watch
from core import writes
from core.desk import Desk
from core.errors import LostRaceError
from core.event import Event, Outcome
from core.ports import Clock, DamagedEvent, Store, StoredEvent
from core.show.view import Notice
from core.unit import Unit, Write

RETRY_AFTER: Final = (0, 2_000, 10_000)
"""Milliseconds before each further try of an Event that failed; after the last it is parked."""

LOOK_EVERY: Final = 2.0
"""Seconds: the inbox is looked at even if nobody woke us (another process may have written)."""


Decided: TypeAlias = Callable[[], Awaitable[Notice | None]]
"""Waits for an Event's outcome until its `notice_until`."""


class Lanes:
    """Takes Events in, durably, and has the desk handle them; `after` is called when one was handled."""

    def __init__(
        self, store: Store, desk: Desk, clock: Clock, after: Callable[[], None], watch: Watch
    ) -> None:
        self._store = store
        self._desk = desk
        self._clock = clock
        self._after = after
        self._watch = watch
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._waiting: dict[str, asyncio.Future[Notice | None]] = {}

    async def receive(self, event: Event) -> Notice | None:
        """Store an Event, then wait for its outcome until `event.notice_until`.

        Raises what the store raises when it can't be written: then nothing may be acknowledged.
        A second delivery is told how things stand.
        """
        return await (await self.accept(event))()

    async def accept(self, event: Event) -> Decided:
        """Store an Event; when this returns it may be acknowledged. The outcome is waited for by a call.

        Raises what the store raises when it can't be written.
        """
        await self._store.commit(Unit().add(writes.receive(event)))
        if await self._store.event_state(event.key) != "waiting":
            self._watch.repeated(event)
            return partial(self._desk.explain, event)
        self._watch.received(event)
        if event.notice_until > self._clock.now():
            self._waiting.setdefault(event.key, asyncio.get_running_loop().create_future())
        self.wake(event.conversation.id)
        return partial(self._outcome, event)

    async def _outcome(self, event: Event) -> Notice | None:
        outcome = self._waiting.get(event.key)
        if outcome is None:
            return None
        patience = max(0.0, (event.notice_until - self._clock.now()) / 1000)
        try:
            async with asyncio.timeout(patience):
                return await asyncio.shield(outcome)
        except TimeoutError:
            if await self._store.event_state(event.key) != "done":
                return None  # its outcome becomes a Post
            return await self._desk.explain(event)  # another process decided it, and told nobody here
        finally:
            self._waiting.pop(event.key, None)

    def wake(self, conversation: str) -> None:
        """There may be Events in this conversation."""
        if conversation in self._busy:
            self._woken.add(conversation)
            return
        self._busy[conversation] = asyncio.create_task(self._run(conversation))

    async def look(self) -> None:
        """Wake every conversation whose first Event is due."""
        now = self._clock.now()
        for conversation, due in await self._store.waiting_conversations():
            if due <= now:
                self.wake(conversation)

    async def keep_looking(self) -> None:
        """Look for ever: what an earlier process left, and what another one wrote."""
        while True:
            try:
                await self.look()
            except Exception as problem:  # the store can't be read now
                self._watch.loop_failed("inbox", problem)
            await asyncio.sleep(LOOK_EVERY)

    async def drained(self) -> None:
        """Wait until no lane is busy."""
        while self._busy:
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _run(self, conversation: str) -> None:
        try:
            while True:
                self._woken.discard(conversation)
                stored = await self._store.next_event(conversation)
                if isinstance(stored, DamagedEvent):
                    await self._park_damaged(stored, conversation)
                elif stored is not None and stored.next_at <= max(self._clock.now(), stored.event.at):
                    await self._handle(stored)
                elif conversation not in self._woken:
                    return
        except Exception as problem:
            # The store itself can't be read: the Event stays in the inbox, the next look tries again.
            self._watch.loop_failed("lane", problem)
        finally:
            self._busy.pop(conversation, None)
            if conversation in self._woken:
                self.wake(conversation)

    async def _handle(self, stored: StoredEvent) -> None:
        event = stored.event
        start = time.monotonic()
        try:
            handled = await self._desk.handle(event)
        except Exception as problem:
            await self._failed(stored, problem)
            return
        self._watch.handled(stored, handled.code, time.monotonic() - start)
        outcome = self._waiting.get(event.key)
        if outcome is not None and not outcome.done():
            outcome.set_result(handled.notice)
        elif handled.notice is not None:
            await self._tell_late(event, handled.notice)
        self._after()

    async def _tell_late(self, event: Event, notice: Notice) -> None:
        """Nobody waits for this notice any more (it came while the wait ended): it becomes a Post."""
        person = await self._store.person(event.actor)
        if person is not None:
            content = {"text": notice.text, "by": "product"}
            place = event.conversation.id
            post = writes.add_post(place, "text", "", self._clock.now(), person=person.id, content=content)
            await self._store.commit(Unit().add(post))

    async def _failed(self, stored: StoredEvent, problem: Exception) -> None:
        """Try again twice, then park: the lane goes on, and the person is told in plain words."""
        code = fault(problem)["code"]
        self._watch.event_failed(stored, problem)
        now = self._clock.now()
        if stored.attempts + 1 < len(RETRY_AFTER):
            due = now + RETRY_AFTER[stored.attempts + 1]
            await self._store.commit(Unit().add(writes.retry_event(stored.event.key, code, due)))
            return
        unit = Unit().add(writes.park_event(stored.event.key, code, now))
        person = await self._store.person(stored.event.actor)
        if person is not None:
            unit.add(_parked_post(stored.event.conversation.id, person.id, stored.id, now, stored.event))
        if isinstance(stored.event.body, Outcome):
            unit.add(writes.touch_posts("job", stored.event.body.job))
        await self._store.commit(unit)
        self._watch.parked(stored, code)
        self._after()

    async def _park_damaged(self, stored: DamagedEvent, conversation: str) -> None:
        """What can't be read is parked at once; as its sender is unknown, who is spoken to here is told."""
        now = self._clock.now()
        unit = Unit().add(writes.park_event(stored.key, "unreadable", now))
        last = await self._store.last_post(conversation)
        if last is not None and last.person is not None:
            unit.add(_parked_post(conversation, last.person, stored.id, now, None))
        try:
            await self._store.commit(unit)
        except LostRaceError:
            return  # another worker was faster
        self._watch.parked(stored, "unreadable")
        self._after()


def _parked_post(conversation: str, person: str, inbox_id: int, at: int, event: Event | None) -> Write:
    content = {"say": "event-parked", "number": str(inbox_id)}
    if event is not None and isinstance(event.body, Outcome):
        content["try_again"] = event.body.job
    return writes.add_post(conversation, "text", "", at, person=person, content=content)
