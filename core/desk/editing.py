"""Editing: the person rewrites one line of a card before approving; that makes revision n + 1."""

from core import writes
from core.access import may
from core.desk.case import Case
from core.errors import InvalidResumeError, PatchError
from core.event import Press
from core.resume import patch
from core.resume.address import ancestors, is_rich, parent, to_pointer, value_at
from core.resume.change import destructive, difference, from_json, to_json
from core.resume.conditions import conditions
from core.resume.lines import Line
from core.resume.model import parse
from core.resume.richtext import canonical, from_text, plain
from core.resume.values import Document, Json
from core.resume.version import Resume
from core.talk.proposal import Proposal

MOST = 10_000
"""Characters of one edited line (a Question's longest text)."""


async def edit(case: Case, proposal: Proposal, resume: Resume, body: Press) -> None:
    """Put the person's own words in the place of one line's; the card is drawn again."""
    lines = from_json(proposal.change).lines
    text = (body.text or "").strip()
    if body.line is None or not 0 <= body.line < len(lines) or not may(case.person.id, "suggest", resume):
        case.tell("press-unknown", warning=True)
        return
    if not text:
        case.tell("edit-empty", warning=True)
        return
    if len(text) > MOST:
        case.tell("edit-too-long", warning=True, most=MOST)
        return
    base = await case.store.content(resume.id, proposal.base)
    try:
        await _revise(case, proposal, base, lines[body.line], text)
    except (PatchError, InvalidResumeError) as problem:
        case.tell("edit-not-valid", warning=True, reason=problem.message)


async def _revise(case: Case, proposal: Proposal, base: Document, line: Line, text: str) -> None:
    before = patch.apply(proposal.operations, base)
    written = rewrite(line, text, before)
    if written is None:
        case.tell("edit-not-possible", warning=True)
        return
    operations = (*proposal.operations, written)
    target = patch.apply(operations, base)
    parse(target)
    change = difference(base, target, conditions(base, operations))
    if not change.lines:
        case.tell("edit-nothing-left", warning=True)
        return
    kept = " ".join(str(one.after) for one in change.lines)  # a mark goes only with its word
    marks = [mark for mark in proposal.marks if mark in kept]
    case.unit.extend(
        writes.revise_proposal(
            proposal, operations, to_json(change), marks, destructive(change), case.person.id, case.now
        )
    )
    case.unit.add(writes.touch_posts("proposal", proposal.id))
    case.audit("edited", "proposal", proposal.id)
    case.tell("edited")


def rewrite(line: Line, text: str, document: Document) -> dict[str, Json] | None:
    """The operation that puts `text` where `line` put its own; None where that can't be told.

    `document` is the one that the Patch gives so far.
    """
    if not isinstance(line.after, str):
        return None
    if line.kind == "word_in":
        return _word(line.after, text, parent(line.address), document)
    if is_rich(line.address) and line.address.endswith("]"):
        return _block(line.after, text, line.address, document)
    pointer = to_pointer(line.address, document)
    if pointer is None:
        return None
    value = canonical(from_text(text)) if is_rich(line.address) else text
    return {"op": "replace", "path": pointer, "value": value}


def _word(word: str, text: str, address: str, document: Document) -> dict[str, Json] | None:
    words = value_at(address, document)
    pointer = to_pointer(address, document)
    if pointer is None or not isinstance(words, list) or word not in words:
        return None
    value = [text if one == word else one for one in words]
    return {"op": "replace", "path": pointer, "value": list(dict.fromkeys(value))}


def _block(block: str, text: str, address: str, document: Document) -> dict[str, Json] | None:
    """One block of a rich text: its tag stays, its words are the person's."""
    for around in ancestors(address):
        whole = value_at(around, document)
        pointer = to_pointer(around, document)
        if isinstance(whole, str) and pointer is not None:
            if whole.count(block) != 1:
                return None
            fresh = _same_kind(block, text)
            return {"op": "replace", "path": pointer, "value": canonical(whole.replace(block, fresh))}
    return None


def _same_kind(block: str, text: str) -> str:
    text = text.removeprefix("• ").strip()  # the sign of a bullet, should it come along, is no word of it
    if plain(block).removeprefix("• ") == text:
        return block
    lines = "<br>".join(_escaped(line) for line in text.splitlines() if line.strip())
    if block.startswith("<li>"):
        return f"<li><p>{lines}</p></li>"
    tag = block[1 : block.index(">")]
    return f"<{tag}>{lines}</{tag}>" if tag != "blockquote" else f"<blockquote><p>{lines}</p></blockquote>"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
