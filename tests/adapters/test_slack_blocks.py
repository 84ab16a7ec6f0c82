"""Slack's blocks: any view is one that Slack takes, and no word of a résumé becomes a command."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.slack import modal
from adapters.slack.blocks import shares, weight
from adapters.slack.card import render_card
from adapters.slack.home import render_home
from adapters.slack.message import render_message
from adapters.slack.modal import Purpose
from adapters.slack.text import cut, escape, from_slack, graphemes, head, pieces, size
from core.resume.difference import word_spans
from core.show.view import (
    BatchView,
    Button,
    CardView,
    EntryView,
    HomeView,
    LineView,
    ListView,
    SectionView,
    Span,
    TextView,
    VersionView,
    WaitingView,
    WorkingView,
)
from core.show.words import words
from tests.wire.slack_blocks import block_problems, is_view_too_large, text_length, view_problems

SAY = words("en")
PURPOSE = Purpose("review", "pabc.1.tag.approve", "D1:1.1", "slack|T1|U1|")
NASTY = (
    "<!channel> please hire me",
    "<@U0EXAMPLE1> and <#C0EXAMPLE1>",
    "R&D <ops>",
    "A&amp;B",
    "a < b && b > c",
    "<https://x.example|click>",
    "*bold* _it_ ~st~ `code`",
    "👩‍👩‍👧‍👦🇳🇱👍🏽",
    "简历：后端工程师",
    "e\u0301le\u0300ve",
)


def button(decision: str, **more: Any) -> Button:
    return Button(decision.title(), f"pabc.1.tag.{decision}", **more)


def card(*lines: LineView, **more: Any) -> CardView:
    whole: dict[str, Any] = {
        "headline": "Shorten the headline",
        "state": "pending",
        "status": "",
        "summary": "",
        "lines": lines,
        "more": "",
        "notes": (),
        "warnings": (),
        "buttons": (button("approve", style="primary"), button("reject"), button("edit", input="lines")),
        "review": Button("Review", "pabc.1..review"),
    }
    return CardView(**{**whole, **more})


def line(before: str, after: str, number: int = 0, **more: Any) -> LineView:
    return LineView(number, "Basics · Headline", "set", word_spans(before, after), edit=after, **more)


def texts(part: Any, kind: str) -> list[str]:
    """All texts of objects of one type, wherever they stand."""
    if isinstance(part, dict):
        own = [part["text"]] if part.get("type") == kind and isinstance(part.get("text"), str) else []
        return own + [text for value in part.values() for text in texts(value, kind)]
    return [text for value in part for text in texts(value, kind)] if isinstance(part, list) else []


def labels(blocks: list[dict[str, Any]]) -> list[str]:
    """What stands on the buttons."""
    rows = [block["elements"] for block in blocks if block["type"] == "actions"]
    return [element["text"]["text"] for row in rows for element in row if element["type"] == "button"]


def escaped_length(blocks: Any) -> int:
    """The text of all blocks as long as Slack may count it."""
    return sum(map(weight, blocks))


scraps = st.sampled_from([*NASTY, "word ", "\n", "long" * 30, "ж", "\x00", "\ud800"])
prose = st.lists(scraps | st.text(max_size=20), max_size=60).map("".join)
marks = st.sampled_from(["same", "in", "out"])
spans = st.lists(st.builds(Span, prose.filter(bool), marks), max_size=12).map(tuple)
lines = st.builds(
    LineView,
    number=st.integers(0, 99),
    where=prose.filter(bool),
    kind=st.just("set"),
    spans=spans,
    note=prose,
    is_new=st.booleans(),
    edit=st.none() | prose,
)
cards = st.builds(
    card,
    st.just(line("before", "after")),
    headline=prose.filter(lambda text: bool(text.strip())),
    status=prose,
    summary=prose,
    more=prose,
    notes=st.lists(prose, max_size=4).map(tuple),
    warnings=st.lists(prose.filter(bool), max_size=4).map(tuple),
    is_opened=st.booleans(),
).flatmap(lambda one: st.lists(lines, max_size=70).map(lambda more: replace(one, lines=tuple(more))))


@settings(max_examples=40, deadline=None)
@given(cards)
def test_any_card_is_a_message_that_slack_takes(view: CardView) -> None:
    drawn = render_card(view, SAY)
    assert block_problems(drawn.blocks) == []
    assert escaped_length(drawn.blocks) <= 9_000
    assert 0 < len(drawn.text) <= 4_000
    assert drawn.blocks[-1]["type"] == "actions"
    assert texts(drawn.blocks, "mrkdwn") == []


@settings(max_examples=40, deadline=None)
@given(cards)
def test_any_card_can_be_reviewed_whole(view: CardView) -> None:
    first = modal.review_form(PURPOSE, view, SAY)
    assert view_problems(first) == []
    assert not is_view_too_large(first)
    assert len(first["private_metadata"]) < 1_000


@settings(max_examples=40, deadline=None)
@given(st.lists(lines, min_size=1, max_size=5))
def test_a_review_leaves_out_no_letter(some: list[LineView]) -> None:
    whole = ""
    page = 0
    while True:
        form = modal.review_form(replace(PURPOSE, page=page), card(*some), SAY)
        whole += "".join(texts(form["blocks"], "text"))
        if "submit" in form:
            break
        page += 1
    for one in some:
        for span in one.spans:
            bare = span.text.replace("\x00", "").encode("utf-8", "replace").decode()
            assert bare in whole or len(bare) > 2_900


@pytest.mark.parametrize("text", NASTY)
def test_what_stands_on_a_card_is_read_as_it_was_written(text: str) -> None:
    drawn = render_card(card(line("", text)), SAY)
    assert text in texts(drawn.blocks, "text")
    assert texts(drawn.blocks, "mrkdwn") == []
    assert not drawn.is_cut


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("R&D <ops>", "R&amp;D &lt;ops&gt;"),
        ("<!channel> please hire me", "&lt;!channel&gt; please hire me"),
        ("A&amp;B", "A&amp;amp;B"),
        ("a < b && b > c", "a &lt; b &amp;&amp; b &gt; c"),
        ("*bold* _it_ ~st~ `code`", "*bold* _it_ ~st~ `code`"),
        ('it\'s "so"', 'it\'s "so"'),
    ],
)
def test_where_slack_reads_markup_three_characters_are_escaped_once(text: str, sent: str) -> None:
    assert escape(text) == sent
    assert render_message(TextView(text), SAY, 2026).text == sent
    assert render_card(card(headline=text), SAY).text == sent


def test_a_long_rewrite_is_one_card_cut_with_review_in_the_place_of_approve() -> None:
    view = card(line("a" * 2990, "R&D <lab> " * 300))
    drawn = render_card(view, SAY)
    assert drawn.is_cut
    assert escaped_length(drawn.blocks) <= 9_000
    assert labels(drawn.blocks) == ["Review", "Reject", "Edit"]
    shown = [style for block in drawn.blocks if block["type"] == "rich_text" for style in [json.dumps(block)]]
    assert any('"strike"' in one and '"bold"' in one for one in shown), "both sides are seen"
    opened = render_card(replace(view, is_opened=True), SAY)
    assert labels(opened.blocks) == ["Approve", "Review", "Reject", "Edit"]


def test_a_card_that_fits_has_no_review() -> None:
    drawn = render_card(card(line("Engineer", "Senior engineer")), SAY)
    assert not drawn.is_cut
    assert labels(drawn.blocks) == ["Approve", "Reject", "Edit"]


def test_a_headline_is_cut_with_an_ellipsis() -> None:
    drawn = render_card(card(headline="t" * 400), SAY)
    headline = drawn.blocks[0]["text"]["text"]
    assert len(headline) <= 150
    assert headline.endswith("…")


def test_of_sixty_changes_the_last_line_tells_how_many_are_not_shown() -> None:
    drawn = render_card(card(*(line("one", "two", number) for number in range(60))), SAY)
    assert block_problems(drawn.blocks) == []
    drawn_lines = sum("Headline" in json.dumps(block) for block in drawn.blocks)
    assert drawn.is_cut
    assert f"{60 - drawn_lines} more changes" in json.dumps(drawn.blocks)


def test_a_decided_card_stays_within_the_limits() -> None:
    view = card(
        line("a" * 2990, "b" * 2990),
        state="approved",
        status="Approved by you as version 2, 14:02",
        buttons=(button("undo"),),
        review=None,
    )
    drawn = render_card(view, SAY)
    assert block_problems(drawn.blocks) == []
    assert "Approved by you" in drawn.text
    assert labels(drawn.blocks) == ["Undo"]


def test_every_action_id_stands_once() -> None:
    home = render_home(a_home(20), SAY)
    ids = _values(home, "action_id")
    assert len(ids) > 40
    assert len(ids) == len(set(ids))
    drawn = render_card(card(line("a" * 5_000, "b" * 5_000), is_opened=True), SAY)
    ids = _values(drawn.blocks, "action_id")
    assert len(ids) == len(set(ids)) == 4


def _values(part: Any, key: str) -> list[str]:
    if isinstance(part, dict):
        own = [part[key]] if isinstance(part.get(key), str) else []
        return own + [one for value in part.values() for one in _values(value, key)]
    return [one for value in part for one in _values(value, key)] if isinstance(part, list) else []


def a_home(count: int, text: str = "R&D <!channel>") -> HomeView:
    entry = EntryView("/x", text, text, "2020", (f"• {text}",) * 3, (text,))
    buttons = (button("look"), button("undo"), button("restore"))
    return HomeView(
        resume="r",
        title=text,
        version=7,
        name=text,
        headline=text,
        contacts=(text,),
        sections=tuple(SectionView(f"/{n}", text, (entry,) * 5, hidden=n == 1) for n in range(count)),
        history=tuple(VersionView(n, text, "you", "14:02", (), buttons) for n in range(20, 0, -1)),
        language="en",
        waiting=tuple(WaitingView(text, (button("look"),)) for _ in range(9)),
    )


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 90), prose)
def test_any_home_is_one_that_slack_takes(count: int, text: str) -> None:
    home = render_home(a_home(count, text or "x"), SAY)
    assert view_problems(home, "home") == []
    assert not is_view_too_large(home)
    assert texts(home, "mrkdwn") == []


def test_home_offers_the_other_language() -> None:
    assert "说中文" in json.dumps(render_home(a_home(1), SAY), ensure_ascii=False)
    chinese = replace(a_home(1), language="zh")
    assert "Speak English" in json.dumps(render_home(chinese, words("zh")), ensure_ascii=False)


@settings(max_examples=40, deadline=None)
@given(prose, st.lists(prose, max_size=60))
def test_any_other_message_is_one_that_slack_takes(text: str, items: list[str]) -> None:
    buttons = tuple(button("undo") for _ in items[:30])
    views = (
        TextView(text, "assistant", buttons[:2]),
        BatchView(text or "2 proposals", tuple(items), text, buttons[:1]),
        ListView(text or "Your résumés", tuple(items), buttons),
        WorkingView("Working on it…", text, buttons[:1]),
    )
    for view in views:
        drawn = render_message(view, SAY, 2026)
        assert block_problems(drawn.blocks) == []
        assert escaped_length(drawn.blocks) <= 9_000
        assert text_length(drawn.blocks) <= 9_000


def test_a_text_longer_than_a_message_says_that_something_is_left_out() -> None:
    for view in (TextView("word " * 3_000), ListView("Your résumé", ("word " * 30,) * 200)):
        drawn = render_message(view, SAY, 2026)
        assert block_problems(drawn.blocks) == []
        assert escaped_length(drawn.blocks) <= 9_000
        assert "left out here" in str(drawn.blocks)
    assert "left out" not in str(render_message(TextView("word " * 1_000), SAY, 2026).blocks)


def test_our_own_sentences_name_commands_as_they_are_typed_here() -> None:
    said = render_message(TextView("Say /undo or /help, not /etc/help or https://x/help."), SAY, 2026)
    assert said.text == "Say /resume undo or /resume help, not /etc/help or https://x/help."
    quoted = render_message(TextView("Type /undo", "assistant"), SAY, 2026)
    assert quoted.text == "Type /undo"


def test_an_editor_offers_each_line_and_keeps_its_text_letter_for_letter() -> None:
    some = (line("a", "b <!here>", 3), line("c", "d", 5), LineView(6, "Order", "reordered", ()))
    form = modal.lines_form(replace(PURPOSE, form="lines", line=-1), card(*some), SAY)
    assert view_problems(form) == []
    assert form["blocks"][-1]["element"]["initial_value"] == "b <!here>"
    assert json.loads(form["private_metadata"])["line"] == 3
    other = modal.lines_form(replace(PURPOSE, form="lines", line=5), card(*some), SAY)
    assert other["blocks"][-1]["element"]["initial_value"] == "d"
    assert other["blocks"][-1]["block_id"] != form["blocks"][-1]["block_id"]


def test_a_line_longer_than_the_field_is_not_cut_but_told() -> None:
    form = modal.lines_form(replace(PURPOSE, form="lines"), card(line("a", "ж" * 5_000)), SAY)
    assert "submit" not in form
    assert "ж" not in form["private_metadata"]


@settings(max_examples=100, deadline=None)
@given(prose, st.integers(1, 300))
def test_a_cut_breaks_no_character_and_no_limit(text: str, most: int) -> None:
    short = cut(text, most)
    assert size(short) <= most
    bare = text.replace("\x00", "").encode("utf-8", "replace").decode()
    assert short == bare or (short.endswith("…") and bare.startswith(short[:-1].rstrip()))
    assert list(graphemes(bare))[: len(list(graphemes(head(bare, most))))] == list(
        graphemes(head(bare, most))
    )
    assert "".join(pieces(bare, 50)) == bare


@pytest.mark.parametrize("cluster", ["👩‍👩‍👧‍👦", "🇳🇱", "👍🏽", "é".encode().decode(), "e\u0301", "각"])
def test_a_cluster_is_one_character(cluster: str) -> None:
    assert list(graphemes(cluster * 3)) == [cluster] * 3


@given(st.lists(st.integers(0, 500), max_size=20), st.integers(0, 3_000))
def test_shares_give_no_more_than_there_is_or_is_needed(needs: list[int], budget: int) -> None:
    given_out = shares(needs, budget)
    assert sum(given_out) <= budget
    assert all(one <= need for one, need in zip(given_out, needs, strict=True))
    if sum(needs) <= budget:
        assert given_out == needs


@pytest.mark.parametrize(
    ("wire", "text"),
    [
        ("<@UBOT> review my cv", "review my cv"),
        ("R&amp;D &lt;ops&gt; &amp;amp;", "R&D <ops> &amp;"),
        ("see <https://x.dev>", "see https://x.dev"),
        ("<http://x.dev|x.dev> is mine", "x.dev is mine"),
        ("<https://x.dev|my page>", "my page (https://x.dev)"),
        ("<mailto:a@b.example|a@b.example>", "a@b.example"),
        ("<tel:+3112|+3112>", "+3112"),
        ("hello <!channel> and <@U2> in <#C1|jobs>", "hello @channel and @U2 in #jobs"),
        ("<!subteam^S1|@team> at <!date^1^{date}|noon>", "@team at noon"),
    ],
)
def test_what_people_write_is_read_as_they_see_it(wire: str, text: str) -> None:
    assert from_slack(wire, "UBOT") == text


@given(prose)
def test_what_was_typed_comes_back(text: str) -> None:
    bare = text.replace("\x00", "").encode("utf-8", "replace").decode()
    assert from_slack(escape(text)) == bare.strip()
