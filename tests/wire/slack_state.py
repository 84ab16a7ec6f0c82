"""What a Slack workspace holds: people, channels, messages, files, streams; and when things run out."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from tests.wire.slack_blocks import TEXT_BUDGET

Body: TypeAlias = dict[str, Any]
"""A JSON object as it stands on the wire."""

SCOPES = {
    "app_mentions:read",
    "assistant:write",
    "chat:write",
    "files:read",
    "files:write",
    "im:history",
    "im:write",
    "users:read",
}
SUBSCRIPTIONS = {
    "agent_session_stopped",
    "app_context_changed",
    "app_home_opened",
    "app_mention",
    "message.im",
}
HISTORY = {"im": "im:history", "channel": "channels:history", "group": "groups:history"}


class Refused(Exception):  # noqa: N818 - what Slack answers is no error of ours
    """What Slack answers instead of doing something: `error`, and what else stands in the body."""

    def __init__(self, error: str, **extra: Any) -> None:
        super().__init__(error)
        self.error = error
        self.extra = extra


@dataclass
class Timing:
    """How long things last, in seconds; Slack's own times unless a test shortens them.

    `ack` is how long an envelope may wait, `retries` what is waited before each further delivery of an
    event, `share` how long a finished upload takes to appear, `edit` how old a message may be to be edited.
    """

    ack: float = 3.0
    retries: Sequence[float] = (0.0, 60.0, 300.0)
    trigger: float = 3.0
    stream: float = 300.0
    share: float = 0.0
    response_url: float = 1800.0
    edit: float | None = None


@dataclass
class Channel:
    """A place where messages stand; `kind` is im, channel or group."""

    id: str
    kind: Literal["im", "channel", "group"]
    members: set[str]
    has_bot: bool = True
    is_archived: bool = False
    is_shared: bool = False
    team: str = "T1"
    messages: dict[str, Body] = field(default_factory=dict)

    def replies(self, root: str) -> list[Body]:
        """The messages that answer a root, oldest first."""
        return [message for message in self.messages.values() if _is_reply(message, root)]


@dataclass
class Stream:
    """A message that is still being written."""

    channel: str
    ts: str
    at: float
    recipient: str
    state: Literal["open", "done", "expired", "stopped"] = "open"
    chunks: list[Body] = field(default_factory=list)


@dataclass
class SlackFile:
    """A file in Slack. `shares` says where it was shown; `is_ready` that its type is known."""

    id: str
    name: str
    user: str
    length: int
    data: bytes | None = None
    title: str = ""
    mimetype: str = ""
    is_ready: bool = False
    shares: dict[str, list[Body]] = field(default_factory=dict)
    more: Body = field(default_factory=dict)


@dataclass
class Trigger:
    """What lets a modal be opened once, soon after a click; `view` is the modal that was clicked in."""

    user: str
    at: float
    view: str | None
    is_used: bool = False


@dataclass
class Answering:
    """A response_url: where it leads, since when, and how often it was used."""

    user: str
    channel: str
    ts: str | None
    thread_ts: str | None
    at: float
    is_ephemeral: bool
    uses: int = 0


class Workspace:
    """The state of one workspace with one app in it. Pure but for the clock; it does no I/O itself.

    `team`, `bot_user` and `bot_id` are those of the workspace that is seen just now; others may have the app.

    `emit` gets the events that the app's own doing causes, `later` runs something after so many seconds;
    the server fills in both. With `echoes` the app hears of its own messages, as it does on Slack.
    `problems` collects what Slack would swallow or show as "trouble".
    """

    team = "T1"
    bot_user = "UBOT"
    bot_id = "B1"
    app_id = "A1"

    def __init__(self) -> None:
        self.origin = ""
        self.emit: Callable[[Body], None] = lambda event: None
        self.later: Callable[[float, Callable[[], None]], None] = lambda seconds, do: do()
        self.timing = Timing()
        self.scopes = set(SCOPES)
        self.subscriptions = set(SUBSCRIPTIONS)
        self.features = {"agent", "sessions", "home", "messages_tab", "streams"}
        self.text_budget = TEXT_BUDGET
        self.echoes = True
        self.users: dict[str, Body] = {}
        self.channels: dict[str, Channel] = {}
        self.ephemerals: list[Body] = []
        self.files: dict[str, SlackFile] = {}
        self.streams: dict[str, Stream] = {}
        self.triggers: dict[str, Trigger] = {}
        self.response_urls: dict[str, Answering] = {}
        self.views: dict[str, Body] = {}
        self.stacks: dict[str, list[str]] = {}
        self.view_errors: dict[str, Body] = {}
        self.homes: dict[str, Body] = {}
        self.typed: dict[tuple[str, str], Body] = {}
        self.statuses: dict[tuple[str, str], str] = {}
        self.sessions: dict[tuple[str, str], Body] = {}
        self.titles: dict[tuple[str, str], str] = {}
        self.prompts: dict[str, list[Body]] = {}
        self.reactions: list[tuple[str, str, str]] = []
        self.problems: list[str] = []
        self.lost_shares = 0
        self.lost_ephemerals = 0
        self._moved = 0.0
        self._last = 0
        self._counted = 0

    # Time and names

    def now(self) -> float:
        """The time of this workspace, in seconds since 1970."""
        return time.time() + self._moved

    def advance(self, seconds: float) -> None:
        """Move the clock that triggers, streams, response_urls and edits go by."""
        self._moved += seconds

    def next_ts(self) -> str:
        """A message id: the time in microseconds, always higher than the one before."""
        self._last = max(self._last + 1, int(self.now() * 1_000_000))
        return f"{self._last // 1_000_000}.{self._last % 1_000_000:06d}"

    def next_id(self, prefix: str) -> str:
        """A new name, such as `Ev0000001`."""
        self._counted += 1
        return f"{prefix}{self._counted:07d}"

    # People and places

    def add_user(
        self, user: str, name: str, *, locale: str = "en-US", tz: str = "Europe/London", team: str = ""
    ) -> None:
        """Let a person exist; another `team` makes them a guest from a connected workspace."""
        self.users[user] = {
            "id": user,
            "team_id": team or self.team,
            "name": name.lower(),
            "real_name": name,
            "tz": tz,
            "locale": locale,
            "deleted": False,
            "is_bot": False,
            "profile": {"display_name": name, "real_name": name},
        }

    def add_channel(
        self,
        channel: str,
        members: Sequence[str] = (),
        *,
        has_bot: bool = True,
        is_archived: bool = False,
        is_shared: bool = False,
    ) -> None:
        """Let a channel (C…) or private channel (G…) exist."""
        kind: Literal["channel", "group"] = "group" if channel.startswith("G") else "channel"
        self.channels[channel] = Channel(
            channel, kind, set(members), has_bot, is_archived, is_shared, self.team
        )

    def dm(self, user: str) -> str:
        """The id of a person's direct message with the app, which exists from then on."""
        channel = "D" + user.removeprefix("U")
        self.channels.setdefault(channel, Channel(channel, "im", {user}, team=self.team))
        return channel

    def need_scope(self, *scopes: str) -> None:
        """Refuse where the app's token lacks all of these scopes."""
        if not self.scopes.intersection(scopes):
            raise Refused("missing_scope", needed=scopes[0], provided=",".join(sorted(self.scopes)))

    def channel(self, channel: str) -> Channel:
        """A channel that the app is in, by its id."""
        found = self.channels.get(channel)
        if found is None or not (found.team == self.team or found.is_shared):
            raise Refused("channel_not_found")
        if not found.has_bot:
            raise Refused("not_in_channel")
        return found

    # Messages

    def post(self, channel: Channel, message: Body) -> Body:
        """Let a message stand in a channel, with its id; the app hears of it if it is subscribed."""
        full: Body = {"type": "message", "team": self.team, "text": "", **message, "ts": self.next_ts()}
        channel.messages[full["ts"]] = full
        if "bot_id" in full:
            self.statuses.pop((channel.id, str(full.get("thread_ts", full["ts"]))), None)
            self.tell_message(channel, public(full))
        return full

    def by_bot(self, message: Body) -> Body:
        """A message's fields, with those that say the app wrote it."""
        return {"user": self.bot_user, "bot_id": self.bot_id, "app_id": self.app_id, **message}

    def tell_message(self, channel: Channel, event: Body) -> None:
        """Tell the app of something in a channel, if it is subscribed to messages there (see `echoes`)."""
        if self.echoes:
            more = {"type": "message", "channel": channel.id, "channel_type": channel.kind}
            self.emit({**event, **more, "event_ts": event["ts"]})

    def tell_change(self, channel: Channel, message: Body, previous: Body) -> None:
        """Tell that a message was changed."""
        event = {"subtype": "message_changed", "hidden": True, "ts": self.next_ts()}
        self.tell_message(channel, event | {"message": public(message), "previous_message": public(previous)})

    def find(self, ts: str) -> tuple[Channel, Body]:
        """The message with this id, and its channel; LookupError when there is none."""
        for channel in self.channels.values():
            if ts in channel.messages:
                return channel, channel.messages[ts]
        raise LookupError(f"no message {ts}")

    # What runs out

    def new_trigger(self, user: str, view: str | None = None) -> str:
        """A trigger id for a person who just clicked."""
        trigger = self.next_id("111.222.")
        self.triggers[trigger] = Trigger(user, self.now(), view)
        return trigger

    def use_trigger(self, trigger: str) -> Trigger:
        """The trigger, which can't be used again."""
        found = self.triggers.get(trigger)
        if found is None:
            raise Refused("invalid_trigger_id")
        if found.is_used:
            raise Refused("exchanged_trigger_id")
        if self.now() - found.at > self.timing.trigger:
            raise Refused("expired_trigger_id")
        found.is_used = True
        return found

    def new_response_url(
        self, user: str, channel: str, ts: str | None = None, thread_ts: str | None = None, *, ephemeral: bool
    ) -> str:
        """A response_url for a click or a command."""
        token = self.next_id("x")
        self.response_urls[token] = Answering(user, channel, ts, thread_ts, self.now(), ephemeral)
        return f"{self.origin}/actions/{token}"

    def prune_typed(self, key: str, blocks: list[Body]) -> None:
        """Forget what people typed into blocks that are gone; a block with the same id keeps it."""
        kept = {block["block_id"] for block in blocks}
        for (_, where), typed in self.typed.items():
            if where == key:
                for block_id in set(typed) - kept:
                    del typed[block_id]


def public(message: Body, *, with_metadata: bool = False) -> Body:
    """A message as it is handed out: without the metadata's payload unless it is asked for."""
    if with_metadata or "metadata" not in message:
        return dict(message)
    return message | {"metadata": {"event_type": message["metadata"]["event_type"]}}


def with_ids(blocks: list[Body]) -> list[Body]:
    """Blocks as Slack keeps them: each with a block_id, each element that acts with an action_id."""
    return [_with_id(block, f"b{index}") for index, block in enumerate(blocks)]


def _with_id(block: Body, name: str) -> Body:
    full = {"block_id": name, **block}
    for place in ("accessory", "element"):
        if place in full and full[place]["type"] != "image":
            full[place] = {"action_id": f"{name}.0", **full[place]}
    if block["type"] in ("actions", "context_actions"):
        full["elements"] = [
            {"action_id": f"{name}.{index}", **item} for index, item in enumerate(full["elements"])
        ]
    return full


def elements(blocks: list[Body]) -> Iterator[tuple[str, Body]]:
    """The elements of blocks that a person can act on or type into, each with its block's id."""
    for block in blocks:
        inside = [block.get("accessory"), block.get("element")]
        if block["type"] in ("actions", "context_actions"):
            inside += block["elements"]
        if block["type"] == "card":
            inside += block.get("actions", [])
        yield from ((block["block_id"], item) for item in inside if item and "action_id" in item)


def _is_reply(message: Body, root: str) -> bool:
    return message.get("thread_ts") == root and message["ts"] != root
