"""Judges a log as it is replayed: every activation, chit and Club Route marker of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.context import Context
from clubroute.rules.gts.logcheck.board import Battlefield, Snapshot
from clubroute.rules.gts.logcheck.chits import RETREAT, SERIES, activates
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.counters import CounterReader
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.gts.logcheck.markers import MarkerJudge
from clubroute.rules.gts.logcheck.moves import MoveJudge, MoveOptions
from clubroute.rules.gts.logcheck.options import CheckOptions
from clubroute.rules.gts.logcheck.proof import line_of, refusal
from clubroute.rules.gts.logcheck.stacks import overstacked, stacking_finding
from clubroute.rules.gts.logcheck.standing import Standings
from clubroute.rules.gts.logcheck.track import Track, finding_about
from clubroute.rules.gts.logcheck.turns import turn_record
from clubroute.rules.gts.logcheck.watch import (
    ChitOut,
    Closed,
    Event,
    MarkerMoved,
    MarkerTaken,
    TurnOver,
    Watch,
)
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import owner_rows

BETWEEN = "an activation chit in play: none is, so that these may be moves of another phase"
NOBODY = "whom the chit activates: its division and formation are no Unit's by the mapping"
FOUGHT = ("move", "stacking")
"""The checks whose finding a retreat may explain."""
COMBAT = "the dice: they are not in the log, so that it does not tell combat"
NO_DICE = (
    "no dice are in the log: if they were rolled elsewhere, a retreat may be what is illegal here "
    "(--dice-elsewhere)"
)
TURN = "the turn: the log never moves the turn tracker"


class GtsJudge:
    """Judges one log (:class:`clubroute.rules.logs.check.judge.Judge`)."""

    def __init__(
        self,
        context: Context,
        log: GameLog,
        module: Module,
        mapfile: MapFile,
        mapping: CounterMap,
        options: CheckOptions,
        standings: Standings,
    ) -> None:
        self._log, self._module, self._map = log, module, mapfile
        self._mapping, self._options, self._standings = mapping, options, standings
        self._name = PurePath(log.where.path).name
        self._version = log.save.vassal_version if log.save else ""
        self._allowances = allowances(context)
        self._findings: list[LogFinding] = []
        self._moves = MoveJudge(
            context,
            mapfile,
            self._name,
            MoveOptions(
                options.second_actions, options.own, mapping.passive, options.dice_elsewhere
            ),
        )
        self._dice = any(step.signs.dice for step in log.steps)
        self._tracked = any(step.signs.turn for step in log.steps)
        self._markers = MarkerJudge(context, mapfile, mapping, self._name, self._tracked)
        self._setup = self._stacked = 0
        self._game: Game
        self._watch: Watch

    def begin(self, game: Game) -> None:
        """Take over the game as the log restores it.

        :raises InputError: the module has no such map window as the mapping names.
        """
        self._game = game
        layouts, name = self._layouts(game), self._mapping.map
        layout = layouts.get(name)
        if layout is None:
            found = f"a module without a map {name}"
            raise InputError(self._log.where, found, "one of " + ", ".join(layouts))
        reader = CounterReader(self._mapping)
        board = Battlefield(self._map, layout, reader)
        self._watch = Watch(self._mapping, board, reader, self._module.turn_of, self._layouts)
        self._watch.begin(game)

    def _layouts(self, game: Game) -> Mapping[str, MapLayout]:
        return self._module.maps.laid_out(game.boards, self._version)

    def follow(self, moment: Moment) -> None:
        """Judge what a step ends: activations, chits, the markers of a turn."""
        watch = self._watch
        if self._options.play_from == moment.index:
            list(watch.close())
            watch.mug.begun, watch.rolled = True, False
        for event in watch.step(moment):
            self._take(event)

    def findings(self) -> list[LogFinding]:
        """Judge what is still going on at the end of the log, and give all findings."""
        over = not self._watch.mug.begun and self._watch.uses_chits
        for event in self._watch.close():
            self._take(event, last=over)
        self._findings += self._markers.settled()
        return self._findings

    def standing(self, turn: str) -> dict[str, Any]:
        """Say what the Club Route and Victory Points come to, as far as the markers tell."""
        layouts, watch = self._layouts(self._game), self._watch
        snapshot = watch.board.snapshot()
        return self._standings.at(self._map, self._game, snapshot, layouts, watch.reader, turn)

    def _take(self, event: Event, last: bool = False) -> None:
        match event:
            case TurnOver():
                self._findings += self._markers.settled()
            case ChitOut():
                self._findings.append(self._drawn(event))
            case MarkerMoved():
                self._markers.take(event)
            case MarkerTaken():
                self._markers.take_out(event)
            case Closed():
                self._activation(event, last)

    def _drawn(self, event: ChitOut) -> LogFinding:
        """Report how a chit came into play."""
        drawn, chit = event.drawn, event.drawn.chit
        found = LogFinding(
            self._name,
            (event.step,),
            "chit",
            drawn.verdict,
            drawn.why,
            SERIES,
            event.turn,
            chit.name,
            event.player,
            chit.id,
            chit.name,
        )
        if drawn.verdict != "illegal":
            return found
        if drawn.again and not self._tracked:
            return replace(found, verdict="unchecked", needs=(TURN,))
        receipt = refusal(drawn.why, [line_of(drawn.why, SERIES, refuses=True)])
        return replace(found, receipt=receipt, provenance="rulebook")

    def _activation(self, event: Closed, last: bool) -> None:
        track = event.track
        if event.setup:
            if not last:
                self._setup += 1
                return
            why = "no activation chit is drawn in the log: set-up or play"
            need = "from which step on it is play (--play-from)"
            self._findings.append(self._bare(track, why, needs=(need,)))
            return
        if event.chit is None and self._mapping.mug and not track.chit and self._began_without():
            self._findings.append(self._bare(track, "no chit is in play", needs=(BETWEEN,)))
            return
        if event.chit is not None and activates(event.chit, track.counter) is False:
            if self._known(event.chit, event.after):
                self._findings.append(self._out_of_turn(event))
                return
            why = f"{event.chit.name} activates no Unit there is"
            self._findings.append(self._bare(track, why, check="chit", needs=(NOBODY,)))
            return
        now = turn_record(track.turn, self._mapping.year)
        allowance = self._allowance(track.counter)
        self._findings.append(self._moves.judge(track, now, allowance, event.after))
        most = self._options.stacking or self._mapping.most
        if most is None:
            self._stacked += bool(track.drags)
            return
        for hex_, side, count in overstacked(event.after, {track.end}, most, self._mapping.passive):
            if side == track.counter.side:
                fought = event.rolled or self._options.dice_elsewhere
                number = self._map.number(hex_)
                self._findings.append(
                    stacking_finding(self._bare(track), number, side, count, most, fought)
                )

    def _bare(self, track: Track, why: str = "", **more: Any) -> LogFinding:
        """Begin a finding about an activation, without a verdict."""
        return finding_about(track, self._map, self._name, "unchecked", why, **more)

    def _known(self, chit: Counter, after: Snapshot) -> bool:
        """Tell whether a chit's words are those of the Units; a foreign mapping may mix them up."""
        units = (one.counter for one in after.units.values())
        return self._options.own or any(activates(chit, unit) for unit in units)

    def _began_without(self) -> bool:
        return self._options.play_from is None

    def _out_of_turn(self, event: Closed) -> LogFinding:
        """Report a Unit that was moved though the chit in play does not activate it."""
        assert event.chit is not None
        who = event.track.counter
        group = ", ".join(name for name in (who.formation, who.division, who.side) if name)
        why = f"{event.chit.name} does not activate it ({group})"
        found = self._bare(event.track, why, check="chit", rule=SERIES)
        if event.rolled:
            return replace(found, verdict="possible", why=why + ", a retreat may", needs=(RETREAT,))
        if self._options.dice_elsewhere or not self._dice:
            needs = (COMBAT, RETREAT)
            return replace(found, verdict="unchecked", needs=needs)
        receipt = refusal(
            f"{why}; no die was rolled since it was drawn", [line_of(why, SERIES, True)]
        )
        return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")

    def _allowance(self, counter: Counter) -> int | None:
        if counter.ma is not None:
            return counter.ma
        face = "back" if counter.reduced else "front"
        for name in (counter.id, counter.name):
            if (name, face) in self._allowances:
                return self._allowances[name, face]
        return None

    def notes(self) -> list[str]:
        """Say what was not judged, and what nobody told."""
        watch, notes = self._watch, []
        if self._setup:
            notes.append(
                f"{self._setup} Units were moved before the first chit: set-up, not judged"
            )
        if watch.entered:
            notes.append(f"{watch.entered} times a Unit came onto the map: no move, not judged")
        if self._stacked:
            notes.append("stacking is not judged: nobody says how many Units a hex holds")
        if not watch.board.snapshot().units:
            notes.append(
                "no Unit is on the map: no [[units]] row of the mapping fits a piece there"
            )
        for name, steps in sorted(watch.unknown.items()):
            notes.append(f"{name}: moved at step {steps[0]}, but the mapping does not know it")
        accused = any(one.verdict == "illegal" and one.check in FOUGHT for one in self._findings)
        if accused and not (self._dice or self._options.dice_elsewhere):
            notes.append(NO_DICE)
        if not self._options.own:
            notes.append("not a module of ours: what rests on surveyed ground proves nothing")
        return notes


def allowances(context: Context) -> Mapping[tuple[str, str], int]:
    """Read the owner's movement allowances in half-MP, by Unit (id or name) and face."""
    found = {}
    for row in owner_rows(context, "ratings") or ():
        move = row.number("move")
        if move is not None:
            found[row.text("unit"), row.text("face")] = move * 2
    return found
