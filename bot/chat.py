"""The core as a chat platform sees it: Events in, and what its messages and forms are made of."""

from typing import Literal

from bot.lease import Lease
from bot.wiring import App
from core import writes
from core.access import may
from core.door import Decided
from core.event import Actor, Event, PlatformName
from core.person import Person
from core.resume.values import Json
from core.show.files import MadeFile, make_files
from core.show.post import Post
from core.show.view import View
from core.show.words import Language, to_language
from core.unit import Unit


class ChatDoor:
    """`core.door.Door` over an App, for one platform."""

    def __init__(self, app: App, platform: PlatformName) -> None:
        self._app = app
        self._platform = platform
        self._leases: dict[str, Lease] = {}

    async def accept(self, event: Event) -> Decided:
        """Store an Event durably; it is decided from then on."""
        return await self._app.lanes.accept(event)

    async def park(self, key: str, raw: Json) -> None:
        """Set aside what came in and can't be read."""
        unread = writes.park_unread(key, f"{self._platform}|||", raw, self._app.clock.now())
        await self._app.store.commit(Unit([unread]))

    async def view(self, post: int, actor: Actor) -> View | None:
        """A Post as it stands now, for who it was made for."""
        found = await self._app.store.post(post)
        person = await self._app.store.person(actor)
        if found is None or not _is_theirs(found, person):
            return None
        return await self._app.postman.drawn(found)

    async def view_of(self, subject: Literal["question", "proposal"], name: str, actor: Actor) -> View | None:
        """A Question or a Proposal as it stands now, for who it was made for."""
        person = await self._app.store.person(actor)
        found = None if person is None else await self._app.store.post_of(subject, name, person.id)
        return None if found is None else await self._app.postman.drawn(found)

    async def post_at(self, workspace: str, place: str) -> int | None:
        """The Post that stands at a place of this platform."""
        found = await self._app.store.post_at(self._platform, workspace, place)
        return None if found is None else found.id

    async def files(self, post: int) -> tuple[MadeFile, ...]:
        """What a Post hands over; made for its own person, whoever asks."""
        found = await self._app.store.post(post)
        if found is None or found.person is None or found.subject != "file":
            return ()
        person = await self._app.store.person_by_id(found.person)
        if person is None:
            return ()
        return await make_files(self._app.store, self._app.documents, found, person)

    async def picture(self, resume: str, version: int, actor: Actor) -> bytes | None:
        """The first page of the newest version, for who may view it."""
        person = await self._app.store.person(actor)
        found = await self._app.store.resume(resume)
        if person is None or found is None or not may(person.id, "view", found):
            return None
        if found.version != version:  # it moved on: nobody waits for this one any more
            return None
        pages = await self._app.documents.pages(await self._app.store.content(resume, version))
        return pages[0] if pages else None

    async def receives(self, name: str) -> bool:
        """Whether this process holds the lease of a name."""
        if name not in self._leases:
            app = self._app
            holder = app.ids.short()
            self._leases[name] = Lease(app.store, app.clock, f"{self._platform}:{name}", holder, app.watch)
        return await self._leases[name].is_held()

    async def end(self) -> None:
        """Give up the leases."""
        for lease in self._leases.values():
            await lease.end()

    async def language(self, actor: Actor) -> Language:
        """The language that a person is spoken to in; of a stranger what their platform tells."""
        person = await self._app.store.person(actor)
        if person is not None:
            return person.language
        return self._app.settings.language or to_language(actor.locale)


def _is_theirs(post: Post, person: Person | None) -> bool:
    return person is not None and post.person == person.id
