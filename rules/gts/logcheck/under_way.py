"""Says what an activation that goes on comes to, for whoever asks while the game is played."""

from __future__ import annotations

from clubroute.rules.answer.model import mp
from clubroute.rules.gts.logcheck.events import Closed
from clubroute.rules.gts.logcheck.moves import ALLOWANCE
from clubroute.rules.gts.logcheck.one_activation import OneActivation
from clubroute.rules.gts.logcheck.proof import hex_before
from clubroute.rules.gts.logcheck.track import Drag, Track
from clubroute.rules.gts.logcheck.turns import turn_record
from clubroute.rules.logs.check.judge import UnderWay


def under_way(one: OneActivation, event: Closed) -> UnderWay:
    """Judge an activation by itself as if it ended here; what comes after may still excuse it."""
    track, number = event.track, one.map.number
    most = max(one.allowances_of(track), default=None)
    allowance = None if most is None else mp(most)
    chit = event.chit.name if event.chit else ""
    drags = [n for n, leg in enumerate(track.legs) if isinstance(leg, Drag)]
    if not track.legs or track.idle:
        here = number(track.end)
        return UnderWay(here, here, chit, None, mp(track.spent), allowance, setup=event.setup)

    def cost(track: Track) -> int | None:
        now = turn_record(track.turn, one.mapping.year)
        return one.moves.cost(track, now, most, event.after, event.told)

    spent, step = cost(track), None
    if drags and spent is not None:
        first = track.legs[: drags[-1]]
        before = cost(track.with_legs(first)) if first else track.spent
        # By another way the whole may come cheaper than its first part did.
        step = None if before is None else max(spent - before, 0)
    finding = None if event.setup else one.judged(event)
    return UnderWay(
        number(hex_before(track, drags[-1]) if drags else track.start),
        number(track.end),
        chit,
        None if step is None else mp(step),
        None if spent is None else mp(spent),
        allowance,
        finding,
        event.setup,
        () if finding is None else tuple(need for need in finding.needs if need != ALLOWANCE),
    )
