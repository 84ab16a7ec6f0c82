"""Leaving: all that is kept of a person handed over, and deleted for real (DESIGN guarantee 9)."""

from core import writes
from core.desk.case import Case
from core.show.files import TAKEOUT
from core.talk.button import Token


def takeout(case: Case) -> None:
    """Everything that is kept of this person, as a file."""
    case.unit.add(writes.add_post(case.conversation, "file", TAKEOUT, case.now, person=case.person.id))
    case.audit("takeout", "person", case.person.id)


def ask_to_forget(case: Case) -> None:
    """What would be deleted, the takeout first, and the deliberate button."""
    takeout(case)
    case.post_text(case.words.say("forget-warning"), forget=case.person.id)


async def press_forget(case: Case, token: Token) -> None:
    """Delete everything of this person; only they can. A repeat hears that it is done."""
    if token.decision == "forget" and await case.store.person_by_id(token.id) is None:
        case.tell("forgotten")
        return
    if token.id != case.person.id or token.decision != "forget":
        case.tell("press-not-yours", warning=True)
        return
    case.unit.extend(writes.forget(case.person.id, case.event.key))
    case.unit.add(writes.add_audit(case.now, None, "forgotten", "person", ""))
    case.tell("forgotten")
