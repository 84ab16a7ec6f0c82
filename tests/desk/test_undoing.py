"""Undo, restore and history: everything can be taken back, and later work is never taken along."""

from core.show.view import HomeView, ListView
from tests.desk.test_approving import add_skill, approve, names, remove, replace
from tests.talk import Talk, base_resume


async def test_undo_gives_back_what_was_and_keeps_later_work(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await talk.propose(("Location", replace("/basics/location", "Delft")))
    await approve(talk, "Kafka")
    await approve(talk, "Location")
    number, _ = talk.card("Kafka")
    notice = await talk.press("Undo", number)
    assert notice is not None
    assert notice.text == "Undone. This is version 4."
    expected = base_resume()
    expected["basics"]["location"] = "Delft"
    assert await talk.document() == expected


async def test_a_second_undo_is_told_that_it_was_undone(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    number, button = talk.find("Undo")
    await talk.press("Undo", number)
    notice = await talk.send_press(button.token, number)
    assert notice is not None
    assert notice.text.startswith("Undone already, by you, ")
    assert (await talk.resume()).version == 3


async def test_undo_of_the_undo_is_called_redo_and_brings_it_back(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    after = await talk.document()
    await talk.press("Undo")
    [home] = talk.views(HomeView)
    [redo] = [button for button in home.history[0].buttons if button.label == "Redo"]
    await talk.send_press(redo.token, None)
    assert await talk.document() == after
    assert (await talk.resume()).version == 4
    [home] = talk.views(HomeView)
    assert home.history[0].what == "Redo: Kafka"
    assert [button.label for button in home.history[0].buttons] == ["Look", "Undo"]


async def test_the_first_version_cannot_be_undone(talk: Talk) -> None:
    resume = await talk.resume()
    notice = await talk.send_press(f"v{resume.id}.1..undo", None)
    assert notice is not None
    assert notice.text.startswith("The first version can't be undone")
    await talk.say("undo")
    assert talk.texts()[-1] == "There is nothing of yours to undo here."


async def test_the_word_undo_goes_back_step_by_step(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    await talk.say("undo")
    assert (await talk.document())["basics"]["headline"] == "Backend Engineer"
    assert "Kafka" in names(await talk.document())
    await talk.command("undo")
    assert await talk.document() == base_resume()
    assert (await talk.resume()).version == 5


async def test_a_blocked_undo_says_why_and_offers_both_as_a_destructive_card(talk: Talk) -> None:
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    await talk.propose(("Chief", replace("/basics/headline", "Chief")))
    await approve(talk, "Chief")
    number, _ = talk.card("Lead")
    notice = await talk.press("Undo", number)
    assert notice is not None
    assert "it was changed since" in notice.text
    assert "version 3" in notice.text
    assert (await talk.resume()).version == 3, "never silently, never in part"
    await approve(talk, "Undo “Lead”, “Chief”", twice=True)
    assert await talk.document() == base_resume()


async def test_a_blocked_undo_of_an_addition_offers_its_removal(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    place = len(names(await talk.document())) - 1
    level = replace(f"/sections/skills/items/{place}/level", 4)
    await talk.propose(("Level and lead", [*level, *replace("/basics/headline", "Lead")]))
    await approve(talk, "Level and lead")
    await talk.propose(("Chief", replace("/basics/headline", "Chief")))
    await approve(talk, "Chief")
    number, _ = talk.card("Kafka")
    await talk.press("Undo", number)  # what changed the level can't be undone first: its headline was changed
    await approve(talk, "Remove what “Kafka” added, as it is now", twice=True)
    document = await talk.document()
    assert "Kafka" not in names(document)
    assert document["basics"]["headline"] == "Chief", "later work stays"


async def test_what_was_removed_since_leaves_nothing_to_undo(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    number, _ = talk.card("Kafka")
    place = len(names(await talk.document())) - 1
    await talk.propose(("Off", remove(f"/sections/skills/items/{place}")))
    await approve(talk, "Off", twice=True)
    notice = await talk.press("Undo", number)
    assert notice is not None
    assert notice.text.startswith("There is nothing left to undo")
    assert (await talk.resume()).version == 3


async def test_restore_is_a_destructive_card_and_brings_back_the_old_content_exactly(
    talk_anywhere: Talk,
) -> None:
    talk = talk_anywhere
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    [home] = talk.views(HomeView)
    [restore] = [button for button in home.history[-1].buttons if button.label == "Restore"]
    notice = await talk.send_press(restore.token, None)
    assert notice is not None
    _, card = talk.card("Go back to version 1")
    assert card.warnings == ("This removes something.",)
    assert len(card.lines) == 2
    await approve(talk, "Go back to version 1", twice=True)
    assert await talk.document() == base_resume()
    [home] = talk.views(HomeView)
    assert home.history[0].number == 4
    number, _ = talk.card("Go back to version 1")
    await talk.press("Undo", number)
    assert (await talk.document())["basics"]["headline"] == "Lead", "a restore can be undone"


async def test_a_restore_whose_resume_moved_on_is_shown_again(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    resume = await talk.resume()
    await talk.send_press(f"v{resume.id}.1..restore", None)
    old = await talk.first_token("Go back to version 1")
    number, _ = talk.card("Go back to version 1")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    notice = await talk.send_press(old.replace(".approve", ".approve_anyway"), number)
    assert notice is not None
    assert "different now" in notice.text
    _, card = talk.card("Go back to version 1")
    assert [line.is_new for line in card.lines].count(True) == 1


async def test_the_history_tells_who_when_why_and_what(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    [home] = talk.views(HomeView)
    newest = home.history[0]
    assert (newest.number, newest.what, newest.who) == (2, "Kafka", "you")
    assert [span.text for line in newest.changes for span in line.spans] == ["Kafka\nLevel: 2"]
    resume = await talk.resume()
    await talk.send_press(f"v{resume.id}.1..look", None)
    [look] = talk.views(ListView)
    assert ": version 1, " in look.headline
    assert "Kafka" not in "\n".join(look.items)
    assert any("Northwind Logistics" in item for item in look.items)
    await talk.command("history")
    assert talk.views(ListView)[-1].items[0].startswith("2 · Kafka")


async def test_a_stranger_can_neither_look_nor_restore(talk: Talk) -> None:
    resume = await talk.resume()
    talk.actor = talk.actor.model_copy(update={"user": "stranger"})
    for decision in ("look", "restore", "undo"):
        notice = await talk.send_press(f"v{resume.id}.1..{decision}", None)
        assert notice is not None
        assert notice.text.startswith("Only the owner")


async def test_the_word_undo_after_a_redo_takes_back_the_redo(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    await talk.say("undo")
    resume = await talk.resume()
    await talk.send_press(f"v{resume.id}.4..undo", None)
    assert (await talk.document())["basics"]["headline"] == "Lead"
    await talk.say("undo")
    assert (await talk.document())["basics"]["headline"] == "Backend Engineer"
    assert "Kafka" in names(await talk.document())
    await talk.say("undo")
    assert await talk.document() == base_resume()


async def test_an_approved_undo_card_marks_what_it_took_back(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    await talk.propose(("Chief", replace("/basics/headline", "Chief")))
    await approve(talk, "Chief")
    number, _ = talk.card("Lead")
    for _ in range(2):
        await talk.press("Undo", number)
    title = "Undo “Lead”, “Chief”"
    assert [card.headline for card in talk.cards()].count(title) == 1, "the same card is not made twice"
    await approve(talk, title, twice=True)
    assert [talk.card(one)[1].state for one in ("Lead", "Chief")] == ["undone", "undone"]
    await talk.say("undo")
    assert await talk.document() == base_resume(), "what is left of this person's work"


async def test_two_presses_on_restore_make_one_card(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    resume = await talk.resume()
    for _ in range(2):
        await talk.send_press(f"v{resume.id}.1..restore", None)
    assert [card.headline for card in talk.cards()].count("Go back to version 1") == 1
