"""Other people's modules are adopted, built and opened, and are the same in the engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.vassal.archive import read_module
from clubroute.rules.cli import main
from tests.engine.adopted import Laid, differences, opened, plain_copy
from tests.engine.driver import EngineError
from tests.engine.prepare import EngineFiles
from tests.fetching.modules import modules

pytestmark = pytest.mark.engine

OWN_MAPS = "Map"


def is_comparable(module: Path) -> bool:
    """Whether the windows of a module are VASSAL's own, and not made by a program of its own."""
    tags = {one.tag for one in read_module(module).build_file().walk()}
    return not any(one.endswith(OWN_MAPS) and not one.startswith("VASSAL.") for one in tags)


def tried(module: Path, name: str, files: EngineFiles, display: str) -> tuple[bool, str]:
    """Whether a module is the same after adopting, in the engine, and a line of figures."""
    if main(["adopt", str(module), "--name", name]) != 0:
        return False, "is not adopted"
    if main(["build", name, "--quiet"]) != 0:
        return False, "does not build"
    try:
        after = opened(files, display, Path.cwd() / "build" / f"{name}.vmod")
    except EngineError as error:
        return False, f"does not open: {str(error).splitlines()[0]}"
    figures = [one.line() for one in after.games.values() if isinstance(one, Laid)]
    if not is_comparable(module):
        return True, f"opens, its windows are its own program's: {figures}"
    before = opened(files, display, plain_copy(module, Path.cwd() / f"{name}-plain.vmod"))
    wrong = [*differences(before, after)]
    new = [one for one in after.problems if one not in before.problems]
    return not wrong, f"{wrong or 'the same'}; {figures}; complaints that are new: {new}"


def test_modules_of_others_are_the_same_after_adopting(
    foreign_modules: Path,
    engine_files: EngineFiles,
    display: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nine of ten must be the same. With VASSAL_LIB another engine is asked."""
    paths = modules(foreign_modules)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    told, right = [], 0
    for number, path in enumerate(paths):
        same, line = tried(path, f"game-{number}", engine_files, display)
        right += same
        told.append(f"{'  ' if same else '! '}{path.stem}: {line}")
        (tmp_path / "figures.txt").write_text("\n".join(told), encoding="utf-8")
    assert right * 10 >= len(paths) * 9, "\n".join(told)
