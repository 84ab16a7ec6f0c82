"""Showing: Posts as messages of one bot; where each stands, and what stands beside it for a while."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Final

from telegram.error import BadRequest, TelegramError

from adapters.telegram.drawing import UNITS, Drawing
from adapters.telegram.faults import is_too_long, to_delivery
from adapters.telegram.keyboard import Key, Rows
from adapters.telegram.markup import Markup, text
from adapters.telegram.render import LONGEST_CAPTION, render_view
from adapters.telegram.sender import GoneError, Sender
from adapters.telegram.units import cut
from adapters.telegram.working import Working
from core.door import Door
from core.event import Actor, Conversation
from core.ports import Sending, Shown
from core.show.view import FileView, WorkingView
from core.show.words import Words, to_language, words

_SHORTER: Final = 1_500
_REMEMBERED: Final = 200
_log = logging.getLogger(__name__)


class Showing:
    """What the postman asks for. `link` gives the address of the bot's own chat, for groups."""

    def __init__(self, sender: Sender, door: Door, link: Callable[[], str], now: Callable[[], int]) -> None:
        self._sender = sender
        self._door = door
        self._link = link
        self._now = now
        self._working: dict[str, tuple[Working, asyncio.Task[None]]] = {}
        self._begun: OrderedDict[int, list[str]] = OrderedDict()

    async def show(self, sending: Sending) -> Shown:
        """A new message, or an edit of the one that stands; a fresh copy where that can't be edited.

        Raises BusyError, UnknownOutcomeError, UnreachableError, DeliveryError.
        """
        say = await self.words(sending.conversation)
        try:
            if isinstance(sending.view, FileView):
                return await self._show_file(sending, sending.view)
            return await self._show_text(sending, say)
        except TelegramError as problem:
            raise to_delivery(problem, is_first=not sending.place) from None

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Take a message away; one too old for that is cut to a line. Raises like `show`."""
        working = self._working.get(conversation.id)
        if working is not None and working[0].place == place:
            await self._end_working(conversation)
        try:
            for chat, message in to_messages(place):
                try:
                    await self._sender.delete(chat, message)
                except GoneError:
                    await self._shorten(conversation, chat, message)
        except TelegramError as problem:
            raise to_delivery(problem, is_first=False) from None

    async def progress(self, conversation: Conversation, text: str) -> None:
        """Show the answer so far in the message that says we are at work."""
        working = self._working.get(conversation.id)
        if working is not None:
            working[0].written = text

    async def words(self, conversation: Conversation) -> Words:
        """The language of whom a private chat belongs to; its id is theirs."""
        actor = Actor(platform="telegram", workspace=conversation.workspace, user=conversation.channel)
        return words(to_language(await self._door.language(actor)))

    async def stop(self) -> None:
        """Nothing is typed any more."""
        tasks = [task for _, task in self._working.values()]
        self._working.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _show_text(self, sending: Sending, say: Words) -> Shown:
        drawing = self._draw(sending, say, UNITS)
        try:
            place = await self._put(sending, drawing)
        except BadRequest as problem:
            if not is_too_long(problem):
                raise
            drawing = self._draw(sending, say, _SHORTER)
            place = await self._put(sending, drawing)
        if isinstance(sending.view, WorkingView):
            await self._begin_working(sending.conversation, place, sending.view)
        return Shown(place, drawing.is_cut)

    def _draw(self, sending: Sending, say: Words, most: int) -> Drawing:
        year = datetime.fromtimestamp(self._now() / 1000, UTC).year
        drawing = render_view(sending.view, say, post=sending.post, year=year, most=most)
        if sending.conversation.channel.startswith("-") and (link := self._link()):
            key = Key(say.say("telegram-open"), url=link)
            return Drawing(drawing.parts, (*drawing.keys, (key,)), drawing.is_cut)
        return drawing

    async def _put(self, sending: Sending, drawing: Drawing) -> str:
        """Edit what stands, part by part; send what doesn't stand yet, and take away what is too much."""
        standing = to_messages(sending.place)
        sent = self._begun.pop(sending.post, []) if not standing else []
        for number, part in enumerate(drawing.parts):
            if number < len(sent):
                continue  # it went out at the last try, before a later part failed
            keys = drawing.keys if number == len(drawing.parts) - 1 else ()
            here = standing[number] if number < len(standing) else None
            try:
                sent.append(await self._put_part(sending, part, keys, here))
            except TelegramError:
                if not standing and sent:
                    self._remember(sending.post, sent)
                raise
        for chat, message in standing[len(drawing.parts) :]:
            try:
                await self._sender.delete(chat, message)
            except GoneError:
                await self._shorten(sending.conversation, chat, message)
        return to_place(sent)

    async def _put_part(
        self, sending: Sending, part: Markup, keys: Rows, here: tuple[int, int] | None
    ) -> str:
        if here is not None:
            try:
                await self._sender.edit(*here, part, keys)
            except GoneError:
                here = None
        if here is None:
            here = await self._sender.send(sending.conversation, part, keys, silently=not sending.rings)
        return f"{here[0]}:{here[1]}"

    def _remember(self, post: int, sent: list[str]) -> None:
        self._begun[post] = sent
        while len(self._begun) > _REMEMBERED:
            self._begun.popitem(last=False)

    async def _show_file(self, sending: Sending, view: FileView) -> Shown:
        if sending.place:
            return Shown(sending.place)  # a file of a Post never changes
        files = await self._door.files(sending.post)
        caption = cut(view.headline, LONGEST_CAPTION)
        silently = not sending.rings
        if not files:
            chat, message = await self._sender.send(
                sending.conversation, text(caption), (), silently=silently
            )
            return Shown(f"{chat}:{message}")
        places = await self._sender.send_files(sending.conversation, files, caption, silently=silently)
        return Shown(to_place([f"{chat}:{message}" for chat, message in places]))

    async def _shorten(self, conversation: Conversation, chat: int, message: int) -> None:
        say = await self.words(conversation)
        try:
            await self._sender.edit(chat, message, text(say.say("telegram-gone")), ())
        except (GoneError, BadRequest):
            _log.info("a message that is no longer current can't be taken away")

    async def _begin_working(self, conversation: Conversation, place: str, view: WorkingView) -> None:
        known = self._working.get(conversation.id)
        if known is not None and known[0].place == place:
            known[0].view = view
            return
        await self._end_working(conversation)
        drawing = render_view(view, words("en"), post=0, year=0)

        async def edit(markup: Markup) -> None:
            for chat, message in to_messages(place):
                await self._sender.edit(chat, message, markup, drawing.keys)

        async def show_typing() -> None:
            await self._sender.type(conversation)

        working = Working(place, view, edit, show_typing)
        self._working[conversation.id] = (working, asyncio.create_task(working.run()))

    async def _end_working(self, conversation: Conversation) -> None:
        known = self._working.pop(conversation.id, None)
        if known is not None:
            known[1].cancel()
            await asyncio.gather(known[1], return_exceptions=True)


def to_messages(place: str) -> list[tuple[int, int]]:
    """Where a Post stands: chat and message ids, several for a long text."""
    messages = []
    for one in place.split(",") if place else []:
        chat, _, message = one.partition(":")
        messages.append((int(chat), int(message)))
    return messages


def to_place(messages: Sequence[str]) -> str:
    """The place of a Post whose messages are these (`chat:message`)."""
    return ",".join(messages)
