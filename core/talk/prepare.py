"""Prepare: what a turn of the model is given, as things stand when it begins."""

from core.ports import Store
from core.show.words import Words, words
from core.talk.job import Job
from core.talk.proposal import Proposal
from core.talk.turn_types import Said, TurnInput

NEWEST = 80
"""Messages looked at; the turn itself keeps what fits the prompt."""


async def prepare_turn(store: Store, job: Job) -> TurnInput | None:
    """The input of a turn: the Resume at its current version, the talk, what was decided since.

    None when the Resume is gone, or nothing is left to answer.
    """
    resume = None if job.resume is None else await store.resume(job.resume)
    person = await store.person_by_id(job.person)
    if resume is None or person is None:
        return None
    requests = await store.messages_of_job(job.id)
    if not requests:
        return None
    asked = {one.id for one in requests}
    messages = await store.messages(job.conversation, NEWEST)
    before = [
        one for one in messages if one.id not in asked and one.job != "" and one.person in (None, person.id)
    ]
    say = words(person.language)
    decided = await store.decided_proposals(job.conversation, await store.last_turn(job.conversation))
    return TurnInput(
        base=resume.version,
        document=await store.content(resume.id, resume.version),
        said=tuple(
            Said(role="person" if one.role == "person" else "assistant", text=one.text, typed=one.typed)
            for one in (*before, *requests)
        ),
        requests=len(requests),
        decided=tuple(_decided(proposal, say) for proposal in decided),
        language=person.language,
    )


def _decided(proposal: Proposal, say: Words) -> str:
    key = f"decided-{proposal.state}" if proposal.version is None else f"decided-{proposal.state}-version"
    return say.say(key, title=proposal.title, version=proposal.version or 0, reason=proposal.reason or "")
