"""What a model really sends as arguments, and calls that it writes as text."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from core.errors import ModelError, PatchError
from core.talk.arguments import is_unfinished, read_arguments
from core.talk.tools import AskQuestion, ProposeResumePatches
from core.talk.written import read_written, visible

HEADLINE = {"op": "replace", "path": "/basics/headline", "value": "Engineer"}
WHOLE = {"proposals": [{"title": "Shorter headline", "operations": [HEADLINE]}]}
TOOLS = ("propose_resume_patches", "ask_question", "find_resume_items")


def read(raw: str) -> ProposeResumePatches:
    return read_arguments(raw, ProposeResumePatches)


def code_of(raw: str, model: type[BaseModel] = ProposeResumePatches) -> str:
    with pytest.raises((PatchError, ModelError)) as caught:
        read_arguments(raw, model)
    return caught.value.code


@pytest.mark.parametrize(
    "raw",
    [
        json.dumps(WHOLE),
        json.dumps(json.dumps(WHOLE)),
        json.dumps({"proposals": json.dumps(WHOLE["proposals"])}),
        json.dumps({"proposals": [json.dumps(WHOLE["proposals"][0])]}),
        json.dumps({"proposals": [{"title": "Shorter headline", "operations": json.dumps([HEADLINE])}]}),
        json.dumps({"proposals": [{"title": "Shorter headline", "operations": [json.dumps(HEADLINE)]}]}),
        json.dumps(
            {"proposals": [{"title": " Shorter headline ", "summary": None, "operations": [HEADLINE]}]}
        ),
    ],
)
def test_arguments_are_read_however_often_they_were_encoded(raw: str) -> None:
    assert read(raw).proposals[0].operations == [HEADLINE]
    assert read(raw).proposals[0].title == "Shorter headline"


@pytest.mark.parametrize("text", ['["Lead", "Engineer"]', "42", "{oops}", '"quoted"', "null", '{"a": 1}'])
def test_a_text_stays_a_text_to_the_letter(text: str) -> None:
    operation = HEADLINE | {"value": text}
    raw = json.dumps({"proposals": [{"title": text, "operations": [operation]}]})
    assert read(raw).proposals[0].operations[0]["value"] == text
    assert read(raw).proposals[0].title == text


@pytest.mark.parametrize(
    "raw",
    [
        "", " ", "null", "17", '""', "[]", "{}", "not JSON", '{"proposals": NaN}', '{"proposals": []}',
        '{"proposals": {}}', '{"proposals": [{"title": "x"}]}', '{"proposals": [{"operations": []}]}',
        '{"proposals": [{"title": "  ", "operations": []}]}',
        '{"proposals": [{"title": "x", "operations": [1]}]}',
        '{"proposals": [], "proposals": []}',
        '{"proposals": [{"title": "x", "operations": []}], "resume": "r2"}',
        '{"proposals": [{"title": "x", "operations": [], "base": 3}]}',
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(raw: str) -> None:
    assert code_of(raw) == "bad_arguments"


def test_twenty_one_proposals_are_too_many() -> None:
    assert code_of(json.dumps({"proposals": WHOLE["proposals"] * 21})) == "bad_arguments"
    assert len(read(json.dumps({"proposals": WHOLE["proposals"] * 20})).proposals) == 20


def test_arguments_encoded_six_times_are_refused() -> None:
    raw = json.dumps(WHOLE)
    for _ in range(6):
        raw = json.dumps(raw)
    assert code_of(raw) == "bad_arguments"


def test_very_deep_arguments_are_refused() -> None:
    assert code_of('{"proposals": ' + "[" * 100_000 + "]" * 100_000 + "}") == "bad_arguments"


def test_a_refusal_names_the_member_and_never_its_value() -> None:
    with pytest.raises(PatchError) as caught:
        read_arguments('{"field": "x", "question": 17, "reason": "a secret"}', AskQuestion)
    assert "question" in caught.value.message
    assert "secret" not in caught.value.message
    assert "17" not in caught.value.message


@settings(max_examples=60, deadline=None)
@given(st.integers(min_value=1, max_value=len(json.dumps(WHOLE)) - 1))
def test_a_call_cut_off_anywhere_is_told_as_cut_off(length: int) -> None:
    assert code_of(json.dumps(WHOLE)[:length]) == "truncated"


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
)
def test_whole_json_is_never_called_unfinished(value: object) -> None:
    assert not is_unfinished(json.dumps(value))


CALL = json.dumps({"name": "propose_resume_patches", "arguments": WHOLE})


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"I'll do that.\n```json\n{CALL}\n```",
        f"I'll do that.\n<tool_call>\n{CALL}\n</tool_call>",
        f"I'll do that. [TOOL_CALLS][{CALL}]",
        f"I'll do that. propose_resume_patches({json.dumps(WHOLE)})",
        f"I'll do that. <function=propose_resume_patches>{json.dumps(WHOLE)}</function>",
        f"I'll do that. {json.dumps(WHOLE)}",
        f"<think>First the {{headline}}, then</think>I'll do that. {json.dumps(WHOLE)}",
        json.dumps({"tool": "propose_resume_patches", "arguments": json.dumps(WHOLE)}),
        json.dumps({"type": "function", "function": json.loads(CALL)}),
    ],
)
def test_a_call_written_as_text_is_read_and_taken_out_of_it(text: str) -> None:
    written = read_written(text, TOOLS)
    assert written.text in ("", "I'll do that.")
    assert [call.name for call in written.calls] == ["propose_resume_patches"]
    assert read(written.calls[0].arguments).proposals[0].operations == [HEADLINE]


@pytest.mark.parametrize("patch", [json.dumps([HEADLINE]), json.dumps([{"op": "update", "path": "/x"}])])
def test_a_bare_patch_is_a_call_without_a_title(patch: str) -> None:
    written = read_written(f"Here you are:\n```json\n{patch}\n```", TOOLS)
    assert written.text == "Here you are:"
    assert code_of(written.calls[0].arguments) == "bad_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "Use List<String> and {braces}.",
        "As [1] says, lists [like, this] stay.",
        "Plain words.",
        "a { b",
        "第一步：改标题。",
    ],
)
def test_prose_with_brackets_stays_prose(text: str) -> None:
    assert read_written(text, TOOLS).text == text
    assert read_written(text, TOOLS).calls == ()


def test_json_that_is_no_call_is_not_shown_to_a_person() -> None:
    assert read_written('So:\n```json\n{"headline": "Engineer"}\n```', TOOLS).text == "So:"


def test_a_written_call_that_stops_in_the_middle_is_cut() -> None:
    for length in range(CALL.index("arguments") + 12, len(CALL) - 1):
        written = read_written("Sure.\n```json\n" + CALL[:length], TOOLS)
        assert (written.text, written.calls, written.cut) == ("Sure.", (), True)


def test_a_growing_answer_is_shown_up_to_the_first_sign_of_a_call() -> None:
    text = f"I'll do that. {CALL}"
    shown = {visible(text[:length]) for length in range(len(text))}
    assert shown <= {"I'll do that."[:length].strip() for length in range(20)} | {"I'll do that. {"}
    assert visible(text) == "I'll do that."
    assert visible("<think>hmm") == ""
    assert visible("<think>hmm</think>Yes") == "Yes"
