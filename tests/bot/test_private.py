"""Private stays private: what people write never reaches what an operator sees, whatever fails."""

import base64
import json
import re
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiohttp

from adapters.store.codec import Codec
from core.event import Actor, Conversation, Event, Message, Outcome
from tests.bot.commands import command
from tests.program import Program, running
from tests.talk import base_resume
from tests.wire.model_server import Answer, ModelServer

MARK = "Quxmarker"
"""Stands in everything that a person, a model or a file says here; with a number for the place."""


def mark(place: int) -> str:
    return f"{MARK}{place}"


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        return int(taken.getsockname()[1])


async def fetch(port: int, path: str) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        assert answer.status == 200
        return await answer.text()


def proposes(word: str) -> Answer:
    operation = {"op": "replace", "path": "/basics/headline", "value": word}
    proposal = {"title": f"Headline {word}", "summary": word, "operations": [operation]}
    return Answer(calls=[("propose_resume_patches", json.dumps({"proposals": [proposal]}))])


def asks(word: str) -> Answer:
    question = {"field": "/basics/headline", "question": f"Which title, {word}?", "reason": word}
    return Answer(calls=[("ask_question", json.dumps(question))])


async def send_file(program: Program, name: str, data: bytes) -> None:
    await program.post("file", {"name": name, "data": base64.b64encode(data).decode()})


async def say_everything(program: Program) -> None:
    """Everything a person can write, with a mark in it, through files, cards and a question."""
    document = base_resume()
    document["basics"]["name"] = mark(1)
    document["basics"]["email"] = f"{mark(2)}@example.com"
    document["sections"]["skills"]["items"] = []
    await send_file(program, f"{mark(3)}.json", json.dumps(document).encode())
    await send_file(program, f"{mark(4)}.json", b'{"basics": "' + mark(5).encode() + b'"')
    await program.say(f"add {mark(6)} to my skills")
    await program.until(lambda: program.has_button("Approve"))
    await program.press("Approve")
    await program.until(lambda: program.has_button("Undo"))
    await program.press("Undo")
    await program.say(f"what do you think of {mark(8)}?")
    await program.until(lambda: mark(9) in json.dumps(program.cards()))
    post, token = program.button("Edit")
    await program.post("press", {"token": token, "post": post, "line": 0, "text": mark(7)})
    await program.until(lambda: mark(7) in json.dumps(program.cards()))
    await program.press("Reject")
    await program.until(lambda: program.has_button("Redraft"))
    post, token = program.button("Redraft")
    await program.post("press", {"token": token, "post": post, "text": f"too {mark(10)}"})
    await program.until(lambda: mark(11) in json.dumps(list(program.posts.values())))
    await program.say(mark(12))
    await program.say(f"how does {mark(15)} read now?")
    await program.until(lambda: any(mark(13) in text for text in program.texts()))
    await program.until(lambda: not program.has_button("Stop"))
    await program.post("command", {"name": "switch", "argument": mark(14)})


async def fail_everywhere(program: Program, server: ModelServer, folder: Path) -> None:
    """A model that fails, requests that are none, and rows of the inbox that nobody can handle."""
    server.answers = [Answer(status=400, error_code=mark(19))]
    await program.say(f"and now {mark(20)}")
    await program.until(lambda: program.has_button("Try again"))
    await program.post("press", {"token": mark(21)})
    await refused_requests(program)
    plain = Codec(None)
    main = Conversation(platform="web", channel="main")
    me = Actor(platform="web", user="local", name=mark(22))
    with closing(sqlite3.connect(folder / "data" / "countersign.db", timeout=10)) as rows, rows:
        (job,) = rows.execute("SELECT id FROM jobs WHERE kind = 'turn' AND state = 'done' LIMIT 1").fetchone()
        outcome = Outcome(job=job, attempt=1, result={"base": mark(23), "turn": {}})
        fails = Event(key="web:fails", conversation=main, actor=me, at=1, body=outcome)
        waits = Event(key="web:waits", conversation=main, actor=me, at=1, body=Message(text=mark(24)))
        for key, attempts, body in (
            ("web:damaged", 0, plain.encode({"kind": "message", "text": mark(25)})),
            ("web:garbled", 0, b"\x7f" + mark(26).encode()),
            ("web:fails", 2, plain.encode(fails.model_dump(mode="json"))),
            ("web:parked", 3, plain.encode(waits.model_dump(mode="json"))),
        ):
            state = "parked" if key == "web:parked" else "waiting"
            rows.execute(
                "INSERT INTO inbox (event_key, conversation, state, attempts, next_at, body, received_at,"
                " handled_at, code) VALUES (?, ?, ?, ?, 1, ?, 1, ?, ?)",
                (
                    key,
                    main.id,
                    state,
                    attempts,
                    body,
                    *((1, "KeyError") if state == "parked" else (None, None)),
                ),
            )
    await program.until(lambda: sum("can be looked into" in text for text in program.texts()) == 3)


async def refused_requests(program: Program) -> None:
    origin, _, query = program.link.partition("/?")
    headers = {"Origin": origin, "X-Countersign": "1", "Content-Type": "application/json"}
    async with aiohttp.ClientSession(origin, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        async with session.get(f"/?token={mark(30)}") as answer:
            assert answer.status >= 400
        async with session.get(f"/?{query}") as answer:
            assert answer.status == 200
        async with session.get(f"/{mark(31)}") as answer:
            assert answer.status == 404
        for path, body in (("/message", mark(32)), ("/press", json.dumps({mark(33): mark(34)}))):
            async with session.post(path, data=body, headers=headers) as answer:
                assert answer.status == 400


@asynccontextmanager
async def model_server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        server.answers = [
            proposes(mark(9)),
            asks(mark(11)),
            Answer(f"Thank you, {mark(13)}."),
            Answer(f"It reads well, {mark(16)}."),
        ]
        yield server


async def test_nothing_that_was_written_reaches_logs_metrics_or_commands(tmp_path: Path) -> None:
    port = free_port()
    async with (
        model_server() as server,
        running(
            tmp_path,
            OPENAI_BASE_URL=server.url,
            OPENAI_API_KEY="key",
            COUNTERSIGN_MODEL="m",
            COUNTERSIGN_HTTP_ADDRESS=f"127.0.0.1:{port}",
            COUNTERSIGN_LOG_FORMAT="json",
        ) as program,
    ):
        await program.until(lambda: bool(program.home()))
        await say_everything(program)
        await fail_everywhere(program, server, tmp_path)
        shown = json.dumps(list(program.posts.values()))
        metrics = await fetch(port, "/metrics")
        health = await fetch(port, "/healthz")
        assert await program.stop() == 0
    log = program.log.read_text()
    parked = await command(tmp_path, "parked")
    numbers = re.findall(r"^\d+", parked.out, re.MULTILINE)
    with closing(sqlite3.connect(tmp_path / "data" / "countersign.db")) as rows:
        (proposal,) = rows.execute("SELECT id FROM proposals ORDER BY created_at LIMIT 1").fetchone()
    traces = [await command(tmp_path, "trace", name) for name in (*numbers[:1], proposal)]
    outputs = {"stdout": program.out, "log": log, "metrics": metrics, "health": health}
    outputs |= {f"command {number}": one.out + one.problems for number, one in enumerate([parked, *traces])}
    assert [name for name, text in outputs.items() if MARK in text] == []

    assert shown.count(MARK) > 10, "the person sees what they wrote"
    assert len(numbers) == 4
    assert all(one.code == 0 for one in (parked, *traces))
    told = [json.loads(line) for line in log.splitlines()]
    names = {one["event"] for one in told}
    assert names >= {
        "event_received", "event_handled", "event_failed", "event_parked",
        "job_claimed", "job_finished", "model_called", "post_sent",
    }  # fmt: skip
    assert {one["code"] for one in told if one["event"] == "event_parked"} == {"unreadable", "ValueError"}
    assert {"done", "unusable"} <= {one["code"] for one in told if one["event"] == "job_finished"}
    for counted in (
        'countersign_presses_total{decision="approve",outcome="approved"} 1.0',
        'countersign_presses_total{decision="redraft",outcome="redrafting"} 1.0',
        'countersign_presses_total{decision="unknown",outcome="press-unknown"} 1.0',
        'countersign_events_total{kind="file",outcome="imported"} 1.0',
        'countersign_jobs_total{code="unusable",kind="turn"} 1.0',
        'countersign_parked_total{kind="unreadable"} 2.0',
        'countersign_parked_total{kind="outcome"} 1.0',
        'countersign_inbox_events{state="parked"} 4.0',
        'countersign_inbox_events{state="waiting"} 0.0',
        'countersign_model_seconds_count{code="done"}',
        'countersign_handling_seconds_count{kind="press"}',
    ):
        assert counted in metrics, counted
    assert json.loads(health) == {"status": "ok"}
