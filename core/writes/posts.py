"""Writes of Posts and of the audit."""

from core.resume.values import Json
from core.show.post import Subject
from core.unit import Private, Write


def add_post(
    conversation: str,
    subject: Subject,
    subject_id: str,
    at: int,
    *,
    person: str | None = None,
    content: dict[str, str] | None = None,
) -> Write:
    """A new Post at the end of the conversation."""
    values = {
        "conversation": conversation,
        "person": person,
        "subject": subject,
        "subject_id": subject_id,
        "content": None if content is None else Private(content),
        "at": at,
    }
    return Write("add_post", values)


def touch_posts(subject: Subject, subject_id: str) -> Write:
    """All Posts of a subject shall show its new state; a second face goes back."""
    return Write("touch_posts", {"subject": subject, "subject_id": subject_id}, rows=None)


def retire_posts(subject: Subject, subject_id: str) -> Write:
    """The Posts of a subject are folded: it is shown anew at the end of the conversation."""
    return Write("retire_posts", {"subject": subject, "subject_id": subject_id}, rows=None)


def touch_resume(resume: str) -> list[Write]:
    """A new version: every home that shows this Resume, and every open card on it, is drawn again."""
    return [
        Write("touch_home", {"resume": resume}, rows=None),
        Write("touch_open_cards", {"resume": resume}, rows=None),
    ]


def touch_person(person: str) -> Write:
    """Draw again what this person still acts on: another current Resume, or another language."""
    return Write("touch_person", {"person": person}, rows=None)


def set_face(post: int, face: str, person: str | None) -> Write:
    """Show a Post's second face to a person, or take it away again."""
    return Write("set_face", {"post": post, "face": face, "person": person}, rows=None)


def open_card(post: int, revision: int) -> Write:
    """The reader of a card that had to be cut opened the whole of this revision."""
    return Write("open_card", {"post": post, "revision": revision}, rows=None)


def mark_stale(post: int) -> Write:
    """A card is seen to be out of date for the first time."""
    return Write("mark_stale", {"post": post})


def retire_post(post: int) -> Write:
    """One Post is folded: its subject is shown anew at the end of the conversation."""
    return Write("retire_post", {"post": post}, rows=None)


def begin_sending(post: int, at: int) -> Write:
    """A first sending is about to be tried; should its outcome stay unknown, this tells that it was."""
    return Write("begin_sending", {"post": post, "at": at}, rows=None)


def adopt_place(post: int, place: str) -> Write:
    """A first sending of unknown outcome has arrived after all: it was pressed there."""
    return Write("adopt_place", {"post": post, "place": place}, rows=None)


def not_delivered(post: int) -> Write:
    """What was tried is known not to have arrived."""
    return Write("not_delivered", {"post": post}, rows=None)


def note_sent(
    post: int, wanted: int, place: str, digest: str, drawn_version: int | None, *, is_cut: bool = False
) -> Write:
    """The platform has what was wanted at revision `wanted`."""
    values = {
        "is_cut": int(is_cut),
        "post": post,
        "wanted": wanted,
        "place": place,
        "digest": digest,
        "drawn_version": drawn_version,
    }
    return Write("note_sent", values, rows=None)


def fold_post(post: int) -> Write:
    """A Post that has gone."""
    return Write("fold_post", {"post": post}, rows=None)


def delay_post(post: int, next_at: int) -> Write:
    """Sending failed; try again at `next_at`."""
    return Write("delay_post", {"post": post, "next_at": next_at}, rows=None)


def touch_answered(resume: str, version: int) -> Write:
    """The Question whose Answer made this version is drawn again."""
    return Write("touch_answered", {"resume": resume, "version": version}, rows=None)


def hold_post(post: int, next_at: int) -> Write:
    """Not now: look again at `next_at`, without counting a failure."""
    return Write("hold_post", {"post": post, "next_at": next_at}, rows=None)


def give_up_post(post: int) -> Write:
    """A Post that can't be sent; it blocks nobody."""
    return Write("give_up_post", {"post": post}, rows=None)


def add_audit(
    at: int, person: str | None, kind: str, subject: str, subject_id: str, detail: Json = None
) -> Write:
    """Append to the audit: who did what to what, when."""
    values = {
        "at": at,
        "person": person,
        "kind": kind,
        "subject": subject,
        "subject_id": subject_id,
        "detail": None if detail is None else Private(detail),
    }
    return Write("add_audit", values)
