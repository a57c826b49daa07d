"""Whose an Ammo Point is that lands somewhere (INS 2.1g)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from math import inf

from clubroute.rules.answers import INTEGER, answer_of
from clubroute.rules.context import Context
from clubroute.rules.kinds import ALLIED, GERMAN, HEX, SIDES
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed
from clubroute.rules.scs.asked import AboutState
from clubroute.rules.scs.fight.ground import side_kind, terrain_in
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement.costs import ENCLOSED, SEA_LINE
from clubroute.rules.scs.movement.ground import Country, country_as
from clubroute.rules.scs.position import Position
from clubroute.rules.scs.position.units import NA
from clubroute.rules.scs.supply.trace import spread
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmoQuestion(AboutState):
    """The parameters of ``airdrop.ammo``."""

    hex: str = needed(HEX, "the hex the Ammo Point scattered to (airdrop.roll)")


@method(
    "airdrop.ammo",
    cites=("INS 1.13", "INS 2.1d", "INS 2.1g"),
    answers=answer_of(
        "decided",
        "undetermined",
        result={"type": "string"},
        friend=INTEGER,
        enemy=INTEGER,
    ),
)
def airdrop_ammo(context: Context, asked: AmmoQuestion) -> Receipt:
    """Whether a dropped Ammo Point is had or lost: the nearest unit able to move there decides."""
    work, rule, state = Working(), book("airdrop")["ammo"], asked.state
    country, here = country_as(context, asked.country, state), asked.country.id(asked.hex)
    ground = terrain_in(country, asked.hex)
    if ENCLOSED in ground.kinds:
        why = "it lands in an Enclosed hex and is lost"
        work.say(why, book("airdrop")["losses"].text("water_rule"), ground.provenance)
        return work.receipt("decided", result="lost")
    if state.units is None:
        work.need("state.units: the units of both sides, with hex and movement allowance")
        return work.receipt()
    sure, maybe = (
        spread((here,), partial(comes, country, state, hopeful))[0] for hopeful in (False, True)
    )
    near = {side: nearest(asked.country, here, state, side, sure, maybe) for side in SIDES}
    (friend, friend_best), (enemy, enemy_best) = near[ALLIED], near[GERMAN]
    results = {told(a, b) for a in (friend, friend_best) for b in (enemy, enemy_best)}
    if len(results) > 1 or min(friend, enemy) == inf:
        work.need(
            "state: hex, side and movement allowance of every unit, and how the bridges stand:"
            f" which units near {asked.hex} can move there"
        )
        return work.receipt()
    (result,) = results
    counts = {side: None if far == inf else int(far) for side, (far, _) in near.items()}
    for side, count in counts.items():
        far = "none can come there" if count is None else f"{count} hexes away"
        work.say(f"the nearest {side} unit able to move there: {far}", rule.cite, "survey")
    work.say(result, rule.cite)
    return work.receipt(
        "decided", result=result, friend=counts[ALLIED], enemy=counts[GERMAN], summary=result
    )


def told(friend: float, enemy: float) -> str:
    """What the distances decide."""
    if friend == enemy:
        return "a coin is flipped"
    return "it joins the division's stocks" if friend < enemy else "lost"


def nearest(
    country: MapFile,
    here: int,
    state: Position,
    side: str,
    sure: Collection[int],
    maybe: Collection[int],
) -> tuple[float, float]:
    """The distance of a side's nearest unit surely able to come, and of one that may be."""
    found = [inf, inf]
    for unit in state.units or ():
        if unit.side not in (side, None) or unit.ma in (NA, 0):
            continue
        at = None if unit.hex is None else country.id(unit.hex)
        if at is not None and at not in maybe and unit.dukw is False:
            continue
        far = 0 if at is None else country.between(here, at)
        found[1] = min(found[1], far)
        if unit.side and unit.ma is not None and (at in sure or unit.dukw):
            found[0] = min(found[0], far)
    return found[0], found[1]


def comes(country: Country, state: Position, hopeful: bool, a: int) -> Iterator[int]:
    """The hexes beside a hex that units can move to, if a bridge not told of stands or not."""
    for b in country.map.around(a):
        kind = side_kind(country, state, a, b)
        if hopeful if kind is None else kind != SEA_LINE:
            yield b
