"""Watch: what the program does, told to the log and, where metrics are on, counted; never content."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import structlog

from bot.logs import fault
from core.errors import PersonError
from core.event import Conversation, Event, Press
from core.ports import DamagedEvent, StoredEvent
from core.show.post import Post
from core.talk.button import to_token
from core.talk.chat import ChatMessage, Model, Reply, ToolSpecification, Way
from core.talk.job import Job

if TYPE_CHECKING:
    from bot.metrics import Metrics  # whose library takes a tenth of a second to import

_log = structlog.get_logger()


class Watch:
    """Hears of every step, beside what does the work; `metrics` None: it is logged only."""

    def __init__(self, metrics: "Metrics | None" = None) -> None:
        self._metrics = metrics

    # -- events

    def received(self, event: Event) -> None:
        """An Event is in the inbox."""
        _log.info("event_received", key=event.key, kind=event.body.kind, platform=event.conversation.platform)

    def repeated(self, event: Event) -> None:
        """An Event came in that was handled before."""
        _log.info("event_repeated", key=event.key, kind=event.body.kind)
        self._count_event(event, "repeat")

    def handled(self, stored: StoredEvent, code: str, seconds: float) -> None:
        """An Event was decided; `code` names the outcome."""
        event = stored.event
        _log.info(
            "event_handled",
            key=event.key,
            inbox=stored.id,
            kind=event.body.kind,
            code=code,
            milliseconds=_to_milliseconds(seconds),
        )
        self._count_event(event, code)
        if self._metrics is not None:
            self._metrics.handling_seconds.labels(event.body.kind).observe(seconds)

    def event_failed(self, stored: StoredEvent, problem: Exception) -> None:
        """Handling an Event failed; it is tried again, or parked."""
        event = stored.event
        fields = {"key": event.key, "inbox": stored.id, "kind": event.body.kind}
        _log.error("event_failed", **fields, attempt=stored.attempts + 1, **fault(problem))
        self._count_event(event, "failed")

    def parked(self, stored: StoredEvent | DamagedEvent, code: str) -> None:
        """An Event was set aside."""
        kind = stored.event.body.kind if isinstance(stored, StoredEvent) else "unreadable"
        _log.error("event_parked", inbox=stored.id, kind=kind, code=code)
        if self._metrics is not None:
            self._metrics.parked.labels(kind).inc()

    def _count_event(self, event: Event, code: str) -> None:
        if self._metrics is None:
            return
        self._metrics.events.labels(event.body.kind, code).inc()
        if isinstance(event.body, Press):
            self._metrics.presses.labels(_to_decision(event.body), code).inc()

    # -- jobs

    def claimed(self, job: Job, attempt: int) -> None:
        """A Job is under way here."""
        _log.info("job_claimed", job=job.id, kind=job.kind, attempt=attempt)

    def job_failed(self, job: Job, problem: Exception) -> None:
        """A Job ended by a fault; the person is told."""
        _log.error("job_failed", job=job.id, kind=job.kind, **fault(problem))

    def finished(self, job: Job, code: str, seconds: float) -> None:
        """A Job ended; `code` is `done`, what went wrong, or `dropped` when nobody wants its outcome."""
        fields = {"job": job.id, "kind": job.kind, "code": code}
        _log.info("job_finished", **fields, milliseconds=_to_milliseconds(seconds))
        if self._metrics is not None:
            self._metrics.jobs.labels(job.kind, code).inc()

    def timed(self, model: Model) -> Model:
        """The same model, with each call logged and counted."""
        return _TimedModel(model, self._called)

    def _called(self, code: str, seconds: float) -> None:
        _log.info("model_called", code=code, milliseconds=_to_milliseconds(seconds))
        if self._metrics is not None:
            self._metrics.model_seconds.labels(code).observe(seconds)

    # -- posts

    def post(self, post: Post, outcome: str, problem: Exception | None) -> None:
        """A Post was sent, failed, or was given up (`core.show.postman.Watch`)."""
        platform = Conversation.from_id(post.conversation).platform
        fields: dict[str, Any] = {"post": post.id, "subject": post.subject, "platform": platform}
        if problem is None:
            _log.info(f"post_{outcome}", **fields, wanted=post.wanted)
        else:
            _log.error(f"post_{outcome}", **fields, attempt=post.attempts + 1, **fault(problem))
        if self._metrics is not None:
            self._metrics.posts.labels(platform, outcome).inc()

    # -- loops

    def loop_failed(self, name: str, problem: Exception) -> None:
        """A loop could not do its round (the store can't be used, say); it tries again by itself."""
        _log.error("loop_failed", loop=name, **fault(problem))


class _TimedModel:
    """A Model that tells how long each call took, and how it ended."""

    def __init__(self, model: Model, called: Callable[[str, float], None]) -> None:
        self._model = model
        self._called = called
        self.host = model.host
        self.name = model.name
        self.way: Way = model.way

    async def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpecification],
        *,
        schema: dict[str, Any] | None,
        on_text: Callable[[str], None],
    ) -> Reply:
        """One call (see `core.talk.chat.Model`)."""
        start = time.monotonic()
        code = "cancelled"
        try:
            reply = await self._model.chat(messages, tools, schema=schema, on_text=on_text)
            code = reply.end
        except Exception as problem:
            code = fault(problem)["code"]
            raise
        finally:
            self._called(code, time.monotonic() - start)
        return reply


def _to_decision(press: Press) -> str:
    try:
        return to_token(press.token).decision
    except PersonError:
        return "unknown"


def _to_milliseconds(seconds: float) -> int:
    return round(seconds * 1000)
