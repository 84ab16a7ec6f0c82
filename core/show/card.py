"""A Proposal's card: headline, before/after word by word, notes, warnings, and the buttons of its state."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.resume.address import is_rich
from core.resume.change import Change
from core.resume.difference import word_spans
from core.resume.lines import Line
from core.resume.outline import outline
from core.resume.richtext import plain
from core.resume.showing import ShownLine
from core.resume.values import Document, Json, Missing
from core.show.entry import entry_text, plain_with_links
from core.show.view import BatchView, Button, CardState, CardView, LineView, Span
from core.show.words import Words
from core.talk.button import Decision, Token
from core.talk.proposal import Proposal


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a card is drawn from: the lines now, which of them are new to the reader, and the verdict."""

    change: Change
    lines: Sequence[ShownLine]
    new: frozenset[str]
    tag: str
    reasons: tuple[str, ...]
    is_out_of_date: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """Who decided, and when, in words; empty while nothing is decided."""

    who: str = ""
    when: str = ""


def render_card(
    proposal: Proposal,
    drawn: Drawn,
    told: Told,
    current: Document,
    say: Words,
    *,
    face: str = "",
    has_model: bool = False,
    is_opened: bool = False,
) -> CardView:
    """The card in its present state; `face` `confirm` is Approve's second face for who pressed it.

    `is_opened` says that the reader opened the whole of this revision.
    """
    state: CardState = (
        "out_of_date" if proposal.state == "pending" and drawn.is_out_of_date else proposal.state
    )
    lines = tuple(render_line(number, line, current, say, drawn.new) for number, line in _numbered(drawn))
    return CardView(
        headline=proposal.title,
        state=state,
        status=_status(proposal, state, drawn, told, say, face),
        summary=proposal.summary,
        lines=lines,
        more="",
        notes=drawn.notes,
        warnings=_warnings(proposal, state, drawn, say),
        buttons=_buttons(proposal, state, drawn.tag, say, face, has_model, lines),
        review=_review(proposal, say) if state == "pending" else None,
        is_opened=is_opened,
    )


def _review(proposal: Proposal, say: Words) -> Button:
    """What stands in the place of Approve where a card had to be cut."""
    token = str(Token("proposal", proposal.id, proposal.revision, "review"))
    return Button(say.say("button-review"), token, "primary")


def _numbered(drawn: Drawn) -> list[tuple[int, ShownLine]]:
    """Drawn lines with their place in the change, which an edit names."""
    places = {line.address: number for number, line in enumerate(drawn.change.lines)}
    return [(places.get(shown.line.address, -1), shown) for shown in drawn.lines]


def render_line(
    number: int, shown: ShownLine, current: Document, say: Words, new: frozenset[str] = frozenset()
) -> LineView:
    """One line of a change: where, what goes and what comes, and what a reader should know of it."""
    line = shown.line
    before, after = line_text(line.address, line.before, say), line_text(line.address, line.after, say)
    spans = word_spans(before, after)
    if before == after:
        spans = (Span(after, "same"),)
    return LineView(
        number=number,
        where=outline(line.address, current, say, added=line.after),
        kind=line.kind,
        spans=spans,
        note=_note(shown, before == after, current, say),
        is_new=line.address in new,
        edit=edit_text(line) if number >= 0 else None,
    )


def _note(shown: ShownLine, is_same: bool, current: Document, say: Words) -> str:
    """What a reader should know of a line besides its words."""
    if shown.whole:
        return say.say("line-whole" if shown.line.after else "line-nothing-left")
    if shown.twins:
        return say.say("line-twins", names=say.say("and-join").join(shown.twins))
    if shown.line.kind == "reordered":
        return say.say("line-reordered")
    if is_same:
        return say.say("line-only-formatting")
    if shown.spot is not None and shown.spot.kind != "after":
        return say.say(f"line-{shown.spot.kind}")
    return ""


def edit_text(line: Line) -> str | None:
    """What an editor starts from; None for what isn't one text (entries, bullets with bullets beneath)."""
    if line.kind not in ("set", "added", "word_in") or not isinstance(line.after, str):
        return None
    if not is_rich(line.address):
        return line.after
    if line.after.count("<li>") > 1 or line.after.startswith(("<ul>", "<ol>")):
        return None
    return plain(line.after).removeprefix("• ")


def line_text(address: str, value: Json | Missing, say: Words) -> str:
    """A value of a line as a person reads it: plain text, an entry's words, yes or no."""
    if isinstance(value, Missing) or value is None:
        return ""
    if isinstance(value, bool):
        return say.say("value-yes" if value else "value-no")
    if isinstance(value, str):
        return plain_with_links(value) if is_rich(address) else value
    if isinstance(value, dict):
        return entry_text(value, say)
    if isinstance(value, list):
        return "\n".join(line_text(address, one, say) for one in value)
    return str(value)


def _status(proposal: Proposal, state: CardState, drawn: Drawn, told: Told, say: Words, face: str) -> str:
    if state == "pending":
        return say.say("status-confirm") if face == "confirm" else ""
    if state == "out_of_date":
        return say.say("status-out-of-date")
    if not told.who:
        return say.say(f"status-{state}")
    key = f"status-{state}-by"
    if state == "approved" and proposal.version is None:
        key = "status-already-so-by"
    return say.say(key, who=told.who, when=told.when, version=proposal.version or 0)


def _warnings(proposal: Proposal, state: CardState, drawn: Drawn, say: Words) -> tuple[str, ...]:
    if state == "out_of_date":
        return drawn.reasons
    if state != "pending":
        return ()
    found = []
    if drawn.new:
        found.append(say.say("warning-shown-again"))
    if proposal.marks:
        listed = say.say("and-join").join(proposal.marks[:8])
        found.append(say.say("warning-not-in-material", marks=listed))
    if proposal.destructive:
        found.append(say.say("warning-destructive"))
    return tuple(found)


def _buttons(
    proposal: Proposal,
    state: CardState,
    tag: str,
    say: Words,
    face: str,
    has_model: bool,
    lines: tuple[LineView, ...],
) -> tuple[Button, ...]:
    def token(decision: Decision, showing: str = "") -> str:
        return str(Token("proposal", proposal.id, proposal.revision, decision, showing))

    approve = Button(say.say("button-approve"), token("approve", tag), "primary")
    reject = Button(say.say("button-reject"), token("reject"))
    redraft = Button(say.say("button-redraft"), token("redraft"), input="reason")
    if state == "pending" and face == "confirm":
        anyway = Button(say.say("button-approve-anyway"), token("approve_anyway", tag), "danger")
        return (anyway, Button(say.say("button-back"), token("back")))
    if state == "pending":
        can_edit = proposal.proposed_by in ("model", "quick") and any(line.edit is not None for line in lines)
        edit = (Button(say.say("button-edit"), token("edit"), input="lines"),) if can_edit else ()
        return (approve, reject, *edit)
    again = (redraft,) if has_model else ()
    if state == "out_of_date":
        return (*again, Button(say.say("button-dismiss"), token("reject")))
    if state in ("rejected", "superseded"):
        return (
            Button(say.say("button-bring-back"), token("bring_back")),
            *(again if state == "rejected" else ()),
        )
    if state == "approved" and proposal.version is not None:
        pdf = Button(say.say("button-get-pdf"), token("get_pdf"))
        return (Button(say.say("button-undo"), token("undo")), pdf)
    return ()


def render_batch(batch: Sequence[Proposal], say: Words) -> BatchView:
    """The header of cards that came together, with one press for the plain ones."""
    pending = [proposal for proposal in batch if proposal.state == "pending"]
    decided = len(batch) - len(pending)
    plain_ones = [proposal for proposal in pending if not proposal.asks_twice]
    token = str(Token("batch", batch[0].batch, 1, "approve_all"))
    button = Button(say.say("button-approve-all", number=len(plain_ones)), token, "primary")
    return BatchView(
        headline=say.say("batch-headline", number=len(batch)),
        titles=tuple(proposal.title for proposal in batch),
        status=say.say("batch-status", decided=decided, number=len(batch)) if decided else "",
        buttons=(button,) if len(plain_ones) > 1 else (),
    )
