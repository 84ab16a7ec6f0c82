"""Revision 0005: leases, by which one process at a time does what only one may do."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table."""
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", whole, nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_strict=True,
    )
