"""Views → the JSON that the page draws. Pure; text stays plain text."""

import json
from dataclasses import asdict
from typing import Any

from adapters.web.door import Snapshot
from core.resume.values import Json
from core.show.view import LineView, Notice, View


def render_view(view: View) -> dict[str, Any]:
    """One View as a JSON object; its `kind` tells the page how to draw it."""
    return asdict(view)


def render_post(post_id: int, view: View) -> dict[str, Any]:
    """One Post: its id, and what it shows now."""
    return {"id": post_id, "view": render_view(view)}


def render_notice(notice: Notice | None) -> dict[str, Any] | None:
    """A Notice, or null where there is none."""
    return None if notice is None else {"text": notice.text, "tone": notice.tone}


def render_snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """The whole state of a conversation."""
    return {
        "posts": [render_post(post_id, view) for post_id, view in snapshot.posts],
        "language": snapshot.language,
        "model_host": snapshot.model_host,
        "conversations": [render_talk(channel, title) for channel, title in snapshot.conversations],
        "is_new": snapshot.is_new,
    }


def render_talk(channel: str, title: str) -> dict[str, Any]:
    """A conversation in the list of them: its name in the address, and what it began with."""
    return {"channel": channel, "title": title}


def render_comparison(lines: tuple[LineView, ...]) -> dict[str, Any]:
    """What differs between two versions."""
    return {"lines": [asdict(line) for line in lines]}


def to_frame(event: str, data: Json) -> bytes:
    """One server-sent event (WHATWG HTML §9.2). ASCII JSON has no line breaks and takes any text."""
    return f"event: {event}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
