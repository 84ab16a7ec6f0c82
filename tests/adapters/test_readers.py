import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from adapters.documents import json_resume, linkedin, markdown, reactive_resume_4, rendercv
from adapters.documents.reading import Read
from adapters.documents.sniffing import Kind, sniff
from adapters.documents.writers import markdown as markdown_writer
from core.errors import PersonError
from core.resume.richtext import plain
from core.resume.sample import sample as resume
from core.resume.values import Document, Json
from tests.adapters.reader_words import checked, lost, minter, read_or_none, texts_of, zipped

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests/data/readers"
SHARED = ROOT.parent / "shared"
LINKEDIN = zipped({f"export/{path.name}": path.read_bytes() for path in (DATA / "linkedin").iterdir()})

Reader = Callable[[bytes, Callable[[], str]], Read]


def sample(name: str) -> bytes:
    return (DATA / name).read_bytes()


def items(read: Read, section: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = read.document["sections"][section]["items"]
    return entries


def of(entry: Document, *members: str) -> list[Json]:
    return [entry[member] for member in members]


SAMPLES: list[tuple[Reader, bytes, Kind]] = [
    (json_resume.read, sample("json-resume-as-found.json"), "json-resume"),
    (reactive_resume_4.read, sample("reactive-resume-4.json"), "reactive-resume-4"),
    (rendercv.read, sample("rendercv.yaml"), "rendercv"),
    (linkedin.read, LINKEDIN, "linkedin"),
    (markdown.read, sample("resume.md"), "markdown"),
    (markdown.read, sample("resume-zh.md"), "markdown"),
]


@pytest.mark.parametrize(("read", "data", "kind"), SAMPLES)
def test_a_sample_is_told_by_its_content_and_read_with_evidence(
    read: Reader, data: bytes, kind: Kind
) -> None:
    assert sniff(data) == kind
    result = checked(read(data, minter()))
    assert result.title == result.document["basics"]["name"] != ""
    assert len(result.evidence) > 10


@pytest.mark.parametrize(("read", "data"), [(read, data) for read, data, _ in SAMPLES])
def test_two_reads_share_nothing_and_say_the_same(read: Reader, data: bytes) -> None:
    first, second = read(data, minter()), read(data, minter())
    assert first == second
    untouched = json.dumps(second.document)
    first.document["sections"]["skills"]["items"].append({"name": "mine"})
    first.document["metadata"]["layout"]["pages"][0]["main"].append("mine")
    first.document["basics"]["website"]["url"] = "mine"
    first.unplaced.append("mine")
    assert json.dumps(second.document) == untouched
    assert "mine" not in second.unplaced


@pytest.mark.parametrize(("read", "data"), [(read, data) for read, data, _ in SAMPLES])
def test_every_entry_has_an_id_of_its_own(read: Reader, data: bytes) -> None:
    document = read(data, minter()).document
    entries = [entry for section in document["sections"].values() for entry in section["items"]]
    entries += [entry for section in document["customSections"] for entry in section["items"]]
    entries += document["customSections"] + document["basics"]["customFields"]
    ids = [entry["id"] for entry in entries]
    assert len(set(ids)) == len(ids) > 0


# JSON Resume


def test_json_resume_dates_stay_as_written_and_old_names_are_read() -> None:
    result = json_resume.read(sample("json-resume-as-found.json"), minter())
    assert [of(job, "company", "position", "period") for job in items(result, "experience")] == [
        ["Old Mill", "Intern", "2017-07-01 – 2017-09-30"],
        ["Lantern Studio", "Engineer", "2019 – 2019-03"],
        ["Orchard", "Lead", "2021-06 – Present"],
        ["?", "Freelancer", "2016 – Present"],
        ["No Dates Ltd", "Advisor", ""],
    ]
    assert items(result, "experience")[0]["website"]["url"] == "https://oldmill.example"
    assert items(result, "experience")[3]["location"] == "Chengdu, CN"
    assert of(items(result, "education")[0], "school", "degree", "area", "grade", "period") == [
        "Riverside College",
        "BSc",
        "Computer Science",
        "3.80",
        "",
    ]
    assert result.document["basics"]["website"]["url"] == "https://rain.example"
    assert result.document["summary"]["content"].endswith("List&lt;String&gt; &amp; friends.</p>")
    assert [skill["name"] for skill in items(result, "skills")] == ["Docker", "Python", "Go"]
    assert "null" not in json.dumps(result.document)
    assert "None" not in json.dumps(result.document)


def test_what_a_json_resume_lacks_or_guesses_is_told() -> None:
    result = json_resume.read(sample("json-resume-as-found.json"), minter())
    notes = "\n".join(result.notes)
    assert "Without a name, so called “?”: /sections/experience/items/3/company." in notes
    assert "Held nothing usable, so left out: basics · profiles 2, references 1." in notes
    assert "still going on: /sections/experience/items/2/period." in notes
    assert "$schema, meta · canonical, meta · version." in notes
    assert result.unplaced == [
        "basics · location · address: 1 Placeholder Street",
        "basics · location · postalCode: 00000",
        "work 3 · teamSize: 4",
        "work 3 · remote: true",
        "projects 1 · link: not a link",
        "projects 1 · entity: Lantern Foundation",
        "meta · theme: elegant",
        "hobbies: bouldering",
    ]


def test_json_resume_evidence_is_the_text_of_the_file() -> None:
    evidence = json_resume.read(sample("json-resume-as-found.json"), minter()).evidence
    assert evidence["/basics/website/url"] == "rain.example"
    assert evidence["/sections/experience/items/1/period"] == "2019\n2019-03"
    assert evidence["/sections/experience/items/2/period"] == "2021-06"
    assert "/sections/experience/items/3/company" not in evidence
    assert evidence["/sections/experience/items/1/description"].splitlines()[0] == "Payment team."
    assert evidence["/sections/skills/items/2/keywords/0"] == "gRPC"


@pytest.mark.skipif(not SHARED.exists(), reason="the public résumés are not beside this repository")
def test_public_json_resumes_come_in_whole() -> None:
    paths = sorted((SHARED / "data/resumes/jsonresume").glob("0*.json"))
    paths.append(SHARED / "data/resumes/jsonresume-1.2.1-sample-programmer.json")
    assert len(paths) > 5
    for path in paths:
        assert sniff(path.read_bytes()) == "json-resume"
        result = checked(json_resume.read(path.read_bytes(), minter()))
        content = json.loads(path.read_bytes(), parse_float=str)
        assert not lost(
            result, texts_of([member for name, member in content.items() if name not in ("$schema", "meta")])
        )
        assert all(":" in text for text in result.unplaced)


@pytest.mark.skipif(not SHARED.exists(), reason="the public cases are not beside this repository")
def test_every_field_of_json_resume_may_be_null() -> None:
    families = json.loads((SHARED / "data/resumes/jsonresume-1.2.1-field-cases.json").read_bytes())
    cases = [case for cases in families.values() for case in cases.values()]
    assert len(cases) > 50
    for case in cases:
        content = {"skills": ["Go"]} | case
        read_or_none(json_resume.read, json.dumps(content).encode())


# Reactive Resume 4


def test_reactive_resume_4_comes_in_with_ids_levels_and_hidden_parts() -> None:
    result = reactive_resume_4.read(sample("reactive-resume-4.json"), minter())
    jobs = items(result, "experience")
    assert [of(job, "id", "company", "hidden") for job in jobs] == [
        ["job000000000000000000001", "Tea House Ltd", False],
        ["job000000000000000000002", "Old Mill", True],
        ["fresh-1", "?", False],
    ]
    assert jobs[0]["description"] == "<ul><li><p>Closed the books in two days.</p></li></ul>"
    assert result.document["sections"]["references"]["hidden"] is True
    assert result.document["sections"]["experience"]["columns"] == 2
    assert [of(skill, "name", "level") for skill in items(result, "skills")] == [["SQL", 4], ["R", 0]]
    assert items(result, "languages")[0]["level"] == 5
    assert (
        plain(items(result, "projects")[0]["description"])
        == "Checks ledgers\nUsed by 3 teams.\nPython, pandas"
    )
    assert plain(items(result, "volunteer")[0]["description"]) == "Mentor\nWeekly."
    assert result.document["basics"]["customFields"][0]["text"] == "WeChat: mei-sample"


def test_a_custom_section_of_reactive_resume_4_keeps_its_place() -> None:
    document = reactive_resume_4.read(sample("reactive-resume-4.json"), minter()).document
    (section,) = document["customSections"]
    assert of(section, "id", "type", "title") == ["talks0000000000000000001", "experience", "Talks"]
    (talk,) = section["items"]
    assert of(talk, "company", "position", "period") == ["Clean ledgers in a week", "Meetup talk", "2022-05"]
    assert of(talk["website"], "url", "label") == ["https://talk.example", "slides"]
    pages = document["metadata"]["layout"]["pages"]
    assert [page["main"] for page in pages] == [
        ["profiles", "summary", "experience", "talks0000000000000000001"],
        ["projects"],
    ]


def test_reactive_resume_4_keeps_its_looks_and_tells_what_is_no_more() -> None:
    result = reactive_resume_4.read(sample("reactive-resume-4.json"), minter())
    metadata = result.document["metadata"]
    assert of(metadata["page"], "format", "marginX", "hideIcons", "hideLinkUnderline") == [
        "letter",
        18,
        True,
        True,
    ]
    assert metadata["design"]["colors"]["primary"] == "rgba(220, 38, 38, 1)"
    assert of(metadata["typography"]["body"], "fontFamily", "fontSize") == ["Lato", 10.5]
    assert metadata["template"] == "onyx"
    assert metadata["notes"] == "<p>Ask about the move.</p>"
    assert result.document["picture"]["borderWidth"] == 1
    left = "Not part of version 5, so left out: grey picture, template “nosepass”, page numbers."
    assert left in result.notes
    assert "sections · skills · items 2 · level: 9" in result.unplaced
    assert "sections · experience · items 3 · link: tea house" in result.unplaced
    assert "metadata · css · value: .page { color: teal }" in result.unplaced


@pytest.mark.skipif(not SHARED.exists(), reason="the public cases are not beside this repository")
def test_the_public_reactive_resume_4_case_comes_in_as_expected() -> None:
    cases = json.loads((SHARED / "cases/05-resume-files.json").read_bytes())["cases"]
    (expected,) = [case["expect"] for case in cases if case["id"] == "RF-05"]
    data = (SHARED / "cases/fixtures/reactive-resume-v4.json").read_bytes()
    assert sniff(data) == "reactive-resume-4"
    result = checked(reactive_resume_4.read(data, minter()))
    for path, value in expected.items():
        found: Json = result.document
        for name in path.split("."):
            found = found[name]
        assert_holds(found, value)
    assert result.document["sections"]["experience"]["items"][1]["hidden"] is True
    assert not result.unplaced


def assert_holds(found: Json, expected: Json) -> None:
    """Every member that is expected is there, at any depth."""
    if isinstance(expected, dict):
        for name, value in expected.items():
            assert_holds(found[name], value)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for inner, value in zip(found, expected, strict=True):
            assert_holds(inner, value)
    else:
        assert found == expected


# RenderCV


def test_rendercv_sections_go_by_their_entries_and_their_titles() -> None:
    result = rendercv.read(sample("rendercv.yaml"), minter())
    tea, mill = items(result, "experience")
    assert of(tea, "company", "period") == ["Tea House", "2019-03 – present"]
    assert tea["website"]["url"] == "https://tea.example"
    assert plain(tea["description"]).splitlines()[1:] == [
        "• Closed the books in two days",
        "• Found every missing receipt",
    ]
    assert of(mill, "company", "period") == ["Old Mill", "2018 – Present"]
    assert of(items(result, "education")[0], "degree", "area", "grade", "period") == [
        "BA",
        "Statistics",
        "3.60",
        "2014 to 2018",
    ]
    assert [of(skill, "name", "keywords") for skill in items(result, "skills")] == [
        ["Databases", ["PostgreSQL", "Redis (cache, queue)"]],
        ["Habits", ["Good at reading long reports, and at writing short ones"]],
    ]
    assert of(items(result, "languages")[0], "language", "fluency") == ["中文", "Native"]
    assert items(result, "publications")[0]["website"]["url"] == "https://doi.org/10.1000/xyz"
    assert result.document["sections"]["projects"]["title"] == "Selected Projects"
    titles = [of(section, "title", "type") for section in result.document["customSections"]]
    assert titles == [["Talks", "experience"], ["Extracurricular Activities", "summary"]]
    assert result.document["basics"]["phone"] == "+1-555-0102"
    assert '<a href="https://notes.example">notes</a>' in result.document["summary"]["content"]


def test_what_rendercv_has_no_place_for_is_kept_and_looks_are_told() -> None:
    result = rendercv.read(sample("rendercv.yaml"), minter())
    assert sorted(result.unplaced) == [
        "Education 1: 2014-09",
        "Notes 1 · unknown_member: kept anyway",
        "Selected Projects 1 · location: Online",
        "photo: photo.jpg",
    ]
    assert "Left out, as it is about how RenderCV draws: design." in result.notes


def test_no_word_of_the_rendercv_sample_vanishes() -> None:
    content = yaml.safe_load(sample("rendercv.yaml"))
    content["cv"]["custom_connections"][0].pop("fontawesome_icon")
    content["cv"]["sections"]["education"][0]["grade"] = "3.60"  # as written; YAML itself would make it 3.6
    assert not lost(rendercv.read(sample("rendercv.yaml"), minter()), texts_of(content["cv"]))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("cv:\n  a: &a [x]\n  b: [*a, *a]\n", "unreadable_file"),
        ("cv:\n  a: !!python/object/apply:os.system ['true']\n", "unreadable_file"),
        ("cv:\n  a: " + "[" * 200 + "]" * 200, "unreadable_file"),
        ("cv:\n  a: 'open", "unreadable_file"),
        ("cv:\n  - a list\n", "unreadable_file"),
        ("cv:\n  name:\n", "no_text"),
        ("cv:\n  name: " + "x" * 300_000, "too_large"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_yaml_that_is_dangerous_or_broken_is_refused(text: str, code: str) -> None:
    assert refusal(rendercv.read, text.encode()) == code


def refusal(read: Reader, data: bytes) -> str:
    with pytest.raises(PersonError) as caught:
        read(data, minter())
    assert caught.value.message.endswith(".")
    return caught.value.code


# LinkedIn


def test_a_linkedin_archive_fills_the_sections() -> None:
    result = linkedin.read(LINKEDIN, minter())
    basics = result.document["basics"]
    assert of(basics, "name", "headline", "email", "phone", "location") == [
        "Dana Sample",
        "Options educator",
        "dana@example.com",
        "+1 555 0100",
        "Atlanta, Georgia",
    ]
    assert of(basics["website"], "url", "label") == ["https://dana.example", "PERSONAL"]
    assert [of(line, "text", "link") for line in basics["customFields"]] == [
        ["PORTFOLIO", "https://work.example/dana"],
        ["second@example.com", ""],
    ]
    assert [of(job, "company", "position", "period") for job in items(result, "experience")] == [
        ["Sample Trading LLC", "Founder", "Mar 2021 – Present"],
        ["Acme Bank", "Equity analyst", "Jun 2016 – Feb 2021"],
    ]
    description = items(result, "experience")[0]["description"]
    assert description == "<p>Built the product, at scale</p><ul><li><p>Led 3 people</p></li></ul>"
    assert of(items(result, "certifications")[0], "title", "issuer", "date") == [
        "Chartered Analyst",
        "Sample Institute",
        "Jan 2018",
    ]
    assert plain(items(result, "volunteer")[0]["description"]) == "Mentor · Education\nWeekly lessons"
    assert of(items(result, "references")[0], "name", "position", "hidden") == [
        "Jo Referee",
        "Director, Acme Bank",
        True,
    ]
    assert result.document["customSections"][0]["title"] == "Courses"


def test_what_is_private_in_a_linkedin_archive_is_unplaced_or_never_opened() -> None:
    result = linkedin.read(LINKEDIN, minter())
    assert result.unplaced == [
        "profile 1 · Address: 1 Placeholder Street",
        "profile 1 · Birth Date: Mar 3",
        "profile 1 · Industry: Financial Services",
        "profile 1 · Zip Code: 00000",
    ]
    assert "A private matter" not in json.dumps([result.document, result.unplaced, result.evidence])
    assert result.notes[0] == "Not read, as they are no part of a résumé: 1 other files of the archive."


def test_a_linkedin_archive_beyond_its_bounds_or_broken_is_refused() -> None:
    rows = "Name\n" + "Python\n" * 3_000
    assert refusal(linkedin.read, zipped({"Skills.csv": rows})) == "too_large"
    assert refusal(linkedin.read, zipped({"Skills.csv": b" " * 9_000_000})) == "too_large"
    assert refusal(linkedin.read, zipped({"Skills.csv": "Name\n" + '"' + "x" * 200_000})) == "unreadable_file"
    assert refusal(linkedin.read, zipped({"Skills.csv": b"Name\n\xff\xfe\xfa"})) == "unreadable_file"
    assert refusal(linkedin.read, zipped({"Skills.csv": "Name\n"})) == "no_text"
    assert refusal(linkedin.read, zipped({"other.csv": "Name\n"})) == "unreadable_file"
    assert refusal(linkedin.read, LINKEDIN[: len(LINKEDIN) // 2]) == "unreadable_file"
    damaged = bytearray(zipped({"Skills.csv": "Name\n" + "Python, Go and more\n" * 50}))
    damaged[45:55] = b"\xff" * 10
    assert refusal(linkedin.read, bytes(damaged)) == "unreadable_file"


# Markdown


def test_a_markdown_resume_is_read_by_its_headings() -> None:
    result = markdown.read(sample("resume.md"), minter())
    basics = result.document["basics"]
    assert of(basics, "name", "headline", "email", "phone", "location") == [
        "Jane Sample",
        "Backend Engineer",
        "jane@example.com",
        "+49 30 1234567",
        "Berlin, Germany",
    ]
    assert [of(job, "company", "position", "period", "location") for job in items(result, "experience")] == [
        ["Acme Corp", "Senior Engineer", "Jan 2020 – Present", "Berlin"],
        ["Harbor Software", "Engineer", "2017 – 2019", ""],
    ]
    assert items(result, "experience")[0]["description"] == (
        "<p>Ran the <strong>ledger</strong> team of 5 &lt; 6 people.</p>"
        "<ul><li><p>Cut p99 from 800 ms to 90 ms</p></li>"
        '<li><p>Moved three services to <a href="https://kafka.example">Kafka</a> over a year</p></li></ul>'
    )
    assert of(items(result, "education")[0], "school", "degree", "area", "period") == [
        "Riverside College",
        "BSc",
        "Computer Science",
        "2013 – 2017",
    ]
    (project,) = items(result, "projects")
    assert [*of(project, "name", "period"), project["website"]["url"]] == [
        "Ledger Lint",
        "2021",
        "https://lint.example",
    ]
    assert [of(skill, "name", "keywords") for skill in items(result, "skills")] == [
        ["Databases", ["PostgreSQL", "Redis"]],
        ["Docker", []],
    ]
    assert [of(language, "language", "fluency") for language in items(result, "languages")] == [
        ["English", "native"],
        ["German", "B2"],
    ]
    assert [of(profile, "network", "username") for profile in items(result, "profiles")] == [
        ["LinkedIn", "jane-sample"],
        ["GitHub", "jane-sample"],
    ]
    assert result.document["customSections"][0]["title"] == "Talks"
    assert result.unplaced == ["Comment: written in one evening"]


def test_a_chinese_markdown_resume_is_read_by_its_headings() -> None:
    result = markdown.read(sample("resume-zh.md"), minter())
    assert of(result.document["basics"], "name", "headline", "email") == [
        "林小样",
        "后端工程师",
        "lin@example.com",
    ]
    assert of(items(result, "experience")[0], "company", "position", "period", "location") == [
        "灯笼科技有限公司",
        "高级工程师",
        "2019.03 - 至今",
        "成都",
    ]
    assert of(items(result, "education")[0], "school", "degree", "period") == [
        "湖滨大学",
        "本科",
        "2014 - 2018",
    ]
    assert [skill["name"] for skill in items(result, "skills")] == ["Python", "Go", "PostgreSQL"]
    assert items(result, "awards")[0]["title"] == "最佳论文"
    assert not result.unplaced


@pytest.mark.parametrize("piece", ["<!--", "[a](", "**a", "- - - x", "( 2019 - ", "_a_", "a.b.", "1 "])
def test_hostile_markdown_is_read_in_bounded_time(piece: str) -> None:
    headings = ["# Jane", "## Experience", "## Contact", "## Skills"]
    text = "\n".join(f"{heading}\n{piece * (20_000 // len(piece))}" for heading in headings)
    checked(markdown.read(text.encode(), minter()))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_markdown_that_we_write_comes_in_again(language: str) -> None:
    document = resume(language)
    result = checked(markdown.read(markdown_writer.write(document, title="", version=1).data, minter()))
    assert not result.unplaced
    for name, section in document["sections"].items():
        told = ["company", "position", "school", "degree", "area", "name", "level", "language", "period"]
        expected = [
            {member: entry[member] for member in told if member in entry} for entry in section["items"]
        ]
        assert_holds(items(result, name), expected)


# Sniffing


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b'{"basics": {}, "sections": {}, "metadata": {"page": {}}}', "reactive-resume-5"),
        (b'{"basics": {"url": {}}, "sections": {}}', "reactive-resume-4"),
        (b'{"basics": {}, "sections": {"summary": {}}}', "reactive-resume-4"),
        (b'{"basics": {}, "sections": {}, "metadata": {"theme": {}}}', "reactive-resume-4"),
        (b'\xef\xbb\xbf {"basics": {"name": "x"}}', "json-resume"),
        (b'{"work": []}', "json-resume"),
        (b"cv:\r\n  name: x\r\n", "rendercv"),
        (zipped({"word/document.xml": "<x/>", "[Content_Types].xml": ""}), "docx"),
        (zipped({"a/b/Positions.csv": "x"}), "linkedin"),
        (b"\n\n%PDF-1.7\n\xff", "pdf"),
        (b"Jane\n\n## Work\n", "markdown"),
        (b"[Jane](https://a.example)\n\n# Work", "markdown"),
        (b"BMW engineer since 2019", "text"),
        ("林小样\n工程师".encode("utf-16"), "text"),
        (b"C# developer\n#1 in sales", "text"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_a_file_is_told_by_its_content(data: bytes, kind: Kind) -> None:
    assert sniff(data) == kind


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "unreadable_file", "empty"),
        (b" \r\n\t\n", "no_text", "no text"),
        (b"\x89PNG\r\n\x1a\n\0\0", "unreadable_file", "picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "unreadable_file", "picture"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "unreadable_file", "picture"),
        (b"BM\x36\0\0\0\0\0", "unreadable_file", "picture"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "unreadable_file", ".doc"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "encrypted",
            "password",
        ),
        (b"{\\rtf1 Jane}", "unreadable_file", "RTF"),
        (b"<!DOCTYPE html><html><body>Jane</body></html>", "unreadable_file", "Web pages"),
        (zipped({"word/document.xml": "x", "word/vbaProject.bin": "x"}), "unreadable_file", "macros"),
        (zipped({"mimetype": "x", "content.xml": "x"}), "unreadable_file", "OpenDocument"),
        (zipped({"cv.pdf": "x"}), "unreadable_file", "archive"),
        (b"PK\x03\x04 and nothing more", "unreadable_file", "damaged"),
        ("Zoë, Köln".encode("latin-1"), "unreadable_file", "encoding"),
        ("简历".encode("gb18030"), "unreadable_file", "encoding"),
        (b"a\0b\0c\0", "unreadable_file", "not text"),
        (b'{"basics": ', "unreadable_file", "JSON"),
        (b'{"a": 1}', "unreadable_file", "JSON"),
        (b"[[[]]]", "unreadable_file", "JSON"),
        (b'{"basics": ' + b"[" * 50 + b"]" * 50 + b"}", "unreadable_file", "deep"),
        (b"[" * 200_000, "unreadable_file", "JSON"),
        (b"x" * (4 * 1024 * 1024 + 1), "too_large", "larger"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_what_is_not_read_is_refused_in_a_sentence_that_says_what_it_is(
    data: bytes, code: str, words: str
) -> None:
    with pytest.raises(PersonError) as caught:
        sniff(data)
    assert (caught.value.code, caught.value.message.endswith(".")) == (code, True)
    assert words in caught.value.message


def test_an_archive_with_a_password_is_refused() -> None:
    sealed = bytearray(zipped({"word/document.xml": "x"}))
    sealed[6] |= 1
    sealed[sealed.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(PersonError) as caught:
        sniff(bytes(sealed))
    assert caught.value.code == "encrypted"
