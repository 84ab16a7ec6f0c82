"""The layout holds: imports point one way, core is pure, nothing tracked names a machine or an address."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("prompts", "core", "adapters", "bot")
"""Each may import itself and those before it."""

GUESTS = {"pydantic", "rapidfuzz", "nh3", "fluent", "typing_extensions"}
"""What core may use from outside: pure, no I/O."""

STANDARD = {
    "abc", "asyncio", "base64", "binascii", "bisect", "collections", "contextlib", "copy", "dataclasses",
    "datetime", "decimal", "difflib", "enum", "fractions", "functools", "hashlib", "heapq", "hmac",
    "html", "importlib", "inspect", "itertools", "json", "math", "operator", "pathlib", "re", "string",
    "struct", "textwrap", "types", "typing", "unicodedata", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
"""The standard modules that core may use; `pathlib` and `importlib` only to read its own data files."""


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def files(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def test_there_is_something_to_look_at() -> None:
    assert all(len(files(room)) > 0 for room in ROOMS)
    assert len(files("core")) > 20


@pytest.mark.parametrize("room", ROOMS)
def test_imports_point_one_way(room: str) -> None:
    forbidden = set(ROOMS[ROOMS.index(room) + 1 :]) | {"tests", "bench"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files(room)
        for name in imports(path)
        if name.split(".")[0] in forbidden
    ]
    assert not wrong


def test_core_imports_nothing_that_does_input_or_output() -> None:
    allowed = GUESTS | STANDARD | {"core", "prompts", "__future__"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files("core")
        for name in imports(path)
        if name.split(".")[0] not in allowed
    ]
    assert not wrong


def test_an_adapter_imports_no_other_adapter() -> None:
    wrong = []
    for path in files("adapters"):
        own = path.relative_to(ROOT / "adapters").parts[0]
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "adapters" and len(parts) > 1 and parts[1] != own:
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong


def test_only_the_settings_read_the_environment() -> None:
    wrong = [
        str(path.relative_to(ROOT))
        for room in ROOMS
        for path in files(room)
        if path.name != "settings.py" and re.search(r"os\.environ|getenv", path.read_text(encoding="utf-8"))
    ]
    assert not wrong


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for room in ROOMS
        for path in files(room)
        if path.read_text(encoding="utf-8").strip()
        and not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not silent


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def test_nothing_tracked_names_a_machine_or_a_registry() -> None:
    found = tracked()
    if not found:
        pytest.skip("This is no git checkout, so nothing is tracked.")
    forbidden = re.compile(
        "|".join(
            [r"/wor" + r"k/", r"/far" + r"m/", r"/roo" + r"t/", r"/hom" + r"e/\w", r"pypi\." + "org"]
            + [r"pythonhosted\." + "org", r"registry\.npm" + "js", r"deb\.deb" + "ian", r"--index" + "-url"]
        )
    )
    wrong = []
    for path in found:
        text = path.read_bytes().decode("utf-8", "ignore")
        wrong += [f"{path.relative_to(ROOT)}: {hit.group()}" for hit in forbidden.finditer(text)][:3]
    assert not wrong


def test_the_locks_hold_hashes_and_no_addresses() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert text.count("--hash=sha256:") > 100
        assert "://" not in text


def test_python_is_new_enough() -> None:
    assert sys.version_info >= (3, 11)
