"""A barrage roll alone: rating, terrain and dice, with no units or hexes (INS 1.10a, 1.11, 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import SIDE
from clubroute.rules.book.rulebook import Section
from clubroute.rules.position.asked import one_of_two
from clubroute.rules.position.record import said, word
from clubroute.rules.scs.asked import AboutMap, the_die
from clubroute.rules.scs.fight import odds
from clubroute.rules.scs.fight.barrage import (
    GUNS,
    RESULT,
    hits,
    killed,
    results,
    weighed,
)
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.position.position import RATING

ARTILLERY: Mapping[str, str] = {
    "yellow": "yellow",
    **dict.fromkeys(GUNS, "gun"),
    "other": "other",
}
"""Who may fire, and the row of the Kill Roll for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageTableQuestion(AboutMap):
    """The parameters of ``barrage.table``."""

    rating: int | None = said(RATING, "the Barrage Rating, halved where who fires is Disorganized")
    air: str | None = said(SIDE, "the side whose Air Strike it is, in place of a rating")
    terrain: tuple[str, ...] | None = said(
        odds.TERRAINS, "every terrain in the target hex; if absent none is looked at"
    )
    fired_by: str | None = said(
        word(*ARTILLERY), "who fires: yellow coded artillery, a 75mm or 88mm, or other"
    )
    die: int | None = the_die("the DG roll, 1 to 6; without it every result with its chance")
    kill: int | None = the_die("the Kill Roll, 1 to 6")


@answers("barrage.table", "legal", "decided", "undetermined", **RESULT)
def barrage_table(context: Context, asked: BarrageTableQuestion) -> Receipt:
    """What a barrage or an Air Strike of some rating does, of whatever unit at whatever hex.

    With dice the result, without them every result with its chance. What it was not told is under
    ``unchecked``.
    """
    work, rules = Working(), book("barrage")
    one_of_two("air", asked.air, "rating", asked.rating)
    kind = None if asked.fired_by is None else ARTILLERY[asked.fired_by]
    rating, kill = asked.rating, None if kind is None else rules["kill"][kind]
    if asked.air is not None:
        row = rules["air"][asked.air]
        rating, kill = row.number("rating"), rules["kill"]["yellow"]
        work.say(f"{asked.air} Air Strikes have a rating of {rating}", row.cite)
        work.leave(f"whether the target is {row.text('side')} of the Waal (air.target)")
    modifier = 0
    if asked.terrain is None:
        work.leave("the terrain of the target hex: woods, village, fort or city change the die")
    else:
        modifier = weighed(work, odds.FightGround(asked.terrain), asked.air is not None)
    if rating is None:
        work.need("rating or air: the Barrage Rating of who fires, or the side of an Air Strike")
        known = asked.terrain is not None
        summary = f"{modifier:+d} to the die; a DG on the Barrage Rating or less" if known else ""
        return work.receipt(summary=summary, modifier=modifier if known else None)
    if asked.die is None:
        return every_result(work, modifier, rating, kill)
    roll, facts = rules["roll"].cite, {"modifier": modifier, "rating": rating}
    counted = f"{asked.die}{modifier:+d} is {asked.die + modifier}" if modifier else f"{asked.die}"
    if not hits(asked.die, modifier, rating):
        work.say(f"{counted}, more than {rating}: no effect", roll)
        return work.receipt("decided", dg=False, lost=0, summary="no effect", **facts)
    why = "a raw 1" if asked.die == rules["roll"].number("sure") else f"{counted}, {rating} or less"
    work.say(f"{why}: all units in the hex are DG", roll)
    if kill is None:
        told = "; ".join(f"{row.text('who')}: {row.number('least')} or more" for row in kinds())
        work.leave(f"the Kill Roll that follows: a step is lost by {told}")
        return work.receipt("decided", dg=True, summary="the hex is DG", **facts)
    if asked.kill is None:
        least = kill.number("least")
        summary = f"the hex is DG; a Kill Roll of {least} or more costs it a step"
        return killed(work, kill, None, facts, summary=summary)
    return killed(work, kill, asked.kill, facts)


def every_result(work: Working, modifier: int, rating: int, kill: Section | None) -> Receipt:
    """Every result of a DG roll with its chance."""
    work.say(f"a DG on {rating} or less after modifiers, or a raw 1", book("barrage")["roll"].cite)
    if kill is None:
        return work.lacking("fired_by: whether it is yellow coded, a 75mm or 88mm, or other")
    outcomes = results(modifier, rating, kill.number("least"))
    return work.receipt("legal", outcomes=outcomes, modifier=modifier, rating=rating)


def kinds() -> list[Section]:
    """The rows of the Kill Roll, by kind of artillery."""
    kill = book("barrage")["kill"]
    return [kill[kind] for kind in dict.fromkeys(ARTILLERY.values())]
