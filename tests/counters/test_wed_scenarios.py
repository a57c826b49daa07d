"""The scenarios of Where Eagles Dare against the rulebook's numbers."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.playing_area import in_play
from clubroute.builder.scenario_checks import check_scenarios
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenario_parts import Arrival, Stick
from clubroute.builder.sources.scenario_units import Listed
from clubroute.builder.sources.scenarios import Scenario
from clubroute.rules.gts.scenarios.tables import bridges, building, club_route, commands, strikes
from tests.counters.places import WED, copy_of_wed, spoil
from tests.counters.test_names import ROWS, found

pytestmark = pytest.mark.slow

MAPS = WED.parents[1] / "map_sources" / "gts"

# What the rulebook lists by scenario, division and formation: units and Leaders at the start, by
# event, as reinforcements, in drops. A row without a unit's name (a pool, all of a formation) is
# counted as its number of counters, or once.
CHILL = "Eindhoven Regional Command / KG Chill"
LISTED: dict[str, dict[tuple[str, str], dict[str, int]]] = {
    "WED-1": {
        ("Guards Armored Division", "Independent"): {"start": 1},
        ("Guards Armored Division", "Artillery"): {"start": 1},
        ("Guards Armored Division", ""): {"start": 3},
        ("German (division not printed)", ""): {"start": 4},
    },
    "WED-2": {
        ("101st Airborne Division", "Independent"): {"start": 8, "event": 5},
        ("KG Walther", "Independent"): {"start": 5},
        ("59th Infantry Division", "KG Klemm"): {"event": 8, "event leader": 1},
    },
    "WED-3": {
        ("59th Infantry Division", ""): {"start": 4},
        ("59th Infantry Division", "Independent"): {"start": 3},
        ("59th Infantry Division", "KG Dewitz"): {"start": 8, "start leader": 1},
        ("59th Infantry Division", "Artillery"): {"start": 1, "reinforcement": 2},
        ("59th Infantry Division", "KG Klemm"): {"reinforcement": 8, "reinforcement leader": 1},
        ("101st Airborne Division", "502 PIR"): {
            "start": 9,
            "start leader": 1,
            "reinforcement": 1,
        },
        ("101st Airborne Division", "327 GIR"): {"reinforcement": 8, "reinforcement leader": 1},
        ("101st Airborne Division", "Independent"): {"reinforcement": 4},
        ("101st Airborne Division", "Artillery"): {"reinforcement": 4, "reinforcement leader": 1},
    },
    "WED-4": {
        ("101st Airborne Division", "506 PIR"): {"start": 3, "start leader": 1, "event": 10},
        ("101st Airborne Division", "501 PIR"): {"start": 15, "start leader": 1},
        ("101st Airborne Division", "502 PIR"): {"start": 15, "start leader": 1},
        ("101st Airborne Division", "327 GIR"): {"start": 9, "start leader": 1},
        ("101st Airborne Division", "Artillery"): {"start": 3, "start leader": 1, "event": 3},
        # the events: two with the rest of 506 PIR, and the company of Lost 82AB
        ("101st Airborne Division", "Independent"): {"start": 11, "event": 3},
        ("Guards Armored Division", "Group Cold"): {"event": 1},
        ("KG Walther", "Pz-Brig. 107"): {"start": 18, "start leader": 1},
        ("KG Walther", "Artillery"): {"start": 2, "start leader": 1},
        (CHILL, "Artillery"): {"start": 4},
        (CHILL, "KG Huber"): {"start": 2, "start leader": 1, "event": 11, "event leader": 1},
        (CHILL, "KG v.d. Heydte"): {"event": 29, "event leader": 1},
    },
    "WED-CAMPAIGN": {
        (CHILL, ""): {"start": 12},
        (CHILL, "Independent"): {"start": 18, "reinforcement": 6},
        (CHILL, "KG Jungwirth"): {"reinforcement": 7 + 16, "reinforcement leader": 1},
        (CHILL, "KG v.d. Heydte"): {"reinforcement": 22, "reinforcement leader": 1},
        (CHILL, "KG Huber"): {"reinforcement": 10, "reinforcement leader": 1},
        (CHILL, "Artillery"): {"reinforcement": 1 + 3, "reinforcement leader": 1},
        ("KG Walther", ""): {"start": 7},
        ("KG Walther", "Independent"): {"start": 3, "reinforcement": 2},
        ("KG Walther", "KG von Hoffman"): {"start": 13, "start leader": 1, "reinforcement": 4},
        ("KG Walther", "KG Heinke"): {"start": 6, "start leader": 1, "reinforcement": 5},
        ("KG Walther", "Artillery"): {"start": 2, "start leader": 1, "reinforcement": 3},
        ("KG Walther", "Pz-Brig. 107"): {"reinforcement": 9 + 6, "reinforcement leader": 1},
        ("KG Walther", "KG Erdmann"): {"reinforcement": 1},
        ("59th Infantry Division", ""): {"start": 7},
        ("59th Infantry Division", "Independent"): {"start": 1, "reinforcement": 7},
        ("59th Infantry Division", "KG Dewitz"): {"reinforcement": 8, "reinforcement leader": 1},
        ("59th Infantry Division", "KG Klemm"): {"reinforcement": 8, "reinforcement leader": 1},
        ("59th Infantry Division", "KG Huber"): {"reinforcement": 10, "reinforcement leader": 1},
        ("59th Infantry Division", "Artillery"): {"reinforcement": 3, "reinforcement leader": 1},
        ("Guards Armored Division", "Group Hot"): {
            "start": 10,
            "start leader": 1,
            "reinforcement": 1,
        },
        # two of the Household Cavalry that S6.8 names, and whatever else there is
        ("Guards Armored Division", "Independent"): {"start": 2, "reinforcement": 3},
        # by release, or by the emergency call
        ("Guards Armored Division", "Group Cold"): {"reinforcement": 2},
        ("Guards Armored Division", "Artillery"): {"reinforcement": 1},
        ("43rd Infantry Division", "231st Brigade"): {"start": 1},
        ("101st Airborne Division", "Independent"): {"reinforcement": 13, "drop": 11},
        ("101st Airborne Division", "501 PIR"): {"drop": 12, "drop leader": 1},
        ("101st Airborne Division", "502 PIR"): {"drop": 12, "drop leader": 1},
        ("101st Airborne Division", "506 PIR"): {"drop": 12, "drop leader": 1},
        ("101st Airborne Division", "327 GIR"): {"drop": 13, "drop leader": 1},
        ("101st Airborne Division", "Artillery"): {"drop": 3, "drop leader": 1},
    },
}

# First and last turn and their number; chits in the mug and first; points of each division:
# Command Rating, Command Points, Dispatch Rating, Dispatch Points.
FRAMES: dict[str, tuple[str, str, int, int, tuple[str, ...]]] = {
    "WED-1": ("1300, September 11, 1944", "1300, September 11, 1944", 1, 4, ()),
    "WED-2": (
        "1500, September 20, 1944",
        "1700, September 20, 1944",
        2,
        3,
        ("German Direct Command",),
    ),
    "WED-3": ("0700, September 18, 1944", "1900, September 19, 1944", 15, 4, ("502 PIR",)),
    "WED-4": ("0700, September 22, 1944", "Night, September 23, 1944", 16, 9, ("Pz-Brig. 107",)),
    "WED-CAMPAIGN": (
        "1500, September 17, 1944",
        "Night, September 24, 1944",
        60,
        6,
        ("Group Hot", "231st Brigade"),
    ),
}
POINTS: dict[str, dict[str, tuple[int | None, ...]]] = {
    "WED-1": {"Guards Armored Division": (3, 4, None, None), "German": (None, 0, None, None)},
    "WED-2": {
        "KG Walther": (4, 6, None, None),
        "101st Airborne Division": (4, 2, None, None),
        "59th Infantry Division": (4, None, None, None),
    },
    "WED-3": {
        "101st Airborne Division": (5, 9, 3, 2),
        "59th Infantry Division": (6, 3, 3, 0),
    },
    "WED-4": {
        "101st Airborne Division": (7, 8, 3, 5),
        "KG Walther": (8, 12, 4, 4),
        CHILL: (5, 4, 4, 1),
    },
    "WED-CAMPAIGN": {
        "101st Airborne Division": (7, 4, 3, 0),
        "Guards Armored Division": (4, 12, 1, 3),
        CHILL: (4, 6, 1, 0),
        "KG Walther": (3, 5, 0, 0),
        "59th Infantry Division": (6, 8, 3, 0),
    },
}

# Where the rulebook's sentences name a hex, by what it is for: the whole list, so that a hex lost
# or added is seen.
HEXES: dict[str, str] = {
    "WED-1": "43.225 44.222 44.222 44.223 44.224 44.225 45.224 46.223 56.201",
    "WED-2": "66.156 66.157 66.157 67.157 67.158 68.157 77.165 77.165 87.155 87.155 87.156 87.156 "
    "87.156 | us-armor 66.156 | us-infantry 66.157 66.157 | klemm 67.162 67.162 67.162 67.162 "
    "67.162 67.162 67.162 67.162 67.162",
    "WED-3": "47.154 47.155 47.156 47.157 49.153 49.154 49.154 49.159 50.154 50.155 51.156 51.157 "
    "51.158 51.158 51.159 52.154 52.157 53.152 53.152 53.152 67.151 67.151 67.151 67.151 67.151 | "
    "household-cavalry 56.164 56.164 | hussars 66.156 66.156 | klemm 47.151 47.151 47.151 47.151 "
    "47.151 47.151 47.151 47.151 47.151",
    "WED-4": "02.142 03.144 03.144 03.145 41.142 49.129 49.129 49.129 53.138 56.125 56.125 58.116 "
    "60.135 61.141 66.137 66.150 66.156 66.158 67.136 67.137 77.127 83.136 89.132 90.114 90.114 "
    "91.116 93.148 93.148 94.135 94.135 94.136 94.148 95.118"
    f" | huber{' 41.131' * 12} | heydte{' 53.113' * 13}{' 51.115' * 16} | 506{' 66.163' * 12}"
    f" | cold{' 94.112' * 4}",
    # flak; named flak; garrisons; the other German lists; the Allied ones
    "WED-CAMPAIGN": "02.107 91.115 75.129 61.119 72.126 57.126 62.139 61.141 67.157 63.169 64.118 "
    "77.127 51.230 62.186 52.210 58.212 60.199 56.189 63.186 "
    "39.140 49.154 47.155 47.157 49.159 50.150 52.157 "
    "51.159 64.183 65.179 62.170 64.172 61.178 65.156 "
    "90.115 58.116 77.127 61.141 62.173 63.176 "
    "67.151 60.142 67.160 67.160 77.126 57.167 56.189 60.141 "
    "38.225 39.227 40.226 40.225 42.223 41.224 43.223 44.222 45.223 45.223 46.223 47.222 "
    "46.224 46.225 46.226 46.227 46.228 46.229 59.199 60.198 60.198 60.198 "
    "45.224 45.224 44.224 44.224 44.225 44.225 43.226 43.226 43.227 43.228 42.229 42.228"
    f" | glider-pilots 66.156 66.157 | krh{' 66.157' * 4} | rtr{' 66.157' * 4}"
    f" | emergency 14.89 | 59-17-1500{' 37.136' * 7} | 59-17-1700{' 37.136' * 9}",
}
IDS = list(FRAMES)


class Cited(Protocol):
    """What says where the rulebook says so."""

    @property
    def cite(self) -> str:
        """The citation."""
        ...


@pytest.fixture(scope="module")
def game() -> GameSource:
    """The module around the scenarios."""
    return read_game(WED / "module.toml")


def scenario(wed: CounterSet, ident: str) -> Scenario:
    """The scenario with an id."""
    return next(one for one in wed.scenarios if one.id == ident)


def coming(told: Scenario, row: Listed) -> str:
    """How a row comes: start, event, drop or reinforcement."""
    if row.arrival is None:
        return "start"
    by: dict[str, Arrival | Stick] = {one.id: one for one in told.arrivals}
    by.update({one.id: one for one in told.sticks})
    arrival = by[row.arrival]
    if isinstance(arrival, Stick):
        return "drop"
    return "event" if arrival.trigger == "event" else "reinforcement"


def counted(wed: CounterSet, told: Scenario) -> dict[tuple[str, str], dict[str, int]]:
    """Units and Leaders of a scenario by division, formation and how they come."""
    units = {unit.id: unit for unit in wed.units}
    pools = {pool.id: units[pool.units[0]] for pool in told.pools}
    counts: dict[tuple[str, str], Counter[str]] = {}
    for row in told.units:
        if row.formation is not None:
            key, leader = row.formation, False
        else:
            unit = pools[row.pool] if row.pool else units[row.unit or ""]
            division, formation = unit.posting(told.id)
            key, leader = (division, formation or ""), unit.kind == "leader"
        how = coming(told, row) + (" leader" if leader else "")
        counts.setdefault(key, Counter())[how] += row.count
    return {key: dict(counter) for key, counter in counts.items()}


@pytest.mark.parametrize("ident", IDS)
def test_every_list_has_as_many_units_as_the_rulebook(wed: CounterSet, ident: str) -> None:
    assert counted(wed, scenario(wed, ident)) == LISTED[ident]


@pytest.mark.parametrize("ident", IDS)
def test_every_name_the_rulebook_lists_is_in_the_scenario(wed: CounterSet, ident: str) -> None:
    told = scenario(wed, ident)
    listed = {row.unit for row in told.units if row.unit}
    listed |= {unit for pool in told.pools for unit in pool.units}
    named = [(row, found(wed, row)) for row in ROWS if row.text("scenario") == ident]
    for row, units in named:
        assert set(units) <= listed, row
    members = {unit for group in wed.groups if group.scenario == ident for unit in group.members}
    assert listed - {unit for _, units in named for unit in units} - members == ADDED.get(
        ident, set()
    )


ADDED: dict[str, set[str]] = {"WED-3": {"101-leader-327"}, "WED-4": {"101-lost-82ab"}}
"""Units of a scenario that no list names, but a rule."""


@pytest.mark.parametrize("ident", IDS)
def test_turns_chits_and_points_are_those_of_the_rulebook(wed: CounterSet, ident: str) -> None:
    told = scenario(wed, ident)
    first, last, count, mug, first_chits = FRAMES[ident]
    assert (told.turns.first, told.turns.last, told.turns.count) == (first, last, count)
    assert len(told.mug.chits) == mug
    names = {chit.id: chit.name for chit in wed.chits}
    assert [names[chit].removesuffix(" Formation Activation") for chit in told.mug.first_chits] == [
        *first_chits
    ]
    points = {
        one.division or one.side: (
            one.command_rating,
            one.command_points,
            one.dispatch_rating,
            one.dispatch_points,
        )
        for one in commands(told)
    }
    assert points == POINTS[ident]


@pytest.mark.parametrize("ident", IDS)
def test_every_hex_is_the_printed_one(wed: CounterSet, ident: str) -> None:
    told = scenario(wed, ident)
    by: dict[str, list[str]] = {}
    for row in told.units:
        if row.hex is not None:
            by.setdefault(row.arrival or "", []).extend([row.hex])
    start = sorted(by.pop("", []), key=_order)
    text = " ".join(start)
    for arrival in [a.id for a in told.arrivals if a.id in by]:
        text += f" | {arrival} " + " ".join(by[arrival])
    expected = HEXES[ident]
    pieces = [part.split() for part in expected.split(" | ")]
    found_pieces = [part.split() for part in text.split(" | ")]
    assert found_pieces[0] == sorted(pieces[0], key=_order)
    assert sorted(found_pieces[1:]) == sorted(pieces[1:])


def _order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


@pytest.mark.parametrize("ident", IDS)
def test_the_victory_table_has_the_section_it_points_at(wed: CounterSet, ident: str) -> None:
    table = files("clubroute.rules") / "gts" / "tables" / "victory.toml"
    found_at = tomllib.loads(table.read_text(encoding="utf-8"))
    for part in scenario(wed, ident).table.split("."):
        found_at = found_at[part]
    assert found_at["by"] in ("objective", "points")


@pytest.mark.parametrize("ident", IDS)
def test_every_row_cites_the_rulebook(wed: CounterSet, ident: str) -> None:
    told = scenario(wed, ident)
    tables: list[Sequence[Cited]] = [
        told.units,
        told.laid,
        bridges(told),
        told.areas,
        told.pools,
        told.events,
        told.arrivals,
        told.sticks,
        told.drops,
        strikes(told),
        told.available,
        told.known,
        told.unsettled,
        told.rules,
        told.victory,
        commands(told),
        told.draws,
        [told.turns, club_route(told), building(told), told.mug],
    ]
    for many in tables:
        for one in many:
            assert re.match(r"WED|MG", one.cite), one


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


def test_riders_stand_with_their_carriers(wed: CounterSet) -> None:
    riders = [(row.unit, row.carrier) for row in scenario(wed, "WED-2").units if row.carrier]
    assert riders == [
        ("wal-2-i-fj-rgt-21", "wal-1-pz-2107"),
        ("wal-1-i-fj-rgt-21", "wal-4-pz-2107"),
    ]


def test_the_bailey_unit_is_son_bridge(wed: CounterSet) -> None:
    (bridge,) = bridges(scenario(wed, "WED-2"))
    assert (bridge.hexside, bridge.state, bridge.by) == (
        "66.156/66.157",
        ("bailey",),
        "gds-14-field-sqn-re",
    )
    assert bridge.control is None
    assert bridge.wired is None


def test_best_road_bridge_is_contested_and_son_is_not_told(wed: CounterSet) -> None:
    told = {bridge.name: bridge for bridge in bridges(scenario(wed, "WED-3"))}
    best = told["Best Road Bridge"]
    assert (best.hexside, best.wired, best.control) == ("52.157/52.158", "none", "contested")
    son = told["Son Bridge"]
    assert (son.state, son.wired, son.control) == ((), None, None)
    assert told["Best Railroad Bridge"].state == ("intact", "never_wired")


@pytest.mark.parametrize(
    ("ident", "arrival", "turn"),
    [
        ("WED-3", "household-cavalry", "0900, September 18"),
        ("WED-3", "gliders", "1300, September 18"),
        ("WED-3", "hussars", "0900, September 19"),
        ("WED-3", "airborne-artillery", "1100, September 19"),
        ("WED-3", "medium", "1300, September 19"),
        ("WED-3", "klemm", "0900, September 18"),
        ("WED-3", "artillery-59", "1100, September 18"),
        ("WED-CAMPAIGN", "59-17-1500", "1500, September 17"),
        ("WED-CAMPAIGN", "59-17-1700", "1700, September 17"),
        ("WED-CAMPAIGN", "59-17-1900", "1900, September 17"),
        ("WED-CAMPAIGN", "huber-choice", "Night, September 17"),
        ("WED-CAMPAIGN", "59-18-0700", "0700, September 18"),
        ("WED-CAMPAIGN", "huber-59", "0700, September 18"),
        ("WED-CAMPAIGN", "jungwirth-18-0700", "0700, September 18"),
        ("WED-CAMPAIGN", "rink", "1100, September 18"),
        ("WED-CAMPAIGN", "chill-artillery-19", "0700, September 19"),
        ("WED-CAMPAIGN", "pz-brig-19", "1300, September 19"),
        ("WED-CAMPAIGN", "chill-20", "0700, September 20"),
        ("WED-CAMPAIGN", "pz-brig-20", "1300, September 20"),
        ("WED-CAMPAIGN", "heydte-21", "1700, September 21"),
        ("WED-CAMPAIGN", "walther-21", "1700, September 21"),
        ("WED-CAMPAIGN", "huber-chill", "Night, September 21"),
        ("WED-CAMPAIGN", "finzel", "0700, September 22"),
        ("WED-CAMPAIGN", "chill-artillery-22", "0700, September 22"),
        ("WED-CAMPAIGN", "pz-brig-22", "0700, September 22"),
        ("WED-CAMPAIGN", "jungwirth-22", "0900, September 22"),
        ("WED-CAMPAIGN", "zeditz", "0700, September 23"),
        ("WED-CAMPAIGN", "iii-hg", "0700, September 23"),
        ("WED-CAMPAIGN", "bloch", "0900, September 24"),
        ("WED-CAMPAIGN", "erdmann", "0900, September 24"),
    ],
)
def test_reinforcements_come_in_their_turn(
    wed: CounterSet, ident: str, arrival: str, turn: str
) -> None:
    told = {one.id: one for one in scenario(wed, ident).arrivals}
    assert (told[arrival].trigger, told[arrival].when) == ("turn", turn)


@pytest.mark.parametrize(
    ("ident", "event", "figures"),
    [
        ("WED-1", "Cafe", {"movement_points_per_pip": 4}),
        ("WED-1", "HK Team", {"fire": 4, "colour": "white"}),
        ("WED-2", "Reinf! (US infantry)", {"glider_pilots": 3, "hex": "66.157"}),
        ("WED-2", "Reinf! (US armor)", {"hex": "66.156"}),
        ("WED-2", "Reinf! (German infantry)", {"hex": "67.162"}),
        ("WED-2", "Dutch Farmer", {"divide_by": 2}),
        ("WED-3", "Air Strike", {"typhoons": 2}),
        ("WED-3", "Ammo", {"cohesion_hits": 5}),
        ("WED-3", "Farm Carts", {"units": 3}),
        ("WED-3", "Blown", {"hex": "52.158"}),
        (
            "WED-4",
            "German Reinf",
            {
                "first_command": 4,
                "first_hex": "41.131",
                "second_command": 5,
                "second_dispatch": 1,
                "second_hexes": "53.113 51.115",
            },
        ),
        (
            "WED-4",
            "Allied Reinf",
            {
                "first_hex": "66.163",
                "second_hex": "94.112",
                "second_command": 8,
                "second_dispatch": 2,
            },
        ),
        ("WED-4", "Air Strike", {"typhoons": 4, "fire": 6, "colour": "white"}),
        ("WED-4", "AA Gun", {"fire": 3, "colour": "yellow", "within": 1}),
        ("WED-4", "Rations", {"dispatch_points": 3}),
        (
            "WED-CAMPAIGN",
            "Air Strike",
            {"divide_by": 2, "within": 10, "fire": 6, "colour": "white"},
        ),
        ("WED-CAMPAIGN", "Rout", {"step_losses": 1}),
        ("WED-CAMPAIGN", "Heroic", {"troop_quality": 1, "defence": -1}),
        ("WED-CAMPAIGN", "Intelligence", {"command_points": 6, "dispatch_points": 2}),
        ("WED-CAMPAIGN", "Rally", {"steps": 4}),
        ("WED-CAMPAIGN", "Lost", {}),
        ("WED-CAMPAIGN", "Dutch", {"die": 1}),
        ("WED-CAMPAIGN", "Explosion", {"fire": 3, "colour": "white"}),
        ("WED-CAMPAIGN", "Minefield", {"within": 3}),
        ("WED-CAMPAIGN", "Reinf", {"steps": 2}),
        ("WED-CAMPAIGN", "Ambush", {"within": 3, "fire": 6, "colour": "white"}),
    ],
)
def test_figures_of_the_events(
    wed: CounterSet, ident: str, event: str, figures: dict[str, int | str]
) -> None:
    told = {one.name: one for one in scenario(wed, ident).events}
    assert told[event].figures == figures


@pytest.mark.parametrize("ident", IDS)
def test_every_event_marker_has_its_effect(wed: CounterSet, ident: str) -> None:
    told = scenario(wed, ident)
    markers = {m.id for m in wed.markers if m.kind == "event" and ident in m.scenarios}
    markers -= {"event-waiting"}
    assert {marker for event in told.events for marker in event.markers} == markers
    copies = {m.id: m.copies for m in wed.markers}
    for event in told.events:
        if event.count is not None:
            assert event.count == sum(copies[marker] for marker in event.markers)


@pytest.mark.parametrize(
    ("ident", "steps"),
    [
        ("WED-1", (None, (), ())),
        ("WED-2", (5, (1, 2, 3, 4), ())),
        ("WED-3", (5, (1, 3), ())),
        ("WED-4", (5, (1, 3), ())),
        ("WED-CAMPAIGN", (None, (), (1, 3))),
    ],
)
def test_steps_of_the_sequence_of_play(
    wed: CounterSet, ident: str, steps: tuple[int | None, tuple[int, ...], tuple[int, ...]]
) -> None:
    turns = scenario(wed, ident).turns
    assert (turns.begins_with, turns.never, turns.not_first_day) == steps
    assert turns.weather.startswith("clear")


def radii(told: Scenario) -> dict[tuple[int, str], int]:
    """How many counters are placed within so many hexes of a hex or unit."""
    return dict(Counter((row.within, row.of or "") for row in told.units if row.within is not None))


def test_hells_highway_leaves_units_to_their_owners(wed: CounterSet) -> None:
    told = scenario(wed, "WED-4")
    assert radii(told) == {
        (5, "77.127"): 3,
        (5, "101-leader-501"): 10,
        (5, "61.141"): 13,
        (1, "58.142"): 4,
        (5, "66.156"): 9,
        (1, "02.142"): 9,
        (1, "98.120"): 3,
    }
    areas = Counter(area for row in told.units if row.to_place for area in row.areas)
    assert areas == {"range-506": 1, "club-route": 1, "park-chill": 4}
    assert len(told.standing) + sum(row.to_place for row in told.units) == 56 + 5 + 20 + 2 + 6 + 1
    states = Counter(row.state for row in told.units if row.state)
    assert states == {
        ("ip",): 2,
        ("mounted", "column"): 7,
        ("column",): 6,
        ("piggybacked",): 2,
        ("piggybacked", "reduced"): 1,
    }
    assert sum("ip" in row.may for row in told.units) == 3 + 6
    assert [row.unit for row in told.units if row.again] == [
        "chill-leader-kg-huber",
        "chill-2-559-pzjgr",
    ]


def test_the_fourteen_events_of_hells_highway(wed: CounterSet) -> None:
    told = scenario(wed, "WED-4")
    assert told.cup is not None
    assert len(told.cup.order) == 14
    held = {event.markers[0]: event.count for event in told.events}
    assert Counter(told.cup.order) == held
    points = {
        (arrival.id, one.division): (one.figures["command"], one.figures["dispatch"], one.set)
        for arrival in told.arrivals
        for one in arrival.points
    }
    assert points == {
        ("huber", CHILL): (4, 0, False),
        ("heydte", CHILL): (5, 1, False),
        ("cold", "Guards Armored Division"): (8, 2, True),
    }
    draws = {arrival.id: arrival.draw for arrival in told.arrivals if arrival.draw}
    assert draws == {"huber": 1, "heydte": 2, "506": 1, "cold": 2}


def test_club_route_of_hells_highway(wed: CounterSet) -> None:
    route = club_route(scenario(wed, "WED-4"))
    assert (route.first, route.last, route.status) == ("66.163", "94.112", "Open")
    assert (route.marker, route.attacked, route.closed) == (None, 0, 0)
    told = bridges(scenario(wed, "WED-4"))
    wired = {one.hexside: (one.wired, one.control) for one in told}
    assert wired["74.129/75.129"] == ("none", "Allied")


STICKS = """
1/1 glider 1 lz-w 1 | 1/2 parachute 0 dz-a1,dz-a2 4 | 1/3 parachute 0 dz-a 5
1/4 parachute 0 dz-a 4 | 1/5 parachute 0 dz-c 4 | 1/6 parachute 0 dz-c 4
1/7 parachute 0 dz-c 5 | 1/8 parachute 0 dz-b 5 | 1/9 parachute 0 dz-b 4
1/10 parachute 0 dz-b 4 | 1/11 None 0 dz-b 1
2/1 glider 0 lz-w 5 | 2/2 glider 0 lz-w 4 | 2/3 glider 1 lz-w 1 | 2/4 glider 1 lz-w 1
2/5 glider 1 lz-w 1 | 2/6 glider 1 lz-w 1
3/1 glider 2 lz-w 1 | 3/2 parachute 1 dz-c 2 | 3/3 glider 2 lz-w 1 | 3/4 glider 1 lz-w 1
3/5 glider 1 lz-w 1 | 3/6 glider 1 lz-w 1 | 3/7 glider 1 lz-w 1 | 3/8 glider 1 lz-w 1
3/9 glider 1 lz-w 1 | 3/10 glider 0 lz-w 4
"""


def test_the_three_drops_of_the_campaign(wed: CounterSet) -> None:
    told = scenario(wed, "WED-CAMPAIGN")
    held = Counter(row.arrival for row in told.units)
    sticks = [
        f"{one.drop}/{one.number} {one.by} {one.delay} {','.join(one.zones)} {held[one.id]}"
        for one in told.sticks
    ]
    assert sticks == [text.strip() for text in re.split(r"[|\n]", STICKS) if text.strip()]
    assert [(one.number, one.day, one.figures["jeeps"]) for one in told.drops] == [
        (1, 0, 0),
        (2, 1, 3),
        (3, 2, 3),
    ]
    assert [row.unit for row in told.units if row.again] == ["101-c-326-eng"]


def test_the_strikes_before_the_campaign(wed: CounterSet) -> None:
    told = [
        (one.count, len(one.turns), one.within) for one in strikes(scenario(wed, "WED-CAMPAIGN"))
    ]
    assert told == [(10, 3, None), (6, 1, None), (8, 1, 10)]


def test_what_the_campaign_knows_of_bridges_and_club_route(wed: CounterSet) -> None:
    told = scenario(wed, "WED-CAMPAIGN")
    stood = {one.hexside: (one.state, one.wired, one.control) for one in bridges(told)}
    assert stood == {
        "42.228/42.229": (("intact",), "none", "Allied"),
        "66.156/66.157": (("intact",), "German", "German"),
        "52.157/52.158": (("intact",), "none", "German"),
        "49.159/49.160": (("intact", "never_wired"), "none", "German"),
        "74.129/75.129": (("intact",), "none", "German"),
        None: (("intact",), "none", "German"),
        "55.202/56.201": (("stable",), None, None),
        "63.185/63.186": (("unchecked",), None, None),
        "76.127/77.127": (("unchecked",), None, None),
        "86.118/87.118": (("unchecked",), None, None),
    }
    route = club_route(told)
    assert (route.marker, route.first, route.status) == ("42.229", "41.232", "Open")
    assert (route.attacked, route.closed) == (0, 0)
    assert route.queue == ("release-hot", "release-cold")
    assert told.sets_up_first == "German"
    assert scenario(wed, "WED-4").sets_up_first == "Allied"


def test_positions_columns_and_riders_of_the_campaign(wed: CounterSet) -> None:
    told = scenario(wed, "WED-CAMPAIGN")
    assert Counter(row.state for row in told.units if row.state) == {
        ("hidden",): 26,
        ("ip",): 10 + 6,
        ("column",): 6,
        ("piggybacked",): 4,
    }
    assert sum(row.to_place for row in told.units) == 26 + 6 + 5
    emergency = next(one for one in told.arrivals if one.id == "emergency")
    assert [dict(one.figures) for one in emergency.points] == [{"command": 10, "dispatch": 2}]
    pilots = [row.count for row in told.units if row.arrival == "glider-pilots"]
    assert pilots == [3, 2]


def test_armament_names_the_88s_and_the_panthers(wed: CounterSet) -> None:
    assert Counter(one.armament for one in wed.armaments) == {"88": 7, "Panther": 3}
    stated = [one.unit for one in wed.armaments if one.provenance == "rulebook"]
    assert stated == ["wal-1-pz-2107"]


def test_every_formation_that_fights_has_its_chit(wed: CounterSet) -> None:
    have = {(chit.division, chit.formation) for chit in wed.chits}
    for formation in wed.book.formations:
        assert (formation.division, formation.name) in have, formation
    assert sum(chit.provenance == "assumed" for chit in wed.chits) == 13


PLAYING_AREAS = [
    # hexes in play, and hexes that are not; a line along a hexside touches the hexes on both sides
    ("WED-1", "44.225 43.225 46.226 39.223 55.200 61.203 52.210", "66.157 46.228 38.222"),
    ("WED-2", "67.162 72.145 89.154 63.160 79.168 66.157", "62.160 80.169 66.163"),
    (
        "WED-3",
        "56.164 47.151 43.155 44.153 46.150 49.146 51.143 52.142 42.157",
        "43.154 44.152 51.142 75.129",
    ),
    ("WED-4", "66.163 94.112 41.131 53.113 51.115 03.145 06.118", "66.164 94.111 14.89 44.225"),
]


@pytest.mark.parametrize(("ident", "inside", "outside"), PLAYING_AREAS)
def test_the_playing_area_is_exact(wed: CounterSet, ident: str, inside: str, outside: str) -> None:
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    area = scenario(wed, ident).playing_area
    assert area is not None
    corners = [lattice.parse(corner, "wed") for corner in area.corners]
    for numbers, expected in ((inside, True), (outside, False)):
        for number in numbers.split():
            here = lattice.parse(number, "wed")
            assert in_play(here, corners, area.shape == "band") is expected, number
