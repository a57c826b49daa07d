"""The scenarios of It Never Snows hold the numbers of the rulebook's set-ups (5.1 to 5.8)."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.lint.scenario_checks import lint_scenarios, turn_index
from clubroute.builder.module.game import read_game
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenario_units import ListedUnits
from clubroute.builder.sources.scenarios import Scenario
from tests.counters.places import WED

INS = WED.parent / "ins"
CAMPAIGNS = ("INS-5.1", "INS-5.2", "INS-5.3", "INS-5.4")


@pytest.fixture(scope="module")
def ins() -> CounterSet:
    """The counter set as committed, its hexes those of the five maps."""
    lattice = read_lattice(INS.parent.parent / "map_sources" / "ins" / "lattice.toml").lattice
    return read_counter_set(INS, HexNumbers(lattice, "ins"))


def of(ins: CounterSet, number: str) -> Scenario:
    """The scenario of a section of the rulebook."""
    return next(one for one in ins.scenarios if one.id == f"INS-{number}")


def turn(text: str) -> int:
    """A turn as the rulebook numbers it."""
    return turn_index(text, read_game(INS / "module.toml"), Where.of(INS))


def names(ins: CounterSet, rows: list[ListedUnits]) -> list[str]:
    """What is printed on the counters of some rows."""
    printed = {unit.id: unit.name for unit in ins.units}
    return sorted(printed[row.unit or ""] for row in rows)


def test_no_scenario_contradicts_its_counters_or_its_map() -> None:
    assert lint_scenarios(shipped_project(), "ins") == ()


@pytest.mark.parametrize(
    ("number", "first", "last", "length"),
    [
        ("5.1", 1, 17, 17),
        ("5.2", 1, 17, 17),
        ("5.3", 2, 17, 16),
        ("5.4", 6, 17, 12),
        ("5.5", 8, 17, 10),
        ("5.6", 2, 7, 6),
        ("5.7", 6, 14, 9),
        ("5.8", 10, 17, 8),
    ],
)
def test_turns(ins: CounterSet, number: str, first: int, last: int, length: int) -> None:
    turns = of(ins, number).turns
    assert (turn(turns.first), turn(turns.last), turns.count) == (first, last, length)


@pytest.mark.parametrize("number", ["5.5", "5.8"])
def test_the_german_player_begins_where_it_is_said(ins: CounterSet, number: str) -> None:
    assert of(ins, number).turns.first_side == "German"


@pytest.mark.parametrize(
    ("number", "set_up", "standing"),
    [
        ("5.1", 72, 12),
        ("5.2", 72, 15),
        ("5.3", 192, 32),
        ("5.4", 402, 66),
        ("5.5", 47, 22),
        ("5.6", 29, 7),
        ("5.7", 45, 15),
        ("5.8", 30, 0),
    ],
)
def test_units_set_up_and_those_in_a_hex(
    ins: CounterSet, number: str, set_up: int, standing: int
) -> None:
    rows = [row for row in of(ins, number).units if row.arrival is None]
    assert (len(rows), sum(row.standing for row in rows)) == (set_up, standing)


@pytest.mark.parametrize(
    ("number", "reduced"),
    [
        ("5.1", 0),
        ("5.2", 0),
        ("5.3", 11),
        ("5.4", 47),
        ("5.5", 31),
        ("5.6", 2),
        ("5.7", 12),
        ("5.8", 8),
    ],
)
def test_units_that_have_lost_a_step(ins: CounterSet, number: str, reduced: int) -> None:
    rows = of(ins, number).units
    assert sum("reduced" in row.state for row in rows) == reduced


COUNTS = {
    "german-1-klemm-inf-rgt": 6, "german-1-kg-dewald": 4, "german-1-3-wach-bn": 5,
    "german-1-kg-brink": 3, "german-1-kg-spindler": 5, "german-1-kg-vallwdn": 3,
    "german-1-kg-jenkel": 5, "german-2-59-inf-div": 13, "german-2-kg-dewitz": 6,
    "german-2-kg-rink": 7, "german-2-kg-grabner": 3, "german-2-kg-dewald": 4,
    "german-2-kg-knoche": 4, "german-2-26-sec-rgt": 4, "german-2-kg-lippert": 7,
    "german-2-kg-krafft": 1, "german-2-10-ss-pz-div": 4, "german-2-kg-reinhold": 6,
    "german-2-kg-spindler": 2, "german-2-kg-knaust": 5, "german-2-duren-nco-school": 3,
    "german-2-kempen-nco-school": 3, "german-2-1224-sec-bn": 4, "german-2-kg-furst": 4,
    "german-2-2-fest-bn": 3, "german-2-3-fest-bn": 3, "german-2-17-fest-bn": 3,
    "german-2-kg-tiltman": 2, "german-2-kg-goebel": 9, "german-3-kg-knoche": 2,
    "german-3-21-ss-inf-rgt": 3, "german-3-22-ss-inf-rgt": 3, "german-3-kg-becker": 11,
    "german-3-107-pz-bde": 3, "german-4-kg-grisck": 11, "german-4-kg-hermann": 9,
    "german-4-26-sec-rgt": 4, "german-4-347-inf-bn": 3, "german-4-9-ss-pz-div": 2,
    "german-4-kg-bruhns": 8, "german-4-swbda-flak-bde": 5, "german-4-kg-spindler": 1,
    "german-4-107-pz-bde": 11, "german-5-tettau-div": 1, "german-5-hg-rgt": 4,
    "german-5-6-pio-erz-bn": 4, "german-6-9-ss-pz-div": 3, "german-7-kg-brink": 1,
    "german-7-harzer-sperrvbd": 4, "german-8-harzer-sperrvbd": 15, "german-9-kg-knoche": 3,
    "german-9-9-ss-pz-div": 3, "german-9-10-ss-pz-div": 1, "german-10-huber-inf-rgt": 3,
    "german-10-zedlitz-march-bn": 4, "german-10-v-d-h-fj-rgt": 15, "german-10-559-jgpz-bn": 1,
    "german-10-180-inf-div": 5, "german-10-tettau-div": 2, "german-12-kg-knoche": 4,
    "german-14-506-s-pz-bn": 2, "german-14-kg-dewald": 8,
}  # fmt: skip
"""The groups of the German Order of Arrival and the number in bold after each."""


def test_each_group_of_the_german_order_of_arrival_has_the_number_in_bold(ins: CounterSet) -> None:
    scenario = of(ins, "5.1")
    sizes = Counter(row.arrival for row in scenario.units if row.arrival)
    german = {one.id: sizes[one.id] for one in scenario.arrivals if one.id.startswith("german")}
    assert german == COUNTS
    for one in scenario.arrivals:
        assert f"-{turn(one.when)}-" in one.id


@pytest.mark.parametrize(
    ("number", "units"),
    [(1, 21), (2, 10), (3, 16), (4, 10), (5, 17), (6, 24), (7, 20), (8, 5), (9, 19), (10, 16)],
)
def test_the_allied_order_of_arrival_by_turn(ins: CounterSet, number: int, units: int) -> None:
    scenario = of(ins, "5.1")
    coming = {one.id for one in scenario.arrivals
              if one.id.startswith("corps") and turn(one.when) == number}  # fmt: skip
    assert sum(row.arrival in coming for row in scenario.units) == units


@pytest.mark.parametrize(
    ("number", "units"),
    [(1, 12 + 7 + 4 + 12 + 9 + 4 + 9 + 1 + 8 + 1 + 3 + 6 + 9 + 1 + 9),
     (2, 12 + 3 + 3 + 1 + 3 + 5 + 4), (4, 1 + 5 + 4), (8, 10), (12, 5 + 9 + 4)],
)  # fmt: skip
def test_the_historical_drops_by_turn(ins: CounterSet, number: int, units: int) -> None:
    scenario = of(ins, "5.2")
    coming = {one.id for one in scenario.arrivals
              if one.id.startswith("drop") and turn(one.when) == number}  # fmt: skip
    assert sum(row.arrival in coming for row in scenario.units) == units


def test_5_2_has_three_guns_elsewhere_than_5_1(ins: CounterSet) -> None:
    places = [
        {row.unit: row.hex or (row.within, row.of) for row in of(ins, number).units if row.cite}
        for number in ("5.1", "5.2")
    ]
    moved = {one: places[1][one] for one in places[0] if places[0][one] != places[1][one]}
    assert moved == {"ind-4-572-88mm": "B22.32", "ind-2-koppel": "E42.21", "ind-647": "E35.17"}


@pytest.mark.parametrize(
    ("number", "prepared", "blown"),
    [("5.1", 16, 0), ("5.2", 16, 0), ("5.3", 6, 5), ("5.4", 4, 7), ("5.5", 0, 1), ("5.6", 0, 0),
     ("5.7", 1, 0), ("5.8", 0, 0)],
)  # fmt: skip
def test_bridge_markers(ins: CounterSet, number: str, prepared: int, blown: int) -> None:
    laid = [one for one in of(ins, number).laid if one.marker.startswith("bridge-")]
    assert Counter(one.state for one in laid) == Counter({(): prepared, ("back",): blown})


@pytest.mark.parametrize(
    ("number", "zones"),
    [("5.1", 0), ("5.2", 12), ("5.3", 6), ("5.4", 3), ("5.5", 0)],
)
def test_drop_zones_on_the_map(ins: CounterSet, number: str, zones: int) -> None:
    assert sum(one.marker.startswith("dz-") for one in of(ins, number).laid) == zones


@pytest.mark.parametrize(
    ("number", "german", "airborne"),
    [
        ("5.1", [(25, None, None, False)], [(0, None, None, False)] * 3),
        ("5.2", [(25, None, None, False)], [(0, None, None, False)] * 3),
        ("5.3", [(25, None, None, False)], [(8, None, None, False)] * 3),
        ("5.4", [(30, None, None, False)], [(8, None, None, False)] * 3),
        ("5.5", [(0, 2, 9, False)], [(9, None, None, False)]),
        ("5.6", [(0, 2, 6, False)], [(0, 1, 2, False)]),
        ("5.7", [(None, None, None, True)], [(None, None, None, True)]),
        ("5.8", [(None, None, None, True)], [(None, None, None, True)]),
    ],
)
def test_artillery_ammunition(
    ins: CounterSet, number: str, german: list[object], airborne: list[object]
) -> None:
    found: dict[str, list[object]] = {"German": [], "Allied": []}
    for one in of(ins, number).stock:
        if one.what == "Artillery Ammunition" and one.division != "XXX Corps":
            since = turn(one.from_turn) if one.from_turn else None
            found[one.side].append((one.at_start, one.each_turn, since, one.unlimited))
    assert found == {"German": german, "Allied": airborne}


@pytest.mark.parametrize(("number", "side", "by"), [("5.5", "German", 2), ("5.6", "German", 3),
                                                    ("5.8", "Allied", 3)])  # fmt: skip
def test_air_strikes_are_divided(ins: CounterSet, number: str, side: str, by: int) -> None:
    told = [(one.side, one.divided_by) for one in of(ins, number).stock if one.divided_by]
    assert told == [(side, by)]


@pytest.mark.parametrize(
    ("number", "corners"),
    [
        ("5.5", {"A42.08", "A42.18", "A51.08", "A51.18"}),
        ("5.6", {"A46.15", "A46.03", "A54.15", "A54.03"}),
        ("5.7", {"A36.10", "A17.10", "B36.30", "B17.30"}),
        ("5.8", {"C1.01", "C1.35", "C40.01", "C40.35"}),
    ],
)
def test_playing_areas(ins: CounterSet, number: str, corners: set[str]) -> None:
    area = of(ins, number).playing_area
    assert area is not None
    assert set(area.corners) == corners


def test_5_3_puts_frost_at_the_bridge(ins: CounterSet) -> None:
    rows = [row for row in of(ins, "5.3").units if row.hex == "A49.06"]
    assert names(ins, rows) == ["1 Eng/1Para", "A/2/1Para", "B/2/1Para", "C/3/1Para"]
    grabner = [row for row in of(ins, "5.3").units if row.hex == "A47.05"]
    assert names(ins, grabner) == ["1/Aufk/Grabner", "3/Aufk/Grabner"]


def test_grabner_comes_on_turn_2_only_where_he_is_not_set_up(ins: CounterSet) -> None:
    arrivals = {number: [one.id for one in of(ins, number).arrivals] for number in ("5.2", "5.3")}
    assert "german-2-kg-grabner" in arrivals["5.2"]
    assert "german-2-kg-grabner" not in arrivals["5.3"]


@pytest.mark.parametrize("ident", CAMPAIGNS)
def test_no_unit_is_in_a_campaign_twice(ins: CounterSet, ident: str) -> None:
    rows = Counter(row.unit for row in of(ins, ident.removeprefix("INS-")).units)
    assert max(rows.values()) == 1


def test_5_2_brings_every_unit_but_those_of_no_list(ins: CounterSet) -> None:
    here = {row.unit for row in of(ins, "5.2").units}
    assert {unit.name for unit in ins.units if unit.id not in here} == set()


def test_what_was_due_before_a_scenario_begins_is_left_to_the_players(ins: CounterSet) -> None:
    late = [one for one in of(ins, "5.3").arrivals if one.trigger == "call"]
    assert [one.id for one in late] == ["german-1-klemm-inf-rgt"]
    rows = [row for row in of(ins, "5.3").units if row.arrival == late[0].id]
    assert names(ins, rows) == ["3/I/Klemm", "7/II/Klemm"]
    assert late[0].unsure


def test_a_list_that_is_none_is_one_line(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    path = folder / "scenarios" / "ins-5-1.toml"
    path.write_text(path.read_text().replace('"corps-arrivals"', '"corps-arrival"'))
    with pytest.raises(InputError) as error:
        read_counter_set(folder)
    assert re.search(r"ins-5-1\.toml:26:list.*found 'corps-arrival'.*did you mean corps-arrivals",
                     str(error.value))  # fmt: skip


def test_a_list_begins_with_a_turn_something_of_it_arrives_in(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    path = folder / "scenarios" / "ins-5-3.toml"
    text = path.read_text()
    path.write_text(text.replace('first = "AM, September 18"\ncite', 'first = "x"\ncite'))
    with pytest.raises(InputError, match="first: found 'x', expected one of PM, September 17"):
        read_counter_set(folder)


def copied(target: Path) -> Path:
    """A copy of the game's counters."""
    for path in INS.rglob("*"):
        if path.is_file():
            new = target / "ins" / path.relative_to(INS)
            new.parent.mkdir(parents=True, exist_ok=True)
            new.write_bytes(path.read_bytes())
    return target / "ins"
