"""A loopback server that speaks OpenAI's chat completions: scripted answers, faults, and what arrived."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal

from aiohttp import web

Fault = Literal["", "hang", "hang_midway", "cut", "malformed", "error_event", "silent_end"]


@dataclass(frozen=True, slots=True)
class Answer:
    """One scripted answer. `calls` are (name, raw arguments), sent in pieces as a real server does.

    `status` other than 200 answers with an error; `fault` breaks the stream after the text. `hang` never
    says a word, `cut` drops the connection, `silent_end` ends without a finish reason.
    """

    text: str = ""
    calls: Sequence[tuple[str, str]] = ()
    finish: str | None = None
    refusal: str = ""
    status: int = 200
    error_code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: Fault = ""
    usage: tuple[int, int] | None = (100, 20)
    piece: int = 7


Script = Answer | Callable[[dict[str, Any]], Answer]


class ModelServer:
    """The server; `answers` are used in order, `requests` are the bodies that came, `calls` how many.

    `hold()` keeps answers back until `release()`. `closed` counts answers whose client went away.
    """

    def __init__(self, *answers: Script) -> None:
        self.answers: list[Script] = list(answers)
        self.requests: list[dict[str, Any]] = []
        self.authorizations: list[str] = []
        self.open = 0
        self.most_open = 0
        self.closed = 0
        self.url = ""
        self._may_answer = asyncio.Event()
        self._may_answer.set()
        self._changed = asyncio.Condition()
        self._runner: web.AppRunner | None = None

    @property
    def calls(self) -> int:
        """How many calls have come in."""
        return len(self.requests)

    async def __aenter__(self) -> "ModelServer":
        app = web.Application()
        app.router.add_post("/v1/chat/completions", self._answer)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
        assert self._runner is not None
        await self._runner.cleanup()

    def reset(self) -> None:
        """Forget all that came, and all answers that are left."""
        self.answers.clear()
        self.requests.clear()
        self.authorizations.clear()
        self.most_open = self.open
        self.closed = 0
        self.release()

    def hold(self) -> None:
        """Keep answers back from now on."""
        self._may_answer.clear()

    def release(self) -> None:
        """Let the answers go that were kept back."""
        self._may_answer.set()

    async def wait_until(self, holds: Callable[["ModelServer"], bool], seconds: float = 10) -> None:
        """Return as soon as something is true of this server; TimeoutError when it never is."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: holds(self))

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(await request.json())
        self.authorizations.append(request.headers.get("Authorization", ""))
        self.open += 1
        self.most_open = max(self.most_open, self.open)
        await self._tell()
        try:
            await self._may_answer.wait()
            return await self._give(request, self._next(self.requests[-1]))
        except (asyncio.CancelledError, ConnectionResetError):
            self.closed += 1
            raise
        finally:
            self.open -= 1
            await asyncio.shield(self._tell())

    def _next(self, body: dict[str, Any]) -> Answer:
        if not self.answers:
            return Answer(status=500, error_code="script_is_over")
        script = self.answers.pop(0)
        return script if isinstance(script, Answer) else script(body)

    async def _give(self, request: web.Request, answer: Answer) -> web.StreamResponse:
        if answer.status != 200:
            error = {"error": {"code": answer.error_code, "message": "the provider's own words", "type": ""}}
            return web.json_response(error, status=answer.status, headers=dict(answer.headers))
        if answer.fault == "hang":
            await asyncio.Event().wait()
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", **answer.headers})
        await response.prepare(request)
        await _send(response, _chunk({"role": "assistant", "content": ""}))
        for piece in _pieces(answer.text, answer.piece):
            await _send(response, _chunk({"content": piece}))
        if await _broken(request, response, answer.fault):
            return response
        await _finish(response, answer)
        return response


async def _finish(response: web.StreamResponse, answer: Answer) -> None:
    if answer.refusal:
        await _send(response, _chunk({"refusal": answer.refusal}))
    for index, (name, arguments) in enumerate(answer.calls):
        start = {"index": index, "id": f"call_{index}", "type": "function"}
        await _send(response, _chunk({"tool_calls": [start | {"function": {"name": name, "arguments": ""}}]}))
        for piece in _pieces(arguments, answer.piece):
            await _send(
                response, _chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
            )
    reason = answer.finish or ("tool_calls" if answer.calls else "stop")
    await _send(response, _chunk({}, finish_reason=reason))
    if answer.usage:
        prompt, completion = answer.usage
        usage = {
            "prompt_tokens": prompt,
            "completion_tokens": completion,
            "total_tokens": prompt + completion,
        }
        await _send(response, _chunk({}) | {"choices": [], "usage": usage})
    await response.write(b"data: [DONE]\n\n")


async def _broken(request: web.Request, response: web.StreamResponse, fault: Fault) -> bool:
    """Break the stream as the fault says; False where there is none."""
    if fault == "hang_midway":
        await asyncio.Event().wait()
    if fault == "cut":
        assert request.transport is not None
        request.transport.abort()
    if fault == "malformed":
        await response.write(b"data: {this is no JSON\n\n")
    if fault == "error_event":
        await _send(response, {"error": {"message": "the provider's own words", "code": "server_error"}})
    return fault != ""


def _chunk(delta: dict[str, Any], finish_reason: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "scripted",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
    }


def _pieces(text: str, length: int) -> list[str]:
    return [text[start : start + length] for start in range(0, len(text), length)]


async def _send(response: web.StreamResponse, value: dict[str, Any]) -> None:
    await response.write(b"data: " + json.dumps(value).encode() + b"\n\n")
