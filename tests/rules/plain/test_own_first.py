"""In the project of a game of one's own, questions that name no map are asked of that game."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.rules.cli import main

pytestmark = pytest.mark.usefixtures("gts_map")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game ``hill``, in which one stands."""
    new_game(tmp_path, "hill", rules=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("turn", 0, "Blue movement [TL 1.3]"),
        ("combat", 2, "as: combat 4.05 blue-1 blue-2 map=hill"),
        ("distance 2.05 4.05", 0, "2.05 to 4.05: 2 hexes"),
        ("distance 75.129 75.131", 0, "by the rules of the Grand Tactical Series: say map=hill"),
        (
            "cost leg woods",
            0,
            "by the rules of the Grand Tactical Series: say map=hill for your own",
        ),
    ],
)
def test_what_names_no_map_is_asked_of_ones_own_game(
    project: Path, line: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == status
    told = capsys.readouterr()
    assert said in told.out + told.err


def test_outside_of_such_a_project_nothing_is_said_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["cost", "leg", "woods"]) == 0
    assert "for your own" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move blue-1=2.05 3.05", "2.05 → 3.05"),
        ("retreat red-1=4.05", "It may retreat to 5 hexes"),
        ("supply blue-1=2.05 units=none", "Blue-1 is in supply"),
        ("move A/1/501=76.130 76.129", "4 MP out of Column (3 in Column)"),
    ],
)
def test_a_unit_and_its_hex_in_one_word_are_the_unit_that_is_meant(
    project: Path, line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 0
    assert said in capsys.readouterr().out


def test_of_two_such_words_none_is_the_unit_that_is_meant(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["supply", "blue-1=2.05", "red-1=4.05"]) == 2
    assert "missing: the unit" in capsys.readouterr().err
