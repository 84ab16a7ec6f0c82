"""Writes of Slack's installations."""

from core.resume.values import Json
from core.unit import Private, Write


def save_slack_installation(workspace: str, content: Json, at: int) -> Write:
    """A workspace installed the app, for the first time or anew: who we are there, and the token."""
    values = {"workspace": workspace, "content": Private(content), "at": at}
    return Write("save_slack_installation", values)


def remove_slack_installation(workspace: str, until: int) -> Write:
    """A workspace uninstalled the app; an installation made after `until` (ms) stays."""
    return Write("remove_slack_installation", {"workspace": workspace, "until": until}, rows=None)


def add_slack_state(state: str, at: int, expires_at: int) -> list[Write]:
    """An installation begins, and must come back with this state; those that are too old go."""
    return [
        Write("drop_slack_states", {"at": at}, rows=None),
        Write("add_slack_state", {"state": state, "expires_at": expires_at}),
    ]


def take_slack_state(state: str, at: int) -> Write:
    """An installation comes back with its state: once, and in time."""
    return Write("take_slack_state", {"state": state, "at": at})
