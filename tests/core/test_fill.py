"""Filling: an Answer in its field, letter for letter, or nothing changed; and what has become stale."""

import copy
import random

import pytest

from core.resume.address import from_pointer, value_at
from core.resume.families import with_defaults
from core.resume.model import parse, pointer_to
from core.resume.values import MISSING, Document, Json, equal
from core.talk.answer import AnswerError, read_answer
from core.talk.control import (
    Confirm,
    Control,
    Date,
    MultiChoice,
    Number,
    Option,
    Text,
    Textarea,
    Url,
    control_for,
)
from core.talk.fill import fill, into_for, is_stale, stands
from core.talk.typed import Way, read_typed
from tests.core.resumes import random_resume
from tests.core.vectors import load

COLLEGE = "/sections/education/items/[e2d6a8c4-7f19-4e53-a0b8-6b4c2f1d9e04]"
PERIOD = f"{COLLEGE}/period"


def resume() -> Document:
    document: Document = load("base-resume.json")
    return document


def with_letters() -> Document:
    """With a custom section of cover letters, and one of jobs that has a role and an unknown member."""
    document = resume()
    for key, kind, entry in (
        ("letters", "cover-letter", {"id": "l1", "recipient": "<p>Ms Berg</p>"}),
        ("jobs", "experience", {"id": "j1", "company": "Acme", "note": "x", "roles": [ROLE]}),
    ):
        section = with_defaults("customSections", {"id": key, "type": kind})
        document["customSections"].append({**section, "items": [with_defaults(kind, entry)]})
    parse(document)
    return document


ROLE = {"id": "r1", "position": "", "period": "", "description": ""}


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("2015 - 2018", "2015 - 2018"),
        ("2018", "2018"),
        ("2015年9月—2018年6月", "2015年9月—2018年6月"),
        ("  Sept 2015 to now ", "Sept 2015 to now"),
        ("2018-02-31", "2018-02-31"),
    ],
)
def test_a_period_is_stored_letter_for_letter(typed: str, stored: str) -> None:
    control = control_for(PERIOD)
    assert control == Text(), "no date picker: the precision is not known"
    for value in (typed, read_typed(control, typed, "en")):
        filled = fill(PERIOD, value, resume(), control)
        assert value_at(PERIOD, filled) == stored
        parse(filled)


@pytest.mark.parametrize("typed", ["I don't know", "不知道", "skip", "only the year"])
def test_a_way_out_of_a_period_is_nothing_to_store(typed: str) -> None:
    assert isinstance(read_typed(control_for(PERIOD), typed, "en"), Way)


def test_a_period_of_three_thousand_characters_is_refused_with_the_limit() -> None:
    with pytest.raises(AnswerError, match="500 characters") as refused:
        fill(PERIOD, "x" * 3_000, resume())
    assert refused.value.code == "invalid_answer"


def test_the_given_document_is_left_as_it_is_and_nothing_else_changes() -> None:
    document = resume()
    before = copy.deepcopy(document)
    filled = fill(PERIOD, "2018", document)
    assert document == before
    filled["sections"]["education"]["items"][0]["period"] = ""
    assert filled == before


@pytest.mark.parametrize(
    ("address", "value", "control"),
    [
        ("/basics/name", "Sam Placeholder-Jansen", None),
        ("/basics/email", "sam@example.org", None),
        ("/basics/website/url", "https://sam.example.org", None),
        ("/summary/title", "About me", None),
        (f"{COLLEGE}/website/url", "https://college.example", None),
        (f"{COLLEGE}/grade", "A < B & C", None),
        ("/sections/education/title", "教育", None),
        (f"{COLLEGE}/grade", "2018", Date()),
        ("/customSections/[jobs]/items/[j1]/roles/[r1]/position", "Lead", None),
        ("/customSections/[jobs]/title", "Earlier", None),
    ],
)
def test_a_field_takes_an_answer(address: str, value: Json, control: Control | None) -> None:
    assert value_at(address, fill(address, value, with_letters(), control)) == value


def test_a_number_and_words_go_where_such_things_stand() -> None:
    skill = f"/sections/skills/items/[{resume()['sections']['skills']['items'][0]['id']}]"
    assert value_at(f"{skill}/level", fill(f"{skill}/level", 4, resume())) == 4
    words = MultiChoice(
        options=(Option(value="Flask", label="Flask"), Option(value="Django", label="Django"))
    )
    filled = fill(f"{skill}/keywords", ["Django", "Flask"], resume(), words)
    assert value_at(f"{skill}/keywords", filled) == ["Django", "Flask"]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "/",
        "basics/name",
        "experience.period",
        "/basics",
        "/summary",
        "/picture/url",
        "/metadata/template",
        "/metadata/notes",
        "/basics/picture",
        "/basics/metadata",
        f"{COLLEGE}/id",
        f"{COLLEGE}/hidden",
        "/sections/education/hidden",
        "/sections/education/keepTogether",
        "/summary/hidden",
        "/basics/__proto__",
        "/basics/__proto__/name",
        "/sections/constructor/items",
        "/sections/education/items/[__proto__]/period",
        "/basics/name/prototype",
        "/basics/nickname",
        "/basics/name/first",
        "/sections/patents/items",
        "/sections/education",
        "/sections/education/items",
        "/sections/education/items/-",
        "/sections/education/items/0/period",
        "/sections/education/items/@order",
        COLLEGE,
        f"{COLLEGE}/website",
        f"{COLLEGE}/nickname",
        "/summary/content",
        "/summary/content/[abc]",
        f"{COLLEGE}/description",
        "/customSections/[letters]/items/[l1]/content",
        "/customSections/[letters]/items/[l1]/recipient",
        "/customSections/[jobs]/items/[j1]/roles/[r1]/description",
        "/customSections/[jobs]/items/[j1]/roles/[r1]/id",
        "/customSections/[jobs]/items/[j1]/note",
        "/customSections/0/title",
        "/basics/~",
    ],
)
def test_an_answer_is_never_written_there(address: str) -> None:
    with pytest.raises(AnswerError) as refused:
        fill(address, "https://a.example", with_letters())
    assert refused.value.code == "invalid_field"


@pytest.mark.parametrize(
    "address",
    [
        "/sections/education/items/[gone]/period",
        "/customSections/[gone]/title",
        "/customSections/[jobs]/items/[j1]/roles/[gone]/position",
        "/basics/customFields/[gone]/text",
    ],
)
def test_a_place_that_is_gone_makes_the_question_stale(address: str) -> None:
    with pytest.raises(AnswerError) as refused:
        fill(address, "2018", with_letters())
    assert refused.value.code == "stale_question"


@pytest.mark.parametrize(
    ("address", "value", "control"),
    [
        ("/basics/name", 5, None),
        ("/basics/name", None, None),
        ("/basics/name", "a\nb", None),
        ("/basics/name", "a\u2028b", None),
        ("/basics/name", "x" * 60_000, Text(max_length=10_000)),
        ("/basics/website/url", "javascript:alert(1)", None),
        ("/basics/website/url", "mine", Text()),
        (f"{COLLEGE}/school", "", Text(min_length=0)),
        (f"{COLLEGE}/grade", 3.5, Number()),
        (f"{COLLEGE}/grade", True, Confirm()),
        ("/sections/skills/items/[s1]/level", "4", None),
        ("/sections/skills/items/[s1]/level", 6, None),
        ("/sections/skills/items/[s1]/level", 4, Text()),
        ("/sections/skills/items/[s1]/keywords", "Flask", None),
        ("/sections/skills/items/[s1]/keywords", [1], None),
        ("/sections/education/columns", 1.5, None),
    ],
)
def test_an_answer_that_the_field_cannot_hold_is_refused(
    address: str, value: Json, control: Control | None
) -> None:
    document = resume()
    document["sections"]["skills"]["items"][0]["id"] = "s1"
    with pytest.raises(AnswerError) as refused:
        fill(address, value, document, control)
    assert refused.value.code == "invalid_answer"


def test_an_answer_that_makes_the_resume_too_large_is_refused() -> None:
    document = resume()
    document["summary"]["content"] = f"<p>{'x' * 250_000}</p>"
    document["basics"]["headline"] = "y" * (256 * 1024 - len(str(document)) - 2_000)
    parse(document)
    with pytest.raises(AnswerError) as refused:
        fill("/basics/location", "z" * 10_000, document, Text(max_length=10_000))
    assert refused.value.code == "invalid_answer"


def test_a_field_is_filled_directly_only_where_it_is_empty_or_a_change_was_asked_for() -> None:
    assert into_for(PERIOD, resume(), Text()) == "value"
    assert into_for(PERIOD, fill(PERIOD, "2018", resume()), Text()) == "evidence"
    assert into_for("/basics/name", resume(), Text()) == "evidence"
    assert into_for("/basics/name", resume(), Text(), wants_change=True) == "value"


@pytest.mark.parametrize(
    "address", ["/summary/content", f"{COLLEGE}/description", "experience.period", "target role"]
)
def test_rich_text_and_named_needs_are_always_evidence(address: str) -> None:
    assert into_for(address, resume(), Textarea(), wants_change=True) == "evidence"


def test_an_answer_of_another_kind_than_the_field_is_evidence() -> None:
    assert into_for(PERIOD, resume(), Number()) == "evidence"
    assert into_for(PERIOD, resume(), Confirm()) == "evidence"
    assert into_for("/sections/education/items/[gone]/period", resume(), Text()) == "evidence"


def test_a_question_is_stale_once_its_place_says_something_else_than_the_answer() -> None:
    document = resume()
    stood = stands(PERIOD, document)
    assert stood == ""
    assert not is_stale(stood, stands(PERIOD, document), "2018")
    document = fill(PERIOD, "2017", document)
    assert is_stale(stood, stands(PERIOD, document), "2018")
    assert not is_stale(stood, stands(PERIOD, document), "2017"), "it is already so"
    document["sections"]["education"]["items"] = []
    assert stands(PERIOD, document) is None
    assert is_stale(stood, stands(PERIOD, document), "2018")
    assert stands("experience.period", document) is None


def leaves(value: Json, tokens: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place of a document that holds one value, as pointer tokens."""
    if isinstance(value, dict | list) and value:
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        return [leaf for key, child in inner for leaf in leaves(child, (*tokens, key))]
    return [tokens]


@pytest.mark.parametrize("seed", range(4))
def test_every_place_of_a_resume_is_filled_and_nothing_else_or_refused(seed: int) -> None:
    document = random_resume(random.Random(seed))
    filled_places = 0
    for leaf in leaves(document):
        address = from_pointer(pointer_to(leaf), document)
        is_link = leaf[-1] == "url"
        value: Json = "https://new.example" if is_link else "New"
        try:
            filled = fill(address, value, document, Url() if is_link else Text())
        except AnswerError as refused:
            assert refused.code in ("invalid_field", "invalid_answer"), address  # noqa: PT017  # either is right
            continue
        filled_places += 1
        stood = value_at(address, document)
        assert stood is not MISSING
        assert value_at(address, filled) == read_answer(Text(), value)
        assert leaf[0] in ("basics", "summary", "sections", "customSections")
        assert leaf[-1] not in ("id", "hidden", "content", "description", "recipient")
        parse(filled)
        back = fill(address, stood, filled, Text(min_length=0)) if isinstance(stood, str) else document
        assert equal(back, document)
    assert filled_places > 40
