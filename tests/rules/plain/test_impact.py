"""What would change of the answers that the author of a game has kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.rules.cli import main
from clubroute.rules.plain.trial import HEAD

QUESTION = "move blue-horse 2.06 3.06 scenario=BRIDGE turn=1"
ANSWER = "Yes, 1 of 8 MP, 1 hex"


@pytest.mark.slow
def test_kept_questions_of_a_game_are_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the same map, and by a map that is none."""
    project, maps = tmp_path / "project", tmp_path / "maps"
    new_game(project, "lorne", rules=True)
    checks = project / "counters" / "lorne" / "checks.csv"
    checks.write_text(f"{','.join(HEAD)}\n{QUESTION},whatever was kept\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    maps.mkdir()
    assert main(["build", "lorne", "--project", str(project), "--quiet"]) == 0
    shutil.copy(project / "build" / "lorne.terrain", maps)

    def told(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main(["impact", str(project / "counters"), *words])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    compared = "compared: 1 game with kept questions\n"
    assert told("--with", str(maps)) == (0, "", compared)
    (maps / "lorne.terrain").write_text("no map", encoding="utf-8")
    code, out, _ = told("--with", str(maps))
    first, before, now = out.splitlines()
    assert (code, first) == (1, f"lorne/checks.csv: {QUESTION}")
    assert before == f"  before: {ANSWER}"
    assert now.startswith("  now:    refused: ")
    code, out, _ = told("--with", str(maps), "--json")
    (line,) = map(json.loads, out.splitlines())
    assert (line["checks"], line["asked"], line["before"]) == ("lorne/checks.csv", QUESTION, ANSWER)
