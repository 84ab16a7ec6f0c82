"""Arriving: people and conversations we meet for the first time, and files that are handed over."""

import base64
import binascii
from typing import Any, Final

from core import writes
from core.desk.answering import give
from core.desk.case import Case, Means
from core.errors import PersonError
from core.event import Conversation, Event, File
from core.person import Person
from core.resume.sample import sample
from core.resume.version import Resume
from core.show.words import to_language
from core.talk.job import Job
from core.unit import Unit

LARGEST: Final = 20 * 2**20
"""Bytes of a file that is handed over (Telegram Bot API, getFile)."""

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
    await _enter(case)
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


async def _enter(case: Case) -> None:
    """Make sure that the conversation is known, has a current Resume and, on the page, a home."""
    if await case.store.current_resume(case.person.id, case.conversation) is not None:
        return
    if case.event.body.kind == "file" and await case.store.last_post(case.conversation) is not None:
        return  # greeted already; the file itself decides what comes now
    case.unit.add(writes.add_conversation(case.event.conversation, case.now))
    known = await case.store.resumes_of(case.person.id)
    if known:
        case.unit.add(writes.set_current(case.person.id, case.conversation, known[0].id))
    elif case.event.body.kind != "file":  # who brings a file needs no sample
        title = case.words.say("sample-title")
        _keep(case, title, sample(case.person.language), "created", case.words.say("sample-why"), True)
    is_own_place = case.event.conversation.thread == ""
    if case.traits.has_home and is_own_place:
        case.unit.add(
            writes.add_post(case.conversation, "home", case.person.id, case.now, person=case.person.id)
        )
    if case.traits.echoes or not known:  # a further thread, or home, of a talk that goes on needs no welcome
        if not case.traits.echoes:
            case.post("welcome-chat")
        else:
            case.post("welcome" if case.means.model_host else "welcome-without-model")


def _keep(
    case: Case, title: str, document: dict[str, object], cause: str, why: str, is_sample: bool
) -> Resume:
    """A new Resume of this person, current in this conversation."""
    resume = Resume(case.means.ids.short(), case.person.id, title, 1, is_sample)
    case.unit.extend(
        writes.add_resume(
            resume.id,
            resume.owner,
            title,
            document,
            cause="imported" if cause == "imported" else "created",
            why=why,
            at=case.now,
            is_sample=is_sample,
        )
    )
    case.unit.add(writes.set_current(case.person.id, case.conversation, resume.id))
    return resume


async def file(case: Case, body: File) -> None:
    """A résumé file becomes a new Resume, current from now on; what is there already stays as it is."""
    if body.reference and not body.data:
        fetch(case, body)
        return
    asked = await case.store.open_question(case.conversation)
    if asked is not None and asked.person == case.person.id and asked.control["kind"] == "file":
        given = [{"fileId": case.event.key, "mediaType": body.media_type}]
        await give(case, asked, given)
        return
    try:
        data = base64.b64decode(body.data, validate=True)
        imported = case.means.documents.read(body.name, data)
    except binascii.Error:
        case.tell("file-broken", warning=True)
        return
    except PersonError as problem:
        case.notice = None
        case.post("file-refused", reason=problem.message)
        return
    resume = _keep(
        case, imported.title, imported.document, "imported", case.words.say("import-why"), is_sample=False
    )
    case.unit.add(writes.touch_person(case.person.id))
    case.audit("imported", "resume", resume.id)
    case.post("imported", title=imported.title)
    for note in imported.notes[:10]:
        case.post_text(note)


def answered_elsewhere(case: Case, origin: Conversation) -> None:
    """Where it was said in front of others stands a line without content; the answer is the person's own."""
    case.unit.add(
        writes.add_post(
            origin.id, "text", "", case.now, person=case.person.id, content={"say": "answered-in-private"}
        )
    )


def fetch(case: Case, body: File) -> None:
    """A file that the platform keeps is fetched by a Job, unless it is larger than we take."""
    if body.size > LARGEST:
        case.post("file-too-large", most=LARGEST // 2**20)
        return
    job = case.means.ids.short()
    work = {"actor": case.event.actor.model_dump(mode="json"), "file": body.model_dump(mode="json")}
    case.unit.add(
        writes.add_job(job, "fetch", case.conversation, case.person.id, None, work, case.now, case.now)
    )
    case.unit.add(writes.add_post(case.conversation, "job", job, case.now, person=case.person.id))


async def fetched(case: Case, job: Job, result: dict[str, Any]) -> None:
    """What came of fetching a file: its bytes, or why there are none."""
    if "data" not in result:
        key = {"file_too_large": "file-too-large"}.get(str(result.get("code")), "file-not-fetched")
        case.post(key, most=LARGEST // 2**20)
        return
    await file(case, File.model_validate({**job.input["file"], "data": result["data"], "reference": ""}))
