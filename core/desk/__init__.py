"""The desk: the single entrance to the core. An Event in, one Unit committed, a Notice out."""

from typing import Final

from core import writes
from core.desk import answering, arriving, commands, expiring, importing, outcomes, pressing, talking
from core.desk.case import Case, Handled, Means
from core.errors import LostRaceError, PersonError
from core.event import (
    Answer,
    Command,
    Conversation,
    Event,
    File,
    Message,
    Opened,
    Outcome,
    Press,
    Reach,
    Timer,
)
from core.show.post import Post
from core.show.view import Notice
from core.talk.button import to_token
from core.unit import Write

DECIDING: Final = frozenset(
    {
        "decide_proposal",
        "bring_back_proposal",
        "revise_proposal",
        "add_proposal",
        "add_version",
        "settle_question",
        "reopen_question",
        "cancel_job",
        "add_job",
        "set_current",
        "forget_person",
        "end_link",
    }
)
"""Writes that change how things stand; any other only draws anew."""

TRIES: Final = 12
"""How often a lost race is read and decided again before the Event counts as failed."""


class Desk:
    """Decides Events: reads, decides by pure rules, and hands the store one Unit (DESIGN §2)."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def handle(self, event: Event) -> Handled:
        """Decide an Event of the inbox, once: its Unit also marks it as handled.

        The notice is what the person is told at once, None when nothing is, or it went into a Post.
        Raises LostRaceError when others were faster every time; any other error is a fault of ours,
        and nothing was written.
        """
        await self._let_in(event)
        for attempt in range(TRIES):
            case = await self._decide(event)
            leaves = any(
                write.statement == "forget_person" and write.values["person"] == case.person.id
                for write in case.unit.writes
            )
            # Nobody else gets a Post, however late it is.
            stays = case.is_known and not leaves and not case.is_merged
            late = stays and case.notice is not None and case.now > event.notice_until
            if late and case.notice is not None:
                case.post_text(case.notice.text)
            if stays:
                case.unit.add(writes.keep_person(case.person.id))
            case.unit.add(writes.finish_event(event.key, case.now))
            try:
                await self._means.store.commit(case.unit)
            except LostRaceError:
                if await self._means.store.event_state(event.key) != "waiting":
                    return Handled(await self.explain(event), "repeat")  # another worker handled it
                if attempt + 1 == TRIES:
                    raise
            else:
                return Handled(None if late else case.notice, case.code or "done")
        raise AssertionError("the loop above returns or raises")

    async def _let_in(self, event: Event) -> None:
        """Commit what an Event finds there when it is decided. Raises LostRaceError."""
        for attempt in range(TRIES):
            entrance = await arriving.entrance(self._means, event)
            if entrance is None:
                return
            try:
                await self._means.store.commit(entrance)
            except LostRaceError:  # they came in by two doors at once
                if attempt + 1 == TRIES:
                    raise
            else:
                return

    async def explain(self, event: Event) -> Notice | None:
        """What a repeat of a press is told: how things stand. Nothing is written.

        Decided afresh it might succeed now, which would be told as done: such a repeat hears that it has
        to be pressed anew.
        """
        if not isinstance(event.body, Press):
            return None
        case = await self._decide(event)
        if any(write.statement in DECIDING for write in case.unit.writes):
            case.tell("press-still-pending", warning=True)
        return case.notice

    async def _decide(self, event: Event) -> Case:
        placed, adopted = await self._placed(event)
        case = await arriving.open_case(self._means, placed)
        case.unit.extend(adopted)
        body = case.event.body
        if case.traits.is_remote:
            case.unit.add(writes.reopen_conversation(case.conversation))
        if event.origin is not None:
            arriving.answered_elsewhere(case, event.origin)
        match body:
            case Message():
                await talking.message(case, body)
            case Press():
                await pressing.press(case, body)
            case Answer():
                await answering.answer(case, body)
            case File():
                await importing.file(case, body)
            case Command():
                await commands.command(case, body)
            case Outcome():
                await outcomes.outcome(case, body)
            case Reach():
                if not body.is_open:
                    case.unit.add(writes.close_conversation(event.conversation, "blocked", case.now))
            case Timer():
                await expiring.timer(case, body)
            case Opened():
                pass
        return case

    async def _placed(self, event: Event) -> tuple[Event, list[Write]]:
        """The Event with the Post it speaks of, where the platform told its own id of the message.

        A message that nobody knew to have arrived tells by its press where it stands; that is to be noted.
        """
        body, where = event.body, event.conversation
        if isinstance(body, Press) and body.post is None and body.place:
            post = await self._means.store.post_at(where.platform, where.workspace, body.place)
            adopted: list[Write] = []
            if post is None:
                post = await self._unplaced(body.token, where)
                adopted = [] if post is None else [writes.adopt_place(post.id, body.place)]
            pressed = body.model_copy(update={"post": None if post is None else post.id})
            return event.model_copy(update={"body": pressed}), adopted
        if isinstance(body, Message | File) and body.reply_place:
            post = await self._means.store.post_at(where.platform, where.workspace, body.reply_place)
            if post is None:
                return event, []
            # A reply beneath a message of ours belongs to the talk that the message stands in.
            there = Conversation.from_id(post.conversation)
            is_near = (there.channel, there.workspace) == (where.channel, where.workspace)
            replied = body.model_copy(update={"reply_to": post.id} if isinstance(body, Message) else {})
            return event.model_copy(update={"body": replied, "conversation": there if is_near else where}), []
        if isinstance(body, Message) and where.thread and await self._answers_above(where):
            above = where.model_copy(update={"thread": ""})
            return event.model_copy(update={"conversation": above}), []
        return event, []

    async def _answers_above(self, where: Conversation) -> bool:
        """Whether a new thread begins while a Question is the newest thing said where it branches off."""
        if await self._means.store.last_post(where.id) is not None:
            return False
        newest = await self._means.store.last_post(where.model_copy(update={"thread": ""}).id)
        return newest is not None and newest.subject == "question"

    async def _unplaced(self, token: str, where: Conversation) -> Post | None:
        """The Post of a pressed button's subject whose first sending had an unknown outcome."""
        try:
            pressed = to_token(token)
        except PersonError:
            return None
        if pressed.kind not in ("proposal", "question", "batch"):
            return None
        return await self._means.store.unplaced_post(pressed.kind, pressed.id, where.id)
