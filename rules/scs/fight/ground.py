"""What ground does to a fight: the terrain of a hex, and what attackers attack across."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.book.rulebook import Section
from clubroute.rules.position.record import by_name, list_of, said, word
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement.costs import BRIDGE, ENCLOSED, FERRY, LIGHT, RIVER, SEA_LINE
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE as SPAN
from clubroute.rules.scs.situation.ground import Country
from clubroute.rules.scs.situation.situation import Situation

TERRAIN = tuple(book("combat")["terrain"].rows("kinds"))
ACROSS = (*book("combat")["across"].rows("kinds"), "out_of_span", "into_span")
TERRAINS = list_of(word(*TERRAIN), len(TERRAIN), least=1)


@dataclass(frozen=True, slots=True)
class FightGround:
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


def terrain_in(country: Country, hex_: str, told: Sequence[str] | None = None) -> FightGround:
    """Return the terrain of a hex as told, else the map's as the position's bridges leave it."""
    if told is not None:
        return FightGround(tuple(told))
    id_ = country.map.id(hex_)
    return FightGround((country.terrain(id_),), country.map.provenance_of(id_))


def side_kind(board: Situation, a: int, b: int) -> str | None:
    """Return what lies between two adjacent hexes for combat; None if a bridge may stand there."""
    country = board.country
    place = country.map.place(a, b)
    printed, out, into = country.ground.sides(place), country.terrain(a), country.terrain(b)
    if SEA_LINE not in printed:
        return RIVER if RIVER in printed else "open"
    spans = [id_ for id_, kind in ((a, out), (b, into)) if kind == SPAN]
    closed = not board.bridges_told and ENCLOSED in (out, into)
    if closed or place in board.unsure or any(map(board.unsure_in, spans)):
        return None
    if SPAN in (out, into) and (place in country.built or country.along(place)):
        return "out_of_span" if out == SPAN else "into_span"
    if country.bridged(place):
        return LIGHT if LIGHT in country.sides(place) else BRIDGE
    return FERRY if FERRY in printed or board.ferry(a, b) else SEA_LINE


def hexside_between(board: Situation, a: int, b: int) -> FightGround | None:
    """Return what lies between two adjacent hexes, and what that rests on; None if not known."""
    kind, country = side_kind(board, a, b), board.country
    features = country.map.sides.get(country.map.place(a, b), ())
    bases = [country.map.bases[one.basis].provenance for one in features]
    own = country.map.provenance_of(b)
    return None if kind is None else FightGround((kind,), weakest([own, *bases]))


def best_for_defence(kinds: Sequence[str]) -> tuple[str, Section]:
    """Return the one terrain that is best for the defenders, and its row of the chart (1.3a)."""
    rows = book("combat")["terrain"].rows("kinds")
    best = max(kinds, key=lambda kind: (rows[kind].number("left"), rows[kind].flag("alternate")))
    return best, rows[best]
