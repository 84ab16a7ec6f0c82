"""Slack out: a loopback Slack that loses answers, limits and refuses. Each fault leaves one message."""

import asyncio
from typing import Any

import pytest

from adapters.slack.connect import SlackPlatform
from adapters.slack.text import escape
from core.errors import BusyError, DeliveryError, PersonError, UnknownOutcomeError, UnreachableError
from core.event import Conversation
from core.ports import Sending, Shown
from core.show.files import MadeFile
from core.show.view import Button, FileView, Notice, TextView, View, WorkingView
from tests.adapters.test_slack_blocks import a_home
from tests.slack_door import FakeDoor, Talk, own, talking
from tests.wire.slack_server import SlackServer, slack_server

STOP = Button("Stop", "jx.0..stop")
WORKING = WorkingView("Working on it…", "", (STOP,))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short waits, and no proxy between two ends of one machine."""
    monkeypatch.setattr("adapters.slack.posts.LOOK_AFTER", 0.02)
    monkeypatch.setattr("adapters.slack.progress.STREAM_EVERY", 0.02)
    monkeypatch.setattr("adapters.slack.progress.EDIT_EVERY", 0.04)
    monkeypatch.setattr("adapters.slack.files.SHARED_WITHIN", 1.0)
    monkeypatch.setattr("adapters.slack.client.SECONDS", 1)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)


async def root_of(talk: Talk) -> str:
    await (await talk.slack.user_message("U1", "Hello")).acked()
    return str(talk.slack.messages("D1")[0]["ts"])


def ours(talk: Talk, channel: str = "D1") -> list[dict[str, Any]]:
    """What the bot said in a channel."""
    return [one for one in talk.slack.messages(channel) if one["user"] == talk.slack.bot_user]


def sending(view: View, conversation: Conversation, **more: Any) -> Sending:
    return Sending(post=7, conversation=conversation, view=view, **more)


async def test_a_post_stands_in_its_thread_and_its_place_is_channel_and_ts() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        shown = await talk.show(TextView("R&D <!channel>"), own("U1", root))
        (message,) = ours(talk)
        assert shown == Shown(f"D1:{message['ts']}")
        assert message["thread_ts"] == root
        assert message["text"] == "R&amp;D &lt;!channel&gt;"
        assert talk.slack.calls_of("conversations.open") == [], "the channel was learned from the message"


async def test_direct_messages_nobody_wrote_in_yet_are_opened_once() -> None:
    async with talking() as talk:
        await talk.show(TextView("one"), own("U2"))
        await talk.show(TextView("two"), own("U2"))
        assert len(talk.slack.calls_of("conversations.open")) == 1
        assert [one["text"] for one in ours(talk, "D2")] == ["one", "two"]


async def test_an_edit_changes_the_message_in_its_place() -> None:
    async with talking() as talk:
        shown = await talk.show(TextView("one"), own())
        assert (await talk.again(TextView("two"), own(), shown.place)) == shown
        assert [one["text"] for one in ours(talk)] == ["two"]


async def test_a_message_that_is_gone_is_sent_anew() -> None:
    async with talking() as talk:
        shown = await talk.show(TextView("one"), own())
        for error in ("message_not_found", "cant_update_message", "edit_window_closed"):
            talk.slack.fail_next("chat.update", error)
            anew = await talk.again(TextView("two"), own(), shown.place)
            assert anew.place != shown.place
            shown = anew


async def test_a_message_whose_answer_was_lost_is_found_again() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        for conversation in (own("U1", root), own("U1")):
            before = len(ours(talk))
            talk.slack.commit_then_drop("chat.postMessage")
            shown = await talk.platform.show(sending(TextView("once"), conversation))
            assert len(ours(talk)) == before + 1
            assert shown.place == f"D1:{ours(talk)[-1]['ts']}"
            talk.slack.advance(60)


@pytest.mark.parametrize("fault", ["commit_then_drop", "commit_then_hang", "drop", "hang", "html"])
async def test_whatever_became_of_an_answer_there_is_one_message_in_the_end(fault: str) -> None:
    async with talking() as talk:
        root = await root_of(talk)
        if fault == "html":
            talk.slack.fail_html("chat.postMessage", status=502)
        else:
            getattr(talk.slack, fault)("chat.postMessage")
        talk.slack.fail_html("conversations.replies")
        tried_at = int(talk.slack.now() * 1000)
        with pytest.raises(UnknownOutcomeError):
            await talk.platform.show(sending(TextView("once"), own("U1", root)))
        again = sending(TextView("once more"), own("U1", root), tried_at=tried_at)
        shown = await talk.platform.show(again)
        (message,) = ours(talk)
        assert shown.place == f"D1:{message['ts']}"
        assert message["text"] == "once more", "as things stand now"


async def test_while_the_look_up_gives_no_answer_nothing_is_sent_again() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        talk.slack.limit_next("conversations.replies")
        with pytest.raises(UnknownOutcomeError):
            await talk.platform.show(sending(TextView("x"), own("U1", root), tried_at=1))
        assert ours(talk) == []


@pytest.mark.parametrize("has_html", [True, False])
async def test_a_limit_says_how_long_to_wait_and_sends_nothing(has_html: bool) -> None:
    async with talking() as talk:
        talk.slack.limit_next("chat.postMessage", retry_after=7, has_html=has_html)
        with pytest.raises(BusyError) as found:
            await talk.show(TextView("x"), own())
        assert found.value.retry_after == 7
        assert ours(talk) == []
        assert len(talk.slack.calls_of("chat.postMessage")) == 1, "no repeat of the library's own"


async def test_where_nothing_can_be_said_the_reason_is_told() -> None:
    async with talking() as talk:
        for error in ("channel_not_found", "is_archived", "messages_tab_disabled", "user_disabled"):
            talk.slack.fail_next("chat.postMessage", error)
            with pytest.raises(UnreachableError) as found:
                await talk.show(TextView("x"), own())
            assert found.value.reason == error


async def test_a_refused_token_makes_posts_wait_and_loses_none() -> None:
    async with talking() as talk:
        talk.slack.fail_next("chat.postMessage", "token_revoked")
        with pytest.raises(BusyError):
            await talk.show(TextView("x"), own())


async def test_no_network_means_nothing_was_sent() -> None:
    async with talking() as talk:
        client = await talk.client()
        client.web.base_url = "http://127.0.0.1:9/api/"
        client.learn("U1", "D1")
        with pytest.raises(BusyError):
            await talk.show(TextView("x"), own())


async def test_a_refused_message_names_the_place_and_no_word_of_it(caplog: pytest.LogCaptureFixture) -> None:
    async with talking() as talk:
        metadata = {"messages": ["[ERROR] bad secret words [json-pointer:/blocks/0/text/text]"]}
        talk.slack.fail_next("chat.postMessage", "invalid_blocks", response_metadata=metadata)
        with pytest.raises(DeliveryError) as found:
            await talk.show(TextView("secret words"), own())
        assert found.value.code == "invalid_blocks"
        assert "/blocks/0/text/text" in caplog.text
        assert "secret" not in caplog.text


async def test_folding_takes_the_message_away_and_twice_does_no_harm() -> None:
    async with talking() as talk:
        shown = await talk.show(TextView("x"), own())
        await talk.platform.fold(1, own(), shown.place)
        assert ours(talk) == []
        await talk.platform.fold(1, own(), shown.place)


async def test_folding_what_may_have_arrived_looks_for_it() -> None:
    async with talking() as talk:
        await talk.show(TextView("x"), own())
        await talk.platform.fold(1, own(), "")
        assert ours(talk) == []


async def test_home_is_published_and_stands_in_one_place() -> None:
    async with talking() as talk:
        assert await talk.show(a_home(2), own()) == Shown("home:U1")
        assert talk.slack.home("U1") is not None
        talk.slack.fail_next("views.publish", "not_enabled")
        assert await talk.again(a_home(3), own(), "home:U1") == Shown("home:U1")
        await talk.platform.fold(1, own(), "home:U1")


async def test_a_notice_is_for_one_person_and_pings_nobody() -> None:
    async with talking() as talk:
        await talk.platform.notice(own(), Notice("<!channel> done"))
        (told,) = talk.slack.ephemerals
        assert (told["user"], told["channel"], told["text"]) == ("U1", "D1", "&lt;!channel&gt; done")


# Files

PDF = MadeFile("Résumé v2.pdf", b"%PDF-1.7 small")
VIEW = FileView("“R&D”, version 2, as PDF", "Résumé v2.pdf")


async def test_a_file_is_shown_once_it_can_be_seen() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        talk.slack.timing.share = 0.3
        talk.door.made = (PDF,)
        shown = await talk.show(VIEW, own("U1", root))
        (message,) = ours(talk)
        assert shown.place == f"D1:{message['ts']}"
        assert message["files"][0]["name"] == "Résumé v2.pdf"
        assert message["text"] == "“R&amp;D”, version 2, as PDF"
        assert await talk.again(VIEW, own("U1", root), shown.place) == shown
        assert len(ours(talk)) == 1


async def test_pages_of_a_picture_are_one_message() -> None:
    async with talking() as talk:
        talk.door.made = (MadeFile("p-1.png", b"\x89PNG1"), MadeFile("p-2.png", b"\x89PNG2"))
        await talk.show(FileView("As a picture", "p.png"), own())
        (message,) = ours(talk)
        assert len(message["files"]) == 2


async def test_a_file_that_slack_drops_is_sent_again_and_one_that_came_late_is_not() -> None:
    async with talking() as talk:
        talk.door.made = (PDF,)
        talk.slack.lose_next_share()
        tried_at = int(talk.slack.now() * 1000)
        with pytest.raises(UnknownOutcomeError):
            await talk.platform.show(sending(VIEW, own()))
        shown = await talk.platform.show(sending(VIEW, own(), tried_at=tried_at))
        (message,) = ours(talk)
        assert shown.place == f"D1:{message['ts']}"
        again = await talk.platform.show(sending(VIEW, own(), tried_at=tried_at))
        assert again == shown
        assert len(ours(talk)) == 1


async def test_a_file_is_fetched_only_if_it_is_one_and_not_too_large() -> None:
    async with talking() as talk:
        good = talk.slack.add_file("U1", "cv.pdf", b"%PDF-1.7 good")
        assert await talk.platform.fetch(own(), good.id, 1_000) == b"%PDF-1.7 good"
        with pytest.raises(PersonError) as large:
            await talk.platform.fetch(own(), good.id, 5)
        assert large.value.code == "file_too_large"
        for more in ({"mode": "tombstone"}, {"is_external": True, "mode": "external"}):
            bad = talk.slack.add_file("U1", "cv.pdf", b"%PDF", **more)
            with pytest.raises(PersonError) as found:
                await talk.platform.fetch(own(), bad.id, 1_000)
            assert found.value.code == "file_not_fetched"
        talk.slack.scopes.discard("files:read")
        with pytest.raises(PersonError) as login:
            await talk.platform.fetch(own(), good.id, 1_000)
        assert login.value.code == "file_not_fetched"


async def test_the_token_goes_to_no_other_host() -> None:
    async with talking() as talk:
        file = talk.slack.add_file("U1", "cv.pdf", b"%PDF")
        talk.slack.redirects[file.id] = "http://127.0.0.2:9/steal"
        with pytest.raises(PersonError):
            await talk.platform.fetch(own(), file.id, 1_000)
        trusted = (await talk.client()).is_trusted
        assert trusted("https://files.slack.com/x")
        assert not trusted("https://files.slack.com.evil.example/x")
        assert not trusted("http://files.slack.com/x")
        assert not trusted("https://evilslack.com/x")


# The answer as it is written


async def wrote(talk: Talk, root: str, *texts: str) -> None:
    """Write an answer piece by piece, each waited for until it can be read."""
    for text in texts:
        await talk.platform.progress(own("U1", root), text)
        await talk.slack.wait_until(lambda slack, text=text: escape(text) in readable(slack))  # type: ignore[misc]


def readable(slack: SlackServer) -> str:
    """All that stands in streams and messages."""
    streamed = ["".join(str(chunk["text"]) for chunk in one.chunks) for one in slack.streams.values()]
    return " ".join([*streamed, *(escape(str(one)) for one in slack.messages("D1"))])


async def test_a_streamed_answer_becomes_the_answer_in_its_place() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        working = await talk.show(WORKING, own("U1", root))
        assert ours(talk) == [], "a status, and no message"
        assert talk.slack.statuses[("D1", root)] == "Working on it…"
        await wrote(talk, root, "I propose", "I propose <two>", "I propose <two> changes")
        (stream,) = talk.slack.streams.values()
        written = "".join(str(chunk["text"]) for chunk in stream.chunks)
        assert written == "I propose &lt;two&gt; changes"
        await talk.platform.fold(1, own("U1", root), working.place)
        shown = await talk.show(TextView("I propose <two> changes.", "assistant"), own("U1", root))
        (message,) = ours(talk)
        assert shown.place == f"D1:{message['ts']}"
        assert message["text"] == "I propose &lt;two&gt; changes."
        assert message["metadata"]["event_payload"] == {"key": "2"}


async def test_an_answer_before_the_fold_takes_over_as_well() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        working = await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "Yes")
        await talk.show(TextView("Yes.", "assistant"), own("U1", root))
        await talk.platform.fold(1, own("U1", root), working.place)
        assert [one["text"] for one in ours(talk)] == ["Yes."]


async def test_writing_may_begin_before_the_status() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await wrote(talk, root, "Yes")
        working = await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "Yes, indeed")
        await talk.platform.fold(1, own("U1", root), working.place)
        await talk.show(TextView("Yes, indeed.", "assistant"), own("U1", root))
        assert [one["text"] for one in ours(talk)] == ["Yes, indeed."]


async def test_what_a_stopped_job_wrote_is_not_taken_over_by_the_next_answer() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        first = await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "Half an")
        await talk.platform.fold(1, own("U1", root), first.place)
        second = await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "Another")
        await talk.platform.fold(2, own("U1", root), second.place)
        await talk.show(TextView("Another.", "assistant"), own("U1", root))
        assert len(ours(talk)) == 2
        assert ours(talk)[-1]["text"] == "Another."


async def test_a_stream_that_dies_goes_on_by_edits_and_loses_no_word() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "one")
        talk.slack.advance(400)
        await wrote(talk, root, "one two", "one two three")
        await talk.show(TextView("one two three four", "assistant"), own("U1", root))
        assert [one["text"] for one in ours(talk)] == ["one two three four"]


async def test_a_stream_is_ended_by_us_before_slack_does(monkeypatch: pytest.MonkeyPatch) -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "one")
        monkeypatch.setattr("adapters.slack.progress.STREAM_LIFE", 0.0)
        await wrote(talk, root, "one two")
        await talk.slack.wait_until(lambda slack: bool(slack.calls_of("chat.stopStream")))
        assert len(ours(talk)) == 1


async def test_without_streams_the_answer_is_a_message_with_edits() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        talk.slack.fail_next("chat.startStream", "unknown_method")
        await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "one", "one two")
        await talk.show(TextView("one two.", "assistant"), own("U1", root))
        assert [one["text"] for one in ours(talk)] == ["one two."]
        assert len(talk.slack.calls_of("chat.startStream")) == 1


async def test_without_sessions_work_is_a_message_with_stop() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        talk.slack.fail_next("agents.sessions.setStatus", "feature_disabled")
        shown = await talk.show(WORKING, own("U1", root))
        (message,) = ours(talk)
        assert "Stop" in str(message["blocks"])
        await talk.platform.fold(1, own("U1", root), shown.place)
        assert ours(talk) == []


async def test_outside_a_thread_work_and_answer_are_messages() -> None:
    async with talking() as talk:
        shown = await talk.show(WORKING, own())
        await talk.platform.progress(own(), "one")
        await talk.slack.wait_until(lambda slack: len(slack.messages("D1")) == 2)
        await talk.platform.fold(1, own(), shown.place)
        await talk.show(TextView("one.", "assistant"), own())
        assert [one["text"] for one in ours(talk)] == ["one."]


async def test_what_a_killed_process_began_to_write_becomes_the_answer() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        web = (await talk.client()).web
        await web.chat_startStream(
            channel="D1",
            thread_ts=root,
            recipient_user_id="U1",
            recipient_team_id="T1",
            markdown_text="I pro",
        )
        await talk.show(TextView("I propose.", "assistant"), own("U1", root))
        assert [one["text"] for one in ours(talk)] == ["I propose."]


async def test_an_answer_takes_over_no_message_of_its_own_kind() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await talk.show(TextView("first", "assistant"), own("U1", root))
        await talk.show(TextView("second", "assistant"), own("U1", root))
        assert [one["text"] for one in ours(talk)] == ["first", "second"]


async def test_a_take_over_whose_answer_was_lost_is_tried_again_in_the_same_place() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "one")
        answer = sending(TextView("one.", "assistant"), own("U1", root))
        talk.slack.commit_then_drop("chat.update")
        with pytest.raises(DeliveryError):
            await talk.platform.show(answer)
        await talk.platform.show(answer)
        assert [one["text"] for one in ours(talk)] == ["one."]


async def test_a_stream_whose_end_got_lost_is_ended_by_the_answer() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "one")
        talk.slack.drop("chat.stopStream")
        await talk.show(TextView("one.", "assistant"), own("U1", root))
        assert [one["text"] for one in ours(talk)] == ["one."]


async def test_a_stopped_answer_is_written_no_further() -> None:
    async with talking() as talk:
        root = await root_of(talk)
        await talk.show(WORKING, own("U1", root))
        await wrote(talk, root, "one")
        (ts,) = talk.slack.streams
        await (await talk.slack.stop_stream("U1", ts)).acked()
        assert talk.door.events[-1].body.token == STOP.token  # type: ignore[union-attr]
        await talk.platform.progress(own("U1", root), "one two")
        await talk.slack.wait_until(lambda slack: len(slack.calls_of("chat.appendStream")) == 1)
        await talk.platform.progress(own("U1", root), "one two three")
        await asyncio.sleep(0.1)
        assert "two" not in readable(talk.slack)


async def test_a_slack_that_can_not_be_reached_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.slack.connect.RECONNECT_SECONDS", 0.05)
    async with slack_server() as slack:
        slack.drop("auth.test")
        platform = SlackPlatform(slack.bot_token, slack.app_token, api_url=slack.url)
        platform.attach(FakeDoor())
        try:
            assert "keep trying" in await platform.start()
            with pytest.raises(BusyError):
                await platform.show(sending(TextView("x"), own()))
            await slack.wait_connected(2)
            await platform.show(sending(TextView("x"), own()))
        finally:
            await platform.stop()
        with pytest.raises(BusyError):
            await platform.show(sending(TextView("x"), own()))
