"""What people do in Telegram reaches core once and in order, is never lost, and every press is answered."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import suppress

import aiohttp
import pytest
from aiohttp import web

from adapters.telegram.connect import HEADER, TelegramPlatform
from adapters.telegram.pieces import LONG
from core.errors import PersonError, SettingsError
from core.event import Command, File, Message, Press, Reach
from core.show.view import Choice, Notice, QuestionView
from tests.adapters.telegram_door import FakeDoor, connected, private, until
from tests.wire.telegram_server import (
    TelegramServer,
    server_error,
    telegram_server,
    too_many_requests,
    unauthorized,
)
from tests.wire.telegram_values import ApiError

TOKEN = "pk3j9x0q2ab.1.a1b2.approve"


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.telegram.poll._FIRST_DELAY", 0.05)


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as running:
        yield running


@pytest.fixture
def door() -> FakeDoor:
    return FakeDoor()


def asked(control: str, draft: object = None, **limits: str | int | float | bool) -> QuestionView:
    choices = (
        (Choice("Go", "go"), Choice("Rust", "rust"), Choice("Python", "python"))
        if "choice" in control
        else ()
    )
    return QuestionView("kit2qguqo6", 3, "Which?", "", control, choices, limits, draft, "", ())


# -- in order, once, and never lost


async def test_what_a_person_writes_arrives_in_order(server: TelegramServer, door: FakeDoor) -> None:
    async with connected(server, door):
        for number in range(20):
            server.user_text(42, f"message {number}")
        await until(lambda: len(door.events) == 20)
    assert door.texts == [f"message {number}" for number in range(20)]


async def test_the_offset_moves_only_when_everything_is_stored(
    server: TelegramServer, door: FakeDoor
) -> None:
    door.away = 1
    first = server.user_text(42, "first")
    async with connected(server, door):
        await until(lambda: door.away == 0)
        assert server.confirmed_offset <= first["update_id"]
        await until(lambda: server.confirmed_offset > first["update_id"])
    assert door.texts == ["first"]


async def test_one_chat_s_failure_keeps_its_order_and_holds_no_other_up(
    server: TelegramServer, door: FakeDoor
) -> None:
    for text in ("one", "two", "three"):
        server.user_text(42, text)
    server.user_text(43, "of another")
    door.away = 1
    async with connected(server, door):
        await until(lambda: len(door.events) == 4)
    mine = [
        event.body.text
        for event in door.events
        if event.actor.user == "42" and isinstance(event.body, Message)
    ]
    assert mine == ["one", "two", "three"]


async def test_after_a_kill_nothing_is_lost_and_nothing_arrives_twice(
    server: TelegramServer, door: FakeDoor
) -> None:
    server.user_text(42, "before")
    door.away = 100
    async with connected(server, door):
        await until(lambda: door.away < 100)
    door.away = 0
    assert not door.events
    async with connected(server, door):
        await until(lambda: bool(door.events))
        server.user_text(42, "after")
        await until(lambda: len(door.events) == 2)
    async with connected(server, door):
        server.user_text(42, "and again")
        await until(lambda: len(door.events) == 3)
    assert door.texts == ["before", "after", "and again"]


async def test_a_damaged_update_is_passed_over_and_told_by_its_id_alone(
    server: TelegramServer, door: FakeDoor, caplog: pytest.LogCaptureFixture
) -> None:
    poison = server.push_raw({"message": {"message_id": "secret words", "text": "secret words"}})
    server.push_raw({"callback_query": {"id": "1"}})
    server.user_text(42, "after it")
    async with connected(server, door):
        await until(lambda: door.texts == ["after it"])
        await until(lambda: not server.pending)
    assert str(poison["update_id"]) in caplog.text
    assert door.parked[0] == f"telegram:{server.bot['id']}:{poison['update_id']}"
    assert "secret words" not in caplog.text


async def test_what_can_never_be_stored_does_not_stop_the_others_for_ever(
    server: TelegramServer, door: FakeDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.poll._LONGEST_DELAY", 0.05)
    door.refused = {"never"}
    server.user_text(42, "never")
    server.user_text(43, "always")
    async with connected(server, door):
        await until(lambda: not server.pending)
        server.user_text(42, "later")
        await until(lambda: "later" in door.texts)
    assert door.texts == ["always", "later"]


async def test_a_long_paste_is_one_message_and_waits_for_its_end_at_telegram(
    server: TelegramServer, door: FakeDoor
) -> None:
    async with connected(server, door):
        first = server.user_text(42, "x" * LONG)
        server.user_text(43, "hello")
        await until(lambda: bool(door.events))
        assert server.confirmed_offset <= first["update_id"], "a crash now must not lose the first piece"
        server.user_text(42, "y" * 10)
        await until(lambda: len(door.events) == 2)
        await until(lambda: not server.pending)
    assert door.texts == ["hello", "x" * LONG + "y" * 10]


async def test_a_long_message_alone_arrives_too(server: TelegramServer, door: FakeDoor) -> None:
    async with connected(server, door):
        server.user_text(42, "x" * LONG)
        await until(lambda: bool(door.events))
    assert door.texts == ["x" * LONG]


# -- presses


async def a_card(server: TelegramServer) -> int:
    """A message of ours with one key, sent by hand."""
    keyboard = {"inline_keyboard": [[{"text": "Approve", "callback_data": TOKEN}]]}
    body = {"chat_id": "42", "text": "A card", "reply_markup": json.dumps(keyboard)}
    url = f"{server.url}/bot{server.token}/sendMessage"
    async with aiohttp.ClientSession() as session, session.post(url, data=body) as answer:
        return int((await answer.json())["result"]["message_id"])


async def test_a_press_is_answered_with_its_outcome(server: TelegramServer, door: FakeDoor) -> None:
    door.notice = Notice("Approved. This is version 2.")
    async with connected(server, door):
        card = await a_card(server)
        tap = server.tap(42, card, "Approve")
        await until(lambda: server.toast(tap) is not None)
    toast = server.toast(tap)
    assert toast is not None
    assert (toast.text, toast.show_alert) == ("Approved. This is version 2.", False)
    assert door.bodies == [Press(token=TOKEN, place=f"42:{card}")]


async def test_a_warning_is_an_alert_and_fits(server: TelegramServer, door: FakeDoor) -> None:
    door.notice = Notice("Rejected already. " * 30, "warning")
    async with connected(server, door):
        tap = server.tap(42, await a_card(server), "Approve")
        await until(lambda: server.toast(tap) is not None)
    toast = server.toast(tap)
    assert toast is not None
    assert toast.show_alert
    assert len(toast.text) <= 200


async def test_what_takes_longer_is_answered_with_nothing(server: TelegramServer, door: FakeDoor) -> None:
    door.notice, door.delay = Notice("too late"), 30.0
    async with connected(server, door):
        tap = server.tap(42, await a_card(server), "Approve")
        await until(lambda: server.toast(tap) is not None, seconds=4)
    toast = server.toast(tap)
    assert toast is not None
    assert toast.text == ""


async def test_twenty_presses_are_twenty_events_and_twenty_answers(
    server: TelegramServer, door: FakeDoor
) -> None:
    door.notice = Notice("ok")
    async with connected(server, door):
        card = await a_card(server)
        taps = [server.tap(42, card, "Approve") for _ in range(20)]
        await until(lambda: all(server.toast(tap) is not None for tap in taps))
    assert len(door.events) == 20


async def test_a_press_on_an_inaccessible_card_counts(server: TelegramServer, door: FakeDoor) -> None:
    async with connected(server, door):
        card = await a_card(server)
        tap = server.tap(42, card, "Approve", inaccessible=True)
        await until(lambda: server.toast(tap) is not None)
    assert door.bodies == [Press(token=TOKEN, place=f"42:{card}")]


async def test_an_answer_that_telegram_takes_too_late_harms_nothing(
    server: TelegramServer, door: FakeDoor
) -> None:
    door.notice = Notice("ok")
    async with connected(server, door):
        card = await a_card(server)
        server.fail_next("answerCallbackQuery", too_many_requests(3))
        server.tap(42, card, "Approve")
        await until(lambda: len(door.events) == 1)
        tap = server.tap(42, card, "Approve")
        await until(lambda: server.toast(tap) is not None)
    assert len(door.events) == 2


# -- controls


async def pressed(server: TelegramServer, card: int, act: str) -> None:
    tap = server.tap(42, card, f"akit2qguqo6.3.7.{act}", forged=True)
    await until(lambda: server.toast(tap) is not None)


async def test_ticks_are_drafts_and_done_is_the_answer(server: TelegramServer, door: FakeDoor) -> None:
    door.views[7] = asked("multi_choice")
    async with connected(server, door):
        card = await a_card(server)
        for act in ("+2", "+0", "f"):
            await pressed(server, card, act)
    assert door.answers == [({"ticked": [2]}, True), ({"ticked": [0, 2]}, True), (["go", "python"], False)]
    assert [toast.text for toast in server.toasts] == ["1 selected", "2 selected", ""]
    assert {actor.user for actor in door.asked} == {"42"}


async def test_ticks_pressed_at_once_are_all_kept(server: TelegramServer, door: FakeDoor) -> None:
    door.views[7] = asked("multi_choice")
    async with connected(server, door):
        card = await a_card(server)
        taps = [server.tap(42, card, f"akit2qguqo6.3.7.+{number}", forged=True) for number in range(3)]
        await until(lambda: all(server.toast(tap) is not None for tap in taps))
    assert door.answers[-1] == ({"ticked": [0, 1, 2]}, True)


async def test_after_a_restart_a_control_goes_on_from_its_draft(
    server: TelegramServer, door: FakeDoor
) -> None:
    door.views[7] = asked("date_range", {"start": "2019-05"}, allowOpenEnd=True)
    async with connected(server, door):
        await pressed(server, await a_card(server), "m2021-06")
    assert door.answers == [({"start": "2019-05", "end": "2021-06"}, False)]


async def test_a_tap_on_what_is_gone_is_told_by_core(server: TelegramServer, door: FakeDoor) -> None:
    door.notice = Notice("I don't know this button any more.", "warning")
    async with connected(server, door):
        card = await a_card(server)
        await pressed(server, card, "o1")
    assert door.bodies == [Press(token="akit2qguqo6.3.7.o1", place=f"42:{card}")]
    assert server.toasts[-1].text == "I don't know this button any more."


async def test_a_key_that_does_nothing_is_answered_and_is_no_event(
    server: TelegramServer, door: FakeDoor
) -> None:
    async with connected(server, door):
        tap = server.tap(42, await a_card(server), "x", forged=True)
        await until(lambda: server.toast(tap) is not None)
    assert not door.events


# -- other things that people send


async def test_a_file_comes_as_a_reference_and_is_fetched_when_core_asks(
    server: TelegramServer, door: FakeDoor
) -> None:
    async with connected(server, door) as platform:
        server.user_doc(42, "cv.pdf", b"%PDF-1.7 content", caption="my cv")
        await until(lambda: bool(door.events))
        (body,) = door.bodies
        assert isinstance(body, File)
        assert (body.name, body.caption, body.size) == ("cv.pdf", "my cv", 16)
        assert await platform.fetch(private(), body.reference, 1_000) == b"%PDF-1.7 content"


async def test_a_file_that_is_too_large_is_never_asked_for(server: TelegramServer, door: FakeDoor) -> None:
    async with connected(server, door) as platform:
        server.user_doc(42, "big.pdf", b"x", size=20 * 1024 * 1024 + 1)
        await until(lambda: bool(door.events))
        with pytest.raises(PersonError) as refused:
            await platform.fetch(private(), door.bodies[0].reference, 50_000_000)
        assert refused.value.code == "file_too_large"
        assert refused.value.message == "That file is too large: 20 MB are the most that I can take here."
        assert not server.calls_of("getFile")


async def test_a_file_that_lies_about_its_size_is_not_taken_whole(
    server: TelegramServer, door: FakeDoor
) -> None:
    async with connected(server, door) as platform:
        server.user_doc(42, "cv.pdf", b"x" * 5_000, size=10)
        await until(lambda: bool(door.events))
        with pytest.raises(PersonError) as refused:
            await platform.fetch(private(), door.bodies[0].reference, 100)
        assert refused.value.code == "file_too_large"
        with pytest.raises(PersonError) as unknown:
            await platform.fetch(private(), "10:nobody-s", 100)
        assert unknown.value.code == "file_not_fetched"


async def test_of_an_album_the_first_file_is_taken_and_the_rest_told_of(
    server: TelegramServer, door: FakeDoor
) -> None:
    async with connected(server, door):
        for number in range(3):
            server.user_doc(42, f"{number}.pdf", b"x", album="77")
        await until(lambda: len(server.sent(42)) == 2)
    assert [body.name for body in door.bodies] == ["0.pdf"]
    assert {message["text"] for message in server.sent(42)} == {
        "I took the first file of these. Please send the others one at a time."
    }


async def test_a_voice_message_is_answered_in_the_person_s_language(
    server: TelegramServer, door: FakeDoor
) -> None:
    door.spoken = "zh"
    async with connected(server, door):
        server.user_voice(42, b"ogg")
        await until(lambda: bool(server.sent(42)))
    assert server.sent(42)[0]["text"] == "我听不了声音，也看不了视频。请写成文字，或发送文件、图片。"
    assert not door.events


async def test_a_group_is_heard_where_it_speaks_to_us(server: TelegramServer, door: FakeDoor) -> None:
    server.add_group(-1001, title="Team", members=(42, 43))
    async with connected(server, door):
        server.user_text(43, "/undo@resume_bot", chat=-1001)
        server.user_text(42, "@resume_bot shorten it", chat=-1001)
        await until(lambda: len(door.events) == 2)
    by_user = {event.actor.user: event for event in door.events}
    assert by_user["43"].body == Command(name="undo")
    said = by_user["42"].body
    assert isinstance(said, Message)
    assert said.text == "shorten it"
    for user, event in by_user.items():
        assert event.conversation == private(int(user))
        assert event.origin == private(-1001)


async def test_blocking_and_coming_back_are_told(server: TelegramServer, door: FakeDoor) -> None:
    async with connected(server, door):
        server.block(42)
        server.unblock(42)
        await until(lambda: len(door.events) == 2)
    assert door.bodies == [Reach(is_open=False), Reach(is_open=True)]


async def test_an_edit_names_what_it_was(server: TelegramServer, door: FakeDoor) -> None:
    async with connected(server, door):
        said = server.user_text(42, "June")
        await until(lambda: len(door.events) == 1)
        server.edit(42, said["message"]["message_id"], "July")
        await until(lambda: len(door.events) == 2)
    first, second = (event.body for event in door.events)
    assert isinstance(first, Message)
    assert isinstance(second, Message)
    assert (first.edits, second.edits) == (False, True)
    assert first.place == second.place


# -- trouble on the way


@pytest.mark.parametrize(
    "problem", [too_many_requests(1), server_error(502), server_error(502, is_html=True)]
)
async def test_polling_goes_on_after_trouble(
    server: TelegramServer, door: FakeDoor, problem: ApiError
) -> None:
    server.fail_next("getUpdates", problem)
    async with connected(server, door) as platform:
        server.user_text(42, "hello")
        await until(lambda: bool(door.events))
        assert platform.is_running


async def test_a_broken_connection_is_taken_up_again(server: TelegramServer, door: FakeDoor) -> None:
    server.drop_next("getUpdates")
    async with connected(server, door):
        server.user_text(42, "hello")
        await until(lambda: bool(door.events))


async def test_another_poller_is_waited_for_quietly(
    server: TelegramServer, door: FakeDoor, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(server, door):
        await until(lambda: any(call.method == "getUpdates" for call in server.calls))
        async with aiohttp.ClientSession() as session:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await session.post(f"{server.url}/bot{server.token}/getUpdates", data={"timeout": "10"})
        server.user_text(42, "hello")
        await until(lambda: bool(door.events))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_process_whose_turn_it_is_not_leaves_updates_alone(
    server: TelegramServer, door: FakeDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.poll.STANDBY_SECONDS", 0.05)
    door.is_ours = False
    server.user_text(42, "hello")
    async with connected(server, door):
        await asyncio.sleep(0.3)
        assert not door.events
        assert not server.calls_of("getUpdates")
        door.is_ours = True
        await until(lambda: door.texts == ["hello"])


async def test_a_webhook_that_was_left_behind_is_taken_down_and_nothing_dropped(
    server: TelegramServer, door: FakeDoor
) -> None:
    async with aiohttp.ClientSession() as session:
        hook = {"url": "https://127.0.0.1:1/left-behind"}
        await (await session.post(f"{server.url}/bot{server.token}/setWebhook", data=hook)).read()
    server.user_text(42, "hello")
    async with connected(server, door):
        await until(lambda: bool(door.events))
    assert server.webhook is None


async def test_a_token_that_nobody_knows_is_one_clear_sentence_without_the_token(
    server: TelegramServer, door: FakeDoor, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "adapters")
    platform = TelegramPlatform("123456:" + "A" * 35, api_url=server.url)
    platform.attach(door)
    with pytest.raises(SettingsError) as refused:
        await platform.start()
    await platform.stop()
    assert refused.value.variable == "TELEGRAM_BOT_TOKEN"
    assert "A" * 35 not in str(refused.value) + caplog.text
    assert refused.value.__cause__ is None


async def test_a_token_that_is_taken_back_ends_the_poll_and_shows(
    server: TelegramServer, door: FakeDoor, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(server, door) as platform:
        server.fail_next("getUpdates", unauthorized(), times=99)
        server.user_text(42, "wake up")
        await until(lambda: not platform.is_running)
    assert server.token not in caplog.text
    assert "TELEGRAM_BOT_TOKEN" in caplog.text


def test_what_can_be_no_token_is_refused_at_once() -> None:
    with pytest.raises(SettingsError) as refused:
        TelegramPlatform("my secret")
    assert "my secret" not in str(refused.value)
    with pytest.raises(SettingsError):
        TelegramPlatform(
            "123456:abc", webhook_url="https://example.com/telegram", webhook_secret="not allowed!"
        )


async def test_when_telegram_is_away_at_the_start_it_is_tried_again(
    server: TelegramServer, door: FakeDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.telegram.connect._RETRY_SECONDS", (0.05,))
    server.fail_next("getMe", server_error(502), times=2)
    async with connected(server, door) as platform:
        server.user_text(42, "hello")
        await until(lambda: bool(door.events))
        assert platform.username == "resume_bot"


async def test_the_menu_is_set_in_both_languages_and_only_when_it_changed(
    server: TelegramServer, door: FakeDoor
) -> None:
    for _ in range(2):
        async with connected(server, door, menu=("undo", "help")):
            await until(lambda: any(call.method == "getUpdates" for call in server.calls[-1:]))
    assert len(server.calls_of("setMyCommands")) == 2
    by_language = {language: commands for (_, language), commands in server.commands.items()}
    assert [command["command"] for command in by_language[""]] == ["undo", "help"]
    assert by_language["zh"] != by_language[""]


# -- webhook


UPDATE = {
    "update_id": 1,
    "message": {
        "message_id": 1,
        "date": 1,
        "text": "hi",
        "chat": {"id": 42, "type": "private"},
        "from": {"id": 42, "is_bot": False, "first_name": "Ada"},
    },
}


class Site:
    """Our own HTTP server with the platform's route, for a webhook."""

    def __init__(self) -> None:
        self.app = web.Application()
        self.url = ""

    async def open(self) -> web.AppRunner:
        runner = web.AppRunner(self.app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}/telegram"
        return runner


async def posted(url: str, body: bytes, secret: str | None) -> int:
    headers = {} if secret is None else {HEADER: secret}
    async with aiohttp.ClientSession() as session, session.post(url, data=body, headers=headers) as answer:
        return answer.status


async def test_the_webhook_stores_before_it_answers_and_wants_the_secret(door: FakeDoor) -> None:
    site = Site()
    platform = TelegramPlatform(
        "123456:abc", webhook_url="https://example.com/telegram", webhook_secret="s3cret-token"
    )
    platform.attach(door)
    site.app.router.add_routes(platform.routes())
    runner = await site.open()
    try:
        update = json.dumps(UPDATE).encode()
        assert await posted(site.url, update, None) == 403
        assert await posted(site.url, update, "s3cret-tokem") == 403
        assert await posted(site.url, update, "s3crét") == 403
        assert not door.events
        door.away = 1
        assert await posted(site.url, update, "s3cret-token") == 500, "it must come again"
        assert await posted(site.url, update, "s3cret-token") == 200
        assert await posted(site.url, update, "s3cret-token") == 200
        assert door.texts == ["hi"]
        assert await posted(site.url, b"{not json", "s3cret-token") == 400
        assert await posted(site.url, b"[]", "s3cret-token") == 400
        assert await posted(site.url, b'{"update_id":2,"message":{}}', "s3cret-token") == 200, (
            "not for ever again"
        )
    finally:
        await runner.cleanup()
        await platform.stop()


async def test_without_a_webhook_there_is_no_route() -> None:
    assert TelegramPlatform("123456:abc").routes() == []
