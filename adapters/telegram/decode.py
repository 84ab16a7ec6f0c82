"""Updates → Events. Pure: who the bot is and the time come in as arguments.

Everything that is asked in a group is answered in the private chat of who asked; the group is its `origin`.
"""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from adapters.telegram.taps import NOOP, Tap, to_tap
from adapters.telegram.units import clean
from adapters.telegram.wire import CallbackQuery, Chat, Entity, MemberUpdated, Message, Sent, Update, User
from core.event import Actor, Body, Command, Conversation, Event, File, Press, Reach
from core.event import Message as Said

NOTICE_MS: Final = 1000
"""How long a press waits for its Notice; a later one would come when nobody looks any more."""
ALBUMS: Final = "telegram-hint-album"
"""What is said of the other files of an album."""

_COMMAND: Final = re.compile(r"/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]+))?(?:\s+(.*))?", re.DOTALL)
_SIGHTS_AND_SOUNDS: Final = ("voice", "audio", "video", "video_note", "sticker", "animation")
_OTHERS: Final = ("contact", "location", "poll")


@dataclass(frozen=True, slots=True)
class Bot:
    """Who we are: our id, and the name that others call us by in groups ('' : not known yet)."""

    id: str
    username: str = ""


@dataclass(frozen=True, slots=True)
class Came:
    """An Event; `query` is the press that waits to be answered, `album` the album that a file is of."""

    event: Event
    query: str = ""
    album: str = ""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tap within a control; what it means depends on the Question. `plain` is the Event if nothing else."""

    tap: Tap
    plain: Event
    query: str


@dataclass(frozen=True, slots=True)
class Hint:
    """Something that we can't use; `key` names the sentence that says so."""

    conversation: Conversation
    actor: Actor
    key: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing for us; a press (`query`) is answered all the same."""

    query: str = ""


Decoded: TypeAlias = Came | Tapped | Hint | Nothing


def decode(raw: object, bot: Bot, at: int) -> Decoded:
    """What an Update is for us; `at` is now, in milliseconds since 1970 (UTC).

    Raises pydantic's ValidationError for what is no Update as the Bot API has them.
    """
    update = Update.model_validate(raw)
    key = f"telegram:{bot.id}:{update.update_id}"
    if update.callback_query is not None:
        return _pressed(update.callback_query, key, bot, at)
    if update.my_chat_member is not None:
        return _reached(update.my_chat_member, key, bot, at)
    if update.message is not None:
        return _said(update.message, key, bot, at)
    if update.edited_message is not None:
        return _edited(update.edited_message, key, bot, at)
    return Nothing()


def place_of(message: Sent) -> str:
    """Where a message stands: unique for the bot, and as `show` returns it."""
    return f"{message.chat.id}:{message.message_id}"


def _pressed(query: CallbackQuery, key: str, bot: Bot, at: int) -> Decoded:
    if query.data is None or query.data == NOOP or query.sender.is_bot:
        return Nothing(query.id)
    message = query.message
    event = Event(
        key=key,
        conversation=_own(query.sender, message, bot),
        actor=_actor(query.sender, bot),
        at=at,
        body=Press(token=query.data, place="" if message is None else place_of(message)),
        notice_until=at + NOTICE_MS,
    )
    tap = to_tap(query.data)
    return Came(event, query.id) if tap is None else Tapped(tap, event, query.id)


def _reached(changed: MemberUpdated, key: str, bot: Bot, at: int) -> Decoded:
    status = changed.new_chat_member.status
    if not changed.chat.is_private or status not in ("kicked", "left", "member"):
        return Nothing()
    conversation = Conversation(platform="telegram", workspace=bot.id, channel=str(changed.chat.id))
    actor = _actor(changed.sender, bot)
    body = Reach(is_open=status == "member")
    return Came(Event(key=key, conversation=conversation, actor=actor, at=at, body=body))


def _said(message: Message, key: str, bot: Bot, at: int) -> Decoded:
    sender = message.sender
    if sender is None or sender.is_bot or message.sender_chat is not None:
        return Nothing()  # an anonymous admin, a channel, another bot: no person whom we could answer
    if not message.chat.is_private and not _is_for_us(message, bot):
        return Nothing()
    conversation, actor = _own(sender, message, bot), _actor(sender, bot)
    body = _body(message, bot)
    if isinstance(body, str):
        return Hint(conversation, actor, body)
    if body is None:
        return Nothing()
    event = Event(
        key=key, conversation=conversation, actor=actor, at=at, body=body, origin=_origin(message, bot)
    )
    return Came(event, album=message.media_group_id if isinstance(body, File) else "")


def _edited(message: Message, key: str, bot: Bot, at: int) -> Decoded:
    """A text that says something else now; only of a person's own chat, where answers are given."""
    came = _said(message, key, bot, at) if message.chat.is_private else Nothing()
    if not isinstance(came, Came) or not isinstance(came.event.body, Said):
        return Nothing()
    body = came.event.body.model_copy(update={"edits": True})
    return Came(came.event.model_copy(update={"body": body}))


def _body(message: Message, bot: Bot) -> Body | str | None:
    """What a message says; the key of a hint where we can't use it, None where it says nothing to us."""
    if any(getattr(message, kind) is not None for kind in _SIGHTS_AND_SOUNDS):
        return "telegram-hint-media"
    if any(getattr(message, kind) is not None for kind in _OTHERS):
        return "telegram-hint-other"
    if message.document is not None:
        document = message.document
        name = re.split(r"[/\\]", clean(document.file_name))[-1][-255:] or "file"
        return _file(name, document.mime_type, document.file_size, document.file_id, message, bot)
    if message.photo:
        photo = max(message.photo, key=lambda one: one.width * one.height)
        return _file("photo.jpg", "image/jpeg", photo.file_size, photo.file_id, message, bot)
    return _text(message, bot) if message.text else None


def _file(name: str, media_type: str, size: int, file_id: str, message: Message, bot: Bot) -> File:
    caption = _without_mention(message.caption, message.caption_entities, bot)
    reference = to_reference(file_id, size)
    return File(name=name, media_type=media_type, reference=reference, size=size, caption=caption)


def to_reference(file_id: str, size: int) -> str:
    """How a file is named for `fetch`: with its size, so that a large one is refused before it is fetched."""
    return f"{size}:{file_id}"


def from_reference(reference: str) -> tuple[str, int]:
    """The file id and the size that `to_reference` was given."""
    size, _, file_id = reference.partition(":")
    return file_id, int(size)


def _text(message: Message, bot: Bot) -> Body | None:
    is_typed = message.forward_origin is None and message.via_bot is None
    if is_typed and (command := _COMMAND.fullmatch(clean(message.text).strip())):
        name, addressed, argument = command.groups()
        if addressed and bot.username and addressed.lower() != bot.username.lower():
            return None
        return Command(name=name.lower(), argument=(argument or "").strip())
    text = _without_mention(_linked(message), message.entities, bot)
    if not text.strip():
        return None
    replied = message.reply_to_message
    place = "" if replied is None or not message.chat.is_private else place_of(replied)
    return Said(text=text, typed=is_typed, reply_place=place, place=place_of(message))


def _linked(message: Message) -> str:
    """The text; the address itself where all of it is one link under other words."""
    whole = message.text
    for entity in message.entities:
        if entity.type == "text_link" and entity.url and _piece(whole, entity).strip() == whole.strip():
            return entity.url
    return whole


def _is_for_us(message: Message, bot: Bot) -> bool:
    """In a group: whether we are named, replied to, or given a command."""
    replied = message.reply_to_message
    if replied is not None and replied.sender is not None and str(replied.sender.id) == bot.id:
        return True
    written = message.text or message.caption
    if any(_is_us(written, entity, bot) for entity in message.entities or message.caption_entities):
        return True
    return message.forward_origin is None and _COMMAND.fullmatch(message.text.strip()) is not None


def _is_us(written: str, entity: Entity, bot: Bot) -> bool:
    if entity.type == "text_mention":
        return entity.user is not None and str(entity.user.id) == bot.id
    named = _piece(written, entity).lower()
    return entity.type == "mention" and bot.username != "" and named == f"@{bot.username.lower()}"


def _piece(written: str, entity: Entity) -> str:
    """What an entity marks; its places are UTF-16 units."""
    units = written.encode("utf-16-le", "surrogatepass")
    marked = units[entity.offset * 2 : (entity.offset + entity.length) * 2]
    return marked.decode("utf-16-le", "replace")


def _without_mention(written: str, entities: tuple[Entity, ...], bot: Bot) -> str:
    for entity in entities:
        if entity.type == "mention" and _is_us(written, entity, bot):
            written = written.replace(_piece(written, entity), "", 1).strip()
            break
    return clean(written)


def _actor(user: User, bot: Bot) -> Actor:
    name = clean(f"{user.first_name} {user.last_name}".strip())
    return Actor(
        platform="telegram", workspace=bot.id, user=str(user.id), name=name, locale=user.language_code
    )


def _own(user: User, message: Sent | None, bot: Bot) -> Conversation:
    """The private chat of a person, and in it the topic that a message stands in."""
    channel, thread = str(user.id), ""
    if message is not None and message.chat.is_private:
        channel, thread = str(message.chat.id), _thread(message)
    return Conversation(platform="telegram", workspace=bot.id, channel=channel, thread=thread)


def _origin(message: Message, bot: Bot) -> Conversation | None:
    chat: Chat = message.chat
    if chat.is_private:
        return None
    return Conversation(platform="telegram", workspace=bot.id, channel=str(chat.id), thread=_thread(message))


def _thread(message: Sent) -> str:
    is_topic = message.is_topic_message and message.message_thread_id is not None
    return str(message.message_thread_id) if is_topic else ""
