"""Ask, don't guess: what a drafted change states without ground is marked, what it lacks is asked for.

The model is told the same, and small ones don't keep to it; so it is seen to here, whatever the model does.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.resume.change import Change
from core.resume.values import Document
from core.show.words import Language, words
from core.talk.claims import claims_in
from core.talk.completeness import Lack, added_by, added_in, find_lack
from core.talk.facts import unsupported
from core.talk.ground import Ground
from core.talk.removal import find_unnamed
from core.talk.turn_types import Asked

_MOST_MARKS: Final = 30


def find_marks(change: Change, target: Document, ground: Ground) -> tuple[str, ...]:
    """Words of what a change brings in that stand in none of the person's own material (DESIGN guarantee 6).

    Figures, dates, names, employers, schools, degrees, technologies, addresses; as they stand in the text.
    """
    marks = [
        mark
        for text, kind in claims_in(change.lines, target)
        for mark in unsupported(text, kind, ground.material)
    ]
    return tuple(dict.fromkeys(marks))[:_MOST_MARKS]


def lack_in_operations(operations: Sequence[Mapping[str, Any]], ground: Ground) -> Lack | None:
    """What an added job or degree lacks, read from the operations as they were sent."""
    return find_lack(added_by(operations, ground.document), ground)


def lack_in_change(change: Change, target: Document, ground: Ground) -> Lack | None:
    """The same, read from what a change adds in the end, by whatever operations."""
    return find_lack(added_in(change.lines, target), ground)


def ask_for(lack: Lack, language: Language) -> Asked:
    """The one question for what an added entry lacks."""
    say = words(language).say
    fields = lack.fields or lack.left_out
    *first, last = [say(f"gate-field-{field}") for field in fields]
    what = say("gate-and").join([*([say("gate-comma").join(first)] if first else []), last])
    key = "gate-lacks-named" if lack.name else f"gate-lacks-{lack.family}"
    return Asked(
        field=f"{lack.family}.{fields[0]}",
        prompt=say(key, what=what, name=lack.name),
        reason=say("gate-lacks-reason"),
        severity="blocking",
    )


def ask_about_removal(change: Change, ground: Ground, language: Language) -> Asked | None:
    """A question in the place of a card that removes entries or sections which no request names."""
    unnamed = find_unnamed(change.lines, ground)
    if unnamed is None:
        return None
    say = words(language).say
    names = say("gate-comma").join(unnamed.removed)
    if unnamed.candidates:
        return Asked(
            field="removal",
            prompt=say("gate-remove-which"),
            reason=say("gate-remove-reason", names=names),
            severity="blocking",
            choices=unnamed.candidates,
        )
    return Asked(
        field="removal",
        prompt=say("gate-remove-one", names=names),
        reason=say("gate-remove-reason", names=names),
        severity="blocking",
        choices=(say("gate-remove-yes", names=names), say("gate-remove-no")),
    )
