"""Workspace: all that works with one bot token: Posts in the place that each view has, and what comes in."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from adapters.slack.blocks import Drawn
from adapters.slack.client import SlackClient
from adapters.slack.files import Files
from adapters.slack.forms import Forms
from adapters.slack.home_tab import HomeTabs
from adapters.slack.intake import Intake, tell
from adapters.slack.interact import home_place
from adapters.slack.message import render_message
from adapters.slack.posts import Posts
from adapters.slack.progress import ORPHAN_MS, STATUS, Progress
from core.door import Door
from core.errors import DeliveryError, UnknownOutcomeError, UnreachableError
from core.event import Actor, Conversation
from core.ports import Sending, Shown
from core.show.view import FileView, HomeView, Notice, TextView, WorkingView
from core.show.words import Words, words

HOME: Final = "home:"


class Workspace:
    """`core.ports.Platform`'s work in one workspace, or in one organisation that installed the app."""

    def __init__(self, client: SlackClient, door: Door, now: Callable[[], int]) -> None:
        self.client = client
        self._door = door
        self._now = now
        self._posts = Posts(client, now)
        self._files = Files(client, self._posts)
        self._homes = HomeTabs(client, self._files, door)
        self._progress = Progress(client, self._posts, now)
        self._forms = Forms(client, door, now)
        self.intake = Intake(client, door, self._forms, self._progress, now)
        self._working: set[int] = set()

    async def show(self, sending: Sending) -> Shown:
        """Show a Post, or bring it up to date; see `Platform.show`."""
        say = await self._say(sending.conversation)
        match sending.view:
            case HomeView():
                return await self._show_home(sending, sending.view, say)
            case FileView():
                return await self._show_file(sending, sending.view)
            case WorkingView():
                return await self._show_working(sending, sending.view, say)
        drawn = render_message(sending.view, say, self._year())
        is_answer = isinstance(sending.view, TextView) and sending.view.by == "assistant"
        if is_answer and not sending.place:
            begun = await self._progress.take_over(sending.conversation)
            if begun is not None:
                place = await self._posts.update(sending.post, sending.conversation, drawn, str(begun))
                self._progress.taken(sending.conversation)
                return Shown(place)
        return Shown(await self._put(sending, drawn), drawn.is_cut)

    async def _put(self, sending: Sending, drawn: Drawn) -> str:
        if sending.place and not sending.place.endswith(f":{STATUS}"):
            return await self._posts.update(sending.post, sending.conversation, drawn, sending.place)
        return await self._posts.send(sending.post, sending.conversation, drawn, sending.tried_at)

    async def _show_home(self, sending: Sending, home: HomeView, say: Words) -> Shown:
        """Published as often as needed: the same again does no harm."""
        try:
            await self._homes.publish(sending.conversation, home, say)
        except UnknownOutcomeError:
            raise DeliveryError("no_answer", "Slack gave no answer.") from None
        except UnreachableError as problem:
            if problem.reason != "not_enabled":  # the app has no Home tab, which closes no conversation
                raise
        return Shown(home_place(sending.conversation.channel))

    async def _show_file(self, sending: Sending, file: FileView) -> Shown:
        """A file is handed over once; it doesn't change."""
        if sending.place:
            return Shown(sending.place)
        made = await self._door.files(sending.post)
        if not made:
            return Shown("")
        comment, tried_at = file.headline, sending.tried_at
        return Shown(await self._files.send(sending.conversation, made, comment, tried_at))

    async def _show_working(self, sending: Sending, view: WorkingView, say: Words) -> Shown:
        self._working.add(sending.post)
        if not sending.place or sending.place.endswith(f":{STATUS}"):
            place = await self._progress.work(sending.conversation, view)
            if place is not None:
                return Shown(place)
        return Shown(await self._put(sending, render_message(view, say, self._year())))

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Take a Post away; see `Platform.fold`."""
        if post in self._working or place.endswith(f":{STATUS}"):
            self._working.discard(post)
            await self._progress.idle(conversation, place)
        if place.startswith(HOME):
            await self._homes.drop(place.removeprefix(HOME), await self._say(conversation))
            return
        if place.endswith(f":{STATUS}"):
            return
        if not place:
            found = await self._posts.find(post, conversation, self._now() - ORPHAN_MS)
            place = "" if found is None else str(found)
        if place:
            await self._posts.delete(place)

    async def progress(self, conversation: Conversation, text: str) -> None:
        """The answer as far as it is written."""
        await self._progress.write(conversation, text)

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """A line that the person alone sees; it may get lost."""
        await tell(self.client, conversation, notice)

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """The bytes of a file that a person sent; see `Platform.fetch`."""
        return await self._files.fetch(reference, most, await self._say(conversation))

    async def close(self) -> None:
        """Let what was begun end, for a moment."""
        await self.intake.close()
        await self._progress.close()
        await self._homes.close()

    async def _say(self, conversation: Conversation) -> Words:
        if not conversation.channel.startswith(("U", "W")):
            return words("en")
        workspace, user = conversation.workspace, conversation.channel
        return await self._forms.say(Actor(platform="slack", workspace=workspace, user=user))

    def _year(self) -> int:
        return datetime.fromtimestamp(self._now() / 1000, UTC).year
