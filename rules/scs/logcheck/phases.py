"""Finds the phases that explain where a unit was put in its turn.

A log does not show phases (INS 1.1): a unit may Road March, move, be moved by combat, exploit if it
can, and retreat in the enemy's turn, in that order. What the position leaves open is taken for the
unit's good first; an explanation that stands only so names what it needs.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from clubroute.builder.grid import distance
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.logs.check.excuses import ADVANCED, FELL_BACK, ROUND_WAY, UNSEEN_DIE
from clubroute.rules.logs.check.explaining import Explained, FallenDice, WayExplainer
from clubroute.rules.logs.check.stretches import DEFENDER, NEAR_FIGHT
from clubroute.rules.logs.check.tracks import Die, Drag, Snapshot, Track
from clubroute.rules.position.record import settled
from clubroute.rules.scs.games import NO_READINGS, Guess, Readings, book, owned
from clubroute.rules.scs.logcheck.board import (
    ADVANCE_AND_EXPLOIT,
    FERRY,
    MARCH_AND_MOVE,
    MOVE_AND_EXPLOIT,
    Battlefield,
)
from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.movement.marches import MarchReachAsked, marcher_of
from clubroute.rules.scs.movement.paths import EXPLOITATION, HELD, MOST, MOVEMENT, Walk
from clubroute.rules.scs.movement.questions import READINGS, BestAsked, walk_of
from clubroute.rules.scs.position import Position, Unit

MARCH, COMBAT, RETREAT = "road_march", "combat", "retreat"
BY_FERRY = "ferry"
ORDER = (MARCH, MOVEMENT, COMBAT, EXPLOITATION, RETREAT)
GERMAN_ORDER = (RETREAT, *ORDER)
"""The Allied player turn, in which Germans retreat, comes before theirs (INS 1.1)."""
WORDS = {
    MARCH: "a Road March",
    MOVEMENT: "movement",
    COMBAT: "what combat made it do",
    EXPLOITATION: "exploitation",
    RETREAT: "a retreat in the enemy's turn",
    BY_FERRY: "movement and a crossing by Ferry",
}
SEVERAL = "one drag over several phases"
SLOWING = ("dg", "oos")
"""States that slow a unit and are to be taken off it after it has moved (INS 1.7, 1.8a)."""
MOST_POSITIONS = 64
MOST_SPLITS = 8
"""Hexes of a Road March from which one drag is tried as a march with a move."""


@cache
def most_retreat(who: str = DEFENDER, total: int | None = None) -> int:
    """Read how many hexes the Combat Table makes a unit retreat at most, by a sum of two dice if
    one is given."""
    rows = book("combat")["table"].values["dice"]
    many = [row for sum_, row in rows.items() if total in (None, int(sum_))]
    results = (result for row in many for result in row if result.startswith(who))
    return max((int(one.partition("r")[2][:1] or 0) for one in results), default=0)


class Phases(WayExplainer):
    """Explains ways on one map, by readings; ``house`` are those that the players chose."""

    def __init__(
        self, context: Context, board: Battlefield, house: Mapping[str, str] = NO_READINGS
    ) -> None:
        self._context, self._board, self.map = context, board, board.map
        self.readings = owned(context, Readings(house, READINGS))
        self._march = owned(context, Readings(house, ("march_sea_line",)))
        self._positions: dict[int, tuple[Snapshot, Position]] = {}

    def position(self, before: Snapshot) -> Position:
        """Make the position of a snapshot; the last ones are kept."""
        found = self._positions.get(id(before))
        if found is None:
            if len(self._positions) >= MOST_POSITIONS:
                self._positions.clear()
            found = self._positions[id(before)] = before, self._board.position(before)
        return found[1]

    def unit(self, track: Track, drag: Drag, hex_: int) -> Unit:
        """Make the unit of a drag, with the states it had shed put back on."""
        unit = self._board.unit(drag.counter, hex_)
        dg, oos = (True if name in track.shed else getattr(unit, name) for name in SLOWING)
        entering = track.entered and not track.landed
        return replace(unit, landed=track.landed, entering=entering, ferried=False, dg=dg, oos=oos)

    def order(self, track: Track) -> Sequence[str]:
        """List the phases of a turn in which a unit may go somewhere."""
        return ORDER if track.counter.side == ALLIED else GERMAN_ORDER

    def explain(self, track: Track) -> Explained | None:
        """Find the phases that explain a whole way; plain movement is looked at first."""
        ways = [track.start, *(drag.hex for drag in track.drags)]
        plain = self.moved(track, MOVEMENT, track.drags, ways)
        return plain if plain is not None and not plain.needs else super().explain(track)

    def segment(
        self, track: Track, phase: str, ways: Sequence[int], i: int, j: int
    ) -> Explained | None:
        """Explain the drags from the i-th to before the j-th by one phase."""
        drags = track.drags[i:j]
        if phase == MARCH:
            late = any(drag.late for drag in drags)
            return None if late else self.marched(track, drags[0], ways[i], ways[j])
        if phase in (COMBAT, RETREAT):
            return self.hopped(track, phase, drags, ways[i], ways[j])
        return self.moved(track, phase, drags, ways[i : j + 1])

    def trip(self, track: Track, drag: Drag, phase: str, start: int, guess: Guess) -> Walk:
        """Work out what the unit may do from a hex."""
        unit = self.unit(track, drag, start)
        asked = BestAsked(
            country=self.map,
            unit=unit,
            phase=phase,
            state=self.position(drag.before),
            readings=self.readings,
            start=unit.hex or "",
            to="",
        )
        return walk_of(self._context, settled(self._context, asked), start, guess)

    def moved(
        self, track: Track, phase: str, drags: Sequence[Drag], ways: Sequence[int]
    ) -> Explained | None:
        """Explain drags by movement or exploitation, all within the allowance."""
        if phase == MOVEMENT and any(drag.late for drag in drags):
            return None
        kind = Guess()
        found = self.walked(track, phase, drags, ways, kind)
        if found is None or not kind.asked:
            return found
        if self.walked(track, phase, drags, ways, Guess(None)) is not None:
            return found
        return found.then(Explained(needs=kind.needs))

    def walked(
        self, track: Track, phase: str, drags: Sequence[Drag], ways: Sequence[int], guess: Guess
    ) -> Explained | None:
        """Follow drags as a guess takes what is not said."""
        spent, most, round_ = 0, None, False
        for n, (drag, (a, b)) in enumerate(zip(drags, pairwise(ways), strict=True)):
            trip = self.trip(track, drag, phase, a, guess)
            if trip.work.forbidden:
                return None
            most = trip.left if most is None else min(most, trip.left)
            last = n == len(drags) - 1
            if most < spent:
                return None
            cost = self.leg(trip, drag, a, b, most - spent, last)
            if self.refused(trip, drag, a, b):
                went = ROUND_WAY.holds(cost is not None)
                cost, round_ = ((cost or 0) if went else None), round_ or went
            if cost is not None:
                spent += cost
            elif last:
                by = self.ferry(trip, drag, a, b, most - spent)
                return (
                    None
                    if by is None
                    else replace(by, cost=spent, most=limited(most), round=round_)
                )
            else:
                return None
        return Explained((phase,), spent, limited(most or 0), round=round_)

    def leg(self, trip: Walk, drag: Drag, a: int, b: int, left: int, last: bool) -> int | None:
        """Find what a drag costs in half-MP, None if it cannot be."""
        if drag.foes:
            return self.overrun(trip, a, b, left)
        found = trip.move.reached(left, b)
        if b not in found.costs:
            return None
        stops = b in found.trip.stops or b in found.trip.bare
        bad = b in found.trip.bare if last else stops
        return None if bad else found.costs[b]

    def refused(self, trip: Walk, drag: Drag, a: int, b: int) -> bool:
        """Tell whether a drag leads into a next hex that no single step leads to."""
        near = a != b and self.beside(a, b) and not drag.foes
        return near and b not in self.hops(trip, a, 1, ())

    def ferry(self, trip: Walk, drag: Drag, a: int, b: int, left: int) -> Explained | None:
        """Explain the last drag of a move by a Ferry that its end lies at."""
        if trip.phase != MOVEMENT or drag.foes or b in trip.situation.enemies:
            return None
        for *between, bank in self.banks(trip, b):
            if bank != a and bank not in trip.move.reached(left, bank).ends:
                continue
            ways = (b, *between, bank)
            if self._board.draws_ferry(ways):
                return Explained((BY_FERRY,), ferry=(bank, b))
            if FERRY.holds(self._board.may_ferry(drag.before, trip.unit.side or "", ways)):
                ends = self.map.number(bank), self.map.number(b)
                return Explained((BY_FERRY,), needs=(FERRY.asks(*ends),))
        return None

    def banks(self, trip: Walk, b: int) -> Iterator[tuple[int, ...]]:
        """List the hexes from which a Ferry may lead to a hex, after the water hex between."""
        country, beside = trip.country, self.map.beside
        for d in range(6):
            a = beside[d][b]
            if a == NOWHERE or not country.sea_line(b * 6 + d) or country.bridged(b * 6 + d):
                continue
            yield (a,)
            if a in country.enclosed and (far := beside[d][a]) != NOWHERE:
                yield a, far

    def overrun(self, trip: Walk, a: int, b: int, left: int) -> int | None:
        """Find what going into an enemy's hex by overrun costs, None if there is none."""
        cost = 2 * rules()["overrun"].number("mp")
        if left < cost or any(trip.move.shut(b, but=HELD)):
            return None
        found = trip.move.reached(left - cost)
        # To overrun a unit one comes beside it: its own Zone of Control cannot forbid that.
        near = (n for d in range(6) if (n := self.map.beside[d][b]) in found.costs)
        ways = (n for n in near if not any(trip.no_overrun(n, b)))
        return min((cost + found.costs[n] for n in ways), default=None)

    def hopped(
        self, track: Track, phase: str, drags: Sequence[Drag], a: int, b: int
    ) -> Explained | None:
        """Explain drags by combat: an advance into a hex enemies held, or a retreat."""
        first, last, dice = drags[0], drags[-1], FallenDice.before(track, drags)
        trip = self.trip(track, first, MOVEMENT, a, Guess())
        unit, hops = trip.unit, self.hops(trip, a, most_retreat(), ())
        advance = phase == COMBAT and b in last.left and hops.get(b) == 1
        advance = advance and not unit.oos and not unit.artillery
        near = b in hops and self.falls_back(trip, a, b)
        if dice.fell:
            took = any(b in self.foes(trip, die, a).values() for die in dice.shown)
            went = advance and (dice.hidden or took)
            fled = not any(drag.foes for drag in drags) and any(
                self.driven(trip, phase, die, first, a, b) for die in dice.shown
            )
            if ADVANCED.holds(went) or FELL_BACK.holds(fled or (dice.hidden and near)):
                return Explained((phase,))
        if UNSEEN_DIE.holds(dice.unseen) and (ADVANCED.holds(advance) or FELL_BACK.holds(near)):
            return Explained((phase,), needs=UNSEEN_DIE.needs)
        return None

    def foes(self, trip: Walk, die: Die, a: int) -> dict[str, int]:
        """Find the enemies of a unit (hexes by piece) in its hex or beside it as dice fell."""
        return die.beside(self.map, a, trip.unit.side or "")

    def falls_back(self, trip: Walk, a: int, b: int) -> bool:
        """Tell whether a unit near enemies comes no nearer to any: dice nobody saw may drive it."""
        foes = [self.map.hex(at) for at in trip.situation.enemies]
        far = [min((distance(self.map.hex(at), one) for one in foes), default=99) for at in (a, b)]
        return far[0] <= NEAR_FIGHT and far[1] >= far[0]

    def driven(self, trip: Walk, phase: str, die: Die, first: Drag, a: int, b: int) -> bool:
        """Tell whether a unit may have retreated by dice: so far as they drive an attacker, or in
        the enemy's turn a defender, and away from an enemy beside it who still is on the map."""
        most = die.attacker if phase == COMBAT else die.defender
        away = any(
            self.map.between(b, hex_) > self.map.between(a, hex_)
            for id_, hex_ in self.foes(trip, die, a).items()
            if id_ in first.before.units
        )
        return away and b in self.hops(trip, a, most, trip.situation.enemies)

    def hops(self, trip: Walk, a: int, most: int, shut: Container[int]) -> dict[int, int]:
        """Find the hexes within some steps over ground that the unit can enter."""
        ways, found, edge = trip.country.ways(trip.mover), {a: 0}, [a]
        for steps in range(1, most + 1):
            edge = [
                b
                for at in edge
                for _, many in ways[at]
                for b in many
                if b not in shut and found.setdefault(b, steps) == steps
            ]
        return found

    def marched(self, track: Track, drag: Drag, a: int, b: int) -> Explained | None:
        """Explain a drag by a Road March."""
        kind = Guess()
        if b not in self.halts(track, drag, a, kind):
            return None
        trip = self.trip(track, drag, MOVEMENT, a, Guess())
        went = self.refused(trip, drag, a, b)
        if went and not ROUND_WAY.holds(went):
            return None
        sure = not kind.asked or b in self.halts(track, drag, a, Guess(None))
        return Explained((MARCH,), needs=() if sure else kind.needs, round=went)

    def halts(self, track: Track, drag: Drag, a: int, guess: Guess) -> set[int]:
        """Find where a unit's Road March can end."""
        unit, work = self.unit(track, drag, a), Working()
        asked = MarchReachAsked(
            country=self.map,
            unit=unit,
            state=self.position(drag.before),
            readings=self._march,
            start=unit.hex or "",
        )
        marcher = marcher_of(self._context, settled(self._context, asked), a, guess, work)
        return set() if work.forbidden else {at.hex for at in marcher.halts(a)} - {a}

    def several(self, track: Track) -> Iterator[Explained]:
        """Explain one drag by phases of which the log does not show where they part."""
        (drag,), a = track.drags, track.start
        b = drag.hex
        goal = self.map.hex(b)
        taken = {n for d in range(6) if (n := self.map.beside[d][a]) in drag.left}
        halts = set[int]() if drag.late else self.halts(track, drag, a, Guess())
        for row, phase, second, starts in (
            (MARCH_AND_MOVE, MARCH, MOVEMENT, halts),
            (ADVANCE_AND_EXPLOIT, COMBAT, EXPLOITATION, taken if drag.rolls else set[int]()),
        ):
            near = sorted(starts, key=lambda one: (distance(self.map.hex(one), goal), one))
            ways = [self.moved(track, second, (drag,), (at, b)) for at in near[:MOST_SPLITS]]
            found = [one for one in ways if one is not None]
            if row.holds(found):
                best = min(found, key=lambda one: one.doubt, default=Explained())
                yield Explained((phase, SEVERAL)).then(best)
        trip = self.trip(track, drag, EXPLOITATION, a, Guess())
        if not (trip.work.forbidden or drag.foes or drag.late) and trip.left < MOST:
            cost = trip.move.reached(2 * trip.left, b).ends.get(b)
            if MOVE_AND_EXPLOIT.holds(cost is not None):
                needs = trip.guess.needs
                yield Explained((MOVEMENT, EXPLOITATION, SEVERAL), cost or 0, 2 * trip.left, needs)


def limited(most: int) -> int:
    """Return an allowance in half-MP, 0 for one without limit."""
    return 0 if most >= MOST else most


def phases_text(found: Explained) -> str:
    """Name the phases that explain a way."""
    return ", then ".join(WORDS.get(one, one) for one in found.phases)
