"""The scenario "A Drive in the Country" against the rulebook's set-up."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenarios import Scenario, read_scenario
from clubroute.rules.gts.scenarios.tables import commands
from tests.counters.places import WED


def drive(wed: CounterSet) -> Scenario:
    """The scenario."""
    return next(scenario for scenario in wed.scenarios if scenario.id == "WED-1")


def test_every_unit_stands_where_the_rulebook_puts_it(wed: CounterSet) -> None:
    names = {unit.id: unit.name for unit in wed.units}
    placed = [(names[p.piece], p.hex, p.state) for p in drive(wed).standing]
    assert placed == [
        ("D(-)/2HHC", "44.224", ("column",)),
        ("King's/1 GG", "44.223", ()),
        ("3/1 GrenGds", "45.224", ()),
        ("S(Mtr)/1 GG", "43.225", ()),
        ("B/55 Fld, RA", "44.225", ()),
        ("3/FJ", "44.222", ()),
        ("1/FJ", "44.222", ()),
        ("2/FJ", "46.223", ()),
        ("PzErs", "56.201", ()),
    ]


def test_markers_events_mug_points_and_turn(wed: CounterSet) -> None:
    scenario = drive(wed)
    standing = [(p.piece, p.hex) for p in scenario.markers]
    boundary = [("boundary", h) for h in ("46.226", "39.223", "55.200", "61.203")]
    assert standing == [*boundary, ("event-waiting", "52.210")]
    (draw,) = scenario.draws
    names = {marker.id: marker.name for marker in wed.markers}
    assert [names[m] for m in draw.markers] == ["No effect", "Cafe", "Dutch", "HK Team"]
    assert (draw.hex, draw.face) == ("52.210", "back")
    chits = {chit.id: chit.name for chit in wed.chits}
    assert [chits[chit] for chit in scenario.mug.chits] == [
        "Guards Independent Formation Activation",
        "Allied Direct Command",
        "Guards Armored Artillery",
        "Guards Divisional Activation",
    ]
    guards, german = commands(scenario)
    assert (guards.side, guards.command_rating, guards.command_points) == ("Allied", 3, 4)
    assert guards.dispatch_points is None
    assert (german.side, german.division, german.command_points) == ("German", None, 0)
    assert scenario.turns.first == scenario.turns.last == "1300, September 11, 1944"
    assert scenario.turns.steps == (6, 7, 8, 9)
    assert [event.name for event in scenario.events] == ["No effect", "Cafe", "Dutch", "HK Team"]
    assert all(note.cite.startswith("WED") for note in scenario.rules)


def test_every_hex_is_on_the_map(wed: CounterSet) -> None:
    lattice = read_lattice(WED.parents[1] / "map_sources" / "gts" / "lattice.toml").lattice
    path = WED / "scenarios" / "wed-1.toml"
    scenario = read_scenario(path, wed, HexNumbers(lattice, "wed"))
    assert scenario == drive(wed)
    units = path.with_suffix(".csv")
    assert Path(scenario.units[0].where.path) == units
    row = scenario.units[0].where.row
    assert row is not None
    line = units.read_text(encoding="utf-8").splitlines()[row - 1]
    assert line == "wed1-dminus-2hhc,44.224,column,WED-1 set-up"
