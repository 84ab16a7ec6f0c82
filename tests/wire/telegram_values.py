"""Small values of the loopback Telegram: errors in its own words, its clock, what it remembers of a call."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Json: TypeAlias = dict[str, Any]
Update: TypeAlias = dict[str, Any]
"""An Update as on the wire: `update_id` and one more member that says what happened."""
Message: TypeAlias = dict[str, Any]
"""A Message as on the wire."""

MIB: Final = 1 << 20
MOST_DOWNLOAD: Final = 20 * MIB
MOST_UPLOAD: Final = 50 * MIB
MOST_PHOTO: Final = 10 * MIB


@dataclass(eq=False)
class ApiError(Exception):
    """A refusal: HTTP status, Telegram's whole description, and its `parameters`.

    `is_html` answers with a page instead of JSON, as a proxy in front of Telegram does.
    """

    code: int
    description: str
    parameters: Mapping[str, int] = field(default_factory=dict)
    is_html: bool = False


def bad_request(what: str) -> ApiError:
    """400: `what` without its `Bad Request: `."""
    return ApiError(400, f"Bad Request: {what}")


def forbidden(what: str = "bot was blocked by the user") -> ApiError:
    """403: `what` without its `Forbidden: `."""
    return ApiError(403, f"Forbidden: {what}")


def conflict(what: str) -> ApiError:
    """409: `what` without its `Conflict: `."""
    return ApiError(409, f"Conflict: {what}")


def unauthorized() -> ApiError:
    """401: the token is nobody's (any more)."""
    return ApiError(401, "Unauthorized")


def too_many_requests(retry_after: int) -> ApiError:
    """429: come again in so many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})


def server_error(status: int = 502, *, is_html: bool = False) -> ApiError:
    """5xx: Telegram (or what stands before it) is in trouble."""
    words = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}
    return ApiError(status, words.get(status, "Server Error"), is_html=is_html)


def migrated(to: int) -> ApiError:
    """400: the group is a supergroup now, with the id `to`."""
    what = "Bad Request: group chat was upgraded to a supergroup chat"
    return ApiError(400, what, {"migrate_to_chat_id": to})


class Clock:
    """Seconds since 1970; it runs with real time, and `advance` puts it forward."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        """Seconds since 1970 on this clock."""
        return time.time() + self.ahead

    def advance(self, seconds: float) -> None:
        """Put it forward."""
        self.ahead += seconds


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a multipart call."""

    name: str
    media_type: str
    data: bytes


@dataclass(slots=True)
class Call:
    """One call as it came: `params` decoded (whole numbers, booleans, objects, Upload), `at` on the clock.

    `status` is the HTTP status of the answer (0: none yet, or none at all), `error` its description.
    """

    method: str
    params: dict[str, Any]
    at: float
    status: int = 0
    error: str = ""

    @property
    def chat(self) -> Any:
        """Its `chat_id`, None where it has none."""
        return self.params.get("chat_id")


@dataclass(frozen=True, slots=True)
class Toast:
    """How a press was answered; an empty text only stops the button's waiting sign."""

    query_id: str
    text: str
    show_alert: bool
    at: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A text that is being streamed, as last sent."""

    id: int
    text: str
    at: float


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that Telegram keeps; `size` is what it claims, `path` where it is fetched."""

    file_id: str
    kind: str
    name: str
    media_type: str
    data: bytes
    size: int
    path: str


@dataclass(slots=True)
class Record:
    """A message that stands in a chat, and the reply_markup that it was given, whatever its kind."""

    message: Message
    markup: Json | None = None

    @property
    def message_id(self) -> int:
        """Its number in the chat."""
        return int(self.message["message_id"])
