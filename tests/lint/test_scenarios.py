"""The scenarios are checked with the map they are played on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.lint.run import RULES
from clubroute.builder.lint.scenario_checks import SCENARIO_RULES, lint_scenarios
from clubroute.builder.project import Project
from tests.counters.places import WED, spoil
from tests.made_pages import checks


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with the game's counters, to be spoilt, on the map that is shipped."""
    shutil.copytree(WED, tmp_path / "counters" / "wed")
    return Project(tmp_path)


def test_the_scenarios_as_committed_are_clean() -> None:
    assert lint_scenarios(Project(WED.parents[1])) == ()


@pytest.mark.parametrize(
    ("name", "old", "new", "place", "text"),
    [
        ("wed-2.toml", "count = 2", "count = 3", "WED-2", "found 3, expected 2"),
        ("wed-2.csv", "67.158", "67.178", "WED-2", "67.178 outside the playing area"),
        ("wed-3.csv", ",101-i-3-502,,53.152", ",101-i-3-502,,67.151", "WED-3", "5 units in 67.151"),
        ("wed-4.toml", "66.156/66.157", "66.156/66.158", "WED-4", "expected a hexside"),
    ],
)
def test_a_mistake_is_an_error_with_its_place(
    project: Project, name: str, old: str, new: str, place: str, text: str
) -> None:
    spoil(project.counters / "wed" / "scenarios" / name, old, new)
    (found,) = [one for one in lint_scenarios(project, "wed") if one.level == "error"]
    assert (found.rule, found.place) == ("scenario", place)
    assert text in found.text
    assert name.partition(".")[0] in found.source


def test_all_scenarios_are_checked_though_one_is_wrong(project: Project) -> None:
    folder = project.counters / "wed" / "scenarios"
    spoil(folder / "wed-2.toml", "count = 2", "count = 3")
    spoil(folder / "wed-3.toml", "count = 15", "count = 16")
    assert [one.place for one in lint_scenarios(project)] == ["WED-2", "WED-3"]


def test_a_unit_nothing_puts_into_play_is_a_warning(project: Project) -> None:
    row = ",wal-1-pg-2107,,87.156,,,WED-2 set-up,\n"
    spoil(project.counters / "wed" / "scenarios" / "wed-2.csv", row, "")
    (found,) = lint_scenarios(project)
    assert (found.level, found.rule, found.place) == ("warning", "scenario-idle", "WED-2")
    assert "wal-1-pg-2107" in found.text


def test_scenarios_of_another_map_are_not_looked_at(project: Project) -> None:
    spoil(project.counters / "wed" / "scenarios" / "wed-2.toml", "count = 2", "count = 3")
    assert lint_scenarios(project, "tdc") == ()


def test_every_check_is_documented() -> None:
    text = checks()
    assert all(f"| `{rule}` |" in text for rule in {**RULES, **SCENARIO_RULES})
