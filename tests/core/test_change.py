import copy
import json
import random

import pytest

from core.errors import BugError, PatchError
from core.resume.blocks import block_hash
from core.resume.change import (
    Condition,
    Line,
    conditions,
    destructive,
    difference,
    from_json,
    to_json,
    turned_round,
)
from core.resume.values import MISSING, Json, equal
from tests.core.resumes import edited, random_resume
from tests.core.vectors import load, patched, vectors

NORTHWIND = "/sections/experience/items/[3f0c2a5e-8b1d-4c6f-9a72-0d5e1b7c4a01]"
PYTHON = "/sections/skills/items/[51c7e3b9-4a8d-4d26-9f13-8a0e6c5b7d05]"


@pytest.fixture
def resume() -> dict[str, Json]:
    document: dict[str, Json] = load("base-resume.json")
    return document


def lines(base: dict[str, Json], *operations: dict[str, Json]) -> list[tuple[str, str]]:
    change = difference(base, patched(base, list(operations)))
    return [(line.address, line.kind) for line in change.lines]


def is_destructive(base: dict[str, Json], *operations: dict[str, Json]) -> bool:
    return destructive(difference(base, patched(base, list(operations))))


def test_a_field_is_a_line_with_its_before_and_after(resume: dict[str, Json]) -> None:
    target = patched(resume, [{"op": "replace", "path": "/basics/headline", "value": "Lead"}])
    assert difference(resume, target).lines == (Line("/basics/headline", "set", "Backend Engineer", "Lead"),)


def test_each_part_of_an_entry_is_a_line_of_its_own(resume: dict[str, Json]) -> None:
    entry = copy.deepcopy(resume["sections"]["experience"]["items"][0])
    entry["position"] = "Lead"
    entry["website"]["label"] = "us"
    kept, new = "<li><p>Moved nightly jobs from cron to a queue.</p></li>", "<li><p>New.</p></li>"
    entry["description"] = f"<ul>{kept}{new}</ul>"
    assert lines(resume, {"op": "replace", "path": "/sections/experience/items/0", "value": entry}) == [
        (f"{NORTHWIND}/position", "set"),
        (f"{NORTHWIND}/website", "set"),
        (f"{NORTHWIND}/description/ul/[5316fe4d]", "removed"),
        (f"{NORTHWIND}/description/ul/[{block_hash(new)}]", "added"),
    ]


def test_words_come_go_and_move(resume: dict[str, Json]) -> None:
    found = lines(
        resume,
        {"op": "replace", "path": "/sections/skills/items/0/keywords", "value": ["Celery", "Flask", "CI/CD"]},
    )
    assert found == [
        (f"{PYTHON}/keywords/[pandas]", "word_out"),
        (f"{PYTHON}/keywords/[CI~1CD]", "word_in"),
        (f"{PYTHON}/keywords/@order", "reordered"),
    ]


def test_entries_come_go_and_move(resume: dict[str, Json]) -> None:
    items = "/sections/experience/items"
    found = lines(
        resume,
        {"op": "move", "from": f"{items}/2", "path": f"{items}/0"},
        {"op": "remove", "path": f"{items}/2"},
        {"op": "add", "path": f"{items}/-", "value": {"id": "new"}},
    )
    gone = resume["sections"]["experience"]["items"][1]["id"]
    assert found == [
        (f"{items}/[{gone}]", "removed"),
        (f"{items}/[new]", "added"),
        (f"{items}/@order", "reordered"),
    ]


def test_what_equals_in_json_is_no_line(resume: dict[str, Json]) -> None:
    target = copy.deepcopy(resume)
    target["sections"]["skills"]["items"][0]["level"] = 4.0
    assert difference(resume, target).lines == ()
    assert difference(resume, target).root is None
    target["sections"]["skills"]["items"][0]["hidden"] = 0
    assert len(difference(resume, target).lines) == 1


def test_a_member_that_comes_or_goes_has_no_value_on_one_side(resume: dict[str, Json]) -> None:
    sheet = {"mode": "semantic"}
    target = patched(resume, [{"op": "add", "path": "/metadata/stylesheet", "value": sheet}])
    change = difference(resume, target)
    assert change.lines == (Line("/metadata/stylesheet", "set", MISSING, sheet),)
    assert turned_round(change).lines == (Line("/metadata/stylesheet", "set", sheet, MISSING),)


def test_pages_go_by_position_until_their_number_changes(resume: dict[str, Json]) -> None:
    pages = "/metadata/layout/pages"
    assert lines(resume, {"op": "replace", "path": f"{pages}/0/fullWidth", "value": True}) == [
        (f"{pages}/0/fullWidth", "set")
    ]
    page = {"fullWidth": True, "main": [], "sidebar": []}
    assert lines(resume, {"op": "add", "path": f"{pages}/-", "value": page}) == [(pages, "set")]


def test_a_list_with_a_doubled_key_is_one_value(resume: dict[str, Json]) -> None:
    items = "/sections/skills/items"
    assert lines(resume, {"op": "copy", "from": f"{items}/0", "path": f"{items}/-"}) == [(items, "set")]
    assert lines(resume, {"op": "add", "path": f"{items}/0/keywords/-", "value": "Flask"}) == [
        (f"{PYTHON}/keywords", "set")
    ]


def test_a_change_survives_its_stored_form_whole() -> None:
    for seed in range(120):
        rng = random.Random(seed)
        base = random_resume(rng)
        change = difference(base, edited(rng, base), (Condition("/basics/name", "Sam"),))
        stored = json.loads(json.dumps(to_json(change)))
        back = from_json(stored)
        assert back == change
        assert back.lines == change.lines
    assert from_json(to_json(difference({}, {}))).lines == ()


@pytest.mark.parametrize("stored", [None, {}, [], {"root": {"is": "?"}, "conditions": []}, {"root": 1}])
def test_a_stored_form_that_is_none_is_our_bug(stored: Json) -> None:
    with pytest.raises(BugError) as caught:
        from_json(stored)
    assert caught.value.code == "bad_change"


def test_turning_round_twice_changes_nothing() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        base = random_resume(rng)
        target = edited(rng, base)
        change = difference(base, target)
        assert turned_round(turned_round(change)) == change
        assert {line.address for line in turned_round(change).lines if line.kind == "added"} == {
            line.address for line in change.lines if line.kind == "removed"
        }


def test_tests_and_copies_are_conditions_at_addresses(resume: dict[str, Json]) -> None:
    held = conditions(
        resume,
        [
            {"op": "remove", "path": "/sections/experience/items/0"},
            {"op": "test", "path": "/sections/experience/items/0/company", "value": "Harbor Software"},
            {"op": "copy", "from": "/basics/name", "path": "/basics/headline"},
            {"op": "test", "path": "/basics/headline", "value": "Sam Placeholder"},
        ],
    )
    harbor = resume["sections"]["experience"]["items"][1]["id"]
    assert held == (
        Condition(f"/sections/experience/items/[{harbor}]/company", "Harbor Software"),
        Condition("/basics/name", "Sam Placeholder"),
    )


def test_working_out_conditions_leaves_base_and_operations_alone(resume: dict[str, Json]) -> None:
    operations: list[dict[str, Json]] = [
        {"op": "add", "path": "/sections/skills/items/-", "value": {"id": "k", "keywords": []}},
        {"op": "add", "path": "/sections/skills/items/3/keywords/-", "value": "x"},
        {"op": "test", "path": "/basics/name", "value": "Sam Placeholder"},
    ]
    before = copy.deepcopy((resume, operations))
    conditions(resume, operations)
    assert (resume, operations) == before


def test_operations_that_do_not_apply_are_refused_without_a_word_of_content(resume: dict[str, Json]) -> None:
    with pytest.raises(PatchError) as caught:
        conditions(resume, [{"op": "test", "path": "/basics/name", "value": "Someone else"}])
    assert "Sam" not in str(caught.value)
    assert caught.value.index == 0
    assert caught.value.__cause__ is None


def test_the_lines_say_all_that_a_patch_does() -> None:
    for vector in vectors():
        change = difference(vector.base, vector.target)
        assert bool(change.lines) != equal(vector.base, vector.target)
        addresses = [line.address for line in change.lines]
        assert len(set(addresses)) == len(addresses)


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": "/sections/experience/items/0"},
        {"op": "replace", "path": "/basics/phone", "value": ""},
        {"op": "replace", "path": "/basics/website", "value": {"url": "", "label": ""}},
        {"op": "replace", "path": "/sections/skills/items/0/keywords", "value": []},
        {"op": "replace", "path": "/sections/experience/items/1/description", "value": ""},
        {"op": "replace", "path": "/sections/experience/items/0/description", "value": "<p>Other.</p>"},
        {"op": "replace", "path": "/sections/skills/items", "value": []},
    ],
    ids=lambda operation: operation["path"],
)
def test_what_takes_away_is_destructive(resume: dict[str, Json], operation: dict[str, Json]) -> None:
    assert is_destructive(resume, operation)


def test_a_removed_custom_section_is_destructive(resume: dict[str, Json]) -> None:
    section = {"id": "c", "type": "skills", "items": [{"id": "k"}]}
    resume["customSections"] = [section]
    assert is_destructive(resume, {"op": "remove", "path": "/customSections/0"})
    emptied = {"id": "c", "type": "awards", "items": []}
    assert is_destructive(resume, {"op": "replace", "path": "/customSections/0", "value": emptied})


def test_edits_and_one_bullet_less_are_not_destructive(resume: dict[str, Json]) -> None:
    description = "/sections/experience/items/0/description"
    one = "<ul><li><p>Moved nightly jobs from cron to a queue.</p></li></ul>"
    assert not is_destructive(resume, {"op": "replace", "path": description, "value": one})
    assert not is_destructive(resume, {"op": "replace", "path": "/basics/headline", "value": "Lead"})
    assert not is_destructive(resume, {"op": "remove", "path": "/sections/skills/items/0/keywords/0"})
    other = "/sections/experience/items/1/description"
    assert not is_destructive(resume, {"op": "replace", "path": other, "value": "<p>Other.</p>"})
    assert not destructive(difference(resume, resume))


def test_a_move_between_lists_is_not_destructive(resume: dict[str, Json]) -> None:
    resume["customSections"] = [{"id": "c", "type": "experience", "items": []}]
    move = {"op": "move", "from": "/sections/experience/items/0", "path": "/customSections/0/items/-"}
    assert not is_destructive(resume, move)
    change = {"op": "replace", "path": "/customSections/0/items/0/location", "value": ""}
    assert is_destructive(resume, move, change)
