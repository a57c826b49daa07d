"""What the disk or another build does to a build's cache, seen from the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from tests.pipeline.projects import copy_project, results

pytestmark = pytest.mark.slow


def building(project: Path, out: Path) -> subprocess.Popen[str]:
    """``clubroute build testland``, begun."""
    command = [sys.executable, "-m", "clubroute.builder", "build", "testland"]
    return subprocess.Popen(
        [*command, "--project", str(project), "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )


def build(project: Path, out: Path) -> None:
    """The same, done, in this process."""
    told = ["--project", str(project), "--out", str(out), "--jobs", "1", "--quiet"]
    assert main(["build", "testland", *told]) == 0


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_project(tmp_path_factory.mktemp("p"), "example", "testland", geography=False)


@pytest.fixture(scope="module")
def built(project: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a build makes that nothing disturbs."""
    out = tmp_path_factory.mktemp("alone")
    build(project, out)
    return results(out)


def test_entries_that_the_disk_damaged_are_made_again(
    project: Path, built: dict[str, bytes], tmp_path: Path
) -> None:
    build(project, tmp_path)
    entries = [path for path in (tmp_path / ".cache").iterdir() if path.stat().st_size]
    whole = {path: path.read_bytes() for path in entries}
    for path, data in whole.items():
        middle = len(data) // 2
        path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    for path in tmp_path.iterdir():
        if path.is_file():
            path.unlink()
    build(project, tmp_path)
    assert entries
    assert results(tmp_path) == built
    assert {path: path.read_bytes() for path in entries} == whole


def test_two_builds_at_once_do_no_harm(
    project: Path, built: dict[str, bytes], tmp_path: Path
) -> None:
    several = [building(project, tmp_path) for _ in range(2)]
    said = [process.communicate(timeout=300)[0] for process in several]
    assert [process.returncode for process in several] == [0, 0], said
    assert results(tmp_path) == built
