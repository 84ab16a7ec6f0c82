"""What a new job or degree can't do without: company, title and dates; a school. Lacking, it is asked for."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.resume.address import tokens
from core.resume.lines import Line
from core.resume.normal import to_normal, words_of
from core.resume.places import find_places
from core.resume.shape import NAMES, is_key, key_of
from core.resume.values import Document, Json
from core.talk.facts import Kind, unsupported
from core.talk.ground import Ground
from core.talk.material import Material
from core.talk.moments import read_moments
from core.talk.terms import NAME_PARTS, ORDINARY

NEEDED: Final[Mapping[str, tuple[tuple[str, Kind], ...]]] = {
    "experience": (("company", "name"), ("position", "title"), ("period", "period")),
    "education": (("school", "name"),),
}
"""By family, the fields that an added entry needs, and how each is read."""

_PLACEHOLDER: Final = re.compile(
    r"\W*|(?:n/?a|none|null|unknown|tb[dac]|to be \w+|x+|undefined|placeholder|your \w+(?: \w+)?|the company"
    r"|(?:company|employer|school|university|job title|position|title|dates?|period|start|end)"
    r"(?: (?:name|date|title))?"
    r"|\[.*\]|<.*>|\{.*\}|y{2,4}\W.*|某\S{0,4}|待定|待补充|未知|不详|暂无|无|公司(?:名称)?|学校(?:名称)?|职位(?:名称)?|时间)",
    re.IGNORECASE,
)
_RELATIVE: Final = re.compile(
    r"\b(?:last|this|next|previous) (?:year|month|week|spring|summer|autumn|fall|winter"
    r"|\w+uary|march|april|may|june|july|august|\w+ber)\b"
    r"|\b(?:years?|months?|weeks?) ago\b|\byesterday\b|\btoday\b"
    r"|今年|去年|前年|上个?月|本月|年初|年底|年前|个月前",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(
    r"\b(?:engineer|developer|dev|manager|analyst|designer|architect|consultant|intern|assistant|director|lead"
    r"|teacher|nurse|accountant|lawyer|scientist|researcher|officer|coordinator|specialist|administrator|clerk"
    r"|technician|editor|writer|chef|waiter|waitress|driver|cashier|barista|tutor|recruiter|programmer|tester"
    r"|supervisor|president|founder|head of|ceo|cto)s?\b"
    r"|工程师|开发|经理|分析师|设计师|架构师|顾问|实习|助理|总监|老师|教师|护士|会计|律师|研究员|专员|主管|编辑|司机|店员|程序员|运营|测试",
    re.IGNORECASE,
)
_PLACE: Final = {
    "company": re.compile(
        r"(?:\b(?:at|for|with|joined|@) |@)[A-Z0-9]\w+"
        r"|[在于加入][^，。,\s]{2,12}(?:工作|任职|上班|做|当|担任|实习|公司)"
    ),
    "school": re.compile(r"(?:\b(?:at|from|of) )[A-Z]\w+|[\u4e00-\u9fff]{2,}(?:大学|学院)"),
}


@dataclass(frozen=True, slots=True)
class Lack:
    """An added entry of `family` without some of what it needs.

    `name` is what it is called as far as that is known; `fields` have to be asked for, `left_out` stand
    in the request, and the model has only forgotten them.
    """

    family: str
    name: str
    fields: tuple[str, ...]
    left_out: tuple[str, ...]


def added_by(operations: Sequence[Mapping[str, Any]], document: Document) -> Iterator[tuple[str, Json]]:
    """The entries that `add` operations bring, with their family; read before anything is tried."""
    for operation in operations:
        found = re.fullmatch(
            r"/(sections|customSections)/([^/]+)/items/(?:-|\d+)", str(operation.get("path", ""))
        )
        if operation.get("op") != "add" or not found or not isinstance(operation.get("value"), dict):
            continue
        family = found[2]
        if found[1] == "customSections":
            sections = document.get("customSections") or []
            known = family.isdigit() and int(family) < len(sections)
            family = str(sections[int(family)].get("type", "")) if known else ""
        yield family, operation["value"]


def added_in(lines: Iterable[Line], target: Document) -> Iterator[tuple[str, Json]]:
    """The entries that a change adds, with their family."""
    for line in lines:
        path = tokens(line.address)
        if line.kind != "added" or len(path) != 4 or path[2] != "items" or not is_key(path[3]):
            continue
        family = path[1]
        if path[0] == "customSections":
            sections = target.get("customSections") or ()
            family = next((str(s.get("type", "")) for s in sections if s.get("id") == key_of(path[1])), "")
        yield family, line.after


def find_lack(entries: Iterable[tuple[str, Json]], ground: Ground) -> Lack | None:
    """The first added entry that lacks what it needs; None once the person said that they don't know."""
    if ground.unknown:
        return None
    for family, entry in entries:
        needed = NEEDED.get(family, ())
        # The dates of another job are no ground for a new one's, but a job that moves keeps its own.
        known = ground.material if _is_in_resume(family, entry, ground) else ground.given
        lacking = [(field, kind) for field, kind in needed if _lacks(entry.get(field), kind, known, ground)]
        if lacking:
            left_out = tuple(field for field, _ in lacking if _stands_in_request(field, ground))
            fields = tuple(field for field, _ in lacking if field not in left_out)
            return Lack(family, _name(family, entry, known), fields, left_out)
    return None


def _is_in_resume(family: str, entry: Json, ground: Ground) -> bool:
    name = to_normal(str(entry.get(NAMES.get(family, "")) or ""))
    return any(
        name == to_normal(known) for place in find_places(ground.document) for known in place.names if name
    )


def _lacks(value: Json, kind: Kind, known: Material, ground: Ground) -> bool:
    """Whether a field is empty, or was made up whole: nothing of it stands in the person's material."""
    if not isinstance(value, str) or _PLACEHOLDER.fullmatch(value.strip()):
        return True
    if kind == "period":
        return _is_made_up_period(value, known, ground)
    if _is_translated(value, ground.requests):
        return False
    made_up = {part.casefold() for part in unsupported(value, kind, known)}
    said = {
        word for word in words_of(to_normal(value)) if word not in NAME_PARTS | ORDINARY and len(word) > 1
    }
    return bool(made_up) and all(any(word in part or part in word for part in made_up) for word in said)


def _is_made_up_period(value: str, known: Material, ground: Ground) -> bool:
    moments = read_moments(value)
    if not moments or _RELATIVE.search(ground.requests):
        return not moments and bool(unsupported(value, "period", known))
    return not any(known.bears_moment(moment) for moment in moments)


def _is_translated(value: str, requests: str) -> bool:
    """Whether value and request are written in different scripts, so that no word can be compared."""
    is_latin = not re.search("[\u4e00-\u9fff]", value)
    has_chinese = re.search("[\u4e00-\u9fff]", requests) is not None
    has_latin = re.search("[A-Za-z]{3}", requests) is not None
    return (is_latin and has_chinese) or (not is_latin and has_latin and not has_chinese)


def _stands_in_request(field: str, ground: Ground) -> bool:
    if field == "period":
        return bool(read_moments(ground.requests)) or _RELATIVE.search(ground.requests) is not None
    if field == "position":
        return _TITLE.search(ground.requests) is not None
    return _PLACE[field].search(ground.requests) is not None


def _name(family: str, entry: Json, material: Material) -> str:
    name = str(entry.get(NAMES[family]) or "").strip()
    if not name or _PLACEHOLDER.fullmatch(name) or unsupported(name, "name", material):
        return ""
    return name
