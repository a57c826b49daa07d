"""Enemy Fire Zones: listed in a state, or worked out by a definition its owner supplies.

The series rules that define a Fire Zone are not among the rulebooks here. ``state.fire_zones``
either lists the hexes, or defines how far Fire Zones reach and whether they need a Line of Sight.
With neither, and enemy Units on the map, the answer is undetermined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from clubroute.builder.counting import so_many
from clubroute.builder.grid import distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Verdict
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.situation.crossings import hex_of

Sees: TypeAlias = Callable[[int, int], bool | None]
"""Whether there is a Line of Sight between two hexes; None if that cannot be told."""
NEED = "state.fire_zones: the hexes in enemy Fire Zones or what defines one (series rules)"


@dataclass(frozen=True, slots=True)
class ZoneVerdict:
    """Whether a hex is in an enemy Fire Zone (``closed``: it is), and why."""

    verdict: Verdict
    why: str = ""
    provenance: Provenance = "rulebook"
    need: str = ""


@dataclass(frozen=True, slots=True)
class ZoneSource:
    """An enemy Unit that has a Fire Zone: its hex, its name, and the hexes told of its own zone."""

    hex: int
    name: str
    own: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class ZoneSources:
    """What decides where the enemy's Fire Zones are. ``listed`` is None where the state lists none.

    ``reach`` is in hexes, None without a definition; ``sources`` are the enemy Units it holds
    for. ``enemies``: whether there may be any enemy Unit at all. ``unplaced``: what is missing to
    know all of their Fire Zones.
    """

    map: MapFile
    listed: frozenset[int] | None
    reach: int | None
    sources: tuple[ZoneSource, ...]
    enemies: bool
    sees: Sees | None = None
    unplaced: str = ""

    def zone(self, hex_: int) -> ZoneVerdict:
        """Whether a hex is in an enemy Fire Zone."""
        if self.listed is not None:
            if hex_ in self.listed:
                return ZoneVerdict("closed", "in an enemy Fire Zone, as the state says")
            return ZoneVerdict("open")
        if not self.enemies:
            return ZoneVerdict("open")
        if self.reach is None:
            return ZoneVerdict("undetermined", "enemy Fire Zones are not given", need=NEED)
        here = self.map.hex(hex_)
        doubt = ZoneVerdict("open")
        if self.unplaced:
            doubt = ZoneVerdict("undetermined", "whose Fire Zone it is in", need=self.unplaced)
        for source in self.sources:
            span = distance(here, self.map.hex(source.hex))
            if source.own is not None:
                if self.map.number(hex_) not in source.own:
                    continue
                why = f"in the Fire Zone of {source.name}, as the state says"
                return ZoneVerdict("closed", why)
            if span > self.reach:
                continue
            seen = True if self.sees is None or not span else self.sees(source.hex, hex_)
            from_ = f"{source.name} in {self.map.number(source.hex)}"
            if seen:
                near = self.sees is None or span < 2
                # What stands between them is terrain that no rulebook gives.
                basis = "rulebook" if near else self.map.drawn_by((hex_, source.hex))
                return ZoneVerdict(
                    "closed", f"in the Fire Zone of {from_}, {so_many(span, 'hex')} off", basis
                )
            if seen is None:
                doubt = ZoneVerdict(
                    "undetermined",
                    f"whether {from_} sees it",
                    need=f"the Line of Sight {from_} – {self.map.number(hex_)}",
                )
        return doubt


def enemy_zones(
    map_: MapFile, state: Position, enemy: str, sees: Sees | None, hexes: Iterable[int]
) -> Mapping[int, ZoneVerdict]:
    """Whether each of some hexes is in a side's Fire Zone. :raises InputError: wrong hexes."""
    zones = zone_sources(map_, state, enemy, sees)
    return {hex_: zones.zone(hex_) for hex_ in hexes}


def zone_sources(map_: MapFile, state: Position, enemy: str, sees: Sees | None) -> ZoneSources:
    """What decides where a side's Fire Zones are. :raises InputError: wrong hexes."""
    told = state.fire_zones
    rule = told.definition if told else None
    # What was worked out is judged by its Units again, to name the one that is the cause.
    numbers = None if told and enemy in told.worked_out else state.zones(enemy)
    listed: set[int] = set()
    for number in sorted(numbers or ()):
        hex_ = hex_of(map_, number, f"state.fire_zones.{enemy}")
        listed |= set() if hex_ is None else {hex_}
    sources, enemies = [], state.units is None
    unplaced = "state.units: the enemy Units" if state.units is None else ""
    for index, unit in enumerate(state.units or ()):
        if unit.side not in (None, enemy):
            continue
        enemies = True
        asleep = rule is not None and rule.holds_for(unit) is False
        if not asleep and None in (unit.side, unit.hex):
            unplaced = f"state.units: side and hex of {unit.call or f'units[{index}]'}"
            continue
        hex_ = hex_of(map_, unit.hex, f"state.units[{index}].hex")
        if hex_ is not None and not asleep:
            own = None if unit.fire_zones is None else frozenset(unit.fire_zones)
            sources.append(ZoneSource(hex_, unit.id or f"units[{index}]", own))
    return ZoneSources(
        map=map_,
        listed=None if numbers is None else frozenset(listed),
        reach=None if rule is None else rule.range,
        sources=tuple(sources),
        enemies=enemies,
        sees=sees if rule is None or rule.sight else None,
        unplaced=unplaced,
    )
