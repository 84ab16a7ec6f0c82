"""Health and metrics: what a monitor is told when all is well, and when something isn't."""

import asyncio
import socket
from contextlib import closing
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from adapters.store.database import Database
from bot.health import HealthServer
from bot.metrics import Metrics
from bot.running import running
from bot.settings import Settings
from bot.watch import Watch
from bot.wiring import App
from core.errors import SettingsError
from tests.fakes import FakePlatform
from tests.talk import Talk, opened
from tests.wire.slack_server import slack_server


async def ask(place: tuple[str, int]) -> tuple[int, dict[str, str]]:
    async with aiohttp.ClientSession() as session:
        url = f"http://{place[0]}:{place[1]}/healthz"
        async with session.get(url) as answer:
            return answer.status, await answer.json()


async def test_health_is_200_only_while_loops_and_database_work(database: Database) -> None:
    works = [True]

    async def fault() -> str:
        return "" if works[0] else "loop_ended"

    server = HealthServer(("127.0.0.1", 0), database, Metrics(), fault)
    place = await server.start()
    try:
        assert await ask(place) == (200, {"status": "ok"})
        works[0] = False
        assert await ask(place) == (503, {"status": "failing", "code": "loop_ended"})
        works[0] = True
        await database.close()
        assert await ask(place) == (503, {"status": "failing", "code": "store_unavailable"})
    finally:
        await server.stop()


async def test_health_tells_while_slack_is_out_of_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.slack.app.PING_SECONDS", 0.1)
    async with slack_server() as slack:
        settings = Settings(
            data_dir=tmp_path / "data",
            http_address="127.0.0.1:0",
            slack_bot_token=slack.bot_token,
            slack_app_token=slack.app_token,
            slack_api_url=slack.url,
        )
        async with running(settings) as lines:
            health = URL(lines[0].split()[3])
            assert health.host is not None
            assert health.port is not None
            place = (health.host, health.port)
            assert await ask(place) == (200, {"status": "ok"})
            slack.fail_next("apps.connections.open", "internal_error", times=10_000)
            slack.cut_sockets()
            failing = (503, {"status": "failing", "code": "slack_not_connected"})
            async with asyncio.timeout(20):
                while await ask(place) != failing:
                    await asyncio.sleep(0.05)


async def none() -> str:
    return ""


async def test_a_taken_port_is_a_wrong_setting(sqlite_url: str) -> None:
    database = await opened(sqlite_url)
    try:
        with closing(socket.create_server(("127.0.0.1", 0))) as taken:
            server = HealthServer(taken.getsockname(), database, Metrics(), none)
            with pytest.raises(SettingsError) as raised:
                await server.start()
            assert raised.value.variable == "COUNTERSIGN_HTTP_ADDRESS"
    finally:
        await database.close()


async def test_posts_that_fail_and_second_deliveries_are_counted(sqlite_url: str, tmp_path: Path) -> None:
    metrics, platform = Metrics(), FakePlatform()
    database = await opened(sqlite_url)
    app = App(Settings(data_dir=tmp_path), database, platforms=[platform], watch=Watch(metrics))
    talk = Talk(app, platform)
    try:
        platform.fails = 1
        await talk.open()
        await talk.say("add Kafka to my skills")
        await talk.press("Approve", key="once")
        await talk.send_press("p.1..approve", None, key="once")
    finally:
        await app.stop()
        await database.close()
    told = metrics.text().decode()
    assert 'countersign_posts_total{outcome="failed",platform="web"} 1.0' in told
    assert 'countersign_presses_total{decision="approve",outcome="approved"} 1.0' in told
    assert 'countersign_events_total{kind="press",outcome="repeat"} 1.0' in told
    assert "Kafka" not in told
