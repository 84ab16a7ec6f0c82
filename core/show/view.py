"""Views: what a Post shows, platform-neutral. Plain text only; an adapter draws it in its own way."""

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in a before/after: the same on both sides, brought in, or taken out."""

    text: str
    mark: Literal["same", "in", "out"]


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of a change. `where` is the place in words; `spans` is the word-level difference.

    `note` says what matters about it (position, *only the formatting*, *you added Kafka later*);
    `is_new` marks what was not on the card that was pressed; `edit` is the text an editor starts
    from (None: this line can't be edited); `cut` says that spans show only the start.
    """

    number: int
    where: str
    kind: str
    spans: tuple[Span, ...]
    note: str = ""
    is_new: bool = False
    edit: str | None = None
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its plain words, its token, and how much it asks for attention.

    `input` says that a press first asks for text in place: `lines` (edit one line), `reason` (one
    optional line).
    """

    label: str
    token: str
    style: Literal["primary", "danger", "plain"] = "plain"
    input: Literal["", "lines", "reason"] = ""


CardState: TypeAlias = Literal[
    "pending", "approved", "rejected", "superseded", "expired", "undone", "out_of_date"
]


@dataclass(frozen=True, slots=True)
class CardView:
    """A Proposal as a card: headline, why, before/after, notes, buttons; `status` tells what was decided."""

    headline: str
    state: CardState
    status: str
    summary: str
    lines: tuple[LineView, ...]
    more: str
    """How many lines or blocks are not drawn, in words; empty when all are."""
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    buttons: tuple[Button, ...]
    review: Button | None = None
    """Opens the whole change. A platform that had to cut the card draws it in the place of Approve."""
    is_opened: bool = False
    """Whether this reader opened the whole of this revision: then Approve may stand on a cut card."""
    kind: Literal["card"] = "card"


@dataclass(frozen=True, slots=True)
class BatchView:
    """The header of several cards that came together."""

    headline: str
    titles: tuple[str, ...]
    status: str
    buttons: tuple[Button, ...]
    kind: Literal["batch"] = "batch"


@dataclass(frozen=True, slots=True)
class TextView:
    """A text that we say. `by` tells the model's words (`assistant`) from our own (`product`)."""

    text: str
    by: Literal["assistant", "product"] = "product"
    buttons: tuple[Button, ...] = ()
    kind: Literal["text"] = "text"


@dataclass(frozen=True, slots=True)
class SaidView:
    """What the person said, for platforms that don't show it by themselves (the page)."""

    text: str
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a Question."""

    label: str
    value: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A Question with its control; `status` tells the answer once there is one.

    `control` is the kind of control (DESIGN §1); `limits` its bounds by name, as the contract has them
    (min, max, minLength, maxLength, integer, allowCustom, ...).
    """

    question: str
    revision: int
    prompt: str
    reason: str
    control: str
    choices: tuple[Choice, ...]
    limits: dict[str, str | int | float | bool]
    draft: object
    status: str
    buttons: tuple[Button, ...]
    kind: Literal["question"] = "question"


@dataclass(frozen=True, slots=True)
class WorkingView:
    """A Job under way: what is being done, what was written so far, and Stop."""

    headline: str
    text: str
    buttons: tuple[Button, ...]
    kind: Literal["working"] = "working"


@dataclass(frozen=True, slots=True)
class EntryView:
    """One entry of a section: title, the line beneath it, the date at its side, and its blocks.

    A block that starts with "• " is a bullet. `id` is the entry's address, so that a change can be shown
    in its place.
    """

    address: str
    title: str
    subtitle: str
    aside: str
    blocks: tuple[str, ...]
    tags: tuple[str, ...] = ()
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class SectionView:
    """One section of the résumé as text."""

    address: str
    title: str
    entries: tuple[EntryView, ...]
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class VersionView:
    """One version in the history: number, what happened, by whom, when (in words), its buttons."""

    number: int
    what: str
    who: str
    at: str
    changes: tuple[LineView, ...]
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class WaitingView:
    """A card or question that waits for its person, in one line, with the button that brings it up."""

    title: str
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    """The résumé itself, beside the conversation: its text, its version, its history."""

    resume: str
    title: str
    version: int
    name: str
    headline: str
    contacts: tuple[str, ...]
    sections: tuple[SectionView, ...]
    history: tuple[VersionView, ...]
    language: str
    """What the person is spoken to in: `en` or `zh`; a page's own words follow it."""
    is_sample: bool = False
    waiting: tuple[WaitingView, ...] = ()
    kind: Literal["home"] = "home"


@dataclass(frozen=True, slots=True)
class ListView:
    """A short list with a headline (candidates, pending cards); each may have a button.

    `is_text`: the items are lines of a text, with their own signs.
    """

    headline: str
    items: tuple[str, ...]
    buttons: tuple[Button, ...] = ()
    is_text: bool = False
    kind: Literal["list"] = "list"


@dataclass(frozen=True, slots=True)
class FileView:
    """A file to take along; the platform fetches its bytes by the Post when it is wanted."""

    headline: str
    name: str
    kind: Literal["file"] = "file"


View: TypeAlias = (
    FileView | CardView | BatchView | TextView | SaidView | QuestionView | WorkingView | HomeView | ListView
)


@dataclass(frozen=True, slots=True)
class Notice:
    """A toast: told once, before its deadline, never stored."""

    text: str
    tone: Literal["plain", "warning"] = "plain"
