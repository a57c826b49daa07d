"""Finds the phases of a game's turn that explain where a unit was put in it, by the game's tables.

What a phase allows is asked of the same methods that players ask: ``move.check`` and ``move.best``,
``combat.retreat`` and ``combat.advance``.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.fight_tables import BY_CLASS, SUM, Fate
from clubroute.rules.engine.tables import GameRules, PhaseRow
from clubroute.rules.logs.check.excuses import ADVANCED, FELL_BACK, ROUND_WAY, UNSEEN_DIE
from clubroute.rules.logs.check.explaining import Explained, FallenDice, Proof, WayExplainer
from clubroute.rules.logs.check.stretches import ATTACKER, NEAR_FIGHT
from clubroute.rules.logs.check.tracks import Drag, LogBoard, Snapshot, Standing, Track
from clubroute.rules.plain.game import PlainGame
from clubroute.rules.plain.movement.mover import WHEN

MOVES, COMBAT = WHEN["move"], "combat"
"""What is done in a phase that puts units elsewhere."""
ADVANCE, RETREAT = "an advance", "a retreat"
UNTOLD = (PhaseRow("", "", COMBAT), PhaseRow("", "", MOVES[0]), PhaseRow("", "", COMBAT))
"""The phases of a turn whose tables name none: a side moves once, and combat may come before it and
after it."""
ANY_ROLL = range(-99, 100)
MOST_RETREAT = 4
"""Hexes that a retreat may lead where no table tells."""


class OwnPhases(WayExplainer):
    """Explains ways on one map by a game's rules; ``turn`` is the number of the turn that goes on,
    None if it is not known."""

    def __init__(
        self, context: Context, board: LogBoard, game: PlainGame, rules: GameRules
    ) -> None:
        self._context, self._board, self.map = context, board, board.map
        self.game, self._rules = game, rules
        self.turn: int | None = None
        turns = rules.plain.turns
        self.rows = (turns.phases if turns is not None else ()) or UNTOLD
        self._asked: dict[tuple[str, str], Proof | None] = {}
        self._retreats: dict[tuple[str, int | None], int] = {}

    # Which phases there are.

    def order(self, track: Track) -> Sequence[str]:
        """List the numbers of the phases in which a unit may go somewhere."""
        side = track.counter.side
        return [
            str(at)
            for at, row in enumerate(self.rows)
            if row.does == COMBAT or (row.does in MOVES and row.side in ("", side))
        ]

    def moves_in(self, side: str) -> PhaseRow | None:
        """Find the first phase in which a side moves, None if it has none."""
        rows = (row for row in self.rows if row.does == MOVES[0])
        return next((row for row in rows if row.side in ("", side)), None)

    def fought_in(self, side: str) -> int:
        """Find the first phase in which a side attacks, one after all others if there is none."""
        fights = (n for n, row in enumerate(self.rows) if row.does == COMBAT and row.side == side)
        return next(fights, len(self.rows))

    def most_retreat(self, who: str, roll: int | None = None) -> int:
        """Tell how many hexes a side retreats at most by any column, by a roll if one is given."""
        found = self._retreats.get((who, roll))
        if found is None:
            found = self._retreats[who, roll] = self._most_retreat(who, roll)
        return found

    def _most_retreat(self, who: str, roll: int | None) -> int:
        """Read it from the tables."""
        fates = list(self.fates(who, roll))
        if self._rules.plain.combat is None or self._rules.plain.retreat is None:
            return MOST_RETREAT
        usual = self._rules.plain.retreat.hexes.values.values()
        most = max((one for one in usual if isinstance(one, int)), default=1)
        return max((most if one.retreat == BY_CLASS else one.retreat for one in fates), default=0)

    def fates(self, who: str, roll: int | None = None) -> Iterator[Fate]:
        """List what a roll may do to a side, by any column and by whatever is added to the roll."""
        tables, table = self._rules.plain, self._rules.plain.combat
        if table is None:
            return
        ground = (*tables.terrain.values(), *tables.hexside.values())
        dice = [*(one.die for one in ground), *(one.die for one in table.modifiers)]
        less, more = sum(one for one in dice if one < 0), sum(one for one in dice if one > 0)
        most = table.most_die
        if most is not None:
            less, more = max(less, -most), min(more, most)
        known = roll is not None and table.by != SUM
        for one in range((roll or 0) + less, (roll or 0) + more + 1) if known else ANY_ROLL:
            for column in range(len(table.columns)):
                cell = table.cell(one, column)
                yield cell.attacker if who == ATTACKER else cell.defender

    # What they allow.

    def segment(
        self, track: Track, phase: str, ways: Sequence[int], i: int, j: int
    ) -> Explained | None:
        """Explain the drags from the i-th to before the j-th by one phase."""
        at, drags = int(phase), track.drags[i:j]
        row, side = self.rows[at], track.counter.side
        if row.does in MOVES:
            if any(drag.late for drag in drags) and at < self.fought_in(side):
                return None
            return self.moved(track, phase, drags, ways[i : j + 1])
        found = self.hopped(track, phase, drags, ways[i], ways[j])
        # A unit may fight more than once in a phase: each time a die falls.
        for k in range(i + 1, j) if found is None else ():
            before = self.hopped(track, phase, track.drags[i:k], ways[i], ways[k])
            after = None if before is None else self.segment(track, phase, ways, k, j)
            if before is not None and after is not None:
                return before.then(after)
        return found

    def moved(
        self, track: Track, phase: str, drags: Sequence[Drag], ways: Sequence[int]
    ) -> Explained | None:
        """Explain drags by one move: hex by hex as it was dragged, else by the cheapest ways."""
        row, found = self.rows[int(phase)], list[Explained]()
        for board in self.boards(track, drags, ways[-1]):
            for path, round_ in self.paths(track, row, drags, ways, board):
                proof = self.check(track, row, drags[0], path, board)
                if proof is None or proof.verdict == "illegal":
                    continue
                needs = () if proof.verdict == "legal" else tuple(need_texts(proof.receipt))
                spent = int(2 * proof.receipt.get("total", 0))
                name = row.name or "movement"
                most = 0 if needs else self.allowance(proof)
                found.append(Explained((name,), spent, most, needs, round=round_))
                if not needs and not round_:
                    return found[-1]
        return min(found, key=lambda one: one.doubt, default=None)

    def boards(self, track: Track, drags: Sequence[Drag], to: int) -> Iterator[Snapshot]:
        """List the boards that drags may have been made on: as the first was, as the last was, and
        without the friends where they end, who may have left by the end of the turn. Whoever are
        too many then, is judged by the hex."""
        first, last, side = drags[0].before, drags[-1].before, track.counter.side
        yield first
        if last is not first:
            yield last
        row = self._rules.plain.stacking
        joined = [id_ for id_, one in last.units.items() if one.hex == to]
        if joined and row is not None and not row.always.of(self.map.terrain_of(to)):
            left = {
                id_: one
                for id_, one in last.units.items()
                if id_ not in joined or one.counter.side != side
            }
            yield replace(last, units=left)

    def paths(
        self,
        track: Track,
        row: PhaseRow,
        drags: Sequence[Drag],
        ways: Sequence[int],
        board: Snapshot,
    ) -> Iterator[tuple[list[int], bool]]:
        """List the ways that drags may stand for: hexes, and whether one leads round a step that
        was shown."""
        if self.walked_out(ways):
            yield list(dict.fromkeys(ways)) if len(ways) == 2 else list(ways), False
        path, round_ = [ways[0]], False
        for a, b in pairwise(ways):
            best = self.best(track, row, drags[0], a, b, board)
            leg = [] if best is None else best.receipt.get("path", [])
            if not leg:
                return
            ids = [self.map.known(one["hex"]) for one in leg]
            round_ = round_ or (self.beside(a, b) and len(ids) > 2)
            path += ids[1:]
        if ROUND_WAY.holds(round_) or not round_:
            yield path, round_

    def allowance(self, proof: Proof) -> int:
        """Read what a move may cost from its answer's first line; 0 if it does not say."""
        words = str(proof.receipt.get("summary", "")).partition(" of ")[2].split()
        try:
            return int(2 * float(words[0])) if words else 0
        except ValueError:
            return 0

    def hopped(
        self, track: Track, phase: str, drags: Sequence[Drag], a: int, b: int
    ) -> Explained | None:
        """Explain drags by combat: an advance into a hex enemies held, or a retreat."""
        first, last, dice = drags[0], drags[-1], FallenDice.before(track, drags)
        whose, side = self.rows[int(phase)].side, track.counter.side
        own = side if whose in ("", side) else ""
        went = bool(own) and b in last.left and self.advances(track, first, a, b)
        sides = [who for who in ("A", "D") if own or who == "D"]
        sides = sides if not own or not whose else ["A"]
        if dice.fell:
            near = [die for die in dice.shown if die.beside(self.map, a, side)]
            took = [die for die in near if b in die.beside(self.map, a, side).values()]
            cleared = any(
                fate.retreat or fate.steps or fate.eliminated
                for die in took
                for fate in self.fates("D", die.total)
            )
            if ADVANCED.holds(went and (dice.hidden or cleared)):
                return Explained((ADVANCE,))
            for who in sides:
                boards = [
                    (board, die.attacker if who == "A" else die.defender)
                    for die in near
                    for board in (die.before, first.before)
                ]
                if dice.hidden and self.met(track, first, a):
                    boards.append((first.before, self.most_retreat(who)))
                found = self.retreats(track, first, a, b, boards)
                if FELL_BACK.holds(found is not None):
                    return found
        if UNSEEN_DIE.holds(dice.unseen and self.met(track, first, a)):
            boards = [(first.before, max(map(self.most_retreat, sides)))]
            if went or self.retreats(track, first, a, b, boards) is not None:
                return Explained((ADVANCE if went else RETREAT,), needs=UNSEEN_DIE.needs)
        return None

    def advances(self, track: Track, drag: Drag, a: int, b: int) -> bool:
        """Tell whether a unit may advance into a hex that its enemies have left."""
        if self._rules.plain.advance is None:
            return self.beside(a, b)
        side = track.counter.side
        gone = {
            id_: one
            for id_, one in drag.before.units.items()
            if one.hex != b or one.counter.side in ("", side)
        }
        board = replace(drag.before, units=gone)
        params = {"from": self.map.number(a), "to": self.map.number(b)}
        proof = self.ask("combat.advance", track, drag, a, board, params)
        return proof is not None and proof.verdict != "illegal"

    def retreats(
        self,
        track: Track,
        drag: Drag,
        a: int,
        b: int,
        boards: Collection[tuple[Snapshot, int]],
    ) -> Explained | None:
        """Explain a way by a retreat of so many hexes at most, on a board as dice fell."""
        for board, most in boards:
            if not self.map.between(a, b) <= most:
                continue
            if self._rules.plain.retreat is None:
                return Explained((RETREAT,), needs=("how units retreat: no table tells",))
            for many in range(1, most + 1):
                params = {"from": self.map.number(a), "hexes": many}
                foes = [one for one in board.foes(track.counter.side) if self.near(one, a)]
                if self._rules.plain.retreat.beside:
                    params["attackers"] = [self.record(one) for one in foes]
                proof = self.ask("combat.retreat", track, drag, a, board, params)
                if proof is None or proof.verdict == "illegal":
                    continue
                if self.map.number(b) in proof.receipt.get("hexes", ()):
                    return Explained((RETREAT,))
                if proof.verdict == "undetermined":
                    return Explained((RETREAT,), needs=tuple(need_texts(proof.receipt)))
        return None

    def met(self, track: Track, drag: Drag, hex_: int) -> bool:
        """Tell whether an enemy is so near that he may have fought with a unit."""
        foes = drag.before.foes(track.counter.side)
        return any(self.map.between(one.hex, hex_) <= NEAR_FIGHT for one in foes)

    def near(self, one: Standing, hex_: int) -> bool:
        """Tell whether a unit stands beside a hex."""
        return self.map.between(one.hex, hex_) == 1

    # What is asked.

    def check(
        self, track: Track, row: PhaseRow, drag: Drag, path: Sequence[int], board: Snapshot
    ) -> Proof | None:
        """Ask whether a unit may go a way."""
        params = {"path": [self.map.number(one) for one in path], **self.phase_of(row)}
        return self.ask("move.check", track, drag, path[0], board, params | self.leaves(track))

    def best(
        self, track: Track, row: PhaseRow, drag: Drag, a: int, b: int, board: Snapshot
    ) -> Proof | None:
        """Ask for the cheapest way."""
        params = {"from": self.map.number(a), "to": self.map.number(b), **self.phase_of(row)}
        return self.ask("move.best", track, drag, a, board, params | self.leaves(track))

    def phase_of(self, row: PhaseRow) -> dict[str, Any]:
        """Say the phase, where it has a name."""
        return {"phase": row.name} if row.name else {}

    def leaves(self, track: Track) -> dict[str, Any]:
        """Say which states it leaves before it moves, by the rows that tell how."""
        names = [name for name in track.shed if self._rules.plain.states[name].drop is not None]
        return {"first": names} if names else {}

    def ask(
        self,
        method: str,
        track: Track,
        drag: Drag,
        at: int,
        board: Snapshot,
        params: Mapping[str, Any],
    ) -> Proof | None:
        """Ask a method about a unit in a hex; None if it cannot be asked so."""
        state = self._board.state(board)
        if self.turn is not None:
            state["turn"] = self.turn
        unit = self.record(Standing(at, drag.counter), track.shed)
        asked = {"map": self.map.window, "unit": unit, "state": state, **params}
        key = method, json.dumps(asked, sort_keys=True)
        if key not in self._asked:
            try:
                receipt = self._context.registry.ask(self._context, method, asked)
                self._asked[key] = Proof(method, asked, receipt)
            except InputError:
                self._asked[key] = None
        return self._asked[key]

    def record(self, one: Standing, shed: Sequence[str] = ()) -> dict[str, Any]:
        """Put a unit into the form that the methods take, with states it has shed put back on."""
        told = unit_record(self.game, one, self.map.number(one.hex))
        return {**told, "state": [*told["state"], *(one for one in shed)]}


def unit_record(game: PlainGame, one: Standing, number: str) -> dict[str, Any]:
    """A unit as a state has it; what its counter says, ``units.csv`` knows."""
    counter = one.counter
    shown = [word for word, on in counter.shown if on and word in game.states]
    back = any(on for word, on in counter.shown if word not in game.states)
    told = {"id": counter.id, "hex": number, "back": back, "state": shown}
    if counter.id in game.counters:
        return told
    named = {"name": counter.name, "side": counter.side, "kind": counter.kind}
    return told | {name: value for name, value in named.items() if value}
