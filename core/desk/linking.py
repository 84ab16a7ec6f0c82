"""Linking: one person in several places. A code given on another platform, and a yes on both sides."""

import hmac
from typing import Final

from core import writes
from core.desk.case import Case
from core.event import Actor
from core.talk.button import Token

LETTERS: Final = 8
"""Characters of a code."""

GOOD_FOR: Final = 10 * 60_000
"""Milliseconds for which a code is taken."""

TRIES: Final = 5
"""Codes that a person may try in an hour."""

HOUR: Final = 3_600_000


async def link(case: Case, argument: str) -> None:
    """Without an argument a new code; with one, the code of another place."""
    code = "".join(argument.split()).replace("-", "").upper()
    if code:
        await _give(case, code)
        return
    code = case.means.ids.short()[:LETTERS].upper()
    identity = case.means.ids.short()
    expires_at = case.now + GOOD_FOR
    case.unit.add(writes.drop_links(case.person.id))
    case.unit.add(
        writes.add_link(
            identity,
            _hash(case, code),
            case.person.id,
            case.conversation,
            _told(case.event.actor, case.person.name),
            case.now,
            expires_at,
        )
    )
    case.post("link-code", code=code, minutes=GOOD_FOR // 60_000)


async def _give(case: Case, code: str) -> None:
    """A code from another place: both sides are asked. A wrong one counts as a try."""
    if await case.store.count_audit(case.person.id, "link_tried", case.now - HOUR) >= TRIES:
        case.post("link-too-often", number=TRIES)
        return
    case.audit("link_tried", "person", case.person.id)
    found = await case.store.link_by_code(_hash(case, code))
    if found is None or found.state != "open" or found.expires_at <= case.now:
        case.post("link-wrong-code")
    elif found.person == case.person.id:
        case.post("link-same")
    else:
        name = _told(case.event.actor, case.person.name)
        case.unit.add(writes.take_link(found.id, case.person.id, case.conversation, name, case.now))
        for place, person in ((found.conversation, found.person), (case.conversation, case.person.id)):
            case.unit.add(writes.add_post(place, "link", found.id, case.now, person=person))


async def press_link(case: Case, token: Token) -> None:
    """*Yes, this is me* or *No*, from one of the two sides."""
    found = await case.store.link(token.id)
    if found is None or case.person.id not in (found.person, found.other_person):
        case.tell("press-not-yours" if found else "press-unknown", warning=True)
        return
    case.unit.add(writes.touch_posts("link", found.id))
    if found.state != "asked" or found.other_person is None:
        case.tell("link-decided", warning=True)
    elif token.decision == "no":
        case.unit.add(writes.refuse_link(found.id))
        case.tell("link-refused")
    elif token.decision == "yes":
        is_first = case.person.id == found.person
        if found.other_yes if is_first else found.yes:
            case.unit.add(writes.end_link(found.id, "linked", yes=found.yes, other_yes=found.other_yes))
            case.unit.extend(writes.merge_people(found.person, found.other_person))
            case.is_merged = not is_first
            case.unit.add(writes.touch_person(found.person))
            case.unit.add(writes.add_audit(case.now, found.person, "linked", "person", found.person))
            case.tell("link-linked", name=(found.other_name if is_first else found.name) or "")
        else:
            case.unit.add(writes.agree(found.id, is_first=is_first))
            case.tell("link-waits", name=(found.other_name if is_first else found.name) or "")


async def unlink(case: Case) -> None:
    """This place is a person of its own again; the résumés stay with the others."""
    identities = await case.store.identities_of(case.person.id)
    if len(identities) < 2:
        case.post("unlink-alone")
        return
    fresh = case.means.ids.short()
    actor = case.event.actor
    case.unit.add(writes.add_nameless(fresh, actor.name, case.person.language, case.now))
    case.unit.extend(writes.move_identity(actor, case.person.id, fresh))
    case.audit("unlinked", "person", case.person.id)
    text = case.words.say("unlinked")
    case.unit.add(
        writes.add_post(case.conversation, "text", "", case.now, person=fresh, content={"text": text})
    )


def _hash(case: Case, code: str) -> str:
    """What is kept of a code."""
    return hmac.new(case.means.key, f"link {code}".encode(), "sha256").hexdigest()


def _told(actor: Actor, name: str) -> str:
    """An identity as the other side reads it."""
    return f"{name or actor.user} ({actor.platform.capitalize()})"
