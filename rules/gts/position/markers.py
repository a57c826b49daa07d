"""Markers on the map that bear on the rules."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.gts.kinds import HEX, NAME, SIDE, YES
from clubroute.rules.position.record import needed, record, said, word

KINDS = (
    "barrage",
    "light_barrage",
    "heavy_barrage",
    "rubble",
    "road_block",
    "minefield",
    "dutch",
    "ferry",
    "improved_ferry",
    "assault_ferry",
    "club_route",
    "strongpoint",
    "op",
    "artillery_park",
    "improved_position",
    "men_at_work",
    "abandoned_transport",
)
"""The kinds of markers."""

KIND = word(
    *KINDS, also={"roadblock": "road_block", "observation_post": "op", "ip": "improved_position"}
)
FERRIES = ("ferry", "improved_ferry", "assault_ferry")
BARRAGES = ("barrage", "light_barrage", "heavy_barrage")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A marker on the map. A field that is not said is None."""

    kind: str = needed(KIND, "what it is")
    id: str | None = said(NAME)
    name: str | None = said(NAME)
    side: str | None = said(SIDE)
    hex: str | None = said(HEX, "where it lies: a hex or a place")
    to: str | None = said(HEX, "the hex a ferry points to")
    suppressed: bool | None = said(YES)
    cohesion_hit: bool | None = said(YES)
    improved: bool | None = said(YES, "whether a ferry is improved")
    assault: bool | None = said(YES, "whether a ferry is an assault ferry")

    @property
    def ferry(self) -> str:
        """Which ferry it is: ferry, improved_ferry, assault_ferry; "" for none."""
        if self.kind not in FERRIES:
            return ""
        if self.improved:
            return "improved_ferry"
        return "assault_ferry" if self.assault else self.kind

    @property
    def barrage(self) -> bool:
        """Whether it is a barrage."""
        return self.kind in BARRAGES


MARKER = record(Marker)
