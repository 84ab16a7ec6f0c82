"""Talking: a message becomes a command, an answer, a quick edit, or work for the model."""

from collections import Counter
from dataclasses import asdict

from core import writes
from core.desk import asking, commands, posing, undoing
from core.desk.case import Case
from core.desk.proposing import add_patch
from core.desk.setting import apply_setting
from core.desk.turns import request_turn
from core.errors import InvalidResumeError, PatchError
from core.event import Message
from core.resume.version import Resume
from core.talk import quick
from core.talk.question import Question
from core.unit import Write

MOST = 50_000
"""Characters of one message (DESIGN §5: a value of 50 KB is the largest we take)."""


async def message(case: Case, body: Message) -> None:
    """One message; whatever it is, it is kept and answered."""
    text = body.text.strip()
    if not text:
        return
    if body.edits:
        await asking.edited(case, text, body.place)
        return
    asked = await _asked(case, body)
    if case.traits.echoes and not body.again:
        is_secret = asked is not None and asked.privacy == "sensitive"
        shown = text if len(text) <= MOST else text[:2_000] + " …"
        if is_secret:  # it stands in the résumé, and nowhere else
            shown = case.words.say("answer-private")
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
    if asked is not None and await asking.typed_answer(
        case, asked, text, body.place, is_meant=body.reply_to is not None or case.means.model_host is None
    ):
        return
    if case.means.model_host is None:
        case.unit.add(_kept(case, text, body.typed))
        case.post("without-model")
        await posing.show_again(case)
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


async def _asked(case: Case, body: Message) -> Question | None:
    """The open Question that typed text may answer: it replies to it, or that is the newest thing we said."""
    if not body.typed or body.again:
        return None
    newest = await case.store.last_post(case.conversation)
    post = await case.store.post(body.reply_to) if body.reply_to is not None else newest
    if post is None or post.subject != "question":
        return None
    question = await case.store.question(post.subject_id)
    if question is None or not question.is_open or question.person != case.person.id:
        return None
    if await posing.is_void(case, question):
        posing.withdraw(case, question)
        return None
    return question


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
    if not isinstance(edit, quick.Choose):
        await posing.show_again(case)
    if case.notice is not None:  # an undo tells its outcome; in a conversation it is said and stays
        case.post_text(case.notice.text)
        case.notice = None
    return True


async def _choose(case: Case, resume: Resume, edit: quick.Choose) -> None:
    labels = Counter(option.label for option in edit.options)
    options = [
        {"label": _label(option.label, number, labels), **asdict(option.edit)}
        for number, option in enumerate(edit.options, 1)
    ]
    await posing.choose(case, resume, case.words.say(edit.prompt_key, named=edit.named), options)


def _label(label: str, number: int, labels: Counter[str]) -> str:
    """Two options never read the same: equal ones are numbered in the order of the résumé."""
    return label if labels[label] == 1 else f"{label} ({number})"
