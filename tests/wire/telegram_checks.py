"""What several Bot API methods check and do: where they may write, texts, files, keyboards."""

import json
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from tests.wire.telegram_state import Chat, State, photo_of
from tests.wire.telegram_text import MOST_CAPTION, Entity, formatted, utf16_length
from tests.wire.telegram_values import (
    MOST_PHOTO,
    MOST_UPLOAD,
    ApiError,
    Json,
    Message,
    Record,
    StoredFile,
    Upload,
    bad_request,
    forbidden,
    migrated,
)

Params: TypeAlias = Mapping[str, Any]

DELETABLE: Final = 48 * 3600
NOT_MODIFIED: Final = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
SCOPES: Final = frozenset(
    [
        "default",
        "all_private_chats",
        "all_group_chats",
        "all_chat_administrators",
        "chat",
        "chat_administrators",
        "chat_member",
    ]
)


def place(state: State, params: Params, *, counts: bool = True) -> Chat:
    """The chat that a call names, if the bot may write there; `counts` says whether it goes by the pace."""
    number = params.get("chat_id")
    chat = state.chats.get(number) if isinstance(number, int) else None
    if chat is None:
        raise bad_request("chat not found")
    if chat.moved_to is not None:
        raise migrated(chat.moved_to)
    if chat.refusal:
        raise forbidden(chat.refusal)
    thread = params.get("message_thread_id")
    if thread is not None and thread not in chat.threads:
        raise bad_request("message thread not found")
    if counts:
        state.take(chat.head["id"])
    return chat


def text_of(params: Params, name: str, entities: str) -> tuple[str, list[Entity]]:
    """A text of the call as it will stand, and its entities. Raises ApiError for faulty markup."""
    return formatted(str(params.get(name, "")), params.get("parse_mode"), params.get(entities))


def textual(name: str, text: str, entities_name: str, entities: list[Entity]) -> Json:
    """Text and entities as members of a Message; no entities, no member."""
    return {name: text} | ({entities_name: entities} if entities else {})


def caption_of(params: Params) -> Json:
    """The caption as members of a Message. Raises ApiError where it is too long."""
    text, entities = text_of(params, "caption", "caption_entities")
    if utf16_length(text) > MOST_CAPTION:
        raise bad_request("message caption is too long")
    return textual("caption", text, "caption_entities", entities) if text else {}


def sent(state: State, chat: Chat, content: Json, params: Params) -> Message:
    """Put a message of the bot's into a chat."""
    number = chat.head["id"]
    content = content | _reply(state, number, params)
    if "link_preview_options" in params:
        content["link_preview_options"] = params["link_preview_options"]
    message = state.add_message(
        number, state.bot, content, thread=params.get("message_thread_id"), markup=_markup(params)
    )
    state.drafts.pop(number, None)
    return message


def _reply(state: State, chat: int, params: Params) -> Json:
    wanted = params.get("reply_parameters") or {}
    number = wanted.get("message_id", params.get("reply_to_message_id"))
    if number is None:
        return {}
    if number in state.chats[chat].records:
        return {"reply_to_message": state.quoted(chat, number)}
    if wanted.get("allow_sending_without_reply") or params.get("allow_sending_without_reply"):
        return {}
    raise bad_request("message to be replied not found")


def editable(state: State, params: Params) -> Record:
    """The bot's message that the call edits. Raises ApiError where it is missing or can't be edited."""
    chat = place(state, params)
    record = chat.records.get(params.get("message_id", 0))
    if record is None:
        raise bad_request("message to edit not found")
    is_own = record.message["from"]["id"] == state.bot["id"]
    if not is_own or (record.markup and "inline_keyboard" not in record.markup):
        raise bad_request("message can't be edited")
    return record


def edited(
    state: State,
    record: Record,
    params: Params,
    content: Json,
    names: Sequence[str] = ("text", "entities"),
) -> Message:
    """Bring a message up to date; `names` are the members that `content` replaces."""
    markup = _markup(params)
    if markup and "inline_keyboard" not in markup:
        raise bad_request("inline keyboard expected")
    kept = {
        name: value
        for name, value in record.message.items()
        if name not in {*names, "reply_markup", "edit_date"}
    }
    changed = kept | content | ({"reply_markup": markup} if markup else {})
    if changed == {name: value for name, value in record.message.items() if name != "edit_date"}:
        raise bad_request(NOT_MODIFIED)
    record.message = changed | {"edit_date": int(state.clock.now())}
    record.markup = markup
    return dict(record.message)


def delete(state: State, chat: Chat, number: Any) -> None:
    """Take a message out of a chat. Raises ApiError where it isn't there, isn't ours or is too old."""
    record = chat.records.get(number)
    if record is None:
        raise bad_request("message to delete not found")
    is_own = record.message["from"]["id"] == state.bot["id"]
    is_foreign = not is_own and chat.head["type"] != "private"
    if is_foreign or state.clock.now() > record.message["date"] + DELETABLE:
        raise bad_request("message can't be deleted")
    del chat.records[number]


def scope_of(params: Params) -> tuple[str, str]:
    """What the commands of the call are for: the scope as canonical JSON, and the language ('' : any)."""
    scope = params.get("scope") or {"type": "default"}
    if scope.get("type") not in SCOPES:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    language = str(params.get("language_code", ""))
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise bad_request("invalid language code specified")
    return json.dumps(scope, sort_keys=True, separators=(",", ":")), language


# Files


def stored_file(state: State, params: Params, given: Any, kind: str) -> StoredFile:
    """An uploaded file, kept, or one that is known by its id."""
    if isinstance(given, str) and given.startswith("attach://"):
        given = params.get(given.removeprefix("attach://"))
    if isinstance(given, Upload):
        if not given.data:
            raise bad_request("file must be non-empty")
        if len(given.data) > MOST_UPLOAD:
            raise ApiError(413, "Request Entity Too Large")
        return state.add_file(kind, given.name, given.media_type, given.data)
    known = state.files.get(str(given))
    if known is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if known.kind != kind:
        raise bad_request(f"can't use file of type {known.kind.title()} as {kind.title()}")
    return known


def photo_content(state: State, params: Params, given: Any) -> Json:
    file = stored_file(state, params, given, "photo")
    size = picture_size(file.data)
    if size is None:
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = size
    if file.size > MOST_PHOTO:
        raise bad_request(f"file of size {file.size} bytes is too big for a photo")
    if width + height > 10_000 or max(size) > 20 * min(size):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return {"photo": photo_of(state, file, size)}


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or JPEG in pixels; None for anything else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    at = 2
    while data.startswith(b"\xff\xd8") and at + 9 <= len(data):
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:  # a frame's head has the size
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    return None


# Keyboards


def _markup(params: Params) -> Json | None:
    """The reply_markup of a call, checked if it is an inline keyboard; one without buttons is none."""
    markup: Json | None = params.get("reply_markup")
    if markup and "inline_keyboard" in markup:
        check_inline_keyboard(markup["inline_keyboard"])
        if not any(markup["inline_keyboard"]):
            return None
    return markup or None


def check_inline_keyboard(rows: Sequence[Sequence[Json]]) -> None:
    """Raises ApiError for buttons that Telegram refuses, and for more of them than clients show.

    The bounds of 8 in a row and 100 in all are stricter than real Telegram, which cuts without a word.
    """
    if any(len(row) > 8 for row in rows) or sum(map(len, rows)) > 100:
        raise bad_request("reply markup is too long")
    for row in rows:
        for button in row:
            _check_button(button)


def _check_button(button: Json) -> None:
    if not str(button.get("text", "")).strip():
        raise bad_request('can\'t parse inline keyboard button: Field "text" must be of type String')
    if button.get("style", "primary") not in {"primary", "success", "danger"}:
        raise bad_request("can't parse inline keyboard button: unknown button style specified")
    data, url = str(button.get("callback_data", "")), str(button.get("url", ""))
    if data:
        if len(data.encode()) > 64:
            raise bad_request("BUTTON_DATA_INVALID")
    elif url:
        if not re.match(r"(https?|tg)://\S+|mailto:\S+|[\w-]+(\.[\w-]+)+", url):
            raise bad_request(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    elif "copy_text" in button:
        if not 1 <= len(str(button["copy_text"].get("text", ""))) <= 256:
            raise bad_request("BUTTON_COPY_TEXT_INVALID")
    elif not button.keys() & {"web_app", "login_url", "switch_inline_query", "callback_game", "pay"}:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
