"""What clubroute makes of anybody's module opens in the engine, all pieces in their places:
adopted and built, merged, mended, its set-ups refreshed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

import pytest

from clubroute.rules.cli import main
from tests.engine.driver import Engine
from tests.engine.foreign_module import foreign_module
from tests.engine.handmade import write_module
from tests.engine.prepare import EngineFiles

Bag = tuple[list[tuple[str, str, int, int]], list[str]]


def opened(files: EngineFiles, display: str, module: Path) -> Bag:
    """The pieces of a new game where they lie, and what the engine complained of."""
    with Engine(files, display, module) as engine:
        engine.quiet()
        engine.new_game()
        pieces = sorted((one.name, one.map, one.x, one.y) for one in engine.pieces())
        return pieces, list(engine.problems)


def with_text(files: Mapping[str, bytes], old: bytes, new: bytes) -> dict[str, bytes]:
    """The module with another text in its build file."""
    build = files["buildFile.xml"]
    assert build.count(old) >= 1
    return {**files, "buildFile.xml": build.replace(old, new, 1)}


def test_a_module_opens_after_all_that_is_done_to_it(
    engine_files: EngineFiles, display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counters").mkdir()
    files = foreign_module()
    base = write_module(files, tmp_path / "base.vmod")
    changed = (b' description="', b' description="Ours '), (b'" version="', b'" version="9.')
    ours, theirs = (
        write_module(with_text(files, old, new), tmp_path / f"{number}.vmod")
        for number, (old, new) in enumerate(changed)
    )
    assert main(["adopt", str(base)]) == 0
    assert main(["build", "base", "--quiet"]) == 0
    assert main(["merge", *map(str, (base, ours, theirs)), "--out", "merged.vmod"]) == 0
    main(["lint", "base.vmod", "--fix"])
    assert main(["refresh", "base.vmod"]) == 0
    with ZipFile("merged.vmod") as merged:
        told = merged.read("buildFile.xml")
    assert all(new in told for _, new in changed)
    before, complaints = opened(engine_files, display, base)
    for made in ("build/base.vmod", "merged.vmod", "base-fixed.vmod", "base-refreshed.vmod"):
        pieces, problems = opened(engine_files, display, tmp_path / made)
        assert pieces == before, made
        assert set(problems) <= set(complaints), made
