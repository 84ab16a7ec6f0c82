"""What a plain sentence leads to without a model: small frozen values told apart by `kind`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from core.resume.values import Json

Operation: TypeAlias = dict[str, Json]

LANGUAGE_ADDRESS = "/preferences/language"
"""The address of a `Setting` that is the person's own and not in the résumé: what we speak, "en" or "zh"."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A Proposal to be: `operations` are RFC 6902, against the very document that was read.

    Entries that are added have no `id` yet. `already` are names that were asked for too and are there.
    """

    title: str
    operations: tuple[Operation, ...]
    already: tuple[str, ...] = ()
    kind: Literal["patch"] = "patch"


@dataclass(frozen=True, slots=True)
class Setting:
    """A change of presentation alone; also given when the place has that `value` already.

    `named` is what the person named, in the words of the résumé.
    """

    address: str
    value: Json
    title: str
    named: str
    kind: Literal["setting"] = "setting"


@dataclass(frozen=True, slots=True)
class Unchanged:
    """What is asked for is there already, at `address`; `hidden`: but it isn't shown."""

    address: str
    named: str
    hidden: bool = False
    kind: Literal["unchanged"] = "unchanged"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to a `Choose`, and what it leads to."""

    label: str
    edit: Patch | Setting


@dataclass(frozen=True, slots=True)
class Choose:
    """The wish is clear but for one thing: `say(prompt_key, named=named)` asks, `options` (≥ 2) answer.

    There may be more options than a single_choice may show.
    """

    prompt_key: str
    named: str
    options: tuple[Option, ...]
    kind: Literal["choose"] = "choose"


@dataclass(frozen=True, slots=True)
class NotFound:
    """A clear wish about something that isn't there; `near` are labels of what is spelled alike."""

    named: str
    near: tuple[str, ...] = ()
    kind: Literal["not_found"] = "not_found"


@dataclass(frozen=True, slots=True)
class Undo:
    """The person's last version here is to be undone."""

    kind: Literal["undo"] = "undo"


QuickEdit: TypeAlias = Patch | Setting | Unchanged | Choose | NotFound | Undo
