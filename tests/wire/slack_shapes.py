"""Small checks that, put together, describe what Slack accepts; each adds what it finds to a list."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Surface: TypeAlias = Literal["message", "modal", "home"]


@dataclass
class Found:
    """What was found in one message or view: what is wrong, and the ids that must be unique in it."""

    surface: Surface
    problems: list[str] = field(default_factory=list)
    block_ids: set[str] = field(default_factory=set)
    focused: int = 0
    markdown: int = 0
    table: int = 0

    def wrong(self, reason: str, pointer: str) -> None:
        """Add a problem in the words Slack uses, with the place it stands at."""
        self.problems.append(f"[ERROR] {reason} [json-pointer:{pointer}]")


Check: TypeAlias = Callable[[Any, str, Found], None]


def string(high: int, low: int = 1) -> Check:
    """A string of `low` to `high` characters."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if not isinstance(value, str):
            found.wrong("must provide a string", pointer)
        elif len(value) > high:
            found.wrong(f"must be less than {high + 1} characters", pointer)
        elif len(value) < low:
            found.wrong(f"must be more than {low - 1} characters", pointer)

    return check


def matching(pattern: str, what: str) -> Check:
    """A string of a fixed form, such as a date."""
    form = re.compile(pattern)

    def check(value: Any, pointer: str, found: Found) -> None:
        if not isinstance(value, str) or form.fullmatch(value) is None:
            found.wrong(f"must be {what}", pointer)

    return check


def whole(low: int, high: int) -> Check:
    """A whole number from `low` to `high`."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if isinstance(value, bool) or not isinstance(value, int):
            found.wrong("must provide an integer", pointer)
        elif not low <= value <= high:
            found.wrong(f"must be between {low} and {high}", pointer)

    return check


def choice(*values: str) -> Check:
    """One of some words."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if value not in values:
            found.wrong(f"must be one of {', '.join(values)}", pointer)

    return check


def boolean(value: Any, pointer: str, found: Found) -> None:
    """True or false."""
    if not isinstance(value, bool):
        found.wrong("must provide a boolean", pointer)


def anything(value: Any, pointer: str, found: Found) -> None:
    """Whatever it is, Slack's own rules for it are not kept here."""


def listing(low: int, high: int, each: Check) -> Check:
    """A list of `low` to `high` items."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if not isinstance(value, list):
            found.wrong("must provide an array", pointer)
            return
        if len(value) > high:
            found.wrong(f"no more than {high} items allowed", pointer)
        if len(value) < low:
            found.wrong(f"no fewer than {low} items allowed", pointer)
        for index, item in enumerate(value[:high]):
            each(item, f"{pointer}/{index}", found)

    return check


def shape(required: Mapping[str, Check], optional: Mapping[str, Check], *rules: Check) -> Check:
    """An object with these properties and no others; the rules see it whole, once each part is right."""
    properties = {**required, **optional}

    def check(value: Any, pointer: str, found: Found) -> None:
        if not isinstance(value, dict):
            found.wrong("must provide an object", pointer)
            return
        before = len(found.problems)
        for name in required:
            if name not in value:
                found.wrong(f"missing required field: {name}", pointer)
        for name, part in value.items():
            if name in properties:
                properties[name](part, f"{pointer}/{name}", found)
            else:
                found.wrong(f"invalid additional property: {name}", pointer)
        if len(found.problems) == before:
            for rule in rules:
                rule(value, pointer, found)

    return check


def kinds(checks: Mapping[str, Check]) -> Check:
    """An object whose `type` says which check it must pass."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if not isinstance(value, dict):
            found.wrong("must provide an object", pointer)
        elif value.get("type") not in checks:
            found.wrong(f"unsupported type: {value.get('type')}", f"{pointer}/type")
        else:
            checks[value["type"]](value, pointer, found)

    return check


def text(high: int, *allowed: str) -> Check:
    """A text object: `plain_text`, or `mrkdwn` too where nothing else is said."""
    of_kind = {
        "plain_text": shape({"type": anything, "text": string(high)}, {"emoji": boolean}),
        "mrkdwn": shape({"type": anything, "text": string(high)}, {"verbatim": boolean}),
    }
    return kinds({kind: of_kind[kind] for kind in allowed or of_kind})


def one_of(*names: str) -> Check:
    """A rule: at least one of these properties is there."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if not any(name in value for name in names):
            found.wrong(f"missing required field: {' or '.join(names)}", pointer)

    return check


def not_both(first: str, second: str) -> Check:
    """A rule: exactly one of two properties is there."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if (first in value) == (second in value):
            found.wrong(f"must provide either {first} or {second}", pointer)

    return check


def not_over(low: str, high: str) -> Check:
    """A rule: of two bounds, given as numbers or as strings, the lower isn't over the higher."""

    def check(value: Any, pointer: str, found: Found) -> None:
        if low in value and high in value and float(value[low]) > float(value[high]):
            found.wrong(f"must not be more than {high}", f"{pointer}/{low}")

    return check


def all_options(element: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The options of a select, of all its groups."""
    groups = element.get("option_groups", [])
    return [*element.get("options", []), *(option for group in groups for option in group["options"])]


def initial_known(name: str) -> Check:
    """A rule: what is chosen at first is letter for letter one of the options."""

    def check(value: Any, pointer: str, found: Found) -> None:
        chosen = value.get(name, [])
        for option in chosen if isinstance(chosen, list) else [chosen]:
            if option not in all_options(value):
                found.wrong("does not match any of the options", f"{pointer}/{name}")

    return check
