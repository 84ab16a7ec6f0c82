"""The loopback Slack takes what Slack takes: every limit, every place, and an independent library agrees."""

import json
from typing import Any

import pytest
import slackblocks
from slack_sdk.models.blocks import block_elements, blocks

from tests.wire.slack_blocks import (
    BLOCKS,
    block_problems,
    is_view_too_large,
    text_length,
    view_problems,
)
from tests.wire.slack_elements import ELEMENTS
from tests.wire.slack_shapes import Surface

Block = dict[str, Any]


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def marked(text: str) -> Block:
    return {"type": "mrkdwn", "text": text}


def section(text: str = "a", **more: Any) -> Block:
    return {"type": "section", "text": marked(text), **more}


def actions(*elements: Block) -> Block:
    return {"type": "actions", "elements": list(elements)}


def entry(element: Block, **more: Any) -> Block:
    return {"type": "input", "label": plain("Label"), "element": element, **more}


def button(text: str = "Approve", **more: Any) -> Block:
    return {"type": "button", "text": plain(text), **more}


def option(text: str = "a", value: str = "a", **more: Any) -> Block:
    return {"text": plain(text), "value": value, **more}


def select(count: int = 1, **more: Any) -> Block:
    return {"type": "static_select", "options": [option(value=str(n)) for n in range(count)], **more}


def radio(count: int) -> Block:
    return {"type": "radio_buttons", "options": [option(value=str(n)) for n in range(count)]}


def image(**more: Any) -> Block:
    return {"type": "image", "alt_text": "a", "image_url": "https://x.example/a.png", **more}


def words(*parts: Block) -> Block:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": list(parts)}]}


def modal(*inside: Block, **more: Any) -> Block:
    return {"type": "modal", "title": plain("Title"), "submit": plain("Save"), "blocks": list(inside), **more}


def confirm(**parts: str) -> Block:
    texts = {"title": "t", "text": "t", "confirm": "c", "deny": "d"} | parts
    return {name: plain(text) for name, text in texts.items()}


LIMITS: list[tuple[str, Any, int]] = [
    ("section text", lambda n: section("a" * n), 3000),
    ("field", lambda n: {"type": "section", "fields": [marked("a" * n)]}, 2000),
    ("fields", lambda n: {"type": "section", "fields": [marked("a")] * n}, 10),
    ("header", lambda n: {"type": "header", "text": plain("a" * n)}, 150),
    ("block_id", lambda n: section(block_id="a" * n), 255),
    ("context elements", lambda n: {"type": "context", "elements": [marked("a")] * n}, 10),
    ("actions elements", lambda n: actions(*[button()] * n), 25),
    ("button text", lambda n: actions(button("a" * n)), 75),
    ("button value", lambda n: actions(button(value="a" * n)), 2000),
    ("button url", lambda n: actions(button(url="a" * n)), 3000),
    ("accessibility label", lambda n: actions(button(accessibility_label="a" * n)), 75),
    ("action_id", lambda n: actions(button(action_id="a" * n)), 255),
    ("option text", lambda n: actions({"type": "overflow", "options": [option("a" * n)]}), 75),
    ("option value", lambda n: actions({"type": "overflow", "options": [option(value="a" * n)]}), 150),
    (
        "option description",
        lambda n: actions({"type": "overflow", "options": [option(description=plain("a" * n))]}),
        75,
    ),
    ("overflow options", lambda n: actions({"type": "overflow", "options": [option()] * n}), 5),
    ("radio options", lambda n: actions(radio(n)), 10),
    ("ticks", lambda n: section(accessory={"type": "checkboxes", "options": [option()] * n}), 10),
    ("select options", lambda n: actions(select(n)), 100),
    (
        "option groups",
        lambda n: actions(
            {"type": "static_select", "option_groups": [{"label": plain("g"), "options": [option()]}] * n}
        ),
        100,
    ),
    ("placeholder", lambda n: actions(select(placeholder=plain("a" * n))), 150),
    ("label", lambda n: entry({"type": "plain_text_input"}, label=plain("a" * n)), 2000),
    ("hint", lambda n: entry({"type": "plain_text_input"}, hint=plain("a" * n)), 2000),
    ("max_length", lambda n: entry({"type": "plain_text_input", "max_length": n}), 3000),
    ("confirm title", lambda n: actions(button(confirm=confirm(title="a" * n))), 100),
    ("confirm text", lambda n: actions(button(confirm=confirm(text="a" * n))), 300),
    ("confirm yes", lambda n: actions(button(confirm=confirm(confirm="a" * n))), 30),
    ("confirm no", lambda n: actions(button(confirm=confirm(deny="a" * n))), 30),
    ("image url", lambda n: image(image_url="a" * n), 3000),
    ("image alt", lambda n: image(alt_text="a" * n), 2000),
    ("image title", lambda n: image(title=plain("a" * n)), 2000),
    ("markdown", lambda n: {"type": "markdown", "text": "a" * n}, 12_000),
    ("table rows", lambda n: {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]] * n}, 100),
    ("table columns", lambda n: {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}] * n]}, 20),
    ("card title", lambda n: {"type": "card", "title": plain("a" * n)}, 150),
    ("card subtitle", lambda n: {"type": "card", "title": plain("a"), "subtitle": plain("a" * n)}, 150),
    ("card body", lambda n: {"type": "card", "body": plain("a" * n)}, 200),
    ("card buttons", lambda n: {"type": "card", "actions": [button()] * n}, 3),
    ("carousel", lambda n: {"type": "carousel", "elements": [{"type": "card", "body": plain("a")}] * n}, 10),
    ("container", lambda n: {"type": "container", "title": plain("a"), "child_blocks": [section()] * n}, 10),
    (
        "list indent",
        lambda n: {
            "type": "rich_text",
            "elements": [
                {
                    "type": "rich_text_list",
                    "style": "bullet",
                    "indent": n,
                    "elements": [{"type": "rich_text_section", "elements": []}],
                }
            ],
        },
        8,
    ),
]


@pytest.mark.parametrize(("make", "high"), [row[1:] for row in LIMITS], ids=[row[0] for row in LIMITS])
def test_a_limit_itself_is_taken_and_one_more_is_not(make: Any, high: int) -> None:
    assert block_problems([make(high)]) == []
    assert len(block_problems([make(high + 1)])) == 1


@pytest.mark.parametrize(
    ("make", "high"),
    [
        (lambda n: modal(section(), title=plain("a" * n)), 24),
        (lambda n: modal(section(), submit=plain("a" * n)), 24),
        (lambda n: modal(section(), close=plain("a" * n)), 24),
        (lambda n: modal(section(), private_metadata="a" * n), 3000),
        (lambda n: modal(section(), callback_id="a" * n), 255),
        (lambda n: modal(section(), external_id="a" * n), 255),
        (lambda n: modal(*[section()] * n), 100),
        (lambda n: modal(entry({"type": "file_input", "max_files": n})), 10),
        (lambda n: modal({"type": "alert", "text": plain("a" * n)}), 200),
    ],
)
def test_a_limit_of_a_modal_is_taken_and_one_more_is_not(make: Any, high: int) -> None:
    assert view_problems(make(high)) == []
    assert len(view_problems(make(high + 1))) == 1


def test_a_message_has_fifty_blocks_and_a_home_a_hundred() -> None:
    assert block_problems([section()] * 50) == []
    assert block_problems([section()] * 51) == [
        "[ERROR] no more than 50 items allowed [json-pointer:/blocks]"
    ]
    assert view_problems({"type": "home", "blocks": [section()] * 100}, "home") == []
    assert len(view_problems({"type": "home", "blocks": [section()] * 101}, "home")) == 1


def test_a_problem_names_its_place() -> None:
    assert block_problems([section("a" * 3001)]) == [
        "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
    ]
    assert block_problems([section(), actions(button(""))]) == [
        "[ERROR] must be more than 0 characters [json-pointer:/blocks/1/elements/0/text/text]"
    ]
    assert block_problems([{"type": "header"}]) == [
        "[ERROR] missing required field: text [json-pointer:/blocks/0]"
    ]


@pytest.mark.parametrize("kind", ["number_input", "url_text_input", "email_text_input", "file_input"])
def test_inputs_of_modals_stand_nowhere_else(kind: str) -> None:
    element = {"type": kind} | ({"is_decimal_allowed": True} if kind == "number_input" else {})
    assert view_problems(modal(entry(element))) == []
    assert block_problems([entry(element)]) == [
        f"[ERROR] unsupported type: {kind} [json-pointer:/blocks/0/element/type]"
    ]
    assert len(view_problems({"type": "home", "blocks": [entry(element)]}, "home")) == 1


def test_a_text_input_stands_in_an_input_block_only() -> None:
    assert block_problems([entry({"type": "plain_text_input"})]) == []
    assert len(block_problems([actions({"type": "plain_text_input"})])) == 1
    assert len(block_problems([section(accessory={"type": "plain_text_input"})])) == 1


def test_a_multi_select_stands_in_no_actions() -> None:
    multi = {"type": "multi_static_select", "options": [option()]}
    assert block_problems([section(accessory=multi)]) == []
    assert len(block_problems([actions(multi)])) == 1


SAMPLES: dict[str, Block] = {
    "section": section(),
    "actions": actions(button()),
    "context": {"type": "context", "elements": [marked("a")]},
    "divider": {"type": "divider"},
    "header": {"type": "header", "text": plain("a")},
    "image": image(),
    "input": entry({"type": "plain_text_input"}),
    "rich_text": words({"type": "text", "text": "a"}),
    "card": {"type": "card", "title": plain("a"), "actions": [button()]},
    "carousel": {"type": "carousel", "elements": [{"type": "card", "title": plain("a")}]},
    "container": {"type": "container", "title": plain("a"), "child_blocks": [section()]},
    "table": {"type": "table", "rows": [[{"type": "raw_text", "text": "a"}]]},
    "markdown": {"type": "markdown", "text": "a"},
    "task_card": {"type": "task_card", "task_id": "1", "title": "a", "status": "complete"},
    "plan": {"type": "plan", "title": "a", "tasks": []},
    "file": {"type": "file", "external_id": "a", "source": "remote"},
    "alert": {"type": "alert", "text": plain("a")},
    "video": {
        "type": "video",
        "alt_text": "a",
        "title": plain("a"),
        "thumbnail_url": "https://x.example/a.png",
        "video_url": "https://x.example/a",
    },
    "context_actions": {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "positive_button": {"text": plain("Good"), "value": "1"},
                "negative_button": {"text": plain("Bad"), "value": "0"},
            }
        ],
    },
}


@pytest.mark.parametrize("kind", SAMPLES)
def test_each_block_stands_on_its_surfaces_and_on_no_other(kind: str) -> None:
    block = SAMPLES[kind]
    surfaces: tuple[Surface, ...] = ("message", "modal", "home")
    taken = [surface for surface in surfaces if not block_problems([block], surface)]
    assert taken == list(BLOCKS[kind].surfaces)


@pytest.mark.parametrize("kind", SAMPLES)
def test_slackblocks_knows_each_block_on_the_same_surfaces(kind: str) -> None:
    allowed = slackblocks._surfaces._BLOCK_TYPES_BY_SURFACE
    assert set(BLOCKS[kind].surfaces) == {surface for surface, known in allowed.items() if kind in known}


def test_block_ids_are_unique() -> None:
    assert block_problems([section(block_id="a"), section(block_id="b")]) == []
    assert block_problems([section(block_id="a"), section(block_id="a")]) == [
        "[ERROR] `block_id` already exists [json-pointer:/blocks/1/block_id]"
    ]


def test_action_ids_are_unique_in_their_block() -> None:
    assert block_problems([actions(button(action_id="a")), actions(button(action_id="a"))]) == []
    assert len(block_problems([actions(button(action_id="a"), button(action_id="a"))])) == 1


def test_what_is_chosen_at_first_is_one_of_the_options() -> None:
    assert block_problems([actions(select(2, initial_option=option(value="1")))]) == []
    assert len(block_problems([actions(select(2, initial_option=option(value="7")))])) == 1


def test_a_header_takes_no_marks_and_an_unknown_property_is_refused() -> None:
    assert len(block_problems([{"type": "header", "text": marked("a")}])) == 1
    assert block_problems([section(colour="red")]) == [
        "[ERROR] invalid additional property: colour [json-pointer:/blocks/0]"
    ]


def test_markdown_is_counted_over_all_its_blocks_and_tables_likewise() -> None:
    assert len(block_problems([{"type": "markdown", "text": "a" * 6001}] * 2)) == 1
    row = [{"type": "raw_text", "text": "a" * 1000}] * 6
    assert len(block_problems([{"type": "table", "rows": [row, row]}])) == 1


def test_a_pending_task_stands_only_in_a_plan() -> None:
    task = {"type": "task_card", "task_id": "1", "title": "a", "status": "pending"}
    assert len(block_problems([task])) == 1
    assert block_problems([{"type": "plan", "title": "a", "tasks": [task]}]) == []


def test_a_modal_with_inputs_has_a_submit_and_a_home_has_none() -> None:
    view = modal(entry({"type": "plain_text_input"}))
    del view["submit"]
    assert view_problems(view) == ["[ERROR] missing required field: submit [json-pointer:/view]"]
    home = {"type": "home", "blocks": [section()], "submit": plain("Save")}
    assert len(view_problems(home, "home")) == 1
    assert len(view_problems(home, "modal")) > 1


def test_text_is_counted_wherever_it_stands() -> None:
    counted = [
        section("abc", accessory=button("de")),
        words({"type": "text", "text": "fg"}, {"type": "link", "url": "https://x.example", "text": "h"}),
        {"type": "markdown", "text": "ij"},
    ]
    assert text_length(counted) == len("abcdefghij")


def test_a_view_of_more_than_250_kilobytes_is_too_large() -> None:
    assert not is_view_too_large(modal(section("ж" * 3000)))
    assert is_view_too_large(modal(*[section("ж" * 3000)] * 50))


def kinds_in(module: Any) -> set[str]:
    return {kind.type for kind in vars(module).values() if isinstance(getattr(kind, "type", None), str)}


def test_every_block_and_element_is_one_that_slack_sdk_knows() -> None:
    assert set(BLOCKS) - kinds_in(blocks) == {"data_table"}
    assert set(ELEMENTS) <= kinds_in(block_elements)


ONE = slackblocks.Option(slackblocks.PlainText("One"), "1")
SENT = [
    slackblocks.SectionBlock(
        "*Start date:* 2021-03-01", accessory=slackblocks.Button("Open", action_id="open")
    ),
    slackblocks.HeaderBlock("Edit 3 of 7"),
    slackblocks.DividerBlock(),
    slackblocks.ActionsBlock(
        [
            slackblocks.Button("Approve", action_id="approve", value="p7f3.1", style="primary"),
            slackblocks.StaticSelectMenu(
                action_id="s",
                placeholder="Choose",
                options=[ONE],
            ),
            slackblocks.DatePicker(action_id="d", initial_date="2021-03-01"),
        ]
    ),
    slackblocks.ContextBlock([slackblocks.Text("Why: the ad asks for it")]),
    slackblocks.InputBlock("City", slackblocks.PlainTextInput(action_id="t", max_length=100)),
    slackblocks.MarkdownBlock("# Title"),
]


@pytest.mark.parametrize("block", SENT, ids=lambda block: type(block).__name__)
def test_what_slackblocks_builds_is_taken(block: slackblocks.Block) -> None:
    assert block_problems([json.loads(repr(block))]) == []


@pytest.mark.parametrize(
    ("refused_there", "refused_here"),
    [
        (lambda: slackblocks.HeaderBlock("a" * 151), {"type": "header", "text": plain("a" * 151)}),
        (lambda: slackblocks.SectionBlock("a" * 3001), section("a" * 3001)),
        (lambda: slackblocks.Button("a" * 76, action_id="a"), actions(button("a" * 76))),
        (
            lambda: slackblocks.Option("a", "b" * 151),
            actions({"type": "overflow", "options": [option("a", "b" * 151)]}),
        ),
    ],
)
def test_what_slackblocks_refuses_is_refused(refused_there: Any, refused_here: Block) -> None:
    with pytest.raises(slackblocks.InvalidUsageError):
        refused_there()
    assert len(block_problems([refused_here])) == 1
