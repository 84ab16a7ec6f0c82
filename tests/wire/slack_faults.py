"""What goes wrong on purpose: refusals, limits, hanging and dropped calls, by method and in order."""

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["refuse", "html", "limit", "hang", "drop", "commit_then_drop", "commit_then_hang"]


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong with one call. Only the commit_… kinds let the call be carried out."""

    kind: Kind
    error: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    status: int = 500
    retry_after: int = 1
    has_html: bool = False


@dataclass(frozen=True)
class Rate:
    """A limit that is always there: so many calls in so many seconds, of all or of each channel."""

    count: int
    seconds: float
    per_channel: bool = False


class Faults:
    """The faults that wait for their calls; each of `times` calls of that method takes one."""

    def __init__(self) -> None:
        self.rates: dict[str, Rate] = {}
        self.delays: dict[str, float] = {}
        self._waiting: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self._passed: defaultdict[tuple[str, str], deque[float]] = defaultdict(deque)

    def commit_then_drop(self, method: str, times: int = 1) -> None:
        """Carry the call out, then drop the connection without an answer."""
        self._add(method, times, Fault("commit_then_drop"))

    def commit_then_hang(self, method: str, times: int = 1) -> None:
        """Carry the call out, then never answer."""
        self._add(method, times, Fault("commit_then_hang"))

    def drop(self, method: str, times: int = 1) -> None:
        """Drop the connection; the call is not carried out."""
        self._add(method, times, Fault("drop"))

    def hang(self, method: str, times: int = 1) -> None:
        """Never answer; the call is not carried out."""
        self._add(method, times, Fault("hang"))

    def fail_next(self, method: str, error: str, times: int = 1, **extra: Any) -> None:
        """Answer `ok: false` with this error, and whatever else the body is to hold."""
        self._add(method, times, Fault("refuse", error, extra))

    def fail_html(self, method: str, status: int = 500, times: int = 1) -> None:
        """Answer with a page of HTML and this status."""
        self._add(method, times, Fault("html", status=status))

    def limit_next(
        self, method: str, retry_after: int = 1, times: int = 1, *, has_html: bool = False
    ) -> None:
        """Answer 429 with Retry-After, as JSON or with a page of HTML."""
        self._add(method, times, Fault("limit", retry_after=retry_after, has_html=has_html))

    def delay(self, method: str, seconds: float) -> None:
        """Let every call of a method wait before it is carried out."""
        self.delays[method] = seconds

    def clear_faults(self) -> None:
        """Let nothing go wrong from now on."""
        self._waiting.clear()
        self.rates.clear()
        self.delays.clear()

    def _add(self, method: str, times: int, fault: Fault) -> None:
        self._waiting[method].extend([fault] * times)

    def next_fault(self, method: str, channel: str, now: float) -> Fault | None:
        """What goes wrong with this call: its limit first, then what waits for the method."""
        rate = self.rates.get(method)
        if rate is not None and self._is_over(rate, (method, channel if rate.per_channel else ""), now):
            return Fault("limit", retry_after=max(1, round(rate.seconds)))
        waiting = self._waiting[method]
        return waiting.popleft() if waiting else None

    def _is_over(self, rate: Rate, key: tuple[str, str], now: float) -> bool:
        passed = self._passed[key]
        while passed and now - passed[0] >= rate.seconds:
            passed.popleft()
        if len(passed) >= rate.count:
            return True
        passed.append(now)
        return False
