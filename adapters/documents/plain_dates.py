"""Dates and periods in résumé lines, found and kept as they are written."""

import re
from typing import Final

_MONTH: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter|q[1-4])\.?"
)
_YEAR: Final = r"(?:19|20)\d\d"
_DATE: Final = (
    rf"(?:{_MONTH},?\s+(?:\d{{1,2}},?\s+)?{_YEAR}|\d{{1,2}}\s+{_MONTH}\s+{_YEAR}|{_MONTH}\s*['’]\d\d"
    rf"|{_YEAR}\s*年(?:\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*日)?)?|{_YEAR}[./-]\d{{1,2}}(?:[./-]\d{{1,2}})?(?!\d)"
    rf"|\d{{1,2}}[./]{_YEAR}|{_YEAR})"
)
_NOW: Final = r"(?:present|current|now|today|ongoing|date|至今|现在|目前|今)"
_TO: Final = r"\s*(?:[-–—−‐‑~～]{1,2}|\bto\b|\buntil\b|\bthrough\b|至|到)\s*"
_UNIT: Final = r"(?:years?|yrs?|months?|mos?)"
_LASTING: Final = (
    rf"(?:\s*[(（]\d{{1,2}}\s*{_UNIT}(?:,?\s+\d{{1,2}}\s*{_UNIT})?[)）]"
    rf"|\s+·\s+\d{{1,2}}\s*{_UNIT}(?:\s+\d{{1,2}}\s*{_UNIT})?)?"
)
"""How long a period lasted, where that is written behind it."""
_PERIOD: Final = re.compile(
    rf"(?<![\w/.-])(?:{_MONTH}{_TO}{_MONTH}\s+{_YEAR}|{_DATE}(?:{_TO}(?:{_DATE}|{_NOW})|\s*至今)"
    rf"|since\s+{_DATE}|{_DATE}\s*[-–—](?=\s*(?:$|\t)))(?![\w%]){_LASTING}",
    re.IGNORECASE,
)
_SINGLE: Final = re.compile(
    rf"^(?P<first>{_DATE})(?=$|[\s,|:：)）])|(?:^|[\s,，|(（–—-])(?P<last>{_DATE})[)）]?\s*$", re.IGNORECASE
)
_PREPOSITION: Final = re.compile(
    r"(?:\b(?:in|by|since|of|from|during|for|until|the|and|to|than|over)|[自于在])$", re.IGNORECASE
)
_LONGEST: Final = 14
"""Words in a line that a date may stand for; more are prose that mentions one."""
_EDGES: Final = " ,，;；|·•–—-"


def split_period(line: str, *, is_strict: bool = False) -> tuple[str, str] | None:
    """A line's period or date as written, and the rest of the line; None where it names none.

    A tab stays where the period parted two texts. `is_strict` takes a single date only where a mark parts
    it from the text.
    """
    if len(line.split()) > _LONGEST or len(line) > 120:
        return None
    found = _PERIOD.search(line)
    start, end = found.span() if found else _single(line, is_strict)
    if start == end:
        return None
    before, after = line[:start].rstrip(_EDGES), line[end:].lstrip(_EDGES)
    if before.endswith(("(", "（")) and after.startswith((")", "）")):
        before, after = before[:-1].rstrip(_EDGES), after[1:].lstrip(_EDGES)
    rest = "\t".join(part.strip() for part in (before, after) if part.strip())
    return line[start:end].strip(), rest


def _single(line: str, is_strict: bool) -> tuple[int, int]:
    found = _SINGLE.search(line)
    if found is None:
        return 0, 0
    place = found.span("first") if found["first"] else found.span("last")
    before = line[: place[0]].rstrip(" ")
    if _PREPOSITION.search(before) or (is_strict and before and before[-1] not in ",，|(（–—-\t·"):
        return 0, 0
    return place
