"""What we read of an Update: only the members that we use; the rest, and what comes new, is left alone."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Wire(BaseModel):
    """Unknown members are ignored; a missing one that we need makes the Update unreadable."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class User(_Wire):
    """A person, or a bot."""

    id: int
    is_bot: bool
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str | None = None


class Chat(_Wire):
    """A private chat has the id of its person; groups have negative ones."""

    id: int
    type: str

    @property
    def is_private(self) -> bool:
        """Whether it is a conversation with one person."""
        return self.type == "private"


class Entity(_Wire):
    """A mark in a text; offset and length are in UTF-16 units."""

    type: str
    offset: int
    length: int
    url: str = ""
    user: User | None = None


class Document(_Wire):
    """A file; name, type and size are what the client claims."""

    file_id: str
    file_name: str = ""
    mime_type: str = ""
    file_size: int = 0


class Photo(_Wire):
    """One size of a picture."""

    file_id: str
    width: int
    height: int
    file_size: int = 0


class Sent(_Wire):
    """A message that another one names: what a key stood under, or what is replied to."""

    message_id: int
    chat: Chat
    sender: User | None = Field(default=None, alias="from")
    message_thread_id: int | None = None
    is_topic_message: bool = False


class Message(Sent):
    """A message of a person."""

    date: int
    text: str = ""
    caption: str = ""
    entities: tuple[Entity, ...] = ()
    caption_entities: tuple[Entity, ...] = ()
    reply_to_message: Sent | None = None
    forward_origin: dict[str, Any] | None = None
    via_bot: User | None = None
    sender_chat: Chat | None = None
    media_group_id: str = ""
    document: Document | None = None
    photo: tuple[Photo, ...] = ()
    animation: dict[str, Any] | None = None
    voice: dict[str, Any] | None = None
    audio: dict[str, Any] | None = None
    video: dict[str, Any] | None = None
    video_note: dict[str, Any] | None = None
    sticker: dict[str, Any] | None = None
    contact: dict[str, Any] | None = None
    location: dict[str, Any] | None = None
    poll: dict[str, Any] | None = None


class CallbackQuery(_Wire):
    """A press. Its message may be inaccessible (date 0, no text), or missing."""

    id: str
    sender: User = Field(alias="from")
    message: Sent | None = None
    data: str | None = None


class Member(_Wire):
    """How we stand in a chat."""

    status: str


class MemberUpdated(_Wire):
    """We were let in, or put out; in a private chat: unblocked or blocked."""

    chat: Chat
    sender: User = Field(alias="from")
    new_chat_member: Member


class Update(_Wire):
    """One thing that happened."""

    update_id: int
    message: Message | None = None
    edited_message: Message | None = None
    callback_query: CallbackQuery | None = None
    my_chat_member: MemberUpdated | None = None


KINDS = ("message", "edited_message", "callback_query", "my_chat_member")
"""The kinds of Update that we ask for."""
