"""The real openai client against a loopback server: what is sent, what comes back, and every fault."""

import asyncio
import itertools
import json
import logging
import uuid
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from adapters.model.openai import OpenAIModel, Patience
from core.errors import ModelError
from core.talk import turn
from core.talk.chat import ChatMessage, Reply, ToolCall, ToolSpecification
from tests.core.turns import asked
from tests.wire.model_server import Answer, Fault, ModelServer, Script

SECRET = "the salary of Sam Placeholder"
ASK = [ChatMessage("system", "rules"), ChatMessage("user", SECRET)]
TOOL = ToolSpecification("find", "Finds.", {"type": "object", "properties": {}})
QUICK = Patience(connect=2.0, first=5.0, idle=5.0, retry=0.001)


# One loop for the module: a client costs a tenth of a second to make, and is bound to its loop.
pytestmark = pytest.mark.asyncio(loop_scope="module")


class Bench:
    """A model wired to a server with these answers; `heard` is what on_text was told."""

    def __init__(self, server: ModelServer, shared: OpenAIModel) -> None:
        self.server = server
        self.shared = shared
        self.heard: list[str] = []
        self.models: list[OpenAIModel] = []

    def model(self, patience: Patience = QUICK, concurrency: int = 8) -> OpenAIModel:
        if (patience, concurrency) == (QUICK, 8):
            return self.shared
        made = OpenAIModel(self.server.url, "sk-test", "scripted", concurrency=concurrency, patience=patience)
        self.models.append(made)
        return made

    async def ask(self, *answers: Script, patience: Patience = QUICK) -> Reply:
        self.server.answers += answers
        return await self.model(patience).chat(ASK, [TOOL], schema=None, on_text=self.heard.append)

    async def fails(self, *answers: Script, patience: Patience = QUICK) -> ModelError:
        with pytest.raises(ModelError) as caught:
            await self.ask(*answers, patience=patience)
        error = caught.value
        assert SECRET not in str(error)
        assert "own words" not in str(error)
        assert error.__cause__ is None
        assert error.__suppress_context__
        return error


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def wired() -> AsyncIterator[tuple[ModelServer, OpenAIModel]]:
    async with ModelServer() as server:
        model = OpenAIModel(server.url, "sk-test", "scripted", patience=QUICK)
        yield server, model
        await model.close()


@pytest_asyncio.fixture(loop_scope="module")
async def bench(wired: tuple[ModelServer, OpenAIModel]) -> AsyncIterator[Bench]:
    server, model = wired
    server.reset()
    made = Bench(server, model)
    yield made
    for other in made.models:
        await other.close()


async def test_text_arrives_whole_and_is_heard_as_it_grows(bench: Bench) -> None:
    reply = await bench.ask(Answer("Put the newest job first."))
    assert reply == Reply("Put the newest job first.", (), "done", 100, 20)
    assert bench.heard[-1] == reply.text
    assert len(bench.heard) > 2
    assert all(reply.text.startswith(part) for part in bench.heard)
    assert bench.server.authorizations == ["Bearer sk-test"]


async def test_messages_tools_and_results_are_sent_as_the_wire_wants_them(bench: Bench) -> None:
    call = ToolCall("call_1", "find", "{}")
    talk = [*ASK, ChatMessage("assistant", "", (call,)), ChatMessage("tool", "[]", call_id="call_1")]
    bench.server.answers.append(Answer("Done."))
    await bench.model().chat(talk, [TOOL], schema=None, on_text=lambda _: None)
    sent = bench.server.requests[0]
    assert [message["role"] for message in sent["messages"]] == ["system", "user", "assistant", "tool"]
    assert sent["messages"][2]["tool_calls"][0]["function"] == {"name": "find", "arguments": "{}"}
    assert sent["messages"][3]["tool_call_id"] == "call_1"
    assert sent["tools"][0]["function"]["name"] == "find"
    assert sent["stream"] is True
    assert "response_format" not in sent


async def test_a_schema_is_sent_as_the_response_format(bench: Bench) -> None:
    bench.server.answers.append(Answer("{}"))
    schema = {"type": "object", "properties": {}}
    await bench.model().chat(ASK, [], schema=schema, on_text=lambda _: None)
    sent = bench.server.requests[0]
    assert sent["response_format"]["json_schema"]["schema"] == schema
    assert "tools" not in sent


async def test_two_tool_calls_are_put_together_from_their_pieces(bench: Bench) -> None:
    raw = '{"proposals": [{"title": "Añade 技能", "operations": []}]}'
    reply = await bench.ask(Answer(calls=[("propose_resume_patches", raw), ("find", '{"query": "x"}')]))
    assert reply.end == "done"
    assert [(call.name, call.arguments) for call in reply.calls] == [
        ("propose_resume_patches", raw),
        ("find", '{"query": "x"}'),
    ]
    assert len({call.id for call in reply.calls}) == 2


async def test_a_half_surrogate_is_sent_as_a_question_mark(bench: Bench) -> None:
    bench.server.answers.append(Answer("Fine."))
    await bench.model().chat([ChatMessage("user", "a\ud83d b")], [], schema=None, on_text=lambda _: None)
    assert bench.server.requests[0]["messages"][0]["content"] == "a? b"


@pytest.mark.parametrize(
    ("answer", "end"),
    [
        (Answer("x", finish="length"), "cut"),
        (Answer(calls=[("find", '{"query": "unfin')], finish="length"), "cut"),
        (Answer("x", finish="content_filter"), "refused"),
        (Answer(refusal="I can't help with that."), "refused"),
        (Answer("x", fault="silent_end"), "cut"),
        (Answer("x", finish="eos_token"), "done"),
    ],
)
async def test_how_a_reply_ended_is_told(bench: Bench, answer: Answer, end: str) -> None:
    reply = await bench.ask(answer)
    assert reply.end == end


async def test_tokens_are_estimated_where_the_server_does_not_count(bench: Bench) -> None:
    reply = await bench.ask(Answer("Put the newest job first.", usage=None))
    assert reply.tokens_in > 10
    assert reply.tokens_out == 7


@pytest.mark.parametrize(
    ("status", "error_code", "code"),
    [
        (400, "", "unusable"),
        (400, "context_length_exceeded", "too_long"),
        (400, "content_filter", "refused"),
        (401, "invalid_api_key", "bad_key"),
        (403, "", "bad_key"),
        (404, "model_not_found", "unusable"),
        (413, "", "too_long"),
        (422, "", "unusable"),
        (429, "insufficient_quota", "rate_limited"),
    ],
)
async def test_what_cannot_pass_by_itself_is_never_tried_again(
    bench: Bench, status: int, error_code: str, code: str
) -> None:
    error = await bench.fails(Answer(status=status, error_code=error_code), Answer("not reached"))
    assert error.code == code
    assert bench.server.calls == 1


@pytest.mark.parametrize(
    "first",
    [
        Answer(status=429),
        Answer(status=500),
        Answer(status=503),
        Answer("half an ans", fault="cut"),
        Answer("half an ans", fault="error_event"),
    ],
)
async def test_what_may_pass_by_itself_is_tried_again(bench: Bench, first: Answer) -> None:
    reply = await bench.ask(first, Answer("Here it is."))
    assert reply.text == "Here it is."
    assert bench.heard[-1] == "Here it is."
    assert bench.server.calls == 2


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(status=429), "rate_limited"),
        (Answer(status=502), "unavailable"),
        (Answer(fault="cut"), "unavailable"),
    ],
)
async def test_at_most_two_more_tries_are_made(bench: Bench, answer: Answer, code: str) -> None:
    error = await bench.fails(answer, answer, answer, Answer("not reached"))
    assert error.code == code
    assert bench.server.calls == 3


async def test_retry_after_holds_back_the_next_try_and_every_other_call(bench: Bench) -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()
    reply = await bench.ask(Answer(status=429, headers={"Retry-After": "0.3"}), Answer("Now."))
    assert reply.text == "Now."
    assert loop.time() - started >= 0.3


async def test_a_long_retry_after_is_told_instead_of_waited_for(bench: Bench) -> None:
    error = await bench.fails(Answer(status=429, headers={"Retry-After": "600"}))
    assert (error.code, error.retry_after) == ("rate_limited", 600.0)
    assert bench.server.calls == 1


def limits(remaining: int, reset: str) -> dict[str, str]:
    """What a provider tells of its limit of ten requests."""
    return {
        "X-RateLimit-Limit-Requests": "10",
        "X-RateLimit-Remaining-Requests": str(remaining),
        "X-RateLimit-Reset-Requests": reset,
    }


@pytest.mark.parametrize(
    ("first", "calls"),
    [
        ([Answer("One.", headers=limits(1, "300ms"))], 2),
        ([Answer(status=429, headers=limits(0, "0.3")), Answer("One.")], 3),
    ],
)
async def test_a_limit_that_is_nearly_used_up_is_let_refill(
    bench: Bench, first: list[Script], calls: int
) -> None:
    loop = asyncio.get_running_loop()
    bench.server.answers += [*first, Answer("Two.")]
    model = bench.model(concurrency=4)
    started = loop.time()
    for text in ("One.", "Two."):
        assert (await model.chat(ASK, [], schema=None, on_text=lambda _: None)).text == text
    assert loop.time() - started >= 0.3
    assert bench.server.calls == calls


@pytest.mark.parametrize(
    "headers",
    [
        limits(2, "50s"),
        limits(1, "17h3m"),
        limits(1, "soon"),
        {"Retry-After": "0", **limits(0, "50s")},
    ],
)
async def test_nobody_waits_for_a_limit_that_leaves_enough_or_is_a_days(
    bench: Bench, headers: dict[str, str]
) -> None:
    status = 429 if "Retry-After" in headers else 200
    bench.server.answers += [Answer("One.", status=status, headers=headers), Answer("Two.")]
    model = bench.model(concurrency=5)
    async with asyncio.timeout(20):
        while bench.server.calls < 2:
            await model.chat(ASK, [], schema=None, on_text=lambda _: None)


@pytest.mark.parametrize("fault", ["hang", "hang_midway"])
async def test_a_model_that_falls_silent_is_given_up(bench: Bench, fault: Fault) -> None:
    error = await bench.fails(Answer("So far", fault=fault), patience=Patience(2, 0.2, 0.2, 0.001))
    assert error.code == "timeout"
    assert bench.server.calls == 1
    await bench.server.wait_until(lambda server: server.closed == 1)


async def test_the_first_word_may_take_longer_than_the_next_one(bench: Bench) -> None:
    error = await bench.fails(Answer("So far", fault="hang_midway"), patience=Patience(2, 30, 0.1, 0.001))
    assert error.code == "timeout"
    assert bench.heard[-1] == "So far"


async def test_a_malformed_chunk_is_no_answer(bench: Bench) -> None:
    error = await bench.fails(Answer("So far", fault="malformed"))
    assert error.code == "unusable"
    assert bench.server.calls == 1


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    async with ModelServer() as server:
        url = server.url
    model = OpenAIModel(url, None, "scripted", patience=QUICK)
    with pytest.raises(ModelError) as caught:
        await model.chat(ASK, [], schema=None, on_text=lambda _: None)
    assert caught.value.code == "unavailable"
    await model.close()


async def test_cancelling_closes_the_connection(bench: Bench) -> None:
    bench.server.answers.append(Answer("So far", fault="hang_midway"))
    task = asyncio.create_task(bench.model().chat(ASK, [], schema=None, on_text=bench.heard.append))
    async with asyncio.timeout(10):
        while "So far" not in bench.heard:
            await asyncio.sleep(0.005)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await bench.server.wait_until(lambda server: server.closed == 1)


async def test_no_more_calls_are_under_way_than_allowed(bench: Bench) -> None:
    bench.server.answers += [Answer("x")] * 6
    bench.server.hold()
    model = bench.model(concurrency=2)
    tasks = [asyncio.create_task(model.chat(ASK, [], schema=None, on_text=lambda _: None)) for _ in range(6)]
    await bench.server.wait_until(lambda server: server.open == 2)
    bench.server.release()
    await asyncio.gather(*tasks)
    assert bench.server.calls == 6
    assert bench.server.most_open == 2


async def test_nothing_of_what_is_said_reaches_the_logs(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await bench.ask(Answer(status=500), Answer("An answer about money."))
    await bench.fails(Answer(status=400))
    assert SECRET not in caplog.text
    assert "about money" not in caplog.text
    assert "sk-test" not in caplog.text


@pytest.mark.parametrize(
    ("url", "host"),
    [
        (None, "api.openai.com"),
        ("http://127.0.0.1:8080/v1", "127.0.0.1:8080"),
        ("https://user:pass@llm.example.com/v1", "llm.example.com"),
    ],
)
async def test_the_host_is_where_the_text_goes(url: str | None, host: str) -> None:
    assert OpenAIModel(url, None, "any").host == host


@pytest.mark.parametrize(
    ("answers", "way"),
    [
        ([Answer(calls=[("report", '{"ready": true}')])], "tools"),
        ([Answer('```json\n{"name": "report"}\n```'), Answer('{"ready": true}')], "schema"),
        ([Answer(status=400), Answer('{"ready": true}')], "schema"),
        ([Answer("Yes."), Answer(status=422), Answer('```json\n{"ready": true}\n```')], "fenced"),
    ],
)
async def test_the_probe_finds_the_way_that_works(bench: Bench, answers: list[Script], way: str) -> None:
    bench.server.answers += answers
    assert await bench.model().probe() == way


async def test_a_probe_that_finds_no_way_says_so(bench: Bench) -> None:
    bench.server.answers += [Answer("Hello!"), Answer("Hello!"), Answer("Hello!")]
    with pytest.raises(ModelError) as caught:
        await bench.model().probe()
    assert caught.value.code == "unusable"
    assert bench.server.calls == 3


async def test_a_probe_with_a_bad_key_says_that(bench: Bench) -> None:
    bench.server.answers.append(Answer(status=401))
    with pytest.raises(ModelError) as caught:
        await bench.model().probe()
    assert caught.value.code == "bad_key"


async def test_a_turn_through_the_real_client_makes_a_card(bench: Bench) -> None:
    good = {"op": "replace", "path": "/basics/headline", "value": "Engineer"}
    tries = [{"op": "replace", "path": "basics.headline", "value": "Engineer"}, good]
    bench.server.answers += [
        Answer(
            calls=[
                ("propose_resume_patches", json.dumps({"proposals": [{"title": "T", "operations": [one]}]}))
            ]
        )
        for one in tries
    ]
    ticks = itertools.count()
    outcome = await turn.run(
        asked("Make my headline Engineer"),
        bench.model(),
        lambda: str(uuid.uuid4()),
        bench.heard.append,
        clock_ms=lambda: next(ticks),
    )
    assert [proposal.operations for proposal in outcome.proposals] == [(good,)]
    assert (outcome.tokens_in, outcome.tokens_out, outcome.model_calls) == (200, 40, 2)
    first, second = bench.server.requests
    assert {tool["function"]["name"] for tool in first["tools"]} > {"propose_resume_patches", "ask_question"}
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "tool"]
    assert second["messages"][3]["tool_call_id"] == second["messages"][2]["tool_calls"][0]["id"]
    assert "bad_pointer" in second["messages"][3]["content"]
