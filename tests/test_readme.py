"""The README is true: its commands run, and print what it says they print."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from clubroute.rules.cli import main

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SHOWN = [body for _, body in BLOCKS if body.startswith("$ clubroute ")]
RUN = [
    line
    for language, body in BLOCKS
    if language == "sh"
    for line in body.splitlines()
    if line.startswith("clubroute ")
]


@pytest.fixture
def place(wed_build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a finished build, as a reader of the README has one."""
    (tmp_path / "build").mkdir()
    shutil.copy(wed_build / "gts.terrain", tmp_path / "build")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_is_something_to_try() -> None:
    assert SHOWN
    assert len(RUN) >= 2


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("body", SHOWN)
def test_shown_output(body: str, capsys: pytest.CaptureFixture[str]) -> None:
    command, _, expected = body.partition("\n")
    assert main(shlex.split(command)[2:]) == 0
    assert capsys.readouterr().out == expected


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize("line", RUN)
def test_commands_run(line: str) -> None:
    assert main(shlex.split(line)[1:]) == 0


def test_the_fact_it_quotes_is_in_the_map(
    wed_build: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (quoted,) = re.findall(r"^hexside .*$", README, re.MULTILINE)
    assert main(["dump", str(wed_build / "gts.terrain")]) == 0
    assert quoted in capsys.readouterr().out.splitlines()


def test_its_links_and_pictures_exist() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []
