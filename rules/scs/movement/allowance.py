"""Who may move, with how many MP, and how far from whom (INS 1.6, 1.7, 1.8a, 1.14, 2.1e, 2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.kinds import ALLIED
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.scs.movement.costs import MoverClass, rules
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.units import NA, division_named
from clubroute.rules.scs.readings import Readings
from clubroute.rules.scs.situation.ground import Country
from clubroute.rules.scs.situation.situation import released
from clubroute.rules.scs.unsaid import Guess

MOVEMENT, EXPLOITATION = rules()["stacking"].words("phases")
PRINTED = "its printed movement allowance, as ma=6; or owner/ins_ratings.csv and which side is up"
MOST = 999
"""An allowance that is not said, taken for enough, in half-MP."""


def mover_of(unit: Unit, readings: Readings, guess: Guess) -> MoverClass:
    """What of a unit changes the price of a step."""
    dukw = guess.of(unit, "dukw")
    known = (
        None if unit.ma is None else unit.ma >= rules()["terrain"]["polder"].number("heavy_from")
    )
    heavy = not dukw and guess(known, "unit.ma", PRINTED, good=False)
    return MoverClass(heavy, dukw, guess.of(unit, "oval"), readings["built_up"])


def half_mp(unit: Unit, readings: Readings, guess: Guess, work: Working) -> int:
    """Work out a unit's movement allowance in half-MP; it is 0 where it may not move."""
    na, dg, oos = (rules()[name] for name in ("na", "disorganized", "out_of_supply"))
    if not moved_at_all(unit, work):
        return 0
    if unit.ma is None:
        return MOST if guess(None, "unit.ma", PRINTED, good=True) else 0
    left = unit.ma
    if guess.of(unit, "dg"):
        left = halved(left, dg.number("times"), readings["rounding"])
        work.say(f"Disorganized, it moves with {left} of {unit.ma} MP", dg.cite)
    if guess.of(unit, "oos"):
        whole = left
        left = halved(left, oos.number("times"), "up")
        work.say(f"Out of Supply, it moves with {left} of {whole} MP", oos.cite)
    if left == 0:
        work.forbid("it has no MP to move with", na.cite)
    return 2 * left


def moved_at_all(unit: Unit, work: Working) -> bool:
    """Whether a unit moves at all; say it if its allowance is "Na"."""
    if unit.ma == NA:
        work.forbid('a unit with a movement allowance of "Na" does not move', rules()["na"].cite)
    return unit.ma != NA


def halved(value: int, times: int, rounding: str) -> int:
    """A rating divided, a half rounded up or down."""
    return -(-value // times) if rounding == "up" else value // times


def may_move(
    unit: Unit, country: Country, start: int, phase: str, guess: Guess, work: Working
) -> None:
    """Say what bars a unit from moving in a phase at all, beginning in a hex."""
    bogged(unit, country, start, guess, work)
    for why, rule in guess.bars(unit, rules()["ferry" if phase == MOVEMENT else "exploit"]):
        work.forbid(why, rule)


def bogged(unit: Unit, country: Country, start: int, guess: Guess, work: Working) -> None:
    """Say that a unit that came down in polder stays there this turn (2.1e)."""
    landed = rules()["landed"]
    if country.terrain(start) == landed.text("bars") and guess.of(unit, "dropped"):
        why, basis = "it came down in polder this turn and does not move", country.map
        work.forbid(why, landed.cite, basis.provenance_of(start), basis.number(start))


@dataclass(frozen=True, slots=True)
class Leash:
    """What keeps a unit near some hexes; none if there are no hexes."""

    country: MapFile
    start: int
    near: Sequence[int]

    def far(self, here: int) -> int:
        """How far a hex is from the nearest of them."""
        return min((self.country.between(here, one) for one in self.near), default=0)

    def holds(self, end: int) -> bool:
        """Whether the unit may end in a hex: near, or nearer than where it began."""
        far = self.far(end)
        return far <= rules()["assigned"].number("hexes") or far < self.far(self.start)

    def judge(self, work: Working, end: int) -> None:
        """Say whether the unit may end in a hex."""
        if self.near:
            most = rules()["assigned"].number("hexes")
            facts = {"leash": self.holds(end)}
            work.judge(rules()["checks"], facts, far=so_many(self.far(end), "hex"), most=most)


def of_division(country: MapFile, state: Position, unit: Unit) -> list[tuple[int, Unit]]:
    """The airborne units of the division an armour unit is assigned to, by their hexes."""
    return [
        (country.id(one.hex), one)
        for one in state.units or ()
        if one.hex is not None
        and one.assigned is None
        and one.side == ALLIED
        and one.airborne == division_named(unit.assigned or "")
    ]


def far_from_division(country: MapFile, state: Position, unit: Unit, at: int) -> dict[str, Any]:
    """The nearest airborne unit of the division a unit is assigned to, its hex and how far it is
    from a hex; empty if none is said to be in a hex.
    """
    near = [
        (country.between(at, b), one.hex or "", one.call)
        for b, one in of_division(country, state, unit)
    ]
    if not near:
        return {}
    away, hex_, call = min(near)
    return {"nearest": call, "towards": hex_, "away": away}


def zones_of(country: MapFile, state: Position, unit: Unit) -> frozenset[int]:
    """The DZs, as far as they are known, that release the armour of a unit's division (2.3): those
    of the scenario's set-up, and its Glider & Divisional Troops DZ/LZ of the position.
    """
    division = division_named(unit.assigned or "")
    told = (state.drop_zones or {}).items()
    own = {country.id(hex_) for name, hex_ in told if division == (division_named(name) or name)}
    named = rules()["assigned"]["zones"].get(state.scenario or "").values.get(division or "", ())
    return frozenset(own.union(*(one.hexes for one in country.areas if one.id in named)))


def join(country: MapFile, state: Position, unit: Unit, way: Sequence[int], work: Working) -> None:
    """Note whether armour that is not released moves to be with its division, and what its way
    through a DZ releases (2.3).
    """
    if unit.assigned is None or unit.released is not False:
        return
    start, end = way[0], way[-1]
    zones = zones_of(country, state, unit)
    passed = [id_ for id_ in way if id_ in zones]
    if passed:
        zone = f"{country.number(passed[0])}, a DZ of the {unit.assigned}"
        why = "from there the armour assigned to it is released"
        work.note(f"it passes {zone}: {why} ({rules()['assigned'].cite})")
    before = far_from_division(country, state, unit, start)
    after = far_from_division(country, state, unit, end)
    row = rules()["assigned"]
    if not after:
        work.leave(f"that it moves to be with its division ({row.cite}): its units are not said")
        return
    ways = {True: "nearer to it", False: "no nearer to it: it must move to be with its division"}
    nearer = ways[after["away"] < before["away"] or not after["away"]]
    call = f"the nearest airborne unit of its division, {after['nearest']} in {after['towards']}"
    work.note(f"it ends {so_many(after['away'], 'hex')} from {call}, {nearer} ({row.cite})")


def leash_of(
    country: MapFile, state: Position, unit: Unit, start: int, guess: Guess, work: Working
) -> Leash:
    """The leash of a unit that begins in a hex; it holds none but released armour."""
    if not released(unit, guess):
        return Leash(country, start, ())
    near = [at for at, _ in of_division(country, state, unit)]
    if not near:
        work.leave(f"how far its division's airborne units are ({rules()['assigned'].cite})")
    return Leash(country, start, near)
