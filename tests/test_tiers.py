"""The tables of what is dear name files that there are; every tier has its part of the proof."""

from __future__ import annotations

import ast
import tomllib

from tests.tiers import (
    FILES,
    REASONS,
    REPOSITORY,
    SAMPLED,
    SLOW,
    SMOKE,
)


def test_every_file_that_is_dear_or_sampled_is_there() -> None:
    named = {file for files in FILES.values() for file in files} | set(SAMPLED)
    assert [
        name for name in sorted(named) if not (REPOSITORY / name.partition("::")[0]).exists()
    ] == []


def test_every_reason_is_a_mark_that_is_explained() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    marks = [line.partition(":")[0] for line in project["tool"]["pytest"]["ini_options"]["markers"]]
    assert marks == [*REASONS, SMOKE, SLOW]
    assert set(FILES) <= set(REASONS)


def test_smoke_tests_of_engine_room_and_site_are_some_forty() -> None:
    """Those of the engine are one function for each of five games."""
    smoke = {"engine": 0, "room": 0, "site": 0}
    for folder in smoke:
        for path in (REPOSITORY / "tests" / folder).glob("test_*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            whole = f"mark.{SMOKE}" in "".join(
                ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign)
            )
            for node in tree.body:
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    own = f"mark.{SMOKE}" in "".join(map(ast.unparse, node.decorator_list))
                    smoke[folder] += 5 * whole or own
    assert smoke == {"engine": 25, "room": 15, "site": 2}
