"""What is kept of an earlier build is whole, or made again."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from clubroute.builder.art.outline_plate import OutlinePlate
from clubroute.builder.cli import main
from clubroute.builder.files.atomic import CACHE, Cache
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.pipeline import build_game
from clubroute.builder.project import Project
from clubroute.builder.stopwatch import Progress
from clubroute.builder.terrain.compiled import compiled_map, fresh_map, silent
from clubroute.builder.terrain.terrain_head import is_whole
from tests.pipeline.projects import copy_project, edit, results
from tests.sources.example import example_project


def damage(path: Path, how: str) -> None:
    """Flip a byte in the middle of a file, cut it, or empty it."""
    data = bytearray(path.read_bytes())
    if how == "flipped":
        data[len(data) // 2] ^= 1
    path.write_bytes(data if how == "flipped" else data[: len(data) // 2] if how == "cut" else b"")


@pytest.mark.parametrize("how", ["flipped", "cut", "empty"])
def test_a_damaged_entry_is_as_if_it_were_not_there(tmp_path: Path, how: str) -> None:
    cache = Cache(tmp_path)
    cache.write("board", "1", bytes(range(256)))
    assert cache.read("board", "1") == bytes(range(256))
    damage(cache.path("board", "1"), how)
    assert cache.read("board", "1") is None


@pytest.mark.parametrize("how", ["flipped", "cut", "empty"])
def test_a_damaged_map_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    project = Project(example_project(tmp_path))
    path = fresh_map(project, "example", silent)
    data = path.read_bytes()
    assert is_whole(data)
    damage(path, how)
    said: list[str] = []
    assert fresh_map(project, "example", said.append).read_bytes() == data
    assert len(said) == 1
    damage(path, how)
    assert compiled_map(project, "example", said.append).hexes
    cache = Cache(path.parent)
    damage(path, how)
    assert terrain_pass(project, "example", cache)[0] == data


@pytest.mark.slow
def test_a_build_keeps_what_was_found_of_a_map_that_is_called_as_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [main(line.split()) for line in ("new island", "build island")] == [0, 0]
    kept = tmp_path / "build" / CACHE
    (found,) = kept.glob("island-findings-*")
    edit(tmp_path / "counters" / "island" / "units.csv", "1st Blue", "First Blue")
    monkeypatch.setattr("clubroute.builder.lint.run.own_findings", None)
    assert main(["build", "island"]) == 0
    assert list(kept.glob("island-findings-*")) == [found]
    with zipfile.ZipFile(tmp_path / "build" / "island.vmod") as module:
        assert "First Blue" in module.read("buildFile.xml").decode()


@pytest.mark.slow
def test_an_edited_hex_draws_no_counter_anew_and_an_edited_unit_its_own_two_faces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert [main(line.split()) for line in ("new island", "build island")] == [0, 0]
    drawn: list[OutlinePlate] = []
    svg = OutlinePlate.svg
    monkeypatch.setattr(OutlinePlate, "svg", lambda one: drawn.append(one) or svg(one))
    edit(tmp_path / "map_sources" / "island" / "hexes.csv", "Bridgend", "Bridgefoot")
    assert main(["build", "island"]) == 0
    assert drawn == []
    edit(tmp_path / "counters" / "island" / "units.csv", "1st Blue", "First Blue")
    assert main(["build", "island"]) == 0
    assert len(drawn) == 2


@pytest.mark.slow
def test_a_source_edited_during_a_build_is_built_next_time(tmp_path: Path) -> None:
    root = copy_project(tmp_path / "project", "example", "testland", geography=False)
    project, out = Project(root), tmp_path / "out"
    module = root / "counters/testland/module.toml"

    def meddle(name: str) -> None:
        if name == "write":
            edit(module, 'version = "0.1.0"', 'version = "0.1.1"')

    def build(progress: Progress = lambda _: None) -> bool:
        return build_game(project, "testland", out, jobs=1, progress=progress).fresh

    assert [build(meddle), build(), build()] == [True, True, False]
    after = results(out)
    for path in (out / CACHE).iterdir():
        # A board, a map and the lettering are drawn again alike, but take long.
        if path.name.endswith(".manifest") or "-counters-" in path.name:
            damage(path, "flipped")
    assert build()
    assert results(out) == after
