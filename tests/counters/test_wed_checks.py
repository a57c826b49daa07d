"""What a build refuses of the scenarios of Where Eagles Dare."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.lint.scenario_checks import check_scenarios
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from tests.counters.places import WED, copy_of_wed, spoil
from tests.counters.test_wed_scenarios import IDS, MAPS

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def game() -> GameSource:
    """The module around the scenarios."""
    return read_game(WED / "module.toml")


def test_the_checks_of_the_build_pass(game: GameSource) -> None:
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    counters = read_counter_set(WED, HexNumbers(lattice))
    check_scenarios(counters, WED, game, lattice, MAPS)
    assert [one.id for one in counters.scenarios if one.setup] == IDS


SPOILT = [
    # file, what is replaced, by what; what the error says
    ("wed-2.csv", "67.158", "67.178", "outside the playing area"),
    ("wed-2.csv", ",wal-1-pz-2107,WED", ",wal-1-pg-2107,WED", "a unit of this list in 87.155"),
    ("wed-2.csv", "us-armor,", "us-armour,", "did you mean us-armor?"),
    ("wed-2.csv", ",101-101-hq,,66.156", ",101-101-hq,,87.155", "both sides in 87.155"),
    ("wed-2.csv", ",101-101-hq,,66.156", ",101-101-hq,5,66.156", "at most 1 of it"),
    ("wed-4.csv", "5,77.127", "5,", "a radius in within"),
    ("wed-4.csv", "5,101-leader-501", "5,101-leader-503", "of: found"),
    ("wed-4.csv", ",range-506,", ",range-560,", "did you mean range-506?"),
    ("wed-4.csv", ",yes,WED-4", ",,WED-4", "at most 1 of it"),
    ("wed-4.csv", ":Group Cold", ":Group Gold", "Group Cold?"),
    ("wed-4.csv", ",101-s-mtr-2-501,,77.127", ",101-s-mtr-2-501,,77.177", "outside the playing"),
    ("wed-4.toml", 'map_areas = ["club-route"]', 'map_areas = ["club-rout"]', "club-route?"),
    ("wed-4.toml", "draw = 1", "drew = 1", "did you mean draw?"),
    ("wed-4.toml", 'division = "KG Walther"', 'division = "KG Walter"', "did you mean KG Walther?"),
    ("wed-2.csv", "gds-14-field-sqn-re,,66.157", "gds-14-field-sqn-re,,68.157", "a unit in 66.1"),
    ("wed-2.csv", ",piggybacked,wal-4-pz-2107", ",,wal-4-pz-2107", "a carrier for what is"),
    ("wed-3.csv", ",,flak-59,49.159", ",59-flak-7,,49.159", "named and in a pool"),
    ("wed-3.csv", ",101-i-3-502,,53.152", ",101-i-3-502,,67.151", "found 5 units in 67.151"),
    ("wed-3.csv", ",,,with-dewitz", ",,49.153,", "area 'with-dewitz' unused"),
    ("wed-3.toml", '"1300, September 19"', '"Night, September 19"', "a turn of the scenario"),
    ("wed-3.toml", '    "59-flak-7",', '    "59-flak-8",', "did you mean 59-flak-"),
    ("wed-4.csv", "yes,WED-4 Events,it stands in 49.129", "yes,WED-4 Events,,", "cells"),
    ("wed-4.toml", 'spurs = ["spur-son"]', 'spurs = ["spur-sun"]', "did you mean spur-son?"),
    (
        "wed-campaign.csv",
        "stick-1,101-101-recon,,,,",
        "stick-1,101-101-recon,,,,57.149",
        "its zones",
    ),
    (
        "wed-campaign.csv",
        "stick-1,101-101-recon",
        "stick-2,101-101-recon",
        "'drop-1-stick-1' unused",
    ),
    ("wed-campaign.toml", "number = 3\nday = 2", "number = 4\nday = 2", "drop 3"),
    ("wed-campaign.toml", "76.127/77.127", "63.185/63.186", "63.185/63.186 again"),
    ("wed-campaign.toml", 'id = "krh"', 'id = "rtr"', "found 'rtr' again"),
    ("wed-campaign.toml", 'release = "44 RTR"', 'event = "44 RTR"', "a known event"),
    ("wed-2.toml", "66.156/66.157", "66.156/66.159", "a hexside"),
    ("wed-2.toml", "count = 2\nbegins", "count = 3\nbegins", "found 3, expected 2"),
    ("wed-2.toml", 'hex = "79.168"', 'hex = "79.167"', "boundary markers"),
    ("wed-2.toml", '["chit-59-division"]', '["chit-59-divsion"]', "did you mean chit-59-division?"),
    ("wed-2.toml", 'event = "event-wed-2-reinf-german"', 'evnt = ""', "did you mean event?"),
    ("wed-2.toml", '"1700, September 20, 1944"', '"1730, September 20, 1944"', "a turn"),
]


@pytest.mark.parametrize(("name", "old", "new", "hint"), SPOILT)
def test_a_scenario_that_cannot_be_is_refused(
    tmp_path: Path, game: GameSource, name: str, old: str, new: str, hint: str
) -> None:
    folder = copy_of_wed(tmp_path)
    spoil(folder / "scenarios" / name, old, new)
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    with pytest.raises(InputError) as caught:
        check_scenarios(read_counter_set(folder, HexNumbers(lattice)), folder, game, lattice, MAPS)
    message = str(caught.value)
    assert message.startswith(str(folder / "scenarios" / Path(name).stem))
    assert hint in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("name", "first", "turn", "column"),
    [
        ("wed-campaign.toml", 'what = "artillery"', "1700, September 17", ":turns"),
        ("wed-3.toml", 'id = "medium"', "1300, September 19", ""),
    ],
)
def test_a_turn_off_the_track_is_told_with_its_row(
    tmp_path: Path, game: GameSource, name: str, first: str, turn: str, column: str
) -> None:
    """In a table that the series declares, and in one of every game."""
    folder = copy_of_wed(tmp_path)
    path = folder / "scenarios" / name
    before, _, after = path.read_text(encoding="utf-8").partition(first)
    spoilt = before + first + after.replace(turn, turn.replace("00,", "30,"), 1)
    path.write_text(spoilt, encoding="utf-8")
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    with pytest.raises(InputError) as caught:
        check_scenarios(read_counter_set(folder, HexNumbers(lattice)), folder, game, lattice, MAPS)
    row = before.count("\n") + 1
    assert str(caught.value).startswith(f"{path}:{row}{column}: found turn '")
