"""Everything core asks of the outside, in core's words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any, Literal, Protocol, TypeAlias

from core.event import Actor, Conversation, Event, PlatformName
from core.person import Link, Person
from core.resume.values import Document
from core.resume.version import Resume, Version
from core.show.post import Post, Subject
from core.show.view import Notice, View
from core.talk.job import Job
from core.talk.proposal import Proposal
from core.talk.question import Question
from core.unit import Unit


class Clock(Protocol):
    """The time: milliseconds since 1970 (UTC), and the zone of people whose own is not known."""

    zone: tzinfo

    def now(self) -> int:
        """Milliseconds since 1970-01-01T00:00Z."""
        ...


class Ids(Protocol):
    """Fresh random identifiers."""

    def short(self) -> str:
        """Ten random base-36 characters, for proposals, questions and jobs."""
        ...

    def uuid(self) -> str:
        """A UUID v4, for what stands in a résumé."""
        ...


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An Event as it waits in the inbox, and how often handling it has failed."""

    id: int
    event: Event
    attempts: int
    next_at: int


@dataclass(frozen=True, slots=True)
class DamagedEvent:
    """An Event of the inbox whose body can't be read; it is set aside, so that its lane goes on."""

    id: int
    key: str


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One message of a conversation; `job` is the turn that answers it ('' : the next one)."""

    id: int
    role: str
    text: str
    typed: bool
    person: str | None
    job: str | None
    at: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it was noted: which, on which revision, by whom (a person's id), when, to what end."""

    decision: str
    revision: int
    person: str
    at: int
    outcome: str
    version: int | None


class Store(Protocol):
    """All durable state. Reads see what is committed; every change is a Unit."""

    async def commit(self, unit: Unit) -> None:
        """Make all writes durable, or none. Raises LostRaceError when a row count differs."""
        ...

    async def waiting_conversations(self) -> list[tuple[str, int]]:
        """Conversations with unhandled Events, and when the first of each is due (ms)."""
        ...

    async def next_event(self, conversation: str) -> StoredEvent | DamagedEvent | None:
        """The oldest unhandled Event of a conversation."""
        ...

    async def event_state(self, key: str) -> str | None:
        """`waiting`, `done` or `parked`; None for a key that never came in."""
        ...

    async def parked_events(self, limit: int) -> list[dict[str, Any]]:
        """Events set aside: id, event_key, conversation, attempts, code, times; no content."""
        ...

    async def person(self, actor: Actor) -> Person | None:
        """Who an Actor is, if we know them."""
        ...

    async def person_by_id(self, person: str) -> Person | None:
        """A person by our own id."""
        ...

    async def identities_of(self, person: str) -> list[Actor]:
        """Who a person is on the platforms."""
        ...

    async def link(self, link: str) -> Link | None:
        """A link between two identities, by its id."""
        ...

    async def link_by_code(self, code: str) -> Link | None:
        """The link that a code's keyed hash belongs to."""
        ...

    async def count_audit(self, person: str, kind: str, after: int) -> int:
        """How often something of a kind was noted of a person since a time (ms)."""
        ...

    async def resume(self, resume: str) -> Resume | None:
        """A Resume with its current version number."""
        ...

    async def current_resume(self, person: str, conversation: str) -> Resume | None:
        """The Resume that this person means in this conversation."""
        ...

    async def resumes_of(self, person: str) -> list[Resume]:
        """A person's Resumes, the last used first."""
        ...

    async def version(self, resume: str, number: int) -> Version | None:
        """One version with its content."""
        ...

    async def content(self, resume: str, number: int) -> Document:
        """The document of a version that exists."""
        ...

    async def versions(self, resume: str, limit: int) -> list[Version]:
        """The newest versions, newest first, without content."""
        ...

    async def versions_between(self, resume: str, after: int, upto: int) -> list[Version]:
        """Versions `after` < n <= `upto`, oldest first, without content."""
        ...

    async def undone(self, resume: str) -> dict[int, int]:
        """Which versions were taken back, and by which version each."""
        ...

    async def proposal(self, proposal: str) -> Proposal | None:
        """A Proposal."""
        ...

    async def proposal_of_version(self, resume: str, number: int) -> Proposal | None:
        """The Proposal whose approval made this version and that stands approved."""
        ...

    async def batch(self, batch: str) -> list[Proposal]:
        """The Proposals of one turn, in their order."""
        ...

    async def pending_proposals(self, conversation: str) -> list[Proposal]:
        """What waits for a decision in a conversation, oldest first."""
        ...

    async def pending_of(self, person: str, limit: int) -> list[Proposal]:
        """What waits for a decision of this person anywhere, newest first."""
        ...

    async def decided_proposals(self, conversation: str, after: int) -> list[Proposal]:
        """What was decided in a conversation since a time (ms)."""
        ...

    async def decisions(self, subject: str) -> list[Decided]:
        """The decisions noted on a proposal (or another subject)."""
        ...

    async def showing(self, proposal: str, revision: int, tag: str) -> frozenset[bytes] | None:
        """The line hashes of what a card drew; None for a tag that was never drawn."""
        ...

    async def showings(self, proposal: str, revision: int) -> list[frozenset[bytes]]:
        """The line hashes of all that was drawn of a revision, the first showing first."""
        ...

    async def messages(self, conversation: str, limit: int) -> list[StoredMessage]:
        """The last messages of a conversation, oldest first."""
        ...

    async def has_reply(self, person: str) -> bool:
        """Whether the assistant ever answered this person."""
        ...

    async def awaiting(self, conversation: str) -> tuple[str, Actor] | None:
        """Whose message waits longest for a turn: a person's id, and who they are here."""
        ...

    async def job_of_message(self, event_key: str) -> str | None:
        """The turn that answers the message of an Event's key ('' : the next one)."""
        ...

    async def expirable(self, before: int, limit: int) -> list[tuple[str, int, str, Actor]]:
        """Pending Proposals made before a time (ms): id, revision, conversation, and their owner there."""
        ...

    async def messages_of_job(self, job: str) -> list[StoredMessage]:
        """What a turn is to answer, oldest first."""
        ...

    async def open_question(self, conversation: str) -> Question | None:
        """The one open Question of a conversation."""
        ...

    async def open_questions_of(self, person: str, limit: int) -> list[Question]:
        """The open Questions of this person in all conversations, oldest first."""
        ...

    async def next_question(self, conversation: str, settled: str) -> Question | None:
        """The open Question that comes next once `settled` is closed."""
        ...

    async def settled_questions(self, resume: str) -> list[Question]:
        """The Questions on a Resume that were answered, skipped or not known: they never come back."""
        ...

    async def question(self, question: str) -> Question | None:
        """A Question."""
        ...

    async def last_turn(self, conversation: str) -> int:
        """When the last ended turn of a conversation was asked for (ms); 0 if there was none."""
        ...

    async def tokens_on(self, person: str, day: str) -> int:
        """Tokens that a person's own messages cost on a day (YYYY-MM-DD, UTC)."""
        ...

    async def written_since(self, person: str, after: int) -> list[int]:
        """When a person wrote to the model after a time (ms), oldest first."""
        ...

    async def conversations_of(self, person: str) -> list[tuple[str, str]]:
        """A person's conversations, the newest first, each with the start of what it began with."""
        ...

    async def everything_of(self, person: str) -> dict[str, Any]:
        """All that is kept of a person, by kind, for them to take along."""
        ...

    async def job(self, job: str) -> Job | None:
        """A Job."""
        ...

    async def job_has_messages(self, job: str) -> bool:
        """Whether messages are kept that this Job was to answer."""
        ...

    async def open_job(self, conversation: str) -> Job | None:
        """The Job that waits or runs in a conversation."""
        ...

    async def jobs_of_worker(self, worker: str) -> set[str]:
        """The Jobs that a worker has under way."""
        ...

    async def due_jobs(self, at: int, limit: int, *, turns: bool) -> list[Job]:
        """Jobs that a worker may claim at a time (ms); without `turns` those that need no model."""
        ...

    async def posts_after(self, conversation: str, post: int) -> int:
        """How many live Posts stand behind one in its conversation."""
        ...

    async def due_posts(self, at: int, limit: int, each: int) -> list[Post]:
        """Posts whose wanted state was not sent yet, at most `each` of a conversation, oldest first.

        Those of closed conversations are left out.
        """
        ...

    async def post_of(self, subject: Subject, subject_id: str, person: str) -> Post | None:
        """The newest Post of a subject for a person."""
        ...

    async def post_at(self, platform: str, workspace: str, place: str) -> Post | None:
        """The newest Post that stands at a platform's own id of a message."""
        ...

    async def unplaced_post(self, subject: Subject, subject_id: str, conversation: str) -> Post | None:
        """The Post of a subject whose first sending was tried here, to an unknown end."""
        ...

    async def unread_cards(self, batch: str, conversation: str) -> set[str]:
        """Proposals of a batch whose card had to be cut here and wasn't opened whole at this revision."""
        ...

    async def post(self, post: int) -> Post | None:
        """A Post."""
        ...

    async def live_posts(self, conversation: str, limit: int) -> list[Post]:
        """The last Posts of a conversation, oldest first."""
        ...

    async def last_post(self, conversation: str) -> Post | None:
        """The newest Post of a conversation."""
        ...


@dataclass(frozen=True, slots=True)
class Traits:
    """What a platform does by itself, as far as core must know.

    `echoes`: it needs to be told what the person said (chats show it themselves). `has_home`: it has a
    place beside the conversation for the résumé. `has_forms`: it opens a field for text where a button asks
    for one; elsewhere core asks by a Question. `is_remote`: a message sent there stands there,
    whether or not its answer reached us, so a first sending is noted before it is tried; after an unknown
    outcome `resend_after` milliseconds pass before it is looked at again.
    """

    echoes: bool = False
    has_home: bool = False
    has_forms: bool = False
    is_remote: bool = True
    resend_after: int = 0


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast a platform takes messages: a `burst`, then one in `seconds`; `overall` in a second."""

    burst: int
    seconds: float
    overall: float


@dataclass(frozen=True, slots=True)
class Sending:
    """A Post to be shown. `place` is where it stands already ('' : nowhere yet), as `show` returned it.

    `tried_at` (ms) is when a first sending began whose outcome never became known: where the platform can
    look, it looks before it sends again. `rings` says whether the person is to be called.
    """

    post: int
    conversation: Conversation
    view: View
    place: str = ""
    tried_at: int | None = None
    rings: bool = True


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a Post stands now, and whether its card had to be cut."""

    place: str
    is_cut: bool = False


class Platform(Protocol):
    """Slack, Telegram or the page, as the postman sees it."""

    @property
    def name(self) -> PlatformName:
        """Which platform it is."""
        ...

    @property
    def traits(self) -> Traits:
        """What it does by itself."""
        ...

    def rate(self, conversation: Conversation) -> Rate | None:
        """How fast it takes messages in a conversation; None: as fast as they come."""
        ...

    async def show(self, sending: Sending) -> Shown:
        """Show a new Post, or bring a shown one up to date.

        Raises BusyError, UnknownOutcomeError, UnreachableError; any other error is a failure to be tried
        again later.
        """
        ...

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Take a Post away; `place` is where it stands ('' : nowhere). Raises like `show`."""
        ...

    async def progress(self, conversation: Conversation, text: str) -> None:
        """Show the answer as far as it is written; not stored, may be dropped."""
        ...

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """Tell something once."""
        ...

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """The bytes of a file that came as a `reference`, `most` bytes at most.

        Raises PersonError `file_too_large`, `file_not_fetched` in a plain sentence; BusyError.
        """
        ...


@dataclass(frozen=True, slots=True)
class Imported:
    """A file read into a document: its title, and what was changed or left out, in words.

    `unplaced` is text of the file that found no place. `is_sure` says that the file was one of data, read
    without guessing; otherwise its person confirms what was read. `evidence` tells by JSON Pointer of the
    document from which text each value was read.
    """

    document: Document
    title: str
    notes: Sequence[str]
    unplaced: Sequence[str] = ()
    is_sure: bool = True
    evidence: Mapping[str, str] = field(default_factory=dict)


Form: TypeAlias = Literal["json", "pdf", "png", "docx", "md", "txt", "jsonresume"]
"""What a résumé can be taken along as."""


class Documents(Protocol):
    """Reading and writing résumé files."""

    def read(self, name: str, data: bytes) -> Imported | None:
        """A file that can be read in milliseconds, as a document; None for one that `read_slowly` takes.

        Raises PersonError in a plain sentence.
        """
        ...

    async def read_slowly(self, name: str, data: bytes) -> Imported:
        """Any file that we know, as a document. Raises PersonError in a plain sentence."""
        ...

    async def write(self, document: Document, form: Form, *, title: str, version: int) -> bytes:
        """The document as a file; `json` is Reactive Resume 5 without loss, others carry the version."""
        ...

    def losses(self, document: Document, form: Form) -> Sequence[str]:
        """What a form has no place for, a sentence each."""
        ...

    async def pages(self, document: Document) -> tuple[bytes, ...]:
        """The document's pages as PNG."""
        ...
