"""Writes about people, and the conversations they are in."""

from core.event import Actor, Conversation
from core.unit import Private, Write


def add_person(person: str, actor: Actor, language: str, at: int) -> list[Write]:
    """A person we meet for the first time, with the identity they came under."""
    identity = {
        "platform": actor.platform,
        "workspace": actor.workspace,
        "user_id": actor.user,
        "person": person,
    }
    named = {"id": person, "name": Private(actor.name), "language": language, "at": at}
    return [Write("add_person", named), Write("add_identity", identity)]


def keep_person(person: str) -> Write:
    """The condition that this person is still known; nothing is changed."""
    return Write("keep_person", {"person": person})


def set_language(person: str, language: str) -> Write:
    """The language that a person is spoken to in."""
    return Write("set_language", {"person": person, "language": language})


def add_conversation(conversation: Conversation, at: int) -> Write:
    """Know a conversation; nothing happens if it is known."""
    values = {**conversation.model_dump(), "id": conversation.id, "at": at}
    return Write("add_conversation", values, rows=None)


def close_conversation(conversation: Conversation, reason: str, at: int) -> Write:
    """This conversation takes no messages; its Posts wait until its person is heard from again."""
    values = {
        "id": conversation.id,
        "platform": conversation.platform,
        "workspace": conversation.workspace,
        "channel": conversation.channel,
        "thread": conversation.thread,
        "reason": reason,
        "at": at,
    }
    return Write("close_conversation", values)


def reopen_conversation(conversation: str) -> Write:
    """Somebody was heard from there: what waits may be sent."""
    return Write("reopen_conversation", {"id": conversation}, rows=None)


def set_current(person: str, conversation: str, resume: str) -> Write:
    """Which Resume is meant by this person in this conversation."""
    return Write("set_current", {"person": person, "conversation": conversation, "resume": resume})
