"""Faults once found by driving the core, each with the right outcome."""

from pathlib import Path

import pytest

from core.event import Press
from core.show.view import CardView, HomeView, SaidView, WorkingView
from tests.desk.test_approving import add_skill, approve, replace
from tests.fakes import FakeClock
from tests.fakes_model import ScriptedModel, says
from tests.talk import Talk, base_resume, talking


async def test_a_repeat_never_says_approved_when_nothing_is_written(talk: Talk) -> None:
    await talk.propose(("C", replace("/basics/headline", "Platform Engineer")))
    await talk.propose(("other", replace("/basics/headline", "Data Engineer")))
    await approve(talk, "other")
    number, token = talk.card("C")[0], await talk.first_token("C")
    first = await talk.send_press(token, number, key="k")
    assert first is not None
    assert "out of date" in first.text
    other, _ = talk.card("other")
    await talk.press("Undo", other)
    again = await talk.send_press(token, number, key="k")
    assert again is not None
    assert again.text == "This still waits for your decision; nothing was changed."
    assert (await talk.resume()).version == 3


async def test_an_outcome_that_comes_while_the_wait_ends_becomes_a_post(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    number, button = talk.find("Approve")
    event = talk.event(Press(token=button.token, post=number))
    stored = event.model_copy(update={"notice_until": event.at + 60_000})
    from core import writes
    from core.unit import Unit

    await talk.app.store.commit(Unit().add(writes.receive(stored)))  # nobody waits for it
    await talk.app.lanes.look()
    await talk.settle()
    assert "Approved. This is version 2." in talk.texts()


@pytest.mark.parametrize(
    "token", ["v{r}.99999999999999999999..undo", "q{r}.1.².choose", "b{r}.1..reject", "u{r}.0..undo"]
)
async def test_odd_tokens_are_answered_and_do_nothing(talk: Talk, token: str) -> None:
    resume = await talk.resume()
    notice = await talk.send_press(token.format(r=resume.id), None)
    assert notice is not None
    assert notice.tone == "warning"
    assert (await talk.resume()).version == 1


async def test_pending_shows_nobody_elses_cards(talk: Talk) -> None:
    await talk.propose(("Secret", replace("/basics/headline", "Secret")))
    other = Talk(talk.app, talk.platform, user="other")
    shown = len(talk.cards())
    await other.command("pending")
    assert len(talk.cards()) == shown
    assert talk.texts()[-1] == "Nothing waits for a decision."


async def test_a_stranger_who_presses_is_not_kept(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    number, button = talk.find("Approve")
    stranger = Talk(talk.app, talk.platform, user="stranger")
    notice = await stranger.send_press(button.token, number)
    assert notice is not None
    assert notice.text.startswith("Only the owner")
    assert await talk.app.store.person(stranger.actor) is None


async def test_a_second_delete_press_hears_that_it_is_done(talk: Talk) -> None:
    await talk.command("forget")
    number, button = talk.find("Delete everything")
    await talk.press("Delete everything")
    again = await talk.send_press(button.token, number)
    assert again is not None
    assert again.text.startswith("Everything of yours is deleted.")
    assert await talk.app.store.person(talk.actor) is None


async def test_a_long_conversation_keeps_its_home_and_its_open_cards(talk: Talk) -> None:
    await talk.propose(("Waiting", replace("/basics/headline", "Lead")))
    for number in range(40):
        await talk.say(f"nothing in particular {number}")
    views = dict(await talk.app.postman.snapshot(talk.conversation, limit=20))
    assert any(isinstance(view, HomeView) for view in views.values())
    assert any(isinstance(view, CardView) for view in views.values())
    assert sum(isinstance(view, SaidView) for view in views.values()) <= 20


async def test_a_post_that_cannot_be_drawn_does_not_hide_the_others(talk: Talk) -> None:
    from core import writes
    from core.unit import Unit

    person = await talk.app.store.person(talk.actor)
    assert person is not None
    content = {"say": "no-such-sentence"}
    bad = writes.add_post(
        talk.conversation.id, "text", "", talk.app.clock.now(), person=person.id, content=content
    )
    await talk.app.store.commit(Unit().add(bad))
    await talk.settle()
    views = await talk.app.postman.snapshot(talk.conversation)
    assert any(isinstance(view, HomeView) for _, view in views)


async def test_posts_of_an_absent_platform_wait_without_a_busy_loop(talk: Talk) -> None:
    from core import writes
    from core.unit import Unit

    post = writes.add_post("slack|T1|C1|", "text", "", talk.app.clock.now(), content={"text": "x"})
    await talk.app.store.commit(Unit().add(post))
    await talk.settle()  # would never end if it were looked at again and again
    assert await talk.app.store.due_posts(talk.app.clock.now(), 10, 10) == []


async def test_a_redrafted_card_can_be_brought_back(sqlite_url: str, tmp_path: Path) -> None:
    model = ScriptedModel(says("I can't do better."))
    async with talking(sqlite_url, tmp_path, model=model, loops=True) as talk:
        await talk.open()
        await talk.drop(base_resume())
        await talk.propose(("C", replace("/basics/headline", "Lead")))
        await talk.press("Reject")
        await talk.press("Redraft", text="shorter")
        await talk.until(lambda: "I can't do better." in talk.texts())
        await talk.press("Bring back")
        await approve(talk, "C")


async def test_what_waits_is_answered_on_the_resume_that_is_meant_now(
    sqlite_url: str, tmp_path: Path
) -> None:
    from adapters.model.openai import OpenAIModel
    from tests.wire.model_server import Answer, ModelServer

    async with ModelServer(Answer("One."), Answer("Two.")) as server:
        model = OpenAIModel(server.url, "key", "m")
        async with talking(sqlite_url, tmp_path, model=model, loops=True) as talk:
            await talk.open()
            server.hold()
            await talk.say("tell me how this reads")
            await server.wait_until(lambda one: one.calls == 1)
            await talk.drop(base_resume())
            await talk.say("shorten my summary")
            server.release()
            await talk.until(lambda: "Two." in talk.texts())
            assert "Northwind Logistics" in str(server.requests[1])
            assert "Northwind Logistics" not in str(server.requests[0])
        await model.close()


async def test_two_people_in_one_place_are_answered_each_as_themselves(
    sqlite_url: str, tmp_path: Path
) -> None:
    from adapters.model.openai import OpenAIModel
    from tests.wire.model_server import Answer, ModelServer

    async with ModelServer(Answer("For A."), Answer("For B.")) as server:
        model = OpenAIModel(server.url, "key", "m")
        async with talking(sqlite_url, tmp_path, model=model, loops=True) as talk:
            await talk.open()
            await talk.drop(base_resume())
            other = Talk(talk.app, talk.platform, user="other")
            await other.open()
            server.hold()
            await talk.say("tell me how this reads")
            await server.wait_until(lambda one: one.calls == 1)
            await other.say("and mine, with my zebra words?")
            server.release()
            await talk.until(lambda: "For B." in talk.texts())
            assert "zebra" not in str(server.requests[0])
            assert "Northwind" not in str(server.requests[1]), "B never sees A's résumé"
            assert "how this reads" not in str(server.requests[1])
        await model.close()


async def test_try_again_works_however_long_ago_it_was(sqlite_url: str, tmp_path: Path) -> None:
    from core.errors import ModelError

    model = ScriptedModel(ModelError("timeout", "x"))
    clock = FakeClock()
    async with talking(sqlite_url, tmp_path, model=model, loops=True, clock=clock) as talk:
        await talk.open()
        await talk.say("tell me how this reads")
        await talk.until(lambda: talk.find_label("Try again"))
        number, button = talk.find("Try again")
        for _ in range(100):
            await talk.say("change my headline to x")
        model.answers = [says("Here it is.")]
        await talk.send_press(button.token, number)
        await talk.until(lambda: "Here it is." in talk.texts())


async def test_a_restore_card_belongs_to_its_own_resume(talk: Talk) -> None:
    for _ in range(2):
        await talk.drop(base_resume())
        await talk.say("change my headline to Lead")
        await talk.press("Approve")
        resume = await talk.resume()
        await talk.send_press(f"v{resume.id}.1..restore", None)
    cards = [card for card in talk.cards() if card.headline == "Go back to version 1"]
    assert len(cards) == 2
    await approve(talk, "Go back to version 1", twice=True)
    assert (await talk.resume()).version == 3


async def test_an_undo_card_approved_late_leaves_the_word_undo_its_way_back(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    await talk.propose(("Chief", replace("/basics/headline", "Chief")))
    await approve(talk, "Chief")
    number, _ = talk.card("Lead")
    await talk.press("Undo", number)
    await talk.say("undo")
    assert talk.card("Undo “Lead”, “Chief”")[1].state == "out_of_date"
    resume = await talk.resume()
    await talk.send_press(f"v{resume.id}.{resume.version}..undo", None)
    assert (await talk.document())["basics"]["headline"] == "Chief"
    await approve(talk, "Undo “Lead”, “Chief”", twice=True)
    await talk.say("undo")
    assert await talk.document() == base_resume()


async def test_a_typed_phone_number_is_not_echoed(talk: Talk) -> None:
    await talk.command("new", "Empty")
    document = await talk.document()
    assert document["basics"]["email"] == ""
    await talk.command("check")
    for _ in range(4):
        if "email" in talk.question().prompt.lower() or "e-mail" in talk.question().prompt.lower():
            break
        await talk.press("I don't know")
    await talk.say("secret@example.com")
    assert (await talk.document())["basics"]["email"] == "secret@example.com"
    assert "secret@example.com" not in [view.text for view in talk.views(SaidView)]


async def test_a_choice_that_a_message_needs_is_shown_though_a_question_is_open(talk: Talk) -> None:
    await talk.command("new", "Empty")
    await talk.command("check")
    first = talk.question().prompt
    await talk.drop(base_resume())
    await talk.say("add Kubernetes to my skills")
    assert talk.question().choices, "the choice stands at the end"
    assert len(talk.questions()) == 1
    await talk.answer_any_choice()
    assert talk.cards(), "the card that was chosen"
    assert talk.questions()[-1].prompt == f"About “Empty”: {first}", "and the other question is back, named"


async def test_one_turn_at_a_time_however_messages_and_outcomes_cross(
    sqlite_url: str, tmp_path: Path
) -> None:
    from adapters.model.openai import OpenAIModel
    from tests.wire.model_server import Answer, ModelServer

    async with ModelServer(*(Answer(f"Answer {number}.") for number in range(6))) as server:
        model = OpenAIModel(server.url, "key", "m")
        async with talking(sqlite_url, tmp_path, model=model, loops=True) as talk:
            await talk.open()
            for number in range(6):
                await talk.say(f"tell me something {number}")
            await talk.until(lambda: not talk.views(WorkingView))
            assert server.most_open == 1
        await model.close()
