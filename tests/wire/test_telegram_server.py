"""The loopback Telegram behaves as the Bot API does towards the python-telegram-bot client and plain HTTP."""

import asyncio
import struct
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, Final

import aiohttp
import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    ForceReply,
    Message,
    ReplyParameters,
    error,
)

from tests.wire.telegram_client import KEYS, client_of, keys, raw, refusal, waiting
from tests.wire.telegram_server import (
    GROUP,
    TelegramServer,
    forbidden,
    server_error,
    telegram_server,
    too_many_requests,
)
from tests.wire.telegram_values import MIB, MOST_DOWNLOAD, MOST_UPLOAD

PICTURE: Final = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 320) + bytes(2000)


@pytest.fixture(autouse=True)
def timedeltas(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client tells how long to wait as a timedelta, as it will by default."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as running:
        yield running


@pytest.fixture
async def bot(server: TelegramServer) -> AsyncIterator[Bot]:
    async with client_of(server) as running:
        server.calls.clear()
        yield running


def texts(server: TelegramServer) -> list[str]:
    """What the bot said to Ada and still stands."""
    return [message["text"] for message in server.sent(42)]


def marks(message: Message) -> list[tuple[str, int, int]]:
    return [(str(mark.type), mark.offset, mark.length) for mark in message.entities]


# -- the wire


async def test_the_client_starts_and_knows_who_it_is(bot: Bot) -> None:
    assert (bot.username, bot.bot.is_bot, bot.bot.can_join_groups) == ("resume_bot", True, True)
    assert not bot.bot.can_read_all_group_messages


async def test_a_wrong_token_and_an_unknown_method_are_told_apart(server: TelegramServer, bot: Bot) -> None:
    stranger = client_of(server, "1:nobody")
    with pytest.raises(error.InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()
    unknown = {"ok": False, "error_code": 404, "description": "Not Found: method not found"}
    assert await raw(server, "sendPigeon") == unknown
    assert (await raw(server, "GETME"))["result"]["username"] == "resume_bot"


async def test_every_call_is_kept_with_its_decoded_parameters(server: TelegramServer, bot: Bot) -> None:
    await bot.send_message(42, "42", reply_markup=KEYS, disable_notification=True)
    assert "chat not found" in await refusal(bot.send_message(7, "x"))
    first, second = server.calls
    assert (first.params["text"], first.params["disable_notification"]) == ("42", True)
    assert first.params["reply_markup"]["inline_keyboard"][0][0]["callback_data"] == "approve"
    assert (first.status, second.status, second.error) == (200, 400, "Bad Request: chat not found")
    assert server.calls_of("sendMessage") == [first]


# -- texts


async def test_html_becomes_entities_in_utf16_units(bot: Bot) -> None:
    code = '<pre><code class="language-py">x &lt; 1</code></pre>'
    source = f' 🦉 <b>Ada &amp; <i>Bob</i></b>\n{code} <a href="https://a.example/">é</a> '
    sent = await bot.send_message(42, source, parse_mode="HTML")
    assert sent.text == "🦉 Ada & Bob\nx < 1 é"
    assert marks(sent) == [("bold", 3, 9), ("italic", 9, 3), ("pre", 13, 5), ("text_link", 19, 1)]
    assert (sent.entities[2].language, sent.entities[3].url) == ("py", "https://a.example/")
    assert sent.parse_entity(sent.entities[0]) == "Ada & Bob"


async def test_what_telegram_marks_by_itself_is_marked(bot: Bot) -> None:
    source = "ada@b.example.org and /start, not <code>/stop</code>"
    sent = await bot.send_message(42, source, parse_mode="HTML")
    assert marks(sent) == [("email", 0, 17), ("bot_command", 22, 6), ("code", 34, 5)]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>x</p>", 'unsupported start tag "p" at byte offset 0'),
        ("é <br/>", 'unsupported start tag "br/" at byte offset 3'),
        ("<b>x", 'can\'t find end tag corresponding to start tag "b"'),
        ("<b>x</i>", 'unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
    ],
)
async def test_faulty_html_is_refused_in_telegram_s_words(bot: Bot, source: str, words: str) -> None:
    assert await refusal(bot.send_message(42, source, parse_mode="HTML")) == f"can't parse entities: {words}"
    assert (await bot.send_message(42, source)).text == source


async def test_entities_beyond_a_hundred_are_dropped(bot: Bot) -> None:
    sent = await bot.send_message(42, "<b>x</b> <i>y</i> " * 60, parse_mode="HTML")
    assert len(sent.entities) == 100
    assert marks(sent)[-1] == ("italic", 198, 1)


async def test_a_text_has_1_to_4096_characters_after_parsing(bot: Bot) -> None:
    longest = await bot.send_message(42, f"<b>{'&lt;' * 4096}</b>", parse_mode="HTML")
    assert len(longest.text or "") == 4096
    assert await refusal(bot.send_message(42, "x" * 4097)) == "message is too long"
    assert await refusal(bot.send_message(42, "x" * 40_000)) == "text is too long"
    for empty in (" \n", "<b> </b>"):
        assert await refusal(bot.send_message(42, empty, parse_mode="HTML")) == "message text is empty"


async def test_button_data_is_bounded_by_64_bytes(server: TelegramServer, bot: Bot) -> None:
    sent = await bot.send_message(42, "x", reply_markup=keys("é" * 32))
    assert server.buttons(42, sent.message_id) == ["é" * 32]
    for data in ("é" * 32 + "x", "x" * 65):
        assert await refusal(bot.send_message(42, "x", reply_markup=keys(data))) == "button_data_invalid"


async def test_a_reply_needs_its_message_unless_told_otherwise(server: TelegramServer, bot: Bot) -> None:
    asked = server.user_text(42, "a question")["message"]["message_id"]
    answer = await bot.send_message(42, "an answer", reply_parameters=ReplyParameters(asked))
    assert answer.reply_to_message is not None
    assert answer.reply_to_message.text == "a question"
    server.user_delete(asked, chat=42)
    lost = bot.send_message(42, "x", reply_parameters=ReplyParameters(asked))
    assert await refusal(lost) == "message to be replied not found"
    either = ReplyParameters(asked, allow_sending_without_reply=True)
    assert (await bot.send_message(42, "x", reply_parameters=either)).reply_to_message is None


# -- edits, deletes, presses


async def test_an_edit_without_markup_takes_the_keyboard_away(server: TelegramServer, bot: Bot) -> None:
    sent = await bot.send_message(42, "card", reply_markup=KEYS)
    same = bot.edit_message_text("<b></b>card", 42, sent.message_id, reply_markup=KEYS, parse_mode="HTML")
    assert (await refusal(same)).startswith("message is not modified: ")
    edited = await bot.edit_message_text("card", 42, sent.message_id)
    assert isinstance(edited, Message)
    assert edited.edit_date
    assert server.buttons(42, sent.message_id) == []
    await bot.edit_message_reply_markup(42, sent.message_id, reply_markup=KEYS)
    assert server.buttons(42, sent.message_id) == ["approve", "reject"]
    empty: dict[str, Any] = {"inline_keyboard": []}
    await raw(server, "editMessageReplyMarkup", chat_id=42, message_id=sent.message_id, reply_markup=empty)
    assert "reply_markup" not in server.message(42, sent.message_id)
    bare = await raw(server, "sendMessage", chat_id=42, text="no card", reply_markup=empty)
    assert "reply_markup" not in bare["result"]


async def test_some_messages_cannot_be_edited(server: TelegramServer, bot: Bot) -> None:
    asked = await bot.send_message(42, "Which?", reply_markup=ForceReply())
    theirs = server.user_text(42, "theirs")["message"]["message_id"]
    plain = await bot.send_message(42, "plain")
    for number in (asked.message_id, theirs):
        assert await refusal(bot.edit_message_text("x", 42, number)) == "message can't be edited"
    assert await refusal(bot.edit_message_text("x", 42, 999)) == "message to edit not found"
    forced = {"message_id": plain.message_id, "text": "x", "reply_markup": {"force_reply": True}}
    answer = await raw(server, "editMessageText", chat_id=42, **forced)
    assert answer["description"] == "Bad Request: inline keyboard expected"
    server.clock.advance(90 * 24 * 3600)
    await bot.edit_message_text("still", 42, plain.message_id)
    assert texts(server) == ["Which?", "still"]


async def test_a_message_can_be_deleted_for_48_hours(server: TelegramServer, bot: Bot) -> None:
    first, second = [await bot.send_message(42, text) for text in ("first", "second")]
    server.clock.advance(48 * 3600 - 60)
    assert await bot.delete_message(42, first.message_id)
    assert await refusal(bot.delete_message(42, first.message_id)) == "message to delete not found"
    server.clock.advance(120)
    assert await refusal(bot.delete_message(42, second.message_id)) == "message can't be deleted"
    assert texts(server) == ["second"]


async def test_a_press_is_answered_within_15_seconds(server: TelegramServer, bot: Bot) -> None:
    sent = await bot.send_message(42, "card", reply_markup=KEYS)
    tap = server.tap(42, sent.message_id, "approve")
    (update,) = await bot.get_updates(timeout=0)
    query = update.callback_query
    assert query is not None
    assert (query.data, query.from_user.id) == ("approve", 42)
    assert server.toast(tap) is None
    assert await bot.answer_callback_query(query.id, "Approved", show_alert=True)
    assert await bot.answer_callback_query(query.id, "Again")
    toast = server.toast(tap)
    assert toast is not None
    assert (toast.text, toast.show_alert) == ("Approved", True)
    server.clock.advance(16)
    for number in (query.id, "12345"):
        assert "query is too old" in await refusal(bot.answer_callback_query(number))
    server.tap(42, sent.message_id, "reject", inaccessible=True)
    late = (await bot.get_updates(timeout=0))[-1].callback_query
    assert late is not None
    assert late.message is not None
    assert not late.message.is_accessible


async def test_reactions_are_set_and_taken_back(server: TelegramServer, bot: Bot) -> None:
    number = server.user_text(42, "hello")["message"]["message_id"]
    await bot.set_message_reaction(42, number, "👀")
    assert server.reactions[42, number] == ["👀"]
    await bot.set_message_reaction(42, number)
    assert server.reactions[42, number] == []
    assert await refusal(bot.set_message_reaction(42, 999, "👀")) == "message to react not found"


async def test_a_draft_is_seen_for_30_seconds_or_until_a_message(server: TelegramServer, bot: Bot) -> None:
    await bot.send_message_draft(42, 7, "Wri")
    await bot.send_message_draft(42, 7, "Writing")
    assert server.draft(42) == "Writing"
    await bot.send_message(42, "Written")
    assert server.draft(42) is None
    await bot.send_message_draft(42, 8, "More")
    server.clock.advance(31)
    assert server.draft(42) is None
    assert await refusal(bot.send_message_draft(GROUP, 7, "x")) == "textdraft_peer_invalid"
    assert "draft_id" in await refusal(bot.send_message_draft(42, 0, "x"))


# -- files


async def test_a_document_goes_up_and_comes_down(server: TelegramServer, bot: Bot) -> None:
    sent = await bot.send_document(
        42, b"%PDF-1.7", filename="CV – Ada.pdf", caption="<b>Yours</b>", parse_mode="HTML"
    )
    assert sent.document is not None
    assert (sent.document.file_name, sent.document.mime_type) == ("CV – Ada.pdf", "application/pdf")
    assert (sent.document.file_size, sent.caption, sent.caption_entities[0].length) == (8, "Yours", 5)
    again = await bot.send_document(43, sent.document.file_id)
    assert again.document is not None
    assert bytes(await (await again.document.get_file()).download_as_bytearray()) == b"%PDF-1.7"
    edited = await bot.edit_message_caption(42, sent.message_id, caption="Ours")
    assert isinstance(edited, Message)
    assert (edited.caption, edited.document, edited.caption_entities) == ("Ours", sent.document, ())
    assert "wrong file identifier" in await refusal(bot.send_document(42, "no-such-file"))
    assert "no text" in await refusal(bot.edit_message_text("x", 42, sent.message_id))


async def test_a_photo_has_its_sizes_the_largest_last(bot: Bot) -> None:
    sent = await bot.send_photo(42, PICTURE, caption="x" * 1024)
    assert [(size.width, size.height) for size in sent.photo] == [(90, 45), (640, 320)]
    assert bytes(await (await sent.photo[-1].get_file()).download_as_bytearray()) == PICTURE
    assert await refusal(bot.send_photo(42, PICTURE, caption="x" * 1025)) == "message caption is too long"
    assert await refusal(bot.send_photo(42, b"no picture")) == "image_process_failed"
    thin = PICTURE.replace(struct.pack(">II", 640, 320), struct.pack(">II", 21, 1))
    assert await refusal(bot.send_photo(42, thin)) == "photo_invalid_dimensions"


async def test_bounds_of_size_hold_up_and_down(server: TelegramServer, bot: Bot) -> None:
    server.user_doc(42, "most.bin", bytes(MOST_DOWNLOAD), caption="all of it")
    server.user_doc(42, "more.bin", b"", size=MOST_DOWNLOAD + 1)
    most, more = [update.message.document for update in await bot.get_updates(timeout=0) if update.message]
    assert most is not None
    assert more is not None
    assert len(await (await most.get_file()).download_as_bytearray()) == 20 * MIB
    assert await refusal(more.get_file()) == "file is too big"
    assert "temporarily unavailable" in await refusal(bot.get_file("no-such-file"))
    too_large = bot.send_document(42, bytes(MOST_UPLOAD + 1), read_timeout=20)
    assert "request entity too large" in await refusal(too_large, error.NetworkError)
    address = f"{server.url}/file/bot{server.token}/documents/none.pdf"
    async with aiohttp.ClientSession() as http, http.get(address) as answer:
        assert answer.status == 404


async def test_commands_are_kept_by_scope_and_language(bot: Bot) -> None:
    english, german, mine = [(BotCommand("help", text),) for text in ("Help", "Hilfe", "For you")]
    private, chat = BotCommandScopeAllPrivateChats(), BotCommandScopeChat(42)
    await bot.set_my_commands(english)
    await bot.set_my_commands(german, private, "de")
    await bot.set_my_commands(mine, chat)
    assert await bot.get_my_commands() == english
    assert await bot.get_my_commands(private, "de") == german
    assert await bot.get_my_commands(chat) == mine
    assert await bot.get_my_commands(private) == ()
    await bot.delete_my_commands(chat)
    assert await bot.get_my_commands(chat) == ()
    assert await refusal(bot.set_my_commands([("Help", "x")])) == "bot_command_invalid"


# -- people and groups


async def test_who_blocks_the_bot_is_out_of_reach_until_they_unblock(
    server: TelegramServer, bot: Bot
) -> None:
    server.block(42)
    words = await refusal(bot.send_message(42, "x"), error.Forbidden)
    assert words == "forbidden: bot was blocked by the user"
    await bot.send_message(43, "another is reached")
    server.unblock(42)
    await bot.send_message(42, "welcome back")
    changes = [update.my_chat_member for update in await bot.get_updates(timeout=0)]
    assert [change.new_chat_member.status for change in changes if change] == ["kicked", "member"]


async def test_privacy_mode_leaves_commands_mentions_and_replies(server: TelegramServer, bot: Bot) -> None:
    said = await bot.send_message(GROUP, "Anything?")
    for text in ("small talk", "/help", "/help@another_bot", "/help@resume_bot", "hi @resume_bot"):
        server.user_text(42, text, chat=GROUP)
    server.user_text(43, "yes", chat=GROUP, reply_to=said.message_id)
    unheard = server.user_text(43, "unheard", chat=GROUP)
    server.edit(43, unheard["message"]["message_id"], "unheard still", chat=GROUP)
    heard = ["/help", "/help@resume_bot", "hi @resume_bot", "yes"]
    assert await waiting(bot) == heard
    server.reads_all_group_messages = True
    server.user_text(42, "heard now", chat=GROUP)
    assert await waiting(bot) == [*heard, "heard now"]
    server.kick(GROUP, 42)
    server.user_text(42, "/help", chat=GROUP)
    assert await waiting(bot) == [*heard, "heard now"]
    assert "kicked from the supergroup chat" in await refusal(bot.send_message(GROUP, "x"), error.Forbidden)


async def test_a_group_that_moved_tells_its_new_number(server: TelegramServer, bot: Bot) -> None:
    server.add_group(-55)
    server.migrate(-55, -1_001_234_567_890)
    with pytest.raises(error.ChatMigrated) as moved:
        await bot.send_message(-55, "x")
    assert moved.value.new_chat_id == -1_001_234_567_890
    sent = await bot.send_message(moved.value.new_chat_id, "x")
    assert sent.chat.type == "supergroup"


# -- faults


async def test_the_next_calls_fail_as_asked_and_no_others(server: TelegramServer, bot: Bot) -> None:
    server.fail_next("sendMessage", too_many_requests(3), times=2, chat=42)
    await bot.send_message(43, "another chat")
    for _ in range(2):
        with pytest.raises(error.RetryAfter) as told:
            await bot.send_message(42, "x")
        assert told.value.retry_after == timedelta(seconds=3)
    server.fail_next("*", forbidden("user is deactivated"))
    assert await refusal(bot.send_message(42, "x"), error.Forbidden) == "forbidden: user is deactivated"
    server.fail_next("getMe", server_error(502, is_html=True))
    assert "bad gateway" in await refusal(bot.get_me(), error.NetworkError)
    await bot.send_message(42, "at last")
    assert texts(server) == ["at last"]


@pytest.mark.parametrize("after_commit", [False, True])
async def test_a_hanging_call_times_out_carried_out_or_not(
    server: TelegramServer, bot: Bot, after_commit: bool
) -> None:
    held = server.hang_next("sendMessage", after_commit=after_commit)
    await refusal(bot.send_message(42, "x", read_timeout=0.2), error.TimedOut)
    await bot.send_message(42, "next")
    held.set()
    await bot.send_message(42, "last")
    kept = ["x", "next", "last"] if after_commit else ["next", "last"]
    assert texts(server) == kept


async def test_a_held_call_goes_on_when_it_is_let_go(server: TelegramServer, bot: Bot) -> None:
    held = server.hang_next("sendMessage")
    call = asyncio.create_task(bot.send_message(42, "x"))
    await server.wait_until(lambda: bool(server.calls))
    assert server.sent(42) == []
    held.set()
    assert (await call).text == "x"


@pytest.mark.parametrize("after_commit", [False, True])
async def test_a_broken_connection_hides_whether_it_was_carried_out(
    server: TelegramServer, bot: Bot, after_commit: bool
) -> None:
    server.drop_next("sendMessage", after_commit=after_commit)
    await refusal(bot.send_message(42, "x"), error.NetworkError)
    assert len(server.sent(42)) == after_commit


async def test_a_chat_beyond_its_pace_is_told_to_wait(server: TelegramServer, bot: Bot) -> None:
    server.limit(2, 30)
    sent = await bot.send_message(42, "one")
    await bot.edit_message_text("two", 42, sent.message_id)
    answer = await raw(server, "sendMessage", chat_id=42, text="three")
    assert (answer["error_code"], answer["parameters"]) == (429, {"retry_after": 30})
    await bot.send_message(43, "another chat")
    server.clock.advance(10)
    answer = await raw(server, "sendMessage", chat_id=42, text="three")
    assert answer["parameters"] == {"retry_after": 20}
    server.clock.advance(21)
    await bot.send_message(42, "three")
