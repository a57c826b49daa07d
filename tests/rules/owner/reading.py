"""Which methods read which owner's tables, worked out from the sources.

A name's body refers to other names, and those to tables: what a method's function and its question
can come to by such steps is what it may read. ``python -m tests.rules.owner.reading`` writes
``rules/owner/unlocks.toml`` anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from clubroute.rules.asking.methods import FRAME, Registry
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.read import UNLOCKS

ROOT = Path(__file__).parents[3]
READERS = frozenset(("need", "owner_rows", "game_rows", "owner_table", "rated_faces"))
Place: TypeAlias = tuple[str, str]
"""A module and a name in it."""
EVERYWHERE = ("clubroute.rules.gts.asked", "STATE")
"""The state, whose Units ratings may tell more of: no question turns on that."""


@cache
def bodies(module: str) -> dict[str, ast.AST]:
    """What each name of a module is, as it is written."""
    path = ROOT / Path(*module.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    found: dict[str, ast.AST] = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found |= {one.id: node.value for one in node.targets if isinstance(one, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("clubroute."):
            found |= {one.asname or one.name: node for one in node.names}
    return found


def here(module: str, name: str) -> Place | None:
    """Where a name that a module uses is made, None if it is none of ours."""
    node = bodies(module).get(name)
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        original = next(one.name for one in node.names if name in (one.name, one.asname))
        is_rules = node.module.startswith("clubroute.rules.")
        return here(node.module, original) if is_rules else None
    return None if node is None else (module, name)


def tables_in(module: str, body: ast.AST) -> Iterator[str]:
    """The tables that calls in a body name."""
    names = {spec.name for spec in TABLES}
    for node in ast.walk(body):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        for one in node.args if node.func.id in READERS else ():
            told = bodies(module).get(one.id) if isinstance(one, ast.Name) else one
            if isinstance(told, ast.Constant) and told.value in names:
                yield str(told.value)


def named(module: str, name: str) -> str | None:
    """The module of ours that a name of a module stands for, None if it is none."""
    node = bodies(module).get(name)
    if not isinstance(node, ast.ImportFrom):
        return None
    original = next(one.name for one in node.names if name in (one.name, one.asname))
    path = ROOT / Path(*f"{node.module}.{original}".split(".")[1:])
    return f"{node.module}.{original}" if path.with_suffix(".py").is_file() else None


@cache
def steps(place: Place) -> tuple[frozenset[str], frozenset[Place]]:
    """The tables that a name's body names, and the names of ours that it refers to."""
    module, name = place
    body = bodies(module)[name]
    used = {node.id for node in ast.walk(body) if isinstance(node, ast.Name)}
    places = {here(module, one) for one in used}
    for node in ast.walk(body):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            of = named(module, node.value.id)
            places.add(None if of is None else here(of, node.attr))
    return frozenset(tables_in(module, body)), frozenset(one for one in places if one is not None)


def tables_of(start: Place) -> set[str]:
    """The tables a name may come to read."""
    found: set[str] = set()
    seen, waiting = {EVERYWHERE, start}, [start]
    while waiting:
        tables, places = steps(waiting.pop())
        found |= tables
        waiting += places - seen
        seen |= places
    return found


def readers() -> dict[str, tuple[str, ...]]:
    """The methods that may read each table, sorted."""
    found: dict[str, list[str]] = {spec.name: [] for spec in TABLES}
    others = Registry().others().values()
    for method in (*Registry().all(), *(method for methods in others for method in methods)):
        if method.name.partition(".")[0] in FRAME:
            continue
        places = [(method.answer.__module__, method.answer.__name__)]
        places.append((method.asks.__module__, method.asks.__name__))
        for name in sorted({table for place in places for table in tables_of(place)}):
            found[name].append(method.name)
    return {name: tuple(sorted(set(methods))) for name, methods in found.items()}


HEAD = """# The answers each owner's table unlocks: the methods that may read it.
# Made by `python -m tests.rules.owner.reading`, which works them out from the sources.
"""


def unlocks_text() -> str:
    """The file that lists the methods of each table."""
    rows = []
    for name, methods in readers().items():
        listed = "".join(f'    "{one}",\n' for one in methods)
        rows.append(f"\n{name} = [\n{listed}]\n")
    return HEAD + "".join(rows)


if __name__ == "__main__":
    UNLOCKS.write_text(unlocks_text(), encoding="utf-8", newline="\n")
