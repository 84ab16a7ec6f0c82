"""Event: one normalised thing that came in, from whom, and in which conversation."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

PlatformName: TypeAlias = Literal["slack", "telegram", "web"]


class Value(BaseModel):
    """A small frozen value that refuses unknown members."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Conversation(Value):
    """A place where talk happens: platform, workspace, channel, thread (the last two platform-made)."""

    platform: PlatformName
    workspace: str = ""
    channel: str
    thread: str = ""

    @property
    def id(self) -> str:
        """One string for the four parts; lanes, posts and jobs go by it."""
        return "|".join((self.platform, self.workspace, self.channel, self.thread))

    @classmethod
    def from_id(cls, conversation_id: str) -> "Conversation":
        """The Conversation whose `id` this is."""
        platform, workspace, channel, thread = conversation_id.split("|")
        return cls.model_validate(
            {"platform": platform, "workspace": workspace, "channel": channel, "thread": thread}
        )


class Actor(Value):
    """Who did something, as the platform authenticated them; never taken from a model's argument."""

    platform: PlatformName
    workspace: str = ""
    user: str
    name: str = ""
    locale: str | None = None


class Message(Value):
    """Text that a person typed, pasted or forwarded (`typed` is true only for the first)."""

    kind: Literal["message"] = "message"
    text: str
    typed: bool = True
    reply_to: int | None = None
    """The Post this message replies to, where the platform tells."""
    reply_place: str = ""
    """The platform's own id of the message it replies to, where that is all it tells."""
    place: str = ""
    """The platform's own id of this message, where people can edit what they wrote."""
    edits: bool = False
    """The message at `place` was written before, and now says this."""
    again: bool = False
    """Handled once more: it is shown already, and the person said that it is no answer."""


class Press(Value):
    """One press of a button; `token` is the button's own (see `core/talk/button.py`).

    `post` is the Post that was pressed, or `place` the platform's own id of its message. `line` and
    `text` carry an edit made in the card itself, `text` also the optional reason of a Redraft.
    """

    kind: Literal["press"] = "press"
    token: str
    post: int | None = None
    place: str = ""
    line: int | None = None
    text: str | None = None


class Answer(Value):
    """What a person gave to a Question by its control; a `draft` is half done and only kept."""

    kind: Literal["answer"] = "answer"
    question: str
    revision: int
    value: Any
    draft: bool = False


class File(Value):
    """A file handed over: its bytes in Base64 (`data`), or the platform's `reference`, fetched by a Job.

    `size` is in bytes, where the platform tells it before the file is fetched (0: it doesn't). `caption` is
    what was written beside it, `reply_place` as of a Message.
    """

    kind: Literal["file"] = "file"
    name: str
    media_type: str = ""
    data: str = ""
    reference: str = ""
    size: int = 0
    caption: str = ""
    reply_place: str = ""


class Command(Value):
    """One of the commands that core offers on every platform, with its argument text."""

    kind: Literal["command"] = "command"
    name: str
    argument: str = ""


class Opened(Value):
    """The person opened the place where Countersign lives (the page, a home tab, /start)."""

    kind: Literal["opened"] = "opened"


class Reach(Value):
    """The person shut us out (blocked the bot, left), or let us in again."""

    kind: Literal["reach"] = "reach"
    is_open: bool


class Outcome(Value):
    """A Job ended: `attempt` is the one that ran, `result` is what it gave (kind by Job)."""

    kind: Literal["outcome"] = "outcome"
    job: str
    attempt: int
    result: dict[str, Any]


class Timer(Value):
    """A moment has come: `name` says which (`expiry`, `reminder`, `deadline`), `subject` of what."""

    kind: Literal["timer"] = "timer"
    name: str
    subject: str = ""


Body: TypeAlias = Annotated[
    Message | Press | Answer | File | Command | Opened | Reach | Outcome | Timer, Field(discriminator="kind")
]


class Event(Value):
    """One thing that came in. `key` is unique for ever: a second delivery of it is the same Event.

    `at` is when the platform's adapter took it in, in milliseconds since 1970 (UTC). `notice_until` is
    the moment up to which somebody waits for a Notice; after it an outcome becomes a Post. `origin` is
    where it was said in front of others: it is answered in `conversation`, which is the person's own, and
    `origin` gets a line without content.
    """

    key: str
    conversation: Conversation
    actor: Actor
    at: int
    body: Body
    notice_until: int = 0
    origin: Conversation | None = None
