"""What Telegram's refusals mean: one place that reads their words."""

from typing import Final

from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError, TelegramError

from adapters.telegram.request import NotSentError, TooFastError
from core.errors import BusyError, DeliveryError, UnknownOutcomeError, UnreachableError

_MARGIN: Final = 0.5
"""Seconds beyond those that Telegram asks for; at the very moment it refuses again."""
_CLOSED: Final = (
    "chat not found",
    "user not found",
    "peer_id_invalid",
    "have no rights to send",
    "chat_write_forbidden",
)


def to_delivery(problem: TelegramError, *, is_first: bool) -> Exception:
    """What the postman is told; `is_first`: trying again might show the message twice."""
    match problem:
        case TooFastError():
            return BusyError(problem.seconds + _MARGIN)
        case Forbidden():
            return UnreachableError(_reason(problem))
        case BadRequest() if says(problem, *_CLOSED):
            return UnreachableError("not_found")
        case BadRequest():  # what it says may quote our text
            return DeliveryError("refused", "Telegram refused a message.")
        case InvalidToken():
            return DeliveryError("bad_token", "Telegram doesn't take the bot's token.")
        case NotSentError():
            return DeliveryError("not_sent", "Telegram can't be reached.")
        case NetworkError() if is_first:
            return UnknownOutcomeError()
        case ChatMigrated():
            return UnreachableError("migrated")
    return DeliveryError("failed", "A message could not be sent.")


def _reason(problem: Forbidden) -> str:
    for words, reason in (
        ("blocked", "blocked"),
        ("deactivated", "deactivated"),
        ("initiate", "not_started"),
    ):
        if says(problem, words):
            return reason
    return "removed"


def says(problem: TelegramError, *words: str) -> bool:
    """Whether the refusal has any of these words; the library changes its capitals."""
    return any(one in str(problem).lower() for one in words)


def is_same(problem: BadRequest) -> bool:
    """The message is so already."""
    return says(problem, "message is not modified")


def is_gone(problem: BadRequest) -> bool:
    """The message isn't there any more, or can't be changed."""
    return says(problem, "message to edit not found", "message can't be edited", "message_id_invalid")


def is_bad_markup(problem: BadRequest) -> bool:
    """Our markup was not taken; the plain text will be."""
    return says(problem, "can't parse entities")


def is_too_long(problem: BadRequest) -> bool:
    """The text is longer than Telegram takes."""
    return says(problem, "is too long", "message_too_long")


def is_lost_topic(problem: BadRequest) -> bool:
    """The topic of the chat is gone; without it the message goes to the chat itself."""
    return says(problem, "message thread not found", "topic_deleted", "topic_closed")
