"""A button's token: `kind id.revision.showing.decision`, at most 64 bytes (Telegram's callback data)."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from core.errors import PersonError

Decision: TypeAlias = Literal[
    "approve",
    "approve_anyway",
    "back",
    "reject",
    "bring_back",
    "edit",
    "redraft",
    "undo",
    "approve_all",
    "restore",
    "look",
    "stop",
    "try_again",
    "skip",
    "dont_know",
    "year_only",
    "change",
    "not_an_answer",
    "choose",
    "forget",
    "get_pdf",
    "review",
    "yes",
    "no",
]
"""What a press means. Proposals take the first ten, `look`, `review` and `get_pdf`; versions `undo restore
look`, Jobs `stop try_again`."""

SubjectKind: TypeAlias = Literal[
    "proposal", "batch", "version", "question", "job", "person", "resume", "link", "import"
]

_LETTER: Final[dict[SubjectKind, str]] = {
    "proposal": "p",
    "batch": "b",
    "version": "v",
    "question": "q",
    "job": "j",
    "person": "u",
    "resume": "r",
    "link": "l",
    "import": "i",
}
_KIND: Final = {letter: kind for kind, letter in _LETTER.items()}
_DECISIONS: Final = frozenset(get_args(Decision))
LIMIT: Final = 64
"""Bytes: Telegram Bot API, InlineKeyboardButton.callback_data."""


@dataclass(frozen=True, slots=True)
class Token:
    """What a button says when it is pressed; the store knows the rest.

    `showing` is the tag of the lines that were drawn with it (empty where none were); for a version
    `revision` is its number and `id` its Resume; a choice's index stands in `showing`.
    """

    kind: SubjectKind
    id: str
    revision: int
    decision: Decision
    showing: str = ""

    def __str__(self) -> str:
        text = f"{_LETTER[self.kind]}{self.id}.{self.revision}.{self.showing}.{self.decision}"
        assert len(text.encode()) <= LIMIT, "a token must fit the platform's callback data"
        return text


def to_token(text: str) -> Token:
    """The Token that a button carried. Raises PersonError `bad_token` for anything else."""
    parts = text.split(".")
    kind = _KIND.get(text[:1])
    if len(text.encode()) > LIMIT or len(parts) != 4 or kind is None or parts[3] not in _DECISIONS:
        raise PersonError("bad_token", "I don't know this button.")
    head, revision, showing, decision = parts
    if not head[1:] or not (revision.isascii() and revision.isdigit() and len(revision) < 10):
        raise PersonError("bad_token", "I don't know this button.")
    return Token(kind, head[1:], int(revision), decision, showing)  # type: ignore[arg-type]  # checked above
