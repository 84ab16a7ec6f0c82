"""The floor: one durable commit of as many bytes, through the standard library's sqlite3 and nothing else."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from adapters.store.codec import Codec
from adapters.store.unit import to_values
from core.unit import Unit


def raw_commits(folder: Path, size: int, number: int) -> float:
    """Seconds of one commit (WAL, synchronous=FULL) of a row of `size` bytes: the median of `number`."""
    body = os.urandom(size)
    with closing(sqlite3.connect(folder / "floor.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS floor (id INTEGER PRIMARY KEY, body BLOB)")
        spent = []
        for _ in range(number):
            started = perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO floor (body) VALUES (?)", (body,))
            connection.execute("COMMIT")
            spent.append(perf_counter() - started)
    return median(spent)


def size_of(unit: Unit) -> int:
    """Bytes that a Unit hands to the database."""
    codec = Codec(b"a key of any kind that seals ...")
    values = [value for write in unit.writes for value in to_values(write.values, codec).values()]
    return sum(len(value) if isinstance(value, str | bytes) else 8 for value in values)
