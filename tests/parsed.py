"""Our own sources as trees: several tests look through all of them, each file is parsed once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The tree of a Python file."""
    return ast.parse(path.read_bytes())


@dataclass(frozen=True, slots=True)
class ImportStatement:
    """An import, whether it stands inside a function, and whether for the type checker alone."""

    node: ast.Import | ast.ImportFrom
    inner: bool
    types_only: bool

    def modules(self) -> tuple[str, ...]:
        """The modules it names."""
        if isinstance(self.node, ast.Import):
            return tuple(alias.name for alias in self.node.names)
        return (str(self.node.module),)


@cache
def imports_of(path: Path) -> tuple[ImportStatement, ...]:
    """The imports of a Python file, wherever they stand."""
    return tuple(imports_in(tree_of(path).body))


def imports_in(
    body: list[ast.stmt], inner: bool = False, types_only: bool = False
) -> Iterator[ImportStatement]:
    """The imports among statements and in those they hold.

    No expression holds one: leaving those out takes a tenth of what walking the whole tree does.
    """
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield ImportStatement(node, inner, types_only)
            continue
        inside = inner or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        checked = types_only or (
            isinstance(node, ast.If)
            and isinstance(node.test, ast.Name)
            and node.test.id == "TYPE_CHECKING"
        )
        for body_held in held_by(node):
            yield from imports_in(body_held, inside, checked)


def held_by(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The lists of statements that a statement holds, those of its handlers and cases too."""
    for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        for name in ("body", "orelse", "finalbody"):
            yield getattr(part, name, [])
