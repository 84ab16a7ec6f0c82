"""What a résumé lacks: in order of need, in both languages, and gone once it is answered."""

import random

import pytest

from core.resume.address import value_at
from core.resume.families import with_defaults
from core.resume.model import empty_document, parse
from core.resume.values import Document
from core.show.words import LANGUAGES, Language
from core.talk.control import Text, Textarea
from core.talk.fill import fill
from core.talk.missing import lacks
from core.talk.privacy import severity_order
from tests.core.resumes import random_resume
from tests.core.vectors import load

JOB = "/sections/experience/items/[j1]"


def with_job(**members: object) -> Document:
    """A résumé that lacks nothing but what the job does."""
    document = load("base-resume.json")
    document["sections"]["education"]["items"] = []
    document["sections"]["experience"]["items"] = [
        with_defaults("experience", {"id": "j1", "company": "Acme", **members})
    ]
    parse(document)
    return dict(document)


def role(key: str, position: str, period: str) -> dict[str, str]:
    return {"id": key, "position": position, "period": period, "description": ""}


def fields(document: Document) -> list[str]:
    return [lack.field for lack in lacks(document, "en")]


def test_an_empty_resume_lacks_its_basics_and_its_summary() -> None:
    found = lacks(empty_document("en"), "en")
    assert [(lack.field, lack.severity, lack.into, lack.privacy) for lack in found] == [
        ("/basics/name", "blocking", "value", "personal"),
        ("/basics/email", "important", "value", "sensitive"),
        ("/basics/headline", "important", "value", "personal"),
        ("/summary/content", "optional", "evidence", "standard"),
    ]
    assert [lack.control for lack in found] == [Text(), Text(), Text(), Textarea()]
    assert found[0].prompt == "What is your name?"


def test_a_degree_without_dates_is_asked_about_by_its_school() -> None:
    (lack,) = lacks(load("base-resume.json"), "en")
    assert lack.prompt == "When were you at Riverside College?"
    assert lack.field == "/sections/education/items/[e2d6a8c4-7f19-4e53-a0b8-6b4c2f1d9e04]/period"
    assert (lack.severity, lack.into, lack.control) == ("important", "value", Text())
    assert "I don't know" in lack.reason


def test_a_job_lacks_its_title_and_its_dates() -> None:
    assert fields(with_job(position="", period=" ")) == [f"{JOB}/position", f"{JOB}/period"]
    assert fields(with_job(position="Engineer", period="")) == [f"{JOB}/period"]
    assert fields(with_job(position="Engineer", period="2020")) == []


def test_a_job_with_roles_has_its_title_and_dates_there() -> None:
    roles = [role("r1", "Lead", "2021"), role("r2", "", "2019"), role("r3", "Intern", "")]
    document = with_job(position="", period="", roles=roles)
    assert fields(document) == [f"{JOB}/roles/[r2]/position", f"{JOB}/roles/[r3]/period"]
    assert lacks(document, "en")[1].prompt == "When were you Intern at Acme?"
    assert fields(with_job(position="", period="2019 – 2021", roles=roles)) == [f"{JOB}/roles/[r2]/position"]


def test_what_is_hidden_lacks_nothing() -> None:
    assert fields(with_job(hidden=True)) == []
    document = with_job()
    document["sections"]["experience"]["hidden"] = True
    document["summary"].update(hidden=True, content="")
    assert fields(document) == []


def test_a_custom_section_of_jobs_is_looked_at_too() -> None:
    document = with_job(position="Engineer", period="2020")
    section = with_defaults("customSections", {"id": "c1", "type": "experience", "title": "Earlier"})
    section["items"] = [with_defaults("experience", {"id": "j2", "company": "Globex", "position": "Clerk"})]
    document["customSections"].append(section)
    parse(document)
    assert fields(document) == ["/customSections/[c1]/items/[j2]/period"]


def test_a_summary_that_shows_nothing_is_empty() -> None:
    document = with_job(position="Engineer", period="2020")
    document["summary"]["content"] = "<p> </p>"
    (lack,) = lacks(document, "zh")
    assert (lack.field, lack.severity, lack.into) == ("/summary/content", "optional", "evidence")


def test_a_very_long_name_makes_no_very_long_question() -> None:
    document = with_job(company="A\n" + "x" * 5_000)
    assert all(len(lack.prompt) < 200 and "\n" not in lack.prompt for lack in lacks(document, "en"))


def test_both_languages_ask_about_the_same_places_in_their_own_words() -> None:
    document = with_job(roles=[role("r1", "Lead", ""), role("r2", "", "")])
    document["basics"].update(name="", email="", headline="")
    document["summary"]["content"] = ""
    english, chinese = (lacks(document, language) for language in LANGUAGES)
    assert [lack.field for lack in english] == [lack.field for lack in chinese]
    assert len(english) == 7
    assert all(
        ours.prompt != theirs.prompt and ours.reason != theirs.reason
        for ours, theirs in zip(english, chinese, strict=True)
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_answered_no_longer_lacks(seed: int, language: Language) -> None:
    document = random_resume(random.Random(seed))
    document["basics"]["email"] = ""
    found = lacks(document, language)
    assert found
    assert [severity_order(lack.severity) for lack in found] == sorted(
        severity_order(lack.severity) for lack in found
    )
    for number, lack in enumerate(found, start=1):
        assert not value_at(lack.field, document)
        if lack.into == "value":
            document = fill(lack.field, f"Answer {number}", document, lack.control)
    assert [lack.into for lack in lacks(document, language)] == ["evidence"] * (
        1 if not document["summary"]["content"] else 0
    )
