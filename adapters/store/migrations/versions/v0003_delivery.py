"""Revision 0003: what platforms beyond the page need of a Post, and indexes for what used to be searched.

A first sending is noted before it is tried; a cut card and its opening are noted; a conversation that takes
no messages is closed until its person is heard from again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add columns and indexes; no row is rewritten."""
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    for name in ("tried_at", "is_cut", "opened"):
        op.add_column("posts", sa.Column(name, whole, nullable=True))
    op.add_column("conversations", sa.Column("closed_at", whole, nullable=True))
    op.add_column("conversations", sa.Column("closed_by", sa.Text(), nullable=True))
    index("posts", "place", where="place IS NOT NULL")
    index("messages", "person", "at")
    index("questions", "person", "state")


def index(table: str, *columns: str, where: str | None = None) -> None:
    """An index named for its table and columns."""
    condition = None if where is None else sa.text(where)
    name = "_".join(("ix", table, *columns))
    op.create_index(name, table, list(columns), sqlite_where=condition, postgresql_where=condition)
