"""Undoing: any version but the first taken back by the same merge; looking at old ones, restoring them."""

from core import writes
from core.access import may
from core.desk.case import Case
from core.desk.proposing import add_proposal
from core.resume.change import Change, destructive, difference, from_json, to_json, turned_round
from core.resume.lines import Line
from core.resume.merge import Merged, apply
from core.resume.removal import removed_now
from core.resume.showing import Verdict, draw, judge, line_hash
from core.resume.values import Document
from core.resume.version import Resume, Version
from core.resume.watch import touching
from core.show.reasons import Reasons, say_when, say_who
from core.talk.button import Token
from core.talk.proposal import Proposal


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
    """ "Undo" as a word: this person's last version; shown as a card first if other work came after."""
    version = await case.store.last_version_by(resume.id, case.person.id)
    if version is None:
        case.tell("undo-none", warning=True)
        return
    later = await case.store.versions_between(resume.id, version.number, resume.version)
    taken_back = {one.of_version for one in later if one.cause == "undone"}
    if any(one.cause != "undone" and one.number not in taken_back for one in later):
        current = await case.store.content(resume.id, resume.version)
        change = turned_round(from_json(version.change))
        if apply(change, current).conflicts:
            await undo(case, resume, version, None)
        else:
            _propose(case, resume, version, change, destructive(change))
        return
    proposal = await case.store.proposal_of_version(resume.id, version.number)
    await undo(case, resume, version, proposal)


async def undo(case: Case, resume: Resume, version: Version, proposal: Proposal | None) -> bool:
    """Take one version back, later work kept: done, blocked, asked again, or nothing left (merge.md §4).

    Whether it was taken back; the person is told in any case.
    """
    if version.number == 1 or version.change is None:
        case.tell("undo-first", warning=True)
        return False
    before = await case.store.undone_by(resume.id, version.number)
    if before is not None:
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
        _propose(case, resume, version, change, destructive(change))
        case.tell("undo-shown-again", warning=True)
    else:
        _write_undone(case, resume, version, proposal, current, verdict.merged)
        return True
    return False


async def _shown(case: Case, version: Version, change: Change) -> frozenset[bytes]:
    """What counts as shown of an undo: the version's own lines turned round, as they stood then."""
    content = version.content or await case.store.content(version.resume, version.number)
    return frozenset(line_hash(case.means.key, line) for line in draw(change, content))


def _write_undone(
    case: Case, resume: Resume, version: Version, proposal: Proposal | None, current: Document, merged: Merged
) -> None:
    number = resume.version + 1
    key = "redo-why" if version.cause == "undone" else "undo-why"
    case.unit.extend(
        writes.add_version(
            resume.id,
            resume.version,
            merged.result,
            to_json(difference(current, merged.result)),
            cause="undone",
            person=case.person.id,
            why=case.words.say(key, title=version.title),
            at=case.now,
            of_version=version.number,
        )
    )
    subject = f"{resume.id}:{version.number}"
    case.unit.add(writes.add_decision(subject, 0, "undo", case.person.id, case.now, "undone", number))
    if proposal is not None:
        case.unit.extend(
            writes.decide_proposal(
                proposal, "undone", "undo", case.person.id, case.now, version=proposal.version
            )
        )
        case.unit.add(writes.touch_posts("proposal", proposal.id))
        case.unit.add(writes.touch_posts("batch", proposal.batch))
    case.unit.extend(writes.touch_resume(resume.id))
    case.audit("undone", "version", subject)
    case.tell("undone", version=number)


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
        _propose(case, resume, version, difference(current, both), True, "undo-both-title", titles)
        case.tell("undo-blocked-both", warning=True, reason=reason)
        return
    without = removed_now(change, current)
    if without is not None:
        _propose(case, resume, version, difference(current, without), True, "undo-remove-title")
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


def _propose(
    case: Case,
    resume: Resume,
    version: Version,
    change: Change,
    is_destructive: bool,
    key: str = "undo-title",
    titles: str = "",
) -> None:
    add_proposal(
        case,
        resume,
        title=case.words.say(key, title=version.title, titles=titles),
        change=to_json(change),
        destructive=is_destructive,
        proposed_by="undo",
    )


async def restore(case: Case, resume: Resume, version: Version) -> None:
    """Old content as a new version: a destructive card with all lines from now to then."""
    current = await case.store.content(resume.id, resume.version)
    assert version.content is not None, "this version was read with its content"
    change = difference(current, version.content)
    if not change.lines:
        case.tell("restore-unchanged", number=version.number)
        return
    add_proposal(
        case,
        resume,
        title=case.words.say("restore-title", number=version.number),
        change=to_json(change),
        destructive=True,
        proposed_by="restore",
        restores=version.number,
    )
    case.tell("restore-card", number=version.number)
