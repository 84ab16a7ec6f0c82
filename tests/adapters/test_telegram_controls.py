"""Telegram's controls: every key means something, Answers are what core reads, half-done work is kept."""

from dataclasses import replace
from typing import Any, Literal, TypeAlias, get_args

import pytest

from adapters.telegram.controls import tap_control
from adapters.telegram.drawing import Drawing
from adapters.telegram.keyboard import Key
from adapters.telegram.render import render_view
from adapters.telegram.taps import NOOP, Given, Half, Meant, tap_on, to_tap
from adapters.telegram.units import units
from core.resume.values import Json
from core.show.ask import render_question
from core.show.view import QuestionView
from core.show.words import LANGUAGES, Language, words
from core.talk.answer import AnswerError, read_answer
from core.talk.button import to_token
from core.talk.control import Control, from_json, to_json
from core.talk.question import Question

ControlKind: TypeAlias = Literal[
    "single_choice",
    "multi_choice",
    "text",
    "textarea",
    "number",
    "date",
    "date_range",
    "url",
    "file",
    "confirm",
]
YEAR = 2026
POST = 31


def question(kind: str, **members: Any) -> Question:
    control = {"kind": kind, **members}
    return Question(
        id="kit2qguqo6", resume="r", conversation="c", person="p", state="open", revision=3,
        severity="important", privacy="standard", into="value", field="/basics/name", prompt="Which one?",
        reason="It stands at the top.", control=to_json(from_json(control)), created_at=0,
    )  # fmt: skip


def options(*labels: str, **members: Any) -> dict[str, Any]:
    return {
        "options": [{"value": f"v{number}", "label": label, **members} for number, label in enumerate(labels)]
    }


class Chat:
    """One question as it stands in a chat: what is shown, and what became of the last press."""

    def __init__(self, asked: Question, language: Language = "en") -> None:
        self.asked = asked
        self.language: Language = language
        self.given: list[Json] = []

    @property
    def view(self) -> QuestionView:
        return render_question(self.asked, words(self.language))

    @property
    def control(self) -> Control:
        return from_json(self.asked.control)

    def drawn(self) -> Drawing:
        return render_view(self.view, words(self.language), post=POST, year=YEAR)

    @property
    def text(self) -> str:
        return self.drawn().parts[0].plain

    @property
    def keys(self) -> list[Key]:
        return [key for row in self.drawn().keys for key in row]

    @property
    def labels(self) -> list[str]:
        return [key.label for key in self.keys]

    def tap(self, label: str) -> Meant:
        """Press a key by its label, and keep or read what it means as core does."""
        (key,) = [key for key in self.keys if key.label == label]
        tap = to_tap(key.data)
        assert tap is not None
        meant = tap_control(self.view, tap, self.view.draft)
        assert meant is not None, f"{label} must mean something"
        if isinstance(meant, Half):
            self.asked = replace(self.asked, draft=meant.state)
        else:
            self.given.append(read_answer(self.control, meant.value))
        return meant

    def act(self, act: str) -> Meant | None:
        """What a made-up act means."""
        tap = to_tap(tap_on(self.view, POST, act))
        assert tap is not None
        return tap_control(self.view, tap, self.view.draft)


# -- choices


def test_one_option_is_one_press_and_two_equal_starts_are_told_apart() -> None:
    chat = Chat(
        question(
            "single_choice",
            **options("后端开发工程师，负责订单系统", "后端开发工程师，负责支付系统", "Other"),
        )
    )
    chat.tap("后端开发工程师，负责支付系统")
    assert chat.given == ["v1"]


def test_long_labels_stand_in_the_text_and_keys_have_numbers() -> None:
    chat = Chat(
        question(
            "single_choice",
            **options(
                "A label that is far too long for a key of a telephone", "Short", description="why <not>"
            ),
        )
    )
    assert "1. A label that is far too long for a key of a telephone — why <not>" in chat.text
    assert chat.labels[:2] == ["1", "2"]
    chat.tap("2")
    assert chat.given == ["v1"]


def test_many_options_have_pages_that_are_kept() -> None:
    chat = Chat(question("single_choice", **options(*(f"Option {number}" for number in range(30)))))
    assert chat.labels[:9] == [*(f"Option {number}" for number in range(8)), "›"]
    chat.tap("›")
    assert chat.labels[0] == "Option 8"
    assert "‹" in chat.labels
    for _ in range(2):
        chat.tap("›")
    assert chat.labels[:7] == [*(f"Option {number}" for number in range(24, 30)), "‹"]
    chat.tap("Option 29")
    assert chat.given == ["v29"]


def test_ticks_are_kept_and_done_gives_them_in_their_order() -> None:
    chat = Chat(question("multi_choice", **options("Go", "Rust", "Python")))
    for label in ("☐ Python", "☐ Go", "☐ Rust", "☑ Rust"):
        chat.tap(label)
    assert chat.view.draft == {"ticked": [0, 2]}
    assert chat.labels[:4] == ["☑ Go", "☐ Rust", "☑ Python", "Done (2)"]
    chat.tap("Done (2)")
    assert chat.given == [["v0", "v2"]]


def test_a_tick_pressed_twice_before_it_is_drawn_stays_a_tick() -> None:
    chat = Chat(question("multi_choice", **options("Go", "Rust")))
    first = chat.act("+0")
    assert isinstance(first, Half)
    tap = to_tap(tap_on(chat.view, POST, "+0"))
    assert tap is not None
    assert tap_control(chat.view, tap, first.state) == first


def test_two_ticks_before_the_first_is_drawn_are_both_kept() -> None:
    chat = Chat(question("multi_choice", **options("Go", "Rust")))
    first = chat.act("+0")
    assert isinstance(first, Half)
    tap = to_tap(tap_on(chat.view, POST, "+1"))
    assert tap is not None
    assert tap_control(chat.view, tap, first.state) == Half({"ticked": [0, 1]})


def test_too_few_ticks_are_for_core_to_refuse() -> None:
    chat = Chat(question("multi_choice", **options("Go", "Rust")))
    with pytest.raises(AnswerError) as refused:
        chat.tap("Done (0)")
    assert refused.value.key == "control-too-few"


# -- numbers, yes or no, typed controls


def test_a_number_is_offered_within_its_bounds_and_stays_a_number() -> None:
    chat = Chat(question("number", min=1, max=4, integer=True))
    assert chat.labels[:4] == ["1", "2", "3", "4"]
    assert "A number from 1 to 4" in chat.text
    chat.tap("3")
    assert chat.given == [3]
    assert Chat(question("number")).labels[:6] == ["0", "1", "2", "3", "5", "10"]
    assert Chat(question("number", min=2.5)).labels[:3] == ["3", "5", "10"]


def test_yes_and_no_have_their_own_words() -> None:
    chat = Chat(question("confirm", confirmLabel="Remove it", cancelLabel="Keep it"))
    chat.tap("Remove it")
    chat.tap("Keep it")
    assert chat.given == [True, False]
    assert Chat(question("confirm"), "zh").labels[:2] == ["是", "否"]


@pytest.mark.parametrize(
    ("kind", "members", "hint"),
    [
        ("text", {}, "Type your answer"),
        ("textarea", {}, "several lines"),
        ("url", {}, "Send the link"),
        ("file", {"acceptedMediaTypes": ["application/pdf"]}, "Send the file"),
    ],
)
def test_what_is_typed_or_sent_says_so_and_has_ways_out(
    kind: str, members: dict[str, Any], hint: str
) -> None:
    chat = Chat(question(kind, **members))
    assert hint in chat.text
    assert [to_token(key.data).decision for key in chat.keys] == ["dont_know", "skip"]


# -- dates


def test_a_date_is_a_year_a_month_and_a_day() -> None:
    chat = Chat(question("date"))
    assert chat.labels[:12] == [str(year) for year in range(2015, 2027)]
    chat.tap("2024")
    chat.tap("Feb")
    assert chat.labels[0] == "Only Feb 2024"
    assert "29" in chat.labels
    assert "30" not in chat.labels
    chat.tap("29")
    assert chat.given == ["2024-02-29"]


def test_the_year_alone_is_an_answer_and_so_is_the_month() -> None:
    chat = Chat(question("date"))
    chat.tap("2019")
    chat.tap("Only the year 2019")
    chat.tap("May")
    chat.tap("Only May 2019")
    assert chat.given == ["2019", "2019-05"]


def test_only_the_year_is_not_offered_twice() -> None:
    chat = Chat(question("date"))
    decisions = [
        to_token(key.data).decision for key in chat.keys if to_tap(key.data) is None and key.data != NOOP
    ]
    assert decisions == ["dont_know", "skip"]


def test_years_have_pages_both_ways() -> None:
    chat = Chat(question("date"))
    chat.tap("‹")
    chat.tap("‹")
    assert chat.labels[0] == "1991"
    for _ in range(3):
        chat.tap("›")
    assert chat.labels[0] == "2027", "a degree may end next year"


def test_a_step_back_leads_where_one_came_from() -> None:
    chat = Chat(question("date"))
    chat.tap("2024")
    chat.tap("Mar")
    chat.tap("↩")
    assert "Mar" in chat.labels
    chat.tap("↩")
    assert "2024" in chat.labels


def test_bounds_close_what_can_not_be_chosen() -> None:
    chat = Chat(question("date", min="2020-03-10", max="2021-02-05"))
    assert chat.labels[:2] == ["2020", "2021"]
    chat.tap("2020")
    assert chat.labels[1:5] == ["·", "·", "Mar", "Apr"]
    assert [key.data for key in chat.keys[1:3]] == [NOOP, NOOP]
    chat.tap("Mar")
    assert "9" not in chat.labels
    assert "10" in chat.labels
    chat.tap("↩")
    chat.tap("↩")
    chat.tap("2021")
    chat.tap("Feb")
    assert "5" in chat.labels
    assert "6" not in chat.labels


def test_a_range_goes_from_a_month_to_the_present() -> None:
    chat = Chat(question("date_range"))
    assert "From when?" in chat.text
    assert "Still going on" not in chat.labels
    chat.tap("2019")
    chat.tap("May")
    assert "From 2019-05. Until when?" in chat.text
    assert chat.labels[0] == "Still going on"
    assert "2018" not in chat.labels, "it can't end before it began"
    chat.tap("Still going on")
    assert chat.given == [{"start": "2019-05"}]


def test_a_range_of_two_years() -> None:
    chat = Chat(question("date_range", allowOpenEnd=False))
    chat.tap("2019")
    chat.tap("Only the year 2019")
    assert "Still going on" not in chat.labels
    chat.tap("2021")
    chat.tap("Only the year 2021")
    assert chat.given == [{"start": "2019", "end": "2021"}]


def test_within_the_first_year_a_range_ends_no_earlier_than_it_began() -> None:
    chat = Chat(question("date_range"))
    chat.tap("2019")
    chat.tap("May")
    chat.tap("2019")
    assert "Apr" not in chat.labels
    chat.tap("↩")
    chat.tap("↩")
    assert "From when?" in chat.text


def test_a_restart_in_the_middle_goes_on_where_it_was() -> None:
    chat = Chat(question("date_range"))
    chat.tap("2019")
    again = Chat(chat.asked)
    assert again.labels == chat.labels
    again.tap("May")
    again.tap("2021")
    again.tap("Jun")
    assert again.given == [{"start": "2019-05", "end": "2021-06"}]


# -- old, foreign and made-up taps


def test_what_is_answered_already_is_for_core_to_judge() -> None:
    chat = Chat(question("single_choice", **options("Go", "Rust")))
    chat.asked = replace(chat.asked, state="answered", answer="v0", answered_at=1)
    assert chat.act("o1") == Given("v1")
    dates = Chat(question("date"))
    dates.asked = replace(dates.asked, state="answered", answer="2019", answered_at=1)
    assert dates.act("y2020") is None, "a step on the way to an answer is void"
    assert dates.act("Y2020") == Given("2020")


def test_an_older_revision_gives_its_answer_and_keeps_no_step() -> None:
    chat = Chat(question("date"))
    old_step, old_answer = (to_tap(tap_on(chat.view, POST, act)) for act in ("y2020", "Y2020"))
    newer = replace(chat.view, revision=4)
    assert old_step is not None
    assert old_answer is not None
    assert tap_control(newer, old_step, None) is None
    assert tap_control(newer, old_answer, None) == Given("2020")
    assert tap_control(replace(chat.view, question="another001"), old_answer, None) is None


@pytest.mark.parametrize("act", ["o9", "o-1", "f", "y2024", "zz", "p", "o" + "9" * 15, "+0"])
def test_an_act_that_a_choice_does_not_offer_means_nothing(act: str) -> None:
    assert Chat(question("single_choice", **options("Go", "Rust"))).act(act) is None


@pytest.mark.parametrize(
    "act", ["y20245", "m2024-13", "d2024-02-30", "Y0000", "e", "o1", "p9999", "d2024-2-3"]
)
def test_an_act_that_a_date_does_not_offer_means_nothing(act: str) -> None:
    assert Chat(question("date")).act(act) is None


@pytest.mark.parametrize(
    "draft",
    [
        None,
        7,
        "x",
        [],
        {"typed": "May"},
        {"page": "x", "ticked": 3, "year": "y"},
        {"year": True, "month": 99, "start": "13th"},
    ],
)
@pytest.mark.parametrize(
    "kind", ["single_choice", "multi_choice", "number", "date", "date_range", "confirm", "text"]
)
def test_a_draft_of_another_kind_is_no_obstacle(draft: object, kind: str) -> None:
    members = options("Go", "Rust") if "choice" in kind else {}
    view = replace(Chat(question(kind, **members)).view, draft=draft)
    assert render_view(view, words("en"), post=POST, year=YEAR).parts[0].plain


# -- how it looks


def test_an_answer_folds_the_question_and_leaves_ways_back() -> None:
    chat = Chat(question("date"))
    chat.asked = replace(chat.asked, state="answered", answer="2019", answered_at=1, version=4)
    assert "2019" in chat.text
    assert [to_token(key.data).decision for key in chat.keys] == ["change", "undo"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_control_speaks_the_person_s_language_and_fits(language: Language) -> None:
    for kind in get_args(ControlKind):
        members: dict[str, Any] = {}
        if "choice" in kind:
            members = options(*(f"{'👩🏽‍💻' * 20} {number}" for number in range(60)), description="<b>" * 100)
        elif kind == "file":
            members = {"acceptedMediaTypes": ["application/pdf"]}
        asked = replace(
            question(kind, **members), prompt="平台" * 3_000, reason="why & " * 900, revision=10**8
        )
        chat = Chat(asked, language)
        assert units(chat.text) <= 3_900
        assert chat.drawn().parts[0].entities <= 90
        assert all(1 <= len(key.data) <= 64 and key.data.isascii() and key.label for key in chat.keys)
        assert len(chat.keys) <= 100
        assert all(len(row) <= 8 for row in chat.drawn().keys)
