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
from clubroute.rules.gts.logcheck import excuses, ferry, slips
from clubroute.rules.gts.logcheck.board import Snapshot, allowance_text
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.circumstances import LEFT, Circumstances
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.ground import ground_of
from clubroute.rules.gts.logcheck.judging import Mind, Reading, Walked, followed
from clubroute.rules.gts.logcheck.proof import (
    Proof,
    Proofs,
    cost_text,
    hex_before,
    reason,
    refused_text,
)
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track, Turned, finding_about
from clubroute.rules.gts.logcheck.trail import with_trail
from clubroute.rules.gts.logcheck.transport import SHARED, VEHICLES, WALKED, may_carry
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
    "ends": "without the hexes that can be slips",
}
ACTIONS = 2
"""Actions a Unit may have in an activation (GTS series)."""
ROUND_AND_SLIP = "that it went round, and was put wrong besides, are two things"
UNASKED = "the rules cannot be asked about it as the log has it"
SECOND = "that it had a Second Action (GTS series; a Command Point is not in the log)"
ALLOWANCE = "its movement allowance: owner/ratings.csv, or a label as 7 MP"
ONE_DRAG = 2
"""Hexes of a single drag: more make a way that is shown hex by hex."""
ONE_EXCUSE = 1
"""What is assumed and not seen in the log may be this many things: two do not explain a move."""


CERTAIN = Circumstances()
"""Nothing is known that would explain anything."""


@dataclass(frozen=True, slots=True)
class MoveOptions:
    """Says how moves are judged.

    ``second_actions``: a Unit may have a Second Action that the log does not show. ``own``: the
    players saw the map the rules have; without it what rests on surveyed or assumed ground proves
    nothing. ``passive`` kinds hold no hex. ``dice_elsewhere``: dice were rolled that the log does
    not show. ``retreat``: hexes that a retreat goes at most. ``module`` is the name of one that is
    none of ours.
    """

    second_actions: bool = True
    own: bool = True
    passive: frozenset[str] = frozenset()
    dice_elsewhere: bool = False
    retreat: int = 4
    announced: bool = False
    module: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """Holds what following the readings came to: the first that fits, else the best. ``assumed``
    counts the things that the reading takes for granted and the log does not show."""

    move_class: MoveClass
    reading: Reading | None
    walked: Walked
    legs: Sequence[Leg] = ()
    assumed: int = 0


SEEN = ("rulebook", "owner")
"""What the players of another's module have seen: its own boards, and what a rulebook prints."""


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
        found = self.cost(track, now, allowance, after, told)
        return track.spent if found is None else found

    def cost(
        self,
        track: Track,
        now: Mapping[str, str] | None,
        allowance: int | None,
        after: Snapshot,
        told: Circumstances,
    ) -> int | None:
        """As :meth:`spent`, None if nobody can tell."""
        asked = Judgement(self, track, now, allowance, after, told)
        own = track.counter.move_class
        costs = [asked.tried(one).walked.cost for one in ((own,) if own else MOVE_CLASSES)]
        least = min((cost for cost in costs if cost is not None), default=None)
        return None if least is None else track.spent + least

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
    _refused: dict[MoveClass, frozenset[int]] = field(init=False)

    def __post_init__(self) -> None:
        judge, counter = self.judge, self.track.counter
        self.limits = judge.ground.limits(counter, self.now)
        self.mind = judge.mind_of(counter, self.limits, self.freed)
        self._refused = {}
        passive, module = judge.options.passive, judge.options.module
        self.proofs = Proofs(judge.context, judge.map, passive, self.now, module)

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
        fits = next((one for one in tried if self.fits(one)), None)
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
            fits = next((one for one in tried if self.fits(one)), None)
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
            legs, assumed = self.legs_of(reading, move_class)
            if not legs and self.track.legs:
                continue
            walked = self.walked(move_class, legs, reading, slack, within)
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

    def legs_of(self, reading: Reading, move_class: MoveClass) -> tuple[Sequence[Leg], int]:
        """List the legs that a reading follows, none if it is no reading of this activation, and
        count the things it takes for granted."""
        track = self.track
        if reading in BY_STEPS:
            return track.legs, 0
        near = self.near(move_class)
        refused = self.refused(move_class)
        if reading == "ways":
            return track.legs, int(bool(refused))
        if reading == "kept":
            left = slips.put_back(track, near)
        else:
            held = lambda drag: drag.hex in self.mind.shut(drag.before).held  # noqa: E731
            left = slips.between(track, near, refused, held)
        if left is None:
            return (), 0
        drags = track.drags
        detour = any(drags[n] in left.legs for n in refused)
        return left.legs, left.assumed + detour

    def near(self, move_class: MoveClass) -> slips.Near:
        """Return what tells whether one hex is next to another for a class."""
        before = self.track.legs[0].before
        network = self.mind.graph(move_class, before)
        return lambda a, b: arrivals.leads(network, a, b)

    def refused(self, move_class: MoveClass) -> frozenset[int]:
        """Find the drags (by their place, from 0) into a next hex that the rules refuse as they
        are, in whatever formation."""
        found = self._refused.get(move_class)
        if found is None:
            hexes, beside = self.track.hexes, self.judge.map.beside
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

    def walked(
        self,
        move_class: MoveClass,
        legs: Sequence[Leg],
        reading: Reading,
        slack: int = arrivals.SLACK,
        within: int = arrivals.ANY_COST,
        near: slips.Near | None = None,
    ) -> Walked:
        """Follow a reading."""
        track, mind = self.track, self.mind
        column, last = track.counter.column, track.last.column
        return followed(
            mind, move_class, track.start, column, legs, last, reading, slack, within, near
        )

    def affordable(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance, as far as that is known."""
        return self.within(one.walked)

    def within(self, walked: Walked) -> bool:
        """Tell whether a way ends within the allowance, as far as that is known."""
        cost = walked.cost
        if cost is None or self.allowance is None:
            return cost is not None
        return cost + self.track.spent <= self.allowance

    def fits(self, one: Tried) -> bool:
        """Tell whether a reading is within the allowance and takes one thing for granted."""
        return one.reading is not None and self.affordable(one) and one.assumed <= ONE_EXCUSE

    def second(self, move_class: MoveClass) -> Tried | None:
        """Find a way that a Second Action pays, None if there is none.

        It pays for what the log shows and nothing else: each drag into a next hex is the step that
        was gone, in the formation shown unless a change of it is shown; no refused crossing, no
        way round one, and nothing that might have been a slip but over several hexes.
        """
        if self.refused(move_class) or not self.may_act_twice():
            return None
        near, track = self.near(move_class), self.track
        turned = any(isinstance(leg, Turned) for leg in track.legs)
        for reading in READINGS:
            legs, assumed = self.legs_of(reading, move_class)
            if not legs or assumed:
                continue
            drags = [leg for leg in legs if isinstance(leg, Drag)]
            hexes = [track.start, *(drag.hex for drag in drags)]
            walked_out = all(map(near, hexes, hexes[1:]))
            by: Reading = reading
            if walked_out:
                by = "forms" if turned and reading != "shown" else "shown"
            elif reading in BY_STEPS:
                continue
            walked = self.walked(move_class, legs, by, near=near)
            if self.twice(walked):
                return Tried(move_class, reading, walked, legs)
        return None

    def may_act_twice(self) -> bool:
        """Tell whether it may have had a Second Action, by the rules of the round."""
        options, others = self.judge.options, self.after.units.values()
        if not options.announced:
            return options.second_actions
        return self.told.announced(self.track.counter, [one.counter for one in others])

    def twice(self, walked: Walked) -> bool:
        """Tell whether a way may take two Actions, cut anywhere along it."""
        cost, most = walked.cost, self.allowance
        if cost is None or most is None or not self.may_act_twice():
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
            shown = self.as_shown(one)
            why = f"the way is legal{' ' + how if how else ''}, {spent}{shown}"
            why += "; its allowance is not known"
            needs = (ALLOWANCE, *needs)
            return self.told_as("unchecked", why, needs=needs)
        if needs:
            return self.told_as(
                "unchecked", f"legal but for what is not known, {spent}", needs=needs
            )
        if how:
            return self.told_as("possible", f"legal {how}, {spent}{self.as_shown(one)}")
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
        if "leg" in classes and self.track.counter.move_class == "leg" and self.may_ride():
            most = arrivals.ANY_COST if self.allowance is None else self.allowance
            for other in VEHICLES:
                one = self.tried(other, within=most)
                if self.fits(one) and not one.assumed:
                    why = f"legal if it rode on the transport in its hex{self.on_foot()}"
                    return self.told_as("possible", why)
        return self.carried() or excuses.assaulted(self, classes)

    def may_ride(self) -> bool:
        """Tell whether what may carry it lies where it began or ended; of a foreign module's Units
        nobody knows whether they have transport of their own."""
        track, before = self.track, self.track.legs[0].before
        lying = ((before, track.start), (self.after, track.end))
        return not self.judge.options.own or any(
            one.hex == hex_ and may_carry(one.counter, track.counter)
            for board, hex_ in lying
            for one in board.units.values()
        )

    def on_foot(self) -> str:
        """Name what keeps it from going as it went by itself."""
        refused = self.refused_drag()
        if refused is not None:
            return f"; by itself {refused_text(refused)}"
        one = self.tried(self.track.counter.move_class or "leg")
        if one.walked.cost is None or self.allowance is None:
            return "; by itself no way leads there"
        cost = allowance_text(one.walked.cost + self.track.spent)
        return f"; by itself it costs at least {cost}, more than its {mp(self.allowance):g}"

    def carried(self) -> LogFinding | None:
        """Report a move that what went with it explains, None if nothing did. A vehicle is judged
        by itself; what transport may spend nobody says, but not where it may go."""
        ways = {self.told.carried, *(drag.carried for drag in self.track.drags)} - {""}
        if not ways or all(
            self.refused(vehicle) or self.tried(vehicle).reading is None for vehicle in VEHICLES
        ):
            return None
        what = "transport" if ways == {"transport"} else "vehicle"
        why = f"legal if the {what} moved with it carried it{self.on_foot()}"
        if what == "transport":
            return self.told_as("possible", why)
        ridden = [drag.carried for drag in self.track.drags]
        if not self.told.carried and not ridden[-1]:
            return self.told_as("unchecked", why + "; it went on by itself", needs=(WALKED,))
        if "vehicle" not in ways:
            return self.told_as("unchecked", why, needs=(SHARED,))
        return self.told_as("possible", why)

    def ferried(self) -> LogFinding | None:
        """Report a move that a ferry explains, None if none does."""
        for ride in self.rides:
            hex_ = self.judge.map.number(ride.hex)
            if ride.verdict == "legal":
                receipt, asked = ride.proof.receipt, ride.proof.asked
                return self.told_as("legal", f"by ferry to {hex_}", receipt=receipt, asked=asked)
            if ride.verdict == "possible":
                why = f"legal if the ferry took it to {hex_}, where no bridge stands"
                return self.told_as("possible", why, needs=ride.needs)
        return None

    def proof_of(self, number: int, here: int, leg: Drag, shut: bool) -> Proof:
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
            proof = self.proof_of(stop.leg, stop.hex, leg, leg.hex in shut)
        if proof.receipt is None or proof.receipt["verdict"] != "illegal":
            why = "no way fits what the log shows, but the rules' own answer does not refuse it"
            needs = tuple(proof.receipt.get("needs", ())) if proof.receipt else ()
            return self.told_as("unchecked", why, receipt=proof.receipt, needs=needs)
        return self.accused(proof)

    def overspent(self, way: Tried) -> LogFinding:
        """Report a move whose cheapest legal way costs more than the allowance, or takes more for
        granted than one thing."""
        cost, most, track = way.walked.cost, self.allowance, self.track
        assert cost is not None
        assert most is not None
        cost += track.spent
        bare = f"more than its {allowance_text(most)}"
        twice = self.second(way.move_class)
        if twice is not None:
            spent = allowance_text((twice.walked.cost or 0) + track.spent)
            said = " that was announced" if self.judge.options.announced else ""
            why = f"costs at least {spent}, {bare}, which takes a Second Action{said}"
            return self.told_as("possible", why + self.as_shown(twice), needs=(SECOND,))
        refused = self.refused_drag()
        if refused is not None and cost <= most:
            return self.accused(refused, f"{reason(refused)}; {ROUND_AND_SLIP}")
        if refused is not None:
            proof = self.proofs.of_cost(track, way.reading or "ways", way.legs, cost, most)
            why = f"{reason(refused)}; the cheapest way round {cost_text(proof, cost)}, {bare}"
            return replace(self.accused(refused, why), around=proof.receipt)
        reading, legs, how = way.reading or "ways", way.legs, ""
        if self.walked_out(way.move_class):
            shown = self.walked(way.move_class, track.legs, "shown")
            if shown.cost is not None:
                cost, reading, legs = shown.cost + track.spent, "shown", track.legs
                how = " as it was dragged, hex by hex"
            elif shown.stopped is not None:
                how = ", and it was not in the formation that the way takes"
        proof = self.proofs.of_cost(track, reading, legs, cost, most)
        return self.accused(proof, f"{cost_text(proof, cost)}{how}, {bare}")

    def walked_out(self, move_class: MoveClass) -> bool:
        """Tell whether it was dragged hex by hex."""
        near, hexes = self.near(move_class), self.track.hexes
        return len(hexes) > ONE_DRAG and all(map(near, hexes, hexes[1:]))

    def as_shown(self, one: Tried) -> str:
        """Name what the rules refuse in what the log shows, and a reading excuses: a hexside, a
        price, a drag that shows no way."""
        refused = self.refused_drag() if self.refused(one.move_class) else None
        if refused is not None:
            return f"; as shown {refused_text(refused)}"
        hexes, number = self.track.hexes, self.judge.map.number
        near = self.near(one.move_class)
        held = [drag.hex for drag in self.track.drags if drag.hex in self.mind.shut(drag.before)]
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
        walked = self.walked(one.move_class, self.track.legs, "shown")
        if walked.cost is None:
            return "; as shown it is not in the formation that the way takes"
        return f"; as shown it costs {allowance_text(walked.cost + self.track.spent)}"

    def straight(self, one: Tried, leaps: Sequence[str]) -> str:
        """Name the crossing that is closed on the straight way of a drag over several hexes, where
        a Second Action would pay the way round it."""
        if len(leaps) > 1 or self.affordable(one):
            return ""
        number = next(
            n
            for n, leg in enumerate(self.track.legs)
            if isinstance(leg, Drag)
            and leg.hex not in [side[hex_before(self.track, n)] for side in self.judge.map.beside]
        )
        leg = self.track.legs[number]
        assert isinstance(leg, Drag)
        here = hex_before(self.track, number)
        ends = {"from": self.judge.map.number(here), "to": self.judge.map.number(leg.hex)}
        asked = self.proofs.ask("move.best", self.track, leg.column, leg.before, ends)
        notes = (asked.receipt or {}).get("notes", ())
        return "".join(f"; {note}" for note in notes if "closed" in note)

    def refused_drag(self) -> Proof | None:
        """Find the first drag into a neighbouring hex that the rules refuse as it is, if any."""
        track, nth = self.track, -1
        refused = self.refused(track.counter.move_class or "leg")
        for number, leg in enumerate(track.legs if refused else ()):
            if not isinstance(leg, Drag):
                continue
            nth += 1
            if nth in refused:
                proof = self.proof_of(number, hex_before(track, number), leg, shut=True)
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
        if not (self.judge.options.own or rests in SEEN or by_enemy):
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
