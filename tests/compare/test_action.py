"""The workflow that writes a diff under a pull request: its lines are run as GitHub runs them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.compare import made_module as mm
from tests.fetching.cache import REPOSITORY

pytestmark = pytest.mark.slow

PAGE = REPOSITORY / "docs" / "diff-and-merge.md"
GH = """#!/bin/sh
echo "$@" > "$RUNNER_TEMP/called"
"""


def steps() -> list[str]:
    """The shell lines of the workflow in the documentation, a text a step."""
    (workflow,) = re.findall(
        r"```yaml\n(on: pull_request.*?)```", PAGE.read_text("utf-8"), re.DOTALL
    )
    found = re.findall(r"- run: (?:\|\n((?: {10}.*\n)+)|(.*)\n)", workflow)
    return [textwrap.dedent(block) or line for block, line in found]


def git(folder: Path, *words: str) -> None:
    """Run git in a repository as somebody."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True)


def test_a_pull_request_gets_the_diff_of_its_module(tmp_path: Path) -> None:
    repository, programs, temp = (tmp_path / name for name in ("module", "bin", "temp"))
    for folder in (repository, programs, temp):
        folder.mkdir()
    base = mm.made(1)
    git(repository, "init", "--quiet", "--initial-branch", "main")
    (repository / "buildFile.xml").write_bytes(mm.file_of(base))
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--message", "Begin")
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    next(one for one in base.walk() if one.tag == mm.BOARD).attributes["image"] = "new.png"
    (repository / "buildFile.xml").write_bytes(mm.file_of(base, noise=7))
    git(repository, "commit", "--quiet", "--all", "--message", "Draw a board anew")
    (programs / "gh").write_text(GH, encoding="utf-8")
    (programs / "clubroute").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m clubroute.rules "$@"\n', encoding="utf-8"
    )
    for one in programs.iterdir():
        one.chmod(0o755)
    install, *others = steps()
    assert install == "pip install clubroute"
    environment = {
        **os.environ,
        "PATH": os.pathsep.join((str(programs), os.environ["PATH"])),
        "GITHUB_BASE_REF": "main",
        "RUNNER_TEMP": str(temp),
        "NUMBER": "12",
    }
    bash = shutil.which("bash")
    assert bash is not None
    for lines in others:
        command = (bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", lines)
        subprocess.run(command, cwd=repository, env=environment, check=True)
    called = (temp / "called").read_text("utf-8").split()
    assert called == ["pr", "comment", "12", "--body-file", str(temp / "diff.md")]
    told = (temp / "diff.md").read_text("utf-8")
    assert "new.png" in told
    assert len([line for line in told.splitlines() if "→" in line]) == 1, told
