"""Drafting: each proposal of a call is tried on a copy of one base, and stands, fails or is asked about."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from core.errors import PatchError
from core.resume.change import Change, conditions, destructive, difference, to_json
from core.resume.merge import apply
from core.resume.patch import Trial, try_patch
from core.resume.values import Document, Json, canonical
from core.talk import gate
from core.talk.completeness import Lack
from core.talk.ground import Ground
from core.talk.pointers import Pointers
from core.talk.results import Result, explain, failed
from core.talk.tools import ProposalInput
from core.talk.turn_types import Asked, Drafted


@dataclass(frozen=True, slots=True)
class _Draft:
    """A proposal that works on the base: what it writes, and what comes of it."""

    name: str
    title: str
    sent: bytes
    change: Change
    target: Document
    drafted: Drafted


@dataclass(slots=True)
class Drafting:
    """The proposals of one turn, all against the same base; `question` is the one that the gate asks."""

    document: Document
    ground: Ground
    pointers: Pointers
    language: Literal["en", "zh"]
    mint: Callable[[], str]
    question: Asked | None = None
    _drafts: list[_Draft] = field(default_factory=list)
    _names: list[str] = field(default_factory=list)

    @property
    def drafted(self) -> tuple[Drafted, ...]:
        """The proposals that stand, in the order in which they came."""
        return tuple(draft.drafted for draft in self._drafts)

    def propose(self, proposals: Sequence[ProposalInput], *, is_last: bool) -> list[Result]:
        """Try the proposals of one call; one result each, but one for all that get in each other's way.

        `is_last`: the model won't be asked again, so what it forgot is asked of the person.
        """
        tried = [self._try(proposal, is_last=is_last) for proposal in proposals]
        new = [draft for draft in tried if isinstance(draft, _Draft)]
        clashing = _clashing([*self._drafts, *new])
        results: list[Result] = []
        for draft in tried:
            if not isinstance(draft, _Draft):
                results.append(draft)
            elif draft.name not in clashing:
                self._drafts.append(draft)
                results.append({"proposal": draft.name, "title": draft.title, "status": "ok"})
        return results + list(_overlaps(clashing, [*self._drafts, *new]))

    def _try(self, proposal: ProposalInput, *, is_last: bool) -> _Draft | Result:
        name = self._name(proposal)
        told = {"proposal": name, "title": proposal.title}
        sent = _to_bytes(proposal.operations)
        if any(draft.sent == sent for draft in self._drafts):
            return told | {"status": "already_proposed"}
        try:
            rows = [operation for operation in proposal.operations if isinstance(operation, dict)]
            if lack := gate.lack_in_operations(rows, self.ground):
                return told | self._lacking(lack, is_last=is_last)
            trial = try_patch(proposal.operations, self.document, self.mint)
            return self._judge(proposal, name, sent, trial, is_last=is_last)
        except PatchError as error:
            return told | explain(error, self.pointers)

    def _judge(
        self, proposal: ProposalInput, name: str, sent: bytes, trial: Trial, *, is_last: bool
    ) -> _Draft | Result:
        told = {"proposal": name, "title": proposal.title}
        held = conditions(self.document, trial.operations)
        change = difference(self.document, trial.target, held)
        if not change.lines:
            return told | {"status": "unchanged"}
        if lack := gate.lack_in_change(change, trial.target, self.ground):
            return told | self._lacking(lack, is_last=is_last)
        if asked := gate.ask_about_removal(change, self.ground, self.language):
            return told | self._ask(asked)
        drafted = Drafted(
            title=proposal.title,
            summary=(proposal.summary or "").strip(),
            operations=trial.operations,
            change=to_json(change),
            marks=gate.find_marks(change, trial.target, self.ground),
            destructive=destructive(change),
        )
        return _Draft(name, proposal.title, sent, change, trial.target, drafted)

    def _lacking(self, lack: Lack, *, is_last: bool) -> Result:
        if lack.left_out and not lack.fields and not is_last:
            fields = ", ".join(lack.left_out)
            return failed("incomplete", f"The person's message says more: take over {fields} from it.")
        return self._ask(gate.ask_for(lack, self.language))

    def _ask(self, asked: Asked) -> Result:
        """The person is asked, one thing at a time; what else lacks comes up again after the answer."""
        if self.question is None:
            self.question = asked
        return {"status": "asked", "message": "The person is asked first; the proposal waits for the answer."}

    def _name(self, proposal: ProposalInput) -> str:
        own = (proposal.id or "").strip()
        name = own if own and own not in self._names else f"proposal-{len(self._names) + 1}"
        self._names.append(name)
        return name


def _clashing(drafts: Sequence[_Draft]) -> dict[str, set[str]]:
    """By name, the others whose change conflicts with a draft's when one is applied after the other."""
    clashing: dict[str, set[str]] = {}
    for left, right in combinations(drafts, 2):
        if apply(right.change, left.target).conflicts or apply(left.change, right.target).conflicts:
            clashing.setdefault(left.name, set()).add(right.name)
            clashing.setdefault(right.name, set()).add(left.name)
    return clashing


def _overlaps(clashing: dict[str, set[str]], drafts: Sequence[_Draft]) -> Iterator[Result]:
    titles = {draft.name: draft.title for draft in drafts}
    for left, others in clashing.items():
        for right in sorted(others):
            if list(titles).index(left) < list(titles).index(right):
                yield failed(
                    "overlap",
                    "These proposals write the same place. Make one of them, or let each write its own.",
                    proposals=[left, right],
                    titles=[titles[left], titles[right]],
                )


def _to_bytes(operations: Json) -> bytes:
    try:
        return canonical(operations)
    except (ValueError, TypeError, RecursionError):
        return b""  # what can't be written as JSON is refused when it is tried
