"""One file a revision, oldest `v0001`; each is also named in `adapters/store/migrate.py`."""
