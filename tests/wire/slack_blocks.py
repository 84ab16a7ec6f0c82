"""What Slack accepts as blocks and views, by surface; what it refuses is told in Slack's form."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.wire.slack_elements import IMAGE, element
from tests.wire.slack_rich_text import RICH_TEXT
from tests.wire.slack_shapes import (
    Check,
    Found,
    Surface,
    anything,
    boolean,
    choice,
    kinds,
    listing,
    not_both,
    one_of,
    shape,
    string,
    text,
    whole,
)

MOST_BLOCKS: Mapping[Surface, int] = {"message": 50, "modal": 100, "home": 100}
TEXT_BUDGET = 9_000
"""Characters of text in all blocks of one message; undocumented, refusals were seen from 11,300 on."""
MARKDOWN_BUDGET = 12_000
TABLE_BUDGET = 10_000
VIEW_BYTES = 250 * 1024


class Known(NamedTuple):
    """A block: its own check, and the surfaces it may stand on."""

    check: Check
    surfaces: tuple[Surface, ...] = ("message", "modal", "home")


def block_problems(blocks: Any, surface: Surface = "message") -> list[str]:
    """What Slack would say about these blocks, each with its JSON Pointer; empty when it takes them."""
    found = Found(surface)
    _check_blocks(blocks, "/blocks", found)
    return found.problems


def view_problems(view: Any, surface: Surface = "modal") -> list[str]:
    """What Slack would say about a view for `modal` or `home`; empty when it takes it."""
    found = Found(surface)
    VIEWS[surface](view, "/view", found)
    return found.problems


def is_view_too_large(view: Any) -> bool:
    """Whether a view has more than 250 KB."""
    return len(json.dumps(view, ensure_ascii=False).encode()) > VIEW_BYTES


def text_length(value: Any) -> int:
    """How many characters of text blocks hold, wherever in them: what the budget of a message counts."""
    if isinstance(value, dict):
        own = value.get("text")
        rest = sum(text_length(part) for part in value.values())
        return rest + (len(own) if isinstance(own, str) else 0)
    return sum(text_length(item) for item in value) if isinstance(value, list) else 0


def _check_blocks(blocks: Any, pointer: str, found: Found) -> None:
    listing(0 if found.surface == "message" else 1, MOST_BLOCKS[found.surface], _check_block)(
        blocks, pointer, found
    )
    if found.markdown > MARKDOWN_BUDGET:
        found.wrong(f"markdown must be less than {MARKDOWN_BUDGET + 1} characters in all", pointer)
    if found.table > TABLE_BUDGET:
        found.wrong(f"tables must be less than {TABLE_BUDGET + 1} characters in all", pointer)
    if found.focused > 1:
        found.wrong("only one element may have focus_on_load", pointer)


def _check_block(block: Any, pointer: str, found: Found) -> None:
    here = {kind: known.check for kind, known in BLOCKS.items() if found.surface in known.surfaces}
    kinds(here)(block, pointer, found)
    if isinstance(block, dict) and isinstance(block.get("block_id"), str):
        if block["block_id"] in found.block_ids:
            found.wrong("`block_id` already exists", f"{pointer}/block_id")
        found.block_ids.add(block["block_id"])


def _block(required: Mapping[str, Check], optional: Mapping[str, Check], *rules: Check) -> Check:
    return shape({"type": anything, **required}, {"block_id": string(255), **optional}, *rules)


def _unique_actions(value: Any, pointer: str, found: Found) -> None:
    ids = [item["action_id"] for item in value["elements"] if "action_id" in item]
    for index, action_id in enumerate(ids):
        if action_id in ids[:index]:
            found.wrong("`action_id` already exists", f"{pointer}/elements/{index}/action_id")


def _no_dispatch_of_files(value: Any, pointer: str, found: Found) -> None:
    if value.get("dispatch_action") and value["element"]["type"] == "file_input":
        found.wrong("file_input does not support dispatch_action", f"{pointer}/dispatch_action")


def _count_markdown(value: Any, pointer: str, found: Found) -> None:
    found.markdown += len(value["text"])


def _count_table(value: Any, pointer: str, found: Found) -> None:
    found.table += text_length(value["rows"])


def _not_pending(value: Any, pointer: str, found: Found) -> None:
    if value["status"] == "pending":
        found.wrong("pending is only for tasks of a plan", f"{pointer}/status")


TASK = {
    "task_id": string(255),
    "title": string(3000),
    "status": choice("pending", "in_progress", "complete", "error"),
}
TASK_PARTS = {
    "details": RICH_TEXT,
    "output": RICH_TEXT,
    "sources": listing(
        0, 100, kinds({"url": shape({"type": anything, "url": string(3000)}, {"text": string(3000)})})
    ),
}
CELL = kinds(
    {
        "raw_text": shape({"type": anything, "text": string(3000)}, {}),
        "raw_number": shape({"type": anything, "value": anything}, {"text": string(3000)}),
        "rich_text": RICH_TEXT,
    }
)
CARD = _block(
    {},
    {
        "hero_image": IMAGE,
        "icon": IMAGE,
        "title": text(150),
        "subtitle": text(150),
        "body": text(200),
        "actions": listing(1, 3, element("card")),
    },
    one_of("hero_image", "title", "body", "actions"),
)
COLUMN = shape({}, {"align": choice("left", "center", "right"), "is_wrapped": boolean})

BLOCKS: dict[str, Known] = {
    "section": Known(
        _block(
            {},
            {
                "text": text(3000),
                "fields": listing(1, 10, text(2000)),
                "accessory": element("section"),
                "expand": boolean,
            },
            one_of("text", "fields"),
        )
    ),
    "actions": Known(_block({"elements": listing(1, 25, element("actions"))}, {}, _unique_actions)),
    "context": Known(
        _block(
            {
                "elements": listing(
                    1, 10, kinds({"plain_text": text(3000), "mrkdwn": text(3000), "image": IMAGE})
                )
            },
            {},
        )
    ),
    "divider": Known(_block({}, {})),
    "header": Known(_block({"text": text(150, "plain_text")}, {})),
    "image": Known(
        _block(
            {"alt_text": string(2000)},
            {
                "image_url": string(3000),
                "slack_file": shape({}, {"id": string(255), "url": string(3000)}, not_both("id", "url")),
                "title": text(2000, "plain_text"),
            },
            not_both("image_url", "slack_file"),
        )
    ),
    "input": Known(
        _block(
            {"label": text(2000, "plain_text"), "element": element("input")},
            {"hint": text(2000, "plain_text"), "optional": boolean, "dispatch_action": boolean},
            _no_dispatch_of_files,
        )
    ),
    "rich_text": Known(RICH_TEXT),
    "video": Known(
        _block(
            {
                "alt_text": string(2000),
                "title": text(200, "plain_text"),
                "thumbnail_url": string(3000),
                "video_url": string(3000),
            },
            {
                "author_name": string(50),
                "description": text(200, "plain_text"),
                "provider_icon_url": string(2000),
                "provider_name": string(50),
                "title_url": string(2000),
            },
        )
    ),
    "card": Known(CARD),
    "carousel": Known(_block({"elements": listing(1, 10, kinds({"card": CARD}))}, {}), ("message", "home")),
    "container": Known(
        _block(
            {"child_blocks": listing(1, 10, _check_block)},
            {
                "title": text(150, "plain_text"),
                "rich_text_title": RICH_TEXT,
                "subtitle": text(150),
                "width": choice("narrow", "standard", "wide", "full"),
                "icon": IMAGE,
                "is_collapsible": boolean,
                "default_collapsed": boolean,
                "has_header_divider": boolean,
            },
            one_of("title", "rich_text_title"),
        ),
        ("message", "home"),
    ),
    "table": Known(
        _block(
            {"rows": listing(1, 100, listing(1, 20, CELL))},
            {"column_settings": listing(0, 20, COLUMN)},
            _count_table,
        ),
        ("message", "home"),
    ),
    "data_table": Known(
        _block(
            {"caption": string(3000), "rows": listing(2, 201, listing(1, 20, CELL))},
            {"page_size": whole(1, 100), "row_header_column_index": whole(0, 19)},
        ),
        ("message", "home"),
    ),
    "markdown": Known(_block({"text": string(MARKDOWN_BUDGET)}, {}, _count_markdown), ("message",)),
    "context_actions": Known(
        _block({"elements": listing(1, 5, element("context_actions"))}, {}, _unique_actions), ("message",)
    ),
    "task_card": Known(_block(TASK, TASK_PARTS, _not_pending), ("message",)),
    "plan": Known(
        _block(
            {"title": string(3000)}, {"tasks": listing(0, 50, kinds({"task_card": _block(TASK, TASK_PARTS)}))}
        ),
        ("message",),
    ),
    "file": Known(_block({"external_id": string(255), "source": choice("remote")}, {}), ("message",)),
    "alert": Known(
        _block({"text": text(200)}, {"level": choice("default", "info", "warning", "error", "success")}),
        ("modal",),
    ),
}

_VIEW = {"private_metadata": string(3000, 0), "callback_id": string(255, 0), "external_id": string(255, 0)}


def _submit_with_inputs(value: Any, pointer: str, found: Found) -> None:
    if "submit" not in value and any(block.get("type") == "input" for block in value["blocks"]):
        found.wrong("missing required field: submit", pointer)


VIEWS: dict[Surface, Check] = {
    "modal": shape(
        {"type": choice("modal"), "title": text(24, "plain_text"), "blocks": _check_blocks},
        {
            **_VIEW,
            "submit": text(24, "plain_text"),
            "close": text(24, "plain_text"),
            "clear_on_close": boolean,
            "notify_on_close": boolean,
        },
        _submit_with_inputs,
    ),
    "home": shape({"type": choice("home"), "blocks": _check_blocks}, _VIEW),
}
