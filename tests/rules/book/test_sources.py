"""The sources rules share with the module: a project's own, else those shipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.project import shipped_project
from clubroute.rules.gts.clubroute.ruleset import rule_set
from clubroute.rules.gts.games import source_file

NAME = "counters/wed/club_route.toml"


def test_what_is_shipped_has_sources_code_and_rules() -> None:
    root = shipped_project().root
    folders = ("builder", "rules", "map_sources", "counters")
    assert [(root / name).is_dir() for name in folders] == [True] * 4


def test_a_projects_own_display_comes_first(tmp_path: Path) -> None:
    own = tmp_path / NAME
    own.parent.mkdir(parents=True)
    text = source_file(NAME).read_text(encoding="utf-8")
    own.write_text(text.replace('title = "Club Route"', 'title = "Our Route"'), encoding="utf-8")
    assert source_file(NAME, tmp_path) == own
    assert rule_set("mg", tmp_path).display.title == "Our Route"
    assert rule_set("mg").display.title == "Club Route"


def test_a_project_without_the_file_has_the_one_shipped(tmp_path: Path) -> None:
    assert source_file(NAME, tmp_path) == shipped_project().root / NAME


def test_a_file_that_is_nowhere_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        source_file("counters/wed/none.toml", tmp_path)
    assert str(caught.value).endswith("found no such file, expected a source file of clubroute")
