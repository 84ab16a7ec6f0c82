"""Revision 0004: a code by which a person says on one platform who they are on another."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the table; the code itself is kept only as a keyed hash."""
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    texts = ("id", "code", "person", "conversation", "state")
    wholes = ("yes", "other_yes", "created_at", "expires_at")
    op.create_table(
        "links",
        *(sa.Column(name, sa.Text(), nullable=False) for name in texts),
        *(sa.Column(name, sa.Text(), nullable=True) for name in ("other_person", "other_conversation")),
        sa.Column("name", sa.LargeBinary(), nullable=False),
        sa.Column("other_name", sa.LargeBinary(), nullable=True),
        *(sa.Column(name, whole, nullable=False) for name in wholes),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("ix_links_code", "links", ["code"], unique=True)
    op.create_index("ix_links_person", "links", ["person"])
