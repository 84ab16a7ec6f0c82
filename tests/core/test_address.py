import pytest

from core.errors import NotFoundError
from core.resume.address import (
    ancestors,
    from_pointer,
    is_beneath,
    join,
    overlaps,
    parent,
    to_pointer,
    tokens,
    value_at,
)
from core.resume.lines import block_address
from core.resume.outline import first_words, outline
from core.resume.values import MISSING, Json
from core.show.words import LANGUAGES, Language, words
from tests.core.vectors import load

LIBRARY = "c48b7f60-1d3e-4a95-b2e4-9e7a5d3c8b03"
PYTHON = "51c7e3b9-4a8d-4d26-9f13-8a0e6c5b7d05"
NORTHWIND = "3f0c2a5e-8b1d-4c6f-9a72-0d5e1b7c4a01"


@pytest.fixture
def resume() -> dict[str, Json]:
    document: dict[str, Json] = load("base-resume.json")
    document["sections"]["skills"]["items"][0]["keywords"] = ["CI/CD", "Go~", "Flask"]
    letter = {"id": "l", "recipient": "<p>Ms Berg</p>"}
    document["customSections"] = [{"id": "c1", "type": "cover-letter", "title": "", "items": [letter]}]
    return document


def pointers(value: Json, at: str = "") -> list[str]:
    children: dict[Json, Json] = value if isinstance(value, dict) else {}
    if isinstance(value, list):
        children = dict(enumerate(value))
    return [at, *(found for token, child in children.items() for found in pointers(child, f"{at}/{token}"))]


def keys(address: str, document: Json) -> list[str]:
    found = value_at(address, document)
    assert isinstance(found, list)
    return found


def test_every_pointer_has_an_address_and_every_address_its_pointer(resume: dict[str, Json]) -> None:
    all_pointers = pointers(resume)
    assert len(all_pointers) > 200
    for pointer in all_pointers:
        address = from_pointer(pointer, resume)
        assert to_pointer(address, resume) == pointer
        assert value_at(address, resume) is not MISSING


def test_entries_words_and_places_go_by_identity(resume: dict[str, Json]) -> None:
    assert from_pointer("/sections/experience/items/2/company", resume) == (
        f"/sections/experience/items/[{LIBRARY}]/company"
    )
    assert from_pointer("/sections/skills/items/0/keywords/0", resume) == (
        f"/sections/skills/items/[{PYTHON}]/keywords/[CI~1CD]"
    )
    assert from_pointer("/metadata/layout/pages/0/sidebar/0", resume) == (
        "/metadata/layout/pages/0/sidebar/[skills]"
    )


def test_an_address_outlives_a_move(resume: dict[str, Json]) -> None:
    address = from_pointer("/sections/experience/items/2/company", resume)
    items = resume["sections"]["experience"]["items"]
    items.insert(0, items.pop())
    assert value_at(address, resume) == "City Library"
    assert to_pointer(address, resume) == "/sections/experience/items/0/company"
    items.pop(0)
    assert value_at(address, resume) is MISSING
    assert to_pointer(address, resume) is None


def test_a_place_to_add_to_has_an_address(resume: dict[str, Json]) -> None:
    assert from_pointer("/sections/experience/items/-", resume) == "/sections/experience/items/-"
    assert from_pointer("/sections/experience/items/3", resume) == "/sections/experience/items/-"
    assert from_pointer("/metadata/stylesheet", resume) == "/metadata/stylesheet"


@pytest.mark.parametrize(
    "pointer",
    [
        "/nowhere/at",
        "/sections/skills/items/9/name",
        "/sections/skills/items/00/name",
        "/sections/skills/items/-1",
        "/sections/skills/items/-/name",
        "/basics/name/x",
        "basics/name",
        "/basics/na~2me",
    ],
)
def test_a_pointer_that_leads_nowhere_is_refused(resume: dict[str, Json], pointer: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        from_pointer(pointer, resume)
    assert caught.value.code == "path_not_found"


def test_a_doubled_id_is_no_identity(resume: dict[str, Json]) -> None:
    items = resume["sections"]["skills"]["items"]
    items[1]["id"] = items[0]["id"]
    assert from_pointer("/sections/skills/items/1/name", resume) == "/sections/skills/items/1/name"


def test_blocks_and_orders_have_addresses_within_their_text(resume: dict[str, Json]) -> None:
    text = f"/sections/experience/items/[{NORTHWIND}]/description"
    bullet = "<li><p>Ran the parcel tracking API used by 40 depots.</p></li>"
    assert value_at(f"{text}/ul/[5316fe4d]", resume) == bullet
    assert keys(f"{text}/ul", resume)[0] == bullet
    assert keys(f"{text}/ul/@order", resume)[0] == bullet
    assert value_at(f"{text}/@order", resume) == ["ul"]
    assert value_at(f"{text}/[5316fe4d]", resume) is MISSING
    assert value_at(f"{text}/ol", resume) is MISSING
    assert to_pointer(f"{text}/ul/[5316fe4d]", resume) == "/sections/experience/items/0/description"
    assert keys("/sections/skills/items/@order", resume)[0] == PYTHON
    assert to_pointer("/sections/skills/items/@order", resume) == "/sections/skills/items"


def test_tokens_and_join_are_each_others_inverse() -> None:
    for path in ((), ("a",), ("[CI/CD]", "~", "~1", "", "中文")):
        assert tokens(join(*path)) == path
    assert parent("/a/[x~1y]") == "/a"
    assert ancestors("/a/b/c") == ["/a/b", "/a"]


def test_beneath_goes_by_whole_tokens() -> None:
    assert is_beneath("/a/b", "/a")
    assert is_beneath("/a", "")
    assert not is_beneath("/ab", "/a")
    assert not is_beneath("/a", "/a")
    assert overlaps("/a", "/a/b")
    assert overlaps("/a/b", "/a")
    assert not overlaps("/a/b", "/a/c")


def test_an_outline_says_section_entry_and_field(resume: dict[str, Json]) -> None:
    resume["sections"]["experience"]["title"] = ""
    place = f"/sections/experience/items/[{LIBRARY}]/description"
    assert outline(place, resume, words("en")) == "Experience · City Library · Description"
    assert outline(place, resume, words("zh")) == "工作经历 · City Library · 描述"
    assert outline(place, resume, words("en"), short=True) == "City Library · Description"
    resume["sections"]["experience"]["title"] = " Work "
    assert outline(place, resume, words("zh")) == "Work · City Library · 描述"
    assert outline("/basics/headline", resume, words("en")) == "Headline"
    assert outline("/summary/content", resume, words("en")) == "Summary"
    assert outline("", resume, words("en")) == "The résumé"


def test_an_outline_names_what_has_no_name_and_what_is_not_there_yet(resume: dict[str, Json]) -> None:
    english = words("en")
    assert outline("/customSections/[c1]", resume, english) == "Untitled section"
    assert outline("/customSections/[c1]/items/[l]", resume, english) == "Untitled section · Ms Berg"
    place = "/sections/skills/items/[new]"
    assert outline(place, resume, english) == "Skills · Untitled entry"
    assert outline(place, resume, english, added={"id": "new", "name": "Kafka"}) == "Skills · Kafka"


def test_an_outline_shows_a_block_by_the_words_that_set_it_apart(resume: dict[str, Json]) -> None:
    resume["summary"]["content"] = "<p>Ran the API.</p><p>Ran the queue, too.</p><p>维护支付文档。</p>"
    blocks = keys("/summary/content/@order", resume)
    said = [outline(block_address("/summary/content", block), resume, words("en")) for block in blocks]
    assert said == ["Summary · “Ran the API.”", "Summary · “Ran the queue…”", "Summary · “维护支付文档…”"]
    gone = block_address("/summary/content", "<p>Gone.</p>")
    assert outline(gone, resume, words("en")) == "Summary · a paragraph"
    assert outline(gone, resume, words("en"), added="<p>Gone.</p>") == "Summary · “Gone.”"


def test_first_words_are_as_few_as_tell_apart() -> None:
    assert first_words("Moved jobs to a queue.") == "Moved jobs…"
    assert first_words("Moved jobs to a queue.", ["Moved jobs to the cloud."]) == "Moved jobs to a…"
    assert first_words("Same.", ["Same."]) == "Same."


def test_an_outline_speaks_of_places_in_the_layout_by_title(resume: dict[str, Json]) -> None:
    resume["customSections"][0]["title"] = "Letter"
    english = words("en")
    assert outline("/metadata/layout/pages/0/main/[c1]", resume, english) == (
        "Layout · Page 1 · Main column · Letter"
    )
    assert outline("/metadata/layout/pages/1/sidebar/@order", resume, english) == (
        "Layout · Page 2 · Sidebar · Order"
    )
    assert outline("/metadata/design/level/type", resume, english) == "Level display · Shape"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_member_of_a_resume_has_a_label(resume: dict[str, Json], language: Language) -> None:
    resume["basics"]["customFields"] = [{"id": "f", "icon": "", "text": "", "link": ""}]
    resume["sections"]["experience"]["items"][0]["roles"] = [{"id": "r", "position": "", "period": ""}]
    resume["metadata"]["stylesheet"] = {}
    for section in resume["sections"].values():
        section["title"] = ""
    for pointer in pointers(resume)[1:]:
        said = outline(from_pointer(pointer, resume), resume, words(language))
        assert said.rpartition(" · ")[2] != tokens(pointer)[-1]
