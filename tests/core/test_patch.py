import copy
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import jsonpatch
import jsonpointer
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InvalidResumeError, PatchError
from core.resume import engine
from core.resume.engine import find
from core.resume.families import with_defaults
from core.resume.model import MAX_DOCUMENT, MAX_VALUE, parse, size
from core.resume.operations import load_operations, parse_operations, to_wire, tokens_of
from core.resume.patch import Trial, _lost, apply, settle, try_patch
from core.resume.settle import settle_each
from core.resume.values import Document, Json, equal

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests/data"
PUBLIC = ROOT.parent / "shared/data/json-patch-tests"
BASE = (DATA / "base-resume.json").read_text("utf-8")
CASES = json.loads((DATA / "json-patch-cases.json").read_text("utf-8"))
RESUME_CASES = json.loads((DATA / "resume-patch-cases.json").read_text("utf-8"))
SKILLS, JOBS = "/sections/skills/items", "/sections/experience/items"

Operations = list[dict[str, Any]]


def base() -> Document:
    document: Document = json.loads(BASE)
    return document


def minter() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"fresh-{next(numbers)}"


def tried(*operations: dict[str, Any], document: Document | None = None) -> Trial:
    """The trial, after all that must hold for every one."""
    given_document = document or base()
    before, sent = copy.deepcopy(given_document), copy.deepcopy(operations)
    trial = try_patch(list(operations), given_document, minter())
    assert equal(given_document, before)
    assert equal(list(operations), list(sent))
    assert equal(apply(trial.operations, given_document), trial.target)
    assert equal(apply(json.loads(json.dumps(trial.operations)), given_document), trial.target)
    parse(trial.target)
    return trial


def refused(*operations: dict[str, Any], document: Document | None = None) -> PatchError:
    given_document = document or base()
    before, sent = copy.deepcopy(given_document), copy.deepcopy(operations)
    with pytest.raises(PatchError) as caught:
        try_patch(list(operations), given_document, minter())
    assert equal(given_document, before)
    assert equal(list(operations), list(sent))
    return caught.value


def attempt(run: Callable[[], Json]) -> Json | PatchError:
    try:
        return run()
    except PatchError as error:
        return error


def from_wire(sent: Operations, document: Json) -> Json | PatchError:
    return attempt(lambda: engine.apply(parse_operations(sent) if sent else (), document))


def at(pointer: str, document: Json) -> Json:
    return find(tokens_of(pointer), document)


def own_section(kind: str, *entries: dict[str, Json]) -> Document:
    section = with_defaults("customSections", {"id": "own", "type": kind, "title": "Own"})
    section["items"] = [with_defaults(kind, entry) for entry in entries]
    return base() | {"customSections": [section]}


# --- RFC 6902, whatever the document ---


@pytest.mark.parametrize("case", CASES, ids=[json.dumps(case["operations"][0])[:60] for case in CASES])
def test_each_operation_does_what_the_rfc_says(case: dict[str, Any]) -> None:
    document = copy.deepcopy(case["document"])
    operations = parse_operations(case["operations"])
    if case["expect"] == "applied":
        assert equal(engine.apply(operations, document), case["result"])
    else:
        with pytest.raises(PatchError) as caught:
            engine.apply(operations, document)
        assert (caught.value.code, caught.value.index) == (case["expect"], 0)
        assert caught.value.operation == case["operations"][0]
    assert equal(document, case["document"])


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public JSON Patch suite is not beside this repository")
@pytest.mark.parametrize("name", ["tests.json", "spec_tests.json"])
def test_the_public_suite_passes_but_for_members_that_we_refuse(name: str) -> None:
    records = json.loads((PUBLIC / name).read_text("utf-8"))
    assert len(records) >= 17
    for place, record in enumerate(records):
        stray = any({"xyz", "spurious"} & operation.keys() for operation in record["patch"])
        document = copy.deepcopy(record["doc"])
        result = from_wire(record["patch"], document)
        if stray:
            assert isinstance(result, PatchError)
            assert result.code == "bad_arguments", place
        elif "error" in record:
            assert isinstance(result, PatchError), place
        else:
            assert equal(result, record.get("expected", result)), place
            assert not isinstance(result, PatchError), place
        assert equal(document, record["doc"])


names = st.sampled_from(["a", "b", "~0", "~1", "-", "0", "1", "01", ""])
values = st.recursive(
    st.sampled_from([None, True, False, 0, 1, 1.0, "", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab01-"), inner, max_size=3),
    max_leaves=6,
)
pointers = st.lists(names, max_size=3).map(lambda tokens: "".join(f"/{token}" for token in tokens))
operation_lists = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {"op": st.sampled_from(["add", "replace", "test"]), "path": pointers, "value": values}
        ),
        st.fixed_dictionaries({"op": st.just("remove"), "path": pointers}),
        st.fixed_dictionaries({"op": st.sampled_from(["move", "copy"]), "from": pointers, "path": pointers}),
    ),
    min_size=1,
    max_size=5,
)


@given(values, operation_lists)
def test_all_or_nothing_as_the_library_has_it_and_the_given_document_is_never_touched(
    document: Json, sent: Operations
) -> None:
    before, sent_before = copy.deepcopy(document), copy.deepcopy(sent)
    result = from_wire(sent, document)
    if isinstance(result, PatchError):
        assert result.index is not None
        assert result.operation == sent[result.index]
        engine.apply(parse_operations(sent)[: result.index], document)  # those before it do apply
        with pytest.raises((jsonpatch.JsonPatchException, jsonpointer.JsonPointerException)):
            jsonpatch.apply_patch(copy.deepcopy(document), copy.deepcopy(sent))
    else:
        assert equal(result, jsonpatch.apply_patch(copy.deepcopy(document), copy.deepcopy(sent)))
    assert equal(document, before)
    assert equal(sent, sent_before)


@given(values, operation_lists)
def test_what_a_patch_brings_is_never_changed_by_its_later_operations(
    document: Json, sent: Operations
) -> None:
    operations = parse_operations(sent)
    first = attempt(lambda: engine.apply(operations, document))
    if isinstance(first, PatchError):
        return
    kept = copy.deepcopy(first)
    assert equal(engine.apply(operations, document), kept)
    assert equal(first, kept)


# --- what is sent ---


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("[]", "bad_arguments"),
        (None, "bad_arguments"),
        ({"op": "remove", "path": "/a"}, "bad_arguments"),
        ([], "empty_operations"),
        (["remove"], "bad_arguments"),
        ([{"path": "/a", "value": 1}], "unknown_op"),
        ([{"op": "Add", "path": "/a", "value": 1}], "unknown_op"),
        ([{"op": ["add"], "path": "/a", "value": 1}], "unknown_op"),
        ([{"op": "add", "value": 1}], "bad_arguments"),
        ([{"op": "add", "path": None, "value": 1}], "bad_arguments"),
        ([{"op": "add", "path": "/a"}], "missing_value"),
        ([{"op": "test", "path": "/a"}], "missing_value"),
        ([{"op": "move", "path": "/a"}], "missing_from"),
        ([{"op": "copy", "path": "/a", "from": "b"}], "bad_pointer"),
        ([{"op": "add", "path": "/a~2", "value": 1}], "bad_pointer"),
        ([{"op": "add", "path": "/a~", "value": 1}], "bad_pointer"),
        ([{"op": "remove", "path": "/a", "value": 1}], "bad_arguments"),
        ([{"op": "move", "path": "/a", "source": "/b"}], "bad_arguments"),
        ([{"op": "add", "path": "/a", "value": float("nan")}], "bad_arguments"),
        ([{"op": "add", "path": "/a", "value": "\ud800"}], "bad_arguments"),
        ([{"op": "add", "path": "/a", "value": {"b": "\u0000"}}], "bad_arguments"),
        ([{"op": "add", "path": "/a", "value": "重" * (MAX_VALUE // 3 + 1)}], "too_large"),
        ([{"op": "remove", "path": "/a"}] * 51, "too_large"),
    ],
)
def test_what_is_no_patch_is_refused_by_name(raw: object, code: str) -> None:
    with pytest.raises(PatchError) as caught:
        parse_operations(raw)
    assert caught.value.code == code


def test_a_value_nested_too_deep_is_refused_and_not_walked() -> None:
    value: Json = 1
    for _ in range(10_000):
        value = [value]
    with pytest.raises(PatchError) as caught:
        parse_operations([{"op": "add", "path": "/a", "value": value}])
    assert caught.value.code == "bad_arguments"
    while isinstance(value, list):  # taken apart by hand: Python would recurse
        value = value.pop()


def test_a_null_value_is_a_value() -> None:
    (operation,) = parse_operations([{"op": "add", "path": "/a", "value": None}])
    assert to_wire(operation) == {"op": "add", "path": "/a", "value": None}


def test_stored_operations_come_back_as_they_were_however_many() -> None:
    stored = [{"op": "copy", "from": "/a", "path": "/b"}, *[{"op": "remove", "path": "/a"}] * 60]
    assert [to_wire(operation) for operation in load_operations(stored)] == stored
    with pytest.raises(PatchError) as caught:
        load_operations([{"op": "swap", "path": "/a"}])
    assert caught.value.code == "bad_arguments"


# --- on a résumé ---


@pytest.mark.parametrize(
    "case", RESUME_CASES, ids=[f"{n} {case['why']}" for n, case in enumerate(RESUME_CASES)]
)
def test_what_models_really_send_has_the_right_outcome(case: dict[str, Any]) -> None:
    if case["expect"] != "applied":
        error = refused(*case["operations"])
        assert (error.code, error.index) == (case["expect"], case.get("index"))
        if error.index is not None:
            assert error.operation == case["operations"][error.index]
        return
    target = tried(*case["operations"]).target
    assert list(target) == list(base())
    if "companies" in case:
        assert [job["company"] for job in at(JOBS, target)] == case["companies"]
    if "stored" in case:
        list_pointer = case["operations"][0]["path"].removesuffix("/-")
        stored = at(list_pointer, target)[-1]
        assert stored.pop("id") == "fresh-1"
        assert stored == case["stored"]


def test_an_error_carries_no_value_of_the_resume() -> None:
    document = base()
    for operation in (
        {"op": "test", "path": "/basics/name", "value": "someone else"},
        {"op": "replace", "path": "/basics/nope", "value": 1},
        {"op": "replace", "path": "/basics/name", "value": 1},
    ):
        error = refused(operation, document=document)
        told = f"{error} {error.__cause__} {error.__context__} {error.operation}"
        assert "Placeholder" not in told
        assert "sam@example.com" not in told


def test_an_invalid_result_names_its_places_and_the_operation_to_blame() -> None:
    error = refused(
        {"op": "replace", "path": "/basics/headline", "value": "Lead"},
        {"op": "add", "path": f"{SKILLS}/-", "value": {"name": "Kafka", "level": 9}},
        {"op": "replace", "path": "/basics/location", "value": "Delft"},
    )
    assert (error.code, error.index) == ("invalid_resume", 1)
    assert isinstance(error.__cause__, InvalidResumeError)
    assert error.__cause__.places == ((f"{SKILLS}/3/level", "must be at most 5"),)


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "remove", "path": f"{JOBS}/0/roles"},
        {"op": "remove", "path": "/sections/skills"},
        {"op": "add", "path": "/basics/linkedin", "value": "x"},
        {"op": "add", "path": "/sections/patents", "value": {}},
        {"op": "replace", "path": f"{JOBS}/0/company", "value": ""},
        {"op": "replace", "path": "/metadata/template", "value": "bogus"},
        {"op": "replace", "path": "/basics/website", "value": "javascript:alert(1)"},
        {"op": "add", "path": f"{SKILLS}/-", "value": "Kafka"},
        {"op": "replace", "path": "/sections/skills", "value": []},
    ],
)
def test_what_a_lenient_schema_would_coerce_or_drop_is_refused(operation: dict[str, Any]) -> None:
    assert refused(operation).code == "invalid_resume"


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        ({"op": "replace", "path": "", "value": {}}, "root_not_allowed"),
        ({"op": "remove", "path": ""}, "root_not_allowed"),
        ({"op": "copy", "from": "", "path": "/basics"}, "root_not_allowed"),
        ({"op": "replace", "path": "/metadata/notes", "value": "x"}, "not_allowed"),
        ({"op": "copy", "from": "/metadata/notes", "path": "/basics/name"}, "not_allowed"),
        ({"op": "test", "path": "/metadata/notes", "value": ""}, "not_allowed"),
        ({"op": "replace", "path": f"{SKILLS}/0/id", "value": "mine"}, "id_not_allowed"),
        ({"op": "remove", "path": f"{SKILLS}/0/id"}, "id_not_allowed"),
        ({"op": "move", "from": f"{SKILLS}/0/id", "path": "/basics/name"}, "id_not_allowed"),
        ({"op": "copy", "from": "/basics/name", "path": f"{SKILLS}/0/id"}, "id_not_allowed"),
        ({"op": "add", "path": "/customSections/0/id", "value": "x"}, "id_not_allowed"),
    ],
)
def test_what_no_patch_may_touch(operation: dict[str, Any], code: str) -> None:
    assert refused(operation).code == code


def test_the_private_notes_can_not_be_changed_with_all_around_them() -> None:
    metadata = base()["metadata"]
    tried({"op": "replace", "path": "/metadata", "value": metadata | {"template": "azurill"}})
    assert (
        refused({"op": "replace", "path": "/metadata", "value": metadata | {"notes": "x"}}).code
        == "not_allowed"
    )


def test_an_id_may_be_tested() -> None:
    tried({"op": "test", "path": f"{SKILLS}/0/id", "value": at(f"{SKILLS}/0/id", base())})


def test_a_document_can_not_grow_beyond_its_cap() -> None:
    document = base()
    jobs = at(JOBS, document)
    for number in range(4):
        jobs.append({**jobs[0], "id": f"long-{number}", "description": f"<p>{'x' * (MAX_VALUE - 100)}</p>"})
    document["metadata"]["notes"] = "z" * 4000
    document["basics"]["headline"] = ""
    value = "y" * (MAX_DOCUMENT - size(document))
    tried({"op": "replace", "path": "/basics/headline", "value": value}, document=document)
    error = refused({"op": "replace", "path": "/basics/headline", "value": value + "y"}, document=document)
    assert (error.code, error.index) == ("invalid_resume", 0)


# --- settling ---


def test_an_added_entry_is_filled_and_gets_fresh_ids_its_roles_too() -> None:
    job = {
        "id": "x",
        "company": "Globex",
        "roles": [{"position": "Lead"}, {"id": "y", "position": "Engineer"}],
    }
    added = at(f"{JOBS}/3", tried({"op": "add", "path": f"{JOBS}/-", "value": job}).target)
    assert added == {
        "id": "fresh-1",
        "hidden": False,
        "company": "Globex",
        "position": "",
        "location": "",
        "period": "",
        "website": {"url": "", "label": "", "inlineLink": False},
        "description": "",
        "roles": [
            {"id": "fresh-2", "position": "Lead", "period": "", "description": ""},
            {"id": "fresh-3", "position": "Engineer", "period": "", "description": ""},
        ],
    }


def test_an_entry_removed_and_added_again_keeps_its_id() -> None:
    job = at(f"{JOBS}/1", base())
    target = tried(
        {"op": "remove", "path": f"{JOBS}/1"},
        {"op": "add", "path": f"{JOBS}/0", "value": job},
    ).target
    assert [entry["id"] for entry in at(JOBS, target)][:2] == [job["id"], at(f"{JOBS}/0/id", base())]
    again = tried(
        {"op": "remove", "path": f"{JOBS}/1"},
        {"op": "add", "path": f"{JOBS}/0", "value": job},
        {"op": "add", "path": f"{JOBS}/0", "value": job},
    ).target
    assert [entry["id"] for entry in at(JOBS, again)][:2] == ["fresh-1", job["id"]]


def test_the_id_of_an_entry_that_is_still_there_is_not_taken_over() -> None:
    skill = at(f"{SKILLS}/0", base())
    assert (
        at(f"{SKILLS}/3/id", tried({"op": "add", "path": f"{SKILLS}/-", "value": skill}).target) == "fresh-1"
    )


def test_a_replaced_entry_keeps_its_id_and_what_was_left_out() -> None:
    before = at(f"{JOBS}/0", base())
    value = {"id": "other", "company": "Northwind", "website": "https://northwind.example"}
    after = at(f"{JOBS}/0", tried({"op": "replace", "path": f"{JOBS}/0", "value": value}).target)
    website = {"url": "https://northwind.example", "label": "", "inlineLink": False}
    assert after == {**before, "company": "Northwind", "website": website}


def test_a_replaced_list_keeps_the_ids_that_were_in_it_once() -> None:
    first, second, _ = at(SKILLS, base())
    elsewhere = at(f"{JOBS}/0/id", base())
    value = [second, {"name": "Kafka"}, first, {**first, "name": "Twin"}, {"id": elsewhere, "name": "Go"}]
    after = at(SKILLS, tried({"op": "replace", "path": SKILLS, "value": value}).target)
    assert [entry["id"] for entry in after] == [second["id"], "fresh-1", first["id"], "fresh-2", "fresh-3"]
    assert after[2] == first
    same = tried({"op": "add", "path": "/sections/skills", "value": base()["sections"]["skills"]}).target
    assert equal(same, base())


def test_a_copied_entry_gets_fresh_ids_and_stays_a_copy() -> None:
    document = base()
    document["sections"]["experience"]["items"][0]["roles"] = [
        with_defaults("roles", {"id": "r", "position": "Lead"})
    ]
    trial = tried({"op": "copy", "from": f"{JOBS}/0", "path": f"{JOBS}/-"}, document=document)
    copied, original = at(f"{JOBS}/3", trial.target), at(f"{JOBS}/0", document)
    assert (copied["id"], copied["roles"][0]["id"]) == ("fresh-1", "fresh-2")
    assert equal({**copied, "id": "", "roles": []}, {**original, "id": "", "roles": []})
    assert trial.operations[0] == {"op": "copy", "from": f"{JOBS}/0", "path": f"{JOBS}/-"}


def test_a_moved_entry_keeps_its_id() -> None:
    document = own_section("experience")
    trial = tried({"op": "move", "from": f"{JOBS}/0", "path": "/customSections/0/items/-"}, document=document)
    assert at("/customSections/0/items/0", trial.target) == at(f"{JOBS}/0", document)


def test_a_layout_names_an_added_section_by_the_id_that_it_got() -> None:
    section = {
        "id": "talks",
        "type": "summary",
        "title": "Talks",
        "items": [{"content": "Spoke at a meetup"}],
    }
    main = "/metadata/layout/pages/0/main/-"
    added_section: dict[str, Any] = {"op": "add", "path": "/customSections/-", "value": section}
    placed: dict[str, Any] = {"op": "add", "path": main, "value": "talks"}
    for operations in ([added_section, placed], [placed, added_section]):
        target = tried(*operations).target
        added = at("/customSections/0", target)
        assert at("/metadata/layout/pages/0/main", target)[-1] == added["id"] == "fresh-1"
        assert added["items"] == [{"id": "fresh-2", "hidden": False, "content": "<p>Spoke at a meetup</p>"}]


def test_a_name_of_a_built_in_section_in_the_layout_stays() -> None:
    section = {"id": "skills", "type": "skills", "title": "Tools"}
    target = tried(
        {"op": "add", "path": "/customSections/-", "value": section},
        {"op": "replace", "path": "/metadata/layout/pages/0/main", "value": ["skills", "summary"]},
    ).target
    assert at("/metadata/layout/pages/0/main", target) == ["skills", "summary"]
    assert at("/customSections/0/id", target) == "fresh-1"


def test_a_custom_section_of_another_type_keeps_only_ids() -> None:
    document = own_section("skills", {"id": "k", "name": "Kafka", "proficiency": "Daily"})
    value = {"type": "summary", "title": "Own", "items": [{"id": "k", "content": "Kafka, daily"}]}
    after = at(
        "/customSections/0",
        tried({"op": "replace", "path": "/customSections/0", "value": value}, document=document).target,
    )
    assert after["id"] == "own"
    assert after["items"] == [{"id": "k", "hidden": False, "content": "<p>Kafka, daily</p>"}]


def test_rich_text_is_canonical_wherever_it_comes_in() -> None:
    messy = "<div>Led <b>six</b>&nbsp;people</div><script>x()</script>"
    neat = "<p>Led <strong>six</strong>&nbsp;people</p>"
    trial = tried(
        {"op": "replace", "path": "/summary/content", "value": messy},
        {"op": "test", "path": "/summary/content", "value": messy},
        {"op": "replace", "path": f"{JOBS}/0/description", "value": "- a < b\n- c"},
        {"op": "add", "path": f"{JOBS}/0/roles/-", "value": {"position": "Lead", "description": messy}},
        {
            "op": "test",
            "path": f"{JOBS}/0/roles/0",
            "value": {"id": "fresh-1", "position": "Lead", "period": "", "description": messy},
        },
    )
    assert [operation["value"] for operation in trial.operations[:2]] == [neat, neat]
    assert at(f"{JOBS}/0/description", trial.target) == "<ul><li><p>a &lt; b</p></li><li><p>c</p></li></ul>"
    assert at(f"{JOBS}/0/roles/0/description", trial.target) == neat


def test_plain_text_is_never_moved_or_copied_into_rich_text() -> None:
    document = base()
    document["basics"]["headline"] = "R&D <b>lead</b>"
    for operations in (
        [{"op": "copy", "from": "/basics/headline", "path": "/summary/content"}],
        [
            {"op": "move", "from": "/basics/headline", "path": f"{JOBS}/0/description"},
            {"op": "add", "path": "/basics/headline", "value": ""},
        ],
    ):
        error = refused(*operations, document=document)
        assert (error.code, error.index) == ("not_allowed", 0)
    tried({"op": "copy", "from": "/summary/content", "path": f"{JOBS}/0/description"})


def test_a_retyped_section_can_not_smuggle_a_text_in() -> None:
    document = own_section("skills", {"id": "k", "name": "Kafka", "content": "<script>x()</script>"})
    error = refused(
        {"op": "replace", "path": "/customSections/0/type", "value": "summary"}, document=document
    )
    assert error.code == "not_allowed"


def test_members_that_the_format_does_not_know_are_carried_but_never_written() -> None:
    document = own_section("skills", {"id": "k", "name": "Kafka", "later": {"a": 1}})
    items = "/customSections/0/items"
    carrying: Operations = [
        {"op": "replace", "path": f"{items}/0/name", "value": "Kafka Streams"},
        {"op": "replace", "path": f"{items}/0", "value": {"name": "Kafka Streams"}},
        {"op": "copy", "from": f"{items}/0", "path": f"{items}/-"},
        {"op": "add", "path": f"{items}/-", "value": {"name": "Go", "later": {"a": 1.0}}},
    ]
    for operation in carrying:
        assert at(f"{items}/0/later", tried(operation, document=document).target) == {"a": 1}
    tried({"op": "remove", "path": f"{items}/0/later"}, document=document)
    writing: Operations = [
        {"op": "replace", "path": f"{items}/0/later", "value": {"a": True}},
        {"op": "add", "path": f"{items}/0/more", "value": 1},
        {"op": "add", "path": f"{items}/-", "value": {"name": "Go", "highlights": ["x"]}},
    ]
    for operation in writing:
        assert refused(operation, document=document).code == "not_allowed"


def test_settling_once_more_changes_nothing() -> None:
    sent = [
        {"op": "add", "path": f"{SKILLS}/-", "value": {"name": "Kafka"}},
        {"op": "replace", "path": f"{JOBS}/0", "value": {"company": "Northwind", "description": "a\nb"}},
        {"op": "replace", "path": "/basics/website", "value": "https://a.example"},
    ]
    once = settle(parse_operations(sent), base(), minter())
    assert settle(once, base(), minter()) == once


def test_the_operation_that_was_sent_is_named_behind_copies() -> None:
    sent = [
        {"op": "copy", "from": f"{JOBS}/0", "path": f"{JOBS}/-"},
        {"op": "copy", "from": f"{JOBS}/1", "path": f"{JOBS}/-"},
        {"op": "remove", "path": f"{JOBS}/9"},
    ]
    error = refused(*sent)
    assert (error.code, error.index, error.operation) == ("out_of_range", 2, sent[2])


def test_a_part_that_the_schema_reads_otherwise_is_noticed() -> None:
    operations = parse_operations([{"op": "replace", "path": f"{SKILLS}/0/level", "value": 5}])
    settled = settle_each(operations, base(), minter())
    target = apply(operations, base())
    assert list(_lost(parse(target), target, settled)) == []
    assert list(_lost(parse(base()), target, settled)) == [("sections", "skills")]


fields = st.sampled_from(
    ["/basics/headline", "/summary/content", f"{JOBS}/0/description", f"{SKILLS}/1/name"]
)
places = st.sampled_from([SKILLS, JOBS, f"{SKILLS}/0/keywords", "/customSections", f"{JOBS}/1/roles"])
ends = st.sampled_from(["", "/-", "/0", "/1", "/7"])
wanted = st.one_of(
    st.sampled_from(
        [{"name": "Kafka"}, {"company": "Globex", "roles": [{"position": "x"}]}, {"position": "x"}]
    ),
    st.sampled_from(
        [[], "", "Redis", {"type": "skills", "title": "t", "items": [{"name": "q"}]}, None, {"id": "own"}]
    ),
    st.text(max_size=8),
)
resume_patches = st.lists(
    st.one_of(
        st.builds(
            lambda op, path, value: {"op": op, "path": path, "value": value},
            st.sampled_from(["add", "replace", "test"]),
            fields,
            wanted,
        ),
        st.builds(
            lambda op, path, end, value: {"op": op, "path": path + end, "value": value},
            st.sampled_from(["add", "replace"]),
            places,
            ends,
            wanted,
        ),
        st.builds(lambda path, end: {"op": "remove", "path": path + end}, places, ends),
        st.builds(
            lambda op, source, a, path, b: {"op": op, "from": source + a, "path": path + b},
            st.sampled_from(["move", "copy"]),
            places,
            ends,
            places,
            ends,
        ),
    ),
    min_size=1,
    max_size=4,
)


POSSIBLE = {"bad_arguments", "bad_index", "path_not_found", "out_of_range", "test_failed"}
POSSIBLE |= {"move_into_child", "not_allowed", "invalid_resume"}


@given(resume_patches)
def test_any_patch_gives_a_valid_resume_or_nothing(sent: Operations) -> None:
    result = attempt(lambda: tried(*sent))
    if isinstance(result, PatchError):
        assert result.code in POSSIBLE
        assert refused(*sent).code == result.code
