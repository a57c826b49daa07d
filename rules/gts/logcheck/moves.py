"""Judging a Unit's activation as a move, with the receipt that proves what is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.builder.provenance import Provenance
from clubroute.rules.context import Context
from clubroute.rules.gts.logcheck import ferry
from clubroute.rules.gts.logcheck.board import Snapshot, allowance_text, enemies
from clubroute.rules.gts.logcheck.chits import RETREAT, SERIES
from clubroute.rules.gts.logcheck.ground import ground_of
from clubroute.rules.gts.logcheck.judging import Mind, Reading, Walked, followed, split
from clubroute.rules.gts.logcheck.proof import Proof, Proofs, hex_before, reason
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track, finding_about
from clubroute.rules.gts.logcheck.trail import with_trail
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.gts.movement.limits import Limited
from clubroute.rules.logs.check.finding import Finding, Verdict
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import MOVE_CLASSES, MoveClass, mp

READINGS: tuple[Reading, ...] = ("shown", "forms", "kept", "ways")
BY_STEPS: frozenset[Reading] = frozenset({"shown", "forms"})
"""The readings that take each drag for a single step."""
BY: Mapping[Reading, str] = {
    "shown": "",
    "forms": "if it changed its formation where the log does not show it",
    "ways": "by a way the log does not show",
    "kept": "if it was put back by hand where it had been",
}
UNLESS_RETREAT = ", unless a die made it retreat"
SECOND = "that it had a Second Action (GTS series; a Command Point is not in the log)"


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """How moves are judged.

    ``second_actions``: a Unit may have a Second Action that the log does not show. ``own``: the
    players saw the map the rules have; without it what rests on surveyed or assumed ground proves
    nothing. ``passive`` kinds hold no hex. ``dice_elsewhere``: dice were rolled that the log does
    not show.
    """

    second_actions: bool = True
    own: bool = True
    passive: frozenset[str] = frozenset()
    dice_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Tried:
    """What following the readings came to: the first that fits, and the best of the others."""

    move_class: MoveClass
    reading: Reading | None
    walked: Walked


class MoveJudge:
    """Judges activations on one map."""

    def __init__(self, context: Context, map: MapFile, log: str, options: MoveOptions) -> None:
        self.context = context
        self.map = map
        self.log = log
        self.options = options
        self.ground = ground_of(context, map)

    def judge(
        self, track: Track, now: Mapping[str, str] | None, allowance: int | None, after: Snapshot
    ) -> Finding:
        """What an activation was: ``now`` is its turn, ``allowance`` half-MP as far as known,
        ``after`` the board when it was over."""

        def judged(track: Track) -> Finding:
            return Judgement(self, track, now, allowance, after).finding()

        return with_trail(judged(track), track, judged, self.map.number)


@dataclass(slots=True)
class Judgement:
    """One activation being judged."""

    judge: MoveJudge
    track: Track
    now: Mapping[str, str] | None
    allowance: int | None
    after: Snapshot
    limited: Limited = field(init=False)
    mind: Mind = field(init=False)
    proofs: Proofs = field(init=False)

    def __post_init__(self) -> None:
        judge, counter = self.judge, self.track.counter
        ground = judge.ground
        limited = self.limited = ground.limited(counter, self.now)
        self.mind = Mind(ground.graph, lambda at: ground.shut(counter.side, limited, at))
        self.proofs = Proofs(judge.context, judge.map, judge.options.passive, self.now)

    def finding(self) -> Finding:
        """The verdict, with all that belongs to it."""
        counter = self.track.counter
        if not counter.side:
            return self.told(
                "unchecked", "nobody says whose it is", needs=("the Unit's side: Allied or German",)
            )
        if counter.kind in self.judge.options.passive:
            why = f"how a {counter.kind} moves is said by the series rules"
            return self.told("unchecked", why, needs=(f"the rules of a {counter.kind}",))
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
        if way is not None:
            return self.overspent(way)
        return self.stopped(tried[0])

    @property
    def rides(self) -> Iterator[ferry.Ride]:
        """What ferries make of the legs, as far as one joins their hexes."""
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
        leaps = self.leaps(move_class)
        for reading in READINGS:
            if leaps and reading in BY_STEPS:
                continue
            legs = self.track.legs if reading != "kept" else self.track.straightened()
            if reading == "kept" and len(legs) == len(self.track.legs):
                continue
            walked = self.walked(move_class, legs, reading, slack, within)
            if walked.stopped:
                # The widest reading of all legs says where it stops.
                nowhere = nowhere if reading == "kept" else Tried(move_class, None, walked)
                continue
            one = Tried(move_class, reading, walked)
            if self.affordable(one):
                return one
            if best is None or (walked.cost or 0) < (best.walked.cost or 0):
                best = one
        found = best or nowhere
        assert found is not None
        return found

    def leaps(self, move_class: MoveClass) -> bool:
        """Whether some drag was no single step, so that the log does not show all of the way."""
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
        """A reading followed."""
        track, mind = self.track, self.mind
        column, last = track.counter.column, track.last.column
        return followed(mind, move_class, track.start, column, legs, last, reading, slack, within)

    def affordable(self, one: Tried) -> bool:
        """Whether a reading is within the allowance, as far as it is known."""
        return self.within(one.walked)

    def within(self, walked: Walked) -> bool:
        """Whether a way comes to its end within the allowance, as far as that is known."""
        cost = walked.cost
        return cost is not None and (self.allowance is None or cost <= self.allowance)

    def fitting(self, one: Tried) -> Finding:
        """The finding where a reading fits."""
        cost = one.walked.cost or 0
        spent = f"at least {allowance_text(cost)}"
        if self.allowance is not None:
            spent += f" of {mp(self.allowance):g}"
        needs = self.open_needs()
        how = BY[one.reading or "shown"]
        if self.track.counter.move_class is None:
            why = f"can be a legal move, {spent} as {one.move_class}; its class is not known"
            needs = (ferry.CLASS, *needs)
            return self.told("unchecked", why, needs=needs)
        if self.allowance is None and self.track.drags:
            why = f"the way is legal{' ' + how if how else ''}, {spent}; its allowance is not known"
            needs = ("its movement allowance: owner/ratings.csv, or a label as 7 MP", *needs)
            return self.told("unchecked", why, needs=needs)
        if needs:
            return self.told("unchecked", f"legal but for what is not known, {spent}", needs=needs)
        if how:
            return self.told("possible", f"legal {how}, {spent}")
        return self.told("legal", spent, **self.proofs.ground(self.track, self.judge.options.own))

    def open_needs(self) -> tuple[str, ...]:
        """What the verdict of a fitting reading still turns on: limits nobody can place, bridges
        that a marker may be for."""
        map, needs = self.judge.map, []
        here = self.track.start
        for drag in self.track.drags:
            if drag.hex in self.limited.doubts:
                needs.append(self.limited.doubts[drag.hex])
            if drag.before.bridges.open and drag.hex in [side[here] for side in map.beside]:
                number = map.hexside_number(here * 6 + map.direction(here, drag.hex))
                if number in drag.before.bridges.open:
                    needs.append(f"whether the bridge {number} is the one a marker stands for")
            here = drag.hex
        entered = {drag.hex for drag in self.track.drags}
        if entered and self.limited.unplaced:
            games = {map.game(hex) for hex in entered}
            needs += [limit.need for limit in self.limited.unplaced if limit.game in games]
        return tuple(dict.fromkeys(needs))

    def otherwise(self, classes: Sequence[MoveClass]) -> Finding | None:
        """What can explain a move no reading fits: another class, a ferry, an assault."""
        track, counter = self.track, self.track.counter
        if "leg" in classes and counter.move_class == "leg":
            most = arrivals.ANY_COST if self.allowance is None else self.allowance
            for other in MOVE_CLASSES[1:]:
                one = self.tried(other, within=most)
                if one.reading and self.affordable(one):
                    return self.told("possible", "legal if it rode on its transport")
        if any(drag.carried for drag in track.drags):
            return self.told("possible", "legal if the vehicle moved with it carried it")
        holding = enemies(self.after, counter.side)
        entered = [
            drag.hex for drag in track.drags if drag.hex in enemies(drag.before, counter.side)
        ]
        if entered and not any(hex in holding for hex in entered):
            hexes = ", ".join(self.judge.map.number(hex) for hex in dict.fromkeys(entered))
            why = f"legal if the enemy had left {hexes} before it came, as after an Assault"
            return self.told("possible", why)
        return None

    def ferried(self) -> Finding | None:
        """The finding where a ferry explains the move."""
        for ride in self.rides:
            hex = self.judge.map.number(ride.hex)
            if ride.verdict == "legal":
                receipt, asked = ride.proof.receipt, ride.proof.asked
                return self.told("legal", f"by ferry to {hex}", receipt=receipt, asked=asked)
            if ride.verdict == "possible":
                why = f"legal if the ferry took it to {hex}"
                return self.told("possible", why, needs=ride.needs)
        return None

    def refused(self, number: int, here: int, leg: Drag, shut: bool) -> Proof:
        """That a drag is no move, nor a crossing by the ferry that lies there."""
        ride = ferry.ride(self.proofs, self.judge.ground.tables, self.track, number, here)
        if ride is not None and ride.verdict == "illegal":
            return ride.proof
        return self.proofs.of_drag(self.track, number, here, leg, shut)

    def stopped(self, tried: Tried) -> Finding:
        """The finding where no reading goes on: illegal if the rules' own answer says so."""
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
            return self.told("unchecked", why, receipt=proof.receipt)
        return self.accused(proof)

    def overspent(self, way: Tried) -> Finding:
        """The finding where the cheapest legal move costs more than the allowance."""
        cost, most, track = way.walked.cost, self.allowance, self.track
        assert cost is not None
        assert most is not None
        more = f"costs at least {allowance_text(cost)}, more than its {allowance_text(most)}"
        parts = 2 if track.known else None
        if self.judge.options.second_actions and split(way.walked.totals, most, parts):
            return self.told("possible", more + ", which takes a Second Action", needs=(SECOND,))
        if any(drag.rolled for drag in track.drags):
            return self.retreated(more)
        if self.judge.options.dice_elsewhere:
            return self.told("possible", more + UNLESS_RETREAT, needs=(RETREAT,))
        refused = self.refused_drag() if way.reading in ("ways", "kept") else None
        if refused is not None:
            return self.accused(refused, f"{reason(refused)}; the cheapest way round {more}")
        return self.accused(self.proofs.of_cost(track, way.reading or "ways", cost, most), more)

    def retreated(self, more: str) -> Finding:
        """The finding where the move costs too much, but a die was rolled before it was over: what
        came before the die decides."""
        track = self.track
        at = next(n for n, leg in enumerate(track.legs) if isinstance(leg, Drag) and leg.rolled)
        then = replace(track.last, column=track.legs[at].column)
        before = replace(track, legs=track.legs[:at], last=then)
        if before.drags:
            found = Judgement(self.judge, before, self.now, self.allowance, self.after).finding()
            if found.verdict == "illegal":
                return found
        return self.told("possible", more + UNLESS_RETREAT, needs=(RETREAT,))

    def refused_drag(self) -> Proof | None:
        """The first drag into the next hex that the rules refuse as it is, if there is one."""
        track, map = self.track, self.judge.map
        for number, leg in enumerate(track.legs):
            if not isinstance(leg, Drag):
                continue
            here = hex_before(track, number)
            if leg.hex not in [side[here] for side in map.beside]:
                continue
            network = self.mind.graph(track.counter.move_class or "leg", leg.before)
            front = arrivals.settled(network, arrivals.begin(network, here, None), changes=True)
            if not arrivals.stepped(network, front, leg.hex, self.mind.shut(leg.before)):
                proof = self.refused(number, here, leg, shut=True)
                if proof.receipt is not None and proof.receipt["verdict"] == "illegal":
                    return proof
        return None

    def accused(self, proof: Proof, why: str = "") -> Finding:
        """An illegal move, if its proof rests on what the players saw."""
        receipt = proof.receipt
        assert receipt is not None
        refusing = [step for step in receipt["steps"] if step.get("verdict") == "illegal"]
        rests: Provenance = receipt["provenance"]
        verdict: Verdict = "illegal"
        needs: tuple[str, ...] = ()
        by_enemy = any("enemy" in step["why"] for step in refusing)
        if not (self.judge.options.own or rests == "rulebook" or by_enemy):
            verdict, needs = "unchecked", (f"the printed map: the answer rests on {rests} facts",)
        return self.told(
            verdict,
            why or reason(proof),
            rule=refusing[-1]["rule"] if refusing else SERIES,
            needs=needs,
            receipt=receipt,
            method=proof.method,
            asked=proof.asked,
            provenance=rests,
        )

    def told(self, verdict: Verdict, why: str, **more: Any) -> Finding:
        """A finding about the activation."""
        return finding_about(self.track, self.judge.map, self.judge.log, verdict, why, **more)
