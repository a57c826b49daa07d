"""Judges a log of a game of one's own by its rules.toml: every unit's turn, stacks, arrivals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.engine.tables import GameRules, QuotaRow
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.arrivals import Arrived, judge_arrivals
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.chat import Roll
from clubroute.rules.logs.check.excuses import ROUND_WAY, SLIPS, Teller
from clubroute.rules.logs.check.explaining import (
    MOST_NEEDS,
    Explained,
    MoveJudge,
    Proof,
    last_no,
)
from clubroute.rules.logs.check.finding import LogFinding, line_of, refusal
from clubroute.rules.logs.check.judge import Told
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.replaying import TurnJudge, sum_of
from clubroute.rules.logs.check.stretches import TurnStretch, beyond, too_many
from clubroute.rules.logs.check.tracks import Die, LogBoard, Snapshot, Standing, Track
from clubroute.rules.logs.game import Game, scenario_noted
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import PieceReader
from clubroute.rules.logs.read import GameLog
from clubroute.rules.plain.book import held_rules
from clubroute.rules.plain.game import PlainGame, due_turn, first_turn, game_of
from clubroute.rules.plain.logcheck.phases import ADVANCE, MOVES, OwnPhases, unit_record
from clubroute.rules.plain.saves import counter_mapping, plain_counter
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scenarios.places import arriving


class OwnBoard(LogBoard):
    """Knows which counters of a game stand in which hexes."""

    game: PlainGame

    def state(self, snapshot: Snapshot) -> dict[str, Any]:
        """Make a state for the rules' methods, as JSON values."""
        number = self.map.number
        units = [unit_record(self.game, one, number(one.hex)) for one in snapshot.seen()]
        return {"units": units}


class OwnMoveJudge(MoveJudge):
    """Judges units' turns in a log of a game. ``advances`` are the turns that ended with one,
    ``went`` those that a phase explains in which only so many move."""

    def __init__(
        self, context: Context, board: OwnBoard, log: str, rules: GameRules, phases: OwnPhases
    ) -> None:
        super().__init__(context, board.map, log, phases)
        self._board, self._rules, self.phases = board, rules.plain, phases
        move = self._rules.move
        self.series = self._rules.short if move is None else move.rule
        self.advances: list[Track] = []
        self.went: list[tuple[QuotaRow, Track]] = []

    def lost(self, states: Iterable[str]) -> str:
        """Name states in words."""
        return " and ".join(one.replace("_", " ") for one in states)

    def single(self, found: Explained) -> bool:
        """Tell whether a way is a single move."""
        moves = {row.name or "movement" for row in self.phases.rows if row.does in MOVES}
        return len(found.phases) == 1 and found.phases[0] in moves

    def granted(self, track: Track, found: Explained) -> LogFinding:
        """Report a way that phases explain."""
        one = self.single(found)
        told = found.price if one else ", then ".join(found.phases)
        how = SLIPS if found.slips else ROUND_WAY.how if found.round else ""
        why = f"legal as {told}, {how}" if how else f"legal as {told}"
        if found.phases[-1:] == (ADVANCE,):
            self.advances.append(track)
        turns = self._rules.turns
        for quota in turns.quotas if turns is not None and not found.needs else ():
            ranks = {track.counter.kind, self._rules.classes.get(track.counter.kind)}
            if quota.phase in found.phases and (not quota.of or not ranks.isdisjoint(quota.of)):
                self.went.append((quota, track))
        if found.needs:
            return self.finding(track, "unchecked", why, needs=found.needs[:MOST_NEEDS])
        sure = one and not how
        return self.finding(track, "legal" if sure else "possible", why)

    def joined_enemies(self, track: Track, doubts: Collection[str]) -> LogFinding:
        """Report a unit that stays in a hex with enemies."""
        return self.accused(track, self.stepped(track), doubts)

    def refused(self, track: Track, doubts: Collection[str]) -> LogFinding:
        """Report a way that no phases explain, with the proof."""
        late = next((drag.late for drag in track.drags if drag.late), "")
        proof = self.proof(track)
        if late and (proof is None or proof.verdict != "illegal"):
            turns = self._rules.turns
            rule = self.series if turns is None else turns.rule
            why = f"{late}: the movement of its side was over"
            proof = Proof("", {}, refusal(why, [line_of(why, rule, refuses=True)]))
        return self.accused(track, proof, doubts)

    def proof(self, track: Track) -> Proof | None:
        """Prove that there is no such way: that hex by hex it is none, else that none leads to the
        last hex, or to one of those between, or that all of them together are too much."""
        row = self.phases.moves_in(track.counter.side)
        if row is None:
            return None
        first, ways = track.drags[0], [track.start, *(drag.hex for drag in track.drags)]
        if self.phases.walked_out(ways):
            found = self.phases.check(track, row, first, ways, first.before)
            if found is not None and found.verdict != "legal":
                return found
        if track.end != track.start:
            found = self.phases.best(track, row, first, track.start, track.end, first.before)
            if found is not None and found.verdict == "illegal":
                return found
        here, open_ = track.start, None
        for drag in track.drags:
            found = self.phases.best(track, row, drag, here, drag.hex, drag.before)
            if found is None or found.verdict == "illegal":
                return found
            open_ = found if found.verdict != "legal" else open_
            here = drag.hex
        if open_ is not None:
            return open_
        over = "its ways together are more than one phase allows"
        return Proof("", {}, refusal(over, [line_of(over, self.series, refuses=True)]))

    def stepped(self, track: Track) -> Proof | None:
        """Prove that the last step, into a hex with enemies, is none."""
        last = track.drags[-1]
        ways = [track.start, *(drag.hex for drag in track.drags)]
        row = self.phases.moves_in(track.counter.side)
        if row is None:
            return None
        return self.phases.best(track, row, last, ways[-2], last.hex, last.before)


class OwnStretch(TurnStretch):
    """Follows units through a stretch. ``told`` is the scenario that is played, as far as known."""

    def __init__(
        self,
        board: OwnBoard,
        moves: OwnMoveJudge,
        teller: Teller,
        rules: GameRules,
        told: ToldScenario | None,
        seen: tuple[bool, bool],
    ) -> None:
        super().__init__(board, moves, teller, *seen)
        self.moves, self._rules, self._told = moves, rules.plain, told
        self._began: dict[str, SeenCounter] = {}
        self._arrived: dict[str, Arrived] = {}

    def open(self, turn: str, number: int | None) -> None:
        """Begin a turn."""
        super().open(turn, number)
        self.moves.phases.turn = number

    def may_begin(self, side: str) -> bool:
        """Tell whether a side's player turn may still come, as the phases follow one another."""
        turns = self._rules.turns
        rows = [one.side for one in turns.phases] if turns is not None else []
        if not rows:
            return side not in self.acted
        at = 0
        for one in (*self.acted, side):
            later = range(at, len(rows))
            found = next((n for n in later if rows[n] in ("", one)), None)
            if found is None:
                return False
            # A phase of both sides' goes on; one of a side's own is over as another moves.
            at = found
        return True

    def most_retreat(self, who: str, roll: int | None = None) -> int:
        """Tell how many hexes the tables make a unit retreat at most."""
        return self.moves.phases.most_retreat(who, roll)

    def fights(self, die: Die, foes: Iterable[str]) -> bool:
        """Tell whether dice were those of combat, after which by the phases nobody moves."""
        turns = self._rules.turns
        return die.total is not None and turns is not None and bool(turns.phases)

    def shed(self, id_: str, counter: SeenCounter) -> tuple[str, ...]:
        """Tell which states that change how it moves a unit has lost in the turn."""
        began = self._began.get(id_)
        rows = self._rules.states.values()
        slow = (one.name for one in rows if one.move is not None or one.classes)
        return tuple(n for n in slow if began and began.is_(n) and not counter.is_(n))

    def turned(self, step: int, id_: str, was: Standing, now: Standing, player: str) -> None:
        """Take note of how a unit stood before anything was put on it or taken off it."""
        self._began.setdefault(id_, was.counter)

    def markers(self, step: int, before: Snapshot, after: Snapshot, player: str) -> None:
        """Judge nothing: no table tells of markers."""

    def came(self, step: int, id_: str, now: Standing, player: str) -> None:
        """Take note of a unit that came onto the map."""
        self.entered(id_, now, player)
        listed = arriving(self._told, now.counter.id, now.counter.name)
        if listed is None:
            self.unlisted += 1
        else:
            self._arrived[id_] = Arrived(step, now.hex, player, (listed,))

    def ended(self, after: Snapshot, over: bool) -> None:
        """Judge advances, arrivals and stacks."""
        row, game = self._rules.advance, self.moves.phases.game
        if row is not None and row.units is not None:
            hexes: dict[tuple[str, int], list[Track]] = {}
            for track in self.moves.advances:
                hexes.setdefault((track.counter.side, track.end), []).append(track)
            for (_, hex_), tracks in hexes.items():
                what = f"unit that advances into {self.teller.number(hex_)}"
                beyond(self.teller, tracks, row.units, what, row.rule)
        self.moves.advances.clear()
        for quota in dict.fromkeys(one for one, _ in self.moves.went):
            for side in game.sides:
                went = [
                    track
                    for one, track in self.moves.went
                    if one is quota and track.counter.side == side
                ]
                what = f"unit that moves in {quota.phase}"
                beyond(self.teller, went, quota.most, what, quota.rule)
        self.moves.went.clear()

        known = self.tracks
        arrived = [(came, known[id_]) for id_, came in self._arrived.items() if id_ in known]
        judge_arrivals(
            self.teller, self.moves, arrived, self.number, partial(due_turn, game), self.tracked
        )
        self.judge_stacks(after, over)
        self._began.clear()
        self._arrived.clear()

    def judge_stacks(self, after: Snapshot, over: bool) -> None:
        """Judge the hexes that units were put into."""
        for (hex_, side), who in sorted(self.joined.items()):
            there = {
                one.counter.piece: one
                for one in after.seen()
                if one.hex == hex_ and one.counter.side == side
            }
            state = self.board.state(Snapshot(there, {}))
            asked = {"map": self.board.map.window, "hex": self.teller.number(hex_), "side": side}
            turn = {} if self.number is None else {"turn": self.number}
            proof = self.moves.ask("stacking.check", {**asked, "state": state | turn})
            if proof is None or proof.verdict != "illegal":
                continue
            line = last_no(proof.receipt)
            why = f"{side} units in {self.teller.number(hex_)}: {line.get('why', 'too many')}"
            cite = str(line.get("rule", self.moves.series))
            self.teller.findings.append(too_many(self.teller, proof, who, hex_, why, cite, over))


class OwnReferee:
    """Knows the counters of a game's module (:class:`clubroute.rules.logs.check.judge.Referee`)."""

    deck = ""
    """No cards say who may act."""

    def __init__(self, context: Context, id_: str) -> None:
        self._context, self._id = context, id_

    def window(self, module: str) -> str:
        """Return the game's map."""
        return self._id

    def judge(self, log: GameLog, module: Module, told: Told) -> OwnJudge:
        """Name a judge for a log. :raises InputError: mistakes in the game's rules."""
        return OwnJudge(self._context, log, module, self._id, told)


class OwnJudge(TurnJudge):
    """Judges one log (:class:`clubroute.rules.logs.check.judge.Judge`)."""

    def __init__(
        self, context: Context, log: GameLog, module: Module, id_: str, told: Told
    ) -> None:
        self.game = game_of(id_)
        country = map_of(context, id_)
        self.rules = held_rules(context, self.game, country)
        super().__init__(context, log, module, country, counter_mapping(self.game), told)

    def opened(self, game: Game, layout: MapLayout, turn: str, first: bool) -> None:
        """Make the board, the teller, what judges moves, and the stretch."""
        board = OwnBoard(self.map, layout, PieceReader(self.mapping, plain_counter), self.piles)
        board.game, self.board = self.game, board
        board.put(game.pieces.items())
        noted = scenario_noted(self.game.id, game)
        told, begins = self.scenario(noted, board.snapshot(), self.turn_number(turn))
        phases = OwnPhases(self.context, board, self.game, self.rules)
        moves = OwnMoveJudge(self.context, board, self.name, self.rules, phases)
        self.moves = moves
        self.teller = Teller(self.map, self.name, first and not begins, moves.series)
        seen = self.frame.tracked, self.untold
        self.stretch = OwnStretch(board, moves, self.teller, self.rules, told, seen)
        if begins:
            self.stretch.early = False

    def scenario(
        self, noted: ToldScenario | None, board: Snapshot, turn: int | None
    ) -> tuple[ToldScenario | None, bool]:
        """Find the scenario that is played, and whether the log begins with its set-up, so that
        nothing was done before it."""
        there = {(one.counter.id, self.map.number(one.hex)) for one in board.units.values()}
        many = [noted] if noted is not None else []
        many += [find_scenario(self.game.id, id_) for id_ in scenario_files(self.game.id)]
        for told in many:
            rows = [(row.unit, row.hex) for row in told.scenario.units if row.standing]
            placed = [(unit, self.map.number(self.map.known(hex_ or ""))) for unit, hex_ in rows]
            first = first_turn(self.game, told.scenario)
            if placed and there.issuperset(placed) and turn == first:
                return told, True
        return noted, False

    def turn_number(self, text: str) -> int | None:
        """Read the number of a turn of the tracker."""
        turns = [f"{day} {time}" for day, time in self.game.turns]
        return turns.index(text) + 1 if text in turns else None

    def thrown(self, rolls: Sequence[Roll]) -> int | None:
        """Add up the dice of the combat table."""
        combat = self.rules.plain.combat
        return None if combat is None else sum_of(rolls, combat.dice)

    def standing(self, turn: str) -> dict[str, Any]:
        """Count the units of each side on the map."""
        sides = [one.counter.side for one in self.board.snapshot().seen()]
        return {"turn": turn, "units": {name: sides.count(name) for name in self.game.sides}}

    def series_notes(self) -> Sequence[str]:
        """Say what no table tells."""
        rows = self.rules.plain.unjudged.items()
        return [f"{name.replace('_', ' ')} is not judged ({row.rule})" for name, row in rows]
