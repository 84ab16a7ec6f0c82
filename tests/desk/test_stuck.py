"""What must not get stuck: questions that answered themselves, cards far up, cards that nobody decides."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from adapters.store.database import sqlite_path
from bot.retention import expire
from core.event import Conversation
from core.show.view import QuestionView
from core.talk.control import Text
from tests.desk.test_approving import approve, replace
from tests.desk.test_asking import put
from tests.fakes import FakeClock
from tests.fakes_model import ScriptedModel, says
from tests.talk import Talk, base_resume, talking


async def test_a_field_asked_for_in_two_places_is_answered_once(talk: Talk) -> None:
    await put(talk, Text(), "/basics/headline", into="value", stood="Backend Engineer")
    first = talk.conversation
    talk.conversation = Conversation(platform="web", channel="other")
    await talk.open()
    await put(talk, Text(), "/basics/headline", into="value", stood="Backend Engineer")
    await talk.answer("Lead")
    states = [view.status for view in talk.views(QuestionView)]
    assert sorted(states) == ["No longer needed.", "You answered: Lead"]
    talk.conversation = first
    await talk.command("check")
    assert not any("open question already" in text for text in talk.texts()), "nothing is stuck here"


async def test_a_question_about_another_resume_is_named_and_keeps_no_check_from_being_made(
    talk: Talk,
) -> None:
    await put(talk, Text(), "/basics/headline", into="value", stood="Backend Engineer")
    await talk.command("new", "Empty")
    await talk.command("check")
    assert talk.question().prompt == "What is your name?"
    await talk.answer("Sam")
    for _ in range(6):
        if talk.question().prompt.startswith("About “"):
            break
        await talk.press("I don't know")
    assert talk.question().prompt.startswith("About “"), "the other one comes again afterwards"


async def test_a_card_far_up_that_goes_out_of_date_is_shown_again_at_the_end(talk: Talk) -> None:
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    [first] = [post for post, view in talk.platform.shown.items() if getattr(view, "headline", "") == "Lead"]
    for _ in range(5):
        await talk.say("what?")
    await talk.say("change my headline to Chief")
    await talk.press("Approve", talk.card("Change Headline")[0])
    cards = [post for post, view in talk.platform.shown.items() if getattr(view, "headline", "") == "Lead"]
    assert len(cards) == 1
    assert cards[0] > first, "it stands at the end, once"
    assert talk.card("Lead")[1].state == "out_of_date"
    await talk.settle()
    assert await talk.count("posts WHERE subject = 'proposal' AND state = 'live'") == 2


async def test_a_card_on_the_screen_that_goes_out_of_date_stays_where_it_is(talk: Talk) -> None:
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    first, _ = talk.card("Lead")
    await talk.propose(("Chief", replace("/basics/headline", "Chief")))
    await approve(talk, "Chief")
    assert talk.card("Lead")[0] == first
    assert talk.card("Lead")[1].state == "out_of_date"


async def test_a_card_that_nobody_decides_expires_once_and_changes_nothing(
    sqlite_url: str, tmp_path: Path
) -> None:
    clock = FakeClock()
    async with talking(sqlite_url, tmp_path, clock=clock) as talk:
        await talk.open()
        await talk.propose(("Lead", replace("/basics/headline", "Lead")))
        clock.at += 89 * 86_400_000
        await expire(talk.app.store, clock.at, 90, talk.app.lanes.wake)
        await talk.settle()
        assert talk.cards()[0].state == "pending"
        clock.at += 2 * 86_400_000
        for _ in range(2):
            await expire(talk.app.store, clock.at, 90, talk.app.lanes.wake)
            await talk.settle()
        [card] = talk.cards()
        assert (card.state, card.status) == ("expired", "Expired")
        assert (await talk.resume()).version == 1
        assert await talk.count("decisions WHERE decision = 'expire'") == 1
        notice = await talk.press_on("Lead", "approve")
        assert notice is not None
        assert notice.text == "This proposal has expired."


async def test_what_was_no_answer_after_all_is_taken_out_of_the_talk(sqlite_url: str, tmp_path: Path) -> None:
    model = ScriptedModel(says("Noted."))
    async with talking(sqlite_url, tmp_path, model=model) as talk:
        await talk.open()
        await talk.drop(base_resume())
        await put(talk, Text(), "target_role")
        await talk.say("what do you think of Rust?")
        assert await talk.count("jobs WHERE state = 'waiting'") == 1
        await talk.press("Not an answer")
        person = await talk.app.store.person(talk.actor)
        assert person is not None
        messages = (await talk.app.store.everything_of(person.id))["messages"]
        assert [one["text"] for one in messages] == ["what do you think of Rust?"]
        assert await talk.count("jobs WHERE state = 'waiting'") == 1, "only the message is answered now"


async def test_one_post_that_cannot_be_read_keeps_no_other_from_going_out(talk: Talk) -> None:
    await talk.say("what?")
    with closing(sqlite3.connect(sqlite_path(talk.url))) as database:
        database.execute(
            "UPDATE posts SET content = x'00ff', wanted = wanted + 1 WHERE id = "
            "(SELECT MAX(id) FROM posts WHERE subject = 'text')"
        )
        database.commit()
    await talk.say("change my headline to Lead")
    assert talk.cards(), "the others went out"
    assert "(This message can no longer be read.)" in talk.texts()
    assert "Lead" in json.dumps([str(card) for card in talk.cards()])
