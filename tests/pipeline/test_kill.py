"""A build killed at any point leaves the old results whole and nothing stray beside them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from tests.pipeline.projects import copy_project, edit, results

pytestmark = pytest.mark.slow

PASSES = (
    "compare",
    "read",
    "terrain",
    "plan",
    "counters",
    "module",
    "boards",
    "archive",
    "write",
)
DELAYS = (0.003, 0.02)


def start_build(project: Path, out: Path) -> subprocess.Popen[str]:
    """A build in a process group of its own, so that its workers are killed with it."""
    command = [sys.executable, "-m", "clubroute.builder", "build", "wed", "--project", str(project)]
    return subprocess.Popen(
        [*command, "--out", str(out)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=os.name == "posix",
    )


def kill(process: subprocess.Popen[str]) -> None:
    """Kill without warning."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate(timeout=30)


def test_killed_builds(wed_build: Path, tmp_path: Path) -> None:
    project = copy_project(tmp_path / "project", "gts", "wed", geography=True)
    edit(
        project / "counters/wed/module.toml", 'version = "0.1.0"', 'version = "0.1.1"'
    )  # every picture stays as it is, the module changes
    finished = tmp_path / "finished"
    shutil.copytree(wed_build, finished)
    assert main(["build", "wed", "--project", str(project), "--out", str(finished), "--quiet"]) == 0
    old, new = results(wed_build), results(finished)
    assert old["where-eagles-dare.vmod"] != new["where-eagles-dare.vmod"]

    killed_at: set[str] = set()
    for name in PASSES:
        for delay in DELAYS if name in ("module", "write") else DELAYS[:1]:
            out = tmp_path / f"{name}-{delay}"
            shutil.copytree(wed_build, out)
            process = start_build(project, out)
            assert process.stderr is not None
            for line in process.stderr:
                if line.strip() == f"… {name}":
                    time.sleep(delay)
                    break
            if process.poll() is None:
                killed_at.add(name)
            kill(process) if process.poll() is None else process.communicate()
            left = results(out)
            assert list(left) == list(old), f"killed at {name}: stray or missing files"
            for file, data in left.items():
                assert data in (old[file], new[file]), f"killed at {name}: {file} is not whole"
            if name != "write":
                assert left["where-eagles-dare.vmod"] == old["where-eagles-dare.vmod"]
    assert killed_at >= set(PASSES) - {"write"}, "the kills must hit a running build"

    # Whatever a kill left in the hidden folder, the next build clears it and finishes.
    (out / ".cache" / ".part-1-stray").write_bytes(b"half")
    assert main(["build", "wed", "--project", str(project), "--out", str(out), "--quiet"]) == 0
    assert results(out) == new
    assert not list((out / ".cache").glob(".part-*"))
