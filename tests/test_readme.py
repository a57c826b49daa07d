"""README and the first evening are true: their recipes work, and their commands run."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from clubroute.rules.cli import main
from tests.installing import (
    bare_environment,
    copy_sources,
    give_pictures,
    versions_here,
)

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EVENING = (ROOT / "docs" / "first-evening.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README + EVENING, re.MULTILINE | re.DOTALL)
RECIPE, PLAIN = (
    next(body for language, body in BLOCKS if language == kind and start in body)
    for kind, start in (("sh", "make module"), ("bat", "pipx"))
)
RUN = [
    line
    for language, body in BLOCKS
    if language == "sh"
    for line in body.splitlines()
    if line.startswith("clubroute ") and not line.startswith("clubroute build ")
]
"""What the recipe builds is not built once more."""


@pytest.fixture
def place(wed_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a finished build, as a reader of the README has one."""
    (tmp_path / "build").mkdir()
    shutil.copy(wed_build / "gts.terrain", tmp_path / "build")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_is_something_to_try() -> None:
    assert len(RUN) >= 2


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("line", RUN)
def test_commands_run(line: str) -> None:
    assert main(shlex.split(line, comments=True)[1:]) == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="its lines are run by a POSIX shell")
def test_the_recipe_works_as_printed_from_nothing(wed_build: Path, tmp_path: Path) -> None:
    # The suite is not run within the suite.
    recipe = "".join(line for line in RECIPE.splitlines(True) if not line.startswith("make test"))
    folder = copy_sources(tmp_path / "clubroute")
    give_pictures(folder / "build", wed_build)
    pinned = str(versions_here(tmp_path / "constraints.txt"))
    done = subprocess.run(
        ["sh", "-e", "-c", recipe],
        cwd=folder,
        env=bare_environment(PIP_CONSTRAINT=pinned, XDG_CACHE_HOME=str(tmp_path / "cache")),
        capture_output=True,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "built in " in done.stdout
    assert (folder / "build" / "where-eagles-dare.vmod").read_bytes() == (
        wed_build / "where-eagles-dare.vmod"
    ).read_bytes()
    # An editor's checker finds the package by these.
    assert (folder / ".venv/typing/clubroute/builder/grid.py").is_file()


def test_the_recipe_without_make_installs_a_program_of_its_own() -> None:
    """``tests/test_wheel.py`` takes the same steps with a wheel of these sources."""
    assert PLAIN.splitlines() == [
        "py -m pip install pipx",
        "py -m pipx install .",
        "py -m pipx ensurepath",
    ]


def test_the_fact_it_quotes_is_in_the_map(
    wed_build: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (quoted,) = re.findall(r"^hexside .*$", EVENING, re.MULTILINE)
    assert main(["dump", str(wed_build / "gts.terrain")]) == 0
    assert quoted in capsys.readouterr().out.splitlines()
