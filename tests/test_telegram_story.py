"""Whole stories on Telegram: the real client, the whole core, a loopback Bot API."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.telegram.connect import TelegramPlatform
from bot.wiring import App
from core.desk.commands import OFFERED
from core.event import Actor
from core.resume.values import Document
from tests.chats import program
from tests.fakes_model import ScriptedModel, proposes, says
from tests.talk import DATA
from tests.wire.telegram_server import GROUP, TelegramServer, telegram_server


def telegram_of(server: TelegramServer) -> TelegramPlatform:
    return TelegramPlatform(server.token, api_url=server.url, menu=OFFERED)


@pytest.fixture
async def server() -> AsyncIterator[TelegramServer]:
    async with telegram_server() as one:
        yield one


@pytest.fixture
async def app(sqlite_url: str, tmp_path: Path, server: TelegramServer) -> AsyncIterator[App]:
    async with program(sqlite_url, tmp_path, telegram_of(server)) as one:
        yield one


def with_button(server: TelegramServer, name: str, chat: int = 42) -> list[int]:
    numbers = [message["message_id"] for message in server.sent(chat)]
    return [number for number in numbers if name in server.buttons(chat, number)]


async def press(server: TelegramServer, name: str, user: int = 42) -> tuple[int, str]:
    """Press the newest button of this name; where it stood, and how the press was answered."""
    await server.wait_until(lambda: bool(with_button(server, name, user)))
    number = with_button(server, name, user)[-1]
    update = server.tap(user, number, name)
    await server.wait_until(lambda: server.toast(update) is not None)
    toast = server.toast(update)
    assert toast is not None
    return number, toast.text


def texts(server: TelegramServer, chat: int = 42) -> str:
    return "\n".join(str(one.get("text", one.get("caption", ""))) for one in server.sent(chat))


async def document(app: App, server: TelegramServer, user: int = 42) -> Document:
    person = await app.store.person(
        Actor(platform="telegram", workspace=str(server.bot["id"]), user=str(user))
    )
    assert person is not None
    resume = (await app.store.resumes_of(person.id))[0]
    return await app.store.content(resume.id, resume.version)


async def test_a_wish_becomes_a_card_and_a_press_a_version(app: App, server: TelegramServer) -> None:
    server.user_text(42, "add TypeScript to my skills")
    number, told = await press(server, "Approve")
    assert told == "Approved. This is version 2."
    await server.wait_until(lambda: "Undo" in server.buttons(42, number))
    assert "TypeScript" in json.dumps(await document(app, server))
    number, _ = await press(server, "Undo")
    await server.wait_until(lambda: "Undone" in server.message(42, number)["text"])
    assert "TypeScript" not in json.dumps(await document(app, server))


async def test_a_second_press_is_answered_and_changes_nothing(app: App, server: TelegramServer) -> None:
    server.user_text(42, "add TypeScript to my skills")
    await server.wait_until(lambda: bool(with_button(server, "Approve")))
    number = with_button(server, "Approve")[-1]
    taps = [server.tap(42, number, "Approve") for _ in range(5)]
    await server.wait_until(lambda: all(server.toast(tap) is not None for tap in taps))
    told = [toast.text for tap in taps if (toast := server.toast(tap)) is not None]
    told.sort(key=len)
    assert told[0] == "Approved. This is version 2."
    assert all(one.startswith("Approved already, by you") for one in told[1:])


async def test_edit_is_asked_for_in_the_chat(app: App, server: TelegramServer) -> None:
    server.user_text(42, "change my headline to Lead")
    card, _ = await press(server, "Edit")
    await server.wait_until(lambda: "What should stand here" in texts(server))
    server.user_text(42, "Team lead 🚀 中文")
    await server.wait_until(lambda: "中文" in server.message(42, card)["text"])
    await press(server, "Approve")
    await server.wait_until(lambda: "Undo" in server.buttons(42, card))
    assert (await document(app, server))["basics"]["headline"] == "Team lead 🚀 中文"


async def test_a_file_is_fetched_and_imported(app: App, server: TelegramServer) -> None:
    data = (DATA / "rich-resume.json").read_bytes()
    server.user_doc(42, "mine.json", data, media_type="application/json")
    await server.wait_until(lambda: "is imported" in texts(server))
    assert (await document(app, server))["basics"]["name"] == json.loads(data)["basics"]["name"]


async def test_a_picture_and_a_pdf_come_as_photo_and_document(app: App, server: TelegramServer) -> None:
    server.user_text(42, "/start")
    server.user_text(42, "/export png")
    await server.wait_until(lambda: any("photo" in one for one in server.sent(42)), 30)
    server.user_text(42, "/export pdf")
    await server.wait_until(lambda: any("document" in one for one in server.sent(42)), 30)
    sent = next(one for one in server.sent(42) if "document" in one)
    assert sent["document"]["file_name"].endswith(" v1.pdf")


async def test_what_is_asked_in_a_group_is_answered_in_private(app: App, server: TelegramServer) -> None:
    server.user_text(42, "@resume_bot add TypeScript to my skills", chat=GROUP)
    await server.wait_until(lambda: bool(with_button(server, "Approve")))
    await server.wait_until(lambda: bool(server.sent(GROUP)))
    assert "TypeScript" not in texts(server, GROUP)
    assert "private conversation" in texts(server, GROUP)


async def test_somebody_else_pressing_hears_so_and_nothing_happens(app: App, server: TelegramServer) -> None:
    server.user_text(43, "/start")
    server.user_text(42, "add TypeScript to my skills")
    await server.wait_until(lambda: bool(with_button(server, "Approve")))
    number = with_button(server, "Approve")[-1]
    update = server.tap(43, number, "Approve", chat=42)
    await server.wait_until(lambda: server.toast(update) is not None)
    toast = server.toast(update)
    assert toast is not None
    assert toast.text.startswith("Only the owner")
    assert "TypeScript" not in json.dumps(await document(app, server))


async def test_the_model_is_heard_and_its_answer_is_a_new_message(
    sqlite_url: str, tmp_path: Path, server: TelegramServer
) -> None:
    headline = {"op": "replace", "path": "/basics/headline", "value": "Backend lead"}
    model = ScriptedModel(proposes(headline, title="New headline"), says("What else?"))
    async with program(sqlite_url, tmp_path, telegram_of(server), model=model):
        server.user_text(42, "make my headline stronger, please")
        await press(server, "Approve")
        server.user_text(42, "thanks")
        await server.wait_until(lambda: "What else?" in texts(server))
        await server.wait_until(lambda: "Working on it" not in texts(server))
        assert [one["text"] for one in server.sent(42)].count("What else?") == 1


async def test_questions_go_by_taps(app: App, server: TelegramServer) -> None:
    server.user_text(42, "/new Mine")
    server.user_text(42, "/check")
    await server.wait_until(lambda: "What is your name?" in texts(server))
    server.user_text(42, "Ada 明")
    await server.wait_until(lambda: "Ada 明" in texts(server))
    assert (await document(app, server))["basics"]["name"] == "Ada 明"


async def test_who_blocks_is_left_in_peace_and_served_when_back(app: App, server: TelegramServer) -> None:
    server.user_text(42, "/start")
    await server.wait_until(lambda: "Hello!" in texts(server))
    server.block(42)
    await server.wait_until(lambda: not server.pending)
    server.unblock(42)
    server.user_text(42, "add TypeScript to my skills")
    await press(server, "Approve")


async def test_a_poison_update_is_parked_and_the_next_is_served(app: App, server: TelegramServer) -> None:
    server.push_raw({"message": {"message_id": "secret words", "text": "secret words"}})
    server.user_text(42, "add TypeScript to my skills")
    await press(server, "Approve")
    [parked] = await app.store.parked_events(10)
    assert parked["event_key"].startswith("telegram:")
    assert parked["code"] == "unreadable"
    assert "secret" not in str(parked)
