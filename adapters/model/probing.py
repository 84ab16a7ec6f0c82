"""Finding out which way a model and its server can answer: asked by `doctor`, never while people wait."""

import json
from typing import Any, Final

from core.errors import ModelError
from core.talk.chat import ChatMessage, Model, Reply, ToolSpecification, Way

_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"ready": {"type": "boolean"}},
    "required": ["ready"],
}
_TOOL: Final = ToolSpecification("report", "Reports that you are ready.", _SCHEMA)
_ASK_TOOL: Final = "Call the tool `report` with ready true. Write nothing."
_ASK_SCHEMA: Final = "Answer with one JSON object whose member ready is true."
_ASK_FENCED: Final = 'Write exactly this and nothing else:\n```json\n{"ready": true}\n```'


async def find_way(model: Model) -> Way:
    """The first of `tools`, `schema`, `fenced` that works. Raises ModelError, `unusable` if none does."""
    if (await _try(model, _ASK_TOOL, tools=(_TOOL,))).calls:
        return "tools"
    if _is_ready((await _try(model, _ASK_SCHEMA, schema=_SCHEMA)).text):
        return "schema"
    fenced = (await _try(model, _ASK_FENCED)).text
    if "```" in fenced and _is_ready(fenced.split("```")[1].removeprefix("json")):
        return "fenced"
    raise ModelError("unusable", "This model can neither call tools nor write JSON when it is asked to.")


async def _try(
    model: Model,
    text: str,
    *,
    tools: tuple[ToolSpecification, ...] = (),
    schema: dict[str, Any] | None = None,
) -> Reply:
    try:
        return await model.chat([ChatMessage("user", text)], tools, schema=schema, on_text=lambda _: None)
    except ModelError as error:
        if error.code != "unusable":
            raise
        return Reply("", (), "done")  # a server that refuses tools or schemas may still take the next way


def _is_ready(text: str) -> bool:
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, dict) and value.get("ready") is True
