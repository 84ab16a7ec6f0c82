"""No text of a file vanishes, whatever is in it and wherever it stands."""

import csv
import io
import json
from typing import Any

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.documents import json_resume, linkedin, markdown, reactive_resume_4, rendercv
from tests.adapters.reader_words import lost, read_or_none, texts_of, zipped

MODEST = settings(max_examples=25, deadline=None)

WORDS = """
Acme Berlin engineer 2019 2021-06 Present null true 3.80 王小雨 技能 https://a.example/x R&D a<b C++
jane@example.com mailto:a@b.example www.site.example +49-30-1234567 <b>bold</b> **strong** _em_ `code`
[x](https://y.example) javascript:alert(1) List<String> University Ltd GitHub (2020) <p>para</p> 1.
- • # ## * | · — \\* ~ ' " : ; ,
"""
WORD = st.sampled_from(WORDS.split())
TEXT = st.lists(WORD, min_size=1, max_size=6).map(" ".join)
SCALAR = st.one_of(TEXT, TEXT, st.none(), st.booleans(), st.integers(-5, 3000), st.just(""))
ANYTHING = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORD, inner, max_size=3), max_leaves=5
)


def records(names: str, further: st.SearchStrategy[Any] = SCALAR) -> st.SearchStrategy[Any]:
    """Objects with some of these members, whose values are mostly texts."""
    value = st.one_of(SCALAR, SCALAR, st.lists(SCALAR, max_size=3), further, ANYTHING)
    return st.dictionaries(st.sampled_from(names.split()), value, max_size=6)


def lists(names: str, further: st.SearchStrategy[Any] = SCALAR) -> st.SearchStrategy[Any]:
    return st.one_of(st.lists(st.one_of(records(names, further), ANYTHING), max_size=3), ANYTHING)


JSON_ENTRY = (
    "name company position title url website startDate endDate date summary description highlights location "
    "level keywords roles institution studyType area score gpa courses language fluency network username "
    "organization awarder issuer publisher releaseDate reference phone odd"
)
JSON_LISTS = ["work", "volunteer", "education", "projects", "skills", "languages", "interests", "awards"]
JSON_LISTS += ["certificates", "publications", "references", "odd"]
JSON_RESUME = st.fixed_dictionaries(
    {
        "basics": records(
            "name label email phone url image summary location profiles odd", lists("network username url")
        )
    },
    optional={name: lists(JSON_ENTRY, records("city region countryCode address")) for name in JSON_LISTS},
)


@given(JSON_RESUME)
@MODEST
def test_no_word_of_a_json_resume_vanishes(content: dict[str, Any]) -> None:
    read = read_or_none(json_resume.read, json.dumps(content).encode())
    assert read is None or not lost(read, texts_of(content))


V4_ITEM = records(
    "id visible name company position location date summary url description keywords level organization "
    "institution studyType area score network username icon title awarder issuer publisher odd",
    records("href label odd"),
)
V4_SECTION = records("name columns visible separateLinks id items content odd", st.lists(V4_ITEM, max_size=3))
V4 = st.fixed_dictionaries(
    {
        "basics": records(
            "name headline email phone location url customFields picture odd", records("href label url")
        ),
        "sections": st.dictionaries(
            st.sampled_from(
                ["summary", "experience", "education", "projects", "skills", "languages", "profiles", "odd"]
            ),
            V4_SECTION,
            max_size=4,
        ),
    },
    optional={"odd": ANYTHING},
)


@given(V4)
@MODEST
def test_no_word_of_a_reactive_resume_4_file_vanishes(content: dict[str, Any]) -> None:
    read = read_or_none(reactive_resume_4.read, json.dumps(content).encode())
    assert read is None or not lost(read, shown_texts(content))


def shown_texts(value: Any) -> list[str]:
    """The texts of a version 4 file but for what is about looks: ids, switches, columns, icons, levels."""
    if isinstance(value, dict):
        about_looks = {"id", "visible", "separateLinks", "columns", "icon", "level"}
        return [
            text for name, member in value.items() if name not in about_looks for text in shown_texts(member)
        ]
    if isinstance(value, list):
        return [text for element in value for text in shown_texts(element)]
    return list(texts_of(value))


CV_ENTRY = (
    "name company position title url date start_date end_date summary highlights location label details "
    "institution degree area grade authors doi journal bullet number odd"
)
CV = records(
    "name headline email phone location website photo social_networks custom_connections sections odd",
    st.dictionaries(
        st.sampled_from(
            [
                "summary",
                "experience",
                "education",
                "projects",
                "skills",
                "languages",
                "awards",
                "My_talks",
                "技能",
            ]
        ),
        lists(CV_ENTRY),
        max_size=4,
    ),
)


@given(CV)
@MODEST
def test_no_word_of_a_rendercv_file_vanishes(cv: dict[str, Any]) -> None:
    data = yaml.safe_dump({"cv": cv}, allow_unicode=True, width=200).encode()
    read = read_or_none(rendercv.read, data)
    assert read is None or not lost(read, texts_of(cv))


COLUMNS = {
    "Profile.csv": "First Name,Last Name,Headline,Summary,Geo Location,Twitter Handles,Websites,Odd",
    "Positions.csv": "Company Name,Title,Description,Location,Started On,Finished On,Odd",
    "Education.csv": "School Name,Start Date,End Date,Notes,Degree Name,Activities,Odd",
    "Skills.csv": "Name,Odd",
    "Volunteering.csv": "Company Name,Role,Cause,Started On,Finished On,Description",
    "Certifications.csv": "Name,Url,Authority,Started On,Finished On,License Number",
    "Organizations.csv": "Name,Position,Started On,Finished On,Description",
    "Patents.csv": "Title,Description,Issued On,Url",
    "Test Scores.csv": "Name,Score",
}


@st.composite
def linkedin_files(draw: st.DrawFn) -> dict[str, list[list[str]]]:
    names = draw(st.lists(st.sampled_from(sorted(COLUMNS)), min_size=1, max_size=4, unique=True))
    cell = st.one_of(TEXT, st.just(""))
    rows = {
        name: st.lists(cell, min_size=(width := COLUMNS[name].count(",") + 1), max_size=width)
        for name in names
    }
    return {name: draw(st.lists(row, max_size=3)) for name, row in rows.items()}


@given(linkedin_files())
@MODEST
def test_no_word_of_a_linkedin_archive_vanishes(files: dict[str, list[list[str]]]) -> None:
    read = read_or_none(linkedin.read, zipped({name: as_csv(name, rows) for name, rows in files.items()}))
    assert read is None or not lost(read, texts_of(files))


def as_csv(name: str, rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows([COLUMNS[name].split(","), *rows])
    return text.getvalue()


HEADING = st.sampled_from(
    [
        "Experience",
        "Education",
        "Projects",
        "Skills",
        "Languages",
        "Summary",
        "Contact",
        "Awards",
        "Volunteering",
    ]
    + ["References", "My talks", "工作经历", "技能", "Jane Sample"]
)
LINE = st.one_of(
    st.tuples(st.sampled_from(["# ", "## ", "## ", "### "]), st.one_of(HEADING, TEXT)).map("".join),
    TEXT.map("- {}".format),
    TEXT.map("  1. {}".format),
    TEXT.map("**{}**".format),
    TEXT.map("| {} | x |".format),
    TEXT.map("> {}".format),
    st.sampled_from(
        ["", "", "---", "```", "<!-- aside -->", "|---|---|", "===", "<br>", "<div align=center>x</div>"]
    ),
    TEXT,
)


LABELS = {"contact", "github"}
"""Words that only say what stands beside them."""


@given(st.lists(LINE, min_size=1, max_size=25).map("\n".join))
@MODEST
def test_no_word_of_a_markdown_file_vanishes(text: str) -> None:
    read = read_or_none(markdown.read, f"# Jane Sample\n{text}".encode())
    assert read is not None
    assert lost(read, [text]) <= LABELS
