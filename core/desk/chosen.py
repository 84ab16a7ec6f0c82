"""Chosen: what an answer does that fills no field: an option's own work, or what a button asked for."""

from typing import Any

from core import writes
from core.access import may
from core.desk import editing, turns
from core.desk.case import Case
from core.desk.posing import ask, choose, is_current
from core.desk.proposing import add_patch
from core.desk.setting import apply_setting
from core.event import Press
from core.resume.change import from_json
from core.resume.lines import Line
from core.resume.outline import outline
from core.resume.values import Document, Json
from core.resume.version import Resume
from core.show.card import edit_text
from core.talk.control import Text, Textarea
from core.talk.privacy import privacy_of
from core.talk.proposal import Proposal


async def follow(case: Case, resume: Resume, continuation: dict[str, Any], value: Json, way: str) -> None:
    """Do what the answer `value` leads to; by a `way` out nothing is done, but a reason may be left out."""
    if "options" in continuation:
        if value is not None:
            await _do(case, resume, continuation["base"], continuation["options"][int(str(value))])
    elif value is not None or (way == "skip" and continuation["form"] == "redraft"):
        await _give_text(case, resume, continuation, "" if value is None else str(value))


async def _do(case: Case, resume: Resume, base: int, option: dict[str, Any]) -> None:
    """The quick edit that an option stands for, against the version that it was read on."""
    if option["kind"] == "line":
        proposal = await case.store.proposal(option["proposal"])
        if proposal is not None and is_current(proposal, {"form": "edit", **option}):
            await ask_for_line(case, resume, proposal, option["line"])
        elif proposal is not None:
            case.unit.add(writes.touch_posts("proposal", proposal.id))
            case.tell("press-older-revision", warning=True)
        return
    if option["kind"] == "setting":
        current = await case.store.content(resume.id, resume.version)
        apply_setting(case, resume, current, option["address"], option["value"])
        return
    content = await case.store.content(resume.id, base)
    add_patch(case, resume, content, option["title"], option["operations"], base=base)


async def _give_text(case: Case, resume: Resume, continuation: dict[str, Any], text: str) -> None:
    """The text that a button asked for, given to what the button does."""
    proposal = await case.store.proposal(continuation["proposal"])
    if proposal is None or not may(case.person.id, "decide", resume):
        case.tell("press-unknown-proposal", warning=True)
    elif not is_current(proposal, continuation):
        case.unit.add(writes.touch_posts("proposal", proposal.id))
        case.tell("press-older-revision", warning=True)
    elif continuation["form"] == "redraft":
        await turns.redraft(case, proposal, text)
    else:
        press = Press(token="", line=continuation["line"], text=text)
        await editing.edit(case, proposal, resume, press)


async def ask_for_edit(case: Case, resume: Resume, proposal: Proposal) -> None:
    """Ask for a line's new text; first which line, where several can be edited."""
    lines = from_json(proposal.change).lines
    places = [number for number, line in enumerate(lines) if edit_text(line) is not None]
    if not places:
        case.tell("edit-not-possible", warning=True)
    elif len(places) == 1:
        await ask_for_line(case, resume, proposal, places[0])
    else:
        document = await case.store.content(resume.id, resume.version)
        options = [
            {
                "kind": "line",
                "label": f"{number}. {_label(case, lines[place], document)}",
                "proposal": proposal.id,
                "revision": proposal.revision,
                "line": place,
            }
            for number, place in enumerate(places[:100], 1)
        ]
        await choose(case, resume, case.words.say("edit-which", title=proposal.title), options)


def _label(case: Case, line: Line, document: Document) -> str:
    place = outline(line.address, document, case.words, added=line.after)
    return f"{place}: {edit_text(line)}"[:190]


async def ask_for_line(case: Case, resume: Resume, proposal: Proposal, number: int) -> None:
    """Ask for the new text of one line."""
    line = from_json(proposal.change).lines[number]
    document = await case.store.content(resume.id, resume.version)
    place = outline(line.address, document, case.words, added=line.after)
    await _retire_open(case)
    await ask(
        case,
        resume,
        field="",
        prompt=case.words.say("edit-prompt", place=place),
        reason=edit_text(line) or "",
        control=Textarea(min_length=1, max_length=editing.MOST),
        into="evidence",
        privacy=privacy_of(line.address),
        continuation={
            "form": "edit",
            "proposal": proposal.id,
            "revision": proposal.revision,
            "line": number,
        },
        is_first=True,
    )


async def ask_for_reason(case: Case, resume: Resume, proposal: Proposal) -> None:
    """Ask what another draft should do better; it may be left out."""
    await _retire_open(case)
    await ask(
        case,
        resume,
        field="",
        prompt=case.words.say("redraft-prompt", title=proposal.title),
        control=Text(min_length=1, max_length=300),
        into="evidence",
        continuation={"form": "redraft", "proposal": proposal.id, "revision": proposal.revision},
        is_first=True,
    )


async def _retire_open(case: Case) -> None:
    """What was open is asked again afterwards."""
    before = await case.store.open_question(case.conversation)
    if before is not None:
        case.unit.add(writes.retire_posts("question", before.id))
