"""Writes that make one person of two, or two of one."""

from typing import Final, Literal

from core.event import Actor
from core.unit import Private, Write


def add_link(
    link: str, code: str, person: str, conversation: str, name: str, at: int, expires_at: int
) -> Write:
    """A code (as its keyed hash) that a person may give on another platform."""
    values = {
        "id": link,
        "code": code,
        "person": person,
        "conversation": conversation,
        "name": Private(name),
        "at": at,
        "expires_at": expires_at,
    }
    return Write("add_link", values)


def drop_links(person: str) -> Write:
    """Former codes of this person are no longer taken."""
    return Write("drop_links", {"person": person}, rows=None)


def take_link(link: str, person: str, conversation: str, name: str, at: int) -> Write:
    """The code was given by `person`: both are asked; it is taken once."""
    values = {"id": link, "person": person, "conversation": conversation, "name": Private(name), "at": at}
    return Write("take_link", values)


def agree(link: str, *, is_first: bool) -> Write:
    """One side says yes, and the other hasn't yet; of two at once one comes second, and links."""
    return Write("agree_first", {"id": link}) if is_first else Write("agree_other", {"id": link})


def end_link(link: str, state: Literal["linked"], *, yes: bool, other_yes: bool) -> Write:
    """Both sides have said yes; `yes` and `other_yes` are how it stood before."""
    values = {"id": link, "state": state, "yes": int(yes), "other_yes": int(other_yes)}
    return Write("end_link", values)


def refuse_link(link: str) -> Write:
    """One side says no."""
    return Write("refuse_link", {"id": link})


MERGE: Final = (
    "merge_resumes_owner", "merge_current_resumes_person", "merge_versions_person", "merge_proposals_person",
    "merge_proposals_decided_by", "merge_decisions_person", "merge_messages_person", "merge_questions_person",
    "merge_posts_person", "merge_posts_face_person", "merge_jobs_person", "merge_audit_person",
    "merge_identities_person", "merge_usage",
)  # fmt: skip
"""Every place where a person is named."""


def merge_people(person: str, other: str) -> list[Write]:
    """All that `other` has becomes `person`'s, identities with it; `other` is gone."""
    values = {"person": person, "other": other}
    gone = {"person": other}
    return [
        *(Write(statement, values, rows=None) for statement in MERGE),
        Write("forget_usage", gone, rows=None),
        Write("forget_person", gone),
    ]


def move_identity(actor: Actor, was: str, person: str) -> list[Write]:
    """An identity is another person's from now on, and has left its conversations."""
    place = {"platform": actor.platform, "workspace": actor.workspace, "was": was}
    return [
        Write("move_identity", {**place, "user_id": actor.user, "person": person}),
        Write("leave_conversations", place, rows=None),
    ]


def add_nameless(person: str, name: str, language: str, at: int) -> Write:
    """A person without an identity yet."""
    return Write("add_person", {"id": person, "name": Private(name), "language": language, "at": at})
