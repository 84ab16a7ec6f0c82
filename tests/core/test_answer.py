"""Answers: per control what is stored and what is refused, sent by the control or typed, and said again."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.resume.values import Json, equal
from core.show.words import LANGUAGES, Language, words
from core.talk.answer import AnswerError, read_answer, say_answer
from core.talk.button import Decision
from core.talk.control import (
    Confirm,
    Control,
    Date,
    DateRange,
    File,
    MultiChoice,
    Number,
    Option,
    SingleChoice,
    Text,
    Textarea,
    Url,
)
from core.talk.typed import Way, read_typed


def options(*labels: str) -> tuple[Option, ...]:
    return tuple(Option(value=f"v{number}", label=label) for number, label in enumerate(labels, start=1))


LANGS = options("Python", "Go", "Google Cloud", "C++", "数据分析")
ONE = SingleChoice(options=LANGS)
STRICT = SingleChoice(options=LANGS, allow_custom=False)
MANY = MultiChoice(options=LANGS, max_selections=3)
FIXED = MultiChoice(options=LANGS, allow_custom=False, min_selections=0)
YEARS = SingleChoice(options=options("1-2 years", "3-5 years", "10 years"))
BOUNDED = Number(min=1, max=100)
WHOLE = Number(integer=True)
DAY = Date(min="2018-03-10", max="2020-12-31")
SPAN = DateRange()
CLOSED = DateRange(allow_open_end=False)
FILES = File(accepted_media_types=("application/pdf", "text/plain"), max_files=2)
KEEP = Confirm(confirm_label="Keep it", cancel_label="Remove it")
PDF = {"fileId": "web:1", "mediaType": "application/pdf"}
NOTES = {"fileId": "2", "mediaType": "text/plain"}
ALL = [
    Text(), Textarea(), ONE, STRICT, MANY, FIXED, BOUNDED, WHOLE, DAY, SPAN, CLOSED, Url(), FILES, Confirm(),
    KEEP,
]  # fmt: skip

SENT: list[tuple[Control, Json, Json]] = [
    (Text(), "2015 - 2018", "2015 - 2018"),
    (Text(), "  Sept 2015 to now ", "Sept 2015 to now"),
    (Text(), "\u3000上海\u200b", "上海"),
    (Text(), "x" * 500, "x" * 500),
    (Text(min_length=0), " ", ""),
    (Textarea(), "a\n b", "a\n b"),
    (ONE, "v1", "v1"),
    (ONE, " Rust ", "Rust"),
    (STRICT, "v5", "v5"),
    (MANY, ["v1", "v3"], ["v1", "v3"]),
    (MANY, ["v1", " Rust"], ["v1", "Rust"]),
    (FIXED, [], []),
    (BOUNDED, 1, 1),
    (BOUNDED, 99.5, 99.5),
    (WHOLE, 3.0, 3),
    (WHOLE, -(2**53 - 1), -(2**53 - 1)),
    (DAY, "2018-03-10", "2018-03-10"),
    (DAY, "2018", "2018"),
    (DAY, "2018-03", "2018-03"),
    (Date(), "2024-02-29", "2024-02-29"),
    (SPAN, {"start": "2018-01-01", "end": "2018-01-01"}, {"start": "2018-01-01", "end": "2018-01-01"}),
    (SPAN, {"start": "2018-09", "end": "2018"}, {"start": "2018-09", "end": "2018"}),
    (SPAN, {"start": "2018"}, {"start": "2018"}),
    (SPAN, {"start": "2018", "end": None}, {"start": "2018"}),
    (Url(), " https://sam.example.com/a?b=c#d ", "https://sam.example.com/a?b=c#d"),
    (Url(), "HTTP://例子.公司:8080/", "HTTP://例子.公司:8080/"),
    (FILES, [PDF], [PDF]),
    (FILES, [PDF, {**NOTES, "mediaType": "Text/Plain"}], [PDF, NOTES]),
    (Confirm(), True, True),
    (Confirm(), False, False),
]  # fmt: skip

SENT_WRONG: list[tuple[Control, Json, str]] = [
    (Text(), "", "control-too-short"),
    (Text(), " \u200b\u3000", "control-too-short"),
    (Text(), "x" * 3_000, "control-too-long"),
    (Text(), 5, "control-not-text"),
    (Text(), None, "control-not-text"),
    (Text(), ["a"], "control-not-text"),
    (Text(), "a\x00b", "control-not-shown"),
    (Text(), "a\ud800", "control-not-shown"),
    (Text(min_length=3), "ab", "control-too-short"),
    (Textarea(), "x" * 5_001, "control-too-long"),
    (ONE, "", "control-too-short"),
    (ONE, "x" * 501, "control-too-long"),
    (ONE, 1, "control-not-text"),
    (STRICT, "Python", "control-not-offered"),
    (STRICT, True, "control-not-offered"),
    (MANY, "v1", "control-not-offered"),
    (MANY, [], "control-too-few"),
    (MANY, ["v1", "v2", "v3", "v4"], "control-too-many"),
    (MANY, ["v1", "v1"], "control-twice"),
    (MANY, ["Rust", "Rust "], "control-twice"),
    (MANY, [" "], "control-too-short"),
    (FIXED, ["Rust"], "control-not-offered"),
    (BOUNDED, "3", "control-not-number"),
    (BOUNDED, True, "control-not-number"),
    (BOUNDED, None, "control-not-number"),
    (BOUNDED, float("nan"), "control-not-number"),
    (BOUNDED, 2**53, "control-not-number"),
    (BOUNDED, 0.5, "control-too-small"),
    (BOUNDED, 101, "control-too-large"),
    (WHOLE, 3.5, "control-not-whole"),
    (DAY, "2018-02-31", "control-not-date"),
    (DAY, "2018-2-1", "control-not-date"),
    (DAY, "20180310", "control-not-date"),
    (DAY, "２０１８", "control-not-date"),
    (DAY, 2018, "control-not-date"),
    (DAY, "2018-03-09", "control-too-early"),
    (DAY, "2018-02", "control-too-early"),
    (DAY, "2021", "control-too-late"),
    (SPAN, {"start": "2018-02", "end": "2018-01"}, "control-end-before-start"),
    (SPAN, {"start": "2019-01", "end": "2018"}, "control-end-before-start"),
    (SPAN, {"end": "2018"}, "control-not-range"),
    (SPAN, {"start": "2018", "end": "2019", "more": 1}, "control-not-range"),
    (SPAN, "2018", "control-not-range"),
    (SPAN, {"start": "2018", "end": ""}, "control-not-date"),
    (CLOSED, {"start": "2018"}, "control-needs-end"),
    (Url(), "sam.example.com", "control-not-link"),
    (Url(), "javascript:alert(1)", "control-not-link"),
    (Url(), "mailto:sam@example.com", "control-not-link"),
    (Url(), "ftp://example.com", "control-not-link"),
    (Url(), "https://", "control-not-link"),
    (Url(), "https://[", "control-not-link"),
    (Url(), "https://a.example:port/", "control-not-link"),
    (Url(), "https://a.example/b c", "control-not-link"),
    (Url(max_length=10), "https://a.example", "control-too-long"),
    (FILES, [], "control-not-file"),
    (FILES, "web:1", "control-not-file"),
    (FILES, [{"fileId": "web:1"}], "control-not-file"),
    (FILES, [{**PDF, "name": "cv"}], "control-not-file"),
    (FILES, [{**PDF, "fileId": ""}], "control-not-file"),
    (FILES, [{**PDF, "fileId": "x" * 201}], "control-not-file"),
    (FILES, [{**PDF, "mediaType": "image/png"}], "control-file-type"),
    (FILES, [PDF, PDF], "control-twice"),
    (FILES, [PDF, PDF, PDF], "control-too-many"),
    (Confirm(), "yes", "control-not-yes-or-no"),
    (Confirm(), 1, "control-not-yes-or-no"),
]

TYPED: list[tuple[Control, str, Json]] = [
    # A text stays letter for letter.
    (Text(), "2015 - 2018", "2015 - 2018"),
    (Text(), "2018", "2018"),
    (Text(), "2015年9月—2018年6月", "2015年9月—2018年6月"),
    (Text(), "  Sept 2015 to now ", "Sept 2015 to now"),
    (Text(), "2018-02-31", "2018-02-31"),
    (Text(), "yes", "yes"),
    (Textarea(), "I don't know Kafka well.", "I don't know Kafka well."),
    # Choices: number, label, the start of a label.
    (ONE, "1", "v1"),
    (ONE, "2.", "v2"),
    (ONE, "#4", "v4"),
    (ONE, "option 3", "v3"),
    (ONE, "the second one", "v2"),
    (ONE, "第二个", "v2"),
    (ONE, "python", "v1"),
    (ONE, "Go", "v2"),
    (ONE, "google", "v3"),
    (ONE, "ｃ＋＋", "v4"),
    (ONE, "数据分析。", "v5"),
    (ONE, "v1", "v1"),
    (ONE, "Pyt", "Pyt"),
    (ONE, "数据", "数据"),
    (ONE, "Rust", "Rust"),
    (ONE, "9", "9"),
    (STRICT, "Pyt", "v1"),
    (STRICT, "数据", "v5"),
    (YEARS, "3-5 years", "v2"),
    (YEARS, "3", "3"),
    (MANY, "1,3", "v1 v3"),
    (MANY, "1 and 3", "v1 v3"),
    (MANY, "3 1", "v3 v1"),
    (MANY, "1、3", "v1 v3"),
    (MANY, "Python和数据分析", "v1 v5"),
    (MANY, "python, google cloud and c++", "v1 v3 v4"),
    (MANY, "python, go, and c++", "v1 v2 v4"),
    (MANY, "Python, Python", "v1"),
    (MANY, "Python & Rust", "v1 Rust"),
    (MANY, "和平饭店", "和平饭店"),
    (FIXED, "all", "v1 v2 v3 v4 v5"),
    (FIXED, "全部", "v1 v2 v3 v4 v5"),
    (FIXED, "none", ""),
    (FIXED, "都没有", ""),
    (MultiChoice(options=options("Research, Development", "Sales")), "research, development, sales", "v1 v2"),
    # Numbers.
    (Number(), "3.5", 3.5),
    (Number(), " 12。", 12),
    (Number(), "−3", -3),
    (Number(), "1,234,567.5", 1_234_567.5),
    (Number(), "１２", 12),
    (Number(), "forty-two", 42),
    (Number(), "a dozen", 12),
    (Number(), "三", 3),
    (Number(), "三个", 3),
    (Number(), "十二", 12),
    (Number(), "三千五百", 3_500),
    (Number(), "三千零五", 3_005),
    (Number(), "一万二千", 12_000),
    (Number(), "3.5万", 35_000),
    (Number(), "三点五", 3.5),
    (Number(), "负二", -2),
    # Dates: as precise as they were written.
    (Date(), "2018", "2018"),
    (Date(), "2018年", "2018"),
    (Date(), "May 2018", "2018-05"),
    (Date(), "05.2018", "2018-05"),
    (Date(), "5/2018", "2018-05"),
    (Date(), "2018年5月", "2018-05"),
    (Date(), "2018-05-12", "2018-05-12"),
    (Date(), "2018/5/2", "2018-05-02"),
    (Date(), "12.05.2018", "2018-05-12"),
    (Date(), "25/12/2018", "2018-12-25"),
    (Date(), "12/25/2018", "2018-12-25"),
    (Date(), "4/4/2018", "2018-04-04"),
    (Date(), "5 March 2018", "2018-03-05"),
    (Date(), "March 5th, 2018", "2018-03-05"),
    (Date(), "in 2018", "2018"),
    (Date(), "2018年5月12日", "2018-05-12"),
    # Ranges.
    (SPAN, "2015 - 2018", {"start": "2015", "end": "2018"}),
    (SPAN, "2015–2018", {"start": "2015", "end": "2018"}),
    (SPAN, "from 2015 to 2018", {"start": "2015", "end": "2018"}),
    (SPAN, "2015年9月—2018年6月", {"start": "2015-09", "end": "2018-06"}),
    (SPAN, "2015-09 - 2018-06-30", {"start": "2015-09", "end": "2018-06-30"}),
    (SPAN, "Sept 2015 until May 2018", {"start": "2015-09", "end": "2018-05"}),
    (SPAN, "从2015年到2018年", {"start": "2015", "end": "2018"}),
    (SPAN, "Sept 2015 to now", {"start": "2015-09"}),
    (SPAN, "05/2019 - present", {"start": "2019-05"}),
    (SPAN, "since 2020", {"start": "2020"}),
    (SPAN, "2015年至今", {"start": "2015"}),
    (SPAN, "2015 - 至今", {"start": "2015"}),
    (SPAN, "2015年到现在", {"start": "2015"}),
    (SPAN, "2020年起", {"start": "2020"}),
    # Links.
    (Url(), "https://sam.example.com", "https://sam.example.com"),
    (Url(), "sam.example.com/cv.", "https://sam.example.com/cv"),
    (Url(), "<http://sam.example.com>", "http://sam.example.com"),
    # Yes and no.
    (Confirm(), "yes", True),
    (Confirm(), "Yep!", True),
    (Confirm(), "是", True),
    (Confirm(), "是的。", True),
    (Confirm(), "好的", True),
    (Confirm(), "No, thanks", False),
    (Confirm(), "否", False),
    (Confirm(), "不是", False),
    (KEEP, "remove it", False),
    (KEEP, "yes", True),
]

TYPED_WRONG: list[tuple[Control, str, str]] = [
    (Text(), "x" * 3_000, "control-too-long"),
    (Text(), " ", "control-too-short"),
    (STRICT, "Rust", "control-not-offered"),
    (STRICT, "6", "control-not-offered"),
    (STRICT, "0", "control-not-offered"),
    (SingleChoice(options=options("Acme Corp", "Acme GmbH")), "acme", "control-which-option"),
    (SingleChoice(options=options("Acme", "ACME")), "acme", "control-which-option"),
    (MANY, "1,2,3,4", "control-too-many"),
    (MANY, ",", "control-too-few"),
    (MANY, "a," * 2_000, "control-too-many"),
    (MANY, "a," * 25_000, "control-too-long"),
    (FIXED, "Python and Rust", "control-not-offered"),
    (Number(), "3,5", "control-not-number"),
    (Number(), "1.234,5", "control-not-number"),
    (Number(), "about 40", "control-not-number"),
    (Number(), "40%", "control-not-number"),
    (Number(), "三千五", "control-not-number"),
    (Number(), "两三", "control-not-number"),
    (Number(), "十分", "control-not-number"),
    (Number(), "one half dozen", "control-not-number"),
    (Number(), "infinity", "control-not-number"),
    (Number(), "九" * 5_000, "control-not-number"),
    (Number(), "9" * 17, "control-not-number"),
    (BOUNDED, "zero", "control-too-small"),
    (WHOLE, "3.5", "control-not-whole"),
    (Date(), "2018-02-31", "control-not-date"),
    (Date(), "31.04.2018", "control-not-date"),
    (Date(), "2018年2月30日", "control-not-date"),
    (Date(), "03/04/2018", "control-which-date"),
    (Date(), "some time in 2018", "control-not-date"),
    (Date(), "2018 or 2019", "control-not-date"),
    (Date(), "yesterday", "control-not-date"),
    (Date(), "2018 " * 1_000, "control-not-date"),
    (DAY, "2017", "control-too-early"),
    (SPAN, "2018", "control-not-range"),
    (SPAN, "2018-05-06", "control-not-range"),
    (SPAN, "2018 - soon", "control-not-range"),
    (SPAN, "2015 - 2018-02-31", "control-not-range"),
    (SPAN, "2015-" * 1_000, "control-not-range"),
    (SPAN, "2018 - 2015", "control-end-before-start"),
    (CLOSED, "2015 - now", "control-needs-end"),
    (Url(), "sam@example.com", "control-not-link"),
    (Url(), "localhost", "control-not-link"),
    (Url(), "3.5", "control-not-link"),
    (Url(), "javascript:alert(1)", "control-not-link"),
    (Url(), "see sam.example.com", "control-not-link"),
    (FILES, "cv.pdf", "control-not-file"),
    (Confirm(), "maybe", "control-not-yes-or-no"),
    (Confirm(), "no idea what you mean", "control-not-yes-or-no"),
    (Confirm(confirm_label="No, keep it", cancel_label="Drop it"), "no", "control-not-yes-or-no"),
]


@pytest.mark.parametrize(("control", "value", "stored"), SENT)
def test_what_a_control_sends_is_stored(control: Control, value: Json, stored: Json) -> None:
    read = read_answer(control, value)
    assert read == stored
    assert type(read) is type(stored)


@pytest.mark.parametrize(("control", "value", "key"), SENT_WRONG)
def test_what_does_not_fit_is_refused(control: Control, value: Json, key: str) -> None:
    with pytest.raises(AnswerError) as refused:
        read_answer(control, value)
    assert (refused.value.code, refused.value.key) == ("invalid_answer", key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("control", "text", "stored"), TYPED)
def test_a_typed_answer_is_stored(control: Control, text: str, stored: Json, language: Language) -> None:
    if isinstance(control, MultiChoice):
        stored = stored.split()
    read = read_typed(control, text, language)
    assert read == stored
    assert equal(read_answer(control, read), read), "what was typed is what the control could have sent"


@pytest.mark.parametrize(("control", "text", "key"), TYPED_WRONG)
def test_a_typed_text_that_does_not_fit_is_no_answer(control: Control, text: str, key: str) -> None:
    with pytest.raises(AnswerError) as refused:
        read_typed(control, text, "en")
    assert (refused.value.code, refused.value.key) == ("invalid_answer", key)


WAYS = [
    ("I don't know", Way.DONT_KNOW),
    ("I don’t know.", Way.DONT_KNOW),
    ("Sorry, I can't remember", Way.DONT_KNOW),
    ("no idea", Way.DONT_KNOW),
    ("不知道", Way.DONT_KNOW),
    ("我不记得了。", Way.DONT_KNOW),
    ("skip", Way.SKIP),
    ("Skip this question, please", Way.SKIP),
    ("Leave it empty", Way.SKIP),
    ("跳过", Way.SKIP),
    ("先跳过吧", Way.SKIP),
]


@pytest.mark.parametrize("control", ALL, ids=lambda control: control.kind)
def test_every_control_has_ways_out(control: Control) -> None:
    assert {text: read_typed(control, text, "en") for text, _ in WAYS} == dict(WAYS)


@pytest.mark.parametrize("text", ["only the year", "Year only", "I only know the year.", "只知道年份"])
def test_only_the_year_is_a_way_where_dates_are_asked(text: str) -> None:
    assert {read_typed(control, text, "en") for control in (Text(), Date(), DateRange())} == {Way.YEAR_ONLY}
    assert read_typed(Textarea(), text, "en") == text


def test_a_way_out_that_is_an_option_is_that_option() -> None:
    control = SingleChoice(options=options("Yes", "I don't know"))
    assert read_typed(control, "i don't know", "en") == "v2"
    assert read_typed(control, "不知道", "en") == Way.DONT_KNOW


def test_a_longer_text_that_holds_a_way_out_is_an_answer() -> None:
    for text in ("I don't know Java, but Kotlin", "skip lists and tries", "Pass", "不知道火锅店"):
        assert read_typed(Text(), text, "en") == text


def test_the_ways_with_buttons_are_called_as_their_decisions() -> None:
    assert {Way.SKIP.value, Way.DONT_KNOW.value} <= set(get_args(Decision))


def test_a_refusal_names_the_limit_and_never_the_answer_in_both_languages() -> None:
    for control, value, key in SENT_WRONG:
        with pytest.raises(AnswerError) as refused:
            read_answer(control, value)
        said = [words(language).say(key, **refused.value.arguments) for language in LANGUAGES]
        assert said[0] == refused.value.message
        for limit in refused.value.arguments.values():
            if limit != 1:
                assert all(str(limit).replace(",", "") in text.replace(",", "") for text in said)
        if isinstance(value, str) and len(value) > 8:
            assert value not in said[0]


SAID: list[tuple[Control, Json, str, str]] = [
    (Text(), "Sept 2015 to now", "Sept 2015 to now", "Sept 2015 to now"),
    (Textarea(), "one\n\ntwo", "one two", "one two"),
    (ONE, "v1", "Python", "Python"),
    (ONE, "Rust", "Rust", "Rust"),
    (MANY, ["v1", "v5", "Rust"], "Python, 数据分析, Rust", "Python、数据分析、Rust"),
    (BOUNDED, 3.5, "3.5", "3.5"),
    (Number(), 1e-7, "0.0000001", "0.0000001"),
    (DAY, "2018-03", "2018-03", "2018-03"),
    (SPAN, {"start": "2015", "end": "2018"}, "2015 – 2018", "2015 – 2018"),
    (SPAN, {"start": "2015"}, "2015 – present", "2015 – 至今"),
    (Url(), "https://a.example", "https://a.example", "https://a.example"),
    (FILES, [PDF], "One file", "1 个文件"),
    (FILES, [PDF, PDF], "2 files", "2 个文件"),
    (Confirm(), True, "Yes", "是"),
    (Confirm(), False, "No", "否"),
    (KEEP, False, "Remove it", "Remove it"),
]


@pytest.mark.parametrize(("control", "value", "english", "chinese"), SAID)
def test_an_answer_is_said_in_one_line(control: Control, value: Json, english: str, chinese: str) -> None:
    assert say_answer(control, value, words("en")) == english
    assert say_answer(control, value, words("zh")) == chinese


def test_a_long_answer_is_said_short() -> None:
    said = say_answer(Textarea(), "word " * 900, words("en"))
    assert len(said) <= 200
    assert said.endswith("…")


@pytest.mark.parametrize("value", [one for control, _, one in SENT if control is SPAN])
def test_a_range_that_is_said_can_be_typed_again(value: Json) -> None:
    for language in LANGUAGES:
        assert read_typed(SPAN, say_answer(SPAN, value, words(language)), language) == value


PIECES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(
        ["v1", "Go", "2018", "2018-02-30", "https://a.example", "yes", "application/pdf", "start"]
    ),
)
JSON = st.recursive(
    PIECES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(["start", "end", "fileId", "mediaType", "x"]), inner, max_size=3),
    ),
    max_leaves=6,
)


@contextmanager
def only_refusals() -> Iterator[None]:
    """Lets a refused answer pass, and no other error."""
    try:
        yield
    except AnswerError as refused:
        if refused.code != "invalid_answer":
            raise


def is_within_bounds(control: Control, value: Json) -> bool:
    """The contract once more, in other words."""
    match control:
        case Text() | Textarea():
            return control.min_length <= len(value) <= control.max_length and value == value.strip()
        case SingleChoice():
            return value in {one.value for one in control.options} or (
                control.allow_custom and 0 < len(value) <= 500
            )
        case MultiChoice():
            known = control.allow_custom or {*value} <= {one.value for one in control.options}
            return (
                known
                and len({*value}) == len(value)
                and control.min_selections <= len(value) <= control.max_selections
            )
        case Number():
            whole = not control.integer or type(value) is int
            return whole and (control.min or -(2**53)) <= value <= (control.max or 2**53)
        case Date():
            return len(value) in (4, 7, 10)
        case DateRange():
            return bool({"start"} <= value.keys() <= {"start", "end"})
        case Url():
            is_web = re.match("https?://.", value, re.IGNORECASE) is not None
            return is_web and len(value) <= control.max_length
        case File():
            return 0 < len(value) <= control.max_files and all(len(one) == 2 for one in value)
        case Confirm():
            return value is True or value is False


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(ALL), JSON)
def test_any_json_is_refused_or_within_bounds(control: Control, value: Json) -> None:
    with only_refusals():
        stored = read_answer(control, value)
        assert is_within_bounds(control, stored)
        assert equal(read_answer(control, stored), stored), "reading again changes nothing"
        assert say_answer(control, stored, words("en")) or stored in ("", [])


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(ALL),
    st.one_of(st.text(max_size=30), st.text("0123456789-./,，年月日至到–三十百千万点 andto", max_size=16)),
)
def test_any_typed_text_is_refused_a_way_out_or_a_valid_answer(control: Control, text: str) -> None:
    with only_refusals():
        read = read_typed(control, text, "zh")
        assert isinstance(read, Way) or equal(read_answer(control, read), read)


LABELS = st.lists(
    st.text(st.characters(categories=["L", "N"], max_codepoint=0x9FFF), min_size=1, max_size=12),
    min_size=2,
    max_size=5,
    unique_by=lambda label: label.casefold(),
)


@settings(max_examples=150, deadline=None)
@given(LABELS, st.data(), st.booleans(), st.sampled_from(LANGUAGES))
def test_a_choice_that_is_said_can_be_typed_again(
    labels: list[str], data: st.DataObject, allow_custom: bool, language: Language
) -> None:
    chosen = data.draw(st.lists(st.sampled_from(range(len(labels))), min_size=1, unique=True))
    values = [f"v{number + 1}" for number in chosen]
    many = MultiChoice(options=options(*labels), allow_custom=allow_custom)
    one = SingleChoice(options=options(*labels), allow_custom=allow_custom)
    said = say_answer(many, values, words(language))
    assert read_typed(many, said, language) == values
    said = say_answer(one, values[0], words(language))
    assert read_typed(one, said, language) == values[0]


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(st.integers(-(2**53) + 1, 2**53 - 1), st.floats(-1e9, 1e9).map(lambda number: round(number, 9)))
)
def test_a_number_that_is_said_can_be_typed_again(value: float) -> None:
    assert equal(read_typed(Number(), say_answer(Number(), value, words("en")), "en"), value)


@pytest.mark.parametrize("control", [Confirm(), KEEP])
@pytest.mark.parametrize("value", [True, False])
def test_a_yes_or_no_that_is_said_can_be_typed_again(control: Confirm, value: bool) -> None:
    for language in LANGUAGES:
        assert read_typed(control, say_answer(control, value, words(language)), language) is value
