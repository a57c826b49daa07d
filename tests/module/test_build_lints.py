"""A build says what is wrong with its map, though it is built."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from clubroute.builder.cli import main
from tests.pipeline.projects import copy_project, edit, results

pytestmark = pytest.mark.slow


def test_a_bridge_moved_by_one_hexside_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = copy_project(tmp_path / "project", "example", "testland", geography=False)
    assert main(["build", "testland", "--jobs", "1", "--project", str(project)]) == 0
    assert "is wrong" not in capsys.readouterr().out
    sides = project / "map_sources" / "example" / "hexsides.csv"
    edit(sides, "3.05/4.05,bridge", "3.06/4.05,bridge")
    assert main(["build", "testland", "--jobs", "1", "--project", str(project)]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "is wrong" in line]
    assert told
    assert any("3.05/4.05" in line for line in told), told
    assert all(line.startswith("the map testland is wrong: error ") for line in told)
    # Quiet is who is told of nothing but mistakes.
    for option in ("--quiet", "--json"):
        words = ["build", "testland", "--jobs", "1", "--project", str(project), option]
        assert main(words) == 0
        assert "the map testland is wrong: error " in capsys.readouterr().err


def test_a_counter_edit_plans_no_board_and_lints_no_map_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = copy_project(tmp_path / "project", "example", "testland", geography=False)
    assert main(["build", "testland", "--jobs", "1", "--project", str(project), "--quiet"]) == 0
    assert main(["lint", "testland", "--project", str(project)]) == 0
    before = results(project / "build")

    def never(*_: object, **__: object) -> NoReturn:
        raise AssertionError("done again")

    monkeypatch.setattr("clubroute.builder.passes.boards.planned", never)
    monkeypatch.setattr("clubroute.builder.lint.run.own_findings", never)
    edit(project / "counters" / "testland" / "units.csv", "1st Blue", "First Blue")
    assert main(["build", "testland", "--jobs", "1", "--project", str(project)]) == 0
    after = results(project / "build")
    assert [name for name in before if before[name] != after[name]] == [
        "testland.expect.json",
        "testland.vmod",
    ]
    edit(project / "map_sources" / "example" / "hexes.csv", "woods", "clear")
    with pytest.raises(AssertionError, match="done again"):
        main(["build", "testland", "--jobs", "1", "--project", str(project), "--quiet"])
