import copy
import random

import pytest

from core.resume.change import Condition, conditions, difference, turned_round
from core.resume.merge import apply, apply_lines, merge
from core.resume.showing import draw, judge, line_hash
from core.resume.values import MISSING, Json, equal
from tests.core.laws import KEY, three_resumes
from tests.core.vectors import Vector, load, vectors


def test_there_are_vectors() -> None:
    assert len(vectors()) == 173


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.name)
def test_a_vector_comes_out_as_written(vector: Vector) -> None:
    held = conditions(vector.base, vector.operations)
    change = difference(vector.base, vector.target, held)
    shown = frozenset(line_hash(KEY, line) for line in draw(change, vector.base))
    verdict = judge(change, vector.current, shown, KEY)
    assert [conflict.address for conflict in verdict.conflicts] == vector.conflict
    assert sorted(shown.line.address for shown in verdict.new) == vector.ask
    assert (verdict.kind == "already_so") == vector.unchanged
    if vector.result is not None:
        assert verdict.kind == ("shown_again" if vector.ask else "good")
        assert equal(verdict.merged.result, vector.result)


def entries(*items: Json) -> dict[str, Json]:
    return {"sections": {"skills": {"items": list(items)}}}


def skill(key: str, *keywords: str, level: int = 0) -> Json:
    return {"id": key, "name": key, "level": level, "keywords": list(keywords)}


def kinds(base: Json, target: Json, current: Json) -> list[tuple[str, str]]:
    return [(one.address, one.kind) for one in merge(base, target, current).conflicts]


def test_no_side_is_ever_changed() -> None:
    for seed in range(80):
        sides = three_resumes(random.Random(seed))
        before = copy.deepcopy(sides)
        merge(*sides)
        merge(sides[0], sides[2], sides[1])
        assert sides == before


def test_what_is_not_touched_is_shared_and_what_is_touched_is_new() -> None:
    base = load("base-resume.json")
    target, current = copy.deepcopy(base), copy.deepcopy(base)
    target["basics"]["headline"] = "Lead"
    current["basics"]["location"] = "Delft"
    result = merge(base, target, current).result
    assert result["sections"] is current["sections"]
    assert result["basics"] is not current["basics"]
    assert current["basics"]["headline"] == "Backend Engineer"


def test_a_conflict_applies_nothing() -> None:
    base, target, current = ({"basics": {"name": a, "phone": b}} for a, b in ("ab", "xy", "zb"))
    merged = merge(base, target, current)
    assert merged.result is current
    assert [(one.address, one.kind, one.base, one.target, one.current) for one in merged.conflicts] == [
        ("/basics/name", "changed", "a", "x", "z")
    ]
    assert not merged.unchanged


def test_lines_are_sorted_into_so_already_and_remaining() -> None:
    base, target, current = ({"basics": {"name": name, "phone": phone}} for name, phone in ("ab", "xy", "xb"))
    merged = merge(base, target, current)
    assert [line.address for line in merged.already_so] == ["/basics/name"]
    assert [line.address for line in merged.remaining] == ["/basics/phone"]


def test_each_conflict_says_its_kind() -> None:
    a, b, k = skill("a"), skill("b"), skill("k")
    changed = skill("b", level=3)
    items = "/sections/skills/items"
    assert kinds(entries(a, b), entries(a), entries(a, changed)) == [(f"{items}/[b]", "edited")]
    assert kinds(entries(a, b), entries(a, changed), entries(a)) == [(f"{items}/[b]", "gone")]
    assert kinds(entries(a), entries(a, k), entries(a, skill("k", level=1))) == [(f"{items}/[k]", "changed")]
    assert kinds(entries(a, b, k), entries(k, a, b), entries(b, a, k)) == [(f"{items}/@order", "order")]
    assert kinds({"metadata": {"notes": "a"}}, {"metadata": {}}, {"metadata": {"notes": "b"}}) == [
        ("/metadata/notes", "edited")
    ]
    assert kinds({"metadata": {"notes": "a"}}, {"metadata": {"notes": "b"}}, {"metadata": {}}) == [
        ("/metadata/notes", "gone")
    ]


def test_a_bullet_that_went_another_way_says_how() -> None:
    base, edited, other = (
        {"summary": {"content": f"<ul><li><p>One.</p></li>{item}</ul>"}}
        for item in ("<li><p>Two.</p></li>", "<li><p>Two, too.</p></li>", "<li><p>2.</p></li>")
    )
    removed = {"summary": {"content": "<ul><li><p>One.</p></li></ul>"}}
    assert [kind for _, kind in kinds(base, edited, other)] == ["changed"]
    assert [kind for _, kind in kinds(base, removed, other)] == ["edited"]
    assert [kind for _, kind in kinds(base, edited, removed)] == ["gone"]
    assert merge(base, removed, removed).unchanged
    assert not apply_lines(difference(base, edited), removed).conflicts


def test_a_change_beneath_what_is_gone_is_a_conflict_at_the_highest_of_it() -> None:
    base, target = entries(skill("a", "x")), entries(skill("a", "x", "y"))
    assert kinds(base, target, {"sections": {"skills": {}}}) == [("/sections/skills/items", "gone")]
    assert kinds(base, target, {"sections": {}}) == [("/sections/skills", "gone")]
    assert kinds(base, target, {"sections": 1}) == [("/sections", "changed")]
    assert kinds(base, target, entries()) == [("/sections/skills/items/[a]", "gone")]


def test_a_list_that_lost_its_identities_is_one_value_and_never_guessed_at() -> None:
    a, b = skill("a"), skill("b")
    lost: list[Json] = [[a, a], [{"name": "a"}, b], [{"id": 1}], "none"]
    for broken in lost:
        current = {"sections": {"skills": {"items": broken}}}
        assert kinds(entries(a, b), entries(a), current) == [("/sections/skills/items", "changed")]
    assert kinds(entries(skill("a", "x")), entries(skill("a", "x", "y")), entries(skill("a", "x", "x"))) == [
        ("/sections/skills/items/[a]/keywords", "changed")
    ]


def test_a_section_of_another_type_is_another_section() -> None:
    base, target, current = (
        {"customSections": [{"id": "c", "type": kind, "title": title, "items": []}]}
        for kind, title in (("skills", "A"), ("skills", "B"), ("awards", "A"))
    )
    assert kinds(base, target, current) == [("/customSections/[c]", "changed")]


def test_pages_are_one_value_when_their_number_changed() -> None:
    page: Json = {"fullWidth": False, "main": ["skills"], "sidebar": []}
    base, target, current = (
        {"metadata": {"layout": {"pages": pages}}}
        for pages in ([page], [{**page, "main": []}], [page, {**page, "main": []}])
    )
    assert kinds(base, target, current) == [("/metadata/layout/pages", "changed")]


def test_what_was_wrong_before_is_not_blamed_on_the_merge() -> None:
    layout = {"layout": {"pages": [{"main": ["gone", "skills"], "sidebar": []}]}}
    base: dict[str, Json] = {"metadata": layout, "customSections": []}
    target = copy.deepcopy(base)
    target["metadata"]["layout"]["pages"][0]["main"] = ["gone", "summary", "skills"]
    current = copy.deepcopy(base)
    current["customSections"] = [{"id": "c", "type": "skills", "items": []}]
    merged = merge(base, target, current)
    assert not merged.conflicts
    assert not apply(turned_round(difference(base, target)), merged.result).conflicts


def test_an_id_put_in_two_lists_is_doubled_at_both() -> None:
    def fields(*keys: str) -> Json:
        return [{"id": key, "text": key} for key in keys]

    base = {"basics": {"customFields": []}, **entries()}
    target = {"basics": {"customFields": fields("k")}, **entries()}
    current = {"basics": {"customFields": []}, **entries(skill("k"))}
    assert kinds(base, target, current) == [
        ("/basics/customFields/[k]", "doubled"),
        ("/sections/skills/items/[k]", "doubled"),
    ]


def test_a_condition_counts_only_if_something_would_be_written() -> None:
    base, target = ({"basics": {"name": "a", "phone": phone}} for phone in "bc")
    change = difference(base, target, (Condition("/basics/name", "a"),))
    broken = {"basics": {"name": "z", "phone": "b"}}
    assert [one.kind for one in apply(change, broken).conflicts] == ["condition"]
    assert apply(change, {"basics": {"name": "z", "phone": "c"}}).unchanged
    assert not apply_lines(change, broken).conflicts


def test_a_tested_list_leaves_out_what_the_patch_itself_writes() -> None:
    a, b, k = skill("a", "x"), skill("b"), skill("k")
    base = entries(a, b)
    target = entries(a, b, k)
    change = difference(base, target, (Condition("/sections/skills/items", [a, b]),))
    assert not apply(change, base).conflicts
    for current in (entries(b, a), entries(a), entries(a, skill("b", level=1)), entries(a, b, skill("m"))):
        assert [one.address for one in apply(change, current).conflicts] == ["/sections/skills/items"]
    again = difference(entries(a), entries(skill("a", "y")), (Condition("/sections/skills/items", [a]),))
    assert not apply(again, entries(a)).conflicts
    assert apply(again, entries(skill("a", "x", "z"))).conflicts


def test_what_is_put_back_stands_where_it_stood() -> None:
    a, b, c = skill("a"), skill("b"), skill("c")
    for gone in (entries(b, c), entries(a, c), entries(a, b)):
        change = difference(entries(a, b, c), gone)
        assert apply(turned_round(change), gone).result == entries(a, b, c)


def test_a_missing_place_in_a_conflict_is_told_as_missing() -> None:
    (conflict,) = merge(entries(skill("a")), entries(), entries(skill("a", level=1))).conflicts
    assert conflict.target is MISSING
    assert conflict.current == skill("a", level=1)
