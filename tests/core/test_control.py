"""Controls: the ten kinds, their defaults and bounds, what is refused at parse, and what a page is told."""

from typing import get_args

import pytest

from core.errors import PersonError
from core.resume.values import Json
from core.talk.control import (
    Control,
    Date,
    DateRange,
    Number,
    Option,
    SingleChoice,
    Text,
    Textarea,
    Url,
    control_for,
    from_json,
    to_json,
    to_view,
)

TWO = [{"value": "py", "label": "Python"}, {"value": "go", "label": "Go"}]
OFFERED = [{**option, "recommended": False} for option in TWO]
PDF = ["application/pdf"]

DEFAULTS: list[tuple[dict[str, Json], dict[str, Json]]] = [
    ({"kind": "text"}, {"minLength": 1, "maxLength": 500}),
    ({"kind": "textarea"}, {"minLength": 1, "maxLength": 5_000}),
    ({"kind": "single_choice", "options": TWO}, {"options": OFFERED, "allowCustom": True}),
    (
        {"kind": "multi_choice", "options": TWO},
        {"options": OFFERED, "allowCustom": True, "minSelections": 1, "maxSelections": 5},
    ),
    ({"kind": "number"}, {"integer": False}),
    ({"kind": "date"}, {}),
    ({"kind": "date_range"}, {"allowOpenEnd": True}),
    ({"kind": "url"}, {"maxLength": 500}),
    ({"kind": "file", "acceptedMediaTypes": PDF}, {"acceptedMediaTypes": PDF, "maxFiles": 1}),
    ({"kind": "confirm"}, {}),
]


def test_there_are_ten_kinds() -> None:
    kinds = {get_args(part.model_fields["kind"].annotation)[0] for part in get_args(Control)}
    assert kinds == {raw["kind"] for raw, _ in DEFAULTS}
    assert len(kinds) == 10


@pytest.mark.parametrize(("raw", "defaults"), DEFAULTS, ids=lambda part: part.get("kind", ""))
def test_defaults_are_those_of_the_contract_and_survive_the_store(
    raw: dict[str, Json], defaults: dict[str, Json]
) -> None:
    control = from_json(raw)
    assert to_json(control) == {"kind": raw["kind"], **defaults}
    assert from_json(to_json(control)) == control


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "text", "minLength": 500, "maxLength": 10_000},
        {"kind": "textarea", "minLength": 0, "maxLength": 50_000},
        {"kind": "multi_choice", "options": TWO, "minSelections": 0, "maxSelections": 1},
        {"kind": "number", "min": -0.5, "max": 0.5, "integer": True},
        {"kind": "number", "min": 3, "max": 3},
        {"kind": "date", "min": "2024-02-29", "max": "2024-02-29"},
        {"kind": "date_range", "min": "2020-01-01", "allowOpenEnd": False},
        {"kind": "url", "maxLength": 5_000},
        {"kind": "file", "acceptedMediaTypes": [f"a/{number}" for number in range(12)], "maxFiles": 12},
        {"kind": "confirm", "confirmLabel": "a" * 100, "cancelLabel": "b" * 100},
        {
            "kind": "single_choice",
            "options": [
                {"value": "v" * 500, "label": "l" * 200, "description": "d" * 500, "recommended": True},
                {"value": "w", "label": "W"},
            ],
        },
    ],
)
def test_the_bounds_themselves_are_allowed(raw: dict[str, Json]) -> None:
    control = from_json(raw)
    assert to_json(control) == {**to_json(control), **{key: raw[key] for key in raw if key != "options"}}


@pytest.mark.parametrize(
    "raw",
    [
        {"kind": "text", "minLength": 11, "maxLength": 10},
        {"kind": "textarea", "minLength": 600, "maxLength": 500},
        {"kind": "single_choice", "options": [TWO[0], {"value": " py ", "label": "Other"}]},
        {"kind": "multi_choice", "options": TWO, "minSelections": 3},
        {"kind": "multi_choice", "options": TWO, "minSelections": 2, "maxSelections": 1},
        {"kind": "number", "min": 2, "max": 1},
        {"kind": "number", "min": 0.2, "max": 0.8, "integer": True},
        {"kind": "date", "min": "2024-01-02", "max": "2024-01-01"},
        {"kind": "date", "max": "2023-02-29"},
        {"kind": "date", "min": "2023"},
        {"kind": "date", "min": "2023-1-1"},
        {"kind": "date_range", "min": "2024-01-02", "max": "2024-01-01"},
        {"kind": "file", "acceptedMediaTypes": ["application/pdf", "Application/PDF"]},
        {"kind": "confirm", "confirmLabel": "Fine", "cancelLabel": "Fine"},
    ],
)
def test_a_contradictory_control_is_refused(raw: dict[str, Json]) -> None:
    with pytest.raises(PersonError) as refused:
        from_json(raw)
    assert refused.value.code == "contradictory_control"


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "text",
        {},
        {"kind": "slider"},
        {"kind": "text", "minLength": 501},
        {"kind": "text", "minLength": -1},
        {"kind": "text", "maxLength": 10_001},
        {"kind": "text", "maxLength": "500"},
        {"kind": "text", "maxLength": True},
        {"kind": "text", "max_length": 5},
        {"kind": "text", "secret words": 1},
        {"kind": "textarea", "maxLength": 50_001},
        {"kind": "single_choice"},
        {"kind": "single_choice", "options": TWO[:1]},
        {"kind": "single_choice", "options": [TWO[0], {"value": "", "label": "x"}]},
        {"kind": "single_choice", "options": [TWO[0], {"value": "x", "label": "l" * 201}]},
        {"kind": "single_choice", "options": [TWO[0], {"value": "x" * 501, "label": "x"}]},
        {"kind": "single_choice", "options": [TWO[0], {"value": "x\x00", "label": "x"}]},
        {"kind": "multi_choice", "options": TWO, "maxSelections": 6},
        {"kind": "multi_choice", "options": TWO, "maxSelections": 0},
        {"kind": "number", "min": "1"},
        {"kind": "number", "min": True},
        {"kind": "number", "max": 2**53},
        {"kind": "number", "max": float("nan")},
        {"kind": "url", "maxLength": 5_001},
        {"kind": "file", "acceptedMediaTypes": []},
        {"kind": "file", "acceptedMediaTypes": ["pdf"]},
        {"kind": "file", "acceptedMediaTypes": PDF, "maxFiles": 13},
        {"kind": "confirm", "confirmLabel": ""},
        {"kind": "confirm", "confirmLabel": "x" * 101},
    ],
)
def test_a_control_of_a_wrong_shape_is_refused_without_repeating_it(raw: object) -> None:
    with pytest.raises(PersonError) as refused:
        from_json(raw)
    assert refused.value.code == "invalid_control"
    assert "slider" not in refused.value.message
    assert "secret" not in refused.value.message


def test_our_own_lists_may_be_longer_than_the_five_options_of_a_model() -> None:
    options = [{"value": str(number), "label": str(number)} for number in range(6)]
    raw = {"kind": "single_choice", "options": options}
    assert len(to_view(from_json(raw), "en")[1]) == 6


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("/basics/website/url", Url()),
        ("/sections/projects/items/[p.1/url]/website/url", Url()),
        ("basics.website.url", Url()),
        ("/summary/content", Textarea()),
        ("/summary/title", Text()),
        ("summary", Textarea()),
        ("/sections/experience/items/[e1]/description", Textarea()),
        ("experience.description", Textarea()),
        ("/sections/education/items/[e1]/period", Text()),
        ("/basics/name", Text()),
        ("target role", Text()),
        ("", Text()),
    ],
)
def test_the_field_decides_where_no_control_is_given(field: str, expected: Control) -> None:
    assert control_for(field) == expected


def test_choices_make_a_single_choice_whose_values_are_the_labels() -> None:
    control = control_for("skills", ["Python", " Go "])
    assert isinstance(control, SingleChoice)
    assert [(option.value, option.label) for option in control.options] == [
        ("Python", "Python"),
        ("Go", "Go"),
    ]


def test_two_choices_of_one_name_stand_apart_by_their_values() -> None:
    control = control_for("", [Option(value="0", label="Acme"), Option(value="1", label="Acme")])
    assert isinstance(control, SingleChoice)
    with pytest.raises(PersonError) as refused:
        control_for("", ["Acme", "Acme"])
    assert refused.value.code == "contradictory_control"


def test_a_long_choice_is_shown_cut_and_kept_whole() -> None:
    control = control_for("", ["x" * 400, "y"])
    assert isinstance(control, SingleChoice)
    assert len(control.options[0].value) == 400
    assert len(control.options[0].label) == 200


@pytest.mark.parametrize("choices", [["one"], ["", "two"], ["x" * 501, "two"]])
def test_choices_that_cannot_be_offered_are_refused(choices: list[str]) -> None:
    with pytest.raises(PersonError) as refused:
        control_for("", choices)
    assert refused.value.code == "invalid_control"


@pytest.mark.parametrize(
    "field",
    ["/sections/education/items/[e1]/period", "/sections/awards/items/[a1]/date", "experience.period"],
)
@pytest.mark.parametrize("given", [Date(), DateRange()])
def test_nobody_is_made_to_pick_a_day_where_the_precision_is_unknown(field: str, given: Control) -> None:
    assert control_for(field, given=given) == Text()


def test_a_given_control_stands_elsewhere() -> None:
    assert control_for("when you could start", given=Date()) == Date()
    assert control_for("/basics/website/url", ["a", "b"], Number()) == Number()


def test_a_page_gets_the_limits_by_the_names_of_the_contract() -> None:
    views = {raw["kind"]: to_view(from_json(raw), "en") for raw, _ in DEFAULTS}
    assert all(kind == view[0] for kind, view in views.items())
    assert {kind: view[2] for kind, view in views.items()} == {
        "text": {"minLength": 1, "maxLength": 500},
        "textarea": {"minLength": 1, "maxLength": 5_000},
        "single_choice": {"allowCustom": True, "maxLength": 500},
        "multi_choice": {"allowCustom": True, "maxLength": 500, "minSelections": 1, "maxSelections": 5},
        "number": {"integer": False},
        "date": {},
        "date_range": {"allowOpenEnd": True},
        "url": {"maxLength": 500},
        "file": {"acceptedMediaTypes": "application/pdf", "maxFiles": 1},
        "confirm": {"confirmLabel": "Yes", "cancelLabel": "No"},
    }
    assert [(one.label, one.value) for one in views["multi_choice"][1]] == [("Python", "py"), ("Go", "go")]


def test_a_page_never_asks_for_more_ticks_than_there_are() -> None:
    control = from_json({"kind": "multi_choice", "options": TWO, "allowCustom": False})
    assert to_view(control, "en")[2]["maxSelections"] == 2


def test_what_is_drawn_speaks_the_persons_language() -> None:
    options = [{**TWO[0], "recommended": True, "description": "3.12"}, {**TWO[1], "recommended": True}]
    choices = to_view(from_json({"kind": "single_choice", "options": options}), "zh")[1]
    assert [choice.description for choice in choices] == ["推荐 · 3.12", "推荐"]
    limits = to_view(from_json({"kind": "confirm", "cancelLabel": "Keep"}), "zh")[2]
    assert limits == {"confirmLabel": "是", "cancelLabel": "Keep"}
