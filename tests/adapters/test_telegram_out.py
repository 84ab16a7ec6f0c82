"""Posts in Telegram: sent once, edited in place, sent anew where that fails; what is unknown is told so."""

import asyncio
import itertools
import logging
import struct
import zlib
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from adapters.telegram.connect import TelegramPlatform
from adapters.telegram.markup import Markup
from core.errors import BusyError, CountersignError, DeliveryError, UnknownOutcomeError, UnreachableError
from core.event import Conversation
from core.ports import Sending, Shown
from core.show.files import MadeFile
from core.show.view import (
    Button,
    CardView,
    Choice,
    FileView,
    LineView,
    Notice,
    QuestionView,
    Span,
    TextView,
    View,
    WorkingView,
)
from tests.adapters.telegram_door import FakeDoor, as_json, connected, private, until
from tests.wire.telegram_server import (
    TelegramServer,
    bad_request,
    forbidden,
    server_error,
    telegram_server,
    too_many_requests,
)

TOKEN = "pk3j9x0q2ab.1.a1b2.approve"
CARD = CardView(
    "Shorten the summary",
    "pending",
    "",
    "It reads faster.",
    (LineView(0, "Summary", "set", (Span("a <long> text", "out"), Span("short & sweet", "in"))),),
    "",
    (),
    (),
    (Button("Approve", TOKEN, "primary"), Button("Reject", "pk3j9x0q2ab.1..reject")),
)
DECIDED = replace(
    CARD, state="approved", status="Approved by you", buttons=(Button("Undo", "pk3j9x0q2ab.1..undo"),)
)
STOP = Button("Stop", "jk3j9x0q2ab.0..stop")


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as running:
        yield running


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


@pytest.fixture
async def platform(server: TelegramServer, door: FakeDoor) -> AsyncIterator[TelegramPlatform]:
    async with connected(server, door) as opened:
        yield opened


def sending(view: View, place: str = "", conversation: Conversation | None = None, **members: Any) -> Sending:
    return Sending(7, conversation or private(), view, place, **members)


def number_of(shown: Shown) -> int:
    return int(shown.place.split(":")[1])


# -- sent and edited


async def test_a_card_is_one_message_with_its_keys(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(CARD))
    (message,) = server.sent(42)
    assert shown == Shown(f"42:{message['message_id']}")
    assert message["text"].startswith("Shorten the summary\n\n▪ Summary: a <long> text short & sweet")
    kinds = {entity["type"] for entity in message["entities"]}
    assert kinds >= {"bold", "strikethrough", "italic"}
    assert server.buttons(42, message["message_id"]) == ["Approve", "Reject"]
    assert message["reply_markup"]["inline_keyboard"][0][0] == {
        "text": "Approve",
        "callback_data": TOKEN,
        "style": "success",
    }
    assert message["link_preview_options"] == {"is_disabled": True}


async def test_what_is_decided_is_an_edit_in_its_place(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(CARD))
    again = await platform.show(sending(DECIDED, shown.place))
    assert again.place == shown.place
    (message,) = server.sent(42)
    assert message["text"].startswith("✅ Approved by you")
    assert server.buttons(42, message["message_id"]) == ["Undo"]


async def test_the_same_again_is_as_good_as_sent(server: TelegramServer, platform: TelegramPlatform) -> None:
    shown = await platform.show(sending(CARD))
    assert await platform.show(sending(CARD, shown.place)) == shown
    assert "message is not modified" in server.calls[-1].error


async def test_what_can_not_be_edited_is_sent_anew(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(CARD))
    server.user_delete(number_of(shown), chat=42)
    again = await platform.show(sending(DECIDED, shown.place))
    assert again.place != shown.place
    assert [message["text"].splitlines()[0] for message in server.sent(42)] == ["✅ Approved by you"]


async def test_what_does_not_ring_is_silent(server: TelegramServer, platform: TelegramPlatform) -> None:
    await platform.show(sending(TextView("hello"), rings=False))
    await platform.show(sending(TextView("hello")))
    assert [call.params.get("disable_notification") for call in server.calls_of("sendMessage")] == [
        True,
        False,
    ]


async def test_a_cut_card_says_so(server: TelegramServer, platform: TelegramPlatform) -> None:
    line = LineView(0, "Summary", "set", (Span("word " * 2_000, "in"),))
    shown = await platform.show(
        sending(replace(CARD, lines=(line,), review=Button("Read it all", "pk3j9x0q2ab.1.a1b2.review")))
    )
    assert shown.is_cut
    assert server.buttons(42, number_of(shown)) == ["Read it all", "Reject"]


async def test_a_topic_is_kept_and_done_without_when_it_is_gone(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    await platform.show(sending(TextView("hello"), conversation=private(thread="9")))
    (message,) = server.sent(42)
    assert "message_thread_id" not in message
    server.chats[42].threads.add(9)
    await platform.show(sending(TextView("hello"), conversation=private(thread="9")))
    assert server.sent(42)[-1]["message_thread_id"] == 9


# -- long texts


async def test_a_long_text_is_several_messages_with_the_keys_under_the_last(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(TextView("😀" * 5_000, buttons=(Button("Undo", "vr.4..undo"),))))
    sent = server.sent(42)
    assert len(sent) >= 3
    assert "".join(message["text"] for message in sent) == "😀" * 5_000
    assert [bool(message.get("reply_markup")) for message in sent] == [False] * (len(sent) - 1) + [True]
    shorter = await platform.show(sending(TextView("short"), shown.place))
    assert [message["text"] for message in server.sent(42)] == ["short"]
    assert shorter.place == shown.place.split(",")[0]


async def test_a_long_text_goes_on_where_it_was_stopped(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    long = TextView("word " * 2_000)
    server.limit(per_second=1, retry_after=1, chat=42)
    with pytest.raises(BusyError) as busy:
        await platform.show(sending(long))
    assert busy.value.retry_after >= 1
    server.limit(per_second=100, retry_after=1, chat=42)
    shown = await platform.show(sending(long))
    assert len(server.sent(42)) == len(shown.place.split(",")) == 3
    assert "".join(message["text"] + " " for message in server.sent(42)).split() == ["word"] * 2_000


async def test_a_long_text_is_folded_whole(server: TelegramServer, platform: TelegramPlatform) -> None:
    shown = await platform.show(sending(TextView("word " * 2_000)))
    await platform.fold(7, private(), shown.place)
    assert server.sent(42) == []


# -- refusals


async def test_refused_markup_goes_out_as_plain_text(
    server: TelegramServer, platform: TelegramPlatform, caplog: pytest.LogCaptureFixture
) -> None:
    server.fail_next(
        "sendMessage", bad_request('can\'t parse entities: Unsupported start tag "x" at byte offset 0')
    )
    await platform.show(sending(CARD))
    (message,) = server.sent(42)
    assert "[−a <long> text−] [+short & sweet+]" in message["text"]
    assert server.buttons(42, message["message_id"]) == ["Approve", "Reject"]
    assert "<long>" not in caplog.text


async def test_what_is_too_long_after_all_is_made_shorter(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    line = LineView(0, "Summary", "set", (Span("word " * 600, "in"),))
    view = replace(CARD, lines=(line,), review=Button("Read it all", "pk3j9x0q2ab.1.a1b2.review"))
    server.fail_next("sendMessage", bad_request("message is too long"))
    shown = await platform.show(sending(view))
    assert shown.is_cut
    assert len(server.message(42, number_of(shown))["text"]) <= 1_500


async def test_429_names_the_wait_and_holds_that_chat_alone(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    server.fail_next("sendMessage", too_many_requests(3), chat=42)
    with pytest.raises(BusyError) as busy:
        await platform.show(sending(CARD))
    assert busy.value.retry_after == 3.5
    await platform.show(sending(CARD, conversation=private(43)))
    assert len(server.sent(43)) == 1


@pytest.mark.parametrize(
    ("refusal", "reason"),
    [
        ("bot was blocked by the user", "blocked"),
        ("user is deactivated", "deactivated"),
        ("bot can't initiate conversation with a user", "not_started"),
        ("bot was kicked from the supergroup chat", "removed"),
    ],
)
async def test_who_shut_us_out_is_told_as_unreachable(
    server: TelegramServer, platform: TelegramPlatform, refusal: str, reason: str
) -> None:
    server.fail_next("sendMessage", forbidden(refusal))
    with pytest.raises(UnreachableError) as closed:
        await platform.show(sending(CARD))
    assert closed.value.reason == reason


async def test_a_chat_that_nobody_knows_is_unreachable(platform: TelegramPlatform) -> None:
    with pytest.raises(UnreachableError):
        await platform.show(sending(CARD, conversation=private(99)))


async def test_after_an_unblock_messages_arrive_again(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    server.block(42)
    with pytest.raises(UnreachableError):
        await platform.show(sending(CARD))
    server.unblock(42)
    await platform.show(sending(CARD))
    assert len(server.sent(42)) == 1


async def test_a_group_that_got_another_id_is_followed(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    server.add_group(-5)
    server.migrate(-5, to=-1_000_000_000_005)
    shown = await platform.show(sending(TextView("See our chat."), conversation=private(-5)))
    assert shown.place.startswith("-1000000000005:")


async def test_a_line_in_a_group_links_to_the_private_chat(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    server.add_group(-1001)
    shown = await platform.show(sending(TextView("I answer in our own chat."), conversation=private(-1001)))
    keyboard = server.message(-1001, number_of(shown))["reply_markup"]["inline_keyboard"]
    assert keyboard == [[{"text": "Open our chat", "url": "https://t.me/resume_bot?start=group"}]]


# -- outcomes that are not known


async def test_a_delivered_message_without_an_answer_is_unknown(
    server: TelegramServer, platform: TelegramPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.request.READ_SECONDS", 0.2)
    held = server.hang_next("sendMessage", after_commit=True)
    with pytest.raises(UnknownOutcomeError):
        await platform.show(sending(CARD))
    held.set()
    assert len(server.sent(42)) == 1
    assert platform.traits.is_remote
    assert platform.traits.resend_after == 60_000


@pytest.mark.parametrize("after_commit", [True, False])
async def test_a_broken_connection_leaves_it_unknown(
    server: TelegramServer, platform: TelegramPlatform, after_commit: bool
) -> None:
    server.drop_next("sendMessage", after_commit=after_commit)
    with pytest.raises(UnknownOutcomeError):
        await platform.show(sending(CARD))


async def test_a_server_s_trouble_is_unknown_too(server: TelegramServer, platform: TelegramPlatform) -> None:
    server.fail_next("sendMessage", server_error(502, is_html=True))
    with pytest.raises(UnknownOutcomeError):
        await platform.show(sending(CARD))


async def test_an_edit_without_an_answer_may_simply_be_tried_again(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(CARD))
    server.drop_next("editMessageText", after_commit=True)
    with pytest.raises(DeliveryError) as failed:
        await platform.show(sending(DECIDED, shown.place))
    assert not isinstance(failed.value, UnknownOutcomeError)
    assert (await platform.show(sending(DECIDED, shown.place))).place == shown.place
    assert len(server.sent(42)) == 1


async def test_when_nothing_could_be_sent_that_is_known(door: FakeDoor) -> None:
    async with telegram_server() as server:
        platform = TelegramPlatform(server.token, api_url=server.url)
        platform.attach(door)
        await platform.start()
    with pytest.raises(DeliveryError) as failed:
        await platform.show(sending(CARD))
    await platform.stop()
    assert failed.value.code == "not_sent"


# -- folding


async def test_what_is_folded_is_gone_and_folding_it_again_is_fine(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(CARD))
    await platform.fold(7, private(), shown.place)
    await platform.fold(7, private(), shown.place)
    await platform.fold(7, private(), "")
    assert server.sent(42) == []


async def test_what_is_too_old_to_be_deleted_becomes_a_line(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    shown = await platform.show(sending(CARD))
    server.clock.advance(49 * 3600)
    await platform.fold(7, private(), shown.place)
    (message,) = server.sent(42)
    assert message["text"] == "This message is no longer current."
    assert "reply_markup" not in message


# -- work under way


async def test_progress_is_an_edit_now_and_then_and_we_are_typing(
    server: TelegramServer, platform: TelegramPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.working.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("adapters.telegram.working.EDIT_SECONDS", 0.3)
    shown = await platform.show(sending(WorkingView("Reading your résumé", "", (STOP,)), rings=False))
    for number in range(40):
        await platform.progress(private(), "word " * number)
        await asyncio.sleep(0.01)
    await until(lambda: server.message(42, number_of(shown))["text"].endswith("word"))
    edits = [call.at for call in server.calls_of("editMessageText")]
    assert all(later - earlier > 0.25 for earlier, later in itertools.pairwise(edits))
    assert server.buttons(42, number_of(shown)) == ["Stop"]
    assert (42, "typing") in server.actions
    await platform.progress(private(), "the end")
    await platform.fold(7, private(), shown.place)
    calls = len(server.calls)
    await platform.progress(private(), "after the end")
    await asyncio.sleep(0.5)
    assert not [call for call in server.calls[calls:] if call.method == "editMessageText"]
    assert server.sent(42) == []


async def test_progress_keeps_still_when_telegram_asks(
    server: TelegramServer, platform: TelegramPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.working.LOOK_SECONDS", 0.01)
    monkeypatch.setattr("adapters.telegram.working.EDIT_SECONDS", 0.02)
    await platform.show(sending(WorkingView("Reading", "", (STOP,))))
    server.fail_next("editMessageText", too_many_requests(137))
    for number in range(20):
        await platform.progress(private(), f"word {number}")
        await asyncio.sleep(0.02)
    assert len([call for call in server.calls if call.method == "editMessageText"]) == 1


async def test_progress_without_a_message_is_dropped(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    await platform.progress(private(), "word")
    assert server.sent(42) == []


# -- files, questions, lines


def png(width: int, height: int) -> bytes:
    """A real picture of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\x00" + b"\x00" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


async def test_a_file_keeps_its_name_and_its_bytes(
    server: TelegramServer, platform: TelegramPlatform, door: FakeDoor
) -> None:
    door.made = (MadeFile("CV – 李雷 v3.pdf", b"%PDF-1.7"),)
    shown = await platform.show(sending(FileView("Your résumé <b>, version 3", "CV – 李雷 v3.pdf")))
    (message,) = server.sent(42)
    assert message["document"]["file_name"] == "CV – 李雷 v3.pdf"
    assert message["caption"] == "Your résumé <b>, version 3"
    assert server.files[message["document"]["file_id"]].data == b"%PDF-1.7"
    assert await platform.show(sending(FileView("in another language", "x"), shown.place)) == shown
    assert len(server.sent(42)) == 1


async def test_a_page_is_a_photo_and_several_are_an_album(
    server: TelegramServer, platform: TelegramPlatform, door: FakeDoor
) -> None:
    door.made = (MadeFile("page 1.png", png(60, 80)),)
    await platform.show(sending(FileView("One page", "cv.png")))
    assert "photo" in server.sent(42)[0]
    door.made = tuple(MadeFile(f"page {number}.png", png(60, 80)) for number in range(3))
    shown = await platform.show(sending(FileView("Three pages", "cv.png")))
    album = server.sent(42)[1:]
    assert len(album) == len(shown.place.split(",")) == 3
    assert [message.get("caption", "") for message in album] == ["Three pages", "", ""]


async def test_a_picture_that_is_no_photo_s_shape_is_a_document(
    server: TelegramServer, platform: TelegramPlatform, door: FakeDoor
) -> None:
    door.made = (MadeFile("long.png", png(10, 900)),)
    await platform.show(sending(FileView("A long page", "long.png")))
    assert "document" in server.sent(42)[0]


async def test_a_file_that_is_gone_leaves_its_line(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    await platform.show(sending(FileView("Your résumé", "cv.pdf")))
    assert server.sent(42)[0]["text"] == "Your résumé"


async def test_a_question_speaks_its_person_s_language_and_names_its_post(
    server: TelegramServer, platform: TelegramPlatform, door: FakeDoor
) -> None:
    door.spoken = "zh"
    view = QuestionView(
        "kit2qguqo6", 3, "哪一个？", "", "multi_choice", (Choice("Go", "go"),), {}, None, "", ()
    )
    shown = await platform.show(sending(view))
    keyboard = server.message(42, number_of(shown))["reply_markup"]["inline_keyboard"]
    assert keyboard[0] == [{"text": "☐ Go", "callback_data": "akit2qguqo6.3.7.+0"}]
    assert keyboard[1][0]["text"] == "选好了（0）"


async def test_a_notice_is_a_silent_line_and_lost_where_it_can_not_be_sent(
    server: TelegramServer, platform: TelegramPlatform
) -> None:
    await platform.notice(private(), Notice("Only a word."))
    await platform.notice(private(99), Notice("Only a word."))
    assert [message["text"] for message in server.sent(42)] == ["Only a word."]


# -- pace and privacy


def test_the_pace_is_that_of_private_chats_and_of_groups() -> None:
    platform = TelegramPlatform("123456:abc")
    mine, group = platform.rate(private()), platform.rate(private(-1001))
    assert mine is not None
    assert group is not None
    assert (mine.burst, mine.seconds, mine.overall) == (3, 1.0, 25.0)
    assert group.seconds == 3.0


async def test_neither_token_nor_content_stands_in_a_log_or_an_error(
    server: TelegramServer, platform: TelegramPlatform, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    told = []
    view = replace(CARD, summary="secret words")
    for problem in (
        bad_request("can't parse entities: secret words"),
        bad_request("BUTTON_DATA_INVALID"),
        forbidden("bot was blocked by the user"),
        server_error(502, is_html=True),
        server_error(500),
        too_many_requests(1),
    ):
        server.fail_next("sendMessage", problem)
        try:
            await platform.show(sending(view))
        except CountersignError as failed:
            told.append(str(failed) + as_json(failed.__cause__))
    assert len(told) == 5
    ours = [record.getMessage() for record in caplog.records if record.name != "aiohttp.access"]
    everything = as_json([ours, told])
    assert server.token not in everything
    assert server.token.split(":")[1] not in everything
    assert "secret words" not in everything


def test_markup_is_never_longer_than_its_plain_form() -> None:
    whole = Markup("<b>x</b>", "x", 1) + Markup("&lt;", "<")
    assert (whole.html, whole.plain, whole.units, whole.entities) == ("<b>x</b>&lt;", "x<", 2, 1)
