"""What a Movement Trail tells: the hexes one step took a Unit through, and where it came from."""

from __future__ import annotations

from clubroute.builder.vassal.atoms import Atom
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.replay import (
    places_before,
    places_between,
    points_of,
    way_to,
)
from tests.logs.check.generated import checked
from tests.logs.check.scenario import Scenario
from tests.logs.recorder import Recorder

UNIT = "101-c-1-501"
MAIN = "Market-Garden"


class Steps(Recorder):
    """Records several moves of a piece as one step, as a key that triggers them does."""

    def through(self, piece_id: str, *moves: tuple[str, tuple[int, int]]) -> None:
        begun = len(self._steps)
        for map_, place in moves:
            self.move(piece_id, map_, *place)
        atoms: list[Atom] = [atom for step in self._steps[begun:] for atom in step]
        self._steps[begun:] = [tuple(atoms)]


def found(
    told: Scenario, module: Module, context: Context, *moves: tuple[str, tuple[int, int]]
) -> LogFinding:
    """What the check says of a Unit that one step moves so."""
    recorder = Steps(told.setup, module.maps)
    chit = next(piece for piece, id_ in told.chits.items() if id_ == "chit-101-501")
    recorder.roll("d10", [1])
    recorder.draw(chit, "Activation", 250, 190)
    recorder.through(told.ids[UNIT], *moves)
    report = checked(context, module, recorder.log_bytes())
    (finding,) = (f for f in report.findings if f.unit == UNIT)
    return finding


def test_the_hexes_of_one_step_are_visited(
    told: Scenario, module: Module, context: Context
) -> None:
    way = [(MAIN, told.pixel(number)) for number in ("75.128", "75.127", "74.127")]
    finding = found(told, module, context, *way)
    assert finding.hexes == ("76.128", "75.128", "75.127", "74.127")
    assert (finding.verdict, finding.why) == ("legal", "at least 6 MP of 7")
    # In one drag there, the same is open.
    assert found(told, module, context, way[-1]).verdict == "possible"


def test_through_an_enemy_in_one_step(told: Scenario, module: Module, context: Context) -> None:
    way = [(MAIN, told.pixel(number)) for number in ("77.131", "78.132", "78.131")]
    finding = found(told, module, context, *way)
    assert finding.verdict == "illegal"
    assert "enemy" in finding.why
    assert finding.hexes == ("76.128", "77.131", "78.132", "78.131")


def test_points_of_another_map_are_no_hexes(
    told: Scenario, module: Module, context: Context
) -> None:
    # Out to the mug's window and in again: its px are no hexes of the main map.
    way = [("Activation", told.pixel("78.132")), (MAIN, told.pixel("76.129"))]
    assert found(told, module, context, *way).hexes == ("76.128", "76.129")


def test_what_the_points_are(told: Scenario, module: Module) -> None:
    recorder = Recorder(told.setup, module.maps)
    id_ = told.ids[UNIT]
    at = [told.pixel(number) for number in ("76.128", "76.129", "77.129")]
    first = recorder.game.pieces[id_]
    assert (points_of(first), places_before(first)) == ((), ())
    recorder.move(id_, MAIN, *at[1])
    second = recorder.game.pieces[id_]
    assert places_between(first, second) == ()
    assert places_before(second) == (at[0],)
    recorder.move(id_, MAIN, *at[2])
    third = recorder.game.pieces[id_]
    assert points_of(third) == (at[0], at[1])
    assert places_between(first, third) == (at[1],)
    # A trail that was cleared in between tells nothing.
    assert places_between(third, second) == ()


def test_cleared_the_trail_begins_where_the_piece_stands(told: Scenario, module: Module) -> None:
    recorder = Recorder(told.setup, module.maps)
    id_ = told.ids[UNIT]
    here = recorder.game.pieces[id_]
    recorder.change(id_, "footprint;", f"false;Map0;1;{here.x},{here.y}")
    cleared = recorder.game.pieces[id_]
    assert (points_of(cleared), places_before(cleared)) == (((here.x, here.y),), ())
    at = [told.pixel(number) for number in ("75.128", "75.127", "74.127")]
    for place in at:
        recorder.move(id_, MAIN, *place)
    assert places_between(cleared, recorder.game.pieces[id_]) == tuple(at[:2])


def test_a_damaged_trail_tells_nothing(told: Scenario, module: Module, context: Context) -> None:
    recorder = Recorder(told.setup, module.maps)
    id_ = told.ids[UNIT]
    for state in (f"false;Map0;2;1,2;{'9' * 400},3", "false;Map0;-1;1,2", "false", "no;;x;y"):
        recorder.change(id_, "footprint;", state)
        assert points_of(recorder.game.pieces[id_]) == ()
    recorder.change(id_, "footprint;", f"false;Map0;2;{'9' * 400},3;3,{'9' * 400}")
    recorder.move(id_, MAIN, *told.pixel("76.129"))
    report = checked(context, module, recorder.log_bytes())
    assert [f.verdict for f in report.findings if f.unit == UNIT] == ["unchecked"]


def test_a_way_stands_still_once() -> None:
    assert way_to([1, 1, 2, 3, 3], 3) == (1, 2)
    assert way_to([1, 2, 1], 3) == (1, 2, 1)
    assert way_to([3], 3) == ()
    assert way_to([], 3) == ()
