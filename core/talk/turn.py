"""One turn of the model: at most three steps, in which proposals are tried and what failed goes back."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rapidfuzz import fuzz

from core.errors import ModelError
from core.show.words import words
from core.talk.chat import ChatMessage, Model, ToolCall
from core.talk.drafting import Drafting
from core.talk.ground import ground_of
from core.talk.pointers import pointers_of
from core.talk.prompt import build_prompt, join_same
from core.talk.replies import Taken, take_apart
from core.talk.reply_schema import reply_schema
from core.talk.results import Result, outcome_of, to_json
from core.talk.toolbox import Toolbox
from core.talk.turn_types import CallLog, TurnInput, TurnOutcome
from core.talk.written import visible

STEPS: Final = 3

_CUT: Final = (
    "Your last answer was cut off at the output limit, and nothing of it was used. "
    "Send it again, whole and shorter: fewer proposals, fewer words."
)
_EMPTY: Final = "Your last answer was empty. Answer the person's last message."
_RESULTS: Final = "What came of your calls, as JSON:"
_BROKEN: Final = "A call of yours could not be read, and nothing of it was used:"
_DONE: Final = frozenset(("ok", "applied", "asked", "unchanged", "already_proposed", "refused"))
"""Results that the model need not read: the person sees what came of them."""


async def run(
    turn: TurnInput,
    model: Model,
    mint: Callable[[], str],
    on_text: Callable[[str], None],
    *,
    clock_ms: Callable[[], int],
) -> TurnOutcome:
    """Answer the request of `turn`: text, proposals that were tried, a question, settings.

    `mint` gives fresh ids, `on_text` hears the answer as it grows (never a call or a patch). Raises nothing
    for what a model does: where it gave nothing usable, `code` says why. Cancelling it closes the connection
    to the model.
    """
    return await _Turn(turn, model, mint, on_text, clock_ms).run()


@dataclass(slots=True)
class _Tally:
    """What the turn's calls cost, and what they were."""

    model_calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    calls: list[CallLog] = field(default_factory=list)


class _Turn:
    def __init__(
        self,
        turn: TurnInput,
        model: Model,
        mint: Callable[[], str],
        on_text: Callable[[str], None],
        clock_ms: Callable[[], int],
    ) -> None:
        pointers = pointers_of(turn.document)
        self._model = model
        self._on_text = on_text
        self._clock_ms = clock_ms
        self._say = words(turn.language).say
        self._drafting = Drafting(turn.document, ground_of(turn), pointers, turn.language, mint)
        self._toolbox = Toolbox(turn, self._drafting, pointers, turn.right)
        tools = tuple(self._toolbox.tools.values())
        self._messages = build_prompt(turn, model.way, tools, pointers)
        self._specifications = [tool.specification() for tool in tools] if model.way == "tools" else []
        self._schema = reply_schema(pointers) if model.way == "schema" else None
        self._tally = _Tally()
        self._text = ""
        self._code = ""
        self._failed = self._unchanged = self._refused = False

    async def run(self) -> TurnOutcome:
        for step in range(1, STEPS + 1):
            if not await self._step(step):
                break
        return self._outcome()

    async def _step(self, step: int) -> bool:
        """One call of the model and what came of it; True when it has to be called again."""
        try:
            taken = await self._call()
        except ModelError as error:
            self._code = error.code
            return False
        self._text = ""
        if taken.end == "refused":
            self._code = "refused"
            return False
        if taken.end == "cut":
            return self._ask_again("truncated", _CUT, step)
        if not taken.calls and not taken.text:
            return self._ask_again("empty", _EMPTY, step)
        if not taken.calls:
            self._text, self._code, self._failed = taken.text, "", False
            return False
        return self._use(taken, step)

    async def _call(self) -> Taken:
        self._tally.model_calls += 1
        reply = await self._model.chat(
            join_same(self._messages), self._specifications, schema=self._schema, on_text=self._hear
        )
        self._tally.tokens_in += reply.tokens_in
        self._tally.tokens_out += reply.tokens_out
        return take_apart(reply, self._model.way, self._toolbox.tools)

    def _hear(self, text: str) -> None:
        if self._model.way != "schema" and (shown := visible(text)):
            self._on_text(shown)

    def _ask_again(self, code: str, note: str, step: int) -> bool:
        self._code = code
        self._failed = True
        self._log(step, "reply", code, self._clock_ms())
        self._messages.append(ChatMessage("user", note))
        return True

    def _use(self, taken: Taken, step: int) -> bool:
        """Do the calls of a reply, and tell the model what it must know; True when there is anything."""
        results = [self._do(call, step) for call in taken.calls]
        single = [one for result in results for one in result.get("results", [result])]
        statuses = [str(one.get("status")) for one in single]
        self._failed = "error" in statuses
        self._unchanged = self._unchanged or "unchanged" in statuses
        self._refused = self._refused or "refused" in statuses
        self._code = _code_of(single) if self._failed else ""
        if self._may_stand(taken, statuses):
            self._text = taken.text
        if all(status in _DONE for status in statuses):
            return False
        self._messages += _replayed(taken, results)
        return True

    def _do(self, call: ToolCall, step: int) -> Result:
        started = self._clock_ms()
        result = self._toolbox.run(call, is_last=step == STEPS)
        name = call.name if call.name in self._toolbox.tools else "unknown"
        self._log(step, name, outcome_of(result), started)
        return result

    def _log(self, step: int, tool: str, outcome: str, started: int) -> None:
        took = max(0, self._clock_ms() - started)
        self._tally.calls.append(CallLog(step=step, tool=tool, outcome=outcome, milliseconds=took))

    def _may_stand(self, taken: Taken, statuses: Sequence[str]) -> bool:
        """Whether the text beside calls may be shown: what it speaks of came about, and isn't said twice."""
        if any(status in ("ok", "applied", "found", "candidates", "not_found") for status in statuses):
            return True
        question = self._toolbox.question
        if question is None or self._drafting.question is not None or "asked" not in statuses:
            return False
        return bool(fuzz.partial_ratio(question.prompt, taken.text) <= 85)

    def _outcome(self) -> TurnOutcome:
        text = self._text
        has_result = self._toolbox.has_result
        if self._failed and has_result:
            text = self._say("model-part-failed")
        elif not text and not has_result and self._refused:
            text = self._say("model-language-not-asked")
        elif not text and not has_result and self._unchanged:
            text = self._say("model-unchanged")
        usable = bool(text) or has_result
        return TurnOutcome(
            text=text,
            proposals=self._drafting.drafted,
            question=self._toolbox.question,
            settings=self._toolbox.settings,
            code="" if usable else self._code or "unusable",
            calls=tuple(self._tally.calls),
            tokens_in=self._tally.tokens_in,
            tokens_out=self._tally.tokens_out,
            model_calls=self._tally.model_calls,
        )


def _code_of(results: Sequence[Result]) -> str:
    """Why nothing came of a step: it was cut off, or it couldn't be used."""
    codes = {result.get("code") for result in results if result.get("status") == "error"}
    return "truncated" if codes == {"truncated"} else "unusable"


def _replayed(taken: Taken, results: Sequence[Result]) -> list[ChatMessage]:
    """A reply and its results as the model reads them; calls that weren't a JSON object aren't replayed."""
    if taken.written:
        return [
            ChatMessage("assistant", taken.raw),
            ChatMessage("user", f"{_RESULTS}\n{to_json(list(results))}"),
        ]
    whole = [(call, result) for call, result in zip(taken.calls, results, strict=True) if _is_whole(call)]
    broken = [result for call, result in zip(taken.calls, results, strict=True) if not _is_whole(call)]
    messages: list[ChatMessage] = []
    if whole or taken.text:
        messages.append(ChatMessage("assistant", taken.text, tuple(call for call, _ in whole)))
    messages += [ChatMessage("tool", to_json(result), call_id=call.id) for call, result in whole]
    if broken:
        messages.append(ChatMessage("user", f"{_BROKEN}\n{to_json(broken)}"))
    return messages


def _is_whole(call: ToolCall) -> bool:
    """Whether a call can be sent back to a provider: a proper name, and one JSON object as arguments."""
    try:
        return isinstance(json.loads(call.arguments), dict) and bool(re.fullmatch(r"[\w-]{1,64}", call.name))
    except ValueError:
        return False
