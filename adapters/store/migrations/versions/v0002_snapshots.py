"""Revision 0002: a version may lean on an earlier one that is stored whole (`adapters/store/snapshots.py`).

What was stored before stays as it is: without a snapshot, `content` is the document itself.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; no row is rewritten."""
    whole = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("versions", sa.Column("snapshot", whole, nullable=True))
