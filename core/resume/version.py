"""Resume and Version: one document of an owner, and its immutable numbered snapshots."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.resume.values import Document, Json

Cause: TypeAlias = Literal["created", "imported", "approved", "answered", "setting", "undone", "restored"]


@dataclass(frozen=True, slots=True)
class Resume:
    """One document with an owner (a person's id), a title and its current version number."""

    id: str
    owner: str
    title: str
    version: int
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Version:
    """One snapshot: who (a person's id) caused it, when (ms, UTC) and why; `change` as JSON or None.

    `of_version` is the version that an `undone` or `restored` one speaks of.
    """

    resume: str
    number: int
    cause: Cause
    person: str
    title: str
    at: int
    proposal: str | None
    of_version: int | None
    change: Json
    content: Document | None = None
    """The document itself; left out where only the history is read."""
