"""Leaving: /takeout hands over everything that is kept of a person, /forget deletes it for real."""

import json
import sqlite3
from contextlib import closing

from adapters.store.codec import Codec
from adapters.store.database import sqlite_path
from core.show.files import make_files
from core.show.view import FileView, HomeView
from tests.desk.test_approving import add_skill, approve, replace
from tests.talk import Talk, base_resume


async def test_takeout_holds_every_version_and_every_word(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.say("my secret wish")
    await talk.command("takeout")
    [file] = talk.views(FileView)
    assert file.name == "countersign-takeout.json"
    made = await download(talk)
    kept = json.loads(made)
    assert base_resume() in [version["content"] for version in kept["versions"] if version["number"] == 1]
    assert kept["messages"][-1]["text"] == "my secret wish"
    assert [proposal["state"] for proposal in kept["proposals"]] == ["approved"]
    assert [one["user_id"] for one in kept["identities"]] == ["local"]
    assert [one["decision"] for one in kept["decisions"]] == ["approve"]
    assert kept["conversations"][0]["resume"] == (await talk.resume()).id
    assert any("my secret wish" in str(post["content"]) for post in kept["posts"]), (
        "what is shown is kept, too"
    )


async def test_takeout_names_every_table_that_holds_something_of_a_person(talk: Talk) -> None:
    await talk.command("takeout")
    kept = set(json.loads(await download(talk)))
    elsewhere = {"people": "name", "current_resumes": "conversations"}
    hashes_only = {"showings"}
    for table in set(TABLES) - hashes_only:
        assert elsewhere.get(table, table) in kept, table


async def download(talk: Talk) -> bytes:
    number = max(post for post, view in talk.platform.shown.items() if isinstance(view, FileView))
    post = await talk.app.store.post(number)
    person = await talk.app.store.person(talk.actor)
    assert post is not None
    assert person is not None
    [made] = await make_files(talk.app.store, talk.app.documents, post, person)
    return made.data


async def test_a_card_that_was_approved_hands_over_its_version_as_pdf(talk: Talk) -> None:
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await approve(talk, "Lead")
    number, _ = talk.card("Kafka")
    await talk.press("Get PDF", number)
    assert talk.views(FileView)[-1].name.endswith("v2.pdf")
    assert (await download(talk)).startswith(b"%PDF")


async def test_export_hands_over_the_current_version(talk: Talk) -> None:
    await talk.command("export", "json")
    assert json.loads(await download(talk)) == base_resume()


TABLES = ("people", "identities", "resumes", "versions", "current_resumes", "messages", "proposals",
          "decisions", "showings", "questions", "jobs", "usage", "tool_calls")  # fmt: skip


async def test_forget_asks_first_and_then_leaves_nothing(talk_anywhere: Talk) -> None:
    talk = talk_anywhere
    await talk.propose(("Kafka", add_skill("Kafka")))
    await approve(talk, "Kafka")
    await talk.press("Undo")
    await talk.propose(("Lead", replace("/basics/headline", "Lead")))
    await talk.say("something nobody understands")
    await talk.command("forget")
    assert (await talk.resume()).version == 3, "nothing is deleted before the press"
    notice = await talk.press("Delete everything")
    assert notice is not None
    assert notice.text.startswith("Everything of yours is deleted.")
    assert talk.platform.shown == {}, "nothing of it is shown any more"
    assert await talk.app.store.person(talk.actor) is None
    for table in TABLES:
        assert await talk.count(table) == 0, table
    assert await talk.count("inbox WHERE body IS NOT NULL") == 0
    assert await talk.count("posts WHERE content IS NOT NULL OR person IS NOT NULL") == 0
    assert await talk.count("audit WHERE person IS NOT NULL") == 0
    assert await talk.count("audit WHERE kind = 'forgotten'") == 1

    await talk.open()
    [home] = talk.views(HomeView)
    assert (home.version, home.is_sample) == (1, True), "who comes again starts anew"


async def test_forgetting_leaves_other_people_as_they_are(talk: Talk) -> None:
    other = Talk(talk.app, talk.platform, user="other", channel="other")
    await other.open()
    await other.say("add Elixir to my skills")
    before = await other.document()
    await talk.command("forget")
    number, button = talk.find("Delete everything")
    notice = await other.send_press(button.token, number)
    assert notice is not None
    assert notice.text.startswith("Only the owner")
    await talk.press("Delete everything")
    assert await other.document() == before
    assert other.cards()[-1].state == "pending"


async def test_what_was_forgotten_stands_in_no_file_any_more(talk: Talk) -> None:
    marker = "Xylophone Quarterly"
    await talk.propose(("Headline", replace("/basics/headline", marker)))
    await approve(talk, "Headline")
    with closing(sqlite3.connect(sqlite_path(talk.url))) as database:  # unsealed, to be looked for
        database.execute("UPDATE resumes SET title = ?", (Codec(None).encode(marker),))
        database.commit()
    folder = sqlite_path(talk.url).parent
    assert any(marker.encode() in file.read_bytes() for file in folder.iterdir()), "it can be found at all"
    await talk.command("forget")
    await talk.press("Delete everything")
    for file in folder.iterdir():
        assert marker.encode() not in file.read_bytes(), file.name
