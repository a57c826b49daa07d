"""Holding a compiled map against what the rulebooks say about it.

Each predicate is a small function from (fact, map) to what is wrong, in a few words, or None. The
predicates are listed with their meaning in builder/sources/keys/map.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path

from clubroute.builder.counting import so_many
from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.grid import (
    Hex,
    HexNumberError,
    Hexside,
    adjacent,
    connected,
    distance,
    hexside,
    hexsides,
    neighbours,
    within,
)
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.facts import Fact, read_facts
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap

Check = Callable[[Fact, TerrainMap, Vocabulary], str | None]


def failure(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """What the map gets wrong about a fact; None if it holds.

    :raises InputError: the fact names a hex, hexside or area that does not exist.
    """
    try:
        return CHECKS[fact.predicate](fact, terrain, vocabulary)
    except InputError:
        raise
    except ClubrouteError as error:
        where = Where(fact.path, fact.row, None, fact.id)
        longer = HexNumbers(terrain.lattice).spellings(fact.subject)
        nearest = " or ".join(longer) or None
        raise InputError(where, str(error), f"a subject of {fact.predicate}", nearest) from None
    except KeyError as error:
        raise InputError(
            Where(fact.path, fact.row, None, fact.id), f"area {error}", "the id of an area"
        ) from None


def read_map_facts(path: Path) -> tuple[Fact, ...]:
    """The facts of a lattice, in file order. :raises InputError:"""
    return read_facts(path, tuple(CHECKS))


def passable(side: Hexside, terrain: TerrainMap, vocabulary: Vocabulary) -> bool:
    """Whether some unit can pass a hexside without engineers: nothing bars it, or a Road leads on.

    The hexes on both sides must be enterable.
    """
    if any(h not in terrain.hexes for h in side):
        return False
    if not all(vocabulary.hexes[terrain.hexes[h].terrain].enterable for h in side):
        return False
    return side in terrain.links or not terrain.has(side, *vocabulary.barring)


def enterable(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """The hex is on the map and can be entered from some neighbour."""
    h = subject_hex(fact, terrain)
    open_sides = sum(passable(side, terrain, vocabulary) for side in hexsides(h))
    return None if open_sides else "no hexside of it can be passed"


def open_step(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """Units pass the hexside without a Road."""
    side = subject_side(fact, terrain)
    barred = terrain.has(side, *vocabulary.barring)
    return f"barred by {kinds(side, terrain)}" if barred else None


def barred_step(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """Nobody passes the hexside, Road or not."""
    side = subject_side(fact, terrain)
    return "can be passed" if passable(side, terrain, vocabulary) else None


def has(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The hexside has a feature of the object's first word, noted with its other words."""
    side = subject_side(fact, terrain)
    kind, *notes = fact.object.split()
    for feature in terrain.features(side, kind):
        if all(word in feature.note for word in notes):
            return None
    return f"has {kinds(side, terrain)}"


def touches(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """Some hexside of the hex has a feature of one of the object's kinds."""
    wanted = fact.object.split()
    if any(terrain.has(side, *wanted) for side in hexsides(subject_hex(fact, terrain))):
        return None
    return f"none of its hexsides has {' or '.join(wanted)}"


def in_water(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """The hexside lies in water that goes on at one of its ends or both."""
    side = subject_side(fact, terrain)
    if not terrain.has(side, *vocabulary.water):
        return "no water"
    ends = set(terrain.lattice.hexside_ends(side))
    for h in side:
        for other in (*hexsides(h), *(s for n in neighbours(h) for s in hexsides(n))):
            wet = other != side and terrain.has(other, *vocabulary.water)
            if wet and ends & set(terrain.lattice.hexside_ends(other)):
                return None
    return "a lone water hexside"


def carries(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """A Road passes the hexside (of one of the object's kinds, if any)."""
    side = subject_side(fact, terrain)
    wanted = fact.object.split()
    found = [terrain.roads[link.road].kind for link in terrain.links.get(side, ())]
    if [kind for kind in found if not wanted or kind in wanted]:
        return None
    return f"carries {', '.join(found) or 'no Road'}"


def on_road(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """A Road passes the hex (of one of the object's kinds, if any)."""
    wanted = fact.object.split()
    found = {terrain.roads[k.road].kind for k in terrain.links_at(subject_hex(fact, terrain))}
    if found & set(wanted) if wanted else found:
        return None
    return f"on {', '.join(sorted(found)) or 'no Road'}"


def raised_across(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """A raised Road leads through the hex from one side of its line of hexes to the other."""
    if crosses_line(subject_hex(fact, terrain), terrain, vocabulary):
        return None
    return "no raised Road leads across"


def no_raised_between(fact: Fact, terrain: TerrainMap, vocabulary: Vocabulary) -> str | None:
    """Between two hexes of one line no raised Road leads across that line."""
    a, b = subject_hex(fact, terrain), terrain.lattice.parse(fact.object)
    if a.line != b.line:
        return "not on one line of hexes"
    low, high = sorted((a.half, b.half))
    for half in range(low + 2, high, 2):
        h = Hex(a.line, half)
        if crosses_line(h, terrain, vocabulary):
            return f"a raised Road leads across at {terrain.lattice.format(h)}"
    return None


def crosses_line(h: Hex, terrain: TerrainMap, vocabulary: Vocabulary) -> bool:
    """Whether a raised Road enters a hex from one neighbouring line and leaves to the other."""
    sides: dict[str, set[int]] = {}
    for link in terrain.links_at(h):
        if vocabulary.roads[terrain.roads[link.road].kind].raised:
            other = link.side.b if link.side.a == h else link.side.a
            sides.setdefault(link.road, set()).add(other.line - h.line)
    return any({-1, 1} <= found for found in sides.values())


def terrain_in(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The hex's terrain is one of the object's words."""
    found = terrain.hexes[subject_hex(fact, terrain)].terrain
    return None if found in fact.object.split() else f"is {found}"


def terrain_not_in(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The hex's terrain is none of the object's words."""
    found = terrain.hexes[subject_hex(fact, terrain)].terrain
    return f"is {found}" if found in fact.object.split() else None


def near_place(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """A place of that name is lettered within so many hexes: ``Son 2``."""
    name, reach = fact.object.rsplit(" ", 1)
    h = subject_hex(fact, terrain)
    found = [distance(h, other) for other, info in terrain.hexes.items() if info.name == name]
    if found and min(found) <= int(reach):
        return None
    return f"{name} is {so_many(min(found), 'hex')} away" if found else f"no {name} on the map"


def in_area(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The hex belongs to the area."""
    area = terrain.area(fact.object)
    return None if subject_hex(fact, terrain) in area.hexes else f"not in {area.id}"


def area_size(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The area has so many hexes."""
    size = len(terrain.area(fact.subject).hexes)
    return None if size == int(fact.object) else f"has {so_many(size, 'hex')}"


def area_parts(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The area's hexes form so many connected parts."""
    parts = len(connected(terrain.area(fact.subject).hexes, neighbours))
    return None if parts == int(fact.object) else f"has {parts} parts"


def runs(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The area is one unbroken Road from the object's first hex to its last, by way of the rest."""
    course = terrain.area(fact.subject).hexes
    stations = [terrain.lattice.parse(word) for word in fact.object.split()]
    if not set(stations) <= set(course):
        missing = [terrain.lattice.format(h) for h in stations if h not in course]
        return f"does not pass {', '.join(missing)}"
    places = [course.index(h) for h in stations]
    if places != sorted(places):
        return "passes them in another order"
    for a, b in pairwise(course[places[0] : places[-1] + 1]):
        if not adjacent(a, b) or hexside(a, b) not in terrain.links:
            return f"broken between {terrain.lattice.format(a)} and {terrain.lattice.format(b)}"
    return None


def at_edge(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """The map ends within so many hexes of the hex (object; 0: it is an edge hex)."""
    h = subject_hex(fact, terrain)
    reach = int(fact.object) + 1
    near = [n for n in within(h, reach) if n not in terrain.hexes]
    return None if near else f"the map goes on more than {reach - 1} hexes beyond it"


def road_to_edge(fact: Fact, terrain: TerrainMap, _: Vocabulary) -> str | None:
    """A Road through the hex reaches a hex at the edge of the map within so many hexes."""
    h = subject_hex(fact, terrain)
    for road in sorted({link.road for link in terrain.links_at(h)}):
        for link in terrain.links_of(road):
            for other in link.side:
                edge = any(n not in terrain.hexes for n in neighbours(other))
                if edge and distance(h, other) <= int(fact.object):
                    return None
    return "no Road leads to the edge"


def subject_hex(fact: Fact, terrain: TerrainMap) -> Hex:
    """The hex a fact is about. :raises HexNumberError: none, or shortened by a spreadsheet."""
    if HexNumbers(terrain.lattice).spellings(fact.subject):
        raise HexNumberError(f"{fact.subject!r}, perhaps shortened by a spreadsheet")
    return terrain.lattice.parse(fact.subject)


def subject_side(fact: Fact, terrain: TerrainMap) -> Hexside:
    """The hexside a fact is about."""
    return terrain.lattice.parse_hexside(fact.subject)


def kinds(side: Hexside, terrain: TerrainMap) -> str:
    """What stands on a hexside, in words."""
    return ", ".join(f"{f.kind} {f.note}".strip() for f in terrain.features(side)) or "nothing"


CHECKS: Mapping[str, Check] = {
    "enterable": enterable,
    "open_step": open_step,
    "barred_step": barred_step,
    "has": has,
    "touches": touches,
    "in_water": in_water,
    "carries": carries,
    "on_road": on_road,
    "raised_across": raised_across,
    "no_raised_between": no_raised_between,
    "terrain_in": terrain_in,
    "terrain_not_in": terrain_not_in,
    "near_place": near_place,
    "in_area": in_area,
    "area_size": area_size,
    "area_parts": area_parts,
    "runs": runs,
    "at_edge": at_edge,
    "road_to_edge": road_to_edge,
}
