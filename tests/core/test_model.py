import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidResumeError
from core.resume.entries import CUSTOM_TYPES
from core.resume.families import shape_at
from core.resume.model import (
    FAMILIES,
    MAX_DOCUMENT,
    SECTIONS,
    empty_document,
    is_rich_text,
    parse,
    size,
    with_defaults,
    wrong_json,
)
from core.resume.richtext import canonical
from core.resume.sample import sample
from core.resume.schema import Sections
from core.resume.values import Document, Json, equal

ROOT = Path(__file__).parents[2]
BASE = (ROOT / "tests/data/base-resume.json").read_text("utf-8")
PUBLIC = ROOT.parent / "shared/data/resumes"


def base() -> Document:
    document: Document = json.loads(BASE)
    return document


def places(document: object) -> dict[str, str]:
    with pytest.raises(InvalidResumeError) as caught:
        parse(document)
    return dict(caught.value.places)


def custom_section(kind: str, **entry: Json) -> Document:
    section = with_defaults("customSections", {"id": "own", "type": kind, "title": "Own"})
    section["items"] = [with_defaults(kind, {"id": "entry", FAMILIES[kind].key: "x", **entry})]
    return base() | {"customSections": [section]}


def test_a_whole_resume_reads_back_as_it_was() -> None:
    document = base()
    resume = parse(document)
    assert resume.sections.skills.items[0].name == "Python"
    assert equal(resume.model_dump(by_alias=True, exclude_unset=True), document)


@pytest.mark.skipif(not PUBLIC.is_dir(), reason="the public résumés are not beside this repository")
@pytest.mark.parametrize("name", ["default", "sample-game-developer"])
def test_public_files_of_the_format_are_valid(name: str) -> None:
    parse(json.loads((PUBLIC / f"reactive-resume-v5-{name}.json").read_text("utf-8")))


@pytest.mark.parametrize(("language", "locale"), [("en", "en-US"), ("zh", "zh-CN"), ("pt-BR", "pt-BR")])
def test_an_empty_resume_is_valid_and_shares_nothing_with_the_next(language: str, locale: str) -> None:
    first = empty_document(language)
    assert parse(first).metadata.page.locale == locale
    first["sections"]["skills"]["items"].append("mine")
    first["metadata"]["page"]["locale"] = "x"
    assert empty_document(language)["sections"]["skills"]["items"] == []


@pytest.mark.parametrize("language", ["en", "zh", "zh-CN", "fr"])
def test_the_sample_is_valid_with_canonical_texts_and_plain_skills(language: str) -> None:
    document = sample(language)
    parse(document)
    jobs = document["sections"]["experience"]["items"]
    assert [job["description"].count("<li>") for job in jobs if job["company"] == "Acme Corp"] == [3]
    assert len(jobs) == 3
    assert all(canonical(job["description"]) == job["description"] for job in jobs)
    assert all(skill["keywords"] == [] for skill in document["sections"]["skills"]["items"])
    document["basics"]["name"] = "changed"
    assert sample(language)["basics"]["name"] != "changed"
    assert (document["metadata"]["page"]["locale"] == "zh-CN") == language.startswith("zh")


def put(pointer: str, value: Json) -> Callable[[Document], None]:
    *above, last = pointer.split("/")[1:]

    def change(document: Document) -> None:
        container: Any = document
        for token in above:
            container = container[int(token) if isinstance(container, list) else token]
        container[int(last) if isinstance(container, list) else last] = value

    return change


@pytest.mark.parametrize(
    ("pointer", "value", "sentence"),
    [
        ("/sections/skills/items/0/level", 9, "must be at most 5"),
        ("/sections/skills/items/0/level", -1, "must be at least 0"),
        ("/sections/skills/items/0/level", "3", "must be a number"),
        ("/sections/skills/items/0/level", True, "must be a number"),
        ("/sections/skills/items/0/hidden", "false", "must be true or false"),
        ("/sections/skills/items/0/hidden", 0, "must be true or false"),
        ("/sections/skills/items/0/name", "", "must not be empty"),
        ("/sections/skills/items/0/name", None, "must be text"),
        ("/sections/skills/items/0/id", "", "must not be empty"),
        ("/sections/skills/items/0/keywords", "Flask", "must be a list"),
        ("/sections/skills/items/0/keywords/1", 7, "must be text"),
        ("/sections/skills/items/0", "Python", "must be an object"),
        ("/sections/skills/columns", 7, "must be at most 6"),
        ("/sections/skills/columns", 1.5, "must be a whole number"),
        ("/sections/patents", {}, "is not known here"),
        ("/sections/projects/items", {}, "must be a list"),
        ("/basics/linkedin", "x", "is not known here"),
        ("/headline", "x", "is not known here"),
        ("/basics/website", "https://a.example", "must be an object"),
        ("/sections/experience/items/0/website/inlineLink", 1, "must be true or false"),
        ("/metadata/template", "bogus", "must be one of 'azurill'"),
        ("/metadata/page/format", "a5", "must be one of 'a4'"),
        ("/metadata/page/gapX", -1, "must be at least 0"),
        ("/metadata/page/gapX", float("inf"), "must be a finite number"),
        ("/metadata/page/gapX", float("nan"), "must be a finite number"),
        ("/metadata/page/gapX", 10**400, "must be a number"),
        ("/metadata/typography/body/fontSize", 99, "must be at most 24"),
        ("/metadata/typography/body/fontWeights/0", "450", "must be one of '100'"),
        ("/metadata/layout/sidebarWidth", 51, "must be at most 50"),
        ("/metadata/stylesheet", None, "must not hold null"),
        ("/metadata/styleRules", ["x"], "must be an object"),
        ("/picture/size", 9999, "must be at most 512"),
        ("/picture/aspectRatio", 0.4, "must be at least 0.5"),
        ("/basics/name", "a\u0001b", "must hold only characters"),
        ("/basics/name", "a\ud800b", "must hold only characters"),
        ("/customSections", [{"id": "a"}], "must say its type"),
        ("/customSections", [{"id": "a", "type": "hobbies"}], "must have a type of 'profiles'"),
    ],
)
def test_what_others_would_coerce_or_drop_is_refused_with_its_place(
    pointer: str, value: Json, sentence: str
) -> None:
    document = base()
    put(pointer, value)(document)
    wrong = places(document)
    assert any(found.startswith(sentence) for found in wrong.values()), wrong
    assert all(place.startswith(pointer) or pointer.startswith(place) for place in wrong)


@pytest.mark.parametrize("name", ["picture", "basics", "summary", "sections", "customSections", "metadata"])
def test_each_of_the_six_members_is_needed(name: str) -> None:
    document = base()
    del document[name]
    assert places(document) == {f"/{name}": "is missing"}


def test_no_member_of_any_entry_may_lack() -> None:
    for family in SECTIONS:
        entry = with_defaults(family, {"id": "entry", FAMILIES[family].key: "x"})
        for name in entry:
            document = base()
            document["sections"][family]["items"] = [{key: entry[key] for key in entry if key != name}]
            assert places(document) == {f"/sections/{family}/items/0/{name}": "is missing"}


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "www.example.com", "data:text/html,x", "https://", " https://a.example", "a b"],
)
def test_a_link_is_empty_or_http_or_mail(link: str) -> None:
    for pointer in ("/basics/website/url", "/sections/experience/items/0/website/url"):
        document = base()
        put(pointer, link)(document)
        assert list(places(document)) == [pointer]
        put(pointer, "mailto:a@b.example")(document)
        parse(document)


def test_a_picture_may_also_be_a_path_of_the_app_that_made_it() -> None:
    document = base()
    document["picture"]["url"] = "/uploads/me.webp"
    parse(document)
    document["picture"]["url"] = "data:image/png;base64,x"
    assert list(places(document)) == ["/picture/url"]


@pytest.mark.parametrize("kind", CUSTOM_TYPES)
def test_a_custom_section_of_any_type_keeps_members_that_we_do_not_know(kind: str) -> None:
    document = custom_section(kind, later={"version": [6, None, 0.5, True]})
    resume = parse(document)
    assert equal(resume.model_dump(by_alias=True, exclude_unset=True), document)
    document["customSections"][0]["items"][0]["later"] = float("nan")
    assert places(document) == {"/customSections/0/items/0/later": "must be a finite number"}
    document["customSections"][0]["later"] = 1
    assert places(document) == {"/customSections/0/later": "is not known here"}


def test_an_error_inside_a_custom_section_names_its_place() -> None:
    document = custom_section("experience", company="")
    assert places(document) == {"/customSections/0/items/0/company": "must not be empty"}


def test_there_is_one_id_space() -> None:
    document = custom_section("experience")
    job, own = document["sections"]["experience"]["items"][0], document["customSections"][0]
    own["items"][0]["roles"] = [with_defaults("roles", {"id": job["id"]})]
    document["basics"]["customFields"] = [with_defaults("customFields", {"id": own["id"]})]
    assert places(document) == {
        "/basics/customFields/0/id": "must be unique",
        "/customSections/0/id": "must be unique",
        "/customSections/0/items/0/roles/0/id": "must be unique",
        "/sections/experience/items/0/id": "must be unique",
    }


@pytest.mark.parametrize("name", [*SECTIONS, "summary"])
def test_a_custom_section_is_never_called_like_a_built_in_one(name: str) -> None:
    document = custom_section("skills")
    document["customSections"][0]["id"] = name
    assert list(places(document)) == ["/customSections/0/id"]


def test_a_resume_has_at_most_256_kb() -> None:
    document = base()
    document["summary"]["content"] = ""
    room = MAX_DOCUMENT - size(document)
    document["summary"]["content"] = "重" * (room // 3)
    parse(document)
    document["summary"]["content"] += "重"
    assert places(document) == {"": "is larger than 256 KB"}


def test_style_rules_and_style_sheets_are_carried_if_they_are_whole() -> None:
    document = base()
    rule = {
        "id": "r1",
        "label": "Calm links",
        "enabled": True,
        "target": {"scope": "sectionType", "sectionType": "skills"},
        "slots": {"link": {"color": "rgba(0, 0, 0, 1)", "fontSize": 12}},
    }
    document["metadata"]["styleRules"] = [rule]
    document["metadata"]["stylesheet"] = {
        "mode": "semantic",
        "source": {"languageVersion": 1, "text": "@version 1;\n"},
    }
    parse(document)
    rule["slots"] = {"link": {"fontSize": 49}, "shadow": {}}
    assert len(places(document)) == 2


@pytest.mark.parametrize("document", [None, [], "x", 1, {}])
def test_what_is_no_resume_at_all_is_refused(document: object) -> None:
    assert places(document)


def test_no_value_of_a_resume_is_in_the_error() -> None:
    document = base()
    document["basics"]["name"] = ["Confidential Person"]
    document["basics"]["website"]["url"] = "javascript:confidential"
    document["metadata"]["template"] = "confidential"
    with pytest.raises(InvalidResumeError) as caught:
        parse(document)
    told = f"{caught.value} {caught.value.places} {caught.value.__cause__} {caught.value.__context__}"
    assert "onfidential" not in told


def test_a_document_is_not_changed_by_being_judged() -> None:
    document = base()
    parse(document)
    assert document == json.loads(BASE)


@pytest.mark.parametrize("kind", [*FAMILIES, "roles", "customFields", "customSections"])
def test_defaults_fill_what_an_entry_left_out_and_nothing_else(kind: str) -> None:
    first = with_defaults(kind, {"unknown": 1})
    assert first.pop("unknown") == 1
    assert first.get("hidden", False) is False
    assert first.get("website", {"url": ""})["url"] == ""
    for value in first.values():
        if isinstance(value, list):
            value.append("mine")
    assert all(
        value in ([], {}, "", False, 0, 1) or isinstance(value, dict)
        for value in with_defaults(kind, {}).values()
    )
    assert with_defaults(kind, {"hidden": True})["hidden"] is True


def test_families_name_members_as_on_the_wire() -> None:
    skills = FAMILIES["skills"]
    assert skills.key == "name"
    assert skills.fields == ("id", "hidden", "icon", "iconColor", "name", "proficiency", "level", "keywords")
    assert skills.required == ("id", "name")
    assert skills.rich_text == ()
    assert FAMILIES["experience"].rich_text == ("description",)
    assert FAMILIES["cover-letter"].rich_text == ("content",)
    assert set(SECTIONS) == set(Sections.model_fields)


@pytest.mark.parametrize(
    ("pointer", "rich"),
    [
        ("/summary/content", True),
        ("/summary/title", False),
        ("/sections/experience/items/0/description", True),
        ("/sections/experience/items/-/description", True),
        ("/sections/experience/items/0/roles/3/description", True),
        ("/sections/experience/items/0/position", False),
        ("/sections/skills/items/0/description", False),
        ("/customSections/0/items/0/content", True),
        ("/customSections/0/items/0/recipient", False),
        ("/customSections/0/items/0/description", False),
        ("/customSections/7/items/0/content", False),
        ("/metadata/notes", False),
        ("/sections", False),
        ("", False),
    ],
)
def test_which_places_hold_rich_text(pointer: str, rich: bool) -> None:
    document = custom_section("cover-letter")
    tokens = pointer.split("/")[1:]
    assert is_rich_text(tokens, document) is rich
    assert shape_at(tokens, document).is_rich_text is rich


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ([[[[1, "a", None, True, 0.5]]]], None),
        ({"a": {"b": "c\n\td"}}, None),
        (float("nan"), "must be a finite number"),
        (10**30, "must be a finite number"),
        ("\ud800", "must hold only characters that every program can show"),
        ({"\x00": 1}, "must hold only characters that every program can show"),
        ({1, 2}, "must be JSON"),
        ({1: 2}, "must be JSON"),
        ((1, 2), "must be JSON"),
    ],
)
def test_values_that_are_no_plain_json_are_named(value: Json, wrong: str | None) -> None:
    assert wrong_json(value) == wrong


def test_a_value_nested_without_end_is_refused_at_once() -> None:
    nested: Json = []
    for _ in range(50_000):
        nested = [nested]
    assert wrong_json(nested) == "is nested too deep"
    document = custom_section("skills", later=nested)
    assert places(document) == {"/customSections/0/items/0/later": "is nested too deep"}
    del document
    while nested:  # taken apart by hand: Python would recurse
        nested = nested.pop()
