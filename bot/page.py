"""The core as the page sees it: Events in, the whole state, files and pictures out."""

import asyncio
from collections import OrderedDict
from typing import Final

from adapters.documents.archive import as_one
from adapters.web.connect import WebPlatform
from adapters.web.door import Snapshot
from adapters.web.server import WebServer
from adapters.web.token import LinkToken
from bot.wiring import App
from core.event import Actor, Conversation, Event, Press
from core.person import Person
from core.resume.version import Resume
from core.show.files import FORMS, make_files
from core.show.history import compare
from core.show.view import LineView, Notice
from core.show.words import Language, words

LOCAL: Final = Actor(platform="web", user="local")
"""The page's one person."""

MAIN: Final = "main"
"""The channel at the page's plain address; it stays in the list before anything was said there."""

KEPT_PICTURES: Final = 8
"""Drawn versions that are kept in memory."""


def page(app: App, platform: WebPlatform) -> WebServer:
    """The page of an App."""
    token = LinkToken(app.settings.data_dir / "web.token")
    return WebServer(PageDoor(app, platform), platform, app.settings.web_address, token, app.clock.now)


class PageDoor:
    """`adapters.web.door.Door` over an App."""

    def __init__(self, app: App, platform: WebPlatform) -> None:
        self._app = app
        self._platform = platform
        self._drawn: OrderedDict[tuple[str, int], tuple[bytes, ...]] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def receive(self, event: Event) -> Notice | None:
        """Store an Event durably, have it decided, and give the Notice that came in time.

        Once everything of the person is deleted, every open tab is told so.
        """
        notice = await self._app.lanes.receive(event)
        is_leaving = isinstance(event.body, Press) and event.body.token.endswith(".forget")
        if is_leaving and await self._person() is None:
            await self._platform.refresh()
        return notice

    async def snapshot(self, conversation: Conversation) -> Snapshot:
        """The whole current state of a conversation."""
        posts = await self._app.postman.snapshot(conversation)
        model = self._app.model
        person = await self._person()
        language: Language = person.language if person else self._app.settings.language or "en"
        others = [] if person is None else await self._app.store.conversations_of(person.id)
        named = [(Conversation.from_id(one).channel, title) for one, title in others]
        used = tuple((channel, title) for channel, title in named if title or channel == MAIN)
        return Snapshot(posts, language, model.host if model else None, used, is_new=person is None)

    async def export(self, conversation: Conversation, form: str) -> tuple[str, bytes] | None:
        """The current résumé as a file, its title and version in the name; `form` as the page asks."""
        resume = await self._current(conversation)
        if resume is None:
            return None
        document = await self._app.store.content(resume.id, resume.version)
        data = await self._app.documents.write(
            document, FORMS[form], title=resume.title, version=resume.version
        )
        ending = "json" if form == "jsonresume" else form
        return f"{resume.title} v{resume.version}.{ending}", data

    async def picture(self, conversation: Conversation, version: int, page: int) -> tuple[bytes, int] | None:
        """A page of the current résumé as PNG and the count of pages; None for an older version, or no page.

        Drawn in a thread when it is asked for, the newest version only: nobody waits for a picture but
        who looks at it.
        """
        resume = await self._current(conversation)
        if resume is None or resume.version != version:
            return None
        pages = await self._pages(resume)
        return (pages[page - 1], len(pages)) if 1 <= page <= len(pages) else None

    async def _pages(self, resume: Resume) -> tuple[bytes, ...]:
        key = (resume.id, resume.version)
        async with self._drawing:
            if key not in self._drawn:
                document = await self._app.store.content(resume.id, resume.version)
                self._drawn[key] = await self._app.documents.pages(document)
                while len(self._drawn) > KEPT_PICTURES:
                    self._drawn.popitem(last=False)
            return self._drawn[key]

    async def compare(
        self, conversation: Conversation, older: int, newer: int
    ) -> tuple[LineView, ...] | None:
        """What differs between two versions of the current résumé, in the person's language."""
        person, resume = await self._person(), await self._current(conversation)
        if person is None or resume is None:
            return None
        return await compare(self._app.store, resume, older, newer, person, words(person.language))

    async def file(self, conversation: Conversation, post: int) -> tuple[str, bytes] | None:
        """The file that a Post of this conversation hands over to its person."""
        found = await self._app.store.post(post)
        person = await self._person()
        if found is None or person is None or found.subject != "file":
            return None
        if found.conversation != conversation.id or found.person != person.id:
            return None
        made = as_one(await make_files(self._app.store, self._app.documents, found, person))
        return None if made is None else (made.name, made.data)

    async def _person(self) -> Person | None:
        return await self._app.store.person(LOCAL)

    async def _current(self, conversation: Conversation) -> Resume | None:
        person = await self._person()
        return None if person is None else await self._app.store.current_resume(person.id, conversation.id)
