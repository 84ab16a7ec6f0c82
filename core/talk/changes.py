"""The change that a Proposal stands for, and the document that applying it gives."""

from core.ports import Store
from core.resume import patch
from core.resume.change import Change, difference, from_json, to_json
from core.resume.merge import Merged
from core.resume.values import Document, Json
from core.resume.version import Resume
from core.talk.proposal import Proposal


async def change_of(store: Store, proposal: Proposal, current: Document) -> Change:
    """Its stored lines; a restore's are worked out anew, from how things are to how they were."""
    if proposal.restores is None:
        return from_json(proposal.change)
    return difference(current, await store.content(proposal.resume, proposal.restores))


async def target_of(
    store: Store, proposal: Proposal, resume: Resume, current: Document, merged: Merged
) -> Document:
    """What the next version holds: exactly the Patch's result where nothing came between, else the merge.

    A restore is no merge: the old content as it was. Raises PatchError where stored operations don't
    apply to the version they were tried on (a bug).
    """
    if proposal.restores is not None:
        return await store.content(proposal.resume, proposal.restores)
    if proposal.base == resume.version and proposal.operations:
        return patch.apply(proposal.operations, current)
    return merged.result


def made(proposal: Proposal, resume: Resume, current: Document, target: Document) -> Json:
    """The lines that a new version is stored with: what it changed against the one before it."""
    if proposal.base == resume.version and proposal.restores is None:
        return proposal.change
    return to_json(difference(current, target))
