from core.resume.change import Change, difference, turned_round
from core.resume.lines import touching
from core.resume.showing import ShownLine, Spot, draw, judge, line_hash, showing_tag
from core.resume.values import Json

KEY, OTHER_KEY = b"one key of this installation", b"another one"


def skills(*items: Json) -> dict[str, Json]:
    return {"sections": {"skills": {"title": "Skills", "items": list(items)}}, "basics": {"name": "Sam"}}


def skill(key: str, name: str, level: float = 0, keywords: tuple[str, ...] = ()) -> Json:
    return {"id": key, "name": name, "level": level, "keywords": list(keywords)}


A, B, KAFKA = skill("a", "A"), skill("b", "B"), skill("k", "Kafka", 2)


def hashes(lines: tuple[ShownLine, ...], key: bytes = KEY) -> frozenset[bytes]:
    return frozenset(line_hash(key, line) for line in lines)


def verdict(change: Change, shown_at: dict[str, Json], current: dict[str, Json]) -> str:
    return judge(change, current, hashes(draw(change, shown_at)), KEY).kind


def test_what_was_shown_applies_and_a_second_press_is_already_so() -> None:
    base, target = skills(A), skills(A, KAFKA)
    change = difference(base, target)
    assert verdict(change, base, base) == "good"
    assert verdict(change, base, target) == "already_so"
    assert verdict(change, base, skills(A, skill("k", "Kafka", 3))) == "out_of_date"


def test_a_verdict_carries_what_the_press_needs() -> None:
    base, target = skills(A), skills(A, KAFKA)
    good = judge(difference(base, target), base, None, KEY)
    assert good.merged.result == target
    assert [line.line.address for line in good.lines] == ["/sections/skills/items/[k]"]
    assert good.new == ()
    stale = judge(difference(base, target), skills(A, skill("k", "Kafka", 3)), None, KEY)
    assert [conflict.address for conflict in stale.conflicts] == ["/sections/skills/items/[k]"]
    assert stale.merged.result == skills(A, skill("k", "Kafka", 3))


def test_an_entry_renamed_since_asks_again_and_then_applies() -> None:
    base, target = skills(A), skills(skill("a", "A", 5))
    renamed = skills(skill("a", "Globex"))
    change = difference(base, target)
    asked = judge(change, renamed, hashes(draw(change, base)), KEY)
    assert asked.kind == "shown_again"
    assert [line.names for line in asked.new] == [("Globex",)]
    assert judge(change, renamed, hashes(asked.lines), KEY).kind == "good"


def test_an_equal_entry_that_came_meanwhile_is_already_so_and_adds_none() -> None:
    base, change = skills(A), difference(skills(A), skills(A, KAFKA))
    current = skills(A, {**KAFKA, "id": "other"})
    answer = judge(change, current, hashes(draw(change, base)), KEY)
    assert answer.kind == "already_so"
    assert answer.merged.result is current
    assert verdict(difference(base, skills(A, {**A, "id": "n"})), base, base) == "good"


def test_two_equal_additions_need_two_that_came() -> None:
    base = skills(A)
    change = difference(base, skills(A, KAFKA, {**KAFKA, "id": "k2"}))
    assert verdict(change, base, skills(A, {**KAFKA, "id": "x"})) == "shown_again"
    assert verdict(change, base, skills(A, {**KAFKA, "id": "x"}, {**KAFKA, "id": "y"})) == "already_so"


def test_more_than_additions_is_never_taken_for_so() -> None:
    base, target = skills(A), skills(skill("a", "A", 1), KAFKA)
    assert verdict(difference(base, target), base, skills(A, {**KAFKA, "id": "x"})) == "shown_again"


def test_the_same_name_in_other_letters_asks() -> None:
    change = difference(skills(A), skills(A, KAFKA))
    assert verdict(change, skills(A), skills(A, skill("x", " ｋＡＦＫＡ "))) == "shown_again"
    assert verdict(change, skills(A), skills(A, skill("x", "Kafka Streams"))) == "good"


def test_a_list_of_which_nothing_stays_is_shown_whole() -> None:
    change = difference(skills(A, B), skills())
    lines = draw(change, skills(A, B))
    assert [(shown.line.address, shown.whole) for shown in lines] == [
        ("/sections/skills/items/[a]", False),
        ("/sections/skills/items/[b]", False),
        ("/sections/skills/items", True),
    ]
    assert lines[-1].line.after == []
    assert verdict(change, skills(A, B), skills(A, B, KAFKA)) == "shown_again"
    assert verdict(change, skills(A, B), skills(B)) == "good"


def test_half_a_pair_is_a_line_of_its_own() -> None:
    base, target, current = (
        {"summary": {"content": "".join(f"<p>{text}</p>" for text in texts)}}
        for texts in (("One.", "Two."), ("Uno.", "Two."), ("One.", "Two.", "Uno."))
    )
    change = difference(base, target)
    assert [shown.line.kind for shown in draw(change, base)] == ["set"]
    answer = judge(change, current, hashes(draw(change, base)), KEY)
    assert answer.kind == "shown_again"
    assert [shown.line.kind for shown in answer.new] == ["removed"]


def test_where_something_goes_is_said_and_not_agreed_to() -> None:
    base = skills(A, B)
    top, middle, end = (
        draw(difference(base, skills(*items)), base)[0]
        for items in ((KAFKA, A, B), (A, KAFKA, B), (A, B, KAFKA))
    )
    assert [top.spot, middle.spot, end.spot] == [Spot("top"), Spot("after", "a"), Spot("end")]
    assert len({line_hash(KEY, line) for line in (top, middle, end)}) == 1
    alone = draw(difference(skills(), skills(KAFKA)), skills())[0]
    assert alone.spot is None


def test_a_hash_covers_every_part_and_needs_the_key() -> None:
    base = skills(A)
    (line,) = draw(difference(base, skills(skill("a", "A", 5))), base)
    different = [
        ShownLine(line.line, ("B",)),
        ShownLine(line.line, line.names, ("A",)),
        ShownLine(line.line, line.names, whole=True),
        draw(difference(base, skills(skill("a", "A", 4))), base)[0],
    ]
    assert len({line_hash(KEY, one) for one in (line, *different)}) == 5
    assert line_hash(OTHER_KEY, line) != line_hash(KEY, line)
    (same,) = draw(difference(base, skills(skill("a", "A", 5.0))), base)
    assert line_hash(KEY, same) == line_hash(KEY, line)
    assert len(line_hash(KEY, line)) == 32


def test_a_tag_is_eight_characters_and_stands_for_the_set_of_lines() -> None:
    lines = draw(difference(skills(A, B), skills()), skills(A, B))
    first, second, _ = (line_hash(KEY, shown) for shown in lines)
    tag = showing_tag(KEY, [first, second])
    assert tag == showing_tag(KEY, [second, first, second])
    assert tag != showing_tag(KEY, [first])
    assert tag != showing_tag(OTHER_KEY, [first, second])
    assert len(tag) == 8
    assert all(character.isalnum() or character in "-_" for character in tag)


def test_lines_so_already_are_left_out_of_the_card() -> None:
    change = difference(skills(A), skills(skill("a", "A", 5), KAFKA))
    lines = draw(change, skills(skill("a", "A", 5)))
    assert [shown.line.address for shown in lines] == ["/sections/skills/items/[k]"]


def test_an_undo_is_judged_like_any_change() -> None:
    base, target = skills(A), skills(A, KAFKA)
    back = turned_round(difference(base, target))
    assert verdict(back, target, target) == "good"
    assert verdict(back, target, base) == "already_so"
    assert verdict(back, target, skills(A, skill("k", "Kafka", 5))) == "out_of_date"


def test_touching_finds_the_versions_in_the_way() -> None:
    lines = difference(skills(A), skills(skill("a", "A", 5))).lines
    assert touching("/sections/skills/items/[a]/level", lines)
    assert touching("/sections/skills/items/[a]", lines)
    assert not touching("/sections/skills/items/[b]", lines)
