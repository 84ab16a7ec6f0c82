"""The résumé as a picture: read back as text, links, sizes and pixels."""

import copy
import hashlib
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import typst

from adapters.documents.fonts import fonts
from adapters.documents.picture import TEMPLATES, Pictures, compiler_of
from adapters.documents.typeset import typeset
from core.errors import BugError
from core.resume.model import empty_document, parse
from tests.drawn import MISSING, Pdf, pixels

DATA = Path(__file__).parent.parent / "data"
ROOT = Path(__file__).parent.parent.parent
PICTURES = Pictures()
NO_FONT_HAS_THIS = "\U00013000"
"""A hieroglyph."""


def load(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((ROOT / path).read_text(encoding="utf-8"))
    return document


def everything() -> dict[str, Any]:
    return load("tests/data/picture-resume.json")


def sample() -> dict[str, Any]:
    return load("core/resume/sample.en.json")


def with_summary(html: str, language: str = "en") -> dict[str, Any]:
    document = empty_document(language)
    document["summary"]["content"] = html
    return document


def drawn(document: dict[str, Any]) -> Pdf:
    parse(document)
    return Pdf(PICTURES.pdf(document, title="Title", version=1))


def strict(document: dict[str, Any]) -> bytes:
    """The same, as PDF/UA-1: for that, typst refuses to draw a box for a letter that no font has."""
    sheet = typeset(document) | {"document": {"title": "Title", "version": 1}}
    compiler = compiler_of(document, sheet, b"", fonts())
    made = compiler.compile(format="pdf", pdf_standards="ua-1")
    assert isinstance(made, bytes)
    return made


# ---- What is drawn


def test_every_section_is_drawn_in_the_order_of_the_layout() -> None:
    lines = drawn(everything()).text.split("\n")
    titles = "Summary,Experience,Education,Projects,Talks & more,Volunteer,References,Skills,Certifications"
    titles += ",Awards,Languages,Interests,Publications,Profiles"
    places = [lines.index(title) for title in titles.split(",")]
    assert places == sorted(places)


def test_entries_of_all_families_show_what_they_hold() -> None:
    text = drawn(everything()).text
    for words in (
        *("Acme Corp", "Senior Backend Engineer", "Mar 2021 – Present", "Portland, Oregon"),
        *("Lead", "2023 – Present", "Leads six people.", "Riverside College", "BSc · Computer Science"),
        *("Tidewatch", "tidewatch.example.com", "Flask, pandas", "Spanish", "Conversational", "Knots"),
        *("Best Boat", "Harbour Club", "2019", "For a dry hull.", "Sailing Licence", "Coast School"),
        *("Tides in Practice", "Sea Press", "Shore Watch", "Newport", "Kept the logbook.", "Mary Marlow"),
        *("Captain · +1 555 0142", "Spoke about harbours.", "Ms Reader\nSome Street 1\nDear Ms Reader,"),
        *("Open to relocation", "notes.example.com", "GitHub robin-sample"),
    ):
        assert words in text


def test_what_is_hidden_is_not_drawn() -> None:
    document = everything()
    assert "Secret Works" not in drawn(document).text
    document["sections"]["awards"]["hidden"] = True
    document["summary"]["hidden"] = True
    text = drawn(document).text
    assert "Best Boat" not in text
    assert "Awards" not in text
    assert "In short" not in text


def test_another_order_of_the_layout_is_another_order_on_paper() -> None:
    document = sample()
    document["metadata"]["layout"]["pages"][0]["main"] = ["education", "experience", "summary"]
    lines = drawn(document).text.split("\n")
    assert (
        lines.index("Education") < lines.index("Experience") < lines.index("Summary") < lines.index("Skills")
    )


def test_a_section_bears_its_own_title_or_one_in_the_language_of_the_resume() -> None:
    document = sample()
    document["sections"]["skills"]["title"] = "What I can do"
    document["metadata"]["page"]["locale"] = "zh-CN"
    lines = drawn(document).text.split("\n")
    assert {"What I can do", "工作经历", "教育背景"} < set(lines)
    assert "Experience" not in lines


def test_profiles_that_stand_first_are_contact_details() -> None:
    contacts = drawn(sample()).pages[0].lines[2]
    assert contacts.startswith("robin@example.com")
    assert contacts.endswith("GitHub robin-sample")


@pytest.mark.parametrize(
    ("kind", "marks"),
    [
        *(("circle", "●●●●○"), ("square", "■■■■□"), ("rectangle", "▮▮▮▮▯")),
        *(("rectangle-full", "▰▰▰▰▱"), ("progress-bar", "████░"), ("icon", "★★★★☆")),
    ],
)
def test_a_level_is_written_as_text(kind: str, marks: str) -> None:
    document = sample()
    document["metadata"]["design"]["level"]["type"] = kind
    assert f"PostgreSQL {marks}" in drawn(document).text


def test_a_hidden_level_is_left_out() -> None:
    document = sample()
    document["metadata"]["design"]["level"]["type"] = "hidden"
    assert not set("●○★☆■□") & set(drawn(document).text)


def test_links_can_be_followed() -> None:
    links = drawn(everything()).links
    assert {
        *("mailto:robin@example.com", "tel:+15550100", "https://robin.example.com"),
        *("https://notes.example.com/", "https://acme.example.com", "https://tidewatch.example.com"),
        *("https://tides.example.com", "https://linked.example.com/a?b=c#d"),
        "https://code.example.com/robin-sample",
    } == set(links)


# ---- Text stays text


def test_signs_that_mean_something_to_typst_stay_signs() -> None:
    hostile = '#let x = 1 #read("/etc/passwd") $a^2$ *b* _e_ @ref <label> `c` \\ // /* */ -- --- ~ [x] #x'
    document = empty_document("en")
    document["basics"].update(
        name=hostile, headline='#import "@preview/cetz:0.4.0"', location="= A - b + c / d: e"
    )
    document["summary"]["content"] = '<p>#panic() &lt;label&gt; $x$ &amp; "it\'s"</p>'
    text = drawn(document).text.replace("\n", " ")
    for words in (
        hostile,
        '#import "@preview/cetz:0.4.0"',
        "= A - b + c / d: e",
        '#panic() <label> $x$ & "it\'s"',
    ):
        assert words in text


def test_rich_text_keeps_its_structure() -> None:
    page = drawn(everything()).pages[0]
    start = page.lines.index("In short")
    assert page.lines[start : start + 12] == [
        *("In short", "Plain, strong, slanted, underlined, struck, code(), a link."),
        *("After a break: 中文, 粗体, 🚀.", "She asks good questions.", "def f(x):", "return x"),
        *("•Outer", "1.First", "2.Second", "–Innermost", "•Last <b> #1", "Experience"),
    ]
    left = {piece.text.strip(): piece.left for piece in page.pieces}
    assert left["Outer"] < left["First"] == left["Second"] < left["Innermost"]
    assert left["In short"] < left["She asks good questions."]


@pytest.mark.parametrize("mark", ["strong", "em", "u", "s", "code", 'a href="https://x.example.com"'])
def test_every_mark_shows(mark: str) -> None:
    tag = mark.split()[0]
    plain = PICTURES.pages(with_summary("<p>Words</p>"))
    assert PICTURES.pages(with_summary(f"<p><{mark}>Words</{tag}></p>")) != plain


def test_a_link_that_shows_nothing_or_is_endless_does_no_harm() -> None:
    document = with_summary('<p>A<a href="https://x.example.com">\u00ad</a>B</p>')
    document["basics"]["website"] = {"url": "https://" + "x" * 9_000, "label": "\u00ad"}
    document["basics"]["email"] = "\u00ad"
    assert drawn(document).links == []


# ---- Letters


@pytest.mark.parametrize(
    "path", ["tests/data/picture-resume.json", "core/resume/sample.zh.json", "tests/data/base-resume.json"]
)
def test_every_letter_has_a_glyph_and_the_pdf_is_accessible(path: str) -> None:
    assert MISSING not in Pdf(strict(load(path))).text


@pytest.mark.parametrize(
    "text",
    [
        "简体中文与繁體",
        "日本語 かな",
        "한국어",
        "🚀 🎓 ❤️ 👩‍💻 🇳🇱",
        "Ελλάδα Привет žluťoučký",
        "שלום مرحبا",
        "नमस्ते ไทย",
        "→ ≥ ★ ✓ € ½ …",
    ],
)
def test_many_scripts_and_emoji_have_glyphs(text: str) -> None:
    for document in (with_summary(f"<p>{text} <strong>{text}</strong> <code>{text}</code></p>"), sample()):
        document["basics"]["name"] = text
        strict(document)


def test_a_letter_of_no_font_is_noticed_by_the_same_check() -> None:
    with pytest.raises(typst.TypstError):
        strict(with_summary(f"<p>{NO_FONT_HAS_THIS}</p>"))


@pytest.mark.parametrize(("one", "other"), [("中", "文"), ("🚀", "🎓"), ("林", "晓")])
def test_two_letters_look_different_and_not_like_a_box(one: str, other: str) -> None:
    pictures = {PICTURES.pages(with_summary(f"<p>{text}</p>")) for text in (one, other, NO_FONT_HAS_THIS)}
    assert len(pictures) == 3


def test_bold_chinese_is_bolder() -> None:
    plain, bold = (
        sum(sum(row) for row in pixels(PICTURES.pages(with_summary(html), pixels_per_inch=60)[0]).rows)
        for html in ("<p>中文粗体</p>", "<p><strong>中文粗体</strong></p>")
    )
    assert bold < plain


def test_a_font_that_lacks_is_an_error_and_no_boxes() -> None:
    pictures = Pictures()
    pictures._fonts = typst.Fonts(include_system_fonts=False)
    with pytest.raises(BugError) as raised:
        pictures.pages(sample())
    assert raised.value.code == "no_picture"


# ---- Pages


@pytest.mark.parametrize(("name", "size"), [("a4", (595.28, 841.89)), ("letter", (612, 792))])
def test_the_paper_is_the_chosen_one(name: str, size: tuple[float, float]) -> None:
    document = sample()
    document["metadata"]["page"]["format"] = name
    page = drawn(document).pages[0]
    assert (page.width, page.height) == size
    picture = pixels(PICTURES.pages(document, pixels_per_inch=36)[0])
    assert abs(picture.width - size[0] / 2) < 1
    assert abs(picture.height - size[1] / 2) < 1


def test_a_free_form_page_is_as_long_as_its_text() -> None:
    document = long_resume(120)
    document["metadata"]["page"]["format"] = "free-form"
    pages = drawn(document).pages
    assert len(pages) == 1
    assert pages[0].width == 595.28
    assert pages[0].height > 3 * 841.89
    last = max(piece.top for piece in pages[0].pieces)
    assert pages[0].height - 80 < last < pages[0].height - 40


def test_a_free_form_page_is_no_longer_than_a_page_of_a_pdf_may_be() -> None:
    document = long_resume(200)
    document["metadata"]["page"]["format"] = "free-form"
    document["metadata"]["typography"]["body"].update(fontSize=24, lineHeight=4)
    pdf = drawn(document)
    assert len(pdf.pages) > 10
    assert {page.height for page in pdf.pages} == {841.89}


def is_on_paper(pdf: Pdf) -> bool:
    return all(0 < piece.top < page.height for page in pdf.pages for piece in page.pieces)


def long_resume(
    bullets: int, words: str = "Shipped a thing and told everybody who had to know about it."
) -> Any:
    document = sample()
    items = "".join(f"<li><p>{number} {words}</p></li>" for number in range(bullets))
    document["sections"]["experience"]["items"][0]["description"] = f"<ul>{items}</ul>"
    return document


def test_pages_are_numbered_only_where_there_are_several() -> None:
    one, several = drawn(sample()), drawn(long_resume(120))
    assert len(one.pages) == 1
    assert not re.search(r"\d / \d", one.text)
    count = len(several.pages)
    assert count > 2
    assert [page.lines[-1] for page in several.pages] == [
        f"Robin Sample · {number} / {count}" for number in range(1, count + 1)
    ]


def test_fifty_kilobytes_of_text_run_over_pages_and_none_is_lost() -> None:
    document = long_resume(
        400, "Shipped the thing, with tests, and told everybody who had to know about it in time. " * 2
    )
    text = document["sections"]["experience"]["items"][0]["description"]
    assert len(text) > 50 * 1024
    pdf = drawn(document)
    assert len(pdf.pages) > 8
    found = [int(number) for number in re.findall(r"•(\d+) Shipped", pdf.text)]
    assert found == list(range(400))


def test_an_empty_resume_is_one_clean_page() -> None:
    document = empty_document("en")
    pdf = drawn(document)
    assert len(pdf.pages) == 1
    assert pdf.text == ""
    (page,) = PICTURES.pages(document, pixels_per_inch=20)
    assert set(pixels(page).rows) == {b"\xff" * 4 * pixels(page).width}


def test_a_heading_is_never_alone_at_the_end_of_a_page() -> None:
    headings = {"Experience", "Education", "Projects", "Skills", "Languages", "Interests"}
    headings |= {"Harbor Software2018 – Feb 2021", "Backend EngineerSeattle, Washington"}
    headings |= {"Greenfield Payments2016 – 2018", "Junior DeveloperSeattle, Washington"}
    headings |= {"Riverside College2012 – 2016", "Tidewatchtidewatch.example.com2022"}
    ends = {page.lines[-2] for bullets in range(8, 35) for page in drawn(long_resume(bullets)).pages[:-1]}
    assert not ends & headings
    assert len(ends) > 10  # each résumé did end its first page elsewhere


def test_a_section_can_start_a_page_and_be_kept_together() -> None:
    document = sample()
    document["sections"]["education"]["startOnNewPage"] = True
    assert drawn(document).pages[1].lines[0] == "Education"
    document = long_resume(12)
    assert "Projects" in drawn(document).pages[0].lines
    document["sections"]["projects"]["items"][0]["description"] = "<p>Line</p>" * 12
    document["sections"]["projects"]["keepTogether"] = True
    assert drawn(document).pages[1].lines[0] == "Projects"


def test_a_section_to_be_kept_together_that_no_page_holds_is_drawn_whole() -> None:
    document = long_resume(120)
    document["sections"]["experience"]["keepTogether"] = True
    pdf = drawn(document)
    assert [int(number) for number in re.findall(r"•(\d+) Shipped", pdf.text)] == list(range(120))
    assert is_on_paper(pdf)


def test_a_letter_has_a_page_of_its_own() -> None:
    pdf = drawn(everything())
    assert pdf.pages[-1].lines[0] == "Ms Reader"
    assert "Dear Ms Reader," in pdf.pages[-1].lines


def test_the_address_of_a_letter_may_be_rich_text() -> None:
    document = everything()
    document["customSections"][1]["items"][0]["recipient"] = "<p>Ms <strong>Writer</strong><br>Town</p>"
    assert drawn(document).pages[-1].lines[:2] == ["Ms Writer", "Town"]


@pytest.mark.parametrize(
    "word", ["W" * 300, "https://example.com/" + "path/" * 60, "🚀" * 200, "字" * 300, "ไทยภาษา" * 40]
)
def test_endless_words_stay_on_the_paper(word: str) -> None:
    document = everything()
    document["summary"]["content"] = f"<ul><li><p>{word}</p></li></ul><p><strong>{word}</strong></p>"
    document["basics"].update(name=word, headline=word, location=word)
    job = document["sections"]["experience"]["items"][0]
    job.update(company=word, position=word, location=word, period=word)
    document["sections"]["skills"]["items"][0].update(name=word, keywords=[word])
    document["sections"]["languages"]["items"][0].update(language=word)
    document["sections"]["languages"]["columns"] = 6
    for page in PICTURES.pages(document, pixels_per_inch=14):
        picture = pixels(page)
        assert {
            color for left in range(picture.width - 6, picture.width) for color in picture.column(left)
        } == {(255, 255, 255)}
    assert drawn(document).text.replace("\n", "").count(word) >= 4  # broken, but not changed


def test_columns_stand_side_by_side() -> None:
    document = sample()
    document["sections"]["experience"]["columns"] = 2
    pieces = {piece.text: piece for piece in drawn(document).pages[0].pieces}
    assert pieces["Acme Corp"].top == pieces["Harbor Software"].top
    assert pieces["Acme Corp"].left < 100 < 250 < pieces["Harbor Software"].left


def test_an_entry_beside_others_is_not_cut_at_the_end_of_a_page() -> None:
    document = sample()
    document["sections"]["experience"]["columns"] = 2
    pages_used = set()
    for lines in range(22, 34):
        document["summary"]["content"] = "<p>Line</p>" * lines
        pages = drawn(document).pages
        (first,) = (
            number for number, page in enumerate(pages) if "Greenfield Payments" in "".join(page.lines)
        )
        assert "releases possible" in " ".join(pages[first].lines)
        pages_used.add(first)
    assert pages_used == {0, 1}


# ---- Look


def test_margins_and_colours_are_the_chosen_ones() -> None:
    document = sample()
    document["metadata"]["design"]["colors"] = {
        "primary": "rgba(0, 0, 255, 1)",
        "text": "#ffffff",
        "background": "rgb(255, 0, 0)",
    }
    page = document["metadata"]["page"]
    edges = []
    for margin in (0, 40):
        page["marginX"] = page["marginY"] = margin
        pieces = drawn(document).pages[0].pieces
        edges.append((min(piece.left for piece in pieces), min(piece.top for piece in pieces)))
    assert edges[1][0] - edges[0][0] == pytest.approx(40)
    assert edges[1][1] - edges[0][1] == pytest.approx(40)
    picture = pixels(PICTURES.pages(document, pixels_per_inch=36)[0])
    assert picture.at(0, 0) == (255, 0, 0)
    seen = {color for left in range(30, 70) for color in picture.column(left)}
    assert (255, 255, 255) in seen
    assert any(blue > 200 and red < 60 for red, _, blue in seen)


def test_links_are_underlined_unless_that_is_switched_off() -> None:
    document = sample()
    pictures = []
    for hidden in (False, True):
        document["metadata"]["page"]["hideLinkUnderline"] = hidden
        pictures.append(PICTURES.pages(document))
        assert len(drawn(document).links) == 6
    assert pictures[0] != pictures[1]


def test_a_serif_is_drawn_where_one_was_chosen() -> None:
    document = sample()
    typography = document["metadata"]["typography"]
    pictures = []
    for family in ("IBM Plex Serif", "Lora", "Inter", "Noto Sans"):
        typography["body"]["fontFamily"] = typography["heading"]["fontFamily"] = family
        pictures.append(PICTURES.pages(document))
    assert pictures[0] == pictures[1] != pictures[2] == pictures[3]


def test_long_german_words_are_hyphenated_and_english_ones_of_usual_length_are_not() -> None:
    words = "Verantwortlich für die Rindfleischetikettierungsüberwachung. "
    document = with_summary(f"<p>{words * 12}</p>")
    assert (
        "\u00ad"
        not in drawn(with_summary("<p>" + "Responsibility for international work. " * 30 + "</p>")).text
    )
    document["metadata"]["page"]["locale"] = "de-DE"
    hyphenated = drawn(
        document
    ).text  # at the end of a line stands a soft hyphen, so that copied text is whole
    assert "\u00ad\n" in hyphenated
    assert hyphenated.replace("\u00ad\n", "").replace("\n", " ").count(words.strip()) == 12


@pytest.mark.parametrize(
    "locale", ["", "C", "posix", "en_US.UTF-8", "es-419", "x", "zh_Hant_TW", "🚀", "he-IL"]
)
def test_any_locale_is_drawn(locale: str) -> None:
    document = sample()
    document["metadata"]["page"]["locale"] = locale
    assert "Robin Sample" in drawn(document).text


def test_extreme_settings_are_drawn() -> None:
    document = everything()
    document["metadata"]["page"].update(gapX=2**53 - 1, gapY=2**53 - 1, marginX=100, marginY=100)
    document["metadata"]["design"]["colors"] = {
        "primary": "",
        "text": "red",
        "background": "rgba(0, 0, 0, 0)",
    }
    for font in document["metadata"]["typography"].values():
        font.update(fontSize=24, lineHeight=0.5, fontWeights=[], fontFamily="")
    for section in document["sections"].values():
        section["columns"] = 6
    pdf = drawn(document)
    text = pdf.text.replace("\n", " ")
    assert "Mary Marlow" in text
    assert "Kept the logbook." in text
    assert is_on_paper(pdf)
    assert len(pdf.pages) < 20


# ---- Files


def test_the_pdf_bears_title_version_and_author() -> None:
    pdf = Pdf(PICTURES.pdf(everything(), title="For Acme (“#1”) – 简历", version=12))
    assert pdf.titles == ["For Acme (“#1”) – 简历"]
    assert pdf.keywords == ["version 12"]
    assert pdf.authors == ["Zoë #Sample$ *Berg*"]


def test_equal_resumes_give_equal_bytes_in_every_process() -> None:
    program = (
        "import hashlib, json, sys; from adapters.documents.picture import Pictures;"
        "d = json.load(open(sys.argv[1], encoding='utf-8')); p = Pictures();"
        "print(hashlib.sha256(p.pdf(d, title='T', version=3) + b''.join(p.pages(d))).hexdigest())"
    )
    path = DATA / "picture-resume.json"
    other = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True, cwd=ROOT
    )
    ours = PICTURES.pdf(everything(), title="T", version=3) + b"".join(PICTURES.pages(everything()))
    assert other.stdout.strip() == hashlib.sha256(ours).hexdigest()


def test_the_resume_is_not_touched() -> None:
    document = everything()
    before = copy.deepcopy(document)
    PICTURES.pages(document)
    assert document == before


def test_many_threads_draw_at_once() -> None:
    def draw(number: int) -> bytes:
        document = sample()
        document["basics"]["headline"] = f"Engineer {number % 3}"
        return PICTURES.pdf(document, title="T", version=1)

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(draw, range(24)))
    assert len(set(made)) == 3
    assert all(made[number] == made[number % 3] for number in range(24))


def test_the_templates_ask_for_nothing_from_the_network() -> None:
    templates = list(TEMPLATES.glob("*.typ"))
    assert templates
    ours = {template.name for template in templates}
    for template in templates:
        named = re.findall(r"^#?(?:import|include) (.*)", template.read_text(encoding="utf-8"), re.MULTILINE)
        assert {re.split('[:"]', name)[1] for name in named} <= ours
