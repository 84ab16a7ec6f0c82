"""Case: one Event on the desk, with what deciding it may read and what it has decided so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core import writes
from core.event import Event
from core.person import Person
from core.ports import Clock, Documents, Ids, Store, Traits
from core.show.view import Notice
from core.show.words import Language, Words, words
from core.unit import Unit


@dataclass(frozen=True, slots=True)
class Means:
    """What the desk works with. `key` keys the hashes of what was shown.

    `model_host` is where a person's text goes when a model is asked; None: there is no model.
    `traits` tells per platform what it does by itself.
    `language` is the one that people are first met in; None: the one their platform tells.
    """

    store: Store
    clock: Clock
    ids: Ids
    documents: Documents
    key: bytes
    model_host: str | None
    traits: Mapping[str, Traits]
    language: Language | None = None
    daily_tokens: int = 200_000
    """What a person's messages to the model may cost on one day (UTC)."""


@dataclass(frozen=True, slots=True)
class Handled:
    """What came of an Event: what the person is told at once, and a code for logs and counters."""

    notice: Notice | None
    code: str


@dataclass(slots=True)
class Case:
    """One try at deciding an Event: it reads through `means.store` and collects one Unit.

    `notice` is what the person hears at once; the desk makes a Post of it when that comes too late.
    `code` is the key of the sentence that tells the outcome, without what stands in it.
    """

    means: Means
    event: Event
    person: Person
    now: int
    is_known: bool = True
    """False for a stranger who presses: nothing of them is kept."""
    is_merged: bool = False
    """Whether this person has just become one with another, under the other's id."""
    unit: Unit = field(default_factory=Unit)
    notice: Notice | None = None
    code: str = ""

    @property
    def store(self) -> Store:
        """All durable state, for reading."""
        return self.means.store

    @property
    def conversation(self) -> str:
        """The conversation's id."""
        return self.event.conversation.id

    @property
    def words(self) -> Words:
        """The sentences in this person's language."""
        return words(self.person.language)

    @property
    def traits(self) -> Traits:
        """What this platform does by itself."""
        return self.means.traits.get(self.event.conversation.platform, Traits())

    def tell(self, key: str, *, warning: bool = False, **arguments: str | int) -> None:
        """The outcome, told once and at once."""
        self.code = key
        self.notice = Notice(self.words.say(key, **arguments), "warning" if warning else "plain")

    def post(self, key: str, **arguments: str | int) -> None:
        """A sentence of ours that stays in the conversation."""
        self.code = self.code or key
        self.post_text(self.words.say(key, **arguments))

    def post_text(self, text: str, by: str = "product", **content: str) -> None:
        """A text that stays in the conversation; further `content` as `core/show/render.py` reads it."""
        self.unit.add(
            writes.add_post(
                self.conversation,
                "text",
                "",
                self.now,
                person=self.person.id,
                content={"text": text, "by": by, **content},
            )
        )

    def audit(self, kind: str, subject: str, subject_id: str) -> None:
        """Who did what to what; without content."""
        self.unit.add(writes.add_audit(self.now, self.person.id, kind, subject, subject_id))
