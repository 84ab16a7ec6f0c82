"""The one family of errors: a stable code each, a sentence a person may read, facts in fields.

A `PersonError` is for the person (or the model) to mend; a `BugError` is ours. No message ever
carries résumé content, an answer or an address (DESIGN guarantee 9).
"""

from collections.abc import Mapping
from typing import Any


class CountersignError(Exception):
    """Root of everything Countersign raises by itself."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class PersonError(CountersignError):
    """Something the person, or the model on their behalf, asked for can't be done as asked."""


class BugError(CountersignError):
    """Our own mistake: logged by code, told to the person as "something went wrong"."""


class PatchError(PersonError):
    """A Patch that can't be applied, whole or in part; nothing was changed.

    `index` is the 0-based place of the failing operation (None: the patch as a whole), `operation`
    the operation as it was sent. Codes: `bad_arguments`, `empty_operations`, `unknown_op`,
    `bad_pointer`, `bad_index`, `path_not_found`, `out_of_range`, `missing_value`, `missing_from`,
    `test_failed`, `root_not_allowed`, `move_into_child`, `id_not_allowed`, `not_allowed`,
    `too_large`, `invalid_resume`, `not_kept`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        index: int | None = None,
        operation: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(code, message)
        self.index = index
        self.operation = operation


class InvalidResumeError(PersonError):
    """A document that breaks the shape or a bound of `ResumeData`.

    `places` are JSON Pointers (RFC 6901) to what is wrong, with a sentence each; values are left out.
    """

    def __init__(self, message: str, places: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__("invalid_resume", message)
        self.places = places


class LostRaceError(CountersignError):
    """A compare-and-set found another row count than it must have: read again, decide again."""

    def __init__(self, statement: str) -> None:
        super().__init__("lost_race", f"Another change came first ({statement}).")
        self.statement = statement


class NotFoundError(PersonError):
    """What was named does not exist, or not for this person."""


class ModelError(PersonError):
    """A model call that gave nothing usable.

    Codes: `timeout`, `rate_limited`, `unavailable`, `bad_key`, `refused`, `empty`, `truncated`,
    `too_long`, `unusable`. `retry_after` is seconds, where the provider named them.
    """

    def __init__(self, code: str, message: str, *, retry_after: float | None = None) -> None:
        super().__init__(code, message)
        self.retry_after = retry_after


class SettingsError(PersonError):
    """A wrong or missing setting; `variable` names it, the message says the mend."""

    def __init__(self, variable: str, message: str) -> None:
        super().__init__("bad_setting", message)
        self.variable = variable


class DeliveryError(CountersignError):
    """A platform didn't take a message. Raised as one of the three below when more is known than that."""


class BusyError(DeliveryError):
    """The platform asks to wait `retry_after` seconds with this conversation; nothing was delivered."""

    def __init__(self, retry_after: float) -> None:
        super().__init__("busy", "The platform asks to wait.")
        self.retry_after = retry_after


class UnknownOutcomeError(DeliveryError):
    """The message may have been delivered or not: the answer didn't come."""

    def __init__(self) -> None:
        super().__init__("unknown_outcome", "Whether the message arrived is not known.")


class UnreachableError(DeliveryError):
    """The person, or the place, takes no messages from us (blocked, archived, left); `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__("unreachable", "The conversation takes no messages from us.")
        self.reason = reason
