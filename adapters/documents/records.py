"""Records: the objects of a data file, whose members are taken out one by one, so that none is forgotten."""

from collections.abc import Iterator, Mapping

from adapters.documents.draft import Draft
from adapters.documents.taken import NOTHING, Taken, taken, text_of
from core.resume.values import Json


class Record:
    """An object of a file. What nobody took is kept as unplaced when it is closed.

    `where` names it in words of the file ("work 2"). What isn't an object counts as its member `key`.
    """

    def __init__(self, raw: Json, where: str, draft: Draft, *, key: str = "name") -> None:
        self.where = where
        self._draft = draft
        self._rest: dict[str, Json] = dict(raw) if isinstance(raw, Mapping) else {key: raw}

    def take(self, *names: str) -> Taken:
        """The first of these members that is a text or number; others of them that say the same go too."""
        found = next((text for name in names if (text := taken(self._rest.get(name)))), NOTHING)
        for name in names:
            if found and text_of(self._rest.get(name)) == found.text:
                del self._rest[name]
        return found

    def takes(self, *names: str) -> list[Taken]:
        """The texts of the first of these members that is a list, or one text; what else it holds stays."""
        name = next((name for name in names if self._rest.get(name)), None)
        if name is None:
            return []
        values = self._rest.pop(name)
        values = values if isinstance(values, list) else [values]
        if rest := [value for value in values if isinstance(value, dict | list | bool)]:
            self._rest[name] = rest
        return [text for value in values if (text := taken(value))]

    def flag(self, name: str) -> bool | None:
        """A member that is true or false, as such or written out; None where it is neither."""
        known = {"true": True, "false": False}
        flag = known.get(str(self._rest.get(name)).lower())
        if flag is not None:
            del self._rest[name]
        return flag

    def number(self, name: str, low: float, high: float) -> float | None:
        """A member that is a number within bounds; None where it isn't one."""
        try:
            number = float(text_of(self._rest.get(name)))
        except ValueError:
            return None
        if not low <= number <= high:
            return None
        del self._rest[name]
        return int(number) if number.is_integer() else number

    def record(self, name: str, *, key: str = "name") -> "Record":
        """An object within this one; an empty one where there is none. To be closed by its taker."""
        raw = self._rest.pop(name, None)
        return Record({} if raw is None else raw, f"{self.where} · {name}".lstrip(" ·"), self._draft, key=key)

    def records(self, name: str, *, key: str = "name") -> Iterator["Record"]:
        """The objects of a list, or the one that stands in its place; each is closed when the next begins."""
        values = self._rest.pop(name, None)
        values = [] if values is None else values
        where = f"{self.where} · {name}".lstrip(" ·")
        for number, raw in enumerate(values if isinstance(values, list) else [values], 1):
            record = Record(raw, f"{where} {number}", self._draft, key=key)
            yield record
            record.close()

    def raw(self, name: str) -> Json:
        """A member as it stands; None where there is none."""
        return self._rest.pop(name, None)

    def has(self, *names: str) -> bool:
        """Whether one of these members says something."""
        return any(self._rest.get(name) not in (None, "", [], {}) for name in names)

    def names(self) -> list[str]:
        """The members that nobody took so far."""
        return list(self._rest)

    def drop(self, *names: str) -> list[str]:
        """Leaves out members that say nothing about the person; returns those that were there."""
        return [name for name in names if self._rest.pop(name, None) not in (None, "", [], {})]

    def close(self) -> None:
        """Keeps what is left as unplaced."""
        for where, text in _leaves(self._rest, self.where):
            self._draft.keep(where, text)
        self._rest = {}


def _leaves(value: Json, where: str) -> Iterator[tuple[str, str]]:
    """Every text below here, with where it stands; the texts of one list are one."""
    if isinstance(value, Mapping):
        for name, member in value.items():
            yield from _leaves(member, f"{where} · {text_of(name)}".lstrip(" ·"))
    elif isinstance(value, list):
        texts = [text for element in value if (text := _scalar(element))]
        if texts:
            yield where, ", ".join(texts)
        for element in value:
            if isinstance(element, dict | list):
                yield from _leaves(element, where)
    elif text := _scalar(value):
        yield where, text


def _scalar(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else text_of(value)
