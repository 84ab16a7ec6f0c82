"""Files that a Post hands over: a résumé to take along, or all that is kept of a person."""

import json
from dataclasses import dataclass

from core.person import Person
from core.ports import Documents, Store
from core.show.post import Post
from core.show.view import FileView
from core.show.words import Words

TAKEOUT = "takeout"
"""The subject id of the Post with everything that is kept of a person; others are `resume:version`."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file as it is handed over."""

    name: str
    media_type: str
    data: bytes


async def render_file(store: Store, post: Post, say: Words) -> FileView | None:
    """What the Post says of its file; None when what it holds is gone."""
    if post.subject_id == TAKEOUT:
        return FileView(say.say("file-takeout"), "countersign-takeout.json")
    resume, number = await _which(store, post)
    if resume is None:
        return None
    headline = say.say("file-export", title=resume, version=number)
    return FileView(headline, f"{resume} v{number}.json")


async def make_file(store: Store, documents: Documents, post: Post, person: Person) -> MadeFile | None:
    """The bytes of a Post's file; None when what it held is gone."""
    if post.subject_id == TAKEOUT:
        kept = await store.everything_of(person.id)
        data = json.dumps(kept, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        return MadeFile("countersign-takeout.json", "application/json", data)
    title, number = await _which(store, post)
    if title is None:
        return None
    content = await store.content(post.subject_id.partition(":")[0], number)
    return MadeFile(f"{title} v{number}.json", "application/json", documents.write(content))


async def _which(store: Store, post: Post) -> tuple[str | None, int]:
    name, _, number = post.subject_id.partition(":")
    resume = await store.resume(name)
    return (None if resume is None else resume.title), int(number)
