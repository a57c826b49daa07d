"""What a position changes of the ground for a unit that moves: enemies, friends, zones, ferries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from clubroute.rules.areas import named_area
from clubroute.rules.context import Context
from clubroute.rules.kinds import ALLIED, ENEMY
from clubroute.rules.mapfile import MapFile
from clubroute.rules.scenarios.book import find_scenario
from clubroute.rules.scenarios.places import out_of_play
from clubroute.rules.scs.games import SERIES, book
from clubroute.rules.scs.movement.allowance import released
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules
from clubroute.rules.scs.movement.ferries import FerryWay, ferries_of
from clubroute.rules.scs.movement.ground import Country
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.units import NA
from clubroute.rules.scs.readings import Readings
from clubroute.rules.scs.unsaid import Guess
from clubroute.rules.working import any_of, negated

UNITS_UNSAID = "state.units: enemy units, their Zones of Control, and stacking"


@dataclass(frozen=True, slots=True)
class Situation:
    """What stands where, by hex id, for a unit of a side.

    ``zones`` has by hex the enemy units that put a Zone of Control there. ``barred`` are hexes the
    unit may not enter: outside the XXX Corps Boundary; ``outside`` those not in play at all.
    """

    country: Country
    side: str
    enemies: Mapping[int, tuple[Unit, ...]]
    friends: Mapping[int, int]
    zones: frozenset[int]
    ferries: tuple[FerryWay, ...] = ()
    barred: frozenset[int] = frozenset()
    outside: frozenset[int] = frozenset()
    unchecked: tuple[str, ...] = ()

    def room(self, id_: int) -> int:
        """How many more units the hex holds."""
        return self.most(id_) - self.friends.get(id_, 0)

    def most(self, id_: int) -> int:
        """How many units a hex holds: one on a Full Hex Bridge (1.5, 1.13)."""
        full = self.country.terrain(id_) == FULL_HEX_BRIDGE
        return rules()["full_hex_bridge" if full else "stacking"].number("most")

    def bounds(self, start: int) -> frozenset[int]:
        """The hexes ``barred`` to a unit that begins in a hex; outside already it may come back."""
        return frozenset() if start in self.barred else self.barred

    def shut(self, id_: int) -> bool:
        """Whether no unit may enter a hex even to pass: a Full Hex Bridge with a friend on it."""
        return id_ in self.friends and self.country.terrain(id_) == FULL_HEX_BRIDGE


def zones_of(
    country: Country,
    state: Position,
    side: str,
    friends: Iterable[int],
    readings: Readings,
    guess: Guess,
    near: frozenset[int] | None = None,
) -> frozenset[int]:
    """The hexes in Zones of Control of a side. ``friends`` negate them where that is the reading.

    :param near: the hexes that matter; zones elsewhere are left out.
    """
    found = set[int]()
    for index, unit in enumerate(state.units or ()):
        if unit.of_side(side) is False or unit.hex is None:
            continue
        whose = f"state.units[{index}]"
        around = zone_hexes(country, country.map.id(unit.hex), readings)
        if near is not None and near.isdisjoint(around):
            continue
        need = f"whose unit {unit.call} is"
        theirs = guess(unit.of_side(side), f"{whose}.side", need, good=False)
        need, told = "whether {who} exerts a Zone of Control", zone_facts(unit)
        unsaid = ", ".join(name for name, without in told.items() if without is None)
        if theirs and guess(exerts(unit), f"{whose}.{unsaid}", need, good=False, who=unit.call):
            found.update(around)
    return frozenset(found.difference(friends) if readings["zoc_friend"] == "yes" else found)


def zone_hexes(country: Country, at: int, readings: Readings) -> list[int]:
    """The hexes beside a hex that a Zone of Control from it reaches."""
    over_water = readings["zoc_water"] == "yes"
    return [
        b
        for place, b in country.map.exits(at)
        if over_water or not country.sea_line(place) or country.bridged(place)
    ]


def exerts(unit: Unit) -> bool | None:
    """Whether a unit has a ZOC; None if something that would take it away is not said.

    Artillery, Disorganized units, units Out of Supply and those with an MA of Na or zero have none.
    """
    return negated(any_of(zone_facts(unit).values()))


def zone_facts(unit: Unit) -> Mapping[str, bool | None]:
    """What takes away a unit's ZOC, by the field that tells it; None where that is not said."""
    still = None if unit.ma is None else unit.ma in (NA, 0)
    return {"kind": unit.artillery, "ma": still, "dg": unit.dg, "oos": unit.oos}


def in_zone(
    country: Country, state: Position, at: int, side: str, readings: Readings
) -> bool | None:
    """Whether a hex is in the ZOC of a side's units; None where the position does not say."""
    if state.units is None:
        return None
    grounds = [country]
    if state.bridges is None:
        places = (place for place in country.map.sides if country.bridged(place))
        grounds.append(replace(country, gone=frozenset(places)))
    found = {
        at in zones_of(ground, state, side, (), readings, guess, frozenset((at,)))
        for ground in grounds
        for guess in (Guess(), Guess(None))
    }
    hidden = any(
        one.hex is None and one.side in (side, None) and exerts(one) is not False
        for one in state.units
    )
    return True if False not in found else None if hidden or True in found else False


def situation_of(
    context: Context,
    country: Country,
    state: Position,
    unit: Unit,
    side: str,
    readings: Readings,
    guess: Guess,
    near: frozenset[int] | None = None,
) -> Situation:
    """Work out the surroundings of a unit of a side.

    :param near: the hexes the answer looks at, all if None.
    """
    country_map = country.map
    enemies: dict[int, list[Unit]] = {}
    friends: Counter[int] = Counter()
    unchecked = [] if state.units is not None else [UNITS_UNSAID]
    for index, one in enumerate(state.units or ()):
        if is_same(unit, one):
            continue
        if one.hex is None:
            unchecked.append(f"state.units[{index}].hex: where {one.call} is")
            continue
        need = f"whose unit {one.call} is"
        whose = guess(one.of_side(side), f"state.units[{index}].side", need, good=True)
        at = country_map.id(one.hex)
        if whose:
            friends[at] += 1
        else:
            enemies.setdefault(at, []).append(one)
    zones = zones_of(country, state, ENEMY[side], friends, readings, guess, near)
    barred, more = boundary(context, country_map, unit, side, guess)
    return Situation(
        country,
        side,
        {at: tuple(units) for at, units in enemies.items()},
        friends,
        zones,
        ferries_of(country_map, state, side),
        barred,
        not_in_play(context, country_map, state),
        (*unchecked, *more),
    )


def wired_of(
    country: Country, state: Position, side: str, why: str, guess: Guess
) -> frozenset[int]:
    """The places whose bridge neither a march nor a trace of a side may use: Prepared Bridges."""
    need = f"bridges that are prepared or blown{why}"
    wired = country.prepared if side == ALLIED else frozenset[int]()
    if state.bridges is None and guess(None, "state.bridges", need, good=False):
        wired |= {place for place in country.map.sides if country.bridged(place)}
    return wired


def is_same(unit: Unit, one: Unit) -> bool:
    """Whether a unit of the position is the one that moves: the same id, or name and hex."""
    if unit is one or (unit.id is not None and unit.id == one.id):
        return True
    return (
        unit.id is None and unit.name is not None and (unit.name, unit.hex) == (one.name, one.hex)
    )


def not_in_play(context: Context, country: MapFile, state: Position) -> frozenset[int]:
    """The hexes outside the playing area of the scenario that is played, if it has one."""
    scenario, key = state.scenario, ("scs area", (country.window, state.scenario))
    if scenario is None or scenario not in book("supply")["scenario"].values:
        return frozenset()
    found: frozenset[int] | None = context.loaded.get(key)
    if found is None:
        told = find_scenario(SERIES.id, scenario, context.folder.parent)
        found = context.loaded[key] = frozenset(out_of_play(country, told))
    return found


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
