import hashlib

import pytest

from core.resume.blocks import (
    align,
    block_hash,
    block_words,
    pairs,
    put_together,
    take_apart,
    visible_text,
)
from tests.core.vectors import load

RAN = "<li><p>Ran the parcel API.</p></li>"
MOVED = "<li><p>Moved jobs to a queue.</p></li>"
NESTED = "<li><p>Ran it.</p><ul><li><p>40 depots.</p></li></ul></li>"


def aligned(*texts: str) -> bool:
    return align([take_apart(text) for text in texts]) is not None


def test_a_text_is_rows_of_top_blocks_and_of_list_items() -> None:
    parts = take_apart(f"<p>Intro</p><ul>{RAN}{NESTED}</ul><h2>Then</h2><ol>{MOVED}</ol>")
    assert parts is not None
    top = ("<p>Intro</p>", "ul", "<h2>Then</h2>", "ol2")
    assert parts.rows == {"": top, "ul": (RAN, NESTED), "ol2": (MOVED,)}
    assert parts.blocks == ("<p>Intro</p>", "<h2>Then</h2>", RAN, NESTED, MOVED)


@pytest.mark.parametrize("pair", load("merge-vectors.json")["canonical"], ids=lambda pair: pair["why"])
def test_every_canonical_text_is_taken_apart_and_put_together_unchanged(pair: dict[str, str]) -> None:
    parts = take_apart(pair["canonical"])
    assert parts is not None
    assert put_together(parts.rows) == pair["canonical"]


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "<p>One.</p> <p>Two.</p>",
        "<p>One.",
        "<p></p>",
        "<p>a<p>b</p></p>",
        "<p class='x'>One.</p>",
        "<p>R&D</p>",
        "<p>1 < 2</p>",
        "<div>One.</div>",
        "<ul></ul>",
        "<ul><li>Loose</li></ul>",
        "<ul><p>One.</p></ul>",
        "<ul><li><p>One.</p></li>",
        "<blockquote></blockquote>",
        '<p><a href="x" rel="y">Site</a></p>',
        "<p>Twice</p><p>Twice</p>",
        f"<ul>{RAN}{RAN}</ul>",
        f"<p>Ran the parcel API.</p><ul>{RAN}</ul>",
        f"<ul>{RAN}</ul><ul>{RAN}</ul>",
        "<blockquote>" * 100 + "<p>Deep</p>" + "</blockquote>" * 100,
    ],
)
def test_what_cannot_be_told_apart_is_not_taken_apart(text: str) -> None:
    assert take_apart(text) is None


def test_a_quote_is_one_block_with_all_that_is_in_it() -> None:
    quote = f"<blockquote><p>Said</p><ul>{RAN}</ul></blockquote>"
    parts = take_apart(quote)
    assert parts is not None
    assert parts.rows == {"": (quote,)}


def test_a_missing_list_counts_as_an_empty_one_while_there_is_only_one() -> None:
    assert aligned("", f"<ul>{RAN}</ul>", "<p>Intro</p>")
    assert not aligned(f"<ul>{RAN}</ul>", f"<ol>{MOVED}</ol>")
    assert not aligned(f"<ul>{RAN}</ul><p>x</p><ul>{MOVED}</ul>", f"<ul>{RAN}</ul>")
    assert aligned(f"<ul>{RAN}</ul><p>x</p><ul>{MOVED}</ul>", f"<ul>{RAN}</ul><ul>{MOVED}</ul>")


def test_a_paragraph_in_another_kind_of_place_makes_it_one_value() -> None:
    assert not aligned("<p>Ran the parcel API.</p>", f"<ul>{RAN}</ul>")
    assert not aligned(f"<ul>{RAN}{MOVED}</ul>", f"<ul>{RAN[:-5]}<ul>{MOVED}</ul></li></ul>")
    assert not aligned("<p>Said</p>", "<blockquote><p>Said</p></blockquote>")


def test_blocks_are_named_by_the_hash_of_their_html() -> None:
    assert block_hash("<p>Did work.</p>") == "2bbbb123"
    assert block_hash(RAN) == hashlib.sha256(RAN.encode()).hexdigest()[:8]


def test_words_are_normalised_and_cjk_characters_stand_alone() -> None:
    assert block_words("<li><p>Ｒan <strong>R&amp;D</strong>, 40 depots_2</p><p>支付API。</p></li>") == [
        "ran", "r", "d", "40", "depots", "2", "支", "付", "api",
    ]  # fmt: skip
    assert visible_text("<p>One&nbsp;two<br>3 &lt; 4</p><p>five</p>") == "One two 3 < 4 five"


def test_the_nth_out_and_the_nth_in_of_a_gap_are_an_edit() -> None:
    assert pairs(("<p>a</p>", "<p>b</p>", "<p>c</p>"), ("<p>A</p>", "<p>b</p>", "<p>C</p>")) == {
        "<p>a</p>": "<p>A</p>",
        "<p>c</p>": "<p>C</p>",
    }
    assert pairs(("<p>a</p>", "<p>b</p>"), ("<p>b</p>", "<p>A</p>")) == {}


def test_of_unequal_numbers_those_pair_that_share_the_most_words() -> None:
    old = ("<p>Ran the parcel API.</p>", "<p>Moved jobs to a queue.</p>")
    joined = "<p>Ran the parcel API and moved jobs to a queue.</p>"
    assert pairs(old, (joined,)) == {old[1]: joined}
    split = ("<p>Served 40 depots.</p>", "<p>Ran the API.</p>", "<p>New.</p>")
    assert pairs(old[:1], split) == {old[0]: split[1]}
    assert pairs(split, old[:1]) == {split[1]: old[0]}


def test_of_equal_ones_the_earlier_pair_and_the_order_is_kept() -> None:
    old, new = ("<p>x</p>",), ("<p>p</p>", "<p>q</p>")
    assert pairs(old, new) == {"<p>x</p>": "<p>p</p>"}
    one, three = "<p>one two</p>", "<p>three</p>"
    crossed = ("<p>three x</p>", "<p>y</p>", "<p>one two z</p>")
    assert pairs((one, three), crossed) == {one: "<p>three x</p>", three: "<p>y</p>"}


def test_the_name_of_a_list_is_never_a_pair() -> None:
    assert pairs(("<p>a</p>", "ul"), ("ol", "<p>b</p>")) == {"<p>a</p>": "<p>b</p>"}
