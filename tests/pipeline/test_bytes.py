"""Same input, same bytes: elsewhere, with other settings, one process or two; whether all is made
anew or only what an edit bears on; and nothing is made again where nothing has changed.

Built is a small game in a corner of the country of Where Eagles Dare: its country goes through the
same survey and compiler as that of the great modules, its board through the same planner and
drawers. That the great modules' own bytes are those of another installation is seen where one is
made (``tests/test_wheel.py``, ``tests/test_readme.py``).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.files.atomic import CACHE
from clubroute.builder.passes.boards import TILES
from tests.pipeline.projects import corner_project, edit, results

pytestmark = pytest.mark.slow


HEX = "80.140,town,,rulebook,a test\n"
"""A row of hexes.csv: houses in open country, near an edge of the board."""
SETTINGS = {"PYTHONHASHSEED": "12345", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "COLUMNS": "40"}


def edit_hex(root: Path) -> None:
    """Edit one hex of a project."""
    hexes = root / "map_sources" / "gts" / "hexes.csv"
    text = hexes.read_text(encoding="utf-8")
    columns = next(line for line in text.splitlines() if line[0] != "#")
    assert columns.startswith("hex,terrain,name,provenance,cite")
    hexes.write_text(text + HEX, encoding="utf-8", newline="\n")


def build(root: Path, out: Path) -> int:
    """Build a project in this process, and in the processes it starts."""
    return main(["build", "testland", "--project", str(root), "--out", str(out), "--quiet"])


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with its first build in ``build``."""
    root = corner_project(tmp_path_factory.mktemp("first"))
    assert build(root, root / "build") == 0
    return root


@pytest.fixture(scope="module")
def edited(first: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is built after an edit of one hex, with all that the build before it left."""
    root = tmp_path_factory.mktemp("edited") / "project"
    shutil.copytree(first, root)
    edit_hex(root)
    assert build(root, root / "build") == 0
    return root / "build"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The edited sources in another folder, built cold in one other process with other settings."""
    root = corner_project(tmp_path_factory.mktemp("other place"))
    edit_hex(root)
    environment = {**os.environ, **SETTINGS, "XDG_CACHE_HOME": str(root / "empty cache")}
    environment.pop("SOURCE_DATE_EPOCH", None)
    command = [sys.executable, "-m", "clubroute.builder", "build", "testland", "--jobs", "1"]
    subprocess.run(
        [*command, "--project", str(root), "--out", str(root / "out put"), "--quiet"],
        cwd=root,
        env=environment,
        check=True,
        timeout=600,
    )
    return root


def tiles(out: Path) -> set[str]:
    """The tiles in a build's cache, by the digests of all that is planned to be on them."""
    return {path.name for path in (out / CACHE).glob(f"{TILES}-*")}


def test_the_same_tiles_are_planned_elsewhere(first: Path, edited: Path, elsewhere: Path) -> None:
    before, here, there = tiles(first / "build"), tiles(edited), tiles(elsewhere / "out put")
    assert before < here
    assert there < here
    # An edit near an edge changes few tiles.
    assert 0 < len(here - before) < len(before) / 2


def test_same_bytes_elsewhere(first: Path, edited: Path, elsewhere: Path) -> None:
    here, there = results(edited), results(elsewhere / "out put")
    assert list(here) == list(there)
    assert [name for name in here if here[name] != there[name]] == []
    before = results(first / "build")
    assert {name for name in here if here[name] != before[name]} >= {"gts.terrain", "testland.vmod"}


def test_nothing_changed_makes_and_writes_nothing(elsewhere: Path) -> None:
    out = elsewhere / "out put"
    before = {p: p.stat().st_mtime_ns for p in out.iterdir()}
    command = [sys.executable, "-m", "clubroute.builder", "build", "testland", "--json"]
    done = subprocess.run(
        [*command, "--project", str(elsewhere), "--out", str(out)],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    report = json.loads(done.stdout)
    assert report["fresh"] is False
    assert list(report["passes"]) == ["compare"]
    assert {p: p.stat().st_mtime_ns for p in out.iterdir()} == before


def test_source_date_epoch_sets_the_dates(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(elsewhere / "out put", out)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "797000000")  # 1995-04-04
    assert build(elsewhere, out) == 0
    with zipfile.ZipFile(out / "testland.vmod") as module:
        assert {entry.date_time[:3] for entry in module.infolist()} == {(1995, 4, 4)}
        assert b"797000000000" in module.read("moduledata")


def test_one_counter_edit_changes_only_that_counter(elsewhere: Path, tmp_path: Path) -> None:
    root, out = tmp_path / "edited", tmp_path / "out"
    shutil.copytree(elsewhere, root, ignore=shutil.ignore_patterns("empty cache"))
    shutil.copytree(elsewhere / "out put", out)
    old = checksums(out / "testland.vmod")
    edit(root / "counters/testland/units.csv", "Blue,2nd Blue", "Blue,Second Blue")
    assert build(root, out) == 0
    new = checksums(out / "testland.vmod")
    assert sorted(name for name in old | new if old.get(name) != new.get(name)) == [
        "buildFile.xml",
        "images/blue-2-back.svg",
        "images/blue-2.svg",
        # The set-up it stands in, and the tutorial, which begins with that.
        "testland-bridge.vsav",
        "tutorial.vlog",
    ]


def checksums(module: Path) -> dict[str, int]:
    """The checksum of every file in a module."""
    with zipfile.ZipFile(module) as archive:
        return {entry.filename: entry.CRC for entry in archive.infolist()}
