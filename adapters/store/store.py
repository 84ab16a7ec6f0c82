"""The Store over a Database: rows in, core's own values out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from adapters.store.database import Database
from adapters.store.snapshots import Snapshot, Snapshots, unpack
from core.errors import BugError, CountersignError
from core.event import Actor, Event
from core.person import Link, Person
from core.ports import DamagedEvent, Decided, StoredEvent, StoredMessage
from core.resume.values import Document
from core.resume.version import Resume, Version
from core.show.post import Post, Subject
from core.talk.job import Job
from core.talk.proposal import Proposal
from core.talk.question import SEVERITIES, Question
from core.unit import Unit

Row = Mapping[str, Any]


class SqlStore:
    """`core.ports.Store` over SQLite or PostgreSQL; `database` is open."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._snapshots = Snapshots()

    async def commit(self, unit: Unit) -> None:
        packed, made = self._snapshots.pack(unit)
        await self._database.run(packed)
        for resume, snapshot in made.items():
            self._snapshots.hold(resume, snapshot)
        if any(write.statement == "forget_versions" for write in unit.writes):
            self._snapshots.clear()
            await self._database.scrub()

    async def _rows(self, statement: str, **values: Any) -> list[dict[str, Any]]:
        return await self._database.rows(statement, values)

    async def _row(self, statement: str, **values: Any) -> dict[str, Any] | None:
        rows = await self._database.rows(statement, values)
        return rows[0] if rows else None

    # -- inbox

    async def waiting_conversations(self) -> list[tuple[str, int]]:
        return [(row["conversation"], row["next_at"]) for row in await self._rows("waiting_conversations")]

    async def next_event(self, conversation: str) -> StoredEvent | DamagedEvent | None:
        try:
            row = await self._row("next_event", conversation=conversation)
            return None if row is None else _stored_event(row)
        except (BugError, ValidationError):
            pass  # its text may hold what the body holds
        head = await self._row("next_event_head", conversation=conversation)
        if head is None:
            return None
        try:
            body = await self._row("event_body", id=head["id"])
            return None if body is None else _stored_event(head | body)
        except (BugError, ValidationError):
            return DamagedEvent(head["id"], head["event_key"])

    async def event_state(self, key: str) -> str | None:
        row = await self._row("event_state", key=key)
        return None if row is None else str(row["state"])

    async def parked_events(self, limit: int) -> list[dict[str, Any]]:
        return await self._rows("parked_events", limit=limit)

    # -- people and places

    async def person(self, actor: Actor) -> Person | None:
        row = await self._row(
            "person", platform=actor.platform, workspace=actor.workspace, user_id=actor.user
        )
        return None if row is None else Person(**row)

    async def person_by_id(self, person: str) -> Person | None:
        row = await self._row("person_by_id", person=person)
        return None if row is None else Person(**row)

    async def identities_of(self, person: str) -> list[Actor]:
        rows = await self._rows("identities_of", person=person)
        return [
            Actor(platform=row["platform"], workspace=row["workspace"], user=row["user_id"]) for row in rows
        ]

    async def link(self, link: str) -> Link | None:
        row = await self._row("link", id=link)
        return None if row is None else _link(row)

    async def link_by_code(self, code: str) -> Link | None:
        row = await self._row("link_by_code", code=code)
        return None if row is None else _link(row)

    async def count_audit(self, person: str, kind: str, after: int) -> int:
        row = await self._row("count_audit", subject_id=person, kind=kind, after=after)
        return 0 if row is None else int(row["number"])

    # -- résumés

    async def resume(self, resume: str) -> Resume | None:
        row = await self._row("resume", resume=resume)
        return None if row is None else _resume(row)

    async def current_resume(self, person: str, conversation: str) -> Resume | None:
        row = await self._row("current_resume", person=person, conversation=conversation)
        return None if row is None else _resume(row)

    async def resumes_of(self, person: str) -> list[Resume]:
        return [_resume(row) for row in await self._rows("resumes_of", person=person)]

    async def version(self, resume: str, number: int) -> Version | None:
        row = await self._row("version", resume=resume, number=number)
        return None if row is None else Version(**await self._whole(row))

    async def _whole(self, row: dict[str, Any]) -> dict[str, Any]:
        """A version's row with its document, put together from its snapshot where it has one."""
        resume, snapshot = row["resume"], row["snapshot"]
        if snapshot is not None:
            base = self._snapshots.held(resume, snapshot)
            if base is None:
                found = (
                    row
                    if snapshot == row["number"]
                    else await self._row("snapshot", resume=resume, number=snapshot)
                )
                assert found is not None, "a snapshot is there as long as a version leans on it"
                base = found["content"]
                self._snapshots.hold(resume, Snapshot(snapshot, base))
            row = {**row, "content": unpack(row, base)}
        return {name: value for name, value in row.items() if name != "snapshot"}

    async def content(self, resume: str, number: int) -> Document:
        version = await self.version(resume, number)
        assert version is not None, "a version once written is never removed while its Resume is there"
        assert version.content is not None, "this read brings the content"
        return version.content

    async def versions(self, resume: str, limit: int) -> list[Version]:
        return [Version(**row) for row in await self._rows("versions", resume=resume, limit=limit)]

    async def versions_between(self, resume: str, after: int, upto: int) -> list[Version]:
        rows = await self._rows("versions_between", resume=resume, after=after, upto=upto)
        return [Version(**row) for row in rows]

    async def undone(self, resume: str) -> dict[int, int]:
        rows = await self._rows("undone", resume=resume)
        return {int(row["proposal"].rpartition(":")[2]): row["version"] for row in rows}

    # -- proposals

    async def proposal(self, proposal: str) -> Proposal | None:
        row = await self._row("proposal", proposal=proposal)
        return None if row is None else _proposal(row)

    async def proposal_of_version(self, resume: str, number: int) -> Proposal | None:
        row = await self._row("proposal_of_version", resume=resume, version=number)
        return None if row is None else _proposal(row)

    async def batch(self, batch: str) -> list[Proposal]:
        return [_proposal(row) for row in await self._rows("batch", batch=batch)]

    async def pending_proposals(self, conversation: str) -> list[Proposal]:
        rows = await self._rows("pending_proposals", conversation=conversation)
        return [_proposal(row) for row in rows]

    async def pending_of(self, person: str, limit: int) -> list[Proposal]:
        return [_proposal(row) for row in await self._rows("pending_of", person=person, limit=limit)]

    async def decided_proposals(self, conversation: str, after: int) -> list[Proposal]:
        rows = await self._rows("decided_proposals", conversation=conversation, after=after)
        return [_proposal(row) for row in rows]

    async def decisions(self, subject: str) -> list[Decided]:
        return [Decided(**row) for row in await self._rows("decisions", proposal=subject)]

    async def showing(self, proposal: str, revision: int, tag: str) -> frozenset[bytes] | None:
        row = await self._row("showing", proposal=proposal, revision=revision, tag=tag)
        return None if row is None else frozenset(bytes.fromhex(line) for line in row["hashes"])

    async def showings(self, proposal: str, revision: int) -> list[frozenset[bytes]]:
        rows = await self._rows("showings", proposal=proposal, revision=revision)
        return [frozenset(bytes.fromhex(line) for line in row["hashes"]) for row in rows]

    # -- talk

    async def messages(self, conversation: str, limit: int) -> list[StoredMessage]:
        rows = await self._rows("messages", conversation=conversation, limit=limit)
        return [StoredMessage(**{**row, "typed": bool(row["typed"])}) for row in rows]

    async def has_reply(self, person: str) -> bool:
        return await self._row("has_reply", person=person) is not None

    async def awaiting(self, conversation: str) -> tuple[str, Actor] | None:
        row = await self._row("awaiting", conversation=conversation)
        if row is None:
            return None
        actor = Actor(platform=row["platform"], workspace=row["workspace"], user=row["user_id"])
        return row["person"], actor

    async def job_of_message(self, event_key: str) -> str | None:
        row = await self._row("job_of_message", event_key=event_key)
        return None if row is None else row["job"]

    async def expirable(self, before: int, limit: int) -> list[tuple[str, int, str, Actor]]:
        rows = await self._rows("expirable", before=before, limit=limit)
        return [
            (
                row["id"],
                row["revision"],
                row["conversation"],
                Actor(platform=row["platform"], workspace=row["workspace"], user=row["user_id"]),
            )
            for row in rows
        ]

    async def messages_of_job(self, job: str) -> list[StoredMessage]:
        rows = await self._rows("messages_of_job", job=job)
        return [StoredMessage(**{**row, "typed": bool(row["typed"])}) for row in rows]

    async def open_question(self, conversation: str) -> Question | None:
        row = await self._row("open_question", conversation=conversation)
        return None if row is None else _question(row)

    async def open_questions_of(self, person: str, limit: int) -> list[Question]:
        return [_question(row) for row in await self._rows("open_questions_of", person=person, limit=limit)]

    async def next_question(self, conversation: str, settled: str) -> Question | None:
        row = await self._row("next_question", conversation=conversation, settled=settled)
        return None if row is None else _question(row)

    async def settled_questions(self, resume: str) -> list[Question]:
        return [_question(row) for row in await self._rows("settled_questions", resume=resume)]

    async def question(self, question: str) -> Question | None:
        row = await self._row("question", question=question)
        return None if row is None else _question(row)

    # -- jobs

    async def last_turn(self, conversation: str) -> int:
        row = await self._row("last_turn", conversation=conversation)
        return 0 if row is None else int(row["at"] or 0)

    async def tokens_on(self, person: str, day: str) -> int:
        row = await self._row("tokens_on", person=person, day=day)
        return 0 if row is None else int(row["number"])

    async def written_since(self, person: str, after: int) -> list[int]:
        return [row["at"] for row in await self._rows("written_since", person=person, after=after)]

    async def conversations_of(self, person: str) -> list[tuple[str, str]]:
        rows = await self._rows("conversations_of", person=person)
        return [(row["conversation"], (row["text"] or "")[:60]) for row in rows]

    async def everything_of(self, person: str) -> dict[str, Any]:
        known = await self.person_by_id(person)
        parts = (
            "identities", "conversations", "resumes", "versions", "messages", "proposals", "decisions",
            "questions", "jobs", "tool_calls", "posts", "usage", "audit",
        )  # fmt: skip
        rows = {part: await self._rows(f"all_{part}", person=person) for part in parts}
        rows["versions"] = [await self._whole(row) for row in rows["versions"]]
        return {"name": known.name if known else "", "language": known.language if known else "", **rows}

    async def job(self, job: str) -> Job | None:
        row = await self._row("job", job=job)
        return None if row is None else Job(**row)

    async def job_has_messages(self, job: str) -> bool:
        return await self._row("job_has_messages", job=job) is not None

    async def open_job(self, conversation: str) -> Job | None:
        row = await self._row("open_job", conversation=conversation)
        return None if row is None else Job(**row)

    async def jobs_of_worker(self, worker: str) -> set[str]:
        return {row["id"] for row in await self._rows("jobs_of_worker", worker=worker)}

    async def due_jobs(self, at: int, limit: int, *, turns: bool) -> list[Job]:
        rows = await self._rows("due_jobs", at=at, limit=limit, turns=int(turns))
        return [Job(**row) for row in rows]

    # -- posts

    async def posts_after(self, conversation: str, post: int) -> int:
        row = await self._row("posts_after", conversation=conversation, post=post)
        return 0 if row is None else int(row["number"])

    async def due_posts(self, at: int, limit: int, each: int) -> list[Post]:
        try:
            rows = await self._rows("due_posts", at=at, limit=limit, each=each)
        except CountersignError:  # one row's content can't be read: the others go out all the same
            found = await self._rows("due_post_ids", at=at, limit=limit)
            return await self._posts_or_heads([row["id"] for row in found])
        return [_post({name: value for name, value in row.items() if name != "rank"}) for row in rows]

    async def _posts_or_heads(self, ids: list[int]) -> list[Post]:
        return [post for post in [await self._post_or_head(one) for one in ids] if post is not None]

    async def _post_or_head(self, post: int) -> Post | None:
        """A Post, with words of ours in the place of what can't be read any more."""
        try:
            return await self.post(post)
        except CountersignError:
            row = await self._row("post_head", post=post)
            return None if row is None else replace(_post(row), content={"say": "post-unreadable"})

    async def post_of(self, subject: Subject, subject_id: str, person: str) -> Post | None:
        row = await self._row("post_of", subject=subject, subject_id=subject_id, person=person)
        return None if row is None else _post(row)

    async def post_at(self, platform: str, workspace: str, place: str) -> Post | None:
        found = await self._row("post_at", place=place, prefix=f"{platform}|{workspace}|%")
        return None if found is None else await self.post(found["id"])

    async def unplaced_post(self, subject: Subject, subject_id: str, conversation: str) -> Post | None:
        row = await self._row(
            "unplaced_post", subject=subject, subject_id=subject_id, conversation=conversation
        )
        return None if row is None else _post(row)

    async def unread_cards(self, batch: str, conversation: str) -> set[str]:
        rows = await self._rows("unread_cards", batch=batch, conversation=conversation)
        return {row["subject_id"] for row in rows}

    async def post(self, post: int) -> Post | None:
        row = await self._row("post", post=post)
        return None if row is None else _post(row)

    async def live_posts(self, conversation: str, limit: int) -> list[Post]:
        try:
            rows = await self._rows("live_posts", conversation=conversation, limit=limit)
        except CountersignError:
            found = await self._rows("live_post_ids", conversation=conversation, limit=limit)
            return await self._posts_or_heads([row["id"] for row in found])
        return [_post(row) for row in rows]

    async def last_post(self, conversation: str) -> Post | None:
        row = await self._row("last_post", conversation=conversation)
        return None if row is None else _post(row)


def _stored_event(row: Row) -> StoredEvent:
    return StoredEvent(row["id"], Event.model_validate(row["body"]), row["attempts"], row["next_at"])


def _post(row: Row) -> Post:
    return Post(**{**row, "is_cut": bool(row["is_cut"])})


def _link(row: Row) -> Link:
    return Link(**{**row, "yes": bool(row["yes"]), "other_yes": bool(row["other_yes"])})


def _resume(row: Row) -> Resume:
    return Resume(**{**row, "is_sample": bool(row["is_sample"])})


def _proposal(row: Row) -> Proposal:
    return Proposal(
        **{
            **row,
            "destructive": bool(row["destructive"]),
            "operations": tuple(row["operations"]),
            "marks": tuple(row["marks"]),
            "undoes": tuple(row["undoes"] or ()),
        }
    )


def _question(row: Row) -> Question:
    values = dict(row)
    severity = SEVERITIES[values.pop("severity")]
    into = values.pop("value_or_evidence")
    return Question(**values, severity=severity, into=into)
