"""What an open proposal depends on, so that it needn't be judged again after every version."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.resume.address import ancestors, join, tokens
from core.resume.change import Change, Line
from core.resume.losses import ids_in, lists_of
from core.resume.shape import NAME_FIELDS, is_key, kind_at

_WHOLE = ("/customSections", "/metadata/layout")
"""Where one part can settle another's fate: a section and its places, the number of pages."""


@dataclass(frozen=True, slots=True)
class Watched:
    """Addresses that matter with all beneath them, those around these, and ids that must stay single."""

    places: frozenset[str]
    around: frozenset[str]
    ids: frozenset[str]


def watched(change: Change) -> Watched:
    """All that the verdict on a change depends on, besides the change itself."""
    places = {line.address for line in change.lines} | {held.address for held in change.conditions}
    places |= set(lists_of(change.root)) if change.root else set()
    places |= {name for place in places for name in _names_around(place)}
    if any(place.startswith(_WHOLE) for place in places):
        places |= set(_WHOLE)
    around = {above for place in places for above in ancestors(place)}
    ids = {key for line in change.lines for key in ids_in(line.after)}
    return Watched(frozenset(places), frozenset(around), frozenset(ids))


def _names_around(address: str) -> list[str]:
    """The addresses of the fields that may name the entries around a place."""
    path = tokens(address)
    entries = [
        path[:length]
        for length in range(2, len(path))
        if is_key(path[length - 1]) and kind_at(path[: length - 1]) == "entries"
    ]
    return [join(*entry, name) for entry in entries for name in NAME_FIELDS]


def touches(watching: Watched, lines: Iterable[Line]) -> bool:
    """Whether a new version's lines touch what is watched; if not, the verdict is what it was."""
    return any(
        line.address in watching.around
        or line.address in watching.places
        or not watching.places.isdisjoint(ancestors(line.address))
        or not watching.ids.isdisjoint(ids_in(line.before) | ids_in(line.after))
        for line in lines
    )


def touching(address: str, lines: Iterable[Line]) -> bool:
    """Whether any of these lines is at an address, inside it or around it."""
    around = {address, *ancestors(address)}
    return any(line.address in around or address in ancestors(line.address) for line in lines)
