"""The written files, read back: what a person sees stands in each of them, what is hidden doesn't."""

import copy
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import docx
import pytest
from docx.document import Document as Docx
from docx.oxml.ns import qn
from docx.text.paragraph import Paragraph

from adapters.documents import json_resume as json_resume_reader
from adapters.documents.typeset import rich
from adapters.documents.writers import Written, json_resume, markdown, text
from adapters.documents.writers import docx as docx_writer
from adapters.documents.writers.dates import date_of, period_of
from core.resume.htmltree import escape_text
from core.resume.model import empty_document, parse, with_defaults
from core.resume.richtext import canonical, plain
from tests.core.resumes import edited, random_resume

DATA = Path(__file__).parent.parent / "data"
SILENT = {"id", "icon", "iconColor", "type", "url", "link"}
"""Members that show nothing by themselves."""
RICH = {"description", "content"}
ISO = re.compile(r"[12]\d{3}(?:-[01]\d(?:-[0-3]\d)?)?")

Resume = dict[str, Any]


def load(name: str) -> Resume:
    document: Resume = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return document


def everything() -> Resume:
    return load("picture-resume")


def with_summary(html: str, language: str = "en") -> Resume:
    document = empty_document(language)
    document["summary"]["content"] = html
    return document


def written(writer: Any, document: Resume) -> Written:
    parse(document)
    before = copy.deepcopy(document)
    made = writer.write(document, title="Backend résumé", version=7)
    assert document == before
    assert isinstance(made, Written)
    return made


def opened(document: Resume) -> Docx:
    return docx.Document(io.BytesIO(written(docx_writer, document).data))


def docx_text(document: Resume) -> str:
    return "\n".join(paragraph.text for paragraph in opened(document).paragraphs)


def markdown_of(document: Resume) -> str:
    return written(markdown, document).data.decode()


def markdown_text(document: Resume) -> str:
    bare = re.sub(r"</?(?:strong|em|s)>|\*\*", "", markdown_of(document))
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", bare)


def text_of(document: Resume) -> str:
    return written(text, document).data.decode()


def data_of(document: Resume) -> Resume:
    data: Resume = json.loads(written(json_resume, document).data)
    return data


DOCUMENTS: dict[str, Callable[[Resume], str]] = {
    "docx": docx_text,
    "markdown": markdown_text,
    "text": text_of,
}
every_document = pytest.mark.parametrize("form", DOCUMENTS)
every_writer = pytest.mark.parametrize("writer", [docx_writer, markdown, text, json_resume])


def letters(shown: str) -> str:
    """Only letters and digits: how a format sets the rest is its own affair."""
    return "".join(sign for sign in shown if sign.isalnum())


def pieces(value: Any, name: str = "") -> Iterator[str]:
    """Every text below here that a person sees, without markup and in lines."""
    if isinstance(value, str):
        if name not in SILENT:
            html = name in RICH or (name == "recipient" and value.startswith("<"))
            # A mark or a link in the middle of a line may have signs of the format around it.
            parts = re.split(r"<[^>]*>", canonical(value)) if html else [value]
            yield from (unescape(part) if html else part for part in parts)
    elif isinstance(value, list):
        for element in value:
            yield from pieces(element)
    elif isinstance(value, dict) and not value.get("hidden"):
        if "url" in value:
            yield value["label"] if value["url"] else ""
        elif "level" in value:
            yield f"{value['level']:g}/5" if value["level"] else ""
        for member, inner in value.items():
            if member != "website":
                yield from pieces(inner, member)


def seen(document: Resume) -> list[str]:
    """The texts that a person sees: of the basics, and of sections in which an entry says something.

    The title of the profiles is none of them: where they stand first, they are contact details.
    """
    parts: list[Any] = [document["basics"], document["basics"]["website"]]
    parts += [document["summary"]] if document["summary"]["content"] else []
    for name, section in [*document["sections"].items(), *(("", own) for own in document["customSections"])]:
        if any(any(pieces(item)) for item in section["items"]):
            parts.append(section | {"title": ""} if name == "profiles" else section)
    lines = [line for part in parts for piece in pieces(part) for line in piece.splitlines()]
    return [line for line in lines if letters(line)]


# What is in a file


@every_document
@pytest.mark.parametrize("name", ["picture-resume", "rich-resume", "base-resume"])
def test_all_that_a_person_sees_is_in_every_document(form: str, name: str) -> None:
    document = load(name)
    found = letters(DOCUMENTS[form](document))
    texts = seen(document)
    assert len(texts) > 30
    assert [shown for shown in texts if letters(shown) not in found] == []


@every_document
def test_random_resumes_lose_no_text(form: str) -> None:
    for seed in range(8):
        rng = random.Random(seed)
        document = edited(rng, random_resume(rng))
        found = letters(DOCUMENTS[form](document))
        assert [shown for shown in seen(document) if letters(shown) not in found] == [], seed


@every_writer
def test_what_is_hidden_is_in_no_file(writer: Any) -> None:
    document = everything()
    document["sections"]["awards"]["hidden"] = True
    document["customSections"][0]["hidden"] = True
    document["summary"]["hidden"] = True
    made = written(writer, document)
    shown = made.data.decode() if writer is not docx_writer else docx_text(document)
    for gone in ("Secret Works", "Spy", "Not to be shown", "Best Boat", "harbours", "In short"):
        assert gone not in shown
    assert "Acme Corp" in shown


@every_writer
def test_private_notes_are_in_no_file(writer: Any) -> None:
    made = written(writer, load("rich-resume")).data
    if writer is docx_writer:
        with ZipFile(io.BytesIO(made)) as packed:
            made = b"".join(packed.read(name) for name in packed.namelist())
    assert b"private" not in made.replace(b"<w:privateUseArea", b"")


@every_document
def test_sections_come_in_the_order_of_the_layout(form: str) -> None:
    document = everything()
    document["metadata"]["layout"]["pages"] = [
        {"fullWidth": False, "main": ["education", "experience"], "sidebar": ["summary"]}
    ]
    found = DOCUMENTS[form](document)
    places = [found.index(title) for title in ("Education", "Experience", "Summary")]
    assert places == sorted(places)


@every_document
def test_a_section_bears_its_own_title_or_one_in_the_language_of_the_resume(form: str) -> None:
    document = everything()
    document["metadata"]["page"]["locale"] = "zh-CN"
    document["sections"]["projects"]["title"] = "Boats I built"
    found = DOCUMENTS[form](document)
    assert "工作经历" in found
    assert "Boats I built" in found
    assert "项目经历" not in found


@every_writer
def test_an_empty_resume_is_a_file_all_the_same(writer: Any) -> None:
    assert written(writer, empty_document("en")).data


@every_writer
def test_losses_are_sentences_without_the_words_of_the_person(writer: Any) -> None:
    document = everything()
    document["picture"] |= {"hidden": False, "url": "/uploads/me.webp"}
    made = written(writer, document)
    assert any("photo" in loss for loss in made.losses)
    assert all(loss[0].isupper() and loss.endswith(".") for loss in made.losses)
    told = letters(" ".join(made.losses))
    assert [line for line in seen(document) if len(letters(line)) > 5 and letters(line) in told] == []


# DOCX


def styled(document: Resume) -> list[tuple[str, str]]:
    return [(style_of(paragraph), paragraph.text) for paragraph in opened(document).paragraphs]


def style_of(paragraph: Paragraph) -> str:
    assert paragraph.style is not None
    return str(paragraph.style.name)


def properties_of(paragraph: Paragraph) -> Any:
    return paragraph._p.get_or_add_pPr()


def test_a_docx_has_real_headings_and_lists() -> None:
    shown = styled(everything())
    assert shown[0] == ("Title", "Zoë #Sample$ *Berg*")
    assert ("Heading 1", "Experience") in shown
    assert ("Heading 2", "Acme Corp") in shown
    assert ("Heading 3", "Lead · 2023 – Present") in shown
    assert ("Details", "Senior Backend Engineer · Portland, Oregon · Mar 2021 – Present") in shown
    assert ("List Bullet", "Python (Advanced, 5/5): Flask, pandas") in shown
    assert ("Quote", "She asks good questions.") in shown


def test_lists_of_a_docx_have_levels_and_every_numbered_one_begins_at_1() -> None:
    numbered = "<ol><li><p>one</p></li><li><p>two</p></li></ol>"
    file = opened(with_summary(f"{numbered}<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>{numbered}"))
    marked = [
        (paragraph.text, listed.ilvl.val, listed.numId.val)
        for paragraph in file.paragraphs
        if (listed := properties_of(paragraph).numPr) is not None
    ]
    assert [(shown, level) for shown, level, _ in marked] == [
        ("one", 0), ("two", 0), ("a", 0), ("b", 1), ("one", 0), ("two", 0),
    ]  # fmt: skip
    numbers = [number for _, _, number in marked]
    assert numbers[0] == numbers[1] != numbers[4] == numbers[5]
    assert numbers[2] == numbers[3]
    numbering: Any = file.part.numbering_part.element
    starts = numbering.num_having_numId(numbers[4]).findall(f"{qn('w:lvlOverride')}/{qn('w:startOverride')}")
    assert [start.val for start in starts] == [1]


def test_links_of_a_docx_lead_where_they_should() -> None:
    document = everything()
    document["summary"]["content"] = (
        '<p>See <a href="https://a.example/<x>">this <strong>one</strong></a>.</p>'
    )
    links = [
        (link.text, link.url) for paragraph in opened(document).paragraphs for link in paragraph.hyperlinks
    ]
    assert ("robin@example.com", "mailto:robin@example.com") in links
    assert ("Acme Corp", "https://acme.example.com") in links
    assert ("one", "https://a.example/%3Cx%3E") in links


def test_a_docx_names_title_version_and_author_and_nothing_of_its_maker() -> None:
    properties = opened(everything()).core_properties
    assert (properties.title, properties.version) == ("Backend résumé", "7")
    assert properties.author == "Zoë #Sample$ *Berg*"
    assert (properties.comments, properties.last_modified_by) == ("", "")
    assert properties.created is None


def test_a_title_may_be_longer_than_a_docx_property_and_hold_anything() -> None:
    made = docx_writer.write(empty_document("en"), title="\x00\uffff" + "x" * 300, version=1)
    assert docx.Document(io.BytesIO(made.data)).core_properties.title == "x" * 255


def test_a_docx_is_formatted_by_styles_which_name_a_font_for_chinese() -> None:
    document = everything()
    document["metadata"]["page"]["locale"] = "zh-CN"
    file = opened(document)
    for name in ("Normal", "Title", "Heading 1", "Heading 2"):
        fonts = file.styles[name].element.rPr.rFonts
        assert fonts.get(qn("w:eastAsia")) == "Microsoft YaHei"
        assert not [attribute for attribute in fonts.attrib if "Theme" in str(attribute)]
    for paragraph in file.paragraphs:
        kept = paragraph.paragraph_format
        assert (kept.space_before, kept.space_after, kept.left_indent, kept.alignment) == (None,) * 4
        assert [run for run in paragraph.runs if run.font.size or run.font.color.rgb] == []


def test_marks_of_a_docx_are_those_of_the_text() -> None:
    html = "<p><strong>bold</strong> <em>slanted</em> <u>lined</u> <s>struck</s> <code>code</code></p>"
    runs = {run.text: run.font for run in opened(with_summary(html)).paragraphs[-1].runs}
    assert runs["bold"].bold
    assert runs["slanted"].italic
    assert runs["lined"].underline
    assert runs["struck"].strike
    assert runs["code"].name == "Consolas"


def test_a_letter_begins_a_page_of_its_own() -> None:
    breaks = [
        paragraph.text
        for paragraph in opened(everything()).paragraphs
        if paragraph.paragraph_format.page_break_before
    ]
    assert breaks == ["Ms Reader\nSome Street 1"]


def test_text_from_right_to_left_stays_so_in_a_docx() -> None:
    paragraph = opened(with_summary("<p>مهندس برمجيات</p>")).paragraphs[-1]
    assert properties_of(paragraph).find(qn("w:bidi")) is not None
    assert paragraph.runs[0].font.rtl


def test_a_docx_takes_characters_that_xml_lacks() -> None:
    document = everything()
    document["basics"]["headline"] = "Engineer\uffff"
    assert ("Subtitle", "Engineer") in styled(document)


def test_a_dark_page_leaves_no_white_text_on_a_white_one() -> None:
    document = everything()
    document["metadata"]["design"]["colors"] |= {"text": "#ffffff", "background": "#000000"}
    assert str(opened(document).styles["Normal"].font.color.rgb) == "000000"


# Markdown


def test_markdown_has_headings_lists_and_links() -> None:
    lines = markdown_of(everything()).split("\n")
    assert lines[0] == r"# Zoë \#Sample$ \*Berg\*"
    for line in (
        "## Experience",
        "### [Acme Corp](https://acme.example.com)",
        "#### Lead · 2023 – Present",
        "- **Python** (Advanced, 5/5): Flask, pandas",
        "  1. First",
        "     - Innermost",
        "> She asks good questions.",
        "    return x",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("wrote", "stands"),
    [
        ("a *b* _c_ `d` <e>", r"a \*b\* \_c\_ \`d\` \<e\>"),
        ("# no heading, C# neither", r"\# no heading, C# neither"),
        ("1. no list", r"1\. no list"),
        ("- no list", r"\- no list"),
        ("---", r"\---"),
        ("[no](link)", r"\[no\](link)"),
        ("&amp; AT&T", r"\&amp; AT&T"),
        ("+1 555 0100 ~2019", r"+1 555 0100 \~2019"),
        ("a \\ b", r"a \\ b"),
    ],
)
def test_signs_that_mean_something_in_markdown_stay_signs(wrote: str, stands: str) -> None:
    assert stands in markdown_of(with_summary(f"<p>{escape_text(wrote)}</p>")).split("\n")


def test_bold_chinese_is_bold_where_delimiters_would_stay_signs() -> None:
    made = markdown_of(with_summary("<p>我<strong>带领（团队）</strong>开发</p>", "zh"))
    assert "我<strong>带领（团队）</strong>开发" in made


def test_markdown_says_the_same_to_a_reader_of_markdown() -> None:
    reader = pytest.importorskip("markdown_it", reason="markdown-it-py reads the Markdown back")
    render = reader.MarkdownIt("commonmark").enable(["strikethrough", "table"]).render
    for seed in range(150):
        rng = random.Random(seed)
        html = canonical("".join(_block(rng, 0) for _ in range(rng.randrange(1, 4))))
        made = render(markdown._blocks(rich(html)))
        made = made.replace("<pre><code>", "<pre>").replace("</code></pre>", "</pre>")
        assert canonical(made) == html, seed


WORDS = (
    *(
        "Led",
        "it ",
        "**a",
        "C#",
        "x1.",
        "x2)",
        "a_b",
        "&amp;",
        "&lt;",
        "中文",
        "（团队）",
        "- x",
        "# x",
        "> x",
    ),
    *("+ x", "===", "---", "`x`", "https://a.example", "~~", "[x](y)", "<b>", "!", "\\", "|", "&"),
)


def _text(rng: random.Random) -> str:
    return escape_text("".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 4))))


def _inline(rng: random.Random) -> str:
    parts = []
    for _ in range(rng.randrange(1, 5)):
        part = _text(rng)
        for tag in rng.sample(("strong", "em", "s", "code"), rng.choice((0, 0, 1, 2, 3))):
            part = f"<{tag}>{part}</{tag}>"
        if rng.random() < 0.2:
            part = f'<a href="https://a.example/{rng.choice(("x", "(y)", "a&amp;b;", "_*c*_"))}">{part}</a>'
        parts.append(part + rng.choice(("", "", " ", "<br>")))
    return "".join(parts)


def _block(rng: random.Random, depth: int) -> str:
    tag = rng.choice(("p", "p", "pre", "ul", "ol", "blockquote") if depth < 3 else ("p",))
    if tag in ("p", "pre"):
        return f"<{tag}>{_inline(rng) if tag == 'p' else _text(rng)}</{tag}>"
    inner = ["".join(_block(rng, depth + 1) for _ in range(rng.randrange(1, 3))) for _ in range(2)]
    items = "".join(inner if tag == "blockquote" else (f"<li>{item}</li>" for item in inner))
    return f"<{tag}>{items}</{tag}>"


# Plain text


def test_plain_text_has_no_markup_and_bullets_of_a_dash() -> None:
    lines = text_of(everything()).split("\n")
    assert lines[:4] == [
        "Zoë #Sample$ *Berg*", "@Engineer <who> builds `things`_", "robin@example.com", "+1 555 0100",
    ]  # fmt: skip
    for line in (
        "https://robin.example.com",
        "Acme Corp (https://acme.example.com)",
        "- Mentored two junior engineers through their first year on call.",
        "- Outer",
        "  1. First",
        "Plain, strong, slanted, underlined, struck, code(), a link (https://linked.example.com/a?b=c#d).",
    ):
        assert line in lines
    assert "\n\n\n" not in "\n".join(lines)


# JSON Resume


def read_back(document: Resume) -> Resume:
    ids = iter(range(1000))
    return json_resume_reader.read(written(json_resume, document).data, lambda: f"id{next(ids)}").document


@pytest.mark.parametrize("name", ["picture-resume", "rich-resume", "base-resume"])
def test_json_resume_read_back_has_the_same_values(name: str) -> None:
    document = load(name)
    again = read_back(document)
    for member in ("name", "headline", "email", "phone", "location"):
        assert again["basics"][member] == document["basics"][member]
    assert again["basics"]["website"]["url"] == document["basics"]["website"]["url"]
    for family in document["sections"]:
        kept = [_kept(item) for item in again["sections"][family]["items"]]
        assert [item for item in _items(document, family) if _kept(item) not in kept] == []


def test_random_resumes_come_back_from_json_resume() -> None:
    for seed in range(8):
        rng = random.Random(seed)
        document = edited(rng, random_resume(rng))
        again = read_back(document)
        for family in document["sections"]:
            kept = [_kept(item) for item in again["sections"][family]["items"]]
            missing = [item for item in _items(document, family) if _kept(item) not in kept]
            assert missing == [], (seed, family)


def _items(document: Resume, family: str) -> list[Resume]:
    section = document["sections"][family]
    return [item for item in section["items"] if not item["hidden"] and not section["hidden"]]


def _kept(item: Resume) -> Resume:
    """What the format has a place for, whatever it makes of dates and of words that are set off."""
    kept: Resume = {"description": letters(plain(item.get("description", "")))}
    for name, value in item.items():
        if isinstance(value, str) and name not in {*SILENT, "iconColor", "description", "period", "date"}:
            kept[name] = value
    kept["keywords"] = [word for word in item.get("keywords", ()) if word]
    kept["website"] = item.get("website", {}).get("url", "")
    if not any(item.get(name) for name in ("position", "period", "description")):
        # A job that says nothing by itself becomes its first role.
        for role in [role for role in item.get("roles", ()) if any(set(role.values()) - {role["id"], ""})][
            :1
        ]:
            kept |= {"position": role["position"], "description": letters(plain(role["description"]))}
    return kept


def test_what_json_resume_has_no_place_for_is_told() -> None:
    document = everything()
    made = written(json_resume, document)
    found = letters(made.data.decode())
    missing = [shown for shown in seen(document) if letters(shown) not in found and "/5" not in shown]
    assert missing == [
        *("Open to relocation", "Mar 2021 – Present", "2023 – Present", "2012 – 2016"),
        *("Talks & more", "Spoke about harbours.", "Ms Reader", "Some Street 1"),
        *("Dear Ms Reader,", "I would like to sail with you."),
    ]
    told = " ".join(made.losses)
    for part in ("contact details", "points", "titles", "Cover letters and other texts"):
        assert part in told


def test_json_resume_has_title_and_version_in_its_meta() -> None:
    assert data_of(everything())["meta"] == {"version": "7", "title": "Backend résumé"}


def test_every_date_in_json_resume_is_one_as_the_format_wants_it() -> None:
    document = everything()
    jobs = document["sections"]["experience"]["items"]
    jobs[0]["period"] = "Summer 2019, on and off"
    document["sections"]["awards"]["items"][0]["date"] = "long ago"
    data = data_of(document)
    dates = [
        entry[name]
        for entries in data.values()
        if isinstance(entries, list)
        for entry in entries
        for name in ("startDate", "endDate", "date", "releaseDate")
        if name in entry
    ]
    assert len(dates) > 5
    assert all(ISO.fullmatch(date) for date in dates)
    assert data["work"][0]["period"] == "Summer 2019, on and off"
    assert data["awards"][0]["period"] == "long ago"
    assert any("no plain dates" in loss for loss in written(json_resume, document).losses)


def test_json_resume_parts_a_description_into_summary_and_highlights() -> None:
    document = everything()
    job = document["sections"]["experience"]["items"][0]
    job["description"] = "<p>Led <strong>it</strong>.</p><ul><li><p>One</p></li><li><p>Two</p></li></ul>"
    work = data_of(document)["work"][0]
    assert (work["summary"], work["highlights"]) == ("Led it.", ["One", "Two"])
    job["description"] = "<ul><li><p>One</p></li></ul><p>Then this.</p>"
    work = data_of(document)["work"][0]
    assert work["summary"] == "- One\nThen this."
    assert "highlights" not in work


def test_each_role_becomes_a_job_of_its_own_in_json_resume() -> None:
    work = data_of(everything())["work"]
    assert [(job["name"], job["position"]) for job in work] == [
        ("Acme Corp", "Senior Backend Engineer"), ("Acme Corp", "Lead"),
    ]  # fmt: skip
    assert any("jobs of their own" in loss for loss in written(json_resume, everything()).losses)


def test_own_sections_of_a_known_family_are_in_json_resume_and_others_are_told() -> None:
    document = load("rich-resume")
    assert "City Library" in [job["name"] for job in data_of(document)["work"]]
    assert any("Cover letters" in loss for loss in written(json_resume, document).losses)


def test_an_address_that_json_resume_would_refuse_is_left_out_and_told() -> None:
    document = everything()
    document["basics"]["email"] = "robin at example"
    document["picture"] |= {"hidden": False, "url": "/uploads/me.webp"}
    assert not {"email", "image"} & data_of(document)["basics"].keys()
    told = " ".join(written(json_resume, document).losses)
    assert "email address" in told
    assert "photo" in told


def test_the_label_of_a_link_is_told_as_lost() -> None:
    document = everything()
    entry = with_defaults("projects", {"id": "p", "name": "Boat"})
    entry["website"] |= {"url": "https://a.example", "label": "See it sail"}
    document["sections"]["projects"]["items"].append(entry)
    assert any(loss.startswith("Labels") for loss in written(json_resume, document).losses)


@pytest.mark.parametrize(
    ("wrote", "dates"),
    [
        ("2019", ("2019", "2019")),
        ("2012 – 2016", ("2012", "2016")),
        ("2012-2016", ("2012", "2016")),
        ("2012-10", ("2012-10", "2012-10")),
        ("Mar 2021 – Present", ("2021-03", "")),
        ("Sept. 2020 to January 2021", ("2020-09", "2021-01")),
        ("03/2019 - 12.2020", ("2019-03", "2020-12")),
        ("2021年3月 – 至今", ("2021-03", "")),
        ("2016年 至 2018年", ("2016", "2018")),
        ("2020-01-31 – 2020-02-01", ("2020-01-31", "2020-02-01")),
        ("2020-13 – 2021", None),
        ("Summer 2019", None),
        ("2019, 2020", None),
        ("since 2019", None),
        ("", None),
    ],
)
def test_a_period_is_read_as_dates_only_where_it_is_certain(
    wrote: str, dates: tuple[str, str] | None
) -> None:
    assert period_of(wrote) == dates


def test_a_single_date_is_no_period() -> None:
    assert date_of("May 2018") == "2018-05"
    assert date_of("2018 – 2019") is None
