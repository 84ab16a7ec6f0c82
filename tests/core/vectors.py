"""The merge vectors of `tests/data/merge-vectors.json`, their references resolved."""

import copy
import json
from dataclasses import dataclass
from pathlib import Path

import jsonpatch

from core.resume.values import Json

DATA = Path(__file__).parent.parent / "data"


@dataclass(frozen=True)
class Vector:
    name: str
    base: dict[str, Json]
    target: dict[str, Json]
    current: dict[str, Json]
    operations: list[dict[str, Json]]
    result: dict[str, Json] | None
    ask: list[str]
    conflict: list[str]
    unchanged: bool


def load(name: str) -> Json:
    return json.loads((DATA / name).read_text(encoding="utf-8"))


def patched(document: dict[str, Json], operations: list[dict[str, Json]]) -> dict[str, Json]:
    result: dict[str, Json] = jsonpatch.apply_patch(document, operations)
    return result


def vectors() -> list[Vector]:
    return [_vector(entry) for entry in load("merge-vectors.json")["vectors"]]


def _vector(entry: dict[str, Json]) -> Vector:
    base = _document(entry["base"])
    operations = entry.get("patch", [])
    expect = entry["expect"]
    return Vector(
        entry["name"],
        base,
        _document(entry["target"]) if "target" in entry else patched(base, operations),
        _document(entry["current"]),
        operations,
        _document(expect["result"]) if "result" in expect else None,
        expect.get("ask", []),
        expect.get("conflict", []),
        expect.get("unchanged", False),
    )


def _document(value: dict[str, Json]) -> dict[str, Json]:
    if "$file" not in value:
        return copy.deepcopy(value)
    return patched(load(value["$file"]), value.get("$patch", []))
