"""Slack's payloads → Events; the samples are Slack's own forms."""

from typing import Any

import pytest

from adapters.slack.decode import Us, room_of, to_command, to_events
from adapters.slack.interact import to_click, to_press, to_submission
from adapters.slack.modal import Purpose
from core.event import Actor, Command, Conversation, File, Message, Opened, Press

US = Us("T1", "UBOT")
AT = 1_771_460_600_000


def wrapped(event: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "event_callback", "event_id": "Ev1", "team_id": "T1", "event": event, **more}


def message(**more: Any) -> dict[str, Any]:
    event = {
        "type": "message",
        "channel": "D1",
        "channel_type": "im",
        "user": "U1",
        "team": "T1",
        "ts": "1.2",
    }
    return wrapped({**event, **more})


def own(thread: str = "") -> Conversation:
    return Conversation(platform="slack", workspace="T1", channel="U1", thread=thread)


def test_a_message_begins_a_conversation_named_by_its_person() -> None:
    (event,) = to_events(message(text="Tailor my r&amp;d"), US, AT)
    assert event.key == "slack:Ev1"
    assert event.conversation == own("1.2")
    assert event.actor == Actor(platform="slack", workspace="T1", user="U1")
    assert event.body == Message(text="Tailor my r&d")
    assert event.at == AT
    assert event.notice_until > AT


def test_a_reply_stays_in_its_conversation_and_names_its_root() -> None:
    (event,) = to_events(message(text="yes", thread_ts="1.1", ts="1.2"), US, AT)
    assert event.conversation == own("1.1")
    assert event.body == Message(text="yes", reply_place="D1:1.1")


def test_in_an_organisation_a_person_is_the_same_in_all_its_workspaces() -> None:
    us = Us("E1", "UBOT")
    here = Conversation(platform="slack", workspace="E1", channel="U1", thread="1.2")
    for team in ("T1", "T2"):
        (event,) = to_events(message(text="Hello", team=team), us, AT)
        command = to_command({"team_id": team, "user_id": "U1", "trigger_id": "1.1", "text": "help"}, us, AT)
        assert (event.conversation, command.conversation.workspace) == (here, "E1")
        assert event.actor == command.actor == Actor(platform="slack", workspace="E1", user="U1")


def test_the_same_words_twice_are_two_events() -> None:
    first = message(text="again")
    second = {**message(text="again"), "event_id": "Ev2"}
    assert len({to_events(body, US, AT)[0].key for body in (first, second)}) == 2


@pytest.mark.parametrize(
    "more",
    [
        {"bot_id": "B1"},
        {"subtype": "message_changed", "hidden": True},
        {"subtype": "message_deleted"},
        {"subtype": "channel_join"},
        {"channel_type": "channel", "channel": "C1"},
        {"text": ""},
    ],
)
def test_what_is_no_persons_message_to_us_is_nothing(more: dict[str, Any]) -> None:
    assert to_events(message(**{"text": "x", **more}), US, AT) == ()


def test_a_broadcast_reply_is_a_message() -> None:
    (event,) = to_events(message(text="x", subtype="thread_broadcast", thread_ts="1.1"), US, AT)
    assert event.conversation == own("1.1")


def test_a_forwarded_message_is_not_typed() -> None:
    shared = [{"is_share": True, "text": "We look for a &lt;Go&gt; engineer"}]
    (event,) = to_events(message(text="", attachments=shared), US, AT)
    assert event.body == Message(text="We look for a <Go> engineer", typed=False)


def test_files_are_references() -> None:
    files = [
        {"id": "F1", "name": "cv.pdf", "mimetype": "application/pdf", "size": 84213},
        {"id": "F2", "title": "no name"},
    ]
    first, second = to_events(message(text="my cv", subtype="file_share", files=files), US, AT)
    assert first.body == File(
        name="cv.pdf", media_type="application/pdf", reference="F1", size=84213, caption="my cv"
    )
    assert second.body == File(name="no name", reference="F2")
    assert (first.key, second.key) == ("slack:Ev1", "slack:Ev1:1")


def test_a_mention_is_answered_in_the_persons_own_place() -> None:
    event = {
        "type": "app_mention",
        "user": "U1",
        "text": "<@UBOT> hi",
        "channel": "C1",
        "ts": "1.3",
        "team": "T1",
    }
    (found,) = to_events(wrapped(event), US, AT)
    assert found.body == Message(text="hi")
    assert found.conversation == own()
    assert found.origin == Conversation(platform="slack", workspace="T1", channel="C1", thread="1.3")
    (threaded,) = to_events(wrapped({**event, "thread_ts": "1.0"}), US, AT)
    assert threaded.origin is not None
    assert threaded.origin.thread == "1.0"
    (bare,) = to_events(wrapped({**event, "text": "<@UBOT>"}), US, AT)
    assert bare.body == Command(name="help")


def test_somebody_of_another_company_belongs_to_their_own_workspace() -> None:
    event = {
        "type": "app_mention",
        "user": "U9",
        "text": "hi",
        "channel": "C1",
        "ts": "1.3",
        "user_team": "T9",
    }
    (found,) = to_events(wrapped(event, is_ext_shared_channel=True), US, AT)
    assert found.actor == Actor(platform="slack", workspace="T9", user="U9")
    assert found.conversation.workspace == "T1"


def test_home_is_opened_and_the_messages_tab_is_not() -> None:
    home = {"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home"}
    (event,) = to_events(wrapped(home), US, AT)
    assert (event.body, event.conversation) == (Opened(), own())
    assert to_events(wrapped({**home, "tab": "messages"}), US, AT) == ()
    assert to_events(wrapped({"type": "app_context_changed", "user": "U1", "channel": "D1"}), US, AT) == ()


def click(**more: Any) -> dict[str, Any]:
    action = {"type": "button", "action_id": "press:0", "block_id": "b", "value": "pabc.1.t.approve"}
    body = {
        "type": "block_actions",
        "user": {"id": "U1", "team_id": "T1"},
        "team": {"id": "T1"},
        "container": {"type": "message", "message_ts": "1.7", "channel_id": "D1", "thread_ts": "1.1"},
        "trigger_id": "111.222.abc",
        "response_url": "https://hooks.slack.com/actions/T1/1/x",
        "actions": [action],
    }
    return {**body, **more}


def test_a_press_carries_token_place_and_conversation() -> None:
    found = to_click(click(), US)
    assert found is not None
    event = to_press(found, AT)
    assert event.key == "slack:111.222.abc"
    assert event.conversation == own("1.1")
    assert event.body == Press(token="pabc.1.t.approve", place="D1:1.7")


def test_a_top_message_that_got_replies_stays_in_the_conversation_it_was_sent_to() -> None:
    container = {"type": "message", "message_ts": "1.7", "channel_id": "D1", "thread_ts": "1.7"}
    found = to_click(click(container=container), US)
    assert found is not None
    assert found.conversation == own()


def test_a_click_in_a_channel_is_in_that_channel_and_by_who_clicked() -> None:
    container = {"type": "message", "message_ts": "1.7", "channel_id": "C1", "thread_ts": "1.1"}
    found = to_click(click(container=container, user={"id": "U9", "team_id": "T9"}), US)
    assert found is not None
    assert found.conversation == Conversation(platform="slack", workspace="T1", channel="C1", thread="1.1")
    assert found.actor == Actor(platform="slack", workspace="T9", user="U9")


def test_a_click_on_home_knows_only_the_person() -> None:
    body = click(container={"type": "view", "view_id": "V1"}, view={"id": "V1", "type": "home"})
    del body["response_url"]
    found = to_click(body, US)
    assert found is not None
    assert (found.conversation, found.place, found.response_url) == (own(), "home:U1", "")


@pytest.mark.parametrize("action", [{}, {"action_id": "foreign"}, {"action_id": "a:b"}])
def test_a_click_that_is_not_ours_is_nothing(action: dict[str, Any]) -> None:
    assert to_click(click(actions=[action]), US) is None


def test_fields_are_read_by_their_kind() -> None:
    values = {
        "a": {"text:0": {"type": "plain_text_input", "value": "Berlin"}},
        "b": {"select:0": {"type": "radio_buttons", "selected_option": {"value": "3"}}},
        "c": {"ticks:0": {"type": "checkboxes", "selected_options": [{"value": "1"}, {"value": "2"}]}},
        "d": {"date:0": {"type": "datepicker", "selected_date": None}},
        "e": {"year:0": {"type": "static_select", "selected_option": None}},
        "f": {"number:0": {"type": "number_input", "value": "5"}},
        "g": {"files:0": {"type": "file_input", "files": [{"id": "F1"}]}},
    }
    found = to_click(click(state={"values": values}), US)
    assert found is not None
    assert found.state == {
        "text": "Berlin",
        "select": "3",
        "ticks": ["1", "2"],
        "date": None,
        "year": None,
        "number": "5",
        "files": [{"id": "F1"}],
    }


def test_a_form_tells_what_it_is_about_and_each_sending_has_its_own_key() -> None:
    purpose = Purpose("lines", "pabc.1.t.edit", "D1:1.7", own("1.1").id, line=3)
    view = {
        "id": "V2",
        "hash": "1.cd",
        "private_metadata": str(purpose),
        "blocks": [{"type": "section", "block_id": "s"}, {"type": "input", "block_id": "line:3"}],
        "state": {"values": {"line:3": {"text:0": {"type": "plain_text_input", "value": "x"}}}},
    }
    body = {"user": {"id": "U1", "team_id": "T1"}, "view": view, "trigger_id": "111.333.def"}
    sent = to_submission(body, US)
    assert sent.purpose == purpose
    assert (sent.conversation, sent.fields, sent.state) == (own("1.1"), ("line:3",), {"text": "x"})
    again = to_submission({**body, "trigger_id": "111.444.def"}, US)
    assert again.key != sent.key
    assert to_submission({**body, "trigger_id": ""}, US).key == "slack:V2:1.cd"


@pytest.mark.parametrize("metadata", ["", "{}", "[]", "null", '{"form": 1, "more": 2}'])
def test_a_form_that_is_not_ours_is_refused(metadata: str) -> None:
    with pytest.raises(ValueError):
        to_submission({"user": {"id": "U1"}, "view": {"private_metadata": metadata}, "trigger_id": "1"}, US)


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("undo", Command(name="undo")),
        ("Export  pdf", Command(name="export", argument="pdf")),
        ("", Command(name="help")),
        ("add Go to my R&amp;D skills", Message(text="add Go to my R&D skills", again=True)),
    ],
)
def test_a_slash_command(text: str, body: Command | Message) -> None:
    given = {"user_id": "U1", "team_id": "T1", "trigger_id": "1.2", "text": text, "command": "/resume"}
    event = to_command(given, US, AT)
    assert (event.body, event.conversation) == (body, own())


def test_direct_messages_are_learned_from_what_comes_in() -> None:
    assert room_of(message(text="x")) == ("U1", "D1")
    assert room_of(click()) == ("U1", "D1")
    assert room_of(message(text="x", channel="C1")) is None
    assert room_of(message(text="x", bot_id="B1")) is None
