"""What people call a place, and the one address or the candidates that it leads to."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.resume.names import Found, find, is_same_name
from core.resume.normal import to_normal
from core.resume.values import Document

EXPERIENCE = "/sections/experience/items"
NORTHWIND = f"{EXPERIENCE}/[3f0c2a5e-8b1d-4c6f-9a72-0d5e1b7c4a01]"
HARBOR = f"{EXPERIENCE}/[7a1e94d3-06c2-4b8a-8f5d-2c9b0e6d7f02]"
LIBRARY = f"{EXPERIENCE}/[c48b7f60-1d3e-4a95-b2e4-9e7a5d3c8b03]"
COLLEGE = "/sections/education/items/[e2d6a8c4-7f19-4e53-a0b8-6b4c2f1d9e04]"
PYTHON = "/sections/skills/items/[51c7e3b9-4a8d-4d26-9f13-8a0e6c5b7d05]"
POSTGRES = "/sections/skills/items/[9e4f1d72-b6a5-4c08-8d7b-3f2a9c1e0b06]"
DOCKER = "/sections/skills/items/[b03d5a8e-2c7f-4971-a6e4-7d1b8f9c3a07]"
DUTCH = "/sections/languages/items/[d75a2c90-8e4b-4fb6-b1c3-5e9d7a0f4c08]"
GITHUB = "/sections/profiles/items/[0d9b6c1e-52a4-4f0b-9c6e-1f6f3b7a2d10]"

ONE_PLACE = {
    "my Northwind job": NORTHWIND,
    "Harbor": HARBOR,
    "Harbor Software": HARBOR,
    "Backend Engineer at Northwind": NORTHWIND,
    "my experience at City Library": LIBRARY,
    "Harbor 的工作": HARBOR,
    "我在 Harbor 的那段经历": HARBOR,
    "the second job": HARBOR,
    "my 2nd position": HARBOR,
    "第二段经历": HARBOR,
    "第2份工作": HARBOR,
    "my current job": NORTHWIND,
    "最近一份工作": NORTHWIND,
    "the oldest job": LIBRARY,
    "my degree": COLLEGE,
    "my BSc": COLLEGE,
    "the Riverside degree": COLLEGE,
    "Bachelor of Science": COLLEGE,
    "my GitHub profile": GITHUB,
    "荷兰语": DUTCH,
    "Python": PYTHON,
    "the Python group": PYTHON,
    "my Docker skill": DOCKER,
    "Postgres": POSTGRES,
    "postgre sql": POSTGRES,
    "Flask": f"{PYTHON}/keywords/[Flask]",
    "the keyword Flask": f"{PYTHON}/keywords/[Flask]",
    "Experience": "/sections/experience",
    "my work history": "/sections/experience",
    "工作经历": "/sections/experience",
    "工作经验部分": "/sections/experience",
    "the skills section": "/sections/skills",
    "我的技能栏": "/sections/skills",
    "技能": "/sections/skills",
    "schools": "/sections/education",
    "学历": "/sections/education",
    "教育背景": "/sections/education",
    "hobbies": "/sections/interests",
    "推荐人": "/sections/references",
    "about me": "/summary",
    "photo": "/picture",
    "refernces": "/sections/references",
    "Habor Software": HARBOR,
    "headline": "/basics/headline",
    "my phone number": "/basics/phone",
    "手机号": "/basics/phone",
    "地址": "/basics/location",
    "position at Harbor": f"{HARBOR}/position",
    "my job title at Northwind Logistics": f"{NORTHWIND}/position",
    "Harbor's dates": f"{HARBOR}/period",
    "City Library location": f"{LIBRARY}/location",
    "the period of my second job": f"{HARBOR}/period",
    "Harbor Software 的职位": f"{HARBOR}/position",
    "Harbor的时间": f"{HARBOR}/period",
    "major at Riverside College": f"{COLLEGE}/area",
    "专业": f"{COLLEGE}/area",
    "Dutch fluency": f"{DUTCH}/fluency",
}


@cache
def base() -> Document:
    path = Path(__file__).parents[1] / "data" / "base-resume.json"
    document: Document = json.loads(path.read_text(encoding="utf-8"))
    return document


def with_items(section: str, *items: dict[str, Any]) -> Document:
    document = copy.deepcopy(base())
    document["sections"][section]["items"] = [
        {"id": str(place), "hidden": False, **item} for place, item in enumerate(items)
    ]
    return document


def skills(*names: str) -> Document:
    return with_items("skills", *({"name": name, "keywords": []} for name in names))


def addresses(found: Found) -> list[str]:
    return [candidate.address for candidate in found.candidates]


@pytest.mark.parametrize(("name", "address"), ONE_PLACE.items())
def test_a_name_leads_to_one_place(name: str, address: str) -> None:
    assert find(name, base()).address == address


@pytest.mark.parametrize(
    "name",
    ["", "  ", "“”", "Globex", "my Globex job", "the second degree", "Java", "engineer", "it", "第九段经历"],
)
def test_what_is_not_there_is_not_found(name: str) -> None:
    found = find(name, base())
    assert (found.address, found.candidates) == (None, ())


def test_several_hits_are_candidates_with_labels_a_person_knows() -> None:
    found = find("my job", base())
    assert found.address is None
    assert [candidate.label for candidate in found.candidates] == [
        "Experience · Northwind Logistics · Backend Engineer",
        "Experience · Harbor Software · Junior Developer",
        "Experience · City Library · IT Assistant",
    ]


def test_first_and_last_are_not_guessed_where_list_and_time_differ() -> None:
    assert addresses(find("my last job", base())) == [LIBRARY, NORTHWIND]
    assert addresses(find("第一份工作", base())) == [NORTHWIND, LIBRARY]
    assert find("the last degree", base()).address == COLLEGE
    assert find("the last skill", skills("C", "Go")).address == "/sections/skills/items/[1]"


def test_a_hidden_entry_makes_counting_ambiguous() -> None:
    document = copy.deepcopy(base())
    document["sections"]["experience"]["items"][0]["hidden"] = True
    assert addresses(find("the second job", document)) == [HARBOR, LIBRARY]


def test_a_job_without_dates_may_be_the_latest() -> None:
    document = copy.deepcopy(base())
    document["sections"]["experience"]["items"][2]["period"] = ""
    assert addresses(find("my latest job", document)) == [NORTHWIND, HARBOR, LIBRARY]


def test_my_title_may_be_the_headline_or_a_position() -> None:
    found = find("my title", base(), kinds={"field"})
    places = [f"{job}/position" for job in (NORTHWIND, HARBOR, LIBRARY)]
    assert addresses(found) == ["/basics/headline", *places]


def test_a_field_narrows_what_an_entry_can_be() -> None:
    document = copy.deepcopy(base())
    project = {"id": "p", "hidden": False, "name": "Harbor", "period": "", "description": ""}
    document["sections"]["projects"]["items"] = [project]
    assert find("Harbor", document).address == "/sections/projects/items/[p]"
    assert find("position at Harbor", document).address == f"{HARBOR}/position"
    assert find("my Harbor job", document).address == HARBOR


@pytest.mark.parametrize("name", ["C", "R", "Go", "C++", "C#", ".NET", "Java", "Scala"])
def test_short_and_odd_skills_match_only_themselves(name: str) -> None:
    others = ("CSS", "React", "Google Cloud", "ASP.NET", "JavaScript", "Scalar", "Objective-C", "Rust", "Net")
    found = find(name, skills(*others))
    assert (found.address, found.candidates) == (None, ())
    assert find(name, skills(*others, name)).address == f"/sections/skills/items/[{len(others)}]"
    every = skills("C", "C++", "C#", "R", "Go", ".NET", "Java", "Scala", *others)
    assert find(name.casefold(), every).sure


def test_a_slip_in_a_skill_is_only_a_hint() -> None:
    found = find("Pyton", base())
    assert (found.address, found.candidates) == (None, ())
    assert [candidate.label for candidate in found.near] == ["Skills · Python"]


def test_an_exact_name_goes_before_what_means_the_same() -> None:
    both = skills("PostgreSQL", "Postgres")
    assert find("postgres", both).address == "/sections/skills/items/[1]"
    assert addresses(find("psql", both)) == ["/sections/skills/items/[0]", "/sections/skills/items/[1]"]


def test_numbers_and_short_words_are_never_a_slip() -> None:
    document = with_items("projects", {"name": "Company A"}, {"name": "Release 2019"})
    assert find("Company B", document).address is None
    assert find("Release 2018", document).address is None
    assert find("Releases 2019", document).address == "/sections/projects/items/[1]"


def test_former_and_short_names_find_a_company() -> None:
    document = with_items(
        "experience", {"company": "Meta", "position": ""}, {"company": "阿里巴巴集团", "position": "工程师"}
    )
    assert find("my Facebook job", document).address == f"{EXPERIENCE}/[0]"
    assert find("阿里巴巴", document).address == f"{EXPERIENCE}/[1]"
    assert find("阿里巴巴集团的职位", document).address == f"{EXPERIENCE}/[1]/position"


def test_a_renamed_section_answers_to_its_new_and_its_old_name() -> None:
    document = copy.deepcopy(base())
    document["sections"]["experience"]["title"] = "Adventures"
    assert find("adventures", document).address == "/sections/experience"
    assert find("experience section", document).address == "/sections/experience"


def test_a_custom_section_with_a_built_in_title_is_a_candidate_beside_it() -> None:
    document = copy.deepcopy(base())
    custom = {"id": "x", "type": "projects", "title": "Projects", "hidden": False, "items": []}
    document["customSections"] = [custom]
    assert addresses(find("projects", document)) == ["/sections/projects", "/customSections/[x]"]


def test_kinds_narrow_the_search() -> None:
    document = copy.deepcopy(base())
    document["sections"]["skills"]["items"][0]["name"] = "Languages"
    assert len(find("languages", document).candidates) == 2
    assert find("languages", document, kinds={"section"}).address == "/sections/languages"
    assert find("languages", document, kinds={"entry"}).address == PYTHON
    assert find("headline", document, kinds={"entry"}).address is None


def test_roles_have_their_own_place() -> None:
    document = copy.deepcopy(base())
    role = {"id": "r/1", "position": "Team Lead", "period": "2020", "description": ""}
    document["sections"]["experience"]["items"][1]["roles"] = [role]
    assert find("my Team Lead role", document).address == f"{HARBOR}/roles/[r~11]"


def test_tokens_are_escaped_as_in_a_pointer() -> None:
    document = with_items("skills", {"name": "Delivery", "keywords": ["CI/CD", "a~b"]})
    assert find("CI/CD", document).address == "/sections/skills/items/[0]/keywords/[CI~1CD]"
    assert find("a~b", document).address == "/sections/skills/items/[0]/keywords/[a~0b]"


def test_labels_speak_the_language_asked_for() -> None:
    labels = [candidate.label for candidate in find("my title", base(), language="zh").candidates]
    assert labels[0] == "头衔"
    assert labels[1].endswith("Backend Engineer · 职位")


def test_a_document_with_parts_missing_is_searched_all_the_same() -> None:
    assert find("skills", {}) == Found()
    assert (
        find("headline", {"sections": {"skills": None}, "customSections": None}).address == "/basics/headline"
    )


def test_names_that_mean_one_thing() -> None:
    assert is_same_name("TypeScript", "type script")
    assert is_same_name("ｋ８ｓ", "Kubernetes")
    assert is_same_name("Node.js", "nodejs")
    assert not is_same_name("Java", "JavaScript")
    assert not is_same_name("C", "C++")
    assert not is_same_name(".NET", "Net")


def test_wide_letters_and_quotes_have_one_normal_form() -> None:
    assert to_normal("“Ｃ＋＋”") == to_normal("c++") == "c++"
    assert to_normal("‘O’Brien’s  job.’") == "o'brien's job"
    assert to_normal(".NET") == ".net"


def to_wide(text: str) -> str:
    return "".join(chr(ord(mark) + 0xFEE0) if "!" <= mark <= "~" else mark for mark in text)


@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(sorted(ONE_PLACE)),
    st.sampled_from([str.upper, str.lower, str.swapcase, str.title, to_wide, str]),
    st.sampled_from(["{}", "“{}”", '"{}"', "「{}」", "《{}》", "  {} ", "{}.", "`{}`"]),
    st.sampled_from(["'", "’"]),
)
def test_case_width_and_quotes_change_nothing(
    name: str, spelling: Callable[[str], str], around: str, apostrophe: str
) -> None:
    text = around.format(spelling(name.replace("'", apostrophe)))
    assert find(text, base()).address == ONE_PLACE[name]


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_answered_and_an_address_excludes_candidates(text: str) -> None:
    found = find(text, base())
    assert found.address is None or not (found.candidates or found.near)
    assert len(found.candidates) != 1


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=40))
def test_a_normal_name_is_its_own_normal_form(text: str) -> None:
    assert to_normal(to_normal(text)) == to_normal(text)
