import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.documents.picture import Pictures
from adapters.documents.plain_lists import MAX_ENTRIES
from adapters.documents.plain_reader import MAX_LINE, MAX_LINES, MAX_TEXT, read_text
from adapters.documents.reading import Read
from adapters.documents.worker import answer_to
from core.errors import PersonError
from core.resume import richtext
from core.resume.engine import find
from core.resume.model import SECTIONS, empty_document, parse
from core.resume.sample import sample
from core.resume.values import Json

TWO_COLUMNS = Path(__file__).parents[3] / "shared/cases/files/two-column.pdf"

ENGLISH = """\
Jane Q. Doe
Senior Software Engineer
Rotterdam, Netherlands | jane@example.com | +31 6 1234 5678 | linkedin.com/in/janedoe | jane.example.com

Backend engineer with ten years of experience building payment systems that do not lose money, in small teams.

PROFESSIONAL EXPERIENCE
Acme Payments BV, Amsterdam, Netherlands                Jan 2020 – Present
Senior Software Engineer
• Cut settlement time from 3 days to 4 hours by rewriting the ledger in Rust, which needed
  a new locking scheme
• Led a team of 6

Tiny Shop — Developer (2016 - 2019)
- Built the web shop with Django & List<String>
- Answered the phone

Freelance Developer
2014 to 2016
Various small clients.

Education
University of Twente, Enschede
MSc in Computer Science, 2012 - 2014, GPA 3.8
Delft University of Technology | BSc Mathematics | 2009 – 2012

Technical Skills
Languages: Python, Rust, SQL
Tools: Docker, Kubernetes (k8s), Git
Writing ●●●○○ Advanced

Languages
Dutch: native, English (C2), German - B1

Certifications
AWS Solutions Architect – Amazon Web Services, 2021
- Certified Scrum Master | Scrum Alliance | March 2019
Projects
Ledger Lint
https://ledger.example.com
Checks ledgers for mistakes.
Patents
US 1,234,567: A way to lint ledgers
Interests
Climbing, chess; baking
References
Available on request
Page 1 of 2
"""

CHINESE = """\
张伟
求职意向：后端工程师
电话：138-0013-8000 | 邮箱：zhangwei@example.com | 现居地：杭州
性别：男

教育背景
浙江大学  计算机科学与技术  本科  2012.09 - 2016.06
GPA：3.7/4.0

工作经历
杭州某某科技有限公司  高级后端工程师  2019年3月 - 至今
• 负责订单系统的架构设计与开发，日均处理 300 万笔订单
• 将接口平均耗时从 320ms 降到 80ms
上海测试集团 软件工程师 2016.07-2019.02
1. 维护支付网关
2. 编写自动化测试

项目经历
轻量级任务队列  2021.05 - 2021.12
基于 Redis 的任务队列，支持重试与延时任务。

专业技能
熟悉 Java 并发编程，了解 JVM 原理
编程语言：Python、Go、Java
Docker、Kubernetes、MySQL

语言能力
英语（CET-6）、普通话（母语）

获奖经历
优秀员工 2020
自我评价
认真负责，乐于分享。
"""

NO_MARKS = """\
JOHN SMITH
123 Main Street, Springfield, IL 62701 · (555) 123-4567 · john.smith@example.com

OBJECTIVE
To obtain a position.

WORK HISTORY
Store Manager                                   2018-2022
Grocery Barn, Springfield, IL
Managed 12 employees
Increased sales by 10% in 2019

Cashier                                         2016-2018
Quick Mart, Springfield, IL
Handled cash

EDUCATION
Springfield High School
Diploma, 2016

SKILLS
Customer service
Microsoft Office (advanced)
"""

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+")
_LABELS = Counter(
    ["email", "phone", "tel", "at", "in", "电", "话", "邮", "箱", "求", "职", "意", "向", "现", "居", "地"]
)
"""Words that say what stands beside them; the member that it goes to says the same."""


def minter() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"fresh-{next(numbers)}"


def words(text: str) -> Counter[str]:
    spaced = re.sub(r"[\u3400-\u9fff]", lambda found: f" {found[0]} ", normalize("NFKC", text).casefold())
    return Counter(_WORD.findall(spaced))


def texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield richtext.plain(value) if richtext.looks_like_html(value) else value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts(inner)


def lost(text: str, read: Read) -> Counter[str]:
    """Words of the text that are neither in the résumé nor unplaced."""
    document = {name: part for name, part in read.document.items() if name not in ("metadata", "picture")}
    kept = Counter[str]()
    for part in [*texts(document), *read.unplaced]:
        kept += words(part)
    missing = words(text) - kept
    return Counter({word: number for word, number in missing.items() if word not in _LABELS})


def invented(said: Counter[str], read: Read) -> set[str]:
    """Words of the résumé that are none of the text's; a link is given its scheme, a network its name."""
    document = {name: part for name, part in read.document.items() if name not in ("metadata", "picture")}
    for item in document["sections"]["profiles"]["items"]:
        said = said + words(item["network"])
    defaults = {"https", "summary", *SECTIONS, *words(" ".join(_words_of_defaults()))}
    return {word for part in texts(document) for word in words(part)} - said.keys() - defaults


def _words_of_defaults() -> Iterator[str]:
    """What an empty résumé and a fresh id say."""
    yield from texts({name: part for name, part in empty_document("en").items() if name != "metadata"})
    yield from (f"fresh {number}" for number in range(400))


def read(text: str) -> Read:
    """Reads a text and checks what holds of any."""
    found = read_text(text, minter())
    parse(found.document)
    assert not lost(text, found)
    assert found.evidence.keys() == set(filled(found.document))
    said = words(text)
    assert not invented(said, found)
    for pointer, evidence in found.evidence.items():
        assert words(evidence) <= said, pointer
    return found


def filled(document: Json) -> Iterator[str]:
    """The pointers of all values that a reader put in."""
    for name in ("name", "headline", "email", "phone", "location", "website/url"):
        if find(("basics", *name.split("/")), document):
            yield f"/basics/{name}"
    for index, _ in enumerate(document["basics"]["customFields"]):
        yield f"/basics/customFields/{index}/text"
    yield from (f"/summary/{name}" for name in ("title", "content") if document["summary"][name])
    sections = [(f"/sections/{name}", section) for name, section in document["sections"].items()]
    sections += [(f"/customSections/{index}", one) for index, one in enumerate(document["customSections"])]
    for pointer, section in sections:
        if section["title"]:
            yield f"{pointer}/title"
        for index, item in enumerate(section["items"]):
            yield from _filled_of(f"{pointer}/items/{index}", item)


def _filled_of(pointer: str, item: dict[str, Any]) -> Iterator[str]:
    for name, value in item.items():
        if name == "keywords":
            yield from (f"{pointer}/keywords/{index}" for index, _ in enumerate(value))
        elif name == "website":
            yield from (f"{pointer}/website/{part}" for part in ("url", "label") if value[part])
        elif name not in ("id", "hidden", "roles") and value and value != "?":
            yield f"{pointer}/{name}"


def items(read: Read, section: str) -> list[dict[str, Any]]:
    """The entries of a section, without what is empty."""
    return [
        {
            name: value["url"] if name == "website" else value
            for name, value in item.items()
            if name != "id" and value and (name != "website" or value["url"])
        }
        for item in read.document["sections"][section]["items"]
    ]


def test_the_head_of_an_english_resume_is_read() -> None:
    found = read(ENGLISH)
    basics = found.document["basics"]
    assert basics["name"] == found.title == "Jane Q. Doe"
    assert basics["headline"] == "Senior Software Engineer"
    assert basics["email"] == "jane@example.com"
    assert basics["phone"] == "+31 6 1234 5678"
    assert basics["location"] == "Rotterdam, Netherlands"
    assert basics["website"]["url"] == "https://jane.example.com"
    assert items(found, "profiles") == [
        {"network": "LinkedIn", "username": "janedoe", "website": "https://linkedin.com/in/janedoe"}
    ]
    assert found.document["summary"]["content"].startswith("<p>Backend engineer with ten years")


def test_english_jobs_have_company_position_place_period_and_bullets() -> None:
    found = read(ENGLISH)
    first, second, third = items(found, "experience")
    assert found.document["sections"]["experience"]["title"] == "PROFESSIONAL EXPERIENCE"
    assert first == {
        "company": "Acme Payments BV",
        "position": "Senior Software Engineer",
        "location": "Amsterdam, Netherlands",
        "period": "Jan 2020 – Present",
        "description": "<ul><li><p>Cut settlement time from 3 days to 4 hours by rewriting the ledger in"
        " Rust, which needed a new locking scheme</p></li><li><p>Led a team of 6</p></li></ul>",
    }
    assert second == {
        "company": "Tiny Shop",
        "position": "Developer",
        "period": "2016 - 2019",
        "description": "<ul><li><p>Built the web shop with Django &amp; List&lt;String&gt;</p></li>"
        "<li><p>Answered the phone</p></li></ul>",
    }
    assert third == {
        "company": "?",
        "position": "Freelance Developer",
        "period": "2014 to 2016",
        "description": "<p>Various small clients.</p>",
    }
    assert len(found.notes) == 1  # the job without a company


def test_the_other_english_sections_are_read() -> None:
    found = read(ENGLISH)
    assert items(found, "education") == [
        {
            "school": "University of Twente",
            "location": "Enschede",
            "degree": "MSc",
            "area": "Computer Science",
            "grade": "GPA 3.8",
            "period": "2012 - 2014",
        },
        {
            "school": "Delft University of Technology",
            "degree": "BSc",
            "area": "Mathematics",
            "period": "2009 – 2012",
        },
    ]
    assert items(found, "skills") == [
        {"name": "Languages", "keywords": ["Python", "Rust", "SQL"]},
        {"name": "Tools", "keywords": ["Docker", "Kubernetes (k8s)", "Git"]},
        {"name": "Writing", "proficiency": "Advanced", "level": 3},
    ]
    assert items(found, "languages") == [
        {"language": "Dutch", "fluency": "native"},
        {"language": "English", "fluency": "C2"},
        {"language": "German", "fluency": "B1"},
    ]
    assert items(found, "certifications") == [
        {"title": "AWS Solutions Architect", "issuer": "Amazon Web Services", "date": "2021"},
        {"title": "Certified Scrum Master", "issuer": "Scrum Alliance", "date": "March 2019"},
    ]
    assert items(found, "projects") == [
        {
            "name": "Ledger Lint",
            "website": "https://ledger.example.com",
            "description": "<p>Checks ledgers for mistakes.</p>",
        }
    ]
    assert [item["name"] for item in items(found, "interests")] == ["Climbing", "chess", "baking"]


def test_a_section_that_the_format_has_not_is_kept_under_its_heading() -> None:
    (patents,) = read(ENGLISH).document["customSections"]
    assert (patents["type"], patents["title"]) == ("summary", "Patents")
    assert patents["items"][0]["content"] == "<p>US 1,234,567: A way to lint ledgers</p>"


def test_page_numbers_and_references_on_request_are_unplaced() -> None:
    assert read(ENGLISH).unplaced == ["Page 1 of 2", "References: Available on request"]


def test_a_chinese_resume_is_read() -> None:
    found = read(CHINESE)
    basics = found.document["basics"]
    assert (basics["name"], basics["headline"]) == ("张伟", "后端工程师")
    assert (basics["email"], basics["phone"]) == ("zhangwei@example.com", "138-0013-8000")
    assert basics["location"] == "杭州"
    assert [field["text"] for field in basics["customFields"]] == ["性别：男"]
    assert found.document["metadata"]["page"]["locale"] == "zh-CN"
    assert found.document["summary"]["content"] == "<p>认真负责，乐于分享。</p>"
    assert items(found, "education") == [
        {
            "school": "浙江大学",
            "area": "计算机科学与技术",
            "degree": "本科",
            "grade": "GPA：3.7/4.0",
            "period": "2012.09 - 2016.06",
        }
    ]
    assert items(found, "experience") == [
        {
            "company": "杭州某某科技有限公司",
            "position": "高级后端工程师",
            "period": "2019年3月 - 至今",
            "description": "<ul><li><p>负责订单系统的架构设计与开发，日均处理 300 万笔订单</p></li>"
            "<li><p>将接口平均耗时从 320ms 降到 80ms</p></li></ul>",
        },
        {
            "company": "上海测试集团",
            "position": "软件工程师",
            "period": "2016.07-2019.02",
            "description": "<ol><li><p>维护支付网关</p></li><li><p>编写自动化测试</p></li></ol>",
        },
    ]
    assert found.unplaced == []


def test_the_lists_of_a_chinese_resume_are_read() -> None:
    found = read(CHINESE)
    assert items(found, "skills") == [
        {"name": "熟悉 Java 并发编程，了解 JVM 原理"},
        {"name": "编程语言", "keywords": ["Python", "Go", "Java"]},
        {"name": "Docker"},
        {"name": "Kubernetes"},
        {"name": "MySQL"},
    ]
    assert items(found, "languages") == [
        {"language": "英语", "fluency": "CET-6"},
        {"language": "普通话", "fluency": "母语"},
    ]
    assert items(found, "awards") == [{"title": "优秀员工", "date": "2020"}]
    assert items(found, "projects") == [
        {
            "name": "轻量级任务队列",
            "period": "2021.05 - 2021.12",
            "description": "<p>基于 Redis 的任务队列，支持重试与延时任务。</p>",
        }
    ]


def test_jobs_without_bullets_are_told_apart_by_their_dates() -> None:
    found = read(NO_MARKS)
    assert found.document["basics"]["location"] == "123 Main Street, Springfield, IL 62701"
    assert items(found, "experience") == [
        {
            "company": "Grocery Barn",
            "position": "Store Manager",
            "location": "Springfield, IL",
            "period": "2018-2022",
            "description": "<p>Managed 12 employees</p><p>Increased sales by 10% in 2019</p>",
        },
        {
            "company": "Quick Mart",
            "position": "Cashier",
            "location": "Springfield, IL",
            "period": "2016-2018",
            "description": "<p>Handled cash</p>",
        },
    ]
    assert items(found, "education") == [
        {"school": "Springfield High School", "degree": "Diploma", "period": "2016"}
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Northwind Logistics, Backend Engineer",
        "Northwind Logistics - Backend Engineer",
        "Backend Engineer at Northwind Logistics",
        "Backend Engineer | Northwind Logistics",
        "Backend Engineer\nNorthwind Logistics",
        "Northwind Logistics\nBackend Engineer",
    ],
)
@pytest.mark.parametrize(
    "period", ["2019", "03/2019 – 05/2021", "Since May 2019", "'Sept 2019 to now'".strip("'")]
)
def test_a_job_is_read_however_its_head_is_written(line: str, period: str) -> None:
    for head in (f"{line}\n{period}", f"{period}\n{line}", f"{line}   \t{period}"):
        (job,) = items(read(f"Sam Placeholder\n\nExperience\n{head}\n- Ran it"), "experience")
        assert (job["company"], job["position"]) == ("Northwind Logistics", "Backend Engineer")
        assert (job["period"], job["description"]) == (period, "<ul><li><p>Ran it</p></li></ul>")


def test_what_is_not_sure_goes_nowhere_but_unplaced() -> None:
    found = read("Sam Placeholder\n\nExperience\nFoo | Bar | Baz\t2019 - 2020\n- Ran it")
    (job,) = items(found, "experience")
    assert job == {"company": "?", "period": "2019 - 2020", "description": "<ul><li><p>Ran it</p></li></ul>"}
    assert found.unplaced == ["Experience: Foo", "Experience: Bar", "Experience: Baz"]


def test_text_that_is_no_resume_is_kept_and_nothing_is_made_of_it() -> None:
    found = read("dear sir,\ni saw your note in the shop window.\nplease call me.")
    assert found.document["basics"]["name"] == ""
    assert not any(section["items"] for section in found.document["sections"].values())
    assert len(found.unplaced) >= 2


def test_headings_at_the_left_of_their_sections_are_headings() -> None:
    found = read(
        "Sam Placeholder\nExperience\tHarbor Software, Developer\t2019 - 2020\n- Ran it\n"
        "Education\tRiverside College\t2016\nSkills\tPython, Go\nInterests\tSailing"
    )
    assert items(found, "experience")[0]["company"] == "Harbor Software"
    assert items(found, "education") == [{"school": "Riverside College", "period": "2016"}]
    assert [item["name"] for item in items(found, "skills")] == ["Python", "Go"]


def test_a_mail_address_at_the_end_of_a_list_is_none_of_its_items() -> None:
    found = read("Sam Placeholder\nLanguages\nDutch (native)\nEnglish (fluent)\nsam@example.com")
    assert [item["language"] for item in items(found, "languages")] == ["Dutch", "English"]
    assert found.document["basics"]["email"] == "sam@example.com"


def test_lines_that_stand_on_every_page_are_unplaced() -> None:
    found = read(
        "Sam Placeholder\nInterests\nChess\nSam Placeholder · 1 / 2\nSailing\nSam Placeholder · 2 / 2"
    )
    assert [item["name"] for item in items(found, "interests")] == ["Chess", "Sailing"]
    assert found.unplaced == ["Sam Placeholder · 1 / 2", "Sam Placeholder · 2 / 2"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_resume_that_we_drew_is_read_back(language: str) -> None:
    drawn = sample(language)
    answer = answer_to("pdf", Pictures().pdf(drawn, title="Sample", version=1))
    found = read(answer["text"])
    assert answer["notes"] == []
    for member in ("name", "headline", "email", "phone", "location", "website"):
        told = drawn["basics"][member]
        assert found.document["basics"][member] == (told if isinstance(told, str) else {**told, "label": ""})
    for section, members in {
        "experience": ("company", "position", "location", "description"),
        "education": ("school", "degree", "area", "period"),
        "projects": ("name", "period", "description"),
        "skills": ("name", "level", "proficiency"),
        "languages": ("language", "level", "fluency"),
    }.items():
        for item, told in zip(
            found.document["sections"][section]["items"], drawn["sections"][section]["items"], strict=True
        ):
            assert [item[member] for member in members] == [told[member] for member in members]


@pytest.mark.skipif(not TWO_COLUMNS.exists(), reason="the files that broke others are not beside this")
def test_the_known_two_column_file_becomes_the_right_resume() -> None:
    found = read(answer_to("pdf", TWO_COLUMNS.read_bytes())["text"])
    assert items(found, "experience") == [
        {
            "company": "Northwind Logistics",
            "position": "Backend Engineer",
            "period": "2021 - Present",
            "description": "<ul><li><p>Ran the parcel tracking API used by 40 depots</p></li>"
            "<li><p>Moved nightly jobs from cron to a queue</p></li></ul>",
        },
        {
            "company": "Harbor Software",
            "position": "Junior Developer",
            "period": "2019 - 2021",
            "description": "<ul><li><p>Maintained the billing service</p></li></ul>",
        },
    ]
    assert items(found, "education") == [
        {"school": "Riverside College", "degree": "BSc", "area": "Computer Science"}
    ]
    assert [one["name"] for one in items(found, "skills")] == [
        *("Python", "PostgreSQL", "Docker", "Redis", "Linux")
    ]
    assert [one["language"] for one in items(found, "languages")] == ["Dutch", "English"]
    assert found.document["basics"]["email"] == "sam@example.com"
    assert found.unplaced == []


def test_precision_is_never_invented() -> None:
    for text in (ENGLISH, CHINESE, NO_MARKS):
        found = read(text)
        for section in found.document["sections"].values():
            for item in section["items"]:
                assert (item.get("period") or item.get("date") or "") in text


def test_two_readings_share_nothing() -> None:
    first = read_text(ENGLISH, minter())
    kept = str(first)
    second = read_text(NO_MARKS, minter())
    assert str(first) == kept
    assert "Jane" not in str(second)


@pytest.mark.parametrize(
    ("text", "code"), [("", "no_text"), (" \n\t\r\n", "no_text"), ("a" * (MAX_TEXT + 1), "too_large")]
)
def test_a_text_that_is_nothing_or_too_much_is_refused(text: str, code: str) -> None:
    with pytest.raises(PersonError) as refused:
        read_text(text, minter())
    assert refused.value.code == code


@pytest.mark.parametrize(
    "text",
    [
        "Sam Placeholder\n" + "a." * MAX_LINE,
        "Sam Placeholder\nSkills: " + "Aa, " * MAX_LINE,
        "Sam Placeholder\nSkills\n" + "Python, Go, Rust, Ada, C\n" * MAX_ENTRIES,
        "Sam Placeholder\nInterests\n" + "Sailing, Chess\n" * MAX_ENTRIES,
        "Sam Placeholder\nSkills\n" + "Tools: Git, Make\n" * (MAX_ENTRIES + 2),
        "Sam Placeholder\nSummary\n" + "Boats.\n" * (MAX_LINES + 2),
    ],
    ids=["long line", "long list", "many skills", "many interests", "many groups", "many lines"],
)
def test_more_than_any_resume_has_is_unplaced_and_nothing_is_lost(text: str) -> None:
    found = read_text(text, minter())
    assert found.unplaced
    assert not lost(text, found)
    assert found.document["basics"]["name"] == "Sam Placeholder"


LINES = sorted({*ENGLISH.split("\n"), *CHINESE.split("\n"), *NO_MARKS.split("\n")})
NOISE = st.text(st.sampled_from("Aa é张:：,，|•-–—()<>&*_/@.12 9\t"), max_size=30)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(LINES), NOISE), min_size=1, max_size=25))
def test_no_word_vanishes_and_every_value_has_its_evidence(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        read(text)
    except PersonError as refused:
        assert refused.code == "no_text"  # noqa: PT017  # a text without a word
        assert not words(text)
