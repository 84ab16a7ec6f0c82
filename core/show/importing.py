"""What was read of a file, as its person confirms it: what there is, what was unsure, what was left over."""

from typing import Final

from core.resume.values import Document
from core.show.view import Button, TextView
from core.show.words import Words
from core.talk.button import Decision, Token
from core.talk.job import Job

MOST_LINES: Final = 12
"""Lines that found no place, as many as are shown; all of them are kept."""


def render_import(job: Job, say: Words) -> TextView | None:
    """The card of an import; None while nothing was read."""
    if job.code in ("confirmed", "discarded"):
        return TextView(say.say(f"import-{job.code}", name=job.input["name"], title=job.input["title"]))
    found = job.input.get("import")
    if found is None:
        return None
    parts = [
        say.say("import-read", name=job.input["name"], title=found["title"]),
        _counts(found["document"], say),
        *found["notes"],
        _left(found["unplaced"], say),
        say.say("import-confirm"),
    ]

    def button(label: str, decision: Decision) -> Button:
        return Button(say.say(label), str(Token("import", job.id, 0, decision)))

    use = Button(say.say("button-import"), str(Token("import", job.id, 0, "yes")), "primary")
    buttons = (use, button("button-look", "look"), button("button-discard", "no"))
    return TextView("\n".join(part for part in parts if part), buttons=buttons)


def _counts(document: Document, say: Words) -> str:
    """How much of each section there is."""
    counted = [
        say.say("import-count", section=say.say(f"place-section-{name}"), number=len(section["items"]))
        for name, section in document["sections"].items()
        if section["items"]
    ]
    contacts = [document["basics"][name] for name in ("email", "phone", "location")]
    return "\n".join([" · ".join(one for one in contacts if one), *counted]).strip()


def _left(unplaced: list[str], say: Words) -> str:
    if not unplaced:
        return ""
    lines = [f"• {line}" for line in unplaced[:MOST_LINES]]
    if len(unplaced) > MOST_LINES:
        lines.append(say.say("import-left-more", number=len(unplaced) - MOST_LINES))
    return "\n".join([say.say("import-left"), *lines])
