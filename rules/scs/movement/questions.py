"""The methods about movement on the maps of It Never Snows: ``step.cost``, ``move.*``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.model import Receipt, amount, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, HEX, choice
from clubroute.rules.engine.ground import StepKind, chart_price, like_of, prices, rows_along
from clubroute.rules.engine.trip import LimitedTrip, at_least, outcome
from clubroute.rules.position.record import list_of, needed, said, word
from clubroute.rules.scs.asked import AboutMove, the_unit
from clubroute.rules.scs.games import MAPS, Guess, Readings, answers, decided, tables, the_options
from clubroute.rules.scs.movement import paths
from clubroute.rules.scs.movement.costs import BRIDGE, LIGHT, SEA_LINE, roads, rules
from clubroute.rules.scs.movement.paths import BY_FERRY, STRIDE, Stride, Walk, decision
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import NA
from clubroute.rules.scs.situation.situation import surroundings_of

READINGS = (
    "zoc_stops",
    "zoc_to_zoc",
    "zoc_friend",
    "zoc_water",
    "exploitation_start",
    "rounding",
    "built_up",
)
NUMBER: Mapping[str, Any] = {"type": "number"}
COSTS: Mapping[str, Any] = {"type": "object", "additionalProperties": NUMBER}
PATH: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}
PERHAPS = "hexes that it reaches only at best, or for less, if the answer is undetermined"
MOVE: Mapping[str, Any] = {
    "total": NUMBER,
    "path": PATH,
    "hexes": COSTS,
    "perhaps": {**COSTS, "description": PERHAPS},
}
PHASES = (paths.MOVEMENT, paths.EXPLOITATION)
WHICH_PHASE = "movement or exploitation; the state's if left out, else movement"
FEATURES = ("river", "sea_line", BRIDGE, LIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking(AboutMove):
    """The parameters that all questions about a unit's move share."""

    phase: str | None = said(word(*PHASES), WHICH_PHASE)
    readings: Readings = the_options(*READINGS)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepAsked:
    """The parameters of ``step.cost``."""

    map: str = needed(choice(*MAPS), "the map, whose game's rules hold: ins")
    unit: Unit = the_unit()
    to: tuple[str, ...] = needed(
        list_of(word(*tables().terrain), 8, 1), "every terrain of the hex it enters"
    )
    features: tuple[str, ...] = said(
        list_of(word(*FEATURES), 4), "what is on the hexside; nothing if left out", default=()
    )
    via: str | None = said(
        word(*roads()), "the kind of Road it follows on both sides; off road if left out"
    )
    readings: Readings = the_options("built_up")


@dataclass(frozen=True, slots=True, kw_only=True)
class PathAsked(Asking):
    """The parameters of ``move.check``."""

    path: tuple[Stride, ...] = needed(
        list_of(STRIDE, 200, 2),
        "hexes from the unit's own on; as {hex, via, overrun} to say along which Road, off_road or "
        "by ferry it is entered, or that the enemy there is overrun",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BestAsked(Asking):
    """The parameters of ``move.best``."""

    start: str = needed(HEX, "the unit's hex", name="from")
    to: str = needed(HEX, "where it wants to go")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachAsked(Asking):
    """The parameters of ``move.reach``."""

    start: str = needed(HEX, "the unit's hex", name="from")


@answers("step.cost", *LEGALITY, quick=True, **MOVE)
def cost_of_step(context: Context, asked: StepAsked) -> Receipt:
    """The cost of one step in the abstract: no map, any terrains together, any hexside."""

    def answer(guess: Guess) -> Receipt:
        along = frozenset(() if asked.via is None else (asked.via,))
        work = Working()
        if not paths.moved_at_all(asked.unit, work):
            return work.receipt()
        mover = paths.mover_class(asked.unit, asked.readings, guess)
        told = mover.rules
        # A Light Bridge leads over a Sea Line (1.16), which bars whoever does not use it.
        over = frozenset((*asked.features, *((SEA_LINE,) if LIGHT in asked.features else ())))
        kind = StepKind(asked.to, rows_along(told, over), along)
        of_road, *_ = prices(told, kind, mover.class_)
        barred = along and of_road.half_mp is None
        price = of_road if barred else chart_price(told, kind, mover.class_)
        if price.half_mp is None:
            return Receipt("illegal", price.steps)
        priced = [one for one in asked.to if like_of(told.terrain[one], mover.class_) is None]
        first, *others = price.steps
        by_road = first.why in [row.says(None, True) for row in told.road.values()]
        if len(set(priced)) > 1 and not by_road:
            first = replace(first, rule=f"{first.rule}, {rules()['mixed'].cite}")
        steps = first, *others
        many = " and ".join(asked.to) if len(asked.to) > 1 else ""
        summary = f"{amount(price.half_mp)} MP" + (f" into one hex of {many}" if many else "")
        return Receipt("legal", steps, price.half_mp, summary=summary)

    return decided(answer, outcome)


def walk_of(
    context: Context, asked: Asking, start: int, guess: Guess, near: frozenset[int] | None = None
) -> Walk:
    """Work out what a unit may do from a hex."""
    board = asked.board
    work, readings, unit = Working(), asked.readings, asked.unit
    told = asked.state.now.phase if asked.state.now else None
    phase = asked.phase or (told if told in PHASES else None) or paths.MOVEMENT
    side = unit.side
    if side is None and asked.state.units:
        work.need("unit.side: whose unit it is")
    situation = surroundings_of(context, board, unit, side or ALLIED, readings, guess, near)
    half_mp = paths.half_mp(unit, readings, guess, work)
    paths.may_move(unit, board.country, start, phase, guess, work)
    held = phase == paths.EXPLOITATION and start in situation.zones
    if held and readings["exploitation_start"] == "clear":
        work.forbid("it begins in an enemy Zone of Control and does not exploit", "SCS series")
    if start in situation.barred:
        row = rules()["boundary"]
        work.note(f"it is outside the XXX Corps Boundary and must come back inside ({row.cite})")
    work.leave(*situation.unchecked)
    if not board.bridges_told:
        work.leave("state.bridges: bridges that are prepared, blown or built")
    if asked.phase is None and told not in PHASES and unit.exploit is False:
        work.leave("phase: the Exploitation Phase, in which only Exploit Capable units move")
    if phase == paths.MOVEMENT and asked.state.ferries is None:
        work.leave("state.ferries: Ferries; those of our map are assumed")
    leash = paths.leash_of(asked.country, asked.state, unit, start, guess, work)
    mover = paths.mover_class(unit, readings, guess)
    terms = tuple(paths.terms_of(situation, start, phase, readings))
    trip = LimitedTrip(board.map, board.country.ways(mover), start, terms)
    walk = Walk(situation, unit, readings, guess, work, phase, half_mp, leash, start, trip)
    walk.now = asked.phase or told
    return walk


@answers("move.check", *LEGALITY, **MOVE)
def check_move(context: Context, asked: PathAsked) -> Receipt:
    """Whether a unit may take a declared path, and what every step costs."""
    ids = [asked.country.id(one.hex) for one in asked.path]
    near = frozenset(ids).union(*map(asked.country.around, ids))

    def answer(guess: Guess) -> Receipt:
        walk = walk_of(context, asked, ids[0], guess, near)
        walk.follow(asked.path, ids)
        spent = None if walk.work.forbidden else walk.spent
        left = "" if walk.left >= paths.MOST else f" of {mp(walk.left)}"
        yes = "Yes, " if left and walk.work.verdict == "legal" else ""
        legal = spent is not None and not walk.work.forbidden
        summary = f"{yes}{amount(spent)}{left} MP" if spent is not None and legal else ""
        return walk.work.receipt(summary=summary, total=spent)

    return decided(answer, outcome, asked.begins, compared=asked.readings.compared)


FAR = 2 * 200
"""The most half-MP a way is looked for where the allowance is not the question."""


@answers("move.best", *LEGALITY, **MOVE)
def best_move(context: Context, asked: BestAsked) -> Receipt:
    """The cheapest legal way to a hex, or why there is none."""
    country = asked.country
    start, goal = country.id(asked.start), country.id(asked.to)

    def answer(guess: Guess) -> Receipt:
        trip = walk_of(context, asked, start, guess)
        work = trip.work
        if work.forbidden:
            return work.receipt()
        found = trip.move.reached(FAR, goal)
        cost = found.ends.get(goal)
        if cost is None:
            for why, rule in (shut := tuple(trip.move.shut(goal))):
                work.forbid(why, rule)
            if not shut:
                why = f"there is no way to {country.number(goal)}"
                work.forbid(why, "SCS series", country.drawn_by())
            return work.receipt()
        hexes, leap = found.path(country, goal)
        path = [{"hex": country.number(id_)} for id_ in hexes]
        if leap is not None:
            path[-1]["via"] = BY_FERRY
        strides = [Stride(hex=one["hex"], via=one.get("via")) for one in path]
        # What the way takes in all is told once, and not where the allowance is spent.
        replace(trip, left=paths.MOST).follow(strides, hexes)
        if cost > trip.left:
            work.forbid(f"the way takes {mp(cost)} MP, of {mp(trip.left)}", "SCS series")
        of = "" if trip.left >= paths.MOST else f" of {amount(trip.left)}"
        yes = "Yes, " if of and work.verdict == "legal" else ""
        way = f"{yes}{amount(cost)}{of} MP, {so_many(len(path) - 1, 'hex')}"
        summary = "" if work.forbidden else way
        return work.receipt(summary=summary, total=cost, path=path)

    return decided(answer, outcome, asked.begins, compared=asked.readings.compared)


@answers("move.reach", *LEGALITY, **MOVE)
def reach_of_move(context: Context, asked: ReachAsked) -> Receipt:
    """Every hex a unit can reach and end in, with the least cost."""
    start = asked.country.id(asked.start)

    def answer(guess: Guess) -> Receipt:
        trip = walk_of(context, asked, start, guess, around_reach(context, asked, start, guess))
        if trip.work.forbidden:
            return trip.work.receipt()
        if trip.left >= paths.MOST:
            trip.work.need(f"unit.ma: {paths.PRINTED}")
            return trip.work.receipt()
        found = trip.move.reached(trip.left)
        ends = {id_: cost for id_, cost in found.ends.items() if trip.leash.holds(id_)}
        if len(ends) < len(found.ends):
            row = rules()["assigned"]
            trip.work.say(f"no hex farther than {row.number('hexes')} from its division", row.cite)
        if trip.situation.side == ALLIED:
            for id_ in sorted(trip.country.wired & found.costs.keys() - {start}):
                decision(trip.work, trip.country, id_, trip.settled)
        numbers = {asked.country.number(id_): mp(cost) for id_, cost in ends.items()}
        summary = f"{so_many(len(numbers), 'hex')} within {amount(trip.left)} MP"
        ground, cite = asked.country.drawn_by(ends), rules()["mixed"].cite
        trip.work.say("by the terrain, Roads and hexsides of the map", cite, ground)
        return trip.work.receipt(summary=summary, hexes=dict(sorted(numbers.items())))

    def told(found: Receipt) -> Any:
        return found.verdict, found.extra

    return decided(answer, told, asked.begins, at_least, asked.readings.compared)


def around_reach(
    context: Context, asked: ReachAsked, start: int, guess: Guess
) -> frozenset[int] | None:
    """The hexes a unit might come to if nothing were in its way; None if its allowance is not said.

    Zones of Control elsewhere are not looked at, nor the units that would exert them.
    """
    if asked.unit.ma is None or asked.unit.ma == NA:
        return None
    board = asked.board
    ways = board.country.ways(paths.mover_class(asked.unit, asked.readings, guess))
    free = LimitedTrip(board.map, ways, start).reached(2 * asked.unit.ma)
    banks = [end for ferry in board.ferries for end in (ferry.start, ferry.end)]
    return frozenset((start, *free.costs, *banks))
