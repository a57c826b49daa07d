"""What a cache is named by: as much of the code as makes a thing, and nothing less."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder import own_code
from clubroute.builder.own_code import (
    CHECKING,
    COMPILING,
    DRAWING,
    PACKAGE,
    SURVEYING,
    all_files,
    module_file,
    reached,
)
from tests.parsed import imports_of

ENTRIES = (DRAWING, COMPILING, SURVEYING, CHECKING)


@pytest.mark.parametrize("entry", ENTRIES)
def test_whatever_it_imports_is_reached(entry: str) -> None:
    """By the imports as Python reads them, those inside functions too."""
    found = reached(entry)
    assert module_file(entry) in found
    for path in found:
        if path.suffix == ".py":
            missing = set(imported(path)) - found
            assert not missing, f"{path.relative_to(PACKAGE)} imports {missing}"
            assert path.parent / "__init__.py" in found


@pytest.mark.parametrize("entry", ENTRIES)
def test_whatever_it_reads_is_reached(entry: str) -> None:
    """A module looks for files in a package that it names, or beside itself: in none that is not
    reached with all its files."""
    found = reached(entry)
    for path in found:
        text = path.read_text(encoding="utf-8") if path.suffix == ".py" else ""
        for package in re.findall(r'resources\.files\("clubroute\.builder\.(.*?)"', text):
            assert module_file(package) in found
    packages = {path.parent for path in found if path.name == "__init__.py"}
    for path in all_files(PACKAGE):
        nearest = next(p for p in path.parents if (p / "__init__.py").is_file())
        if path.suffix != ".py" and nearest in packages:
            assert path in found


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_is_imported_by_a_made_up_name_is_known(entry: str) -> None:
    for path in reached(entry):
        text = path.read_text(encoding="utf-8") if path.suffix == ".py" else ""
        if "import_module(" in text:
            # The workers' list of whole names, which are found as any other.
            assert path == PACKAGE / "passes" / "boards.py"
        assert "__import__(" not in text


def test_the_boards_hang_on_what_draws_them_and_on_little_else() -> None:
    rooms = {path.relative_to(PACKAGE).parts[0] for path in reached(DRAWING)}
    assert {"art", "grid.py", "pixels.py", "terrain", "survey", "passes"} <= rooms
    assert not {"cli.py", "module", "vassal", "lint", "pipeline.py", "authoring"} & rooms
    assert module_file("art.counters") not in reached(DRAWING)
    assert module_file("art.board") not in reached(COMPILING)


def test_a_change_is_seen_by_what_it_makes_and_by_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "builder"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(own_code, "PACKAGE", copy)

    def digests() -> dict[str, str]:
        own_code.own_code.cache_clear()
        return {entry: own_code.own_code(entry) for entry in (*ENTRIES, "")}

    last = digests()

    def changed(name: str) -> set[str]:
        nonlocal last
        before = last
        path = copy / name
        path.write_bytes(path.read_bytes() + b"\n# another line\n")
        last = digests()
        return {entry for entry in before if before[entry] != last[entry]}

    try:
        assert changed("cli.py") == {""}
        assert changed("lint/ground.py") == {"", CHECKING}
        assert changed("art/layers/land_cover.py") == {"", DRAWING, CHECKING}  # names, too
        assert changed("art/board_style.toml") == {"", DRAWING, CHECKING}
        assert changed("survey/snap_roads.py") == {"", COMPILING, SURVEYING, CHECKING}
        assert changed("grid.py") == {"", *ENTRIES}
    finally:
        own_code.own_code.cache_clear()


def test_a_module_that_names_its_neighbours_brings_them_all() -> None:
    traits = PACKAGE / "vassal" / "traits"
    assert set(traits.glob("*.py")) <= reached("vassal.traits.registry")


def imported(path: Path) -> Iterator[Path]:
    """The files of the builder that a module imports, as Python's own reader of sources has it."""
    for node in (one.node for one in imports_of(path) if not one.types_only):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            names = [alias.name for alias in node.names]
        for name in names:
            if name.startswith("clubroute.builder."):
                found = module_file(name.removeprefix("clubroute.builder."))
                if found is not None:
                    yield found
