"""Requests of python-telegram-bot over one shared aiohttp session, with errors that never hold an address."""

import json
import logging
import re
from typing import Any, Final

import aiohttp
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

CONNECTIONS: Final = 100
CONNECT_SECONDS: Final = 10.0
READ_SECONDS: Final = 20.0
UPLOAD_SECONDS: Final = 60.0
"""How long an answer may take after a file was sent (Telegram stores it first)."""
_DEFAULT_WAIT: Final = 1.0
_REFUSED: Final = re.compile(rb'\s*\{\s*"ok"\s*:\s*false')


# Below a warning the library logs addresses with the token, and all that is written.
logging.getLogger("telegram").setLevel(logging.WARNING)


class TooFastError(TelegramError):
    """Telegram asks to wait `seconds` (429); nothing was done."""

    def __init__(self, seconds: float) -> None:
        super().__init__("Telegram asks to wait.")
        self.seconds = seconds


class NotSentError(NetworkError):
    """No connection came about, so nothing was sent: it is safe to try again."""


class TooLargeError(TelegramError):
    """A file is larger than what was to be fetched."""


class Request(BaseRequest):
    """One pool of connections for all calls, the long poll among them. No error text names an address."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Seconds that an answer may take where a call names no other."""
        return READ_SECONDS

    async def initialize(self) -> None:
        """Open the pool; once is enough."""
        if self._session is None:
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=CONNECTIONS))

    async def shutdown(self) -> None:
        """Close the pool."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ANN401 # the type is the library's own
        write_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ANN401
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ANN401
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ANN401
    ) -> tuple[int, bytes]:
        """Make one request; gives its status and body.

        Raises TooFastError, NotSentError (safe to try again), TimedOut and NetworkError (outcome unknown).
        """
        body = _to_body(request_data)
        usual = UPLOAD_SECONDS if isinstance(body, aiohttp.FormData) else READ_SECONDS
        seconds = usual if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        try:
            async with self._open().request(method, url, data=body, timeout=_timeout(seconds)) as answer:
                status, payload = answer.status, await answer.read()
        except (aiohttp.ClientError, TimeoutError) as problem:
            raise _to_error(problem) from None  # what it says may hold the address, and that the token
        if status == 429:
            raise TooFastError(_seconds(payload))
        if status == 200 and _REFUSED.match(payload):
            return 500, payload  # the library goes by the status alone
        return status, payload

    async def download(self, url: str, most: int) -> bytes:
        """A file's bytes. Raises TooLargeError past `most` bytes, and as `do_request`."""
        data = bytearray()
        try:
            async with self._open().get(url, timeout=_timeout(UPLOAD_SECONDS)) as answer:
                if answer.status != 200:
                    raise NetworkError(f"The file can't be fetched ({answer.status}).")
                async for chunk in answer.content.iter_chunked(65_536):
                    data += chunk
                    if len(data) > most:
                        raise TooLargeError("The file is too large.")
        except (aiohttp.ClientError, TimeoutError) as problem:
            raise _to_error(problem) from None
        return bytes(data)

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """The answer as JSON; unlike the library's own it never logs what it couldn't read."""
        try:
            answer = json.loads(payload)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise NetworkError("The answer is no JSON object.")
        return answer

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise NotSentError("The connection is not open.")
        return self._session


def _to_body(request_data: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    """A form: with parts where a file is in it, else URL-encoded."""
    if request_data is None:
        return None
    if not request_data.contains_files:
        return request_data.json_parameters
    form = aiohttp.FormData(quote_fields=False)
    for name, value in request_data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, media_type) in request_data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=media_type)
    return form


def _timeout(seconds: float | None) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(
        total=None, connect=CONNECT_SECONDS, sock_connect=CONNECT_SECONDS, sock_read=seconds
    )


def _to_error(problem: BaseException) -> NetworkError:
    kind = type(problem).__name__
    if isinstance(
        problem, aiohttp.ConnectionTimeoutError | aiohttp.ClientConnectorError | aiohttp.InvalidURL
    ):
        return NotSentError(f"Telegram can't be reached ({kind}).")
    if isinstance(problem, TimeoutError):
        return TimedOut(f"Telegram didn't answer ({kind}).")
    return NetworkError(f"The connection broke ({kind}).")


def _seconds(payload: bytes) -> float:
    try:
        return float(json.loads(payload)["parameters"]["retry_after"])
    except (ValueError, KeyError, TypeError):
        return _DEFAULT_WAIT
