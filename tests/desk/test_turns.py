"""Turns of the model: cards, questions and words come of them; nothing ever waits for them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from adapters.model.openai import OpenAIModel
from core.errors import ModelError
from core.show.view import WorkingView
from tests.desk.test_approving import JOBS, add_skill, approve, names, replace
from tests.fakes import FakeClock
from tests.fakes_model import ScriptedModel, calls, proposes, says
from tests.talk import Talk, base_resume, talking
from tests.wire.model_server import Answer, ModelServer

HEADLINE = {"op": "replace", "path": "/basics/headline", "value": "Backend engineer"}


@asynccontextmanager
async def story(url: str, folder: Path, model: ScriptedModel) -> AsyncIterator[Talk]:
    async with talking(url, folder, model=model, loops=True) as talk:
        await talk.open()
        await talk.drop(base_resume())
        yield talk


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel()


@pytest.fixture
async def talk(sqlite_url: str, tmp_path: Path, model: ScriptedModel) -> AsyncIterator[Talk]:
    async with story(sqlite_url, tmp_path, model) as one:
        yield one


async def test_a_wish_becomes_a_card_and_the_first_reply_says_where_the_text_goes(
    talk: Talk, model: ScriptedModel
) -> None:
    model.answers = [proposes(HEADLINE, title="Plain headline")]
    await talk.say("make my headline lower case, like Backend engineer")
    await talk.until(lambda: bool(talk.cards()))
    assert any("model.example.com" in text and "/privacy" in text for text in talk.texts())
    await approve(talk, "Plain headline")
    assert (await talk.document())["basics"]["headline"] == "Backend engineer"
    assert not talk.views(WorkingView), "the working line has gone"


async def test_the_next_turn_hears_what_became_of_the_cards(talk: Talk, model: ScriptedModel) -> None:
    model.answers = [proposes(HEADLINE, title="Plain headline"), says("Fine.")]
    await talk.say("make my headline lower case, like Backend engineer")
    await talk.until(lambda: bool(talk.cards()))
    await approve(talk, "Plain headline")
    await talk.say("what is next?")
    await talk.until(lambda: "Fine." in talk.texts())
    heard = "\n".join(message.text for message in model.asked[-1])
    assert "approved as version 2: “Plain headline”" in heard
    assert "Backend engineer" in heard


async def test_what_the_model_lacks_becomes_a_question_and_the_answer_a_turn(
    talk: Talk, model: ScriptedModel
) -> None:
    model.answers = [
        calls(
            ("ask_question", {"field": "/basics/headline", "question": "Which title?", "reason": "Two fit."})
        ),
        says("Thank you."),
    ]
    await talk.say("improve my title")
    await talk.until(lambda: bool(talk.questions()))
    assert talk.question().prompt == "Which title?"
    await talk.say("Staff Engineer")
    await talk.until(lambda: "Thank you." in talk.texts())
    assert talk.question().status == "You answered: Staff Engineer"
    heard = "\n".join(message.text for message in model.asked[-1])
    assert "Which title?" in heard
    assert "Staff Engineer" in heard


async def test_an_answer_that_is_not_known_is_an_answer(talk: Talk, model: ScriptedModel) -> None:
    model.answers = [
        calls(
            ("ask_question", {"field": "/basics/headline", "question": "Which title?", "reason": "Two fit."})
        ),
        says("I leave it out."),
    ]
    await talk.say("improve my title")
    await talk.until(lambda: bool(talk.questions()))
    await talk.press("I don't know")
    await talk.until(lambda: "I leave it out." in talk.texts())
    notice = await talk.press_question_again("dont_know")
    assert notice is not None
    assert notice.text == "That is how it stands."
    assert "I don't know" in "\n".join(message.text for message in model.asked[-1])


async def test_values_that_stand_nowhere_are_marked_and_take_a_second_press(
    talk: Talk, model: ScriptedModel
) -> None:
    text = base_resume()["sections"]["experience"]["items"][0]["description"]
    new = text.replace("Moved nightly jobs", "Moved 12 nightly jobs on Kubernetes")
    model.answers = [proposes(*replace(f"{JOBS}/0/description", new), title="Stronger")]
    await talk.say("make the Northwind job stronger")
    await talk.until(lambda: bool(talk.cards()))
    _, card = talk.card("Stronger")
    [warning] = [one for one in card.warnings if "Not in your material" in one]
    assert "Kubernetes" in warning
    assert "12" in warning
    await approve(talk, "Stronger", twice=True)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("timeout", "didn't answer in time"),
        ("rate_limited", "too much to do"),
        ("unavailable", "can't be reached"),
        ("bad_key", "refused our key"),
        ("refused", "declined"),
        ("empty", "gave no answer"),
        ("truncated", "cut off"),
        ("too_long", "too long"),
        ("unusable", "nothing that could be used"),
    ],
)
async def test_every_failure_is_a_sentence_with_try_again_and_the_message_kept(
    talk: Talk, model: ScriptedModel, code: str, words: str
) -> None:
    model.answers = [ModelError(code, "x")] * 3
    await talk.say("tell me something")
    await talk.until(lambda: any(words in text for text in talk.texts()))
    model.answers = [says("Here you are.")]
    await talk.press("Try again")
    await talk.until(lambda: "Here you are." in talk.texts())
    assert "tell me something" in model.asked[-1][-1].text + model.asked[-1][-2].text
    assert (await talk.resume()).version == 1


async def test_a_redraft_supersedes_the_card_and_is_made_on_the_present_version(
    talk: Talk, model: ScriptedModel
) -> None:
    await talk.propose(("C", replace("/basics/headline", "Platform Engineer")))
    await talk.propose(("other", replace("/basics/headline", "Data Engineer")))
    await approve(talk, "other")
    number, card = talk.card("C")
    assert [button.label for button in card.buttons] == ["Redraft", "Dismiss"]
    model.answers = [proposes({**HEADLINE, "value": "Data Platform Engineer"}, title="C again")]
    old = await talk.first_token("C")
    await talk.press("Redraft", number, text="keep both words")
    await talk.until(lambda: any(card.headline == "C again" for card in talk.cards()))
    assert talk.card("C")[1].state == "superseded"
    notice = await talk.send_press(old, number)
    assert notice is not None
    assert notice.text.startswith("A newer draft took this one's place")
    assert "keep both words" in "\n".join(message.text for message in model.asked[-1])
    number, _ = talk.card("C again")
    proposal = await talk.app.store.proposal(talk.find("Approve", number)[1].token[1:11])
    assert proposal is not None
    assert proposal.base == 2


async def test_a_setting_that_the_request_names_is_applied_at_once_with_undo(
    talk: Talk, model: ScriptedModel
) -> None:
    model.answers = [calls(("set_visibility", {"name": "Languages", "visible": False})), says("Hidden.")]
    await talk.say("could you hide the languages section for me, I think it looks odd")
    await talk.until(lambda: bool(model.asked) and not talk.working())
    await talk.settle()
    if talk.cards():
        pytest.fail(f"a setting that was named needs no card: {talk.cards()[0].headline}")
    assert (await talk.document())["sections"]["languages"]["hidden"] is True
    await talk.press("Undo")
    assert (await talk.document())["sections"]["languages"]["hidden"] is False


async def test_the_twenty_first_message_in_ten_minutes_waits_and_says_until_when(
    sqlite_url: str, tmp_path: Path
) -> None:
    clock = FakeClock()
    model = ScriptedModel(*(says(f"Answer {number}.") for number in range(30)))
    async with talking(sqlite_url, tmp_path, model=model, loops=True, clock=clock) as talk:
        await talk.open()
        for number in range(20):
            clock.at += 1_000
            await talk.say(f"tell me something, number {number}")
            await talk.until(
                lambda: talk.texts()[-1:] == [f"Answer {model.calls - 1}."] and not talk.working()
            )
        await talk.say("one more")
        assert any("That is 20 messages in 10 minutes" in text for text in talk.texts())
        await talk.say("change my headline to Lead")
        await approve(talk, "Change Headline")
        assert model.calls == 20
        clock.at += 10 * 60_000
        await talk.until(lambda: "Answer 20." in talk.texts())


async def test_a_spent_budget_waits_for_tomorrow_but_not_the_answers(sqlite_url: str, tmp_path: Path) -> None:
    clock = FakeClock()
    asks = calls(
        ("ask_question", {"field": "/basics/headline", "question": "Which title?", "reason": "Two."})
    )
    model = ScriptedModel(asks, says("Noted."), says("Good morning."))
    async with talking(sqlite_url, tmp_path, model=model, loops=True, clock=clock, daily_tokens=50) as talk:
        await talk.open()
        await talk.say("improve my title")
        await talk.until(lambda: bool(talk.questions()))
        await talk.say("Staff Engineer")
        await talk.until(lambda: "Noted." in talk.texts())
        await talk.say("and what else?")
        assert any("Today's share of the language model is used up" in text for text in talk.texts())
        assert model.calls == 2
        clock.at += 24 * 3_600_000
        await talk.until(lambda: "Good morning." in talk.texts())


# -- nothing waits: a real client against a server that holds its answer back


@asynccontextmanager
async def held(url: str, folder: Path, server: ModelServer) -> AsyncIterator[Talk]:
    model = OpenAIModel(server.url, "key", "test-model")
    async with talking(url, folder, model=model, loops=True) as talk:
        await talk.open()
        await talk.drop(base_resume())
        yield talk
    await model.close()


async def test_presses_are_decided_and_shown_while_the_model_is_held_back(
    sqlite_url: str, tmp_path: Path
) -> None:
    async with (
        ModelServer(Answer("Done thinking.")) as server,
        held(sqlite_url, tmp_path, server) as talk,
    ):
        await talk.propose(("Kafka", add_skill("Kafka")))
        server.hold()
        await talk.say("tell me how this reads")
        await server.wait_until(lambda one: one.calls == 1)
        assert talk.working()
        await approve(talk, "Kafka")
        assert "Kafka" in names(await talk.document())
        await talk.press("Undo")
        assert await talk.document() == base_resume()
        assert talk.card("Kafka")[1].state == "undone"
        await talk.say("and one more thing")
        assert server.calls == 1, "one turn at a time in a conversation"
        server.answers.append(Answer("Both answered."))
        server.release()
        await talk.until(lambda: "Both answered." in talk.texts())
        assert server.calls == 2, "what came meanwhile is answered together"


async def test_stop_is_committed_and_shown_before_the_model_is_released(
    sqlite_url: str, tmp_path: Path
) -> None:
    async with (
        ModelServer(Answer("Too late.")) as server,
        held(sqlite_url, tmp_path, server) as talk,
    ):
        server.hold()
        await talk.say("tell me how this reads")
        await server.wait_until(lambda one: one.calls == 1)
        notice = await talk.press("Stop")
        assert notice is not None
        assert notice.text == "Stopped."
        assert not talk.working()
        await server.wait_until(lambda one: one.closed == 1)
        server.release()
        await talk.settle()
        assert "Too late." not in talk.texts()
        server.answers = [Answer("Now it is here.")]
        await talk.press("Try again")
        await talk.until(lambda: "Now it is here." in talk.texts())
