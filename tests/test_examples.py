"""The examples in docstrings are true."""

from __future__ import annotations

import ast
import doctest
import importlib
from collections import Counter
from pathlib import Path

import pytest

from tests.cases import each
from tests.parsed import imports_of, tree_of

ROOT = Path(__file__).resolve().parents[1]
SHOWN = sorted(
    path
    for folder in ("builder", "rules")
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
"""The files with examples."""
MOST_USED = ("grid", "errors", "provenance", "vassal/buildfile", "vassal/pieces")
"""Files of the builder that most others use."""


MANY = 20
"""Of the functions that most files import, how many must show what they give."""


def imported(module: str) -> Path:
    """The file of a module of ours."""
    whole = ROOT.joinpath(*module.split(".")[1:])
    return whole / "__init__.py" if whole.is_dir() else whole.with_suffix(".py")


@pytest.mark.slow
def test_the_most_used_functions_have_examples() -> None:
    files = [path for name in ("builder", "rules") for path in (ROOT / name).rglob("*.py")]
    uses = Counter(
        (node.module, alias.name)
        for path in files
        for node in (one.node for one in imports_of(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("clubroute.")
        for alias in node.names
    )
    bare = []
    functions = 0
    for (module, name), _ in uses.most_common():
        for node in tree_of(imported(str(module))).body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                functions += 1
                if ">>> " not in (ast.get_docstring(node) or ""):
                    bare.append(f"{module}.{name}")
        if functions == MANY:
            break
    assert functions == MANY
    assert bare == []


def test_the_most_used_files_have_examples() -> None:
    assert {ROOT / "builder" / f"{name}.py" for name in MOST_USED} <= set(SHOWN)


@each("path", SHOWN, ids=lambda path: path.relative_to(ROOT).with_suffix("").as_posix())
def test_examples_are_true(path: Path) -> None:
    name = ".".join(("clubroute", *path.relative_to(ROOT).with_suffix("").parts))
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert result.failed == 0
