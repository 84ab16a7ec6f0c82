"""What a résumé lacks, by our own completeness check, as Questions in order of need; no model takes part."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.resume.address import join
from core.resume.richtext import plain
from core.resume.shape import key_token
from core.resume.values import Document, Json
from core.show.words import Language, Words, words
from core.talk.answer import BLANK
from core.talk.control import Control, control_for
from core.talk.fill import Into, into_for
from core.talk.privacy import Privacy, privacy_of, severity_order
from core.talk.question import Severity

_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that lacks, ready to be asked: `field` is its address, `prompt` and `reason` are words."""

    field: str
    prompt: str
    reason: str
    severity: Severity
    control: Control
    into: Into

    @property
    def privacy(self) -> Privacy:
        """How private the Answer will be."""
        return privacy_of(self.field)


@dataclass(frozen=True, slots=True)
class _Asking:
    """Makes Lacks about one document, in one language."""

    document: Document
    say: Words

    def about(self, field: str, key: str, severity: Severity, reason: str = "", **names: str) -> Lack:
        control = control_for(field)
        prompt = self.say.say(key, **names)
        into = into_for(field, self.document, control)
        return Lack(field, prompt, self.say.say(reason or f"{key}-reason"), severity, control, into)


def lacks(document: Document, language: Language) -> tuple[Lack, ...]:
    """What a valid résumé lacks: severity first, then need. What is hidden lacks nothing.

    In order: name, email, headline; of each job its title and dates, of each degree its dates; the
    summary. A job with roles has these in its roles.
    """
    asking = _Asking(document, words(language))
    found = [*_basics(asking), *_jobs(asking), *_degrees(asking), *_summary(asking)]
    return tuple(sorted(found, key=lambda lack: severity_order(lack.severity)))


def _basics(asking: _Asking) -> Iterator[Lack]:
    basics = asking.document["basics"]
    severities: dict[str, Severity] = {"name": "blocking", "email": "important", "headline": "important"}
    for name, severity in severities.items():
        if _is_empty(basics[name]):
            yield asking.about(join("basics", name), f"lack-{name}", severity)


def _jobs(asking: _Asking) -> Iterator[Lack]:
    for place, job in _entries(asking.document, "experience"):
        company = _name(job["company"])
        roles = [(_entry_at(place, "roles", role["id"]), role) for role in job["roles"]]
        for at, held in roles or [(place, job)]:
            if _is_empty(held["position"]):
                yield asking.about(f"{at}/position", "lack-position", "important", company=company)
            if _is_empty(held["period"]) and _is_empty(job["period"]):
                yield _period(asking, at, company, _name(held["position"]) if roles else "")


def _degrees(asking: _Asking) -> Iterator[Lack]:
    for place, degree in _entries(asking.document, "education"):
        if _is_empty(degree["period"]):
            yield _period(asking, place, _name(degree["school"]))


def _period(asking: _Asking, place: str, name: str, position: str = "") -> Lack:
    field, reason = f"{place}/period", "lack-period-reason"
    if position:
        return asking.about(field, "lack-period-role", "important", reason, name=name, position=position)
    return asking.about(field, "lack-period", "important", reason, name=name)


def _summary(asking: _Asking) -> Iterator[Lack]:
    summary = asking.document["summary"]
    if not summary["hidden"] and _is_empty(plain(summary["content"])):
        yield asking.about("/summary/content", "lack-summary", "optional")


def _entries(document: Document, family: str) -> Iterator[tuple[str, Json]]:
    """The address and the content of every entry that is shown, custom sections of the family included."""
    sections = [(join("sections", family), document["sections"][family])]
    sections += [
        (join("customSections", key_token(section["id"])), section)
        for section in document["customSections"]
        if section["type"] == family
    ]
    for place, section in sections:
        for entry in section["items"]:
            if not section["hidden"] and not entry["hidden"]:
                yield _entry_at(place, "items", entry["id"]), entry


def _entry_at(place: str, name: str, key: str) -> str:
    return place + join(name, key_token(key))


def _is_empty(text: str) -> bool:
    return not text.strip(BLANK)


def _name(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_NAME else line[: _LONGEST_NAME - 1].rstrip() + "…"
