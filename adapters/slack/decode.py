"""What is written, handed over and opened in Slack → Events. Pure: time and workspace are arguments."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from adapters.slack.text import from_slack
from core.desk.commands import OFFERED
from core.event import Actor, Command, Conversation, Event, File, Message, Opened, Press

Body = Mapping[str, Any]

NOTICE_MS: Final = 1_000
"""How long a click or a message waits for its Notice."""
COMMANDS: Final = frozenset({*OFFERED, "resumes", "start"})
"""What `/resume` takes as a command; anything else is read as a message."""
_SUBTYPES: Final = ("", "file_share", "thread_broadcast")


@dataclass(frozen=True, slots=True)
class Us:
    """What we are installed in, a workspace (T…) or a whole organisation (E…), and who we are there."""

    team: str
    bot_user: str


def to_events(body: Body, us: Us, at: int) -> tuple[Event, ...]:
    """The Events of an Events API body; none for what is not ours to answer.

    A message with several files is several Events. `at` is now, in milliseconds since 1970 (UTC).
    """
    event = body.get("event") or {}
    match event.get("type"):
        case "message":
            return _message(body, event, us, at)
        case "app_mention":
            return _mention(body, event, us, at)
        case "app_home_opened" if event.get("tab") == "home" and event.get("user"):
            opened = Opened()
            return (
                Event(
                    key=_key(body),
                    conversation=own(event["user"], us),
                    actor=_author(event, us),
                    at=at,
                    body=opened,
                ),
            )
        case _:
            return ()


def own(user: str, us: Us, thread: str = "") -> Conversation:
    """A person's own conversation with us: direct messages are named by the person, not by their channel."""
    return Conversation(platform="slack", workspace=us.team, channel=user, thread=thread)


def room_of(body: Body) -> tuple[str, str] | None:
    """A person and the channel of their direct messages, where a body tells."""
    event = body.get("event") or {}
    user = event.get("user") or (body.get("user") or {}).get("id")
    channel = event.get("channel") or (body.get("container") or {}).get("channel_id")
    is_direct = isinstance(channel, str) and channel.startswith("D")
    return (str(user), str(channel)) if user and is_direct and not event.get("bot_id") else None


def _key(body: Body) -> str:
    return f"slack:{body['event_id']}"


def _author(event: Body, us: Us) -> Actor:
    """Who wrote it."""
    return person(event["user"], event.get("user_team") or event.get("team"), us)


def person(user: object, team: object, us: Us) -> Actor:
    """Somebody, by their own workspace: of another company (Slack Connect) it is another than ours.

    Who meets us in an organisation is known by that: there one id and one talk go through all workspaces.
    """
    own_team = us.team if us.team.startswith("E") else str(team or us.team)
    return Actor(platform="slack", workspace=own_team, user=str(user))


def _is_from_person(event: Body) -> bool:
    subtype = event.get("subtype") or ""
    return bool(event.get("user")) and not event.get("bot_id") and subtype in _SUBTYPES


def _message(body: Body, event: Body, us: Us, at: int) -> tuple[Event, ...]:
    if event.get("channel_type") != "im" or not _is_from_person(event):
        return ()
    ts = str(event["ts"])
    thread = str(event.get("thread_ts") or ts)
    conversation = own(str(event["user"]), us, thread)
    place = f"{event['channel']}:{thread}" if thread != ts else ""
    return _said(body, event, us, at, conversation, place)


def _mention(body: Body, event: Body, us: Us, at: int) -> tuple[Event, ...]:
    if not _is_from_person(event):
        return ()
    origin = Conversation(
        platform="slack",
        workspace=us.team,
        channel=str(event["channel"]),
        thread=str(event.get("thread_ts") or event["ts"]),
    )
    events = _said(body, event, us, at, own(str(event["user"]), us), "")
    return tuple(one.model_copy(update={"origin": origin}) for one in events)


def _said(
    body: Body, event: Body, us: Us, at: int, conversation: Conversation, place: str
) -> tuple[Event, ...]:
    """A message, or its files with the text as their caption."""
    text = from_slack(str(event.get("text") or ""), us.bot_user)
    bodies: list[Message | File | Command] = [
        _file(one, text if number == 0 else "", place) for number, one in enumerate(event.get("files") or ())
    ]
    if not bodies:
        forwarded = _forwarded(event)
        whole = "\n".join(part for part in (text, forwarded) if part)
        if not whole:  # a mention and nothing else asks who we are; an empty message asks nothing
            bodies = [] if conversation.thread else [Command(name="help")]
        else:
            bodies = [Message(text=whole, typed=not forwarded, reply_place=place)]
    actor = _author(event, us)
    return tuple(
        Event(
            key=_key(body) if number == 0 else f"{_key(body)}:{number}",
            conversation=conversation,
            actor=actor,
            at=at,
            body=one,
            notice_until=at + NOTICE_MS,
        )
        for number, one in enumerate(bodies)
    )


def _forwarded(event: Body) -> str:
    """The text of messages that were forwarded with it."""
    shared = [
        one for one in event.get("attachments") or () if one.get("is_share") or one.get("is_msg_unfurl")
    ]
    return "\n".join(from_slack(str(one.get("text") or one.get("fallback") or "")) for one in shared)


def _file(file: Body, caption: str, place: str) -> File:
    """A file by its id; its bytes are fetched by a Job."""
    return File(
        name=str(file.get("name") or file.get("title") or "file")[-255:],
        media_type=str(file.get("mimetype") or ""),
        reference=str(file["id"]),
        size=int(file.get("size") or 0),
        caption=caption,
        reply_place=place,
    )


def to_command(body: Body, us: Us, at: int) -> Event:
    """A slash command: `/resume undo`. What isn't one of ours is read as a message."""
    text = from_slack(str(body.get("text") or "")).strip()
    name, _, argument = text.partition(" ")
    is_command = name.lower() in COMMANDS or not text
    said: Command | Message = Message(text=text, again=True)  # a command is never an answer
    if is_command:
        said = Command(name=name.lower() or "help", argument=argument.strip())
    user = str(body["user_id"])
    return Event(
        key=f"slack:{body['trigger_id']}",
        conversation=own(user, us),
        actor=person(user, body.get("team_id"), us),
        at=at,
        body=said,
        notice_until=at + NOTICE_MS,
    )


def stopped_in(body: Body, us: Us) -> Conversation | None:
    """Where a person pressed Slack's own Stop."""
    event = body.get("event") or {}
    if event.get("type") != "agent_session_stopped" or not event.get("user"):
        return None
    return own(str(event["user"]), us, str(event.get("thread_ts") or ""))


def to_stop(body: Body, us: Us, token: str, at: int) -> Event:
    """The press of the working Post's Stop."""
    event = body["event"]
    conversation = stopped_in(body, us)
    assert conversation is not None, "it was looked at before"
    return Event(
        key=_key(body),
        conversation=conversation,
        actor=_author(event, us),
        at=at,
        body=Press(token=token),
        notice_until=at + NOTICE_MS,
    )
