"""What stands where: the ``state`` of a question, as it matters to a mover, read against a map."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import HexNumberError, NotAdjacentError
from clubroute.rules.gts.kinds import ENEMY
from clubroute.rules.gts.movement.limits import UNLIMITED, Limited, limits_of, limits_some, stamp_of
from clubroute.rules.gts.movement_tables import MovementTable
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.gts.position.bridges import CROSSINGS, Bridge
from clubroute.rules.gts.position.markers import Marker
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.mapfile import MapFile

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
}
"""The kinds of crossings each word fits (2.11, 2.15). Over a stream is no bridge to be wired."""


@dataclass(frozen=True, slots=True)
class FerrySite:
    """A ferry: the hex it is in, the hex it points to, and how it is."""

    start: int
    end: int
    improved: bool = False
    assault: bool = False
    suppressed: bool = False


ZONES_UNSAID = "enemy Fire Zones and Opportunity Fire (series rules)"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The part of a position that matters to one mover, by hex id and place of the map.

    ``limited`` are the limits the mover has. ``unchecked`` names what could not be looked at.
    ``route_left``: whether the Club Route Marker has left the map, None if the state does not say.
    ``silent``: no state is given at all. ``zones`` are the hexes in enemy Fire Zones, printed
    numbers, None if they are not said.
    """

    enemies: frozenset[int] = frozenset()
    friends: frozenset[int] = frozenset()
    road_blocks: frozenset[int] = frozenset()
    crossings: Mapping[int, str] = field(default_factory=dict)
    ferries: tuple[FerrySite, ...] = ()
    limited: Limited = UNLIMITED
    unchecked: tuple[str, ...] = ()
    route_left: bool | None = None
    silent: bool = False
    zones: frozenset[str] | None = None

    @property
    def limits(self) -> Mapping[int, str]:
        """Per hex whose limit keeps the mover out."""
        return self.limited.hexes

    @property
    def doubts(self) -> Mapping[int, str]:
        """Per hex what must be known to tell whether a limit keeps the mover out."""
        return self.limited.doubts

    def changes(self) -> frozenset[int]:
        """The hexes that steps from or to them may not cost what they cost without a state."""
        beside = {place // 6 for place in self.crossings}
        return self.enemies | self.road_blocks | self.limits.keys() | beside

    def differs(self, other: Surroundings) -> frozenset[int] | None:
        """The hexes in or beside which two positions differ; None where they do in more."""
        if self != replace(
            other,
            enemies=self.enemies,
            friends=self.friends,
            road_blocks=self.road_blocks,
            crossings=self.crossings,
        ):
            return None
        return self.steps_differ(other) | (self.friends ^ other.friends)

    def steps_differ(self, other: Surroundings) -> frozenset[int]:
        """The hexes that steps from or to them may differ between two positions."""
        beside = {place // 6 for place, _ in self.crossings.items() ^ other.crossings.items()}
        limits = set[int]()
        if self.limited is not other.limited:
            limits = {place for place, _ in self.limits.items() ^ other.limits.items()}
        inside = (self.enemies ^ other.enemies, self.road_blocks ^ other.road_blocks)
        return frozenset(beside | limits).union(*inside)

    def same_steps(self) -> Hashable:
        """Return a key of the steps: positions with equal keys share a graph."""
        crossings = frozenset(self.crossings.items())
        limited = self.limited
        return self.enemies, self.road_blocks, crossings, limited.barred, limited.own

    def without_areas(self, map_: MapFile, entered: Iterable[int]) -> tuple[list[str], list[str]]:
        """List the needs of limits whose area the map lacks, for the hexes entered.

        Where none is entered on that game's map such a limit decides nothing: it stays among what
        was not checked, which comes second.
        """
        hexes = set(entered)
        decisive = [
            limit
            for limit in self.limited.unplaced
            if any(map_.game(hex_) == limit.game for hex_ in hexes - limit.within)
        ]
        told = {limit.note for limit in decisive}
        unchecked = [note for note in self.unchecked if note not in told]
        return [limit.need for limit in decisive], unchecked


def surroundings_of(
    map_: MapFile,
    tables: Mapping[str, MovementTable],
    mover: Mover,
    state: Position,
    limited: Limited | None = None,
) -> Surroundings:
    """The state as it matters to the mover; its limits may be given if they are known.

    :raises InputError: wrong hexes or bridge states, a road block at a bridge.
    """
    if limited is None:
        limited = limits_of(map_, tables, mover.groups, mover.side, stamp_of(state))
    unchecked = [*(limit.note for limit in limited.unplaced), *limited.notes]
    if not mover.groups and any(
        limits_some(tables[game], map_.window) for game in set(map_.sheets)
    ):
        unchecked.append("limits of where some Divisions may go (unit.division is not given)")
    zones = state.zones(ENEMY[mover.side]) if mover.side in ENEMY else None
    if zones is None:
        unchecked.append(ZONES_UNSAID)
    if state == NOTHING_SAID:
        unchecked.append("enemy Units, stacking, road blocks and bridges (no state given)")
        return Surroundings(limited=limited, unchecked=tuple(unchecked), silent=True)
    enemies: set[int] = set()
    friends: set[int] = set()
    for index, unit in enumerate(state.units or ()):
        where = hex_of(map_, unit.hex, f"state.units[{index}].hex")
        if where is not None and (not mover.id or unit.id != mover.id):
            (friends if (unit.side or "") == mover.side else enemies).add(where)
    # Without the mover's side nobody is known to be an enemy: say so, and refuse no step for it.
    if enemies and not mover.side:
        unchecked.append("enemy Units (the unit's side is not given)")
        enemies, friends = set(), set()
    crossings = crossings_of(map_, state.bridges or {})
    blocks: set[int] = set()
    ferries: list[FerrySite] = []
    route_left = route_left_in(state)
    for index, marker in enumerate(state.markers or ()):
        if marker.kind == "road_block":
            part = f"state.markers[{index}].hex"
            where = hex_of(map_, marker.hex, part)
            if where is not None:
                check_road_block(map_, tables, where, crossings, part)
                blocks.add(where)
        elif marker.kind == "club_route" and marker.hex:
            route_left = False
        elif marker.ferry:
            site = ferry_of(map_, marker, f"state.markers[{index}]")
            ferries += [site] if site else []
    unchecked.append("stacking limits (series rules)")
    return Surroundings(
        zones=zones,
        enemies=frozenset(enemies),
        friends=frozenset(friends),
        road_blocks=frozenset(blocks),
        crossings=crossings,
        ferries=tuple(ferries),
        limited=limited,
        unchecked=tuple(unchecked),
        route_left=route_left,
    )


def route_left_in(state: Position) -> bool | None:
    """Whether ``club_route`` says that the Club Route Marker has left; None if it says nothing."""
    marker = state.club_route.marker if state.club_route else None
    return None if marker is None else marker == "off_map"


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
        improved=marker.ferry == "improved_ferry",
        assault=marker.ferry == "assault_ferry",
        suppressed=marker.suppressed is True,
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


def rolled(
    map_: MapFile,
    tables: Mapping[str, MovementTable],
    position: Surroundings,
    rolls: Mapping[str, int],
) -> Surroundings:
    """The surroundings with the dice of suspect bridges, checked as vehicles cross them (2.11).

    :raises InputError: a die for anything else, or for a bridge the state has decided.
    """
    found = dict(position.crossings)
    for text, die in rolls.items():
        part = f"bridge_dice.{text}"
        for place in places_of(map_, text, part):
            where = Where("params", part=part)
            if not any("unstable" in feature.note for feature in map_.sides.get(place, ())):
                raise InputError(where, "no suspect bridge there", "a suspect bridge (WED 2.11)")
            if position.crossings.get(place, "unchecked") != "unchecked":
                raise InputError(
                    where, f"a die, and {found[place]} in state.bridges", "one of the two"
                )
            fails = die == tables[map_.game(place // 6)].fails_on
            found[place] = "unstable" if fails else "stable"
    return replace(position, crossings=found)


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
    if banned and any("never" in f.note and state in f.note for f in features):
        raise InputError(
            Where("params", part=part),
            state,
            "a bridge that may be wired and destroyed (WED 2.15.6)",
        )
    if state == "improved" and any("never" in f.note and "improved" in f.note for f in features):
        raise InputError(
            Where("params", part=part), "improved", "a bridge that may be improved (WED 2.15.6)"
        )
