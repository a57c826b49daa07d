"""The combined game against the rulebook of Where Eagles Dare (MG)."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenarios import Scenario
from clubroute.rules.gts.scenarios.tables import bridges, commands, strikes
from tests.counters.places import WED

MAPS = WED.parents[1] / "map_sources" / "gts"


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    """The combined game, its halves, their hexes read on the lattice."""
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    games = [
        read_counter_set(WED.parent / game, HexNumbers(lattice)) for game in ("wed", "tdc", "mg")
    ]
    return {one.id: one for game in games for one in game.scenarios}


def test_it_joins_the_campaign_and_the_other_half(scenarios: dict[str, Scenario]) -> None:
    whole, south, north = (scenarios[one] for one in ("MG", "WED-CAMPAIGN", "TDC"))
    assert whole.joins == ("WED-CAMPAIGN", "TDC")
    assert not whole.units_told
    for part in ("units", "areas", "pools", "draws", "events", "sticks", "drops"):
        assert getattr(whole, part) == getattr(south, part) + getattr(north, part)
    assert bridges(whole) == bridges(south) + bridges(north)
    assert [one.hex for one in whole.laid[: len(south.laid)]] == [one.hex for one in south.laid]


def test_it_leaves_out_the_rules_it_sets_aside(scenarios: dict[str, Scenario]) -> None:
    """MG 6.0 disregards S7.2.0; MG 8.0 dates the call of S7.3.0 a day earlier."""
    cites = [one.cite for one in scenarios["MG"].rules]
    assert {"WED S7.2.0", "WED S7.3.0"}.isdisjoint(cites)
    assert {"WED S7.1.0", "WED S7.4.0", "WED MG 8.0; WED S7.3.0"} <= set(cites)
    (call,) = [one for one in scenarios["MG"].arrivals if one.id == "emergency"]
    assert call.when.startswith("0700 of September 21")
    (south,) = [one for one in scenarios["WED-CAMPAIGN"].arrivals if one.id == "emergency"]
    assert south.when.startswith("0700 of September 22")


def test_every_unit_of_the_other_half_is_to_be_placed_or_comes_later(
    scenarios: dict[str, Scenario],
) -> None:
    counters = read_counter_set(WED.parent / "tdc")
    rows = scenarios["TDC"].units
    assert not any(row.standing for row in rows)
    named = {row.unit for row in rows}
    named |= {piece for one in scenarios["TDC"].available for piece in one.pieces}
    formations = {row.formation for row in rows}
    left = {
        unit.id
        for unit in counters.units
        if unit.id not in named and (unit.division, unit.formation) not in formations
    }
    brigade = {unit.id for unit in counters.units if unit.formation == "231st Brigade"}
    # The 231st is on the southern maps (MG 2.1); Lost Steps and Rearguards are in no set-up.
    assert left - brigade == {
        "1ab-lost-1ab",
        "82-lost-82ab",
        "tdc-rearguard-allied",
        "tdc-rearguard-german",
    }


@pytest.mark.parametrize("ident", ["MG", "TDC"])
def test_turns_and_weather(scenarios: dict[str, Scenario], ident: str) -> None:
    turns = scenarios[ident].turns
    assert (turns.first, turns.last, turns.count) == (
        "1500, September 17, 1944",
        "Night, September 24, 1944",
        60,
    )
    assert (turns.weather, turns.weather_until) == ("clear", "Night, September 17, 1944")
    assert turns.not_first_day == (1, 3)


def test_the_twelve_stop_markers(scenarios: dict[str, Scenario]) -> None:
    hexes = [one.hex for one in scenarios["MG"].laid if one.marker == "club-route-stop"]
    printed = "13.87 36.86 34.82 30.76 28.70 28.71 41.64 38.63 38.43 49.30 38.31 47.29"
    assert hexes == printed.split()


def test_points_of_the_43rd_and_the_guards(scenarios: dict[str, Scenario]) -> None:
    found = {
        one.division: (
            one.command_rating,
            one.command_points,
            one.dispatch_rating,
            one.dispatch_points,
        )
        for one in commands(scenarios["MG"])
    }
    assert found["43rd Infantry Division"] == (3, 4, 0, 0)
    (guards,) = [
        one
        for one in commands(scenarios["WED-CAMPAIGN"])
        if one.division == "Guards Armored Division"
    ]
    assert guards.command_points == 12
    assert found["Guards Armored Division"] == (None, 12 - 3, None, 3)  # MG 6.0
    assert len(found) == 1 + len(commands(scenarios["WED-CAMPAIGN"]))


@pytest.mark.parametrize(
    ("event", "figures"),
    [
        ("Air Strike (German)", {"markers": 3, "fire": 3, "colour": "red"}),
        ("Ambush (Allied)", {"within": 3, "fire": 6, "colour": "white"}),
        ("Rout", {"step_losses": 1, "dispatch_points": 2}),
        ("Reinf", {"steps": 2}),
        ("Placed events", {"red_until": 17, "green_until": 18}),
        ("Ambush (placed)", {"fire": 6, "colour": "white"}),
        ("Tank Scare (placed)", {"within": 1, "cohesion_hits": 1}),
        ("POW (placed)", {"turns": 2}),
        ("KG Runge! (placed)", {"units": 5}),
    ],
)
def test_the_new_events(
    scenarios: dict[str, Scenario], event: str, figures: dict[str, int | str]
) -> None:
    told = {one.name: one.figures for one in scenarios["TDC"].events}
    assert told[event] == figures


def test_1st_para_is_the_first_chit_and_the_choice_of_xxx_corps_the_second(
    scenarios: dict[str, Scenario],
) -> None:
    mug, south = scenarios["MG"].mug, scenarios["WED-CAMPAIGN"].mug
    para = "chit-1ab-1st-para-formation-activation"
    assert mug.first_chits == (para, *south.first_chits)
    assert set(mug.chits) == {*south.chits, "chit-43-43rd-infantry-division-activation"}


@pytest.mark.parametrize(
    ("arrival", "when", "units"),
    [
        ("household-cavalry", "1100, September 19", 0),
        ("group-cold", "1300, September 19", 0),
        ("group-hot", "1500, September 19", 0),
        ("ss-pz-a-a-9", "1900, September 17", 3),
        ("henke", "0900, September 18", 1),
        ("kg-bruhn", "1900, September 18", 1),
        ("spindler", "Night, September 20", 1),
        ("frundsberg", "Night, September 20", 1),
        ("american-glider-pilots", "September 20", 5),
        ("event-kg-runge", "event-tdc-kg-runge-placed", 5),
    ],
)
def test_what_the_rules_of_the_other_half_say_of_arrivals(
    scenarios: dict[str, Scenario], arrival: str, when: str, units: int
) -> None:
    found = scenarios["TDC"]
    assert {one.id: one.when for one in found.arrivals}[arrival] == when
    assert sum(row.count for row in found.units if row.arrival == arrival) == units


def test_xxx_corps_comes_by_release_where_the_southern_maps_are_played(
    scenarios: dict[str, Scenario],
) -> None:
    alone = {one.id for one in scenarios["TDC"].arrivals if one.alone}
    assert alone == {"household-cavalry", "group-cold", "group-hot"}
    (hot,) = [one for one in scenarios["MG"].arrivals if one.id == "group-hot"]
    assert hot.trigger == "release"


def test_airstrikes_north_and_south_of_the_waal(scenarios: dict[str, Scenario]) -> None:
    assert [one.count for one in strikes(scenarios["TDC"])] == [9, 8]
