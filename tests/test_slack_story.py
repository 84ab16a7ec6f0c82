"""Whole stories on Slack: the real Bolt app and Socket Mode client, the whole core, a loopback Slack."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.slack.connect import SlackPlatform
from bot.chat import ChatDoor
from bot.wiring import App
from core.event import Actor
from tests.chats import program
from tests.fakes_model import ScriptedModel, proposes, says
from tests.wire.slack_server import SlackServer
from tests.wire.slack_state import Body, elements
from tests.wire.slack_typing import label


def slack_of(server: SlackServer) -> SlackPlatform:
    return SlackPlatform(server.bot_token, app_token=server.app_token, api_url=server.url)


@pytest.fixture
async def server() -> AsyncIterator[SlackServer]:
    async with SlackServer() as one:
        yield one


@pytest.fixture
async def app(sqlite_url: str, tmp_path: Path, server: SlackServer) -> AsyncIterator[App]:
    async with program(sqlite_url, tmp_path, slack_of(server)) as one:
        await server.wait_connected(2)
        yield one


def buttons(message: Body) -> list[str]:
    return [
        label(element) for _, element in elements(message.get("blocks", [])) if element["type"] == "button"
    ]


def with_button(server: SlackServer, name: str, channel: str = "D1") -> list[Body]:
    return [message for message in server.messages(channel) if name in buttons(message)]


async def press(server: SlackServer, name: str, user: str = "U1", channel: str = "D1") -> Body:
    """Press the newest button of this name; the message it stood on."""
    await server.wait_until(lambda slack: bool(with_button(slack, name, channel)))
    message = with_button(server, name, channel)[-1]
    delivery = await server.click(user, message["ts"], name)
    await delivery.acked()
    return message


async def test_a_wish_becomes_a_card_in_its_thread_and_a_press_a_version(
    app: App, server: SlackServer
) -> None:
    delivery = await server.user_message("U1", "add TypeScript to my skills")
    await delivery.acked()
    card = await press(server, "Approve")
    root = next(one for one in server.messages("D1") if one.get("user") == "U1")
    assert card["thread_ts"] == root["ts"]
    await server.wait_until(lambda slack: "Undo" in buttons(slack.message(card["ts"])))
    assert "version 2" in str(server.message(card["ts"])["blocks"])
    await press(server, "Undo")
    await server.wait_until(lambda slack: "Undone" in str(slack.message(card["ts"])["blocks"]))


async def test_the_model_is_heard_and_its_answer_stands_once(
    sqlite_url: str, tmp_path: Path, server: SlackServer
) -> None:
    headline = {"op": "replace", "path": "/basics/headline", "value": "Backend lead"}
    model = ScriptedModel(proposes(headline, title="New headline"), says("What else?"))
    async with program(sqlite_url, tmp_path, slack_of(server), model=model):
        await server.wait_connected(2)
        await (await server.user_message("U1", "make my headline stronger, please")).acked()
        card = await press(server, "Approve")
        await (await server.user_message("U1", "thanks", thread_ts=card["thread_ts"])).acked()
        await server.wait_until(lambda slack: "What else?" in str(slack.messages("D1")))
        said = [one for one in server.messages("D1") if "What else?" in str(one)]
        assert len(said) == 1


async def test_an_edit_is_made_in_a_form(app: App, server: SlackServer) -> None:
    await (await server.user_message("U1", "change my headline to Lead")).acked()
    card = await press(server, "Edit")
    await server.wait_until(lambda slack: bool((slack.view("U1") or {}).get("blocks")))
    await server.wait_until(lambda slack: "input" in str((slack.view("U1") or {}).get("blocks")))
    view = server.view("U1")
    assert view is not None
    block = next(block for block in view["blocks"] if block["type"] == "input")
    await (await server.submit_view("U1", values={block["block_id"]: "Team lead"})).acked()
    await server.wait_until(lambda slack: "Team" in str(slack.message(card["ts"])["blocks"]))
    await press(server, "Approve")
    await server.wait_until(lambda slack: "Undo" in buttons(slack.message(card["ts"])))


async def test_home_shows_the_resume_and_what_waits(app: App, server: SlackServer) -> None:
    await (await server.open_home("U1")).acked()
    await server.wait_until(lambda slack: slack.home("U1") is not None)
    await (await server.user_message("U1", "change my headline to Lead")).acked()
    card = await press(server, "Approve")
    await server.wait_until(lambda slack: "Undo" in buttons(slack.message(card["ts"])))
    await server.wait_until(lambda slack: "Lead" in str(slack.home("U1")))


def pictures(server: SlackServer) -> list[str]:
    """What is told of the pictures on Ann's Home to who can't see them."""
    home = server.home("U1") or {"blocks": []}
    return [block["alt_text"] for block in home["blocks"] if block["type"] == "image"]


async def test_home_shows_the_picture_of_the_newest_version_to_its_owner_alone(
    app: App, server: SlackServer
) -> None:
    await (await server.open_home("U1")).acked()
    await server.wait_until(lambda slack: "version 1" in str(pictures(slack)))
    await (await server.user_message("U1", "change my headline to Lead")).acked()
    await press(server, "Approve")
    await server.wait_until(lambda slack: "version 2" in str(pictures(slack)))
    (file,) = server.files.values()
    assert (file.data or b"").startswith(b"\x89PNG"), "drawn, uploaded, and the one before it deleted"
    assert file.shares == {}

    door, ann = ChatDoor(app, "slack"), Actor(platform="slack", workspace=server.team, user="U1")
    person = await app.store.person(ann)
    assert person is not None
    (resume,) = await app.store.resumes_of(person.id)
    assert await door.picture(resume.id, 2, ann) == file.data
    assert await door.picture(resume.id, 1, ann) is None, "only the newest"
    assert await door.picture("nothing", 1, ann) is None
    await (await server.open_home("U2")).acked()
    await server.wait_until(lambda slack: slack.home("U2") is not None)
    bob = Actor(platform="slack", workspace=server.team, user="U2")
    assert await door.picture(resume.id, 2, bob) is None, "not his"
