"""Logs: structured, one line an event, ids and codes only; never content (DESIGN guarantee 9)."""

import logging
import sys
from typing import Literal

import structlog


def set_up_logs(form: Literal["text", "json"]) -> None:
    """Send our own log lines to stderr, as text or JSON; other libraries only warn."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    draw = (
        structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            draw,
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
