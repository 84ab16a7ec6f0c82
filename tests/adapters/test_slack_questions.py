"""Slack's questions: ten controls that Slack takes, and what people give by them."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack import modal
from adapters.slack.answer import read_value
from adapters.slack.message import render_message
from adapters.slack.modal import Purpose
from core.errors import PersonError
from core.show.view import Button, Choice, QuestionView
from core.show.words import words
from core.talk.answer import read_answer
from core.talk.control import Control, from_json, to_view
from tests.wire.slack_blocks import block_problems, view_problems

SAY = words("en")
WAYS_OUT = (Button("I don't know", "qq7.2..dont_know"), Button("Skip", "qq7.2..skip"))
PURPOSE = Purpose("ask", "q7.2", "D1:1.1", "slack|T1|U1|")
BOTH = {"start": "2020-01-01", "end": "2021-01-01"}
FILE = {"fileId": "F1", "mediaType": "application/pdf"}
OPTIONS = [{"value": f"value {n}", "label": f"Option {n}"} for n in range(100)]
CONTROLS: dict[str, dict[str, Any]] = {
    "few": {"kind": "single_choice", "options": OPTIONS[:3]},
    "some": {"kind": "single_choice", "options": OPTIONS[:9]},
    "many": {"kind": "single_choice", "options": OPTIONS},
    "ticks": {"kind": "multi_choice", "options": OPTIONS[:5]},
    "menu": {"kind": "multi_choice", "options": OPTIONS, "allowCustom": False},
    "text": {"kind": "text"},
    "textarea": {"kind": "textarea", "maxLength": 5000},
    "number": {"kind": "number", "min": 0, "max": 60, "integer": True},
    "date": {"kind": "date", "min": "1990-01-01", "max": "2026-12-31"},
    "date_range": {"kind": "date_range"},
    "url": {"kind": "url"},
    "file": {"kind": "file", "acceptedMediaTypes": ["application/pdf"]},
    "confirm": {"kind": "confirm"},
}


def ask(asked: Control, **more: Any) -> QuestionView:
    kind, choices, limits = to_view(asked, "en")
    whole: dict[str, Any] = {
        "question": "q7",
        "revision": 2,
        "prompt": "Where do you live?",
        "reason": "It stands below your name.",
        "control": kind,
        "choices": choices,
        "limits": limits,
        "draft": None,
        "status": "",
        "buttons": WAYS_OUT,
    }
    return QuestionView(**{**whole, **more})


def elements(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for block in blocks:
        found += block.get("elements", []) if block["type"] == "actions" else []
        found += [block["element"]] if block["type"] == "input" else []
        found += [block["accessory"]] if "accessory" in block else []
    return found


def element(blocks: list[dict[str, Any]], action_id: str) -> dict[str, Any]:
    (one,) = [one for one in elements(blocks) if one["action_id"] == action_id]
    return one


@pytest.mark.parametrize("name", CONTROLS)
def test_each_control_is_a_message_that_slack_takes(name: str) -> None:
    view = ask(from_json(CONTROLS[name]))
    drawn = render_message(view, SAY, 2026)
    assert block_problems(drawn.blocks) == []
    assert sum(one["action_id"].startswith("press:") for one in elements(drawn.blocks)) == 2
    assert "Where do you live?" in drawn.text


@pytest.mark.parametrize("name", CONTROLS)
def test_each_form_is_one_that_slack_takes(name: str) -> None:
    form = modal.answer_form(PURPOSE, ask(from_json(CONTROLS[name])), SAY)
    assert view_problems(form) == []


@pytest.mark.parametrize("name", ["number", "url", "file"])
def test_number_link_and_file_are_asked_in_a_form(name: str) -> None:
    view = ask(from_json(CONTROLS[name]))
    drawn = render_message(view, SAY, 2026)
    assert [one["action_id"] for one in elements(drawn.blocks)] == ["ask:0", "press:0", "press:1"]
    form = modal.answer_form(PURPOSE, view, SAY)
    assert form["blocks"][-1]["element"]["type"] in ("number_input", "url_text_input", "file_input")


def test_an_answered_question_is_folded_to_its_answer_and_can_not_be_answered_twice() -> None:
    view = ask(from_json(CONTROLS["few"]), status="You answered: Delft", buttons=WAYS_OUT[:1])
    drawn = render_message(view, SAY, 2026)
    assert [one["action_id"] for one in elements(drawn.blocks)] == ["press:0"]
    assert "You answered: Delft" in str(drawn.blocks)


def test_a_new_revision_has_new_fields() -> None:
    first = render_message(ask(from_json(CONTROLS["text"])), SAY, 2026)
    second = render_message(ask(from_json(CONTROLS["text"]), revision=3), SAY, 2026)
    ids = [
        [block.get("block_id") for block in drawn.blocks if block.get("block_id")]
        for drawn in (first, second)
    ]
    assert not set(ids[0]) & set(ids[1])


def test_a_draft_longer_than_the_field_is_left_out_and_told() -> None:
    draft = "ж" * 5_000
    view = ask(from_json(CONTROLS["textarea"]), draft=draft)
    drawn = render_message(view, SAY, 2026)
    assert "initial_value" not in element(drawn.blocks, "text:0")
    assert "longer than Slack's field holds" in str(drawn.blocks)
    assert "ж" not in str(modal.answer_form(PURPOSE, view, SAY))
    short = render_message(ask(from_json(CONTROLS["textarea"]), draft="a < b"), SAY, 2026)
    assert element(short.blocks, "text:0")["initial_value"] == "a < b"


def test_years_go_back_from_the_last_that_may_be_given() -> None:
    drawn = render_message(ask(from_json({"kind": "date"})), SAY, 2026)
    years = [one["value"] for one in element(drawn.blocks, "year:0")["options"]]
    assert (years[0], years[-1], len(years)) == ("2031", "1932", 100)
    bounded = render_message(ask(from_json(CONTROLS["date"])), SAY, 2026)
    years = [one["value"] for one in element(bounded.blocks, "year:0")["options"]]
    assert (years[0], years[-1]) == ("2026", "1990")


def test_long_options_are_told_apart_and_listed_in_full() -> None:
    names = [f"Led the migration of the parcel tracking platform to a queue in the {n}" for n in ("A", "B")]
    for count in (2, 8):
        labels = [*names, *(f"Other {n}" for n in range(count - 2))]
        control = from_json(
            {"kind": "single_choice", "options": [{"value": one * 2, "label": one * 2} for one in labels]}
        )
        drawn = render_message(ask(control), SAY, 2026)
        assert block_problems(drawn.blocks) == []
        text = str(drawn.blocks)
        assert all(name * 2 in text for name in names)


@pytest.mark.parametrize(
    ("name", "state", "index", "value"),
    [
        ("few", {}, 1, "value 1"),
        ("few", {"text": "my own"}, None, "my own"),
        ("some", {"select": "8"}, None, "value 8"),
        ("ticks", {"ticks": ["4"], "text": " mine \n\nother"}, None, ["value 4", "mine", "other"]),
        ("menu", {"ticks": ["99"]}, None, ["value 99"]),
        ("text", {"text": "Delft"}, None, "Delft"),
        ("number", {"number": "12"}, None, 12),
        ("date", {"date": "2021-03-01"}, None, "2021-03-01"),
        ("date", {"date": None, "year": "2021", "month": "03"}, None, "2021-03"),
        ("date", {"year": "2021"}, None, "2021"),
        ("date_range", BOTH, None, BOTH),
        ("date_range", {"start": "2020-01-01", "present": ["present"]}, None, {"start": "2020-01-01"}),
        ("url", {"url": " https://x.dev "}, None, "https://x.dev"),
        ("file", {"files": [{"id": "F1", "name": "cv.pdf"}]}, None, [FILE]),
        ("confirm", {}, 0, True),
        ("confirm", {}, 1, False),
    ],
)  # fmt: skip
def test_what_was_given_is_an_answer_that_the_core_takes(
    name: str, state: dict[str, Any], index: int | None, value: Any
) -> None:
    control = from_json(CONTROLS[name])
    given_value = read_value(ask(control), state, index)
    assert given_value == value
    assert read_answer(control, given_value) == value


@pytest.mark.parametrize("name", [name for name in CONTROLS if name != "confirm"])
@pytest.mark.parametrize("state", [{}, {"text": None, "select": None, "date": None, "number": "many"}])
def test_nothing_given_is_for_the_core_to_refuse(name: str, state: dict[str, Any]) -> None:
    control = from_json(CONTROLS[name])
    with pytest.raises(PersonError):
        read_answer(control, read_value(ask(control), state))


def test_what_was_never_touched_stands_as_it_was_drawn() -> None:
    cases: list[tuple[str, Any]] = [
        ("text", "Delft"),
        ("some", "value 3"),
        ("ticks", ["value 1"]),
        ("date", "2021-03-01"),
        ("date_range", {"start": "2020-01-01", "end": "2021-01-01"}),
    ]
    for name, draft in cases:
        view = ask(from_json(CONTROLS[name]), draft=draft)
        assert read_value(view, {}) == draft
        assert block_problems(render_message(view, SAY, 2026).blocks) == []


label = st.text(min_size=1, max_size=200).filter(lambda text: bool(text.strip()))
choices = st.lists(
    st.builds(Choice, label, st.text(min_size=1, max_size=500), st.text(max_size=500)),
    min_size=2,
    max_size=100,
).map(tuple)


@settings(max_examples=40, deadline=None)
@given(choices, st.sampled_from(["single_choice", "multi_choice"]), st.text(max_size=3_000), st.booleans())
def test_any_choice_is_a_message_that_slack_takes(
    some: tuple[Choice, ...], kind: str, prompt: str, allow_custom: bool
) -> None:
    view = ask(
        from_json(CONTROLS["few"]),
        control=kind,
        choices=some,
        limits={"allowCustom": allow_custom},
        prompt=prompt or "?",
        reason=prompt,
    )
    assert block_problems(render_message(view, SAY, 2026).blocks) == []
    last = len(some) - 1
    state = {"ticks": [str(last)]}
    expected: Any = some[last].value if kind == "single_choice" else [some[last].value]
    assert read_value(view, state, last) == expected


@given(st.dates(min_value=date(1932, 1, 1), max_value=date(2031, 12, 31)))
def test_any_day_comes_back(day: date) -> None:
    control = from_json({"kind": "date"})
    value = read_value(ask(control), {"date": day.isoformat(), "year": "1999"})
    assert read_answer(control, value) == day.isoformat()
