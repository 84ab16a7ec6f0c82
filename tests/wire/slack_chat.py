"""The chat.* methods: post, update, delete, ephemeral, and messages that are written as a stream."""

import json
from typing import Any

from tests.wire.slack_blocks import MARKDOWN_BUDGET, block_problems, text_length
from tests.wire.slack_methods import Arguments, invalid, method
from tests.wire.slack_state import Body, Channel, Refused, Stream, Workspace, public, with_ids

MOST_TEXT = 40_000
MOST_UPDATE_TEXT = 4_000
MOST_METADATA = 1_024
"""Bytes of a message's metadata; Slack doesn't tell its limit, this is a careful guess."""
CHUNKS = {
    "markdown_text": {"text"},
    "task_update": {"id", "title", "status"},
    "plan_update": {"title"},
    "blocks": {"blocks"},
}


def checked_blocks(slack: Workspace, blocks: Any, *, has_budget: bool = True) -> list[Body]:
    """A message's blocks as Slack keeps them, or its refusal."""
    problems = block_problems(blocks)
    if not problems:
        problems = unready_images(slack, blocks, "/blocks")
    if problems:
        said = [problem.removeprefix("[ERROR] ") for problem in problems]
        raise Refused("invalid_blocks", errors=said, response_metadata={"messages": problems})
    if has_budget and text_length(blocks) > slack.text_budget:
        raise Refused("msg_blocks_too_long")
    return with_ids(blocks)


def unready_images(slack: Workspace, value: Any, pointer: str) -> list[str]:
    """Images of uploads whose type Slack doesn't know yet."""
    if isinstance(value, list):
        items = list(enumerate(value))
    else:
        items = list(value.items()) if isinstance(value, dict) else []
    found = [problem for name, part in items for problem in unready_images(slack, part, f"{pointer}/{name}")]
    if isinstance(value, dict) and "slack_file" in value:
        file = slack.files.get(value["slack_file"].get("id", ""))
        if file is None or not file.is_ready or not file.mimetype.startswith("image/"):
            found.append(f"[ERROR] invalid slack file [json-pointer:{pointer}/slack_file]")
    return found


def _metadata(given: Arguments) -> Body:
    """The metadata field, {} when none is wanted."""
    metadata = given.json("metadata")
    if not metadata:
        return {}
    if (
        not isinstance(metadata, dict)
        or not isinstance(metadata.get("event_type"), str)
        or not isinstance(metadata.get("event_payload"), dict)
    ):
        raise Refused("invalid_metadata_format")
    if len(json.dumps(metadata, ensure_ascii=False).encode()) > MOST_METADATA:
        raise Refused("metadata_too_large")
    return {"metadata": metadata}


def _content(slack: Workspace, given: Arguments) -> Body:
    """Text and blocks as they were given; what isn't given is left out."""
    if "markdown_text" in given:
        if "text" in given or "blocks" in given:
            raise Refused("markdown_text_conflict")
        if len(given.text("markdown_text")) > MARKDOWN_BUDGET:
            raise Refused("msg_too_long")
        return {"text": given.text("markdown_text")}
    content: Body = {}
    if "text" in given:
        content["text"] = given.text("text")[:MOST_TEXT]
    if "blocks" in given:
        content["blocks"] = checked_blocks(slack, given.json("blocks"))
    return content


def _writable(slack: Workspace, given: Arguments) -> Channel:
    """The channel to post in; a person's id stands for their direct message."""
    name = given.need("channel")
    channel = slack.channel(slack.dm(name) if name in slack.users else name)
    if channel.is_archived:
        raise Refused("is_archived")
    if channel.kind == "im" and "messages_tab" not in slack.features:
        raise Refused("messages_tab_disabled")
    return channel


def _thread(channel: Channel, given: Arguments) -> Body:
    """The thread to post in. Slack is lenient with what is no root; here it is refused as a mistake."""
    ts = given.text("thread_ts")
    if not ts:
        return {}
    root = channel.messages.get(ts)
    if root is None or root.get("thread_ts", ts) != ts:
        raise Refused("thread_not_found")
    return {"thread_ts": ts}


@method("chat.postMessage", "chat:write")
def post_message(slack: Workspace, given: Arguments) -> Body:
    channel = _writable(slack, given)
    content = _content(slack, given)
    if not content.get("text") and not content.get("blocks"):
        raise Refused("no_text")
    message = slack.post(channel, slack.by_bot(content | _thread(channel, given) | _metadata(given)))
    return {"channel": channel.id, "ts": message["ts"], "message": public(message)}


def _own(slack: Workspace, given: Arguments, refusal: str) -> tuple[Channel, Body]:
    """A message that the app wrote itself; the channel must be given by its own id."""
    channel = slack.channel(given.need("channel"))
    message = channel.messages.get(given.need("ts"))
    if message is None or message.get("subtype") == "tombstone":
        raise Refused("message_not_found")
    if message.get("bot_id") != slack.bot_id:
        raise Refused(refusal)
    return channel, message


@method("chat.update", "chat:write")
def update(slack: Workspace, given: Arguments) -> Body:
    channel, message = _own(slack, given, "cant_update_message")
    ts = message["ts"]
    if ts in slack.streams and open_stream(slack, ts):
        raise Refused("streaming_state_conflict")
    if slack.timing.edit is not None and slack.now() - float(ts.partition(".")[0]) > slack.timing.edit:
        raise Refused("edit_window_closed")
    if len(given.text("text")) > MOST_UPDATE_TEXT:
        raise Refused("msg_too_long")
    previous = dict(message)
    content = _content(slack, given)
    metadata = _metadata(given)
    if content and not content.get("text", message["text"]) and not content.get("blocks"):
        raise Refused("no_text")
    if content and "blocks" not in content:
        message.pop("blocks", None)
        message["edited"] = {"user": slack.bot_user, "ts": slack.next_ts()}
    if "metadata" in given and not metadata:
        message.pop("metadata", None)
    message.update(content | metadata)
    slack.prune_typed(ts, message.get("blocks", []))
    slack.tell_change(channel, message, previous)
    return {"channel": channel.id, "ts": ts, "text": message["text"], "message": public(message)}


@method("chat.delete", "chat:write")
def delete(slack: Workspace, given: Arguments) -> Body:
    channel, message = _own(slack, given, "cant_delete_message")
    remove(slack, channel, message)
    return {"channel": channel.id, "ts": message["ts"]}


def remove(slack: Workspace, channel: Channel, message: Body) -> None:
    """Take a message away; where it has replies a mark stays in its place."""
    ts = message["ts"]
    if channel.replies(ts):
        text = "This message was deleted."
        channel.messages[ts] = {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "text": text}
        channel.messages[ts] |= {"ts": ts, "thread_ts": ts}
    else:
        del channel.messages[ts]
    event = {"subtype": "message_deleted", "hidden": True, "deleted_ts": ts, "ts": slack.next_ts()}
    slack.tell_message(channel, event | {"previous_message": public(message)})


@method("chat.postEphemeral", "chat:write")
def post_ephemeral(slack: Workspace, given: Arguments) -> Body:
    channel = _writable(slack, given)
    user = given.need("user")
    if user not in channel.members:
        raise Refused("user_not_in_channel")
    content = _content(slack, given)
    if not content.get("text") and not content.get("blocks"):
        raise Refused("no_text")
    ephemeral = {"channel": channel.id, "user": user, "ts": slack.next_ts(), "text": "", **content}
    show_ephemeral(slack, ephemeral | _thread(channel, given))
    return {"message_ts": ephemeral["ts"]}


def show_ephemeral(slack: Workspace, ephemeral: Body) -> None:
    """Show a person what only they see, unless it gets lost, which Slack allows itself."""
    if slack.lost_ephemerals:
        slack.lost_ephemerals -= 1
    else:
        slack.ephemerals.append(ephemeral)


@method("chat.getPermalink")
def get_permalink(slack: Workspace, given: Arguments) -> Body:
    channel, ts = slack.channel(given.need("channel")), given.need("message_ts")
    if ts not in channel.messages:
        raise Refused("message_not_found")
    permalink = f"https://acme.slack.com/archives/{channel.id}/p{ts.replace('.', '')}"
    return {"channel": channel.id, "permalink": permalink}


# Streams


@method("chat.startStream", "chat:write")
def start_stream(slack: Workspace, given: Arguments) -> Body:
    if "streams" not in slack.features:
        raise Refused("channel_type_not_supported")
    channel = _writable(slack, given)
    for name in ("recipient_user_id", "recipient_team_id"):
        if channel.kind != "im" and name not in given:
            raise Refused("missing_" + name.removesuffix("_id") + "_id")
    given.need("thread_ts")
    if given.text("task_display_mode", "timeline") not in ("timeline", "plan", "dense"):
        raise invalid("must be one of timeline, plan, dense [json-pointer:/task_display_mode]")
    chunks = _chunks(slack, given)
    message = slack.post(channel, slack.by_bot({"text": "", **_thread(channel, given)}))
    recipient = given.text("recipient_user_id") or next(iter(channel.members))
    slack.streams[message["ts"]] = Stream(channel.id, message["ts"], slack.now(), recipient)
    _write(slack, channel, message, chunks)
    return {"channel": channel.id, "ts": message["ts"]}


def _chunks(slack: Workspace, given: Arguments) -> list[Body]:
    """What is to be written, as chunks; plain Markdown is one of them."""
    if "markdown_text" in given and "chunks" in given:
        raise Refused("invalid_chunks")
    if "markdown_text" in given:
        if len(given.text("markdown_text")) > MARKDOWN_BUDGET:
            raise Refused("msg_too_long")
        return [{"type": "markdown_text", "text": given.text("markdown_text")}]
    chunks = given.json("chunks") or []
    for chunk in chunks:
        if chunk.get("type") not in CHUNKS or not CHUNKS[chunk["type"]] <= chunk.keys():
            raise Refused("invalid_chunks")
        if chunk["type"] == "blocks":
            checked_blocks(slack, chunk["blocks"])
        elif chunk["type"] == "markdown_text" and len(chunk["text"]) > MARKDOWN_BUDGET:
            raise Refused("msg_too_long")
    return list(chunks)


def _write(slack: Workspace, channel: Channel, message: Body, chunks: list[Body]) -> None:
    for chunk in chunks:
        slack.streams[message["ts"]].chunks.append(chunk)
        if chunk["type"] == "markdown_text":
            message["text"] += chunk["text"]
        if chunk["type"] == "blocks":
            message["blocks"] = with_ids(message.get("blocks", []) + chunk["blocks"])


def open_stream(slack: Workspace, ts: str) -> bool:
    """Whether a stream can still be written to; one that has lasted too long ends here."""
    stream = slack.streams[ts]
    if stream.state == "open" and slack.now() - stream.at > slack.timing.stream:
        stream.state = "expired"
    return stream.state == "open"


def _streamed(slack: Workspace, given: Arguments) -> tuple[Channel, Body]:
    channel, message = _own(slack, given, "message_not_owned_by_app")
    if message["ts"] not in slack.streams:
        raise Refused("message_not_in_streaming_state")
    if not open_stream(slack, message["ts"]):
        is_stopped = slack.streams[message["ts"]].state == "stopped"
        raise Refused("stopped_by_user" if is_stopped else "message_not_in_streaming_state")
    return channel, message


@method("chat.appendStream", "chat:write")
def append_stream(slack: Workspace, given: Arguments) -> Body:
    channel, message = _streamed(slack, given)
    chunks = _chunks(slack, given)
    if not chunks:
        raise Refused("no_text")
    _write(slack, channel, message, chunks)
    return {"channel": channel.id, "ts": message["ts"]}


@method("chat.stopStream", "chat:write")
def stop_stream(slack: Workspace, given: Arguments) -> Body:
    channel, message = _streamed(slack, given)
    chunks, metadata = _chunks(slack, given), _metadata(given)
    blocks = checked_blocks(slack, given.json("blocks") or [])
    previous = dict(message)
    _write(slack, channel, message, chunks)
    if blocks:
        message["blocks"] = with_ids(message.get("blocks", []) + blocks)
    message.update(metadata)
    slack.streams[message["ts"]].state = "done"
    slack.tell_change(channel, message, previous)
    return {"channel": channel.id, "ts": message["ts"], "message": public(message)}
