"""The scenarios of Where Eagles Dare against the rulebook's numbers."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.scenario_checks import check_scenarios
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenario_parts import Arrival, Stick
from clubroute.builder.sources.scenario_units import Listed
from clubroute.builder.sources.scenarios import Scenario
from tests.counters.places import WED, copy_of_wed, spoil
from tests.counters.test_names import ROWS, found

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
}
IDS = list(FRAMES)


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
    by: dict[str, Arrival | Stick] = {one.id: one for one in (*told.arrivals, *told.sticks)}
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
        for one in told.commands
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
    assert found_pieces[0] == pieces[0]
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
    cited = [
        *told.units, *told.laid, *told.bridges, *told.areas, *told.pools, *told.events,
        *told.arrivals, *told.sticks, *told.drops, *told.strikes, *told.available, *told.known,
        *told.unsettled, *told.rules, *told.victory, *told.commands, *told.draws,
        told.turns, told.club_route, told.building, told.mug,
    ]  # fmt: skip
    for one in cited:
        assert re.match(r"WED|MG", one.cite), one


def test_the_checks_of_the_build_pass(game: GameSource) -> None:
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    counters = read_counter_set(WED, lattice.parse)
    check_scenarios(counters, WED, game, lattice, MAPS)
    assert [one.id for one in counters.scenarios if one.setup] == ["WED-1"]


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
        check_scenarios(read_counter_set(folder, lattice.parse), folder, game, lattice, MAPS)
    message = str(caught.value)
    assert message.startswith(str(folder / "scenarios" / Path(name).stem))
    assert hint in message
    assert "\n" not in message


def test_riders_stand_with_their_carriers(wed: CounterSet) -> None:
    riders = [(row.unit, row.carrier) for row in scenario(wed, "WED-2").units if row.carrier]
    assert riders == [
        ("wal-2-i-fj-rgt-21", "wal-1-pz-2107"),
        ("wal-1-i-fj-rgt-21", "wal-4-pz-2107"),
    ]


def test_the_bailey_unit_is_son_bridge(wed: CounterSet) -> None:
    (bridge,) = scenario(wed, "WED-2").bridges
    assert (bridge.hexside, bridge.state, bridge.by) == (
        "66.156/66.157",
        ("bailey",),
        "gds-14-field-sqn-re",
    )
    assert bridge.control is None
    assert bridge.wired is None


def test_best_road_bridge_is_contested_and_son_is_not_told(wed: CounterSet) -> None:
    told = {bridge.name: bridge for bridge in scenario(wed, "WED-3").bridges}
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
    ],
)
def test_steps_of_the_sequence_of_play(
    wed: CounterSet, ident: str, steps: tuple[int | None, tuple[int, ...], tuple[int, ...]]
) -> None:
    turns = scenario(wed, ident).turns
    assert (turns.begins_with, turns.never, turns.not_first_day) == steps
    assert turns.weather == "clear"


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
        (arrival.id, one.division): (one.command, one.dispatch, one.set)
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
    route = scenario(wed, "WED-4").club_route
    assert (route.first, route.last, route.status) == ("66.163", "94.112", "Open")
    assert (route.marker, route.attacked, route.closed) == (None, 0, 0)
    bridges = {one.hexside: (one.wired, one.control) for one in scenario(wed, "WED-4").bridges}
    assert bridges["74.129/75.129"] == ("none", "Allied")
