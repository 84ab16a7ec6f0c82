"""Writes of talk: messages and questions."""

from core.resume.values import Json
from core.talk.question import SEVERITIES, Question, QuestionState
from core.unit import Private, Write


def add_message(
    conversation: str,
    role: str,
    text: str,
    at: int,
    *,
    person: str | None = None,
    typed: bool = True,
    event_key: str | None = None,
    job: str | None = None,
) -> Write:
    """A message of the talk; `job` is the turn that answers it ('' : the next one)."""
    values = {
        "conversation": conversation,
        "person": person,
        "role": role,
        "text": Private(text),
        "typed": int(typed),
        "event_key": event_key,
        "job": job,
        "at": at,
    }
    return Write("add_message", values)


def take_messages(conversation: str, person: str, job: str) -> Write:
    """This person's messages that wait for an answer are answered by this Job."""
    values = {"conversation": conversation, "person": person, "job": job}
    return Write("take_messages", values, rows=None)


def remove_message(event_key: str) -> Write:
    """A message that was none after all."""
    return Write("remove_message", {"event_key": event_key}, rows=None)


def release_messages(job: str) -> Write:
    """What this Job was to answer waits again."""
    return Write("release_messages", {"job": job}, rows=None)


def add_question(question: Question) -> Write:
    """An open Question, revision 1."""
    values = {
        "id": question.id,
        "resume": question.resume,
        "conversation": question.conversation,
        "person": question.person,
        "severity": SEVERITIES.index(question.severity),
        "privacy": question.privacy,
        "required": int(question.severity != "optional"),
        "into": question.into,
        "field": Private(question.field),
        "prompt": Private(question.prompt),
        "reason": Private(question.reason),
        "control": Private(question.control),
        "stood": Private(question.stood),
        "place": question.place,
        "continuation": None if question.continuation is None else Private(question.continuation),
        "at": question.created_at,
    }
    return Write("add_question", values)


def settle_question(
    question: Question,
    state: QuestionState,
    at: int,
    *,
    answer: Json = None,
    fingerprint: str | None = None,
    typed: dict[str, str] | None = None,
    version: int | None = None,
) -> Write:
    """Close an open Question with what came of it; `typed` is the text of its answer, and its place."""
    values = {
        "question": question.id,
        "revision": question.revision,
        "state": state,
        "answer": Private(answer),
        "fingerprint": fingerprint,
        "draft": None if typed is None else Private(typed),
        "version": version,
        "at": at,
    }
    return Write("settle_question", values)


def reopen_question(question: Question, control: Json, stood: Json) -> Write:
    """Ask once more, as revision n + 1: the person wants to change it, or it was no answer."""
    values = {
        "question": question.id,
        "revision": question.revision,
        "control": Private(control),
        "stood": Private(stood),
    }
    return Write("reopen_question", values)


def keep_draft(question: Question, draft: Json) -> Write:
    """What a control has half done, so that a restart resumes it."""
    values = {"question": question.id, "revision": question.revision, "draft": Private(draft)}
    return Write("keep_draft", values)
