"""A turn of the model: whatever it sends, what comes out is tried, honest, and no more than three calls."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from core.access import Right
from core.errors import ModelError
from core.resume import patch
from core.resume.change import from_json
from core.resume.values import Document, Json
from core.talk.chat import ChatMessage, Reply, ToolCall, Way
from core.talk.turn_types import Said, TurnInput, TurnOutcome
from tests.core.turns import adds, asked, removes, replaces, resume, run
from tests.fakes_model import ScriptedModel, calls, proposes, says

PROPOSE = "propose_resume_patches"
HEADLINE = "/basics/headline"
ENGINEER = replaces(HEADLINE, "Engineer")
LIBRARY = "/sections/experience/items/[c48b7f60-1d3e-4a95-b2e4-9e7a5d3c8b03]"
CASES = Path(__file__).parent.parent.parent.parent / "shared" / "cases" / "02-model-output.json"


def applied(outcome: TurnOutcome, number: int = 0) -> Document:
    """What approving one of the proposals makes of the sample résumé."""
    return patch.apply(outcome.proposals[number].operations, resume())


def told(model: ScriptedModel, step: int = 2) -> list[dict[str, Any]]:
    """The results that the model read before a step, however they were handed over."""
    results: list[dict[str, Any]] = []
    for message in reversed(model.asked[step - 1]):
        if message.role == "assistant":
            break
        value = json.loads(message.text.splitlines()[-1])
        for result in value if isinstance(value, list) else [value]:
            results += result.get("results", [result])
        if message.role == "user":
            break
    return results


async def test_a_good_proposal_takes_one_call_and_stands() -> None:
    model = ScriptedModel(proposes(ENGINEER, title="Shorter headline"))
    outcome = await run(asked("Make my headline Engineer"), model)
    assert [proposal.title for proposal in outcome.proposals] == ["Shorter headline"]
    assert applied(outcome)["basics"]["headline"] == "Engineer"
    assert [line.address for line in from_json(outcome.proposals[0].change).lines] == [HEADLINE]
    assert (outcome.text, outcome.code, outcome.question, outcome.settings) == ("", "", None, ())
    assert (outcome.model_calls, outcome.tokens_in, outcome.tokens_out) == (1, 100, 20)
    assert [(call.step, call.tool, call.outcome) for call in outcome.calls] == [(1, PROPOSE, "ok")]
    assert outcome.calls[0].milliseconds > 0


async def test_plain_text_is_an_answer() -> None:
    heard: list[str] = []
    outcome = await run(
        asked("How long should it be?"), ScriptedModel(says("One page.")), on_text=heard.append
    )
    assert outcome.text == "One page."
    assert outcome.proposals == ()
    assert heard[-1] == "One page."


async def test_a_mistake_goes_back_and_the_second_try_makes_one_card() -> None:
    model = ScriptedModel(proposes(replaces("basics.headline", "Engineer")), proposes(ENGINEER))
    outcome = await run(asked("Make my headline Engineer"), model)
    assert len(outcome.proposals) == 1
    (result,) = told(model)
    assert (result["code"], result["index"]) == ("bad_pointer", 0)
    assert result["operation"]["path"] == "basics.headline"
    assert "basics.headline" in result["message"]
    assert HEADLINE in result["good"]
    replayed = model.asked[1][-2]
    assert replayed.role == "assistant"
    assert replayed.calls[0].id == model.asked[1][-1].call_id


@pytest.mark.parametrize(
    ("operations", "code", "index"),
    [
        (
            [removes("/sections/experience/items/1"), removes("/sections/experience/items/2")],
            "out_of_range",
            1,
        ),
        ([replaces("basics/headline", "X")], "bad_pointer", 0),
        ([replaces("$.basics.headline", "X")], "bad_pointer", 0),
        ([replaces("#/basics/headline", "X")], "bad_pointer", 0),
        ([replaces("sections.skills.items[0].name", "X")], "bad_pointer", 0),
        ([replaces("/sections/skills/items[0]/name", "X")], "path_not_found", 0),
        ([replaces("/sections/skills/items/0.name", "X")], "bad_index", 0),
        ([replaces("/Basics/Headline", "X")], "path_not_found", 0),
        ([adds("/headline", "X")], "invalid_resume", 0),
        ([adds("/basics.headline", "X")], "invalid_resume", 0),
        ([{"op": "update", "path": HEADLINE, "value": "X"}], "unknown_op", 0),
        ([{"op": "replace", "path": HEADLINE}], "missing_value", 0),
        ([], "empty_operations", None),
        ([{"op": "test", "path": HEADLINE, "value": "Other"}, ENGINEER], "test_failed", 0),
        ([adds("/sections/skills/items/-", {"name": "Kafka", "level": 9})], "invalid_resume", 0),
        ([adds("/sections/skills/items/-", {"name": "Kafka", "hidden": "false"})], "invalid_resume", 0),
        ([adds("/sections/skills/items/-", '{"name": "Kafka"}')], "invalid_resume", 0),
        ([adds("/sections/skills/items/-", {"name": "Kafka", "patents": []})], "invalid_resume", 0),
        ([replaces("", {})], "root_not_allowed", 0),
        ([replaces("/metadata/notes", "X")], "not_allowed", 0),
        ([ENGINEER] * 51, "too_large", None),
    ],
)
async def test_a_proposal_that_never_gets_right_makes_no_card(
    operations: list[dict[str, Any]], code: str, index: int | None
) -> None:
    reply = proposes(*operations, text="I have changed it.")
    model = ScriptedModel(reply, reply, reply, says("not reached"))
    outcome = await run(asked("Remove my two oldest jobs, X, Kafka"), model)
    assert outcome == TurnOutcome(
        code="unusable", calls=outcome.calls, tokens_in=300, tokens_out=60, model_calls=3
    )
    assert [call.outcome for call in outcome.calls] == [code] * 3
    assert told(model)[0].get("index") == index
    assert told(model)[0]["code"] == code


async def test_no_fault_says_what_was_in_the_resume() -> None:
    secret = "<p>Backend engineer who keeps parcel systems running.</p>"
    model = ScriptedModel(
        proposes({"op": "test", "path": "/summary/content", "value": "<p>Other</p>"}), says("Sorry.")
    )
    await run(asked("Check"), model)
    assert secret not in model.asked[1][-1].text


async def test_a_new_entry_gets_what_it_lacks_and_an_id_of_ours() -> None:
    for given in ({}, {"id": "skill-4"}, {"id": "51c7e3b9-4a8d-4d26-9f13-8a0e6c5b7d05"}):
        model = ScriptedModel(proposes(adds("/sections/skills/items/-", {"name": "Kafka"} | given)))
        outcome = await run(asked("Add Kafka"), model)
        added = applied(outcome)["sections"]["skills"]["items"][-1]
        assert (added["name"], added["hidden"], added["level"], added["keywords"]) == ("Kafka", False, 0, [])
        assert added["id"] not in given.values()
        assert added["id"][14] == "4"


async def test_the_card_shows_what_is_removed_and_not_what_its_title_says() -> None:
    operations = [removes("/sections/experience/items/0"), removes("/sections/experience/items/1")]
    model = ScriptedModel(proposes(*operations, title="Remove Northwind and Harbor"))
    outcome = await run(asked("Remove Northwind and Harbor"), model)
    gone = [line.before["company"] for line in from_json(outcome.proposals[0].change).lines]  # type: ignore[index]
    assert gone == ["Northwind Logistics", "City Library"]
    assert outcome.proposals[0].destructive


async def test_what_is_so_already_is_told_and_makes_no_card() -> None:
    reply = proposes(replaces(HEADLINE, "Backend Engineer"), text="Done, I changed it.")
    outcome = await run(asked("Make it Backend Engineer"), ScriptedModel(reply))
    assert outcome.proposals == ()
    assert outcome.text == "It is already so. Nothing was changed."
    assert outcome.calls[0].outcome == "unchanged"


async def test_proposals_that_write_the_same_place_go_back_as_one_error_naming_both() -> None:
    proposals = [
        {"title": "Short", "operations": [ENGINEER]},
        {"title": "Long", "operations": [replaces(HEADLINE, "Software Engineer")]},
        {"title": "Move", "operations": [replaces("/basics/location", "Leiden")]},
    ]
    first = calls((PROPOSE, {"proposals": proposals}))
    model = ScriptedModel(first, proposes(ENGINEER, title="Short"))
    outcome = await run(asked("Shorten my headline, I live in Leiden"), model)
    assert [proposal.title for proposal in outcome.proposals] == ["Move", "Short"]
    fine, overlap = told(model)
    assert (fine["status"], fine["proposal"]) == ("ok", "proposal-3")
    assert (overlap["code"], overlap["titles"]) == ("overlap", ["Short", "Long"])
    assert overlap["proposals"] == ["proposal-1", "proposal-2"]


async def test_three_bullets_of_one_job_are_three_cards() -> None:
    bullets = ["Ran the parcel tracking API used by 40 depots.", "Moved nightly jobs from cron to a queue."]
    text = "/sections/experience/items/0/description"
    edits = [["Ran the tracking API for 40 depots.", bullets[1]], [bullets[0], "Moved jobs to a queue."]]
    proposals = [
        {
            "title": f"Bullet {number}",
            "operations": [replaces(text, "<ul>" + "".join(f"<li>{line}</li>" for line in lines) + "</ul>")],
        }
        for number, lines in enumerate([*edits, [*bullets, "Ran the depots' API."]])
    ]
    outcome = await run(
        asked("Tighten my bullets"), ScriptedModel(calls((PROPOSE, {"proposals": proposals})))
    )
    assert len(outcome.proposals) == 3
    assert not any(proposal.destructive for proposal in outcome.proposals)


async def test_a_proposal_sent_again_is_not_made_twice() -> None:
    good = {"title": "Short", "operations": [ENGINEER]}
    bad = {"title": "Odd", "operations": [replaces("/nowhere", "x")]}
    both = calls((PROPOSE, {"proposals": [good, bad]}))
    outcome = await run(asked("Shorten it"), ScriptedModel(both, both, both))
    assert [proposal.title for proposal in outcome.proposals] == ["Short"]
    assert outcome.text == "One more suggestion could not be made to fit, so I left it out."
    assert outcome.code == ""


async def test_the_names_that_a_model_gives_its_proposals_are_used_back() -> None:
    proposals = [{"id": "mine", "title": "A", "operations": []}, {"title": "B", "operations": []}]
    model = ScriptedModel(calls((PROPOSE, {"proposals": proposals})), says("Sorry."))
    await run(asked("Shorten it"), model)
    assert [result["proposal"] for result in told(model)] == ["mine", "proposal-2"]


CUT = (
    '{"proposals":[{"title":"Short","operations":[{"op":"replace","path":"/summary/content","value":"<p>Back'
)
WHOLE = json.dumps({"proposals": [{"title": "Tighten", "operations": [ENGINEER]}]})


@pytest.mark.parametrize(
    "cut",
    [
        Reply("", (ToolCall("c", PROPOSE, CUT),), "cut"),
        Reply("", (ToolCall("c", PROPOSE, CUT),), "done"),
        Reply("", (ToolCall("c", PROPOSE, WHOLE),), "cut"),
        Reply(f"```json\n{CUT}", (), "cut"),
        Reply(f"```json\n{CUT}", (), "done"),
    ],
)
async def test_a_call_that_was_cut_off_is_never_closed_for_it(cut: Reply) -> None:
    model = ScriptedModel(cut, proposes(ENGINEER))
    outcome = await run(asked("Tighten it: Engineer"), model)
    assert len(outcome.proposals) == 1
    assert "cut off" in model.asked[1][-1].text or "stop in the middle" in model.asked[1][-1].text
    sent = [call.arguments for message in model.asked[1] for call in message.calls]
    assert sent == []
    assert not any("<p>Back" in message.text for message in model.asked[1] if message.role == "assistant")

    model = ScriptedModel(cut, cut, cut, says("not reached"))
    outcome = await run(asked("Tighten it: Engineer"), model)
    assert (outcome.code, outcome.text, outcome.proposals, model.calls) == ("truncated", "", (), 3)


@pytest.mark.parametrize("arguments", ["", "{}", "null", "[]", "not JSON"])
async def test_broken_arguments_are_not_replayed_as_a_valid_call(arguments: str) -> None:
    model = ScriptedModel(calls((PROPOSE, arguments)), proposes(ENGINEER))
    outcome = await run(asked("Engineer"), model)
    assert len(outcome.proposals) == 1
    assert told(model)[0]["code"] == "bad_arguments"
    sent = [call.arguments for message in model.asked[1] for call in message.calls]
    assert sent == (["{}"] if arguments == "{}" else [])


async def test_several_calls_in_one_reply_are_all_done_in_order() -> None:
    reply = calls(
        ("find_resume_items", {"query": "Harbor"}),
        (PROPOSE, {"proposals": [{"title": "Short", "operations": [ENGINEER]}]}),
        ("brew_coffee", {"cups": 2}),
    )
    model = ScriptedModel(reply, says("The Harbor job is the second one."))
    outcome = await run(asked("Where is Harbor? And shorten my headline to Engineer"), model)
    assert len(outcome.proposals) == 1
    assert outcome.text == "The Harbor job is the second one."
    assert [call.outcome for call in outcome.calls] == ["found", "ok", "unknown_tool"]
    assert [call.tool for call in outcome.calls] == ["find_resume_items", PROPOSE, "unknown"]
    results = [message for message in model.asked[1] if message.role == "tool"]
    assert len({message.call_id for message in results}) == 3
    assert json.loads(results[0].text)["path"] == "/sections/experience/items/1"


async def test_calls_without_ids_get_some() -> None:
    made = tuple(ToolCall("", "find_resume_items", '{"query": "x"}') for _ in range(2))
    model = ScriptedModel(Reply("", made, "done"), says("Not there."))
    await run(asked("x?"), model)
    ids = [call.id for message in model.asked[1] for call in message.calls]
    assert len(set(ids)) == 2
    assert all(ids)


async def test_a_name_with_several_meanings_gives_candidates() -> None:
    model = ScriptedModel(calls(("find_resume_items", {"query": "job"})), says("Which one do you mean?"))
    outcome = await run(asked("Shorten my job"), model)
    assert told(model)[0]["status"] in ("candidates", "found")
    assert outcome.text == "Which one do you mean?"
    model = ScriptedModel(calls(("find_resume_items", {"query": "Zymurgy"})), says("It isn't there."))
    await run(asked("Shorten Zymurgy"), model)
    assert told(model)[0]["status"] == "not_found"


@pytest.mark.parametrize(
    ("replies", "code", "model_calls"),
    [
        ([Reply("", (), "refused")], "refused", 1),
        ([Reply("No.", (), "refused")], "refused", 1),
        ([says(""), says(" "), says("")], "empty", 3),
        ([says("<think>Hm, what now</think>")] * 3, "empty", 3),
        ([ModelError("timeout", "…")], "timeout", 1),
        ([proposes(replaces("/x/y", 1)), ModelError("bad_key", "…")], "bad_key", 2),
    ],
)
async def test_why_nothing_came_is_a_code(
    replies: Sequence[Reply | ModelError], code: str, model_calls: int
) -> None:
    model = ScriptedModel(*replies)
    outcome = await run(asked("Hello"), model)
    assert (outcome.code, outcome.text, outcome.proposals) == (code, "", ())
    assert outcome.model_calls == model.calls == model_calls


async def test_an_empty_reply_is_asked_for_once_more() -> None:
    outcome = await run(asked("Hello"), ScriptedModel(says(""), says("Hello!")))
    assert (outcome.text, outcome.code) == ("Hello!", "")


async def test_a_fault_later_on_takes_away_no_card() -> None:
    proposals = [{"title": "A", "operations": [ENGINEER]}, {"title": "B", "operations": []}]
    model = ScriptedModel(calls((PROPOSE, {"proposals": proposals})), ModelError("timeout", "…"))
    outcome = await run(asked("Engineer"), model)
    assert [proposal.title for proposal in outcome.proposals] == ["A"]
    assert outcome.code == ""
    assert "left it out" in outcome.text


@pytest.mark.parametrize("way", ["tools", "fenced"])
async def test_a_call_written_as_text_makes_a_card_and_is_never_shown(way: Way) -> None:
    call = json.dumps({"tool": PROPOSE, "arguments": json.loads(WHOLE)})
    heard: list[str] = []
    model = ScriptedModel(says(f"I'll do that.\n```json\n{call}\n```"), way=way)
    outcome = await run(asked("Engineer"), model, on_text=heard.append)
    assert len(outcome.proposals) == 1
    assert outcome.text == "I'll do that."
    assert not any("{" in text or "`" in text for text in heard)


async def test_results_of_written_calls_go_back_as_text() -> None:
    call = json.dumps({"tool": PROPOSE, "arguments": {"proposals": [{"title": "A", "operations": []}]}})
    model = ScriptedModel(
        says(f"```json\n{call}\n```"), says(f"```json\n{call}\n```"), says("I can't."), way="fenced"
    )
    outcome = await run(asked("Engineer"), model)
    assert [message.role for message in model.asked[1][-2:]] == ["assistant", "user"]
    assert told(model)[0]["code"] == "empty_operations"
    assert (outcome.text, outcome.proposals) == ("I can't.", ())
    assert model.tools == [[], [], []]


async def test_a_patch_in_a_code_block_is_never_shown() -> None:
    block = f"Apply this:\n```json\n{json.dumps([ENGINEER])}\n```"
    outcome = await run(asked("Engineer"), ScriptedModel(says(block), says(block), says(block)))
    assert (outcome.text, outcome.code) == ("", "unusable")


async def test_in_the_schema_way_the_reply_is_one_object() -> None:
    reply = {"proposals": json.loads(WHOLE)["proposals"], "question": "", "reply": ""}
    heard: list[str] = []
    model = ScriptedModel(says(json.dumps(reply)), way="schema")
    outcome = await run(asked("Engineer"), model, on_text=heard.append)
    assert len(outcome.proposals) == 1
    assert heard == []
    assert model.tools == [[]]
    assert model.schemas[0] is not None
    advice = {"proposals": [], "question": "", "reply": "One page is enough."}
    outcome = await run(asked("How long?"), ScriptedModel(says(json.dumps(advice)), way="schema"))
    assert outcome.text == "One page is enough."
    question = {"proposals": [], "question": "Which company?", "reply": ""}
    outcome = await run(asked("Add a job"), ScriptedModel(says(json.dumps(question)), way="schema"))
    assert outcome.question is not None
    assert outcome.question.prompt == "Which company?"


async def test_a_server_that_ignores_the_schema_is_still_understood() -> None:
    outcome = await run(asked("Hello"), ScriptedModel(says("Hello there."), way="schema"))
    assert outcome.text == "Hello there."
    outcome = await run(asked("Engineer"), ScriptedModel(says(f"```json\n{WHOLE}\n```"), way="schema"))
    assert len(outcome.proposals) == 1
    cut = json.dumps({"proposals": [], "question": "", "reply": "One page"})[:-4]
    outcome = await run(asked("How long?"), ScriptedModel(says(cut), says(cut), says(cut), way="schema"))
    assert outcome.code == "truncated"


async def test_prose_that_was_cut_is_shown_as_cut() -> None:
    outcome = await run(asked("Advice?"), ScriptedModel(Reply("First, shorten the", (), "cut")))
    assert outcome.text == "First, shorten the …"


async def test_a_question_of_the_model_is_passed_on_once() -> None:
    question = {
        "field": "experience.period",
        "question": "When were you there?",
        "choices": ["2019", "2020", "2019"],
    }
    reply = calls(
        ("ask_question", question), ("ask_question", {"field": "x", "question": "And why?"}),
        text="When were you there?",
    )  # fmt: skip
    outcome = await run(asked("Add my job"), ScriptedModel(reply))
    assert outcome.question is not None
    assert (outcome.question.field, outcome.question.choices) == ("experience.period", ("2019", "2020"))
    assert outcome.text == ""
    assert outcome.model_calls == 1


def shows(name: str, visible: bool) -> Reply:
    return calls(("set_visibility", {"name": name, "visible": visible}))


PAPER = calls(("set_page_format", {"format": "letter"}))
CHINESE = calls(("set_language", {"language": "zh"}))


@pytest.mark.parametrize(
    ("request_text", "reply", "address", "value"),
    [
        ("Hide my skills, please", shows("skills", False), "/sections/skills/hidden", True),
        ("把技能隐藏起来", shows("技能", False), "/sections/skills/hidden", True),
        ("hide the City Library job", shows("City Library", False), f"{LIBRARY}/hidden", True),
        ("Don't show my education", shows("/sections/education", False), "/sections/education/hidden", True),
        ("Use US Letter", PAPER, "/metadata/page/format", "letter"),
        ("Please speak Chinese with me", CHINESE, "/preferences/language", "zh"),
        ("用中文回答", CHINESE, "/preferences/language", "zh"),
    ],
)  # fmt: skip
async def test_a_setting_that_the_message_names_is_applied_at_once(
    request_text: str, reply: Reply, address: str, value: Json
) -> None:
    outcome = await run(asked(request_text), ScriptedModel(reply))
    assert [(setting.address, setting.value) for setting in outcome.settings] == [(address, value)]
    assert (outcome.proposals, outcome.text, outcome.code) == ((), "", "")


@pytest.mark.parametrize(
    ("request_given", "reply"),
    [
        ("Make it look better", shows("skills", False)),
        ("Hide my education", shows("skills", False)),
        ("Hide my language skills", shows("skills", False)),
        (Said(role="person", text="Hide my skills", typed=False), shows("skills", False)),
        ("<<<\nHide my skills\n>>> What is this?", shows("skills", False)),
        ("> Hide my skills\nWhat is this?", shows("skills", False)),
        ("Write a cover letter", calls(("set_page_format", {"format": "letter"}))),
        (
            Said(role="person", text="Use US Letter", typed=False),
            calls(("set_page_format", {"format": "letter"})),
        ),
    ],
)
async def test_a_setting_that_it_does_not_name_becomes_a_card(
    request_given: str | Said, reply: Reply
) -> None:
    outcome = await run(asked(request_given), ScriptedModel(reply))
    assert outcome.settings == ()
    assert len(outcome.proposals) == 1


async def test_only_the_newest_message_lets_a_setting_through() -> None:
    outcome = await run(
        asked("Hide my skills", "No wait, tell me why"), ScriptedModel(shows("skills", False))
    )
    assert outcome.settings == ()
    before = (Said(role="person", text="Hide my skills"),)
    outcome = await run(asked("Hm", before=before), ScriptedModel(shows("skills", False)))
    assert outcome.settings == ()


async def test_a_language_that_was_not_asked_for_is_refused_in_words() -> None:
    outcome = await run(
        asked("Add Chinese to my résumé"), ScriptedModel(calls(("set_language", {"language": "zh"})))
    )
    assert (outcome.settings, outcome.proposals) == ((), ())
    assert "Speak Chinese" in outcome.text


@pytest.mark.parametrize(
    "reply",
    [
        shows("skills", True),
        calls(("set_page_format", {"format": "a4"})),
        calls(("set_language", {"language": "en"})),
    ],
)
async def test_a_setting_that_is_so_already_is_told(reply: Reply) -> None:
    outcome = await run(asked("Show my skills on A4, in English"), ScriptedModel(reply))
    assert (outcome.settings, outcome.proposals) == ((), ())
    assert outcome.text == "It is already so. Nothing was changed."


async def test_what_is_always_shown_cannot_be_hidden() -> None:
    model = ScriptedModel(shows("contact details", False), says("That is always shown."))
    outcome = await run(asked("Hide my contact details"), model)
    assert (outcome.settings, outcome.proposals) == ((), ())
    assert outcome.text == "That is always shown."


async def test_the_model_sees_and_may_use_only_what_the_person_may() -> None:
    seen: dict[Right, set[str]] = {}
    rights: tuple[Right, ...] = ("view", "suggest", "decide")
    for right in rights:
        model = ScriptedModel(proposes(ENGINEER), says("You may only look."))
        outcome = await run(asked("Engineer", right=right), model)
        seen[right] = {tool.name for tool in model.tools[0]}
        assert len(outcome.proposals) == (0 if right == "view" else 1)
    assert PROPOSE not in seen["view"]
    assert seen["view"] < seen["suggest"] == seen["decide"]
    outcome = await run(asked("Hide my skills", right="suggest"), ScriptedModel(shows("skills", False)))
    assert (len(outcome.settings), len(outcome.proposals)) == (0, 1)


def test_a_turn_without_a_right_is_none() -> None:
    given = asked("Engineer").model_dump()
    del given["right"]
    with pytest.raises(ValidationError):
        TurnInput.model_validate(given)


async def test_arguments_that_name_a_resume_or_a_person_are_refused() -> None:
    arguments = json.loads(WHOLE) | {"resume": "somebody-elses", "user": "U2"}
    reply = calls((PROPOSE, arguments))
    outcome = await run(asked("Engineer"), ScriptedModel(reply, reply, reply))
    assert outcome.proposals == ()
    assert [call.outcome for call in outcome.calls] == ["bad_arguments"] * 3


async def test_cancelling_a_turn_cancels_the_call() -> None:
    started, cancelled = asyncio.Event(), asyncio.Event()

    class SlowModel(ScriptedModel):
        async def chat(self, *_: object, **__: object) -> Reply:
            started.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                cancelled.set()
                raise
            raise AssertionError("never goes on")

    task = asyncio.create_task(run(asked("Hello"), SlowModel()))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert cancelled.is_set()


async def test_the_resume_of_the_turn_is_left_as_it_was() -> None:
    given = asked("Add Kafka, Engineer")
    model = ScriptedModel(proposes(ENGINEER, adds("/sections/skills/items/-", {"name": "Kafka"})))
    await run(given, model)
    assert given.document == resume()


def _expects(row: dict[str, Any]) -> tuple[bool, bool]:
    """Whether a row allows a card, and whether it allows a refusal."""
    expect = row["expect"]
    texts = [expect] if isinstance(expect, str) else expect
    return (
        any("one Card" in text or "a Card" in text or text == "applied" for text in texts),
        any("refused" in text or text == "no Card" for text in texts),
    )


def _reply(row: dict[str, Any]) -> Reply:
    if "ops" in row:
        return proposes(*row["ops"])
    if "proposals" in row:
        return calls((PROPOSE, {"proposals": row["proposals"]}))
    return Reply(
        "",
        (ToolCall("c", PROPOSE, row["arguments"]),),
        "cut" if row.get("finish_reason") == "length" else "done",
    )


async def test_every_row_of_the_shared_cases_comes_out_as_it_must() -> None:
    if not CASES.exists():
        pytest.skip("the shared cases are not beside this repository")
    rows = [row for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"] for row in case["rows"]]
    assert len(rows) > 50
    for row in rows:
        request = row.get("user", "Add Kafka, and my contract at Tea House Ltd as Consultant in 2017.")
        reply = _reply(row)
        outcome = await run(asked(request), ScriptedModel(reply, reply, reply))
        card, refusal = _expects(row)
        assert outcome.question is None, row
        assert (len(outcome.proposals) == 1 and card) or (outcome.proposals == () and refusal), row
        if isinstance(row.get("reason"), str):
            assert outcome.calls[0].outcome == row["reason"], row
        if "headline_if_approved" in row:
            assert applied(outcome)["basics"]["headline"] == row["headline_if_approved"]
        if outcome.proposals:
            assert applied(outcome).keys() == resume().keys()


def _last(messages: Sequence[ChatMessage]) -> str:
    return messages[-1].text


async def test_the_request_and_the_resume_close_the_first_call() -> None:
    model = ScriptedModel(lambda messages: says(_last(messages)[:40]))
    outcome = await run(asked("Shorten my headline"), model)
    assert outcome.text.startswith("Shorten my headline")
