"""docs/authoring.md, done from its first line to its last: every command works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from clubroute.rules.cli import main
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

BLOCK = re.compile(r"^```(\w+)(?: end of (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PAGE = (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")


def test_the_page_leads_to_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = []
    for kind, target, text in BLOCK.findall(PAGE):
        if kind == "console":
            for line in text.splitlines():
                assert line.startswith("$ clubroute "), line
                assert main(shlex.split(line.removeprefix("$ clubroute "))) == 0, line
                ran.append(line)
        else:
            path = tmp_path / target
            assert path.is_file(), target
            path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")
    told = capsys.readouterr().out
    assert len(ran) == 13
    assert "3rd Blue" in told
    assert "d20" in told
    assert (tmp_path / "island.png").stat().st_size > 1000


def test_a_name_that_is_taken_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "island"]) == 0
    assert main(["new", "island"]) == 2
    assert "expected none: choose another name" in capsys.readouterr().err
    assert main(["new", "../out"]) == 2
    assert "lower-case letters" in capsys.readouterr().err
