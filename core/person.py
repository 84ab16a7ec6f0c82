"""Person: one human, under one or several identities on platforms."""

from dataclasses import dataclass

from core.show.words import Language


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody we know; `name` is what others see, `time_zone` an IANA name where it is known."""

    id: str
    name: str
    language: Language
    time_zone: str | None = None
