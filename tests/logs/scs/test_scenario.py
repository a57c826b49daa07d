"""What a scenario forbids is forbidden in its logs, too: its notes say which is played."""

from __future__ import annotations

from clubroute.rules.logs.check.finding import LogFinding
from tests.logs.scs.games import checked
from tests.logs.scs.scenario import InsGame
from tests.logs.scs.table import Recorded
from tests.saves.setups import set_up

UNIT = "1al-b-bdr"
WAY_OUT = ("A44.13", "A44.12", "A44.11", "A44.10", "A44.09", "A44.08", "A44.07")
"""Hexes of a drag over the edge of the Playing Area of 5.5."""


def dragged(game: InsGame, scenario: str, *hexes: str) -> LogFinding:
    """The finding about a unit's drag in a log of a scenario."""
    table = Recorded(game, setup=set_up("ins", scenario))
    table.next_turn()
    table.roll("1d6")
    pieces = table.recorder.game.pieces.values()
    piece = next(one for one in pieces if one.property_value("UnitId") == UNIT)
    for hex_ in hexes:
        table.drag(piece.id, piece.map, game.told.pixel(hex_))
    table.next_turn()
    found = checked(game, table.data()).findings
    (one,) = [one for one in found if one.check == "move" and one.unit == UNIT]
    return one


def test_nobody_leaves_the_playing_area_of_his_scenario(ins_game: InsGame) -> None:
    found = dragged(ins_game, "INS-5.5", *WAY_OUT)
    assert found.verdict == "illegal", found
    assert "outside the playing area" in found.why
    assert "5.5" in found.rule
