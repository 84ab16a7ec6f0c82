"""Storms: many people press many cards at once, twice, with redelivery, and the program is killed meanwhile.

Whatever happens: one decision a card, at most one version a decision, and every card ends settled.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.chat_process import ChatProcess, chat_process
from tests.program import Program, running
from tests.test_slack_story import buttons, with_button
from tests.test_telegram_story import texts
from tests.test_telegram_story import with_button as telegram_with_button
from tests.wire.slack_server import SlackServer
from tests.wire.telegram_server import TelegramServer, telegram_server

SIZES = [
    pytest.param(6, 3, id="small"),
    pytest.param(200, 5, id="1000 cards", marks=[pytest.mark.storm, pytest.mark.timeout(1_800)]),
]


def check(process: ChatProcess, cards: int) -> None:
    """What has to hold after any storm."""
    states = Counter(state for (state,) in process.rows("SELECT state FROM proposals"))
    assert sum(states.values()) == cards
    assert set(states) <= {"approved", "rejected"}, states
    decided = process.rows("SELECT proposal, COUNT(*) FROM decisions GROUP BY proposal")
    assert len(decided) == cards
    assert {number for _, number in decided} == {1}, "one decision a card"
    made = process.rows(
        "SELECT proposal, COUNT(*) FROM versions WHERE proposal IS NOT NULL GROUP BY proposal"
    )
    assert len(made) == states["approved"]
    assert {number for _, number in made} <= {1}, "one version a decision"
    assert process.rows("SELECT COUNT(*) FROM inbox WHERE state = 'parked'") == [(0,)]


async def settled(holds: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.1)


@pytest.mark.parametrize(("people", "each"), SIZES)
async def test_a_storm_of_presses_on_slack(tmp_path: Path, people: int, each: int) -> None:
    rng = random.Random(7)
    async with SlackServer() as server:
        users = [f"U{number}" for number in range(100, 100 + people)]
        for user in users:
            server.add_user(user, user)
            server.dm(user)
        settings = {
            "SLACK_BOT_TOKEN": server.bot_token,
            "SLACK_APP_TOKEN": server.app_token,
            "SLACK_API_URL": server.url,
        }
        async with chat_process(tmp_path, **settings) as process:
            await server.wait_connected(2)
            for number in range(each):
                for user in users:
                    await server.user_message(user, f"add Skill{number}x to my skills")

            def cards(user: str) -> list[str]:
                return [one["ts"] for one in with_button(server, "Approve", server.dm(user))]

            seconds = 60 + people * each / 5
            await settled(lambda: all(len(cards(user)) == each for user in users), seconds)
            every = [(user, ts) for user in users for ts in cards(user)]

            async def press(user: str, ts: str, label: str) -> None:
                await asyncio.sleep(rng.random() * 2)
                if label in buttons(server.message(ts)):
                    await server.click(user, ts, label)

            presses = [
                press(user, ts, label)
                for user, ts in every
                for label in ("Approve", "Approve", rng.choice(("Approve", "Reject")))
            ]
            rng.shuffle(presses)
            storm = asyncio.gather(*presses, return_exceptions=True)
            await asyncio.sleep(1)
            await process.end()
            await process.start()
            await server.wait_connected(2)
            await storm
            await asyncio.sleep(1)
            for user, ts in every:  # what was lost with the process is pressed again, as people do
                if "Approve" in buttons(server.message(ts)):
                    await server.click(user, ts, "Approve")
            await settled(lambda: not any(cards(user) for user in users), seconds)
            check(process, people * each)


async def test_one_person_presses_in_three_places_at_once(tmp_path: Path) -> None:
    """Slack, Telegram and the page, linked: each card is decided once and settled everywhere."""
    async with SlackServer() as slack, telegram_server() as telegram:
        settings = {
            "SLACK_BOT_TOKEN": slack.bot_token,
            "SLACK_APP_TOKEN": slack.app_token,
            "SLACK_API_URL": slack.url,
            "TELEGRAM_BOT_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.url,
        }
        async with running(tmp_path, **settings) as page:
            await slack.wait_connected(2)
            await link(slack, telegram, page)
            numbers = range(4)
            for number in numbers:
                await slack.user_message("U1", f"add Skill{number}x to my skills")
            await settled(lambda: len(with_button(slack, "Approve")) == len(numbers), 60)
            telegram.user_text(42, "/pending")
            await page.say("/pending")
            await settled(lambda: len(telegram_with_button(telegram, "Approve", 42)) == len(numbers), 60)
            await settled(lambda: sum(view["kind"] == "card" for view in page.posts.values()) == 4, 60)
            pages = [post for post, view in page.posts.items() if view["kind"] == "card"]

            async def on_page(post: int) -> None:
                token = next(one["token"] for one in page.posts[post]["buttons"] if one["label"] == "Approve")
                await page.post("press", {"token": token, "post": post})

            for number in telegram_with_button(telegram, "Approve", 42):
                telegram.tap(42, number, "Reject")
            await asyncio.gather(
                *(slack.click("U1", one["ts"], "Approve") for one in with_button(slack, "Approve")),
                *(on_page(post) for post in pages),
            )
            await settled(lambda: not with_button(slack, "Approve"), 60)
            await settled(lambda: not telegram_with_button(telegram, "Approve", 42), 60)
            states = {view["state"] for view in page.posts.values() if view["kind"] == "card"}
            assert states <= {"approved", "rejected"}
            await page.stop()
            check(ChatProcess(tmp_path, {}), len(numbers))


async def link(slack: SlackServer, telegram: TelegramServer, page: Program) -> None:
    """Make the three one person."""

    async def code() -> str:
        before = texts(telegram).count("this code: ")
        telegram.user_text(42, "/link")
        await settled(lambda: texts(telegram).count("this code: ") > before, 30)
        return str(re.findall(r"code: ([A-Z0-9]{8})", texts(telegram))[-1])

    yes = "Yes, this is me"
    await slack.slash_command("U1", "/resume", f"link {await code()}")
    await settled(lambda: bool(with_button(slack, yes)), 30)
    await slack.click("U1", with_button(slack, yes)[-1]["ts"], yes)
    await settled(lambda: bool(telegram_with_button(telegram, yes, 42)), 30)
    telegram.tap(42, telegram_with_button(telegram, yes, 42)[-1], yes)
    await settled(lambda: "one person" in texts(telegram), 30)
    await page.say(f"/link {await code()}")
    await settled(lambda: page.has_button(yes), 30)
    await page.press(yes)
    await settled(lambda: bool(telegram_with_button(telegram, yes, 42)), 30)
    telegram.tap(42, telegram_with_button(telegram, yes, 42)[-1], yes)
    await settled(lambda: any("one person" in text for text in page.texts()), 30)


@pytest.mark.parametrize(("people", "each"), SIZES)
async def test_a_storm_of_presses_on_telegram(tmp_path: Path, people: int, each: int) -> None:
    rng = random.Random(7)
    async with telegram_server() as server:
        users = list(range(1000, 1000 + people))
        for user in users:
            server.add_user(user, f"P{user}")
        settings = {"TELEGRAM_BOT_TOKEN": server.token, "TELEGRAM_API_URL": server.url}
        async with chat_process(tmp_path, **settings) as process:
            for number in range(each):
                for user in users:
                    server.user_text(user, f"add Skill{number}x to my skills")

            def cards(user: int) -> list[int]:
                return telegram_with_button(server, "Approve", user)

            seconds = 60 + people * each / 5
            await settled(lambda: all(len(cards(user)) == each for user in users), seconds)
            every = [(user, number) for user in users for number in cards(user)]

            async def press(server: TelegramServer, user: int, number: int, label: str) -> None:
                await asyncio.sleep(rng.random() * 2)
                if label in server.buttons(user, number):
                    tap = server.tap(user, number, label)
                    if rng.random() < 0.5:  # the same press once more, under a new number
                        server.push_raw({"callback_query": tap["callback_query"]})
                if "Approve" in server.buttons(user, number):  # and somebody else's finger
                    server.tap(rng.choice(users), number, "Approve", chat=user)

            presses = [
                press(server, user, number, label)
                for user, number in every
                for label in ("Approve", rng.choice(("Approve", "Reject")))
            ]
            rng.shuffle(presses)
            storm = asyncio.gather(*presses)
            await asyncio.sleep(1)
            await process.end()
            await process.start()
            await storm
            await settled(lambda: not any(cards(user) for user in users), seconds)
            check(process, people * each)
