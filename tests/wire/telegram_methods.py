"""The methods of the Bot API that a bot like ours calls, with Telegram's own checks and words."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from tests.wire.telegram_checks import (
    Params,
    caption_of,
    delete,
    editable,
    edited,
    photo_content,
    place,
    scope_of,
    sent,
    stored_file,
    text_of,
    textual,
)
from tests.wire.telegram_state import State, document_of
from tests.wire.telegram_text import MOST_TEXT, utf16_length
from tests.wire.telegram_updates import Webhook
from tests.wire.telegram_values import MOST_DOWNLOAD, Draft, Json, Message, Toast, bad_request

Method: TypeAlias = Callable[[State, Params], Awaitable[Any]]

ANSWER_LIFE: Final = 15
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
    chat = place(state, params)
    text, entities = text_of(params, "text", "entities")
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > MOST_TEXT:
        raise bad_request("message is too long")
    return sent(state, chat, textual("text", text, "entities", entities), params)


async def send_document(state: State, params: Params) -> Message:
    """A file, uploaded or known by its id."""
    chat = place(state, params)
    caption = caption_of(params)
    file = stored_file(state, params, params.get("document"), "document")
    return sent(state, chat, {"document": document_of(file)} | caption, params)


async def send_photo(state: State, params: Params) -> Message:
    """A picture, uploaded or known by its id; real Telegram would make a smaller JPEG of it."""
    chat = place(state, params)
    caption = caption_of(params)
    return sent(state, chat, photo_content(state, params, params.get("photo")) | caption, params)


async def send_media_group(state: State, params: Params) -> list[Message]:
    """Two to ten pictures or documents as an album."""
    chat = place(state, params)
    media: Sequence[Json] = params.get("media", ())
    if not 2 <= len(media) <= 10:
        raise bad_request("group send failed: 2 to 10 items are needed")
    contents = []
    for item in media:
        caption = caption_of(item)
        if item.get("type") == "photo":
            contents.append(photo_content(state, params, item.get("media")) | caption)
        else:
            contents.append(
                {"document": document_of(stored_file(state, params, item.get("media"), "document"))} | caption
            )
    album = {"media_group_id": str(int(state.clock.now() * 1000))}
    return [sent(state, chat, content | album, params) for content in contents]


async def send_message_draft(state: State, params: Params) -> bool:
    """A text while it is being written: seen for 30 s, in private chats only."""
    chat = place(state, params, counts=False)
    if chat.head["type"] != "private":
        raise bad_request("TEXTDRAFT_PEER_INVALID")
    if not params.get("draft_id"):
        raise bad_request("draft_id must be non-zero")
    text, _ = text_of(params, "text", "entities")
    if utf16_length(text) > MOST_TEXT:
        raise bad_request("message is too long")
    state.drafts[chat.head["id"]] = Draft(params["draft_id"], text, state.clock.now())
    return True


async def send_chat_action(state: State, params: Params) -> bool:
    """That the bot is typing, for some seconds."""
    chat = place(state, params, counts=False)
    if params.get("action") not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    state.actions.append((chat.head["id"], params["action"]))
    return True


# Changing what stands


async def edit_message_text(state: State, params: Params) -> Message:
    """Another text; without a reply_markup the keyboard goes."""
    record = editable(state, params)
    text, entities = text_of(params, "text", "entities")
    if "text" not in record.message:
        raise bad_request("there is no text in the message to edit")
    if not text:
        raise bad_request("message text is empty")
    if utf16_length(text) > MOST_TEXT:
        raise bad_request("message is too long")
    return edited(state, record, params, textual("text", text, "entities", entities))


async def edit_message_caption(state: State, params: Params) -> Message:
    """Another caption; without a reply_markup the keyboard goes."""
    record = editable(state, params)
    if not record.message.keys() & {"document", "photo", "voice"}:
        raise bad_request("there is no caption in the message to edit")
    return edited(state, record, params, caption_of(params), ("caption", "caption_entities"))


async def edit_message_reply_markup(state: State, params: Params) -> Message:
    """Another keyboard, or none."""
    return edited(state, editable(state, params), params, {}, ())


async def delete_message(state: State, params: Params) -> bool:
    """Take a message away, up to 48 hours after it came."""
    chat = place(state, params, counts=False)
    delete(state, chat, params.get("message_id"))
    return True


async def delete_messages(state: State, params: Params) -> bool:
    """The same with many at once; what isn't there is passed over."""
    chat = place(state, params, counts=False)
    for number in params.get("message_ids", ()):
        if number in chat.records:
            delete(state, chat, number)
    return True


async def set_message_reaction(state: State, params: Params) -> bool:
    """A sign on a message, or none."""
    chat = place(state, params, counts=False)
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
    state.commands[scope_of(params)] = [dict(command) for command in commands]
    return True


async def get_my_commands(state: State, params: Params) -> list[Json]:
    """What was set for exactly this scope and language."""
    return state.commands.get(scope_of(params), [])


async def delete_my_commands(state: State, params: Params) -> bool:
    """List none for this scope and language."""
    state.commands.pop(scope_of(params), None)
    return True


async def set_chat_menu_button(state: State, params: Params) -> bool:
    """What the button beside the text field is, in one chat or (without chat_id) in all."""
    chat = params.get("chat_id")
    if chat is not None:
        place(state, params, counts=False)
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
