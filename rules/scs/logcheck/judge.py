"""Judges a log as it is replayed: every unit's turn, stacks, air drops, bridges, states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.arrivals import Arrived, judge_arrivals
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.chat import Roll
from clubroute.rules.logs.check.excuses import Teller
from clubroute.rules.logs.check.judge import Told
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.replaying import TurnJudge, sum_of
from clubroute.rules.logs.check.stretches import TurnStretch
from clubroute.rules.logs.check.tracks import Die, Snapshot, Standing, Track
from clubroute.rules.logs.game import Game, scenario_noted
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import PieceReader
from clubroute.rules.logs.read import GameLog
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scs.games import SERIES, book, house_readings
from clubroute.rules.scs.logcheck.board import SPANNED, Battlefield, CounterMap, ins_counter
from clubroute.rules.scs.logcheck.phases import most_retreat
from clubroute.rules.scs.logcheck.turn_ends import (
    TurnMarks,
    due_in,
    judge_crossings,
    judge_landings,
    judge_stacks,
    listed_in,
)
from clubroute.rules.scs.logcheck.verdicts import SERIES as CITED
from clubroute.rules.scs.logcheck.verdicts import InsMoveJudge
from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.position.position import called

SPANS = 12
"""Hexes from a Bridging unit within which a way may lead over its bridge."""
NO_BOUNDARY = (
    "the XXX Corps Boundary is not judged: put its hexes into owner/areas.csv as xxx-corps-boundary"
)
TWO_DICE = re.compile(r"(?<![0-9])2d6", re.IGNORECASE)
"""The name of a button that throws the dice of the Combat Table."""


# A stretch of a log within one game turn: in it a unit has each phase of its own player turn once
# (INS 1.1).


class Stretch(TurnStretch):
    """Follows units through a stretch. ``told`` is the scenario that is played, as far as known."""

    def __init__(
        self,
        board: Battlefield,
        moves: InsMoveJudge,
        teller: Teller,
        tracked: bool,
        untold: bool,
        told: ToldScenario | None = None,
    ) -> None:
        super().__init__(board, moves, teller, tracked, untold)
        self._board, self.moves, self._told = board, moves, told
        self.marks = TurnMarks(board, teller, self.tracks)
        self._landed: dict[str, Arrived] = {}
        self._arrived: dict[str, Arrived] = {}
        self._lifted_landings: dict[str, Arrived] = {}

    def may_begin(self, side: str) -> bool:
        """Tell whether a side's player turn may still come: the Allied one is the first."""
        return side not in self.acted and not (side == ALLIED and bool(self.acted))

    def most_retreat(self, who: str, roll: int | None = None) -> int:
        """Tell how many hexes the Combat Table makes a unit retreat at most."""
        return most_retreat(who, roll)

    def fights(self, die: Die, foes: Iterable[str]) -> bool:
        """Tell whether dice were those of combat: who may have been overrun shows nothing, nor who
        may have fallen to a barrage, which comes before the movement (INS 1.1)."""
        units = (self._board.unit(die.before.units[id_].counter) for id_ in foes)
        return die.total is not None and all(unit.exploit is False for unit in units)

    def shed(self, id_: str, counter: SeenCounter) -> tuple[str, ...]:
        """Tell which states that slow a unit it has lost in the turn."""
        return self.marks.shed(id_, counter)

    def open(self, turn: str, number: int | None) -> None:
        """Begin a turn, so that nothing before it counts of marks either."""
        super().open(turn, number)
        self.marks.early = self.early

    def turned(self, step: int, id_: str, was: Standing, now: Standing, player: str) -> None:
        """Take note of what is put on a unit or taken off it."""
        self.marks.turned(step, id_, was, now, player)

    def markers(self, step: int, before: Snapshot, after: Snapshot, player: str) -> None:
        """Judge what becomes of bridges' markers."""
        self.marks.markers(step, before, after, player, self.rolled)

    def came(self, step: int, id_: str, now: Standing, player: str) -> None:
        """Take note of a unit that came onto the map."""
        track = self.entered(id_, now, player)
        areas = self.board.map.areas_of(rules()["march"].text("entry"))
        airborne = self._board.unit(now.counter).airborne is not None
        track.landed = airborne and not any(now.hex in area.hexes for area in areas)
        counter = now.counter
        told = self._told, self.number, self._board.own
        # What comes by air is listed where no points are spent; of other scenarios nobody knows.
        listed = () if track.landed and self._told is None else listed_in(*told, counter)
        came = Arrived(step, now.hex, player, listed)
        if track.landed:
            self._landed[id_] = came
        elif listed:
            self._arrived[id_] = came
        else:
            self.unlisted += 1

    def left_map(self, step: int, id_: str, was: Standing) -> None:
        """Lay a unit that left the map aside, with its landing."""
        super().left_map(step, id_, was)
        if id_ in self._landed:
            self._lifted_landings[id_] = self._landed.pop(id_)

    def came_back(self, id_: str) -> None:
        """Go on with a unit that was lifted off the map and put back into its hex."""
        super().came_back(id_)
        if id_ in self._lifted_landings:
            self._landed[id_] = self._lifted_landings.pop(id_)

    def ended(self, after: Snapshot, over: bool) -> None:
        """Judge crossings, landings, arrivals, stacks and marks."""
        judge_crossings(self.teller, self.moves)
        judge_landings(self._board, self.teller, self._landed, after, self.number, self.tracked)
        known = self.tracks
        arrived = [(came, known[id_]) for id_, came in self._arrived.items() if id_ in known]
        judge_arrivals(self.teller, self.moves, arrived, self.number, due_in, self.tracked)
        judge_stacks(self._board, self.teller, self.moves, self.joined, after, over)
        self.marks.close(after, over)
        for every in (self._landed, self._arrived, self._lifted_landings):
            every.clear()

    def doubts(self, track: Track, after: Snapshot) -> list[str]:
        """Name a Bridging unit that may stand as a bridge near a unit's way (INS 1.15c)."""
        bridging = [one for one in after.seen() if self._board.unit(one.counter).kind == "bridging"]
        return [
            SPANNED.asks(one.counter.name, self.teller.number(one.hex))
            for one in bridging
            if SPANNED.holds(
                (one.counter.is_("reduced") or one.counter.is_("emplaced"))
                and min(self.teller.far(one.hex, at) for at in (track.start, track.end)) <= SPANS
            )
        ][:1]


# The whole log.


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
