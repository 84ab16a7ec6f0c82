"""Telegram's messages: whatever stands in a View fits, is marked up as Telegram takes it, and says it all."""

import re
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.telegram.drawing import Drawing
from adapters.telegram.keyboard import Rows
from adapters.telegram.render import render_view
from adapters.telegram.units import clean, cut, split, tail, units
from core.resume.difference import word_spans
from core.show.view import (
    BatchView,
    Button,
    CardView,
    Choice,
    FileView,
    LineView,
    ListView,
    QuestionView,
    Span,
    TextView,
    View,
    WorkingView,
)
from core.show.words import words
from core.talk.button import Token
from tests.wire.telegram_text import Entity, formatted

EN = words("en")
FAMILY = "👨‍👩‍👧‍👦"
WORDS = st.sampled_from(
    [
        "a",
        "Led",
        "R&D",
        "<b>",
        "</s>",
        "&amp;",
        "😀",
        FAMILY,
        "🇩🇪",
        "é",
        "平台",
        "工程师",
        "C#",
        "@ada",
        "x.io",
    ]
    + ["+49 30 1234567", "\n", "• ", "https://example.com/a?b=1&c=2", "\x00", "l'été", "5", "👩🏽‍💻"]
)
TEXTS = st.lists(WORDS, max_size=40).map(" ".join)
LONG = st.tuples(TEXTS, st.integers(1, 25)).map(lambda pair: (pair[0] + " ") * pair[1])
LINES = st.builds(
    lambda where, before, after, note, new: LineView(0, where, "set", word_spans(before, after), note, new),
    TEXTS,
    st.one_of(st.just(""), TEXTS, LONG),
    st.one_of(st.just(""), TEXTS, LONG),
    st.one_of(st.just(""), TEXTS),
    st.booleans(),
)


def button(decision: str, label: str = "Press") -> Button:
    return Button(label, str(Token("proposal", "k3j9x0q2ab", 1, decision, "a1b2c3d4")))  # type: ignore[arg-type]


PENDING = (button("approve", "Approve"), button("reject", "Reject"), button("edit", "Edit"))
REVIEW = button("review", "Read it all")


def card(*lines: LineView, is_opened: bool = False, **members: object) -> CardView:
    given: dict[str, object] = {
        "headline": "Shorten the summary",
        "state": "pending",
        "status": "",
        "summary": "",
        "lines": lines,
        "more": "",
        "notes": (),
        "warnings": (),
        "buttons": PENDING,
        "review": REVIEW,
        "is_opened": is_opened,
    }
    return CardView(**{**given, **members})  # type: ignore[arg-type]


def change(before: str, after: str, **members: object) -> LineView:
    return LineView(0, "Experience · Acme", "set", word_spans(before, after), **members)  # type: ignore[arg-type]


def draw(view: View, most: int = 3_900) -> Drawing:
    return render_view(view, EN, post=7, year=2026, most=most)


def sent(drawing: Drawing) -> list[tuple[str, list[Entity]]]:
    """The parts as they would stand in the chat; refused markup raises."""
    return [formatted(part.html, "HTML", None) for part in drawing.parts]


def only(view: View) -> str:
    (text, _), *rest = sent(draw(view))
    assert not rest
    return text


def labels(keys: Rows) -> list[str]:
    return [key.label for row in keys for key in row]


def marked(entities: Iterable[Entity], text: str, kind: str) -> list[str]:
    raw = text.encode("utf-16-le")
    return [
        raw[one["offset"] * 2 : (one["offset"] + one["length"]) * 2].decode("utf-16-le")
        for one in entities
        if one["type"] == kind
    ]


# -- whatever it is, it fits


@settings(max_examples=120, deadline=None)
@given(
    st.lists(LINES, max_size=12),
    TEXTS,
    TEXTS,
    st.lists(TEXTS, max_size=3),
    st.lists(LONG, max_size=2),
    st.booleans(),
)
def test_every_card_fits_one_message_and_is_valid(
    lines: list[LineView], headline: str, summary: str, notes: list[str], warnings: list[str], is_opened: bool
) -> None:
    view = card(
        *lines,
        headline=headline or "x",
        summary=summary,
        notes=tuple(notes),
        warnings=tuple(warnings),
        is_opened=is_opened,
    )
    drawing = draw(view)
    assert len(drawing.parts) == 1
    text, entities = formatted(drawing.parts[0].html, "HTML", None)
    assert units(text) <= 3_900
    assert units(drawing.parts[0].plain) <= 3_900
    assert drawing.parts[0].entities <= 95
    ours = drawing.parts[0].entities
    assert len(entities) < 100 or not ours, "one past the hundredth would be dropped, and it may be ours"
    assert ("Approve" in labels(drawing.keys)) == (is_opened or not drawing.is_cut)
    assert ("Read it all" in labels(drawing.keys)) == (drawing.is_cut and not is_opened)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=40))
def test_an_uncut_card_shows_every_word_that_goes_or_comes(lines: list[LineView]) -> None:
    drawing = draw(card(*lines))
    if drawing.is_cut:
        return
    plain = drawing.parts[0].plain
    for line in lines:
        for span in line.spans:
            if span.mark != "same":
                assert clean(span.text).strip() in plain


@settings(max_examples=60, deadline=None)
@given(LONG, st.integers(600, 3_900))
def test_any_room_is_kept(text: str, most: int) -> None:
    lines = [change("", text), change(text, "short"), change(text, text[10:] + "!")]
    drawing = draw(card(*lines), most)
    assert units(drawing.parts[0].plain) <= most
    assert sent(drawing)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=3_000), st.integers(8, 400))
def test_split_text_is_whole_again_when_joined(text: str, most: int) -> None:
    pieces = split(text, most)
    assert "".join(pieces) == text
    assert all(units(piece) <= most for piece in pieces)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([FAMILY, "🇩🇪🇫🇷", "👍🏽", "é", "न्", "x"]), max_size=60), st.integers(4, 100))
def test_no_cut_breaks_what_is_seen_as_one(parts: list[str], most: int) -> None:
    text = "".join(parts)
    kept = cut(text, most, "")
    assert units(kept) <= most
    assert text.startswith(kept)
    rest = text[len(kept) :]
    assert not rest.startswith(("\u200d", "🏽", "\u0301", "\u094d"))
    assert not kept.endswith("\u200d")
    flags = len(kept) - len(kept.rstrip("🇩🇪🇫🇷"))
    assert flags % 2 == 0


def test_the_end_of_a_text_is_cut_off_in_a_safe_place_too() -> None:
    assert tail("one two three", 8) == "…three"
    assert tail(f"a{FAMILY}b", 5, "") == "b"
    assert tail("short", 9) == "short"


def test_units_are_those_of_utf_16() -> None:
    assert [units(text) for text in ("a", "é", "平", "😀", FAMILY)] == [1, 1, 1, 2, 11]


# -- cards


def test_a_difference_is_struck_and_bold_among_what_stays() -> None:
    drawing = draw(
        card(
            change(
                "Led a team of 5 engineers on the billing service",
                "Led a team of 8 engineers on the billing platform",
            )
        )
    )
    ((text, entities),) = sent(drawing)
    assert marked(entities, text, "strikethrough") == ["5", "service"]
    assert set(marked(entities, text, "bold")) == {"Shorten the summary", "8", "platform"}
    assert not drawing.is_cut


def test_what_has_little_in_common_is_shown_before_and_after() -> None:
    before = "Responsible for many different things in the office over the years, and also for some others"
    after = (
        "Cut invoice processing from nine days to two by writing a small matching service in Python, alone"
    )
    text = only(card(change(before, after)))
    assert f"Before\n{before}" in text
    assert f"After\n{after}" in text


def test_what_only_comes_or_only_goes_needs_no_before() -> None:
    assert "➕ A new paragraph that is long enough to stand in a quotation of its own, as it should" in only(
        card(
            change(
                "",
                "A new paragraph that is long enough to stand in a quotation of its own, as it should",
            )
        )
    )
    text = only(
        card(change("An old paragraph that is long enough to stand in a quotation of its own, as it was", ""))
    )
    assert "➖ An old paragraph" in text


def test_a_long_unchanged_run_is_shortened_and_that_is_no_cut() -> None:
    same = "and then many more words that stay just as they are, " * 10
    drawing = draw(card(change(f"Old {same}end", f"New {same}end")))
    assert "…" in drawing.parts[0].plain
    assert units(drawing.parts[0].plain) < 300
    assert not drawing.is_cut
    assert "Approve" in labels(drawing.keys)


def test_a_cut_card_has_review_where_approve_was_until_it_was_opened() -> None:
    lines = (change("", "word " * 2_000),)
    drawing = draw(card(*lines))
    assert drawing.is_cut
    assert labels(drawing.keys) == ["Read it all", "Reject", "Edit"]
    opened = draw(card(*lines, is_opened=True))
    assert opened.is_cut
    assert labels(opened.keys) == ["Approve", "Reject", "Edit"]


def test_a_cut_second_face_has_review_too() -> None:
    view = card(
        change("", "word " * 2_000),
        buttons=(button("approve_anyway", "Approve anyway"), button("back", "Back")),
    )
    assert labels(draw(view).keys) == ["Read it all", "Back"]


def test_more_lines_than_there_is_room_for_are_counted() -> None:
    lines = [change(f"old {number} " + "word " * 60, f"new {number} " + "text " * 60) for number in range(80)]
    drawing = draw(card(*lines))
    assert drawing.is_cut
    assert re.search(r"… and \d+ more changes\.", drawing.parts[0].plain)


def test_core_s_own_cut_counts_as_one() -> None:
    assert draw(card(change("a", "b"), more="and more")).is_cut
    assert draw(card(change("a", "b", cut=True))).is_cut


def test_many_keywords_stay_on_one_card() -> None:
    lines = [LineView(0, "Skills", "word_in", (Span(f"Tool {number}", "in"),)) for number in range(40)]
    drawing = draw(card(*lines))
    assert not drawing.is_cut
    assert all(f"Tool {number}" in drawing.parts[0].plain for number in range(40))


def test_a_decided_card_begins_with_what_was_decided() -> None:
    view = card(
        change("a", "b"),
        state="approved",
        status="Approved by you, 14:03 (version 5)",
        buttons=(button("undo", "Undo"),),
    )
    assert only(view).startswith("✅ Approved by you, 14:03 (version 5)\nShorten the summary")


def test_what_is_new_on_a_card_is_marked() -> None:
    text = only(card(change("a", "b", is_new=True, note="moved"), warnings=("Look once more.",)))
    assert "❗ Experience · Acme (moved)" in text
    assert "⚠️ Look once more." in text


def test_plain_text_tells_what_goes_from_what_comes() -> None:
    drawing = draw(card(change("5 people here", "8 people here")))
    assert "[−5−] [+8+] people here" in drawing.parts[0].plain


# -- texts, lists, and the rest


def test_a_text_is_a_text_whatever_stands_in_it() -> None:
    drawing = draw(TextView("<< Title! >> & <b>not bold</b>"))
    assert drawing.parts[0].html == "&lt;&lt; Title! &gt;&gt; &amp; &lt;b&gt;not bold&lt;/b&gt;"
    assert only(TextView("<< Title! >> & <b>not bold</b>")) == "<< Title! >> & <b>not bold</b>"


def test_five_thousand_emoji_are_several_messages_and_none_is_halved() -> None:
    drawing = draw(TextView("😀" * 5_000, buttons=(button("undo"),)))
    assert len(drawing.parts) >= 3
    assert all(units(text) <= 4_096 for text, _ in sent(drawing))
    assert "".join(text for text, _ in sent(drawing)) == "😀" * 5_000


def test_bold_words_of_the_model_stay_bold_in_every_part() -> None:
    line = "**x & y** and `a < b`\n"
    drawing = draw(TextView(line * 400, "assistant"))
    assert len(drawing.parts) >= 2
    for text, entities in sent(drawing):
        assert "**" not in text.split("\n")[0]
        assert {one["type"] for one in entities} <= {"bold", "code"}
        assert len(entities) <= 95


def test_the_model_s_markdown_becomes_marks_of_ours() -> None:
    ((text, entities),) = sent(draw(TextView("## Plan\n- **first** <i>x</i>\n* `code`", "assistant")))
    assert text == "Plan\n• first <i>x</i>\n• code"
    assert marked(entities, text, "bold") == ["Plan", "first"]
    assert marked(entities, text, "code") == ["code"]


def test_a_text_of_ours_is_never_read_as_markdown() -> None:
    assert only(TextView("**kept** as it is")) == "**kept** as it is"


def test_nothing_to_see_is_still_a_message() -> None:
    assert only(TextView("   ")) == "…"


def test_a_list_has_a_row_for_each_of_its_buttons() -> None:
    view = ListView("Which one?", ("First", "Second"), (button("look", "First"), button("look", "Second")))
    drawing = draw(view)
    assert only(view) == "Which one?\n• First\n• Second"
    assert [len(row) for row in drawing.keys] == [1, 1]


def test_a_batch_names_its_cards() -> None:
    view = BatchView(
        "Three suggestions", ("One", "Two"), "1 of 3 decided", (button("approve_all", "Approve all (2)"),)
    )
    assert only(view) == "Three suggestions\n• One\n• Two\n\n1 of 3 decided"


def test_work_under_way_shows_the_end_of_what_is_written() -> None:
    view = WorkingView("Reading your résumé", "word " * 3_000 + "the end", (button("approve", "Stop"),))
    text = only(view)
    assert text.startswith("⏳ Reading your résumé\n\n…")
    assert text.endswith("the end")


def test_a_file_s_caption_fits() -> None:
    assert units(only(FileView("word " * 500, "a.pdf"))) <= 1_024


def test_every_key_has_its_bytes_whatever_the_labels() -> None:
    labelled = (
        "后端开发工程师，负责订单系统和消息队列",
        "后端开发工程师，负责支付系统和消息队列",
        f"{FAMILY} Platform",
    )
    choices = tuple(Choice(label, label) for label in labelled)
    limits: dict[str, str | int | float | bool] = {"allowCustom": True}
    view = QuestionView(
        "k3j9x0q2ab", 4_000_000, "Which title fits?", "", "single_choice", choices, limits, None, "", ()
    )
    data = [key.data for row in draw(view).keys for key in row]
    assert len(set(data)) == 3
    assert all(1 <= len(one.encode()) <= 64 and one.isascii() for one in data)


@pytest.mark.parametrize("label", ["", "x" * 200, "👩🏽‍💻" * 40])
def test_a_key_s_label_is_neither_empty_nor_endless(label: str) -> None:
    (shown,) = labels(draw(TextView("x", buttons=(button("undo", label),))).keys)
    assert 0 < units(shown) <= 64
