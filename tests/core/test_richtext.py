import json
import re
from html import unescape
from pathlib import Path
from unicodedata import category

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.resume.richtext import canonical, from_text, looks_like_html, plain, settle

PAIRS = json.loads((Path(__file__).parents[1] / "data/merge-vectors.json").read_text("utf-8"))["canonical"]
KEPT = re.compile(
    r"</?(?:p|h[1-6]|blockquote|pre|ul|ol|li|strong|em|u|s|code)>|<br>|</a>"
    r'|<a href="(?:https?://|mailto:)[^"<>]*">'
)
BETWEEN_BLOCKS = re.compile(
    r"(?:^|</(?:p|h[1-6]|blockquote|pre|ul|ol|li)>)\s+|\s+(?:$|<(?:p|h[1-6]|pre|ul|ol|li)>)"
)


def visible(text: str) -> str:
    return "".join(char for char in text if not char.isspace() and category(char) not in ("Cc", "Cf", "Cn"))


def shown(html: str) -> str:
    """The visible characters of any HTML, found without our own walk."""
    return visible(unescape(nh3.clean(html, tags=set(), clean_content_tags={"script", "style"})))


tags = st.sampled_from(
    [
        *["p", "b", "i", "u", "s", "a", "ul", "ol", "li", "h2", "br", "pre", "div", "td", "hr", "sup"],
        *["strong", "em", "del", "code", "blockquote", "table", "span"],
    ]
)
html_texts = st.lists(
    st.one_of(
        st.builds("<{}>".format, tags),
        st.builds("</{}>".format, tags),
        st.sampled_from(["<br/>", '<a href="https://a.example/?p=1&amp;q=2">', "<a href='javascript:x()'>"]),
        st.sampled_from(
            [" ", "\n", "\t", "\r\n", "&nbsp;", "\u200b", "x", "Led it", "&lt;b&gt;", "R&D", "重构"]
        ),
        st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=4),
    ),
    max_size=30,
).map("".join)


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["why"] for pair in PAIRS])
def test_a_known_text_has_its_known_form(pair: dict[str, str]) -> None:
    assert canonical(pair["html"]) == pair["canonical"]
    assert canonical(pair["canonical"]) == pair["canonical"]


@given(html_texts)
def test_any_html_has_one_form_that_stays_and_shows_every_character(html: str) -> None:
    form = canonical(html)
    assert canonical(form) == form
    assert shown(form) == shown(html)
    assert "<" not in KEPT.sub("", form)
    assert "<pre>" in form or not BETWEEN_BLOCKS.search(form)


@given(html_texts)
def test_what_a_text_shows_does_not_depend_on_its_form(html: str) -> None:
    assert plain(html) == plain(canonical(html))
    if not re.search("<[uo]l|<li", html):
        assert visible(plain(html)) == shown(html)


@given(st.text(st.sampled_from("ab<>&;/pli重 \n\t\u00a0\"'"), max_size=40))
def test_plain_text_becomes_html_that_shows_exactly_it(text: str) -> None:
    form = from_text(text)
    assert canonical(form) == form
    assert visible(plain(form)) == visible(text)


@pytest.mark.parametrize(
    ("html", "form"),
    [
        (
            "<ul>a<li>b</li><ul><li>c</li></ul></ul>",
            "<ul><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li></ul>",
        ),
        ("<li>a</li> <li>b</li>", "<ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("<ul><li>a</li></ul><ul><li>b</li></ul>", "<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul>"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "<p>a</p><p>b</p>"),
        ("<blockquote>a<p>b</p></blockquote>", "<blockquote><p>a</p><p>b</p></blockquote>"),
        ("<h1>a<p>b</p></h1>", "<h1>a</h1><p>b</p>"),
        ("<b><p>a</p>b</b>", "<p><strong>a</strong></p><p><strong>b</strong></p>"),
        ("<p><b>a</b><br><b>b</b></p>", "<p><strong>a<br>b</strong></p>"),
        ("<p>a<b><br></b>b</p>", "<p>a<br>b</p>"),
        ("<p>a <b> b</b> </p>", "<p>a <strong>b</strong></p>"),
        ("<pre>\n\n  a\n\tb<br>c\n</pre>", "<pre>  a\n\tb\nc</pre>"),
        ("<p>a\u00a0 b</p>", "<p>a&nbsp; b</p>"),
        ("<p>\u200b</p><ul><li>\ufeff</li></ul>", ""),
        ("a\x00b\x07c\ud800d", "<p>abcd</p>"),
        ("<style>p{}</style><script>alert(1)</script><!-- x -->", ""),
        (
            '<a href=" HTTPS://a.example/a b ">x</a><a href="//b.example">y</a><a href="/c">z</a>',
            '<p><a href="HTTPS://a.example/a%20b">x</a>yz</p>',
        ),
        (
            '<a href="java&#10;script:x">a</a><a href="data:text/html,x">b</a><a href="tel:1">c</a>',
            "<p>abc</p>",
        ),
        (
            '<a href="https://a.example/&quot;onclick=&quot;x">a</a>',
            '<p><a href="https://a.example/&quot;onclick=&quot;x">a</a></p>',
        ),
        ('<img src=x onerror="alert(1)">a<iframe>b</iframe>', "<p>ab</p>"),
        ("<p>&amp;lt;b&amp;gt; &amp;amp;</p>", "<p>&amp;lt;b&amp;gt; &amp;amp;</p>"),
    ],
)
def test_unruly_html_is_put_in_order(html: str, form: str) -> None:
    assert canonical(html) == form
    assert canonical(form) == form


def test_lists_too_deep_are_laid_flat_with_their_text() -> None:
    form = canonical("<ul><li>x" * 3000)
    assert canonical(form) == form
    assert shown(form) == "x" * 3000
    assert form.count("<ul>") == 8


@pytest.mark.parametrize(
    "unit", ["<b>", "<b><p>", "x<br>", "<i>x</i><br>", "<blockquote>", "<ul>x", "<p a=b", "**a", "&lt;"]
)
def test_a_hostile_text_of_full_size_is_settled(unit: str) -> None:
    form = settle(unit * (20_000 // len(unit)))
    assert canonical(form) == form


@pytest.mark.parametrize(
    "text",
    [
        "<p>Cut build time",
        "<P>x</P>",
        "a<br>b",
        "Led <b>six</b> people",
        "  <ul><li>x",
        '<div class="x">y',
        "<h2>x</h2>",
    ],
)
def test_markup_is_taken_as_html(text: str) -> None:
    assert looks_like_html(text)


@pytest.mark.parametrize(
    "text",
    [
        "List<String> and Map<K, V>",
        "x<y a<b>c",
        "List<P> of",
        "5 < 10 > 3",
        "R&D",
        "R&amp;D",
        "<T>",
        "a <- b",
        "<3",
        "<!channel>",
    ],
)
def test_signs_that_only_look_like_markup_are_text(text: str) -> None:
    assert not looks_like_html(text)
    assert plain(settle(text)) == unescape(text)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (
            "Cut build time & cost (5 < 10 min)\nLed on-call",
            "<p>Cut build time &amp; cost (5 &lt; 10 min)</p><p>Led on-call</p>",
        ),
        (
            "- Cut build time\n- **Led** on-call",
            "<ul><li><p>Cut build time</p></li><li><p><strong>Led</strong> on-call</p></li></ul>",
        ),
        (
            "Intro:\r\n\r\n• a\r\n  * b\r\nOutro",
            "<p>Intro:</p><ul><li><p>a</p></li><li><p>b</p></li></ul><p>Outro</p>",
        ),
        ("1. a\n2. b", "<ol><li><p>a</p></li><li><p>b</p></li></ol>"),
        ("1、负责\n2、带领", "<ol><li><p>负责</p></li><li><p>带领</p></li></ol>"),
        ("3. a\n2019. b\n-5 %\n—", "<p>3. a</p><p>2019. b</p><p>-5 %</p><p>—</p>"),
        ("使用**Python**开发", "<p>使用<strong>Python</strong>开发</p>"),
        ("2**10 and 3**5, **", "<p>2**10 and 3**5, **</p>"),
        ("Ran R&amp;D &lt;b&gt;", "<p>Ran R&amp;D &lt;b&gt;</p>"),
        ("", ""),
        (" \n\t", ""),
    ],
)
def test_text_and_light_markdown_become_blocks(text: str, form: str) -> None:
    assert settle(text) == form
    assert settle(form) == form


def test_plain_text_has_a_line_for_each_block_and_marks_items() -> None:
    bullets = "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>"
    numbers = "<ol><li><p>c</p></li><li><p>d</p></li></ol>"
    assert plain(f"<p>One<br>two</p>{bullets}{numbers}") == "One\ntwo\n• a\n  • b\n1. c\n2. d"
