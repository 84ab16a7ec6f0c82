"""The product's main job: a sentence becomes a card, Approve makes a version, Undo takes it back."""

from pathlib import Path
from typing import Any

from core.show.view import HomeView, SaidView
from tests.talk import Talk, talking


def skills(document: dict[str, Any]) -> list[str]:
    return [item["name"] for item in document["sections"]["skills"]["items"]]


async def test_a_newcomer_adds_a_skill_approves_and_undoes_it(sqlite_url: str, tmp_path: Path) -> None:
    async with talking(sqlite_url, tmp_path) as talk:
        await talk.open()
        assert (await talk.resume()).is_sample
        before = await talk.document()
        await talk.say("add TypeScript to my skills")
        [card] = talk.cards()
        assert card.state == "pending"
        assert [span.text for line in card.lines for span in line.spans if span.mark == "in"] == [
            "TypeScript"
        ]
        assert (await talk.resume()).version == 1, "nothing changes before Approve"

        notice = await talk.press("Approve")
        assert notice is not None
        assert notice.text == "Approved. This is version 2."
        assert skills(await talk.document()) == [*skills(before), "TypeScript"]
        [card] = talk.cards()
        assert card.state == "approved"
        assert "you as version 2" in card.status

        await talk.press("Undo")
        assert await talk.document() == before
        assert (await talk.resume()).version == 3
        assert talk.cards()[0].state == "undone"


async def test_the_same_in_chinese(sqlite_url: str, tmp_path: Path) -> None:
    async with talking(sqlite_url, tmp_path) as talk:
        talk.actor = talk.actor.model_copy(update={"locale": "zh-CN"})
        await talk.open()
        await talk.say("把 TypeScript 加进技能")
        notice = await talk.press("同意")
        assert notice is not None
        assert notice.text == "已同意。这是第 2 版。"
        assert "TypeScript" in skills(await talk.document())


async def test_the_loop_runs_on_postgresql_too(talk_anywhere: Talk) -> None:
    await talk_anywhere.say("add Kafka to my skills")
    await talk_anywhere.answer_any_choice()
    await talk_anywhere.press("Approve")
    assert (await talk_anywhere.resume()).version == 2
    await talk_anywhere.say("undo")
    assert (await talk_anywhere.resume()).version == 3


async def test_what_was_said_and_the_home_are_shown(talk: Talk) -> None:
    await talk.say("change my headline to Platform Engineer")
    assert talk.views(SaidView)[-1].text == "change my headline to Platform Engineer"
    [home] = talk.views(HomeView)
    assert (home.headline, home.version) == ("Backend Engineer", 1)
    await talk.press("Approve")
    [home] = talk.views(HomeView)
    assert (home.headline, home.version) == ("Platform Engineer", 2)
    assert [version.what for version in home.history] == ["Change Headline", "Imported from a file"]


async def test_what_is_so_already_makes_no_card_and_no_version(talk: Talk) -> None:
    await talk.say("change my headline to Backend Engineer")
    assert not talk.cards()
    assert (await talk.resume()).version == 1


async def test_without_a_model_other_sentences_get_an_honest_answer(talk: Talk) -> None:
    await talk.say("what do you think of my Acme job?")
    assert "no language model is connected" in talk.texts()[-1]
    assert not talk.cards()


async def test_a_message_of_fifty_kilobytes_and_more_is_answered(talk: Talk) -> None:
    await talk.say("x" * 50_000)
    await talk.say("字" * 60_000)
    assert "longer than I can take" in talk.texts()[-1]


async def test_a_second_delivery_of_one_event_changes_nothing(talk: Talk) -> None:
    await talk.say("change my headline to Platform Engineer")
    number, button = talk.find("Approve")
    first = await talk.press("Approve", key="one")
    again = await talk.send_press(button.token, number, key="one")
    assert first is not None
    assert again is not None
    assert first.text.startswith("Approved.")
    assert again.text.startswith("Approved already, by you")
    assert (await talk.resume()).version == 2
