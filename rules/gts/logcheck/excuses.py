"""Looks for what may explain a move that would be illegal, before anybody is accused: an Assault,
a retreat, a pile of eliminated Units, a Unit put in place as it came onto the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, enemies
from clubroute.rules.gts.logcheck.chits import RETREAT
from clubroute.rules.gts.logcheck.circumstances import EARLIER, Circumstances
from clubroute.rules.gts.logcheck.retreat import NEAR, Retreats
from clubroute.rules.gts.logcheck.track import Drag, Track
from clubroute.rules.logs.check.finding import LogFinding, Verdict

if TYPE_CHECKING:
    from clubroute.rules.gts.logcheck.moves import Judgement

UNLESS_RETREAT = ", unless a die made it retreat"
ASSAULT = "the next log: whether both sides are still in the hex when the next chit is drawn"
PILE = "whether the hex is where eliminated Units are piled: Units of both sides lie there"
APART = "whether it was eliminated, and is piled there: no Road and no other Unit is near the hex"
PLACED = "whether it was put in place as it arrived: it came onto the map under this chit"
EVENT = "what the event says that was drawn in the activation"
NO_DIE = "what made the enemy leave: no die fell in the activation"
MOST_TAILS = 8
"""Drags at the end of an activation that are each looked at as the first of a retreat."""


def excused(judgement: Judgement, accused: LogFinding, classes: Sequence[MoveClass]) -> LogFinding:
    """Report what may explain an illegal move; the accusation where nothing does."""
    told = judgement.told
    found = retreated(judgement, accused, classes)
    if found is not None:
        return found
    why = accused.why
    unseen = told.untold or judgement.judge.options.dice_elsewhere
    pile = piled(judgement.judge.map, judgement.track, told, unseen)
    if pile:
        return judgement.told_as("unchecked", why, needs=(pile,))
    if told.entered and not walked(judgement.judge.map, judgement.track):
        return judgement.told_as("unchecked", why, needs=(PLACED,))
    if told.event:
        return judgement.told_as("unchecked", why, needs=(EVENT,))
    return accused


def assaulted(judgement: Judgement, classes: Sequence[MoveClass]) -> LogFinding | None:
    """Report a move into hexes of enemies who left in the activation after a die, or who are
    assaulted as the log ends; None if it would be none without them."""
    track, after, number = judgement.track, judgement.after, judgement.judge.map.number
    side = track.counter.side
    holding = enemies(after, side)
    entered = [drag.hex for drag in track.drags if drag.hex in enemies(drag.before, side)]
    left = frozenset(entered) - holding
    going_on = {track.end} & set(entered) & holding if not judgement.told.over else set()
    freed = left | going_on
    if not freed or not fits(replace(judgement, freed=freed), classes):
        return None
    if going_on:
        here = number(track.end)
        why = f"an enemy Unit is in {here}: an Assault may be in progress as the log ends"
        return judgement.told_as("possible", why, needs=(ASSAULT,))
    hexes = ", ".join(number(hex_) for hex_ in dict.fromkeys(entered) if hex_ in left)
    why = f"an enemy Unit was in {hexes} as it came; legal if it had left, as after an Assault"
    rolled = judgement.told.rolled or judgement.judge.options.dice_elsewhere
    if not (rolled or judgement.told.untold):
        return judgement.told_as("unchecked", why, needs=(NO_DIE,))
    return judgement.told_as("possible", why)


def fits(judgement: Judgement, classes: Sequence[MoveClass]) -> bool:
    """Tell whether some reading completes a move within the allowance and takes nothing for
    granted: an excuse of its own is not joined by another."""
    return any(judgement.fits(one) and not one.assumed for one in map(judgement.tried, classes))


def retreated(
    judgement: Judgement, accused: LogFinding, classes: Sequence[MoveClass]
) -> LogFinding | None:
    """Report a move whose end may be a retreat; if what came before it is illegal, that."""
    track, told, options = judgement.track, judgement.told, judgement.judge.options
    unseen = told.untold or options.dice_elsewhere
    drags = [n for n, leg in enumerate(track.legs) if isinstance(leg, Drag)]
    after_die = [n for n in drags if unseen or track.legs[n].rolls]  # type: ignore[union-attr]
    if not after_die:
        return None
    retreats = Retreats(judgement.judge.map, judgement.mind, classes, options.retreat)
    for first in reversed([*after_die[:1], *after_die[-MOST_TAILS:]]):
        if not retreats.explain(track, first, unseen):
            continue
        found = before(judgement, first)
        if found is None or found.verdict != "illegal":
            rolled = told.rolled or options.dice_elsewhere
            needs = (RETREAT,) if rolled else (RETREAT, EARLIER)
            verdict: Verdict = "possible" if rolled else "unchecked"
            return judgement.told_as(verdict, accused.why + UNLESS_RETREAT, needs=needs)
    # What came before the first die is no retreat: where that is illegal, it is the fault.
    found = before(judgement, after_die[0]) if not unseen else None
    return found if found is not None and found.verdict == "illegal" else None


def before(judgement: Judgement, first: int) -> LogFinding | None:
    """Judge the part of an activation before a leg, None if it was no move."""
    track = judgement.track
    then = replace(track.last, column=track.legs[first].column)
    part = replace(track, legs=track.legs[:first], last=then)
    if not part.drags:
        return None
    told = replace(judgement.told, rolled=False, lone=False, owed="")
    return replace(judgement, track=part, told=told).finding()


def piled(
    mapfile: MapFile,
    track: Track,
    told: Circumstances,
    unseen: bool,
    later: Snapshot | None = None,
) -> str:
    """Tell why a Unit may have been put, after a die, where eliminated ones are piled, "" if it
    cannot: Units of both sides lay there, or, if it stays there, no Road and nobody is near.

    Who was dragged there hex by hex walked. ``unseen``: dice may have fallen that the log does not
    show. ``later``: whose hex is empty by then was there by slip, or on its way, and is not near.
    """
    drags = track.drags
    if not drags or not (drags[-1].rolls or unseen) or walked(mapfile, track):
        return ""
    before, end = drags[-1].before, drags[-1].hex
    if sum(end in hexes for hexes in before.held.values()) > 1:
        return PILE
    if not told.stays or any(end * 6 + side in mapfile.links for side in range(6)):
        return ""
    others = frozenset().union(*before.held.values()) - {end}
    if later is not None:
        others &= frozenset().union(*later.held.values()) | {track.start}
    return APART if all(mapfile.between(end, hex_) > NEAR for hex_ in others) else ""


def walked(mapfile: MapFile, track: Track) -> bool:
    """Tell whether a Unit was dragged hex by hex to where it is."""
    hexes = track.hexes
    return all(b in [side[a] for side in mapfile.beside] for a, b in pairwise(hexes) if a != b)
