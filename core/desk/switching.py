"""Switching: a person's several résumés, and which of them is meant in a conversation."""

from core import writes
from core.access import may
from core.desk.case import Case
from core.resume.model import empty_document
from core.resume.names import is_same_name
from core.resume.version import Resume
from core.talk.button import Token

MOST_TITLE = 80
"""Characters of a résumé's title."""


def new(case: Case, argument: str) -> None:
    """An empty résumé, current from now on."""
    title = " ".join(argument.split())[:MOST_TITLE] or case.words.say("new-title")
    resume = case.means.ids.short()
    document = empty_document(case.person.language)
    why = case.words.say("new-why")
    case.unit.extend(
        writes.add_resume(resume, case.person.id, title, document, cause="created", why=why, at=case.now)
    )
    _use(case, resume, title)


async def switch(case: Case, argument: str) -> None:
    """Another résumé by its title; without one, or with an unknown one, all of them to choose from."""
    resumes = await case.store.resumes_of(case.person.id)
    found = [one for one in resumes if argument and is_same_name(one.title, argument)]
    if len(found) == 1:
        _use(case, found[0].id, found[0].title)
        return
    if argument and not found:
        case.post("switch-not-found", title=argument[:MOST_TITLE])
    case.unit.add(writes.add_post(case.conversation, "resumes", "", case.now, person=case.person.id))


async def press_resume(case: Case, token: Token) -> None:
    """A résumé chosen from the list."""
    resume: Resume | None = await case.store.resume(token.id)
    if resume is None or token.decision != "choose":
        case.tell("press-unknown", warning=True)
        return
    if not may(case.person.id, "view", resume):
        case.tell("press-not-yours", warning=True)
        return
    _use(case, resume.id, resume.title)


def _use(case: Case, resume: str, title: str) -> None:
    case.unit.add(writes.set_current(case.person.id, case.conversation, resume))
    case.unit.add(writes.touch_person(case.person.id))
    case.post("switched", title=title)
