"""Writes of the inbox: Events stored, handled, set aside."""

from core.event import Event
from core.resume.values import Json
from core.unit import Private, Write


def receive(event: Event) -> Write:
    """Store an Event before anything is acknowledged; a second delivery of its key changes nothing."""
    body = Private(event.model_dump(mode="json"))
    values = {"key": event.key, "conversation": event.conversation.id, "at": event.at, "body": body}
    return Write("receive", values, rows=None)


def finish_event(key: str, at: int) -> Write:
    """The Event is handled: its body is emptied, its key kept."""
    return Write("finish_event", {"key": key, "at": at})


def retry_event(key: str, code: str, next_at: int) -> Write:
    """Handling failed with `code`; look again at `next_at`."""
    return Write("retry_event", {"key": key, "code": code, "next_at": next_at})


def park_event(key: str, code: str, at: int) -> Write:
    """Handling failed for good: kept aside with its body, so that the lane goes on."""
    return Write("park_event", {"key": key, "code": code, "at": at})


def park_unread(key: str, conversation: str, raw: Json, at: int) -> Write:
    """What came in and is no Event is kept aside with its body; a second delivery changes nothing."""
    values = {"key": key, "conversation": conversation, "body": Private(raw), "at": at}
    return Write("park_unread", values, rows=None)


def replay_event(inbox_id: int, at: int) -> Write:
    """Hand a parked Event to its lane once more."""
    return Write("replay_event", {"id": inbox_id, "at": at})


def empty_parked(before: int) -> Write:
    """Empty the bodies of Events that were parked before a time (ms)."""
    return Write("empty_parked", {"before": before}, rows=None)


def remove_events(before: int) -> Write:
    """Forget the keys of Events that were handled or parked before a time (ms)."""
    return Write("remove_events", {"before": before}, rows=None)
