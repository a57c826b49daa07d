"""Judges a Unit's activation as a move: by readings that fit, else by what may explain it, else by
the receipt that proves it illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass, mp
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck import excuses
from clubroute.rules.gts.logcheck import proof as transport
from clubroute.rules.gts.logcheck.board import Snapshot, allowance_text, enemies
from clubroute.rules.gts.logcheck.excuses import (
    RETREATED,
    CheckOptions,
    Retreats,
    die_of,
    piled,
    walked,
)
from clubroute.rules.gts.logcheck.ground import (
    Mind,
    Reading,
    Walked,
    ground_of,
)
from clubroute.rules.gts.logcheck.proof import Proof, Proofs
from clubroute.rules.gts.logcheck.refused import (
    BY_STEPS,
    READINGS,
    Refusals,
    Tried,
    WayReadings,
)
from clubroute.rules.gts.logcheck.track import (
    Circumstances,
    Drag,
    Track,
    Turned,
    finding_about,
    names_unit,
)
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.gts.situation.condition import Limits
from clubroute.rules.logs.check.finding import (
    Excuse,
    LogFinding,
    Verdict,
    shortened,
)

ACTIONS = 2
"""Actions a Unit may have in an activation (GTS series)."""
MOST_TAILS = 8
"""Drags at the end of an activation that are each looked at as the first of a retreat."""
ASSUMED_CLASS = "that it is {0} mounted is assumed of its counter"
ALLOWANCE = "its movement allowance: owner/ratings.csv, or a label as 7 MP"
CERTAIN = Circumstances()
"""Nothing is known that would explain anything."""


class MoveJudge:
    """Judges activations on one map (``log`` by name). ``passive`` kinds hold no hex, ``module`` is
    the name of one that is none of ours. ``scenario`` is the id of what is played, None until a
    game says it."""

    def __init__(
        self,
        context: Context,
        mapfile: MapFile,
        log: str,
        options: CheckOptions,
        passive: frozenset[str] = frozenset(),
        module: str = "",
    ) -> None:
        self.context = context
        self.map = mapfile
        self.log = log
        self.options = options
        self.passive = passive
        self.module = module
        self.scenario: str | None = None
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

        found = with_trail(judged(track), track, judged, self.map.number)
        who = track.counter
        if not who.class_assumed or who.move_class is None:
            return found
        found = replace(found, notes=(*found.notes, ASSUMED_CLASS.format(who.move_class)))
        if found.verdict != "illegal":
            return found
        for other in transport.VEHICLES:
            rode = replace(track, counter=replace(who, move_class=other))
            if with_trail(judged(rode), rode, judged, self.map.number).verdict != "illegal":
                needs = (*found.needs, transport.CLASS)
                return replace(found, verdict="unchecked", needs=needs, receipt=None)
        return found

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
        """Return the least half-MP of a track, or None if no way of it has a known cost."""
        readings = Judgement(self, track, now, allowance, after, told).readings
        costs = [readings.tried(one).walked.cost for one in classes_of(track)]
        least = min((cost for cost in costs if cost is not None), default=None)
        return None if least is None else track.spent + least

    def leaps(self, track: Track) -> bool:
        """Tell whether a Unit was put where it is over several hexes, by its last drag."""
        ends = [n for n, leg in enumerate(track.legs) if isinstance(leg, Drag)]
        if not ends:
            return False
        here = track.hex_before(ends[-1])
        return track.end not in [side[here] for side in self.map.beside]

    def limits(self, track: Track, now: Mapping[str, str] | None, board: Snapshot) -> Limits:
        """Return where an activation's Unit may not go."""
        return self.ground.limits(track.counter, track.start, now, board, self.scenario)

    def mind_of(self, track: Track, limits: Limits, freed: frozenset[int] = frozenset()) -> Mind:
        """Return what following a Unit takes. ``freed`` hexes count as free of enemies."""
        ground, side = self.ground, track.counter.side
        return Mind(ground.graph, lambda at: ground.shut(side, limits, at).without(freed))


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
    readings: WayReadings = field(init=False)
    refusals: Refusals = field(init=False)

    def __post_init__(self) -> None:
        judge, track = self.judge, self.track
        board = track.legs[0].before if track.legs else self.after
        self.limits = judge.limits(track, self.now, board)
        self.mind = judge.mind_of(track, self.limits, self.freed)
        self.proofs = Proofs(
            judge.context, judge.map, judge.passive, self.now, judge.module, judge.scenario
        )
        self.readings = WayReadings(judge.map, track, self.mind, self.allowance)
        tables, own = judge.ground.tables, judge.options.own
        self.refusals = Refusals(self.readings, self.proofs, tables, self.found, own)

    def finding(self) -> LogFinding:
        """Give the verdict, with all that belongs to it."""
        counter = self.track.counter
        if not counter.side:
            return self.found(
                "unchecked", "its side is not known", needs=("the Unit's side: Allied or German",)
            )
        if counter.kind in self.judge.passive:
            why = f"how a {counter.kind} moves is said by the series rules"
            return self.found("unchecked", why, needs=(f"the rules of a {counter.kind}",))
        classes, readings = classes_of(self.track), self.readings
        barred = self.barred()
        if barred is not None:
            found = self.refusals.accused(barred)
            return self.excused(found, classes) if found.verdict == "illegal" else found
        tried = [readings.tried(one) for one in classes]
        fits = next((one for one in tried if readings.fits(one)), None)
        if fits is None or fits.reading != "shown":
            ride = self.ferried()
            if ride is not None and (fits is None or ride.verdict == "legal"):
                return ride
        if fits is not None:
            return self.fitting(fits)
        other = self.carried() or self.assaulted(classes)
        if other is not None:
            return other
        if len(self.track.drags) > 1:
            # Before anybody is accused, dearer ways between the hexes are looked at too.
            tried = [readings.tried(one, arrivals.WIDE) for one in classes]
            fits = next((one for one in tried if readings.fits(one)), None)
            if fits is not None:
                return self.fitting(fits)
        way = next((one for one in tried if one.reading), None)
        if way is None:
            found = self.refusals.stopped(tried[0], self.stops_at_shut(tried[0]))
        else:
            found = self.acted_twice(way) or self.refusals.overspent(way)
        if found.verdict != "illegal":
            return found
        left = way is not None or self.stops_at_once(tried[0])
        if left and self.may_put_right() and self.refusals.drag() is None:
            return excuses.LEFT_SO.explains(self.found("unchecked", found.why))
        return self.excused(found, classes)

    def barred(self) -> Proof | None:
        """Find a limit that lets it not leave a hex, or not end where it does, as the rules' own
        answer refuses it; what was put back by hand is left out."""
        if not self.limits.held and not self.limits.ends:
            return None
        kept = self.track.with_legs(self.track.straightened())
        for number, leg in enumerate(kept.legs):
            if not isinstance(leg, Drag):
                continue
            here = kept.hex_before(number)
            over = leg.hex in self.limits.ends and leg is kept.drags[-1]
            if here in self.limits.held or over:
                proof = self.proofs.of_drag(kept, number, here, leg, shut=True)
                if proof.receipt is not None and proof.receipt["verdict"] == "illegal":
                    return proof
        return None

    # A reading fits.

    def fitting(self, one: Tried) -> LogFinding:
        """Report a move that a reading fits."""
        cost = (one.walked.cost or 0) + self.track.spent
        price = f"at least {allowance_text(cost)}"
        if self.allowance is not None:
            price += f" of {mp(self.allowance):g}"
        needs = self.open_needs()
        excuse = excuses.BY_READING.get(one.reading or "shown")
        if self.track.counter.move_class is None:
            why = f"can be a legal move, {price} as {one.move_class}; its class is not known"
            return self.found("unchecked", why, needs=(transport.CLASS, *needs))
        if self.allowance is None and self.track.drags:
            shown = self.refusals.as_shown(one)
            why = f"the way is legal, {price}; its allowance is not known"
            if excuse is not None:
                # What the rules refuse stands first: nobody knows whether it may go round.
                how = f"it is legal only {excuse.how}, {price}, and its allowance is not known"
                why = "; ".join(bit for bit in (shown.removeprefix("; "), how) if bit)
            return self.found("unchecked", why, needs=(ALLOWANCE, *needs))
        if needs:
            return self.found("unchecked", f"legal but for what is not known, {price}", needs=needs)
        if excuse is not None:
            return self.explained(excuse, price=price, refused=self.refusals.as_shown(one))
        return self.found("legal", price, **self.proofs.ground(self.track, self.judge.options.own))

    def open_needs(self) -> tuple[str, ...]:
        """List what a fitting reading still turns on: limits nobody can place, bridges that a
        marker may be for."""
        mapfile, needs = self.judge.map, []
        here, drags = self.track.start, self.track.drags
        for drag in drags:
            if here in self.limits.checks:
                needs.append(self.limits.checks[here])
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

    # What went with it, what it fought.

    def ferried(self) -> LogFinding | None:
        """Report a move that a ferry explains, None if none does."""
        for ride in self.refusals.rides():
            hex_ = self.judge.map.number(ride.hex)
            if ride.verdict == "legal":
                receipt, asked = ride.proof.receipt, ride.proof.asked
                return self.found("legal", f"by ferry to {hex_}", receipt=receipt, asked=asked)
            if ride.verdict == "possible":
                why = f"legal if the ferry took it to {hex_}, where no bridge stands"
                return self.found("possible", why, needs=ride.needs)
        return None

    def carried(self) -> LogFinding | None:
        """Report a move that what went with it explains, None if nothing did. A vehicle is judged
        by itself; what transport may spend nobody says, but not where it may go."""
        ways = {self.told.carried, *(drag.carried for drag in self.track.drags)} - {""}
        if not ways or all(
            self.readings.refused(vehicle) or self.readings.tried(vehicle).reading is None
            for vehicle in transport.VEHICLES
        ):
            return None
        ridden = [drag.carried for drag in self.track.drags]
        excuse = excuses.RODE_VEHICLE
        if ways == {"transport"}:
            excuse = excuses.RODE_TRANSPORT
        elif not self.told.carried and not ridden[-1]:
            excuse = excuses.DISMOUNTED
        elif "vehicle" not in ways:
            excuse = excuses.SHARED_VEHICLE
        return self.explained(excuse, refused=self.refusals.on_foot())

    def assaulted(self, classes: Sequence[MoveClass]) -> LogFinding | None:
        """Report a move into hexes of enemies who left in the activation after a die, or who are
        assaulted as the log ends; None if it would be none without them."""
        track, number, side = self.track, self.judge.map.number, self.track.counter.side
        holding = enemies(self.after, side)
        entered = [drag.hex for drag in track.drags if drag.hex in enemies(drag.before, side)]
        left = frozenset(entered) - holding
        going_on = {track.end} & set(entered) & holding if not self.told.over else set()
        freed = left | going_on
        if not freed or not replace(self, freed=freed).fits(classes):
            return None
        if going_on:
            return self.explained(excuses.ASSAULT_GOES_ON, hexes=number(track.end))
        hexes = ", ".join(number(hex_) for hex_ in dict.fromkeys(entered) if hex_ in left)
        rolled = self.told.rolled or self.judge.options.dice_elsewhere or self.told.untold
        excuse = excuses.ASSAULT_OVER if rolled else excuses.ASSAULT_NO_DIE
        return self.explained(excuse, hexes=hexes)

    def fits(self, classes: Sequence[MoveClass]) -> bool:
        """Tell whether some reading completes a move within the allowance and takes nothing for
        granted: an excuse of its own is not joined by another."""
        tried = map(self.readings.tried, classes)
        return any(self.readings.fits(one) and not one.assumed for one in tried)

    # A Second Action.

    def acted_twice(self, way: Tried) -> LogFinding | None:
        """Report a move that a Second Action pays, None if none does. ``way`` is the cheapest."""
        if self.track.known and not self.twice(way.walked):
            return None  # what a Second Action pays is never cheaper
        twice = self.second(way.move_class)
        if twice is None or self.allowance is None:
            return None
        options = self.judge.options
        said = " that was announced" if options.announced or options.announcing_marker else ""
        return self.explained(
            excuses.SECOND_ACTION,
            price=allowance_text((twice.walked.cost or 0) + self.track.spent),
            most=allowance_text(self.allowance),
            announced=said,
            refused=self.refusals.as_shown(twice),
        )

    def second(self, move_class: MoveClass) -> Tried | None:
        """Find a way that a Second Action pays, None if there is none.

        It pays for what the log shows and nothing else: each drag into a next hex is the step that
        was gone, in the formation shown unless a change of it is shown; no refused crossing, no
        way round one, and nothing that might have been a slip but over several hexes.
        """
        readings, track = self.readings, self.track
        if readings.refused(move_class) or not self.may_act_twice():
            return None
        near = readings.near(move_class)
        turned = any(isinstance(leg, Turned) for leg in track.legs)
        for reading in READINGS:
            legs, assumed = readings.legs_of(reading, move_class)
            if not legs or assumed:
                continue
            drags = [leg for leg in legs if isinstance(leg, Drag)]
            hexes = [track.start, *(drag.hex for drag in drags)]
            by: Reading = reading
            if all(map(near, hexes, hexes[1:])):
                by = "forms" if turned and reading != "shown" else "shown"
            elif reading in BY_STEPS:
                continue
            way = readings.walked(move_class, legs, by, near=near)
            if self.twice(way):
                return Tried(move_class, reading, way, legs)
        return None

    def may_act_twice(self) -> bool:
        """Tell whether it may have had a Second Action, by the rules of the round."""
        options, others = self.judge.options, self.after.units.values()
        if not (options.announced or options.announcing_marker):
            return options.second_actions
        if not self.told.marked.isdisjoint(self.track.hexes):
            return True
        return names_unit(self.told.said, self.track.counter, [one.counter for one in others])

    def twice(self, walked: Walked) -> bool:
        """Tell whether a way may take two Actions, cut anywhere along it."""
        cost, most = walked.cost, self.allowance
        if cost is None or most is None or not self.may_act_twice():
            return False
        # Where nothing shows activations apart there may be any number, each a few drags.
        bits = (cost,) if self.track.known else (b - a for a, b in pairwise(walked.totals))
        return all(one + self.track.spent <= ACTIONS * most for one in bits)

    # Accused, unless something explains it.

    def stops_at_shut(self, tried: Tried) -> bool:
        """Tell whether a Unit stops as its next hex is shut to it."""
        stop = tried.walked.stopped
        leg = None if stop is None else self.track.legs[stop.leg]
        return isinstance(leg, Drag) and leg.hex in self.mind.shut(leg.before)

    def stops_at_once(self, tried: Tried) -> bool:
        """Tell whether there is no way from where the Unit began to where it was put first, though
        it may be there."""
        stop = tried.walked.stopped
        first = next((n for n, leg in enumerate(self.track.legs) if isinstance(leg, Drag)), None)
        if stop is None or stop.at_end or stop.leg != first:
            return False
        return not self.stops_at_shut(tried)

    def may_put_right(self) -> bool:
        """Tell whether its first drag may put right what the log before shows: the log began under
        this chit, or under the one before and the drag is over several hexes."""
        track = self.track
        drags = track.drags
        if not self.told.left:
            return False
        if self.told.lone or not drags:
            return self.told.lone
        return self.told.untold and drags[0].hex not in [
            side[track.start] for side in self.judge.map.beside
        ]

    def excused(self, accused: LogFinding, classes: Sequence[MoveClass]) -> LogFinding:
        """Report what may explain an illegal move; the accusation where nothing does."""
        found = self.retreated(accused, classes)
        if found is not None:
            return found
        mapfile, track, told = self.judge.map, self.track, self.told
        options = self.judge.options
        unseen = told.untold or options.dice_elsewhere
        excuse = None if options.piles_only else piled(mapfile, track, told, unseen)
        if excuse is None and told.entered and not walked(mapfile, track):
            excuse = excuses.PUT_IN_PLACE
        if excuse is None and told.event:
            excuse = excuses.BY_EVENT
        if excuse is None:
            return accused
        return excuse.explains(self.found("unchecked", accused.why))

    def retreated(self, accused: LogFinding, classes: Sequence[MoveClass]) -> LogFinding | None:
        """Report a move whose end may be a retreat; if what came before it is illegal, that."""
        track, told, options = self.track, self.told, self.judge.options
        unseen = told.untold or options.dice_elsewhere
        drags = [(n, leg) for n, leg in enumerate(track.legs) if isinstance(leg, Drag)]
        rolls = [0, *(drag.rolls for _, drag in drags)]
        # A retreat follows its die: whoever was dragged on since then moved.
        after_die = [n for k, (n, drag) in enumerate(drags) if unseen or drag.rolls > rolls[k]]
        if not after_die:
            return None
        retreats = Retreats(self.judge.map, self.mind, classes, options.retreat)
        for first in reversed([*after_die[:1], *after_die[-MOST_TAILS:]]):
            if not retreats.explain(track, first, unseen):
                continue
            found = self.before(first)
            if found is None or found.verdict != "illegal":
                die = die_of(track, told, options.dice_elsewhere, dice=True)
                return RETREATED[die or "before"].explains(self.found("unchecked", accused.why))
        # What came before the first die is no retreat: where that is illegal, it is the fault.
        found = self.before(after_die[0]) if not unseen else None
        return found if found is not None and found.verdict == "illegal" else None

    def before(self, first: int) -> LogFinding | None:
        """Judge the part of an activation before a leg, None if it was no move."""
        track = self.track
        then = replace(track.last, column=track.legs[first].column)
        part = replace(track, legs=track.legs[:first], last=then)
        if not part.drags:
            return None
        # An Assault that this part ends in was settled by the die after it.
        told = replace(self.told, rolled=False, lone=False, owed="", over=False)
        return replace(self, track=part, told=told).finding()

    def explained(self, excuse: Excuse, **words: str) -> LogFinding:
        """Report a move that an excuse explains."""
        return excuse.explains(self.found("unchecked", ""), **words)

    def found(self, verdict: Verdict, why: str, **more: Any) -> LogFinding:
        """Make a finding about the activation."""
        return finding_about(self.track, self.judge.map, self.judge.log, verdict, why, **more)


def classes_of(track: Track) -> Sequence[MoveClass]:
    """List the classes that a Unit may be of."""
    own = track.counter.move_class
    return (own,) if own else MOVE_CLASSES


def lengthened(track: Track) -> Track:
    """Put what the Unit's trail from before the log tells in front of its activation."""
    first = track.legs[0]
    column = track.counter.column
    hexes = [*track.trail[1:], track.start]
    came = [Drag(first.step, hex_, column, first.before) for hex_ in hexes]
    legs = [*came, *track.legs]
    # Nobody knows whether all of it is of one activation.
    return replace(track, start=track.trail[0], legs=legs, known=False, trail=())


def with_trail(
    found: LogFinding,
    track: Track,
    judge: Callable[[Track], LogFinding],
    number: Callable[[int], str],
) -> LogFinding:
    """Add to a finding what the trail from before the log may change.

    The trail may be left over from another activation: it never makes a move illegal, but a move
    that is legal only without it is not known to be. ``judge`` judges an activation, ``number``
    gives a hex's printed number.
    """
    if not track.trail or found.verdict not in ("legal", "possible"):
        return found
    way = " → ".join(shortened([number(hex_) for hex_ in track.trail]))
    whole = judge(lengthened(track))
    if whole.verdict == "legal" or (whole.verdict == "possible" and not whole.needs):
        told = f"with its Movement Trail from before the log ({way}): {whole.why}"
        return replace(found, notes=(*found.notes, told))
    if whole.verdict == "possible":
        why = f"{found.why}; with its Movement Trail from before the log ({way}): {whole.why}"
        return replace(found, verdict="possible", why=why, needs=(*found.needs, *whole.needs))
    need = f"whether its Movement Trail from before the log ({way}) is of this activation"
    why = f"{found.why}; with the trail: {whole.why}"
    return replace(found, verdict="unchecked", why=why, needs=(*found.needs, need))
