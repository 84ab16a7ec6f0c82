"""A loopback Telegram: the Bot API of one bot, and the people who write to it, press, edit and block.

    async with telegram_server() as server:
        bot = telegram.Bot(server.token, base_url=server.url + "/bot", base_file_url=server.url + "/file/bot")
        server.user_text(42, "hello")
        await server.wait_until(lambda: bool(server.sent(42)))

People 42 (Ada, en) and 43 (Bob, de) have started the bot; GROUP is a supergroup of both with the bot in it.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from tests.wire.telegram_methods import METHODS
from tests.wire.telegram_people import People
from tests.wire.telegram_state import Pace
from tests.wire.telegram_updates import Delivery, Webhook
from tests.wire.telegram_values import (
    ApiError,
    Call,
    Json,
    Message,
    Toast,
    Update,
    Upload,
    bad_request,
    forbidden,
    migrated,
    server_error,
    too_many_requests,
    unauthorized,
)

__all__ = [
    "GROUP",
    "TelegramServer",
    "bad_request",
    "forbidden",
    "migrated",
    "server_error",
    "telegram_server",
    "too_many_requests",
    "unauthorized",
]

GROUP: Final = -1_001_000_000_001
_BY_NAME: Final = {name.lower(): name for name in METHODS}
_TEXTS: Final = frozenset(
    {"text", "caption", "callback_query_id", "title", "url", "secret_token", "language_code"}
)
"""Parameters that are never numbers or objects, whatever they look like."""


@dataclass
class Fault:
    """What happens to the next calls of a method: refused, held until `answers` is set, or cut off.

    `after_commit` holds or cuts off the answer of a call that was carried out.
    """

    method: str
    chat: int | None
    error: ApiError | None = None
    after_commit: bool = False
    times: int = 1
    answers: asyncio.Event | None = None

    def fits(self, call: Call) -> bool:
        """Whether this call is meant."""
        return self.method in ("*", call.method) and self.chat in (None, call.chat)


class TelegramServer(People):
    """The server; `url` is its address."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []
        self.url = ""
        self._faults: list[Fault] = []
        self._runner: web.AppRunner | None = None
        self.add_user(42, "Ada", "en", "ada")
        self.add_user(43, "Bob", "de", "bob")
        self.add_group(GROUP)

    # What arrived, and what stands there

    def calls_of(self, method: str, chat: int | None = None) -> list[Call]:
        """The calls of one method that were not refused."""
        return [
            call
            for call in self.calls
            if call.method == method and not call.error and chat in (None, call.chat)
        ]

    def messages(self, chat: int) -> list[Message]:
        """What stands in a chat, oldest first, people's own too."""
        return [record.message for record in self.chats[chat].records.values()]

    def sent(self, chat: int) -> list[Message]:
        """The bot's own only."""
        return [message for message in self.messages(chat) if message["from"]["id"] == self.bot["id"]]

    def message(self, chat: int, number: int) -> Message:
        """One message."""
        return self.chats[chat].records[number].message

    def markup(self, chat: int, number: int) -> Json | None:
        """The reply_markup as it was given."""
        return self.chats[chat].records[number].markup

    def buttons(self, chat: int, number: int) -> list[str]:
        """Labels, row by row."""
        rows = (self.markup(chat, number) or {}).get("inline_keyboard", [])
        return [key["text"] for row in rows for key in row]

    def toast(self, update: Update) -> Toast | None:
        """How a press was answered; None: not yet."""
        number = update["callback_query"]["id"]
        return next((toast for toast in self.toasts if toast.query_id == number), None)

    @property
    def confirmed_offset(self) -> int:
        """The highest offset that getUpdates confirmed."""
        return self.updates.confirmed_offset

    @property
    def pending(self) -> list[Update]:
        """Updates that are not confirmed."""
        return self.updates.pending

    @property
    def webhook(self) -> Webhook | None:
        """Where updates are pushed to."""
        return self.updates.webhook

    @property
    def deliveries(self) -> list[Delivery]:
        """Every attempt to push."""
        return self.updates.deliveries

    async def wait_until(self, holds: Callable[[], bool], seconds: float = 10) -> None:
        """Return as soon as something is true; TimeoutError when it never is."""
        async with asyncio.timeout(seconds):
            while not holds():
                await asyncio.sleep(0.005)

    # Faults and pace

    def fail_next(self, method: str, error: ApiError, *, times: int = 1, chat: int | None = None) -> None:
        """Refuse the next calls of a method (`*`: of any)."""
        self._faults.append(Fault(method, chat, error=error, times=times))

    def hang_next(self, method: str, *, after_commit: bool = False, chat: int | None = None) -> asyncio.Event:
        """Don't answer the next call until the event is set.

        A client that gives up before that has it carried out only with `after_commit`.
        """
        held = asyncio.Event()
        self._faults.append(Fault(method, chat, after_commit=after_commit, answers=held))
        return held

    def drop_next(self, method: str, *, after_commit: bool = False, chat: int | None = None) -> None:
        """Break the connection instead of answering the next call."""
        self._faults.append(Fault(method, chat, after_commit=after_commit))

    def limit(self, per_second: int, retry_after: int, *, chat: int | None = None) -> None:
        """Messages and edits of a chat beyond so many a second are refused by 429."""
        self.paces[chat] = Pace(per_second, retry_after)

    # The wire

    async def start(self) -> None:
        """Listen on a free port."""
        app = web.Application(client_max_size=64 * 1024**2)
        app.router.add_route("*", "/bot{token}/{method}", self._call)
        app.router.add_get("/file/bot{token}/{path:.+}", self._download)
        self._runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"

    async def stop(self) -> None:
        """Close everything."""
        await self.updates.close()
        assert self._runner is not None
        await self._runner.cleanup()

    async def _call(self, request: web.Request) -> web.StreamResponse:
        method = _BY_NAME.get(request.match_info["method"].lower(), request.match_info["method"])
        call = Call(method, await _params(request), self.clock.now())
        self.calls.append(call)
        fault = self._take_fault(call)
        try:
            if request.match_info["token"] != self.token:
                raise unauthorized()
            if fault is not None and fault.error is not None:
                raise fault.error
            if fault is not None and not fault.after_commit:
                await self._withhold(fault, request)
            if method not in METHODS:
                raise ApiError(404, "Not Found: method not found")
            result = await METHODS[method](self, call.params)
        except ApiError as error:
            call.status, call.error = error.code, error.description
            return _refused(error)
        if fault is not None and fault.after_commit:
            await self._withhold(fault, request)
        call.status = 200
        return web.json_response({"ok": True, "result": result})

    def _take_fault(self, call: Call) -> Fault | None:
        for fault in self._faults:
            if fault.fits(call):
                fault.times -= 1
                if not fault.times:
                    self._faults.remove(fault)
                return fault
        return None

    async def _withhold(self, fault: Fault, request: web.Request) -> None:
        if fault.answers is not None:
            await fault.answers.wait()
            await asyncio.sleep(0.02)  # a client that is gone already is noticed now, and ends this call
            return
        assert request.transport is not None
        request.transport.abort()
        await asyncio.sleep(60)  # cancelled as the connection is gone

    async def _download(self, request: web.Request) -> web.Response:
        file = next((one for one in self.files.values() if one.path == request.match_info["path"]), None)
        if request.match_info["token"] != self.token or file is None:
            return _refused(ApiError(404, "Not Found"))
        return web.Response(body=file.data)


@asynccontextmanager
async def telegram_server() -> AsyncIterator[TelegramServer]:
    """A server for one test."""
    server = TelegramServer()
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def _refused(error: ApiError) -> web.Response:
    if error.is_html:
        return web.Response(text="<html>Bad Gateway</html>", status=error.code, content_type="text/html")
    body: Json = {"ok": False, "error_code": error.code, "description": error.description}
    headers = {}
    if error.parameters:
        body["parameters"] = dict(error.parameters)
        if "retry_after" in error.parameters:
            headers["Retry-After"] = str(error.parameters["retry_after"])
    return web.json_response(body, status=error.code, headers=headers)


async def _params(request: web.Request) -> dict[str, Any]:
    """The parameters of a call: query, form, multipart or JSON."""
    params: dict[str, Any] = {name: _value(name, text) for name, text in request.query.items()}
    if request.content_type == "application/json":
        given = await request.json()
        return params | (given if isinstance(given, dict) else {})
    for name, part in (await request.post()).items():
        if isinstance(part, web.FileField):
            params[name] = Upload(part.filename, part.content_type, part.file.read())
        else:
            params[name] = _value(name, str(part))
    return params


def _value(name: str, text: str) -> Any:
    """A scalar as Telegram reads it: objects and lists are JSON, numbers and truth values are words."""
    if name in _TEXTS:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
