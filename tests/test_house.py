"""The plan of the house: files import each other in one direction.

Imports inside functions and for the type checker count, too: they tie files together all the same.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Mapping,
)
from functools import cache
from pathlib import Path

from tests.parsed import ImportStatement, imports_in, imports_of
from tests.typing_links import main as lay_links

ROOT = Path(__file__).resolve().parents[1]
MOST = 3
"""Files of a circle that can be read as one."""
OURS = re.compile(r"^ *(?:from|import) (clubroute\.[\w.]+)", re.MULTILINE)
"""A module of ours where it is imported. To parse the tests' own files as well would take longer
than all other tests of this file."""


def module_name(path: Path) -> str:
    """The name a file is imported by."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("clubroute", *(part for part in parts if part != "__init__")))


def imported(imports: Iterable[ImportStatement], known: Collection[str]) -> Iterator[str]:
    """Which of some modules imports name, or take something from."""
    for node in (one.node for one in imports):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        else:
            for alias in node.names:
                names = (f"{node.module}.{alias.name}", str(node.module))
                yield from [name for name in names if name in known][:1]


@cache
def import_graph() -> dict[str, set[str]]:
    """Our files by name, each with those it imports."""
    paths = {
        module_name(path): path for folder in ("builder", "rules") for path in files_of(folder)
    }
    return {name: set(imported(imports_of(path), paths)) - {name} for name, path in paths.items()}


def files_of(folder: str) -> list[Path]:
    """The Python files of a folder."""
    return sorted((ROOT / folder).rglob("*.py"))


def circles(graph: Mapping[str, Collection[str]]) -> list[set[str]]:
    """The files that reach each other, by Tarjan's way; single ones left out."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    path: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        path.append(name)
        for other in sorted(graph[name]):
            if other not in index:
                visit(other)
            if other in path:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            at = path.index(name)
            circle = set(path[at:])
            del path[at:]
            if len(circle) > 1:
                found.append(circle)

    for name in graph:
        if name not in index:
            visit(name)
    return found


def test_circles_are_found() -> None:
    graph = {"a": ["b"], "b": ["c", "e"], "c": ["a"], "d": ["a"], "e": ["f"], "f": ["e"]}
    assert sorted(map(sorted, circles(graph))) == [["a", "b", "c"], ["e", "f"]]


def test_imports_are_seen_wherever_they_stand() -> None:
    source = "import a.b\nfrom a import c, d\ndef f():\n    from a.b.e import g\n"
    assert set(imported(imports_in(ast.parse(source).body), {"a", "a.b", "a.c", "a.b.e"})) == {
        *("a", "a.b", "a.c", "a.b.e")
    }
    graph = import_graph()
    # At the top, inside a function, for the type checker only.
    assert "clubroute.builder.errors" in graph["clubroute.builder.project"]
    assert "clubroute.builder.terrain.terrain_file" in graph["clubroute.builder.terrain.compiled"]
    assert "clubroute.builder.terrain.terrain_map" in graph["clubroute.builder.terrain.compiled"]


def test_the_builder_imports_nothing_of_the_rules() -> None:
    graph = import_graph()
    builder = [name for name in graph if name.startswith("clubroute.builder.")]
    assert [n for n in builder if any(one.startswith("clubroute.rules") for one in graph[n])] == []


def test_the_table_engine_knows_no_series() -> None:
    graph = import_graph()
    series = ("clubroute.rules.plain", "clubroute.rules.scs", "clubroute.rules.gts")
    engine = [name for name in graph if name.startswith("clubroute.rules.engine.")]
    assert len(engine) > 5
    assert [n for n in engine if any(one.startswith(series) for one in graph[n])] == []


def test_no_circle_has_more_than_three_files() -> None:
    large = [sorted(circle) for circle in circles(import_graph()) if len(circle) > MOST]
    assert large == [], "they import each other: turn an import round"


def test_editors_find_every_module_of_ours(tmp_path: Path) -> None:
    """As pyright looks for it: a file or folder below one of ``extraPaths``."""
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    (links,) = tools["pyright"]["extraPaths"]
    assert links == tools["mypy"]["mypy_path"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    made = makefile.partition("\n.venv/installed:")[2].partition("\n\n")[0]
    assert f"-m tests.typing_links {links}\n" in made, "make lays the links"
    lay_links(tmp_path)
    named = {
        name
        for folder in tools["pyright"]["include"]
        for path in files_of(folder)
        for name in OURS.findall(path.read_text(encoding="utf-8"))
    }
    assert len(named) > 500
    assert sorted(name for name in named if not resolves(tmp_path, name)) == []


def resolves(folder: Path, name: str) -> bool:
    """Whether a module is found below a folder."""
    path = folder.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


DIGITS = "builder/counting.py"
"""The one file that says which letters are digits."""
OTHER_DIGITS = re.compile(r"\.is(?:digit|decimal|numeric)\(|(?<!\[\^\\W)\\d")
"""Python's own ways to ask for a digit, of any script."""
AS_JAVA = {"builder/vassal/terrain_lines.py": 1}
"""How often a file asks as Java does, which takes the digits of any script for numbers."""


def test_numbers_from_outside_are_ascii_digits() -> None:
    """Else ``²`` passes for a digit, and then ``int`` refuses it."""
    found = {}
    for folder in ("builder", "rules"):
        for path in files_of(folder):
            name = path.relative_to(ROOT).as_posix()
            many = len(OTHER_DIGITS.findall(path.read_text(encoding="utf-8")))
            if many and name != DIGITS:
                found[name] = many
    assert found == AS_JAVA
