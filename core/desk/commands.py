"""Commands: the same short list on every platform, with or without a slash."""

from typing import Final

from core import writes
from core.desk import asking, leaving, linking, switching, undoing
from core.desk.case import Case
from core.event import Command
from core.show.files import FORMS
from core.show.words import to_language, words

OFFERED: Final = (
    "show", "pending", "history", "undo", "export", "import", "check", "new", "switch", "language", "link",
    "unlink", "privacy", "takeout", "forget", "help",
)  # fmt: skip
"""The commands that every platform offers, in the order of its menu; `command-<name>` says what each does."""

MOST_SHOWN: Final = 10
"""Cards that /pending brings up at a time, the newest first."""


async def typed(case: Case, text: str) -> None:
    """A message that starts with a slash."""
    name, _, argument = text[1:].partition(" ")
    await command(case, Command(name=name.split("@")[0].lower(), argument=argument.strip()))


async def command(case: Case, body: Command) -> None:
    """Run one command; an unknown one is answered with the list."""
    match body.name:
        case "undo":
            await _undo(case, body.argument)
        case "pending":
            await _pending(case)
        case "history":
            await _history(case)
        case "language":
            _language(case, body.argument)
        case "show" | "resume":
            case.unit.add(writes.add_post(case.conversation, "version", "", case.now, person=case.person.id))
        case "export":
            await _export(case, body.argument.strip().lower() or "pdf")
        case "check":
            await _check(case)
        case "new":
            switching.new(case, body.argument)
        case "switch" | "resumes":
            await switching.switch(case, body.argument)
        case "import":
            case.post("import-how")
        case "link":
            await linking.link(case, body.argument)
        case "unlink":
            await linking.unlink(case)
        case "takeout":
            leaving.takeout(case)
        case "forget":
            leaving.ask_to_forget(case)
        case "privacy":
            host = case.means.model_host
            case.post("privacy" if host else "privacy-without-model", host=host or "")
        case "help" | "start":
            case.post("help")
        case _:
            case.post("command-unknown", name=body.name[:40])


async def _check(case: Case) -> None:
    resume = await case.store.current_resume(case.person.id, case.conversation)
    if resume is None:
        case.post("no-resume")
        return
    await asking.check(case, resume)


async def _export(case: Case, form: str) -> None:
    if form not in FORMS:
        case.post("export-which")
        return
    resume = await case.store.current_resume(case.person.id, case.conversation)
    if resume is None:
        case.post("no-resume")
        return
    file = f"{resume.id}:{resume.version}:{FORMS[form]}"
    case.unit.add(writes.add_post(case.conversation, "file", file, case.now, person=case.person.id))
    document = await case.store.content(resume.id, resume.version)
    for loss in case.means.documents.losses(document, FORMS[form]):
        case.post_text(loss)


async def _undo(case: Case, argument: str) -> None:
    resume = await case.store.current_resume(case.person.id, case.conversation)
    if resume is None:
        case.post("undo-none")
        return
    number = argument.strip()
    version = await case.store.version(resume.id, int(number)) if number.isdecimal() else None
    if version is not None:
        proposal = await case.store.proposal_of_version(resume.id, version.number)
        await undoing.undo(case, resume, version, proposal)
    elif number:
        case.post("undo-which")
    else:
        await undoing.undo_last(case, resume)
    if case.notice is not None:
        case.post_text(case.notice.text)
        case.notice = None


async def _pending(case: Case) -> None:
    """Bring what waits, wherever it was made, to the end of the conversation again."""
    waiting = await case.store.pending_of(case.person.id, MOST_SHOWN)
    if not waiting:
        case.post("pending-none")
        return
    case.post("pending-some", number=len(waiting))
    for proposal in reversed(waiting):
        case.unit.add(
            writes.add_post(case.conversation, "proposal", proposal.id, case.now, person=case.person.id)
        )


async def _history(case: Case) -> None:
    resume = await case.store.current_resume(case.person.id, case.conversation)
    if resume is None:
        case.post("undo-none")
        return
    case.unit.add(writes.add_post(case.conversation, "history", resume.id, case.now, person=case.person.id))


def _language(case: Case, argument: str) -> None:
    wanted = argument.strip().lower()
    named = {"english": "en", "英文": "en", "英语": "en", "chinese": "zh", "中文": "zh", "汉语": "zh"}
    code = named.get(wanted, wanted)
    if code.split("-")[0] not in ("en", "zh"):
        case.post("language-which")
        return
    language = to_language(code)
    if language == case.person.language:
        case.post("language-unchanged")
        return
    case.unit.add(writes.set_language(case.person.id, language))
    case.unit.add(writes.touch_person(case.person.id))
    case.post_text(words(language).say("language-set"))
