"""Which entries a change takes away, and whether the person's own words name them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.resume.address import tokens
from core.resume.aliases import ENTRIES, SECTIONS
from core.resume.lines import Line
from core.resume.names import find
from core.resume.normal import is_cjk, to_normal, words_of
from core.resume.places import Place, find_places, to_names
from core.resume.shape import is_key
from core.resume.values import Document
from core.talk.ground import Ground

_EVERYTHING: Final = re.compile(
    r"\beverything\b|\bstart (?:over|from scratch|afresh)\b|\bwhole resume\b"
    r"|全部清空|清空简历|所有内容|推倒重来",
    re.IGNORECASE,
)
_SEVERAL: Final = re.compile(
    r"\b(?:all|every|both|each|any|old|older|oldest|new|newest|latest|last|first|second|third|fourth|earliest"
    r"|earlier|recent|previous|former|two|three|four|five|six|\d+(?:st|nd|rd|th)?|rest|others?|remaining"
    r"|duplicates?)\b"
    r"|全部|所有|都|每|最早|最近|最新|最旧|最后|以前|之前|较早|老的|旧|其他|其余|重复"
    r"|第[一二三四五六七八九十\d]|[两二三四五六七八九十\d]+[个份段条项]|前[两二三四五]",
    re.IGNORECASE,
)
_REMOVE: Final = re.compile(
    r"\b(?:remove|delete|drop|erase|scrap|cut|clear|take out|take off|get rid of|leave out)\b"
    r"\s*(?P<after>[^.!?;\n]+)"
    r"|(?:把|将)(?P<middle>[^，。！？；\n]+?)(?:都|全部|全)?(?:删|去掉|移除|拿掉|清空)"
    r"|(?:删除|删掉|删去|去掉|移除|拿掉|清空)(?P<behind>[^，。！？；\n]+)",
    re.IGNORECASE,
)
_FROM: Final = re.compile(
    r"\s+(?:from|off|in|on) (?:my|the) (?:resume|cv|résumé)\s*$|\s*,?\s*please\s*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Entries that a change removes and nobody named: their labels, and what may have been meant instead."""

    removed: tuple[str, ...]
    candidates: tuple[str, ...]


def find_unnamed(lines: tuple[Line, ...], ground: Ground) -> Unnamed | None:
    """What is removed though the request names none of it; None where it names some, or nothing goes."""
    removed = _removed(lines, ground.document)
    if not removed or _EVERYTHING.search(ground.naming):
        return None
    if any(_is_named(place, removed, ground) for place in removed):
        return None
    return Unnamed(tuple(_short(place) for place in removed), _candidates(removed, ground))


def _removed(lines: tuple[Line, ...], document: Document) -> list[Place]:
    arriving = {tokens(line.address)[-1] for line in lines if line.kind == "added"}
    gone = {
        line.address
        for line in lines
        if line.kind == "removed" and _is_entry(line.address) and tokens(line.address)[-1] not in arriving
    }
    if not gone:
        return []
    return [
        place
        for place in find_places(document)
        if place.kind in ("entry", "section") and place.address in gone
    ]


def _is_entry(address: str) -> bool:
    path = tokens(address)
    return (len(path) == 4 and path[2] == "items" and is_key(path[3])) or (
        len(path) == 2 and path[0] == "customSections"
    )


def _is_named(place: Place, removed: list[Place], ground: Ground) -> bool:
    siblings = [other for other in find_places(ground.document) if other.list_address == place.list_address]
    gone = {other.address for other in removed}
    takes_all = place.kind == "entry" and all(other.address in gone for other in siblings)
    for phrase in _phrases(ground.naming):
        address = find(phrase, ground.document, kinds=("entry", "section")).address
        if address == place.address or (takes_all and address and place.address.startswith(address + "/")):
            return True
    is_wanted = _REMOVE.search(ground.naming) and (takes_all or _SEVERAL.search(ground.naming))
    if place.kind == "entry" and is_wanted and _family_is_named(place, ground.naming):
        return True
    return _own_words_stand(place, siblings, ground.naming)


def _phrases(text: str) -> Iterator[str]:
    """What is to be removed, in the words of the request."""
    for match in _REMOVE.finditer(text):
        phrase = next(part for part in match.groupdict().values() if part)
        yield _FROM.sub("", phrase).strip()


def _family_is_named(place: Place, text: str) -> bool:
    names = to_names(ENTRIES.get(place.family, ("", ""))) | to_names(SECTIONS.get(place.family, ("", "")))
    normal = to_normal(text)
    words = set(words_of(normal))
    return any(
        name in normal
        if _has_chinese(name)
        else name in words or name + "s" in words or f" {name} " in f" {normal} "
        for name in names
        if name
    )


def _own_words_stand(place: Place, siblings: list[Place], text: str) -> bool:
    """Whether a word of its name that no neighbour's name has stands in the text."""
    normal = to_normal(text)
    others = {word for other in siblings if other.address != place.address for word in _words(other)}
    said = set(words_of(normal))
    return any(
        word in normal if is_cjk(word) else word in said for word in _words(place) - others if len(word) > 1
    )


def _words(place: Place) -> set[str]:
    names = place.names or (place.label,)
    return {word for name in names for word in words_of(to_normal(name))}


def _candidates(removed: list[Place], ground: Ground) -> tuple[str, ...]:
    """What the request may have meant: the entries of a section it speaks of, or what its words lead to."""
    for phrase in _phrases(ground.naming):
        found = find(phrase, ground.document, kinds=("entry", "section"))
        if 2 <= len(found.candidates) <= 5:
            return tuple(candidate.label for candidate in found.candidates)
    place = removed[0]
    siblings = [other for other in find_places(ground.document) if other.list_address == place.list_address]
    if place.kind == "entry" and _family_is_named(place, ground.naming) and 2 <= len(siblings) <= 5:
        return tuple(_short(other) for other in siblings)
    return ()


def _short(place: Place) -> str:
    return next((name for name in place.names if name), place.label)


def _has_chinese(name: str) -> bool:
    return any(is_cjk(word) for word in words_of(name))
