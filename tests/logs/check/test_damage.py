"""Logs with a broken piece in them are checked as far as they tell something."""

from __future__ import annotations

from clubroute.builder.vassal.atoms import Atom
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from tests.logs.check.generated import checked
from tests.logs.check.scenario import Scenario
from tests.logs.recorder import Recorder

UNIT, OTHER = "101-c-1-501", "101-d-2-501"


class Broken(Recorder):
    """Records changes of a piece and a move as one step."""

    def remarked(self, piece_id: str, mark: str, place: tuple[int, int]) -> None:
        begun = len(self._steps)
        self.change(piece_id, "mark;", mark)
        self.move(piece_id, "Market-Garden", *place)
        atoms: list[Atom] = [atom for step in self._steps[begun:] for atom in step]
        self._steps[begun:] = [tuple(atoms)]


def test_a_piece_that_is_no_unit_any_more(told: Scenario, module: Module, context: Context) -> None:
    recorder = Broken(told.setup, module.maps)
    chit = next(piece for piece, id_ in told.chits.items() if id_ == "chit-101-501")
    recorder.roll("d10", [1])
    recorder.draw(chit, "Activation", 250, 190)
    piece = told.ids[UNIT]
    marks = next(t.state for t in recorder.game.pieces[piece].traits if t.type.startswith("mark;"))
    recorder.remarked(piece, "", told.pixel("44.222"))
    recorder.move(told.ids[OTHER], "Market-Garden", *told.pixel("77.131"))
    recorder.remarked(piece, marks, told.pixel("76.129"))
    recorder.move(piece, "Market-Garden", *told.pixel("77.129"))
    found = {f.unit: f for f in checked(context, module, recorder.log_bytes()).findings}
    assert found[OTHER].hexes == ("77.130", "77.131")
    assert found[UNIT].hexes == ("76.129", "77.129")
    assert found[UNIT].verdict == "legal"
