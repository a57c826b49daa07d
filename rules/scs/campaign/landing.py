"""Landings: where units and Ammo Points scatter to, what units lose, whose Ammo Points are
(INS 2.1d–2.1g).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.grid import NEIGHBOUR_OFFSETS
from clubroute.rules.answer.answers import INTEGER, TEXTS
from clubroute.rules.answer.chances import (
    FACES,
    OUTCOMES,
    chances,
    listed,
    thrown,
)
from clubroute.rules.answer.model import Receipt, Verdict
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import (
    ALLIED,
    GERMAN,
    HEX,
    SIDES,
)
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.kit.search import spread
from clubroute.rules.position.record import needed, said, word
from clubroute.rules.scs.asked import (
    ASKED_UNIT,
    AboutMap,
    AboutState,
    the_dice,
    the_die,
)
from clubroute.rules.scs.fight.odds import side_kind, terrain_in, the_terrain
from clubroute.rules.scs.games import (
    Readings,
    answers,
    book,
    the_options,
)
from clubroute.rules.scs.movement.costs import ENCLOSED, FERRY, SEA_LINE
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import NA
from clubroute.rules.scs.situation.situation import Situation, in_zone

CARGO = ("unit", "glider", "ammo")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScatterQuestion(AboutMap):
    """The parameters of ``airdrop.roll``."""

    hex: str = needed(HEX, "the hex of the Drop Zone")
    cargo: str = needed(word(*CARGO), "a unit, a unit by Glider Point that may adjust, or ammo")
    towards: str | None = said(
        HEX, "the hex beside the Drop Zone that the die shows on the map's Scatter Diagram"
    )
    dice: tuple[int, ...] | None = the_dice(1, "the distance: one die for a unit, two for ammo")
    adjust: str | None = said(HEX, "the hex a glider adjusts to")
    options: Readings = the_options("glider_off")


@dataclass(frozen=True, slots=True, kw_only=True)
class LossQuestion(AboutState):
    """The parameters of ``airdrop.losses``."""

    unit: Unit = said(ASKED_UNIT, "the unit that lands; any if absent", default=Unit())
    hex: str | None = said(HEX, "the hex it lands in; without it the terrain decides")
    terrain: tuple[str, ...] | None = the_terrain()
    die: int | None = the_die()
    foes: str | None = said(
        word("none", "zoc", "in_hex"),
        "without a hex, whether Germans are about: none, their ZOC, or a unit in the hex",
    )
    options: Readings = the_options("zoc_water")


@answers(
    "airdrop.roll",
    *("legal", "illegal", "decided", "undetermined"),
    hexes={**TEXTS, "description": "where it lands, or may by adjusting"},
    outcomes=OUTCOMES,
)
def airdrop_roll(context: Context, asked: ScatterQuestion) -> Receipt:
    """Where a unit or an Ammo Point scatters to from its Drop Zone.

    Which die shows which direction is on the printed map; without the direction or the dice the
    answer lists every hex with its chance, each direction being as likely.
    """
    work, rules, country = Working(), book("airdrop")["scatter"], asked.country
    count = book("airdrop")["ammo"].number("dice") if asked.cargo == "ammo" else 1
    if asked.dice is not None and len(asked.dice) != count:
        return work.lacking(f"dice: {count} for the distance of {asked.cargo}")
    start = country.id(asked.hex)
    sides: Sequence[int] = range(6)
    if asked.towards is not None:
        sides = (country.place(start, country.id(asked.towards), "towards") % 6,)
    divide = 1 if asked.cargo == "ammo" else rules.number("divide")
    rolls = chances(count) if asked.dice is None else {sum(asked.dice): Fraction(1)}
    found: dict[str, Fraction] = {}
    for direction in sides:
        for roll, chance in rolls.items():
            where = scattered(country, start, direction, roll // divide)
            found[where] = found.get(where, Fraction(0)) + chance / len(sides)
    told = "two dice added up are" if divide == 1 else "half the die, rounded down, is"
    work.say(f"{told} the distance", rules.cite)
    if len(found) > 1:
        if asked.dice is not None:
            work.need("towards: the hex beside the Drop Zone that the die shows on the map")
        told_odds = landing_odds(asked.hex, found, rolls, divide) + f" [{rules.cite}]"
        return work.receipt(summary=told_odds, outcomes=listed(found))
    (where,) = found
    glider, rule = asked.cargo == "glider", rules.text("glider_rule")
    hexes = [where]
    if where == OFF_MAP:
        lost = "it is off the map and lost for good"
        back = from_off(country, start, sides[0], min(rolls) // divide) if glider else []
        if not back or asked.options["glider_off"] == "lost":
            work.say(lost, rules.text("off_rule"))
            return work.receipt("decided", summary=OFF_MAP)
        hexes = [OFF_MAP, *back]
        work.say(f"off the map, unless it adjusts back: else {lost}", rules.text("off_rule"))
    if glider:
        if where != OFF_MAP:
            hexes += map(country.number, country.around(country.id(where)))
        work.say("a glider may adjust one hex", rule, hex_="" if where == OFF_MAP else where)
    if asked.adjust is not None:
        rolled = "the hex rolled" if where == OFF_MAP else where
        why_not = f"{asked.adjust} is not next to {rolled}" if glider else "only gliders adjust"
        near = glider and asked.adjust in hexes
        work.check(near, f"it adjusts to {asked.adjust}", why_not, rule)
        hexes = [asked.adjust] if glider else hexes
    if work.forbidden:
        return work.receipt(hexes=hexes)
    if hexes[0] == OFF_MAP:
        gist = f"{OFF_MAP}, unless it adjusts to {' or '.join(hexes[1:])}"
    else:
        gist = f"Lands in {' or '.join(hexes)}"
    return work.receipt("decided", hexes=hexes, summary=gist)


def landing_odds(
    here: str, found: Mapping[str, Fraction], rolls: Collection[int], divide: int
) -> str:
    """Say with what chance a drop lands where it was meant to, and how far off it may come."""
    nearest, farthest = min(rolls) // divide, max(rolls) // divide
    chance = found.get(here, Fraction(0))
    hits = f"{chance.numerator} in {chance.denominator} on {here}, else " if chance else ""
    off = " or off the map" if OFF_MAP in found else ""
    most = "" if nearest == farthest else "up to "
    return f"{hits}{most}{so_many(farthest, 'hex')} off{off}"


OFF_MAP = "off the map"


def scattered(country: MapFile, start: int, direction: int, hexes: int) -> str:
    """The hex so many hexes off in a direction."""
    found = country.at(*far_off(country, start, direction, hexes))
    return OFF_MAP if found == NOWHERE else country.number(found)


def far_off(country: MapFile, start: int, direction: int, hexes: int) -> tuple[int, int]:
    """The place so many hexes off in a direction, whether the map has it or not."""
    line, half = NEIGHBOUR_OFFSETS[direction]
    return country.lines[start] + line * hexes, country.halves[start] + half * hexes


def from_off(country: MapFile, start: int, direction: int, hexes: int) -> list[str]:
    """The hexes of the map beside a place off the map."""
    line, half = far_off(country, start, direction, hexes)
    beside = (country.at(line + a, half + b) for a, b in NEIGHBOUR_OFFSETS)
    return [country.number(one) for one in beside if one != NOWHERE]


@answers(
    "airdrop.losses",
    *("legal", "decided", "undetermined"),
    level=INTEGER,
    lost={**INTEGER, "description": "steps lost"},
    destroyed={"type": "boolean"},
    may_move={"type": "boolean", "description": "whether it may move or march this turn"},
    outcomes=OUTCOMES,
)
def airdrop_losses(context: Context, asked: LossQuestion) -> Receipt:
    """What a unit loses in landing: by ground, enemy ZOC, water and Germans in the hex."""
    work, rules, unit = Working(), book("airdrop")["losses"], asked.unit
    if asked.hex is None and asked.terrain is None:
        return work.lacking("hex: the hex it lands in, or its terrain")
    about = asked.foes or ("none" if asked.state.units == () else None)
    here = asked.hex or "the hex"
    enemy = about == "in_hex" if asked.hex is None else asked.state.stands((asked.hex,), GERMAN)
    if enemy is None:
        return work.lacking(f"state.units: whether a German unit is in {asked.hex}")
    board = asked.board
    ground = terrain_in(board.country, asked.hex or "", asked.terrain)
    if enemy:
        why = f"a German unit is in {here}: {unit.call} is destroyed"
        work.say(why, rules.text("enemy_rule"))
        return work.receipt("decided", destroyed=True)
    if ENCLOSED in ground.kinds and asked.terrain is None and not board.bridges_told:
        return work.lacking(f"state.bridges: {BUILT_OVER.format(asked.hex)}; else it is destroyed")
    if ENCLOSED in ground.kinds:
        why = f"{asked.hex} is enclosed by water: {unit.call} is destroyed"
        work.say(why, rules.text("water_rule"), ground.provenance)
        return work.receipt("decided", destroyed=True)
    rows = rules["levels"].rows("kinds")
    worst = max(ground.kinds, key=lambda kind: rows[kind].number("level"))
    level, cite = rows[worst].number("level"), f"{rules['levels'].cite}, {rows[worst].cite}"
    why = f"{worst.replace('_', ' ')}: level {level}"
    work.say(why, cite, ground.provenance, asked.hex or "")
    landed = book("airdrop")["landed"]
    moves = landed.text("polder") not in ground.kinds
    if not moves:
        why = f"{unit.call} may not move or Road March this turn"
        work.say(why, landed.cite, ground.provenance)
    zoned: bool | None = about == "zoc"
    worse = ""
    if asked.hex is not None:
        zoned = in_zone(board, asked.country.id(asked.hex), GERMAN, asked.options)
    elif about is None:
        worse = f", {rules.number('zone_steps')} more in a German ZOC"
        work.need(
            "foes: whether Germans are about: none, their ZOC, or a unit in the hex, which"
            " destroys it"
        )
    if zoned is None:
        return work.lacking(f"state.units: whether a German unit exerts a ZOC into {asked.hex}")
    more = rules.number("zone_steps") if zoned else 0
    if more:
        work.say("it lands in an enemy ZOC: one step more", rules.text("zone_rule"))
    facts: dict[str, Any] = {"level": level, "may_move": moves}
    steps = {face: more + rules.number("steps") * (face <= level) for face in FACES}

    def told(face: int) -> Mapping[str, Any]:
        if unit.steps is None and steps[face]:
            work.leave(f"whether {unit.call} has {steps[face]} steps to lose")
        dead = None if unit.steps is None else steps[face] >= unit.steps
        return {"lost": steps[face], "destroyed": dead}

    if not level:
        verdict: Verdict = "undetermined" if worse else "decided"
        return work.receipt(verdict, f"{lost_text(more)}{worse}", **facts, **told(FACES[-1]))
    faces = {face: lost_text(lost) for face, lost in steps.items()}
    return thrown(work, faces, asked.die, rules.cite, told, but=worse, **facts)


BUILT_OVER = "whether a bridge was built over {}, an Enclosed hex"


def lost_text(steps: int) -> str:
    """Steps lost in words."""
    return f"{so_many(steps, 'step')} lost" if steps else "no loss"


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmoQuestion(AboutState):
    """The parameters of ``airdrop.ammo``."""

    hex: str = needed(HEX, "the hex the Ammo Point scattered to (airdrop.roll)")


@answers(
    "airdrop.ammo",
    *("decided", "undetermined"),
    result={"type": "string"},
    friend=INTEGER,
    enemy=INTEGER,
)
def airdrop_ammo(context: Context, asked: AmmoQuestion) -> Receipt:
    """Whether a dropped Ammo Point is had or lost: the nearest unit able to move there decides."""
    work, rule, state = Working(), book("airdrop")["ammo"], asked.state
    board, here = asked.board, asked.country.id(asked.hex)
    ground = terrain_in(board.country, asked.hex)
    if ENCLOSED in ground.kinds and not board.bridges_told:
        return work.lacking(f"state.bridges: {BUILT_OVER.format(asked.hex)}; else it is lost")
    if ENCLOSED in ground.kinds:
        why = "it lands in an Enclosed hex and is lost"
        work.say(why, book("airdrop")["losses"].text("water_rule"), ground.provenance)
        return work.receipt("decided", result="lost")
    if state.units is None:
        return work.lacking("state.units: the units of both sides, with hex and movement allowance")
    near = {side: nearest(board, here, side) for side in SIDES}
    (friend, friend_best), (enemy, enemy_best) = near[ALLIED], near[GERMAN]
    results = {told(a, b) for a in (friend, friend_best) for b in (enemy, enemy_best)}
    if len(results) > 1 or min(friend, enemy) == inf:
        return work.lacking(
            "state: hex, side and movement allowance of every unit, and how the bridges stand:"
            f" which units near {asked.hex} can move there"
        )
    (result,) = results
    counts = {side: None if far == inf else int(far) for side, (far, _) in near.items()}
    rests = board.map.drawn_by()
    for side, count in counts.items():
        far = "none can come there" if count is None else f"{so_many(count, 'hex')} away"
        work.say(f"the nearest {side} unit able to move there: {far}", rule.cite, rests)
    work.say(result, rule.cite)
    return work.receipt(
        "decided", result=result, friend=counts[ALLIED], enemy=counts[GERMAN], summary=result
    )


def told(friend: float, enemy: float) -> str:
    """What the distances decide."""
    if friend == enemy:
        return "a coin is flipped"
    return "it joins the division's stocks" if friend < enemy else "lost"


def nearest(board: Situation, here: int, side: str) -> tuple[float, float]:
    """The distance of a side's nearest unit surely able to come, and of one that may be."""
    country, found = board.map, [inf, inf]
    places = [u.hex for u in board.state.units or () if u.hex is not None]
    wanted = frozenset(map(country.id, places))
    # Most units are near: the whole map is searched only for one that cannot come.
    sure, maybe = (
        spread((here,), partial(comes, board, side, hopeful), until=wanted)[0]
        for hopeful in (False, True)
    )
    for unit in board.state.units or ():
        if unit.side not in (side, None) or unit.ma in (NA, 0) or unit.as_bridge:
            continue
        at = None if unit.hex is None else country.id(unit.hex)
        if at is not None and at not in maybe and unit.dukw is False:
            continue
        far = 0 if at is None else country.between(here, at)
        found[1] = min(found[1], far)
        if unit.side and unit.ma is not None and (at in sure or unit.dukw):
            found[0] = min(found[0], far)
    return found[0], found[1]


def comes(board: Situation, side: str, hopeful: bool, a: int) -> Iterator[int]:
    """The hexes beside a hex that units of a side can come from, if a bridge not told of stands or
    not; by Ferry those that serve the side (1.15b).
    """
    inland = a not in board.country.ground.shores  # as most hexes: nothing bars the way there
    for b in board.map.around(a):
        kind = "open" if inland else side_kind(board, a, b)
        if kind is None:
            open_ = hopeful
        elif kind == FERRY:
            ferry = board.ferry(a, b)
            open_ = hopeful if ferry is None else bool(ferry.serves(side))
        else:
            open_ = kind != SEA_LINE
        if open_ and b not in board.outside:
            yield b
    for ferry in board.ferries:
        if ferry.start == a and ferry.serves(side):
            yield ferry.end
