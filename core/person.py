"""Person: one human, under one or several identities on platforms."""

from dataclasses import dataclass
from typing import Literal

from core.show.words import Language


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody we know; `name` is what others see, `time_zone` an IANA name where it is known."""

    id: str
    name: str
    language: Language
    time_zone: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A code that `person` was given, and who gave it back elsewhere: both have to say that they are one.

    `name` and `other_name` are how each side is told of the other. `state`: `open` until the code is given,
    `asked` until both have said yes, then `linked`, or `refused`.
    """

    id: str
    person: str
    conversation: str
    name: str
    state: Literal["open", "asked", "linked", "refused"]
    other_person: str | None
    other_conversation: str | None
    other_name: str | None
    yes: bool
    other_yes: bool
    expires_at: int
