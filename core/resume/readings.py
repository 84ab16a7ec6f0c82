"""The ways a name can be read: "my Acme job" as it stands, without "my", and as the job called Acme."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from core.resume.aliases import ENTRIES, FIELDS
from core.resume.places import Kind, to_names


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a name; `families` and `kinds` are what its wording says, None where it doesn't."""

    text: str
    families: frozenset[str] | None = None
    kinds: frozenset[Kind] | None = None


_OWNER: Final = re.compile(r"(?:(?:the|my|our|a|an|this|that) |我的 ?|我在 ?|在 ?|我(?!们)|这个 ?|那个 ?)+")
_SECTION: Final = re.compile(
    r"(.+?)(?: (?:section|part|block|heading)| ?的? ?(?:部分|栏目|一栏|栏|板块|模块|章节))"
)
_KEYWORD: Final = re.compile(r"(?:keyword |关键词 ?)(?P<after>.+)|(?P<before>.+?)(?: keyword| ?关键词)")
_MEASURE: Final = re.compile(r" ?的? ?(?:[那这]?一?[段份个项条门所家]的?)? ?$")
_JOINT: Final = re.compile(r"^(?:(?:at|in|from|of|with|called|named) )?(?:the )?")
_JOINTS: Final = (" at ", " of ", " for ", " in ", " from ", " on ")


def _by_name(called: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    names = sorted({name for names in called.values() for name in names})
    return {name: frozenset(family for family in called if name in called[family]) for name in names}


NOUNS: Final = _by_name({family: to_names(called) for family, called in ENTRIES.items()})
"""The families that a noun can speak of: "job" → experience."""

FIELD_NAMES: Final = {
    family: {name: field for field, called in fields.items() for name in to_names(called)}
    for family, fields in FIELDS.items()
}
"""By family, the field that a word means: experience, "job title" → position."""

_FIELD_WORDS: Final = _by_name({family: frozenset(names) for family, names in FIELD_NAMES.items()})


def to_bare(normal: str) -> str:
    """The name without whose it is: "the acme job" of "my acme job"; "" if nothing else is left."""
    match = _OWNER.match(normal)
    return normal[match.end() :] if match else normal


def readings_of(normal: str) -> tuple[Reading, ...]:
    """All readings of a normal name, the most literal first."""
    bare = to_bare(normal)
    found = [Reading(normal), Reading(bare)]
    if section := _SECTION.fullmatch(bare):
        found.append(Reading(section[1], kinds=frozenset({"section"})))
    if keyword := _KEYWORD.fullmatch(bare):
        found.append(Reading(keyword["after"] or keyword["before"], kinds=frozenset({"keyword"})))
    found += _with_noun(bare)
    return tuple(dict.fromkeys(reading for reading in found if reading.text))


def split_field(bare: str, *, with_nouns: bool) -> Iterator[tuple[str, str]]:
    """Pairs (field, entry) that "position at acme", "acme's position" or acme的职位 may be read as.

    Without `with_nouns`, "acme position" is none: it may be the job as well as what it is called.
    """
    for joint in _JOINTS:
        parts = bare.split(joint)
        for cut in range(1, len(parts)):
            yield to_bare(joint.join(parts[:cut])), joint.join(parts[cut:])
    entry, owned, field = bare.rpartition("'s ")
    if owned:
        yield field, entry
    for word in _FIELD_WORDS:
        is_noun = word in NOUNS and not bare.removesuffix(word).rstrip().endswith("的")
        if (with_nouns or not is_noun) and (entry := _before(bare, word)):
            yield word, entry


def _with_noun(bare: str) -> Iterator[Reading]:
    for noun, families in NOUNS.items():
        kinds: frozenset[Kind] = frozenset({"entry", "role", "keyword"})
        if name := _before(bare, noun):
            yield Reading(to_bare(name), families, kinds)
        if bare.startswith(noun + " "):
            yield Reading(_JOINT.sub("", bare[len(noun) + 1 :]), families, kinds)


def _before(bare: str, word: str) -> str:
    """What stands before `word` at the end of `bare`, "" if it doesn't stand there."""
    if not bare.endswith(word):
        return ""
    rest = bare[: -len(word)]
    if word.isascii() and not rest.endswith((" ", "的")):
        return ""  # "network" does not end in the word "work"
    return _MEASURE.sub("", rest).strip()
