"""Writes that delete all of a person."""

from typing import Final

from core.unit import Write

FORGET: Final = (
    "forget_links",
    "forget_showings",
    "forget_decisions",
    "forget_undos",
    "forget_proposals",
    "forget_versions",
    "forget_current",
    "forget_resumes",
    "forget_messages",
    "forget_questions",
    "forget_tool_calls",
    "forget_jobs",
    "forget_usage",
    "forget_inbox",
    "forget_posts",
    "forget_audit",
    "forget_identities",
    "forget_person",
)
"""In the order in which each still finds what it deletes by."""


def forget(person: str, event_key: str) -> list[Write]:
    """Delete all that a person wrote and all that tells of them; of the audit time and kind stay.

    The Event that asks for it (`event_key`) is finished by the desk like any other.
    """
    values = {"person": person, "key": event_key}
    return [Write(statement, values, rows=None) for statement in FORGET]
