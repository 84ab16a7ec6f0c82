"""Any two versions compared: every line that differs, each named where it is to be found."""

from core.resume.values import Json
from core.show.history import compare
from core.show.view import LineView
from core.show.words import words
from tests.talk import Talk

PLACE = "/sections/experience/items/0"


def sides(line: LineView) -> tuple[str, str]:
    """The text before and after."""
    before = "".join(span.text for span in line.spans if span.mark != "in")
    return before, "".join(span.text for span in line.spans if span.mark != "out")


async def compared(talk: Talk, older: int, newer: int, language: str = "en") -> tuple[LineView, ...] | None:
    person = await talk.app.store.person(talk.actor)
    assert person is not None
    say = words("zh" if language == "zh" else "en")
    return await compare(talk.app.store, await talk.resume(), older, newer, person, say)


async def decide(talk: Talk, title: str, operation: dict[str, Json]) -> None:
    """One card that is proposed and approved, however deliberately that has to be done."""
    await talk.propose((title, [operation]))
    await talk.press("Approve")
    if talk.find_label("Approve anyway"):
        await talk.press("Approve anyway")


async def test_the_lines_lead_from_the_older_to_the_newer_and_name_both_sides(talk: Talk) -> None:
    document = await talk.document()
    company = document["sections"]["experience"]["items"][0]["company"]
    await decide(talk, "Rename", {"op": "replace", "path": f"{PLACE}/company", "value": "Southwind"})
    await decide(talk, "Headline", {"op": "replace", "path": "/basics/headline", "value": "Cook"})
    await decide(talk, "Remove", {"op": "remove", "path": PLACE})
    assert (await talk.resume()).version == 4
    lines = await compared(talk, 1, 3)
    assert lines is not None
    assert [sides(line) for line in lines] == [("Backend Engineer", "Cook"), (company, "Southwind")]
    assert lines[1].where == "Experience · Southwind · Company"
    assert all(line.edit is None for line in lines)
    removed = await compared(talk, 3, 4)
    assert removed is not None
    assert [line.where for line in removed] == ["Experience · Southwind"], "named as it was called"
    assert sides(removed[0])[1] == ""
    back = await compared(talk, 3, 1)
    assert back is not None
    assert [sides(line) for line in back] == [("Cook", "Backend Engineer"), ("Southwind", company)]
    chinese = await compared(talk, 1, 3, "zh")
    assert chinese is not None
    assert chinese[1].where != lines[1].where
    assert await compared(talk, 2, 2) == ()


async def test_a_version_that_is_not_there_gives_no_comparison(talk: Talk) -> None:
    for older, newer in ((0, 1), (1, 9), (-1, 1)):
        assert await compared(talk, older, newer) is None


async def test_another_person_gets_no_comparison(talk: Talk) -> None:
    mine = await talk.resume()
    other = Talk(talk.app, talk.platform, user="somebody", channel="elsewhere")
    await other.open()
    person = await talk.app.store.person(other.actor)
    assert person is not None
    assert await compare(talk.app.store, mine, 1, 1, person, words("en")) is None
