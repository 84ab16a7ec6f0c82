"""Post: one message that we show and keep up to date, by a wanted and a sent revision."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Subject: TypeAlias = Literal[
    "proposal",
    "batch",
    "question",
    "text",
    "said",
    "home",
    "job",
    "version",
    "history",
    "file",
    "resumes",
    "link",
    "import",
]
PostState: TypeAlias = Literal["live", "folded", "given_up"]


@dataclass(frozen=True, slots=True)
class Post:
    """A Post in a conversation; `id` gives the order. It is due while `sent` is behind `wanted`.

    `place` is the platform's own id of the message, once sent; `tried_at` (ms) is when a first sending was
    tried whose outcome isn't known. `is_cut` says that its card had to be cut, `opened` which revision its
    reader opened whole. `face` is what this Post shows to
    `face_person` besides its subject: `confirm` is the second face of Approve. `content` is the text of
    a Post that has no other subject; `digest` tells what was sent last.
    """

    id: int
    conversation: str
    person: str | None
    subject: Subject
    subject_id: str
    wanted: int
    sent: int
    state: PostState
    attempts: int
    place: str | None = None
    face: str = ""
    face_person: str | None = None
    content: dict[str, str] | None = None
    digest: str | None = None
    drawn_version: int | None = None
    tried_at: int | None = None
    is_cut: bool = False
    opened: int | None = None
