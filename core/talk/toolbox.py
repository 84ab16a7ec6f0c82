"""The toolbox of one turn: takes each call of the model, checks it, does it, and says what came of it."""

from collections.abc import Mapping

from core.access import Right
from core.errors import ModelError, PatchError
from core.resume.address import to_pointer, value_at
from core.resume.names import Found, find
from core.resume.outline import outline
from core.resume.values import Json, equal
from core.show.words import words
from core.talk import tools
from core.talk.arguments import read_arguments
from core.talk.chat import ToolCall
from core.talk.direct import (
    PAGE_ADDRESS,
    can_be_hidden,
    find_hideable,
    names_language,
    names_paper,
    names_place,
    newest_words,
)
from core.talk.drafting import Drafting
from core.talk.pointers import Pointers
from core.talk.quick_edit import LANGUAGE_ADDRESS
from core.talk.results import Result, explain, failed
from core.talk.turn_types import Asked, DirectSetting, TurnInput


class Toolbox:
    """What the calls of one turn have come to: proposals, a question, settings.

    `right` is the highest right of the person on whose behalf the model acts; a tool that needs more is
    as unknown to it as one that doesn't exist.
    """

    def __init__(self, turn: TurnInput, drafting: Drafting, pointers: Pointers, right: Right) -> None:
        self._turn = turn
        self._drafting = drafting
        self._pointers = pointers
        self._right = right
        self._say = words(turn.language).say
        self._own = newest_words(turn)
        self._question: Asked | None = None
        self._settings: dict[str, Json] = {}
        self.tools: Mapping[str, tools.Tool] = {tool.name: tool for tool in tools.tools_for(right)}

    @property
    def question(self) -> Asked | None:
        """What the gate needs to know goes before what the model asks."""
        return self._drafting.question or self._question

    @property
    def settings(self) -> tuple[DirectSetting, ...]:
        """The settings that the person's own message named, the last value of each."""
        return tuple(DirectSetting(address=address, value=value) for address, value in self._settings.items())

    @property
    def has_result(self) -> bool:
        """Whether anything came of the calls so far that the person will see."""
        return bool(self._drafting.drafted or self.question or self._settings)

    def run(self, call: ToolCall, *, is_last: bool) -> Result:
        """Do one call. Never raises for what a model may send: a fault is a result that says so."""
        tool = self.tools.get(call.name)
        if tool is None:
            names = ", ".join(self.tools)
            return failed("unknown_tool", f"There is no such tool. The tools are: {names}.")
        try:
            given = read_arguments(call.arguments, tool.input)
        except (PatchError, ModelError) as error:
            return explain(error, self._pointers)
        match given:
            case tools.ProposeResumePatches():
                results = self._drafting.propose(given.proposals, is_last=is_last)
                return {"results": results}
            case tools.FindResumeItems():
                return self._find(given.query)
            case tools.AskQuestion():
                return self._ask(given)
            case tools.SetVisibility():
                return self._set_visibility(given, is_last=is_last)
            case tools.SetPageFormat():
                return self._set_page(given.format, is_last=is_last)
            case tools.SetLanguage():
                return self._set_language(given.language)
            case _:
                raise AssertionError(f"no hand for {tool.name}")

    def _find(self, query: str) -> Result:
        found = find(query, self._turn.document, language=self._turn.language)
        return self._told(found) or {
            "status": "found",
            "path": to_pointer(found.address or "", self._turn.document),
            "name": outline(found.address or "", self._turn.document, words(self._turn.language)),
        }

    def _told(self, found: Found) -> Result | None:
        """What to say where a name leads to no single place; None where it does."""
        if found.address is not None:
            return None
        document = self._turn.document
        if found.candidates:
            rows = [
                {"path": to_pointer(one.address, document), "name": one.label} for one in found.candidates
            ]
            return {
                "status": "candidates",
                "candidates": rows,
                "message": "Ask the person which one they mean.",
            }
        near = [candidate.label for candidate in found.near]
        return {"status": "not_found", "near": near, "message": "Nothing here is called so."}

    def _ask(self, given: tools.AskQuestion) -> Result:
        if self.question is None:
            self._question = Asked(
                field=given.field,
                prompt=given.question,
                reason=given.reason or "",
                severity=given.severity,
                choices=tuple(dict.fromkeys(given.choices or ())),
            )
            return {"status": "asked"}
        return {"status": "asked", "message": "One question at a time; another one is asked already."}

    def _set_visibility(self, given: tools.SetVisibility, *, is_last: bool) -> Result:
        document = self._turn.document
        found = find_hideable(given.name, document)
        if told := self._told(found):
            return told
        address = found.address or ""
        if not can_be_hidden(address, document):
            return failed("not_allowed", "This part is always shown.")
        name = outline(address, document, words(self._turn.language), short=True)
        key = "model-title-show" if given.visible else "model-title-hide"
        named = names_place(self._own, address, document)
        title = self._say(key, name=name)
        return self._set(f"{address}/hidden", not given.visible, title, directly=named, is_last=is_last)

    def _set_page(self, paper: str, *, is_last: bool) -> Result:
        title = self._say("model-title-page", paper=self._say(f"model-paper-{paper}"))
        named = names_paper(self._own, paper)
        return self._set(PAGE_ADDRESS, paper, title, directly=named, is_last=is_last)

    def _set(self, address: str, value: Json, title: str, *, directly: bool, is_last: bool) -> Result:
        """Apply at once what the person's own message names; else the same change becomes a card."""
        document = self._turn.document
        if equal(self._settings.get(address, value_at(address, document)), value):
            return {"status": "unchanged"}
        if directly and self._right == "decide":
            self._settings[address] = value
            return {"status": "applied"}
        operation = {"op": "replace", "path": to_pointer(address, document), "value": value}
        proposal = tools.ProposalInput(title=title[:200], operations=[operation])
        return {"results": self._drafting.propose([proposal], is_last=is_last)}

    def _set_language(self, language: str) -> Result:
        if language == self._turn.language:
            return {"status": "unchanged"}
        if not names_language(self._own, language):
            return {"status": "refused", "message": self._say("model-language-not-asked")}
        self._settings[LANGUAGE_ADDRESS] = language
        return {"status": "applied"}
