"""Accuses: proves that a move is illegal, and names what was refused in one that is excused."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
    Set,
)
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Protocol

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import MoveClass, mp
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.ground.mapfile import SHOWN, MapFile
from clubroute.rules.gts.games import MovementTable
from clubroute.rules.gts.logcheck import proof as transport
from clubroute.rules.gts.logcheck.board import allowance_text
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.ground import (
    Mind,
    Reading,
    Walked,
    followed,
)
from clubroute.rules.gts.logcheck.proof import (
    Proof,
    Proofs,
    cost_text,
    reason,
    refused_text,
)
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.logs.check.finding import LogFinding, Verdict

# Follows an activation by readings of what the log shows, the plainest first.
#
# Some drags may have been slips: into a hex by mistake, and on from it. A drag over several hexes
# shows no way, and what lies between may be a slip. A way that was dragged hex by hex is the way
# that was gone: of it one hex alone may be a slip, one that the rules refuse and that a single
# step leads past.

READINGS: tuple[Reading, ...] = ("shown", "forms", "kept", "ways", "ends")
BY_STEPS: frozenset[Reading] = frozenset({"shown", "forms"})
"""The readings that take each drag for a single step."""
ROUND = 2
"""Drags of the shortest round: into a hex, and back."""
ONE_DRAG = 2
"""Hexes of a single drag: more make a way that is shown hex by hex."""
ONE_EXCUSE = 1
"""What is assumed and not seen in the log may be this many things: two do not explain a move."""
Near = Callable[[int, int], bool]
"""Whether one hex is next to another: some step leads from it there."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Holds what following the readings came to: the first that fits, else the best. ``assumed``
    counts the things that the reading takes for granted and the log does not show."""

    move_class: MoveClass
    reading: Reading | None
    walked: Walked
    legs: Sequence[Leg] = ()
    assumed: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """An activation without some of its drags. ``assumed``: that they were slips is not seen from
    the drags themselves, so that it takes an excuse."""

    legs: Sequence[Leg]
    assumed: bool


@dataclass(slots=True)
class WayReadings:
    """Follows one activation. ``allowance`` is half-MP as far as known."""

    map: MapFile
    track: Track
    mind: Mind
    allowance: int | None
    _refused: dict[MoveClass, frozenset[int]] = field(default_factory=dict)

    def tried(self, move_class: MoveClass, slack: int = arrivals.SLACK) -> Tried:
        """Try the readings of the move for a class: the first that fits and can be afforded, else
        the cheapest of those that fit."""
        best: Tried | None = None
        nowhere: Tried | None = None
        for reading in READINGS:
            if reading == "forms" and self.leaps(move_class):
                continue  # whatever its formation, no step leads so far
            legs, assumed = self.legs_of(reading, move_class)
            if not legs and self.track.legs:
                continue
            walked = self.walked(move_class, legs, reading, slack)
            if walked.stopped:
                # The widest reading of all legs says where it stops.
                if reading not in ("kept", "ends"):
                    nowhere = Tried(move_class, None, walked)
                continue
            one = Tried(move_class, reading, walked, legs, assumed)
            if self.fits(one):
                return one
            if best is None or (walked.cost or 0) < (best.walked.cost or 0):
                best = one
        found = best or nowhere
        assert found is not None
        return found

    def fits(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance and takes one thing for granted."""
        return one.reading is not None and self.affordable(one) and one.assumed <= ONE_EXCUSE

    def affordable(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance, as far as that is known."""
        cost = one.walked.cost
        if cost is None or self.allowance is None:
            return cost is not None
        return cost + self.track.spent <= self.allowance

    def legs_of(self, reading: Reading, move_class: MoveClass) -> tuple[Sequence[Leg], int]:
        """List the legs that a reading follows, none if it is no reading of this activation, and
        count the things it takes for granted."""
        track = self.track
        if reading in BY_STEPS:
            return track.legs, 0
        if reading == "ways":
            return track.legs, int(bool(self.refused(move_class)))
        drags = track.drags
        if len(drags) < ROUND:
            return (), 0  # nothing it was put into lies behind it
        near, refused = self.near(move_class), self.refused(move_class)
        if reading == "kept":
            left = put_back(track, near)
        else:
            held = lambda drag: drag.hex in self.mind.shut(drag.before).held  # noqa: E731
            left = between(track, near, refused, held)
        if left is None:
            return (), 0
        detour = any(drags[n] in left.legs for n in refused)
        return left.legs, left.assumed + detour

    def walked(
        self,
        move_class: MoveClass,
        legs: Sequence[Leg],
        reading: Reading,
        slack: int = arrivals.SLACK,
        near: Near | None = None,
    ) -> Walked:
        """Follow a reading."""
        track, mind = self.track, self.mind
        column, last = track.counter.column, track.last.column
        return followed(mind, move_class, track.start, column, legs, last, reading, slack, near)

    def near(self, move_class: MoveClass) -> Near:
        """Return what tells whether one hex is next to another for a class."""
        before = self.track.legs[0].before
        network = self.mind.graph(move_class, before)
        return lambda a, b: arrivals.leads(network, a, b)

    def refused(self, move_class: MoveClass) -> frozenset[int]:
        """Find the drags (by their place, from 0) into a next hex that the rules refuse as they
        are, in whatever formation."""
        found = self._refused.get(move_class)
        if found is None:
            hexes, beside = self.track.hexes, self.map.beside
            found = self._refused[move_class] = frozenset(
                n
                for n, drag in enumerate(self.track.drags)
                if drag.hex in [side[hexes[n]] for side in beside]
                and not self.steps(move_class, hexes[n], drag)
            )
        return found

    def steps(self, move_class: MoveClass, here: int, drag: Drag) -> bool:
        """Tell whether a single step leads from a hex to that of a drag."""
        network = self.mind.graph(move_class, drag.before)
        front = arrivals.settled(network, arrivals.begin(network, here, None), changes=True)
        return bool(arrivals.stepped(network, front, drag.hex, self.mind.shut(drag.before)))

    def leaps(self, move_class: MoveClass) -> bool:
        """Tell whether some drag was no single step: the log does not show the whole way."""
        here = self.track.start
        for leg in self.track.legs:
            if isinstance(leg, Drag):
                network = self.mind.graph(move_class, leg.before)
                if not arrivals.leads(network, here, leg.hex):
                    return True
                here = leg.hex
        return False

    def walked_out(self, move_class: MoveClass) -> bool:
        """Tell whether it was dragged hex by hex."""
        near, hexes = self.near(move_class), self.track.hexes
        return len(hexes) > ONE_DRAG and all(map(near, hexes, hexes[1:]))


def put_back(track: Track, near: Near) -> Dropped | None:
    """Drop the rounds that end in a hex it was in before; None if there are none. One into a hex
    and straight back, or over several hexes, is seen to be put back by hand."""
    legs = track.straightened()
    if len(legs) in (0, len(track.legs)):
        return None
    kept = {id(leg) for leg in legs}
    hexes = track.hexes
    gone = [n for n, drag in enumerate(track.drags, 1) if id(drag) not in kept]
    walked = len(gone) > ROUND and all(near(hexes[n - 1], hexes[n]) for n in gone)
    return Dropped(legs, walked)


def between(
    track: Track, near: Near, refused: Set[int], held: Callable[[Drag], bool]
) -> Dropped | None:
    """Drop what may be slips on the way; None if nothing may be. ``refused`` are the drags (by
    their place, from 0) into a next hex that the rules refuse, ``held`` tells whether enemies hold
    the hex of a drag."""
    drags, hexes = track.drags, track.hexes
    if len(drags) < ROUND or track.end == track.start:
        return None
    kept: list[Drag] = []
    assumed = stray = False
    for n, drag in enumerate(drags[:-1]):
        here, then = hexes[n], hexes[n + 2]
        came, goes = near(here, drag.hex), near(drag.hex, then)
        if drag.step == drags[n + 1].step:  # what one step shows is no slip
            kept.append(drag)
        elif not (came and goes):
            assumed = assumed or ((came or goes) and not held(drag))
        elif not stray and here != then and near(here, then) and not refused.isdisjoint((n, n + 1)):
            assumed = stray = True
        else:
            kept.append(drag)
    if len(kept) == len(drags) - 1:
        return None
    return Dropped([*kept, drags[-1]], assumed)


ROUND_AND_SLIP = "that it went round, and was put wrong besides, are two things"
UNASKED = "the rules cannot be asked about it as the log has it"


class MakesFinding(Protocol):
    """Makes a finding about an activation."""

    def __call__(self, verdict: Verdict, why: str, **more: Any) -> LogFinding: ...


@dataclass(frozen=True, slots=True)
class Refusals:
    """Knows what the rules refuse of an activation. ``found`` makes a finding about it. ``own``:
    the players saw the map that the rules have."""

    readings: WayReadings
    proofs: Proofs
    tables: Mapping[str, MovementTable]
    found: MakesFinding
    own: bool

    @property
    def track(self) -> Track:
        """Return the activation."""
        return self.readings.track

    def rides(self) -> Iterator[transport.Ride]:
        """Judge each leg that a ferry can have made."""
        track, here = self.track, self.track.start
        for number, leg in enumerate(track.legs):
            if isinstance(leg, Drag):
                found = transport.ride(self.proofs, self.tables, track, number, here)
                if found is not None:
                    yield found
                here = leg.hex

    def proof_of(self, number: int, here: int, leg: Drag, shut: bool) -> Proof:
        """Prove that a drag is no move, nor a crossing by the ferry that lies there."""
        ride = transport.ride(self.proofs, self.tables, self.track, number, here)
        if ride is not None and ride.verdict == "illegal":
            return ride.proof
        return self.proofs.of_drag(self.track, number, here, leg, shut)

    def drag(self) -> Proof | None:
        """Find the first drag into a neighbouring hex that the rules refuse as it is, if any."""
        track, nth = self.track, -1
        refused = self.readings.refused(track.counter.move_class or "leg")
        for number, leg in enumerate(track.legs if refused else ()):
            if not isinstance(leg, Drag):
                continue
            nth += 1
            if nth in refused:
                proof = self.proof_of(number, track.hex_before(number), leg, shut=True)
                if proof.receipt is not None and proof.receipt["verdict"] == "illegal":
                    return proof
        return None

    def on_foot(self) -> str:
        """Name what keeps it from going as it went by itself."""
        refused, most = self.drag(), self.readings.allowance
        if refused is not None:
            return f"; by itself {refused_text(refused)}"
        one = self.readings.tried(self.track.counter.move_class or "leg")
        if one.walked.cost is None or most is None:
            return "; by itself no way leads there"
        cost = allowance_text(one.walked.cost + self.track.spent)
        return f"; by itself it costs at least {cost}, more than its {mp(most):g}"

    def as_shown(self, one: Tried) -> str:
        """Name what the rules refuse in what the log shows, and a reading excuses: a hexside, a
        price, a drag that shows no way."""
        readings, track = self.readings, self.track
        refused = self.drag() if readings.refused(one.move_class) else None
        if refused is not None:
            return f"; as shown {refused_text(refused)}"
        hexes, number = track.hexes, readings.map.number
        near, shut = readings.near(one.move_class), readings.mind.shut
        held = [drag.hex for drag in track.drags if drag.hex in shut(drag.before)]
        if held:
            return f"; as shown it was put into {number(held[0])}, which is shut to it"
        leaps = [
            f"{number(a)}–{number(b)}" for a, b in pairwise(hexes) if not near(a, b) and a != b
        ]
        if leaps:
            more = f" and {len(leaps) - 1} more" if len(leaps) > 1 else ""
            return f"; the log shows no way {leaps[0]}{more}{self.straight(one, leaps)}"
        if one.reading == "shown":
            return ""
        walked = readings.walked(one.move_class, track.legs, "shown")
        if walked.cost is None:
            return f"; as shown {self.stops(walked)}"
        return f"; as shown it costs {allowance_text(walked.cost + track.spent)}"

    def stops(self, walked: Walked) -> str:
        """Name the step at which a way stops as shown: in the formation it is in, the rules refuse
        it."""
        stop, track, mapfile = walked.stopped, self.track, self.readings.map
        leg = None if stop is None or stop.at_end else track.legs[stop.leg]
        if stop is not None and isinstance(leg, Drag):
            ends = {"path": [mapfile.number(stop.hex), mapfile.number(leg.hex)]}
            column = bool(track.column_before(stop.leg))
            proof = self.proofs.ask("move.check", track, column, leg.before, ends)
            if proof.receipt is not None and proof.receipt["verdict"] != "legal":
                return refused_text(proof)
        return "it is not in the formation that the way takes"

    def straight(self, one: Tried, leaps: Sequence[str]) -> str:
        """Name the crossing that is closed on the straight way of a drag over several hexes, where
        a Second Action would pay the way round it."""
        if len(leaps) > 1 or self.readings.affordable(one):
            return ""
        track, mapfile = self.track, self.readings.map
        number = next(
            n
            for n, leg in enumerate(track.legs)
            if isinstance(leg, Drag)
            and leg.hex not in [side[track.hex_before(n)] for side in mapfile.beside]
        )
        leg = track.legs[number]
        assert isinstance(leg, Drag)
        here = track.hex_before(number)
        ends = {"from": mapfile.number(here), "to": mapfile.number(leg.hex)}
        asked = self.proofs.ask("move.best", track, leg.column, leg.before, ends)
        notes = (asked.receipt or {}).get("notes", ())
        return "".join(f"; {note}" for note in notes if "closed" in note)

    def stopped(self, tried: Tried, shut: bool) -> LogFinding:
        """Report a move that no reading completes: illegal if the rules' own answer says so.
        ``shut``: it stopped at a hex that is shut."""
        stop = tried.walked.stopped
        assert stop is not None
        leg = self.track.legs[stop.leg]
        if stop.at_end or not isinstance(leg, Drag):
            proof = self.proofs.of_formation(self.track, stop.hex, leg)
        else:
            proof = self.proof_of(stop.leg, stop.hex, leg, shut)
        if proof.receipt is None or proof.receipt["verdict"] != "illegal":
            why = "no way fits what the log shows, but the rules' own answer does not refuse it"
            needs = tuple(need_texts(proof.receipt or {}))
            return self.found("unchecked", why, receipt=proof.receipt, needs=needs)
        return self.accused(proof)

    def overspent(self, way: Tried) -> LogFinding:
        """Report a move whose cheapest legal way costs more than the allowance, or takes more for
        granted than one thing."""
        cost, most, track = way.walked.cost, self.readings.allowance, self.track
        assert cost is not None
        assert most is not None
        cost += track.spent
        bare = f"more than its {allowance_text(most)}"
        refused = self.drag()
        if refused is not None and cost <= most:
            return self.accused(refused, f"{reason(refused)}; {ROUND_AND_SLIP}")
        if refused is not None:
            proof = self.proofs.of_cost(track, way.reading or "ways", way.legs, cost, most)
            why = f"{reason(refused)}; the cheapest way round {cost_text(proof, cost)}, {bare}"
            return replace(self.accused(refused, why), around=proof.receipt)
        reading, legs, how = way.reading or "ways", way.legs, ""
        if self.readings.walked_out(way.move_class):
            shown = self.readings.walked(way.move_class, track.legs, "shown")
            if shown.cost is not None:
                cost, reading, legs = shown.cost + track.spent, "shown", track.legs
                how = " as it was dragged, hex by hex"
            elif shown.stopped is not None:
                how = ", and it was not in the formation that the way takes"
        proof = self.proofs.of_cost(track, reading, legs, cost, most)
        return self.accused(proof, f"{cost_text(proof, cost)}{how}, {bare}")

    def accused(self, proof: Proof, why: str = "") -> LogFinding:
        """Report an illegal move; unchecked if its proof rests on what the players did not see."""
        proof = self.proofs.with_allowance(proof, self.readings.allowance)
        receipt = proof.receipt
        if receipt is None:
            return self.found("unchecked", f"{why or reason(proof)}; {UNASKED}".lstrip("; "))
        refusing = [step for step in receipt["steps"] if step.get("verdict") == "illegal"]
        rests: Provenance = receipt["provenance"]
        verdict: Verdict = "illegal"
        needs: tuple[str, ...] = ()
        by_enemy = any("enemy" in step["why"] for step in refusing)
        if not (self.own or rests in SHOWN or by_enemy):
            verdict, needs = "unchecked", (f"the printed map: the answer rests on {rests} facts",)
        told: dict[str, Any] = {
            "rule": refusing[-1]["rule"] if refusing else SERIES,
            "needs": needs,
            "receipt": receipt,
            "method": proof.method,
            "asked": proof.asked,
            "provenance": rests,
        }
        return self.found(verdict, why or reason(proof), **told)
