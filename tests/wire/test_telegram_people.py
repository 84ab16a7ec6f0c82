"""What people do on the loopback Telegram comes in as Telegram tells it, and its stricter corners hold."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from telegram import Update

from tests.wire.telegram_server import GROUP, TelegramServer, telegram_server
from tests.wire.telegram_text import parse_html, utf16_length
from tests.wire.telegram_values import ApiError


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as running:
        yield running


async def call(server: TelegramServer, method: str, **params: Any) -> Any:
    """The result of one call by plain HTTP, or the description of its refusal."""
    address = f"{server.url}/bot{server.token}/{method}"
    async with aiohttp.ClientSession() as http, http.post(address, json=params) as answer:
        body = await answer.json()
        assert body["ok"] is (answer.status == 200)
        return body["result"] if body["ok"] else body["description"]


def key(text: str = "Go", **more: Any) -> dict[str, Any]:
    return {"text": text, **(more or {"callback_data": "go"})}


async def with_keys(server: TelegramServer, *rows: list[dict[str, Any]]) -> Any:
    return await call(server, "sendMessage", chat_id=42, text="x", reply_markup={"inline_keyboard": rows})


async def test_the_server_runs_and_hears_both_people(server: TelegramServer) -> None:
    server.user_text(42, "one")
    server.user_text(43, "two")
    assert [update["message"]["from"]["first_name"] for update in await call(server, "getUpdates")] == [
        "Ada",
        "Bob",
    ]


async def test_the_client_reads_all_that_people_do(server: TelegramServer) -> None:
    sent = await call(
        server, "sendMessage", chat_id=42, text="x", reply_markup={"inline_keyboard": [[key()]]}
    )
    mine = server.user_text(42, "/start r_9f3c https://a.example/x", reply_to=sent["message_id"])
    server.edit(42, mine["message"]["message_id"], "changed")
    server.user_doc(42, "cv.pdf", b"%PDF", caption="my cv", media_type="application/pdf", album="7")
    server.user_photo(42, b"no real picture", caption="me")
    server.user_voice(42, b"said", seconds=3)
    server.user_other(42, {"contact": {"phone_number": "1", "first_name": "Bob"}})
    server.tap(42, sent["message_id"], "Go")
    server.tap(42, sent["message_id"], "go", inaccessible=True)
    server.tap(42, sent["message_id"], "made up", forged=True)
    server.block(42)
    server.unblock(42)
    raw = await call(server, "getUpdates")
    updates = [Update.de_json(one) for one in raw]
    assert [update.update_id for update in updates] == [one["update_id"] for one in server.pending]
    assert all(update.effective_user and update.effective_user.id == 42 for update in updates)
    first = updates[0].message
    assert first is not None
    assert first.reply_to_message is not None
    assert first.parse_entities() == {
        first.entities[0]: "/start",
        first.entities[1]: "https://a.example/x",
    }
    taps = [update.callback_query for update in updates if update.callback_query]
    assert [tap.data for tap in taps] == ["go", "go", "made up"]
    assert [tap.message.is_accessible for tap in taps if tap.message] == [True, False, True]
    assert len({tap.id for tap in taps}) == 3


async def test_a_button_that_is_not_there_cannot_be_pressed(server: TelegramServer) -> None:
    sent = await with_keys(server, [key("Site", url="https://a.example"), key("Go")])
    with pytest.raises(AssertionError, match="no button"):
        server.tap(42, sent["message_id"], "Stop")
    server.tap(42, sent["message_id"], "Go")
    assert len(server.pending) == 1


async def test_a_press_sent_again_has_a_new_number_and_the_same_query(server: TelegramServer) -> None:
    sent = await with_keys(server, [key()])
    first = server.tap(42, sent["message_id"], "Go")
    again = server.push_raw({"callback_query": first["callback_query"]})
    assert again["update_id"] == first["update_id"] + 1
    assert await call(server, "getUpdates") == [first, again]
    assert await call(server, "answerCallbackQuery", callback_query_id=first["callback_query"]["id"]) is True


async def test_a_topic_is_open_to_the_bot_once_somebody_wrote_there(server: TelegramServer) -> None:
    assert (
        await call(server, "sendMessage", chat_id=42, text="x", message_thread_id=5)
        == "Bad Request: message thread not found"
    )
    said = server.user_text(42, "in a topic", thread=5)["message"]
    assert (said["message_thread_id"], said["is_topic_message"]) == (5, True)
    sent = await call(server, "sendMessage", chat_id=42, text="x", message_thread_id=5)
    assert sent["message_thread_id"] == 5


async def test_supergroups_number_their_messages_for_themselves(server: TelegramServer) -> None:
    private = [server.user_text(user, "x")["message"]["message_id"] for user in (42, 43, 42)]
    group = [(await call(server, "sendMessage", chat_id=GROUP, text="x"))["message_id"] for _ in range(2)]
    assert private == list(range(private[0], private[0] + 3))
    assert group == [1, 2]


async def test_a_group_that_moves_says_so_in_both(server: TelegramServer) -> None:
    server.add_group(-55, members=(43,))
    server.migrate(-55, -1_001_234_567_890)
    old, new = [update["message"] for update in server.pending]
    assert (old["chat"]["id"], old["migrate_to_chat_id"]) == (-55, -1_001_234_567_890)
    assert (new["chat"]["id"], new["migrate_from_chat_id"]) == (-1_001_234_567_890, -55)


async def test_keyboards_have_eight_in_a_row_and_a_hundred_in_all(server: TelegramServer) -> None:
    full = await with_keys(server, *([[key()] * 8] * 12), [key()] * 4)
    assert len(server.buttons(42, full["message_id"])) == 100
    for rows in ([[key()] * 9], [[key()] * 8] * 13):
        assert await with_keys(server, *rows) == "Bad Request: reply markup is too long"


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ({"text": "Go"}, "Text buttons are unallowed in the inline keyboard"),
        ({"text": "Go", "callback_data": ""}, "Text buttons are unallowed in the inline keyboard"),
        ({"text": " ", "callback_data": "x"}, 'Field "text"'),
        ({"text": "Go", "callback_data": "是" * 22}, "BUTTON_DATA_INVALID"),
        ({"text": "Go", "callback_data": "x", "style": "loud"}, "style"),
        ({"text": "Go", "url": "no address"}, "URL"),
        ({"text": "Go", "copy_text": {"text": "x" * 257}}, "BUTTON_COPY_TEXT_INVALID"),
    ],
)
async def test_a_faulty_button_refuses_the_whole_message(
    server: TelegramServer, button: dict[str, Any], words: str
) -> None:
    assert words in await with_keys(server, [button])
    assert server.sent(42) == []


async def test_lengths_are_counted_in_utf16_units(server: TelegramServer) -> None:
    sent = await call(server, "sendMessage", chat_id=42, text="😀" * 2048)
    assert utf16_length(sent["text"]) == 4096
    assert (
        await call(server, "sendMessage", chat_id=42, text="😀" * 2049) == "Bad Request: message is too long"
    )


def test_html_nests_and_names_its_entities() -> None:
    assert parse_html("<blockquote expandable>a <s>5</s><b>8</b></blockquote>") == (
        "a 58",
        [
            {"type": "strikethrough", "offset": 2, "length": 1},
            {"type": "bold", "offset": 3, "length": 1},
            {"type": "expandable_blockquote", "offset": 0, "length": 4},
        ],
    )
    assert parse_html("&lt;b&gt; &nbsp; &#233; &amp;amp; AT&T")[0] == "<b> &nbsp; é &amp; AT&T"


async def test_touching_styles_are_one_and_code_holds_none(server: TelegramServer) -> None:
    source = "<b>a</b><b>b</b> <b>c<code>d</code></b> <blockquote>e<blockquote>f</blockquote></blockquote>"
    sent = await call(server, "sendMessage", chat_id=42, text=source, parse_mode="HTML")
    assert sent["text"] == "ab cd ef"
    assert [(mark["type"], mark["offset"], mark["length"]) for mark in sent["entities"]] == [
        ("bold", 0, 2),
        ("bold", 3, 1),
        ("code", 4, 1),
        ("blockquote", 6, 2),
    ]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("a <b", "Unclosed start tag at byte offset 2"),
        ("<b x>y</b>", 'Expected equal sign in declaration of an attribute of the tag "b" at byte offset 0'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ('<span class="big">x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('é <a href="x>y</a>', "Unclosed start tag at byte offset 3"),
        ("<a href=x/y>z</a>", "Unexpected end of name token at byte offset 8"),
    ],
)
def test_faulty_html_is_told_by_its_place(source: str, words: str) -> None:
    with pytest.raises(ApiError) as refused:
        parse_html(source)
    assert refused.value.description.startswith("Bad Request: can't parse entities: ")
    assert words in refused.value.description
