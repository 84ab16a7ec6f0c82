"""The methods of the Bot API that a bot like ours calls, with Telegram's own checks and words."""

import json
import re
import struct
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from tests.wire.telegram_state import Chat, State, document_of, photo_of
from tests.wire.telegram_text import MOST_CAPTION, MOST_TEXT, Entity, formatted, utf16_length
from tests.wire.telegram_updates import Webhook
from tests.wire.telegram_values import (
    MOST_DOWNLOAD,
    MOST_PHOTO,
    MOST_UPLOAD,
    ApiError,
    Draft,
    Json,
    Message,
    Record,
    StoredFile,
    Toast,
    Upload,
    bad_request,
    forbidden,
    migrated,
)

Params: TypeAlias = Mapping[str, Any]
Method: TypeAlias = Callable[[State, Params], Awaitable[Any]]

ANSWER_LIFE: Final = 15
DELETABLE: Final = 48 * 3600
NOT_MODIFIED: Final = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
ACTIONS: Final = frozenset(
    [
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    ]
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


# Receiving


async def get_me(state: State, params: Params) -> Json:
    """Who the bot is."""
    return state.bot | {
        "can_join_groups": True,
        "can_read_all_group_messages": state.reads_all_group_messages,
        "supports_inline_queries": False,
        "has_topics_enabled": state.has_topics_enabled,
    }


async def get_updates(state: State, params: Params) -> list[Json]:
    """What waits; an offset confirms all before it."""
    if "allowed_updates" in params:
        state.updates.allow(params["allowed_updates"])
    return await state.updates.poll(
        params.get("offset", 0), params.get("limit", 100), float(params.get("timeout", 0))
    )


async def set_webhook(state: State, params: Params) -> bool:
    """Push from now on. Real Telegram takes HTTPS only; here plain HTTP on the loopback is as good."""
    url = str(params.get("url", ""))
    if not url:
        return await delete_webhook(state, params)
    address = urlsplit(url)
    if address.scheme != "https" and address.hostname not in {"127.0.0.1", "localhost"}:
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    secret = str(params.get("secret_token", ""))
    if len(secret) > 256:
        raise bad_request("secret token is too long")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise bad_request("secret token contains unallowed characters")
    if "allowed_updates" in params:
        state.updates.allow(params["allowed_updates"])
    most = min(max(params.get("max_connections", 40), 1), 100)
    webhook = Webhook(url, secret, most, "certificate" in params)
    state.updates.set_webhook(webhook, drops_pending=bool(params.get("drop_pending_updates")))
    return True


async def delete_webhook(state: State, params: Params) -> bool:
    """Let updates be polled."""
    state.updates.set_webhook(None, drops_pending=bool(params.get("drop_pending_updates")))
    return True


async def get_webhook_info(state: State, params: Params) -> Json:
    """Where updates go, and how many wait."""
    webhook = state.updates.webhook
    info: Json = {
        "url": webhook.url if webhook else "",
        "has_custom_certificate": bool(webhook and webhook.has_certificate),
        "pending_update_count": len(state.updates.pending),
    }
    if webhook:
        info["max_connections"] = webhook.max_connections
    if state.updates.allowed:
        info["allowed_updates"] = list(state.updates.allowed)
    if webhook and state.updates.last_error:
        info |= {
            "last_error_date": int(state.clock.now()),
            "last_error_message": state.updates.last_error,
        }
    return info


# Sending


async def send_message(state: State, params: Params) -> Message:
    """A text; a draft that was streamed there ends with it."""
    chat = _place(state, params)
    text, entities = _text(params, "text", "entities")
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > MOST_TEXT:
        raise bad_request("message is too long")
    return _sent(state, chat, _textual("text", text, "entities", entities), params)


async def send_document(state: State, params: Params) -> Message:
    """A file, uploaded or known by its id."""
    chat = _place(state, params)
    caption = _caption(params)
    file = _file(state, params, params.get("document"), "document")
    return _sent(state, chat, {"document": document_of(file)} | caption, params)


async def send_photo(state: State, params: Params) -> Message:
    """A picture, uploaded or known by its id; real Telegram would make a smaller JPEG of it."""
    chat = _place(state, params)
    caption = _caption(params)
    return _sent(state, chat, _photo(state, params, params.get("photo")) | caption, params)


async def send_media_group(state: State, params: Params) -> list[Message]:
    """Two to ten pictures or documents as an album."""
    chat = _place(state, params)
    media: Sequence[Json] = params.get("media", ())
    if not 2 <= len(media) <= 10:
        raise bad_request("group send failed: 2 to 10 items are needed")
    contents = []
    for item in media:
        caption = _caption(item)
        if item.get("type") == "photo":
            contents.append(_photo(state, params, item.get("media")) | caption)
        else:
            contents.append(
                {"document": document_of(_file(state, params, item.get("media"), "document"))} | caption
            )
    album = {"media_group_id": str(int(state.clock.now() * 1000))}
    return [_sent(state, chat, content | album, params) for content in contents]


async def send_message_draft(state: State, params: Params) -> bool:
    """A text while it is being written: seen for 30 s, in private chats only."""
    chat = _place(state, params, counts=False)
    if chat.head["type"] != "private":
        raise bad_request("TEXTDRAFT_PEER_INVALID")
    if not params.get("draft_id"):
        raise bad_request("draft_id must be non-zero")
    text, _ = _text(params, "text", "entities")
    if utf16_length(text) > MOST_TEXT:
        raise bad_request("message is too long")
    state.drafts[chat.head["id"]] = Draft(params["draft_id"], text, state.clock.now())
    return True


async def send_chat_action(state: State, params: Params) -> bool:
    """That the bot is typing, for some seconds."""
    chat = _place(state, params, counts=False)
    if params.get("action") not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    state.actions.append((chat.head["id"], params["action"]))
    return True


# Changing what stands


async def edit_message_text(state: State, params: Params) -> Message:
    """Another text; without a reply_markup the keyboard goes."""
    record = _editable(state, params)
    text, entities = _text(params, "text", "entities")
    if "text" not in record.message:
        raise bad_request("there is no text in the message to edit")
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > MOST_TEXT:
        raise bad_request("message is too long")
    return _edited(state, record, params, _textual("text", text, "entities", entities))


async def edit_message_caption(state: State, params: Params) -> Message:
    """Another caption; without a reply_markup the keyboard goes."""
    record = _editable(state, params)
    if not record.message.keys() & {"document", "photo", "voice"}:
        raise bad_request("there is no caption in the message to edit")
    return _edited(state, record, params, _caption(params), ("caption", "caption_entities"))


async def edit_message_reply_markup(state: State, params: Params) -> Message:
    """Another keyboard, or none."""
    return _edited(state, _editable(state, params), params, {}, ())


async def delete_message(state: State, params: Params) -> bool:
    """Take a message away, up to 48 hours after it came."""
    chat = _place(state, params, counts=False)
    _delete(state, chat, params.get("message_id"))
    return True


async def delete_messages(state: State, params: Params) -> bool:
    """The same with many at once; what isn't there is passed over."""
    chat = _place(state, params, counts=False)
    for number in params.get("message_ids", ()):
        if number in chat.records:
            _delete(state, chat, number)
    return True


async def set_message_reaction(state: State, params: Params) -> bool:
    """A sign on a message, or none."""
    chat = _place(state, params, counts=False)
    number = params.get("message_id")
    if number not in chat.records:
        raise bad_request("message to react not found")
    signs = [sign.get("emoji", "") for sign in params.get("reaction") or ()]
    if not all(signs) or len(signs) > 1:
        raise bad_request("REACTION_INVALID")
    state.reactions[chat.head["id"], number] = signs
    return True


async def answer_callback_query(state: State, params: Params) -> bool:
    """Answer a press, within 15 s."""
    query = str(params.get("callback_query_id", ""))
    at = state.queries.get(query)
    if at is None or state.clock.now() > at + ANSWER_LIFE:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    text = str(params.get("text", ""))
    if len(text) > 200:
        raise bad_request("MESSAGE_TOO_LONG")
    state.toasts.append(Toast(query, text, bool(params.get("show_alert")), state.clock.now()))
    return True


# Files, commands, menu


async def get_file(state: State, params: Params) -> Json:
    """Where a file is fetched."""
    file = state.files.get(str(params.get("file_id", "")))
    if file is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    if file.size > MOST_DOWNLOAD:
        raise bad_request("file is too big")
    return {
        "file_id": file.file_id,
        "file_unique_id": f"u-{file.file_id}",
        "file_size": file.size,
        "file_path": file.path,
    }


async def set_my_commands(state: State, params: Params) -> bool:
    """The commands that clients list, for a scope and a language."""
    commands: Sequence[Json] = params.get("commands", ())
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", str(command.get("command", ""))):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(str(command.get("description", ""))) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    state.commands[_scope(params)] = [dict(command) for command in commands]
    return True


async def get_my_commands(state: State, params: Params) -> list[Json]:
    """What was set for exactly this scope and language."""
    return state.commands.get(_scope(params), [])


async def delete_my_commands(state: State, params: Params) -> bool:
    """List none for this scope and language."""
    state.commands.pop(_scope(params), None)
    return True


async def set_chat_menu_button(state: State, params: Params) -> bool:
    """What the button beside the text field is, in one chat or (without chat_id) in all."""
    chat = params.get("chat_id")
    if chat is not None:
        _place(state, params, counts=False)
    state.menu_buttons[chat] = params.get("menu_button", {"type": "default"})
    return True


async def get_chat_menu_button(state: State, params: Params) -> Json:
    """What that button is."""
    common = state.menu_buttons.get(None, {"type": "default"})
    return state.menu_buttons.get(params.get("chat_id"), common)


METHODS: Final[Mapping[str, Method]] = {
    "getMe": get_me,
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "sendMessage": send_message,
    "sendDocument": send_document,
    "sendPhoto": send_photo,
    "sendMediaGroup": send_media_group,
    "sendMessageDraft": send_message_draft,
    "sendChatAction": send_chat_action,
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "setMessageReaction": set_message_reaction,
    "answerCallbackQuery": answer_callback_query,
    "getFile": get_file,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
}


# What several of them check


def _place(state: State, params: Params, *, counts: bool = True) -> Chat:
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


def _text(params: Params, name: str, entities: str) -> tuple[str, list[Entity]]:
    return formatted(str(params.get(name, "")), params.get("parse_mode"), params.get(entities))


def _textual(name: str, text: str, entities_name: str, entities: list[Entity]) -> Json:
    return {name: text} | ({entities_name: entities} if entities else {})


def _caption(params: Params) -> Json:
    text, entities = _text(params, "caption", "caption_entities")
    if utf16_length(text) > MOST_CAPTION:
        raise bad_request("message caption is too long")
    return _textual("caption", text, "caption_entities", entities) if text else {}


def _sent(state: State, chat: Chat, content: Json, params: Params) -> Message:
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


def _editable(state: State, params: Params) -> Record:
    chat = _place(state, params)
    record = chat.records.get(params.get("message_id", 0))
    if record is None:
        raise bad_request("message to edit not found")
    is_own = record.message["from"]["id"] == state.bot["id"]
    if not is_own or (record.markup and "inline_keyboard" not in record.markup):
        raise bad_request("message can't be edited")
    return record


def _edited(
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


def _delete(state: State, chat: Chat, number: Any) -> None:
    record = chat.records.get(number)
    if record is None:
        raise bad_request("message to delete not found")
    is_own = record.message["from"]["id"] == state.bot["id"]
    is_foreign = not is_own and chat.head["type"] != "private"
    if is_foreign or state.clock.now() > record.message["date"] + DELETABLE:
        raise bad_request("message can't be deleted")
    del chat.records[number]


def _scope(params: Params) -> tuple[str, str]:
    scope = params.get("scope") or {"type": "default"}
    if scope.get("type") not in SCOPES:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    language = str(params.get("language_code", ""))
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise bad_request("invalid language code specified")
    return json.dumps(scope, sort_keys=True, separators=(",", ":")), language


# Files


def _file(state: State, params: Params, given: Any, kind: str) -> StoredFile:
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


def _photo(state: State, params: Params, given: Any) -> Json:
    file = _file(state, params, given, "photo")
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
