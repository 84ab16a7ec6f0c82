"""The Web API: one token, no repeats of its own, and each failure named for what it means to a Post."""

import logging
import re
from collections.abc import Awaitable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from core.errors import BusyError, DeliveryError, SettingsError, UnknownOutcomeError, UnreachableError

API_URL: Final = "https://slack.com/api/"
SECONDS: Final = 10
"""How long a call may take."""
AWAY: Final = 15.0
"""Seconds to wait when nothing could be sent at all: no network, or no valid token."""

_LIMITED: Final = frozenset({"ratelimited", "rate_limited", "message_limit_exceeded"})
_UNKNOWN: Final = frozenset(
    {"", "fatal_error", "internal_error", "request_timeout", "service_unavailable", "non_json"}
)
_CLOSED: Final = frozenset(
    {
        "channel_not_found",
        "user_not_found",
        "user_disabled",
        "users_not_found",
        "is_archived",
        "not_in_channel",
        "messages_tab_disabled",
        "cannot_dm_bot",
        "restricted_action",
        "user_not_visible",
        "not_enabled",
    }
)
_TOKEN: Final = frozenset(
    {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "org_login_required"}
)
_POINTER: Final = re.compile(r"json-pointer:([^\]\s]{1,200})")

log = logging.getLogger("countersign.slack")


class SlackError(DeliveryError):
    """Slack refused a call; nothing was done. `code` is Slack's, `pointers` are to what is wrong."""

    def __init__(self, code: str, pointers: tuple[str, ...] = ()) -> None:
        super().__init__(code, "Slack refused this.")
        self.pointers = pointers


class RefusedTokenError(BusyError):
    """Slack doesn't take the bot token; `reason` is Slack's."""

    def __init__(self, reason: str) -> None:
        super().__init__(60.0)
        self.reason = reason


def new_session() -> aiohttp.ClientSession:
    """A session for all clients; inside a running loop, and to be closed."""
    timeout = aiohttp.ClientTimeout(total=SECONDS)  # with a session of ours the clients' own are ignored
    return aiohttp.ClientSession(timeout=timeout)


def web_client(token: str | None, url: str, session: aiohttp.ClientSession) -> AsyncWebClient:
    """Slack's own client, which repeats nothing by itself."""
    return AsyncWebClient(token, url, retry_handlers=[], session=session, logger=quiet_logger())


class SlackClient:
    """The Web API with one bot token, and who we are with it: `team` is what it is installed in."""

    def __init__(
        self,
        bot_token: str,
        session: aiohttp.ClientSession,
        api_url: str = API_URL,
        *,
        team: str = "",
        bot_user: str = "",
        bot_id: str = "",
    ) -> None:
        self._token = bot_token
        self._session = session
        self.url = to_base(api_url)
        self.web = web_client(bot_token, self.url, session)
        self._rooms: dict[str, str] = {}
        self.team = team
        self.bot_user = bot_user
        self.bot_id = bot_id

    @property
    def session(self) -> aiohttp.ClientSession:
        """The session, for what is no method of the Web API."""
        return self._session

    @property
    def token(self) -> str:
        """The bot token, for downloads."""
        return self._token

    def is_trusted(self, url: str) -> bool:
        """Whether the token may be sent there: to Slack's own hosts, and to the one we were pointed at."""
        parts, own = urlsplit(url), urlsplit(self.url)
        if (parts.scheme, parts.netloc) == (own.scheme, own.netloc):
            return True
        host = parts.hostname or ""
        is_slack = host in ("slack.com", "slack-files.com") or host.endswith(
            (".slack.com", ".slack-files.com")
        )
        return parts.scheme == "https" and is_slack

    def learn(self, user: str, room: str) -> None:
        """A person's direct messages with us have this id."""
        self._rooms[user] = room

    async def room(self, channel: str) -> str:
        """Where a Conversation's channel is: the direct messages of a person, or the channel itself."""
        if not channel.startswith(("U", "W")):
            return channel
        if channel not in self._rooms:
            opened = await ask(self.web.conversations_open(users=channel))
            self._rooms[channel] = str(opened["channel"]["id"])
        return self._rooms[channel]

    def forget(self, channel: str) -> None:
        """Look a person's direct messages up anew next time."""
        self._rooms.pop(channel, None)


def to_base(api_url: str) -> str:
    """An address of the Web API as the library takes it."""
    return api_url if api_url.endswith("/") else api_url + "/"


def quiet_logger() -> logging.Logger:
    """A logger for Slack's libraries: at DEBUG they write whole payloads, which hold résumés."""
    logger = logging.getLogger("countersign.slack.library")
    logger.setLevel(logging.ERROR)  # their warnings are for who writes an app
    return logger


async def ask(call: Awaitable[AsyncSlackResponse]) -> dict[str, Any]:
    """The body of a call's answer.

    Raises BusyError, UnreachableError, UnknownOutcomeError (it may have been done), SlackError.
    """
    try:
        answer = (await call).data
    except (SlackClientError, aiohttp.ClientError, TimeoutError, AttributeError) as problem:
        # AttributeError: the library asks a body that is a text for its `ok`.
        raise to_error(problem) from None
    if not isinstance(answer, dict):
        raise UnknownOutcomeError
    return answer


def to_error(problem: Exception) -> Exception:
    """What a failure of the library means."""
    if isinstance(problem, aiohttp.ClientConnectorError):
        return BusyError(AWAY)  # no connection came about, so nothing was sent
    if not isinstance(problem, SlackApiError):
        return UnknownOutcomeError()
    response = problem.response
    status = getattr(response, "status_code", None) or getattr(response, "status", 0)
    body = getattr(response, "data", None)
    code = str(body.get("error") or "") if isinstance(body, dict) else ""
    if status == 429 or code in _LIMITED:
        return BusyError(retry_after(response))
    if code in _UNKNOWN or (isinstance(status, int) and status >= 500):
        return UnknownOutcomeError()
    if code in _TOKEN:
        log.error("Slack refuses the bot token (%s); what is to be sent waits.", code)
        return RefusedTokenError(code)
    if code in _CLOSED:
        return UnreachableError(code)
    pointers = _pointers(body)
    log.warning("Slack refused a call: %s %s", code, " ".join(pointers))
    return SlackError(code, pointers)


def retry_after(response: object) -> float:
    """Seconds that a 429 asks for; its body may be empty or HTML."""
    headers: Mapping[str, str] = getattr(response, "headers", None) or {}
    try:
        return max(float(headers.get("Retry-After", "")), 0.5)
    except ValueError:
        return 1.0


def _pointers(body: object) -> tuple[str, ...]:
    """Where Slack says that a payload is wrong: JSON Pointers alone, as sentences may quote values."""
    metadata = body.get("response_metadata") if isinstance(body, dict) else None
    messages = metadata.get("messages") if isinstance(metadata, dict) else None
    return tuple(_POINTER.findall(" ".join(map(str, messages or ()))))[:5]


async def check(call: Awaitable[AsyncSlackResponse], variable: str, what: str) -> dict[str, Any]:
    """The answer to a call that needs nothing but a good token.

    Raises SettingsError that names the `variable`; DeliveryError where Slack doesn't say.
    """
    try:
        return (await call).data  # type: ignore[return-value]  # a body that is no object is a SlackApiError
    except SlackApiError as problem:
        body = problem.response.data
        code = str(body.get("error") or "") if isinstance(body, dict) else ""
        if not code or code in ("ratelimited", "internal_error", "fatal_error"):
            raise DeliveryError("no_answer", "Slack gave no answer. Try again in a minute.") from None
        sentence = f"Slack refuses {what} in {variable}: {code}. Copy it anew from api.slack.com/apps."
        raise SettingsError(variable, sentence) from None
    except (aiohttp.ClientError, TimeoutError):
        raise DeliveryError(
            "no_answer", "Slack can't be reached. Check the network, or SLACK_API_URL."
        ) from None
