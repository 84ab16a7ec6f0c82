"""Patching: the pure work of a decision with five operations, beside reading and writing the JSON once."""

import uuid
from collections.abc import Callable
from statistics import median
from time import perf_counter

import orjson

from bench.resume import large_resume
from core.resume.change import conditions, difference, from_json, to_json
from core.resume.merge import apply as merge
from core.resume.model import parse
from core.resume.patch import apply as patch
from core.resume.patch import try_patch

OPERATIONS = [
    {"op": "replace", "path": "/basics/headline", "value": "Platform engineer"},
    {"op": "add", "path": "/sections/skills/items/-", "value": {"name": "Kafka"}},
    {"op": "replace", "path": "/sections/experience/items/1/position", "value": "Staff engineer"},
    {"op": "replace", "path": "/sections/experience/items/4/location", "value": "Lisbon"},
    {"op": "replace", "path": "/sections/languages/items/0/fluency", "value": "Fluent"},
]


def patch_costs(repeats: int) -> dict[str, float]:
    """Seconds of each part, and of the floor: the document read and written once by orjson.

    All take turns, so that a busy neighbour slows all of them; the median of each counts.
    """
    document = large_resume()
    text = orjson.dumps(document)
    trial = try_patch(OPERATIONS, document, lambda: str(uuid.uuid4()))
    stored = to_json(difference(document, trial.target, conditions(document, trial.operations)))
    work: dict[str, Callable[[], object]] = {
        "floor": lambda: orjson.dumps(orjson.loads(text)),
        "patch": lambda: patch(trial.operations, document),
        "merge": lambda: merge(from_json(stored), document),
        "parse": lambda: parse(trial.target),
    }
    spent: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(repeats):
        for name, part in work.items():
            started = perf_counter()
            part()
            spent[name].append(perf_counter() - started)
    return {name: median(each) for name, each in spent.items()}
