"""Approving: once, against the stored version, what was shown or nothing (DESIGN guarantees 2 to 4)."""

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest

from core import writes
from core.event import Press
from core.show.view import SaidView
from core.talk.button import to_token
from core.unit import Unit
from tests.fakes import FakeClock
from tests.talk import Talk, base_resume, talking

KAFKA = {
    "id": "6c1f9b27-3d84-4ea0-9b65-0f7d2c8e4a52",
    "hidden": False,
    "icon": "",
    "name": "Kafka",
    "proficiency": "",
    "level": 2,
    "keywords": [],
}
JOBS = "/sections/experience/items"


def add_skill(name: str) -> list[dict[str, Any]]:
    return [{"op": "add", "path": "/sections/skills/items/-", "value": {**KAFKA, "name": name}}]


def replace(path: str, value: Any) -> list[dict[str, Any]]:
    return [{"op": "replace", "path": path, "value": value}]


def remove(path: str) -> list[dict[str, Any]]:
    return [{"op": "remove", "path": path}]


def names(document: dict[str, Any], section: str = "skills", field: str = "name") -> list[str]:
    return [item[field] for item in document["sections"][section]["items"]]


async def test_fifty_presses_at_once_make_one_version_and_forty_nine_answers(talk_anywhere: Talk) -> None:
    talk = talk_anywhere
    await talk.propose(("Add Kafka", add_skill("Kafka")))
    number, button = talk.find("Approve")
    events = [talk.event(Press(token=button.token, post=number)) for _ in range(50)]
    for event in events:
        await talk.app.store.commit(Unit().add(writes.receive(event)))
    # Past the lanes, as fifty workers would do it.
    handled = await asyncio.gather(*(talk.app.desk.handle(event) for event in events))
    notices = [one.notice for one in handled]
    told = [notice.text for notice in notices if notice is not None]
    assert len(told) == 50, "no press is silently ignored"
    assert told.count("Approved. This is version 2.") == 1
    assert sum(text.startswith("Approved already, by you") for text in told) == 49
    assert (await talk.resume()).version == 2
    assert names(await talk.document()).count("Kafka") == 1
    assert len(await talk.app.store.decisions(to_token(button.token).id)) == 1


async def test_two_programs_on_one_store_make_one_version(database_url: str, tmp_path: Path) -> None:
    async with talking(database_url, tmp_path) as one, talking(database_url, tmp_path) as other:
        await one.open()
        await one.drop(base_resume())
        await one.propose(("Add Kafka", add_skill("Kafka")))
        number, button = one.find("Approve")
        one.patience = other.patience = 3_000
        notices = await asyncio.gather(
            *(talk.send_press(button.token, number) for talk in (one, other) for _ in range(5))
        )
        told = [notice.text if notice else "" for notice in notices]
        assert all(text.startswith("Approved") for text in told), told
        assert (await one.resume()).version == 2
        assert names(await one.document()).count("Kafka") == 1


async def test_the_opposite_press_is_told_who_decided_and_when(talk: Talk) -> None:
    await talk.propose(("Add Kafka", add_skill("Kafka")))
    number, reject = talk.find("Reject")
    await talk.press("Approve")
    notice = await talk.send_press(reject.token, number)
    assert notice is not None
    assert notice.text.startswith("Approved already, by you, ")
    assert "(version 2)" in notice.text
    assert "Kafka" in names(await talk.document())


async def test_somebody_else_is_told_privately_and_nothing_happens(talk: Talk) -> None:
    await talk.propose(("Add Kafka", add_skill("Kafka")))
    number, button = talk.find("Approve")
    talk.actor = talk.actor.model_copy(update={"user": "stranger"})
    notice = await talk.send_press(button.token, number)
    assert notice is not None
    assert notice.text == "Only the owner of this résumé decides here. Nothing was changed."
    talk.actor = talk.actor.model_copy(update={"user": "local"})
    assert (await talk.resume()).version == 1
    assert talk.card("Add Kafka")[1].state == "pending"


@pytest.mark.parametrize(
    "token", ["", "x", "pabc", "pabc.1.t.approve.more", "pabc.-1.t.approve", "pnone.1..approve", "é" * 40]
)
async def test_a_button_that_is_not_known_is_answered(talk: Talk, token: str) -> None:
    notice = await talk.send_press(token, None)
    assert notice is not None
    assert notice.text.startswith(("I don't know this button", "I no longer know this proposal"))


async def test_changes_are_merged_by_identity_as_ap_02_tells(talk: Talk) -> None:
    """The steps of case AP-02, in their order."""
    await talk.propose(("A", replace(f"{JOBS}/1/position", "Developer")))
    await talk.propose(("B", remove(f"{JOBS}/0")))
    await approve(talk, "B", twice=True)
    assert names(await talk.document(), "experience", "company") == ["Harbor Software", "City Library"]
    await approve(talk, "A")
    assert (await talk.resume()).version == 3
    assert names(await talk.document(), "experience", "position") == ["Developer", "IT Assistant"]

    await talk.propose(("C", replace("/basics/headline", "Platform Engineer")))
    await talk.propose(("other", replace("/basics/headline", "Data Engineer")))
    await approve(talk, "other")
    told = [await talk.press_on("C", "approve") for _ in range(2)]
    for notice in told:
        assert notice is not None
        assert "out of date" in notice.text
        assert "Platform Engineer" in notice.text
        assert "Data Engineer" in notice.text
    assert (await talk.resume()).version == 4
    assert (await talk.document())["basics"]["headline"] == "Data Engineer"
    number, card = talk.card("C")
    assert card.state == "out_of_date"
    assert [button.label for button in card.buttons] == ["Dismiss"], "Redraft needs a model"

    await talk.propose(("D", replace(f"{JOBS}/1/description", "<p>Ran the desk.</p>")))
    await talk.propose(("F", remove(f"{JOBS}/1")))
    await approve(talk, "F", twice=True)
    notice = await talk.press_on("D", "approve")
    assert notice is not None
    assert "out of date" in notice.text
    assert names(await talk.document(), "experience", "company") == ["Harbor Software"]

    await talk.propose(("G", replace("/basics/location", "Delft")))
    await talk.propose(("H", replace("/basics/location", "Delft")))
    await approve(talk, "G")
    notice = await talk.press_on("H", "approve")
    assert notice is not None
    assert notice.text == "It is so already; there was nothing to change."
    assert (await talk.resume()).version == 6

    await talk.propose(("J", add_skill("Kafka")))
    await talk.propose(("K", add_skill("Terraform")))
    await approve(talk, "J")
    await approve(talk, "K")
    assert (await talk.resume()).version == 8
    assert names(await talk.document())[-2:] == ["Kafka", "Terraform"]


async def approve(talk: Talk, title: str, *, twice: bool = False) -> None:
    number, _ = talk.card(title)
    notice = await talk.press("Approve", number)
    if twice:
        assert notice is not None
        assert "second, deliberate press" in notice.text
        notice = await talk.press("Approve anyway", number)
    assert notice is not None
    assert notice.text.startswith("Approved"), notice.text


BULLETS = (
    "<ul><li><p>One thing done.</p></li><li><p>Two things done.</p></li>"
    "<li><p>Three things done.</p></li></ul>"
)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
async def test_three_cards_for_three_bullets_of_one_job_apply_in_any_order(
    talk: Talk, order: tuple[int, ...]
) -> None:
    await talk.propose(("Start", replace(f"{JOBS}/0/description", BULLETS)))
    await approve(talk, "Start", twice=True)
    texts = ["One thing done well.", "Two things done fast.", "Three things done twice."]
    olds = ["One thing done.", "Two things done.", "Three things done."]
    await talk.propose(
        *(
            (new, replace(f"{JOBS}/0/description", BULLETS.replace(old, new)))
            for old, new in zip(olds, texts, strict=True)
        )
    )
    for place in order:
        await approve(talk, texts[place])
    assert (await talk.resume()).version == 5
    expected = "".join(f"<li><p>{text}</p></li>" for text in texts)
    assert (await talk.document())["sections"]["experience"]["items"][0][
        "description"
    ] == f"<ul>{expected}</ul>"


async def test_a_destructive_card_shows_its_second_face_and_back_takes_it_away(talk: Talk) -> None:
    await talk.propose(("Remove City Library", remove(f"{JOBS}/2")))
    number, card = talk.card("Remove City Library")
    assert card.warnings == ("This removes something.",)
    await talk.press("Approve", number)
    _, card = talk.card("Remove City Library")
    assert [button.label for button in card.buttons] == ["Approve anyway", "Back"]
    await talk.press("Back", number)
    _, card = talk.card("Remove City Library")
    assert [button.label for button in card.buttons][:2] == ["Approve", "Reject"]
    assert (await talk.resume()).version == 1
    await approve(talk, "Remove City Library", twice=True)
    assert (await talk.resume()).version == 2


async def test_a_card_whose_surroundings_changed_asks_once_more(talk: Talk) -> None:
    await talk.propose(("Lead", replace(f"{JOBS}/0/position", "Lead")))
    await talk.propose(("Rename", replace(f"{JOBS}/0/company", "Globex")))
    await approve(talk, "Rename")
    number, card = talk.card("Lead")
    assert card.state == "pending"
    assert [line.is_new for line in card.lines] == [True], "what is different is marked before it is pressed"
    old = await talk.first_token("Lead")
    notice = await talk.send_press(old, number)
    assert notice is not None
    assert "different now" in notice.text
    assert (await talk.resume()).version == 2
    await approve(talk, "Lead")
    assert (await talk.resume()).version == 3


async def test_a_rejected_card_can_be_brought_back_and_its_old_buttons_say_so(talk: Talk) -> None:
    await talk.propose(("Add Kafka", add_skill("Kafka")))
    number, old = talk.find("Approve")
    await talk.press("Reject")
    assert talk.card("Add Kafka")[1].state == "rejected"
    await talk.press("Bring back")
    notice = await talk.send_press(old.token, number)
    assert notice is not None
    assert "changed since" in notice.text
    await approve(talk, "Add Kafka")
    assert (await talk.resume()).version == 2


async def test_a_line_is_edited_by_its_person_before_approving(talk: Talk) -> None:
    bullets = (await talk.document())["sections"]["experience"]["items"][0]["description"]
    new = bullets.replace("Moved nightly jobs from cron to a queue.", "Moved jobs to a queue.")
    await talk.propose(("Tighten", replace(f"{JOBS}/0/description", new)))
    [line] = talk.card("Tighten")[1].lines
    assert line.edit == "Moved jobs to a queue."
    notice = await talk.press("Edit", line=line.number, text="• Moved 12 nightly jobs <to> a queue & slept.")
    assert notice is not None
    assert notice.text.startswith("Changed to your words.")
    await approve(talk, "Tighten")
    description = (await talk.document())["sections"]["experience"]["items"][0]["description"]
    assert "<li><p>Moved 12 nightly jobs &lt;to&gt; a queue &amp; slept.</p></li>" in description
    assert "Ran the parcel tracking API used by 40 depots." in description
    await talk.press("Undo")
    assert await talk.document() == base_resume()


async def test_an_edit_that_leaves_nothing_to_change_is_refused(talk: Talk) -> None:
    await talk.propose(("Headline", replace("/basics/headline", "Lead")))
    for text in ("Backend Engineer", "   ", "x" * 20_000):
        notice = await talk.press("Edit", line=0, text=text)
        assert notice is not None
        assert notice.tone == "warning"
    assert talk.card("Headline")[1].lines[0].edit == "Lead"


async def test_approve_all_takes_the_plain_ones_and_names_the_others(talk_anywhere: Talk) -> None:
    talk = talk_anywhere
    await talk.propose(
        ("Headline", replace("/basics/headline", "Lead")),
        ("Kafka", add_skill("Kafka")),
        ("Remove City Library", remove(f"{JOBS}/2")),
        ("Location", replace("/basics/location", "Delft")),
    )
    notice = await talk.press("Approve all plain ones (3)")
    assert notice is not None
    assert notice.text.startswith("3 approved: this is version 4.")
    assert "“Remove City Library”" in notice.text
    assert (await talk.resume()).version == 4
    document = await talk.document()
    assert document["basics"]["headline"] == "Lead"
    assert len(document["sections"]["experience"]["items"]) == 3
    number, _ = talk.card("Kafka")
    await talk.press("Undo", number)
    document = await talk.document()
    assert "Kafka" not in names(document)
    assert document["basics"]["location"] == "Delft", "each can be undone alone"


async def test_approve_all_asks_for_a_name_that_the_batch_has_just_added(talk: Talk) -> None:
    await talk.propose(
        ("Rename", replace(f"{JOBS}/0/company", "Globex")),
        ("Lead", replace(f"{JOBS}/0/position", "Lead")),
        ("Kafka", add_skill("Kafka")),
        ("Kafka again", [{**add_skill("kafka")[0], "value": {**KAFKA, "name": "kafka", "level": 5}}]),
    )
    notice = await talk.press("Approve all plain ones (4)")
    assert notice is not None
    assert notice.text.startswith("3 approved: this is version 4."), notice.text
    assert "“Kafka again”" in notice.text
    assert [name.lower() for name in names(await talk.document())].count("kafka") == 1
    assert talk.card("Kafka again")[1].state == "pending"


async def test_the_title_of_a_model_never_decides_what_is_listed_as_removed(talk: Talk) -> None:
    await talk.propose(("Remove Northwind and Harbor", [*remove(f"{JOBS}/0"), *remove(f"{JOBS}/1")]))
    _, card = talk.card("Remove Northwind and Harbor")
    out = " ".join(span.text for line in card.lines for span in line.spans if span.mark == "out")
    assert "Northwind Logistics" in out
    assert "City Library" in out
    assert "Harbor Software" not in out


async def test_a_failed_sending_is_tried_again_and_blocks_no_other_post(
    sqlite_url: str, tmp_path: Path
) -> None:
    clock = FakeClock()
    async with talking(sqlite_url, tmp_path, clock=clock) as talk:
        await talk.open()
        talk.platform.fails = 1
        await talk.say("change my headline to Lead")
        said = talk.views(SaidView)
        assert not said, "the first Post failed"
        assert len(talk.cards()) == 1, "the one behind it went out"
        clock.at += 1_000
        await talk.settle()
        assert len(talk.views(SaidView)) == 1
