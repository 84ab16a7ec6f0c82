"""What a text states that nobody gave: every mark that must be there, and as few others as can be."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from core.talk.facts import Kind, unsupported
from core.talk.material import Material

DATA = Path(__file__).parent.parent / "data" / "facts.json"
TOLD = (
    "At Northwind I improved the performance of the tracking API and mentored new colleagues. "
    "We have 40 depots. Response time went from 800 ms to 120 ms after I added the cache."
)
GIVEN = Material((TOLD,))


@cache
def sets() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))["sets"]
    return found


def marks(text: str, *material: str, kind: Kind = "prose") -> list[str]:
    return unsupported(text, kind, Material(material))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Improved API performance by 40%", ["40%"]),
        ("Mentored 5 new colleagues", ["5"]),
        ("Cut response time from 800 ms to 120 ms", []),
        ("Cut response time from 800ms to 120ms", []),
        ("Cut response time from 800 to 120 ms", []),
        ("Cut response time by 85%", ["85%"]),
        ("Cut response time from 0.8 s to 0.12 s", []),
        ("Served forty depots", []),
        ("Ran an API used by 40+ depots", ["40+"]),
        ("Ran an API used by more than 40 depots", ["40"]),
        ("Doubled throughput", ["Doubled"]),
        ("将接口响应时间从800ms降到120ms", []),
        ("管理四十个网点", []),
        ("管理40多个网点", ["40多"]),
        ("性能提升百分之四十", ["百分之四十"]),
    ],
)
def test_a_figure_counts_only_as_it_was_given(text: str, expected: list[str]) -> None:
    assert unsupported(text, "prose", GIVEN) == expected


@pytest.mark.parametrize(
    ("stated", "given"),
    [
        ("3 million scans a day", "about 3,000,000 scans"),
        ("twelve people", "a team of 12"),
        ("one hundred and five stores", "105 stores"),
        ("三千五百名用户", "3500 users"),
        ("12.5k visitors", "12,500 visitors"),
        ("5万元预算", "a budget of 50,000 yuan"),
        ("40+ stores", "more than 40 stores"),
        ("10年以上经验", "over 10 years and more than 10 years of work"),
        ("a 2x speed-up", "it doubled"),
        ("cut costs in half", "costs halved"),
        ("90 minutes", "1.5 hours"),
        ("March 2018 – July 2024", "2018-03 to 2024-07"),
        ("2018", "since March 2018"),
        ("2021年6月", "Jun 2021"),
        ("2019–21", "2019 to 2021"),
        ("thousands of users", "served thousands of users"),
        ("$5k saved", "saved 5,000 dollars"),
    ],
)
def test_the_same_amount_in_another_form_was_given(stated: str, given: str) -> None:
    assert marks(stated, given) == []


@pytest.mark.parametrize(
    ("stated", "given", "expected"),
    [
        ("40 people", "40%", ["40"]),
        ("5 hours a week", "5 people", ["5 hours"]),
        ("March 2018", "since 2018", ["March 2018"]),
        ("2018-03-05", "March 2018", ["2018-03-05"]),
        ("2019", "2018 and 2020", ["2019"]),
        ("3 colleagues", "from 2021-03 on", ["3"]),
        ("a team of 555", "phone +1 555 0101", ["555"]),
        ("thousands of users", "1,000 users", ["thousands"]),
        ("$40", "40 depots", ["$40"]),
    ],
)
def test_a_number_of_something_else_is_no_ground(stated: str, given: str, expected: list[str]) -> None:
    assert marks(stated, given) == expected


@pytest.mark.parametrize(
    ("stated", "given"),
    [
        ("Kubernetes and PostgreSQL", "k8s, postgres"),
        ("Wrote SQL", "MySQL every day"),
        ("Deployed on Amazon Web Services", "AWS"),
        ("Uses AWS", "Amazon Web Services"),
        ("Python-based tools", "python"),
        ("Set up CI/CD", "ci/cd"),
        ("Built with Node.js", "nodejs"),
        ("Go into production", "we went live"),
        ("Increased efficiency; Led the team", "did things"),
        ("Worked for Northwind's depots", "northwind"),
    ],
)
def test_another_name_of_the_same_thing_was_given(stated: str, given: str) -> None:
    assert marks(stated, given) == []


@pytest.mark.parametrize(
    "given",
    ["I have never used Kubernetes.", "我自己没碰过 K8s，只会看看日志", "I don't know Kubernetes, sorry"],
)
def test_what_the_person_never_did_is_no_ground(given: str) -> None:
    assert marks("Ran Kubernetes in production", given) == ["Kubernetes"]


def test_a_longer_name_is_another_name() -> None:
    assert marks("JavaScript and Scala", "Java, Scalar") == ["JavaScript", "Scala"]
    assert marks("C++, C#", "C") == ["C++", "C#"]


@pytest.mark.parametrize(
    ("text", "kind", "given", "expected"),
    [
        ("Riverside College", "name", "I studied at Riverside", []),
        ("Oxford University", "name", "I studied at Riverside", ["Oxford"]),
        ("Senior Backend Engineer", "title", "backend developer, engineer", ["Senior"]),
        ("后端开发工程师", "title", "岗位写的是后端开发", []),
        ("高级后端开发工程师", "title", "岗位写的是后端开发", ["高级"]),
        ("Backend Engineer", "title", "我是后端工程师", []),
        ("senior engineer who cares", "headline", "engineer", ["senior"]),
        ("2019 – Present", "period", "since 2019", []),
        ("2019 – Present", "period", "2019", ["Present"]),
        ("2019年 – 至今", "period", "2019年入职", ["至今"]),
        ("sam@example.com", "contact", "mail: Sam@Example.com", []),
        ("https://www.example.com/sam/", "contact", "example.com/sam", []),
        ("https://example.com/tom", "contact", "example.com/sam", ["https://example.com/tom"]),
        ("+1 (555) 0101", "contact", "+1 555 0101", []),
        ("+1 555 0199", "contact", "+1 555 0101", ["+1 555 0199"]),
    ],
)
def test_names_titles_dates_and_addresses_are_read_each_in_its_way(
    text: str, kind: Kind, given: str, expected: list[str]
) -> None:
    assert marks(text, given, kind=kind) == expected


def test_what_was_made_up_is_marked_word_for_word() -> None:
    missed = [
        (text, expected, found)
        for each in sets()
        for text, expected in each["unsupported"]
        if (found := marks(text, each["material"])) != expected
    ]
    assert not missed


def test_at_most_one_in_twenty_supported_statements_is_marked_by_mistake() -> None:
    supported = [(text, each["material"]) for each in sets() for text in each["supported"]]
    wrong = [(text, found) for text, material in supported if (found := marks(text, material))]
    assert len(supported) >= 75
    assert len(wrong) <= len(supported) * 0.05, wrong


def test_a_text_is_borne_by_itself() -> None:
    for each in sets():
        for text in (*each["supported"], *(text for text, _ in each["unsupported"])):
            assert marks(text, text) == []
