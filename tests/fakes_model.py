"""A model that gives prepared replies and keeps what it was asked."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from core.errors import ModelError
from core.talk.chat import ChatMessage, Reply, ToolCall, ToolSpecification, Way

Script = Reply | ModelError | Callable[[Sequence[ChatMessage]], Reply]


class ScriptedModel:
    """`answers` are given in order, `asked` are the messages of each call, `schemas` and `tools` as sent."""

    def __init__(self, *answers: Script, way: Way = "tools") -> None:
        self.answers = list(answers)
        self.asked: list[list[ChatMessage]] = []
        self.tools: list[list[ToolSpecification]] = []
        self.schemas: list[dict[str, Any] | None] = []
        self.host = "model.example.com"
        self.name = "scripted"
        self.way: Way = way

    @property
    def calls(self) -> int:
        """How often it was asked."""
        return len(self.asked)

    async def chat(
        self,
        messages: Sequence[ChatMessage],
        tools: Sequence[ToolSpecification],
        *,
        schema: dict[str, Any] | None,
        on_text: Callable[[str], None],
    ) -> Reply:
        """The next answer; its text is heard in three growing pieces. Out of answers, it fails loudly."""
        self.asked.append(list(messages))
        self.tools.append(list(tools))
        self.schemas.append(schema)
        answer = self.answers.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        reply = answer if isinstance(answer, Reply) else answer(messages)
        for part in (1, 2, 3):
            if heard := reply.text[: len(reply.text) * part // 3]:
                on_text(heard)
        return reply


def says(text: str) -> Reply:
    """A reply of text alone."""
    return Reply(text, (), "done", 100, 20)


def calls(*named: tuple[str, Any], text: str = "") -> Reply:
    """A reply that calls tools: pairs of a name, and arguments as a value or as raw text."""
    made = tuple(
        ToolCall(f"call_{number}", name, given if isinstance(given, str) else json.dumps(given))
        for number, (name, given) in enumerate(named)
    )
    return Reply(text, made, "done", 100, 20)


def proposes(*operations: dict[str, Any], title: str = "A change", text: str = "") -> Reply:
    """A reply that makes one proposal."""
    return calls(
        ("propose_resume_patches", {"proposals": [{"title": title, "operations": list(operations)}]}),
        text=text,
    )
