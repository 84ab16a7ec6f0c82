"""Sending: texts and files as messages, edits of what stands, and what to do where Telegram refuses one."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeVar

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated

from adapters.telegram.faults import is_bad_markup, is_gone, is_lost_topic, is_same
from adapters.telegram.keyboard import Rows
from adapters.telegram.markup import Markup
from adapters.telegram.picture import is_photo
from core.event import Conversation
from core.show.files import MadeFile

_log = logging.getLogger(__name__)
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)
_ALBUM: Final = 10
"""Pictures of one album (Bot API, sendMediaGroup)."""
Sent = TypeVar("Sent")


class GoneError(Exception):
    """The message that was to be edited isn't there, or can't be edited."""


class Sender:
    """The Bot API as we use it. Raises what the library raises; `faults.py` reads it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def send(
        self, conversation: Conversation, markup: Markup, keys: Rows, *, silently: bool
    ) -> tuple[int, int]:
        """A new message; gives its chat and its id."""

        async def send(chat: int, topic: int | None, body: str, mode: str | None) -> Message:
            return await self._bot.send_message(
                chat,
                body,
                parse_mode=mode,
                reply_markup=to_markup(keys),
                disable_notification=silently,
                link_preview_options=_NO_PREVIEW,
                message_thread_id=topic,
            )

        message = await _somewhere(
            conversation,
            lambda chat, topic: _readable(markup, lambda body, mode: send(chat, topic, body, mode)),
        )
        return message.chat_id, message.message_id

    async def edit(self, chat: int, message: int, markup: Markup, keys: Rows) -> None:
        """Put another text and other keys in a message's place. Raises GoneError."""

        async def edit(body: str, mode: str | None) -> object:
            return await self._bot.edit_message_text(
                body,
                chat_id=chat,
                message_id=message,
                parse_mode=mode,
                reply_markup=to_markup(keys),
                link_preview_options=_NO_PREVIEW,
            )

        try:
            await _readable(markup, edit)
        except BadRequest as problem:
            if is_gone(problem):
                raise GoneError from None
            if not is_same(problem):
                raise

    async def send_files(
        self, conversation: Conversation, files: Sequence[MadeFile], caption: str, *, silently: bool
    ) -> list[tuple[int, int]]:
        """Files: pictures to be looked at, together as albums; anything else to be kept, each alone."""
        places = []
        photos = [file for file in files if is_photo(file.name, file.data)]
        for start in range(0, len(photos), _ALBUM):
            album = photos[start : start + _ALBUM]
            said = "" if start else caption
            send = self._photo if len(album) == 1 else self._album
            places += await _somewhere(conversation, _sending(send, album, said, silently))
        for file in files:
            if file not in photos:
                said = "" if places else caption
                places += await _somewhere(conversation, _sending(self._document, [file], said, silently))
        return places

    async def delete(self, chat: int, message: int) -> None:
        """Take a message away; one that isn't there is fine. Raises GoneError where it is too old."""
        try:
            await self._bot.delete_message(chat, message)
        except BadRequest as problem:
            if "can't be deleted" in str(problem).lower():
                raise GoneError from None
            if "not found" not in str(problem).lower():
                raise

    async def type(self, conversation: Conversation) -> None:
        """Show for some seconds that we are typing."""
        topic = int(conversation.thread) if conversation.thread else None
        await self._bot.send_chat_action(int(conversation.channel), "typing", message_thread_id=topic)

    async def _photo(
        self, chat: int, topic: int | None, files: Sequence[MadeFile], caption: str, silently: bool
    ) -> list[tuple[int, int]]:
        message = await self._bot.send_photo(
            chat,
            files[0].data,
            caption=caption,
            filename=files[0].name,
            disable_notification=silently,
            message_thread_id=topic,
        )
        return [(message.chat_id, message.message_id)]

    async def _album(
        self, chat: int, topic: int | None, files: Sequence[MadeFile], caption: str, silently: bool
    ) -> list[tuple[int, int]]:
        media = [
            InputMediaPhoto(file.data, filename=file.name, caption="" if number else caption)
            for number, file in enumerate(files)
        ]
        messages = await self._bot.send_media_group(
            chat, media, disable_notification=silently, message_thread_id=topic
        )
        return [(message.chat_id, message.message_id) for message in messages]

    async def _document(
        self, chat: int, topic: int | None, files: Sequence[MadeFile], caption: str, silently: bool
    ) -> list[tuple[int, int]]:
        message = await self._bot.send_document(
            chat,
            files[0].data,
            caption=caption,
            filename=files[0].name,
            disable_notification=silently,
            message_thread_id=topic,
        )
        return [(message.chat_id, message.message_id)]


def to_markup(keys: Rows) -> InlineKeyboardMarkup | None:
    """Keys in the library's form; None takes those away that stand there."""
    if not keys:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(
                    key.label, callback_data=key.data or None, url=key.url or None, style=key.style or None
                )
                for key in row
            ]
            for row in keys
        ]
    )


async def _readable(markup: Markup, say: Callable[[str, str | None], Awaitable[Sent]]) -> Sent:
    """The text with its marks; where Telegram doesn't take these (a fault of ours), the same without."""
    try:
        return await say(markup.html, ParseMode.HTML)
    except BadRequest as problem:
        if not is_bad_markup(problem):
            raise
        _log.error("Telegram did not take our markup; the plain text goes out instead")
        return await say(markup.plain, None)


async def _somewhere(conversation: Conversation, send: Callable[[int, int | None], Awaitable[Sent]]) -> Sent:
    """Where the conversation is, also if its topic is gone, or its group got another id."""
    chat = int(conversation.channel)
    topic = int(conversation.thread) if conversation.thread else None
    try:
        return await send(chat, topic)
    except ChatMigrated as moved:
        return await send(moved.new_chat_id, topic)
    except BadRequest as problem:
        if topic is None or not is_lost_topic(problem):
            raise
        return await send(chat, None)


_SendFiles = Callable[[int, int | None, Sequence[MadeFile], str, bool], Awaitable[list[tuple[int, int]]]]


def _sending(
    send: _SendFiles, files: Sequence[MadeFile], caption: str, silently: bool
) -> Callable[[int, int | None], Awaitable[list[tuple[int, int]]]]:
    return lambda chat, topic: send(chat, topic, files, caption, silently)
