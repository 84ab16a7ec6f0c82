"""Slack in: a loopback Slack, real Bolt and a small core. What is acknowledged is stored, and no more is."""

import asyncio

import pytest
from aiohttp import ClientSession, web

from adapters.slack.connect import SlackPlatform
from core.errors import SettingsError
from core.event import Answer, Command, Conversation, File, Message, Opened, Press
from core.show.view import (
    Button,
    CardView,
    Choice,
    LineView,
    Notice,
    QuestionView,
    Span,
    TextView,
    WorkingView,
)
from tests.slack_door import FakeDoor, Talk, own, talking
from tests.wire.slack_delivery import NotAcked
from tests.wire.slack_server import SlackServer, slack_server


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


def button(decision: str, label: str = "", **more: str) -> Button:
    return Button(label or decision.title(), f"pabc.1.tag.{decision}", **more)  # type: ignore[arg-type]


def card(*buttons: Button, text: str = "after") -> CardView:
    line = LineView(0, "Basics · Headline", "set", (Span("before", "out"), Span(text, "in")), edit=text)
    return CardView(
        "Change the headline",
        "pending",
        "",
        "",
        (line,),
        "",
        (),
        (),
        buttons or (button("approve", style="primary"), button("reject"), button("edit", input="lines")),
        review=Button("Review", "pabc.1..review"),
    )


def question(control: str, **more: object) -> QuestionView:
    whole: dict[str, object] = {
        "question": "q7",
        "revision": 2,
        "prompt": "Where?",
        "reason": "",
        "control": control,
        "choices": (),
        "limits": {},
        "draft": None,
        "status": "",
        "buttons": (Button("I don't know", "qq7.2..dont_know"),),
    }
    return QuestionView(**{**whole, **more})  # type: ignore[arg-type]


async def test_a_message_is_stored_and_then_acknowledged() -> None:
    async with talking() as talk:
        talk.door.slow = 0.3
        delivery = await talk.slack.user_message("U1", "Tailor my R&D résumé")
        ack = await delivery.acked()
        assert ack.after >= 0.3, "not before it was stored"
        (event,) = talk.door.events
        assert event.body == Message(text="Tailor my R&D résumé")
        ts = talk.slack.messages("D1")[0]["ts"]
        assert event.conversation == own("U1", ts)
        assert event.key == f"slack:{delivery.payload['event_id']}"
        assert (event.actor.workspace, event.actor.user) == ("T1", "U1")


async def test_who_comes_in_is_introduced_with_name_and_language() -> None:
    async with talking() as talk:
        await (await talk.slack.user_message("U2", "你好")).acked()
        await (await talk.slack.user_message("U2", "谢谢")).acked()
        assert [(event.actor.name, event.actor.locale) for event in talk.door.events] == [
            ("Bob", "zh-CN")
        ] * 2
        assert len(talk.slack.calls_of("users.info")) == 1


async def test_slack_not_telling_who_it_is_holds_no_message_up() -> None:
    async with talking() as talk:
        talk.slack.delay("users.info", 5)
        ack = await (await talk.slack.user_message("U2", "Hello")).acked()
        assert ack.attempt == 0
        assert talk.door.events[0].actor.locale is None


async def test_a_message_that_could_not_be_stored_is_not_acknowledged_and_comes_again() -> None:
    async with talking() as talk:
        talk.slack.timing.ack, talk.slack.timing.retries = 0.3, (0.0, 0.1, 0.1)
        talk.door.fails = 2
        delivery = await talk.slack.user_message("U1", "Hello")
        ack = await delivery.acked()
        assert ack.attempt == 2
        assert talk.door.said == ["Hello"]


async def test_an_event_that_comes_again_is_acknowledged_and_is_the_same_event() -> None:
    async with talking() as talk:
        delivery = await talk.slack.user_message("U1", "Shorten my headline")
        await delivery.acked()
        again = await talk.slack.redeliver(delivery, attempt=1)
        await again.acked()
        assert (talk.door.accepted, len(talk.door.events)) == (2, 1)


async def test_an_event_first_seen_as_a_retry_is_handled() -> None:
    async with talking() as talk:
        talk.slack.timing.ack, talk.slack.timing.retries = 0.3, (0.0, 0.1, 0.1)
        talk.slack.lose_next_delivery()
        ack = await (await talk.slack.user_message("U1", "Hello")).acked()
        assert ack.attempt == 1
        assert talk.door.said == ["Hello"]


async def test_a_click_that_could_not_be_stored_is_not_acknowledged() -> None:
    async with talking() as talk:
        talk.slack.timing.ack = 0.3
        shown = await talk.show(card(), own())
        talk.door.fails = 1
        with pytest.raises(NotAcked):
            await (await talk.slack.click("U1", ts_of(shown.place), "Approve")).acked()
        assert talk.door.events == []


def ts_of(place: str) -> str:
    return place.partition(":")[2]


async def test_a_thread_reply_names_what_it_replies_to() -> None:
    async with talking() as talk:
        shown = await talk.show(question("text"), own())
        root = ts_of(shown.place)
        await (await talk.slack.user_message("U1", "Delft", thread_ts=root)).acked()
        (event,) = talk.door.events
        assert event.conversation == own("U1", root)
        assert event.body == Message(text="Delft", reply_place=f"D1:{root}")


async def test_a_mention_goes_to_the_persons_own_conversation_with_its_origin() -> None:
    async with talking() as talk:
        delivery = await talk.slack.mention("U1", "C1", "review my cv")
        await delivery.acked()
        (event,) = talk.door.events
        assert event.body == Message(text="review my cv")
        assert event.conversation == own("U1")
        ts = talk.slack.messages("C1")[0]["ts"]
        assert event.origin == Conversation(platform="slack", workspace="T1", channel="C1", thread=ts)


async def test_a_file_is_a_reference_with_its_caption_and_its_bytes_come_on_demand() -> None:
    async with talking() as talk:
        pdf = b"%PDF-1.7 a cv"
        await (await talk.slack.file_share("U1", [("cv.pdf", pdf), ("b.txt", b"b")], text="my cv")).acked()
        first, second = (event.body for event in talk.door.events)
        assert isinstance(first, File)
        assert isinstance(second, File)
        assert (first.name, first.size, first.caption, second.caption) == ("cv.pdf", len(pdf), "my cv", "")
        assert len({event.key for event in talk.door.events}) == 2
        assert await talk.platform.fetch(own(), first.reference, 10_000) == pdf


async def test_edits_bots_and_other_peoples_channels_are_acknowledged_and_say_nothing() -> None:
    async with talking() as talk:
        await (await talk.slack.user_message("U1", "Hello")).acked()
        ts = talk.slack.messages("D1")[0]["ts"]
        await (await talk.slack.edit_message("U1", ts, "Hello!")).acked()
        bot = {
            "type": "message",
            "channel": "D1",
            "channel_type": "im",
            "bot_id": "B9",
            "text": "x",
            "ts": "9.9",
        }
        await (await talk.slack.event(bot, talk.slack.channels["D1"])).acked()
        assert talk.door.said == ["Hello"]


async def test_an_event_that_nobody_knows_is_acknowledged() -> None:
    async with talking() as talk:
        talk.slack.subscriptions.add("team_join")
        await (await talk.slack.event({"type": "team_join", "user": {"id": "U9"}})).acked()
        assert talk.door.events == []


async def test_home_is_opened_and_the_messages_tab_gets_suggestions_once() -> None:
    async with talking() as talk:
        await (await talk.slack.open_home("U1")).acked()
        await talk.wait_events(1)
        assert talk.door.events[0].body == Opened()
        assert talk.door.events[0].conversation == own("U1")
        await (await talk.slack.open_home("U1", tab="messages")).acked()
        await (await talk.slack.open_home("U1", tab="messages")).acked()
        await talk.slack.wait_until(
            lambda slack: bool(slack.calls_of("assistant.threads.setSuggestedPrompts"))
        )
        assert len(talk.slack.calls_of("assistant.threads.setSuggestedPrompts")) == 1
        assert len(talk.door.events) == 1


async def test_a_press_carries_the_token_and_the_place_and_the_outcome_is_private() -> None:
    async with talking() as talk:
        talk.door.notice = Notice("Approved already, by Ann, 14:02.", "warning")
        shown = await talk.show(card(), own("U1", await root_of(talk)))
        delivery = await talk.slack.click("U1", ts_of(shown.place), "Approve")
        await delivery.acked()
        await talk.slack.wait_until(lambda slack: bool(slack.ephemerals))
        event = talk.door.events[-1]
        assert event.body == Press(token="pabc.1.tag.approve", place=shown.place)
        assert event.key == f"slack:{delivery.payload['trigger_id']}"
        assert event.conversation == own("U1", talk.door.events[0].conversation.thread)
        (told,) = talk.slack.ephemerals
        assert (told["user"], told["text"]) == ("U1", "Approved already, by Ann, 14:02.")


async def root_of(talk: Talk) -> str:
    await (await talk.slack.user_message("U1", "Hello")).acked()
    return str(talk.slack.messages("D1")[0]["ts"])


def is_filled(slack: SlackServer) -> bool:
    """Whether the form on top has its fields."""
    return bool((slack.view("U1") or {}).get("submit"))


async def test_a_plain_outcome_that_the_card_shows_is_not_said_twice() -> None:
    async with talking() as talk:
        talk.door.notice = Notice("Approved. This is version 2.")
        shown = await talk.show(card(), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "Approve")).acked()
        talk.door.notice = Notice("Undone. This is version 3.")
        undo = await talk.show(TextView("Done", buttons=(Button("Undo", "vr.2..undo"),)), own())
        await (await talk.slack.click("U1", ts_of(undo.place), "Undo")).acked()
        await talk.slack.wait_until(lambda slack: bool(slack.ephemerals))
        assert [one["text"] for one in talk.slack.ephemerals] == ["Undone. This is version 3."]


async def test_somebody_else_in_a_channel_hears_in_private() -> None:
    async with talking() as talk:
        talk.door.notice = Notice("Only the owner of this résumé decides here.", "warning")
        place = Conversation(platform="slack", workspace="T1", channel="C1")
        shown = await talk.show(TextView("x", buttons=(Button("Undo", "vr.2..undo"),)), place)
        await (await talk.slack.click("U2", ts_of(shown.place), "Undo")).acked()
        await talk.slack.wait_until(lambda slack: bool(slack.ephemerals))
        assert talk.slack.ephemerals[0]["user"] == "U2"
        assert talk.door.events[0].conversation == place
        assert talk.door.events[0].actor.user == "U2"


async def test_a_slash_command_is_a_command_or_a_message() -> None:
    async with talking() as talk:
        await (await talk.slack.slash_command("U1", "/resume", "language zh")).acked()
        await (await talk.slack.slash_command("U1", "/resume", "shorten my headline")).acked()
        await (await talk.slack.slash_command("U1", "/resume", "", channel="C1")).acked()
        bodies = [event.body for event in talk.door.events]
        assert bodies == [
            Command(name="language", argument="zh"),
            Message(text="shorten my headline", again=True),
            Command(name="help"),
        ]
        assert {event.conversation for event in talk.door.events} == {own("U1")}
        await talk.slack.wait_until(lambda slack: bool(slack.ephemerals))
        assert talk.slack.ephemerals[0]["channel"] == "C1"


async def test_slacks_own_stop_is_the_press_of_the_working_posts_stop() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        working = WorkingView("Working on it…", "", (Button("Stop", "jx.0..stop"),))
        shown = await talk.show(working, own("U1", root))
        assert talk.slack.statuses[("D1", root)] == "Working on it…"
        stop = {"type": "agent_session_stopped", "channel": "D1", "user": "U1", "thread_ts": root}
        await (await talk.slack.event(stop, talk.slack.channels["D1"])).acked()
        assert talk.door.events[-1].body == Press(token="jx.0..stop")
        await talk.platform.fold(talk.door.places[shown.place], own("U1", root), shown.place)
        assert not talk.slack.statuses.get(("D1", root))


async def test_an_edit_form_opens_with_the_text_and_sends_the_edit() -> None:
    async with talking() as talk:
        shown = await talk.show(card(text="Platform engineer"), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "Edit")).acked()
        await talk.slack.wait_until(is_filled)
        await (await talk.slack.submit_view("U1", values={"text:0": "Senior engineer"})).acked()
        (event,) = talk.door.events
        assert event.body == Press(token="pabc.1.tag.edit", place=shown.place, line=0, text="Senior engineer")
        assert talk.slack.view("U1") is None


async def test_what_is_wrong_with_an_edit_stands_at_the_field_and_the_form_stays() -> None:
    async with talking() as talk:
        talk.door.notice = Notice("That is too long: 10 characters are the most.", "warning")
        shown = await talk.show(card(), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "Edit")).acked()
        await talk.slack.wait_until(is_filled)
        ack = await (await talk.slack.submit_view("U1", values={"text:0": "x" * 30})).acked()
        assert ack.payload == {
            "response_action": "errors",
            "errors": {"line:0": "That is too long: 10 characters are the most."},
        }
        talk.door.notice = None
        await (await talk.slack.submit_view("U1", values={"text:0": "short"})).acked()
        assert talk.slack.view("U1") is None
        assert len(talk.door.events) == 2, "a corrected form is no repeat"


async def test_review_shows_all_and_its_approve_carries_the_showing() -> None:
    async with talking() as talk:
        long = "R&D <lab> " * 900
        shown = await talk.show(card(text=long), own())
        assert shown.is_cut
        await (await talk.slack.click("U1", ts_of(shown.place), "Review")).acked()
        await talk.slack.wait_until(is_filled)
        assert talk.door.events[0].body == Press(token="pabc.1..review", place=shown.place)
        view = talk.slack.view("U1")
        assert view is not None
        assert long.strip() in "".join(all_texts(view)).replace("\n", "")
        await (await talk.slack.submit_view("U1")).acked()
        assert talk.door.events[1].body == Press(token="pabc.1.tag.approve", place=shown.place)
        assert talk.slack.view("U1") is None


def all_texts(part: object) -> list[str]:
    if isinstance(part, dict):
        own_text = [part["text"]] if part.get("type") == "text" else []
        return own_text + [text for value in part.values() for text in all_texts(value)]
    return [text for value in part for text in all_texts(value)] if isinstance(part, list) else []


async def test_an_approve_that_asks_twice_asks_in_the_form() -> None:
    async with talking() as talk:
        shown = await talk.show(card(text="b" * 12_000), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "Review")).acked()
        await talk.slack.wait_until(is_filled)
        talk.door.notice = Notice("Please look once more.")
        again = card(button("approve_anyway", "Approve anyway", style="danger"), button("back"))
        talk.door.views[talk.door.places[shown.place]] = again
        await (await talk.slack.submit_view("U1")).acked()
        view = talk.slack.view("U1")
        assert view is not None
        assert view["submit"]["text"] == "Approve anyway"
        talk.door.notice = None
        await (await talk.slack.submit_view("U1")).acked()
        assert talk.door.events[-1].body == Press(token="pabc.1.tag.approve_anyway", place=shown.place)


async def test_a_redraft_asks_why_and_takes_no_reason_too() -> None:
    async with talking() as talk:
        shown = await talk.show(card(button("redraft", input="reason")), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "Redraft")).acked()
        await talk.slack.wait_until(lambda slack: slack.view("U1") is not None)
        await (await talk.slack.submit_view("U1")).acked()
        assert talk.door.events[0].body == Press(token="pabc.1.tag.redraft", place=shown.place, text="")


async def test_a_form_of_a_card_that_is_gone_says_so() -> None:
    async with talking() as talk:
        shown = await talk.show(card(), own())
        talk.door.places.clear()
        talk.door.views.clear()
        await (await talk.slack.click("U1", ts_of(shown.place), "Edit")).acked()
        await talk.slack.wait_until(lambda slack: "no longer" in str(slack.view("U1")))


async def test_a_form_that_slack_does_not_open_is_to_be_pressed_again() -> None:
    async with talking() as talk:
        shown = await talk.show(card(), own())
        talk.slack.fail_next("views.open", "expired_trigger_id")
        await (await talk.slack.click("U1", ts_of(shown.place), "Edit")).acked()
        await talk.slack.wait_until(lambda slack: bool(slack.ephemerals))
        assert "press once more" in talk.slack.ephemerals[0]["text"]


async def test_a_slow_store_opens_no_form_late() -> None:
    async with talking() as talk:
        shown = await talk.show(card(text="b" * 12_000), own())
        talk.door.slow = 0.5
        delivery = await talk.slack.click("U1", ts_of(shown.place), "Review")
        await talk.slack.wait_until(lambda slack: bool(slack.calls_of("views.open")))
        assert delivery.ack is None, "the form doesn't wait for the store"
        await delivery.acked()


async def test_the_second_of_two_long_options_is_its_full_text() -> None:
    options = [
        f"Led the migration of the parcel tracking platform to a queue-based design in the {place}"
        for place in ("Netherlands", "Nordics")
    ]
    async with talking() as talk:
        choices = tuple(Choice(text, text) for text in options)
        shown = await talk.show(question("single_choice", choices=choices), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "choice:1")).acked()
        assert talk.door.events[0].body == Answer(question="q7", revision=2, value=options[1])


async def test_a_typed_answer_is_read_when_it_is_submitted() -> None:
    async with talking() as talk:
        shown = await talk.show(question("textarea", limits={"maxLength": 5000}), own())
        delivery = await talk.slack.click("U1", ts_of(shown.place), "Submit", state={"text:0": "Led\nsix"})
        await delivery.acked()
        assert talk.door.events[0].body == Answer(question="q7", revision=2, value="Led\nsix")


async def test_ticks_are_acknowledged_and_sent_with_submit() -> None:
    choices = tuple(Choice(name, name.lower()) for name in ("Go", "Rust", "Ada"))
    async with talking() as talk:
        shown = await talk.show(question("multi_choice", choices=choices), own())
        ts = ts_of(shown.place)
        await (await talk.slack.choose("U1", ts, "ticks:0", ["0", "2"])).acked()
        assert talk.door.events == []
        await (await talk.slack.click("U1", ts, "Submit")).acked()
        assert talk.door.events[0].body == Answer(question="q7", revision=2, value=["go", "ada"])


@pytest.mark.parametrize(
    ("control", "values", "value"),
    [
        ("number", {"number:0": "12"}, 12),
        ("number", {"number:0": "3.5"}, 3.5),
        ("url", {"url:0": "https://x.dev"}, "https://x.dev"),
    ],
)
async def test_a_number_and_a_link_are_answered_in_a_form(
    control: str, values: dict[str, str], value: object
) -> None:
    async with talking() as talk:
        shown = await talk.show(question(control), own())
        await (await talk.slack.click("U1", ts_of(shown.place), "Answer…")).acked()
        await talk.slack.wait_until(is_filled)
        await (await talk.slack.submit_view("U1", values=values)).acked()
        assert talk.door.events[0].body == Answer(question="q7", revision=2, value=value)


async def test_a_click_on_home_has_homes_place_and_a_warning_opens_as_a_form() -> None:
    async with talking() as talk:
        from tests.adapters.test_slack_blocks import a_home

        await talk.show(a_home(2, "x"), own())
        talk.door.notice = Notice("I can't undo that.", "warning")
        await (await talk.slack.click("U1", "home", "press:1001")).acked()
        await talk.slack.wait_until(lambda slack: "I can't undo that." in str(slack.view("U1")))
        assert talk.door.events[0].body == Press(token="pabc.1.tag.undo", place="home:U1")
        await (await talk.slack.click("U1", "home", "说中文")).acked()
        assert talk.door.events[1].body == Command(name="language", argument="zh")


async def test_two_sockets_stand_and_come_back_when_slack_recycles_them() -> None:
    async with talking() as talk:
        assert talk.slack.connections == 2
        tickets = len(talk.slack.calls_of("apps.connections.open"))
        await talk.slack.disconnect("refresh_requested")
        await talk.slack.wait_until(
            lambda slack: (
                len(slack.calls_of("apps.connections.open")) == tickets + 2 and slack.connections == 2
            )
        )
        await (await talk.slack.user_message("U1", "Hello")).acked()
        assert talk.door.said == ["Hello"]
        assert await talk.platform.is_connected()


async def test_sockets_that_were_cut_come_back_and_no_event_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.slack.app.PING_SECONDS", 0.1)
    async with talking() as talk:
        talk.slack.timing.ack, talk.slack.timing.retries = 0.5, (0.5, 1.0, 1.0)
        talk.slack.cut_sockets()
        delivery = await talk.slack.user_message("U1", "Hello")
        await delivery.acked()
        assert talk.door.said == ["Hello"]
        await talk.slack.wait_connected(2)


async def test_enter_in_a_short_text_sends_it() -> None:
    async with talking() as talk:
        shown = await talk.show(question("text"), own())
        await (await talk.slack.choose("U1", ts_of(shown.place), "text:0", "Delft")).acked()
        assert talk.door.events[0].body == Answer(question="q7", revision=2, value="Delft")


async def test_a_wrong_token_is_one_clear_sentence_that_names_the_setting() -> None:
    async with slack_server() as slack:
        for bot, app, variable in (
            ("xoxb-wrong", slack.app_token, "SLACK_BOT_TOKEN"),
            (slack.bot_token, "xapp-wrong", "SLACK_APP_TOKEN"),
            (slack.bot_token, None, "SLACK_APP_TOKEN"),
        ):
            platform = SlackPlatform(bot, app_token=app, api_url=slack.url)
            platform.attach(FakeDoor())
            with pytest.raises(SettingsError) as found:
                await platform.start()
            assert found.value.variable == variable
            assert variable in found.value.message


async def test_over_http_a_failed_write_is_a_500_and_a_good_one_a_200() -> None:
    async with talking(app_token=False) as talk:
        app = web.Application()
        app.add_routes(talk.platform.routes())
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            host, port = runner.addresses[0][:2]
            url = f"http://{host}:{port}/slack/events"
            talk.slack.push_to(url)
            talk.slack.timing.retries = (0.0, 0.1, 0.1)
            talk.door.fails = 1
            ack = await (await talk.slack.user_message("U1", "Hello")).acked()
            assert ack.attempt == 1
            shown = await talk.show(card(), own())
            await (await talk.slack.click("U1", ts_of(shown.place), "Approve")).acked()
            assert talk.door.events[-1].body == Press(token="pabc.1.tag.approve", place=shown.place)
            async with ClientSession() as session:
                for stamp in ("soon", "12"):
                    headers = {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": "v0=00"}
                    async with session.post(url, data="{}", headers=headers) as answer:
                        assert answer.status == 401
        finally:
            await runner.cleanup()


async def test_a_hundred_messages_at_once_are_all_stored_once() -> None:
    async with talking() as talk:
        deliveries = [await talk.slack.user_message("U1", f"message {n}") for n in range(100)]
        await asyncio.gather(*(delivery.acked() for delivery in deliveries))
        assert sorted(talk.door.said) == sorted(f"message {n}" for n in range(100))
