"""Trying again, in one place: at most two more times, and only what may pass by itself."""

from collections.abc import AsyncIterator

import stamina
from stamina.instrumentation import set_on_retry_hooks

from adapters.model.faults import wait_before_retry

ATTEMPTS = 3

# The hooks that stamina brings log the arguments of what is tried again, and those hold a résumé.
set_on_retry_hooks(())


def attempts(first_wait: float = 0.5) -> AsyncIterator[stamina.Attempt]:
    """Attempts for `async for attempt in attempts(): with attempt: …`, with a pause between them."""
    return stamina.retry_context(
        on=wait_before_retry,
        attempts=ATTEMPTS,
        timeout=None,
        wait_initial=first_wait,
        wait_max=8.0,
        wait_jitter=first_wait / 2,
    )
