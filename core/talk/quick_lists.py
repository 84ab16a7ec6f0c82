"""Quick edits of lists: skills, languages and interests added and removed, keywords in a group.

Plain skills or groups: where at least half of the entries have keywords, the list is one of groups, and
the person chooses which group, or a new entry; exactly half counts as groups, since asking costs one
press and a wrong guess a whole card. Otherwise an added skill is a new entry.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core.resume.names import is_same_name
from core.resume.normal import to_normal
from core.resume.places import Place, join
from core.resume.values import Json
from core.talk.quick_edit import Choose, NotFound, Operation, Option, Patch, QuickEdit, Unchanged
from core.talk.quick_scene import ENTRY, SECTION_OR_ENTRY, Scene
from core.talk.quick_text import to_items, to_literal

_NEW: Final[dict[str, tuple[str, dict[str, Json]]]] = {
    "skills": ("name", {"hidden": False, "icon": "", "iconColor": "", "proficiency": "", "level": 0}),
    "interests": ("name", {"hidden": False, "icon": "", "iconColor": ""}),
    "languages": ("language", {"hidden": False, "fluency": "", "level": 0}),
}
"""By family: the member that names an entry, and the others that a new one has (without keywords)."""

_WITH_KEYWORDS: Final = ("skills", "interests")
_GROUP_WORDS: Final = ("group", "keyword", "skills", "组", "关键词", "技能")
_LONGEST_LIST: Final = 80


@dataclass(frozen=True, slots=True)
class _Hit:
    """An entry or keyword that bears a name, and whether it or what it stands in is hidden."""

    place: Place
    hidden: bool


def add(scene: Scene, what: str, target: str) -> QuickEdit | None:
    """`what` added to the section or group that `target` names; None if that is neither."""
    names, named = to_items(what), to_literal(target)
    if names is None or named is None:
        return None
    found = scene.find(named.text, SECTION_OR_ENTRY)
    addresses = [found.address] if found.address else [candidate.address for candidate in found.candidates]
    places = [place for address in addresses if _takes(place := scene.places[address], named.text)]
    if len(places) == 1 and (found.sure or places[0].kind == "section"):
        return _add_to(scene, names, places[0])
    options = [Option(place.label, edit) for place in places if (edit := _plain_patch(scene, names, place))]
    if len(options) > 1:
        return Choose("quick-choose-which", scene.join_names(names), tuple(options))
    return None


def add_skill(scene: Scene, what: str) -> QuickEdit | None:
    """`what` added to the skills."""
    names = to_items(what)
    skills = scene.places.get("/sections/skills")
    return _add_to(scene, names, skills) if names and skills else None


def add_keyword(scene: Scene, what: str, target: str) -> QuickEdit | None:
    """`what` added to the keywords of the entry that `target` names."""
    names, named = to_items(what), to_literal(target)
    found = scene.find(named.text, ENTRY) if named else None
    if names is None or found is None or found.address is None:
        return None
    place = scene.places[found.address]
    return _add_keywords(scene, names, place) if place.family in _WITH_KEYWORDS else None


def remove(scene: Scene, what: str, target: str) -> QuickEdit | None:
    """`what` removed from the list or group that `target` names."""
    named = to_literal(target)
    found = scene.find(named.text, SECTION_OR_ENTRY) if named else None
    if found is None or found.address is None:
        return None
    place = scene.places[found.address]
    if place.kind == "section" and place.family in _NEW:
        return _remove(scene, what, _beneath(scene, join(place.address, "items")), place.label)
    if place.kind == "entry" and place.family in _WITH_KEYWORDS:
        return _remove(scene, what, _beneath(scene, join(place.address, "keywords")), place.names[0])
    return None


def remove_skill(scene: Scene, what: str) -> QuickEdit | None:
    """`what` removed from the skills, wherever they stand."""
    skills = [
        place for place in scene.places.values() if place.family == "skills" and place.kind != "section"
    ]
    section = scene.places.get("/sections/skills")
    return _remove(scene, what, skills, section.label) if section else None


def remove_any(scene: Scene, what: str) -> QuickEdit | None:
    """`what` removed from the one list where it stands, with no list named; None if it isn't there."""
    inside = [place for place in scene.places.values() if place.family in _NEW and place.kind != "section"]
    edit = _remove(scene, what, inside, "")
    return None if isinstance(edit, NotFound) else edit


def _takes(place: Place, named: str) -> bool:
    if place.kind == "section":
        return place.family in _NEW
    # "to Python" means its keywords only if it has some, or if the words say so.
    said = any(word in to_normal(named) for word in _GROUP_WORDS)
    return place.family in _WITH_KEYWORDS and (said or bool(place.values.get("keywords")))


def _add_to(scene: Scene, names: Sequence[str], place: Place) -> QuickEdit:
    return (
        _add_entries(scene, names, place) if place.kind == "section" else _add_keywords(scene, names, place)
    )


def _plain_patch(scene: Scene, names: Sequence[str], place: Place) -> Patch | None:
    edit = _add_to(scene, names, place)
    return edit if isinstance(edit, Patch) else None


def _add_entries(scene: Scene, names: Sequence[str], section: Place) -> QuickEdit:
    inside = _beneath(scene, join(section.address, "items"))
    fresh, there = _sort_out(scene, names, inside)
    if not fresh:
        return _unchanged(scene, there, section)
    plain = _new_entries(scene, fresh, there, section)
    entries = [place for place in inside if place.kind == "entry"]
    groups = [place for place in entries if place.values.get("keywords")]
    if section.family not in _WITH_KEYWORDS or not groups or 2 * len(groups) < len(entries):
        return plain
    shown = [group for group in groups if not group.values.get("hidden")] or groups
    options = [Option(group.names[0], _keyword_patch(scene, fresh, there, group)) for group in shown]
    new = Option(scene.say("quick-option-new", count=len(fresh)), plain)
    return Choose("quick-choose-group", scene.join_names(fresh), (*options, new))


def _new_entries(scene: Scene, names: Sequence[str], there: Iterable[_Hit], section: Place) -> Patch:
    path = scene.pointer(section.address) + "/items/-"
    naming, others = _NEW[section.family]
    operations: list[Operation] = []
    for name in names:
        value = {naming: name, **others}
        if section.family in _WITH_KEYWORDS:
            value["keywords"] = []
        operations.append({"op": "add", "path": path, "value": value})
    return _patch(scene, "quick-title-add", names, section.label, operations, there)


def _add_keywords(scene: Scene, names: Sequence[str], group: Place) -> QuickEdit:
    fresh, there = _sort_out(scene, names, _beneath(scene, join(group.address, "keywords")))
    return _keyword_patch(scene, fresh, there, group) if fresh else _unchanged(scene, there, group)


def _keyword_patch(scene: Scene, names: Sequence[str], there: Iterable[_Hit], group: Place) -> Patch:
    path = scene.pointer(group.address) + "/keywords"
    if "keywords" in group.values:
        operations: list[Operation] = [{"op": "add", "path": f"{path}/-", "value": name} for name in names]
    else:
        operations = [{"op": "add", "path": path, "value": list(names)}]
    return _patch(scene, "quick-title-add", names, group.names[0], operations, there)


def _sort_out(scene: Scene, names: Sequence[str], inside: Sequence[Place]) -> tuple[list[str], list[_Hit]]:
    """The names that aren't there yet, and where the others are."""
    fresh: list[str] = []
    there: list[_Hit] = []
    for name in names:
        hits = _bearing(name, inside)
        if hits:
            there.append(_Hit(hits[0], _is_hidden(scene, hits[0])))
        elif not any(is_same_name(name, other) for other in fresh):
            fresh.append(name)
    return fresh, there


def _unchanged(scene: Scene, there: Sequence[_Hit], place: Place) -> Unchanged:
    names = list(dict.fromkeys(hit.place.names[0] for hit in there))
    address = there[0].place.address if len(names) == 1 else place.address
    return Unchanged(address, scene.join_names(names), hidden=any(hit.hidden for hit in there))


def _remove(scene: Scene, what: str, inside: Sequence[Place], title: str) -> QuickEdit | None:
    names = to_items(what)
    if names is None:
        return None
    hits = [_bearing(name, inside) for name in names]
    for name, places in zip(names, hits, strict=True):
        if not places:
            return NotFound(name, _near(scene, name, inside))
    if all(len(places) == 1 for places in hits):
        return _removal(scene, list({places[0].address: places[0] for places in hits}.values()), title)
    if len(names) > 1:
        return None  # a choice within a list is more than one press can say
    options = tuple(Option(place.label, _removal(scene, [place], title)) for place in hits[0])
    return Choose("quick-choose-which", names[0], options)


def _removal(scene: Scene, places: Sequence[Place], title: str) -> Patch:
    # Keywords first, and each list from its end, so that no index moves before it is used.
    pointers = [(place.kind == "keyword", _indices(scene.pointer(place.address)), place) for place in places]
    ordered = sorted(pointers, key=lambda pointer: pointer[:2], reverse=True)
    operations = [{"op": "remove", "path": scene.pointer(place.address)} for _, _, place in ordered]
    names = [place.names[0] for place in places]
    return _patch(scene, "quick-title-remove", names, title or _list_title(scene, places[0]), operations)


def _patch(
    scene: Scene,
    key: str,
    names: Sequence[str],
    place: str,
    operations: Sequence[Operation],
    there: Iterable[_Hit] = (),
) -> Patch:
    listed = scene.join_names(names)
    if len(listed) > _LONGEST_LIST:
        listed = scene.say("quick-entries", count=len(names))
    already = tuple(hit.place.names[0] for hit in there)
    return Patch(scene.say(key, names=listed, place=place), tuple(operations), already)


def _bearing(name: str, inside: Iterable[Place]) -> list[Place]:
    """The entries and keywords called `name`: by that very name, else by one that means the same."""
    normal = to_normal(name)
    called = [place for place in inside if place.kind in ("entry", "keyword")]
    exact = [place for place in called if place.normals[0] == normal]
    return exact or [place for place in called if is_same_name(name, place.names[0])]


def _beneath(scene: Scene, address: str) -> list[Place]:
    return [place for place in scene.places.values() if place.address.startswith(address + "/")]


def _near(scene: Scene, name: str, inside: Iterable[Place]) -> tuple[str, ...]:
    addresses = {place.address for place in inside}
    near = scene.find(name, ("entry", "keyword")).near
    return tuple(candidate.label for candidate in near if candidate.address in addresses)


def _is_hidden(scene: Scene, place: Place) -> bool:
    above = [other for address, other in scene.places.items() if place.address.startswith(address + "/")]
    return any(bool(_hidden(other)) for other in (*above, place))


def _hidden(place: Place) -> Json:
    return place.values.get("hidden") if isinstance(place.values, dict) else False


def _list_title(scene: Scene, place: Place) -> str:
    section = next(
        other
        for other in scene.places.values()
        if other.kind == "section" and place.address.startswith(other.address + "/")
    )
    return section.label


def _indices(pointer: str) -> tuple[int, ...]:
    return tuple(int(token) for token in pointer.split("/") if token.isdecimal())
