"""What ground does to a fight: the terrain of a hex, and what attackers attack across."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.mapfile import MapFile
from clubroute.rules.position.record import by_name, list_of, said, word
from clubroute.rules.rulebook import Section
from clubroute.rules.scs.games import book
from clubroute.rules.scs.position import Position

TERRAIN = tuple(book("combat")["terrain"].rows("kinds"))
ACROSS = (*book("combat")["across"].rows("kinds"), "out_of_span", "into_span")
TERRAINS = list_of(word(*TERRAIN), len(TERRAIN), least=1)
SPAN, ENCLOSED = "full_hex_bridge", "enclosed"
STANDING = ("stands", "prepared", "built")


@dataclass(frozen=True, slots=True)
class Ground:
    """Terrain or a hexside's feature, and what that rests on."""

    kinds: tuple[str, ...]
    provenance: Provenance = "rulebook"


def the_terrain() -> Any:
    """Declare the terrain of the hex; without it the map's."""
    return said(TERRAINS, "every terrain in the hex, its owner's map says; if absent the map's")


def the_sides() -> Any:
    """Declare what is attacked across, by the attackers' hex; without it the map's."""
    told = "by the attackers' hex, what they attack across; if absent the map's"
    return said(by_name(word(*ACROSS), 6), told)


def terrain_in(country: MapFile, hex_: str, told: Sequence[str] | None, state: Position) -> Ground:
    """Return the terrain of a hex as told, else the map's with the bridge that stands in it."""
    if told is not None:
        return Ground(tuple(told))
    id_ = country.id(hex_)
    kind = country.terrain_of(id_)
    if kind == ENCLOSED and is_span(country, id_, state):
        kind = SPAN
    return Ground((kind,), country.provenance_of(id_))


def is_span(country: MapFile, id_: int, state: Position) -> bool | None:
    """Whether a hex is a Full Hex Bridge; None if nothing is said of the bridge there."""
    kind = country.terrain_of(id_)
    if kind not in (SPAN, ENCLOSED):
        return False
    if state.bridges is None:
        return None
    number = country.number(id_)
    told = [state.bridge(number, country.number(other)) for other in country.around(id_)]
    words = {one.word for one in told if one is not None}
    if words:
        return bool(words & set(STANDING))
    return kind == SPAN


def side_kind(country: MapFile, start: str, end: str, state: Position) -> str | None:
    """Return what lies between two adjacent hexes for combat; None if a bridge may stand there."""
    a, b = country.id(start), country.id(end)
    place = a * 6 + country.direction(a, b)
    kinds = {one.kind for one in country.sides.get(place, ())}
    if "sea_line" not in kinds:
        return "river" if "river" in kinds else "open"
    bridge, out, into = state.bridge(start, end), *(is_span(country, x, state) for x in (a, b))
    if (out or into) and (bridge or country.links.get(place)):
        return "out_of_span" if out else "into_span"
    printed = next((kind for kind in ("light_bridge", "bridge") if kind in kinds), None)
    if state.bridges is None and (printed or out is None or into is None):
        return None
    light = None if bridge is None else bridge.light
    if bridge.word in STANDING if bridge is not None and bridge.word else printed:
        return "light_bridge" if light or (light is None and printed != "bridge") else "bridge"
    return "ferry" if "ferry" in kinds or state.ferry(start, end) else "sea_line"


def hexside_between(country: MapFile, start: str, end: str, state: Position) -> Ground | None:
    """Return what lies between two adjacent hexes, and what that rests on; None if not known."""
    kind = side_kind(country, start, end, state)
    a, b = country.id(start), country.id(end)
    features = country.sides.get(a * 6 + country.direction(a, b), ())
    bases = [country.bases[one.basis].provenance for one in features]
    return None if kind is None else Ground((kind,), weakest([country.provenance_of(b), *bases]))


def best_for_defence(kinds: Sequence[str]) -> tuple[str, Section]:
    """Return the one terrain that is best for the defenders, and its row of the chart (1.3a)."""
    rows = book("combat")["terrain"].rows("kinds")
    best = max(kinds, key=lambda kind: (rows[kind].number("left"), rows[kind].flag("alternate")))
    return best, rows[best]


def span_shift(across: Mapping[str, str]) -> int:
    """The shift of attacks out of or into a Full Hex Bridge, by what each hex attacks across."""
    rules, kinds = book("combat")["span"], set(across.values())
    if "into_span" in kinds:
        return rules.number("into")
    if "out_of_span" not in kinds:
        return 0
    return rules.number("together" if kinds & {"open", "river"} else "alone")
