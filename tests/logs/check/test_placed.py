"""What is put on the map lies where the rulebooks say, sentence by sentence: Bailey Bridge Units
(WED 2.15.7), drops (WED 3.4), the pontoon bridge (TDC 2.15.7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal.buildfile import decode, encode
from clubroute.rules.asking.context import Context
from clubroute.rules.cli_options import context_of
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.logcheck.board import ShownBridges, Snapshot, Standing
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.placed import PlacedJudge
from clubroute.rules.gts.logcheck.track import PutDown
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module
from clubroute.rules.scenarios.book import find_scenario
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import ROUTE_MAP

C, D = "101-c-1-501", "101-d-2-501"
GUARDS, FOOT = "chit-gds-division", "chit-101-501"


@pytest.fixture
def game(told: Scenario, module: Module, context: Context) -> Game:
    """A game before its first chit, with two Units off the map."""
    found = Game(told, module, context)
    for unit in (C, D):
        found.table.drag(told.ids[unit], ROUTE_MAP, told.box)
    return found


def becomes(game: Game, unit: str, id_: str, kind: str) -> None:
    """Make a Unit's piece another counter."""
    recorder, piece = game.table.recorder, game.told.ids[unit]
    (marks,) = (t for t in recorder.game.pieces[piece].traits if t.type.startswith("mark;UnitId"))
    names, values = decode(decode(marks.type, ";")[1], ","), decode(marks.state, ",")
    told = {**dict(zip(names, values, strict=True)), "UnitId": id_, "Kind": kind}
    recorder.change(piece, "mark;UnitId", encode(list(told.values()), ","))


def arrivals(game: Game) -> list[LogFinding]:
    return [one for one in game.report().findings if one.check == "arrival"]


@pytest.mark.parametrize(
    ("chit", "hex_", "verdict", "why"),
    [
        (GUARDS, "74.129", "unchecked", "German"),  # where Fire Zones lie is not said
        (GUARDS, "75.129", "illegal", "southern hex of a destroyed bridge, 74.129"),
        (GUARDS, "70.120", "illegal", "no bridge is on the sides of its hex"),
        (GUARDS, "83.136", "illegal", "neither on Club Route"),
        (FOOT, "74.129", "illegal", "it must be a Divisional Activation of Guards Armored"),
    ],
)
def test_a_bailey_bridge_goes_to_the_southern_hex_of_a_destroyed_bridge_on_club_route(
    chit: str, hex_: str, verdict: str, why: str, game: Game
) -> None:
    becomes(game, C, "gds-11-bridge-re", "bridge")
    game.draw(chit)
    game.put(C, hex_)
    (found,) = arrivals(game)
    assert (found.verdict, found.rule, found.hexes) == (verdict, "WED 2.15.7", (hex_,))
    assert why in " ".join((found.why, *found.needs))
    assert (found.receipt is not None) == (verdict == "illegal")


def test_only_one_bailey_bridge_comes_in_an_impulse(game: Game) -> None:
    becomes(game, C, "gds-11-bridge-re", "bridge")
    becomes(game, D, "gds-14-field-sqn-re", "bridge")
    game.draw(GUARDS)
    game.put(C, "74.129")
    game.put(D, "74.129")
    first, second = sorted(arrivals(game), key=lambda one: one.steps)
    assert (first.verdict, second.verdict) == ("unchecked", "illegal")
    assert "only one" in second.why


def test_what_is_put_right_before_the_next_chit_is_no_fault(game: Game) -> None:
    becomes(game, C, "gds-11-bridge-re", "bridge")
    game.draw(GUARDS)
    game.put(C, "75.129", "74.129")
    assert [one.verdict for one in arrivals(game)] == ["unchecked"]
    game.table.drag(game.told.ids[C], ROUTE_MAP, game.told.box)
    assert arrivals(game) == []


DZ_B = "60.148"


@pytest.mark.parametrize(
    ("hexes", "marker", "column", "verdicts"),
    [
        (("70.120",), True, False, ["illegal"]),
        (("70.120", "71.120"), True, False, ["unchecked"]),
        ((DZ_B,), True, False, []),
        (("70.120", DZ_B), True, False, []),
        ((DZ_B,), True, True, ["illegal"]),
        (("70.120",), False, False, []),  # nothing says that it dropped
    ],
)
def test_units_drop_in_a_zone_and_not_in_column(
    hexes: tuple[str, ...], marker: bool, column: bool, verdicts: list[str], game: Game
) -> None:
    if column:
        game.form(C)
    game.draw(FOOT)
    for hex_ in hexes:
        game.put(C, hex_)
    if marker:
        place = game.told.pixel(hexes[-1])
        game.table.drag(game.told.ids["glider-paradrop"], game.told.game.map, place)
    found = arrivals(game)
    assert [one.verdict for one in found] == verdicts
    assert {one.rule for one in found} <= {"WED 3.4"}


@pytest.mark.parametrize(
    ("unit", "hex_", "why"),
    [
        (C, DZ_B, "DZ B and LZ W; its stick is scheduled for DZ A1 or DZ A2"),
        (C, "70.124", ""),
        (D, "70.124", ""),  # DZ A of the schedule
        ("101-a-1-506", DZ_B, ""),
        ("101-a-1-506", "59.152", "DZ C and LZ W; its stick is scheduled for DZ B"),
        ("101-a-1-401", "59.152", ""),  # a glider company of LZ W
    ],
)
def test_a_unit_that_drops_in_a_zone_of_another_stick_is_asked_about(
    unit: str, hex_: str, why: str, context: Context
) -> None:
    found = dropping(context, "wed", "WED-CAMPAIGN", unit, hex_)
    assert found == ([("unchecked", f"it dropped in {why}")] if why else [])


def dropping(
    context: Context, game: str, scenario: str, unit: str, hex_: str
) -> list[tuple[str, str]]:
    """What is said of a Unit that drops in a hex."""
    country, told = map_of(context, game), find_scenario("gts", scenario)
    dropped = Standing(country.id(hex_), Counter("unit", "1", unit, unit, "Allied"))
    marker = Standing(country.id(hex_), Counter("marker", "2", "glider-paradrop", "", kind="drop"))
    bridges = ShownBridges({}, frozenset())
    before = Snapshot({}, {}, {}, bridges, frozenset())
    after = Snapshot({"1": dropped}, {"2": marker}, {}, bridges, frozenset())
    judge = PlacedJudge(context, country, "game.vlog", frozenset(), True, 1944, told=told)
    judge.take(PutDown(0, dropped, "Anna", "1500, September 17, 1944", None, before))
    return [(one.verdict, one.why) for one in judge.settled(after)]


def test_a_zone_that_the_owner_gives_to_another_division_is_its_alone(
    gts_map: CompiledMap, tmp_path: Path
) -> None:
    table = "division,zone,supply\n82nd Airborne,dz-n,no\n"
    (tmp_path / "division_zones.csv").write_text(table, encoding="utf-8")
    owned = context_of(None, tmp_path)
    found = dropping(owned, "tdc", "TDC", "1ab-a-2-1", "51.89")
    assert found == [
        ("illegal", "DZ N is no zone of 1st Airborne Division: it is one of 82nd Airborne"),
    ]
    assert dropping(owned, "tdc", "TDC", "82-a-1-504", "51.89") == []


ENGINEER = Counter("unit", "1", "1ab-eng", "1 Para Sqn", "Allied", kind="engineer")


@pytest.mark.parametrize(
    ("unit", "hex_", "verdicts"),
    [
        (ENGINEER, "48.28", []),
        (ENGINEER, "47.29", []),
        (ENGINEER, "47.30", ["illegal"]),
        (replace(ENGINEER, side="German"), "48.28", ["illegal"]),
        (replace(ENGINEER, kind="infantry"), "48.28", ["unchecked"]),  # who knows what it is
    ],
)
def test_an_allied_engineer_at_its_ends_assembles_the_pontoon_bridge(
    unit: Counter, hex_: str, verdicts: list[str], context: Context
) -> None:
    country = map_of(context, "tdc")
    marker = Counter("marker", "9", "arnhem-pontoon-bridge", "Arnhem Pontoon Bridge")
    end = country.id("48.28")
    lies, turned = Standing(end, marker), Standing(end, replace(marker, kind="pontoon"))
    units, bridges = {"1": Standing(country.id(hex_), unit)}, ShownBridges({}, frozenset())
    before, after = (
        Snapshot(units, {"9": one}, {}, bridges, frozenset()) for one in (lies, turned)
    )
    judge = PlacedJudge(context, country, "game.vlog", frozenset(), True, 1944)
    judge.take(PutDown(3, turned, "Anna", "", None, before))
    found = list(judge.settled(after))
    assert [one.verdict for one in found] == verdicts
    assert {one.rule for one in found} <= {"TDC 2.15.7"}
    assert list(judge.settled(after)) == []
