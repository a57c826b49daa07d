"""A build killed at any point leaves the old results whole and nothing stray beside them.

On disk a build changes nothing but by the writing of temporary files and by giving them their
names: it is killed at each of these points in turn, whatever the machine's pace.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from tests.pipeline.projects import copy_project, edit, results

pytestmark = pytest.mark.slow

KILLED = """
import os, signal, sys
from pathlib import Path

left = int(sys.argv[1])

def counted(real):
    def call(*arguments):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
        return real(*arguments)
    return call

# A temporary file is written and goes to the disk, then it takes its name.
os.fsync, Path.replace = counted(os.fsync), counted(Path.replace)

from clubroute.builder.cli import main

sys.exit(main(sys.argv[2:]))
"""
"""A build that kills itself without warning before so many steps on the disk are done."""


def build(project: Path, out: Path) -> list[str]:
    """The arguments of a build."""
    folders = ["--project", str(project), "--out", str(out)]
    return ["build", "testland", *folders, "--jobs", "1", "--quiet"]


def killed_builds(project: Path, built: Path, folder: Path) -> Iterator[tuple[int, Path]]:
    """The folder of every build that was killed, until one comes to its end."""
    for step in range(1, 100):
        out = folder / f"killed {step}"
        shutil.copytree(built, out)
        command = [sys.executable, "-c", KILLED, str(step), *build(project, out)]
        if subprocess.run(command, check=False, env=dict(os.environ)).returncode == 0:
            return
        yield step, out
    raise AssertionError("no build came to its end")


def test_killed_builds(tmp_path: Path) -> None:
    project = copy_project(tmp_path / "project", "example", "testland", geography=False)
    built, finished = tmp_path / "built", tmp_path / "finished"
    assert main(build(project, built)) == 0
    # Every picture stays as it is, the module changes.
    edit(project / "counters/testland/module.toml", 'version = "0.1.0"', 'version = "0.1.1"')
    shutil.copytree(built, finished)
    assert main(build(project, finished)) == 0
    old, new = results(built), results(finished)
    assert old["testland.vmod"] != new["testland.vmod"]

    seen = set()
    for step, out in killed_builds(project, built, tmp_path):
        left = results(out)
        assert list(left) == list(old), f"killed at {step}: stray or missing files"
        for file, data in left.items():
            assert data in (old[file], new[file]), f"killed at {step}: {file} is not whole"
        seen.add(left["testland.vmod"] == new["testland.vmod"])
    assert seen == {False, True}, "some are killed before the module has its name, some after"

    # Whatever a kill left in the hidden folder, the next build clears it and finishes.
    (out / ".cache" / ".part-1-stray").write_bytes(b"half")
    assert main(build(project, out)) == 0
    assert results(out) == new
    assert not list((out / ".cache").glob(".part-*"))
