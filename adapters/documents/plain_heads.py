"""What the head of an entry says: its parts put into the members that they surely are."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.documents.plain_words import (
    is_degree,
    is_grade,
    is_like_place,
    is_place,
    is_school,
    kind_of,
    split_degree,
)
from adapters.documents.taken import Taken

_PART: Final = re.compile(
    r"\t|\s*[|｜]\s*|\s+[–—·•∙/-]\s+|\s+——?\s*|(?<=[\u4e00-\u9fff）)])\s+(?=[\u4e00-\u9fff])|，|、"
)
_COMMA: Final = re.compile(r",\s+(?!(?:inc|ltd|llc|gmbh|corp|co|ag|s\.a|plc)\b)", re.IGNORECASE)
_AT: Final = re.compile(r"^(.+?)\s+(?:at|@)\s+(.+)$")
_URL: Final = re.compile(
    r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|me|co|cn|de|app|example)(?:/\S*)?"
)
_LASTING: Final = re.compile(r"(?:\d{1,2} (?:years?|yrs?|months?|mos?) ?){1,2}")
"""How long a job lasted: says nothing about what it was."""
_EDGES: Final = " ,，;；|·-–—:："


@dataclass(slots=True)
class Head:
    """The members that were found, and the parts that found none."""

    members: dict[str, Taken] = field(default_factory=dict)
    rest: list[str] = field(default_factory=list)

    def put(self, member: str, text: str, evidence: str = "") -> None:
        """Sets a member; a second text for it is left over."""
        if member in self.members:
            self.rest.append(text)
        else:
            self.members[member] = Taken(text, evidence or text)


def read_job(lines: Sequence[str]) -> Head:
    """`company`, `position`, `location` and `url` of a job."""
    head = Head()
    pieces = _pieces(lines, head)
    if len(pieces) == 1:
        pieces = _two_of(pieces[0], head)
    head.rest += filter(_LASTING.fullmatch, pieces)
    pieces = [piece for piece in pieces if not _LASTING.fullmatch(piece)]
    titles = [piece for piece in pieces if kind_of(piece) == "title"]
    companies = [piece for piece in pieces if kind_of(piece) == "organisation"]
    others = [piece for piece in pieces if kind_of(piece) is None]
    if len(others) > 1 or (others and companies and titles):
        others = [piece for piece in others if "," not in piece or not _take_place(piece, head)]
    if titles:
        head.put("position", titles.pop(0))
    if not companies and len(others) == 1:
        companies.append(others.pop())
    if companies:
        head.put("company", companies.pop(0))
    if len(others) == 1 and "company" in head.members and "position" not in head.members:
        head.put("position", others.pop())
    head.rest += titles + companies + others
    return head


def read_study(lines: Sequence[str]) -> Head:
    """`school`, `degree`, `area`, `grade`, `location` and `url` of a time of learning."""
    head = Head()
    last = ""
    for piece in _pieces(lines, head):
        for part in _COMMA.split(piece) if is_school(piece) or is_degree(piece) else [piece]:
            last = _put_study(part.strip(_EDGES), last, head)
    if "school" not in head.members and len(head.rest) == 1:
        head.put("school", head.rest.pop())
    return head


def read_named(lines: Sequence[str], name: str) -> Head:
    """An entry that begins with its name; what follows is left over."""
    head = Head()
    pieces = _pieces(lines, head)
    if pieces:
        head.put(name, pieces[0])
        head.rest += pieces[1:]
    return head


def _pieces(lines: Sequence[str], head: Head) -> list[str]:
    """The parts of the lines; places and links are put into the head at once."""
    pieces: list[str] = []
    for line in lines:
        for part in _PART.split(line):
            piece = _without_url(part, head).strip(_EDGES)
            if piece and not (is_place(piece) and _take_place(piece, head)):
                pieces.append(_without_place(piece, head))
    return pieces


def _without_url(part: str, head: Head) -> str:
    found = _URL.search(part)
    if found is None or "url" in head.members:
        return part
    head.put("url", found[0].rstrip(".,;)"), found[0])
    return part.replace(found[0], " ").replace("()", " ")


def _without_place(piece: str, head: Head) -> str:
    """A part without the place at its end, if that surely is one: `Acme, Berlin, Germany`."""
    for found in _COMMA.finditer(piece):
        if is_place(piece[found.end() :]) and _take_place(piece[found.end() :], head):
            return piece[: found.start()]
    return piece


def _take_place(piece: str, head: Head) -> bool:
    if "location" in head.members or not is_like_place(piece):
        return False
    head.put("location", piece)
    return True


def _two_of(piece: str, head: Head) -> list[str]:
    """A position and its company that stand in one part; the part itself, where it surely is one."""
    if found := _AT.match(piece):
        return [found[1], found[2]]
    parts = _COMMA.split(piece)
    if len(parts) == 3 and _take_place(parts[2], head):
        parts.pop()
    kinds = [kind_of(part) for part in parts]
    return parts if len(parts) == 2 and kinds.count("title") == 1 else [", ".join(parts)]


def _put_study(part: str, last: str, head: Head) -> str:
    """Puts one part; returns the member that it went to."""
    if is_grade(part):
        head.put("grade", part)
        return "grade"
    if is_degree(part) and not (is_school(part) and "degree" in head.members):
        degree, area = split_degree(part)
        if area and "area" not in head.members:
            head.put("area", area, part)
            head.put("degree", degree, part)
        else:
            head.put("degree", part)
        return "degree"
    if is_school(part):
        head.put("school", part)
        return "school"
    if last == "degree" and "area" not in head.members:
        head.put("area", part)
        return "area"
    if last == "school" and not _take_place(part, head) and _is_chinese(part) and "area" not in head.members:
        head.put("area", part)
        return "area"
    if last != "school" or "location" not in head.members or head.members["location"].text != part:
        head.rest.append(part)
    return last


def _is_chinese(text: str) -> bool:
    return any("\u4e00" <= char <= "\u9fff" for char in text)


def is_where(text: str) -> bool:
    """Whether a line says nothing but a place or a link."""
    head = Head()
    return not _pieces([text], head) and bool(head.members)


def is_link(text: str) -> bool:
    """Whether a text is a link and nothing else."""
    return _URL.fullmatch(text.strip()) is not None
