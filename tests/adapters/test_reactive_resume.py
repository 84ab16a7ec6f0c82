import copy
import json
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from adapters.documents.reactive_resume import MAX_FILE, read, write
from core.errors import PersonError
from core.ports import Imported
from core.resume.model import empty_document, parse
from core.resume.sample import sample
from core.resume.values import Document, Json, equal

ROOT = Path(__file__).parents[2]
RICH = (ROOT / "tests/data/rich-resume.json").read_bytes()
PUBLIC = sorted((ROOT.parent / "shared/data/resumes").glob("reactive-resume-v5-[!.]*.json"))

Change = Callable[[Document], None]


def minter() -> Callable[[], str]:
    numbers = count(1)
    return lambda: f"fresh-{next(numbers)}"


def rich() -> Document:
    document: Document = json.loads(RICH)
    return document


def imported(document: object) -> Imported:
    result = read(json.dumps(document).encode(), minter())
    parse(result.document)
    again = read(write(result.document), minter())
    assert equal(again.document, result.document)
    assert not again.notes
    return result


def changed(change: Change) -> Imported:
    document = rich()
    change(document)
    return imported(document)


@pytest.mark.parametrize("document", [rich(), sample("en"), sample("zh"), empty_document("en")])
def test_what_goes_out_comes_in_again_without_loss_or_a_word(document: Document) -> None:
    result = read(write(document), minter())
    assert json.dumps(result.document) == json.dumps(document)  # `equal`, and in the same order
    assert not result.notes


@pytest.mark.skipif(not PUBLIC, reason="the public résumés are not beside this repository")
def test_public_files_come_in_without_a_word() -> None:
    for path in PUBLIC:
        result = read(path.read_bytes(), minter())
        assert not result.notes
        assert equal(imported(result.document).document, result.document)


def test_the_file_is_readable_json_in_utf_8() -> None:
    text = write(sample("zh")).decode()
    assert "林晓样" in text
    assert equal(json.loads(text), sample("zh"))


def test_the_title_is_the_name_where_there_is_one() -> None:
    assert imported(rich()).title == "Robin Sample"
    assert imported(empty_document("en")).title == "Résumé"


def test_two_imports_in_a_row_share_nothing() -> None:
    bare = {"basics": {"name": "First"}, "sections": {"skills": {"items": [{"name": "Python"}]}}}
    first = imported(bare).document
    first["sections"]["experience"]["items"].append("mine")
    first["sections"]["skills"]["items"][0]["keywords"].append("mine")
    first["metadata"]["layout"]["pages"].clear()
    first["basics"]["website"]["url"] = "mine"
    second = imported({"basics": {}, "sections": {"skills": {"items": [{"name": "Go"}]}}}).document
    assert second["basics"]["name"] == ""
    assert second["sections"]["experience"]["items"] == []
    assert [skill["name"] for skill in second["sections"]["skills"]["items"]] == ["Go"]
    assert second["sections"]["skills"]["items"][0]["keywords"] == []
    assert "mine" not in json.dumps(second)


def test_what_lacks_gets_its_default_and_is_told() -> None:
    def change(document: Document) -> None:
        del document["picture"]
        del document["sections"]["awards"]
        del document["metadata"]["page"]["locale"]
        del document["sections"]["skills"]["items"][0]["keywords"]
        document["basics"]["phone"] = None

    result = changed(change)
    assert result.document["picture"]["size"] == 80
    assert result.document["sections"]["awards"]["items"] == []
    assert result.document["metadata"]["page"]["locale"] == "en-US"
    assert result.document["sections"]["skills"]["items"][0]["keywords"] == []
    assert result.document["basics"]["phone"] == ""
    (note,) = result.notes
    assert note.startswith("Missing, so the default is used: /picture, /basics/phone, ")
    assert note.endswith(" and 2 more.")


def test_members_that_nobody_knows_are_left_out_and_told_but_kept_in_custom_entries() -> None:
    def change(document: Document) -> None:
        document["version"] = 6
        document["sections"]["skills"]["items"][0]["aliases"] = ["Py"]
        document["customSections"][1]["items"][0]["more"] = {"kept": True}
        document["customSections"][1]["items"][0]["bottomless"] = nested(30)

    result = changed(change)
    assert "version" not in result.document
    assert "aliases" not in result.document["sections"]["skills"]["items"][0]
    entry = result.document["customSections"][1]["items"][0]
    assert entry["more"] == {"kept": True}
    assert entry["later"] == rich()["customSections"][1]["items"][0]["later"]
    assert "bottomless" not in entry
    (note,) = result.notes
    assert note.startswith("Not part of the format, so left out: ")
    assert "/version" in note


def nested(depth: int) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("pointer", "raw", "kept"),
    [
        ("sections/skills/items/0/level", 9, 0),
        ("sections/skills/items/0/level", "3", 3),
        ("sections/skills/items/0/level", "2.5", 2.5),
        ("sections/skills/items/0/hidden", "True", True),
        ("sections/skills/items/0/hidden", 0, False),
        ("sections/skills/items/0/hidden", "perhaps", False),
        ("sections/skills/items/0/proficiency", 5, "5"),
        ("sections/skills/items/0/keywords", "Flask", []),
        ("sections/skills/columns", 2.0, 2),
        ("sections/experience/items/0/period", 2019, "2019"),
        (
            "sections/experience/items/0/website",
            "https://a.example",
            {"url": "https://a.example", "label": "", "inlineLink": False},
        ),
        ("sections/experience/items/0/website/url", "www.a.example/x", "https://www.a.example/x"),
        ("sections/experience/items/0/website/url", "https://a.example/a b", "https://a.example/a%20b"),
        ("basics/website/url", "javascript:alert(1)", ""),
        ("basics/customFields/0/link", "tel:123", ""),
        ("picture/url", "data:image/png;base64,x", ""),
        ("picture/size", 9999, 80),
        ("metadata/template", "bogus", "onyx"),
        ("metadata/typography/body/fontWeights", [400, "bold"], ["400"]),
        ("metadata/styleRules", ["x"], []),
    ],
)
def test_what_does_not_fit_is_made_to_and_told(pointer: str, raw: object, kept: object) -> None:
    *above, last = pointer.split("/")

    def container(document: Json) -> Json:
        for token in above:
            document = document[int(token) if isinstance(document, list) else token]
        return document

    result = changed(lambda document: container(document).__setitem__(last, raw))
    assert equal(container(result.document)[last], kept)
    assert any(f"/{pointer}" in note for note in result.notes)


def test_a_style_sheet_that_does_not_fit_is_left_out() -> None:
    result = changed(lambda document: document["metadata"].update(stylesheet={"mode": "semantic"}))
    assert "stylesheet" not in result.document["metadata"]
    assert result.notes == ["Held nothing usable, so left out: /metadata/stylesheet."]


def test_a_job_without_a_company_is_kept_and_called_plainly_nameless() -> None:
    result = changed(lambda document: document["sections"]["experience"]["items"][0].update(company=""))
    job = result.document["sections"]["experience"]["items"][0]
    assert (job["company"], job["position"]) == ("?", "Senior Backend Engineer")
    assert result.notes == ["Without a name, so called “?”: /sections/experience/items/0/company."]


def test_an_entry_that_says_nothing_is_left_out_and_told() -> None:
    def change(document: Document) -> None:
        document["sections"]["projects"]["items"] = [
            {"id": "x", "name": "", "hidden": False},
            None,
            {"name": "Kept"},
        ]
        document["customSections"].append({"id": "y", "type": "hobbies", "items": []})

    result = changed(change)
    assert [project["name"] for project in result.document["sections"]["projects"]["items"]] == ["Kept"]
    assert len(result.document["customSections"]) == 3
    (note,) = [note for note in result.notes if note.startswith("Held nothing usable, so left out: ")]
    assert note.endswith("/sections/projects/items/0, /sections/projects/items/1, /customSections/3.")


def test_missing_and_doubled_ids_get_fresh_ones_and_sections_keep_theirs() -> None:
    def change(document: Document) -> None:
        first, second, third = document["sections"]["experience"]["items"]
        del first["id"]
        second["id"] = third["id"]
        third["roles"] = [{"id": "own-talks", "position": "Lead"}]
        document["customSections"][2]["id"] = "skills"

    result = changed(change)
    jobs = result.document["sections"]["experience"]["items"]
    original = rich()["sections"]["experience"]["items"]
    sections = result.document["customSections"]
    assert [section["id"] for section in sections] == [
        rich()["customSections"][0]["id"],
        "own-talks",
        "fresh-1",
    ]
    assert [job["id"] for job in jobs] == ["fresh-2", original[2]["id"], "fresh-3"]
    assert jobs[2]["roles"][0]["id"] == "fresh-4"
    (note,) = [note for note in result.notes if note.startswith("Without an id of its own, so given one: ")]
    assert "/customSections/2, /sections/experience/items/0, " in note
    assert note.endswith(" and 1 more.")


def test_rich_text_comes_in_canonical_and_lost_formatting_is_told() -> None:
    def change(document: Document) -> None:
        document["summary"]["content"] = '<p style="color:red">R&D <sup>x</sup></p><script>alert(1)</script>'
        document["sections"]["experience"]["items"][1]["description"] = "<ul><li>Ran it</li></ul><p></p>"
        document["sections"]["experience"]["items"][2]["description"] = "5 < 6\n- a"

    result = changed(change)
    assert result.document["summary"]["content"] == "<p>R&amp;D x</p>"
    descriptions = [job["description"] for job in result.document["sections"]["experience"]["items"]]
    assert descriptions[1:] == [
        "<ul><li><p>Ran it</p></li></ul>",
        "<p>5 &lt; 6</p><ul><li><p>a</p></li></ul>",
    ]
    assert result.notes == ["Formatting simplified: /summary/content."]


def test_characters_that_nothing_can_show_are_taken_out_and_told() -> None:
    document = rich()
    document["basics"]["name"] = "Ro\u0000bin\ud800 Sample"
    result = imported(document)
    assert result.document["basics"]["name"] == "Robin Sample"
    assert result.notes == ["Characters that no program can show were taken out."]


def test_custom_sections_are_laid_out_where_the_file_has_no_layout() -> None:
    result = changed(lambda document: document.pop("metadata"))
    own = [section["id"] for section in rich()["customSections"]]
    assert result.document["metadata"]["layout"]["pages"][0]["main"][-3:] == own


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "unreadable_file"),
        (b" \r\n\t", "no_text"),
        (b"\xef\xbb\xbf \n", "no_text"),
        (b"Robin Sample, engineer", "unreadable_file"),
        (b"\xff\xfe{}", "unreadable_file"),
        (b"%PDF-1.7", "unreadable_file"),
        (b"[]", "unreadable_file"),
        (b'{"basics": {"name": "x"}, "work": []}', "unreadable_file"),
        (b'{"basics": {"url": {}}, "sections": {}, "metadata": {}}', "unreadable_file"),
        (b'{"basics": {}, "sections": {"summary": {}}}', "unreadable_file"),
        (b'{"basics": NaN, "sections": {}}', "unreadable_file"),
        (b"[" * 100_000, "unreadable_file"),
        (b'{"basics": {}, "sections": {"a": ' + b"[" * 900 + b"]" * 900 + b"}}", "unreadable_file"),
        (b" " * (MAX_FILE + 1), "too_large"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_another_kind_of_file_is_refused_in_a_sentence(data: bytes, code: str) -> None:
    with pytest.raises(PersonError) as caught:
        read(data, minter())
    assert caught.value.code == code
    assert caught.value.message.endswith(".")


def test_a_resume_beyond_the_cap_is_refused() -> None:
    document = rich()
    document["summary"]["content"] = f"<p>{'x' * 300_000}</p>"
    with pytest.raises(PersonError) as caught:
        read(write(document), minter())
    assert caught.value.code == "invalid_resume"


def test_a_file_with_a_byte_order_mark_is_read() -> None:
    assert equal(read(b"\xef\xbb\xbf" + RICH, minter()).document, rich())


def test_writing_leaves_the_document_as_it_is() -> None:
    document = rich()
    before = copy.deepcopy(document)
    write(document)
    assert equal(document, before)
