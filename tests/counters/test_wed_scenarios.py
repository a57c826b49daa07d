"""The scenarios of Where Eagles Dare against the rulebook's numbers."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from importlib.resources import files
from typing import Protocol

import pytest

from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenario_parts import Arrival, Stick, bounds, within
from clubroute.builder.sources.scenario_units import ListedUnits
from clubroute.builder.sources.scenarios import Scenario
from clubroute.rules.gts.scenarios.tables import (
    bridges,
    building,
    club_route,
    commands,
    strikes,
)
from tests.counters.places import WED
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


def scenario(wed: CounterSet, ident: str) -> Scenario:
    """The scenario with an id."""
    return next(one for one in wed.scenarios if one.id == ident)


def coming(told: Scenario, row: ListedUnits) -> str:
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
            plays = within(bounds(corners, area.shape == "band"))
            assert plays(here) is expected, number
