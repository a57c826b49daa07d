"""The board as a position has it: what is in play, what a hex holds, whose Zones of Control reach
where, and what of it all surrounds a unit (INS 1.5 to 1.8a, 1.13, 2.2, 5.0 to 5.8).

Every method asks this; an exception to where units may be, or how many, is made here alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from typing import NamedTuple

from clubroute.rules.answer.working import any_of, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, ENEMY
from clubroute.rules.engine.ground import zone_hexes
from clubroute.rules.ground.lookup import named_area
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.scenarios.book import find_scenario
from clubroute.rules.scenarios.places import out_of_play
from clubroute.rules.scs.games import SERIES, Guess, Readings, book, tables
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import BRIDGING, NA
from clubroute.rules.scs.situation.ground import (
    Country,
    FerryWay,
    country_as,
    crossing_places,
    ferries_of,
)

UNITS_UNSAID = "state.units: enemy units, their Zones of Control, and stacking"
UNLIMITED = 10_000
"""What a hex without a stacking limit is taken to hold, more than there are counters."""


KEPT = 4
"""Situations that are kept from one asking to the next."""
PARTS = tuple(one.name for one in fields(Position) if one.init)
WHETHER_ZONED = "whether {who} exerts a Zone of Control"


class ZoneOrigin(NamedTuple):
    """A unit that may exert a Zone of Control of a side.

    ``theirs`` and ``exerts`` are None where it is not said whose it is, or what might take its zone
    away; ``unsaid`` names those facts, ``field`` where the unit stands in the position.
    """

    at: int
    call: str
    field: str
    theirs: bool | None
    exerts: bool | None
    unsaid: str


@dataclass(frozen=True)
class Situation:
    """A position on its map, made once a question, by hex id.

    ``outside`` are the hexes not in play, ``exempt`` those where Allied units stack without limit,
    ``entries`` the Entry Area hexes that are known, ``ferries`` the ways by Ferry of both sides.
    """

    country: Country
    state: Position
    outside: frozenset[int] = frozenset()
    exempt: frozenset[int] = frozenset()
    entries: frozenset[int] = frozenset()
    ferries: tuple[FerryWay, ...] = ()

    @property
    def map(self) -> MapFile:
        """The compiled map."""
        return self.country.map

    @property
    def bridges_told(self) -> bool:
        """Whether the position tells how all bridges stand."""
        return self.state.bridges is not None and not self.state.later

    @cached_property
    def unsure(self) -> frozenset[int]:
        """The places whose bridge may be blown or wired, the position not saying so."""
        if self.bridges_told:
            return frozenset()
        if not self.state.later:
            return self.country.bridges()
        ground = self.country.ground
        named = (crossing_places(ground, one, False) for one in self.state.doubted)
        return frozenset(place for many in named for place in many)

    def unsure_in(self, id_: int) -> bool:
        """Whether a bridge at a hex may be blown or wired."""
        return any(id_ * 6 + d in self.unsure for d in range(6))

    def not_played(self, id_: int) -> Iterator[tuple[str, str]]:
        """Why nothing may be in a hex or fire at it, and by which rule, if it is not in play."""
        if id_ in self.outside:
            row = rules()["march"]["shut"]["outside"]
            yield row.text("no").format(hex=self.map.number(id_)), row.cite

    def most(self, id_: int, side: str | None) -> int:
        """How many units of a side a hex holds: one on a Full Hex Bridge, any number of Allied ones
        in Entry Area A (1.5, 1.13).
        """
        if side == ALLIED and id_ in self.exempt:
            return UNLIMITED
        full = self.country.terrain(id_) == FULL_HEX_BRIDGE
        return rules()["full_hex_bridge" if full else "stacking"].number("most")

    def edge(self, id_: int) -> bool:
        """Whether a hex lies at the edge of the map."""
        return len(self.map.around(id_)) < len(self.map.beside)

    @cached_property
    def fielded(self) -> tuple[tuple[int, Unit], ...]:
        """The units that are said to be in hexes, but Bridging units that are bridges (1.5), each
        with its place in the position.
        """
        units = enumerate(self.state.units or ())
        return tuple((k, one) for k, one in units if one.hex is not None and not one.as_bridge)

    @cached_property
    def lined_up(self) -> tuple[tuple[int, Unit, int], ...]:
        """Those that are said to be in hexes: place in the position, unit, hex."""
        return tuple((k, one, self.map.id(one.hex or "")) for k, one in self.fielded)

    @cached_property
    def sources(self) -> Mapping[str, tuple[ZoneOrigin, ...]]:
        """By side the units that may exert its Zones of Control."""
        return {side: tuple(self._sources(side)) for side in ENEMY}

    def _sources(self, side: str) -> Iterator[ZoneOrigin]:
        for index, unit, at in self.lined_up:
            theirs = unit.of_side(side)
            if theirs is not False:
                facts = zone_facts(unit)
                unsaid = ", ".join(name for name, without in facts.items() if without is None)
                exerts_it = negated(any_of(facts.values()))
                yield ZoneOrigin(at, unit.call, f"state.units[{index}]", theirs, exerts_it, unsaid)

    @cached_property
    def _by_name(self) -> Mapping[object, frozenset[int]]:
        """The units of the position by id, or by name and hex where they have none."""
        found: dict[object, set[int]] = {}
        for index, one in enumerate(self.state.units or ()):
            found.setdefault((one.name, one.hex), set()).add(index)
            if one.id is not None:
                found.setdefault(one.id, set()).add(index)
        return {key: frozenset(many) for key, many in found.items()}

    def places_of(self, unit: Unit) -> frozenset[int]:
        """The places in the position of a unit itself: :func:`is_same` holds of them."""
        if unit.id is not None:
            return self._by_name.get(unit.id, frozenset())
        if unit.name is not None:
            return self._by_name.get((unit.name, unit.hex), frozenset())
        units = enumerate(self.state.units or ())
        return frozenset(index for index, one in units if one is unit)

    @cached_property
    def unplaced_lines(self) -> Mapping[int, str]:
        """What is not checked for the units whose hex is not said, by place in the position."""
        return {
            index: f"state.units[{index}].hex: where {one.call} is"
            for index, one in enumerate(self.state.units or ())
            if one.hex is None and not one.as_bridge
        }

    @cached_property
    def unplaced(self) -> tuple[Unit, ...]:
        """The units whose hex is not said."""
        units = self.state.units or ()
        return tuple(units[index] for index in self.unplaced_lines)

    @cached_property
    def placed(self) -> Mapping[int, tuple[Unit, ...]]:
        """Those that are said to be in hexes, by their hex."""
        found: dict[int, list[Unit]] = {}
        for _, unit, at in self.lined_up:
            found.setdefault(at, []).append(unit)
        return {at: tuple(units) for at, units in found.items()}

    def count(self, id_: int, side: str, but: Unit | None = None) -> tuple[int, int]:
        """How many units of a side are in a hex surely, and at most: with those of a side or in a
        hex that is not said. A unit that is asked about is not counted.
        """
        others = [one for one in self.placed.get(id_, ()) if but is None or not is_same(but, one)]
        sure = sum(one.side == side and not self.may_be_bridge(one) for one in others)
        lost = [one for one in self.unplaced if not (but and is_same(but, one))]
        maybe = sum(one.side is None or self.may_be_bridge(one) for one in others)
        return sure, sure + maybe + sum(one.side in (side, None) for one in lost)

    def may_be_bridge(self, unit: Unit) -> bool:
        """Whether a Bridging unit may be the bridge that was built where it is: nobody says which
        side of it is up, and by then it counts for nothing (1.5)."""
        if unit.kind != BRIDGING or unit.back is not None or unit.hex is None:
            return False
        at = self.map.id(unit.hex)
        return any(span.new and at in span.ends for span in self.country.spans)

    def room_for(self, unit: Unit, id_: int) -> bool | None:
        """Whether a unit may end in a hex without overstacking it; None if that is not known."""
        if unit.side == ALLIED and id_ in self.exempt:
            return True
        if self.state.units is None or unit.side is None:
            return None
        sure, at_most = self.count(id_, unit.side, unit)
        most = self.most(id_, unit.side)
        return False if sure >= most else None if at_most >= most else True

    def ferry(self, a: int, b: int) -> FerryWay | None:
        """The Ferry that is said to go from a hex to a hex, straight or over the hex between."""
        return next((one for one in self.ferries if (one.start, one.end) == (a, b)), None)

    def controls(self, number: str) -> str | None:
        """The side that alone has units in a hex; None if none or both have, or it is not said."""
        if self.state.units is None:
            return None
        sides = {unit.side for unit in self.placed.get(self.map.id(number), ())}
        return sides.pop() if len(sides) == 1 else None


def situation_of(context: Context, country: MapFile, state: Position) -> Situation:
    """The situation of a position; those of the last few are kept, for an answer is asked again
    with other readings, and without what the set-up says.
    """
    key = ("scs situations", country.window)
    kept: tuple[tuple[MapFile, Situation], ...] = context.loaded.get(key) or ()
    for on_map, one in kept:
        if on_map is country and alike(one.state, state):
            return one
    areas = fixed_areas(context, country, state.scenario)
    ferries = tuple(ferries_of(country, state))
    made = Situation(country_as(context, country, state), state, *areas, ferries)
    context.loaded[key] = ((country, made), *kept[: KEPT - 1])
    return made


def alike(one: Position, other: Position) -> bool:
    """Whether two positions are of the very same parts."""
    return one is other or all(getattr(one, part) is getattr(other, part) for part in PARTS)


def fixed_areas(
    context: Context, country: MapFile, scenario: str | None
) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """What a scenario has out of play, where the Allies stack without limit, and its Entry Area
    hexes; kept for all questions.
    """
    key = ("scs areas", (country.digest, country.window, scenario))
    found: tuple[frozenset[int], frozenset[int], frozenset[int]] | None = context.loaded.get(key)
    if found is None:
        row = rules()["entry"]
        kinds, own = row.words("kinds"), row["scenarios"].values.get(scenario or "")
        named = [one for one in country.areas if one.id == own or one.kind in kinds]
        entries = frozenset(id_ for one in named for id_ in one.hexes)
        free = rules()["stacking"].text("exempt")
        exempt = frozenset(id_ for one in country.areas if one.id == free for id_ in one.hexes)
        outside = not_in_play(context, country, scenario)
        found = context.loaded[key] = outside, exempt, entries
    return found


def not_in_play(context: Context, country: MapFile, scenario: str | None) -> frozenset[int]:
    """The hexes outside the Playing Area of a scenario, none if it has none (5.5 to 5.8)."""
    if scenario is None or scenario not in book("supply")["scenario"].values:
        return frozenset()
    return frozenset(
        out_of_play(country, find_scenario(SERIES.id, scenario, context.folder.parent))
    )


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What of a situation surrounds a unit of a side, by hex id.

    ``friends`` has by hex how many others of its side are there; ``zones`` are the hexes in enemy
    Zones of Control. ``barred`` are hexes the unit may not enter: outside the XXX Corps Boundary;
    ``outside`` those not in play at all.
    """

    board: Situation
    side: str
    enemies: Mapping[int, tuple[Unit, ...]]
    friends: Mapping[int, int]
    zones: frozenset[int]
    barred: frozenset[int] = frozenset()
    unchecked: tuple[str, ...] = ()

    @property
    def country(self) -> Country:
        """The map as the position has it."""
        return self.board.country

    @property
    def outside(self) -> frozenset[int]:
        """The hexes not in play."""
        return self.board.outside

    @property
    def ferries(self) -> tuple[FerryWay, ...]:
        """The ways by Ferry that serve the side (1.15b)."""
        return tuple(one for one in self.board.ferries if one.serves(self.side))

    def room(self, id_: int) -> int:
        """How many more units the hex holds."""
        return self.board.most(id_, self.side) - self.friends.get(id_, 0)

    def bounds(self, start: int) -> frozenset[int]:
        """The hexes ``barred`` to a unit that begins in a hex; outside already it may come back."""
        return frozenset() if start in self.barred else self.barred

    def shut(self, id_: int) -> bool:
        """Whether no unit may enter a hex even to pass: a Full Hex Bridge with a friend on it."""
        return id_ in self.friends and self.country.terrain(id_) == FULL_HEX_BRIDGE


def surroundings_of(
    context: Context,
    board: Situation,
    unit: Unit,
    side: str,
    readings: Readings,
    guess: Guess,
    near: frozenset[int] | None = None,
) -> Surroundings:
    """Work out the surroundings of a unit of a side.

    :param near: the hexes the answer looks at, all if None.
    """
    state, country_map = board.state, board.map
    enemies: dict[int, list[Unit]] = {}
    friends: Counter[int] = Counter()
    unchecked = [] if state.units is not None else [UNITS_UNSAID]
    own = board.places_of(unit)
    unchecked += [line for index, line in board.unplaced_lines.items() if index not in own]
    for index, one, at in board.lined_up:
        if index in own:
            continue
        ours = one.of_side(side)
        if ours is None:
            need = f"whose unit {one.call} is"
            ours = guess(None, f"state.units[{index}].side", need, good=True)
        need = f"whether {one.call} is the bridge that was built"
        field = f"state.units[{index}].back"
        if board.may_be_bridge(one) and guess(None, field, need, good=True):
            continue
        if ours:
            friends[at] += 1
        else:
            enemies.setdefault(at, []).append(one)
    zones = zoned_by(board, board.country, ENEMY[side], friends, readings, guess, near)
    barred, more = boundary(context, country_map, unit, side, guess)
    held = {at: tuple(units) for at, units in enemies.items()}
    return Surroundings(board, side, held, friends, zones, barred, (*unchecked, *more))


def zoned_by(
    board: Situation,
    country: Country,
    side: str,
    friends: Collection[int],
    readings: Readings,
    guess: Guess,
    near: frozenset[int] | None = None,
) -> frozenset[int]:
    """The hexes in Zones of Control of a side. ``friends`` negate them where that is the reading.

    :param country: the position's ground, or as it would be with other bridges.
    :param near: the hexes that matter; zones elsewhere are left out.
    """
    found = set[int]()
    water = readings["zoc_water"]
    for one in board.sources[side]:
        around = zoned_from(country, one.at, water)
        if near is not None and near.isdisjoint(around):
            continue
        theirs, exerts_it = one.theirs, one.exerts
        if theirs is None:
            need = f"whose unit {one.call} is"
            theirs = guess(None, f"{one.field}.side", need, good=False)
        if theirs and exerts_it is None:
            field = f"{one.field}.{one.unsaid}"
            exerts_it = guess(None, field, WHETHER_ZONED, good=False, who=one.call)
        if theirs and exerts_it:
            found.update(around)
    if found.isdisjoint(friends) or readings["zoc_friend"] == "no":
        return frozenset(found)
    return frozenset(found.difference(friends))


def zoned_from(country: Country, at: int, water: str) -> tuple[int, ...]:
    """The hexes that a Zone of Control from a hex reaches; kept with the ground."""
    found = country.zoned.get((at, water))
    if found is None:
        found = country.zoned[at, water] = tuple(zone_hexes(tables(zoc_water=water), country, at))
    return found


def exerts(unit: Unit) -> bool | None:
    """Whether a unit has a ZOC; None if something that would take it away is not said.

    Artillery, Disorganized units, units Out of Supply and those with an MA of Na or zero have none.
    """
    return negated(any_of(zone_facts(unit).values()))


def zone_facts(unit: Unit) -> Mapping[str, bool | None]:
    """What takes away a unit's ZOC, by the field that tells it; None where that is not said."""
    still = None if unit.ma is None else unit.ma in (NA, 0)
    facts = {"kind": unit.artillery, "ma": still, "dg": unit.dg, "oos": unit.oos}
    return {name: facts[name] for name in zoneless()}


@cache
def zoneless() -> tuple[str, ...]:
    """The facts of a unit any of which takes its Zone of Control away."""
    return tuple(rules().rows("zoneless"))


def in_zone(board: Situation, at: int, side: str, readings: Readings) -> bool | None:
    """Whether a hex is in the ZOC of a side's units; None where the position does not say."""
    country, state = board.country, board.state
    if state.units is None:
        return None
    grounds = [country]
    if board.unsure:
        grounds.append(replace(country, gone=country.gone | board.unsure))
    found = {
        at in zoned_by(board, ground, side, (), readings, guess, frozenset((at,)))
        for ground in grounds
        for guess in (Guess(), Guess(None))
    }
    hidden = any(
        one.hex is None and one.side in (side, None) and exerts(one) is not False
        for one in state.units
    )
    return True if False not in found else None if hidden or True in found else False


def wired_of(board: Situation, side: str, why: str, guess: Guess) -> frozenset[int]:
    """The places whose bridge neither a march nor a trace of a side may use: Prepared Bridges."""
    country = board.country
    need = f"bridges that are prepared or blown{why}"
    wired = country.prepared if side == ALLIED else frozenset[int]()
    if board.unsure and guess(None, "state.bridges", need, good=False):
        wired |= board.unsure
    return wired


def is_same(unit: Unit, one: Unit) -> bool:
    """Whether a unit of the position is the one that moves: the same id, or name and hex."""
    if unit is one or (unit.id is not None and unit.id == one.id):
        return True
    return (
        unit.id is None and unit.name is not None and (unit.name, unit.hex) == (one.name, one.hex)
    )


def boundary(
    context: Context, country: MapFile, unit: Unit, side: str, guess: Guess
) -> tuple[frozenset[int], tuple[str, ...]]:
    """The hexes outside the XXX Corps Boundary for a unit it binds, and what is not known of it."""
    row = rules()["boundary"]
    if side != ALLIED or unit.of_corps is False or released(unit, guess):
        return frozenset(), ()
    inside = named_area(context, country, row.text("area"))
    if inside is None:
        bound = "" if unit.of_corps else ", which binds the unit if it is of XXX Corps"
        told = f"the XXX Corps Boundary ({row.cite}){bound}: its hexes in owner/areas.csv as "
        return frozenset(), (told + row.text("area"),)
    if not guess.of(unit, "of_corps"):
        return frozenset(), ()
    free = inside | (named_area(context, country, row.text("inside")) or frozenset())
    return frozenset(range(len(country))) - free, ()


def released(unit: Unit, guess: Guess) -> bool:
    """Whether a unit is assigned armour that is released (2.3)."""
    return unit.assigned is not None and guess.of(unit, "released")
