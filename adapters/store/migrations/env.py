"""Alembic's entrance: run the revisions on the connection, and in the transaction, of `migrate.py`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
