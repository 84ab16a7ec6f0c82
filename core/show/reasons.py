"""Reasons: who, when, and what stands in the way of a change, in words a person knows (merge.md §2)."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from core.person import Person
from core.ports import Clock, Store
from core.resume.change import from_json
from core.resume.conflict import Conflict
from core.resume.lines import touching
from core.resume.outline import outline
from core.resume.richtext import plain
from core.resume.showing import Verdict
from core.resume.values import Document, Json, Missing
from core.resume.version import Resume, Version
from core.show.words import Words, words

MOST = 3
"""A person reads three reasons at most; the rest are counted."""


async def say_who(store: Store, person: str, reader: Person, say: Words) -> str:
    """Who did it, as `reader` is told: "you", or the name."""
    if person == reader.id:
        return say.say("who-you")
    known = await store.person_by_id(person)
    return known.name if known and known.name else say.say("who-somebody")


def say_when(at: int, clock: Clock, reader: Person) -> str:
    """A moment in the reader's own time: the clock today, else the day and the clock."""
    zone = ZoneInfo(reader.time_zone) if reader.time_zone else clock.zone
    then = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)
    now = datetime.fromtimestamp(clock.now() / 1000, UTC).astimezone(zone)
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"


def say_value(value: Json | Missing, most: int = 80) -> str:
    """A value in a sentence: the start of its text; empty for what isn't there, or isn't a text."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    text = plain(value) if isinstance(value, str) and value.startswith("<") else str(value)
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class Reasons:
    """Says conflicts on a Resume whose current content is `current`, to one reader."""

    store: Store
    resume: Resume
    current: Document
    reader: Person
    clock: Clock

    async def first(self, verdict: Verdict, base: int) -> str:
        """The first reason only, for a notice."""
        return (await self.all(verdict, base) or ("",))[0]

    async def all(self, verdict: Verdict, base: int) -> tuple[str, ...]:
        """Up to three reasons, and how many more there are."""
        say = words(self.reader.language)
        later = await self.store.versions_between(self.resume.id, base, self.resume.version)
        told = [await self._say(conflict, later, say) for conflict in verdict.conflicts[:MOST]]
        if len(verdict.conflicts) > MOST:
            told.append(say.say("reasons-more", number=len(verdict.conflicts) - MOST))
        return tuple(told)

    async def _say(self, conflict: Conflict, later: list[Version], say: Words) -> str:
        place = outline(conflict.address, self.current, say)
        since = next((one for one in reversed(later) if _touches(one, conflict.address)), None)
        wanted, stood, stands = (
            say_value(value) for value in (conflict.target, conflict.base, conflict.current)
        )
        key = f"conflict-{conflict.kind}"
        if conflict.kind == "changed" and not (wanted and stands):
            key = "conflict-changed-place"
        sentence = say.say(key, place=place, wanted=wanted, stood=stood, stands=stands)
        if since is None:
            return sentence
        who = await say_who(self.store, since.person, self.reader, say)
        when = say_when(since.at, self.clock, self.reader)
        return sentence + " " + say.say("conflict-since", version=since.number, who=who, when=when)


def _touches(version: Version, address: str) -> bool:
    return version.change is not None and touching(address, from_json(version.change).lines)
