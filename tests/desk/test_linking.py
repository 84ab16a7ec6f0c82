"""One person in several places: a code, a yes on both sides, one set of résumés, one decision a card."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.ports import Traits
from core.show.view import TextView
from tests.desk.test_approving import add_skill, names
from tests.fakes import FakeClock, FakePlatform
from tests.talk import Talk, base_resume, talking


@pytest.fixture
async def both(sqlite_url: str, tmp_path: Path) -> AsyncIterator[tuple[Talk, Talk]]:
    """The same human on Telegram and on Slack, not known to be one."""
    telegram = FakePlatform("telegram", Traits())
    slack = FakePlatform("slack", Traits(has_forms=True, has_home=True))
    async with talking(sqlite_url, tmp_path, platform=telegram, others=[slack], clock=FakeClock()) as here:
        there = Talk(here.app, slack, user="U1", channel="U1")
        there.url = here.url
        await here.open()
        await here.drop(base_resume(), "mine.json")
        await there.open()
        yield here, there


def code_of(talk: Talk) -> str:
    found = re.search(r"code: ([A-Z0-9]{8})", "\n".join(talk.texts()))
    assert found is not None
    return found[1]


async def linked(here: Talk, there: Talk) -> None:
    await here.command("link")
    await there.command("link", code_of(here).lower())
    await there.press("Yes, this is me")
    await here.press("Yes, this is me")


async def test_both_sides_are_asked_by_the_others_name_and_become_one(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await here.command("link")
    await there.command("link", code_of(here))
    assert "Are you U1 (Slack) too?" in here.texts()[-1]
    assert "Are you local (Telegram) too?" in there.texts()[-1]
    await there.press("Yes, this is me")
    assert await here.count("people") == 2, "one yes is not enough"
    notice = await here.press("Yes, this is me")
    assert notice is not None
    assert "one person" in notice.text
    assert await here.count("people") == 1
    assert await here.app.store.person(here.actor) == await there.app.store.person(there.actor)


async def test_after_linking_the_resumes_of_both_are_there_in_both_places(both: tuple[Talk, Talk]) -> None:
    here, there = both
    before = await here.document()
    await linked(here, there)
    person = await here.app.store.person(there.actor)
    assert person is not None
    assert len(await here.app.store.resumes_of(person.id)) == 3, "mine and the two samples"
    await there.command("switch", (await here.resume()).title)
    assert await there.document() == before


async def test_a_card_is_decided_in_one_place_and_settled_in_the_other(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await linked(here, there)
    await here.propose(("Kafka", add_skill("Kafka")))
    await there.command("pending")
    await there.press("Approve", there.card("Kafka")[0])
    assert here.card("Kafka")[1].state == "approved"
    notice = await here.press_on("Kafka", "approve")
    assert notice is not None
    assert notice.text.startswith("Approved already, by you")
    assert names(await here.document()).count("Kafka") == 1


async def test_two_that_say_yes_at_the_same_moment_are_linked(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await here.command("link")
    await there.command("link", code_of(here))
    await asyncio.gather(here.press("Yes, this is me"), there.press("Yes, this is me"))
    await here.settle()
    assert await here.count("people") == 1


async def test_no_on_either_side_links_nothing(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await here.command("link")
    await there.command("link", code_of(here))
    await there.press("Yes, this is me")
    await here.press("No")
    assert await here.count("people") == 2
    assert here.platform.shown
    assert not [view for view in here.platform.shown.values() if isinstance(view, TextView) and view.buttons]


async def test_a_code_is_good_once_for_ten_minutes_and_not_for_oneself(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await here.command("link")
    code = code_of(here)
    await here.command("link", code)
    assert here.texts()[-1].startswith("You gave me your own code")
    clock = here.app.clock
    assert isinstance(clock, FakeClock)
    clock.at += 10 * 60_000
    await there.command("link", code)
    assert there.texts()[-1].startswith("I don't know this code")
    await here.command("link")
    fresh = re.findall(r"code: ([A-Z0-9]{8})", "\n".join(here.texts()))[-1]
    await there.command("link", fresh)
    await there.command("link", fresh)
    assert there.texts()[-1].startswith("I don't know this code")


async def test_five_wrong_codes_an_hour_are_the_most(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await here.command("link")
    for _ in range(5):
        await there.command("link", "AAAAAAAA")
    await there.command("link", code_of(here))
    assert there.texts()[-1].startswith("Those were 5 codes in an hour")
    clock = here.app.clock
    assert isinstance(clock, FakeClock)
    clock.at += 3_600_001
    await here.command("link")
    await there.command("link", re.findall(r"code: ([A-Z0-9]{8})", "\n".join(here.texts()))[-1])
    assert there.find_label("Yes, this is me")


async def test_a_stranger_cannot_press_for_either_side(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await here.command("link")
    await there.command("link", code_of(here))
    number, button = there.find("Yes, this is me")
    third = Talk(here.app, here.platform, user="third", channel="third")
    await third.open()
    notice = await third.send_press(button.token, number)
    assert notice is not None
    assert notice.text.startswith("Only the owner")
    assert await here.count("links WHERE yes = 1 OR other_yes = 1") == 0


async def test_unlink_makes_this_place_its_own_and_leaves_the_resumes(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await linked(here, there)
    before = await here.document()
    await there.command("unlink")
    assert "on its own again" in there.texts()[-1]
    await there.say("add Go to my skills")
    assert (await there.resume()).is_sample, "who comes again starts anew"
    assert await here.document() == before
    await there.command("unlink")
    assert there.texts()[-1].startswith("There is nothing to unlink")


async def test_the_code_is_kept_only_as_a_hash(both: tuple[Talk, Talk]) -> None:
    here, _ = both
    await here.command("link")
    assert await here.count(f"links WHERE code LIKE '%{code_of(here)}%'") == 0


async def test_forgetting_takes_the_links_along(both: tuple[Talk, Talk]) -> None:
    here, there = both
    await linked(here, there)
    await there.command("forget")
    await there.press("Delete everything")
    assert await here.count("links") == 0
    assert await here.count("people") == 0
    assert await here.app.store.person(here.actor) is None, "it is the whole person that is gone"
