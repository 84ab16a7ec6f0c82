"""What a loopback Telegram knows: people, groups, messages that stand, files, how fast it takes them."""

import copy
import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from tests.wire.telegram_updates import Updates
from tests.wire.telegram_values import (
    Clock,
    Draft,
    Json,
    Message,
    Record,
    StoredFile,
    Toast,
    too_many_requests,
)

DRAFT_LIFE: Final = 30
FIRST_SUPERGROUP: Final = -1_000_000_000_000
"""Supergroups have ids from here down, groups that were never upgraded lie above."""


@dataclass(slots=True)
class Chat:
    """A private chat or a group: how it stands in messages, who is in it, what stands in it."""

    head: Json
    members: set[int]
    records: dict[int, Record] = field(default_factory=dict)
    refusal: str = ""
    """Why the bot may not write here ('' : it may)."""
    moved_to: int | None = None
    threads: set[int] = field(default_factory=set)
    last_number: int = 0


@dataclass(slots=True)
class Pace:
    """A limit of messages and edits per second; who exceeds it waits `retry_after` seconds."""

    per_second: int
    retry_after: int
    taken: dict[int, deque[float]] = field(default_factory=dict)
    blocked_until: dict[int, float] = field(default_factory=dict)

    def take(self, chat: int, now: float) -> None:
        """Count one; raises ApiError 429 with the seconds that are left."""
        until = self.blocked_until.get(chat, 0)
        taken = self.taken.setdefault(chat, deque())
        while taken and taken[0] <= now - 1:
            taken.popleft()
        if now >= until and len(taken) >= self.per_second:
            until = self.blocked_until[chat] = now + self.retry_after
        if now < until:
            raise too_many_requests(math.ceil(until - now))
        taken.append(now)


class State:
    """Everything that a Telegram server keeps for one bot."""

    def __init__(self) -> None:
        self.token = "123456:AAloopback-token_of-a-bot"
        self.clock = Clock()
        self.updates = Updates(self.clock)
        self.bot: Json = {
            "id": 123456,
            "is_bot": True,
            "first_name": "Resume Bot",
            "username": "resume_bot",
        }
        self.has_topics_enabled = False
        self.reads_all_group_messages = False
        self.people: dict[int, Json] = {}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, StoredFile] = {}
        self.queries: dict[str, float] = {}
        """When each press was made, by the id of its callback query."""
        self.toasts: list[Toast] = []
        self.drafts: dict[int, Draft] = {}
        self.actions: list[tuple[int, str]] = []
        self.reactions: dict[tuple[int, int], list[str]] = {}
        self.commands: dict[tuple[str, str], list[Json]] = {}
        self.menu_buttons: dict[int | None, Json] = {}
        self.paces: dict[int | None, Pace] = {}
        self._last_number = 10
        self._last_file = 0

    # People and places

    def add_user(
        self, user: int, first_name: str = "Cid", language_code: str = "en", username: str = ""
    ) -> None:
        """Somebody who has started the bot: their private chat is open and has their own id."""
        person = {"id": user, "is_bot": False, "first_name": first_name, "language_code": language_code}
        self.people[user] = person | ({"username": username} if username else {})
        self.chats[user] = Chat({"id": user, "first_name": first_name, "type": "private"}, {user})

    def add_group(self, chat: int, title: str = "Team", members: Iterable[int] = (42, 43)) -> None:
        """A group with the bot in it; a supergroup where its id is one (-100…)."""
        kind = "supergroup" if chat <= FIRST_SUPERGROUP else "group"
        self.chats[chat] = Chat({"id": chat, "title": title, "type": kind}, set(members))

    # Messages

    def add_message(
        self, chat: int, sender: Json, content: Json, *, thread: int | None = None, markup: Json | None = None
    ) -> Message:
        """Put a message into a chat; only an inline keyboard is seen on it."""
        place = self.chats[chat]
        message: Message = {
            "message_id": self._next_number(place),
            "from": sender,
            "chat": place.head,
            "date": int(self.clock.now()),
        }
        if thread is not None:
            message |= {"message_thread_id": thread, "is_topic_message": True}
        message |= content
        if markup and "inline_keyboard" in markup:
            message["reply_markup"] = markup
        record = Record(message, markup)
        place.records[record.message_id] = record
        return copy.deepcopy(message)

    def quoted(self, chat: int, number: int) -> Message:
        """A message as it stands inside another that replies to it. Raises KeyError."""
        message = copy.deepcopy(self.chats[chat].records[number].message)
        message.pop("reply_to_message", None)
        return message

    def _next_number(self, chat: Chat) -> int:
        """Supergroups count for themselves, all other chats of a bot together."""
        if chat.head["type"] == "supergroup":
            chat.last_number += 1
            return chat.last_number
        self._last_number += 1
        return self._last_number

    def draft(self, chat: int) -> str | None:
        """The streamed text that is seen now; None after 30 s, or once a message came."""
        draft = self.drafts.get(chat)
        return draft.text if draft and self.clock.now() < draft.at + DRAFT_LIFE else None

    # Files

    def add_file(
        self, kind: str, name: str, media_type: str, data: bytes, size: int | None = None
    ) -> StoredFile:
        """Keep a file; `kind` is `document`, `photo` or `voice`, `size` what it claims to have."""
        self._last_file += 1
        number = f"{kind}-{self._last_file}"
        folder = {"document": "documents", "photo": "photos", "voice": "voice"}[kind]
        ending = name[name.rfind(".") :] if "." in name else ""
        claimed = len(data) if size is None else size
        path = f"{folder}/file_{self._last_file}{ending}"
        file = StoredFile(number, kind, name, media_type, data, claimed, path)
        self.files[number] = file
        return file

    # Pace

    def take(self, chat: int) -> None:
        """Count a message or an edit; raises ApiError 429 where the chat has had too many."""
        pace = self.paces.get(chat) or self.paces.get(None)
        if pace:
            pace.take(chat, self.clock.now())


def document_of(file: StoredFile) -> Json:
    """A file as a Document."""
    return _file_head(file) | {"file_name": file.name, "mime_type": file.media_type}


def voice_of(file: StoredFile, seconds: int) -> Json:
    """A file as a Voice."""
    return _file_head(file) | {"duration": seconds, "mime_type": file.media_type}


def photo_of(state: State, file: StoredFile, size: tuple[int, int]) -> list[Json]:
    """A picture as PhotoSizes, the largest last; the small one has a file of its own."""
    width, height = size
    scale = min(1.0, 90 / max(width, height))
    small = state.add_file("photo", file.name, file.media_type, file.data[:1000])
    return [
        _file_head(small) | {"width": max(1, int(width * scale)), "height": max(1, int(height * scale))},
        _file_head(file) | {"width": width, "height": height},
    ]


def _file_head(file: StoredFile) -> dict[str, Any]:
    return {"file_id": file.file_id, "file_unique_id": f"u-{file.file_id}", "file_size": file.size}
