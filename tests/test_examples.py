"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHOWN = sorted(
    path
    for folder in ("builder", "rules")
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
"""The files with examples."""
MOST_USED = ("grid", "errors", "provenance", "vassal/keys", "vassal/sequence", "vassal/chain")
"""Files of the builder that most others use."""


def test_the_most_used_files_have_examples() -> None:
    assert {ROOT / "builder" / f"{name}.py" for name in MOST_USED} <= set(SHOWN)


@pytest.mark.parametrize(
    "path", SHOWN, ids=lambda path: path.relative_to(ROOT).with_suffix("").as_posix()
)
def test_examples_are_true(path: Path) -> None:
    name = ".".join(("clubroute", *path.relative_to(ROOT).with_suffix("").parts))
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert result.failed == 0
