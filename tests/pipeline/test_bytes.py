"""Same input, same bytes: elsewhere, with other settings, one process or two; whether all is made
anew or only what an edit bears on; and quickly again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clubroute.builder.cache import CACHE
from clubroute.builder.cli import main
from clubroute.builder.passes.boards import TILES
from tests.pipeline.projects import copy_project, edit, results

pytestmark = pytest.mark.slow


HEX = "80.160,town,,rulebook,a test\n"
"""A row of hexes.csv: houses in open country."""


def edited_project(folder: Path) -> Path:
    """The sources, with one hex edited."""
    root = copy_project(folder, "gts", "wed", geography=True)
    hexes = root / "map_sources" / "gts" / "hexes.csv"
    columns = next(
        line for line in hexes.read_text(encoding="utf-8").splitlines() if line[0] != "#"
    )
    assert columns.startswith("hex,terrain,name,provenance,cite")
    with hexes.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(HEX)
    return root


@pytest.fixture(scope="module")
def edited(wed_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is built after an edit of one hex, with all that a build before it left."""
    root = edited_project(tmp_path_factory.mktemp("edited"))
    out = root / "build"
    shutil.copytree(wed_build, out)
    kept = set(tiles(out))
    assert main(["build", "wed", "--project", str(root), "--out", str(out), "--quiet"]) == 0
    assert 0 < len(set(tiles(out)) - kept) < len(kept) / 8
    return out


@pytest.fixture(scope="module")
def elsewhere(wed_build: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same sources in another folder, built cold in another process with other settings.

    Five sixths of the tiles of its boards are there; they are taken if it plans the same for them.
    """
    root = edited_project(tmp_path_factory.mktemp("other place"))
    (root / "out put" / CACHE).mkdir(parents=True)
    for tile in given_tiles(wed_build):
        shutil.copy(tile, root / "out put" / CACHE)
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "12345",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "COLUMNS": "40",
        "XDG_CACHE_HOME": str(root / "empty cache"),
    }
    environment.pop("SOURCE_DATE_EPOCH", None)
    command = [sys.executable, "-m", "clubroute.builder", "build", "wed", "--jobs", "1", "--quiet"]
    subprocess.run(
        [*command, "--project", str(root), "--out", str(root / "out put")],
        cwd=root,
        env=environment,
        check=True,
        timeout=600,
    )
    return root


def tiles(build: Path) -> list[Path]:
    """The pictures of tiles in a build's cache."""
    return sorted((build / CACHE).glob(f"{TILES}-*"))


def given_tiles(build: Path) -> list[Path]:
    """Five sixths of them, picked by nothing but their digests."""
    return [tile for number, tile in enumerate(tiles(build)) if number % 6]


def test_the_same_tiles_are_planned_elsewhere(
    wed_build: Path, edited: Path, elsewhere: Path
) -> None:
    before, here, there = (
        {tile.name for tile in tiles(build)} for build in (wed_build, edited, elsewhere / "out put")
    )
    assert before <= here
    assert there <= here
    assert len(there - {tile.name for tile in given_tiles(wed_build)}) > 10


def test_same_bytes_elsewhere(wed_build: Path, edited: Path, elsewhere: Path) -> None:
    here, there = results(edited), results(elsewhere / "out put")
    assert list(here) == list(there)
    assert [name for name in here if here[name] != there[name]] == []
    before = results(wed_build)
    assert [name for name in here if here[name] != before[name]] != []


def test_nothing_changed_is_quick_and_writes_nothing(elsewhere: Path) -> None:
    out = elsewhere / "out put"
    before = {p: p.stat().st_mtime_ns for p in out.iterdir()}
    start = time.perf_counter()
    command = [sys.executable, "-m", "clubroute.builder", "build", "wed", "--json"]
    done = subprocess.run(
        [*command, "--project", str(elsewhere), "--out", str(out)],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    seconds = time.perf_counter() - start
    assert json.loads(done.stdout)["fresh"] is False
    assert {p: p.stat().st_mtime_ns for p in out.iterdir()} == before
    assert seconds < 5, "the bar of 1 s is measured in tests/bench; this only catches a rebuild"


def test_source_date_epoch_sets_the_dates(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import zipfile

    out = tmp_path / "out"
    shutil.copytree(elsewhere / "out put", out)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "797000000")  # 1995-04-04
    assert main(["build", "wed", "--project", str(elsewhere), "--out", str(out), "--quiet"]) == 0
    with zipfile.ZipFile(out / "where-eagles-dare.vmod") as module:
        assert {entry.date_time[:3] for entry in module.infolist()} == {(1995, 4, 4)}
        assert b"797000000000" in module.read("moduledata")


def test_one_counter_edit_changes_only_that_counter(elsewhere: Path, tmp_path: Path) -> None:
    import zipfile

    root = edited_project(tmp_path / "edited")
    out = tmp_path / "out"
    shutil.copytree(elsewhere / "out put", out)
    old = {e.filename: e.CRC for e in zipfile.ZipFile(out / "where-eagles-dare.vmod").infolist()}
    edit(root / "counters/wed/units.csv", "501 PIR,A/1/501", "501 PIR,Able/1/501")
    assert main(["build", "wed", "--project", str(root), "--out", str(out), "--quiet"]) == 0
    new = {e.filename: e.CRC for e in zipfile.ZipFile(out / "where-eagles-dare.vmod").infolist()}
    assert sorted(name for name in old | new if old.get(name) != new.get(name)) == [
        "buildFile.xml",
        "images/101-a-1-501-back.svg",
        "images/101-a-1-501.svg",
        # The set-ups it stands in.
        "where-eagles-dare-wed-4.vsav",
        "where-eagles-dare-wed-campaign.vsav",
    ]
