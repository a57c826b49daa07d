"""A compiled map is there when it is needed: as new as its sources, wherever it can be kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.files.atomic import CACHE, Cache, newest_only
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.project import SHIPPED, Project, find_project
from clubroute.builder.terrain import compiled
from clubroute.builder.terrain.compiled import MOST_KEPT, CompiledMaps
from clubroute.builder.terrain.shipped_maps import (
    map_keys,
    shipped_map,
    shipped_terrain,
    terrain_key,
    write_shipped,
)
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.rules.asking.context import Context
from tests.hermetic import own_folders
from tests.sources.example import add_row, example_project


@pytest.fixture(autouse=True)
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder and an empty folder for temporary files."""
    return own_folders(tmp_path, monkeypatch)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(example_project(tmp_path / "project"))


def asked(project: Project) -> tuple[Path, list[str]]:
    """Where the map of testland is, and what was said."""
    said: list[str] = []
    maps = CompiledMaps(project, project.build, said.append)
    return maps.path("example"), said


def test_a_missing_map_is_made_once(project: Project, cache_home: Path) -> None:
    path, said = asked(project)
    assert path.parent == cache_home
    kept = f"to be kept in {cache_home} (a large one takes 10 seconds)"
    assert said == [f"compiling the map example, once, {kept}"]
    assert len(load_terrain(path).hexes) == 60
    assert asked(project) == (path, [])
    assert not project.build.exists()


def test_an_edit_makes_another(project: Project) -> None:
    old, _ = asked(project)
    add_row(project.root, "hexes.csv", "5.08,woods,,rulebook,Testland 9")
    new, said = asked(project)
    assert new != old
    assert len(said) == 1
    lattice = load_terrain(new).lattice
    assert load_terrain(new).hexes[lattice.parse("5.08")].terrain == "woods"


def test_a_build_older_than_its_sources_is_not_used(project: Project, cache_home: Path) -> None:
    data, _ = terrain_pass(project, "example", Cache(project.build / CACHE))
    (project.build / "example.terrain").write_bytes(data)
    path, said = asked(project)
    assert (path.parent, said) == (project.build / CACHE, [])
    add_row(project.root, "hexes.csv", "5.08,woods,,rulebook,Testland 9")
    path, (line,) = asked(project)
    assert path.parent == cache_home
    assert line.startswith(f"{project.build / 'example.terrain'} is older than its sources: ")


def test_a_map_somebody_put_there_is_taken_as_it_is(project: Project) -> None:
    project.build.mkdir()
    mine = project.build / "example.terrain"
    mine.write_bytes(b"mine")
    assert asked(project) == (mine, [])


def test_a_folder_that_is_named_must_hold_the_map(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"gts\.terrain: found no such file, expected a compiled"):
        Context(tmp_path).terrain("gts")


def test_a_lattice_the_project_lacks_is_clubroutes_own(project: Project) -> None:
    assert project.with_lattice("example") is project
    assert project.with_lattice("gts") == Project(SHIPPED, project.build)


def test_a_cache_folder_that_cannot_be_made_gives_way_to_a_temporary_one(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    path, (line,) = asked(project)
    assert path.parent.parent == tmp_path / "temporary"
    assert str(path.parent) in line
    assert asked(project) == (path, [])


def test_no_place_at_all_is_one_line(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "writable", lambda folder: False)
    with pytest.raises(InputError, match=r"^cache folder: found none that can be written"):
        asked(project)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owners here")
def test_what_another_user_left_among_temporary_files_is_not_read(
    project: Project, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = compiled.temporary_folder()
    theirs.mkdir()
    name = f"example-terrain-{terrain_key(project, 'example')}"
    (theirs / name).write_bytes(b"poison")
    uid = theirs.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    monkeypatch.setattr(compiled, "temporary_folder", lambda: theirs)
    with pytest.raises(InputError, match="none that can be written"):
        asked(project)


@pytest.mark.slow
def test_several_at_once_make_the_same(project: Project, tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; "
        "from clubroute.builder.terrain.compiled import CompiledMaps; "
        "from clubroute.builder.project import Project; "
        "p = Project(Path(sys.argv[1])); print(CompiledMaps(p, p.build).path('example'))"
    )
    command = [sys.executable, "-c", program, str(project.root)]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(4)
    ]
    told = {one.communicate(timeout=300)[0].strip() for one in running}
    assert [one.returncode for one in running] == [0] * 4
    (path,) = told
    assert len(load_terrain(Path(path)).hexes) == 60
    assert not [p for p in Path(path).parent.iterdir() if p.name.startswith(".part-")]


def test_only_the_newest_are_kept(tmp_path: Path) -> None:
    for age in range(MOST_KEPT + 3):
        path = tmp_path / f"x-terrain-{age:02}"
        path.touch()
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    newest_only(tmp_path, "x-terrain-*", MOST_KEPT)
    left = sorted(p.name for p in tmp_path.glob("x-terrain-*"))
    assert left == [f"x-terrain-{age:02}" for age in range(MOST_KEPT)]


def test_the_project_is_around_us_or_here(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = project.root / "map_sources" / "example"
    monkeypatch.chdir(deep)
    assert find_project(None).map_sources == project.root / "map_sources"
    assert find_project(None).counters == SHIPPED / "counters"
    empty = tmp_path / "empty"
    (empty / "counters").mkdir(parents=True)  # of some other program
    monkeypatch.chdir(empty)
    assert find_project(None).root == empty
    assert find_project(None).map_sources == SHIPPED / "map_sources"
    with pytest.raises(InputError, match="no folder map_sources or counters"):
        find_project(tmp_path / "nowhere")


def test_a_map_that_came_with_clubroute_is_taken_while_its_sources_are_the_same(
    project: Project, tmp_path: Path
) -> None:
    folder = tmp_path / "maps"
    data, warnings = terrain_pass(project, "example", Cache(tmp_path / "cache"))
    key = map_keys(project, "example").shipped
    assert shipped_map("example", key, folder) is None
    write_shipped(folder, "example", key, (data, warnings))
    assert shipped_map("example", key, folder) == folder / "example.terrain"
    assert shipped_terrain("example", key, folder) == (data, warnings)
    (folder / "example.terrain").write_bytes(data[:-1])
    assert shipped_map("example", key, folder) is None
    (folder / "example.terrain").write_bytes(data)
    (folder / "example.json").write_bytes(b"[")
    assert shipped_map("example", key, folder) is None
    write_shipped(folder, "example", key, (data, warnings))
    add_row(project.root, "hexes.csv", "5.08,woods,,rulebook,Testland 9")
    assert shipped_map("example", map_keys(project, "example").shipped, folder) is None
