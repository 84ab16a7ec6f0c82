"""Each of the ten controls, on every chat platform: drawn, tapped or typed, decoded, and stored as meant.

A platform that comes later is one more `Place` below. The page has `tests/adapters/test_page_browser.py`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.wiring import App
from core import writes
from core.event import Actor, Conversation
from core.talk.control import Control, to_json
from core.talk.question import Question
from core.unit import Unit
from tests.chats import program
from tests.desk.test_asking import CONTROLS, TYPED
from tests.test_slack_story import buttons, slack_of
from tests.test_telegram_story import telegram_of
from tests.wire.slack_server import SlackServer
from tests.wire.telegram_server import telegram_server

Tap = Callable[[Control, Any], Awaitable[None]]


@dataclass
class Place:
    """A person on one platform, with one open Question before them."""

    app: App
    conversation: Conversation
    actor: Actor
    hello: Callable[[], Awaitable[None]]
    shown: Callable[[str], Awaitable[None]]
    """Waits until a text stands there."""
    say: Callable[[str], Awaitable[None]]
    hand: Callable[[str, bytes], Awaitable[None]]
    tap: Tap

    async def ask(self, control: Control) -> str:
        """Put a Question, as a check or a turn does; its id."""
        await self.hello()
        person = await self.app.store.person(self.actor)
        assert person is not None
        resume = (await self.app.store.resumes_of(person.id))[0]
        question = Question(
            id=self.app.ids.short(), resume=resume.id, conversation=self.conversation.id, person=person.id,
            state="open", revision=1, severity="important", privacy="standard", into="evidence",
            field="target_role", prompt="What is it?", reason="It lacks.", control=to_json(control),
            created_at=self.app.clock.now(),
        )  # fmt: skip
        at = self.app.clock.now()
        post = writes.add_post(self.conversation.id, "question", question.id, at, person=person.id)
        await self.app.store.commit(Unit().add(writes.add_question(question), post))
        await self.shown("What is it?")
        return question.id

    async def answer(self, question: str) -> Any:
        """What is stored, once it is answered and told so."""
        await self.shown("You answered: ")
        found = await self.app.store.question(question)
        assert found is not None
        assert found.state == "answered"
        return found.answer


@asynccontextmanager
async def on_telegram(url: str, folder: Path) -> AsyncIterator[Place]:
    async with telegram_server() as server, program(url, folder, telegram_of(server)) as app:
        bot = str(server.bot["id"])

        def texts() -> str:
            return "\n".join(str(one.get("text", "")) for one in server.sent(42))

        async def hello() -> None:
            server.user_text(42, "/start")
            await server.wait_until(lambda: "Commands:" in texts())

        async def shown(text: str) -> None:
            await server.wait_until(lambda: text in texts())

        async def say(text: str) -> None:
            server.user_text(42, text)

        async def hand(name: str, data: bytes) -> None:
            server.user_doc(42, name, data, media_type="application/pdf")

        async def press(label: str) -> None:
            def places() -> list[int]:
                numbers = [one["message_id"] for one in server.sent(42)]
                return [
                    number for number in numbers if any(label in one for one in server.buttons(42, number))
                ]

            await server.wait_until(lambda: bool(places()))
            number = places()[-1]
            exact = next(one for one in server.buttons(42, number) if label in one)
            update = server.tap(42, number, exact)
            await server.wait_until(lambda: server.toast(update) is not None)

        async def tap(control: Control, value: Any) -> None:
            for label in TELEGRAM_TAPS[control.kind]:
                await press(label)

        yield Place(
            app,
            Conversation(platform="telegram", workspace=bot, channel="42"),
            Actor(platform="telegram", workspace=bot, user="42"),
            hello,
            shown,
            say,
            hand,
            tap,
        )


TELEGRAM_TAPS = {
    "single_choice": ["Frontend"],
    "multi_choice": ["Backend", "Frontend", "Done"],
    "confirm": ["Yes"],
    "number": ["5"],
    "date": ["2019", "Mar", "4"],
    "date_range": ["2015", "year", "2018", "year"],
}
"""The keys that answer each control that has keys."""

TELEGRAM_KEPT = {"number": 5}


@asynccontextmanager
async def on_slack(url: str, folder: Path) -> AsyncIterator[Place]:
    async with SlackServer() as server, program(url, folder, slack_of(server)) as app:
        await server.wait_connected(2)
        conversation = Conversation(platform="slack", workspace=server.team, channel="U1")

        async def hello() -> None:
            await (await server.slash_command("U1", "/resume", "help")).acked()
            await server.wait_until(lambda slack: "Commands" in str(slack.messages("D1")))

        async def shown(text: str) -> None:
            await server.wait_until(lambda slack: text in str(slack.messages("D1")))

        def question() -> dict[str, Any]:
            return [one for one in server.messages("D1") if "What is it?" in str(one.get("blocks"))][-1]

        async def say(text: str) -> None:
            await server.user_message("U1", text, thread_ts=question()["ts"])

        async def hand(name: str, data: bytes) -> None:
            await server.file_share("U1", [(name, data)], thread_ts=question()["ts"])

        async def form(value: Any) -> None:
            await server.click("U1", question()["ts"], "Answer…")
            await server.wait_until(lambda slack: "input" in str((slack.view("U1") or {}).get("blocks")))
            view = server.view("U1")
            assert view is not None
            block = next(one for one in view["blocks"] if one["type"] == "input")
            await (await server.submit_view("U1", values={block["block_id"]: value})).acked()

        async def tap(control: Control, value: Any) -> None:
            ts = question()["ts"]
            match control.kind:
                case "single_choice":
                    await server.click("U1", ts, "Frontend")
                case "confirm":
                    await server.click("U1", ts, buttons(question())[0])
                case "multi_choice":
                    await server.click("U1", ts, "Submit", state={"ticks:0": ["0", "1"]})
                case "text" | "textarea":
                    await server.click("U1", ts, "Submit", state={field(question()): value})
                case "number" | "url":
                    await form(str(value))
                case _:
                    raise AssertionError(control.kind)

        yield Place(
            app,
            conversation,
            Actor(platform="slack", workspace=server.team, user="U1"),
            hello,
            shown,
            say,
            hand,
            tap,
        )


def field(message: dict[str, Any]) -> str:
    """The block of the message's one field."""
    return str(next(one for one in message["blocks"] if one["type"] == "input")["block_id"])


PLACES = {"telegram": on_telegram, "slack": on_slack}
BY_TAP = {
    "telegram": tuple(TELEGRAM_TAPS),
    "slack": ("single_choice", "multi_choice", "confirm", "text", "textarea", "number", "url"),
}


@pytest.mark.parametrize("platform", PLACES)
@pytest.mark.parametrize(
    ("control", "value", "typed", "kept"), TYPED, ids=lambda one: getattr(one, "kind", None)
)
async def test_each_control_is_answered_by_typing(
    sqlite_url: str, tmp_path: Path, platform: str, control: Control, value: Any, typed: str, kept: Any
) -> None:
    async with PLACES[platform](sqlite_url, tmp_path) as place:
        question = await place.ask(control)
        await place.say(typed)
        assert await place.answer(question) == kept


@pytest.mark.parametrize(
    ("platform", "case"),
    [(platform, case) for platform, kinds in BY_TAP.items() for case in CONTROLS if case[0].kind in kinds],
    ids=lambda one: one if isinstance(one, str) else one[0].kind,
)
async def test_each_control_with_keys_is_answered_by_them(
    sqlite_url: str, tmp_path: Path, platform: str, case: tuple[Control, Any, str, Any]
) -> None:
    control, value, _, _ = case
    async with PLACES[platform](sqlite_url, tmp_path) as place:
        question = await place.ask(control)
        await place.tap(control, value)
        expected = TELEGRAM_KEPT.get(control.kind, value) if platform == "telegram" else value
        assert await place.answer(question) == expected


@pytest.mark.parametrize("platform", PLACES)
async def test_a_file_that_is_asked_for_is_handed_over(
    sqlite_url: str, tmp_path: Path, platform: str
) -> None:
    control = next(case[0] for case in CONTROLS if case[0].kind == "file")
    async with PLACES[platform](sqlite_url, tmp_path) as place:
        question = await place.ask(control)
        await place.hand("cv.pdf", b"%PDF-1.7 ...")
        [given] = await place.answer(question)
        assert given["mediaType"] == "application/pdf"
