"""Files that a Post hands over: a résumé to take along, or all that is kept of a person."""

import json
from dataclasses import dataclass
from typing import Final

from core.access import may
from core.person import Person
from core.ports import Documents, Form, Store
from core.resume.version import Resume
from core.show.post import Post
from core.show.view import FileView
from core.show.words import Words

TAKEOUT: Final = "takeout"
"""The subject id of the Post with everything that is kept of a person; others are `resume:version:form`."""

FORMS: Final[dict[str, Form]] = {"json": "json", "pdf": "pdf"}


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file as it is handed over."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class _Wanted:
    resume: Resume
    number: int
    form: Form

    @property
    def name(self) -> str:
        """Title and version stand in the name, so that a person knows which one was sent."""
        return f"{self.resume.title} v{self.number}.{self.form}"


async def render_file(store: Store, post: Post, say: Words) -> FileView | None:
    """What the Post says of its file; None when what it holds is gone."""
    if post.subject_id == TAKEOUT:
        return FileView(say.say("file-takeout"), "countersign-takeout.json")
    wanted = await _wanted(store, post)
    if wanted is None:
        return None
    key = f"file-export-{wanted.form}"
    return FileView(say.say(key, title=wanted.resume.title, version=wanted.number), wanted.name)


async def make_file(store: Store, documents: Documents, post: Post, person: Person) -> MadeFile | None:
    """The bytes of a Post's file; None when what it held is gone, or isn't this person's to see."""
    if post.subject_id == TAKEOUT:
        kept = await store.everything_of(person.id)
        data = json.dumps(kept, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        return MadeFile("countersign-takeout.json", data)
    wanted = await _wanted(store, post)
    if wanted is None or not may(person.id, "view", wanted.resume):
        return None
    content = await store.content(wanted.resume.id, wanted.number)
    data = await documents.write(content, wanted.form, title=wanted.resume.title, version=wanted.number)
    return MadeFile(wanted.name, data)


async def _wanted(store: Store, post: Post) -> _Wanted | None:
    name, number, form = post.subject_id.split(":")
    resume = await store.resume(name)
    return None if resume is None else _Wanted(resume, int(number), FORMS[form])
