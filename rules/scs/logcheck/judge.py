"""Judges a log as it is replayed: every unit's turn, stacks, air drops, bridges, states."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.log_frame import LogFrame
from clubroute.rules.logs.chat import Roll
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.judge import Told, UnderWay
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.places import UnplacedMoves
from clubroute.rules.logs.check.throws import (
    ROUND_RULES,
    WHO,
    Throws,
    UndoneDice,
)
from clubroute.rules.logs.game import Game, scenario_noted
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment
from clubroute.rules.scs.games import SERIES, book, house_readings
from clubroute.rules.scs.logcheck.board import (
    Battlefield,
    CounterMap,
    Standing,
    reader_of,
)
from clubroute.rules.scs.logcheck.excuses import Teller
from clubroute.rules.scs.logcheck.stretch import Stretch
from clubroute.rules.scs.logcheck.verdicts import MoveJudge
from clubroute.rules.scs.position.position import called

NO_DICE = (
    "no dice are in the log: if they were rolled elsewhere, combat may have moved what is illegal "
    "here (--dice-elsewhere)"
)


NO_BOUNDARY = (
    "the XXX Corps Boundary is not judged: put its hexes into owner/areas.csv as xxx-corps-boundary"
)


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


class ScsJudge:
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
        self._context, self._log, self._module = context, log, module
        self._map, self._mapping, self._own = mapfile, mapping, own
        self._frame = LogFrame.of(log, module)
        self._name, self._dice = self._frame.name, self._frame.dice
        self._throws = Throws.of(told.get("throws"))
        self._readings = house_readings(told.get("readings"))
        self._untold = not self._dice or bool(told.get("dice_elsewhere"))
        self._play_from = told.get("play_from")
        self._piles = told.get("piles") or ()
        self._undone = UndoneDice()
        self._away: dict[str, tuple[int, int]] = {}
        self._unknown: dict[str, list[int]] = {}
        self._unplaced = UnplacedMoves(self._name, mapping.map)
        self._laid: Mapping[str, MapLayout] = {}
        self._board: Battlefield
        self._teller: Teller
        self._stretch: Stretch

    def begin(self, game: Game, before: Mapping[str, Any] | None = None) -> None:
        """Take over the game as the log restores it, and what the log before it left.

        :raises InputError: the module has no such map window as the mapping names.
        """
        self._laid = self._frame.layouts(game)
        layout = self._frame.layout(self._laid, self._mapping.map)
        reader = reader_of(self._mapping)
        noted = scenario_noted(SERIES.id, game) if self._own else None
        scenario = None if noted is None else called(noted.scenario.id)
        board = Battlefield(
            self._map, layout, reader, self._context, self._piles, scenario, self._own
        )
        board.put(game.pieces.items())
        self._board = board
        moves = MoveJudge(self._context, board, self._name, self._own, self._readings)
        text = self._module.turn_of(game)
        firsts = {row["first"] for row in book("turns")["scenarios"].values.values()}
        number = self._mapping.turn(text)
        setup = before is None and (number is None or number in firsts)
        self._teller = Teller(self._map, self._name, setup)
        tracked, untold = self._frame.tracked, self._untold
        self._stretch = Stretch(board, moves, self._teller, tracked, untold, noted)
        self._stretch.open(text, number)
        if before is not None:
            self._stretch.resume(before)

    def follow(self, moment: Moment) -> None:
        """Judge what a step ends, and take note of what it does."""
        stretch, change, game = self._stretch, moment.change, moment.game
        player = self._player(moment)
        for steps, why, need in self._undone.seen(moment):
            self._teller.tell("undo", steps, why, need=need, player=player)
        counts = not moment.undo and moment.taken_back is None
        if self._play_from is not None and moment.index >= self._play_from:
            self._teller.setup = False
        if counts and change.turns:
            stretch.close(over=True)
        before = self._board.snapshot()
        if change.boards:
            self._laid = self._frame.layouts(game)
            self._board.lay_out(self._laid.get(self._mapping.map), game.pieces.items())
        self._board.put((id_, after) for id_, (_, after) in change.pieces.items())
        if counts and change.turns:
            text = self._module.turn_of(game)
            self._teller.setup, stretch.early = False, False
            stretch.marks.early = False
            stretch.open(text, self._mapping.turn(text))
        if moment.step.signs.dice:  # nobody can unsee a die, undone or not
            self._rolled(moment)
        if not counts:
            stretch.taken_back(moment, before)
            return
        after = self._board.snapshot()
        for id_, (old, new) in change.pieces.items():
            was, now = before.units.get(id_), after.units.get(id_)
            if was is not None and now is not None:
                if was.hex != now.hex:
                    stretch.dragged(moment.index, id_, was, now, before, player)
                elif was.counter != now.counter:
                    stretch.marks.turned(moment.index, id_, was, now, player)
            elif was is not None or now is not None:
                self._passed(moment.index, id_, was, now, player)
            else:
                self._other(moment.index, id_, (old, new), player)
        stretch.marks.markers(moment.index, before, after, player, stretch.rolled)

    def _passed(
        self, step: int, id_: str, was: Standing | None, now: Standing | None, player: str
    ) -> None:
        """Take note of a unit that came onto the map or left it."""
        stretch = self._stretch
        if was is not None:
            stretch.left_map(step, id_, was)
            self._away[was.counter.id] = step, was.hex
        elif now is not None:
            away = self._away.pop(now.counter.id, None)
            if away is not None and away[1] != now.hex:
                why = f"it left the map in step {away[0]} and came back elsewhere"
                need = "what brought it back there: the rules of what left the map, or a slip"
                told = need, player, (away[1], now.hex)
                self._teller.tell("off_map", (away[0], step), why, now, *told)
            elif away is not None:
                stretch.came_back(id_)
            elif not self._teller.setup:
                stretch.came(step, id_, now, player)

    def _other(
        self,
        step: int,
        id_: str,
        piece: tuple[GamePiece | None, GamePiece | None],
        player: str,
    ) -> None:
        """Take note of what is no unit on the map: what nobody knows, or nobody can place."""
        old, new = piece
        if old is None or new is None:
            return
        counter = self._board.reader.read(new)
        if counter is not None and counter.role == "unit":
            turn = self._teller.turn
            self._unplaced.moved(step, old, new, counter, self._laid, player, turn)
        elif counter is None and self._board.hex_of(old) != self._board.hex_of(new) != NOWHERE:
            self._unknown.setdefault(new.name, []).append(step)

    def under_way(self, piece: str, to: str | None = None) -> UnderWay | None:
        """Say what goes on with a unit, or would if it were dragged to a hex, and go on."""
        goal = None if to is None else hex_id(self._map, to)
        track = None if goal == NOWHERE else self._stretch.going_on(piece, goal)
        if track is None:
            return None
        here = self._map.number(track.end)
        if not track.drags or track.end == track.start:
            return UnderWay(here, here)
        moves, drags = self._stretch.moves, track.drags
        spent, most = moves.paid(track)
        less = 0 if len(drags) == 1 else moves.paid(replace(track, drags=drags[:-1]))[0]
        step = None if spent is None or less is None else max(spent - less, 0)
        last = self._map.number(drags[-2].hex if len(drags) > 1 else track.start)
        setup = self._teller.setup
        finding = None if setup else self._stretch.so_far(track)
        needs = finding.needs if finding is not None else ()
        return UnderWay(last, here, "", step, spent, most, finding, setup, needs)

    def findings(self) -> list[LogFinding]:
        """Judge what is still going on at the end of the log, and give all findings."""
        self._leaves = self._stretch.leaves()
        self._stretch.close(over=False)
        return [*self._teller.findings, *self._unplaced.findings()]

    def leaves(self) -> dict[str, Any]:
        """Tell what the judge of a log that continues this one must know."""
        return self._leaves

    @property
    def asks(self) -> bool:
        """Tell whether what came before the log may change a finding, or what it leaves."""
        return bool(self._log.steps)

    @property
    def awaits(self) -> bool:
        """Tell whether a log that goes on may change a finding: what goes on at the end of a log
        accuses nobody."""
        return False

    def standing(self, turn: str) -> dict[str, Any]:
        """Count the units of each side on the map, and the bridges' markers."""
        snapshot = self._board.snapshot()
        sides = [one.counter.side for one in snapshot.seen()]
        bridges = [*self._board.bridges(snapshot).values()]
        return {
            "turn": turn,
            "allied": sides.count("Allied"),
            "german": sides.count("German"),
            "prepared": bridges.count("prepared"),
            "blown": bridges.count("blown"),
        }

    def notes(self) -> list[str]:
        """Say what was not judged, and what nobody told."""
        notes: list[str] = []
        if self._stretch.unlisted:
            notes.append(
                f"{self._stretch.unlisted} times a unit came onto the map: where it may enter is "
                "not judged, because no list of its scenario has it"
            )
        if self._stretch.moves.unbounded:
            notes.append(NO_BOUNDARY)
        if not self._board.snapshot().units:
            unknown = ": no [[units]] row of the mapping fits a piece there"
            notes.append(f"no unit is on the map{'' if self._own else unknown}")
        notes += self._unplaced.notes()
        for name, steps in sorted(self._unknown.items()):
            notes.append(f"{name}: moved at step {steps[0]}, but the mapping does not know it")
        if not self._dice and any(one.verdict == "illegal" for one in self._teller.findings):
            notes.append(NO_DICE)
        if not self._own:
            notes.append("not a module of ours: what rests on surveyed ground proves nothing")
        return notes

    def _rolled(self, moment: Moment) -> None:
        """Take note of dice that settle combat; tell who threw one that is not theirs."""
        settled, wrong = self._throws.settles(
            moment.rolls if self._throws.rules else (), moment.game.players.values(), ""
        )
        if settled:
            self._stretch.roll(sum_of_two(moment.rolls))
        for one in wrong:
            found = self._teller.found(
                "dice", (moment.index,), one.why, need=WHO, player=one.thrower
            )
            self._teller.findings.append(replace(found, rule=ROUND_RULES))

    def _player(self, moment: Moment) -> str:
        id_ = moment.mover
        player = moment.game.players.get(id_) if id_ else None
        return (player.name if player and player.name else id_) or ""


TWO_DICE = re.compile(r"(?<![0-9])2d6", re.IGNORECASE)
"""The name of a button that throws the dice of the Combat Table."""


def sum_of_two(rolls: Sequence[Roll]) -> int | None:
    """Add up what a step's dice show, if they are two; None if they do not show it."""
    shown = [int(result) for roll in rolls for result in roll.results if is_whole(result)]
    two = len(rolls) == 1 and (len(shown) == 2 or TWO_DICE.search(rolls[0].button))
    return sum(shown) if two and shown else None
