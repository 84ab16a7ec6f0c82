"""Posts: one message each, sent once, looked for when its answer was lost, kept up to date."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from adapters.slack.blocks import Drawn
from adapters.slack.client import SlackClient, SlackError, ask
from core.errors import BusyError, DeliveryError, UnknownOutcomeError, UnreachableError
from core.event import Conversation

METADATA: Final = "countersign_post"
LOOK_AFTER: Final = 2.0
"""Seconds until a message whose answer was lost can be found."""
LOOK_BACK_MS: Final = 5_000
"""Slack's clock and ours may differ by this much."""
LOOKED_AT: Final = 15
"""Messages of a page: the most that every kind of app may ask for."""

_GONE: Final = frozenset(
    {"message_not_found", "cant_update_message", "edit_window_closed", "cant_delete_message", "not_found"}
)


@dataclass(frozen=True, slots=True)
class Place:
    """A message: its channel and its `ts`, which is an id and never a number."""

    room: str
    ts: str

    def __str__(self) -> str:
        return f"{self.room}:{self.ts}"

    @classmethod
    def read(cls, text: str) -> "Place":
        """The Place that `str` wrote."""
        room, _, ts = text.partition(":")
        return cls(room, ts)


class Posts:
    """Sends, updates and takes away messages."""

    def __init__(self, client: SlackClient, now: Callable[[], int]) -> None:
        self._client = client
        self._now = now

    async def send(self, post: int, conversation: Conversation, drawn: Drawn, tried_at: int | None) -> str:
        """Send a new message; its place. After an earlier attempt of unknown outcome, look first.

        Raises as `Platform.show`.
        """
        began = self._now()
        if tried_at is not None:
            found = await self.find(post, conversation, tried_at)
            if found is not None:
                return await self.update(post, conversation, drawn, str(found))
        room = await self._client.room(conversation.channel)
        try:
            sent = await ask(self._client.web.chat_postMessage(**_message(post, room, conversation, drawn)))
        except UnknownOutcomeError:
            await asyncio.sleep(LOOK_AFTER)
            found = await self.find(post, conversation, began)
            if found is None:
                raise
            return str(found)
        except UnreachableError:
            self._client.forget(conversation.channel)
            raise
        except SlackError as problem:
            if problem.code == "thread_not_found":  # the person deleted what it answers
                raise UnreachableError(problem.code) from None
            raise
        return str(Place(str(sent["channel"]), str(sent["ts"])))

    async def update(self, post: int, conversation: Conversation, drawn: Drawn, place: str) -> str:
        """Bring a message up to date; its place, which is a new one if it can't be changed any more."""
        at = Place.read(place)
        try:
            await self._edit(post, drawn, at)
        except UnknownOutcomeError:  # no first sending: it stands there, and an edit may be repeated
            raise DeliveryError("no_answer", "Slack gave no answer.") from None
        except SlackError as problem:
            if problem.code not in _GONE:
                raise
            return await self.send(post, conversation, drawn, None)
        return place

    async def _edit(self, post: int, drawn: Drawn, at: Place) -> None:
        web, metadata = self._client.web, _metadata(post)
        content: dict[str, Any] = {"text": drawn.text, "blocks": drawn.blocks, "metadata": metadata}
        try:
            await ask(web.chat_update(channel=at.room, ts=at.ts, **content))
        except SlackError as problem:
            if problem.code != "streaming_state_conflict":
                raise
            await self.stop_stream(at)  # its end didn't reach Slack
            await ask(web.chat_update(channel=at.room, ts=at.ts, **content))

    async def stop_stream(self, at: Place) -> None:
        """Make a streamed message an ordinary one; it may have ended by itself, or by the person."""
        with suppress(DeliveryError):
            await ask(self._client.web.chat_stopStream(channel=at.room, ts=at.ts))

    async def delete(self, place: str) -> None:
        """Take a message away; one that is gone is no failure."""
        at = Place.read(place)
        try:
            await ask(self._client.web.chat_delete(channel=at.room, ts=at.ts))
        except UnreachableError:
            return
        except SlackError as problem:
            if problem.code not in _GONE:
                raise

    async def find(self, post: int, conversation: Conversation, since: int) -> Place | None:
        """The message of a Post that may have arrived. None: it isn't there, or we may not look."""
        for message in await self.recent(conversation, since):
            if key_of(message) == str(post) and message.get("user") == self._client.bot_user:
                return Place(await self._client.room(conversation.channel), str(message["ts"]))
        return None

    async def recent(self, conversation: Conversation, since: int) -> list[dict[str, Any]]:
        """The messages of a conversation since a time (ms), oldest first; empty where we may not look.

        Raises UnknownOutcomeError while Slack doesn't say.
        """
        limits: dict[str, Any] = {"limit": LOOKED_AT, "include_all_metadata": True}
        limits["oldest"] = f"{(since - LOOK_BACK_MS) / 1000:.6f}"
        web = self._client.web
        try:
            room = await self._client.room(conversation.channel)
            if conversation.thread:
                found = await ask(web.conversations_replies(channel=room, ts=conversation.thread, **limits))
            else:
                found = await ask(web.conversations_history(channel=room, **limits))
        except BusyError:  # it would mean "not delivered", which isn't known
            raise UnknownOutcomeError from None
        except (SlackError, UnreachableError):
            return []
        messages = [one for one in found.get("messages") or () if isinstance(one, dict) and one.get("ts")]
        return sorted(messages, key=lambda one: str(one["ts"]))


def key_of(message: dict[str, Any]) -> str | None:
    """The key of the Post that a message is; None for any other message."""
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != METADATA:
        return None
    return str((metadata.get("event_payload") or {}).get("key"))


def _metadata(post: int) -> dict[str, Any]:
    """What finds a message again; ids only, since others can read it."""
    return {"event_type": METADATA, "event_payload": {"key": str(post)}}


def _message(post: int, room: str, conversation: Conversation, drawn: Drawn) -> dict[str, Any]:
    thread = {"thread_ts": conversation.thread} if conversation.thread else {}
    return {
        "channel": room,
        "text": drawn.text,
        "blocks": drawn.blocks,
        "metadata": _metadata(post),
        "unfurl_links": False,
        "unfurl_media": False,
        **thread,
    }
