"""Render: a Post's present view, worked out from the store; what a card draws is kept as a showing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from core import writes
from core.access import may
from core.person import Person
from core.ports import Clock, Store
from core.resume.address import is_beneath
from core.resume.change import Change
from core.resume.showing import ShownLine, judge, line_hash, showing_tag
from core.resume.values import Document
from core.resume.version import Resume
from core.show import card, history
from core.show.ask import render_question
from core.show.files import render_file
from core.show.importing import render_import
from core.show.linking import render_link
from core.show.post import Post
from core.show.reasons import Reasons, say_when, say_who
from core.show.view import Button, SaidView, TextView, View, WorkingView
from core.show.words import Words, words
from core.talk.button import Token
from core.talk.changes import change_of
from core.talk.proposal import Proposal
from core.talk.question import Question
from core.unit import Unit

SCREEN: Final = 8
"""Posts that stand on a screen, about; what is further up isn't seen."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A view, the Unit that must be durable before it is shown, the version it was drawn from.

    `rings` says whether a first showing is to call the person; `moved` is what follows once of its having
    gone out of date.
    """

    view: View
    unit: Unit
    version: int | None = None
    rings: bool = True
    moved: Unit | None = None


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders Posts from the current state. `key` keys the hashes of what is shown."""

    store: Store
    clock: Clock
    key: bytes
    has_model: bool

    async def render(self, post: Post) -> Rendered | None:
        """The Post's view as things stand; None when there is nothing (any more) to show."""
        reader = None if post.person is None else await self.store.person_by_id(post.person)
        if reader is None:
            return None
        say = words(reader.language)
        match post.subject:
            case "proposal":
                return await self._card(post, reader, say)
            case "batch":
                batch = await self.store.batch(post.subject_id)
                return Rendered(card.render_batch(batch, say), Unit()) if batch else None
            case "question":
                question = await self.store.question(post.subject_id)
                if question is None:
                    return None
                about = await self._about(question, post, reader)
                return Rendered(render_question(question, say, about), Unit())
            case "job":
                return await self._working(post, say)
            case "home":
                home = await history.render_home(self.store, self.clock, post, reader, say)
                return None if home is None else Rendered(home, Unit(), home.version, rings=False)
            case "version":
                look = await history.render_look(self.store, self.clock, post, reader, say)
                return None if look is None else Rendered(look, Unit())
            case "history":
                listed = await history.render_history(self.store, self.clock, post, reader, say)
                return None if listed is None else Rendered(listed, Unit())
            case "import":
                job = await self.store.job(post.subject_id)
                read = None if job is None else render_import(job, say)
                return None if read is None else Rendered(read, Unit())
            case "link":
                link = await self.store.link(post.subject_id)
                return None if link is None else Rendered(render_link(link, post.conversation, say), Unit())
            case "resumes":
                resumes = await self.store.resumes_of(reader.id)
                used = await self.store.current_resume(reader.id, post.conversation)
                current = None if used is None else used.id
                return Rendered(history.render_resumes(resumes, current, say), Unit())
            case "file":
                file = await render_file(self.store, post, say)
                return None if file is None else Rendered(file, Unit())
            case "said":
                return Rendered(SaidView((post.content or {}).get("text", "")), Unit())
            case "text":
                return Rendered(_text(post.content or {}, say), Unit())

    async def _about(self, question: Question, post: Post, reader: Person) -> str:
        """The title of the résumé that a Question is about, where it isn't the one in use here."""
        current = await self.store.current_resume(reader.id, post.conversation)
        if current is None or current.id == question.resume:
            return ""
        resume = await self.store.resume(question.resume)
        return "" if resume is None else resume.title

    async def _working(self, post: Post, say: Words) -> Rendered | None:
        job = await self.store.job(post.subject_id)
        if job is None or not job.is_open:
            return None
        stop = Button(say.say("button-stop"), str(Token("job", job.id, 0, "stop")))
        key = "working" if job.kind == "turn" else "working-file"
        return Rendered(WorkingView(say.say(key), "", (stop,)), Unit(), rings=False)

    async def _card(self, post: Post, reader: Person, say: Words) -> Rendered | None:
        proposal = await self.store.proposal(post.subject_id)
        resume = None if proposal is None else await self.store.resume(proposal.resume)
        if proposal is None or resume is None or not may(reader.id, "view", resume):
            return None
        current = await self.store.content(resume.id, resume.version)
        told = card.Told()
        if proposal.decided_by is not None and proposal.decided_at is not None:
            told = card.Told(
                await say_who(self.store, proposal.decided_by, reader, say),
                say_when(proposal.decided_at, self.clock, reader),
            )
        if proposal.state == "pending":
            drawn, unit = await self._pending(proposal, resume, current, reader, say)
        else:
            drawn, unit = await self._settled(proposal), Unit()
        view = card.render_card(
            proposal,
            drawn,
            told,
            current if proposal.state == "pending" else await self._then(proposal),
            say,
            face=post.face if post.face_person == reader.id else "",
            has_model=self.has_model,
            is_opened=post.opened == proposal.revision,
        )
        is_one_of_many = "quiet" in (post.content or {})
        moved = await self._moved(post, proposal) if view.state == "out_of_date" else None
        return Rendered(view, unit, resume.version, rings=not is_one_of_many, moved=moved)

    async def _moved(self, post: Post, proposal: Proposal) -> Unit | None:
        """A card seen to be out of date for the first time; one far up is shown again at the end."""
        if post.face == "stale":
            return None
        unit = Unit([writes.mark_stale(post.id)])
        if await self.store.posts_after(post.conversation, post.id) >= SCREEN:
            unit.add(writes.retire_post(post.id))
            unit.add(
                writes.add_post(
                    post.conversation, "proposal", proposal.id, self.clock.now(), person=post.person
                )
            )
        return unit

    async def _pending(
        self, proposal: Proposal, resume: Resume, current: Document, reader: Person, say: Words
    ) -> tuple[card.Drawn, Unit]:
        """The lines against how things are now; what is drawn is noted before it is shown."""
        change = await change_of(self.store, proposal, current)
        shown = await self.store.showings(proposal.id, proposal.revision)
        verdict = judge(change, current, shown[0] if shown else None, self.key)
        if verdict.kind == "out_of_date":
            reasons = await Reasons(self.store, resume, current, reader, self.clock).all(
                verdict, proposal.base
            )
            return card.Drawn(change, _as_shown(change), frozenset(), "", reasons, True, ()), Unit()
        hashes = [line_hash(self.key, line) for line in verdict.lines]
        tag = showing_tag(self.key, hashes)
        new = frozenset(line.line.address for line in verdict.new)
        unit = Unit()
        if await self.store.showing(proposal.id, proposal.revision, tag) is None:
            unit.add(writes.add_showing(proposal, tag, hashes, resume.version, self.clock.now()))
        notes = _notes(verdict.lines, current, say)
        if len(await self.store.resumes_of(reader.id)) > 1:
            notes = (*notes, say.say("note-resume", title=resume.title))
        if not verdict.lines:
            notes = (*notes, say.say("note-already-so"))
        return card.Drawn(change, verdict.lines, new, tag, (), False, notes), unit

    async def _settled(self, proposal: Proposal) -> card.Drawn:
        """The lines as they were decided."""
        change = await change_of(self.store, proposal, await self._then(proposal))
        return card.Drawn(change, _as_shown(change), frozenset(), "", (), False, ())

    async def _then(self, proposal: Proposal) -> Document:
        """The document that a settled card speaks of."""
        number = proposal.base if proposal.version is None else proposal.version - 1
        return await self.store.content(proposal.resume, number)


def _as_shown(change: Change) -> tuple[ShownLine, ...]:
    """All lines of a change, as they stand by themselves."""
    return tuple(ShownLine(line) for line in change.lines)


def _notes(lines: Sequence[ShownLine], current: Document, say: Words) -> tuple[str, ...]:
    """What is good to know: the place is hidden at present."""
    addresses = [shown.line.address for shown in lines]
    hidden = [f"/sections/{name}" for name, section in current["sections"].items() if section["hidden"]]
    if any(is_beneath(address, place) for address in addresses for place in hidden):
        return (say.say("note-hidden-now"),)
    return ()


def _text(content: dict[str, str], say: Words) -> TextView:
    buttons: list[Button] = []
    if "undo" in content:
        resume, _, number = content["undo"].partition(":")
        token = str(Token("version", resume, int(number), "undo"))
        buttons.append(Button(say.say("button-undo"), token))
    if "forget" in content:
        token = str(Token("person", content["forget"], 0, "forget"))
        buttons.append(Button(say.say("button-forget"), token, "danger"))
    if "try_again" in content:
        buttons.append(
            Button(say.say("button-try-again"), str(Token("job", content["try_again"], 0, "try_again")))
        )
    by: Literal["assistant", "product"] = "assistant" if content.get("by") == "assistant" else "product"
    text = content.get("text", "")
    if "say" in content:
        text = say.say(content["say"], number=content.get("number", ""))
    return TextView(text, by, tuple(buttons))
