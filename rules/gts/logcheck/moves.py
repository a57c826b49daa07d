"""Judges a Unit's activation as a move, with the receipt that proves what is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass, mp
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck import excuses, ferry
from clubroute.rules.gts.logcheck.board import Snapshot, allowance_text
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.circumstances import LEFT, Circumstances
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.ground import ground_of
from clubroute.rules.gts.logcheck.judging import Mind, Reading, Walked, followed
from clubroute.rules.gts.logcheck.proof import Proof, Proofs, cost_text, hex_before, reason
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track, finding_about
from clubroute.rules.gts.logcheck.trail import with_trail
from clubroute.rules.gts.logcheck.transport import SHARED, VEHICLES, WALKED
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.gts.situation.condition import Limits
from clubroute.rules.logs.check.finding import LogFinding, Verdict

READINGS: tuple[Reading, ...] = ("shown", "forms", "kept", "ways", "ends")
BY_STEPS: frozenset[Reading] = frozenset({"shown", "forms"})
"""The readings that take each drag for a single step."""
BY: Mapping[Reading, str] = {
    "shown": "",
    "forms": "if it changed its formation where the log does not show it",
    "ways": "by a way the log does not show",
    "kept": "if it was put back by hand where it had been",
    "ends": "from where it began to where it ended; what lies between can be a slip",
}
ACTIONS = 2
"""Actions a Unit may have in an activation (GTS series)."""
ROUND = "whether its transport went round: what that may spend is in the series rules"
UNASKED = "the rules cannot be asked about it as the log has it"
SECOND = "that it had a Second Action (GTS series; a Command Point is not in the log)"


CERTAIN = Circumstances()
"""Nothing is known that would explain anything."""


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """Says how moves are judged.

    ``second_actions``: a Unit may have a Second Action that the log does not show. ``own``: the
    players saw the map the rules have; without it what rests on surveyed or assumed ground proves
    nothing. ``passive`` kinds hold no hex. ``dice_elsewhere``: dice were rolled that the log does
    not show. ``retreat``: hexes that a retreat goes at most.
    """

    second_actions: bool = True
    own: bool = True
    passive: frozenset[str] = frozenset()
    dice_elsewhere: bool = False
    retreat: int = 4


@dataclass(frozen=True, slots=True)
class Tried:
    """Holds what following the readings came to: the first that fits, else the best."""

    move_class: MoveClass
    reading: Reading | None
    walked: Walked


class MoveJudge:
    """Judges activations on one map."""

    def __init__(self, context: Context, mapfile: MapFile, log: str, options: MoveOptions) -> None:
        self.context = context
        self.map = mapfile
        self.log = log
        self.options = options
        self.ground = ground_of(context, mapfile)

    def judge(
        self,
        track: Track,
        now: Mapping[str, str] | None,
        allowance: int | None,
        after: Snapshot,
        told: Circumstances = CERTAIN,
    ) -> LogFinding:
        """What an activation was: ``now`` is its turn, ``allowance`` half-MP as far as known,
        ``after`` the board when it was over, ``told`` what else happened."""

        def judged(track: Track) -> LogFinding:
            return Judgement(self, track, now, allowance, after, told).finding()

        return with_trail(judged(track), track, judged, self.map.number)

    def spent(
        self,
        track: Track,
        now: Mapping[str, str] | None,
        allowance: int | None,
        after: Snapshot,
        told: Circumstances,
    ) -> int:
        """Return what an activation has cost so far at least, half-MP; 0 if nobody can tell."""
        asked = Judgement(self, track, now, allowance, after, told)
        own = track.counter.move_class
        costs = [asked.tried(one).walked.cost for one in ((own,) if own else MOVE_CLASSES)]
        return track.spent + min((cost for cost in costs if cost is not None), default=0)

    def leaps(self, track: Track) -> bool:
        """Tell whether a Unit was put where it is over several hexes, by its last drag."""
        ends = [n for n, leg in enumerate(track.legs) if isinstance(leg, Drag)]
        if not ends:
            return False
        here = hex_before(track, ends[-1])
        return track.end not in [side[here] for side in self.map.beside]

    def mind_of(
        self,
        counter: Counter,
        limits: Limits,
        freed: frozenset[int] = frozenset(),
    ) -> Mind:
        """Return what following a Unit takes. ``freed`` hexes count as free of enemies."""
        ground = self.ground
        return Mind(ground.graph, lambda at: ground.shut(counter.side, limits, at).without(freed))


@dataclass(slots=True)
class Judgement:
    """Judges one activation. ``freed`` are hexes that count as free of enemies."""

    judge: MoveJudge
    track: Track
    now: Mapping[str, str] | None
    allowance: int | None
    after: Snapshot
    told: Circumstances = CERTAIN
    freed: frozenset[int] = frozenset()
    limits: Limits = field(init=False)
    mind: Mind = field(init=False)
    proofs: Proofs = field(init=False)

    def __post_init__(self) -> None:
        judge, counter = self.judge, self.track.counter
        self.limits = judge.ground.limits(counter, self.now)
        self.mind = judge.mind_of(counter, self.limits, self.freed)
        self.proofs = Proofs(judge.context, judge.map, judge.options.passive, self.now)

    def finding(self) -> LogFinding:
        """Give the verdict, with all that belongs to it."""
        counter = self.track.counter
        if not counter.side:
            return self.told_as(
                "unchecked", "its side is not known", needs=("the Unit's side: Allied or German",)
            )
        if counter.kind in self.judge.options.passive:
            why = f"how a {counter.kind} moves is said by the series rules"
            return self.told_as("unchecked", why, needs=(f"the rules of a {counter.kind}",))
        classes = (counter.move_class,) if counter.move_class else MOVE_CLASSES
        tried = [self.tried(one) for one in classes]
        fits = next((one for one in tried if one.reading and self.affordable(one)), None)
        if fits is None or fits.reading != "shown":
            ride = self.ferried()
            if ride is not None and (fits is None or ride.verdict == "legal"):
                return ride
        if fits is not None:
            return self.fitting(fits)
        other = self.otherwise(classes)
        if other is not None:
            return other
        if len(self.track.drags) > 1:
            # Before anybody is accused, dearer ways between the hexes are looked at too.
            tried = [self.tried(one, arrivals.WIDE) for one in classes]
            fits = next((one for one in tried if one.reading and self.affordable(one)), None)
            if fits is not None:
                return self.fitting(fits)
        way = next((one for one in tried if one.reading), None)
        found = self.overspent(way) if way is not None else self.stopped(tried[0])
        accused = found.verdict == "illegal"
        left = way is not None or self.stops_at_once(tried[0])
        if accused and left and self.may_put_right() and self.refused_drag() is None:
            return self.told_as("unchecked", found.why, needs=(LEFT,))
        return excuses.excused(self, found, classes) if accused else found

    def stops_at_once(self, tried: Tried) -> bool:
        """Tell whether there is no way from where the Unit began to where it was put first, though
        it may be there."""
        stop = tried.walked.stopped
        first = next((n for n, leg in enumerate(self.track.legs) if isinstance(leg, Drag)), None)
        if stop is None or stop.at_end or stop.leg != first:
            return False
        leg = self.track.legs[stop.leg]
        return isinstance(leg, Drag) and leg.hex not in self.mind.shut(leg.before)

    def may_put_right(self) -> bool:
        """Tell whether its first drag may put right what the log before shows: the log began under
        this chit, or under the one before and the drag is over several hexes."""
        track = self.track
        drags = track.drags
        if self.told.lone or not drags:
            return self.told.lone
        return self.told.untold and drags[0].hex not in [
            side[track.start] for side in self.judge.map.beside
        ]

    @property
    def rides(self) -> Iterator[ferry.Ride]:
        """Judge each leg that a ferry can have made."""
        track, here = self.track, self.track.start
        for number, leg in enumerate(track.legs):
            if isinstance(leg, Drag):
                found = ferry.ride(self.proofs, self.judge.ground.tables, track, number, here)
                if found is not None:
                    yield found
                here = leg.hex

    def tried(
        self, move_class: MoveClass, slack: int = arrivals.SLACK, within: int = arrivals.ANY_COST
    ) -> Tried:
        """The readings of the move for a class: the first that fits and can be afforded, else the
        cheapest of those that fit, none that costs more than ``within``."""
        best: Tried | None = None
        nowhere: Tried | None = None
        for reading in READINGS:
            if reading == "forms" and self.leaps(move_class):
                continue  # whatever its formation, no step leads so far
            legs = self.legs_of(reading)
            if reading in ("kept", "ends") and len(legs) in (0, len(self.track.legs)):
                continue
            walked = self.walked(move_class, legs, reading, slack, within)
            if walked.stopped:
                # The widest reading of all legs says where it stops.
                if reading not in ("kept", "ends"):
                    nowhere = Tried(move_class, None, walked)
                continue
            one = Tried(move_class, reading, walked)
            if self.affordable(one):
                return one
            if best is None or (walked.cost or 0) < (best.walked.cost or 0):
                best = one
        found = best or nowhere
        assert found is not None
        return found

    def legs_of(self, reading: Reading) -> Sequence[Leg]:
        """List the legs that a reading follows."""
        if reading == "kept":
            return self.track.straightened()
        return self.track.ends() if reading == "ends" else self.track.legs

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

    def walked(
        self,
        move_class: MoveClass,
        legs: Sequence[Leg],
        reading: Reading,
        slack: int = arrivals.SLACK,
        within: int = arrivals.ANY_COST,
    ) -> Walked:
        """Follow a reading."""
        track, mind = self.track, self.mind
        column, last = track.counter.column, track.last.column
        return followed(mind, move_class, track.start, column, legs, last, reading, slack, within)

    def affordable(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance, as far as that is known."""
        return self.within(one.walked)

    def within(self, walked: Walked) -> bool:
        """Tell whether a way ends within the allowance, as far as that is known."""
        cost = walked.cost
        if cost is None or self.allowance is None:
            return cost is not None
        return cost + self.track.spent <= self.allowance

    def twice(self, walked: Walked) -> bool:
        """Tell whether a way may take two Actions, cut anywhere along it."""
        cost, most = walked.cost, self.allowance
        if cost is None or most is None or not self.judge.options.second_actions:
            return False
        # Where nothing shows activations apart there may be any number, each a few drags.
        bits = (cost,) if self.track.known else (b - a for a, b in pairwise(walked.totals))
        return all(one + self.track.spent <= ACTIONS * most for one in bits)

    def fitting(self, one: Tried) -> LogFinding:
        """Report a move that a reading fits."""
        cost = (one.walked.cost or 0) + self.track.spent
        spent = f"at least {allowance_text(cost)}"
        if self.allowance is not None:
            spent += f" of {mp(self.allowance):g}"
        needs = self.open_needs()
        how = BY[one.reading or "shown"]
        if self.track.counter.move_class is None:
            why = f"can be a legal move, {spent} as {one.move_class}; its class is not known"
            needs = (ferry.CLASS, *needs)
            return self.told_as("unchecked", why, needs=needs)
        if self.allowance is None and self.track.drags:
            why = f"the way is legal{' ' + how if how else ''}, {spent}; its allowance is not known"
            needs = ("its movement allowance: owner/ratings.csv, or a label as 7 MP", *needs)
            return self.told_as("unchecked", why, needs=needs)
        if needs:
            return self.told_as(
                "unchecked", f"legal but for what is not known, {spent}", needs=needs
            )
        if how:
            return self.told_as("possible", f"legal {how}, {spent}")
        return self.told_as(
            "legal", spent, **self.proofs.ground(self.track, self.judge.options.own)
        )

    def open_needs(self) -> tuple[str, ...]:
        """List what a fitting reading still turns on: limits nobody can place, bridges that a
        marker may be for."""
        mapfile, needs = self.judge.map, []
        here, drags = self.track.start, self.track.drags
        for drag in drags:
            if drag.hex in self.limits.doubts:
                needs.append(self.limits.doubts[drag.hex])
            if drag.before.bridges.open and drag.hex in [side[here] for side in mapfile.beside]:
                number = mapfile.hexside_number(mapfile.place(here, drag.hex))
                if number in drag.before.bridges.open:
                    needs.append(f"whether the bridge {number} is the one a marker stands for")
            here = drag.hex
        if drags and self.limits.unplaced:
            games = {mapfile.game(drag.hex) for drag in drags}
            needs += [limit.need for limit in self.limits.unplaced if limit.game in games]
        return tuple(dict.fromkeys(needs))

    def otherwise(self, classes: Sequence[MoveClass]) -> LogFinding | None:
        """Report what explains a move that no reading fits: transport, a vehicle, an Assault."""
        counter = self.track.counter
        if "leg" in classes and counter.move_class == "leg":
            most = arrivals.ANY_COST if self.allowance is None else self.allowance
            for other in MOVE_CLASSES[1:]:
                one = self.tried(other, within=most)
                if one.reading and self.affordable(one):
                    return self.told_as("possible", "legal if it rode on its transport")
        return self.carried() or excuses.assaulted(self, classes)

    def carried(self) -> LogFinding | None:
        """Report a move that what went with it explains, None if nothing did. A vehicle is judged
        by itself; what transport may spend nobody says, but not where it may go."""
        ways = {self.told.carried, *(drag.carried for drag in self.track.drags)} - {""}
        if not ways or all(self.tried(vehicle).reading is None for vehicle in VEHICLES):
            return None
        if ways != {"transport"}:
            why = "legal if the vehicle moved with it carried it"
            ridden = [drag.carried for drag in self.track.drags]
            if not self.told.carried and not ridden[-1]:
                return self.told_as("unchecked", why + " and it went on by itself", needs=(WALKED,))
            if "vehicle" not in ways:
                return self.told_as("unchecked", why, needs=(SHARED,))
            return self.told_as("possible", why)
        refused = self.refused_drag()
        if refused is None:
            return self.told_as("possible", "legal if the transport moved with it carried it")
        if len(self.track.drags) == 1:
            return None
        return self.told_as("unchecked", reason(refused), needs=(ROUND,))

    def ferried(self) -> LogFinding | None:
        """Report a move that a ferry explains, None if none does."""
        for ride in self.rides:
            hex_ = self.judge.map.number(ride.hex)
            if ride.verdict == "legal":
                receipt, asked = ride.proof.receipt, ride.proof.asked
                return self.told_as("legal", f"by ferry to {hex_}", receipt=receipt, asked=asked)
            if ride.verdict == "possible":
                why = f"legal if the ferry took it to {hex_}"
                return self.told_as("possible", why, needs=ride.needs)
        return None

    def refused(self, number: int, here: int, leg: Drag, shut: bool) -> Proof:
        """Prove that a drag is no move, nor a crossing by the ferry that lies there."""
        ride = ferry.ride(self.proofs, self.judge.ground.tables, self.track, number, here)
        if ride is not None and ride.verdict == "illegal":
            return ride.proof
        return self.proofs.of_drag(self.track, number, here, leg, shut)

    def stopped(self, tried: Tried) -> LogFinding:
        """Report a move that no reading completes: illegal if the rules' own answer says so."""
        stop = tried.walked.stopped
        assert stop is not None
        leg = self.track.legs[stop.leg]
        if stop.at_end or not isinstance(leg, Drag):
            proof = self.proofs.of_formation(self.track, stop.hex, leg)
        else:
            shut = self.mind.shut(leg.before)
            proof = self.refused(stop.leg, stop.hex, leg, leg.hex in shut)
        if proof.receipt is None or proof.receipt["verdict"] != "illegal":
            why = "no way fits what the log shows, but the rules' own answer does not refuse it"
            needs = tuple(proof.receipt.get("needs", ())) if proof.receipt else ()
            return self.told_as("unchecked", why, receipt=proof.receipt, needs=needs)
        return self.accused(proof)

    def overspent(self, way: Tried) -> LogFinding:
        """Report a move whose cheapest legal way costs more than the allowance."""
        cost, most, track = way.walked.cost, self.allowance, self.track
        assert cost is not None
        assert most is not None
        cost += track.spent
        bare = f"more than its {allowance_text(most)}"
        refused = self.refused_drag() if way.reading not in BY_STEPS else None
        if self.twice(way.walked) and (refused is None or self.slipped(way.move_class)):
            why = f"costs at least {allowance_text(cost)}, {bare}, which takes a Second Action"
            return self.told_as("possible", why, needs=(SECOND,))
        if refused is not None:
            proof = self.proofs.of_cost(track, way.reading or "ways", cost, most)
            why = f"{reason(refused)}; the cheapest way round {cost_text(proof, cost)}, {bare}"
            return replace(self.accused(refused, why), around=proof.receipt)
        proof = self.proofs.of_cost(track, way.reading or "ways", cost, most)
        return self.accused(proof, f"{cost_text(proof, cost)}, {bare}")

    def slipped(self, move_class: MoveClass) -> bool:
        """Tell whether two Actions take it straight to where it ended, not into the next hex."""
        legs = self.track.ends()
        if not legs or arrivals.leads(
            self.mind.graph(move_class, legs[0].before), self.track.start, self.track.end
        ):
            return False
        return self.twice(self.walked(move_class, legs, "ends"))

    def refused_drag(self) -> Proof | None:
        """Find the first drag into a neighbouring hex that the rules refuse as it is, if any."""
        track, mapfile = self.track, self.judge.map
        for number, leg in enumerate(track.legs):
            if not isinstance(leg, Drag):
                continue
            here = hex_before(track, number)
            if leg.hex not in [side[here] for side in mapfile.beside]:
                continue
            network = self.mind.graph(track.counter.move_class or "leg", leg.before)
            front = arrivals.settled(network, arrivals.begin(network, here, None), changes=True)
            if not arrivals.stepped(network, front, leg.hex, self.mind.shut(leg.before)):
                proof = self.refused(number, here, leg, shut=True)
                if proof.receipt is not None and proof.receipt["verdict"] == "illegal":
                    return proof
        return None

    def accused(self, proof: Proof, why: str = "") -> LogFinding:
        """Report an illegal move; unchecked if its proof rests on what the players did not see."""
        proof = self.proofs.with_allowance(proof, self.allowance)
        receipt = proof.receipt
        if receipt is None:
            return self.told_as("unchecked", f"{why or reason(proof)}; {UNASKED}".lstrip("; "))
        refusing = [step for step in receipt["steps"] if step.get("verdict") == "illegal"]
        rests: Provenance = receipt["provenance"]
        verdict: Verdict = "illegal"
        needs: tuple[str, ...] = ()
        by_enemy = any("enemy" in step["why"] for step in refusing)
        if not (self.judge.options.own or rests == "rulebook" or by_enemy):
            verdict, needs = "unchecked", (f"the printed map: the answer rests on {rests} facts",)
        return self.told_as(
            verdict,
            why or reason(proof),
            rule=refusing[-1]["rule"] if refusing else SERIES,
            needs=needs,
            receipt=receipt,
            method=proof.method,
            asked=proof.asked,
            provenance=rests,
        )

    def told_as(self, verdict: Verdict, why: str, **more: Any) -> LogFinding:
        """Make a finding about the activation."""
        return finding_about(self.track, self.judge.map, self.judge.log, verdict, why, **more)
