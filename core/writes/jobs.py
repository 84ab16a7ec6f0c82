"""Writes of Jobs, of what they cost, and of leases."""

from typing import Any

from core.resume.values import Json
from core.talk.job import JobKind
from core.unit import Private, Write


def add_job(
    job: str,
    kind: JobKind,
    conversation: str,
    person: str,
    resume: str | None,
    work: dict[str, Any],
    at: int,
    begins: int | None = None,
) -> Write:
    """Slow work that waits for a worker; `work` is its stored input, `begins` the earliest moment for it."""
    values = {
        "id": job,
        "kind": kind,
        "conversation": conversation,
        "person": person,
        "resume": resume,
        "input": Private(work),
        "at": at,
        "run_after": at if begins is None else begins,
    }
    return Write("add_job", values)


def claim_job(job: str, attempt: int, worker: str, at: int, until: int) -> Write:
    """Take a Job until a time, as its next attempt."""
    values = {"job": job, "attempt": attempt, "worker": worker, "at": at, "until": until}
    return Write("claim_job", values)


def renew_job(job: str, attempt: int, worker: str, until: int) -> Write:
    """Keep a claimed Job; lost when it was cancelled or taken over."""
    return Write("renew_job", {"job": job, "attempt": attempt, "worker": worker, "until": until})


def finish_job(job: str, attempt: int, code: str, at: int) -> Write:
    """The Job is done, by the attempt that stands."""
    return Write("finish_job", {"job": job, "attempt": attempt, "code": code or None, "at": at})


def hasten_job(job: str, at: int) -> Write:
    """A waiting Job may begin at once."""
    return Write("hasten_job", {"job": job, "at": at}, rows=None)


def cancel_job(job: str, at: int) -> Write:
    """Nobody wants the outcome any more."""
    return Write("cancel_job", {"job": job, "at": at})


def keep_import(job: str, kept: Json) -> Write:
    """What a Job read of a file waits for its person's yes."""
    return Write("keep_import", {"job": job, "input": Private(kept)})


def empty_import(job: str, kept: Json) -> Write:
    """A file that was read, or isn't wanted any more, leaves its Job."""
    return Write("empty_import", {"job": job, "input": Private(kept)})


def end_import(job: str, code: str, kept: Json) -> Write:
    """What was read is `confirmed` or `discarded`, once; only its name and title are kept."""
    return Write("end_import", {"job": job, "code": code, "input": Private(kept)})


def release_jobs_of(worker: str) -> Write:
    """A worker gives up its claims; another takes them up."""
    return Write("release_jobs_of", {"worker": worker}, rows=None)


def release_jobs() -> Write:
    """Give up all claims; only for the sole process of a store, at its start."""
    return Write("release_jobs", {}, rows=None)


def add_usage(person: str, day: str, step: str, calls: int, tokens_in: int, tokens_out: int) -> Write:
    """Count what the model cost a person on a day (YYYY-MM-DD, UTC)."""
    values = {
        "person": person,
        "day": day,
        "step": step,
        "calls": calls,
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
    }
    return Write("add_usage", values)


def add_tool_call(job: str, step: int, tool: str, outcome: str, milliseconds: int, at: int) -> Write:
    """Log one tool call, without its content."""
    values = {
        "job": job,
        "step": step,
        "tool": tool,
        "outcome": outcome,
        "milliseconds": milliseconds,
        "at": at,
    }
    return Write("add_tool_call", values)


def claim_lease(name: str, holder: str, at: int, until: int) -> Write:
    """`holder` has the name until a time (ms), if it had it or nobody has it any more."""
    return Write("claim_lease", {"name": name, "holder": holder, "at": at, "until": until})


def end_lease(name: str, holder: str) -> Write:
    """A lease is given up."""
    return Write("end_lease", {"name": name, "holder": holder}, rows=None)


def end_leases() -> Write:
    """Give up all leases; only for the sole process of a store, at its start."""
    return Write("end_leases", {}, rows=None)
