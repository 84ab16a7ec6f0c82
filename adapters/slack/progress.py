"""Progress: the status line while a Job works, and the answer as it is being written, in one message."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.slack.blocks import MESSAGE_TEXT, rich, run
from adapters.slack.client import SlackClient, SlackError, ask
from adapters.slack.posts import Place, Posts, key_of
from adapters.slack.text import cut, escape, head
from core.errors import BusyError, DeliveryError, UnreachableError
from core.event import Conversation
from core.show.view import WorkingView

STREAM_EVERY: Final = 1.0
EDIT_EVERY: Final = 2.0
"""Seconds between two pieces of a stream, and between two edits where there is no stream."""
STREAM_LIFE: Final = 240.0
"""Seconds after which we end a stream ourselves: Slack does after about 300."""
STREAM_TEXT: Final = 11_500
STATUS_EVERY: Final = 90.0
"""Seconds after which a status is set anew: Slack clears it after 120."""
ORPHAN_MS: Final = 600_000
"""How long ago a former process may have begun an answer that this one goes on with."""
STATUS: Final = "status"

_NO_STREAMS: Final = frozenset({"unknown_method", "feature_disabled", "not_agent_app", "missing_scope"})


@dataclass(slots=True)
class _Writing:
    """An answer under way: what is wanted, what stands there, and how it gets there."""

    conversation: Conversation
    wanted: str = ""
    sent: str = ""
    way: Literal["stream", "edit", "off"] = "stream"
    place: Place | None = None
    began: float = 0.0
    is_streaming: bool = False
    task: asyncio.Task[None] | None = None
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Progress:
    """What is shown while the model works; all of it may be dropped, none of it is stored."""

    def __init__(self, client: SlackClient, posts: Posts, now: Callable[[], int]) -> None:
        self._client = client
        self._posts = posts
        self._now = now
        self._writings: dict[str, _Writing] = {}
        self._left: dict[str, Place] = {}
        """Where an answer was written to and ended, until the answer itself takes it over."""
        self._stops: dict[str, str] = {}
        self._alive: dict[str, asyncio.Task[None]] = {}
        self._has_streams = True

    async def work(self, conversation: Conversation, view: WorkingView) -> str | None:
        """Show that a Job works: the thread's own status, which has Slack's own Stop; its place.

        None where there is no such status: then it takes a message.
        """
        self._left.pop(conversation.id, None)  # of a Job that was stopped: it stays as it is
        self._stops[conversation.id] = view.buttons[0].token if view.buttons else ""
        if not conversation.thread:
            return None
        room = await self._client.room(conversation.channel)
        at = {"channel_id": room, "thread_ts": conversation.thread}
        try:
            await ask(self._client.web.agents_sessions_setStatus(status="processing", **at))
            await self._status(room, conversation.thread, view.headline)
        except UnreachableError:
            raise
        except DeliveryError:
            return None
        self._drop_status(conversation)
        self._alive[conversation.id] = asyncio.create_task(
            self._keep_status(room, conversation.thread, view.headline)
        )
        return f"{room}:{conversation.thread}:{STATUS}"

    async def idle(self, conversation: Conversation, place: str) -> None:
        """The Job ended: no status, no more writing. What was written stays, for the answer to take over."""
        self._drop_status(conversation)
        self._stops.pop(conversation.id, None)
        await self._end(conversation)
        if not place.endswith(f":{STATUS}"):
            return
        room = place.partition(":")[0]
        with suppress(DeliveryError):
            at = {"channel_id": room, "thread_ts": conversation.thread}
            await ask(self._client.web.agents_sessions_setStatus(status="active", **at))
        with suppress(DeliveryError):
            await self._status(room, conversation.thread, "")

    def stop_token(self, conversation: Conversation) -> str:
        """The token of the Stop button of what works there; '' if this process doesn't know."""
        return self._stops.get(conversation.id, "")

    async def write(self, conversation: Conversation, text: str) -> None:
        """The answer as far as it is written; returns at once."""
        writing = self._writings.get(conversation.id)
        if writing is None:
            writing = self._writings[conversation.id] = _Writing(conversation)
        writing.wanted = text
        if writing.task is None or writing.task.done():
            writing.task = asyncio.create_task(self._run(writing))

    async def take_over(self, conversation: Conversation) -> Place | None:
        """The message that the answer was being written to: it becomes the answer. None if there is none.

        One that another process began is taken over, too: nothing else is last in a thread without a key.
        """
        if conversation.id not in self._left:
            await self._end(conversation)
        if conversation.id in self._left:
            return self._left[conversation.id]
        return await self._orphan(conversation)

    def taken(self, conversation: Conversation) -> None:
        """The answer stands there now."""
        self._left.pop(conversation.id, None)

    async def close(self) -> None:
        """Stop; nobody is waited for."""
        tasks = [one.task for one in self._writings.values() if one.task is not None]
        tasks += self._alive.values()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _status(self, room: str, thread: str, status: str) -> None:
        web = self._client.web
        await ask(web.assistant_threads_setStatus(channel_id=room, thread_ts=thread, status=cut(status, 100)))

    async def _keep_status(self, room: str, thread: str, status: str) -> None:
        while True:
            await asyncio.sleep(STATUS_EVERY)
            with suppress(DeliveryError):
                await self._status(room, thread, status)

    def _drop_status(self, conversation: Conversation) -> None:
        task = self._alive.pop(conversation.id, None)
        if task is not None:
            task.cancel()

    async def _run(self, writing: _Writing) -> None:
        """Send what is new, at the platform's pace, until nothing is."""
        while writing.wanted != writing.sent and writing.way != "off" and not writing.over.is_set():
            wait = STREAM_EVERY if writing.way == "stream" else EDIT_EVERY
            try:
                await self._flush(writing)
            except BusyError as problem:
                wait = problem.retry_after
            except DeliveryError:
                writing.way = "off"  # the answer itself comes as a Post
            with suppress(TimeoutError):
                await asyncio.wait_for(writing.over.wait(), wait)

    async def _flush(self, writing: _Writing) -> None:
        text = writing.wanted
        if writing.way == "stream":
            is_old = writing.is_streaming and self._now() / 1000 - writing.began > STREAM_LIFE
            if is_old or not text.startswith(writing.sent) or not self._has_streams:
                await self._stop_stream(writing)
                writing.way = "edit"
            else:
                await self._stream(writing, text)
        if writing.way == "edit":
            await self._edit(writing, text)

    async def _stream(self, writing: _Writing, text: str) -> None:
        self._drop_status(writing.conversation)  # a message clears it
        try:
            if not writing.is_streaming:
                await self._start_stream(writing, text)
            else:
                assert writing.place is not None, "a stream has its message"
                more = head(text, STREAM_TEXT)[len(writing.sent) :]
                if more:
                    at = writing.place
                    web = self._client.web
                    await ask(web.chat_appendStream(channel=at.room, ts=at.ts, markdown_text=escape(more)))
            writing.sent = text
        except SlackError as problem:
            writing.is_streaming = False
            writing.way = "off" if problem.code == "stopped_by_user" else "edit"
            if problem.code in _NO_STREAMS:
                self._has_streams = False

    async def _start_stream(self, writing: _Writing, text: str) -> None:
        conversation = writing.conversation
        if not conversation.thread:  # a stream answers in a thread
            writing.way = "edit"
            raise SlackError("thread_needed")
        if conversation.id not in self._stops:  # its Job began elsewhere: there may be a beginning
            writing.place = await self._orphan(conversation)
            if writing.place is not None:
                raise SlackError("begun_before")
        room = await self._client.room(conversation.channel)
        started = await ask(
            self._client.web.chat_startStream(
                channel=room,
                thread_ts=conversation.thread,
                recipient_user_id=conversation.channel,
                recipient_team_id=conversation.workspace,
                markdown_text=escape(head(text, STREAM_TEXT)),
            )
        )
        writing.place = Place(room, str(started["ts"]))
        writing.began = self._now() / 1000
        writing.is_streaming = True

    async def _edit(self, writing: _Writing, text: str) -> None:
        """Without a stream: a message, and edits of it."""
        web = self._client.web
        shown = escape(cut(text, 300))
        blocks = [rich(run(cut(text, MESSAGE_TEXT - 200)))]
        if writing.place is None:
            room = await self._client.room(writing.conversation.channel)
            thread = writing.conversation.thread or None
            sent = await ask(web.chat_postMessage(channel=room, thread_ts=thread, text=shown, blocks=blocks))
            writing.place = Place(str(sent["channel"]), str(sent["ts"]))
        else:
            at = writing.place
            await ask(web.chat_update(channel=at.room, ts=at.ts, text=shown, blocks=blocks))
        writing.sent = text

    async def _end(self, conversation: Conversation) -> None:
        """No more writing; the message is an ordinary one from now on, left for the answer."""
        writing = self._writings.pop(conversation.id, None)
        if writing is None:
            return
        writing.over.set()
        if writing.task is not None:
            await asyncio.gather(writing.task, return_exceptions=True)
        await self._stop_stream(writing)
        if writing.place is not None:
            self._left[conversation.id] = writing.place

    async def _stop_stream(self, writing: _Writing) -> None:
        if writing.is_streaming and writing.place is not None:
            writing.is_streaming = False
            await self._posts.stop_stream(writing.place)

    async def _orphan(self, conversation: Conversation) -> Place | None:
        """An answer that another process began: the last message, ours, without a key."""
        if not conversation.thread:
            return None
        try:
            messages = await self._posts.recent(conversation, self._now() - ORPHAN_MS)
        except DeliveryError:
            return None
        last = messages[-1] if messages else {}
        if last.get("user") != self._client.bot_user or key_of(last) is not None or last.get("files"):
            return None
        place = Place(await self._client.room(conversation.channel), str(last["ts"]))
        await self._posts.stop_stream(place)
        return place
