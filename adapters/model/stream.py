"""A streamed answer put together: text, tool calls piece by piece, how it ended, what it cost."""

import json
from collections.abc import Callable
from typing import Any, Final, Literal

from core.talk.chat import Reply, ToolCall

_ENDS: Final[dict[str, Literal["done", "cut", "refused"]]] = {
    "length": "cut",
    "max_tokens": "cut",
    "content_filter": "refused",
}


class Answer:
    """Takes the chunks of one streamed answer, as the openai client gives them (chat completions)."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._text = ""
        self._refused = False
        self._finish: str | None = None
        self._calls: list[dict[str, str]] = []
        self._at: dict[int, int] = {}
        self._tokens = (0, 0)
        self.has_begun = False

    def take(self, chunk: Any) -> None:  # noqa: ANN401  # servers send more shapes than the client's types know
        """Add one chunk. Chunks without a choice carry only what it cost."""
        if usage := getattr(chunk, "usage", None):
            self._tokens = (usage.prompt_tokens or 0, usage.completion_tokens or 0)
        for choice in getattr(chunk, "choices", None) or ():
            self._finish = choice.finish_reason or self._finish
            if delta := getattr(choice, "delta", None):
                self._take_delta(delta)

    def to_reply(self, estimate: tuple[int, int]) -> Reply:
        """The whole reply; `estimate` is what it cost where the server didn't say.

        A stream that stops without saying how it ended was cut: nothing in it can be trusted to be whole.
        """
        end = _ENDS.get(self._finish, "done") if self._finish else "cut"
        calls = tuple(ToolCall(call["id"], call["name"], call["arguments"]) for call in self._calls)
        tokens = self._tokens if any(self._tokens) else estimate
        return Reply(self._text, calls, "refused" if self._refused else end, *tokens)

    @property
    def written(self) -> str:
        """All that the model wrote, for an estimate of its cost."""
        return self._text + "".join(call["name"] + call["arguments"] for call in self._calls)

    def _take_delta(self, delta: Any) -> None:  # noqa: ANN401
        if getattr(delta, "refusal", None):
            self._refused = self.has_begun = True
        if isinstance(content := getattr(delta, "content", None), str) and content:
            self.has_begun = True
            self._text += content
            self._on_text(self._text)
        for piece in getattr(delta, "tool_calls", None) or ():
            self.has_begun = True
            self._take_piece(piece)

    def _take_piece(self, piece: Any) -> None:  # noqa: ANN401
        index = piece.index if isinstance(piece.index, int) else len(self._calls)
        place = self._at.get(index)
        if place is None or (piece.id and self._calls[place]["id"] not in ("", piece.id)):
            # Some servers give every call the index 0: another id is another call.
            place = self._at[index] = len(self._calls)
            self._calls.append({"id": "", "name": "", "arguments": ""})
        call = self._calls[place]
        call["id"] = call["id"] or piece.id or ""
        if function := piece.function:
            call["name"] += function.name or ""
            given = function.arguments
            call["arguments"] += (
                given if isinstance(given, str) else "" if given is None else json.dumps(given)
            )
