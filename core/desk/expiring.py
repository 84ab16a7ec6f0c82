"""Expiring: a card that nobody decided in a long time is closed; it changes nothing, and can be redrafted."""

from core import writes
from core.desk.case import Case
from core.event import Timer


async def timer(case: Case, body: Timer) -> None:
    """A moment has come; `expiry` names a Proposal and the revision that was due then."""
    if body.name != "expiry":
        return
    name, _, revision = body.subject.partition(".")
    proposal = await case.store.proposal(name)
    if proposal is None or proposal.state != "pending" or str(proposal.revision) != revision:
        return
    case.unit.extend(writes.decide_proposal(proposal, "expired", "expire", case.person.id, case.now))
    case.unit.add(writes.touch_posts("proposal", proposal.id))
    case.unit.add(writes.touch_posts("batch", proposal.batch))
    case.audit("expired", "proposal", proposal.id)
