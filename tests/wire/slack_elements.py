"""What stands inside Slack's blocks: buttons, inputs and selects, and where each may stand."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.wire.slack_rich_text import RICH_TEXT
from tests.wire.slack_shapes import (
    Check,
    Found,
    Surface,
    anything,
    boolean,
    choice,
    initial_known,
    kinds,
    listing,
    matching,
    not_both,
    not_over,
    shape,
    string,
    text,
    whole,
)


class Element(NamedTuple):
    """An element: its own check, the blocks it may stand in, and the surfaces."""

    check: Check
    places: tuple[str, ...]
    surfaces: tuple[Surface, ...] = ("message", "modal", "home")


def element(place: str) -> Check:
    """An element that may stand in this kind of block, on the surface being checked."""

    def check(value: Any, pointer: str, found: Found) -> None:
        here = {
            kind: known.check
            for kind, known in ELEMENTS.items()
            if place in known.places and found.surface in known.surfaces
        }
        kinds(here)(value, pointer, found)
        if isinstance(value, dict) and value.get("focus_on_load"):
            found.focused += 1

    return check


PLAIN = "plain_text"
CONFIRM = shape(
    {
        "title": text(100, PLAIN),
        "text": text(300),
        "confirm": text(30, PLAIN),
        "deny": text(30, PLAIN),
    },
    {"style": choice("primary", "danger")},
)
DISPATCH = shape(
    {}, {"trigger_actions_on": listing(1, 2, choice("on_enter_pressed", "on_character_entered"))}
)
IMAGE = shape(
    {"type": choice("image"), "alt_text": string(2000)},
    {
        "image_url": string(3000),
        "slack_file": shape({}, {"id": string(255), "url": string(3000)}, not_both("id", "url")),
    },
    not_both("image_url", "slack_file"),
)
DATE = matching(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", "a date as YYYY-MM-DD")
TIME = matching(r"([01]\d|2[0-3]):[0-5]\d", "a time as HH:mm")
NUMBER = matching(r"-?\d+(\.\d+)?", "a number in a string")


def _element(required: Mapping[str, Check], optional: Mapping[str, Check], *rules: Check) -> Check:
    return shape({"type": anything, **required}, {"action_id": string(255), **optional}, *rules)


def _input(required: Mapping[str, Check], optional: Mapping[str, Check], *rules: Check) -> Check:
    """An element that holds a value: it may be focused and have a placeholder."""
    common = {"placeholder": text(150, PLAIN), "focus_on_load": boolean, "confirm": CONFIRM}
    return _element(required, common | dict(optional), *rules)


def _option(*allowed: str, has_url: bool = False) -> Check:
    more = {"url": string(3000)} if has_url else {}
    return shape(
        {"text": text(75, *allowed), "value": string(150)}, {"description": text(75, *allowed), **more}
    )


OPTION = _option(PLAIN)
MARKED_OPTION = _option()
GROUP = shape({"label": text(75, PLAIN), "options": listing(1, 100, OPTION)}, {})
STATIC = {"options": listing(1, 100, OPTION), "option_groups": listing(1, 100, GROUP)}
MOST_SELECTED = {"max_selected_items": whole(1, 100)}
ANY_ID = string(255)
IDS = listing(0, 100, ANY_ID)
FILTER = {"default_to_current_conversation": boolean, "filter": anything}
FEEDBACK = shape({"text": text(75, PLAIN), "value": string(2000)}, {"accessibility_label": string(75)})

SELECTS = ("section", "actions", "input")
MULTI_SELECTS = ("section", "input")
INPUT = ("input",)
MODAL: tuple[Surface, ...] = ("modal",)

ELEMENTS: dict[str, Element] = {
    "button": Element(
        _element(
            {"text": text(75, PLAIN)},
            {
                "value": string(2000),
                "url": string(3000),
                "style": choice("primary", "danger"),
                "confirm": CONFIRM,
                "accessibility_label": string(75),
            },
        ),
        ("section", "actions", "card"),
    ),
    "overflow": Element(
        _element({"options": listing(1, 5, _option(PLAIN, has_url=True))}, {"confirm": CONFIRM}),
        ("section", "actions"),
    ),
    "static_select": Element(
        _input(
            {},
            {**STATIC, "initial_option": OPTION},
            not_both("options", "option_groups"),
            initial_known("initial_option"),
        ),
        SELECTS,
    ),
    "multi_static_select": Element(
        _input(
            {},
            {**STATIC, **MOST_SELECTED, "initial_options": listing(1, 100, OPTION)},
            not_both("options", "option_groups"),
            initial_known("initial_options"),
        ),
        MULTI_SELECTS,
    ),
    "external_select": Element(
        _input({}, {"initial_option": OPTION, "min_query_length": whole(0, 100)}), SELECTS
    ),
    "multi_external_select": Element(
        _input(
            {},
            {
                **MOST_SELECTED,
                "initial_options": listing(1, 100, OPTION),
                "min_query_length": whole(0, 100),
            },
        ),
        MULTI_SELECTS,
    ),
    "users_select": Element(_input({}, {"initial_user": ANY_ID}), SELECTS),
    "multi_users_select": Element(_input({}, {**MOST_SELECTED, "initial_users": IDS}), MULTI_SELECTS),
    "conversations_select": Element(
        _input({}, {**FILTER, "initial_conversation": ANY_ID, "response_url_enabled": boolean}), SELECTS
    ),
    "multi_conversations_select": Element(
        _input({}, {**FILTER, **MOST_SELECTED, "initial_conversations": IDS}), MULTI_SELECTS
    ),
    "channels_select": Element(
        _input({}, {"initial_channel": ANY_ID, "response_url_enabled": boolean}), SELECTS
    ),
    "multi_channels_select": Element(_input({}, {**MOST_SELECTED, "initial_channels": IDS}), MULTI_SELECTS),
    "radio_buttons": Element(
        _input(
            {"options": listing(1, 10, MARKED_OPTION)},
            {"initial_option": MARKED_OPTION},
            initial_known("initial_option"),
        ),
        SELECTS,
    ),
    "checkboxes": Element(
        _input(
            {"options": listing(1, 10, MARKED_OPTION)},
            {"initial_options": listing(1, 10, MARKED_OPTION)},
            initial_known("initial_options"),
        ),
        SELECTS,
    ),
    "datepicker": Element(_input({}, {"initial_date": DATE}), SELECTS),
    "timepicker": Element(_input({}, {"initial_time": TIME, "timezone": string(100)}), SELECTS),
    "datetimepicker": Element(
        _input({}, {"initial_date_time": whole(1_000_000_000, 9_999_999_999)}),
        ("actions", "input"),
        ("message", "modal"),
    ),
    "plain_text_input": Element(
        _input(
            {},
            {
                "multiline": boolean,
                "initial_value": string(3000, 0),
                "min_length": whole(0, 3000),
                "max_length": whole(1, 3000),
                "dispatch_action_config": DISPATCH,
            },
            not_over("min_length", "max_length"),
        ),
        INPUT,
    ),
    "rich_text_input": Element(
        _input(
            {},
            {
                "initial_value": RICH_TEXT,
                "dispatch_action_config": DISPATCH,
                "min_lines": whole(1, 100),
                "max_lines": whole(1, 100),
            },
        ),
        INPUT,
        ("modal", "home"),
    ),
    "number_input": Element(
        _input(
            {"is_decimal_allowed": boolean},
            {
                "initial_value": NUMBER,
                "min_value": NUMBER,
                "max_value": NUMBER,
                "dispatch_action_config": DISPATCH,
            },
            not_over("min_value", "max_value"),
        ),
        INPUT,
        MODAL,
    ),
    "url_text_input": Element(
        _input({}, {"initial_value": string(3000, 0), "dispatch_action_config": DISPATCH}), INPUT, MODAL
    ),
    "email_text_input": Element(
        _input({}, {"initial_value": string(3000, 0), "dispatch_action_config": DISPATCH}), INPUT, MODAL
    ),
    "file_input": Element(
        _element({}, {"filetypes": listing(1, 100, string(20)), "max_files": whole(1, 10)}), INPUT, MODAL
    ),
    "image": Element(IMAGE, ("section", "context")),
    "feedback_buttons": Element(
        _element({"positive_button": FEEDBACK, "negative_button": FEEDBACK}, {}), ("context_actions",)
    ),
    "icon_button": Element(
        _element(
            {"icon": string(100), "text": text(75, PLAIN)},
            {
                "value": string(2000),
                "confirm": CONFIRM,
                "accessibility_label": string(75),
                "visible_to_user_ids": listing(1, 10, ANY_ID),
            },
        ),
        ("context_actions",),
    ),
}
