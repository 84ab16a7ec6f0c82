"""Pressing: what a button means and who may press it; a repeat is told what stands."""

from core import writes
from core.access import may
from core.desk import (
    approving,
    asking,
    chosen,
    editing,
    importing,
    leaving,
    linking,
    switching,
    turns,
    undoing,
)
from core.desk.case import Case
from core.errors import PersonError
from core.event import Press
from core.resume.version import Resume
from core.show.reasons import say_when, say_who
from core.talk.button import Token, to_token
from core.talk.proposal import NEXT, Proposal
from core.unit import Write


async def press(case: Case, body: Press) -> None:
    """Decide one press. Everyone who presses hears how things stand; never silence, never an error."""
    try:
        token = to_token(body.token)
    except PersonError:
        case.tell("press-unknown", warning=True)
        return
    match token.kind:
        case "proposal":
            await _press_proposal(case, token, body)
        case "batch" if token.decision == "approve_all":
            await approving.approve_all(case, token)
        case "version":
            await undoing.press_version(case, token)
        case "job":
            await turns.press_job(case, token)
        case "person":
            await leaving.press_forget(case, token)
        case "resume":
            await switching.press_resume(case, token)
        case "import":
            await importing.press_import(case, token)
        case "link":
            await linking.press_link(case, token)
        case "question":
            await asking.press_question(case, token)
        case _:
            case.tell("press-unknown", warning=True)


async def _press_proposal(case: Case, token: Token, body: Press) -> None:
    proposal = await case.store.proposal(token.id)
    resume = None if proposal is None else await case.store.resume(proposal.resume)
    if proposal is None or resume is None:
        case.tell("press-unknown-proposal", warning=True)
    elif not may(case.person.id, "decide", resume):
        case.tell("press-not-yours", warning=True)
    elif token.decision == "get_pdf" and proposal.version is not None:
        file = f"{resume.id}:{proposal.version}:pdf"
        case.unit.add(writes.add_post(case.conversation, "file", file, case.now, person=case.person.id))
    elif token.decision == "look":
        case.unit.add(
            writes.add_post(case.conversation, "proposal", proposal.id, case.now, person=case.person.id)
        )
    elif token.decision == "back":
        case.unit.add(writes.touch_posts("proposal", proposal.id))
    elif (proposal.state, token.decision) not in NEXT:
        await _tell_what_stands(case, proposal)
    elif token.revision != proposal.revision:
        case.unit.add(writes.touch_posts("proposal", proposal.id))
        case.tell("press-older-revision", warning=True)
    else:
        await _decide(case, proposal, resume, token, body)


async def _decide(case: Case, proposal: Proposal, resume: Resume, token: Token, body: Press) -> None:
    match token.decision:
        case "approve" | "approve_anyway":
            await approving.approve(case, proposal, resume, token, body.post)
        case "review":
            _review(case, proposal, body.post)
        case "reject":
            _settle(
                case,
                proposal,
                writes.decide_proposal(proposal, "rejected", "reject", case.person.id, case.now),
                "rejected",
            )
        case "bring_back":
            _settle(
                case, proposal, writes.bring_back_proposal(proposal, case.person.id, case.now), "brought-back"
            )
        case "edit" if body.text is None and not case.traits.has_forms:
            await chosen.ask_for_edit(case, resume, proposal)
        case "edit":
            await editing.edit(case, proposal, resume, body)
        case "redraft" if body.text is None and not case.traits.has_forms:
            await chosen.ask_for_reason(case, resume, proposal)
        case "redraft":
            await turns.redraft(case, proposal, body.text or "")
        case "undo":
            assert proposal.state == "approved", "the table of moves lets nothing else through"
            await undoing.undo_proposal(case, proposal, resume)


def _review(case: Case, proposal: Proposal, post: int | None) -> None:
    """The whole of a card that had to be cut: from now on its reader may approve it."""
    if post is not None:
        case.unit.add(writes.open_card(post, proposal.revision))
    case.audit("opened", "proposal", proposal.id)
    if not case.traits.has_forms:
        whole = f"change:{proposal.id}:{proposal.revision}"
        case.unit.add(writes.add_post(case.conversation, "file", whole, case.now, person=case.person.id))


def _settle(case: Case, proposal: Proposal, decided: list[Write], outcome: str) -> None:
    case.unit.extend(decided)
    case.unit.add(writes.touch_posts("proposal", proposal.id))
    case.unit.add(writes.touch_posts("batch", proposal.batch))
    case.audit(outcome, "proposal", proposal.id)
    case.tell(outcome)


async def _tell_what_stands(case: Case, proposal: Proposal) -> None:
    """A repeat, or the opposite: who decided what, and when. The card is drawn again, as it is."""
    case.unit.add(writes.touch_posts("proposal", proposal.id))
    if proposal.decided_by is None or proposal.decided_at is None:
        case.tell(f"stands-{proposal.state}", warning=True)
        return
    who = await say_who(case.store, proposal.decided_by, case.person, case.words)
    when = say_when(proposal.decided_at, case.means.clock, case.person)
    version = proposal.version or 0
    case.tell(f"stands-{proposal.state}-by", warning=True, who=who, when=when, version=version)
