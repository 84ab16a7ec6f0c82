"""Workers: the loops beside the lanes that run Jobs and deliver Posts."""

import asyncio
import base64
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final

from bot.watch import Watch
from core import writes
from core.desk.importing import LARGEST
from core.errors import BusyError, LostRaceError, PersonError
from core.event import Actor, Conversation, Event, Outcome, PlatformName
from core.ports import Clock, Documents, Ids, Platform, Store
from core.show.postman import Postman
from core.talk import turn
from core.talk.chat import Model
from core.talk.job import Job, JobKind
from core.talk.prepare import prepare_turn
from core.talk.turn_types import TurnOutcome
from core.unit import Unit

LOOK_EVERY: Final = 2.0
"""Seconds between looks when nobody woke us."""

_FAILED: Final[dict[JobKind, dict[str, Any]]] = {
    "turn": {"base": 1, "turn": TurnOutcome(code="unusable").model_dump(mode="json")},
    "import": {"code": "file_not_fetched"},
}
"""What a Job hands in that came to nothing."""

MOST_ATTEMPTS: Final = 3
"""Claims of one Job that may call the model; after them it ends as unusable, and costs no more."""

FETCH_AGAIN: Final = (1.0, 4.0)
"""Seconds before a file is tried to be fetched again."""

CLAIM: Final = 30_000
"""Milliseconds that a Job is claimed for; renewed at a third of it."""

AT_ONCE: Final = 32
"""Jobs that are begun at a time."""

PAINT_EVERY: Final = 0.05
"""Seconds between two paintings of streamed text."""


class Bell:
    """Wakes a loop; many rings before it looks are one."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """There is something to do."""
        self._rung.set()

    async def wait(self) -> None:
        """Until the bell rings, or it is time to look anyway."""
        with suppress(TimeoutError):
            # Not wait_for: before Python 3.12 it can swallow a cancellation, and the loop would never end.
            async with asyncio.timeout(LOOK_EVERY):
                await self._rung.wait()
        self._rung.clear()


async def deliver_posts(postman: Postman, bell: Bell, watch: Watch) -> None:
    """Run the postman for ever."""
    while True:
        try:
            while await postman.begin(bell.ring):
                pass
        except Exception as problem:  # the store can't be used now: the Posts stay due
            watch.loop_failed("posts", problem)
        await bell.wait()


class JobWorker:
    """Runs Jobs: claims one until a time, keeps the claim, and hands its outcome in as an Event."""

    def __init__(
        self,
        store: Store,
        model: Model | None,
        documents: Documents,
        platforms: Mapping[PlatformName, Platform],
        clock: Clock,
        ids: Ids,
        wake: Callable[[str], None],
        watch: Watch,
    ) -> None:
        self._store = store
        self._model = None if model is None else watch.timed(model)
        self._documents = documents
        self._platforms = platforms
        self._clock = clock
        self._ids = ids
        self._wake = wake
        self._watch = watch
        self._name = ids.short()
        self._running: dict[str, asyncio.Task[None]] = {}

    async def run(self, bell: Bell) -> None:
        """Look for Jobs for ever; stop those that were cancelled meanwhile."""
        while True:
            try:
                await self._look()
            except Exception as problem:
                self._watch.loop_failed("jobs", problem)
            await bell.wait()

    async def stop(self) -> None:
        """Leave what runs to the next start, or to another worker: its claims are given up."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if tasks:
            with suppress(Exception):  # else they run out by themselves
                await self._store.commit(Unit([writes.release_jobs_of(self._name)]))

    async def _look(self) -> None:
        if self._running:
            held = await self._store.jobs_of_worker(self._name)
            for name, task in list(self._running.items()):
                if name not in held:
                    task.cancel()
        while await self._begin() == AT_ONCE:
            pass

    async def _begin(self) -> int:
        """Begin Jobs that are due; how many were begun."""
        now = self._clock.now()
        begun = 0
        for job in await self._store.due_jobs(now, AT_ONCE, turns=self._model is not None):
            if job.id in self._running:
                continue
            try:
                claim = writes.claim_job(job.id, job.attempt, self._name, now, now + CLAIM)
                await self._store.commit(Unit().add(claim))
            except LostRaceError:
                continue
            self._watch.claimed(job, job.attempt + 1)
            task = asyncio.create_task(self._work(job, job.attempt + 1))
            self._running[job.id] = task
            task.add_done_callback(partial(self._ended, job.id))
            begun += 1
        return begun

    def _ended(self, job: str, _: asyncio.Task[None]) -> None:
        self._running.pop(job, None)

    async def _work(self, job: Job, attempt: int) -> None:
        start = time.monotonic()
        keeping = asyncio.create_task(self._keep(job.id, attempt, asyncio.current_task()))
        code = "dropped"
        try:
            try:
                result = await self._run(job) if attempt <= MOST_ATTEMPTS else _FAILED[job.kind]
            except Exception as problem:
                self._watch.job_failed(job, problem)
                result = _FAILED[job.kind]
            finally:
                keeping.cancel()
            if await self._hand_in(job, attempt, result):
                code = _code(result) or "done"
        finally:
            self._watch.finished(job, code, time.monotonic() - start)

    async def _keep(self, job: str, attempt: int, work: asyncio.Task[Any] | None) -> None:
        """Renew the claim; when it is lost (cancelled, or taken over) the work stops."""
        while True:
            await asyncio.sleep(CLAIM / 3000)
            until = self._clock.now() + CLAIM
            try:
                await self._store.commit(Unit().add(writes.renew_job(job, attempt, self._name, until)))
            except LostRaceError:
                if work is not None:
                    work.cancel()
                return
            except Exception as problem:  # the store can't be written now; the claim still holds for a while
                self._watch.loop_failed("claim", problem)

    async def _run(self, job: Job) -> dict[str, Any]:
        return await self._turn(job) if job.kind == "turn" else await self._import(job)

    async def _import(self, job: Job) -> dict[str, Any]:
        """A file read into a document, or the code and the sentence of why it wasn't."""
        given = job.input["file"]
        try:
            data = await self._fetch(job) if given["reference"] else base64.b64decode(given["data"])
            found = await self._documents.read_slowly(given["name"], data)
        except PersonError as problem:
            return {"code": problem.code, "message": problem.message}
        return {
            "document": found.document,
            "title": found.title,
            "notes": list(found.notes),
            "unplaced": list(found.unplaced),
            "is_sure": found.is_sure,
            "evidence": dict(found.evidence),
        }

    async def _fetch(self, job: Job) -> bytes:
        """A file's bytes. Raises PersonError."""
        conversation = Conversation.from_id(job.conversation)
        platform = self._platforms.get(conversation.platform)
        if platform is None:
            raise _not_fetched()
        for wait in (*FETCH_AGAIN, None):
            try:
                return await platform.fetch(conversation, job.input["file"]["reference"], LARGEST)
            except BusyError as problem:
                if wait is None:
                    break
                await asyncio.sleep(problem.retry_after)
            except PersonError:
                raise
            except Exception:
                if wait is None:
                    raise
                await asyncio.sleep(wait)
        raise _not_fetched()

    async def _turn(self, job: Job) -> dict[str, Any]:
        assert self._model is not None, "turns are looked for only where there is a model"
        given = await prepare_turn(self._store, job)
        if given is None:
            return {"base": 1, "turn": TurnOutcome().model_dump(mode="json")}
        painter = _Painter(self._platforms, Conversation.from_id(job.conversation))
        try:
            outcome = await turn.run(
                given, self._model, self._ids.uuid, painter.write, clock_ms=self._clock.now
            )
        finally:
            painter.stop()
        return {"base": given.base, "turn": outcome.model_dump(mode="json")}

    async def _hand_in(self, job: Job, attempt: int, result: dict[str, Any]) -> bool:
        """The Job is done and its outcome is in the inbox: one Unit. A cancelled one's is dropped (False)."""
        now = self._clock.now()
        event = Event(
            key=f"job:{job.id}",
            conversation=Conversation.from_id(job.conversation),
            actor=Actor.model_validate(job.input["actor"]),
            at=now,
            body=Outcome(job=job.id, attempt=attempt, result=result),
        )
        code = _code(result)
        unit = Unit().add(writes.finish_job(job.id, attempt, code, now), writes.receive(event))
        try:
            await self._store.commit(unit)
        except LostRaceError:
            return False
        self._wake(job.conversation)
        return True


def _not_fetched() -> PersonError:
    return PersonError("file_not_fetched", "The file can't be fetched. Please send it again.")


def _code(result: dict[str, Any]) -> str:
    """What a result failed by; empty when it didn't."""
    return str((result.get("turn") or result).get("code") or "")


class _Painter:
    """Hands streamed text to the platform, the newest at most every 50 ms."""

    def __init__(self, platforms: Mapping[PlatformName, Platform], conversation: Conversation) -> None:
        self._platform = platforms.get(conversation.platform)
        self._conversation = conversation
        self._text = ""
        self._task: asyncio.Task[None] | None = None

    def write(self, text: str) -> None:
        """The answer so far."""
        self._text = text
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._paint())

    def stop(self) -> None:
        """Nothing more is painted."""
        if self._task is not None:
            self._task.cancel()

    async def _paint(self) -> None:
        painted = ""
        while self._platform is not None and painted != self._text:
            painted = self._text
            with suppress(Exception):  # progress may be dropped; the answer itself comes as a Post
                await self._platform.progress(self._conversation, painted)
            await asyncio.sleep(PAINT_EVERY)
