"""What is read from prose is confirmed first; nothing of it is taken over before, and nothing is lost."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from core.errors import PersonError
from core.event import File
from core.ports import Imported
from core.resume.model import parse
from core.show.view import FileView, TextView
from tests.fakes_model import ScriptedModel
from tests.talk import Talk, base_resume, talking


@pytest.fixture
async def talk(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Talk]:
    async with talking(sqlite_url, tmp_path, loops=True) as one:
        await one.open()
        yield one


def reading(talk: Talk, found: Imported | PersonError) -> None:
    """What reading any file gives from now on."""

    async def read_slowly(name: str, data: bytes) -> Imported:
        if isinstance(found, PersonError):
            raise found
        return found

    talk.app.documents.read_slowly = read_slowly  # type: ignore[method-assign]


def prose(**more: object) -> Imported:
    return Imported(base_resume(), "Sam Rivera", ("The dates of one job were unclear.",), **more)  # type: ignore[arg-type]


async def sent(talk: Talk, name: str = "cv.pdf") -> None:
    await talk.send(File(name=name, data="JVBERi0="))


async def test_what_was_read_is_shown_and_taken_over_only_by_a_yes(talk: Talk) -> None:
    reading(talk, prose(unplaced=("Hobby: chess",), is_sure=False))
    before = await talk.resume()
    await sent(talk)
    await talk.until(lambda: talk.find_label("Use this résumé"))
    [card] = [view for view in talk.views(TextView) if view.buttons]
    assert "I read “cv.pdf” as the résumé of Sam Rivera" in card.text
    assert "The dates of one job were unclear." in card.text
    assert "• Hobby: chess" in card.text
    assert await talk.resume() == before
    await talk.press("Look")
    assert talk.views(FileView)[-1].name == "Sam Rivera.png"
    await talk.press("Use this résumé")
    document = await talk.document()
    assert document["basics"] == base_resume()["basics"]
    assert "Hobby: chess" in document["metadata"]["notes"], "what found no place is kept"
    assert (await talk.resume()).id != before.id


async def test_an_import_is_decided_once(talk: Talk) -> None:
    reading(talk, prose(is_sure=False))
    await sent(talk)
    await talk.until(lambda: talk.find_label("Use this résumé"))
    number, button = talk.find("Use this résumé")
    await talk.press("Use this résumé")
    notice = await talk.send_press(button.token, number)
    assert notice is not None
    assert notice.text == "That is decided already."
    assert await talk.count("resumes WHERE is_sample = 0") == 1


async def test_a_discarded_import_leaves_nothing_of_the_file(talk: Talk) -> None:
    reading(talk, prose(is_sure=False))
    await sent(talk)
    await talk.until(lambda: talk.find_label("Discard"))
    await talk.press("Discard")
    await talk.until(lambda: "“cv.pdf” was left out." in talk.texts())
    assert await talk.count("resumes WHERE is_sample = 0") == 0
    person = await talk.app.store.person(talk.actor)
    assert person is not None
    assert "Northwind" not in str((await talk.app.store.everything_of(person.id))["jobs"])


async def test_a_file_that_cannot_be_read_says_why(talk: Talk) -> None:
    reading(talk, PersonError("encrypted", "It is locked with a password. Please send an open copy."))
    await sent(talk)
    await talk.until(lambda: any("locked with a password" in text for text in talk.texts()))
    assert await talk.count("resumes WHERE is_sample = 0") == 0


async def test_a_file_of_data_needs_no_yes(talk: Talk) -> None:
    reading(talk, prose())
    await sent(talk, "resume.yaml")
    await talk.until(lambda: any("is imported" in text for text in talk.texts()))


async def test_somebody_else_can_neither_look_nor_use_it(talk: Talk) -> None:
    reading(talk, prose(is_sure=False))
    await sent(talk)
    await talk.until(lambda: talk.find_label("Use this résumé"))
    number, button = talk.find("Use this résumé")
    other = Talk(talk.app, talk.platform, user="other", channel="other")
    await other.open()
    for decision in ("yes", "no", "look"):
        token = button.token.rpartition(".")[0] + f".{decision}"
        notice = await other.send_press(token, number)
        assert notice is not None
        assert notice.text.startswith("Only the owner")
    assert await talk.count("resumes WHERE is_sample = 0") == 0


async def test_the_file_itself_leaves_its_job_once_it_is_read(talk: Talk) -> None:
    for found in (prose(is_sure=False), prose(), PersonError("no_text", "It is blank.")):
        reading(talk, found)
        before = await talk.count("jobs WHERE state = 'done'")
        await sent(talk)
        async with asyncio.timeout(20):
            while await talk.count("jobs WHERE state = 'done'") == before:
                await asyncio.sleep(0.01)
        await talk.settle()
    person = await talk.app.store.person(talk.actor)
    assert person is not None
    jobs = (await talk.app.store.everything_of(person.id))["jobs"]
    assert len(jobs) == 3
    assert all("file" not in job["input"] for job in jobs)


async def test_more_left_over_than_a_resume_holds_is_told_and_the_resume_stays_valid(talk: Talk) -> None:
    reading(talk, prose(unplaced=("word " * 80_000,), is_sure=False))
    await sent(talk)
    await talk.until(lambda: talk.find_label("Use this résumé"))
    await talk.press("Use this résumé")
    await talk.until(lambda: any("only its start is kept" in text for text in talk.texts()))
    parse(await talk.document())
    await talk.say("change my headline to Lead")
    await talk.until(lambda: bool(talk.cards()))


async def test_questions_for_a_model_that_is_gone_hold_no_file_up(sqlite_url: str, tmp_path: Path) -> None:
    async with talking(sqlite_url, tmp_path, model=ScriptedModel()) as talk:
        for number in range(40):
            talk.conversation = talk.conversation.model_copy(update={"channel": f"c{number}"})
            await talk.say("what do you think?")
    async with talking(sqlite_url, tmp_path, loops=True) as talk:
        assert await talk.count("jobs WHERE state = 'waiting'") >= 20
        await talk.open()
        reading(talk, prose())
        await sent(talk)
        await talk.until(lambda: any("is imported" in text for text in talk.texts()))
