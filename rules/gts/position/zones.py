"""Fire Zones in a position: the hexes each side projects them into, or what a Fire Zone is."""

from __future__ import annotations

from dataclasses import dataclass, field

from clubroute.rules.gts.kinds import HEX_NUMBER, SIDES, YES
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.record import list_of, needed, plain, record, said

MOST_HEXES = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class FireZoneRule:
    """The definition of a Fire Zone, supplied by an owner of the series rules."""

    range: int = needed(
        plain({"type": "integer", "minimum": 0, "maximum": 20}),
        "hexes from the Unit, itself included",
    )
    sight: bool = said(YES, "only where it sees; true if absent", default=True)
    column: bool = said(YES, "whether Units in Column have one; true if absent", default=True)
    suppressed: bool = said(YES, "whether Suppressed Units have one; true if absent", default=True)

    def holds_for(self, unit: Unit) -> bool | None:
        """Whether a Unit has a Fire Zone, None if what decides it is not said."""
        bars = [unit.column] if not self.column else []
        bars += [unit.suppressed] if not self.suppressed else []
        return False if True in bars else None if None in bars else True


@dataclass(frozen=True, slots=True, kw_only=True)
class FireZones:
    """The hexes in which each side projects Fire Zones. A side that is not said is None."""

    allied: tuple[str, ...] | None = said(list_of(HEX_NUMBER, MOST_HEXES), name="Allied")
    german: tuple[str, ...] | None = said(list_of(HEX_NUMBER, MOST_HEXES), name="German")
    definition: FireZoneRule | None = said(
        record(FireZoneRule),
        "what a Fire Zone is by your series rules: a side that is left out is worked out from its "
        "units by it",
    )

    worked_out: frozenset[str] = field(default=frozenset(), compare=False)
    """The sides whose hexes were worked out by the definition."""

    def of(self, side: str) -> frozenset[str] | None:
        """The hexes of a side's Fire Zones (printed numbers), None if it is not said."""
        told = dict(zip(SIDES, (self.allied, self.german), strict=True)).get(side)
        return None if told is None else frozenset(told)
