"""Plain sentences: what is certain, and above all what isn't."""

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonpatch
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.resume.values import Document
from core.show.words import LANGUAGES, words
from core.talk.quick import Choose, Option, Patch, QuickEdit, Setting, Unchanged, read

DATA = Path(__file__).parents[1] / "data"


@cache
def base() -> Document:
    document: Document = json.loads((DATA / "base-resume.json").read_text(encoding="utf-8"))
    return document


@cache
def plain() -> Document:
    """The same résumé with no keywords: its skills are plain."""
    document = copy.deepcopy(base())
    for item in document["sections"]["skills"]["items"]:
        item["keywords"] = []
    return document


@cache
def sentences() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((DATA / "quick-sentences.json").read_text(encoding="utf-8"))
    return loaded


def document_of(sentence: dict[str, Any]) -> Document:
    return plain() if sentence.get("resume") == "plain" else base()


def to_outcome(edit: QuickEdit | None, expected: dict[str, Any] | None) -> dict[str, Any] | None:
    """What the corpus says of an edit; a title only where the corpus has one."""
    if edit is None:
        return None
    outcome: dict[str, Any] = {"kind": edit.kind}
    match edit:
        case Patch():
            outcome["operations"] = list(edit.operations)
            outcome |= {"already": list(edit.already)} if edit.already else {}
        case Setting():
            outcome |= {"address": edit.address, "value": edit.value}
        case Unchanged():
            outcome |= {"address": edit.address, "named": edit.named, "hidden": edit.hidden}
        case Choose():
            options = {option.label: to_option(option) for option in edit.options}
            outcome |= {"prompt": edit.prompt_key, "options": options}
        case _ if edit.kind == "not_found":
            outcome |= {"named": edit.named, "near": list(edit.near)}
    extra = {name: getattr(edit, name) for name in ("title", "named") if name in (expected or {})}
    return outcome | extra


def to_option(option: Option) -> list[Any] | dict[str, Any]:
    if isinstance(option.edit, Patch):
        return list(option.edit.operations)
    return {"address": option.edit.address, "value": option.edit.value}


def patches_of(edit: QuickEdit | None) -> list[Patch]:
    edits = [option.edit for option in edit.options] if isinstance(edit, Choose) else [edit]
    return [edit for edit in edits if isinstance(edit, Patch)]


@pytest.mark.parametrize("sentence", sentences(), ids=lambda sentence: sentence["text"][:60])
def test_a_sentence_means_what_the_corpus_says(sentence: dict[str, Any]) -> None:
    edit = read(sentence["text"], document_of(sentence), sentence["language"])
    assert to_outcome(edit, sentence["expect"]) == sentence["expect"]


def test_the_corpus_has_both_languages_and_as_many_that_must_not_match() -> None:
    silent = [sentence for sentence in sentences() if sentence["expect"] is None]
    assert len(sentences()) >= 200
    assert len(silent) * 2 >= len(sentences())
    assert min(sum(s["language"] == language for s in silent) for language in LANGUAGES) >= 30


def test_every_patch_applies_and_changes_something() -> None:
    applied = 0
    for sentence in sentences():
        document = document_of(sentence)
        for patch in patches_of(read(sentence["text"], document, sentence["language"])):
            after = jsonpatch.apply_patch(copy.deepcopy(document), list(patch.operations))
            assert after != document
            applied += 1
    assert applied > 80


def test_a_patch_that_was_applied_leaves_nothing_to_do() -> None:
    sentence = "add Go and Rust to my skills"
    first = read(sentence, plain(), "en")
    assert isinstance(first, Patch)
    after = jsonpatch.apply_patch(copy.deepcopy(plain()), list(first.operations))
    for place, item in enumerate(after["sections"]["skills"]["items"]):
        item.setdefault("id", f"minted-{place}")
    assert read(sentence, after, "en") == Unchanged("/sections/skills", "Go and Rust")


def test_reading_leaves_the_document_alone() -> None:
    before = copy.deepcopy(base())
    for sentence in sentences():
        read(sentence["text"], document_of(sentence), sentence["language"])
    assert base() == before


def test_added_entries_have_no_id_and_share_nothing() -> None:
    edit = read("add Go and Rust to my skills", plain(), "en")
    assert isinstance(edit, Patch)
    first, second = (operation["value"] for operation in edit.operations)
    assert "id" not in first
    assert first["keywords"] is not second["keywords"]


def test_entries_that_share_an_id_are_left_to_the_model() -> None:
    document = copy.deepcopy(base())
    skills = document["sections"]["skills"]["items"]
    skills[1]["id"] = skills[0]["id"]
    assert read("remove Python from my skills", document, "en") is None


def with_skills(*items: dict[str, Any]) -> Document:
    document = copy.deepcopy(base())
    empty = {"hidden": False, "icon": "", "iconColor": "", "proficiency": "", "level": 0, "keywords": []}
    skills = [{**empty, "id": f"skill-{place}", **item} for place, item in enumerate(items)]
    document["sections"]["skills"]["items"] = skills
    return document


def test_the_first_skill_of_all_is_a_plain_entry() -> None:
    assert isinstance(read("add Go to my skills", with_skills(), "en"), Patch)


def test_half_groups_count_as_groups_and_fewer_do_not() -> None:
    group, one = {"name": "Backend", "keywords": ["Go"]}, {"name": "Python"}
    assert isinstance(read("add Rust to my skills", with_skills(group, one), "en"), Choose)
    assert isinstance(read("add Rust to my skills", with_skills(group, one, {"name": "C"}), "en"), Patch)


def test_removing_java_never_touches_javascript() -> None:
    both = with_skills({"name": "JavaScript"}, {"name": "Java"}, {"name": "Java EE"})
    edit = read("remove Java from my skills", both, "en")
    assert isinstance(edit, Patch)
    assert edit.operations == ({"op": "remove", "path": "/sections/skills/items/1"},)
    alone = read("remove Java from my skills", with_skills({"name": "JavaScript"}, {"name": "Java EE"}), "en")
    assert alone is not None
    assert alone.kind == "not_found"


@pytest.mark.parametrize("short", ["C", "R", "Go", "C++", "C#", ".NET"])
def test_a_short_name_removes_only_itself(short: str) -> None:
    names = ["C", "R", "Go", "C++", "C#", ".NET", "CSS", "Rust", "Google Cloud", "ASP.NET"]
    edit = read(f"remove {short} from my skills", with_skills(*({"name": name} for name in names)), "en")
    assert isinstance(edit, Patch)
    assert edit.operations == ({"op": "remove", "path": f"/sections/skills/items/{names.index(short)}"},)


def test_a_name_that_stands_twice_is_a_choice() -> None:
    twice = with_skills({"name": "Python"}, {"name": "Languages", "keywords": ["Python", "Go"]})
    edit = read("remove Python from my skills", twice, "en")
    assert isinstance(edit, Choose)
    assert [patch.operations[0]["path"] for patch in patches_of(edit)] == [
        "/sections/skills/items/0",
        "/sections/skills/items/1/keywords/0",
    ]
    assert read("remove Python and Go from my skills", twice, "en") is None


def test_two_jobs_at_one_company_are_a_choice() -> None:
    document = copy.deepcopy(base())
    document["sections"]["experience"]["items"][2]["company"] = "Harbor Software"
    edit = read("change my position at Harbor Software to Lead", document, "en")
    assert isinstance(edit, Choose)
    assert [patch.operations[0]["path"] for patch in patches_of(edit)] == [
        "/sections/experience/items/1/position",
        "/sections/experience/items/2/position",
    ]


def test_the_position_of_a_job_with_roles_is_left_to_the_model() -> None:
    document = copy.deepcopy(base())
    role = {"id": "r1", "position": "Senior", "period": "2020", "description": ""}
    document["sections"]["experience"]["items"][1]["roles"] = [role]
    assert read("change my position at Harbor to Lead", document, "en") is None
    assert isinstance(read("change the location of Harbor Software to Delft", document, "en"), Patch)


def test_a_custom_section_is_renamed_hidden_and_filled_by_its_own_place() -> None:
    document = copy.deepcopy(base())
    section = {"id": "c/1", "type": "skills", "title": "Tools", "hidden": False, "items": []}
    document["customSections"] = [section]
    renamed = read("rename Tools to Toolbox", document, "en")
    filled = read("add Git to Tools", document, "en")
    hidden = read("hide the Tools section", document, "en")
    assert [patch.operations[0]["path"] for patch in patches_of(renamed) + patches_of(filled)] == [
        "/customSections/0/title",
        "/customSections/0/items/-",
    ]
    assert isinstance(hidden, Setting)
    assert hidden.address == "/customSections/[c~11]/hidden"


def test_what_is_long_or_has_several_lines_is_never_certain() -> None:
    sentence = "change my headline to Lead Engineer"
    assert read(sentence, base(), "en") is not None
    assert read(sentence + " " * 3, base(), "en") is not None
    assert read(f"{sentence}\n{sentence}", base(), "en") is None
    assert read("hide " + "references " * 20, base(), "en") is None


def test_both_languages_have_the_same_quick_sentences() -> None:
    folder = Path(__file__).parents[2] / "core" / "show" / "words"
    keys = [
        set(re.findall(r"^(quick-[a-z0-9-]+) =", (folder / f"{language}.ftl").read_text("utf-8"), re.M))
        for language in LANGUAGES
    ]
    assert keys[0] == keys[1]
    assert "quick-title-add" in keys[0]


def test_every_outcome_has_a_sentence_to_say() -> None:
    for language in LANGUAGES:
        say = words(language).say
        said = [
            say("quick-choose-group", named="Go"),
            say("quick-choose-which", named="Go"),
            say("quick-unchanged", named="Go"),
            say("quick-unchanged-hidden", named="Go"),
            say("quick-already", names="Go"),
            say("quick-not-found", named="Go"),
            say("quick-not-found-near", named="Go", near="Go"),
            say("quick-entries", count=3),
        ]
        assert all("Go" in sentence or "3" in sentence for sentence in said)


PIECES = st.sampled_from(
    [
        *("add ", "把", "remove ", " to ", "改成", "my skills", "技能", "里", "Python", "Harbor", " and "),
        *(", ", "的", '"', "“", "hide ", "rename ", "加进", "职位", "undo", "。", " is ", "a@b.co", "　"),
        *("+1 555", "'s ", "删掉", "headline", "change my ", "第二段经历", " at ", "的标题", "改名为"),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=9).map("".join)))
def test_no_text_breaks_the_reader(text: str) -> None:
    for patch in patches_of(read(text, base(), "zh")):
        jsonpatch.apply_patch(copy.deepcopy(base()), list(patch.operations))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sentences()), st.sampled_from("?？"), st.integers(0, 60))
def test_a_question_mark_anywhere_sends_it_to_the_model(
    sentence: dict[str, Any], mark: str, place: int
) -> None:
    text = sentence["text"]
    assert read(text[:place] + mark + text[place:], document_of(sentence), "en") is None


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([s for s in sentences() if s["expect"]]), st.sampled_from(sentences()))
def test_two_wishes_are_never_one(first: dict[str, Any], second: dict[str, Any]) -> None:
    text = f"{first['text'].rstrip('.!。')}; {second['text']}"
    assert read(text, base(), "en") is None
