"""What passes between us and a language model: messages, tools, one reply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

Way: TypeAlias = Literal["tools", "schema", "fenced"]
"""How proposals come: native tool calls, JSON-schema output, or JSON in a fenced block."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call as the model wrote it; `arguments` is the raw text the provider returned."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a chat: `tool` answers the call `call_id`, `assistant` may carry calls."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


@dataclass(frozen=True, slots=True)
class ToolSpecification:
    """A tool as the model sees it: its name, description (with its rules) and a JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """One whole reply. `end` tells how it ended: by itself, cut at the output limit, or refused."""

    text: str
    calls: tuple[ToolCall, ...]
    end: Literal["done", "cut", "refused"]
    tokens_in: int = 0
    tokens_out: int = 0


class Model(Protocol):
    """A language model behind one port. `host` is where the text goes, told to the person."""

    host: str
    name: str
    way: Way

    async def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpecification],
        *,
        schema: dict[str, Any] | None,
        on_text: Callable[[str], None],
    ) -> Reply:
        """One streamed call. `on_text` hears the whole answer so far, as it grows.

        `schema` is the JSON Schema of the reply in the `schema` way, else None. Raises ModelError.
        Cancelling the task closes the connection.
        """
        ...
