"""Stories on a chat platform: no form in place, cards that had to be cut, files to fetch, people who left."""

import base64
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core import writes
from core.errors import BusyError, UnknownOutcomeError, UnreachableError
from core.event import Answer, Conversation, File, Message, Opened, Press, Reach
from core.ports import Sending, Shown, Traits
from core.show.view import CardView, FileView, ListView, QuestionView, TextView, WorkingView
from core.talk.control import DateRange, Number, Text
from core.unit import Unit
from tests.desk.test_approving import add_skill
from tests.desk.test_asking import put
from tests.fakes import FakeClock, FakePlatform
from tests.fakes_model import ScriptedModel
from tests.talk import DATA, Talk, talking

CHAT = Traits(resend_after=60_000)


@pytest.fixture
async def chat(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Talk]:
    platform = FakePlatform("telegram", CHAT)
    async with talking(sqlite_url, tmp_path, platform=platform, clock=FakeClock()) as talk:
        await talk.open()
        yield talk


async def test_a_chat_is_welcomed_without_a_copy_of_what_was_said_and_without_a_home(chat: Talk) -> None:
    await chat.say("add Kafka to my skills")
    assert {type(view) for view in chat.platform.shown.values()} == {TextView, CardView}
    assert chat.texts()[0].startswith("Hello! I keep your résumé")


async def test_edit_asks_for_the_text_where_there_is_no_form(chat: Talk) -> None:
    await chat.say("change my headline to Lead")
    await chat.press("Edit")
    asked = chat.question()
    assert (asked.control, asked.reason) == ("textarea", "Lead")
    await chat.say("Team lead")
    assert "Team" in str(chat.cards()[0].lines)
    await chat.press("Approve")
    assert (await chat.document())["basics"]["headline"] == "Team lead"


async def test_edit_of_several_lines_asks_first_which(chat: Talk) -> None:
    operations = [
        {"op": "replace", "path": "/basics/headline", "value": "Lead"},
        {"op": "replace", "path": "/basics/location", "value": "Delft"},
    ]
    await chat.propose(("Two places", operations))
    await chat.press("Edit")
    which = chat.question()
    assert [choice.label for choice in which.choices] == ["1. Headline: Lead", "2. Location: Delft"]
    await chat.answer(which.choices[1].value)
    await chat.answer("Den Haag")
    [card] = chat.cards()
    assert "Den Haag" in str(card.lines)


async def test_an_edited_phone_number_is_kept_nowhere_but_on_the_card(chat: Talk) -> None:
    await chat.propose(("Phone", [{"op": "replace", "path": "/basics/phone", "value": "1"}]))
    await chat.press("Edit")
    await chat.answer("+31 6 1234")
    assert "+31 6 1234" in str(chat.cards()[-1].lines)
    person = await chat.app.store.person(chat.actor)
    assert person is not None
    kept = await chat.app.store.everything_of(person.id)
    assert "+31 6 1234" not in json.dumps([kept["questions"], kept["messages"]])


async def test_an_edit_of_a_card_that_moved_on_says_so(chat: Talk) -> None:
    await chat.say("change my headline to Lead")
    await chat.press("Edit")
    asked = chat.question()
    await chat.press("Approve")
    notice = await chat.answer("Team lead", asked)
    assert notice is not None
    assert "changed since" in notice.text
    assert (await chat.document())["basics"]["headline"] == "Lead"


async def test_a_cut_card_is_approved_only_after_it_was_read_whole(chat: Talk) -> None:
    chat.platform.cuts = True
    await chat.say("add Kafka to my skills")
    post, card = chat.card("Add Kafka to Skills")
    assert card.review is not None
    assert not card.is_opened
    notice = await chat.press("Approve", post)
    assert notice is not None
    assert "Read it whole first" in notice.text
    assert (await chat.resume()).version == 1
    await chat.send_press(card.review.token, post)
    assert chat.card("Add Kafka to Skills")[1].is_opened
    [file] = chat.views(FileView)
    assert file.name == "Add Kafka to Skills.txt"
    await chat.press("Approve", post)
    assert (await chat.resume()).version == 2


async def test_approve_all_leaves_out_what_was_cut_and_not_opened(chat: Talk) -> None:
    chat.platform.cuts = True
    await chat.propose(("Kafka", add_skill("Kafka")), ("Redis", add_skill("Redis")))
    post, card = chat.card("Kafka")
    assert card.review is not None
    await chat.send_press(card.review.token, post)
    notice = await chat.press("Approve all plain ones (2)")
    assert notice is not None
    assert "“Redis”" in notice.text
    assert (await chat.resume()).version == 2


async def test_of_a_batch_only_the_header_rings(chat: Talk) -> None:
    await chat.propose(("Kafka", add_skill("Kafka")), ("Redis", add_skill("Redis")))
    rings = {type(one.view).__name__: one.rings for one in chat.platform.sendings}
    assert (rings["BatchView"], rings["CardView"]) == (True, False)
    await chat.propose(("Rust", add_skill("Rust")))
    assert chat.platform.sendings[-1].rings


async def test_a_file_is_fetched_by_a_job_and_imported(sqlite_url: str, tmp_path: Path) -> None:
    platform = FakePlatform("telegram", CHAT)
    platform.files["f1"] = (DATA / "rich-resume.json").read_bytes()
    async with talking(sqlite_url, tmp_path, platform=platform, loops=True) as talk:
        await talk.open()
        await talk.send(File(name="mine.json", reference="f1", size=10))
        await talk.until(lambda: any("is imported" in text for text in talk.texts()))
        assert not talk.views(WorkingView)
        await talk.send(File(name="gone.json", reference="f2", size=10))
        await talk.until(lambda: any("couldn't fetch" in text for text in talk.texts()))


async def test_a_file_that_is_too_large_is_refused_before_it_is_fetched(chat: Talk) -> None:
    await chat.send(File(name="large.pdf", reference="f1", size=30_000_000))
    assert chat.texts()[-1] == "That file is larger than 20 MB. Please send a smaller one."
    assert await chat.count("jobs") == 0


async def test_who_shut_us_out_is_left_in_peace_until_they_return(chat: Talk) -> None:
    await chat.say("add Kafka to my skills")
    chat.platform.problems = [UnreachableError("blocked")]
    await chat.press("Approve")
    before = len(chat.platform.sendings)
    await chat.settle()
    assert len(chat.platform.sendings) == before, "nothing more is tried"
    await chat.send(Reach(is_open=True))
    assert chat.cards()[-1].state == "approved"


async def test_being_blocked_holds_what_comes_later(chat: Talk) -> None:
    await chat.send(Reach(is_open=False))
    before = len(chat.platform.sendings)
    await chat.propose(("Kafka", add_skill("Kafka")))
    assert len(chat.platform.sendings) > before, "an Event from there opens it"
    await chat.send(Reach(is_open=False))
    await chat.app.store.commit(await _touched(chat))
    before = len(chat.platform.sendings)
    await chat.settle()
    assert len(chat.platform.sendings) == before


async def _touched(chat: Talk) -> Unit:
    person = await chat.app.store.person(chat.actor)
    assert person is not None
    return Unit().add(writes.touch_person(person.id))


async def test_a_platform_that_asks_to_wait_is_obeyed_and_others_go_on(chat: Talk) -> None:
    clock = chat.app.clock
    assert isinstance(clock, FakeClock)
    chat.platform.problems = [BusyError(3)]
    await chat.say("add Kafka to my skills")
    assert not chat.cards()
    await chat.settle()
    assert not chat.cards()
    other = Talk(chat.app, chat.platform, user="other", channel="43")
    other.conversation = Conversation(platform="telegram", channel="43")
    other.actor = chat.actor.model_copy(update={"user": "43"})
    shown = len(chat.platform.shown)
    await other.open()
    assert len(chat.platform.shown) > shown, "another conversation waits for nobody"
    clock.at += 3_001
    await chat.settle()
    assert [card.headline for card in chat.cards()] == ["Add Kafka to Skills"]


async def test_a_sending_of_unknown_outcome_is_tried_again_only_after_a_while(chat: Talk) -> None:
    clock = chat.app.clock
    assert isinstance(clock, FakeClock)
    chat.platform.problems = [UnknownOutcomeError()]
    await chat.say("add Kafka to my skills")
    assert not chat.cards()
    clock.at += 59_000
    await chat.settle()
    assert not chat.cards()
    clock.at += 2_000
    await chat.settle()
    assert len(chat.cards()) == 1
    last = chat.platform.sendings[-1]
    assert last.tried_at is not None, "the platform may look before it sends again"


async def test_a_first_sending_is_noted_before_it_is_tried(chat: Talk) -> None:
    noted: list[int | None] = []
    show = chat.platform.show

    async def looking(sending: Sending) -> Shown:
        post = await chat.app.store.post(sending.post)
        assert post is not None
        noted.append(post.tried_at)
        return await show(sending)

    chat.platform.show = looking  # type: ignore[method-assign]
    await chat.say("add Kafka to my skills")
    assert noted == [chat.app.clock.now()]
    assert await chat.count("posts WHERE tried_at IS NOT NULL") == 0


async def test_what_is_said_in_front_of_others_is_answered_in_private(chat: Talk) -> None:
    event = chat.event(Message(text="add Kafka to my skills"))
    group = Conversation(platform="telegram", channel="-100")
    await chat.app.lanes.receive(event.model_copy(update={"origin": group}))
    await chat.settle()
    there = [one.view for one in chat.platform.sendings if one.conversation == group]
    assert [view.text for view in there if isinstance(view, TextView)] == [
        "I answer you in our private conversation."
    ]
    assert len(chat.cards()) == 1


async def test_a_press_and_a_reply_find_their_post_by_its_place(chat: Talk) -> None:
    await chat.propose(("Remove", [{"op": "remove", "path": "/sections/skills/items/0"}]))
    post, card = chat.card("Remove")
    stored = await chat.app.store.post(post)
    assert stored is not None
    assert stored.place is not None
    approve = next(button for button in card.buttons if button.label == "Approve")
    await chat.send(Press(token=approve.token, place=stored.place))
    assert chat.find_label("Approve anyway"), "the second face is that post's own"
    await chat.press("Back")
    await chat.press("Edit") if chat.find_label("Edit") else None
    await chat.command("check")
    if chat.views(QuestionView):
        asked = max(number for number, view in chat.platform.shown.items() if isinstance(view, QuestionView))
        place = (await chat.app.store.post(asked)).place  # type: ignore[union-attr]
        await chat.command("pending")
        await chat.send(Message(text="Somewhere", reply_place=place or ""))
        assert chat.platform.shown[asked].status  # type: ignore[union-attr]


async def test_history_has_buttons_named_by_their_version(chat: Talk) -> None:
    await chat.say("add Kafka to my skills")
    await chat.press("Approve")
    await chat.command("history")
    listed = chat.views(ListView)[-1]
    assert [button.label for button in listed.buttons][:2] == ["Look 2", "Undo 2"]
    await chat.press("Undo 2")
    assert "Kafka" not in json.dumps((await chat.document())["sections"])


async def test_pending_brings_up_cards_of_every_conversation(chat: Talk) -> None:
    await chat.say("add Kafka to my skills")
    chat.conversation = Conversation(platform="telegram", channel="elsewhere")
    await chat.send(Opened())
    shown = len(chat.cards())
    await chat.command("pending")
    assert len(chat.cards()) == shown + 1
    await chat.press("Approve")
    assert {card.state for card in chat.cards()} == {"approved"}, "a card is settled everywhere"


async def test_pictures_of_every_page_can_be_taken_along(chat: Talk) -> None:
    from bot.chat import ChatDoor

    await chat.command("export", "png")
    [number] = [post for post, view in chat.platform.shown.items() if isinstance(view, FileView)]
    pages = await ChatDoor(chat.app, "telegram").files(number)
    assert pages
    assert all(page.data.startswith(b"\x89PNG") for page in pages)
    assert pages[0].name.endswith(" v1 p1.png")


async def test_the_first_thing_a_person_ever_says_is_answered(sqlite_url: str, tmp_path: Path) -> None:
    platform = FakePlatform("telegram", CHAT)
    async with talking(sqlite_url, tmp_path, platform=platform) as talk:
        await talk.say("add Kafka to my skills")
        assert talk.texts()[0].startswith("Hello!")
        assert [card.headline for card in talk.cards()] == ["Add Kafka to Skills"]


async def test_a_person_who_comes_in_by_two_doors_at_once_is_one_person(
    sqlite_url: str, tmp_path: Path
) -> None:
    import asyncio

    platform = FakePlatform("telegram", CHAT)
    async with talking(sqlite_url, tmp_path, platform=platform) as talk:
        events = []
        for number in range(4):
            talk.conversation = Conversation(platform="telegram", channel="42", thread=str(number))
            events.append(talk.event(Message(text="add Kafka to my skills")))
        await asyncio.gather(*(talk.app.lanes.receive(event) for event in events))
        await talk.settle()
        assert await talk.count("people") == 1
        assert len(talk.cards()) == 4


async def test_a_reply_beneath_our_message_belongs_to_its_talk(sqlite_url: str, tmp_path: Path) -> None:
    platform = FakePlatform("slack", Traits(has_home=True, has_forms=True))
    async with talking(sqlite_url, tmp_path, platform=platform) as talk:
        await talk.command("new", "Mine")
        await talk.command("check")
        number = max(post for post, view in platform.shown.items() if isinstance(view, QuestionView))
        post = await talk.app.store.post(number)
        assert post is not None
        talk.conversation = talk.conversation.model_copy(update={"thread": "77"})
        await talk.send(Message(text="Ada", reply_place=post.place or ""))
        assert platform.shown[number].status == "You answered: Ada"  # type: ignore[union-attr]
        following = max(post for post, view in platform.shown.items() if isinstance(view, QuestionView))
        asked = await talk.app.store.post(following)
        assert asked is not None
        assert asked.conversation == post.conversation, "the next one is asked in the same talk"


async def test_who_wrote_first_is_not_welcomed_again_at_home(sqlite_url: str, tmp_path: Path) -> None:
    platform = FakePlatform("slack", Traits(has_home=True, has_forms=True))
    async with talking(sqlite_url, tmp_path, platform=platform) as talk:
        home = talk.conversation
        talk.conversation = home.model_copy(update={"thread": "77"})
        await talk.say("add Kafka to my skills")
        talk.conversation = home
        await talk.open()
        assert sum(text.startswith("Hello!") for text in talk.texts()) == 1


async def test_a_step_of_a_control_is_drawn_and_survives(chat: Talk) -> None:
    await put(chat, DateRange())
    asked = chat.question()
    body = Answer(question=asked.question, revision=asked.revision, value={"from": {"y": 2019}}, draft=True)
    await chat.send(body)
    assert chat.question().draft == {"from": {"y": 2019}}


async def test_an_edited_answer_is_answered_anew_and_other_edits_are_nothing(chat: Talk) -> None:
    await chat.command("new", "Mine")
    await chat.command("check")
    await chat.send(Message(text="Ada", place="42:1"))
    assert (await chat.document())["basics"]["name"] == "Ada"
    await chat.send(Message(text="Ada Lovelace", place="42:1", edits=True))
    assert (await chat.document())["basics"]["name"] == "Ada Lovelace"
    version = (await chat.resume()).version
    await chat.send(Message(text="Ada Lovelace", place="42:1", edits=True))
    await chat.send(Message(text="Something else", place="42:9", edits=True))
    assert (await chat.resume()).version == version


async def test_an_edited_answer_that_went_to_the_model_goes_there_anew(
    sqlite_url: str, tmp_path: Path
) -> None:
    platform = FakePlatform("telegram", CHAT)
    async with talking(sqlite_url, tmp_path, platform=platform, model=ScriptedModel()) as talk:
        await talk.open()
        await put(talk, Text(), "target_role")
        await talk.send(Message(text="SRE", place="42:1"))
        await talk.send(Message(text="Platform engineer", place="42:1", edits=True))
        person = await talk.app.store.person(talk.actor)
        assert person is not None
        kept = (await talk.app.store.everything_of(person.id))["messages"]
        assert [one["text"] for one in kept] == ["About your question “What is it?”: Platform engineer"]


async def test_a_press_on_a_message_of_unknown_outcome_tells_where_it_stands(chat: Talk) -> None:
    chat.platform.problems = [UnknownOutcomeError()]
    await chat.say("add Kafka to my skills")
    assert not chat.cards(), "nobody knows that it arrived"
    sent = chat.platform.sendings[-1].view
    assert isinstance(sent, CardView)
    await chat.send(Press(token=sent.buttons[0].token, place="42:77"))
    last = chat.platform.sendings[-1]
    assert last.place == "42:77", "the message that was pressed is brought up to date"
    assert isinstance(last.view, CardView)
    assert last.view.state == "approved"
    number = len(chat.platform.sendings)
    clock = chat.app.clock
    assert isinstance(clock, FakeClock)
    clock.at += 120_000
    await chat.settle()
    assert len(chat.platform.sendings) == number, "and nothing is sent twice"


async def test_an_edit_asked_for_twice_is_one_question_and_gone_with_its_card(chat: Talk) -> None:
    await chat.say("change my headline to Lead")
    await chat.press("Edit")
    await chat.press("Edit")
    assert len([one for one in chat.questions() if not one.status]) == 1
    await chat.press("Reject")
    await chat.say("add Kafka to my skills")
    assert [card.headline for card in chat.cards()][-1] == "Add Kafka to Skills", "it was heard as a wish"
    assert not [one for one in chat.questions() if not one.status], "nothing is asked for a card that is gone"
    await chat.command("check")
    assert not any("open question already" in text for text in chat.texts())


async def test_what_is_typed_beside_the_question_and_does_not_fit_is_told_why(chat: Talk) -> None:
    await put(chat, Number(min=0, max=5))
    await chat.say("7")
    assert "5" in chat.texts()[-1]
    assert "plain edit" not in chat.texts()[-1]


async def test_a_caption_is_heard_after_its_file(chat: Talk) -> None:
    data = base64.b64encode((DATA / "rich-resume.json").read_bytes()).decode()
    await chat.send(File(name="mine.json", data=data, caption="change my headline to Lead"))
    await chat.settle()
    assert [card.headline for card in chat.cards()] == ["Change Headline"]


async def test_undo_takes_a_version_s_number_and_switch_marks_the_one_in_use(chat: Talk) -> None:
    await chat.say("change my headline to Lead")
    await chat.press("Approve")
    await chat.say("change my location to Delft")
    await chat.press("Approve")
    await chat.command("undo", "2")
    document = await chat.document()
    assert document["basics"]["headline"] != "Lead"
    assert document["basics"]["location"] == "Delft"
    await chat.command("new", "Other")
    await chat.command("switch", "nothing like it")
    listed = chat.views(ListView)[-1]
    assert [button.label for button in listed.buttons] == ["Use 1", "Use 2"]
    [used] = [item for item in listed.items if "in use here" in item]
    assert used.split(" · ")[1] == "Other"
