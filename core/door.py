"""Door: what a chat platform asks of the core. Events in, and what a message or a form is made of."""

from collections.abc import Awaitable, Callable
from typing import Literal, Protocol, TypeAlias

from core.event import Actor, Event
from core.resume.values import Json
from core.show.files import MadeFile
from core.show.view import Notice, View

Decided: TypeAlias = Callable[[], Awaitable[Notice | None]]
"""Waits for an Event's outcome until its `notice_until`: what the person is to be told at once, or None."""


class Door(Protocol):
    """The core, seen from a chat platform."""

    async def accept(self, event: Event) -> Decided:
        """Store the Event durably; it is decided from then on.

        When this returns the platform may be told that the Event arrived. Raises what the store raises when
        it can't be written: then nothing was stored, and nothing may be acknowledged.
        """
        ...

    async def park(self, key: str, raw: Json) -> None:
        """Set aside what came in and can't be read, for an operator to see; its key is as an Event's."""
        ...

    async def view(self, post: int, actor: Actor) -> View | None:
        """A Post as it stands now, for a form; None when it is gone or isn't this person's to see."""
        ...

    async def view_of(self, subject: Literal["question", "proposal"], name: str, actor: Actor) -> View | None:
        """A Question or a Proposal as it stands now, for a form, wherever it is shown; None if not theirs.

        For a press on a message whose place isn't known (yet).
        """
        ...

    async def post_at(self, workspace: str, place: str) -> int | None:
        """The Post that stands at a place of this platform (as `show` returned it)."""
        ...

    async def files(self, post: int) -> tuple[MadeFile, ...]:
        """What a Post with a FileView hands over: a picture has several pages; () if it is gone."""
        ...

    async def picture(self, resume: str, version: int, actor: Actor) -> bytes | None:
        """The first page of a résumé as PNG, drawn beside the loop.

        None when `version` isn't the newest any more, or the résumé isn't this person's to see. Raises
        BugError `no_picture`.
        """
        ...

    async def receives(self, name: str) -> bool:
        """Whether this process is the one that takes in what comes for `name` (a bot); one at a time is."""
        ...

    async def language(self, actor: Actor) -> str:
        """The language that a person is spoken to in: `en` or `zh`."""
        ...
