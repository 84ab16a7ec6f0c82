"""Alembic's folder: `env.py` is its entrance, `versions/` holds one file a revision."""
