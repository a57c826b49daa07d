"""What single scenarios of Where Eagles Dare have of their own, against the rulebook."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.scenarios import Scenario
from clubroute.rules.gts.scenarios.tables import bridges, club_route, strikes
from tests.cases import each
from tests.counters.test_wed_scenarios import CHILL, IDS, scenario

pytestmark = pytest.mark.slow


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


@each(
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


@each(
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
