"""The crossings of a position, as a map has them: what leads over each hexside's water now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import HexNumberError, NotAdjacentError
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.ferries import FerryKind, ferry_kind
from clubroute.rules.gts.games import MovementTable
from clubroute.rules.gts.position.bridges import CROSSINGS, Bridge
from clubroute.rules.gts.position.markers import Marker

STATE_KINDS: Mapping[str, frozenset[str]] = {
    "destroyed": frozenset({"bridge", "pontoon"}),
    "improved": frozenset({"bridge"}),
    "bailey": frozenset({"bridge"}),
    "bailey_out": frozenset({"bridge"}),
    "assembled": frozenset({"pontoon"}),
    "stable": frozenset({"stream_bridge"}),
    "unstable": frozenset({"stream_bridge"}),
    "unchecked": frozenset({"stream_bridge"}),
    "wired": frozenset({"bridge"}),
    "not_wired": frozenset({"bridge"}),
    "never_wired": frozenset({"bridge"}),
}
"""The kinds of crossings each word fits (2.11, 2.15). Over a stream is no bridge to be wired."""


def hex_of(map_: MapFile, number: str | None, part: str) -> int | None:
    """The id of a state's hex, None for none or one on another map. :raises InputError:"""
    if number is None:
        return None
    try:
        found = map_.anywhere(number)
    except HexNumberError as error:
        raise InputError(Where("params", part=part), str(error), "a hex number") from None
    return found if found >= 0 else None


def check_road_block(
    map_: MapFile,
    tables: Mapping[str, MovementTable],
    hex_: int,
    crossings: Mapping[int, str],
    part: str,
) -> None:
    """A road block is never in a hex with a bridge hexside (2.15.2), destroyed or not.

    What leads over a stream is no bridge in that sense (2.15), a pontoon only while assembled.

    :raises InputError: it is in one.
    """
    for place in range(hex_ * 6, hex_ * 6 + 6):
        kinds = map_.features(place)
        if "bridge" in kinds or ("pontoon" in kinds and crossings.get(place) == "bridge"):
            table = tables[map_.game(hex_)]
            raise InputError(
                Where("params", part=part),
                f"a road block in {map_.number(hex_)}, "
                f"beside the bridge {map_.hexside_number(place)}",
                f"a hex without a bridge hexside ({table.bridges['road_block']})",
            )


def crossings_of(map_: MapFile, bridges: Mapping[str, Bridge]) -> dict[int, str]:
    """Read the crossings of a state, at both places of each hexside. :raises InputError:"""
    found: dict[int, str] = {}
    for text, bridge in bridges.items():
        part = f"state.bridges.{text}"
        places = places_of(map_, text, part)
        for word in bridge.words or ():
            for place in places:
                check_crossing(map_, place, word, part)
                if CROSSINGS[word]:
                    found[place] = CROSSINGS[word]
    return found


def places_of(map_: MapFile, text: str, part: str) -> tuple[int, ...]:
    """Both places of a hexside as printed, none if the map does not show it.

    :raises InputError: no hexside.
    """
    try:
        side = map_.lattice.parse_hexside(text)
    except (HexNumberError, NotAdjacentError) as error:
        raise InputError(
            Where("params", part=part), str(error), "a hexside, as 55.202/56.201"
        ) from None
    a, b = map_.find(side.a), map_.find(side.b)
    if a < 0 or b < 0:
        return ()
    return map_.place(a, b), map_.place(b, a)


def check_crossing(map_: MapFile, place: int, state: str, part: str) -> None:
    """A state must fit what is there. :raises InputError: it does not."""
    features = map_.sides.get(place, ())
    if not any(f.kind in ("bridge", "stream_bridge", "pontoon") for f in features):
        raise InputError(Where("params", part=part), "no bridge there", "a hexside with a bridge")
    kinds = {feature.kind for feature in features}
    if kinds.isdisjoint(STATE_KINDS.get(state, kinds)):
        wanted = " or ".join(sorted(STATE_KINDS[state])).replace("_", " ")
        raise InputError(Where("params", part=part), state, f"a {wanted} there")
    banned = state in ("destroyed", "wired")
    if banned and any(f.is_never(state) for f in features):
        raise InputError(
            Where("params", part=part),
            state,
            "a bridge that may be wired and destroyed (WED 2.15.6)",
        )
    if state == "improved" and any(f.is_never(state) for f in features):
        raise InputError(
            Where("params", part=part), "improved", "a bridge that may be improved (WED 2.15.6)"
        )


# Ferries of a position: between which hexes of a map, and how each is (2.18).


@dataclass(frozen=True, slots=True)
class FerrySite:
    """A ferry: the hex it is in, the hex it points to, and how it is.

    ``kind`` is that of its marker, ``rules`` what holds of such; ``suppressed``, ``hit`` (a
    Cohesion Hit) and ``side`` are None where that is not said.
    """

    start: int
    end: int
    kind: str
    rules: FerryKind
    suppressed: bool | None = None
    hit: bool | None = None
    side: str | None = None

    @property
    def improved(self) -> bool:
        """Whether it is an improved ferry."""
        return self.kind == "improved_ferry"

    @property
    def assault(self) -> bool:
        """Whether it is the assault ferry."""
        return self.kind == "assault_ferry"


def ferry_of(map_: MapFile, marker: Marker, part: str) -> FerrySite | None:
    """A ferry marker, if both its hexes are on the map. :raises InputError: not adjacent."""
    start = hex_of(map_, marker.hex, f"{part}.hex")
    end = hex_of(map_, marker.to, f"{part}.to")
    if start is None or end is None:
        return None
    if end not in [column[start] for column in map_.beside]:
        raise InputError(
            Where("params", part=f"{part}.to"), str(marker.to), "a hex next to the ferry's"
        )
    return FerrySite(
        start,
        end,
        marker.ferry,
        ferry_kind(map_.game(start), marker.ferry),
        marker.suppressed,
        marker.cohesion_hit,
        marker.side,
    )
