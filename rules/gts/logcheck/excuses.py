"""Lists what may explain a move that would be illegal: each excuse with its evidence in the log,
how a finding says it and what it leaves open; and tells whether the evidence is there.

An excuse explains only what it is evidence for, and two never join in one finding. How far a
retreat goes is said by the series rules, which these rulebooks do not hold: the number of hexes is
a reading (``--retreat``). What ground it takes is theirs: a Unit follows the same crossings as in a
move, in the formation it is in (WED 2.15.1, 2.16; TDC 2.15.1, 2.16).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from clubroute.builder.grid import distance
from clubroute.rules.answer.model import MoveClass
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, enemies
from clubroute.rules.gts.logcheck.ground import Mind, Reading
from clubroute.rules.gts.logcheck.track import Circumstances, Drag, Track
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT, Excuse, Verdict

NEAR = 10
"""Hexes within which an enemy is one that a Unit goes away from; others fire indirectly."""


# What would settle it.
EARLIER = "the log before this one: whether dice were rolled there, and whom they made retreat"
LEFT = "the log before this one: whether it left the Unit by slip where this one begins"
RETREAT = "whether a retreat or an event moved it (GTS series)"
STACKED = "whether a retreat put Units there (GTS series)"
RIDES = "which of them ride on vehicles: two such Units count as one (WED S4.3, TDC S5.11.3)"
COMBAT = "the dice: they are not in the log, so that it does not tell combat"
SECOND = "that it had a Second Action (GTS series; a Command Point is not in the log)"
GOES_ON = "the next log: whether both sides are still in the hex when the next chit is drawn"
NO_DIE = "what made the enemy leave: no die fell in the activation"
PILE = "whether the hex is where eliminated Units are piled: Units of both sides lie there"
APART = "whether it was eliminated, and is piled there: no Road and no other Unit is near the hex"
FALLEN = "whether it was eliminated in the Assault, and is piled there"
ASIDE = frozenset({APART, FALLEN})
"""What leaves open whether a Unit is out of play: nobody that moves on is."""
ARRIVED = "whether it was put in place as it arrived: it came onto the map under this chit"
EVENT = "what the event says that was drawn, or told of, under this chit"
CARRIED = "whether it rode on the vehicle that went the same way (WED S4.1, TDC S5.11)"
SHARED = "which of them rode: a vehicle carries one at a time (WED S4.3, TDC S5.11.3)"
WALKED = "where it dismounted: it does nothing more in the activation (WED S4.2, TDC S5.11.2)"
IN_PLAY = "which of the chits that lie open is in play: the log before this one, or a chart of it"
MOVED_ON = "whether this put its last activation right, or went on with it after the next chit"
THROUGH = "the next log: whether it is on its way through as this one ends"
LATE = "whether it was a slip: play had gone on under other chits before it was put right"

# What the log leaves open of the way.
LEGAL = "legal {how}, {price}{refused}"
OTHER_MOMENT = Excuse(
    "another moment of a change of Column",
    "steps that it can make in the other formation, and no step that shows when it changed",
    "possible",
    says=LEGAL,
    how="if it changed its formation where the log does not show it",
)
OTHER_WAY = Excuse(
    "another way",
    "a drag over several hexes, which shows none",
    "possible",
    says=LEGAL,
    how="by a way the log does not show",
)
PUT_BACK = Excuse(
    "put back by hand",
    "it comes back into a hex it was in",
    "possible",
    says=LEGAL,
    how="if it was put back by hand where it had been",
)
SLIP = Excuse(
    "a slip",
    "a drag over several hexes into the hex or out of it; or one hex that the rules refuse, and a "
    "single step that leads past",
    "possible",
    says=LEGAL,
    how="without the hexes that can be slips",
)
BY_READING: Mapping[Reading, Excuse] = {
    "forms": OTHER_MOMENT,
    "ways": OTHER_WAY,
    "kept": PUT_BACK,
    "ends": SLIP,
}
"""What a reading of the way takes; "shown" takes nothing."""

# What the price speaks for.
SECOND_ACTION = Excuse(
    "a Second Action",
    "a price of up to twice the allowance, on the way as it was dragged",
    "possible",
    (SECOND,),
    "costs at least {price}, more than its {most}, which takes a Second Action{announced}{refused}",
)

# What went with it.
RODE_TRANSPORT = Excuse(
    "it rode",
    "transport that may carry it, dragged the same way",
    "possible",
    says="legal if the transport moved with it carried it{refused}",
)
RODE_VEHICLE = Excuse(
    "it rode",
    "a vehicle that may carry it, dragged the same way",
    "possible",
    says="legal if the vehicle moved with it carried it{refused}",
)
DISMOUNTED = Excuse(
    "it rode",
    "a vehicle that may carry it, dragged a part of its way",
    "unchecked",
    (WALKED,),
    RODE_VEHICLE.says + "; it went on by itself",
)
SHARED_VEHICLE = Excuse(
    "it rode",
    "a vehicle that may carry it or another, dragged the same way",
    "unchecked",
    (SHARED,),
    RODE_VEHICLE.says,
)
RODE_OUT_OF_TURN = Excuse(
    "it rode", "a vehicle that may carry it, dragged the same way", "possible", (CARRIED,)
)
SHARED_OUT_OF_TURN = Excuse(
    "it rode",
    "a vehicle that may carry it or another, dragged the same way",
    "unchecked",
    (SHARED,),
)

# An Assault.
ENTERED = "an enemy Unit was in {hexes} as it came; legal if it had left, as after an Assault"
ASSAULT_OVER = Excuse(
    "an Assault", "the enemy left under the chit after a die", "possible", says=ENTERED
)
ASSAULT_NO_DIE = Excuse(
    "an Assault",
    "the enemy left under the chit, and no die fell",
    "unchecked",
    (NO_DIE,),
    ENTERED,
)
ASSAULT_GOES_ON = Excuse(
    "an Assault",
    "the log ends",
    "possible",
    (GOES_ON,),
    "an enemy Unit is in {hexes}: an Assault may be in progress as the log ends",
)
ASSAULT_LEFT_LATE = Excuse(
    "an Assault",
    "a die fell, and the enemy left under the next chit",
    "possible",
    says="an enemy Unit was in {hexes}; legal if the Assault was over: it left under the next chit",
)

# A retreat.
Die: TypeAlias = Literal["seen", "elsewhere", "late", "before", "none"]
"""Where the die fell that may have made a Unit retreat."""


def retreat(evidence: str, verdict: Verdict, *needs: str) -> Excuse:
    """Declare the excuse of a retreat by the evidence for its die."""
    says = "{why}, unless a die made it retreat"
    return Excuse("a retreat", evidence, verdict, (*needs, RETREAT), says)


RETREATED: Mapping[Die, Excuse] = {
    "seen": retreat("a die that fell before it", "possible"),
    "elsewhere": retreat("dice are rolled elsewhere", "unchecked"),
    "late": retreat("a die that fell under the other side's chit before", "unchecked"),
    "before": retreat("the log begins under the chit, or the one before", "unchecked", EARLIER),
    "none": retreat("combat, and no dice in the whole log", "unchecked", COMBAT),
}
"""A retreat by where its die fell, the surest evidence first."""


def die_of(track: Track, told: Circumstances, elsewhere: bool, dice: bool) -> Die | None:
    """Tell where the die fell that may have made a Unit retreat, None if none can have.

    ``elsewhere``: dice are rolled outside the log; ``dice``: the log shows some. That it shows none
    explains nothing until it shows combat.
    """
    side = track.counter.side
    falls: Mapping[Die, bool] = {
        "seen": any(drag.rolls for drag in track.drags),
        "elsewhere": elsewhere,
        "late": told.owes(side),
        "before": told.untold,
        "none": not dice and told.fought,
    }
    return next((die for die in RETREATED if falls[die]), None)


# Too many in a hex.
STACKED_BY_RETREAT = Excuse("a retreat", "a die that fell under the chit", "possible", (STACKED,))
STACKED_RIDERS = Excuse(
    "it rode", "Units in the hex that may ride on others there", "possible", (RIDES,)
)
STACKED_EARLIER = Excuse(
    "a retreat",
    "the log begins under the chit, or the one before",
    "unchecked",
    (STACKED, EARLIER),
)

# Put there, not moved.
PILED = Excuse(
    "piled there",
    "a die that fell before it, and Units of both sides in the hex",
    "unchecked",
    (PILE,),
)
PILED_APART = Excuse(
    "piled there",
    "a die that fell before it, an enemy near where it stood; no Road in the hex, nobody near it",
    "unchecked",
    (APART,),
)
PILED_FALLEN = Excuse(
    "piled there",
    "a die that fell while it was among enemies, and one drag over more than ten hexes",
    "unchecked",
    (FALLEN,),
)
PUT_IN_PLACE = Excuse(
    "put in place", "it came onto the map under the chit", "unchecked", (ARRIVED,)
)
BY_EVENT = Excuse(
    "an event",
    "an event's card came into play, or a line of chat tells of one",
    "unchecked",
    (EVENT,),
)

# Put right, before or after.
LEFT_SO = Excuse(
    "put right",
    "the log begins under the chit, or the one before, and the Unit may have been moved before it",
    "unchecked",
    (LEFT,),
)
BEGAN_BEFORE = Excuse(
    "put right",
    "the log begins under the chit before, and the Unit may have been moved before it; a drag over "
    "several hexes",
    "unchecked",
    (EARLIER, MOVED_ON),
)
PUT_RIGHT = Excuse(
    "put right",
    "the Unit's next drag, under the next chit",
    "possible",
    says="{how}; as it was left, {why}",
)
PUTS_RIGHT = Excuse(
    "put right",
    "its last activation came to something illegal",
    "possible",
    says="it puts right what its last activation came to: {why}",
)
OR_MOVED_ON = Excuse("put right", "its last activation, which was legal", "unchecked", (MOVED_ON,))
PUT_RIGHT_LATE = Excuse(
    "put right", "the Unit's next drag in the turn, chits later", "unchecked", (LATE,)
)
AWAITS_NEXT = Excuse(
    "put right", "the log ends under the chit, or the next", "unchecked", (PUT_RIGHT_NEXT,)
)
ON_ITS_WAY = Excuse("on its way through", "the log ends under the chit", "unchecked", (THROUGH,))
TAKEN_BACK = Excuse(
    "put right",
    "an undone step of the log before",
    "possible",
    says="this log takes it back; {why}",
)

# Another chit.
OTHER_CHIT = Excuse(
    "another chit is in play",
    "chits that lie open, and under which nobody has moved",
    "possible",
    (IN_PLAY,),
    "{chit} may be in play: {lies}; {why}",
)
NO_OPEN_CHIT = Excuse(
    "another chit is in play",
    "a log that begins with several chits open",
    "unchecked",
    (IN_PLAY, RETREAT, EARLIER),
)


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Says how a log is judged, and so what is excused.

    ``own``: the module is one of ours, which shows the map the rules have; without it what rests on
    surveyed or assumed ground proves nothing. ``second_actions``: a Unit may have a Second Action
    the log does not show. ``stacking`` is how many Units of a side a hex holds, None if it is not
    said. ``play_from``: from this step on it is play, chit or no chit. ``dice_elsewhere``: dice
    were rolled outside VASSAL, so that the log does not tell combat. ``piles`` are the hexes where
    eliminated Units are piled; ``piles_only``: they lie there, or off the map. ``retreat``: hexes
    that a retreat goes at most. ``announced`` are the words that announce a Second Action,
    ``announcing_marker`` the marker that does; with neither it need not be announced. ``events``
    are the words that tell of an event, ``throws`` says who throws which die, ``slips`` until when
    a slip may be put right, ``round`` what the round's rules are called.
    """

    own: bool = True
    second_actions: bool = True
    stacking: int | None = None
    play_from: int | None = None
    dice_elsewhere: bool = False
    piles: Sequence[str] | None = None
    retreat: int = 4
    announced: str | None = None
    announcing_marker: str | None = None
    events: str = "event"
    slips: str = "turn"
    throws: Sequence[str] | None = None
    piles_only: bool = False
    round: str | None = None


def piled(
    mapfile: MapFile,
    track: Track,
    told: Circumstances,
    unseen: bool,
    later: Snapshot | None = None,
) -> Excuse | None:
    """Tell whether a Unit may have been put, after a die, where eliminated ones are piled: Units of
    both sides lay there; or, if it stays there, it was among enemies and lies far from them, or
    enemies were near it, and no Road and nobody is near the hex.

    Who was dragged there hex by hex walked. ``unseen``: dice may have fallen that the log does not
    show. ``later``: whose hex is empty by then was there by slip, or on its way, and is not near.
    """
    drags = track.drags
    if not drags or not (drags[-1].rolls or unseen) or walked(mapfile, track):
        return None
    before, end = drags[-1].before, drags[-1].hex
    if sum(end in hexes for hexes in before.held.values()) > 1:
        return PILED
    here = track.hex_before(len(track.legs) - 1)
    foes = enemies(before, track.counter.side)
    if told.stays and here in foes and mapfile.between(here, end) > NEAR:
        return PILED_FALLEN
    if not told.stays or any(end * 6 + side in mapfile.links for side in range(6)):
        return None
    if not any(mapfile.between(here, foe) <= NEAR for foe in foes):
        return None  # nobody there to eliminate it
    others = frozenset().union(*before.held.values()) - {end}
    if later is not None:
        others &= frozenset().union(*later.held.values()) | {track.start}
    far = all(mapfile.between(end, hex_) > NEAR for hex_ in others)
    return PILED_APART if far else None


def walked(mapfile: MapFile, track: Track) -> bool:
    """Tell whether a Unit was dragged hex by hex to where it is."""
    hexes = track.hexes
    return all(b in [side[a] for side in mapfile.beside] for a, b in pairwise(hexes) if a != b)


@dataclass(frozen=True, slots=True)
class Retreats:
    """Judges retreats on one map: ``most`` hexes each, by a Unit of one of ``classes``."""

    map: MapFile
    mind: Mind
    classes: Sequence[MoveClass]
    most: int

    def explain(self, track: Track, first: int, one_die: bool = True) -> bool:
        """Tell whether an activation can be retreats from a leg on, one after each die.

        ``one_die``: the log need not show a die before each (it began after it was rolled).
        """
        legs = [leg for leg in track.legs[first:] if isinstance(leg, Drag)]
        here = track.hex_before(first)
        for many in groups(legs):
            if not many[0].rolls and not one_die:
                return False
            end = many[-1].hex
            if self.entered([here, *(leg.hex for leg in many)]) > self.most:
                return False
            if end != here and not self.leads(track, here, many[0], end):
                return False
            here = end
        return bool(legs)

    def entered(self, hexes: Sequence[int]) -> int:
        """Count the hexes that a way dragged hex by hex enters at least, 0 if it was not: rounds
        that were put back do not count, nor one hex that a single step leads past."""

        def near(a: int, b: int) -> bool:
            return a == b or b in [side[a] for side in self.map.beside]

        if not all(near(a, b) for a, b in pairwise(hexes)):
            return 0
        way: list[int] = []
        for hex_ in hexes:
            way = [*way[: way.index(hex_)], hex_] if hex_ in way else [*way, hex_]
        slip = any(near(a, b) for a, b in zip(way, way[2:], strict=False))
        return len(way) - 1 - slip

    def leads(self, track: Track, here: int, drag: Drag, end: int) -> bool:
        """Tell whether a retreat leads from a hex to another."""
        side, mapfile = track.counter.side, self.map
        start, goal = mapfile.hex(here), mapfile.hex(end)
        if distance(start, goal) > self.most or not away(mapfile, drag.before, side, here, end):
            return False
        shut = self.mind.shut(drag.before)
        forms = (drag.column,) if drag.column is not None else (False, True)
        for move_class in self.classes:
            network = self.mind.graph(move_class, drag.before)
            for form in forms:
                front = arrivals.begin(network, here, form)
                for _ in range(self.most):
                    front = arrivals.settled(network, front, changes=False)
                    front = arrivals.spread(network, front, shut)
                    if any(node // network.per_hex == end for node in front):
                        return True
        return False


def groups(legs: Sequence[Drag]) -> Iterator[list[Drag]]:
    """Split drags where a die was rolled between them."""
    many: list[Drag] = []
    for leg in legs:
        if many and many[-1].rolls != leg.rolls:
            yield many
            many = []
        many.append(leg)
    if many:
        yield many


def away(mapfile: MapFile, before: Snapshot, side: str, here: int, end: int) -> bool:
    """Tell whether a hex is no nearer to the nearest enemies than the one left; where none is near
    nobody knows where the fire came from, but what ends nearer to all of them fled from none."""
    start, goal = mapfile.hex(here), mapfile.hex(end)
    found = [(distance(mapfile.hex(one), start), one) for one in enemies(before, side)]
    nearest = min((far for far, _ in found), default=NEAR + 1)
    if nearest > NEAR:
        return not found or any(distance(mapfile.hex(one), goal) >= far for far, one in found)
    return all(distance(mapfile.hex(one), goal) >= far for far, one in found if far == nearest)
