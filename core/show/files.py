"""Files that a Post hands over: a résumé to take along, or all that is kept of a person."""

import json
from dataclasses import dataclass
from typing import Final

from core.access import may
from core.person import Person
from core.ports import Documents, Form, Store
from core.resume.outline import outline
from core.resume.version import Resume
from core.show.card import line_text
from core.show.post import Post
from core.show.view import FileView
from core.show.words import Words, words
from core.talk.changes import change_of
from core.talk.job import Job
from core.talk.proposal import Proposal

TAKEOUT: Final = "takeout"
"""The subject id of the Post with everything that is kept of a person; others are `resume:version:form`, and
`change:proposal:revision` of the whole of a card that had to be cut."""

FORMS: Final[dict[str, Form]] = {
    "pdf": "pdf", "docx": "docx", "word": "docx", "png": "png", "md": "md", "markdown": "md", "txt": "txt",
    "text": "txt", "json": "json", "jsonresume": "jsonresume",
}  # fmt: skip
"""What can be asked for, by the word that a person says."""


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
        ending = "json" if self.form == "jsonresume" else self.form
        return f"{self.resume.title} v{self.number}.{ending}"

    def page_name(self, page: int) -> str:
        """The name of one page of a picture."""
        return f"{self.resume.title} v{self.number} p{page}.png"


async def render_file(store: Store, post: Post, say: Words) -> FileView | None:
    """What the Post says of its file; None when what it holds is gone."""
    if post.subject_id == TAKEOUT:
        return FileView(say.say("file-takeout"), "countersign-takeout.json")
    proposal = await _proposal(store, post)
    if proposal is not None:
        return FileView(say.say("file-change", title=proposal.title), f"{proposal.title}.txt")
    job = await _import(store, post)
    if job is not None:
        return FileView(say.say("file-import", name=job.input["name"]), f"{job.input['import']['title']}.png")
    wanted = await _wanted(store, post)
    if wanted is None:
        return None
    key = f"file-export-{wanted.form}"
    return FileView(say.say(key, title=wanted.resume.title, version=wanted.number), wanted.name)


async def make_files(store: Store, documents: Documents, post: Post, person: Person) -> tuple[MadeFile, ...]:
    """A Post's file, or the pages of its picture; () when what it held is gone, or isn't theirs to see."""
    if post.subject_id == TAKEOUT:
        kept = await store.everything_of(person.id)
        data = json.dumps(kept, ensure_ascii=False, indent=2).encode("utf-8", "replace")
        return (MadeFile("countersign-takeout.json", data),)
    proposal = await _proposal(store, post)
    if proposal is not None:
        resume = await store.resume(proposal.resume)
        if resume is None or not may(person.id, "view", resume):
            return ()
        return (MadeFile(f"{proposal.title}.txt", (await _whole(store, proposal, person)).encode()),)
    job = await _import(store, post)
    if job is not None:
        found = job.input["import"]
        pages = await documents.pages(found["document"]) if job.person == person.id else ()
        return tuple(
            MadeFile(f"{found['title']} p{number}.png", page) for number, page in enumerate(pages, 1)
        )
    wanted = await _wanted(store, post)
    if wanted is None or not may(person.id, "view", wanted.resume):
        return ()
    content = await store.content(wanted.resume.id, wanted.number)
    if wanted.form == "png":
        pages = await documents.pages(content)
        return tuple(MadeFile(wanted.page_name(number), page) for number, page in enumerate(pages, 1))
    data = await documents.write(content, wanted.form, title=wanted.resume.title, version=wanted.number)
    return (MadeFile(wanted.name, data),)


async def _proposal(store: Store, post: Post) -> Proposal | None:
    """The Proposal whose whole change a Post hands over."""
    kind, _, rest = post.subject_id.partition(":")
    return await store.proposal(rest.partition(":")[0]) if kind == "change" else None


async def _whole(store: Store, proposal: Proposal, person: Person) -> str:
    """Every line of a change in plain words: where, before, after."""
    say = words(person.language)
    base = await store.content(proposal.resume, proposal.base)
    change = await change_of(store, proposal, base)
    parts = [proposal.title, proposal.summary]
    for line in change.lines:
        parts += [
            outline(line.address, base, say, added=line.after),
            f"{say.say('whole-before')}\n{line_text(line.address, line.before, say) or '–'}",
            f"{say.say('whole-after')}\n{line_text(line.address, line.after, say) or '–'}",
        ]
    return "\n\n".join(part for part in parts if part) + "\n"


async def _import(store: Store, post: Post) -> Job | None:
    """The Job that read what a Post shows a picture of, while it waits for a yes."""
    kind, _, name = post.subject_id.partition(":")
    job = await store.job(name) if kind == "import" else None
    return job if job is not None and job.code == "read" else None


async def _wanted(store: Store, post: Post) -> _Wanted | None:
    if post.subject_id.startswith(("import:", "change:")):
        return None
    name, number, form = post.subject_id.split(":")
    resume = await store.resume(name)
    return None if resume is None else _Wanted(resume, int(number), FORMS[form])
