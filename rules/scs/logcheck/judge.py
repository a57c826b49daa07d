"""Judges a log as it is replayed: every unit's turn, stacks, air drops, bridges, states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.chat import Roll
from clubroute.rules.logs.check.excuses import Teller
from clubroute.rules.logs.check.judge import Told
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.replaying import TurnJudge, sum_of
from clubroute.rules.logs.game import Game, scenario_noted
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import PieceReader
from clubroute.rules.logs.read import GameLog
from clubroute.rules.scs.games import SERIES, book, house_readings
from clubroute.rules.scs.logcheck.board import Battlefield, CounterMap, ins_counter
from clubroute.rules.scs.logcheck.stretch import Stretch
from clubroute.rules.scs.logcheck.verdicts import SERIES as CITED
from clubroute.rules.scs.logcheck.verdicts import InsMoveJudge
from clubroute.rules.scs.position.position import called

NO_BOUNDARY = (
    "the XXX Corps Boundary is not judged: put its hexes into owner/areas.csv as xxx-corps-boundary"
)
TWO_DICE = re.compile(r"(?<![0-9])2d6", re.IGNORECASE)
"""The name of a button that throws the dice of the Combat Table."""


class ScsReferee:
    """Knows the counters of modules by a mapping; ``own``: these are ours, which show our map."""

    deck = ""
    """No cards say who may act."""

    def __init__(self, context: Context, mapping: CounterMap, own: bool = True) -> None:
        self._context, self._mapping, self._own = context, mapping, own

    def window(self, module: str) -> str:
        """Return the map that a module is played on, "" if it is not known."""
        return self._mapping.window(module)

    def judge(self, log: GameLog, module: Module, told: Told) -> ScsJudge:
        """Name a judge for a log.

        :raises InputError: the mapping names no map for the module, or an owner's table is wrong.
        """
        mapfile = map_of(self._context, self._mapping.map_of(module.name, Where("module")))
        return ScsJudge(self._context, log, module, mapfile, self._mapping, told, self._own)


class ScsJudge(TurnJudge):
    """Judges one log (:class:`clubroute.rules.logs.check.judge.Judge`)."""

    def __init__(
        self,
        context: Context,
        log: GameLog,
        module: Module,
        mapfile: MapFile,
        mapping: CounterMap,
        told: Told,
        own: bool,
    ) -> None:
        super().__init__(context, log, module, mapfile, mapping, told, own)
        self._mapping = mapping
        self._readings = house_readings(told.get("readings"))
        self._board: Battlefield
        self._stretch: Stretch

    def opened(self, game: Game, layout: MapLayout, turn: str, first: bool) -> None:
        """Make the board, the teller, what judges moves, and the stretch."""
        noted = scenario_noted(SERIES.id, game) if self.own else None
        scenario = None if noted is None else called(noted.scenario.id)
        reader = PieceReader(self._mapping, ins_counter)
        board = Battlefield(self.map, layout, reader, self.context, self.piles, scenario, self.own)
        board.put(game.pieces.items())
        self.board = self._board = board
        moves = InsMoveJudge(self.context, board, self.name, self.own, self._readings)
        self.moves = moves
        firsts = {row["first"] for row in book("turns")["scenarios"].values.values()}
        number = self.turn_number(turn)
        setup = first and (number is None or number in firsts)
        self.teller = Teller(self.map, self.name, setup, CITED)
        tracked, untold = self.frame.tracked, self.untold
        self.stretch = self._stretch = Stretch(board, moves, self.teller, tracked, untold, noted)

    def turn_number(self, text: str) -> int | None:
        """Read the number of a turn of the tracker."""
        return self._mapping.turn(text)

    def thrown(self, rolls: Sequence[Roll]) -> int | None:
        """Add up two dice, or what a button for two shows."""
        button = len(rolls) == 1 and TWO_DICE.search(rolls[0].button)
        return sum_of(rolls, 2) if not button else sum_of(rolls, 1) or sum_of(rolls, 2)

    def standing(self, turn: str) -> dict[str, Any]:
        """Count the units of each side on the map, and the bridges' markers."""
        snapshot = self.board.snapshot()
        sides = [one.counter.side for one in snapshot.seen()]
        bridges = [*self._board.bridges(snapshot).values()]
        return {
            "turn": turn,
            "allied": sides.count("Allied"),
            "german": sides.count("German"),
            "prepared": bridges.count("prepared"),
            "blown": bridges.count("blown"),
        }

    def series_notes(self) -> Sequence[str]:
        """Say that the Boundary is not judged, where it is not known."""
        return (NO_BOUNDARY,) if self._stretch.moves.unbounded else ()
