"""Uploads: an address to send bytes to, then sharing, which comes later or never; how files look."""

import mimetypes

from tests.wire.slack_chat import checked_blocks
from tests.wire.slack_methods import Arguments, invalid, method
from tests.wire.slack_state import Body, Channel, Refused, SlackFile, Workspace

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def add_file(slack: Workspace, user: str, name: str, data: bytes, mimetype: str = "") -> SlackFile:
    """A file that a person put into Slack; not shown anywhere yet."""
    file = SlackFile(slack.next_id("F"), name, user, len(data), data, name, mimetype or type_of(name), True)
    slack.files[file.id] = file
    return file


def type_of(name: str) -> str:
    """The media type that Slack gives a name."""
    if name.endswith(".docx"):
        return DOCX
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


def to_body(slack: Workspace, file: SlackFile) -> Body:
    """A file as it stands in messages and in files.info."""
    private = f"{slack.origin}/files/{file.id}"
    return {
        "id": file.id,
        "name": file.name,
        "title": file.title or file.name,
        "mimetype": file.mimetype,
        "filetype": file.name.rpartition(".")[2],
        "size": file.length,
        "mode": "hosted",
        "is_external": False,
        "file_access": "visible",
        "user": file.user,
        "url_private": f"{private}/{file.name}",
        "url_private_download": f"{private}/download/{file.name}",
        **file.more,
    }


def share(slack: Workspace, file: SlackFile, channel: Channel, message: Body) -> None:
    """Note where a file was shown."""
    place = {"ts": message["ts"]}
    if "thread_ts" in message:
        place["thread_ts"] = message["thread_ts"]
    file.shares.setdefault(channel.id, []).append(place)


@method("files.getUploadURLExternal", "files:write")
def get_upload_url(slack: Workspace, given: Arguments) -> Body:
    name, length = given.need("filename"), given.number("length", 0)
    if length <= 0:
        raise Refused("missing_argument")
    file = SlackFile(slack.next_id("F"), name, slack.bot_user, length)
    slack.files[file.id] = file
    return {"file_id": file.id, "upload_url": f"{slack.origin}/upload/v1/{file.id}"}


@method("files.completeUploadExternal", "files:write")
def complete_upload(slack: Workspace, given: Arguments) -> Body:
    files = [_uploaded(slack, item) for item in given.json("files") or []]
    if not files:
        raise invalid("missing required field: files")
    names = given.text("channel_id") or given.text("channels")
    channels = [slack.channel(name) for name in names.split(",") if name]
    thread = given.text("thread_ts")
    if thread and any(thread not in channel.messages for channel in channels):
        raise Refused("thread_not_found")
    message = slack.by_bot({"text": given.text("initial_comment"), "upload": True})
    if "blocks" in given:
        message["blocks"] = checked_blocks(slack, given.json("blocks"))
    if thread:
        message["thread_ts"] = thread
    if slack.lost_shares:
        slack.lost_shares -= 1
    else:
        slack.later(slack.timing.share, lambda: _appear(slack, files, channels, message))
    return {"files": [{"id": file.id, "title": file.title} for file in files]}


def _uploaded(slack: Workspace, item: Body) -> SlackFile:
    file = slack.files.get(item.get("id", ""))
    if file is None or file.data is None:
        raise Refused("file_not_found")
    file.title = item.get("title") or file.name
    return file


def _appear(slack: Workspace, files: list[SlackFile], channels: list[Channel], message: Body) -> None:
    """Let the files be known, and show them in one message per channel."""
    for file in files:
        file.mimetype, file.is_ready = type_of(file.name), True
    for channel in channels:
        shown = slack.post(channel, message | {"files": [to_body(slack, file) for file in files]})
        for file in files:
            share(slack, file, channel, shown)


@method("files.delete", "files:write")
def files_delete(slack: Workspace, given: Arguments) -> Body:
    """Take a file away; where it was shown, nothing is to be seen of it."""
    file = slack.files.get(given.need("file"))
    if file is None:
        raise Refused("file_not_found")
    if file.user != slack.bot_user:
        raise Refused("cant_delete_file")
    del slack.files[file.id]
    return {}


@method("files.info", "files:read")
def files_info(slack: Workspace, given: Arguments) -> Body:
    file = slack.files.get(given.need("file"))
    if file is None:
        raise Refused("file_not_found")
    shares: Body = {}
    for channel, places in file.shares.items():
        is_public = slack.channels[channel].kind == "channel"
        shares.setdefault("public" if is_public else "private", {})[channel] = places
    return {"file": to_body(slack, file) | {"shares": shares}}
