"""Prepare: what a turn of the model is given, as things stand when it begins."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from core.access import Right, may
from core.person import Person
from core.ports import Decided, Store, StoredMessage
from core.resume import patch
from core.resume.change import difference
from core.resume.merge import apply
from core.resume.values import Document
from core.resume.version import Resume
from core.show.card import line_text
from core.show.words import Words, words
from core.talk.answer import say_answer
from core.talk.changes import change_of
from core.talk.claims import claims_of
from core.talk.control import Confirm, File, Text, Textarea, from_json
from core.talk.ground import own_words
from core.talk.job import Job
from core.talk.proposal import Proposal
from core.talk.question import Question
from core.talk.turn_types import Said, TurnInput

NEWEST: Final = 500
"""Messages looked at. The prompt takes what fits; what the person typed before that bears facts, too."""

LONGEST_TALK: Final = 100_000
"""Characters of earlier messages looked at: reading facts takes about two milliseconds for a thousand."""

_RIGHTS: Final[tuple[Right, ...]] = ("decide", "suggest", "view")
_LONGEST_EDIT: Final = 500
"""Characters of a person's own wording in a line about a card; the rest stands in the résumé, if approved."""


async def prepare_turn(store: Store, job: Job) -> TurnInput | None:
    """The input of a turn: the Resume at its current version, the talk, what was decided since.

    None when the Resume is gone or may no longer be seen, or nothing is left to answer.
    """
    resume = None if job.resume is None else await store.resume(job.resume)
    person = await store.person_by_id(job.person)
    if resume is None or person is None:
        return None
    right = next((right for right in _RIGHTS if may(person.id, right, resume)), None)
    requests = await store.messages_of_job(job.id)
    if right is None or not requests:
        return None
    asked = {one.id for one in requests}
    messages = await store.messages(job.conversation, NEWEST)
    before = [
        one for one in messages if one.id not in asked and one.job != "" and one.person in (None, person.id)
    ]
    document = await store.content(resume.id, resume.version)
    say = words(person.language)
    return TurnInput(
        base=resume.version,
        right=right,
        document=document,
        said=tuple(
            Said(role="person" if one.role == "person" else "assistant", text=one.text, typed=one.typed)
            for one in (*_within(before, LONGEST_TALK), *requests)
        ),
        requests=len(requests),
        decided=await _decided(store, job.conversation, resume, document, say),
        material=await _material(store, resume, person, say),
        language=person.language,
    )


def _within(messages: Sequence[StoredMessage], characters: int) -> Sequence[StoredMessage]:
    """The newest messages that have no more characters together."""
    sizes = accumulate(len(one.text) for one in reversed(messages))
    return messages[len(messages) - sum(size <= characters for size in sizes) :]


# -- what became of the cards


async def _decided(
    store: Store, conversation: str, resume: Resume, current: Document, say: Words
) -> tuple[str, ...]:
    """One line per Proposal on this Resume: decided or edited since the last turn, or out of date now."""
    since = await store.last_turn(conversation)
    lines = [
        await _decision(store, proposal, say)
        for proposal in await store.decided_proposals(conversation, since)
        if proposal.resume == resume.id
    ]
    for proposal in await store.pending_proposals(conversation):
        if proposal.resume != resume.id:
            continue
        if apply(await change_of(store, proposal, current), current).conflicts:
            lines.append(f"out of date, it can't be applied any more: “{proposal.title}”")
        elif any(edit.at > since for edit in await _edits(store, proposal)):
            lines.append(f"not decided yet: “{proposal.title}”{await _edited_to(store, proposal, say)}")
    return tuple(lines)


async def _decision(store: Store, proposal: Proposal, say: Words) -> str:
    key = f"decided-{proposal.state}" if proposal.version is None else f"decided-{proposal.state}-version"
    line = say.say(key, title=proposal.title, version=proposal.version or 0, reason=proposal.reason or "")
    return line.rstrip() + await _edited_to(store, proposal, say)


async def _edits(store: Store, proposal: Proposal) -> list[Decided]:
    """The person's edits of a card; each made one revision, and put one operation behind the others."""
    if proposal.revision == 1:
        return []
    return [one for one in await store.decisions(proposal.id) if one.decision == "edit"]


async def _edited_to(store: Store, proposal: Proposal, say: Words) -> str:
    """What a person wrote in the place of the draft's own words; empty where they wrote nothing else."""
    edits = len(await _edits(store, proposal))
    if not edits:
        return ""
    base = await store.content(proposal.resume, proposal.base)
    drafted = patch.apply(proposal.operations[:-edits], base)
    lines = difference(drafted, patch.apply(proposal.operations, base)).lines
    texts = [" ".join(line_text(line.address, line.after, say).split()) for line in lines]
    text = " / ".join(text for text in texts if text)
    if len(text) > _LONGEST_EDIT:
        text = text[:_LONGEST_EDIT].rstrip() + " …"
    return f", edited by the person to: “{text}”" if text else ""


# -- what else the person said and brought


async def _material(store: Store, resume: Resume, person: Person, say: Words) -> tuple[str, ...]:
    """The person's own Answers on this Resume, and the file that it began as; no model sees them."""
    questions = await store.settled_questions(resume.id)
    answers = [text for one in questions if one.person == person.id for text in _answered(one, say)]
    first = await store.version(resume.id, 1)
    if first is None or first.content is None or first.cause != "imported" or first.person != person.id:
        return tuple(answers)
    return (*answers, *(text for text, _ in claims_of(first.content)))


def _answered(question: Question, say: Words) -> Iterator[str]:
    """An Answer as the person gave it: as its control reads, and as it was typed.

    A yes or a file says nothing by itself, nor does a pick among the options of a quick edit.
    """
    control = from_json(question.control)
    is_pick = "options" in (question.continuation or {})
    if question.state != "answered" or question.answer is None or is_pick:
        return
    if isinstance(question.draft, dict) and isinstance(typed := question.draft.get("typed"), str):
        yield own_words(typed)
    if isinstance(control, Text | Textarea):
        yield own_words(str(question.answer))
    elif not isinstance(control, Confirm | File):
        yield own_words(say_answer(control, question.answer, say))
