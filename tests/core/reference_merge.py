"""The three-way merge once more, from three whole documents: what the line form is held against.

It follows the rule from the root down (equal sides first, then by the kind of the place), and knows no
lines and no change; of the product it uses the kinds of places, the order of lists and single texts.
"""

from core.resume.address import ORDER, ancestors, join
from core.resume.faults import faults
from core.resume.sequence import clashing, merged_order, survivors
from core.resume.shape import are_pages, are_words, is_custom_section, key_token, keyed, kind_at
from core.resume.texts import merge_text
from core.resume.tree import TextChange
from core.resume.values import MISSING, Json, Missing, equal

Path = tuple[str, ...]


def reference_merge(base: Json, target: Json, current: Json) -> tuple[Json, list[str]]:
    """The merged document, and the sorted addresses of its conflicts, none beneath another."""
    conflicts: set[str] = set()
    result = _merge(base, target, current, (), conflicts)
    if not conflicts:
        known = faults(target).keys() | faults(current).keys()
        for fault, addresses in faults(result).items():
            if fault not in known:
                conflicts.update(addresses)
    top = [address for address in conflicts if not conflicts.intersection(ancestors(address))]
    return (current if top else result), sorted(top)


def _merge(base: Json, target: Json, current: Json, path: Path, conflicts: set[str]) -> Json:
    if equal(target, base) or equal(target, current):
        return current
    if equal(current, base):
        return target
    sides = (base, target, current)
    if not any(isinstance(side, Missing) for side in sides):
        kind = kind_at(path)
        if kind == "text" and all(isinstance(side, str) for side in sides):
            merged = merge_text(TextChange(base, target), current, path)
            conflicts.update(conflict.address for conflict in merged.conflicts)
            return merged.text
        if kind == "entries":
            was, wanted, now = (keyed(side) for side in sides)
            if was is not None and wanted is not None and now is not None:
                return _entries(was, wanted, now, path, conflicts)
        if kind == "words" and all(are_words(side) for side in sides):
            return _words(*sides, path, conflicts)
        if kind == "pages" and all(are_pages(side) for side in sides) and len({*map(len, sides)}) == 1:
            return [
                _merge(*three, (*path, str(index)), conflicts)
                for index, three in enumerate(zip(*sides, strict=True))
            ]
        if kind != "value" and all(isinstance(side, dict) for side in sides) and not _retyped(path, *sides):
            return _members(*sides, path, conflicts)
    conflicts.add(join(*path))
    return current


def _retyped(path: Path, *sides: dict[str, Json]) -> bool:
    return is_custom_section(path) and len({side.get("type") for side in sides}) > 1


def _members(base: Json, target: Json, current: Json, path: Path, conflicts: set[str]) -> Json:
    names = [*current, *(name for name in [*target, *base] if name not in current)]
    found = {}
    for name in dict.fromkeys(names):
        was, wanted, now = (side.get(name, MISSING) for side in (base, target, current))
        value = _merge(was, wanted, now, (*path, name), conflicts)
        if value is not MISSING:
            found[name] = value
    return found


def _entries(
    base: dict[str, Json], target: dict[str, Json], current: dict[str, Json], path: Path, conflicts: set[str]
) -> Json:
    merged = {}
    for key in dict.fromkeys([*base, *target, *current]):
        was, wanted, now = (side.get(key, MISSING) for side in (base, target, current))
        value = _merge(was, wanted, now, (*path, key_token(key)), conflicts)
        if value is not MISSING:
            merged[key] = value
    order = merged_order(list(base), list(target), list(current), set(merged))
    if order is None:
        conflicts.add(join(*path, ORDER))
        return current
    return [merged[key] for key in order]


def _words(base: list[str], target: list[str], current: list[str], path: Path, conflicts: set[str]) -> Json:
    if path[-1] == "keywords" and clashing(base, target, current):
        conflicts.add(join(*path))
    order = merged_order(base, target, current, survivors(base, target, current))
    if order is None:
        conflicts.add(join(*path, ORDER))
        return current
    return order
