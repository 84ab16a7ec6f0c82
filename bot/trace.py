"""Trace: one id followed through the store: event → Unit → posts, with times and outcomes, no content."""

from datetime import UTC, datetime
from typing import Any

from adapters.store.database import Database
from core.errors import NotFoundError
from core.event import Conversation

Row = dict[str, Any]


async def trace(database: Database, name: str) -> list[str]:
    """Lines in the order of time for an event's key or inbox id, or the id of a proposal, job or résumé.

    Raises NotFoundError.
    """
    tracer = _Tracer(database)
    await tracer.follow(name)
    if not tracer.lines:
        raise NotFoundError(
            "nothing_to_trace", "Nothing here goes by that: no event, proposal, job or résumé."
        )
    return [f"{say_time(at)}  {words}" for at, words in sorted(tracer.lines, key=lambda line: line[0])]


def say_time(at: int | None) -> str:
    """Milliseconds since 1970 as a time (UTC, ISO 8601)."""
    if at is None:
        return "-"
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Tracer:
    """Collects lines; what is reached twice is told once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.lines: dict[tuple[int, str], None] = {}

    async def follow(self, name: str) -> None:
        for event in await self._events(name):
            await self._event(event)
        for proposal in await self._rows("proposal_by_id", id=name):
            await self._proposal(proposal)
        for job in await self._rows("job_by_id", id=name):
            await self._job(job)
        for resume in await self._rows("resume_by_id", id=name):
            await self._resume(resume)

    async def _rows(self, statement: str, **values: str | int) -> list[Row]:
        return await self._database.rows(statement, values)

    async def _events(self, name: str) -> list[Row]:
        if name.isascii() and name.isdigit() and len(name) < 19:
            return await self._rows("event_by_id", id=int(name))
        return await self._rows("event_by_key", key=name)

    def _tell(self, at: int | None, words: str) -> None:
        self.lines[at or 0, words] = None

    async def _event(self, event: Row) -> None:
        """An Event, and all that the Unit wrote which decided it."""
        name = f"event {event['event_key']}"
        platform = Conversation.from_id(event["conversation"]).platform
        self._tell(event["received_at"], f"{name} received from {platform} (inbox {event['id']})")
        code = f", last code {event['code']}" if event["code"] else ""
        tries = f", {event['attempts']} failed" if event["attempts"] else ""
        if event["state"] == "done":
            self._tell(event["handled_at"], f"{name} handled{tries}")
            await self._unit(event["conversation"], event["handled_at"])
        elif event["state"] == "parked":
            self._tell(event["handled_at"], f"{name} parked{tries}{code}")
        else:
            self._tell(event["received_at"], f"{name} waits{tries}{code}")

    async def _unit(self, conversation: str, at: int) -> None:
        here: dict[str, str | int] = {"conversation": conversation, "at": at}
        for proposal in await self._rows("proposals_at", **here):
            self._tell(at, _say_proposal(proposal))
        for decision in await self._rows("decisions_at", **here):
            self._tell(at, _say_decision(decision))
            for post in await self._rows("posts_of", id=decision["proposal"]):
                self._tell(at, _say_post(post))  # it was there before, and is brought up to date
        for version in await self._rows("versions_at", **here):
            self._tell(at, _say_version(version))
        for row in await self._rows("audit_at", **here):
            self._tell(at, _say_audit(row))
        for job in await self._rows("jobs_at", **here):
            self._tell_job(job)
        await self._posts("posts_at", **here)

    async def _posts(self, statement: str, **values: str | int) -> None:
        for post in await self._rows(statement, **values):
            self._tell(post["created_at"], _say_post(post))

    async def _proposal(self, proposal: Row) -> None:
        self._tell(proposal["created_at"], _say_proposal(proposal))
        moments = [proposal["created_at"]]
        for decision in await self._rows("decisions_of", id=proposal["id"]):
            self._tell(decision["at"], _say_decision(decision))
            moments.append(decision["at"])
        for version in await self._rows("versions_of_proposal", id=proposal["id"]):
            self._tell(version["at"], _say_version(version))
        for row in await self._rows("audit_of", id=proposal["id"]):
            self._tell(row["at"], _say_audit(row))
        await self._posts("posts_of", id=proposal["id"])
        for at in moments:
            await self._cause(proposal["conversation"], at)

    async def _cause(self, conversation: str, at: int) -> None:
        """The Event that was decided at this moment, without the rest of its Unit."""
        for event in await self._rows("events_at", conversation=conversation, at=at):
            self._tell(event["received_at"], f"event {event['event_key']} received (inbox {event['id']})")

    async def _job(self, job: Row) -> None:
        self._tell_job(job)
        await self._cause(job["conversation"], job["created_at"])
        for call in await self._rows("tool_calls_of", id=job["id"]):
            words = f"tool {call['tool']} in step {call['step']}: {call['outcome']}"
            self._tell(call["at"], f"{words}, {call['milliseconds']} ms")
        await self._posts("posts_of", id=job["id"])
        for event in await self._rows("event_by_key", key=f"job:{job['id']}"):
            await self._event(event)

    def _tell_job(self, job: Row) -> None:
        name = f"job {job['id']} ({job['kind']})"
        self._tell(job["created_at"], f"{name} asked for; now {job['state']}, attempt {job['attempt']}")
        if job["finished_at"] is not None:
            ended = "cancelled" if job["state"] == "cancelled" else f"finished: {job['code'] or 'done'}"
            self._tell(job["finished_at"], f"{name} {ended}")

    async def _resume(self, resume: Row) -> None:
        archived = ", archived" if resume["archived_at"] is not None else ""
        words = f"résumé {resume['id']} made; now at version {resume['version']}{archived}"
        self._tell(resume["created_at"], words)
        for version in await self._rows("versions_of_resume", id=resume["id"]):
            self._tell(version["at"], _say_version(version))
        for row in await self._rows("audit_of", id=resume["id"]):
            self._tell(row["at"], _say_audit(row))


def _say_proposal(row: Row) -> str:
    kind = "destructive proposal" if row["destructive"] else "proposal"
    made = f"{kind} {row['id']} on résumé {row['resume']}, version {row['base']}, by {row['proposed_by']}"
    return f"{made}; now {row['state']}, revision {row['revision']}"


def _say_decision(row: Row) -> str:
    version = "" if row["version"] is None else f", version {row['version']}"
    decided = f"decision {row['decision']} on {row['proposal']}, revision {row['revision']}"
    return f"{decided}, by person {row['person']}: {row['outcome']}{version}"


def _say_version(row: Row) -> str:
    proposal = f", proposal {row['proposal']}" if row["proposal"] else ""
    of_version = f", of version {row['of_version']}" if row["of_version"] is not None else ""
    made = f"version {row['number']} of résumé {row['resume']}: {row['cause']}{of_version}"
    return f"{made}, by person {row['person']}{proposal}"


def _say_audit(row: Row) -> str:
    return f"audit: {row['kind']} {row['subject']} {row['subject_id']} by person {row['person'] or '-'}"


def _say_post(row: Row) -> str:
    subject = f"{row['subject']} {row['subject_id']}".strip()
    if row["state"] != "live":
        state = row["state"].replace("_", " ")
    elif row["sent"] >= row["wanted"]:
        state = "sent"
    else:
        state = "waits to be sent"
    tries = f", {row['attempts']} failed" if row["attempts"] else ""
    return f"post {row['id']} ({subject}): {state}, revision {row['sent']} of {row['wanted']}{tries}"
