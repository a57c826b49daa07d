"""The declared Club Route as a limit of where Units may go (TDC 4.3, S5.5, S5.8).

Movement, deployment and ``clubroute.lock`` ask here whom it holds. What frees a Unit stands in
``tables/clubroute/tdc.toml`` ([lock]), the bridges that relieving Units cross in ``garrison.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.provenance import Provenance
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import NO_HEXES, Limiting
from clubroute.rules.gts.situation.crossings import hex_of
from clubroute.rules.position.names import same_group

ROUTE_NEED = "state.club_route.route: the Club Route the Allied player has declared"
ENEMY_SIDE = "German"
UNSAID: Mapping[str, str] = {
    "reached_end": "whether Nijmegen has been reached",
    "airborne": "whether it is an airborne Unit; if so it is not held",
    "relieving": "whether it goes to relieve a garrison; if so it is not held once across",
    "crossed": "whether it has crossed the bridge of the town it relieves",
    "reinforcement": "whether it entered after the declaration",
}
"""What a Unit may leave unsaid that decides whether the route holds it."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Whether the declared route holds a Unit, None if that is not known: why, and by which rule.

    ``unsaid`` are the fields of the Unit that would tell. ``frees`` are hexes in which it becomes
    free, for good, as it enters them.
    """

    held: bool | None
    why: str
    rule: str
    unsaid: tuple[str, ...] = ()
    frees: frozenset[int] = NO_HEXES
    provenance: Provenance = "rulebook"

    @property
    def needs(self) -> tuple[str, ...]:
        """What must be known to tell."""
        return tuple(f"unit.{name}: {UNSAID[name]}" for name in self.unsaid)


def holding_route(who: Limiting) -> tuple[int, ...] | None:
    """The declared Club Route that may hold a unit: no hexes where none does, None if unknown.

    None holds a unit before it is declared (TDC 4.2), nor where players go by the Marker (MG 2.5).
    """
    said = who.position.club_route
    if said is not None and said.route:
        part = "state.club_route.route"
        hexes = (hex_of(who.country, number, part) for number in said.route)
        return tuple(hex_ for hex_ in hexes if hex_ is not None)
    if said is not None and said.marker:
        return ()
    declare = book("clubroute", "tdc")["declare"]
    early = bool(who.now) and who.now < f"{declare.text('date')} {declare.text('time')}"
    return () if early else None


def hold_of(country: MapFile, unit: Unit, route: Sequence[int]) -> Hold:
    """Whether a declared route, its hexes in order, holds a Unit."""
    part = book("clubroute", "tdc")["lock"]
    named = (*unit.groups, unit.id or "")
    name = unit.call or unit.formation or unit.division or "the Unit"
    division = any(same_group(d, one) for d in part.words("divisions") for one in named)
    if unit.side == ENEMY_SIDE and not division:
        return Hold(False, "only Allied Units are held", part.cite)
    if any(same_group(free, one) for free in part.words("free") for one in named):
        return Hold(False, f"{name} moves normally at once", part.text("free_rule"))
    airborne = unit.airborne
    if airborne is None and unit.division is not None:
        airborne = any(same_group(unit.division, one) for one in part.words("airborne"))
    if airborne:
        return Hold(False, "airborne Units are not held", part.cite)
    cite = part.text("divisions_rule") if division else part.cite
    if unit.reached_end:
        return Hold(False, f"{name} has reached its end at Nijmegen", cite)
    end, rests = end_of(country, part)
    if unit.reached_end is None and unit.hex is not None and country.id(unit.hex) in end:
        why = f"{name} has entered Nijmegen: it is in {unit.hex}"
        return Hold(False, why, cite, provenance=rests)
    if not division and unit.reinforcement is None:
        return Hold(None, "whether it is held is not known", cite, ("reinforcement",))
    if not division and not unit.reinforcement:
        return Hold(False, f"{name} was in play before the declaration", cite)
    across = has_crossed(country, unit, route) if unit.relieving else None
    if across:
        why = f"{name} relieves a garrison and has crossed its bridge"
        return Hold(False, why, part.text("garrison_rule"))
    unsaid = [one for one in ("reached_end", "relieving") if getattr(unit, one) is None]
    unsaid += ["airborne"] if airborne is None else []
    unsaid += ["crossed"] if unit.relieving and across is None else []
    frees = end | (far_ends(country, unit) if unit.relieving else NO_HEXES)
    if unsaid:
        return Hold(None, "whether it is held is not known", cite, tuple(unsaid), frees)
    if unit.relieving:
        why = f"{name} may leave the Club Route once it has crossed the bridge of its town"
        return Hold(True, why, part.text("garrison_rule"), frees=frees)
    why = f"{name} may not leave the Club Route before Nijmegen"
    return Hold(True, why, cite, frees=frees)


def end_of(country: MapFile, part: Section) -> tuple[frozenset[int], Provenance]:
    """The hexes of Nijmegen, where the route ends, and what they rest on on our map."""
    found = next((area for area in country.areas if area.id == part.text("end")), None)
    if found is None:
        return NO_HEXES, "assumed"
    return frozenset(found.hexes), country.bases[found.basis].provenance


def bridges_of(unit: Unit) -> list[tuple[str, str]]:
    """The bridges a relieving Unit crosses, of its town or of either: the far end, and the near."""
    towns = book("garrison", "tdc").rows("towns")
    wanted = [unit.garrison] if unit.garrison else list(towns)
    ends = [towns[town].text("bridge").split("/") for town in wanted]
    far = [towns[town].text("far_end") for town in wanted]
    return [(a, b) if a == beyond else (b, a) for (a, b), beyond in zip(ends, far, strict=True)]


def far_ends(country: MapFile, unit: Unit) -> frozenset[int]:
    """The hexes beyond the bridges of the towns a Unit may relieve: in one it has crossed."""
    return frozenset(country.id(far) for far, _ in bridges_of(unit))


def has_crossed(country: MapFile, unit: Unit, route: Sequence[int]) -> bool | None:
    """Whether a relieving Unit has crossed its town's bridge, as it says or as its place on the
    route shows; None if neither does.
    """
    if unit.crossed is not None or unit.hex is None:
        return unit.crossed
    here, hexes = country.id(unit.hex), list(route)
    seen: list[bool] = []
    for far, near in bridges_of(unit):
        beyond, before = country.id(far), country.id(near)
        if here not in hexes or beyond not in hexes or before not in hexes:
            continue
        # The route is told from either end; the Allies come over the near one.
        onward = 1 if hexes.index(before) < hexes.index(beyond) else -1
        seen.append((hexes.index(here) - hexes.index(beyond)) * onward >= 0)
    return any(seen) if seen else None
