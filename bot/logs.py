"""Logs: structured, one line an event, ids and codes only; never content (DESIGN guarantee 9)."""

import logging
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal

import structlog

from core.errors import CountersignError

OURS: Final = frozenset({"adapters", "bot", "core"})
"""Whose lines of the standard logger are taken as they are; a library's words may hold content."""

_ROOT: Final = Path(__file__).parent.parent
_log = structlog.get_logger()

# A program that embeds ours, and never sets up its logs, hears of what goes wrong only.
structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


def set_up_logs(form: Literal["text", "json"], level: int = logging.INFO) -> None:
    """Send all log lines to stderr, as text or JSON, and with them whatever Python itself would print there.

    Of libraries, warnings and errors that nobody caught only the kind and the place are told.
    """
    draw = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            draw,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_Handler()], force=True)
    logging.captureWarnings(True)
    sys.excepthook = _tell_uncaught
    sys.unraisablehook = _tell_unraisable


def fault(problem: BaseException) -> dict[str, str]:
    """What may be told of an error: its code, and where in our own code it came up; never its text."""
    code = problem.code if isinstance(problem, CountersignError) else type(problem).__name__
    return {"code": code, "at": _place(problem.__traceback__)}


def _place(trace: TracebackType | None) -> str:
    place = ""
    for frame in traceback.extract_tb(trace, limit=None):
        path = Path(frame.filename)
        if path.is_relative_to(_ROOT) and path.relative_to(_ROOT).parts[0] in OURS:
            place = f"{path.relative_to(_ROOT).as_posix()}:{frame.lineno}"
    return place


class _Handler(logging.Handler):
    """Lines of the standard logger as lines of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        fields: dict[str, Any] = {"logger": record.name}
        problem = record.exc_info[1] if record.exc_info else None
        if problem is not None:
            fields |= fault(problem)
        if record.name.split(".")[0] in OURS:
            words = record.getMessage()
        else:
            words = "library"
            fields["line"] = f"{record.module}:{record.lineno}"
        _log.log(record.levelno, words, **fields)


def _tell_uncaught(_: type[BaseException], problem: BaseException, __: TracebackType | None) -> None:
    _log.error("uncaught", **fault(problem))


def _tell_unraisable(told: Any) -> None:  # noqa: ANN401  # sys.UnraisableHookArgs can't be named at run time
    problem: BaseException | None = told.exc_value
    _log.error("uncaught", **(fault(problem) if problem is not None else {"code": "unraisable"}))
