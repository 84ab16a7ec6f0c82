"""Approving: merge onto the stored version, check what was shown, write the next version or nothing."""

from dataclasses import replace

from core import writes
from core.access import may
from core.desk import undoing
from core.desk.case import Case
from core.errors import CountersignError, InvalidResumeError
from core.resume.merge import Merged
from core.resume.model import parse
from core.resume.showing import Verdict, judge
from core.resume.values import Document
from core.resume.version import Cause, Resume
from core.show.reasons import Reasons
from core.talk.button import Token
from core.talk.changes import change_of, made, target_of
from core.talk.proposal import Proposal

CAUSES: dict[str, Cause] = {"undo": "undone", "restore": "restored"}
"""Why a version came, by who proposed it; `approved` otherwise."""


async def approve(case: Case, proposal: Proposal, resume: Resume, token: Token, post: int | None) -> None:
    """The press on Approve: good, already so, shown again or out of date (DESIGN guarantee 3)."""
    case.unit.add(writes.touch_posts("proposal", proposal.id))
    shown = await case.store.showing(proposal.id, proposal.revision, token.showing)
    if shown is None:
        case.tell("approve-not-shown", warning=True)
        return
    seen = None if post is None else await case.store.post(post)
    if seen is not None and seen.is_cut and seen.opened != proposal.revision:
        case.tell("approve-read-first", warning=True)
        return
    current = await case.store.content(resume.id, resume.version)
    verdict = judge(await change_of(case.store, proposal, current), current, shown, case.means.key)
    match verdict.kind:
        case "out_of_date":
            reasons = Reasons(case.store, resume, current, case.person, case.means.clock)
            case.tell("approve-out-of-date", warning=True, reason=await reasons.first(verdict, proposal.base))
        case "shown_again":
            case.tell("approve-shown-again", warning=True)
        case "already_so":
            _note_already_so(case, proposal, resume, token.decision)
            case.tell("approve-already-so")
        case "good" if proposal.asks_twice and token.decision != "approve_anyway":
            if post is not None:
                case.unit.add(writes.set_face(post, "confirm", case.person.id))
            case.tell("approve-asks-twice", warning=True)
        case "good":
            await _approve(case, proposal, resume, current, verdict, token.decision)


async def _approve(
    case: Case, proposal: Proposal, resume: Resume, current: Document, verdict: Verdict, decision: str
) -> None:
    try:
        target = await _checked(case, proposal, resume, current, verdict.merged)
    except InvalidResumeError:
        case.tell("approve-invalid", warning=True)
        return
    write_version(case, proposal, resume, current, target, decision)
    await undoing.mark_undone(case, resume, proposal.undoes, resume.version + 1)
    case.unit.extend(writes.touch_resume(resume.id))
    case.unit.add(writes.touch_posts("batch", proposal.batch))
    so = len(verdict.merged.already_so)
    key = "approved-partly" if so and proposal.base != resume.version else "approved"
    case.tell(key, version=resume.version + 1, already=so)


async def _checked(
    case: Case, proposal: Proposal, resume: Resume, current: Document, merged: Merged
) -> Document:
    """The next content, parsed: all operations or none, valid or nothing. Raises InvalidResumeError."""
    target = await target_of(case.store, proposal, resume, current, merged)
    parse(target)
    return target


def write_version(
    case: Case, proposal: Proposal, resume: Resume, current: Document, target: Document, decision: str
) -> None:
    """The writes of one approval: decision, version, audit, under their compare-and-set conditions."""
    number = resume.version + 1
    case.unit.extend(
        writes.decide_proposal(proposal, "approved", decision, case.person.id, case.now, version=number)
    )
    case.unit.extend(
        writes.add_version(
            resume.id,
            resume.version,
            target,
            made(proposal, resume, current, target),
            cause=CAUSES.get(proposal.proposed_by, "approved"),
            person=case.person.id,
            why=proposal.title,
            at=case.now,
            proposal=proposal.id,
            of_version=proposal.restores or next(iter(proposal.undoes), None),
        )
    )
    case.audit("approved", "proposal", proposal.id)


def _note_already_so(case: Case, proposal: Proposal, resume: Resume, decision: str) -> None:
    """The decision stands, and makes no version (DESIGN guarantee 10)."""
    case.unit.add(writes.keep_resume(resume.id, resume.version))
    case.unit.extend(
        writes.decide_proposal(proposal, "approved", decision, case.person.id, case.now, outcome="unchanged")
    )
    case.unit.add(writes.touch_posts("batch", proposal.batch))
    case.audit("approved_unchanged", "proposal", proposal.id)


async def approve_all(case: Case, token: Token) -> None:
    """One press on a batch: the plain ones, each as its own version, all in one Unit (merge.md §5)."""
    batch = await case.store.batch(token.id)
    resume = await case.store.resume(batch[0].resume) if batch else None
    if resume is None:
        case.tell("press-unknown-proposal", warning=True)
        return
    if not may(case.person.id, "decide", resume):
        case.tell("press-not-yours", warning=True)
        return
    pending = [proposal for proposal in batch if proposal.state == "pending"]
    case.unit.add(writes.touch_posts("batch", token.id))
    if not pending:
        case.tell("approve-all-nothing", warning=True)
        return
    unread = await case.store.unread_cards(token.id, case.conversation)
    await _approve_each(case, resume, pending, unread)


async def _approve_each(case: Case, resume: Resume, pending: list[Proposal], unread: set[str]) -> None:
    """Approve each that needs no second look; those left, `unread` ones among them, are named."""
    first = await case.store.content(resume.id, resume.version)
    current, at = first, resume
    left: list[str] = []
    for proposal in pending:
        case.unit.add(writes.touch_posts("proposal", proposal.id))
        is_plain = not proposal.asks_twice and proposal.id not in unread
        target = await _next(case, proposal, at, first, current) if is_plain else None
        if target is None:
            left.append(proposal.title)
        elif target is current:
            _note_already_so(case, proposal, at, "approve")
        else:
            write_version(case, proposal, at, current, target, "approve")
            current, at = target, replace(at, version=at.version + 1)
    case.unit.extend(writes.touch_resume(resume.id))
    number = at.version - resume.version
    titles = case.words.say("and-join").join(f"“{title}”" for title in left[:3])
    more = max(0, len(left) - 3)
    key = "approve-all-left" if left else "approve-all"
    case.tell(key, number=number, version=at.version, left=titles, more=more, warning=bool(left))


def _twins(verdict: Verdict) -> set[tuple[str, str]]:
    """What stands there under the same name as something that is added: address and name."""
    return {(shown.line.address, twin) for shown in verdict.lines for twin in shown.twins}


async def _next(
    case: Case, proposal: Proposal, at: Resume, first: Document, current: Document
) -> Document | None:
    """The content after this one of a batch; `current` itself when it is so already, None to leave it.

    Names are judged as they stood before the first, so that a rename inside the batch asks nothing; a name
    that the batch itself has just added does ask.
    """
    change = await change_of(case.store, proposal, current)
    shown = await case.store.showings(proposal.id, proposal.revision)
    before = judge(change, first, shown[0] if shown else frozenset(), case.means.key)
    if before.kind not in ("good", "already_so"):
        return None
    verdict = judge(change, current, None, case.means.key)
    if _twins(verdict) - _twins(before):
        return None
    if verdict.kind == "already_so":
        return current
    if verdict.kind == "out_of_date":
        return None
    try:
        return await _checked(case, proposal, at, current, verdict.merged)
    except CountersignError:
        return None
