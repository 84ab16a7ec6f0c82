"""What is clicked and sent in Slack → Clicks, Submissions, and the Events they are. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from adapters.slack.decode import NOTICE_MS, Body, Us, own, person
from adapters.slack.modal import Purpose
from core.event import Actor, Conversation, Event, Press
from core.resume.values import Json

FORM_MS: Final = 1_500
"""How long a form that was sent waits for its Notice: Slack gives it three seconds in all."""


@dataclass(frozen=True, slots=True)
class Click:
    """One click, or one change of a field: which control (`kind`), what it carries, and where it stands.

    `state` is what the fields beside it hold. `trigger` opens a form within three seconds, once.
    `response_url` answers in private; Home and forms have none. `view` is the form it was clicked in.
    """

    kind: str
    index: int
    value: str
    key: str
    actor: Actor
    conversation: Conversation
    place: str
    trigger: str
    response_url: str = ""
    block: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    view: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Submission:
    """A form that was sent: what it is about, and what its fields hold."""

    purpose: Purpose
    key: str
    actor: Actor
    conversation: Conversation
    fields: tuple[str, ...]
    state: dict[str, Any]


def _clicker(body: Body, us: Us) -> Actor:
    user = body["user"]
    return person(user["id"], user.get("team_id"), us)


def to_click(body: Body, us: Us) -> Click | None:
    """The click of a `block_actions` body; None for one that isn't ours."""
    action = (body.get("actions") or [{}])[0]
    kind, _, index = str(action.get("action_id") or "").partition(":")
    if not index.isdecimal():
        return None
    actor = _clicker(body, us)
    view = body.get("view")
    conversation, place = _where(body, us, actor)
    fields = (body.get("state") or (view or {}).get("state") or {}).get("values") or {}
    return Click(
        kind=kind,
        index=int(index),
        value=str(_value(action) or ""),
        key=f"slack:{body['trigger_id']}",
        actor=actor,
        conversation=conversation,
        place=place,
        trigger=str(body["trigger_id"]),
        response_url=str(body.get("response_url") or ""),
        block=str(action.get("block_id") or ""),
        state=_state(fields),
        view=view,
    )


def _where(body: Body, us: Us, actor: Actor) -> tuple[Conversation, str]:
    """The conversation of a click, and the place of what was clicked."""
    container = body.get("container") or {}
    view = body.get("view")
    if view is not None:
        if view.get("type") == "home":
            return own(actor.user, us), home_place(actor.user)
        purpose = Purpose.read(str(view.get("private_metadata") or ""))
        return Conversation.from_id(purpose.conversation), purpose.place
    channel, ts = str(container["channel_id"]), str(container["message_ts"])
    thread = str(container.get("thread_ts") or (body.get("message") or {}).get("thread_ts") or "")
    thread = "" if thread == ts else thread  # a message that got replies names itself
    place = f"{channel}:{ts}"
    if channel.startswith("D"):
        return own(actor.user, us, thread), place
    conversation = Conversation(platform="slack", workspace=us.team, channel=channel, thread=thread)
    return conversation, place


def home_place(user: str) -> str:
    """The place of a person's Home tab."""
    return f"home:{user}"


def to_press(click: Click, at: int, *, line: int | None = None, text: str | None = None) -> Event:
    """The Event of a pressed button of the core's."""
    return _press(click.key, click.conversation, click.actor, at, click.value, click.place, line, text)


def _press(
    key: str,
    conversation: Conversation,
    actor: Actor,
    at: int,
    token: str,
    place: str,
    line: int | None,
    text: str | None,
    within: int = NOTICE_MS,
) -> Event:
    return Event(
        key=key,
        conversation=conversation,
        actor=actor,
        at=at,
        body=Press(token=token, place=place, line=line, text=text),
        notice_until=at + within,
    )


def to_submission(body: Body, us: Us) -> Submission:
    """A form that was sent. Raises ValueError for one that isn't ours."""
    view = body["view"]
    purpose = Purpose.read(str(view.get("private_metadata") or ""))
    values = (view.get("state") or {}).get("values") or {}
    return Submission(
        purpose=purpose,
        key=f"slack:{body.get('trigger_id') or view['id'] + ':' + str(view.get('hash'))}",
        actor=_clicker(body, us),
        conversation=Conversation.from_id(purpose.conversation),
        fields=tuple(block["block_id"] for block in view.get("blocks") or () if block.get("type") == "input"),
        state=_state(values),
    )


def form_press(sent: Submission, at: int) -> Event:
    """The Event of a sent form that edits a line, gives a reason, or approves after a review."""
    text = sent.state.get("text")
    line: int | None = None
    match sent.purpose.form:
        case "lines":
            line = sent.purpose.line
        case "reason":
            text = text or ""
        case _:
            text = None
    token, place = sent.purpose.subject, sent.purpose.place
    return _press(sent.key, sent.conversation, sent.actor, at, token, place, line, text, FORM_MS)


def _state(values: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What the fields hold, by the kind in their action id."""
    return {
        action_id.partition(":")[0]: _value(element)
        for block in values.values()
        for action_id, element in block.items()
    }


def _value(element: Mapping[str, Any]) -> Json:
    """What one element holds; None while it holds nothing."""
    match element.get("type"):
        case "static_select" | "external_select" | "radio_buttons":
            return (element.get("selected_option") or {}).get("value")
        case "checkboxes" | "multi_static_select":
            return [one.get("value") for one in element.get("selected_options") or ()]
        case "datepicker":
            return element.get("selected_date")
        case "file_input":
            return list(element.get("files") or ())
        case _:
            return element.get("value")
