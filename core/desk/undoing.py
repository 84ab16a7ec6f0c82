"""Undoing: any version but the first taken back by the same merge; looking at old ones, restoring them."""

from core import writes
from core.access import may
from core.desk.case import Case
from core.desk.proposing import add_card, new_proposal
from core.errors import InvalidResumeError
from core.resume.change import Change, destructive, difference, from_json, to_json, turned_round
from core.resume.lines import Line, touching
from core.resume.merge import Merged, apply
from core.resume.model import parse
from core.resume.removal import removed_now
from core.resume.showing import Verdict, draw, judge, line_hash
from core.resume.undone import is_redo, is_undone, to_undo
from core.resume.values import Document
from core.resume.version import Resume, Version
from core.show.reasons import Reasons, say_when, say_who
from core.talk.button import Token
from core.talk.proposal import Proposal

LOOKED_AT = 500
"""Versions that the word *undo* looks back over."""


async def press_version(case: Case, token: Token) -> None:
    """A button of the history: `look`, `restore` or `undo` of version `token.revision`."""
    resume = await case.store.resume(token.id)
    version = None if resume is None else await case.store.version(resume.id, token.revision)
    if resume is None or version is None:
        case.tell("press-unknown", warning=True)
    elif not may(case.person.id, "view" if token.decision == "look" else "decide", resume):
        case.tell("press-not-yours", warning=True)
    elif token.decision == "look":
        case.unit.add(
            writes.add_post(
                case.conversation, "version", f"{resume.id}:{version.number}", case.now, person=case.person.id
            )
        )
    elif token.decision == "restore":
        await restore(case, resume, version)
    elif token.decision == "undo":
        proposal = await case.store.proposal_of_version(resume.id, version.number)
        await undo(case, resume, version, proposal)
    else:
        case.tell("press-unknown", warning=True)


async def undo_proposal(case: Case, proposal: Proposal, resume: Resume) -> None:
    """Undo on an approved card: of the version that its approval made."""
    if proposal.version is None:
        case.tell("undo-nothing", warning=True)
        return
    version = await case.store.version(resume.id, proposal.version)
    assert version is not None, "an approval and its version are one Unit"
    await undo(case, resume, version, proposal)


async def undo_last(case: Case, resume: Resume) -> None:
    """The word *undo*: this person's last work that stands; a card first if other work came after."""
    undone = await case.store.undone(resume.id)
    versions = await case.store.versions(resume.id, LOOKED_AT)
    standing = [one for one in versions if one.cause != "undone" and not is_undone(one.number, undone)]
    mine = [one for one in standing if one.person == case.person.id and one.number > 1]
    if not mine:
        case.tell("undo-none", warning=True)
        return
    current = await case.store.content(resume.id, resume.version)
    for work in mine:
        version = await case.store.version(resume.id, to_undo(work.number, undone))
        assert version is not None, "it stands in the history"
        change = turned_round(from_json(version.change))
        if not apply(change, current).unchanged:
            break  # what is so already by other ways leaves nothing to undo
    else:
        case.tell("undo-none", warning=True)
        return
    if standing[0].number == work.number:
        proposal = await case.store.proposal_of_version(resume.id, version.number)
        await undo(case, resume, version, proposal)
        return
    if apply(change, current).conflicts:
        await undo(case, resume, version, None)
        return
    await _propose(case, resume, version, change, (version.number,))
    case.tell("undo-shown-again", warning=True)


async def undo(case: Case, resume: Resume, version: Version, proposal: Proposal | None) -> bool:
    """Take one version back, later work kept: done, blocked, asked again, or nothing left (merge.md §4).

    Whether it was taken back; the person is told in any case.
    """
    if version.number == 1 or version.change is None:
        case.tell("undo-first", warning=True)
        return False
    undone = await case.store.undone(resume.id)
    if version.number in undone:
        before = await case.store.version(resume.id, undone[version.number])
        assert before is not None, "an undo and its version are one Unit"
        who = await say_who(case.store, before.person, case.person, case.words)
        when = say_when(before.at, case.means.clock, case.person)
        case.tell("undo-already", warning=True, who=who, when=when, version=before.number)
        return False
    current = await case.store.content(resume.id, resume.version)
    change = turned_round(from_json(version.change))
    verdict = judge(change, current, await _shown(case, version, change), case.means.key)
    if verdict.kind == "out_of_date":
        await _blocked(case, resume, version, change, verdict, current)
    elif verdict.kind == "already_so" or verdict.merged.already_so:
        case.tell("undo-nothing", warning=True)
    elif verdict.kind == "shown_again":
        await _propose(case, resume, version, change, (version.number,))
        case.tell("undo-shown-again", warning=True)
    elif _is_valid(verdict.merged.result):
        await _write_undone(case, resume, version, proposal, current, verdict.merged)
        return True
    else:
        case.tell("approve-invalid", warning=True)
    return False


def _is_valid(document: Document) -> bool:
    try:
        parse(document)
    except InvalidResumeError:
        return False
    return True


async def _shown(case: Case, version: Version, change: Change) -> frozenset[bytes]:
    """What counts as shown of an undo: the version's own lines turned round, as they stood then."""
    content = version.content or await case.store.content(version.resume, version.number)
    return frozenset(line_hash(case.means.key, line) for line in draw(change, content))


async def _write_undone(
    case: Case, resume: Resume, version: Version, proposal: Proposal | None, current: Document, merged: Merged
) -> None:
    number = resume.version + 1
    case.unit.extend(
        writes.add_version(
            resume.id,
            resume.version,
            merged.result,
            to_json(difference(current, merged.result)),
            cause="undone",
            person=case.person.id,
            why=await _why(case, version),
            at=case.now,
            of_version=version.number,
        )
    )
    await mark_undone(case, resume, (version.number,), number, proposal)
    case.unit.extend(writes.touch_resume(resume.id))
    case.tell("undone", version=number)


async def _why(case: Case, version: Version) -> str:
    """ "Undo: …" or, of an undo, "Redo: …" with the title of the work itself."""
    undone = await case.store.undone(version.resume)
    key = "redo-why" if version.cause == "undone" and not is_redo(version.number, undone) else "undo-why"
    work = version
    while work.cause == "undone" and work.of_version is not None:
        older = await case.store.version(version.resume, work.of_version)
        if older is None:
            break
        work = older
    return case.words.say(key, title=work.title)


async def mark_undone(
    case: Case, resume: Resume, numbers: tuple[int, ...], by: int, known: Proposal | None = None
) -> None:
    """Note that these versions are taken back by version `by`, on their cards too."""
    known_undone = await case.store.undone(resume.id) if numbers else {}
    for number in dict.fromkeys(to_undo(number, known_undone) for number in numbers):
        subject = f"{resume.id}:{number}"
        case.unit.add(writes.add_decision(subject, 0, "undo", case.person.id, case.now, "undone", by))
        case.audit("undone", "version", subject)
        case.unit.add(writes.touch_answered(resume.id, number))
        proposal = known or await case.store.proposal_of_version(resume.id, number)
        if proposal is not None and proposal.state == "approved":
            case.unit.extend(
                writes.decide_proposal(
                    proposal, "undone", "undo", case.person.id, case.now, version=proposal.version
                )
            )
            case.unit.add(writes.touch_posts("proposal", proposal.id))
            case.unit.add(writes.touch_posts("batch", proposal.batch))


async def _blocked(
    case: Case, resume: Resume, version: Version, change: Change, verdict: Verdict, current: Document
) -> None:
    """Something it would take back was changed since: say what, and offer a way that shows all of it."""
    reasons = Reasons(case.store, resume, current, case.person, case.means.clock)
    reason = await reasons.first(verdict, version.number)
    later = await case.store.versions_between(resume.id, version.number, resume.version)
    addresses = [conflict.address for conflict in verdict.conflicts]
    in_the_way = [one for one in later if any(touching(a, _lines(one)) for a in addresses)]
    both = _undo_newest_first(in_the_way, change, current)
    if both is not None and in_the_way:
        titles = case.words.say("and-join").join(f"“{one.title}”" for one in (version, *in_the_way))
        numbers = (version.number, *(one.number for one in in_the_way))
        whole = difference(current, both)
        await _propose(case, resume, version, whole, numbers, "undo-both-title", titles)
        case.tell("undo-blocked-both", warning=True, reason=reason)
        return
    without = removed_now(change, current)
    if without is not None:
        whole = difference(current, without)
        await _propose(case, resume, version, whole, (), "undo-remove-title")
        case.tell("undo-blocked-remove", warning=True, reason=reason)
        return
    case.tell("undo-blocked", warning=True, reason=reason)


def _lines(version: Version) -> tuple[Line, ...]:
    return () if version.change is None else from_json(version.change).lines


def _undo_newest_first(later: list[Version], change: Change, current: Document) -> Document | None:
    """The document after undoing these versions, newest first, and then `change`; None where one can't."""
    document = current
    for step in (*(turned_round(from_json(one.change)) for one in reversed(later)), change):
        merged = apply(step, document)
        if merged.conflicts:
            return None
        document = merged.result
    return document


async def _propose(
    case: Case,
    resume: Resume,
    version: Version,
    change: Change,
    undoes: tuple[int, ...],
    key: str = "undo-title",
    titles: str = "",
) -> None:
    title = case.words.say(key, title=version.title, titles=titles)
    card = new_proposal(
        case,
        resume,
        title=title,
        change=to_json(change),
        destructive=destructive(change) or key != "undo-title",
        proposed_by="undo",
        undoes=undoes,
    )
    if not await _show_again(case, card):
        add_card(case, card)


async def _show_again(case: Case, card: Proposal) -> bool:
    """The same card waits already: it is brought to the end of the conversation."""
    for one in await case.store.pending_proposals(case.conversation):
        same = (one.resume, one.proposed_by, one.restores, one.undoes, one.title)
        wanted = (card.resume, card.proposed_by, card.restores, card.undoes, card.title)
        if same == wanted and one.change == card.change:
            case.unit.add(writes.retire_posts("proposal", one.id))
            place = case.conversation
            case.unit.add(writes.add_post(place, "proposal", one.id, case.now, person=case.person.id))
            return True
    return False


async def restore(case: Case, resume: Resume, version: Version) -> None:
    """Old content as a new version: a destructive card with all lines from now to then."""
    current = await case.store.content(resume.id, resume.version)
    assert version.content is not None, "this version was read with its content"
    change = difference(current, version.content)
    if not change.lines:
        case.tell("restore-unchanged", number=version.number)
        return
    title = case.words.say("restore-title", number=version.number)
    card = new_proposal(
        case,
        resume,
        title=title,
        change=to_json(change),
        destructive=True,
        proposed_by="restore",
        restores=version.number,
    )
    if not await _show_again(case, card):
        add_card(case, card)
    case.tell("restore-card", number=version.number)
