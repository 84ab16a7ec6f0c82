"""What a response_url takes: replace or delete what was pressed, or say something; five times at most."""

from typing import Any

from tests.wire.slack_chat import checked_blocks, remove, show_ephemeral
from tests.wire.slack_state import Answering, Body, Refused, Workspace

MOST_USES = 5


def respond(slack: Workspace, token: str, body: Any) -> tuple[int, str]:
    """Do what was asked: the HTTP status and the text to answer, `ok` or an error's name."""
    answering = slack.response_urls.get(token)
    if answering is None or not isinstance(body, dict):
        return 404, "invalid_url" if answering is None else "invalid_payload"
    if answering.uses >= MOST_USES:
        return 404, "used_url"
    if slack.now() - answering.at > slack.timing.response_url:
        return 404, "expired_url"
    try:
        _respond(slack, answering, body)
    except Refused as refused:
        return 400, refused.error
    answering.uses += 1
    return 200, "ok"


def _respond(slack: Workspace, answering: Answering, body: Body) -> None:
    if body.get("delete_original"):
        _delete(slack, answering)
        return
    content: Body = {"text": body.get("text", "")}
    if body.get("blocks") is not None:
        content["blocks"] = checked_blocks(slack, body["blocks"], has_budget=False)
    if not content["text"] and not content.get("blocks"):
        raise Refused("no_text")
    if body.get("replace_original") and answering.ts is not None:
        _replace(slack, answering, content)
        return
    say(slack, answering, content, body)


def say(slack: Workspace, answering: Answering, content: Body, body: Body) -> None:
    """Say something new: to that person alone, unless `response_type` is in_channel."""
    thread = body.get("thread_ts")
    fields = content | ({"thread_ts": thread} if thread else {})
    if body.get("response_type") == "in_channel":
        slack.post(slack.channels[answering.channel], slack.by_bot(fields))
    else:
        place = {"channel": answering.channel, "user": answering.user, "ts": slack.next_ts()}
        show_ephemeral(slack, place | fields)


def _ephemeral(slack: Workspace, answering: Answering) -> Body:
    for shown in slack.ephemerals:
        if shown["ts"] == answering.ts:
            return shown
    raise Refused("message_not_found")


def _original(slack: Workspace, answering: Answering) -> Body:
    message = slack.channels[answering.channel].messages.get(answering.ts or "")
    if message is None:
        raise Refused("message_not_found")
    return message


def _delete(slack: Workspace, answering: Answering) -> None:
    if answering.is_ephemeral:
        slack.ephemerals.remove(_ephemeral(slack, answering))
    else:
        remove(slack, slack.channels[answering.channel], _original(slack, answering))


def _replace(slack: Workspace, answering: Answering, content: Body) -> None:
    if answering.is_ephemeral:
        shown = _ephemeral(slack, answering)
        shown.pop("blocks", None)
        shown.update(content)
        return
    message = _original(slack, answering)
    previous = dict(message)
    message.pop("blocks", None)
    message.update(content)
    slack.prune_typed(message["ts"], message.get("blocks", []))
    slack.tell_change(slack.channels[answering.channel], message, previous)
