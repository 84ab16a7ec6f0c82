"""A language model behind any endpoint that speaks OpenAI's chat completions, streamed."""

import asyncio
import importlib
import json
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from adapters.model.faults import MOST_RETRY_AFTER, UnreadableError, retry_after, to_model_error
from adapters.model.limits import wait_for_reset
from adapters.model.pace import Pace
from adapters.model.retries import attempts
from adapters.model.stream import Answer
from core.talk.chat import ChatMessage, Reply, ToolSpecification, Way
from core.talk.history import estimate_tokens, message_tokens

BASE_URL: Final = "https://api.openai.com/v1"

_LOGGERS: Final = ("openai", "httpx2", "httpcore2")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait, in seconds: for a connection, for the first word, between words, before a retry."""

    connect: float = 10.0
    first: float = 120.0
    idle: float = 60.0
    retry: float = 0.5


class OpenAIModel:
    """The `Model` port over the openai client, which is imported at the first call (it takes a second).

    Keeps to `concurrency` calls at once, leaves a fifth of the provider's limits unused where its answers
    tell them, and tries again what may pass by itself. Raises ModelError, with nothing of what was sent or
    answered in it; nothing of that is logged either.
    """

    def __init__(
        self,
        base_url: str | None,
        api_key: str | None,
        model: str,
        way: Way = "tools",
        concurrency: int = 8,
        patience: Patience = Patience(),
    ) -> None:
        self._base_url = base_url or BASE_URL
        self._api_key = api_key or "none"  # local servers want no key, the client wants some
        self._patience = patience
        self._pace = Pace(concurrency)
        self._client: Any = None
        self._opening = asyncio.Lock()
        self.host = urlsplit(self._base_url).netloc.rpartition("@")[2]
        self.name = model
        self.way: Way = way

    async def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpecification],
        *,
        schema: dict[str, Any] | None,
        on_text: Callable[[str], None],
    ) -> Reply:
        """One streamed call (see `core.talk.chat.Model`). Cancelling it closes the connection."""
        request = _to_request(self.name, messages, tools, schema)
        try:
            async for attempt in attempts(self._patience.retry):
                with attempt:
                    async with self._pace.slot():
                        answer = await self._stream(request, on_text)
        except Exception as error:
            raise to_model_error(error) from None
        asked = sum(message_tokens(message) for message in messages)
        return answer.to_reply((asked, estimate_tokens(answer.written)))

    async def probe(self) -> Way:
        """The best way that this model and server can: native calls, else a schema, else a fenced block.

        Three small calls at most. Raises ModelError `unusable` when it can none, else as `chat` does.
        """
        from adapters.model.probing import find_way  # doctor alone needs it

        return await find_way(self)

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.close()

    async def _stream(self, request: dict[str, Any], on_text: Callable[[str], None]) -> Answer:
        client = await self._connect()
        answer = Answer(on_text)
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._patience.first) as limit:
                async with _closing(await client.chat.completions.create(**request)) as stream:
                    self._pace.hold(wait_for_reset(stream.response.headers))
                    async for chunk in stream:
                        answer.take(chunk)
                        if answer.has_begun:
                            limit.reschedule(loop.time() + self._patience.idle)
        except json.JSONDecodeError:
            raise UnreadableError from None
        except Exception as error:
            self._pace.hold(_wait_after(error))
            raise
        return answer

    async def _connect(self) -> Any:  # noqa: ANN401  # the client's class is not imported yet
        async with self._opening:
            if self._client is None:
                openai = await asyncio.to_thread(importlib.import_module, "openai")
                for name in _LOGGERS:
                    # At DEBUG the client logs whole requests, and those hold a résumé.
                    logging.getLogger(name).setLevel(logging.WARNING)
                self._client = openai.AsyncOpenAI(
                    api_key=self._api_key,
                    base_url=self._base_url,
                    max_retries=0,
                    timeout=openai.Timeout(None, connect=self._patience.connect),
                )
        return self._client


def _wait_after(error: Exception) -> float:
    """Seconds to leave a provider alone that refused: what it asks for, else what its limits tell."""
    wait = retry_after(error)
    if wait is not None:
        return wait if wait <= MOST_RETRY_AFTER else 0.0
    response = getattr(error, "response", None)
    return 0.0 if response is None else wait_for_reset(response.headers)


@asynccontextmanager
async def _closing(stream: Any) -> AsyncIterator[Any]:  # noqa: ANN401
    try:
        yield stream
    finally:
        await stream.close()


def _to_request(
    model: str,
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolSpecification],
    schema: dict[str, Any] | None,
) -> dict[str, Any]:
    request: dict[str, Any] = {
        "model": model,
        "messages": [_to_wire(message) for message in messages],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if tools:
        request["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in tools
        ]
    if schema is not None:
        request["temperature"] = 0  # the small models that need a schema wander without it
        request["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": schema},
        }
    return request


def _to_wire(message: ChatMessage) -> dict[str, Any]:
    # A lone half of a surrogate pair, as a careless copy leaves it, is no text that can be sent.
    text = message.text.encode("utf-8", "replace").decode("utf-8")
    wire: dict[str, Any] = {"role": message.role, "content": text}
    if message.calls:
        wire["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in message.calls
        ]
    if message.role == "tool":
        wire["tool_call_id"] = message.call_id
    return wire
