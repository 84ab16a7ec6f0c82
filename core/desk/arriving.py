"""Arriving: people and conversations we meet for the first time."""

from typing import Final

from core import writes
from core.desk.case import Case, Means
from core.event import Conversation, Event
from core.person import Person
from core.resume.sample import sample
from core.resume.values import Document
from core.resume.version import Cause, Resume
from core.show.words import to_language
from core.unit import Unit

ENTERING: Final = frozenset({"opened", "message", "command", "file"})
"""The kinds of Event by which somebody comes in; by a press or an outcome nobody is met."""


async def entrance(means: Means, event: Event) -> Unit | None:
    """What has to be there before an Event is decided; None when it is.

    A person met for the first time gets a name, a sample résumé and a welcome; a new conversation its résumé.
    """
    if event.body.kind not in ENTERING:
        return None
    now = max(means.clock.now(), event.at)
    known = await means.store.person(event.actor)
    language = means.language or to_language(event.actor.locale)
    case = Case(means, event, known or Person(means.ids.short(), event.actor.name, language), now)
    if known is None:
        case.unit.extend(writes.add_person(case.person.id, event.actor, language, now))
    await _enter(case, is_new=known is None)
    return case.unit if case.unit.writes else None


async def open_case(means: Means, event: Event) -> Case:
    """A Case for an Event; of a stranger who presses nothing is kept, and they are told so."""
    now = max(means.clock.now(), event.at)
    person = await means.store.person(event.actor)
    if person is not None:
        return Case(means, event, person, now)
    language = means.language or to_language(event.actor.locale)
    stranger = Person(means.ids.short(), event.actor.name, language)
    return Case(means, event, stranger, now, is_known=False)


async def _enter(case: Case, *, is_new: bool) -> None:
    """Make sure that the conversation is known, has a current Resume and, on the page, a home."""
    if await case.store.current_resume(case.person.id, case.conversation) is not None:
        return
    if case.event.body.kind == "file" and await case.store.last_post(case.conversation) is not None:
        return  # greeted already; the file itself decides what comes now
    case.unit.add(writes.add_conversation(case.event.conversation, case.now))
    known = await case.store.resumes_of(case.person.id)
    if known:
        used = await _used_beside(case) or known[0]
        case.unit.add(writes.set_current(case.person.id, case.conversation, used.id))
    elif case.event.body.kind != "file":  # who brings a file needs no sample
        title = case.words.say("sample-title")
        keep_resume(
            case, title, sample(case.person.language), "created", case.words.say("sample-why"), is_sample=True
        )
    is_own_place = case.event.conversation.thread == ""
    if case.traits.has_home and is_own_place:
        case.unit.add(
            writes.add_post(case.conversation, "home", case.person.id, case.now, person=case.person.id)
        )
    if case.traits.echoes or is_new:  # a further thread, or home, of a talk that goes on needs no welcome
        if not case.traits.echoes:
            case.post("welcome-chat")
        else:
            case.post("welcome" if case.means.model_host else "welcome-without-model")


async def _used_beside(case: Case) -> Resume | None:
    """The Resume in use where a new thread branches off."""
    where = case.event.conversation
    root = where.model_copy(update={"thread": ""})
    return await case.store.current_resume(case.person.id, root.id) if where.thread else None


def keep_resume(
    case: Case, title: str, document: Document, cause: Cause, why: str, *, is_sample: bool = False
) -> Resume:
    """A new Resume of this person, current in this conversation."""
    resume = Resume(case.means.ids.short(), case.person.id, title, 1, is_sample)
    case.unit.extend(
        writes.add_resume(
            resume.id,
            resume.owner,
            title,
            document,
            cause=cause,
            why=why,
            at=case.now,
            is_sample=is_sample,
        )
    )
    case.unit.add(writes.set_current(case.person.id, case.conversation, resume.id))
    return resume


def answered_elsewhere(case: Case, origin: Conversation) -> None:
    """Where it was said in front of others stands a line without content; the answer is the person's own."""
    case.unit.add(
        writes.add_post(
            origin.id, "text", "", case.now, person=case.person.id, content={"say": "answered-in-private"}
        )
    )
