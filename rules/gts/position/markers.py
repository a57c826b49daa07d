"""Markers on the map that bear on the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubroute.rules.gts.kinds import (
    COUNT,
    HEX,
    HEX_NUMBER,
    NAME,
    SIDE,
    YES,
)
from clubroute.rules.position.record import (
    by_name,
    list_of,
    needed,
    plain,
    record,
    said,
    word,
)

# The Club Route and the off-map display of a position (WED 4.0, 5.0).

Status: TypeAlias = Literal["open", "cut"]

NAMES = list_of(NAME, 400)
HEXES = list_of(HEX_NUMBER, 400)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """A number of Attacked and of Closed markers."""

    attacked: int | None = said(COUNT)
    closed: int | None = said(COUNT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Raid:
    """The Eindhoven Air Raid."""

    revealed: bool | None = said(YES)
    paid: int | None = said(COUNT, "Dispatch Points paid to stop it")


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Bailey Bridges and Bulldozers placed on the preceding Game Day."""

    bailey: int | None = said(COUNT, "Bailey Bridges")
    bulldozer: int | None = said(COUNT, "Bulldozers")


OFF_MAP = "off_map"
"""Where the Club Route Marker is once it has left to the north."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRoute:
    """The Club Route. A field that is not said is None."""

    marker: str | None = said(
        plain({"type": "string", "maxLength": 12}),
        "the Club Route Marker's hex; off_map once it has left to the north; south before it has "
        "come onto the map",
    )
    spur: str | None = said(NAME, "the chosen spur: best or son")
    via: tuple[str, ...] | None = said(
        HEXES, "hexes the established Club Route passes, where it forks"
    )
    route: tuple[str, ...] | None = said(
        HEXES, "The Devil's Cauldron: the hexes declared as Club Route"
    )
    status: Status | None = said(
        word("open", "cut"), "the Club Route Status marker: cut by a check until the 1900 turn"
    )
    cut_by: tuple[str, ...] | None = said(
        NAMES,
        "bridges that cut it, as hexsides, until repaired and Allied: the Club Route Marker is "
        "on its Cut side",
    )
    attacked: int | None = said(COUNT, "Attacked markers in the Hell's Highway box")
    closed: int | None = said(COUNT, "Closed markers in the Hell's Highway box")
    used: Tokens | None = said(record(Tokens), "markers set aside by checks")
    this_turn: Tokens | None = said(
        record(Tokens), "markers earned this Game Turn, the air raid's not counted"
    )
    raid: Raid | None = said(record(Raid), "the Eindhoven Air Raid")
    removed: str | None = said(
        plain({"type": "string", "maxLength": 20}), "the day the Marker left"
    )
    queue: tuple[str, ...] | None = said(
        NAMES, "the Formations still in line, the first in line first"
    )
    released: tuple[str, ...] | None = said(NAMES, "Formations released, Auto ones not counted")
    missed: tuple[str, ...] | None = said(NAMES, "Sea Tails that missed their hex")
    placed: Placed | None = said(record(Placed), "what came on the preceding Game Day")


@dataclass(frozen=True, slots=True, kw_only=True)
class FlankCorps:
    """The boxes the markers of the flank corps stand in."""

    viii: str | None = said(NAME, name="VIII")
    xii: str | None = said(NAME, name="XII")

    def box(self, corps: str) -> str | None:
        """The box a corps' marker stands in, None if it is not said."""
        return self.viii if corps == "VIII" else self.xii


@dataclass(frozen=True, slots=True, kw_only=True)
class OffMap:
    """The off-map display (WED 5.0)."""

    corps: FlankCorps | None = said(record(FlankCorps), "the box each flank corps stands in")
    formations: Mapping[str, str] | None = said(
        by_name(NAME, 400),
        "the box each German Formation on the display stands in, or map_display",
    )


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
