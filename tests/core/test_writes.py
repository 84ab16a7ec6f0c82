"""The writes of core and the statements of the store are the same set, and nothing is kept for nobody."""

import ast
import re
from pathlib import Path

from adapters.store.statements import READS, WRITES

ROOT = Path(__file__).parent.parent.parent


def named_in(path: Path) -> set[str]:
    """Every string that stands in a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def statements_written() -> set[str]:
    """The statement names that `core/writes/` makes Writes of."""
    paths = sorted((ROOT / "core" / "writes").glob("*.py"))
    assert paths
    made = {
        call.args[0].value
        for path in paths
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Write"
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }
    named = set().union(*(named_in(path) for path in paths if path.name != "__init__.py"))
    forget = {name for name in named if name.startswith(("forget_", "merge_"))}
    return {str(name) for name in made | forget}


def test_every_write_has_its_statement_and_every_statement_its_write() -> None:
    assert len(WRITES) > 40
    assert statements_written() == set(WRITES)


def test_every_read_is_asked_for() -> None:
    asked = named_in(ROOT / "adapters" / "store" / "store.py")
    asked |= {f"all_{part}" for part in asked}
    for path in (ROOT / "bot").rglob("*.py"):
        asked |= named_in(path)
    assert set(READS) <= asked, set(READS) - asked


def test_every_function_of_the_writes_is_used() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "core" / "writes").glob("*.py")]
    made = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    used = {
        call.func.id
        for tree in trees
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
    }
    for folder in ("core", "bot"):
        for path in (ROOT / folder).rglob("*.py"):
            used |= set(re.findall(r"\bwrites\.([a-z_]+)", path.read_text(encoding="utf-8")))
    assert made <= used, made - used
