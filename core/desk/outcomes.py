"""Outcomes: what a finished Job gave enters the conversation as cards, questions, words."""

from datetime import UTC, datetime

from core import writes
from core.desk import importing, posing, turns
from core.desk.case import Case
from core.desk.proposing import add_card, new_proposal
from core.desk.setting import apply_setting
from core.errors import PersonError
from core.event import Outcome
from core.resume.version import Resume
from core.talk.control import Control, control_for
from core.talk.job import Job
from core.talk.turn_types import Asked, DirectSetting, Drafted, TurnOutcome


async def outcome(case: Case, body: Outcome) -> None:
    """A Job's outcome; that of a cancelled or an older attempt is dropped."""
    job = await case.store.job(body.job)
    if job is None or job.state != "done" or job.attempt != body.attempt:
        return
    if job.kind == "import":
        case.unit.add(writes.touch_posts("job", job.id))
        importing.read_by_job(case, job, body.result)
        return
    if job.resume is None:
        return
    resume = await case.store.resume(job.resume)
    if resume is None:
        return
    case.unit.add(writes.touch_posts("job", job.id))
    await _turn(
        case,
        job,
        resume,
        int(body.result["base"]),
        TurnOutcome.model_validate(body.result["turn"], strict=False),
    )
    await turns.start_next_turn(case, job.id)


async def _turn(case: Case, job: Job, resume: Resume, base: int, turn: TurnOutcome) -> None:
    _count(case, job, turn)
    if not await case.store.has_reply(case.person.id) and not turn.code:
        case.post("first-reply", host=case.means.model_host or "")
    if turn.text:
        case.unit.add(writes.add_message(case.conversation, "assistant", turn.text, case.now, job=job.id))
        case.post_text(turn.text, by="assistant")
    if turn.proposals:
        _add_cards(case, resume, base, turn.proposals)
        _remember_cards(case, job, turn)
    if turn.question is not None:
        asked = turn.question
        case.unit.add(writes.add_message(case.conversation, "assistant", asked.prompt, case.now, job=job.id))
        await posing.ask(
            case,
            resume,
            field=asked.field,
            prompt=asked.prompt,
            reason=asked.reason,
            severity=asked.severity,
            control=_control(asked),
            is_first=await case.store.open_question(case.conversation) is None,
        )
    else:
        await posing.show_again(case)
    await _apply_settings(case, resume, turn.settings)
    if turn.code:
        case.post_text(case.words.say(f"failed-{turn.code.replace('_', '-')}"), try_again=job.id)


def _control(asked: Asked) -> Control:
    """How it is asked: by choice where there is one to make; else the field decides."""
    try:
        return control_for(asked.field, asked.choices)
    except PersonError:
        return control_for(asked.field)


def _add_cards(case: Case, resume: Resume, base: int, drafts: tuple[Drafted, ...]) -> None:
    batch = case.means.ids.short()
    if len(drafts) > 1:
        case.unit.add(writes.add_post(case.conversation, "batch", batch, case.now, person=case.person.id))
    for place, draft in enumerate(drafts):
        proposal = new_proposal(
            case,
            resume,
            title=draft.title,
            summary=draft.summary,
            operations=draft.operations,
            change=draft.change,
            marks=draft.marks,
            destructive=draft.destructive,
            proposed_by="model",
            base=base,
            batch=batch,
            place=place,
        )
        add_card(case, proposal, rings=len(drafts) == 1)


def _remember_cards(case: Case, job: Job, turn: TurnOutcome) -> None:
    """Keep in the talk that cards were shown, for the turns that follow."""
    titles = "; ".join(draft.title for draft in turn.proposals)
    text = case.words.say("cards-shown", number=len(turn.proposals), titles=titles)
    case.unit.add(writes.add_message(case.conversation, "assistant", text, case.now, job=job.id))


async def _apply_settings(case: Case, resume: Resume, settings: tuple[DirectSetting, ...]) -> None:
    if not settings:
        return
    document = await case.store.content(resume.id, resume.version)
    for setting in settings:
        resume, document = apply_setting(case, resume, document, setting.address, setting.value)


def _count(case: Case, job: Job, turn: TurnOutcome) -> None:
    step = str(job.input.get("step", "turn"))
    day = datetime.fromtimestamp(case.now / 1000, UTC).date().isoformat()
    case.unit.add(writes.add_usage(job.person, day, step, turn.model_calls, turn.tokens_in, turn.tokens_out))
    for call in turn.calls:
        case.unit.add(
            writes.add_tool_call(job.id, call.step, call.tool, call.outcome, call.milliseconds, case.now)
        )
