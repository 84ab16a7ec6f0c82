"""Revision 0006: the workspaces that installed the app in Slack, and the installations under way."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables."""
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "slack_installations",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("installed_at", whole, nullable=False),
        sa.PrimaryKeyConstraint("workspace"),
        sqlite_strict=True,
    )
    op.create_table(
        "slack_states",
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("expires_at", whole, nullable=False),
        sa.PrimaryKeyConstraint("state"),
        sqlite_strict=True,
    )
