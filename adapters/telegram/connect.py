"""Telegram as a Platform: one bot, its connection, and what the postman shows there."""

import asyncio
import hmac
import logging
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import orjson
import telegram
from aiohttp import web
from telegram.error import BadRequest, InvalidToken, TelegramError

from adapters.telegram import decode
from adapters.telegram.faults import to_delivery
from adapters.telegram.menu import set_menu
from adapters.telegram.poll import Poll
from adapters.telegram.receive import Receiver
from adapters.telegram.request import Request, TooFastError, TooLargeError
from adapters.telegram.sender import Sender
from adapters.telegram.showing import Showing
from adapters.telegram.wire import KINDS
from core.door import Door
from core.errors import PersonError, SettingsError
from core.event import Conversation
from core.ports import Rate, Sending, Shown, Traits
from core.show.view import Notice

API: Final = "https://api.telegram.org"
HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
LARGEST_FILE: Final = 20 * 1024 * 1024
"""Bytes that a bot can fetch (Bot API, getFile)."""
_TOKEN: Final = re.compile(r"(\d+):[A-Za-z0-9_-]+")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{1,256}")
_RETRY_SECONDS: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
_log = logging.getLogger(__name__)


class TelegramPlatform:
    """One bot. `attach` a Door, then `start`; with a `webhook_url`, serve its `routes`.

    `menu` are the commands to offer; the words `command-<name>` describe each. Raises SettingsError for a
    token or a secret that can't be one.
    """

    name: Final = "telegram"
    traits: Final = Traits(resend_after=60_000)
    """A message whose outcome is unknown can't be looked up; after a minute it is sent again."""

    def __init__(
        self,
        token: str,
        *,
        api_url: str | None = None,
        webhook_url: str | None = None,
        webhook_secret: str | None = None,
        menu: Sequence[str] = (),
        now: Callable[[], int] = lambda: int(time.time() * 1000),
    ) -> None:
        found = _TOKEN.fullmatch(token)
        if found is None:
            raise SettingsError(
                "TELEGRAM_BOT_TOKEN", "TELEGRAM_BOT_TOKEN has not the form that BotFather gives."
            )
        if webhook_url and not _SECRET.fullmatch(webhook_secret or ""):
            raise SettingsError(
                "TELEGRAM_WEBHOOK_SECRET",
                "TELEGRAM_WEBHOOK_SECRET must be 1 to 256 of A-Z, a-z, 0-9, _ and - where a webhook is used.",
            )
        base = (api_url or API).rstrip("/")
        self._request = Request()
        self._bot = telegram.Bot(
            token,
            base_url=f"{base}/bot",
            base_file_url=f"{base}/file/bot",
            request=self._request,
            get_updates_request=self._request,
        )
        self._who = decode.Bot(found[1])
        self._webhook_url, self._webhook_secret = webhook_url or "", webhook_secret or ""
        self._menu = tuple(menu)
        self._now = now
        self._parts: _Attached | None = None
        self._loop: asyncio.Task[None] | None = None

    # -- its life

    def attach(self, door: Door) -> None:
        """Give it the core; before `start`."""
        self._parts = _Attached(
            door,
            Receiver(self._bot, door, lambda: self._who, self._now),
            Showing(Sender(self._bot), door, self._link, self._now),
        )

    def _link(self) -> str:
        return f"https://t.me/{self.username}?start=group" if self.username else ""

    async def start(self) -> str:
        """Connect and receive; gives a line that says who we are. Raises SettingsError for an unknown token.

        When Telegram can't be reached it goes on trying, and the program goes on without it.
        """
        await self._request.initialize()
        try:
            is_known = await self._introduce()
        except SettingsError:
            await self._request.shutdown()
            raise
        self._loop = asyncio.create_task(self._run(is_known))
        return f"Telegram: @{self.username}" if is_known else "Telegram can't be reached yet; I keep trying."

    async def stop(self) -> None:
        """Receive nothing more and close the connection. A webhook stays set, so that updates wait."""
        if self._loop is not None:
            self._loop.cancel()
            await asyncio.gather(self._loop, return_exceptions=True)
        if self._parts is not None:
            await self._parts.showing.stop()
            await self._parts.receiver.stop()
        await self._request.shutdown()

    def routes(self) -> list[web.RouteDef]:
        """Where Telegram calls us; none when we poll."""
        return [web.post(urlsplit(self._webhook_url).path or "/", self.webhook)] if self._webhook_url else []

    @property
    def is_running(self) -> bool:
        """Whether updates are received, or will be as soon as Telegram can be reached."""
        return self._loop is not None and not self._loop.done()

    @property
    def username(self) -> str:
        """What the bot is called; '' until Telegram told."""
        return self._who.username

    async def webhook(self, request: web.Request) -> web.Response:
        """The route of the webhook: one Update, taken in durably before it is answered."""
        given = request.headers.get(HEADER, "")
        is_ours = hmac.compare_digest(given.encode("utf-8", "replace"), self._webhook_secret.encode())
        if not is_ours or not self._webhook_secret:
            return web.Response(status=403)
        try:
            update = orjson.loads(await request.read())
        except orjson.JSONDecodeError:
            return web.Response(status=400)
        if not isinstance(update, dict):
            return web.Response(status=400)
        try:
            await self._attached.receiver.take(update)
        except Exception as problem:  # not stored: Telegram sends it again
            _log.error("an update could not be stored (%s)", type(problem).__name__)
            return web.Response(status=500)
        return web.Response()

    async def _introduce(self) -> bool:
        """Ask who we are; False when Telegram can't be reached."""
        try:
            me = await self._bot.get_me()
        except InvalidToken:
            raise SettingsError(
                "TELEGRAM_BOT_TOKEN", "TELEGRAM_BOT_TOKEN is not a token that Telegram knows."
            ) from None
        except TelegramError as problem:
            _log.warning("Telegram can't be reached yet (%s)", type(problem).__name__)
            return False
        self._who = decode.Bot(str(me.id), me.username or "")
        return True

    async def _run(self, is_known: bool) -> None:
        try:
            tries = 0
            while not (is_known := is_known or await self._introduce()) or not await self._open():
                await asyncio.sleep(_RETRY_SECONDS[min(tries, len(_RETRY_SECONDS) - 1)])
                tries += 1
            await set_menu(self._bot, self._menu)
            if self._webhook_url:
                await asyncio.Event().wait()
            receives = partial(self._attached.door.receives, self._who.id)
            await Poll(self._bot, self._attached.receiver, receives).run()
        except SettingsError as problem:
            _log.critical("%s", problem.message)

    async def _open(self) -> bool:
        """Tell Telegram how updates reach us; what waits there is kept."""
        try:
            if self._webhook_url:
                await self._bot.set_webhook(
                    self._webhook_url, secret_token=self._webhook_secret, allowed_updates=list(KINDS)
                )
            else:
                await self._bot.delete_webhook()
        except TelegramError as problem:
            _log.warning("Telegram doesn't take our way of receiving (%s)", type(problem).__name__)
            return False
        return True

    # -- what the postman asks for

    def rate(self, conversation: Conversation) -> Rate | None:
        """What Telegram takes without complaint; its true limits are not told."""
        return Rate(3, 3.0 if conversation.channel.startswith("-") else 1.0, 25.0)

    async def show(self, sending: Sending) -> Shown:
        """A new message, or an edit of the one that stands; a fresh copy where that can't be edited.

        Raises BusyError, UnknownOutcomeError, UnreachableError, DeliveryError.
        """
        return await self._attached.showing.show(sending)

    async def fold(self, post: int, conversation: Conversation, place: str) -> None:
        """Take a message away; one too old for that is cut to a line. Raises like `show`."""
        await self._attached.showing.fold(post, conversation, place)

    async def progress(self, conversation: Conversation, text: str) -> None:
        """Show the answer so far in the message that says we are at work."""
        await self._attached.showing.progress(conversation, text)

    async def notice(self, conversation: Conversation, notice: Notice) -> None:
        """Tell something once, as a line without sound."""
        await self._attached.receiver.tell(conversation, notice.text)

    async def fetch(self, conversation: Conversation, reference: str, most: int) -> bytes:
        """A file's bytes. Raises PersonError `file_too_large`, `file_not_fetched`; BusyError."""
        say = await self._attached.showing.words(conversation)
        most = min(most, LARGEST_FILE)
        too_large = PersonError(
            "file_too_large", say.say("telegram-file-too-large", most=most // (1024 * 1024))
        )
        file_id, size = decode.from_reference(reference)
        if size > most:
            raise too_large
        try:
            file = await self._bot.get_file(file_id)
            if (file.file_size or 0) > most:
                raise too_large
            return await self._request.download(file.file_path or "", most)
        except TooFastError as problem:
            raise to_delivery(problem, is_first=False) from None
        except TooLargeError:
            raise too_large from None
        except TelegramError as problem:
            if isinstance(problem, BadRequest) and "too big" in str(problem).lower():
                raise too_large from None
            raise PersonError("file_not_fetched", say.say("telegram-file-not-fetched")) from None

    @property
    def _attached(self) -> "_Attached":
        assert self._parts is not None, "attach comes first"
        return self._parts


@dataclass(frozen=True, slots=True)
class _Attached:
    """What there is once the core is known."""

    door: Door
    receiver: Receiver
    showing: Showing
