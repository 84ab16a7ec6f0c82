"""All durable state: SQL, Units, SQLite, PostgreSQL, the codec, migrations."""
