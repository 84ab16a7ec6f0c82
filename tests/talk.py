"""Talk: a person in one conversation with the whole core, on a real store, with a platform that remembers."""

import asyncio
import base64
import json
import sqlite3
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg

from adapters.store.codec import Codec
from adapters.store.database import Database, database_at, is_postgres, sqlite_path
from adapters.store.statements import STATEMENTS
from bot.settings import Settings
from bot.wiring import App
from core.event import (
    Actor,
    Answer,
    Body,
    Command,
    Conversation,
    Event,
    File,
    Message,
    Opened,
    Press,
)
from core.ports import Clock
from core.resume.values import Document
from core.resume.version import Resume
from core.show.view import Button, CardView, Notice, QuestionView, TextView, View, WorkingView
from core.talk.chat import Model
from tests.fakes import FakePlatform

DATA = Path(__file__).parent / "data"


def base_resume() -> Document:
    """The résumé that most stories start from."""
    document: Document = json.loads((DATA / "base-resume.json").read_text(encoding="utf-8"))
    return document


class Talk:
    """What a person does, and what they see. `patience` is how long a notice is waited for (ms)."""

    def __init__(self, app: App, platform: FakePlatform, user: str = "local", channel: str = "main") -> None:
        self.app = app
        self.platform = platform
        self.conversation = Conversation(platform=platform.name, channel=channel)
        self.actor = Actor(platform=platform.name, user=user, name=user, locale="en")
        self.url = ""
        self.patience = 5_000

    def event(self, body: Body, key: str | None = None) -> Event:
        now = self.app.clock.now()
        return Event(
            key=f"web:{key or uuid.uuid4()}",
            conversation=self.conversation,
            actor=self.actor,
            at=now,
            body=body,
            notice_until=now + self.patience,
        )

    async def send(self, body: Body, key: str | None = None) -> Notice | None:
        notice = await self.app.lanes.receive(self.event(body, key))
        await self.settle()
        return notice

    async def settle(self) -> None:
        """Until nothing is left to do but what a held-back model keeps."""
        await self.app.lanes.drained()
        while await self.app.postman.deliver():
            pass

    async def open(self) -> None:
        await self.send(Opened())

    async def say(self, text: str, *, typed: bool = True) -> Notice | None:
        return await self.send(Message(text=text, typed=typed))

    async def drop(self, document: Document, name: str = "resume.json") -> None:
        data = base64.b64encode(json.dumps(document).encode()).decode()
        await self.send(File(name=name, data=data))

    async def command(self, name: str, argument: str = "") -> None:
        await self.send(Command(name=name, argument=argument))

    async def answer(self, value: Any, question: QuestionView | None = None) -> Notice | None:
        asked = question or self.question()
        return await self.send(Answer(question=asked.question, revision=asked.revision, value=value))

    async def press(
        self, label: str, post: int | None = None, *, key: str | None = None, **edit: Any
    ) -> Notice | None:
        """Press the newest button with this label (or the one on `post`)."""
        number, button = self.find(label, post)
        return await self.send(Press(token=button.token, post=number, **edit), key)

    async def send_press(self, token: str, post: int | None, *, key: str | None = None) -> Notice | None:
        """Press a button by its token, shown any more or not."""
        return await self.send(Press(token=token, post=post), key)

    async def press_on(self, title: str, decision: str) -> Notice | None:
        """Press a decision with the showing that a card's first drawing had."""
        number, _ = self.card(title)
        return await self.send_press(await self.first_token(title, decision), number)

    async def first_token(self, title: str, decision: str = "approve") -> str:
        """The token of a card's button as it was first drawn."""
        return self.platform.tokens[self.card(title)[0], decision]

    async def answer_any_choice(self) -> None:
        """Take the last choice of an open question, if one is open."""
        for view in self.views(QuestionView):
            if view.choices and not view.status:
                await self.answer(view.choices[-1].value, view)

    def find(self, label: str, post: int | None = None) -> tuple[int, Button]:
        for number, view in sorted(self.platform.shown.items(), reverse=True):
            for button in getattr(view, "buttons", ()):
                if button.label == label and post in (None, number):
                    return number, button
        raise AssertionError(f"no button {label!r} among {self.labels()}")

    def find_label(self, label: str) -> bool:
        """Whether a button with this label is shown."""
        return label in self.labels()

    def labels(self) -> list[str]:
        return [one.label for view in self.platform.shown.values() for one in getattr(view, "buttons", ())]

    def views(self, kind: type[View]) -> list[Any]:
        return [view for _, view in sorted(self.platform.shown.items()) if isinstance(view, kind)]

    def cards(self) -> list[CardView]:
        return self.views(CardView)

    def card(self, title: str) -> tuple[int, CardView]:
        """The newest card with this headline, and its post."""
        found = [
            (number, view)
            for number, view in sorted(self.platform.shown.items())
            if isinstance(view, CardView) and view.headline == title
        ]
        assert found, f"no card {title!r} among {[card.headline for card in self.cards()]}"
        return found[-1]

    def question(self) -> QuestionView:
        asked: QuestionView = self.views(QuestionView)[-1]
        return asked

    def questions(self) -> list[QuestionView]:
        return self.views(QuestionView)

    def working(self) -> bool:
        """Whether a turn is shown as under way."""
        return bool(self.views(WorkingView))

    async def until(self, holds: Callable[[], bool], seconds: float = 20) -> None:
        """Wait for what the loops bring; fails when it doesn't come."""
        async with asyncio.timeout(seconds):
            while not holds():
                await asyncio.sleep(0.01)
        await self.settle()

    async def press_question_again(self, decision: str) -> Notice | None:
        """A second press of a button that the newest question had."""
        number = max(post for post, view in self.platform.shown.items() if isinstance(view, QuestionView))
        return await self.send_press(self.platform.tokens[number, decision], number)

    def texts(self) -> list[str]:
        return [view.text for view in self.views(TextView)]

    async def count(self, what: str) -> int:
        """Rows of a table (with a condition), straight from the database."""
        return await count_rows(self.url, what)

    async def resume(self) -> Resume:
        person = await self.app.store.person(self.actor)
        assert person is not None
        resume = await self.app.store.current_resume(person.id, self.conversation.id)
        assert resume is not None
        return resume

    async def document(self) -> Document:
        resume = await self.resume()
        return await self.app.store.content(resume.id, resume.version)

    async def propose(self, *proposals: tuple[str, list[dict[str, Any]]]) -> None:
        """Cards as a model would make them, in one batch, against the current version."""
        from core.resume.change import conditions, destructive, difference, to_json
        from core.resume.patch import try_patch
        from core.talk.turn_types import Drafted, TurnOutcome

        resume, document = await self.resume(), await self.document()
        drafts = []
        for title, operations in proposals:
            trial = try_patch(operations, document, self.app.ids.uuid)
            change = difference(document, trial.target, conditions(document, trial.operations))
            drafts.append(
                Drafted(
                    title=title,
                    operations=tuple(trial.operations),
                    change=to_json(change),
                    destructive=destructive(change),
                )
            )
        await self.outcome(TurnOutcome(proposals=tuple(drafts)), resume)

    async def outcome(self, turn: Any, resume: Resume) -> None:
        """A finished turn, handed in as a worker does."""
        from core import writes
        from core.event import Outcome
        from core.unit import Unit

        job = self.app.ids.short()
        now = self.app.clock.now()
        person = await self.app.store.person(self.actor)
        assert person is not None
        work = {"actor": self.actor.model_dump(mode="json")}
        unit = Unit().add(
            writes.add_job(job, "turn", self.conversation.id, person.id, resume.id, work, now),
            writes.claim_job(job, 0, "test", now, now + 60_000),
            writes.finish_job(job, 1, "", now),
        )
        await self.app.store.commit(unit)
        result = {"base": resume.version, "turn": turn.model_dump(mode="json")}
        await self.send(Outcome(job=job, attempt=1, result=result), f"job:{job}")


@asynccontextmanager
async def talking(
    url: str,
    folder: Path,
    *,
    model: Model | None = None,
    loops: bool = False,
    clock: Clock | None = None,
    platform: FakePlatform | None = None,
    others: Sequence[FakePlatform] = (),
    **settings: Any,
) -> AsyncIterator[Talk]:
    """A Talk over the database at `url`; `loops` starts the worker loops too."""
    database = await opened(url)
    platform = platform or FakePlatform()
    app = App(
        Settings(data_dir=folder, **settings),
        database,
        model=model,
        platforms=[platform, *others],
        clock=clock,
    )
    if loops:
        await app.start()
    try:
        talk = Talk(app, platform)
        talk.url = url
        yield talk
    finally:
        await asyncio.wait_for(app.stop(), 20)
        await database.close()


async def count_rows(url: str, what: str) -> int:
    """How many rows a table (with a condition) has."""
    statement = f"SELECT COUNT(*) FROM {what}"
    if is_postgres(url):
        async with await psycopg.AsyncConnection.connect(url) as connection:
            row = await (await connection.execute(statement)).fetchone()
    else:
        with closing(sqlite3.connect(sqlite_path(url))) as database:
            row = database.execute(statement).fetchone()
    assert row is not None
    return int(row[0])


async def opened(url: str) -> Database:
    """An open database whose tables are there already."""
    database = database_at(url, STATEMENTS, Codec(b"a key for tests, of 32 bytes ..."))
    await database.open()
    return database
