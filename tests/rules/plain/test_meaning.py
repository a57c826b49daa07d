"""Lint asks what a game's tables mean: each planted slip of meaning is found, and nothing else."""

from __future__ import annotations

import re

import pytest

from clubroute.builder.project import SHIPPED
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.meaning import meaning_findings

GOOD = (SHIPPED / "counters" / "testland" / "rules.toml").read_text(encoding="utf-8")
HORSE = '{ with = "horse", terrain = "clear", weather = "clear" }'
ROWS = re.compile(r"^(\d = )\[.*\]$", re.MULTILINE)
COLUMNS = 'columns = ["1:2", "1:1", "2:1", "3:1", "4:1"]'
NEAREST = 'round = "nearest"\ncolumns = ["1:2", "1:1", "3:2", "3:1", "4:1"]'
CREST = 'crest = { rule = "2.7", move = 0 }'
SLIPS = (
    (
        'clear = { rule = "2.1", move = 1 }',
        'clear = { rule = "2.1", move = "no" }',
        "unreached 5.01: no class of any set-up can reach 5.01, 5.02, 6.01, 6.02",
    ),
    (
        "dice = 1\n",
        "dice = 1\nmost_shift = 0\n",
        "idle combat.most_shift: at most 0 columns: no shift ever matters",
    ),
    (
        CREST,
        f'{CREST}\nup = {{ rule = "2.7", into = ["bridgend"], along = "crest", move = 1 }}',
        "idle hexside.up: no crest of the map is crossed so: it never holds",
    ),
    (
        'attack = "x1/2"\n',
        'attack = "x1/2"\nover = ["dug-in"]\n',
        "idle state.tired: it stands over dug-in, and the two change nothing alike",
    ),
    (
        'bridge = { rule = "2.8", move = 0, lifts = ["river"] }',
        'bridge = { rule = "2.8", for = ["move", "road"], lifts = ["river"] }',
        "supply hexside.bridge: it lifts river for move, road, and supply stays barred",
    ),
    (COLUMNS, NEAREST, "idle combat.columns: no odds are 3:2"),
    (
        HORSE,
        '{ turn = "1", weather = "mud" }',
        "none of its turns has that weather: it never holds",
    ),
)


def found(island: Context, text: str) -> list[str]:
    """The findings about the rules of the island."""
    game = game_of("island")
    (game.folder / "rules.toml").write_text(text, encoding="utf-8")
    return [one.line() for one in meaning_findings(island, "island")]


def test_the_example_means_what_it_says(island: Context) -> None:
    assert found(island, GOOD) == []


@pytest.mark.parametrize(("given", "instead", "told"), SLIPS, ids=lambda text: text[:30])
def test_a_slip_of_meaning_is_found(island: Context, given: str, instead: str, told: str) -> None:
    assert GOOD.count(given) == 1
    lines = found(island, GOOD.replace(given, instead))
    assert [one for one in lines if told in one], lines


def test_a_unit_that_no_weather_lets_go_is_stuck(island: Context) -> None:
    clear = GOOD.replace('rule = "2.1", move = 1', 'rule = "2.1", move = "no"')
    stuck = clear.replace('rule = "3.1"\nmove = 2', 'rule = "3.1"\nmove = "no"')
    assert clear != GOOD
    assert stuck != clear
    told = "stuck 5.08: Red Horse (horse) cannot leave it in BRIDGE"
    assert not [one for one in found(island, clear) if told in one]  # mud lets it go
    assert [one for one in found(island, stuck) if told in one]


def test_effects_on_a_table_that_is_all_one_never_matter(island: Context) -> None:
    text, many = ROWS.subn(r'\1["-", "-", "-", "-", "-"]', GOOD)
    assert many == 6
    told = found(island, text)
    assert [one.rpartition(" [")[0].split(": ")[-1] for one in told] == [
        "1:2 and 1:1 have the same results",
        "1:1 and 2:1 have the same results",
        "2:1 and 3:1 have the same results",
        "3:1 and 4:1 have the same results",
        "a shift of -1 changes no result",
        "a shift of -1 changes no result",
        "a shift of +1 changes no result",
    ]


def test_lint_tells_it(island: Context, capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of("island")
    text = GOOD.replace(COLUMNS, NEAREST)
    (game.folder / "rules.toml").write_text(text, encoding="utf-8")
    assert main(["lint", "island"]) == 0
    assert "warning idle combat.columns: no odds are 3:2" in capsys.readouterr().out
