"""Enemy Fire Zones: listed in a state, or worked out by a definition its owner supplies.

The series rules that define a Fire Zone are not among the rulebooks here. A question either lists
the hexes (``state.fire_zones``), or says how far Fire Zones reach and whether they need a Line of
Sight (``fire_zone``). With neither, and enemy Units on the map, nobody can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.grid import distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.movement.position import hex_of
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import Verdict

NEED = (
    "state.fire_zones, the hexes in enemy Fire Zones, or fire_zone, their definition (series rules)"
)

FIRE_ZONES_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "description": "by side, the hexes in its Fire Zones",
}
FIRE_ZONE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["range"],
    "properties": {
        "range": {
            "type": "integer",
            "minimum": 0,
            "maximum": 20,
            "description": "hexes from the Unit, itself included",
        },
        "sight": {"type": "boolean", "description": "only where it sees; true if absent"},
        "column": {
            "type": "boolean",
            "description": "whether Units in Column have one; true if absent",
        },
        "suppressed": {
            "type": "boolean",
            "description": "whether Suppressed Units have one; true if absent",
        },
    },
}

Sees = Callable[[int, int], bool | None]
"""Whether there is a Line of Sight between two hexes; None if that cannot be told."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Whether a hex is in an enemy Fire Zone (``closed``: it is), and why."""

    verdict: Verdict
    why: str = ""
    provenance: Provenance = "rulebook"
    need: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """An enemy Unit that has a Fire Zone: its hex and name."""

    hex: int
    name: str


@dataclass(frozen=True, slots=True)
class FireZones:
    """The enemy's Fire Zones. ``listed`` is None where the state lists none.

    ``reach`` is in hexes, None without a definition; ``sources`` are the enemy Units it holds
    for. ``enemies``: whether there is any enemy Unit at all.
    """

    map: MapFile
    listed: frozenset[int] | None
    reach: int | None
    sources: tuple[Source, ...]
    enemies: bool
    sees: Sees | None = None

    def zone(self, hex: int) -> Zone:
        """Whether a hex is in an enemy Fire Zone."""
        if self.listed is not None:
            if hex in self.listed:
                return Zone("closed", "in an enemy Fire Zone, as the state says")
            return Zone("open")
        if not self.enemies:
            return Zone("open")
        if self.reach is None:
            return Zone("undetermined", "enemy Fire Zones are not given", need=NEED)
        here = self.map.hex(hex)
        doubt = Zone("open")
        for source in self.sources:
            span = distance(here, self.map.hex(source.hex))
            if span > self.reach:
                continue
            seen = True if self.sees is None or not span else self.sees(source.hex, hex)
            from_ = f"{source.name} in {self.map.number(source.hex)}"
            if seen:
                # What stands between them is mostly surveyed terrain.
                basis: Provenance = "rulebook" if self.sees is None or span < 2 else "survey"
                return Zone("closed", f"in the Fire Zone of {from_}, {span} hexes off", basis)
            if seen is None:
                doubt = Zone(
                    "undetermined",
                    f"whether {from_} sees it",
                    need=f"the Line of Sight {from_} – {self.map.number(hex)}",
                )
        return doubt


def fire_zones_of(
    map: MapFile,
    state: Mapping[str, Any] | None,
    definition: Mapping[str, Any] | None,
    enemy: str,
    sees: Sees | None,
) -> FireZones:
    """The Fire Zones of a side (in lower case). :raises InputError: wrong hexes."""
    told = state or {}
    listed: set[int] | None = None
    for side, numbers in (told.get("fire_zones") or {}).items():
        if side.casefold() == enemy:
            listed = set()
            for index, number in enumerate(numbers):
                hex = hex_of(map, number, f"state.fire_zones.{side}[{index}]")
                listed |= set() if hex is None else {hex}
    sources, enemies = [], False
    for index, unit in enumerate(told.get("units", ())):
        if str(unit.get("side", "")).casefold() != enemy:
            continue
        enemies = True
        asleep = (unit.get("column") and not (definition or {}).get("column", True)) or (
            unit.get("suppressed") and not (definition or {}).get("suppressed", True)
        )
        hex = hex_of(map, unit.get("hex"), f"state.units[{index}].hex")
        if hex is not None and not asleep:
            sources.append(Source(hex, str(unit.get("id") or f"units[{index}]")))
    return FireZones(
        map=map,
        listed=None if listed is None else frozenset(listed),
        reach=None if definition is None else definition["range"],
        sources=tuple(sources),
        enemies=enemies,
        sees=sees if (definition or {}).get("sight", True) else None,
    )
