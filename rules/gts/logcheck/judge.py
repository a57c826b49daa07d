"""Judges a log as it is replayed: every activation, chit and Club Route marker of it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.games import SERIES as GTS
from clubroute.rules.gts.logcheck.activations import ActivationJudge
from clubroute.rules.gts.logcheck.board import Battlefield, Snapshot
from clubroute.rules.gts.logcheck.chits import (
    PLACED,
    SERIES,
    Oddities,
    night_chit,
)
from clubroute.rules.gts.logcheck.club_route import MarkerJudge, Standings
from clubroute.rules.gts.logcheck.counters import CounterMap, CounterReader
from clubroute.rules.gts.logcheck.excuses import CheckOptions
from clubroute.rules.gts.logcheck.moves import MoveJudge
from clubroute.rules.gts.logcheck.one_activation import OneActivation, under_way
from clubroute.rules.gts.logcheck.placed import PlacedJudge, begins
from clubroute.rules.gts.logcheck.track import (
    ChitBack,
    ChitOut,
    ChitTakenUp,
    Circumstances,
    Closed,
    Drag,
    Event,
    MarkerMoved,
    MarkerTaken,
    PutDown,
    TakenBack,
    Track,
    TurnOver,
)
from clubroute.rules.gts.logcheck.watch import LogWatch
from clubroute.rules.gts.position.position import turn_record
from clubroute.rules.kit.log_frame import LogFrame
from clubroute.rules.logs.check.finding import LogFinding, line_of, refusal
from clubroute.rules.logs.check.judge import Told, UnderWay
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.places import UnplacedMoves
from clubroute.rules.logs.check.replaying import unknown_notes
from clubroute.rules.logs.check.throws import Heard, Throws
from clubroute.rules.logs.game import Game, scenario_noted
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment

BY_PIECE = ("entered", "spent", "went", "went_before", "assaults", "crowded", "slips")
"""What a log leaves that is told of pieces."""
FOUGHT = ("move", "stacking", "chit")
"""The checks whose finding a retreat may explain."""
NO_DICE = (
    "no dice are in the log: if they were rolled elsewhere, a retreat may be what is illegal here "
    "(--dice-elsewhere)"
)
MISTAKE = "whether it was drawn by mistake: nobody can unsee it"
TURN = "the turn: the log never moves the turn tracker"
ALLOWED = frozenset(field.name for field in fields(CheckOptions)) - {"own"}
"""What may be told of how a log is judged."""


class GtsReferee:
    """Knows the counters of modules by a mapping; ``own``: these are ours, which show our map.

    ``scenario`` is what Victory Points are counted for, "" for none.
    """

    def __init__(
        self, context: Context, mapping: CounterMap, own: bool = True, scenario: str = ""
    ) -> None:
        self._context = context
        self._mapping = mapping
        self._own = own
        self._standings = Standings(context, mapping, scenario)

    @property
    def deck(self) -> str:
        """Return the name of the mug that activation chits are drawn from, "" if there is none."""
        return self._mapping.mug

    def window(self, module: str) -> str:
        """Return the map that a module is played on, "" if it is not known."""
        return self._mapping.window(module)

    def judge(self, log: GameLog, module: Module, told: Told) -> GtsJudge:
        """Name a judge for a log.

        :raises InputError: the mapping names no map for the module, or one that is not built, or
            the module has no such map window, or an owner's table is wrong.
        """
        options = CheckOptions(self._own, **{n: told[n] for n in told if n in ALLOWED})
        mapfile = map_of(self._context, self._mapping.map_of(module.name, Where("module")))
        return GtsJudge(
            self._context, log, module, mapfile, self._mapping, options, self._standings
        )


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
        self._throws = Throws.of(options.throws)
        self._frame = LogFrame.of(log, module)
        self._name = self._frame.name
        self._findings: list[LogFinding] = []
        self._moves = moves = MoveJudge(
            context,
            mapfile,
            self._name,
            options,
            mapping.passive,
            "" if options.own else module.name,
        )
        self._dice, self._tracked = self._frame.dice, self._frame.tracked
        self._markers = MarkerJudge(context, mapfile, mapping, self._name, self._tracked)
        one = OneActivation(context, mapfile, self._name, mapping, options, moves, self._dice)
        self._activations = ActivationJudge(one, self._findings)
        passive, own = mapping.passive, options.own
        name, year = self._name, mapping.year
        self._placed = PlacedJudge(context, mapfile, name, passive, own, year, self._leads)
        self._game: Game
        self._watch: LogWatch

    def begin(self, game: Game, before: Mapping[str, Any] | None = None) -> None:
        """Take over the game as the log restores it, and what the log before it left.

        :raises InputError: the module has no such map window as the mapping names.
        """
        self._game = game
        if self._options.own:
            noted = scenario_noted(GTS.id, game)
            self._moves.scenario = None if noted is None else noted.scenario.id
            self._placed.told = noted
        name = self._mapping.map
        layout = self._frame.layout(self._frame.layouts(game), name)
        reader = CounterReader(self._mapping)
        board = Battlefield(self._map, layout, reader, self._options.piles or ())
        oddities = Oddities(self._map, self._name, self._mapping.passive)
        turn_of = self._module.turn_of
        unplaced = UnplacedMoves(self._name, name)
        self._watch = LogWatch(
            self._mapping,
            board,
            reader,
            turn_of,
            self._frame.layouts,
            oddities,
            unplaced,
            Heard.of(self._options.announced, self._options.events),
            (self._options.announcing_marker or "").strip().casefold(),
            self._throws,
        )
        board.put(game.pieces.items())
        told, year = self._placed.told, self._mapping.year
        fresh = begins(told, self._map, board.snapshot(), turn_of(game), year)
        self._watch.begin(game, before, fresh)
        now = board.snapshot()
        if before is not None:
            self._activations.resume(before, now, self._watch.mug.current)
        elif self._watch.lone:
            # An Assault may be in progress.
            held = list(now.held.values())
            self._activations.asks = any(a & b for a, b in combinations(held, 2))

    def follow(self, moment: Moment) -> None:
        """Judge what a step ends: activations, chits, the markers of a turn."""
        watch = self._watch
        if self._options.play_from == moment.index:
            list(watch.close())
            watch.begin_play()
        for event in watch.step(moment):
            self._take(event)

    def under_way(self, piece: str, to: str | None = None) -> UnderWay | None:
        """Say what goes on with a Unit, or would if it were dragged to a hex, and go on."""
        watch, one = self._watch, self._activations.one
        goal = None if to is None else hex_id(self._map, to)
        id_ = watch.board.unit_of(piece)
        event = None if goal == NOWHERE else watch.going_on(id_, goal)
        if event is None:
            return None
        now = under_way(one, event)
        if now.finding is None or now.finding.verdict != "illegal":
            return now
        # What it did before may excuse it: never is more said than the log's check would say.
        return replace(now, finding=self._activations.so_far(event, now.finding))

    def findings(self) -> list[LogFinding]:
        """Judge what is still going on at the end of the log, and give all findings."""
        over = not self._watch.mug.begun and self._watch.uses_chits
        for event in self._watch.close(over=False):
            self._take(event, last=over)
        board = self._watch.board.snapshot()
        self._settle(board)
        self._activations.lie(board)
        self._activations.unsettled()
        self._findings += self._markers.settled()
        self._findings += self._watch.unplaced.findings()
        return self._findings

    def leaves(self) -> dict[str, Any]:
        """Tell what the judge of a log that continues this one must know."""
        left = {**self._watch.leaves(), **self._activations.leaves()}
        named = self._watch.board.piece_of
        for name in BY_PIECE:
            told = left[name]
            left[name] = (
                {named(piece): value for piece, value in told.items()}
                if isinstance(told, dict)
                else sorted(map(named, told))
            )
        return left

    @property
    def asks(self) -> bool:
        """Tell whether what came before the log may change a finding, or what it leaves."""
        return self._activations.asks or self._watch.lone

    @property
    def awaits(self) -> bool:
        """Tell whether a log that goes on where this one ends has to settle a finding."""
        return self._activations.awaits

    def standing(self, turn: str) -> dict[str, Any]:
        """Say what the Club Route and Victory Points come to, as far as the markers tell."""
        layouts, watch = self._frame.layouts(self._game), self._watch
        snapshot = watch.board.snapshot()
        return self._standings.at(self._map, self._game, snapshot, layouts, watch.reader, turn)

    def _take(self, event: Event, last: bool = False) -> None:
        match event:
            case TurnOver():
                self._findings += self._markers.settled()
            case LogFinding():
                self._findings.append(event)
            case ChitOut() | ChitTakenUp():
                board = self._watch.board.snapshot()
                self._settle(board)
                self._activations.still_so(board, event.step, event.player, event.turn)
                self._activations.next_chit()
                if isinstance(event, ChitOut):
                    self._findings.append(self._drawn(event))
            case ChitBack():
                self._activations.chit_back()
                self._findings.append(self._put_back(event))
            case MarkerMoved():
                self._markers.take(event)
            case PutDown():
                self._placed.take(event)
            case TakenBack():
                self._activations.taken_back(event.pieces)
            case MarkerTaken():
                self._markers.take_out(event)
            case Closed():
                self._activations.take(event, last)

    def _leads(self, put: PutDown, entry: int) -> bool:
        """Tell whether a Unit may have come in by a hex and moved on under the chit in play: that
        the log does not show it is one excuse, and a Second Action would be another. Nobody moves
        between two chits."""
        who, chit, mug = put.now.counter, put.chit, self._watch.mug
        if chit is None and self._watch.uses_chits and not mug.lying:
            return put.now.hex == entry
        track = Track(who, entry, put.player, put.turn, chit.name if chit else "", True, who)
        if put.now.hex != entry:
            track.legs.append(Drag(put.step, put.now.hex, who.column, put.before))
        told = Circumstances()
        one = self._activations.one
        options, moves = replace(self._options, second_actions=False), copy(one.moves)
        moves.options = options
        alone = replace(one, moves=moves, options=options)
        found = alone.judged(Closed(track, chit, False, put.before, told))
        return found.verdict != "illegal"

    def _put_back(self, event: ChitBack) -> LogFinding:
        """Report a chit that was drawn, seen and put back."""
        return LogFinding(
            self._name,
            (event.step,),
            "chit",
            "unchecked",
            "drawn and put back before anything moved",
            SERIES,
            event.turn,
            event.chit.name,
            event.player,
            event.chit.id,
            event.chit.name,
            needs=(MISTAKE,),
        )

    def _settle(self, board: Snapshot) -> None:
        """Judge what another chit, or the end of the log, ends."""
        self._findings += self._placed.settled(board)
        self._activations.settle(board)

    def _drawn(self, event: ChitOut) -> LogFinding:
        """Report how a chit came into play."""
        drawn, chit = event.drawn, event.drawn.chit
        doubtful = drawn.verdict != "illegal" and drawn.why == PLACED
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
            needs=(TURN,) if doubtful else (),
        )
        now = turn_record(event.turn, self._mapping.year)
        rule = night_chit(self._map.window, chit, now)
        if rule and drawn.verdict == "legal":
            why = f"no Formation chit of {chit.division} is in the mug in a night turn"
            found = replace(found, why=why, rule=rule, verdict="unchecked", needs=(TURN,))
            if self._tracked:
                receipt = refusal(why, [line_of(why, rule, refuses=True)])
                found = replace(found, verdict="illegal", needs=(), receipt=receipt)
                return replace(found, provenance="rulebook")
            return found
        if drawn.verdict != "illegal":
            return found
        if drawn.again and not self._tracked:
            return replace(found, verdict="unchecked", needs=(TURN,))
        receipt = refusal(drawn.why, [line_of(drawn.why, SERIES, refuses=True)])
        return replace(found, receipt=receipt, provenance="rulebook")

    def notes(self) -> list[str]:
        """Say what was not judged, and what nobody told."""
        watch, notes = self._watch, []
        if self._activations.setup:
            notes.append(
                f"{self._activations.setup} Units were moved before the first chit: set-up, not "
                "judged"
            )
        if watch.entered:
            notes.append(f"{watch.entered} times a Unit came onto the map: no move, not judged")
        if self._activations.unstacked:
            notes.append("stacking is not judged: how many Units a hex holds is not said")
        none = "" if watch.board.snapshot().units else "Unit"
        notes += unknown_notes(none, self._options.own, watch.unplaced, watch.unknown)
        accused = any(one.verdict == "illegal" and one.check in FOUGHT for one in self._findings)
        if accused and not (self._dice or self._options.dice_elsewhere):
            notes.append(NO_DICE)
        if not self._options.own:
            notes.append("not a module of ours: what rests on surveyed ground proves nothing")
        return notes
