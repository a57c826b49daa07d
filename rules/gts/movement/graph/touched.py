"""The reach of a reading: the hexes and units that it concerns.

If a question looks at no such hex, or is about no such unit, its answer cannot turn on the reading,
and no other graph need be unfolded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.asking.context import MOST_POSITIONS, Loaded
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import MovementTable
from clubroute.rules.gts.movement.graph.network import Network, Touched
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.situation.surroundings import Surroundings

Tables = Mapping[str, MovementTable]
"""The movement tables by game."""

NAMES = tuple(field.name for field in fields(MovementReadings))

ANYWHERE = "leave_column"
"""The reading that says something of every hex."""

ONLY_TO: Mapping[str, frozenset[MoveClass]] = {
    "stream_on_foot": frozenset({"leg"}),
    "leave_raised": frozenset({"leg"}),
    "swamp_column": frozenset({"wheeled", "tracked"}),
    "unchecked_bridge": frozenset({"wheeled", "tracked"}),
    "first_bridge": frozenset({"wheeled", "tracked"}),
    "railroad_transport": frozenset({"wheeled", "tracked"}),
}
"""The classes of unit a reading speaks of; those not named speak of all."""


class TouchedByReadings:
    """The steps that a reading's other value may price otherwise.

    Their first hexes are looked for on the whole map when first asked for, and kept.
    """

    def __init__(self, game_map: MapFile, tables: Tables) -> None:
        self._map = game_map
        self._tables = tables
        self._found: dict[str, frozenset[int]] = {}

    def hexes(self, name: str) -> frozenset[int]:
        """Return the hexes that a reading touches; one reading touches all."""
        touched = self._found.get(name)
        if touched is None:
            touched = self._found[name] = frozenset(TOUCHES[name](self._map, self._tables))
        return touched

    def between(self, one: MovementReadings, other: MovementReadings) -> Touched:
        """Return the steps that may differ between two choices of readings."""
        names = {name for name in NAMES if getattr(one, name) != getattr(other, name)}
        hexes = (self.hexes(name) for name in names - {ANYWHERE})
        return Touched(frozenset().union(*hexes), leaving=ANYWHERE in names)


def where_roads_are_apart(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes with Roads that do not meet."""
    return (hex_id for hex_id, _, _ in game_map.apart)


def raised_roads(game_map: MapFile, tables: Tables) -> list[bool]:
    """Return for each Road whether some game has it raised."""
    kinds = frozenset().union(*(table.raised for table in tables.values()))
    return [road.kind in kinds for road in game_map.roads]


def on_raised_roads(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes with a raised Road."""
    raised = raised_roads(game_map, tables)
    return {
        place // 6
        for place, links in game_map.links.items()
        if any(raised[link.road] for link in links)
    }


def around_assumed_barriers(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes near a raised Road or an impassable hex."""
    closed = frozenset().union(*(table.closed for table in tables.values()))
    kinds = {number for number, kind in enumerate(game_map.kinds) if kind in closed}
    shut = {hex_id for hex_id, kind in enumerate(game_map.terrain) if kind in kinds}
    return leading_to(game_map, shut.union(on_raised_roads(game_map, tables)))


def around_raised_ends(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes near a raised Road and another, or a pontoon where one may end."""
    raised = raised_roads(game_map, tables)
    high, low = set[int](), set[int]()
    for place, links in game_map.links.items():
        for link in links:
            (high if raised[link.road] else low).add(place // 6)
    pontoons = hexes_with(game_map, lambda kind, note: kind == "pontoon")
    return leading_to(game_map, (high & low) | pontoons)


def beside_bridged_streams(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes beside a stream that a Road crosses."""
    streams = having(game_map, lambda kind, note: kind == "stream")
    return {
        place // 6
        for place, features in game_map.sides.items()
        if features in streams and place in game_map.links
    }


def in_swamps(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes of swamp."""
    swamps = {number for number, kind in enumerate(game_map.kinds) if kind == "swamp"}
    return (hex_id for hex_id, kind in enumerate(game_map.terrain) if kind in swamps)


def around_missing_terrain(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes near terrain its game has no row for."""
    missing: set[int] = set()
    for number, sheet in enumerate(game_map.sheets):
        rows = tables[sheet].terrain
        lacking = {kind for kind, terrain in enumerate(game_map.kinds) if terrain not in rows}
        if lacking:
            shown = zip(game_map.sheet, game_map.terrain, strict=True)
            missing |= {
                hex_id
                for hex_id, (on, kind) in enumerate(shown)
                if kind in lacking and on == number
            }
    return leading_to(game_map, missing)


def beside_suspect_bridges(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes beside a bridge that may turn out unstable."""
    return hexes_with(game_map, lambda kind, note: "unstable" in note)


def beside_railroad_bridges(game_map: MapFile, tables: Tables) -> Iterable[int]:
    """Return the hexes beside a railroad bridge."""
    return hexes_with(game_map, lambda kind, note: kind == "bridge" and note.startswith("railroad"))


TOUCHES: Mapping[str, Callable[[MapFile, Mapping[str, MovementTable]], Iterable[int]]] = {
    "change_road": where_roads_are_apart,
    "raised_ends": around_raised_ends,
    "stream_on_foot": beside_bridged_streams,
    "leave_raised": on_raised_roads,
    "swamp_column": in_swamps,
    "missing_terrain": around_missing_terrain,
    "unchecked_bridge": beside_suspect_bridges,
    "assumed_barriers": around_assumed_barriers,
    "first_bridge": beside_suspect_bridges,
    "railroad_transport": beside_railroad_bridges,
}


def having(game_map: MapFile, wanted: Callable[[str, str], bool]) -> frozenset[tuple[object, ...]]:
    """Return the groups of hexside features with one whose kind and note are wanted.

    The same few groups stand on thousands of hexsides: each is looked at once.
    """
    return frozenset(
        features
        for features in set(game_map.sides.values())
        if any(wanted(feature.kind, feature.note) for feature in features)
    )


def hexes_with(game_map: MapFile, wanted: Callable[[str, str], bool]) -> frozenset[int]:
    """Return the hexes beside a hexside with such a feature."""
    groups = having(game_map, wanted)
    return frozenset(place // 6 for place, features in game_map.sides.items() if features in groups)


def leading_to(game_map: MapFile, hexes: Iterable[int]) -> frozenset[int]:
    """Return the hexes and all within two of them, which is as far as a step leads, even below a
    Road."""
    near = set(hexes)
    for _ in range(2):
        near = near.union(*map(game_map.around, near))
    return frozenset(near)


# The state graphs of one map, each made once: by class of unit, readings and position.

DEFAULT = MovementReadings()
NO_STATE = Surroundings()
MOST_DERIVED = 3


class Graphs:
    """The state graphs of one map.

    The longest unused positions make room for others, and so do the longest unused readings in each
    position. May be used by several threads at once.
    """

    def __init__(self, game_map: MapFile, tables: Mapping[str, MovementTable]) -> None:
        self.map = game_map
        self.tables = tables
        self.positions = Loaded(MOST_POSITIONS)
        self._plain = Loaded()
        self._touched: TouchedByReadings | None = None

    @property
    def touched(self) -> TouchedByReadings:
        """The steps that each reading may change, worked out when first asked for."""
        if self._touched is None:
            self._touched = TouchedByReadings(self.map, self.tables)
        return self._touched

    def of(
        self,
        move_class: MoveClass,
        readings: MovementReadings,
        position: Surroundings,
        near: Surroundings = NO_STATE,
    ) -> Network:
        """Return the graph for a class of unit, by some readings, in a position.

        Only differences are judged anew: the graph in a position takes all other steps from the
        graph without one, or of a position ``near``; by other readings from the graph by the
        defaults.
        """
        plain = not (position.changes() or position.limits.column)
        graphs = self._plain if plain else self._in(position)
        key = ("graph", (move_class, readings))
        found: Network | None = graphs.get(key)
        if found is None:
            if not plain:
                base = self.of(move_class, readings, near)
                if base.derived >= MOST_DERIVED:
                    base = self.of(move_class, readings, NO_STATE)
                found = base.in_position(position, base.position.steps_differ(position))
            elif readings == DEFAULT:
                found = Network(self.map, Rules(self.tables, readings), move_class, position)
            else:
                base = self.of(move_class, DEFAULT, NO_STATE)
                found = base.by(readings, self.touched.between(DEFAULT, readings))
            graphs[key] = found
        return found.noted(position)

    def _in(self, position: Surroundings) -> Loaded:
        """Return the graphs in one position, shared by all positions with the same steps."""
        key = ("position", position.same_steps())
        graphs: Loaded | None = self.positions.get(key)
        if graphs is None:
            graphs = self.positions[key] = Loaded()
        return graphs
