"""Answers: what the controls of a message or a form hold → the value that the core takes."""

import mimetypes
from collections.abc import Mapping
from typing import Any

from core.resume.values import Json
from core.show.view import QuestionView

State = Mapping[str, Any]
"""What the fields hold now, by the kind in their action id."""


def read_value(view: QuestionView, state: State, index: int | None = None) -> Json:
    """The value given, unchecked: the core says what is wrong with it. `index` is a pressed option's.

    A field that was never touched can be missing; then its draft stands, as it was drawn.
    """
    match view.control:
        case "confirm":
            return index == 0
        case "single_choice":
            return _choice(view, state, index)
        case "multi_choice":
            return _choices(view, state)
        case "number":
            return _number(state.get("number"))
        case "date":
            return _date(view, state)
        case "date_range":
            return _range(view, state)
        case "url":
            return str(state.get("url") or "").strip()
        case "file":
            return [_file(one) for one in state.get("files") or ()]
        case _:
            return _text(view, state)


def _text(view: QuestionView, state: State) -> str:
    given = state.get("text")
    return view.draft if given is None and isinstance(view.draft, str) else str(given or "")


def _choice(view: QuestionView, state: State, index: int | None) -> Json:
    if state.get("text"):
        return str(state["text"])
    picked = str(index) if index is not None else state.get("select")
    if picked is None and "select" in state:
        return ""
    return view.draft if picked is None and isinstance(view.draft, str) else _chosen(view, picked)


def _chosen(view: QuestionView, picked: object) -> str:
    number = int(picked) if isinstance(picked, str) and picked.isdecimal() else -1
    return view.choices[number].value if 0 <= number < len(view.choices) else ""


def _choices(view: QuestionView, state: State) -> Json:
    own = [line.strip() for line in str(state.get("text") or "").splitlines() if line.strip()]
    if state.get("ticks") is None:
        ticked = view.draft if isinstance(view.draft, list) else []
    else:
        ticked = [_chosen(view, one) for one in state["ticks"]]
    return [*ticked, *own]


def _number(given: object) -> Json:
    text = str(given or "").strip()
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return text


def _date(view: QuestionView, state: State) -> str:
    """The day; else year and month, or the year alone. No precision is added."""
    if state.get("date"):
        return str(state["date"])
    if state.get("year"):
        return "-".join(str(state[part]) for part in ("year", "month") if state.get(part))
    return view.draft if isinstance(view.draft, str) else ""


def _range(view: QuestionView, state: State) -> Json:
    draft = view.draft if isinstance(view.draft, dict) else {}
    start = state.get("start") or draft.get("start") or ""
    if state.get("present"):
        return {"start": start}
    return {"start": start, "end": state.get("end") or draft.get("end") or ""}


def _file(given: Mapping[str, Any]) -> Json:
    name = str(given.get("name") or "")
    kind = given.get("mimetype") or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return {"fileId": str(given.get("id") or ""), "mediaType": str(kind)}
