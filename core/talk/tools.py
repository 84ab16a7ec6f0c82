"""The tools that a model may call: what each does, when to call it, its arguments, and the right it needs.

No tool has an argument that says who acts or on whose résumé: both come from the conversation.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, WithJsonSchema

from core.access import Right
from core.resume.model import MAX_OPERATIONS
from core.resume.operations import Operation
from core.resume.values import Json
from core.talk.chat import ToolSpecification

MOST_PROPOSALS: Final = 20

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]


class _Input(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


def _to_schema(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON Schema of a model with nothing to look up elsewhere, which not every server can."""
    schema = _plain(model.model_json_schema(by_alias=True), {})
    assert isinstance(schema, dict)
    return schema


def _plain(value: Json, definitions: dict[str, Json]) -> Json:
    if isinstance(value, list):
        return [_plain(member, definitions) for member in value]
    if not isinstance(value, dict):
        return value
    definitions = definitions | value.get("$defs", {})
    if "$ref" in value:
        return _plain(definitions[value["$ref"].rpartition("/")[2]], definitions)
    noise = {name for name in ("title", "default", "discriminator", "$defs") if not _is_property(name, value)}
    return {
        {"oneOf": "anyOf"}.get(name, name): _plain(member, definitions)
        for name, member in value.items()
        if name not in noise
    }


def _is_property(name: str, value: dict[str, Any]) -> bool:
    """Whether a member of this name is a property of the tool's, and no word of JSON Schema."""
    return isinstance(value.get(name), dict) and name == "title"


def _operations_schema() -> dict[str, Any]:
    schema = TypeAdapter[Any](Operation).json_schema(by_alias=True)
    return {"type": "array", "items": _plain(schema, {}), "minItems": 1, "maxItems": MAX_OPERATIONS}


class ProposalInput(_Input):  # noqa: D101  # a docstring would be sent to the model
    title: Title = Field(description="What it does, in a few words")
    summary: Annotated[str, StringConstraints(max_length=1_000)] | None = Field(
        default=None, description="One sentence more"
    )
    id: Annotated[str, StringConstraints(max_length=64)] | None = Field(
        default=None, description="Your own name for it, if you need one"
    )
    operations: Annotated[list[dict[str, Any]], WithJsonSchema(_operations_schema())]


class ProposeResumePatches(_Input):  # noqa: D101
    proposals: Annotated[list[ProposalInput], Field(min_length=1, max_length=MOST_PROPOSALS)]


class FindResumeItems(_Input):  # noqa: D101
    query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)] = Field(
        description="The person's own words for it: my Acme job, the second degree, 技能"
    )


class AskQuestion(_Input):  # noqa: D101
    field: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)] = Field(
        description="The JSON Pointer of the field, or a name for what is needed, such as experience.period"
    )
    question: Words = Field(description="The question, in the person's language")
    reason: Annotated[str, StringConstraints(max_length=2_000)] | None = Field(
        default=None, description="Why it matters, in a few words"
    )
    severity: Literal["blocking", "important", "optional"] = "important"
    choices: Annotated[list[Words], Field(max_length=5)] | None = Field(
        default=None, description="Two to five answers to choose from, where the material supports them"
    )


class SetVisibility(_Input):  # noqa: D101
    name: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)] = Field(
        description="The section or entry, in the person's words or as a JSON Pointer"
    )
    visible: bool


class SetPageFormat(_Input):  # noqa: D101
    format: Literal["a4", "letter", "free-form"]


class SetLanguage(_Input):  # noqa: D101
    language: Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: `description` says what it does to whom, `rules` when to call it and what to say after.

    `right` is what a person must have on the résumé for the model to see it on their behalf.
    """

    name: str
    description: str
    rules: str
    input: type[BaseModel]
    right: Right

    def specification(self) -> ToolSpecification:
        """The tool as the model sees it."""
        return ToolSpecification(self.name, f"{self.description}\n\n{self.rules}", _to_schema(self.input))


TOOLS: Final[tuple[Tool, ...]] = (
    Tool(
        "propose_resume_patches",
        "Shows the person one card for each proposal. Nothing is applied until they approve it.",
        "Call it for every wanted change of the résumé's data, with all proposals of an answer in one call; "
        "not for advice, and not for a fact that nobody gave. Two proposals never write the same place. "
        "After it, write nothing. An error says which operation failed and why: send that proposal again, "
        "mended, and not those that were fine. `unchanged` means that it is so already: say so.",
        ProposeResumePatches,
        "suggest",
    ),
    Tool(
        "find_resume_items",
        "Finds the section, entry or field that the person's words mean, and gives its path.",
        "Call it when you aren't sure which place is meant. It never guesses: with `candidates`, ask the "
        "person which one they mean; with `not_found`, say that it isn't there.",
        FindResumeItems,
        "view",
    ),
    Tool(
        "ask_question",
        "Asks the person one question, with buttons for the choices, and waits for the answer.",
        "Call it when a fact is missing or ambiguous, one question at a time, instead of guessing; not for "
        "what the conversation or the résumé already says. After it, write nothing.",
        AskQuestion,
        "view",
    ),
    Tool(
        "set_visibility",
        "Shows or hides a section or an entry of the résumé.",
        "Call it only when the person asks in their own message to show or hide something they name there. "
        "Where they didn't, it becomes a card. Never to remove anything. After it, write nothing.",
        SetVisibility,
        "suggest",
    ),
    Tool(
        "set_page_format",
        "Sets the paper that the résumé is made for: A4, US Letter, or a page as long as its content.",
        "Call it only when the person asks for that paper in their own message. Where they didn't, it "
        "becomes a card. After it, write nothing.",
        SetPageFormat,
        "suggest",
    ),
    Tool(
        "set_language",
        "Sets the language in which this person is spoken to, English or Chinese; not the résumé's language.",
        "Call it only when the person asks in their own message to be spoken to in that language. When it is "
        "refused, tell them so. After it, write nothing.",
        SetLanguage,
        "view",
    ),
)

_ENOUGH: Final[dict[Right, tuple[Right, ...]]] = {
    "view": ("view",),
    "suggest": ("view", "suggest"),
    "decide": ("view", "suggest", "decide"),
}


def tools_for(right: Right) -> tuple[Tool, ...]:
    """The tools that the model sees for a person whose highest right on the résumé is this one."""
    return tuple(_allowed(right))


def _allowed(right: Right) -> Iterator[Tool]:
    for tool in TOOLS:
        if tool.right in _ENOUGH[right]:
            yield tool
