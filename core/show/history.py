"""The résumé beside the conversation, its history, a look at an older version, and two of them compared."""

from collections.abc import Mapping, Sequence

from core.access import may
from core.person import Person
from core.ports import Clock, Store
from core.resume.change import difference, from_json
from core.resume.showing import ShownLine
from core.resume.undone import is_redo
from core.resume.values import Document, Missing
from core.resume.version import Resume, Version
from core.show.card import render_line
from core.show.entry import section_views
from core.show.post import Post
from core.show.reasons import say_when, say_who
from core.show.view import Button, HomeView, LineView, ListView, VersionView, WaitingView
from core.show.words import Words
from core.talk.button import Token

WAITING = 10
"""Cards and questions that a home lists; further ones by /pending."""

LISTED = 10
"""Versions that /history lists, and of them `ACTED_ON` with buttons."""

ACTED_ON = 10

SHOWN = 20
"""Versions in the history beside the conversation; older ones by looking."""


async def render_home(store: Store, clock: Clock, post: Post, reader: Person, say: Words) -> HomeView | None:
    """The current Resume of the reader in this conversation, as text, with its history."""
    resume = await store.current_resume(reader.id, post.conversation)
    if resume is None:
        return None
    document = await store.content(resume.id, resume.version)
    basics = document["basics"]
    contacts = [basics["email"], basics["phone"], basics["location"], basics["website"]["url"]]
    contacts += [field["text"] for field in basics["customFields"]]
    versions = await store.versions(resume.id, SHOWN)
    undone = await store.undone(resume.id)
    return HomeView(
        resume=resume.id,
        title=resume.title,
        version=resume.version,
        name=basics["name"],
        headline=basics["headline"],
        contacts=tuple(contact for contact in contacts if contact),
        sections=section_views(document, say),
        history=tuple(
            [
                await _version(store, clock, resume, version, document, reader, say, undone)
                for version in versions
            ]
        ),
        language=say.language,
        is_sample=resume.is_sample,
        waiting=await _waiting(store, reader, say),
    )


async def _waiting(store: Store, reader: Person, say: Words) -> tuple[WaitingView, ...]:
    """What waits for the reader anywhere: cards to decide, and the questions that are open."""
    cards = [
        WaitingView(
            proposal.title,
            (Button(say.say("button-open"), str(Token("proposal", proposal.id, proposal.revision, "look"))),),
        )
        for proposal in await store.pending_of(reader.id, WAITING)
    ]
    questions = [
        WaitingView(
            question.prompt,
            (Button(say.say("button-open"), str(Token("question", question.id, question.revision, "look"))),),
        )
        for question in await store.open_questions_of(reader.id, WAITING)
    ]
    return (*cards, *questions)


async def render_history(
    store: Store, clock: Clock, post: Post, reader: Person, say: Words
) -> ListView | None:
    """The newest versions, each with its buttons named by its number."""
    resume = await store.resume(post.subject_id)
    if resume is None or not may(reader.id, "view", resume):
        return None
    versions = await store.versions(resume.id, LISTED)
    undone = await store.undone(resume.id)
    items = tuple(
        say.say("history-line", number=one.number, title=one.title, when=say_when(one.at, clock, reader))
        for one in versions
    )
    buttons = tuple(
        Button(f"{button.label} {version.number}", button.token)
        for version in versions[:ACTED_ON]
        for button in _buttons(resume, version, say, undone)
    )
    return ListView(say.say("history-headline", title=resume.title), items, buttons)


async def _version(
    store: Store,
    clock: Clock,
    resume: Resume,
    version: Version,
    document: Document,
    reader: Person,
    say: Words,
    undone: Mapping[int, int],
) -> VersionView:
    who = await say_who(store, version.person, reader, say)
    when = say_when(version.at, clock, reader)
    what = say.say(f"cause-{version.cause}", title=version.title, number=version.of_version or 0)
    lines = () if version.change is None else from_json(version.change).lines
    return VersionView(
        number=version.number,
        what=what,
        who=who,
        at=when,
        changes=tuple(render_line(-1, ShownLine(line), document, say) for line in lines),
        buttons=_buttons(resume, version, say, undone),
    )


def _buttons(resume: Resume, version: Version, say: Words, undone: Mapping[int, int]) -> tuple[Button, ...]:
    look = Button(say.say("button-look"), str(Token("version", resume.id, version.number, "look")))
    buttons = [look]
    if version.number > 1 and version.number not in undone:
        takes_back = version.cause == "undone" and not is_redo(version.number, undone)
        key = "button-redo" if takes_back else "button-undo"
        buttons.append(Button(say.say(key), str(Token("version", resume.id, version.number, "undo"))))
    if version.number < resume.version:
        token = str(Token("version", resume.id, version.number, "restore"))
        buttons.append(Button(say.say("button-restore"), token))
    return tuple(buttons)


def render_resumes(resumes: Sequence[Resume], current: str | None, say: Words) -> ListView:
    """A person's résumés, each with the button that makes it the current one; the current one is marked."""
    items = tuple(
        f"{number} · {say.say('resume-line', title=one.title, version=one.version)}"
        + (f" · {say.say('resume-current')}" if one.id == current else "")
        for number, one in enumerate(resumes, 1)
    )
    buttons = tuple(
        Button(f"{say.say('button-use')} {number}", str(Token("resume", one.id, 0, "choose")))
        for number, one in enumerate(resumes, 1)
    )
    return ListView(say.say("resumes-headline"), items, buttons)


async def render_look(store: Store, clock: Clock, post: Post, reader: Person, say: Words) -> ListView | None:
    """A version as it was: "the résumé as of version 3", as text."""
    if post.subject_id:
        name, _, number = post.subject_id.partition(":")
        resume = await store.resume(name)
        version = None if resume is None else await store.version(name, int(number))
    else:
        resume = await store.current_resume(reader.id, post.conversation)
        version = None if resume is None else await store.version(resume.id, resume.version)
    if resume is None or version is None or version.content is None:
        return None
    basics = version.content["basics"]
    lines = [" · ".join(part for part in (basics["name"], basics["headline"], basics["location"]) if part)]
    for section in section_views(version.content, say):
        lines.append(section.title.upper())
        for entry in section.entries:
            lines.append(" · ".join(part for part in (entry.title, entry.subtitle, entry.aside) if part))
            lines += entry.blocks
            if entry.tags:
                lines.append(", ".join(entry.tags))
    buttons: tuple[Button, ...] = ()
    if version.number < resume.version:
        token = str(Token("version", resume.id, version.number, "restore"))
        buttons = (Button(say.say("button-restore"), token),)
    when = say_when(version.at, clock, reader)
    headline = say.say("look-headline", title=resume.title, number=version.number, when=when)
    shown = tuple(line for line in lines if line) or (say.say("look-empty"),)
    return ListView(headline, shown, buttons, is_text=True)


async def compare(
    store: Store, resume: Resume, older: int, newer: int, reader: Person, say: Words
) -> tuple[LineView, ...] | None:
    """Every line that differs between two versions of a Resume, from `older` to `newer`.

    None if one of them isn't there, or it isn't this reader's to see.
    """
    if not may(reader.id, "view", resume):
        return None
    before, after = [await store.version(resume.id, number) for number in (older, newer)]
    if before is None or before.content is None or after is None or after.content is None:
        return None
    # A place is named as it is called now; what is gone is named where it was.
    return tuple(
        render_line(
            -1, ShownLine(line), before.content if isinstance(line.after, Missing) else after.content, say
        )
        for line in difference(before.content, after.content).lines
    )
