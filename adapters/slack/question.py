"""Questions: the ten controls in a message, the fields of a form, and folded to what was answered."""

import mimetypes
from collections.abc import Callable
from typing import Any, Final

from adapters.slack.blocks import (
    LABEL_TEXT,
    PLACEHOLDER_TEXT,
    SECTION_TEXT,
    Block,
    Drawn,
    actions,
    button,
    context,
    fallback,
    plain,
    press_buttons,
    rich,
    run,
    shares,
)
from adapters.slack.text import cut, size
from core.show.view import Choice, QuestionView
from core.show.words import Words
from core.talk.answer import plain_number

INPUT_TEXT: Final = 3_000
"""Characters that a field of Slack holds."""
OPTION_TEXT: Final = 73
AS_BUTTONS: Final = 5
"""Options up to this are buttons, up to `AS_RADIO` radio buttons or ticks, above a menu."""
AS_RADIO: Final = 10
BUTTON_SHOWN: Final = 30
"""Characters of a button that can be read on a phone."""
YEARS: Final = 100
LISTED_TEXT: Final = 4_000
_FILE_TYPES: Final = 10

Controls = tuple[list[Block], list[Block]]
"""What asks: blocks of their own, and buttons for the row beneath."""


def render_question(view: QuestionView, say: Words, year: int) -> Drawn:
    """A Question with its control and its ways out, or folded; `year` is this year, for the menu of years."""
    blocks = [rich(run(cut(view.prompt, SECTION_TEXT), bold=True))]
    if view.reason:
        blocks.append(context(cut(view.reason, 1_000)))
    asked: list[Block] = []
    if view.status:
        blocks.append(rich(run(cut(view.status, SECTION_TEXT))))
    else:
        fields, asked = _CONTROLS[view.control](view, say, year)
        blocks += fields
    blocks += actions([*asked, *press_buttons(view.buttons)], f"ask:{reference(view)}")
    text = " · ".join(part for part in (view.prompt, view.status) if part)
    return Drawn(fallback(text), blocks)


def reference(view: QuestionView) -> str:
    """What a control says of its Question: id and revision; also what makes block ids new per revision."""
    return f"{view.question}.{view.revision}"


def _submit(view: QuestionView, say: Words) -> Block:
    return button("submit", 0, say.say("slack-submit"), reference(view), "primary")


def _open_form(view: QuestionView, say: Words, key: str = "slack-answer") -> Block:
    return button("ask", 0, say.say(key), reference(view), "primary" if key == "slack-answer" else "plain")


def _single(view: QuestionView, say: Words, year: int) -> Controls:
    own = [_open_form(view, say, "slack-own-words")] if view.limits.get("allowCustom") else []
    if len(view.choices) <= AS_BUTTONS:
        is_long = any(choice.description or size(choice.label) > BUTTON_SHOWN for choice in view.choices)
        row = [
            button("choice", index, _short(choice, index, is_long), f"{reference(view)}.{index}")
            for index, choice in enumerate(view.choices)
        ]
        return (_listed(view, range(len(view.choices))) if is_long else []), [*row, *own]
    options, listed = _options(view)
    kind = "radio_buttons" if len(view.choices) <= AS_RADIO else "static_select"
    element: Block = {"type": kind, "action_id": "select:0", "options": options}
    if kind == "static_select":
        element["placeholder"] = plain(say.say("slack-choose"), PLACEHOLDER_TEXT)
    for option, choice in zip(options, view.choices, strict=True):
        if choice.value == view.draft:
            element["initial_option"] = option
    return [*listed, *actions([element], f"select:{reference(view)}")], [_submit(view, say), *own]


def _short(choice: Choice, index: int, is_numbered: bool) -> str:
    return cut(f"{index + 1} · {choice.label}", BUTTON_SHOWN) if is_numbered else choice.label


def _multi(view: QuestionView, say: Words, year: int) -> Controls:
    options, listed = _options(view)
    chosen = view.draft if isinstance(view.draft, list) else []
    initial = [option for option, choice in zip(options, view.choices, strict=True) if choice.value in chosen]
    extra = {"initial_options": initial} if initial else {}
    if len(options) <= AS_RADIO:
        ticks: Block = {"type": "checkboxes", "action_id": "ticks:0", "options": options, **extra}
        blocks = [*listed, *actions([ticks], f"ticks:{reference(view)}")]
    else:
        placeholder = plain(say.say("slack-choose"), PLACEHOLDER_TEXT)
        menu: Block = {
            "type": "multi_static_select",
            "action_id": "ticks:0",
            "options": options,
            "placeholder": placeholder,
            **extra,
        }
        asked = {"type": "section", "block_id": f"ticks:{reference(view)}", "accessory": menu}
        blocks = [*listed, {**asked, "text": plain(say.say("slack-choose-several"), SECTION_TEXT)}]
    if view.limits.get("allowCustom"):
        others = text_input(view, say, "slack-others", is_long=True)
        others["element"]["max_length"] = INPUT_TEXT  # several, a line each
        blocks.append({**others, "optional": True})
    return blocks, [_submit(view, say)]


def _options(view: QuestionView) -> tuple[list[Block], list[Block]]:
    """Options by their index, as a value may be longer than Slack takes; full texts of those cut."""
    options: list[Block] = []
    long: list[int] = []
    for index, choice in enumerate(view.choices):
        is_long = max(size(choice.label), size(choice.description)) > OPTION_TEXT
        label = f"{index + 1}. {choice.label}" if is_long else choice.label
        option: Block = {"text": plain(label, OPTION_TEXT), "value": str(index)}
        if choice.description:
            option["description"] = plain(choice.description, OPTION_TEXT)
        options.append(option)
        long += [index] if is_long else []
    return options, _listed(view, long)


def _listed(view: QuestionView, indices: range | list[int]) -> list[Block]:
    """Choices in full, numbered as on their buttons."""
    texts = []
    for index in indices:
        choice = view.choices[index]
        said = f"{choice.label} ({choice.description})" if choice.description else choice.label
        texts.append(f"{index + 1}. {said}")
    given = shares([size(text) for text in texts], LISTED_TEXT)
    lines = [cut(text, most) for text, most in zip(texts, given, strict=True)]
    return [rich(run("\n".join(lines)))] if lines else []


def _text(view: QuestionView, say: Words, year: int) -> Controls:
    is_long = view.control == "textarea"
    blocks = [text_input(view, say, "slack-your-answer", is_long=is_long)]
    if isinstance(view.draft, str) and size(view.draft) > INPUT_TEXT:
        blocks.append(context(say.say("slack-draft-too-long")))
    elif _most(view) > INPUT_TEXT:
        blocks.append(context(say.say("slack-write-if-long", most=INPUT_TEXT)))
    return blocks, [_submit(view, say)]


def _most(view: QuestionView) -> int:
    return int(view.limits.get("maxLength", INPUT_TEXT))


def text_input(view: QuestionView, say: Words, label: str, *, is_long: bool) -> Block:
    """A field for text; Enter sends a short one. A draft that doesn't fit is left out, never cut."""
    element: Block = {
        "type": "plain_text_input",
        "action_id": "text:0",
        "multiline": is_long,
        "max_length": max(1, min(_most(view), INPUT_TEXT)),
    }
    if isinstance(view.draft, str) and 0 < size(view.draft) <= INPUT_TEXT:
        element["initial_value"] = view.draft
    block: Block = {
        "type": "input",
        "block_id": f"text:{reference(view)}",
        "label": plain(say.say(label), LABEL_TEXT),
        "element": element,
    }
    if not is_long:
        element["dispatch_action_config"] = {"trigger_actions_on": ["on_enter_pressed"]}
        block["dispatch_action"] = True
    return block


def _date(view: QuestionView, say: Words, year: int) -> Controls:
    """A day, or only month and year, or only the year: nobody is made to invent a day."""
    last = int(str(view.limits["max"])[:4]) if "max" in view.limits else year + 5
    first = max(int(str(view.limits["min"])[:4]) if "min" in view.limits else 0, last - YEARS + 1)
    years = [str(number) for number in range(last, first - 1, -1)]
    months = [f"{number:02}" for number in range(1, 13)]
    parts = [_menu("month", say, months), _menu("year", say, years)]
    return [
        *actions([_day("date", say, view.draft)], f"date:{reference(view)}"),
        context(say.say("slack-date-in-part")),
        *actions(parts, f"part:{reference(view)}"),
    ], [_submit(view, say)]


def _menu(kind: str, say: Words, values: list[str]) -> Block:
    options = [{"text": plain(value, OPTION_TEXT), "value": value} for value in values]
    placeholder = plain(say.say(f"slack-{kind}"), PLACEHOLDER_TEXT)
    return {"type": "static_select", "action_id": f"{kind}:0", "options": options, "placeholder": placeholder}


def _day(kind: str, say: Words, draft: object) -> Block:
    placeholder = plain(say.say(f"slack-{kind}"), PLACEHOLDER_TEXT)
    element: Block = {"type": "datepicker", "action_id": f"{kind}:0", "placeholder": placeholder}
    if isinstance(draft, str) and len(draft) == len("YYYY-MM-DD"):
        element["initial_date"] = draft
    return element


def _range(view: QuestionView, say: Words, year: int) -> Controls:
    draft: dict[str, Any] = view.draft if isinstance(view.draft, dict) else {}
    days = [_day("start", say, draft.get("start")), _day("end", say, draft.get("end"))]
    if view.limits.get("allowOpenEnd"):
        option = {"text": plain(say.say("slack-present"), OPTION_TEXT), "value": "present"}
        days.append({"type": "checkboxes", "action_id": "present:0", "options": [option]})
    return actions(days, f"range:{reference(view)}"), [_submit(view, say)]


def _in_form(view: QuestionView, say: Words, year: int) -> Controls:
    """Number, link and file have their element in a form only."""
    hint = [context(say.say("slack-or-attach"))] if view.control == "file" else []
    return hint, [_open_form(view, say)]


def _confirm(view: QuestionView, say: Words, year: int) -> Controls:
    yes, no = str(view.limits["confirmLabel"]), str(view.limits["cancelLabel"])
    return [], [
        button("choice", 0, yes, f"{reference(view)}.0", "primary"),
        button("choice", 1, no, f"{reference(view)}.1"),
    ]


_CONTROLS: Final[dict[str, Callable[[QuestionView, Words, int], Controls]]] = {
    "single_choice": _single,
    "multi_choice": _multi,
    "text": _text,
    "textarea": _text,
    "number": _in_form,
    "date": _date,
    "date_range": _range,
    "url": _in_form,
    "file": _in_form,
    "confirm": _confirm,
}


def form_input(view: QuestionView, say: Words) -> Block:
    """The one field of a Question's form; Slack has an element for numbers, links and files only here."""
    if view.control not in ("number", "url", "file"):
        return text_input(view, say, "slack-your-answer", is_long=True)
    return {
        "type": "input",
        "block_id": f"{view.control}:{reference(view)}",
        "label": plain(say.say("slack-your-answer"), LABEL_TEXT),
        "element": _form_element(view),
    }


def _form_element(view: QuestionView) -> Block:
    limits = view.limits
    if view.control == "number":
        element: Block = {"type": "number_input", "action_id": "number:0"}
        element["is_decimal_allowed"] = not limits.get("integer")
        for name in ("min", "max"):
            limit = limits.get(name)
            if isinstance(limit, int | float):
                element[f"{name}_value"] = plain_number(limit)
        return element
    if view.control == "url":
        return {
            "type": "url_text_input",
            "action_id": "url:0",
            "placeholder": plain("https://", PLACEHOLDER_TEXT),
        }
    element = {"type": "file_input", "action_id": "files:0"}
    element["max_files"] = min(int(limits.get("maxFiles", 1)), _FILE_TYPES)
    kinds = [
        mimetypes.guess_extension(one) or "" for one in str(limits.get("acceptedMediaTypes", "")).split(",")
    ]
    if kinds and all(kinds):  # one that Slack can't be told of must not be shut out
        element["filetypes"] = [kind.lstrip(".") for kind in kinds]
    return element
