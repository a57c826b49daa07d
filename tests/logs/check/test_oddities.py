"""What gets round the rules is named: trips off the map, lifted markers, flips, undone dice; and
what the rulebook forbids plainly is found."""

from __future__ import annotations

import pytest

from clubroute.builder.vassal.buildfile import decode, encode
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.proof import Proof, Proofs
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import ROUTE_MAP

C, CROSSES = "101-c-1-501", "101-a-1-501"
BACK = "emb2;;128;A;Flip"


@pytest.fixture
def foot(told: Scenario, module: Module, context: Context) -> Game:
    return Game(told, module, context, "chit-101-501")


def named(game: Game, check: str) -> LogFinding:
    (found,) = (one for one in game.report().findings if one.check == check)
    return found


def test_a_unit_that_comes_back_elsewhere(foot: Game) -> None:
    foot.table.drag(foot.told.ids[C], ROUTE_MAP, foot.told.box)
    foot.put(C, "80.133")
    found = named(foot, "off_map")
    assert (found.verdict, found.unit, found.hexes) == ("unchecked", C, ("76.128", "80.133"))
    assert (found.steps, found.player) == ((2, 3), "player1")


def test_a_unit_that_comes_back_where_it_was(foot: Game) -> None:
    foot.table.drag(foot.told.ids[C], ROUTE_MAP, foot.told.box)
    foot.put(C, "76.128")
    assert not [one for one in foot.report().findings if one.check == "off_map"]


def test_a_marker_lifted_crossed_and_put_back(foot: Game) -> None:
    marker = foot.told.ids["bridge-destroyed"]
    foot.table.drag(marker, foot.told.game.map, foot.told.pixel("95.111"))
    foot.put(CROSSES, "74.129")
    foot.table.drag(marker, foot.told.game.map, foot.told.pixel("74.129"))
    found = named(foot, "marker")
    assert (found.verdict, found.unit, found.steps) == ("unchecked", CROSSES, (2, 3, 4))
    assert found.hexes == ("75.129", "74.129")


@pytest.mark.parametrize(("chits", "named"), [(1, True), (2, False)])
def test_a_marker_put_back_under_the_next_chit(chits: int, named: bool, foot: Game) -> None:
    marker = foot.told.ids["bridge-destroyed"]
    foot.table.drag(marker, foot.told.game.map, foot.told.pixel("95.111"))
    foot.put(CROSSES, "74.129")
    for chit in ("chit-gds-hot", "chit-59-division")[:chits]:
        foot.draw(chit)
    foot.table.drag(marker, foot.told.game.map, foot.told.pixel("74.129"))
    found = [one.unit for one in foot.report().findings if one.check == "marker"]
    assert found == ([CROSSES] if named else [])


def test_a_roll_taken_back_and_rolled_again(foot: Game) -> None:
    foot.table.roll()
    foot.table.undo()
    foot.table.roll()
    found = [one for one in foot.report().findings if one.check == "undo"]
    assert [(one.verdict, one.steps) for one in found] == [
        ("unchecked", (2, 3)),
        ("unchecked", (2, 4)),
    ]
    assert "rolled again" in found[1].why


def test_a_unit_flipped_and_flipped_back(foot: Game) -> None:
    recorder, piece = foot.table.recorder, foot.told.ids[C]
    layers = [t.type for t in recorder.game.pieces[piece].traits if t.type.startswith("emb2;")]
    (back,) = (one for one in layers if one.split(";")[-3:].count("Back") or "Back" in one)
    recorder.change(piece, back[:40], "2")
    foot.put(C, "75.128")
    recorder.change(piece, back[:40], "1")
    assert (named(foot, "flip").verdict, named(foot, "flip").steps) == ("unchecked", (2, 4))


def test_no_road_block_lies_at_a_bridge(foot: Game) -> None:
    block = foot.told.ids["road-block"]
    foot.table.drag(block, foot.told.game.map, foot.told.pixel("75.129"))
    found = named(foot, "marker")
    assert (found.verdict, found.rule, found.hexes) == ("illegal", "WED 2.15.2", ("75.129",))
    foot.table.drag(block, foot.told.game.map, foot.told.pixel("17.88"))
    assert not [one for one in foot.report().findings if one.check == "marker"]


def test_a_unit_that_dropped_does_nothing_else(foot: Game) -> None:
    marker = foot.told.ids["glider-paradrop"]
    foot.table.drag(marker, foot.told.game.map, foot.told.pixel("76.128"))
    foot.put(C, "75.128")
    found = foot.of(C)
    assert (found.verdict, found.rule) == ("illegal", "WED 3.4.2")
    foot.table.recorder.delete(marker)
    assert foot.of(C).verdict == "unchecked"


def test_a_unit_that_dropped_does_not_get_into_column(foot: Game) -> None:
    marker = foot.told.ids["glider-paradrop"]
    foot.table.drag(marker, foot.told.game.map, foot.told.pixel("76.128"))
    foot.form(C)
    found = foot.of(C)
    assert (found.verdict, found.check, found.rule) == ("illegal", "column", "WED 3.4.2")


def test_no_formation_chit_of_the_guards_at_night(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    while game.turn() != "Night":
        pass
    game.draw("chit-gds-hot")
    (found,) = (one for one in game.report().findings if one.check == "chit")
    assert (found.verdict, found.rule) == ("illegal", "WED S6.4")


@pytest.mark.parametrize(
    ("id_", "kind", "said"),
    [
        ("chill-flak-1", "flak", ("illegal", "WED S5.4")),
        ("gds-bulldozer", "bulldozer", ("illegal", "WED 2.11")),
        ("101-165-hvy-aa-ra", "flak", ("unchecked", "WED S5.4")),  # its class is assumed
        ("101-at-327", "antitank", ("unchecked", "")),  # it may have been on its transport
    ],
)
def test_a_unit_without_movement_stays_where_it_is(
    id_: str, kind: str, said: tuple[str, str], foot: Game
) -> None:
    recorder, piece = foot.table.recorder, foot.told.ids[C]
    (marks,) = (t for t in recorder.game.pieces[piece].traits if t.type.startswith("mark;UnitId"))
    names, values = decode(decode(marks.type, ";")[1], ","), decode(marks.state, ",")
    told = dict(zip(names, values, strict=True))
    told |= {"UnitId": id_, "Kind": kind, "MoveClass": "immobile"}
    recorder.change(piece, "mark;UnitId", encode(list(told.values()), ","))
    foot.put(C, "75.128")
    found = foot.of(id_)
    assert (found.verdict, found.rule) == said
    foot.put(C, "76.128")
    assert not [one for one in foot.report().findings if one.unit == id_]


def test_a_move_that_the_rules_cannot_be_asked_about_is_unchecked(
    foot: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    foot.put(C, "80.133")
    foot.goes_on()
    assert foot.of(C, second_actions=False).verdict == "illegal"
    # A damaged log may hold what no question takes: an id of 400 letters.
    monkeypatch.setattr(Proofs, "_put", lambda _, method, asked: Proof(method, asked, None))
    found = foot.of(C, second_actions=False)
    assert found.verdict == "unchecked"
    assert found.why.endswith("the rules cannot be asked about it as the log has it")
