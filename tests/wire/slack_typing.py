"""What people type and choose in Slack's client: values as `state` has them, and what it won't let pass."""

import re
from collections.abc import Mapping
from typing import Any

from tests.wire.slack_shapes import all_options
from tests.wire.slack_state import Body

TEXTS = {"plain_text_input", "number_input", "url_text_input", "email_text_input"}
ONE_OPTION = {"static_select", "external_select", "radio_buttons", "overflow"}
MANY_OPTIONS = {"multi_static_select", "multi_external_select", "checkboxes"}
FIELDS = {
    **dict.fromkeys(TEXTS, "value"),
    **dict.fromkeys(ONE_OPTION, "selected_option"),
    **dict.fromkeys(MANY_OPTIONS, "selected_options"),
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "users_select": "selected_user",
    "conversations_select": "selected_conversation",
    "channels_select": "selected_channel",
    "multi_users_select": "selected_users",
    "multi_conversations_select": "selected_conversations",
    "multi_channels_select": "selected_channels",
    "rich_text_input": "rich_text_value",
    "file_input": "files",
}
INITIAL = {
    **dict.fromkeys(TEXTS, "initial_value"),
    **dict.fromkeys(ONE_OPTION, "initial_option"),
    **dict.fromkeys(MANY_OPTIONS, "initial_options"),
    "datepicker": "initial_date",
    "timepicker": "initial_time",
    "datetimepicker": "initial_date_time",
}


class NotPossible(Exception):  # noqa: N818 - a test asked for what no person can do
    """What a person couldn't do in Slack's client: nothing was sent."""


def holds_value(element: Body) -> bool:
    """Whether an element has a value in `state`."""
    return element["type"] in FIELDS and element["type"] != "overflow"


def entry(element: Body, value: Any) -> Body:
    """An element's value as it stands in `state` and in actions. Options are told by value or by label."""
    kind = element["type"]
    field = FIELDS[kind]
    if kind in ONE_OPTION:
        value = None if value is None else option(element, value)
    elif kind in MANY_OPTIONS:
        value = [option(element, one) for one in value]
    return {"type": kind, field: value}


def option(element: Body, wanted: Any) -> Any:
    """The option with this value or label; a whole option stands for itself (what was suggested)."""
    if isinstance(wanted, dict):
        return wanted
    for one in all_options(element):
        if wanted in (one["value"], one["text"]["text"]):
            return one
    raise NotPossible(f"no option {wanted!r}")


def empty(element: Body, *, with_initial: bool) -> Body:
    """An untouched element's value; Slack may leave out what was there at first."""
    kind = element["type"]
    field = FIELDS[kind]
    nothing: Any = [] if field in ("selected_options", "files") or kind.startswith("multi_") else None
    initial = element.get(INITIAL.get(kind, ""), nothing)
    return {"type": kind, field: initial if with_initial else nothing}


def label(element: Body) -> str:
    """What a person reads on a button."""
    text = element.get("text")
    return str(text["text"]) if isinstance(text, dict) else ""


def check_inputs(view: Body, values: Mapping[str, Body]) -> None:
    """What a modal's client checks before it sends: what is required, lengths, bounds, addresses, files."""
    for block in view["blocks"]:
        if block["type"] == "input":
            element = block["element"]
            given = values[block["block_id"]][element["action_id"]][FIELDS[element["type"]]]
            has_initial = bool(element.get(INITIAL.get(element["type"], "")))
            if given in (None, "", []) and not block.get("optional") and not has_initial:
                raise NotPossible(f"{block['label']['text']} is required")
            if given not in (None, "", []):
                _check_value(element, given)


def _check_value(element: Body, given: Any) -> None:
    match element["type"]:
        case "plain_text_input":
            is_good = element.get("min_length", 0) <= len(given) <= element.get("max_length", 3000)
        case "number_input":
            is_good = _is_number(element, given)
        case "url_text_input":
            is_good = re.fullmatch(r"https?://\S+\.\S+|https?://localhost\S*", given) is not None
        case "email_text_input":
            is_good = re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", given) is not None
        case "file_input":
            kinds = element.get("filetypes")
            is_good = len(given) <= element.get("max_files", 10) and all(
                kinds is None or file["filetype"] in kinds for file in given
            )
        case _:
            is_good = True
    if not is_good:
        raise NotPossible(f"{element['type']} doesn't take this value")


def _is_number(element: Body, given: str) -> bool:
    form = r"-?\d+(\.\d+)?" if element["is_decimal_allowed"] else r"-?\d+"
    if re.fullmatch(form, given) is None:
        return False
    low, high = element.get("min_value", "-inf"), element.get("max_value", "inf")
    return float(low) <= float(given) <= float(high)
