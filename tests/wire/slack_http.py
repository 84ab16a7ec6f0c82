"""Reading calls and uploads off the wire, and answering them wrongly on purpose."""

import asyncio
from typing import Any

from aiohttp import web

from tests.wire.slack_faults import Fault
from tests.wire.slack_state import Body

HTML = "<!DOCTYPE html><html><title>Sign in | Slack</title></html>"
"""What Slack shows instead of a file or an answer: a page for people."""


async def read_arguments(request: web.Request) -> Body:
    """A call's arguments from query, form and JSON body together."""
    values: Body = dict(request.query)
    if request.content_type == "application/json":
        body: Any = await request.json() if request.can_read_body else {}
        return values | (body if isinstance(body, dict) else {})
    return values | dict(await request.post())


async def uploaded_bytes(request: web.Request) -> bytes:
    if not request.content_type.startswith("multipart/"):
        return await request.read()
    for part in (await request.post()).values():
        if isinstance(part, web.FileField):
            return part.file.read()
    return b""


async def broken(request: web.Request, fault: Fault) -> web.StreamResponse:
    """What a fault answers, if it answers at all."""
    match fault.kind:
        case "hang" | "commit_then_hang":
            await asyncio.Event().wait()
        case "drop" | "commit_then_drop":
            assert request.transport is not None
            request.transport.abort()
        case "refuse":
            return web.json_response({"ok": False, "error": fault.error, **fault.extra})
        case "limit":
            headers = {"Retry-After": str(fault.retry_after)}
            if not fault.has_html:
                return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)
            return web.Response(status=429, text=HTML, content_type="text/html", headers=headers)
    return web.Response(status=fault.status, text=HTML, content_type="text/html")
