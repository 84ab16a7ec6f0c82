"""Importing: a file that is handed over becomes a résumé; what was read from prose is confirmed first."""

import base64
import binascii
from typing import Any, Final

from core import writes
from core.desk.answering import give
from core.desk.arriving import keep_resume
from core.desk.case import Case
from core.errors import InvalidResumeError, PersonError
from core.event import File, Message
from core.ports import Imported
from core.resume.model import parse
from core.resume.richtext import from_text
from core.resume.values import Document
from core.talk.button import Token
from core.talk.job import Job

LARGEST: Final = 20 * 2**20
"""Bytes of a file that is handed over (Telegram Bot API, getFile)."""


MOST_NOTES: Final = 20_000
"""Characters of what found no place that are kept where all of it is too much for a résumé."""


async def file(case: Case, body: File) -> None:
    """A file: the answer to a Question that asks for one, else a résumé. What is there already stays."""
    if body.size > LARGEST or len(body.data) > LARGEST * 4 // 3 + 4:
        case.post("file-too-large", most=LARGEST // 2**20)
        return
    asked = await case.store.open_question(case.conversation)
    if asked is not None and asked.person == case.person.id and asked.control["kind"] == "file":
        await give(case, asked, [{"fileId": case.event.key, "mediaType": body.media_type}])
        return
    if not body.reference or body.data:
        try:
            imported = case.means.documents.read(body.name, base64.b64decode(body.data, validate=True))
        except binascii.Error:
            case.tell("file-broken", warning=True)
            return
        except PersonError as problem:
            case.notice = None
            case.post("file-refused", reason=problem.message)
            return
        if imported is not None:
            _take(case, imported, body.caption)
            return
    job = case.means.ids.short()
    work = {"actor": case.event.actor.model_dump(mode="json"), "file": body.model_dump(mode="json")}
    case.unit.add(
        writes.add_job(job, "import", case.conversation, case.person.id, None, work, case.now, case.now)
    )
    case.unit.add(writes.add_post(case.conversation, "job", job, case.now, person=case.person.id))


def _take(case: Case, imported: Imported, caption: str) -> None:
    """What was read without loss is a Resume at once, current from now on; the caption is heard after it."""
    resume = keep_resume(case, imported.title, imported.document, "imported", case.words.say("import-why"))
    case.unit.add(writes.touch_person(case.person.id))
    case.audit("imported", "resume", resume.id)
    case.post("imported", title=imported.title)
    for note in imported.notes[:10]:
        case.post_text(note)
    if caption.strip():
        said = {"key": f"{case.event.key}:caption", "body": Message(text=caption), "notice_until": 0}
        case.unit.add(writes.receive(case.event.model_copy(update=said)))


def read_by_job(case: Case, job: Job, result: dict[str, Any]) -> None:
    """What a Job read of a file: taken, or shown to be confirmed; else why there is nothing."""
    given = job.input["file"]
    if "document" not in result or result["is_sure"]:
        case.unit.add(writes.empty_import(job.id, {"actor": job.input["actor"], "name": given["name"]}))
    if "document" not in result:
        _say_why(case, result)
        return
    if result["is_sure"]:
        _take(case, Imported(result["document"], result["title"], result["notes"]), given["caption"])
        return
    kept = {"actor": job.input["actor"], "name": given["name"], "caption": given["caption"], "import": result}
    case.unit.add(writes.keep_import(job.id, kept))
    case.unit.add(writes.add_post(case.conversation, "import", job.id, case.now, person=case.person.id))


def _say_why(case: Case, result: dict[str, Any]) -> None:
    match result.get("code"):
        case "file_too_large":
            case.post("file-too-large", most=LARGEST // 2**20)
        case "file_not_fetched":
            case.post("file-not-fetched")
        case _:
            case.post("file-refused", reason=str(result.get("message", "")))


async def press_import(case: Case, token: Token) -> None:
    """*Use this*, *Discard* or *Look* on what was read of a file. Decided once."""
    job = await case.store.job(token.id)
    if job is None or job.kind != "import":
        case.tell("press-unknown", warning=True)
    elif job.person != case.person.id:
        case.tell("press-not-yours", warning=True)
    elif token.decision == "look" and job.code == "read":
        case.unit.add(
            writes.add_post(case.conversation, "file", f"import:{job.id}", case.now, person=case.person.id)
        )
    elif job.code != "read":
        case.unit.add(writes.touch_posts("import", job.id))
        case.tell("import-decided", warning=True)
    elif token.decision == "yes":
        found = job.input["import"]
        case.unit.add(writes.end_import(job.id, "confirmed", {"actor": job.input["actor"], **_title(job)}))
        case.unit.add(writes.touch_posts("import", job.id))
        document = _with_unplaced(case, found["document"], found["unplaced"])
        _take(case, Imported(document, found["title"], ()), job.input["caption"])
    elif token.decision == "no":
        case.unit.add(writes.end_import(job.id, "discarded", {"actor": job.input["actor"], **_title(job)}))
        case.unit.add(writes.touch_posts("import", job.id))
        case.tell("import-discarded", name=job.input["name"])
    else:
        case.tell("press-unknown", warning=True)


def _title(job: Job) -> dict[str, str]:
    return {"name": job.input["name"], "title": job.input["import"]["title"]}


def _with_unplaced(case: Case, document: Document, unplaced: list[str]) -> Document:
    """What found no place goes to the résumé's private notes, which are never drawn.

    Where that is more than a résumé holds, the start of it, and that is said.
    """
    if not unplaced:
        return document
    whole = "\n".join(unplaced)
    for most in (len(whole), MOST_NOTES):
        notes = document["metadata"]["notes"] + from_text(whole[:most])
        kept = {**document, "metadata": {**document["metadata"], "notes": notes}}
        try:
            parse(kept)
        except InvalidResumeError:
            continue
        if most < len(whole):
            case.post("import-notes-cut")
        return kept
    case.post("import-notes-cut")
    return document
