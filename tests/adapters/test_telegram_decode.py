"""Telegram's Updates become Events: who said what, where it is answered, and what is no Event at all."""

from typing import Any

import pytest
from pydantic import ValidationError

from adapters.telegram.decode import (
    Bot,
    Came,
    Decoded,
    Hint,
    Nothing,
    Tapped,
    decode,
    from_reference,
)
from adapters.telegram.pieces import LONG, join_pieces
from adapters.telegram.taps import Tap
from core.event import Command, Event, File, Message, Press, Reach

BOT = Bot("123456", "resume_bot")
NOW = 1_796_000_000_500
ADA: dict[str, Any] = {
    "id": 42,
    "is_bot": False,
    "first_name": "Ada",
    "last_name": "Byron",
    "language_code": "en",
}
US: dict[str, Any] = {"id": 123456, "is_bot": True, "first_name": "Bot", "username": "resume_bot"}
PRIVATE: dict[str, Any] = {"id": 42, "first_name": "Ada", "type": "private"}
GROUP: dict[str, Any] = {"id": -1001, "title": "Team", "type": "supergroup"}


def without_place(body: object) -> Message:
    """What was said, wherever the message stands."""
    assert isinstance(body, Message)
    assert body.place
    return body.model_copy(update={"place": ""})


def message(update_id: int = 1001, **members: Any) -> dict[str, Any]:
    head = {"message_id": 11, "from": ADA, "chat": PRIVATE, "date": 1_796_000_000}
    return {"update_id": update_id, "message": {**head, **members}}


def press(data: str | None, **members: Any) -> dict[str, Any]:
    under = {"message_id": 20, "from": US, "chat": PRIVATE, "date": 1_796_000_000, "text": "A card"}
    query = {"id": "18038", "from": ADA, "message": under, "chat_instance": "-34", **members}
    return {"update_id": 1004, "callback_query": query if data is None else {**query, "data": data}}


def read(raw: object) -> Decoded:
    return decode(raw, BOT, NOW)


def event(raw: object) -> Event:
    came = read(raw)
    assert isinstance(came, Came)
    return came.event


def mention(text: str, kind: str = "mention", **members: Any) -> dict[str, Any]:
    place = text.index("@")
    return {"type": kind, "offset": len(text[:place].encode("utf-16-le")) // 2, "length": 11, **members}


# -- who and where


def test_a_message_tells_who_said_it_and_where() -> None:
    said = event(message(text="hello"))
    assert said.key == "telegram:123456:1001"
    assert said.conversation.id == "telegram|123456|42|"
    assert (said.actor.workspace, said.actor.user, said.actor.name) == ("123456", "42", "Ada Byron")
    assert said.actor.locale == "en"
    assert (said.at, said.notice_until, said.origin) == (NOW, 0, None)
    assert without_place(said.body) == Message(text="hello")


def test_a_topic_of_a_private_chat_is_a_conversation_of_its_own() -> None:
    said = event(message(text="hello", message_thread_id=5, is_topic_message=True))
    assert said.conversation.id == "telegram|123456|42|5"
    assert event(message(text="hello", message_thread_id=5)).conversation.thread == ""


def test_a_reply_names_the_place_that_it_replies_to() -> None:
    replied = {"message_id": 10, "from": US, "chat": PRIVATE, "date": 1_795_999_990, "text": "When?"}
    body = event(message(text="May 2019", reply_to_message=replied)).body
    assert without_place(body) == Message(text="May 2019", reply_place="42:10")


@pytest.mark.parametrize(
    "passed_on",
    [{"forward_origin": {"type": "hidden_user", "date": 1, "sender_user_name": "B"}}, {"via_bot": US}],
)
def test_what_was_passed_on_was_not_typed(passed_on: dict[str, Any]) -> None:
    assert without_place(event(message(text="/forget", **passed_on)).body) == Message(
        text="/forget", typed=False
    )


def test_a_link_under_other_words_is_read_as_its_address() -> None:
    entity = {"type": "text_link", "offset": 0, "length": 4, "url": "https://example.com/ada"}
    assert without_place(event(message(text="here", entities=[entity])).body) == Message(
        text="https://example.com/ada"
    )
    kept = event(message(text="look here", entities=[{**entity, "offset": 5}])).body
    assert without_place(kept) == Message(text="look here")


def test_characters_that_no_database_takes_are_left_out() -> None:
    assert without_place(event(message(text="a\x00b\r\nc")).body) == Message(text="ab\nc")


# -- commands


@pytest.mark.parametrize(
    ("text", "name", "argument"),
    [
        ("/export pdf", "export", "pdf"),
        ("/Export@Resume_Bot  pdf ", "export", "pdf"),
        ("/start r_9f3c", "start", "r_9f3c"),
        ("/start", "start", ""),
        ("/new\nMy résumé", "new", "My résumé"),
    ],
)
def test_a_command_has_a_name_and_an_argument(text: str, name: str, argument: str) -> None:
    assert event(message(text=text)).body == Command(name=name, argument=argument)


def test_a_command_for_another_bot_is_not_ours() -> None:
    assert read(message(text="/export@other_bot", chat=GROUP)) == Nothing()


def test_a_path_is_no_command() -> None:
    assert without_place(event(message(text="/usr/bin is on my path")).body) == Message(
        text="/usr/bin is on my path"
    )


# -- groups


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("@resume_bot shorten it", "shorten it"),
        ("👩🏽‍💻 @Resume_Bot shorten it", "👩🏽‍💻  shorten it"),
    ],
)
def test_what_a_group_asks_is_answered_in_private(text: str, kept: str) -> None:
    said = event(message(text=text, chat=GROUP, entities=[mention(text)]))
    assert said.conversation.id == "telegram|123456|42|"
    assert said.origin is not None
    assert said.origin.id == "telegram|123456|-1001|"
    assert without_place(said.body) == Message(text=kept)


def test_a_reply_to_us_in_a_group_is_for_us_and_names_no_place() -> None:
    replied = {"message_id": 55, "from": US, "chat": GROUP, "date": 1, "text": "x"}
    said = event(message(text="and now?", chat=GROUP, reply_to_message=replied))
    assert without_place(said.body) == Message(text="and now?")
    assert said.origin is not None


def test_a_group_s_command_is_for_us() -> None:
    said = event(message(text="/undo@resume_bot", chat=GROUP, message_thread_id=9, is_topic_message=True))
    assert said.body == Command(name="undo")
    assert said.origin is not None
    assert said.origin.thread == "9"


@pytest.mark.parametrize(
    "members",
    [
        {"text": "just talking"},
        {"text": "@someone_else hi", "entities": [{"type": "mention", "offset": 0, "length": 13}]},
        {
            "text": "/undo",
            "sender_chat": GROUP,
            "from": {"id": 1087968824, "is_bot": True, "first_name": "G"},
        },
        {"new_chat_title": "Team"},
        {"migrate_to_chat_id": -1005},
    ],
)
def test_what_a_group_says_to_others_is_not_ours(members: dict[str, Any]) -> None:
    assert read(message(chat=GROUP, **members)) == Nothing()


def test_a_mention_by_name_is_one_too() -> None:
    text = "Hey @resume_bot"
    entity = mention(text, "text_mention", user=US)
    assert without_place(event(message(text=text, chat=GROUP, entities=[entity])).body) == Message(text=text)


# -- files


def test_a_document_is_a_file_to_be_fetched() -> None:
    document = {
        "file_id": "BQAC",
        "file_unique_id": "Ag",
        "file_name": "../my cv.pdf",
        "mime_type": "application/pdf",
        "file_size": 183_422,
    }
    body = event(message(document=document, caption="my cv")).body
    assert isinstance(body, File)
    assert (body.name, body.media_type, body.size) == ("my cv.pdf", "application/pdf", 183_422)
    assert (body.caption, body.data) == ("my cv", "")
    assert from_reference(body.reference) == ("BQAC", 183_422)


def test_a_picture_is_taken_in_its_largest_size() -> None:
    sizes = [
        {"file_id": f"P{side}", "file_unique_id": "u", "width": side, "height": side, "file_size": side}
        for side in (90, 1280, 320)
    ]
    body = event(message(photo=sizes)).body
    assert isinstance(body, File)
    assert (body.name, body.media_type) == ("photo.jpg", "image/jpeg")
    assert from_reference(body.reference) == ("P1280", 1280)


def test_a_file_tells_of_which_album_it_is() -> None:
    document = {"file_id": "BQAC", "file_unique_id": "Ag"}
    came = read(message(document=document, media_group_id="77"))
    assert isinstance(came, Came)
    assert came.album == "77"
    body = came.event.body
    assert isinstance(body, File)
    assert body.name == "file"


@pytest.mark.parametrize("kind", ["voice", "audio", "video", "video_note", "sticker", "animation"])
def test_sights_and_sounds_are_answered_in_plain_words(kind: str) -> None:
    gif: dict[str, Any] = {"document": {"file_id": "x", "file_unique_id": "y"}} if kind == "animation" else {}
    members: dict[str, Any] = {kind: {"file_id": "x", "duration": 7}, **gif}
    hint = read(message(**members))
    assert isinstance(hint, Hint)
    assert hint.key == "telegram-hint-media"
    assert hint.conversation.channel == "42"


def test_a_contact_is_answered_too() -> None:
    hint = read(message(contact={"phone_number": "1", "first_name": "B"}))
    assert isinstance(hint, Hint)
    assert hint.key == "telegram-hint-other"


@pytest.mark.parametrize("members", [{"pinned_message": {}}, {"text": "   "}, {}])
def test_what_says_nothing_is_no_event(members: dict[str, Any]) -> None:
    assert read(message(**members)) == Nothing()


# -- presses


def test_a_press_names_its_button_and_its_place() -> None:
    came = read(press("pk3j9x0q2ab.1.a1b2.approve"))
    assert isinstance(came, Came)
    assert came.query == "18038"
    assert came.event.key == "telegram:123456:1004"
    assert came.event.body == Press(token="pk3j9x0q2ab.1.a1b2.approve", place="42:20")
    assert came.event.notice_until == NOW + 1000


def test_a_press_on_a_message_that_telegram_no_longer_shows_is_one_like_any_other() -> None:
    old = {"message_id": 3, "chat": PRIVATE, "date": 0}
    assert event(press("pk3j9x0q2ab.1.a1b2.approve", message=old)).body == Press(
        token="pk3j9x0q2ab.1.a1b2.approve", place="42:3"
    )


def test_a_press_without_a_message_still_counts() -> None:
    raw = press("pk3j9x0q2ab.1.a1b2.approve", inline_message_id="AgAA")
    del raw["callback_query"]["message"]
    said = event(raw)
    assert said.conversation.channel == "42"
    assert said.body == Press(token="pk3j9x0q2ab.1.a1b2.approve")


def test_a_press_in_a_group_is_decided_in_private() -> None:
    under = {"message_id": 20, "from": US, "chat": GROUP, "date": 1, "text": "A card"}
    said = event(press("pk3j9x0q2ab.1.a1b2.approve", message=under))
    assert said.conversation.channel == "42"
    assert said.body == Press(token="pk3j9x0q2ab.1.a1b2.approve", place="-1001:20")


@pytest.mark.parametrize("data", ["x", None])
def test_a_key_that_does_nothing_is_still_answered(data: str | None) -> None:
    assert read(press(data)) == Nothing("18038")


def test_a_tap_within_a_control_is_told_apart() -> None:
    tapped = read(press("akit2qguqo6.3.1f.m2024-05"))
    assert isinstance(tapped, Tapped)
    assert tapped.tap == Tap("kit2qguqo6", 3, 31, "m2024-05")
    assert tapped.query == "18038"


@pytest.mark.parametrize(
    "data", ["a", "ak.x.1.o1", "akit2qguqo6.3.1.", "akit2qguqo6.3.1.o1\n", "a.1.1.o", "é"]
)
def test_made_up_data_is_a_press_of_an_unknown_button(data: str) -> None:
    assert event(press(data)).body == Press(token=data, place="42:20")


# -- blocking


@pytest.mark.parametrize(("status", "is_open"), [("kicked", False), ("member", True)])
def test_blocking_and_unblocking_are_told(status: str, is_open: bool) -> None:
    member = {"user": US, "status": status}
    raw = {
        "update_id": 1,
        "my_chat_member": {
            "chat": PRIVATE,
            "from": ADA,
            "date": 1,
            "old_chat_member": member,
            "new_chat_member": member,
        },
    }
    assert event(raw).body == Reach(is_open=is_open)
    raw["my_chat_member"]["chat"] = GROUP  # type: ignore[index]
    assert read(raw) == Nothing()


# -- what can't be read, and what is new


def test_what_is_new_to_us_is_left_alone() -> None:
    assert (
        read({"update_id": 1010, "stopped_message_generation": {"chat": PRIVATE, "draft_id": 7}}) == Nothing()
    )
    assert without_place(event(message(text="x", something_new={"a": [1]})).body) == Message(text="x")


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {"message": {}},
        {"update_id": 1, "message": {"message_id": 1}},
        {"update_id": 1, "message": {"message_id": 1, "date": 1, "chat": {"type": "private"}}},
        {"update_id": 1, "callback_query": {"id": "1", "data": "x"}},
        {"update_id": "one"},
    ],
)
def test_what_is_no_update_is_refused(raw: object) -> None:
    with pytest.raises(ValidationError) as refused:
        read(raw)
    assert "Ada" not in str(refused.value)


# -- long pastes


def piece(number: int, text: str, date: int = 1_796_000_000, **members: Any) -> dict[str, Any]:
    return message(number, text=text, date=date, message_id=number, **members)


LONG_TEXT = "x" * LONG


def test_the_pieces_of_a_long_paste_are_one_message() -> None:
    batch = [piece(1, LONG_TEXT), piece(2, LONG_TEXT), piece(3, "the end"), piece(4, "and more")]
    joined = join_pieces(batch, dict.fromkeys((1, 2, 3, 4), 100.0), 100.1)
    assert [ids for _, ids in joined.ready] == [(1, 2, 3), (4,)]
    assert not joined.waiting
    whole = event(joined.ready[0][0])
    assert whole.key == "telegram:123456:1"
    assert without_place(whole.body) == Message(text=LONG_TEXT * 2 + "the end")


def test_a_long_piece_waits_for_two_seconds_and_others_do_not_wait_for_it() -> None:
    batch = [piece(1, "before"), piece(2, LONG_TEXT), press("x"), piece(3, "hi", chat={**PRIVATE, "id": 43})]
    waiting = join_pieces(batch, dict.fromkeys((1, 2, 3, 1004), 100.0), 101.9)
    assert waiting.waiting == {2}
    assert [ids for _, ids in waiting.ready] == [(1,), (1004,), (3,)]
    assert not join_pieces(batch, dict.fromkeys((1, 2, 3, 1004), 100.0), 102.0).waiting


@pytest.mark.parametrize(
    "second",
    [
        piece(2, "later", date=1_796_000_003),
        piece(2, "/undo"),
        piece(2, "passed on", forward_origin={"type": "user"}),
        message(2, document={"file_id": "x", "file_unique_id": "y"}),
    ],
)
def test_what_does_not_follow_is_not_joined(second: dict[str, Any]) -> None:
    joined = join_pieces([piece(1, LONG_TEXT), second], {1: 100.0, 2: 100.0}, 100.0)
    assert [ids for _, ids in joined.ready] == [(1,), (2,)]


def test_damaged_updates_are_passed_through() -> None:
    batch: list[dict[str, Any]] = [
        {"update_id": 1, "message": None},
        {"update_id": 2, "message": {"chat": {"type": "private", "id": [1]}}},
        {"update_id": 3, "message": {"chat": PRIVATE, "text": 7}},
        {"update_id": 4, "message": {"chat": PRIVATE, "text": LONG_TEXT}},
        {"update_id": 5, "message": {"chat": PRIVATE, "text": "x", "date": "soon"}},
    ]
    joined = join_pieces(batch, {}, 0.0)
    assert [ids for _, ids in joined.ready] == [(1,), (2,), (3,), (4,), (5,)]


def test_an_edited_text_names_the_message_that_it_was() -> None:
    edited = event({"update_id": 9, "edited_message": message(text="June 2019")["message"]})
    assert isinstance(edited.body, Message)
    assert (edited.body.text, edited.body.edits, edited.body.place) == ("June 2019", True, "42:11")
