"""Talking: a message becomes a command, an answer, a quick edit, or work for the model."""

from dataclasses import asdict

from core import writes
from core.desk import asking, commands, undoing
from core.desk.case import Case
from core.desk.proposing import add_patch
from core.desk.setting import apply_setting
from core.desk.turns import request_turn
from core.errors import InvalidResumeError, PatchError
from core.event import Message
from core.resume.version import Resume
from core.talk import quick
from core.unit import Write

MOST = 50_000
"""Characters of one message (DESIGN §5: a value of 50 KB is the largest we take)."""


async def message(case: Case, body: Message) -> None:
    """One message; whatever it is, it is kept and answered."""
    text = body.text.strip()
    if not text:
        return
    if case.echoes and not body.again:
        shown = text if len(text) <= MOST else text[:2_000] + " …"
        case.unit.add(
            writes.add_post(
                case.conversation, "said", "", case.now, person=case.person.id, content={"text": shown}
            )
        )
    if len(text) > MOST:
        case.post("message-too-long", most=MOST)
        return
    if text.startswith("/") and body.typed:
        await commands.typed(case, text)
        return
    resume = await case.store.current_resume(case.person.id, case.conversation)
    if resume is None:
        case.post("message-try-again")
        return
    if body.typed and await _quick(case, resume, text):
        return
    if await _is_answer(case, body, text):
        return
    if case.means.model_host is None:
        case.unit.add(_kept(case, text, body.typed))
        case.post("without-model")
        await asking.show_again(case)
        return
    await request_turn(case, resume, text, typed=body.typed, event_key=case.event.key)


def _kept(case: Case, text: str, typed: bool) -> Write:
    return writes.add_message(
        case.conversation,
        "person",
        text,
        case.now,
        person=case.person.id,
        typed=typed,
        event_key=case.event.key,
    )


async def _is_answer(case: Case, body: Message, text: str) -> bool:
    """Typed text answers the open Question if it replies to it, or if that is the newest thing we said."""
    question = await case.store.open_question(case.conversation)
    if question is None or question.person != case.person.id or not body.typed or body.again:
        return False
    newest = await case.store.last_post(case.conversation)
    asked = await case.store.post(body.reply_to) if body.reply_to is not None else newest
    if asked is None or asked.subject != "question" or asked.subject_id != question.id:
        return False
    return await asking.typed_answer(case, question, text)


async def _quick(case: Case, resume: Resume, text: str) -> bool:
    """A plain sentence with one clear meaning needs no model; False when it isn't one."""
    document = await case.store.content(resume.id, resume.version)
    edit = quick.read(text, document, case.person.language)
    if edit is None:
        return False
    case.unit.add(_kept(case, text, typed=True))
    match edit:
        case quick.Patch():
            try:
                if add_patch(case, resume, document, edit.title, edit.operations) is None:
                    case.post("quick-nothing-to-do")
            except (PatchError, InvalidResumeError) as problem:
                case.post("quick-not-valid", reason=problem.message)
        case quick.Setting():
            apply_setting(case, resume, document, edit.address, edit.value)
        case quick.Unchanged():
            case.post("quick-unchanged-hidden" if edit.hidden else "quick-unchanged", named=edit.named)
        case quick.NotFound():
            key = "quick-not-found-near" if edit.near else "quick-not-found"
            case.post(key, named=edit.named, near=case.words.say("and-join").join(edit.near))
        case quick.Choose():
            await _choose(case, resume, edit)
        case quick.Undo():
            await undoing.undo_last(case, resume)
    if case.notice is not None:  # an undo tells its outcome; in a conversation it is said and stays
        case.post_text(case.notice.text)
        case.notice = None
    return True


async def _choose(case: Case, resume: Resume, edit: quick.Choose) -> None:
    options = [{"label": option.label, **asdict(option.edit)} for option in edit.options]
    await asking.choose(case, resume, case.words.say(edit.prompt_key, named=edit.named), options)
