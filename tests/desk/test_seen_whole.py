"""What Approve writes is seen whole on the card: links, hidden members, markup that is only text."""

from typing import Any

import pytest

from core.resume.values import MISSING
from core.show.card import line_text
from core.show.words import words
from tests.desk.test_approving import JOBS, KAFKA, approve, replace
from tests.talk import Talk


def seen(talk: Talk, title: str) -> str:
    _, card = talk.card(title)
    return "\n".join(span.text for line in card.lines for span in line.spans)


async def test_a_link_shows_where_it_leads(talk: Talk) -> None:
    html = '<p>See <a href="https://evil.example/x">my site</a>.</p>'
    await talk.propose(("Link", replace("/summary/content", html)))
    assert "https://evil.example/x" in seen(talk, "Link")
    await approve(talk, "Link", twice=talk.card("Link")[1].warnings != ())
    await talk.propose(("Other link", replace("/summary/content", html.replace("evil", "worse"))))
    _, card = talk.card("Other link")
    assert "worse" in seen(talk, "Other link")
    assert all(line.note != "only the formatting" for line in card.lines)


async def test_a_new_label_of_a_link_is_seen(talk: Talk) -> None:
    await talk.propose(("Label", replace("/basics/website/label", "My other site")))
    assert "My other site" in seen(talk, "Label")


async def test_markup_in_a_plain_field_is_shown_as_it_is_stored(talk: Talk) -> None:
    text = "<b data-x='hidden words'>Lead</b> engineer"
    await talk.propose(("Headline", replace("/basics/headline", text)))
    _, card = talk.card("Headline")
    shown = "".join(span.text for span in card.lines[0].spans if span.mark != "out")
    assert shown == text
    await talk.press("Edit", line=card.lines[0].number, text="<Senior> Dev")
    await approve(talk, "Headline")
    assert (await talk.document())["basics"]["headline"] == "<Senior> Dev"


async def test_a_hidden_addition_says_that_it_is_hidden(talk: Talk) -> None:
    value = {**KAFKA, "hidden": True, "level": 5}
    await talk.propose(("Kafka", [{"op": "add", "path": "/sections/skills/items/-", "value": value}]))
    assert "Hidden" in seen(talk, "Kafka")
    assert "Level: 5" in seen(talk, "Kafka")


@pytest.mark.parametrize(
    "change",
    [
        {"hidden": True},
        {"level": 3},
        {"icon": "star"},
        {"iconColor": "red"},
        {"proficiency": "Expert"},
        {"keywords": ["Streams"]},
        {"name": "Kafka Connect"},
        {"website": {"url": "https://a.example", "label": "", "inlineLink": False}},
        {"website": {"url": "https://a.example", "label": "A", "inlineLink": False}},
        {"website": {"url": "https://a.example", "label": "A", "inlineLink": True}},
        {"description": '<p><a href="https://a.example">x</a></p>'},
        {"description": '<p><a href="https://b.example">x</a></p>'},
        {"roles": [{"id": "r", "position": "Lead", "period": "", "description": ""}]},
        {"columns": 2},
    ],
    ids=str,
)
def test_two_different_entries_never_look_the_same(change: dict[str, Any]) -> None:
    say = words("en")
    plain = {
        **KAFKA,
        "website": {"url": "", "label": "", "inlineLink": False},
        "description": "",
        "roles": [],
    }
    assert line_text(f"{JOBS}/[a]", plain, say) != line_text(f"{JOBS}/[a]", {**plain, **change}, say)
    assert line_text(f"{JOBS}/[a]", MISSING, say) == ""


async def test_a_small_edit_does_not_take_the_mark_of_invented_words_away(talk: Talk) -> None:
    from core.resume.change import difference, to_json
    from core.resume.patch import try_patch
    from core.talk.turn_types import Drafted, TurnOutcome

    document = await talk.document()
    trial = try_patch(replace("/basics/headline", "Kubernetes lead"), document, talk.app.ids.uuid)
    draft = Drafted(
        title="Marked",
        operations=trial.operations,
        change=to_json(difference(document, trial.target)),
        marks=("Kubernetes",),
    )
    await talk.outcome(TurnOutcome(proposals=(draft,)), await talk.resume())
    await talk.press("Edit", line=0, text="Kubernetes lead.")
    _, card = talk.card("Marked")
    assert any("Kubernetes" in warning for warning in card.warnings)
    await talk.press("Edit", line=0, text="Platform lead.")
    _, card = talk.card("Marked")
    assert card.warnings == ()
