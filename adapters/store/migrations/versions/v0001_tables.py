"""Revision 0001: every table of the first release.

Times are milliseconds since 1970 (UTC), truth values 0 or 1, binary columns values of the codec.
Foreign keys are few: `/forget` and retention delete on their own, and no press pays for checks that the
statements make anyway.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

Whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def text(name: str) -> sa.Column[Any]:
    """A column of text that is no secret: an id, a code, a state."""
    return sa.Column(name, sa.Text(), nullable=False)


def whole(name: str) -> sa.Column[Any]:
    """A column of whole numbers: a count, a time, a truth value."""
    return sa.Column(name, Whole, nullable=False)


def private(name: str) -> sa.Column[Any]:
    """A column of what a person wrote, through the codec."""
    return sa.Column(name, sa.LargeBinary(), nullable=False)


def maybe(column: sa.Column[Any]) -> sa.Column[Any]:
    """The same column, empty if need be."""
    column.nullable = True
    return column


def number_id() -> sa.Column[Any]:
    """An id given by the database, never given twice."""
    return sa.Column("id", Whole, sa.Identity(), primary_key=True, autoincrement=True)


def table(name: str, *columns: sa.Column[Any], key: tuple[str, ...] = ("id",)) -> None:
    """A table; on SQLite a strict one, which refuses what PostgreSQL would refuse."""
    has_number_id = columns[0].autoincrement is True
    constraints = [] if has_number_id else [sa.PrimaryKeyConstraint(*key)]
    op.create_table(name, *columns, *constraints, sqlite_strict=True, sqlite_autoincrement=has_number_id)


def index(table_name: str, *columns: str, unique: bool = False, where: str | None = None) -> None:
    """An index named for its table and columns."""
    condition = None if where is None else sa.text(where)
    op.create_index(
        "_".join(("ix", table_name, *columns)),
        table_name,
        list(columns),
        unique=unique,
        sqlite_where=condition,
        postgresql_where=condition,
    )


def upgrade() -> None:
    """Make everything; no revision ever goes back."""
    people_and_places()
    resumes()
    proposals()
    talk()
    work()
    records()


def people_and_places() -> None:
    """Who we talk to, and where."""
    table(
        "people", text("id"), private("name"), text("language"), maybe(text("time_zone")), whole("created_at")
    )
    person = sa.Column("person", sa.Text(), sa.ForeignKey("people.id"), nullable=False)
    identity = ("platform", "workspace", "user_id")
    table("identities", *map(text, identity), person, key=identity)
    index("identities", "person")
    place = ("platform", "workspace", "channel", "thread")
    table("conversations", text("id"), *map(text, place), whole("created_at"))
    current = ("person", "conversation", "resume")
    table("current_resumes", *map(text, current), key=("person", "conversation"))
    index("current_resumes", "resume")


def resumes() -> None:
    """Documents and their versions."""
    table(
        "resumes",
        text("id"),
        text("owner"),
        private("title"),
        whole("version"),
        whole("is_sample"),
        whole("created_at"),
        whole("updated_at"),
        maybe(whole("archived_at")),
    )
    index("resumes", "owner")
    table(
        "versions",
        text("resume"),
        whole("number"),
        private("content"),
        maybe(private("change")),
        text("cause"),
        text("person"),
        maybe(text("proposal")),
        maybe(whole("of_version")),
        private("title"),
        whole("at"),
        key=("resume", "number"),
    )


def proposals() -> None:
    """What waits for a decision, what was decided, and what was shown before."""
    table(
        "proposals",
        text("id"),
        text("resume"),
        text("conversation"),
        text("batch"),
        whole("place"),
        whole("base"),
        whole("revision"),
        text("state"),
        whole("destructive"),
        *map(private, ("title", "summary", "operations", "change", "marks")),
        text("person"),
        text("proposed_by"),
        maybe(whole("message")),
        maybe(whole("restores")),
        maybe(private("undoes")),
        maybe(text("supersedes")),
        whole("created_at"),
        maybe(whole("expires_at")),
        maybe(text("decided_by")),
        maybe(whole("decided_at")),
        maybe(text("decision")),
        maybe(whole("version")),
        maybe(private("reason")),
    )
    index("proposals", "resume", "state")
    index("proposals", "batch")
    index("proposals", "conversation", "state")
    index("proposals", "state", "expires_at")
    table(
        "decisions",
        text("proposal"),
        whole("revision"),
        text("decision"),
        text("person"),
        whole("at"),
        text("outcome"),
        maybe(whole("version")),
        key=("proposal", "revision", "decision"),
    )
    table(
        "showings",
        text("proposal"),
        whole("revision"),
        text("tag"),
        private("hashes"),
        whole("base"),
        whole("current_version"),
        whole("at"),
        key=("proposal", "revision", "tag"),
    )


def talk() -> None:
    """Messages, questions, and the Posts that we keep up to date."""
    table(
        "messages",
        number_id(),
        text("conversation"),
        maybe(text("person")),
        text("role"),
        private("text"),
        whole("typed"),
        maybe(text("event_key")),
        maybe(text("job")),
        whole("at"),
    )
    index("messages", "event_key", unique=True)
    index("messages", "conversation", "id")
    index("messages", "job")
    table(
        "questions",
        *map(text, ("id", "resume", "conversation", "person", "state")),
        *map(whole, ("revision", "severity")),
        text("privacy"),
        whole("required"),
        text("value_or_evidence"),
        *map(whole, ("need", "place")),
        *map(private, ("field", "prompt", "reason", "control")),
        *map(maybe, map(private, ("draft", "answer", "stood", "continuation"))),
        maybe(text("fingerprint")),
        maybe(whole("message")),
        maybe(whole("version")),
        maybe(text("run")),
        whole("created_at"),
        maybe(whole("answered_at")),
    )
    index("questions", "conversation", "state")
    index("questions", "resume")
    table(
        "posts",
        number_id(),
        text("conversation"),
        maybe(text("person")),
        text("subject"),
        text("subject_id"),
        whole("wanted"),
        whole("sent"),
        maybe(text("place")),
        text("state"),
        whole("attempts"),
        whole("next_at"),
        text("face"),
        maybe(text("face_person")),
        maybe(private("content")),
        maybe(text("digest")),
        maybe(whole("drawn_version")),
        whole("created_at"),
    )
    index("posts", "subject", "subject_id")
    index("posts", "conversation", "id")
    index("posts", "state", "next_at", where="sent < wanted")


def work() -> None:
    """What came in, and what runs beside the lanes."""
    table(
        "inbox",
        number_id(),
        text("event_key"),
        text("conversation"),
        text("state"),
        whole("attempts"),
        whole("next_at"),
        maybe(private("body")),
        maybe(text("code")),
        whole("received_at"),
        maybe(whole("handled_at")),
    )
    index("inbox", "event_key", unique=True)
    index("inbox", "state", "next_at")
    index("inbox", "conversation", "state", "id")
    table(
        "jobs",
        text("id"),
        text("kind"),
        text("conversation"),
        text("person"),
        maybe(text("resume")),
        text("state"),
        whole("attempt"),
        maybe(text("claimed_by")),
        whole("claimed_until"),
        whole("run_after"),
        private("input"),
        maybe(text("code")),
        whole("created_at"),
        maybe(whole("finished_at")),
    )
    index("jobs", "state", "run_after")
    index("jobs", "conversation", "state")


def records() -> None:
    """What is only ever added to, or counted up."""
    table(
        "audit",
        number_id(),
        whole("at"),
        maybe(text("person")),
        text("kind"),
        text("subject"),
        text("subject_id"),
        maybe(private("detail")),
    )
    index("audit", "subject_id", "subject")
    table(
        "tool_calls",
        number_id(),
        text("job"),
        whole("step"),
        text("tool"),
        text("outcome"),
        maybe(private("arguments")),
        whole("milliseconds"),
        whole("at"),
    )
    index("tool_calls", "job")
    usage = ("person", "day", "step")
    table("usage", *map(text, usage), *map(whole, ("calls", "tokens_in", "tokens_out")), key=usage)
