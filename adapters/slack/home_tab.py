"""Home tabs: published at once, and once more when the résumé's picture is drawn and Slack knows it."""

import asyncio
from dataclasses import dataclass
from typing import Final, TypeAlias

from adapters.slack.blocks import rich, run
from adapters.slack.client import SlackClient, SlackError, ask, log
from adapters.slack.files import Files
from adapters.slack.home import render_home
from adapters.slack.text import cut
from core.door import Door
from core.errors import BusyError, CountersignError, UnreachableError
from core.event import Actor, Conversation
from core.show.files import MadeFile
from core.show.view import HomeView
from core.show.words import Words

SIDE_BY_SIDE: Final = 3
"""Pictures of one workspace in the making at a time."""
TRIES: Final = 3
"""How often a picture is tried while Slack wants us to wait."""

_Of: TypeAlias = tuple[str, int]
"""What a picture is of: a résumé, and its version."""


@dataclass(slots=True, eq=False)
class _Shown:
    """What stands on a Home tab without its picture; `mark` is Slack's own of this state of the tab."""

    conversation: Conversation
    home: HomeView
    say: Words
    mark: str
    tries: int = TRIES

    @property
    def of(self) -> _Of:
        return _of(self.home)


@dataclass(frozen=True, slots=True)
class _Picture:
    """An upload; `of` is None once Slack refused to show it."""

    file: str
    of: _Of | None


@dataclass(slots=True, eq=False)
class _Tab:
    """One person's Home: what waits for its picture, the newest picture, and what Slack took none of."""

    shown: _Shown | None = None
    picture: _Picture | None = None
    refused: _Of | None = None
    is_busy: bool = False

    def file(self, of: _Of) -> str:
        """The upload that shows this version; '' if there is none."""
        return self.picture.file if self.picture is not None and self.picture.of == of else ""

    def wants(self, of: _Of) -> bool:
        """Whether this is what stands there, still."""
        return self.shown is not None and self.shown.of == of


class HomeTabs:
    """The Home tabs of one workspace. Publishing waits for no picture, and fails for none.

    One upload a person, kept in memory: what a former process uploaded is not found again.
    """

    def __init__(self, client: SlackClient, files: Files, door: Door) -> None:
        self._client = client
        self._files = files
        self._door = door
        self._tabs: dict[str, _Tab] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)

    async def publish(self, conversation: Conversation, home: HomeView, say: Words) -> None:
        """Publish a person's Home, with the picture if there is one of this version already.

        Raises as `ask`.
        """
        user, of = conversation.channel, _of(home)
        tab = self._tabs.setdefault(user, _Tab())
        file = tab.file(of)
        try:
            mark = await self._put(user, home, say, file)
        except SlackError:
            if not file:
                raise
            if tab.file(of) == file:
                tab.picture = _Picture(file, None)  # somebody deleted it, say
            file = ""
            mark = await self._put(user, home, say, file)
        is_wanted = not file and tab.refused != of
        tab.shown = _Shown(conversation, home, say, mark) if is_wanted else None
        if is_wanted and not tab.is_busy:
            tab.is_busy = True
            task = asyncio.create_task(self._follow(tab))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def drop(self, user: str, say: Words) -> None:
        """This Home is shown no more: it is emptied, and its picture needs not stay with Slack.

        Raises as `ask`; the picture is given up before, so that none comes after.
        """
        tab = self._tabs.pop(user, None)
        if tab is not None:
            tab.shown = None
            if tab.picture is not None:
                await self._files.delete(tab.picture.file)
        empty = {"type": "home", "blocks": [rich(run(say.say("slack-home-empty")))]}
        try:
            await ask(self._client.web.views_publish(user_id=user, view=empty))
        except UnreachableError as problem:
            if problem.reason != "not_enabled":  # there is no Home tab to empty
                raise

    async def close(self) -> None:
        """Stop; nobody is waited for. What is shown stays."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _put(self, user: str, home: HomeView, say: Words, file: str, mark: str | None = None) -> str:
        """Publish; Slack's mark of what stands there now. With a `mark`, only if it stands there still."""
        view = render_home(home, say, file)
        answer = await ask(self._client.web.views_publish(user_id=user, view=view, hash=mark))
        return str((answer.get("view") or {}).get("hash") or "")

    async def _follow(self, tab: _Tab) -> None:
        """Bring the picture of the newest Home, as long as there is one without."""
        try:
            while (shown := tab.shown) is not None:
                wait = await self._try(tab, shown)
                if wait:
                    await asyncio.sleep(wait)
                elif tab.shown is shown:
                    tab.shown = None
        finally:
            tab.is_busy = False

    async def _try(self, tab: _Tab, shown: _Shown) -> float:
        """Bring a picture, and never fail; the seconds after which to try it again, 0 for never."""
        try:
            async with self._room:
                await self._bring(tab, shown)
        except BusyError as problem:
            shown.tries -= 1
            return problem.retry_after if shown.tries else 0
        except Exception as problem:  # a Home without its picture is a Home
            code = problem.code if isinstance(problem, CountersignError) else type(problem).__name__
            if isinstance(problem, SlackError) and code != "hash_conflict":
                tab.refused = shown.of
            log.warning("Home stays without its picture: %s", code)
        return 0

    async def _bring(self, tab: _Tab, shown: _Shown) -> None:
        file = tab.file(shown.of) or await self._upload(tab, shown)
        now = tab.shown
        if file and now is not None and now.of == shown.of:
            await self._put(now.conversation.channel, now.home, now.say, file, now.mark or None)
            if tab.shown is now:
                tab.shown = None

    async def _upload(self, tab: _Tab, shown: _Shown) -> str:
        """The picture of a version at Slack, in the place of the one before; '' if it moved on meanwhile."""
        home, at = shown.home, shown.conversation
        actor = Actor(platform="slack", workspace=at.workspace, user=at.channel)
        data = await self._door.picture(home.resume, home.version, actor)
        if data is None or not tab.wants(shown.of):
            return ""
        file = await self._files.keep(MadeFile(f"{cut(home.title, 100)} v{home.version}.png", data))
        if not tab.wants(shown.of):
            await self._files.delete(file)
            return ""
        before, tab.picture = tab.picture, _Picture(file, shown.of)
        if before is not None:
            await self._files.delete(before.file)
        return file


def _of(home: HomeView) -> _Of:
    return home.resume, home.version
