"""The combined game against the rulebook of Where Eagles Dare (MG)."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenarios import Scenario
from tests.counters.places import WED

MAPS = WED.parents[1] / "map_sources" / "gts"


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    """The scenarios of The Devil's Cauldron's folder, their hexes read on the lattice."""
    lattice = read_lattice(MAPS / "lattice.toml").lattice
    found = read_counter_set(WED.parent / "tdc", lattice.parse).scenarios
    return {one.id: one for one in found}


def test_it_joins_the_campaign_and_the_other_half(scenarios: dict[str, Scenario]) -> None:
    assert scenarios["MG"].joins == ("WED-CAMPAIGN", "TDC")
    assert not scenarios["MG"].units_told


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
    hexes = [laid.hex for laid in scenarios["MG"].laid]
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
        for one in scenarios["MG"].commands
    }
    assert found == {
        "43rd Infantry Division": (3, 4, 0, 0),
        "Guards Armored Division": (None, 12 - 3, None, 3),
    }


@pytest.mark.parametrize(
    ("event", "figures"),
    [
        ("Air Strike (German)", {"markers": 3, "fire": 3, "colour": "red"}),
        ("Ambush (Allied)", {"within": 3, "fire": 6, "colour": "white"}),
        ("Rout", {"step_losses": 1, "dispatch_points": 2}),
        ("Reinf", {"steps": 2}),
    ],
)
def test_the_new_events(
    scenarios: dict[str, Scenario], event: str, figures: dict[str, int | str]
) -> None:
    told = {one.name: one.figures for one in scenarios["TDC"].events}
    assert told[event] == figures


def test_1st_para_is_the_first_chit(scenarios: dict[str, Scenario]) -> None:
    assert scenarios["MG"].mug.first_chits == ("chit-1ab-1st-para-formation-activation",)


def test_xxx_corps_without_the_southern_maps(scenarios: dict[str, Scenario]) -> None:
    arrivals = {one.id: one.when for one in scenarios["TDC"].arrivals}
    assert arrivals == {
        "household-cavalry": "1100, September 19",
        "group-cold": "1300, September 19",
        "group-hot": "1500, September 19",
    }
