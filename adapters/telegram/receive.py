"""Receiving: one Update is taken in durably; then whoever pressed is answered with the outcome."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

import telegram
from telegram.error import TelegramError

from adapters.telegram.controls import tap_control, ticked
from adapters.telegram.decode import ALBUMS, NOTICE_MS, Bot, Came, Hint, Nothing, Tapped, decode
from adapters.telegram.taps import Half
from adapters.telegram.units import cut
from core.door import Decided, Door
from core.event import Answer, Conversation, Event
from core.show.view import Notice, QuestionView
from core.show.words import Words, to_language, words

_log = logging.getLogger(__name__)
_LONGEST_TOAST: Final = 200
_REMEMBERED: Final = 500
"""Albums and half-done controls that are kept in memory; what is forgotten is read from the store again."""
Key = TypeVar("Key")
Kept = TypeVar("Kept")
_PATIENCE: Final = 1.2 * NOTICE_MS / 1000


class Receiver:
    """Takes Updates in, from the poll loop or the webhook. `now` gives milliseconds since 1970 (UTC)."""

    def __init__(self, bot: telegram.Bot, door: Door, who: Callable[[], Bot], now: Callable[[], int]) -> None:
        self._bot = bot
        self._door = door
        self._who = who
        self._now = now
        self._albums: OrderedDict[str, str] = OrderedDict()
        self._halves: OrderedDict[tuple[str, int], object] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    async def take(self, raw: dict[str, Any]) -> None:
        """Take one Update in. When this returns Telegram may be told that it arrived.

        An Update that can't be read is set aside for an operator, under its id. Raises what the store raises
        when it can't be written: then the Update must come again.
        """
        try:
            decoded = decode(raw, self._who(), self._now())
        except Exception:  # whatever is wrong with it, the next ones are served
            _log.error("the update %s can't be read and is set aside", raw.get("update_id"))
            await self._door.park(f"telegram:{self._who().id}:{raw.get('update_id')}", raw)
            return
        match decoded:
            case Came():
                if self._is_extra(decoded):
                    self._later(self._hint(Hint(decoded.event.conversation, decoded.event.actor, ALBUMS)))
                    return
                decided = await self._door.accept(decoded.event)
                if decoded.query:
                    self._later(self._answer(decoded.query, decided))
            case Tapped():
                await self._tap(decoded)
            case Hint():
                self._later(self._hint(decoded))
            case Nothing(query) if query:
                self._later(self._toast(query, None))

    async def stop(self) -> None:
        """End what is still to be answered."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tap(self, tapped: Tapped) -> None:
        """A tap within a control: an Answer, or a state of it that is kept; any other is for core to say."""
        tap, event = tapped.tap, tapped.plain
        view = await self._door.view(tap.post, event.actor)
        meant = None
        key = (tap.question, tap.revision)
        if isinstance(view, QuestionView):
            meant = tap_control(view, tap, self._halves.get(key, view.draft))
        if meant is None:
            self._later(self._answer(tapped.query, await self._door.accept(event)))
            return
        is_half = isinstance(meant, Half)
        value = meant.state if isinstance(meant, Half) else meant.value
        body = Answer(question=tap.question, revision=tap.revision, value=value, draft=is_half)
        decided = await self._door.accept(event.model_copy(update={"body": body}))
        if isinstance(meant, Half):
            _remember(self._halves, key, meant.state)  # a second tap may come before the first is decided
        self._later(self._answer(tapped.query, decided, await self._counted(view, meant, event)))

    async def _counted(self, view: object, meant: object, event: Event) -> Notice | None:
        """How many options are ticked now; the keys themselves follow a moment later."""
        if (
            not isinstance(meant, Half)
            or not isinstance(view, QuestionView)
            or view.control != "multi_choice"
        ):
            return None
        say = await self._words(event)
        return Notice(say.say("telegram-selected", count=len(ticked(meant.state))))

    def _is_extra(self, came: Came) -> bool:
        """Whether a file is of an album whose first file was taken."""
        if not came.album:
            return False
        first = self._albums.get(came.album)
        if first is None:
            _remember(self._albums, came.album, came.event.key)
        return first not in (None, came.event.key)

    async def _answer(self, query: str, decided: Decided, otherwise: Notice | None = None) -> None:
        """Tell who pressed what came of it; a press is answered once, and in any case."""
        notice = None
        try:
            notice = await asyncio.wait_for(decided(), _PATIENCE)
        except Exception as problem:  # whatever went wrong is core's to tell; the press is not left waiting
            _log.warning("the outcome of a press is not known in time (%s)", type(problem).__name__)
        await self._toast(query, notice or otherwise)

    async def _toast(self, query: str, notice: Notice | None) -> None:
        words_of_it = None if notice is None else cut(notice.text, _LONGEST_TOAST)
        is_alert = notice is not None and notice.tone == "warning"
        try:
            await self._bot.answer_callback_query(query, text=words_of_it, show_alert=is_alert)
        except TelegramError as problem:  # too old: only the toast is lost
            _log.info("a press could not be answered (%s)", type(problem).__name__)

    async def _hint(self, hint: Hint) -> None:
        """Say that we can't use something; at most once, and not kept."""
        say = words(to_language(await self._door.language(hint.actor)))
        await self.tell(hint.conversation, say.say(hint.key))

    async def tell(self, conversation: Conversation, text: str) -> None:
        """A line that is no Post: sent once, without sound; lost where it can't be sent."""
        topic = int(conversation.thread) if conversation.thread else None
        try:
            await self._bot.send_message(
                int(conversation.channel),
                cut(text, 3_900),
                disable_notification=True,
                message_thread_id=topic,
            )
        except TelegramError as problem:
            _log.info("a line could not be sent (%s)", type(problem).__name__)

    async def _words(self, event: Event) -> Words:
        return words(to_language(await self._door.language(event.actor)))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            _log.error("an answer could not be given (%s)", type(problem).__name__)


def _remember(kept: OrderedDict[Key, Kept], key: Key, value: Kept) -> None:
    kept[key] = value
    while len(kept) > _REMEMBERED:
        kept.popitem(last=False)
