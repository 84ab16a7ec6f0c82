"""What a person calls a place in a résumé → one address, or candidates; never a guess.

Exact names go before aliases, these before whole words, and these before what is only spelled alike.
The first way that finds anything decides: one hit is the answer, several are candidates. Names of skills
and keywords are never loosened: C is not C++, Java is not JavaScript, Scala is not Scalar.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rapidfuzz import fuzz

from core.resume.aliases import FIELDS, SAME
from core.resume.normal import is_cjk, to_compact, to_normal, words_of
from core.resume.ordinals import pick, split_ordinal
from core.resume.places import Kind, Language, Place, find_places, join, shown, to_names
from core.resume.readings import FIELD_NAMES, NOUNS, Reading, readings_of, split_field, to_bare
from core.resume.values import Document

Matcher: TypeAlias = Callable[[Reading, Place], bool]

ALL_KINDS: Final[frozenset[Kind]] = frozenset({"section", "entry", "role", "keyword", "field"})

_LONGEST: Final = 200
_ALIKE: Final = 90
_NEAR: Final = 70
_LINKS: Final = frozenset(
    ["a", "an", "and", "as", "at", "for", "from", "in", "my", "of", "on", "s", "the", "to", "with"]
)
_HEADLINES: Final = to_names(FIELDS["experience"]["position"])  # "my title" may be either
_GROUP_OF: Final = {to_normal(name): group for group, names in enumerate(SAME) for name in names.split("|")}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be meant: its address, and a label in the résumé's own words for a button."""

    address: str
    label: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a name leads to: one `address`, or several `candidates`, or neither.

    With neither, `near` are up to three names that are spelled much like it ("did you mean"), for a
    sentence only. `sure` says that the place was named in full, by an alias or by its place in a list,
    not by some of its words or with a slip of the pen.
    """

    address: str | None = None
    candidates: tuple[Candidate, ...] = ()
    near: tuple[Candidate, ...] = ()
    sure: bool = False


def find(
    text: str, document: Document, *, kinds: Collection[Kind] | None = None, language: Language = "en"
) -> Found:
    """The place that `text` names in `document`, among places of `kinds` (None: of every kind).

    `text` is the name alone ("my Acme job", "the second degree", 技能), English or 中文, in any case,
    width or quotes. `language` is that of the labels. Who may see what is the caller's: hand in only
    a document whose places this actor may see.
    """
    return find_among(text, tuple(find_places(document, language)), kinds=kinds, language=language)


def find_among(
    text: str, places: Sequence[Place], *, kinds: Collection[Kind] | None = None, language: Language = "en"
) -> Found:
    """`find` among places that were read before, for several names of one document."""
    normal = to_normal(text)
    if not normal or len(normal) > _LONGEST:
        return Found()
    wanted = frozenset(kinds) if kinds is not None else ALL_KINDS
    found = _find(normal, places, wanted, language)
    if found.address or found.candidates:
        return found
    return Found(near=_near(to_bare(normal) or normal, [place for place in places if place.kind in wanted]))


def is_same_name(left: str, right: str) -> bool:
    """Whether two names mean one thing: but for case, width and spaces, or by the table of names."""
    return _is_same(to_normal(left), to_normal(right))


def _find(
    normal: str,
    places: Sequence[Place],
    kinds: frozenset[Kind],
    language: Language,
    families: Collection[str] | None = None,
) -> Found:
    places = [place for place in places if families is None or place.family in families]
    among = [place for place in places if place.kind in kinds]
    readings = readings_of(normal)
    bare = to_bare(normal)
    for named in (_is_named, _is_called):
        if hits := _first(readings, among, named):
            return _found(hits, sure=True)
    if "entry" in kinds and (hits := [*_by_order(bare, places), *_by_noun(bare, places)]):
        return _found(hits, sure=True)
    if "field" in kinds and (found := _field_of_entry(bare, places, kinds, language)) != Found():
        return found
    for alike in (_has_words, _is_alike):
        if hits := _first(readings, among, alike):
            return _found(hits, sure=False)
    return Found()


def _found(hits: Iterable[Place | Candidate], *, sure: bool) -> Found:
    by_address = {hit.address: Candidate(hit.address, hit.label) for hit in hits}
    if len(by_address) == 1:
        return Found(next(iter(by_address)), sure=sure)
    return Found(candidates=tuple(by_address.values()), sure=sure)


def _first(readings: Iterable[Reading], places: Sequence[Place], matches: Matcher) -> list[Place]:
    """The places of the first reading that has any."""
    for reading in readings:
        if hits := [place for place in places if _speaks_of(reading, place) and matches(reading, place)]:
            return hits
    return []


def _speaks_of(reading: Reading, place: Place) -> bool:
    in_family = reading.families is None or place.family in reading.families
    return in_family and (reading.kinds is None or place.kind in reading.kinds)


def _is_named(reading: Reading, place: Place) -> bool:
    return reading.text in place.normals


def _is_called(reading: Reading, place: Place) -> bool:
    return reading.text in place.aliases or any(
        _is_same(reading.text, name) for name in place.normals if name
    )


def _is_same(a: str, b: str) -> bool:
    compact = to_compact(a)
    same_group = a in _GROUP_OF and _GROUP_OF[a] == _GROUP_OF.get(b)
    return a == b or same_group or (bool(compact) and compact == to_compact(b))


def _by_order(bare: str, places: Sequence[Place]) -> Iterator[Place]:
    ordinal = split_ordinal(bare)
    if ordinal is None or ordinal[1] not in NOUNS:
        return
    lists: dict[str, list[Place]] = {}
    for place in places:
        if place.kind == "entry" and place.family in NOUNS[ordinal[1]]:
            lists.setdefault(place.list_address, []).append(place)
    for entries in lists.values():
        yield from pick(ordinal[0], entries)


def _by_noun(bare: str, places: Sequence[Place]) -> list[Place]:
    """ "My job" where there is one."""
    return [place for place in places if place.kind == "entry" and place.family in NOUNS.get(bare, ())]


def _field_of_entry(bare: str, places: Sequence[Place], kinds: frozenset[Kind], language: Language) -> Found:
    entries = {place.address: place for place in places if place.kind == "entry"}
    for word, entry in split_field(bare, with_nouns="entry" not in kinds):
        families = _families_with(word)
        found = (
            _find(to_normal(entry), places, frozenset({"entry"}), language, families) if families else Found()
        )
        addresses = [found.address] if found.address else [hit.address for hit in found.candidates]
        if hits := _fields(word, [entries[address] for address in addresses], language):
            return _found(hits, sure=found.sure)
    families = _families_with(bare)
    hits = _fields(bare, [place for place in entries.values() if place.family in families], language)
    if bare in _HEADLINES:
        hits = [Candidate("/basics/headline", shown(FIELDS["basics"]["headline"], language)), *hits]
    return _found(hits, sure=True) if hits else Found()


def _families_with(field_word: str) -> frozenset[str]:
    return frozenset(
        family for family, fields in FIELD_NAMES.items() if field_word in fields and family != "basics"
    )


def _fields(word: str, entries: Iterable[Place], language: Language) -> list[Candidate]:
    """The field that `word` means in each of `entries`, where the entry has it."""
    fields = []
    for entry in entries:
        field = FIELD_NAMES[entry.family][word]
        if field in entry.values:
            label = f"{entry.label} · {shown(FIELDS[entry.family][field], language)}"
            fields.append(Candidate(join(entry.address, field), label))
    return fields


def _is_loose(reading: Reading, place: Place) -> bool:
    """Whether `place` may be found by less than its name. A group of skills may, if it is called one."""
    if place.kind in ("keyword", "field"):
        return False
    if place.family == "skills" and place.kind == "entry":
        return reading.families is not None and bool(place.values.get("keywords"))
    return True


def _has_words(reading: Reading, place: Place) -> bool:
    """Whether all words of `reading` are words of the place; with nothing said of its family, one of its
    first name too: "Harbor" is the job there, "engineer" alone is not.
    """
    words = [word for word in words_of(reading.text) if word not in _LINKS]
    telling = [word for word in words if len(word) >= (2 if is_cjk(word) else 3)]
    if not telling or not place.normals or not _is_loose(reading, place):
        return False
    first = words_of(place.normals[0])
    every = [word for name in place.normals for word in words_of(name)]
    return all(_is_in(word, every) for word in words) and (
        reading.families is not None or any(_is_in(word, first) for word in telling)
    )


def _is_in(word: str, words: Iterable[str]) -> bool:
    return any(word == other or (is_cjk(word) and is_cjk(other) and word in other) for other in words)


def _is_alike(reading: Reading, place: Place) -> bool:
    if len(reading.text) < 5 or not _is_loose(reading, place):
        return False
    return any(
        _score(reading.text, name) >= _ALIKE and _fixed_words(reading.text) == _fixed_words(name)
        for name in (*place.normals, *place.aliases)
    )


def _fixed_words(normal: str) -> list[str]:
    """Words in which one other letter is another word: short ones, and those with a digit."""
    words = (word for word in words_of(normal) if word not in _LINKS)
    return sorted(word for word in words if len(word) < 4 or any(mark.isdigit() for mark in word))


def _score(a: str, b: str) -> float:
    return max(fuzz.ratio(a, b), fuzz.token_sort_ratio(a, b))


def _near(bare: str, places: Iterable[Place]) -> tuple[Candidate, ...]:
    scored = [
        (max((_score(bare, name) for name in (*place.normals, *place.aliases)), default=0), place)
        for place in places
    ]
    best = sorted((pair for pair in scored if pair[0] >= _NEAR), key=lambda pair: -pair[0])
    return tuple(Candidate(place.address, place.label) for _, place in best[:3])
