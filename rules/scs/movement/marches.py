"""``roadmarch.check`` and ``roadmarch.reach``: Road March (INS 1.12)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, GERMAN, HEX
from clubroute.rules.engine.trip import at_least, outcome
from clubroute.rules.kit.search import back, spread
from clubroute.rules.position.record import list_of, needed, said
from clubroute.rules.scs.asked import AboutMove
from clubroute.rules.scs.games import Guess, Readings, answers, decided, the_options
from clubroute.rules.scs.movement.costs import LIGHT, roads, rules
from clubroute.rules.scs.movement.paths import bogged, join, leash_of
from clubroute.rules.scs.movement.questions import PERHAPS
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.situation.ground import Country, has_road
from clubroute.rules.scs.situation.situation import Surroundings, is_same, surroundings_of, wired_of

# Where a Road March leads: the road hexes in order, and where it must stop (INS 1.12).


class Leg(NamedTuple):
    """A step of a march: into a hex by a Road, -1 for that of a built bridge."""

    hex: int
    road: int
    place: int


class Halt(NamedTuple):
    """A hex a march can end in, the Road it came by (None: it began there), and whether it must
    stop there: the same hex may be passed by the same Road when it is come to from elsewhere.
    """

    hex: int
    road: int | None = None
    stops: bool = False


BUILT = -1
"""Stands for the road of a bridge a Bridging unit has built."""


@dataclass(frozen=True, slots=True)
class Marcher:
    """What of a marching unit and its surroundings matters.

    ``shut`` are hexes it may not enter, and what shuts each: friends, enemies or the hexes beside
    them, the XXX Corps Boundary; ``wired`` places it may not cross: Prepared Bridges; ``most`` the
    hexes it may go, None for any number.
    """

    country: Country
    shut: Mapping[int, str]
    wired: Collection[int]
    oval: bool
    most: int | None
    readings: Readings

    def legs(self, a: int) -> Iterator[Leg]:
        """The steps along a road out of a hex: over no Sea Line but by a bridge it may use."""
        country, kinds = self.country, roads(march=True)
        for place, b in country.map.exits(a):
            if place in country.built:
                if country.along(place):
                    yield Leg(b, BUILT, place)
                continue
            links = [
                link.road
                for link in country.map.links.get(place, ())
                if country.map.roads[link.road].kind in kinds
            ]
            if links and self.crosses(place):
                yield from (Leg(b, road, place) for road in links)

    def crosses(self, place: int) -> bool:
        """Whether a road runs on over a hexside for the unit."""
        country = self.country
        if not country.sea_line(place):
            return True
        light = LIGHT in country.sides(place)
        return country.bridged(place) and place not in self.wired and not (light and self.oval)

    def too_heavy(self, a: int, b: int) -> bool:
        """Whether a Light Bridge between two hexes does not bear the unit (1.16)."""
        if not self.oval or b not in self.country.map.around(a):
            return False
        place = self.country.map.place(a, b)
        return LIGHT in self.country.sides(place) and place not in self.wired

    def stops(self, leg: Leg) -> bool:
        """Whether a unit that takes a leg must stop in its hex: by a Sea Line its road crosses."""
        country = self.country
        if country.sea_line(leg.place):
            return True
        any_road = self.readings["march_sea_line"] == "any"
        for direction in range(6):
            place = leg.hex * 6 + direction
            if not country.sea_line(place):
                continue
            there = [link.road for link in country.map.links.get(place, ())]
            if place in country.built and country.along(place):
                there.append(leg.road)
            if leg.road in there or (any_road and self.has_road(there)):
                return True
        return False

    def has_road(self, there: Collection[int]) -> bool:
        """Whether one of some Roads is a road, no railroad."""
        kinds = roads(march=True)
        return any(road == BUILT or self.country.map.roads[road].kind in kinds for road in there)

    def onward(self, a: int, came: int | None, leg: Leg) -> bool:
        """Whether a march that came to a hex by a Road (None: began there) may take a leg.

        It stopped before a Sea Line that its way crosses, and does not change between Roads that
        do not meet.
        """
        if came is None:
            return True
        if self.country.sea_line(leg.place):
            return False
        low, high = sorted((came, leg.road))
        return (a, low, high) not in self.country.map.apart

    def halts(self, start: int) -> dict[Halt, Halt | None]:
        """Every way a march can come to a hex, the shortest first, with the one before it."""

        def onward(at: Halt) -> Iterator[Halt]:
            for leg in () if at.stops else self.legs(at.hex):
                shut = leg.hex in self.shut or leg.hex == start
                if not shut and self.onward(at.hex, at.road, leg):
                    yield Halt(leg.hex, leg.road, self.stops(leg))

        return spread((Halt(start),), onward, most=self.most)[0]


DISTANCES = {"type": "object", "additionalProperties": INTEGER}
MARCH: Mapping[str, Any] = {
    "length": INTEGER,
    "path": TEXTS,
    "hexes": DISTANCES,
    "perhaps": {**DISTANCES, "description": PERHAPS},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingMarch(AboutMove):
    """The parameters that both questions share."""

    readings: Readings = the_options("march_sea_line")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarchAsked(AskingMarch):
    """The parameters of ``roadmarch.check``."""

    path: tuple[str, ...] = needed(list_of(HEX, 400, 2), "every hex, from the unit's own on")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarchReachAsked(AskingMarch):
    """The parameters of ``roadmarch.reach``."""

    start: str = needed(HEX, "the unit's hex", name="from")
    to: str | None = said(HEX, "a hex: the march there is told hex by hex")


def marcher_of(
    context: Context, asked: AskingMarch, start: int, guess: Guess, work: Working
) -> Marcher:
    """Judge whether a unit qualifies, and work out what shuts its way."""
    board = asked.board
    country = board.country
    unit, state, row = asked.unit, asked.state, rules()["march"]
    allied = guess(unit.of_side(ALLIED), "unit.side", "whose unit it is", good=True)
    side = ALLIED if allied else GERMAN
    here = surroundings_of(context, board, unit, side, asked.readings, guess, frozenset())
    qualify(unit, state, here, start, guess, work)
    work.leave(*here.unchecked)
    hexes = {
        "beside": {b for at in here.enemies for b in country.map.around(at)},
        "barred": here.bounds(start),
        "outside": here.outside,
        "friends": here.friends,
        "enemies": here.enemies,
    }
    shut = {b: name for name, many in hexes.items() for b in many if b != start}
    wired = wired_of(board, side, ": a march ends before them", guess)
    oval = guess.of(unit, "oval")
    most = row.number("landed_hexes") if guess.of(unit, "dropped") else None
    return Marcher(country, shut, wired, oval, most, asked.readings)


def qualify(
    unit: Unit, state: Position, here: Surroundings, start: int, guess: Guess, work: Working
) -> None:
    """Judge whether a unit may begin a Road March (1.12a)."""
    row, country = rules()["march"], here.country
    number = country.map.number(start)
    if not has_road(country.ground, start):
        told = country.map.silence_of(start)
        work.forbid(f"no road is in {number}", row.cite, told, number)
        work.leave(f"whether the printed map has a road in {number}: look at yours")
    for why, rule in guess.bars(unit, row):
        work.forbid(why, rule)
    bogged(unit, country, start, guess, work)
    if unit.landed and not work.forbidden:
        work.say("it may march on the turn of its drop", row.text("drop_rule"))
    if state.units is None:
        need = f"enemy units within {row.number('near')} hexes of {number}, friends in it"
        if not guess(None, "state.units", need, good=True):
            work.forbid("an enemy unit may be too near, or a friend in the hex", row.cite)
    for index, one in enumerate(state.units or ()):
        if one.hex is None and one is not unit:
            need = f"where {one.call} is"
            if not guess(None, f"state.units[{index}].hex", need, good=True):
                work.forbid(f"{one.call} may be too near", row.cite)
    edge = start in here.board.entries or here.board.edge(start)
    if here.friends.get(start) and not (edge and guess.of(unit, "entering")):
        there = [one for one in state.units or () if one.hex and country.map.id(one.hex) == start]
        others = [one for one in there if not is_same(unit, one)]
        alone = len(others) == 1 and None in (unit.id or unit.name, others[0].id or others[0].name)
        itself = f"whether it is the unit in {number}"
        if not (alone and guess(None, "unit.name", itself, good=True)):
            work.forbid(f"it begins stacked in {number}", row.cite)
    for at in sorted(here.enemies):
        far = country.map.between(start, at)
        if far <= row.number("near"):
            enemy = country.map.number(at)
            work.forbid(f"an enemy unit in {enemy} is {so_many(far, 'hex')} away", row.cite)


@answers("roadmarch.reach", *LEGALITY, **MARCH)
def roadmarch_reach(context: Context, asked: MarchReachAsked) -> Receipt:
    """Every hex in which a unit's Road March can end, with the hexes it marches; or the way to one
    of them.
    """
    country, start = asked.country, asked.country.id(asked.start)
    goal = None if asked.to is None else country.id(asked.to)

    def answer(guess: Guess) -> Receipt:
        work = Working()
        marcher = marcher_of(context, asked, start, guess, work)
        if work.forbidden:
            return work.receipt()
        found = marcher.halts(start)
        leash = leash_of(country, asked.state, asked.unit, start, guess, work)
        ends: dict[int, Halt] = {}
        for at in found:
            if at.hex != start and leash.holds(at.hex):
                ends.setdefault(at.hex, at)
        if goal is not None:
            leash.judge(work, goal)
            way = back(found, ends[goal]) if goal in ends else []
            path = [country.number(at.hex) for at in way]
            why, rule = f"no Road March leads to {asked.to}", rules()["march"].cite
            rests = country.drawn_by(at.hex for at in way)
            far = f"{so_many(len(path) - 1, 'hex')} by road"
            work.check(bool(path), far, why, rule, provenance=rests)
            return work.receipt(path=path or None, length=len(path) - 1 if path else None)
        lengths = {country.number(at.hex): len(back(found, at)) - 1 for at in ends.values()}
        summary = so_many(len(lengths), "hex")
        work.say("by the roads of the map", rules()["march"].cite, country.drawn_by(ends))
        return work.receipt(summary=summary, hexes=dict(sorted(lengths.items())))

    return decided(answer, outcome, asked.begins, at_least)


@answers("roadmarch.check", *LEGALITY, **MARCH)
def roadmarch_check(context: Context, asked: MarchAsked) -> Receipt:
    """Whether a unit may Road March along a path."""
    ids = [asked.country.id(one) for one in asked.path]

    def answer(guess: Guess) -> Receipt:
        work = Working()
        marcher = marcher_of(context, asked, ids[0], guess, work)
        if not work.forbidden:
            follow(marcher, ids, work)
            leash = leash_of(asked.country, asked.state, asked.unit, ids[0], guess, work)
            leash.judge(work, ids[-1])
            join(asked.country, asked.state, asked.unit, ids, work)
        summary = "" if work.forbidden else f"Yes, {so_many(len(ids) - 1, 'hex')} of Road"
        told: Any = None if work.forbidden else len(ids) - 1
        return work.receipt(summary=summary, length=told)

    return decided(answer, outcome, asked.begins, compared=asked.readings.compared)


def follow(marcher: Marcher, ids: list[int], work: Working) -> None:
    """Follow a declared march, and say where it breaks a rule."""
    row, country = rules()["march"], marcher.country.map
    roads: set[int | None] = {None}
    stopped = False
    for hexes, (a, b) in enumerate(itertools.pairwise(ids), 1):
        start, end = country.number(a), country.number(b)
        if stopped:
            why = f"it must stop in {start}, by a Sea Line its road crosses"
            work.forbid(why, row.text("line_rule"), country.drawn_by((a, b)), start)
            return
        if marcher.most is not None and hexes > marcher.most:
            why = f"a unit dropped this turn marches at most {so_many(marcher.most, 'hex')}"
            work.forbid(why, row.text("line_rule"))
            return
        if b not in country.around(a):
            work.forbid(f"{start} and {end} are not adjacent", row.cite, hex_=start)
            return
        legs = [leg for leg in marcher.legs(a) if leg.hex == b]
        if not legs:
            why = f"no road leads on from {start} to {end}{barrier(marcher, a, b)}"
            rule = rules()["light"].cite if marcher.too_heavy(a, b) else row.text("bar_rule")
            work.forbid(why, rule, country.silence_of(b), start)
            if not marcher.country.road_along(country.place(a, b)):
                work.leave(
                    f"whether the printed map has a road from {start} to {end}: look at yours"
                )
            return
        if b in marcher.shut:
            told = row["shut"][marcher.shut[b]]
            work.forbid(told.text("no").format(hex=end), told.cite, hex_=start)
            return
        onward = [leg for leg in legs if any(marcher.onward(a, came, leg) for came in roads)]
        if not onward:
            why = f"its road does not lead on from {start} to {end} without a stop"
            work.forbid(why, row.text("line_rule"), country.provenance_of(b), start)
            return
        free: list[Leg] = [leg for leg in onward if not marcher.stops(leg)]
        stopped = not free
        roads = {leg.road for leg in free}
    why = f"a road leads all the way, {so_many(len(ids) - 1, 'hex')}"
    work.say(why, row.text("line_rule"), country.drawn_by(ids))


def barrier(marcher: Marcher, a: int, b: int) -> str:
    """Say what bridge keeps a march from a hexside that a road crosses, "" if none does."""
    country = marcher.country
    if b not in country.map.around(a):
        return ""
    place = country.map.place(a, b)
    if not country.sea_line(place):
        return ""
    if marcher.too_heavy(a, b):
        return ": no bridge it may use, for a Light Bridge bears no armour oval"
    if place in marcher.wired:
        return ": the bridge is prepared, or not said to be safe"
    return ": no bridge it may use stands there"
