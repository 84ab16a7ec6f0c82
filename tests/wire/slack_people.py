"""What people do in Slack's conversations: write, attach, mention, look, stop; each becomes an event."""

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from tests.wire.slack_chat import open_stream, remove
from tests.wire.slack_delivery import Deliveries, Delivery
from tests.wire.slack_files import add_file, share, to_body
from tests.wire.slack_state import Body, Channel, SlackFile, Workspace, public
from tests.wire.slack_typing import NotPossible

Upload = SlackFile | tuple[str, bytes]
"""A file to attach: one that is in Slack already, or a name and bytes."""


def typed_text(text: str) -> str:
    """A person's words as Slack hands them out: three characters escaped, addresses in angle brackets."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"https?://[^\s|]+", lambda found: f"<{found.group()}>", escaped)


class Writing(Workspace):
    """A workspace where people write. Each of their actions returns the Delivery that tells the app of it.

    An action returns when it was sent once; `await delivery.acked()` waits for the app to take it.
    NotPossible is raised for what Slack's client wouldn't let a person do.
    """

    deliveries: Deliveries

    # Events

    async def user_message(
        self,
        user: str,
        text: str,
        *,
        thread_ts: str | None = None,
        channel: str | None = None,
        is_raw: bool = False,
        **more: Any,
    ) -> Delivery:
        """Write a message, in the DM if no channel is named; `is_raw` text goes out as it is.

        What else is given joins the message and its event.
        """
        place = self._joined(user, channel)
        message = self._write(user, place, text if is_raw else typed_text(text), thread_ts, more)
        return await self._message_event(place, message)

    async def mention(
        self, user: str, channel: str, text: str, *, thread_ts: str | None = None, **more: Any
    ) -> Delivery:
        """Write to the app in a channel; the app's `message` event, if subscribed, comes besides."""
        place = self._joined(user, channel)
        message = self._write(user, place, f"<@{self.bot_user}> {typed_text(text)}", thread_ts, more)
        delivery = await self.event({**message, "type": "app_mention", "channel": channel}, place)
        await self._message_event(place, message)
        return delivery

    async def file_share(
        self,
        user: str,
        files: Sequence[Upload],
        text: str = "",
        *,
        thread_ts: str | None = None,
        channel: str | None = None,
        **more: Any,
    ) -> Delivery:
        """Attach files to a message."""
        place = self._joined(user, channel)
        kept = [file if isinstance(file, SlackFile) else self.add_file(user, *file) for file in files]
        bodies = [to_body(self, file) for file in kept]
        fields = {"subtype": "file_share", "files": bodies, "upload": True, **more}
        message = self._write(user, place, typed_text(text), thread_ts, fields)
        for file in kept:
            share(self, file, place, message)
        return await self._message_event(place, message)

    def add_file(self, user: str, name: str, data: bytes, mimetype: str = "", **more: Any) -> SlackFile:
        """Let a person's file be in Slack; `more` changes how it looks, such as mode="tombstone"."""
        file = add_file(self, user, name, data, mimetype)
        file.more = more
        return file

    async def edit_message(self, user: str, ts: str, text: str) -> Delivery:
        """Change a message of one's own."""
        channel, message = self._written_by(user, ts)
        previous = dict(message)
        message["text"] = typed_text(text)
        message["edited"] = {"user": user, "ts": self.next_ts()}
        event = {"subtype": "message_changed", "hidden": True, "ts": self.next_ts()}
        return await self._message_event(
            channel, event | {"type": "message", "message": dict(message), "previous_message": previous}
        )

    async def delete_message(self, user: str, ts: str) -> None:
        """Delete a message of one's own; the app hears of it."""
        remove(self, *self._written_by(user, ts))

    async def open_home(self, user: str, tab: str = "home") -> Delivery:
        """Look at the app's `home` or `messages` tab."""
        event: Body = {"type": "app_home_opened", "user": user, "channel": self.dm(user), "tab": tab}
        if tab == "home" and user in self.homes:
            event["view"] = self.homes[user]
        if tab == "messages":
            event["context"] = {"entities": []}
        return await self.event(event, self.channels[self.dm(user)])

    async def stop_stream(self, user: str, ts: str) -> Delivery:
        """Press stop while a message is being written."""
        channel, message = self.find(ts)
        if ts not in self.streams or not open_stream(self, ts):
            raise NotPossible("nothing is being written there")
        self.streams[ts].state = "stopped"
        event: Body = {"type": "agent_session_stopped", "channel": channel.id, "user": user}
        event |= {"thread_ts": message.get("thread_ts", ts), "streaming_message_ts": [ts]}
        return await self.event(event, channel)

    async def event(self, event: Body, channel: Channel | None = None) -> Delivery:
        """Any event at all, in its wrapper; without a subscription it is given up at once."""
        delivery = self.tell(event, channel)
        await delivery.started.wait()
        return delivery

    def tell(self, event: Body, channel: Channel | None = None, *, is_echo: bool = False) -> Delivery:
        """The same, without waiting for its first sending."""
        kind = event["type"]
        if channel is not None and kind == "message":
            kind = f"message.{channel.kind}" if channel.kind == "im" else f"message.{channel.kind}s"
        body = self._wrapped({"event_ts": event.get("ts") or self.next_ts(), **event}, channel)
        if kind in self.subscriptions:
            return self.deliveries.start("events_api", body, is_echo=is_echo)
        delivery = Delivery("events_api", body, "")
        delivery.end("not subscribed")
        return delivery

    def _wrapped(self, event: Body, channel: Channel | None) -> Body:
        return {
            "token": "v",
            "team_id": self.team,
            "api_app_id": self.app_id,
            "type": "event_callback",
            "event_id": self.next_id("Ev"),
            "event_time": int(self.now()),
            "is_ext_shared_channel": channel is not None and channel.is_shared,
            "authorizations": [
                {
                    "enterprise_id": None,
                    "team_id": self.team,
                    "user_id": self.bot_user,
                    "is_bot": True,
                    "is_enterprise_install": False,
                }
            ],
            "event": event,
        }

    def _joined(self, user: str, channel: str | None) -> Channel:
        place = self.channels[channel or self.dm(user)]
        if user not in place.members:
            raise NotPossible(f"{user} isn't in {place.id}")
        return place

    def _write(
        self, user: str, channel: Channel, text: str, thread_ts: str | None, more: Mapping[str, Any]
    ) -> Body:
        words = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}] if text else []}
        blocks = [{"type": "rich_text", "block_id": self.next_id("x"), "elements": [words]}]
        message: Body = {"user": user, "text": text, "client_msg_id": str(uuid.uuid4()), "blocks": blocks}
        message["team"] = self.users[user]["team_id"]
        if thread_ts is not None:
            root = channel.messages[thread_ts]
            message |= {"thread_ts": thread_ts, "parent_user_id": root.get("user")}
        return self.post(channel, message | dict(more))

    async def _message_event(self, channel: Channel, message: Body) -> Delivery:
        return await self.event(
            {**public(message), "channel": channel.id, "channel_type": channel.kind}, channel
        )

    def _written_by(self, user: str, ts: str) -> tuple[Channel, Body]:
        channel, message = self.find(ts)
        if message.get("user") != user:
            raise NotPossible("only one's own messages can be changed")
        return channel, message
