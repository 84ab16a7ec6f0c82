"""Random valid résumés and random edits of them, from a seed: small, so that edits meet."""

import copy
import random
from collections.abc import Callable, Sequence

from core.resume.shape import NAMES
from core.resume.values import Json
from tests.core.richtexts import edited_text, random_text
from tests.core.vectors import load

Document = dict[str, Json]
Edit = Callable[[random.Random, dict[str, Json]], None]

FIELDS = {
    "profiles": ("network", "username", "icon", "iconColor"),
    "experience": ("company", "position", "location", "period"),
    "education": ("school", "degree", "area", "grade", "location", "period"),
    "projects": ("name", "period"),
    "skills": ("name", "proficiency", "icon", "iconColor"),
    "languages": ("language", "fluency"),
    "interests": ("name", "icon", "iconColor"),
    "awards": ("title", "awarder", "date"),
    "certifications": ("title", "issuer", "date"),
    "publications": ("title", "publisher", "date"),
    "volunteer": ("organization", "location", "period"),
    "references": ("name", "position", "phone"),
}
BUSY = ("experience", "skills")
WITHOUT_WEBSITE = {"skills", "languages", "interests"}
WITH_TEXT = set(FIELDS) - {"profiles", "skills", "languages", "interests"}
WITH_KEYWORDS = {"skills", "interests"}
WITH_LEVEL = {"skills", "languages"}
CUSTOM_TYPES = ("experience", "skills", "summary", "cover-letter")
WORDS = ("Flask", "CI/CD", "Kafka", "kafka", "pandas", "Go~", "支付", "")
VALUES = ("Acme", "Globex", "Engineer", "2020", "上海", "")


def random_resume(rng: random.Random) -> Document:
    """A valid résumé: the sample file, filled with entries whose ids are short."""
    document: Document = load("base-resume.json")
    ids = iter(f"b{number}" for number in range(1000))
    document["basics"]["customFields"] = [_custom_field(rng, next(ids)) for _ in range(rng.randrange(3))]
    document["summary"]["content"] = random_text(rng)
    for name, section in document["sections"].items():
        section["items"] = [
            _entry(rng, name, next(ids))
            for _ in range(rng.choice((2, 3, 4) if name in BUSY else (0, 0, 0, 1)))
        ]
    for entry in document["sections"]["experience"]["items"]:
        entry["roles"] = [_role(rng, next(ids)) for _ in range(rng.randrange(3))]
    for number in range(rng.randrange(3)):
        kind = rng.choice(CUSTOM_TYPES)
        section = _custom_section(rng, f"c{number}", kind)
        section["items"] = [_entry(rng, kind, next(ids)) for _ in range(rng.randrange(3))]
        document["customSections"].append(section)
        _place(rng, document, section["id"])
    return document


def edited(rng: random.Random, document: Document, edits: Sequence[Edit] | None = None) -> Document:
    """A copy with one to a few of these edits (of all kinds, if none are given); valid again."""
    result = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        rng.choice(edits or EDITS)(rng, result)
    return result


def _entry(rng: random.Random, kind: str, key: str) -> Json:
    entry: Json = {"id": key, "hidden": False}
    if kind == "summary":
        return {**entry, "content": random_text(rng)}
    if kind == "cover-letter":
        return {**entry, "recipient": "<p>Ms Berg</p>", "content": random_text(rng)}
    entry.update({field: rng.choice(VALUES) for field in FIELDS[kind]})
    entry[NAMES[kind]] = rng.choice(VALUES[:-1])
    if kind not in WITHOUT_WEBSITE:
        entry["website"] = {"url": "", "label": "", "inlineLink": False}
    if kind in WITH_TEXT:
        entry["description"] = random_text(rng)
    if kind in WITH_LEVEL:
        entry["level"] = rng.randrange(6)
    if kind in WITH_KEYWORDS:
        entry["keywords"] = rng.sample(WORDS, rng.randrange(5))
    if kind == "experience":
        entry["roles"] = []
    return entry


def _role(rng: random.Random, key: str) -> Json:
    return {"id": key, "position": rng.choice(VALUES), "period": "2020", "description": random_text(rng)}


def _custom_field(rng: random.Random, key: str) -> Json:
    return {"id": key, "icon": "", "text": rng.choice(VALUES), "link": ""}


def _custom_section(rng: random.Random, key: str, kind: str) -> Json:
    return {
        "id": key,
        "type": kind,
        "title": rng.choice(VALUES),
        "icon": "",
        "columns": 1,
        "hidden": False,
        "keepTogether": False,
        "startOnNewPage": False,
        "items": [],
    }


def ids_of(document: Document) -> set[str]:
    """Every id of the one id space."""
    found = {field["id"] for field in document["basics"]["customFields"]}
    found |= {section["id"] for section in document["customSections"]}
    for items, _ in item_lists(document):
        found |= {entry["id"] for entry in items}
        found |= {role["id"] for entry in items for role in entry.get("roles", ())}
    return found


def item_lists(document: Document) -> list[tuple[list[Json], str]]:
    """Every list of entries, with the type of its section."""
    return [(section["items"], name) for name, section in document["sections"].items()] + [
        (section["items"], section["type"]) for section in document["customSections"]
    ]


def _columns(document: Document) -> list[list[str]]:
    return [
        page[column] for page in document["metadata"]["layout"]["pages"] for column in ("main", "sidebar")
    ]


def _place(rng: random.Random, document: Document, key: str) -> None:
    column = rng.choice(_columns(document))
    column.insert(rng.randrange(len(column) + 1), key)


def _fresh(rng: random.Random, document: Document) -> str | None:
    """A new id from a small pool, so that two sides may take the same."""
    free = [f"n{number}" for number in range(12) if f"n{number}" not in ids_of(document)]
    return rng.choice(free) if free else None


def _spot(rng: random.Random, items: list[Json]) -> int:
    return rng.choice((0, len(items), rng.randrange(len(items) + 1)))


def _lists(rng: random.Random, document: Document) -> tuple[list[Json], str]:
    """A list of entries; rather one of the few where something is likely to be."""
    lists = item_lists(document)
    popular = [pair for pair in lists if pair[1] in BUSY]
    return rng.choice(popular if popular and rng.random() < 0.9 else lists)


def _some_entry(rng: random.Random, document: Document) -> tuple[Json, str] | None:
    items, kind = _lists(rng, document)
    return (rng.choice(items), kind) if items else None


def _set_basics(rng: random.Random, document: Document) -> None:
    document["basics"][rng.choice(("name", "headline", "location"))] = rng.choice(VALUES)


def _set_website(rng: random.Random, document: Document) -> None:
    document["basics"]["website"][rng.choice(("url", "label"))] = rng.choice(("", "https://a.example"))


def _set_field(rng: random.Random, document: Document) -> None:
    if found := _some_entry(rng, document):
        entry, kind = found
        field = rng.choice((*FIELDS.get(kind, ()), "hidden"))
        entry[field] = not entry["hidden"] if field == "hidden" else rng.choice(VALUES[:-1])


def _set_level(rng: random.Random, document: Document) -> None:
    if (found := _some_entry(rng, document)) and "level" in found[0]:
        found[0]["level"] = rng.choice((1, 1.0, 2, 5))


def _set_entry_website(rng: random.Random, document: Document) -> None:
    if (found := _some_entry(rng, document)) and "website" in found[0]:
        found[0]["website"] = {
            "url": rng.choice(("", "https://b.example")),
            "label": "b",
            "inlineLink": False,
        }


def _edit_text(rng: random.Random, document: Document) -> None:
    holders: list[tuple[Json, str]] = [(document["summary"], "content")]
    for items, _ in item_lists(document):
        for entry in items:
            holders += [(entry, name) for name in ("description", "content") if name in entry]
            holders += [(role, "description") for role in entry.get("roles", ())]
    holder, name = rng.choice(holders[:1] * 2 + holders)
    for _ in range(rng.choice((1, 1, 2))):
        holder[name] = edited_text(rng, holder[name])


def _add_entry(rng: random.Random, document: Document) -> None:
    items, kind = _lists(rng, document)
    if key := _fresh(rng, document):
        # Few seeds, so that both sides may add the same entry, under one id or two.
        items.insert(_spot(rng, items), _entry(random.Random(rng.randrange(2)), kind, key))


def _remove_entry(rng: random.Random, document: Document) -> None:
    items, _ = _lists(rng, document)
    if items:
        items.pop(rng.randrange(len(items)))


def _clear_list(rng: random.Random, document: Document) -> None:
    _lists(rng, document)[0].clear()


def _move_entry(rng: random.Random, document: Document) -> None:
    items, _ = _lists(rng, document)
    if len(items) > 1:
        items.insert(rng.randrange(len(items)), items.pop(rng.randrange(len(items))))


def _move_between(rng: random.Random, document: Document) -> None:
    lists = item_lists(document)
    items, kind = _lists(rng, document)
    others = [other for other, its_kind in lists if its_kind == kind and other is not items]
    if items and others:
        target = rng.choice(others)
        target.insert(_spot(rng, target), items.pop(rng.randrange(len(items))))


def _edit_words(rng: random.Random, document: Document, words: list[str]) -> None:
    free = [word for word in WORDS if word not in words]
    step = rng.randrange(5)
    if step == 0 and free:
        words.insert(_spot(rng, words), rng.choice(free))
    elif step == 1 and words:
        words.pop(rng.randrange(len(words)))
    elif step == 2 and words and free:
        words[rng.randrange(len(words))] = rng.choice(free)
    elif step == 3:
        rng.shuffle(words)
    elif step == 4 and words and rng.random() < 0.3:
        words.clear()


def _edit_keywords(rng: random.Random, document: Document) -> None:
    lists = [entry["keywords"] for items, _ in item_lists(document) for entry in items if "keywords" in entry]
    if lists:
        _edit_words(rng, document, rng.choice(lists))


def _edit_roles(rng: random.Random, document: Document) -> None:
    jobs = [entry for items, _ in item_lists(document) for entry in items if "roles" in entry]
    if not jobs:
        return
    roles, step = rng.choice(jobs)["roles"], rng.randrange(4)
    if step == 0 and (key := _fresh(rng, document)):
        roles.insert(_spot(rng, roles), _role(random.Random(rng.randrange(2)), key))
    elif step == 1 and roles:
        roles.pop(rng.randrange(len(roles)))
    elif step == 2 and roles:
        rng.choice(roles)["position"] = rng.choice(VALUES)
    elif step == 3:
        rng.shuffle(roles)


def _edit_custom_fields(rng: random.Random, document: Document) -> None:
    fields, step = document["basics"]["customFields"], rng.randrange(4)
    if step == 0 and (key := _fresh(rng, document)):
        fields.insert(_spot(rng, fields), _custom_field(rng, key))
    elif step == 1 and fields:
        fields.pop(rng.randrange(len(fields)))
    elif step == 2 and fields:
        rng.choice(fields)["link"] = rng.choice(("", "https://a.example"))
    elif step == 3:
        rng.shuffle(fields)


def _move_place(rng: random.Random, document: Document) -> None:
    columns = [column for column in _columns(document) if column]
    if columns:
        column = rng.choice(columns)
        _place(rng, document, column.pop(rng.randrange(len(column))))


def _edit_pages(rng: random.Random, document: Document) -> None:
    pages, step = document["metadata"]["layout"]["pages"], rng.randrange(3)
    if step == 0:
        page = rng.choice(pages)
        page["fullWidth"] = not page["fullWidth"]
    elif step == 1 and len(pages) < 3:
        pages.append({"fullWidth": False, "main": [], "sidebar": []})
    elif step == 2 and len(pages) > 1:
        gone = pages.pop()
        pages[0]["main"] += gone["main"] + gone["sidebar"]


def _add_custom_section(rng: random.Random, document: Document) -> None:
    if key := _fresh(rng, document):
        sections = document["customSections"]
        sections.insert(_spot(rng, sections), _custom_section(rng, key, rng.choice(CUSTOM_TYPES)))
        _place(rng, document, key)


def _remove_custom_section(rng: random.Random, document: Document) -> None:
    if sections := document["customSections"]:
        gone = sections.pop(rng.randrange(len(sections)))["id"]
        for column in _columns(document):
            column[:] = [key for key in column if key != gone]


def _edit_custom_section(rng: random.Random, document: Document) -> None:
    if sections := document["customSections"]:
        section, step = rng.choice(sections), rng.randrange(3)
        if step == 0:
            section["title"] = rng.choice(VALUES)
        elif step == 1:
            section["type"] = rng.choice(CUSTOM_TYPES)
            section["items"] = []
        else:
            rng.shuffle(sections)


def _edit_metadata(rng: random.Random, document: Document) -> None:
    metadata, step = document["metadata"], rng.randrange(5)
    if step == 0:
        metadata["template"] = rng.choice(("onyx", "azurill", "pikachu"))
    elif step == 1:
        metadata["typography"]["body"]["fontWeights"] = rng.sample(("400", "500", "600"), rng.randrange(1, 3))
    elif step == 2:
        metadata["design"]["colors"][rng.choice(("primary", "text"))] = rng.choice(("red", "blue"))
    elif step == 3 and "stylesheet" in metadata:
        del metadata["stylesheet"]
    elif step == 3:
        metadata["stylesheet"] = {
            "mode": "semantic",
            "source": {"languageVersion": 1, "text": rng.choice("ab")},
        }
    else:
        document["sections"][rng.choice(("skills", "experience"))]["hidden"] = rng.choice((True, False))


EDITS: Sequence[Edit] = (
    _set_basics,
    _set_website,
    _set_field,
    _set_field,
    _set_level,
    _set_entry_website,
    _edit_text,
    _edit_text,
    _edit_text,
    _add_entry,
    _add_entry,
    _remove_entry,
    _clear_list,
    _move_entry,
    _move_entry,
    _move_between,
    _edit_keywords,
    _edit_keywords,
    _edit_roles,
    _edit_roles,
    _edit_custom_fields,
    _move_place,
    _edit_pages,
    _add_custom_section,
    _remove_custom_section,
    _edit_custom_section,
    _edit_metadata,
)
