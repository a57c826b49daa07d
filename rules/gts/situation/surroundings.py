"""What stands where: the ``state`` of a question, as it matters to a mover, read against a map."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from clubroute.builder.errors import InputError, Where
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import MovementTable
from clubroute.rules.gts.kinds import ENEMY
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import UNLIMITED, Limits
from clubroute.rules.gts.situation.crossings import (
    FerrySite,
    check_road_block,
    crossings_of,
    ferry_of,
    hex_of,
    places_of,
)
from clubroute.rules.gts.situation.mover import Mover

UNREAD = frozenset({"barrage", "light_barrage", "heavy_barrage", "rubble", "men_at_work"})
"""Kinds of markers that may bear on a move by the series' rules, which are not here."""
LOOKED_AT: Mapping[str, str] = {
    "units": "enemy Units",
    "markers": "road blocks and ferries",
    "bridges": "bridges",
}
"""The parts of a position that a move looks at, in words; it names those that are not said."""
ZONES_UNSAID = "enemy Fire Zones and Opportunity Fire (series rules)"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The part of a position that matters to one mover, by hex id and place of the map.

    ``limits`` are all conditions the mover is under. ``unchecked`` names what nobody looked at.
    ``route_left``: whether the Club Route Marker has left the map, None if the state does not say.
    ``marked`` has, by hex, the kind of a marker that no rule of movement reads.
    ``silent``: nothing is told of what stands there. ``bridges_told``: the state names its bridges.
    ``zones`` are the hexes in enemy Fire Zones, printed numbers, None if they are not said.
    """

    enemies: frozenset[int] = frozenset()
    friends: frozenset[int] = frozenset()
    road_blocks: frozenset[int] = frozenset()
    crossings: Mapping[int, str] = field(default_factory=dict)
    ferries: tuple[FerrySite, ...] = ()
    limits: Limits = UNLIMITED
    unchecked: tuple[str, ...] = ()
    route_left: bool | None = None
    silent: bool = False
    zones: frozenset[str] | None = None
    marked: Mapping[int, str] = field(default_factory=dict)
    bridges_told: bool = False

    def ferry(self, start: int, end: int) -> FerrySite | None:
        """The ferry that joins two hexes, if there is one. An assault ferry goes one way."""
        for site in self.ferries:
            if (site.start, site.end) == (start, end):
                return site
            if (site.end, site.start) == (start, end) and not site.assault:
                return site
        return None

    def changes(self) -> frozenset[int]:
        """The hexes that steps from or to them may not cost what they cost without a state."""
        beside = {place // 6 for place in self.crossings}
        limits = self.limits.shut.keys() | self.limits.held.keys() | self.limits.freed.keys()
        return self.enemies | self.road_blocks | limits | beside

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
        if self.limits is not other.limits:
            mine, theirs = self.limits, other.limits
            pairs = (
                (mine.shut, theirs.shut),
                (mine.held, theirs.held),
                (mine.freed, theirs.freed),
            )
            limits = {place for one, two in pairs for place, _ in one.items() ^ two.items()}
        inside = (self.enemies ^ other.enemies, self.road_blocks ^ other.road_blocks)
        return frozenset(beside | limits).union(*inside)

    def same_steps(self) -> Hashable:
        """Return a key of the steps: positions with equal keys share a graph."""
        crossings = frozenset(self.crossings.items())
        return self.enemies, self.road_blocks, crossings, self.limits.steps

    def without_areas(self, map_: MapFile, entered: Iterable[int]) -> tuple[list[str], list[str]]:
        """List the needs of limits whose area the map lacks, for the hexes entered.

        Where none is entered on that game's map such a limit decides nothing: it stays among what
        was not checked, which comes second.
        """
        hexes = set(entered)
        decisive = [
            limit
            for limit in self.limits.unplaced
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
    limits: Limits = UNLIMITED,
    entry: Unit | None = None,
) -> Surroundings:
    """The state as it matters to a mover who is under these limits.

    :param entry: the one of the state's units that is the mover; else those with its id are.

    :raises InputError: wrong hexes or bridge states, a road block at a bridge.
    """
    unchecked = [*(limit.note for limit in limits.unplaced), *limits.notes]
    zones = state.zones(ENEMY[mover.side]) if mover.side in ENEMY else None
    if zones is None:
        unchecked.append(ZONES_UNSAID)
    if state == NOTHING_SAID:
        unchecked.append("enemy Units, stacking, road blocks and bridges (no state given)")
        return Surroundings(limits=limits, unchecked=tuple(unchecked), silent=True)
    unsaid = unsaid_in(state)
    unchecked += unsaid
    enemies: set[int] = set()
    friends: set[int] = set()
    units = state.units if state.units is not None else state.listed
    for index, unit in enumerate(units):
        where = hex_of(map_, unit.hex, f"state.units[{index}].hex")
        own = unit is entry if entry is not None else bool(mover.id) and unit.id == mover.id
        if where is not None and not own:
            (friends if (unit.side or "") == mover.side else enemies).add(where)
    if state.units is None and state.listed:
        unchecked.append("Units that the scenario's set-up leaves to another book")
    # Without the mover's side nobody is known to be an enemy: say so, and refuse no step for it.
    if enemies and not mover.side:
        unchecked.append("enemy Units (the unit's side is not given)")
        enemies, friends = set(), set()
    crossings = crossings_of(map_, state.bridges or {})
    blocks: set[int] = set()
    ferries: list[FerrySite] = []
    marked: dict[int, str] = {}
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
        elif marker.kind in UNREAD:
            where = hex_of(map_, marker.hex, f"state.markers[{index}].hex")
            marked |= {} if where is None else {where: marker.kind.replace("_", " ")}
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
        limits=limits,
        unchecked=tuple(unchecked),
        marked=marked,
        route_left=route_left,
        silent=len(unsaid) == len(LOOKED_AT),
        bridges_told=says(state, "bridges"),
    )


def unsaid_in(state: Position) -> list[str]:
    """Name the parts of a state that a move looks at and nothing is said of."""
    return [f"{words} (not said)" for part, words in LOOKED_AT.items() if not says(state, part)]


def says(state: Position, part: str) -> bool:
    """Whether a state tells a part of it, or the set-up that it begins with does."""
    begun = state.begun is not None and state.begun.fresh
    return begun or getattr(state, part) is not None


def route_left_in(state: Position) -> bool | None:
    """Whether ``club_route`` says that the Club Route Marker has left; None if it says nothing."""
    marker = state.club_route.marker if state.club_route else None
    return None if marker is None else marker == "off_map"


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
