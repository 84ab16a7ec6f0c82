"""Taps: what a key of a Question's control sends, and what such a press means."""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from core.resume.values import Json
from core.show.view import QuestionView

NOOP: Final = "x"
"""What a key sends that does nothing."""

_TAP: Final = re.compile(
    r"a(?P<question>[a-z0-9]{1,20})\.(?P<revision>[0-9a-f]{1,8})\.(?P<post>[0-9a-f]{1,12})\.(?P<act>[!-~]{1,16})"
)
"""Core's own tokens never begin so. ASCII, at most 60 bytes; options go by index, never by label."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A press within a control: of which Question, revision and Post, and the act, such as `y2024`."""

    question: str
    revision: int
    post: int
    act: str

    def __str__(self) -> str:
        return f"a{self.question}.{self.revision:x}.{self.post:x}.{self.act}"


def to_tap(data: str) -> Tap | None:
    """The Tap that a key's data is; None for anything else."""
    found = _TAP.fullmatch(data)
    if found is None:
        return None
    return Tap(found["question"], int(found["revision"], 16), int(found["post"], 16), found["act"])


def tap_on(view: QuestionView, post: int, act: str) -> str:
    """The data of a key of this Question."""
    return str(Tap(view.question, view.revision, post, act))


@dataclass(frozen=True, slots=True)
class Given:
    """A control gave its Answer."""

    value: Json


@dataclass(frozen=True, slots=True)
class Half:
    """A control is half done: the state it is in now, kept with the Question."""

    state: dict[str, Json]


Meant: TypeAlias = Given | Half
