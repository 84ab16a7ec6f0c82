"""The ten controls as keys: how each is drawn, and what a tap on it means.

What is half done stands in the Question's draft, a dict of ours: `page`, `ticked` (indices of options),
`year`, `month`, `start`. Core keeps it, so a restart goes on where it was.
"""

from collections.abc import Sequence
from typing import Final

from adapters.telegram.controls_date import date_hint, date_keys, tap_date
from adapters.telegram.drawing import Drawing
from adapters.telegram.keyboard import Key, Rows, pack, to_rows
from adapters.telegram.markup import Markup, bold, italic, join, text
from adapters.telegram.taps import Given, Half, Meant, Tap, tap_on
from adapters.telegram.units import cut, units
from core.resume.values import Json
from core.show.view import Choice, QuestionView
from core.show.words import Words
from core.talk.button import to_token

_PAGE: Final = 8
"""Options of a page, where there are more than `_ONE_PAGE`."""
_ONE_PAGE: Final = 12
_LONG_LABEL: Final = 32
"""Units past which a label stands in the text, and its key has the number."""
_NUMBERS: Final = (0, 1, 2, 3, 5, 10)
_HINTS: Final = {
    "single_choice": "telegram-hint-choice",
    "multi_choice": "telegram-hint-choices",
    "text": "telegram-hint-text",
    "textarea": "telegram-hint-textarea",
    "number": "telegram-hint-number",
    "url": "telegram-hint-url",
    "file": "telegram-hint-file",
}


def draw_question(view: QuestionView, say: Words, *, post: int, year: int, most: int) -> Drawing:
    """An open Question with its control, or what became of it with what can still be done."""
    prompt = cut(view.prompt, most // 3)
    if view.status:
        whole = join((text(f"❔ {prompt}"), bold(cut(view.status, most // 3))))
        return Drawing((whole,), to_rows(view.buttons))
    head = join((bold(f"❔ {prompt}"), italic(cut(view.reason, most // 6))))
    hint = italic(cut(_hint(view, say), most // 8))
    body = _listed(view, most - head.units - hint.units - 8)
    return Drawing((join((head, body, hint), "\n\n"),), (*_keys(view, say, post, year), *_ways(view)))


def tap_control(view: QuestionView, tap: Tap, state: object) -> Meant | None:
    """What a tap means; `state` is what is half done. None: nothing that the Question offers.

    An Answer to what is answered already is for core to judge; only steps on the way to one are void then.
    """
    if view.question != tap.question:
        return None
    is_open = not view.status and view.revision == tap.revision
    meant = _meant(view, tap.act[0], tap.act[1:], to_state(state))
    return meant if is_open or isinstance(meant, Given) else None


def _meant(view: QuestionView, act: str, argument: str, kept: dict[str, Json]) -> Meant | None:
    match view.control:
        case "single_choice" | "multi_choice":
            return _tap_choice(view, act, argument, kept)
        case "number" if act == "n" and _is_number(argument):
            return Given(int(argument))
        case "confirm" if act in ("0", "1") and not argument:
            return Given(act == "1")
        case "date" | "date_range":
            return tap_date(view, act, argument, kept)
    return None


def to_state(draft: object) -> dict[str, Json]:
    """What a draft says of a control that is half done; empty for any other draft."""
    if not isinstance(draft, dict):
        return {}
    return {name: draft[name] for name in ("page", "ticked", "year", "month", "start") if name in draft}


def ticked(state: object) -> tuple[int, ...]:
    """The options that are ticked, by index."""
    marked = to_state(state).get("ticked")
    return tuple(one for one in marked if isinstance(one, int)) if isinstance(marked, list) else ()


def _hint(view: QuestionView, say: Words) -> str:
    match view.control:
        case "date" | "date_range":
            return date_hint(view, to_state(view.draft), say)
        case "single_choice" | "multi_choice" if not view.limits.get("allowCustom"):
            return ""
        case "number" if "min" in view.limits and "max" in view.limits:
            return say.say(
                "telegram-hint-between", least=str(view.limits["min"]), most=str(view.limits["max"])
            )
        case "confirm":
            return ""
    return say.say(_HINTS[view.control]) if view.control in _HINTS else ""


def _ways(view: QuestionView) -> Rows:
    """The ways out. *Only the year* is a key of the months here, where the year is known."""
    is_date = view.control in ("date", "date_range")
    return to_rows(
        button for button in view.buttons if not (is_date and to_token(button.token).decision == "year_only")
    )


def _keys(view: QuestionView, say: Words, post: int, year: int) -> Rows:
    state = to_state(view.draft)
    match view.control:
        case "single_choice" | "multi_choice":
            return _choice_keys(view, say, post, state)
        case "number":
            return pack([_number_key(view, post, number) for number in _offered(view)], 6)
        case "confirm":
            return (
                (
                    Key(cut(str(view.limits["confirmLabel"]), 64), tap_on(view, post, "1"), "success"),
                    Key(cut(str(view.limits["cancelLabel"]), 64), tap_on(view, post, "0"), "danger"),
                ),
            )
        case "date" | "date_range":
            return date_keys(view, state, say, post=post, year=year)
    return ()


# -- choices


def _shown(view: QuestionView, state: dict[str, Json]) -> range:
    """The indices of the options on the page that is open."""
    if len(view.choices) <= _ONE_PAGE:
        return range(len(view.choices))
    page = state.get("page")
    page = page if isinstance(page, int) and 0 <= page * _PAGE < len(view.choices) else 0
    return range(page * _PAGE, min((page + 1) * _PAGE, len(view.choices)))


def _is_listed(choices: Sequence[Choice]) -> bool:
    """Whether the options stand in the text, numbered, since their keys couldn't show them whole."""
    return any(units(choice.label) > _LONG_LABEL or choice.description for choice in choices)


def _listed(view: QuestionView, most: int) -> Markup:
    if not _is_listed(view.choices):
        return Markup()
    shown = _shown(view, to_state(view.draft))
    share = max(8, most // len(shown) - 8)
    lines = []
    for number in shown:
        choice = view.choices[number]
        label = f"{choice.label} — {choice.description}" if choice.description else choice.label
        lines.append(text(f"{number + 1}. {cut(label, share)}"))
    return join(lines)


def _choice_keys(view: QuestionView, say: Words, post: int, state: dict[str, Json]) -> Rows:
    shown = _shown(view, state)
    is_listed = any(units(choice.label) > _LONG_LABEL for choice in view.choices)
    marked, is_multi = ticked(state), view.control == "multi_choice"
    keys = []
    for number in shown:
        label = str(number + 1) if is_listed else cut(view.choices[number].label, 60)
        act = f"o{number}"
        if is_multi:
            label = f"{'☑' if number in marked else '☐'} {label}"
            act = f"{'-' if number in marked else '+'}{number}"
        keys.append(Key(label, tap_on(view, post, act)))
    rows = pack(keys, 5 if is_listed else 2 if len(keys) > 6 else 1)
    rows += _page_keys(view, post, shown)
    if is_multi:
        done = Key(say.say("telegram-done", count=len(marked)), tap_on(view, post, "f"), "success")
        rows += ((done,),)
    return rows


def _page_keys(view: QuestionView, post: int, shown: range) -> Rows:
    if len(shown) == len(view.choices):
        return ()
    page = shown.start // _PAGE
    keys = [Key("‹", tap_on(view, post, f"p{page - 1}"))] if page else []
    if shown.stop < len(view.choices):
        keys.append(Key("›", tap_on(view, post, f"p{page + 1}")))
    return (tuple(keys),)


def _tap_choice(view: QuestionView, act: str, argument: str, state: dict[str, Json]) -> Meant | None:
    marked = [number for number in ticked(state) if number < len(view.choices)]
    if view.control == "multi_choice" and (act, argument) == ("f", ""):
        is_known = bool(marked) or not view.status
        return Given([view.choices[number].value for number in marked]) if is_known else None
    number = int(argument) if _is_number(argument) else -1
    if act == "p" and number >= 0:
        return Half({**state, "page": number})
    if not 0 <= number < len(view.choices):
        return None
    if view.control == "single_choice":
        return Given(view.choices[number].value) if act == "o" else None
    if act not in ("+", "-"):
        return None
    rest = [one for one in marked if one != number]
    return Half({**state, "ticked": sorted([*rest, number]) if act == "+" else rest})


# -- numbers


def _offered(view: QuestionView) -> list[int]:
    least, most = view.limits.get("min", 0), view.limits.get("max")
    if not isinstance(least, int | float) or not isinstance(most, int | float | None):
        return []
    numbers: Sequence[int] = _NUMBERS
    if most is not None and most - least <= 11:
        numbers = range(-int(-least // 1), int(most // 1) + 1)
    return [number for number in numbers if number >= least and (most is None or number <= most)]


def _number_key(view: QuestionView, post: int, number: int) -> Key:
    return Key(str(number), tap_on(view, post, f"n{number}"))


def _is_number(argument: str) -> bool:
    digits = argument.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 9
