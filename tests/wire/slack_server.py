"""A loopback Slack: Web API, Socket Mode and HTTP push, files, streams, faults, and people who press buttons.

    async with slack_server() as server:
        client = AsyncWebClient(token=server.bot_token, base_url=server.url)
        delivery = await server.user_message("U1", "Shorten my headline")
        await delivery.acked()
        await server.wait_until(lambda slack: len(slack.messages("D1")) == 2)

People U1 (Ann) and U2 (Bob) are there, their direct messages are D1 and D2; both and the app are in C1.
"""

import asyncio
import json
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType

from aiohttp import web
from aiohttp.typedefs import Handler

from tests.wire.slack_delivery import Ack, Connection, Deliveries, Delivery
from tests.wire.slack_faults import Faults
from tests.wire.slack_http import HTML, broken, read_arguments, uploaded_bytes
from tests.wire.slack_methods import METHODS, Arguments
from tests.wire.slack_pressing import People
from tests.wire.slack_response_url import respond, say
from tests.wire.slack_state import Body, Refused
from tests.wire.slack_views import apply_response

MOST_CONNECTIONS = 10


@dataclass
class Call:
    """One call of the Web API; `error` is "" where the answer was ok, a fault's kind where there was none."""

    method: str
    arguments: Body
    token: str
    at: float
    error: str = "unanswered"


class SlackServer(People, Faults):
    """The server. Its state is read and set directly; see Workspace, People and Faults for what there is."""

    bot_token = "xoxb-1-loopback"
    app_token = "xapp-1-loopback"
    signing_secret = "loopback-signing-secret"

    def __init__(self) -> None:
        People.__init__(self)
        Faults.__init__(self)
        self.calls: list[Call] = []
        self.downloads: list[tuple[str, str]] = []
        self.redirects: dict[str, str] = {}
        self.installations: dict[str, Body] = {}
        self.clients: tuple[str, str] = ("client-id", "client-secret")
        self.tenants: dict[str, tuple[str, str, str]] = {
            self.bot_token: (self.team, self.bot_user, self.bot_id)
        }
        """Team, bot user and bot id of each workspace with the app, by its bot token."""
        self.revoked: set[str] = set()
        """Tokens that were taken away."""
        self.deliveries = Deliveries(self, self.signing_secret, self._answered)
        self.url = ""
        self._tickets: set[str] = set()
        self._changed = asyncio.Condition()
        self._runner: web.AppRunner | None = None
        self.emit = self._emit
        self.later = self._later
        self.add_user("U1", "Ann")
        self.add_user("U2", "Bob", locale="zh-CN", tz="Asia/Shanghai")
        for user in self.users:
            self.dm(user)
        self.add_channel("C1", ["U1", "U2"])

    async def __aenter__(self) -> "SlackServer":
        app = web.Application(middlewares=[self._tell_after], client_max_size=32 * 1024**2)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_get("/link", self._link)
        app.router.add_get("/link/", self._link)
        app.router.add_post("/upload/v1/{id}", self._upload)
        app.router.add_get("/files/{id}/{name}", self._view_file)
        app.router.add_get("/files/{id}/download/{name}", self._download)
        app.router.add_post("/actions/{token}", self._respond)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.origin = f"http://{host}:{port}"
        self.url = f"{self.origin}/api/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.deliveries.close()
        assert self._runner is not None
        await self._runner.cleanup()

    # What there is to see

    def calls_of(self, method: str) -> list[Call]:
        """The calls of one method, in the order they came."""
        return [call for call in self.calls if call.method == method]

    def messages(self, channel: str) -> list[Body]:
        """All messages of a channel, threads and whole metadata included, oldest first."""
        return list(self.channels[channel].messages.values())

    def thread(self, channel: str, root: str) -> list[Body]:
        """A thread's root and replies, oldest first."""
        return [self.channels[channel].messages[root], *self.channels[channel].replies(root)]

    def message(self, ts: str) -> Body:
        """One message, wherever it stands."""
        return self.find(ts)[1]

    def view(self, user: str) -> Body | None:
        """The modal on top of a person's."""
        stack = self.stacks.get(user)
        return self.views[stack[-1]] if stack else None

    def home(self, user: str) -> Body | None:
        """What was published on a person's Home tab."""
        return self.homes.get(user)

    @property
    def acks(self) -> list[Ack]:
        """Every ack that came, late and repeated ones too."""
        return self.deliveries.acks

    @property
    def connections(self) -> int:
        """How many sockets are open."""
        return len(self.deliveries.connections)

    async def wait_until(self, holds: Callable[["SlackServer"], bool], seconds: float = 10) -> None:
        """Return as soon as something is true of this server; TimeoutError when it never is."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: holds(self))

    async def wait_connected(self, count: int = 1) -> None:
        """Return when so many sockets are open."""
        await self.wait_until(lambda server: server.connections >= count)

    # What tests do to it

    @contextmanager
    def acting(self, token: str) -> Iterator[None]:
        """See, write and press in the workspace that this bot token is of."""
        mine = (self.team, self.bot_user, self.bot_id)
        self.team, self.bot_user, self.bot_id = self.tenants[token]
        try:
            yield
        finally:
            self.team, self.bot_user, self.bot_id = mine

    def push_to(self, url: str) -> None:
        """Push everything to this address by signed requests, instead of over sockets."""
        self.deliveries.push_url = url

    def sign(self, body: str, timestamp: int | None = None) -> dict[str, str]:
        """The headers that make a request Slack's."""
        return self.deliveries.sign(body, timestamp)

    def lose_next_delivery(self, times: int = 1) -> None:
        """Let the next attempts at sending an envelope get lost; an event is tried again."""
        self.deliveries.lost += times

    def duplicate_next(self, copies: int = 1) -> None:
        """Send the next event so many times more, at the same moment."""
        self.deliveries.copies = copies

    async def redeliver(self, delivery: Delivery, attempt: int = 1) -> Delivery:
        """Send the same payload again, as this retry."""
        again = self.deliveries.start(delivery.kind, delivery.payload, first=attempt)
        await again.started.wait()
        return again

    def hold_events(self) -> None:
        """Keep events back from now on."""
        self.deliveries.held = []

    async def release_events(self, *, reverse: bool = False) -> None:
        """Send what was kept back, in its order or the other way round."""
        await self.deliveries.release(reverse=reverse)

    def lose_next_share(self, times: int = 1) -> None:
        """Let the next finished uploads never appear."""
        self.lost_shares += times

    def lose_next_ephemeral(self, times: int = 1) -> None:
        """Let the next ephemeral messages not be shown."""
        self.lost_ephemerals += times

    async def disconnect(self, reason: str = "warning") -> None:
        """Tell every socket that it will be closed soon; with link_disabled it is closed at once."""
        for connection in list(self.deliveries.connections):
            await connection.socket.send_json(_goodbye(reason))
            if reason == "link_disabled":
                await connection.socket.close()

    def cut_sockets(self) -> None:
        """Drop every socket without a word."""
        for connection in list(self.deliveries.connections):
            connection.cut()

    # The Web API

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        given = Arguments(await read_arguments(request))
        call = Call(method, given.values, token, time.monotonic())
        self.calls.append(call)
        await self._tell()
        if method in self.delays:
            await asyncio.sleep(self.delays[method])
        fault = self.next_fault(method, given.text("channel"), self.now())
        if fault is not None and not fault.kind.startswith("commit"):
            call.error = fault.error or fault.kind
            return await broken(request, fault)
        body = self._carry_out(method, token, given, request)
        call.error = body.get("error", "")
        if fault is not None:
            return await broken(request, fault)
        return web.json_response(body, headers=self._headers(method))

    def _carry_out(self, method: str, token: str, given: Arguments, request: web.Request) -> Body:
        try:
            if method == "oauth.v2.access":
                return {"ok": True, **self._exchange(given, request)}
            self._check_token(method, token)
            if method == "apps.connections.open":
                return {"ok": True, "url": self._ticket()}
            with self.acting(token):
                if method == "auth.test":
                    return {"ok": True, **self._auth_test()}
                if method not in METHODS:
                    raise Refused("unknown_method", req_method=method)
                return {"ok": True, **json.loads(json.dumps(METHODS[method](self, given)))}
        except Refused as refused:
            return {"ok": False, "error": refused.error, **refused.extra}

    def _check_token(self, method: str, token: str) -> None:
        if not token:
            raise Refused("not_authed")
        if token in self.revoked:
            raise Refused("token_revoked")
        if token not in self.tenants and token != self.app_token:
            raise Refused("invalid_auth")
        is_app_method = method == "apps.connections.open"
        if (token == self.app_token) != is_app_method:
            raise Refused("not_allowed_token_type")

    def _headers(self, method: str) -> dict[str, str]:
        return {"x-oauth-scopes": ",".join(sorted(self.scopes))} if method == "auth.test" else {}

    def _auth_test(self) -> Body:
        return {
            "url": "https://acme.slack.com/",
            "team": "Acme",
            "user": "resume-editor",
            "team_id": self.team,
            "user_id": self.bot_user,
            "bot_id": self.bot_id,
            "is_enterprise_install": False,
        }

    def _ticket(self) -> str:
        ticket = self.next_id("t")
        self._tickets.add(ticket)
        return f"{self.origin.replace('http', 'ws', 1)}/link?ticket={ticket}&app_id={self.app_id}"

    def _exchange(self, given: Arguments, request: web.Request) -> Body:
        """Swap an OAuth code for what was put into `installations` under it; once."""
        said = request.headers.get("Authorization", "").removeprefix("Basic ")
        if b64decode(said).decode() != ":".join(self.clients):
            raise Refused("bad_client_secret")
        installation = self.installations.pop(given.need("code"), None)
        if installation is None:
            raise Refused("invalid_code")
        return installation

    # Sockets

    async def _link(self, request: web.Request) -> web.StreamResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            raise web.HTTPForbidden
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket, request)
        if self.connections >= MOST_CONNECTIONS:
            await socket.send_json(_goodbye("too_many_websockets"))
            await socket.close()
            return socket
        await socket.send_json(_hello(self.app_id, self.connections + 1))
        self.deliveries.connections.append(connection)
        await self._tell()
        try:
            async for frame in socket:
                if frame.type is web.WSMsgType.TEXT:
                    self.deliveries.hear(frame.data)
                    await self._tell()
        finally:
            self.deliveries.connections.remove(connection)
            await asyncio.shield(self._tell())
        return socket

    def _answered(self, delivery: Delivery) -> None:
        """What an ack in time does: to a modal that was submitted, or as a command's answer."""
        payload, body = delivery.ack.payload if delivery.ack else None, delivery.payload
        if body.get("type") == "view_submission":
            apply_response(self, body["user"]["id"], body["view"]["id"], payload)
        if delivery.kind == "slash_commands" and isinstance(payload, dict) and payload:
            answering = self.response_urls[body["response_url"].rpartition("/")[2]]
            content = {name: payload[name] for name in ("text", "blocks") if name in payload}
            say(self, answering, content, payload)

    def _emit(self, event: Body) -> None:
        self.tell(event, self.channels[event["channel"]], is_echo=True)

    # Files and answers

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        file = self.files.get(request.match_info["id"])
        data = await uploaded_bytes(request)
        if file is None or len(data) != file.length:
            return web.Response(status=400, text="bad upload")
        file.data = data
        return web.Response(text=f"OK - {len(data)}")

    async def _view_file(self, request: web.Request) -> web.StreamResponse:
        """What `url_private` leads to: of a PDF to a page that shows it, never to its bytes."""
        if request.match_info["name"].endswith(".pdf"):
            return web.Response(
                status=302, headers={"Location": f"{self.origin}/files/{request.match_info['id']}/page"}
            )
        return await self._download(request)

    async def _download(self, request: web.Request) -> web.StreamResponse:
        file = self.files.get(request.match_info["id"])
        said = request.headers.get("Authorization", "")
        self.downloads.append((request.match_info["id"], said))
        if file is not None and file.id in self.redirects:
            return web.Response(status=302, headers={"Location": self.redirects[file.id]})
        is_allowed = said == f"Bearer {self.bot_token}" and "files:read" in self.scopes
        if file is None or not is_allowed or file.name != request.match_info["name"]:
            return web.Response(text=HTML, content_type="text/html")
        return web.Response(body=file.data or b"", content_type=file.mimetype)

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        status, said = respond(self, request.match_info["token"], await request.json())
        return web.Response(status=status, text=said)

    # Telling those who wait

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    @web.middleware
    async def _tell_after(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        finally:
            await asyncio.shield(self._tell())

    def _later(self, seconds: float, do: Callable[[], None]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            do()
            await self._tell()

        self.deliveries.run(wait())


def slack_server() -> SlackServer:
    """A server to be entered: `async with slack_server() as server`."""
    return SlackServer()


def _hello(app_id: str, count: int) -> Body:
    debug = {"host": "applink-1", "build_number": 10, "approximate_connection_time": 18060}
    return {
        "type": "hello",
        "num_connections": count,
        "connection_info": {"app_id": app_id},
        "debug_info": debug,
    }


def _goodbye(reason: str) -> Body:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-1"}}
