"""The page's server: its files, its stream of events, and the requests that become Events."""

import errno
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from aiohttp import web

from adapters.web.address import HOST, PORT, VARIABLE, in_url, to_address, to_hosts
from adapters.web.connect import WebPlatform
from adapters.web.decode import Kind, to_conversation, to_event
from adapters.web.door import Door
from adapters.web.guard import Guard, Handler, add_headers, refuse
from adapters.web.render import render_comparison, render_notice, render_snapshot, to_frame
from adapters.web.tabs import Tab
from adapters.web.token import LinkToken
from core.errors import PersonError, SettingsError
from core.event import Conversation

HEARTBEAT_SECONDS: Final = 15.0
FILE_BYTES: Final = 6_000_000
"""Of the request; Base64 leaves three quarters of it for the file."""
BODY_BYTES: Final = 200_000
_PORTS_TRIED: Final = 50
_GOODBYE_SECONDS: Final = 2.0
_KINDS: Final[tuple[Kind, ...]] = ("message", "press", "answer", "file", "command", "open")
_FORMS: Final = {
    "json": "application/json",
    "jsonresume": "application/json",
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "md": "text/markdown",
    "txt": "text/plain",
}
"""What the current résumé can be kept as."""
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}

_log = logging.getLogger(__name__)


class WebServer:
    """The page on its own loopback address.

    `address` is `host:port`; None means 127.0.0.1:8484, or the next free port. `clock` gives now in
    milliseconds since 1970 (UTC).
    """

    def __init__(
        self,
        door: Door,
        platform: WebPlatform,
        address: str | None,
        token: LinkToken,
        clock: Callable[[], int],
        *,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        self._door = door
        self._platform = platform
        self._wanted = None if address is None else to_address(address)
        self._token = token
        self._clock = clock
        self._heartbeat = heartbeat
        self._files = _read_files(Path(__file__).parent / "static")
        self._runner: web.AppRunner | None = None
        self._guard: Guard | None = None
        self._place = ("", 0)

    async def start(self) -> tuple[str, int]:
        """Listen; gives the actual host and port. Raises SettingsError when the port asked for is taken."""
        app = web.Application(middlewares=[self._check, _tell])
        app.on_response_prepare.append(add_headers)
        app.router.add_get("/", self._page)
        app.router.add_get("/static/{name}", self._static)
        app.router.add_get("/events", self._events)
        app.router.add_get("/export", self._export)
        app.router.add_get("/download", self._download)
        app.router.add_get("/picture", self._picture)
        app.router.add_get("/compare", self._compare)
        for kind in _KINDS:
            app.router.add_post(f"/{kind}", self._to_receiver(kind))
        # No access log: its lines would hold the link's token.
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GOODBYE_SECONDS)
        await self._runner.setup()
        try:
            host, port = self._place = await self._listen(self._runner)
        except BaseException:
            await self._runner.cleanup()
            raise
        self._guard = Guard(self._token, to_hosts(host, port), port)
        return host, port

    async def stop(self) -> None:
        """Let the tabs go, finish the requests under way, and close the port."""
        self._platform.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def link(self) -> str:
        """The link to print: it opens the page in one browser, and works until it is renewed."""
        host, port = self._place
        return f"http://{in_url(host)}:{port}/?token={self._token.value}"

    async def _listen(self, runner: web.AppRunner) -> tuple[str, int]:
        if self._wanted is not None:
            host, port = self._wanted
            return host, await _bind(runner, host, port)
        for port in range(PORT, PORT + _PORTS_TRIED):
            try:
                return HOST, await _bind(runner, HOST, port)
            except SettingsError:
                continue
        raise SettingsError(VARIABLE, f"No free port from {PORT} on; set {VARIABLE} to another one.")

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if self._guard is None:  # the port is known a moment after it is open
            return refuse(503, "starting", "The page is starting. Try again in a moment.")
        return await self._guard.check(request, handler)

    async def _page(self, _: web.Request) -> web.StreamResponse:
        return web.Response(body=self._files["page.html"], content_type="text/html", charset="utf-8")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in self._files:
            return refuse(404, "not_found", "There is no such file.")
        return web.Response(body=self._files[name], content_type=_TYPES[Path(name).suffix], charset="utf-8")

    async def _export(self, request: web.Request) -> web.StreamResponse:
        """The current résumé as a file to keep."""
        form = request.query.get("form", "json")
        if form not in _FORMS:
            return _to_attachment(None)
        conversation = to_conversation(request.query.get("conversation", "main"))
        return _to_attachment(await self._door.export(conversation, form))

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        """One page of the current résumé."""
        version, page = (_to_number(request.query.get(name, "")) for name in ("version", "page"))
        conversation = to_conversation(request.query.get("conversation", "main"))
        found = await self._door.picture(conversation, version, page)
        if found is None:
            return refuse(404, "no_picture", "There is no such page.")
        data, pages = found
        return web.Response(body=data, content_type="image/png", headers={"X-Pages": str(pages)})

    async def _compare(self, request: web.Request) -> web.StreamResponse:
        """What differs between two versions of the current résumé."""
        older, newer = (_to_number(request.query.get(name, "")) for name in ("older", "newer"))
        conversation = to_conversation(request.query.get("conversation", "main"))
        lines = await self._door.compare(conversation, older, newer)
        if lines is None:
            return refuse(404, "no_version", "There is no such version.")
        return web.json_response(render_comparison(lines))

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """The file that a Post hands over."""
        conversation = to_conversation(request.query.get("conversation", "main"))
        return _to_attachment(await self._door.file(conversation, _to_number(request.query.get("post", ""))))

    def _to_receiver(self, kind: Kind) -> Handler:
        limit = FILE_BYTES if kind == "file" else BODY_BYTES

        async def receive(request: web.Request) -> web.StreamResponse:
            body = await _read(request, limit)
            if body is None:
                return refuse(413, "too_large", f"This is too large: {limit // 1000:,} KB is the most.")
            language = request.headers.get("Accept-Language", "")
            event = to_event(kind, body, at=self._clock(), accept_language=language)
            try:
                notice = await self._door.receive(event)
            except Exception as error:
                _log.error("inbox write failed: %s", type(error).__name__)  # its text may hold content
                return refuse(503, "not_stored", "That was not saved. Please try again.")
            return web.json_response({"notice": render_notice(notice)})

        return receive

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """The whole state, then every change as it comes."""
        conversation = to_conversation(request.query.get("conversation", "main"))
        transport = request.transport
        # The tab listens before the state is read: a change in between comes twice rather than never.
        tab = self._platform.open_tab(conversation, lambda: transport.abort() if transport else None)
        try:
            first = await self._to_state(conversation)
            response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
            await response.prepare(request)
            await response.write(first)
            await self._follow(request, response, conversation, tab)
        except ConnectionResetError:
            pass  # the tab is gone; it comes back by itself
        finally:
            self._platform.close_tab(conversation, tab)
        return response

    async def _follow(
        self, request: web.Request, response: web.StreamResponse, conversation: Conversation, tab: Tab
    ) -> None:
        while not tab.is_closed:
            frames = await tab.take(self._heartbeat)
            if self._guard is None or not self._guard.is_open(request):
                return  # the link was renewed
            for kind, frame in frames:
                await response.write(await self._to_state(conversation) if kind == "refresh" else frame)
            if not frames and not tab.is_closed:
                await response.write(b": still here\n\n")

    async def _to_state(self, conversation: Conversation) -> bytes:
        return to_frame("state", render_snapshot(await self._door.snapshot(conversation)))


def _to_number(text: str) -> int:
    """A whole number from a query; -1, which names nothing, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1


def _to_attachment(found: tuple[str, bytes] | None) -> web.StreamResponse:
    if found is None:
        return refuse(404, "no_file", "There is no such file here.")
    name, data = found
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}  # RFC 6266
    kind = _FORMS.get(name.rpartition(".")[2], "application/octet-stream")
    return web.Response(body=data, content_type=kind, headers=headers)


@web.middleware
async def _tell(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every failure becomes a status and a sentence, and the log gets no content."""
    try:
        return await handler(request)
    except PersonError as error:
        return refuse(400, error.code, error.message)
    except web.HTTPException as error:
        return refuse(error.status, "no_such_address", "There is nothing at this address.")
    except Exception as error:
        _log.error("request failed: %s", type(error).__name__)
        return refuse(500, "failed", "Something went wrong here. Please try again.")


async def _bind(runner: web.AppRunner, host: str, port: int) -> int:
    """Listen on this port; gives the actual one. Raises SettingsError when it can't be had."""
    site = web.TCPSite(runner, host, port)
    try:
        await site.start()
    except OSError as error:
        reason = "is taken" if error.errno == errno.EADDRINUSE else "can't be opened"
        await site.stop()
        raise SettingsError(
            VARIABLE, f"{in_url(host)}:{port} {reason}; set {VARIABLE} to another."
        ) from error
    return int(runner.addresses[-1][1])


async def _read(request: web.Request, limit: int) -> bytes | None:
    """The body, or None if it is larger than `limit` bytes; never more than that is kept."""
    if (request.content_length or 0) > limit:
        return None
    body = bytearray()
    async for chunk in request.content.iter_any():
        body += chunk
        if len(body) > limit:
            return None
    return bytes(body)


def _read_files(folder: Path) -> dict[str, bytes]:
    """The page's own files by name: only what is in the folder can be asked for."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in _TYPES}
