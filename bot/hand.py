"""By hand: what the command line does to a store beside a running program, through the same inbox."""

import base64
import secrets

from adapters.documents.files import Files
from adapters.web.connect import WebPlatform
from bot.settings import Settings
from bot.storing import open_database
from bot.wiring import App
from core import writes
from core.errors import NotFoundError, PersonError
from core.event import Actor, Conversation, Event, File
from core.show.files import FORMS
from core.unit import Unit

LOCAL = Actor(platform="web", user="local")
"""The page's one person, whom the command line speaks for."""

MAIN = Conversation(platform="web", channel="main")


async def add_file(settings: Settings, name: str, data: bytes) -> str:
    """Hand a file in, as if it had been dropped on the page; returns what to tell, a line each.

    Who names a file on a command line has confirmed it. Raises PersonError.
    """
    files = Files(lambda: secrets.token_hex(16))
    imported = files.read(name, data)
    if imported is None:
        imported = await files.read_slowly(name, data)
        data = await files.write(imported.document, "json", title=imported.title, version=1)
    database = await open_database(settings)
    try:
        app = App(settings, database, platforms=[WebPlatform()])
        event = Event(
            key=f"web:import-{secrets.token_hex(16)}",
            conversation=MAIN,
            actor=LOCAL,
            at=app.clock.now(),
            body=File(name=name, data=base64.b64encode(data).decode()),
        )
        await app.store.commit(Unit().add(writes.receive(event)))
        await app.lanes.look()
        await app.lanes.drained()
        if await app.store.event_state(event.key) != "done":
            sentence = "The file is kept, but could not be imported now; see `countersign parked`."
            raise PersonError("not_imported", sentence)
    finally:
        await database.close()
    left = ["This found no place:", *imported.unplaced] if imported.unplaced else []
    return "\n".join([f"Imported “{imported.title}”.", *imported.notes, *left])


async def list_resumes(settings: Settings) -> list[str]:
    """A line a résumé of the page's person: id, version, title; the current one of the page has a star."""
    database = await open_database(settings)
    try:
        app = App(settings, database)
        person = await app.store.person(LOCAL)
        if person is None:
            return []
        current = await app.store.current_resume(person.id, MAIN.id)
        return [
            f"{'*' if current and one.id == current.id else ' '} {one.id}  version {one.version}  {one.title}"
            for one in await app.store.resumes_of(person.id)
        ]
    finally:
        await database.close()


async def read_resume(settings: Settings, wanted: str, form: str = "json") -> bytes:
    """A résumé of the page's person as Reactive Resume 5 JSON: by id or title, else the current one.

    Raises NotFoundError.
    """
    database = await open_database(settings)
    try:
        app = App(settings, database)
        person = await app.store.person(LOCAL)
        resumes = [] if person is None else await app.store.resumes_of(person.id)
        current = None if person is None else await app.store.current_resume(person.id, MAIN.id)
        found = [one for one in resumes if wanted in (one.id, one.title)] if wanted else resumes
        if current is not None and not wanted:
            found = [current]
        if not found:
            titles = ", ".join(f"“{one.title}”" for one in resumes) or "none yet"
            raise NotFoundError("no_such_resume", f"There is no such résumé. There is: {titles}.")
        document = await app.store.content(found[0].id, found[0].version)
        return await app.documents.write(
            document, FORMS[form], title=found[0].title, version=found[0].version
        )
    finally:
        await database.close()
