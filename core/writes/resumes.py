"""Writes of résumés and their versions."""

from core.resume.values import Document, Json
from core.resume.version import Cause
from core.unit import Private, Write


def add_resume(
    resume: str,
    owner: str,
    title: str,
    document: Document,
    *,
    cause: Cause,
    why: str,
    at: int,
    is_sample: bool = False,
) -> list[Write]:
    """A new Resume with its version 1."""
    values = {"id": resume, "owner": owner, "title": Private(title), "is_sample": int(is_sample), "at": at}
    first = _version(resume, 1, document, None, cause, owner, why, at)
    return [Write("add_resume", values), first]


def add_version(
    resume: str,
    base: int,
    document: Document,
    change: Json,
    *,
    cause: Cause,
    person: str,
    why: str,
    at: int,
    proposal: str | None = None,
    of_version: int | None = None,
) -> list[Write]:
    """Version `base` + 1, if the Resume still stands at `base`."""
    move = Write("move_resume", {"resume": resume, "version": base, "at": at})
    return [
        move,
        _version(resume, base + 1, document, change, cause, person, why, at, proposal, of_version),
    ]


def keep_resume(resume: str, version: int) -> Write:
    """The condition that the Resume still stands at `version`; nothing is changed."""
    return Write("keep_resume", {"resume": resume, "version": version})


def _version(
    resume: str,
    number: int,
    document: Document,
    change: Json,
    cause: Cause,
    person: str,
    why: str,
    at: int,
    proposal: str | None = None,
    of_version: int | None = None,
) -> Write:
    values = {
        "resume": resume,
        "number": number,
        "content": Private(document),
        "change": None if change is None else Private(change),
        "cause": cause,
        "person": person,
        "proposal": proposal,
        "of_version": of_version,
        "title": Private(why),
        "at": at,
    }
    return Write("add_version", values)
