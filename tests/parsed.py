"""Our own sources as trees: several tests look through all of them, each file is parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The tree of a Python file."""
    return ast.parse(path.read_bytes())
