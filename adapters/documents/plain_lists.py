"""Sections of a résumé that are lists: skills, languages, interests, and one-line entries such as awards."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from adapters.documents.draft import Draft, Member
from adapters.documents.plain_dates import split_period
from adapters.documents.plain_lines import unwrapped, without_bullet
from adapters.documents.plain_words import is_language
from adapters.documents.taken import NOTHING, Taken, joined, taken

MAX_ENTRIES: Final = 300
"""Items of one list; what comes after is unplaced."""

_GROUP: Final = re.compile(r"^([^:：,，、;；]{1,40})[:：]\s*(?!//)(\S.*)$")
_MARKS: Final = re.compile(r"(?<![●■★◆○□☆◇])([●■★◆]{0,5})[○□☆◇]{0,5}(?<=[●■★◆○□☆◇]{5})(?![●■★◆○□☆◇])")
"""A level of five, drawn."""
_SEPARATOR: Final = re.compile(r"\s*[,，、;；|｜\t•·]\s*(?![^(（]*[)）])")
_IN_BRACKETS: Final = re.compile(r"^(.+?)\s*[(（]([^()（）]+)[)）]$")
_SIDE: Final = re.compile(r"^(.+?)\s*(?:[:：]|\s[-–—])\s*(.+)$")
_PARTS: Final = re.compile(r"\t|\s*[|｜]\s*|\s+[–—-]\s+|\s+[·•]\s+")
_LEVEL: Final = re.compile(
    r"native|mother tongue|fluent|proficien\w+|advanced|intermediate|basic|beginner|elementary|conversational"
    r"|professional|working|bilingual|expert|[abc][12]|novice|limited|full|cet|ielts|toefl|tem-?\d|jlpt|hsk|n[1-5]"
    r"|母语|流利|精通|熟练|良好|一般|基础|日常|工作|听说|读写|四级|六级|专业",
    re.IGNORECASE,
)
_LEVEL_WORDS: Final = (
    r"(?:native|fluent|proficient|advanced|intermediate|basic|beginner|elementary|conversational|professional"
    r"|working|limited|full|bilingual|expert|novice|proficiency|working proficiency|[abc][12]|\s)+"
    r"|母语|流利|精通|熟练|良好|一般|基础|掌握|了解|熟悉|入门|工作语言|日常交流"
)
_ONLY_LEVEL: Final = re.compile(_LEVEL_WORDS, re.IGNORECASE)
"""A text that says nothing but how well something is known."""
_LEVEL_FIRST: Final = re.compile(rf"\s*(?:{_LEVEL_WORDS})(?!\w)", re.IGNORECASE)
_TALKS: Final = re.compile(r"熟悉|掌握|了解|精通|熟练|具有|具备|能够|使用|良好")
_LONGEST_ITEM: Final = 6
"""Words; longer pieces are a sentence that commas part."""


def read_skills(draft: Draft, section: str, lines: Sequence[str]) -> dict[str, str]:
    """Skills: a line `Group: a, b` is a group with keywords, a line of single ones is one entry each.

    Returns the evidence of levels that are drawn.
    """
    found = _Found("name", "proficiency")
    for line in map(without_bullet, filter(None, unwrapped(lines))):
        grouped = _GROUP.match(line)
        if grouped and not _TALKS.search(grouped[1]):
            keywords = _items(grouped[2]) or [grouped[2]]
            found.entries.append({"name": taken(grouped[1]), "keywords": [*map(taken, keywords)]})
            continue
        for item in _items(line) or [line]:
            found.add(item)
    return found.put(draft, section)


def read_languages(draft: Draft, section: str, lines: Sequence[str]) -> dict[str, str]:
    """Languages, each with how well it is known, as written; returns as `read_skills` does."""
    found = _Found("language", "fluency", is_name=is_language)
    for line in map(without_bullet, filter(None, lines)):
        for item in _items(line) or [line]:
            found.add(item)
    return found.put(draft, section)


class _Found:
    """Entries that have a name and a level, in words or drawn, beside it or after it.

    What has no level and is no name by `is_name` is unplaced.
    """

    def __init__(self, name: str, level: str, *, is_name: Callable[[str], bool] | None = None) -> None:
        self.entries: list[dict[str, Member]] = []
        self._name = name
        self._level = level
        self._is_name = is_name
        self._drawn: dict[int, str] = {}
        self._unplaced: list[str] = []

    def add(self, item: str) -> None:
        """Adds one item, or what it says of the one before."""
        drawn = _MARKS.search(item)
        words = _MARKS.sub("", item).strip()
        if drawn and words:
            before, after = item[: drawn.start()].strip(), item[drawn.end() :].strip()
            self._append(taken(before or after), taken(after if before else ""), item)
        elif words and self._is_level_of_last(words):
            self.entries[-1][self._level] = taken(words)
        elif words:
            self._append(*_with_level(words), item)
        if drawn and self.entries:
            self.entries[-1]["level"] = len(drawn[1])
            self._drawn[len(self.entries) - 1] = drawn[0]

    def put(self, draft: Draft, section: str) -> dict[str, str]:
        """Adds all to the draft; returns the evidence of the drawn levels."""
        evidence = {}
        for place, members in enumerate(self.entries[:MAX_ENTRIES]):
            pointer = draft.add(section, members, "")
            if pointer and place in self._drawn:
                evidence[f"{pointer}/level"] = self._drawn[place]
        for members in self.entries[MAX_ENTRIES:]:
            self._unplaced.append(joined(" ", _texts(members)).text)
        for item in self._unplaced:
            draft.keep("", item)
        return evidence

    def _append(self, name: Taken, level: Taken, item: str) -> None:
        if self._is_name and not (level or self._is_name(name.text)):
            self._unplaced.append(item)
        else:
            self.entries.append({self._name: name, self._level: level})

    def _is_level_of_last(self, words: str) -> bool:
        has_place = bool(self.entries) and not self.entries[-1].get(self._level, True)
        return has_place and _ONLY_LEVEL.fullmatch(words) is not None


def _texts(members: Mapping[str, Member]) -> Iterator[Taken]:
    for member in members.values():
        if isinstance(member, Taken):
            yield member
        elif isinstance(member, list):
            yield from member


def read_interests(draft: Draft, section: str, lines: Sequence[str]) -> None:
    """Interests, one entry each."""
    plain = map(without_bullet, filter(None, unwrapped(lines)))
    items = [item for line in plain for item in _items(line) or [line]]
    for item in items[:MAX_ENTRIES]:
        draft.add(section, {"name": taken(item)}, item)
    for item in items[MAX_ENTRIES:]:
        draft.keep("", item)


def read_titles(draft: Draft, section: str, lines: Sequence[str], by: str) -> None:
    """Entries of one line: a title, a date, and who gave it (the member `by`) where a mark parts them."""
    for line in map(without_bullet, filter(None, unwrapped(lines))):
        date, rest = split_period(line) or ("", line)
        title, *others = [part.strip() for part in _PARTS.split(rest) if part.strip()] or [line]
        members = {"title": taken(title), "date": taken(date)}
        if others:
            members[by] = taken(others[0])
        draft.add(section, members, title)
        for other in others[1:]:
            draft.keep(title, other)


def _rated(text: str) -> list[str]:
    """The items of a line whose levels are drawn: each with its name, its marks and what they mean."""
    items: list[str] = []
    for part in text.split("\t"):
        end = 0
        for found in _MARKS.finditer(part):
            level = _LEVEL_FIRST.match(part, found.end())
            stop = level.end() if level else found.end()
            items.append(part[end:stop].strip(" ,，、;；"))
            end = stop
        items += filter(None, [part[end:].strip(" ,，、;；")])
    return items


def _items(text: str) -> list[str]:
    """The items of a list on one line; [] where it is a sentence."""
    if _MARKS.search(text):
        return _rated(text)
    items = [item.strip(" .。") for item in _SEPARATOR.split(text)]
    items = [item for item in items if item]
    if len(items) > 1 and any(_is_sentence(item) for item in items):
        return []
    return items


def _is_sentence(item: str) -> bool:
    return len(item.split()) > _LONGEST_ITEM or (_TALKS.search(item) is not None and len(item) > 4)


def _with_level(item: str) -> tuple[Taken, Taken]:
    """A name and the level beside it."""
    bracketed = _IN_BRACKETS.match(item)
    found = bracketed or _SIDE.match(item)
    if found and _LEVEL.search(found[2]):
        return taken(found[1]), taken(found[2])
    return taken(item), NOTHING


def paragraphs(lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines between blank ones."""
    group: list[str] = []
    for line in [*lines, ""]:
        if line:
            group.append(line)
        elif group:
            yield group
            group = []
