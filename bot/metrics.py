"""Metrics for Prometheus: counts and times by kind and code; no ids of people, no content."""

from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

_FAST: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
_SLOW: Final = (0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 240)


class Metrics:
    """All counters of one program, in a registry of their own."""

    def __init__(self) -> None:
        # They would be a second series beside each, which nobody reads.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        registry = self._registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.events = Counter(
            "countersign_events",
            "Events handled, by kind and outcome.",
            ["kind", "outcome"],
            registry=registry,
        )
        self.presses = Counter(
            "countersign_presses",
            "Presses, by decision and outcome.",
            ["decision", "outcome"],
            registry=registry,
        )
        self.parked = Counter("countersign_parked", "Events set aside.", ["kind"], registry=registry)
        self.jobs = Counter(
            "countersign_jobs", "Jobs ended, by kind and code.", ["kind", "code"], registry=registry
        )
        self.posts = Counter(
            "countersign_posts", "Posts sent, failed, given up.", ["platform", "outcome"], registry=registry
        )
        self.handling_seconds = Histogram(
            "countersign_handling_seconds",
            "Time to handle an event.",
            ["kind"],
            buckets=_FAST,
            registry=registry,
        )
        self.model_seconds = Histogram(
            "countersign_model_seconds",
            "Time of a model call, by how it ended.",
            ["code"],
            buckets=_SLOW,
            registry=registry,
        )
        self.inbox = Gauge(
            "countersign_inbox_events", "Events waiting or parked now.", ["state"], registry=registry
        )
        self.open_jobs = Gauge(
            "countersign_open_jobs", "Jobs waiting or running now.", ["state"], registry=registry
        )

    def text(self) -> bytes:
        """Everything in Prometheus's text format (`CONTENT_TYPE`)."""
        return generate_latest(self._registry)
