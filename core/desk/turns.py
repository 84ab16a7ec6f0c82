"""Turns of the model as Jobs: asking for one, stopping it, trying again, asking for another draft."""

from datetime import UTC, datetime, timedelta
from typing import Final

from core import writes
from core.access import may
from core.desk.case import Case
from core.event import Actor
from core.resume.version import Resume
from core.show.reasons import say_when
from core.talk.button import Token
from core.talk.job import Job
from core.talk.proposal import Proposal

PACE: Final = 20
"""Messages to the model that a person may write in `PACE_MINUTES`."""

PACE_MINUTES: Final = 10


async def request_turn(
    case: Case,
    resume: Resume,
    text: str,
    *,
    typed: bool,
    event_key: str | None = None,
    answers: str | None = None,
) -> None:
    """Store a message for the model: the next turn answers it if one is under way, else a new one.

    `event_key` is given for a message of the person's own, which counts for pace and budget; presses and
    answers cost neither (an answer's key is `answers`). Where one is reached the turn waits, and the person
    hears until when.
    """
    under_way = await case.store.open_job(case.conversation)
    job = "" if under_way else case.means.ids.short()
    case.unit.add(
        writes.add_message(
            case.conversation,
            "person",
            text,
            case.now,
            person=case.person.id,
            typed=typed,
            event_key=event_key or answers,
            job=job,
        )
    )
    if under_way is None:
        begins = case.now if event_key is None else await _may_begin(case)
        case.unit.add(writes.take_messages(case.conversation, case.person.id, job))
        _add_turn(case, job, resume, begins=begins, step="turn" if event_key else "answer")
    elif under_way.run_after > case.now:
        if event_key is None:
            case.unit.add(writes.hasten_job(under_way.id, case.now))
        else:
            await _may_begin(case)  # says until when it waits


async def _may_begin(case: Case) -> int:
    """When a turn of this person may begin (ms): now, or when pace or budget allow it, which is said."""
    now = datetime.fromtimestamp(case.now / 1000, UTC)
    spent = await case.store.tokens_on(case.person.id, now.date().isoformat())
    if spent >= case.means.daily_tokens:
        midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
        begins = int(midnight.timestamp() * 1000)
        case.post("budget-reached", when=say_when(begins, case.means.clock, case.person))
        return begins
    written = await case.store.written_since(case.person.id, case.now - PACE_MINUTES * 60_000)
    if len(written) >= PACE:
        begins = written[-PACE] + PACE_MINUTES * 60_000
        when = say_when(begins, case.means.clock, case.person)
        case.post("pace-reached", number=PACE, minutes=PACE_MINUTES, when=when)
        return begins
    return case.now


async def take_back(case: Case, key: str) -> None:
    """A message that was none: it is removed, and the turn that was to answer it alone is stopped."""
    job_id = await case.store.job_of_message(key)
    if job_id is None:
        return
    case.unit.add(writes.remove_message(key))
    job = await case.store.job(job_id) if job_id else None
    if job is not None and job.is_open and len(await case.store.messages_of_job(job.id)) == 1:
        case.unit.add(writes.cancel_job(job.id, case.now))
        case.unit.add(writes.touch_posts("job", job.id))


async def start_next_turn(case: Case, ended: str) -> None:
    """A turn that answers what was written meanwhile: as its author, on the résumé they mean now.

    `ended` is the Job that has just ended; another one under way answers what waits when it ends.
    """
    under_way = await case.store.open_job(case.conversation)
    waiting = await case.store.awaiting(case.conversation)
    if waiting is None or (under_way is not None and under_way.id != ended):
        return
    person, actor = waiting
    resume = await case.store.current_resume(person, case.conversation)
    if resume is not None:
        begins = await _may_begin(case) if person == case.person.id else case.now
        _take(case, resume, person, actor, begins)


def _take(case: Case, resume: Resume, person: str, actor: Actor, begins: int) -> None:
    job = case.means.ids.short()
    case.unit.add(writes.take_messages(case.conversation, person, job))
    work = {"actor": actor.model_dump(mode="json"), "step": "turn"}
    case.unit.add(writes.add_job(job, "turn", case.conversation, person, resume.id, work, case.now, begins))
    case.unit.add(writes.add_post(case.conversation, "job", job, case.now, person=person))


def _add_turn(case: Case, job: str, resume: Resume, *, begins: int, step: str) -> None:
    work = {"actor": case.event.actor.model_dump(mode="json"), "step": step}
    case.unit.add(
        writes.add_job(job, "turn", case.conversation, case.person.id, resume.id, work, case.now, begins)
    )
    case.unit.add(writes.add_post(case.conversation, "job", job, case.now, person=case.person.id))


def _stop_import(case: Case, job: Job, token: Token) -> None:
    """Stop the reading of a file, which can be sent again at any time."""
    case.unit.add(writes.touch_posts("job", job.id))
    if job.person != case.person.id:
        case.tell("press-not-yours", warning=True)
    elif token.decision != "stop" or not job.is_open:
        case.tell("stop-too-late", warning=True)
    else:
        case.unit.add(writes.cancel_job(job.id, case.now))
        case.unit.add(writes.empty_import(job.id, {"actor": job.input["actor"]}))
        case.tell("stopped")


async def press_job(case: Case, token: Token) -> None:
    """Stop, or Try again, on a turn."""
    job = await case.store.job(token.id)
    resume = None if job is None or job.resume is None else await case.store.resume(job.resume)
    if job is not None and job.kind == "import":
        _stop_import(case, job, token)
    elif job is None or resume is None:
        case.tell("press-unknown", warning=True)
    elif not may(case.person.id, "suggest", resume):
        case.tell("press-not-yours", warning=True)
    elif token.decision == "stop":
        case.unit.add(writes.touch_posts("job", job.id))
        if not job.is_open:
            case.tell("stop-too-late", warning=True)
            return
        case.unit.add(writes.cancel_job(job.id, case.now))
        case.post_text(case.words.say("stopped"), try_again=job.id)
        await start_next_turn(case, job.id)
        case.tell("stopped")
    elif token.decision == "try_again":
        if job.is_open or await case.store.open_job(case.conversation):
            case.tell("try-again-working", warning=True)
            return
        if not await case.store.job_has_messages(job.id):
            case.tell("try-again-done", warning=True)
            return
        case.unit.add(writes.release_messages(job.id))
        actor = Actor.model_validate(job.input["actor"])
        _take(case, resume, job.person, actor, await _may_begin(case))
    else:
        case.tell("press-unknown", warning=True)


async def redraft(case: Case, proposal: Proposal, reason: str) -> None:
    """Ask the model for another draft, with a reason if one was given; this card is then superseded."""
    resume = await case.store.resume(proposal.resume)
    if case.means.model_host is None or resume is None:
        case.tell("redraft-without-model", warning=True)
        return
    reason = reason.strip()[:500]
    case.unit.extend(
        writes.decide_proposal(
            proposal, "superseded", "redraft", case.person.id, case.now, reason=reason or None
        )
    )
    case.unit.add(writes.touch_posts("proposal", proposal.id))
    case.unit.add(writes.touch_posts("batch", proposal.batch))
    key = "redraft-request-why" if reason else "redraft-request"
    text = case.words.say(key, title=proposal.title, reason=reason)
    await request_turn(case, resume, text, typed=False)
    case.audit("redraft", "proposal", proposal.id)
    case.tell("redrafting")
