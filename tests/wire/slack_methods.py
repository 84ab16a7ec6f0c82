"""The Web API, method by method: arguments in, body or refusal out; here the registry and the small ones."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from tests.wire.slack_state import HISTORY, Body, Channel, Refused, Workspace, public

Method: TypeAlias = Callable[[Workspace, "Arguments"], Body]
METHODS: dict[str, Method] = {}
"""By name, such as `chat.postMessage`; what is about tokens and sockets stands in the server."""


def method(name: str, *scopes: str) -> Callable[[Method], Method]:
    """Register a method, and the scopes of which the token must have one."""

    def register(do: Method) -> Method:
        def checked(slack: Workspace, given: Arguments) -> Body:
            if scopes:
                slack.need_scope(*scopes)
            return do(slack, given)

        METHODS[name] = checked
        return do

    return register


class Arguments:
    """A call's arguments, wherever they stood: JSON body, form or query, where all values are strings."""

    def __init__(self, values: Body) -> None:
        self.values = {name: value for name, value in values.items() if value is not None}

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def text(self, name: str, default: str = "") -> str:
        """A string; numbers are taken as Slack takes them."""
        value = self.values.get(name, default)
        if not isinstance(value, str | int | float):
            raise invalid(f"must provide a string [json-pointer:/{name}]")
        return str(value)

    def need(self, name: str) -> str:
        """A string that must be there."""
        if not self.text(name):
            raise invalid(f"missing required field: {name}")
        return self.text(name)

    def flag(self, name: str) -> bool:
        """A boolean; strings say it as 1 or true."""
        return self.values.get(name) in (True, 1, "1", "true", "True")

    def number(self, name: str, default: int) -> int:
        """A whole number."""
        try:
            return int(self.values.get(name, default))
        except (TypeError, ValueError) as error:
            raise invalid(f"must provide an integer [json-pointer:/{name}]") from error

    def json(self, name: str) -> Any:
        """A list or object, also where it came as JSON in a string; None where it isn't given."""
        value = self.values.get(name)
        try:
            return json.loads(value) if isinstance(value, str) and value else value
        except ValueError as error:
            raise invalid(f"not JSON [json-pointer:/{name}]") from error


def invalid(*problems: str) -> Refused:
    """The refusal of arguments that are missing or wrong, which says what and where."""
    said = [problem if problem.startswith("[ERROR]") else f"[ERROR] {problem}" for problem in problems]
    return Refused("invalid_arguments", response_metadata={"messages": said})


@method("api.test")
def api_test(slack: Workspace, given: Arguments) -> Body:
    return {"args": given.values}


@method("users.info", "users:read")
def users_info(slack: Workspace, given: Arguments) -> Body:
    user = slack.users.get(given.need("user"))
    if user is None:
        raise Refused("user_not_found")
    shown = dict(user)
    if not given.flag("include_locale"):
        del shown["locale"]
    return {"user": shown}


@method("conversations.open", "im:write")
def conversations_open(slack: Workspace, given: Arguments) -> Body:
    user = slack.users.get(given.need("users"))
    if user is None:
        raise Refused("user_not_found")
    if user["deleted"]:
        raise Refused("user_disabled")
    was_open = "D" + user["id"].removeprefix("U") in slack.channels
    more = {"no_op": True, "already_open": True} if was_open else {}
    return {"channel": {"id": slack.dm(user["id"])}, **more}


@method("conversations.history")
def conversations_history(slack: Workspace, given: Arguments) -> Body:
    channel = _readable(slack, given)
    roots = [message for message in channel.messages.values() if _is_root(message)]
    return _page(given, roots[::-1], default=100)


@method("conversations.replies")
def conversations_replies(slack: Workspace, given: Arguments) -> Body:
    channel = _readable(slack, given)
    root = channel.messages.get(given.need("ts"))
    if root is None:
        raise Refused("thread_not_found")
    return _page(given, channel.replies(root["ts"]), default=1000, root=root)


def _readable(slack: Workspace, given: Arguments) -> Channel:
    channel = slack.channel(given.need("channel"))
    slack.need_scope(HISTORY[channel.kind])
    return channel


def _is_root(message: Body) -> bool:
    thread = message.get("thread_ts")
    return thread in (None, message["ts"]) or message.get("subtype") == "thread_broadcast"


def _page(given: Arguments, messages: list[Body], default: int, root: Body | None = None) -> Body:
    """One page of messages within `oldest` and `latest`; a thread's root stands on its first page always."""
    within = [message for message in messages if _is_within(given, message["ts"])]
    cursor = given.text("cursor", "0")
    if not cursor.isdigit() or int(cursor) > len(within):
        raise Refused("invalid_cursor")
    start, limit = int(cursor), given.number("limit", default)
    page = within[start : start + limit]
    has_more = start + limit < len(within)
    first = [root] if root and not start else []
    return {
        "messages": [
            public(message, with_metadata=given.flag("include_all_metadata")) for message in first + page
        ],
        "has_more": has_more,
        "response_metadata": {"next_cursor": str(start + limit) if has_more else ""},
    }


def _is_within(given: Arguments, ts: str) -> bool:
    oldest, latest = given.text("oldest", "0"), given.text("latest", "9999999999")
    if given.flag("inclusive") and ts in (oldest, latest):
        return True
    return _moment(oldest) < _moment(ts) < _moment(latest)


def _moment(ts: str) -> tuple[int, int]:
    seconds, _, fraction = ts.partition(".")
    return int(seconds), int(fraction.ljust(6, "0")[:6])


@method("reactions.add", "reactions:write")
def reactions_add(slack: Workspace, given: Arguments) -> Body:
    channel, ts = slack.channel(given.need("channel")), given.need("timestamp")
    if ts not in channel.messages:
        raise Refused("message_not_found")
    reaction = (channel.id, ts, given.need("name"))
    if reaction in slack.reactions:
        raise Refused("already_reacted")
    slack.reactions.append(reaction)
    return {}


def _thread(slack: Workspace, given: Arguments, *, is_needed: bool = True) -> tuple[str, str]:
    channel = slack.channel(given.need("channel_id"))
    thread = given.text("thread_ts")
    if thread not in channel.messages and (thread or is_needed):
        raise Refused("invalid_thread_ts")
    return channel.id, thread


@method("assistant.threads.setStatus", "chat:write", "assistant:write")
def set_status(slack: Workspace, given: Arguments) -> Body:
    thread, messages = _thread(slack, given), given.json("loading_messages") or []
    if len(messages) > 10 or any(len(message) > 50 for message in messages):
        raise invalid("no more than 10 messages of 50 characters [json-pointer:/loading_messages]")
    slack.statuses[thread] = given.text("status")
    if not given.text("status"):
        del slack.statuses[thread]
    return {}


@method("assistant.threads.setTitle", "assistant:write")
def set_title(slack: Workspace, given: Arguments) -> Body:
    slack.titles[_thread(slack, given)] = given.need("title")
    return {}


@method("assistant.threads.setSuggestedPrompts", "assistant:write")
def set_suggested_prompts(slack: Workspace, given: Arguments) -> Body:
    if "agent" not in slack.features:
        raise Refused("not_agent_app")
    channel, _ = _thread(slack, given, is_needed=False)
    prompts = given.json("prompts") or []
    if not 1 <= len(prompts) <= 4 or any(set(prompt) != {"title", "message"} for prompt in prompts):
        raise invalid("1 to 4 prompts with title and message [json-pointer:/prompts]")
    slack.prompts[channel] = prompts
    return {}


@method("agents.sessions.setStatus", "chat:write")
def set_session_status(slack: Workspace, given: Arguments) -> Body:
    if "sessions" not in slack.features:
        raise Refused("feature_disabled")
    if not given.text("thread_ts"):
        raise Refused("thread_ts_required")
    thread, status, title = _thread(slack, given), given.need("status"), given.text("title")
    if status not in ("processing", "active", "suspended", "closed"):
        raise invalid("must be one of processing, active, suspended, closed [json-pointer:/status]")
    if len(title) > 200:
        raise invalid("must be less than 201 characters [json-pointer:/title]")
    slack.sessions[thread] = {
        "status": status,
        "title": title or slack.sessions.get(thread, {}).get("title", ""),
    }
    return {"status": status, "agent_status": status, "title": slack.sessions[thread]["title"]}
