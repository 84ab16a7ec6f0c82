"""What the page asks of the core: take an Event in, and tell the whole current state."""

from dataclasses import dataclass
from typing import Literal, Protocol

from core.event import Conversation, Event
from core.show.view import LineView, Notice, View


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a conversation shows: its posts in order, its language, the model's host (None: no model)."""

    posts: tuple[tuple[int, View], ...]
    language: Literal["en", "zh"]
    model_host: str | None
    conversations: tuple[tuple[str, str], ...] = ()
    """Conversations of the page's person, the newest first: channel, and what it began with."""
    is_new: bool = False
    """Nobody is known here: it is a first visit, or everything was deleted."""


class Door(Protocol):
    """The core, seen from the page."""

    async def receive(self, event: Event) -> Notice | None:
        """Store the Event durably, then have it decided.

        Gives the Notice if the outcome came before `event.notice_until`, else None. Raises when the inbox
        could not be written: then nothing was stored.
        """
        ...

    async def export(self, conversation: Conversation, form: str) -> tuple[str, bytes] | None:
        """The current résumé as a file, its name and bytes (`json` or `pdf`); None if there is none yet."""
        ...

    async def picture(self, conversation: Conversation, version: int, page: int) -> tuple[bytes, int] | None:
        """A page (from 1) of the current résumé as PNG, and their count; None for another version."""
        ...

    async def file(self, conversation: Conversation, post: int) -> tuple[str, bytes] | None:
        """The file of a Post of this conversation: its name and bytes (JSON); None if it is gone."""
        ...

    async def compare(
        self, conversation: Conversation, older: int, newer: int
    ) -> tuple[LineView, ...] | None:
        """What differs between two versions of the current résumé; None if one of them isn't there."""
        ...

    async def snapshot(self, conversation: Conversation) -> Snapshot:
        """The whole current state of a conversation."""
        ...
