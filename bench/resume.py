"""A résumé of 20 KB: the sample with more jobs, in words that are always the same."""

import random
import uuid
from typing import Any, Final

import orjson

from core.resume.sample import sample
from core.resume.values import Document

SIZE: Final = 20_000

_WORDS: Final = [
    "built", "moved", "measured", "service", "order", "report", "customer", "nightly", "batch", "event",
    "queue", "cache", "team", "engineer", "review", "release", "test", "budget", "quarter", "region",
    "latency", "error", "index", "search", "payment", "ledger", "invoice", "warehouse", "partner",
    "contract", "audit", "schema", "migration", "backup", "network", "cluster", "container", "pipeline",
    "monitor", "alert", "incident", "rota", "document", "design", "prototype", "library", "interface",
    "version", "feature", "research", "market", "price", "forecast", "planner", "training", "workshop",
    "mentor", "hire", "plan", "risk", "security", "access", "key", "certificate", "policy", "archive",
    "storage", "graph", "model", "sensor", "factory", "robot", "vehicle", "route", "map", "station",
    "energy", "solar", "turbine", "clinic", "patient", "trial",
]  # fmt: skip


def large_resume() -> Document:
    """A valid document of `SIZE` bytes as compact JSON, or a little more."""
    chance = random.Random(7)
    document = sample("en")
    jobs = document["sections"]["experience"]["items"]
    first = jobs[0]
    while len(orjson.dumps(document)) < SIZE:
        company = " ".join(chance.sample(_WORDS, 2)).title()
        bullets = "".join(f"<li><p>{_sentence(chance)}</p></li>" for _ in range(4))
        identity = str(uuid.UUID(int=chance.getrandbits(128), version=4))
        jobs.append({**first, "id": identity, "company": company, "description": f"<ul>{bullets}</ul>"})
    return document


def _sentence(chance: random.Random) -> str:
    words = chance.choices(_WORDS, k=14)
    return f"{' '.join(words).capitalize()} by {chance.randrange(2, 90)}%."


def add_skill(name: str) -> list[dict[str, Any]]:
    """The Patch that most cards of a bench carry."""
    return [{"op": "add", "path": "/sections/skills/items/-", "value": {"name": name}}]
