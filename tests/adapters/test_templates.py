"""Every template draws every résumé: read back as text, bookmarks, links and pixels."""

import copy
import io
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pypdf
import pytest

from adapters.documents.fonts import fonts, text_fonts
from adapters.documents.picture import TEMPLATES, Pictures, compiler_of
from adapters.documents.typeset import typeset
from core.resume.look import Metadata
from core.resume.model import empty_document, parse
from tests.drawn import Pdf, PdfPage, Piece, Pixels, pixels

ROOT = Path(__file__).parent.parent.parent
PICTURES = Pictures()
NAMES: tuple[str, ...] = get_args(Metadata.model_fields["template"].annotation)
ONE_COLUMN = ("onyx", "rhyhorn", "kakuna", "bronzor", "lapras", "meowth", "scizor")
TWO_COLUMNS = tuple(name for name in NAMES if name not in ONE_COLUMN)
ON_COLOUR = ("chikorita", "gengar", "ditto", "pikachu")
"""These have a part on full colour."""
KINDS = ("onyx", "bronzor", "lapras", "meowth", "scizor", "azurill", "gengar", "ditto")
"""One of each kind of layout, for what takes long."""
SHARED = ROOT.parent / "shared" / "data" / "resumes" / "reactive-resume-v5-sample-game-developer.json"


@cache
def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def load(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_text(path))
    return document


def sample() -> dict[str, Any]:
    return load("core/resume/sample.en.json")


def hebrew() -> dict[str, Any]:
    document = sample()
    document["metadata"]["page"]["locale"] = "he-IL"
    document["basics"].update(name="רובין", headline="מהנדסת", location="חיפה")
    document["summary"]["content"] = "<p>מהנדסת <strong>Python</strong></p><ul><li><p>הובלתי 6</p></li></ul>"
    document["sections"]["experience"]["items"][0].update(company='אקמה בע"מ', position="ראש צוות")
    return document


def long() -> dict[str, Any]:
    document = load("tests/data/picture-resume.json")
    jobs = document["sections"]["experience"]["items"]
    jobs += [{**copy.deepcopy(jobs[0]), "id": f"job-{number}", "roles": []} for number in range(12)]
    skills = document["sections"]["skills"]["items"]
    skills += [{**copy.deepcopy(skills[0]), "id": f"skill-{number}", "icon": "code"} for number in range(30)]
    document["metadata"]["page"]["hideSectionIcons"] = False
    return document


SAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "rich": lambda: load("tests/data/picture-resume.json"),
    "chinese": lambda: load("core/resume/sample.zh.json"),
    "hebrew": hebrew,
    "long": long,
    "empty": lambda: empty_document("en"),
}


def in_template(name: str, document: dict[str, Any]) -> dict[str, Any]:
    document["metadata"]["template"] = name
    return document


def strict(document: dict[str, Any]) -> bytes:
    """A PDF/UA-1: for that, typst refuses to draw a box for a letter that no font has."""
    parse(document)
    sheet = typeset(document) | {"document": {"title": "Title", "version": 7}}
    compiler = compiler_of(document, sheet, b"", fonts())
    made, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards="ua-1")
    assert not warnings
    assert isinstance(made, bytes)
    return made


def read(data: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(data))


@cache
def sample_pdf(name: str) -> bytes:
    return PICTURES.pdf(in_template(name, sample()), title="For Acme", version=7)


def pieces_of(document: dict[str, Any]) -> dict[str, Piece]:
    """The texts of the first page, with their places."""
    page = Pdf(PICTURES.pdf(document, title="T", version=1)).pages[0]
    return {piece.text.strip(): piece for piece in page.pieces}


def text_of(data: bytes) -> str:
    """All text in reading order, without spaces: what hyphens and line ends do is no matter here."""
    return squeezed("".join(piece.text for page in Pdf(data).pages for piece in page.pieces))


def squeezed(text: str) -> str:
    return "".join(char for char in text if not char.isspace() and char not in "\u00ad")


def shown(document: dict[str, Any]) -> Iterator[str]:
    """The names of all that is to be seen."""
    yield document["basics"]["name"]
    yield document["basics"]["email"]
    names = (
        "company",
        "position",
        "school",
        "name",
        "title",
        "organization",
        "language",
        "network",
        "period",
    )
    for section in (*document["sections"].values(), *document["customSections"]):
        for item in () if section["hidden"] else section["items"]:
            if not item["hidden"]:
                yield from (item[name] for name in names if item.get(name))


def picture(document: dict[str, Any], pixels_per_inch: int = 14) -> Pixels:
    return pixels(PICTURES.pages(document, pixels_per_inch=pixels_per_inch)[0])


# ---- Every template, every résumé


def test_there_is_a_template_for_every_name() -> None:
    assert len(NAMES) == 15
    assert {f"{name}.typ" for name in NAMES} <= {path.name for path in TEMPLATES.glob("*.typ")}


@pytest.mark.parametrize("sample_name", SAMPLES)
@pytest.mark.parametrize("name", NAMES)
def test_it_draws_everything_with_a_glyph_for_every_letter(name: str, sample_name: str) -> None:
    document = in_template(name, SAMPLES[sample_name]())
    data = strict(document)
    if sample_name == "hebrew":  # copied text of mixed directions comes in pieces
        text = squeezed("".join(page.extract_text() for page in read(data).pages))
        assert all(word in text for word in ("רובין", "חיפה", "Python", "HarborSoftware"))
        return
    text = text_of(data)
    missing = [words for words in shown(document) if squeezed(words) not in text]
    assert not missing
    assert "\ufffd" not in text


@pytest.mark.parametrize("name", NAMES)
def test_it_draws_the_public_sample(name: str) -> None:
    if not SHARED.is_file():
        pytest.skip("The shared samples are not beside this checkout.")
    document = in_template(name, json.loads(SHARED.read_text(encoding="utf-8")))
    data = strict(document)
    text = text_of(data)
    assert not [words for words in shown(document) if squeezed(words) not in text]
    assert "PerformanceOptimization" not in text  # hidden


@pytest.mark.parametrize("name", NAMES)
def test_text_is_read_in_the_order_of_the_layout_the_main_column_first(name: str) -> None:
    text = squeezed(
        "".join(page.extract_text() for page in read(sample_pdf(name)).pages)
    )  # as another program reads it
    words = (
        *("Robin Sample", "robin@example.com", "Summary", "Experience", "Acme Corp", "Harbor Software"),
        *("Education", "Riverside College", "Projects", "Tidewatch", "Skills", "PostgreSQL●●●●○"),
        *("Languages", "Spanish", "Interests", "Sailing"),
    )
    place = 0
    for word in words:
        place = text.find(squeezed(word), place)
        assert place >= 0, word


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_is_not_drawn(name: str) -> None:
    document = in_template(name, load("tests/data/picture-resume.json"))
    document["sections"]["awards"]["hidden"] = True
    text = text_of(PICTURES.pdf(document, title="T", version=1))
    assert "SecretWorks" not in text
    assert "BestBoat" not in text
    assert "MaryMarlow" in text


@pytest.mark.parametrize("name", NAMES)
def test_titles_are_bookmarks_and_the_pdf_bears_title_and_version(name: str) -> None:
    reader = read(sample_pdf(name))
    titles = ["Summary", "Experience", "Education", "Projects", "Skills", "Languages", "Interests"]
    assert [mark.title for mark in reader.outline if isinstance(mark, pypdf.generic.Destination)] == titles
    assert reader.metadata is not None
    assert reader.metadata.title == "For Acme"
    assert str(reader.metadata["/Keywords"]) == "version 7"


@pytest.mark.parametrize("name", NAMES)
def test_links_can_be_followed(name: str) -> None:
    links = set(Pdf(sample_pdf(name)).links)
    assert {"mailto:robin@example.com", "tel:+15550100", "https://acme.example.com"} <= links


# ---- The look


def test_no_two_templates_look_the_same() -> None:
    drawn = {PICTURES.pages(in_template(name, sample()), pixels_per_inch=20) for name in NAMES}
    assert len(drawn) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_paper_and_colours_are_the_chosen_ones(name: str) -> None:
    document = in_template(name, sample())
    document["metadata"]["page"]["format"] = "letter"
    document["metadata"]["design"]["colors"] = {
        "primary": "rgba(0, 0, 255, 1)",
        "text": "#004000",
        "background": "rgb(255, 255, 0)",
    }
    drawn = picture(document, 16)
    assert (drawn.width, drawn.height) == (136, 176)
    corners = {drawn.at(left, top) for left in (0, 135) for top in (0, 175)}
    assert (255, 255, 0) in corners
    seen = {drawn.at(left, top) for left in range(drawn.width) for top in range(drawn.height)}
    assert any(blue > 150 and red < 100 for red, _, blue in seen)
    assert ((0, 0, 255) in seen) >= (name in ON_COLOUR)
    assert any(red < 160 and green > red + 15 and blue < 60 for red, green, blue in seen)


@pytest.mark.parametrize("name", TWO_COLUMNS)
def test_the_sidebar_stands_beside_the_main_column_and_is_as_wide_as_chosen(name: str) -> None:
    document = in_template(name, sample())
    lefts = []
    for width in (25, 45):
        document["metadata"]["layout"]["sidebarWidth"] = width
        pieces = pieces_of(document)
        lefts.append(max(pieces["Skills"].left, pieces["Experience"].left))
        assert pieces["Skills"].left != pytest.approx(pieces["Experience"].left, abs=60)
    assert abs(lefts[1] - lefts[0]) == pytest.approx(0.2 * (595.28 - 2 * 42), abs=2)


@pytest.mark.parametrize("name", TWO_COLUMNS)
def test_a_page_of_full_width_has_no_sidebar(name: str) -> None:
    document = in_template(name, sample())
    document["metadata"]["layout"]["pages"][0]["fullWidth"] = True
    pieces = pieces_of(document)
    assert pieces["Skills"].left == pytest.approx(pieces["Experience"].left, abs=1)


@pytest.mark.parametrize("name", TWO_COLUMNS)
def test_from_right_to_left_the_columns_change_sides(name: str) -> None:
    document = in_template(name, sample())
    is_left = []
    for locale in ("en-US", "he-IL"):
        document["metadata"]["page"]["locale"] = locale
        pieces = pieces_of(document)
        is_left.append(pieces["Skills"].left < pieces["Experience"].left)
    assert is_left[0] != is_left[1]


@pytest.mark.parametrize("name", ["onyx", "azurill"])
def test_each_page_of_the_layout_begins_a_page(name: str) -> None:
    document = in_template(name, sample())
    document["metadata"]["layout"]["pages"] = [
        {"fullWidth": False, "main": ["summary", "experience"], "sidebar": ["skills"]},
        {"fullWidth": False, "main": ["projects"], "sidebar": ["education"]},
        {"fullWidth": False, "main": ["awards"], "sidebar": []},  # nothing to be seen
        {"fullWidth": True, "main": ["languages", "interests"], "sidebar": []},
    ]
    pages = [page.extract_text() for page in read(PICTURES.pdf(document, title="T", version=1)).pages]
    assert len(pages) == 3
    assert pages[0].index("Experience") < pages[0].index("Skills")
    assert pages[1].index("Projects") < pages[1].index("Education")
    assert pages[2].index("Languages") < pages[2].index("Interests")


@pytest.mark.parametrize("name", ["onyx", "gengar"])
def test_icons_are_drawn_unless_that_is_switched_off_and_are_no_text(name: str) -> None:
    document = in_template(name, sample())
    pictures, texts = set(), set()
    for icons in (True, False):
        for section_icons in (True, False):
            document["metadata"]["page"].update(hideIcons=icons, hideSectionIcons=section_icons)
            pictures.add(PICTURES.pages(document, pixels_per_inch=40))
            texts.add(text_of(PICTURES.pdf(document, title="T", version=1)).replace("·", ""))
    assert len(pictures) == 4
    assert len(texts) == 1


@pytest.mark.parametrize("name", ["azurill", "gengar"])
def test_the_photograph_is_drawn_from_bytes_unless_it_is_hidden_or_broken(name: str) -> None:
    document = in_template(name, sample())
    document["picture"].update(
        hidden=False, size=90, borderWidth=2, borderRadius=8, shadowWidth=4, rotation=5
    )
    photo = PICTURES.pages(empty_document("en"), pixels_per_inch=10)[0]
    without = PICTURES.pages(document, pixels_per_inch=30)
    assert PICTURES.pages(document, pixels_per_inch=30, photo=photo) != without
    for broken in (photo[:40], b"GIF89a", b"<svg/>"):
        assert PICTURES.pages(document, pixels_per_inch=30, photo=broken) == without
    document["picture"]["hidden"] = True
    assert PICTURES.pages(document, pixels_per_inch=30, photo=photo) == without


@pytest.mark.parametrize("name", KINDS)
def test_extreme_settings_and_endless_words_stay_on_the_paper(name: str) -> None:
    document = in_template(name, load("tests/data/picture-resume.json"))
    word = "W" * 60
    document["basics"].update(name=word, headline=word, location=word)
    document["summary"]["content"] = f"<ul><li><p>{word}</p></li></ul>"
    document["sections"]["experience"]["items"][0].update(
        company=word, position=word, location=word, period=word
    )
    document["sections"]["skills"]["items"][0].update(name=word, keywords=[word])
    document["metadata"]["page"].update(gapX=2**53 - 1, gapY=2**53 - 1)
    document["metadata"]["layout"]["sidebarWidth"] = 10
    for font in document["metadata"]["typography"].values():
        font.update(fontSize=20, lineHeight=0.5, fontWeights=[], fontFamily="")
    data = PICTURES.pdf(document, title="T", version=1)
    assert text_of(data).count("W" * 60) >= 3
    for page in PICTURES.pages(document, pixels_per_inch=8):
        drawn = pixels(page)  # a band of colour reaches the edge, letters don't
        assert all(len(drawn.column(left)) <= 3 for left in range(drawn.width - 2, drawn.width))


@pytest.mark.parametrize("name", KINDS)
def test_a_title_is_never_alone_at_the_end_of_a_page(name: str) -> None:
    titles = {"Experience", "Education", "Projects", "Skills", "Languages", "Interests"}
    names = {"Acme Corp", "Harbor Software", "Greenfield Payments"}
    document = in_template(name, sample())
    job = document["sections"]["experience"]["items"][0]
    breaks = 0
    for bullets in (16, 20, 25):
        job["description"] = "<ul>" + "<li><p>Line</p></li>" * bullets + "</ul>"
        for page in Pdf(PICTURES.pdf(document, title="T", version=1)).pages[:-1]:
            assert not {line for column in columns_of(page) for line in column[-1]} & (titles | names)
            breaks += 1
    assert breaks > 0


def columns_of(page: PdfPage) -> list[list[list[str]]]:
    """The columns of a page, of texts by line, without the foot of the page."""
    columns: list[list[list[str]]] = [[]]
    top = 0.0
    for piece in page.pieces:
        if not piece.text.strip() or piece.top > page.height - 38:
            continue
        if piece.top < top - 60:
            columns.append([])
        if columns[-1] and abs(piece.top - top) < 2:
            columns[-1][-1].append(piece.text.strip())
        else:
            columns[-1].append([piece.text.strip()])
        top = piece.top
    return columns


def test_texts_of_the_other_direction_begin_where_all_others_do() -> None:
    document = in_template("onyx", hebrew())
    document["summary"]["content"] = "<p>English words.</p><p>עברית</p>"
    pieces = pieces_of(document)
    assert pieces["English words."].left > 300


def test_fonts_are_ours_of_the_kind_that_was_chosen() -> None:
    first = {
        name: text_fonts(name, "en")[0] for name in ("Lora", "Inter", "IBM Plex Mono", "Latin Modern Roman")
    }
    assert first == {
        "Lora": "Libertinus Serif",
        "Inter": "Noto Sans",
        "IBM Plex Mono": "DejaVu Sans Mono",
        "Latin Modern Roman": "New Computer Modern",
    }
