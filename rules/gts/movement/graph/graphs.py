"""The state graphs of one map, each made once: by class of unit, readings and position."""

from __future__ import annotations

from collections.abc import Mapping

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.asking.context import MOST_POSITIONS, Loaded
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import TouchedByReadings
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement_tables import MovementTable
from clubroute.rules.gts.situation.surroundings import Surroundings

DEFAULT = MovementReadings()
NO_STATE = Surroundings()
MOST_DERIVED = 3


class Graphs:
    """The state graphs of one map.

    Those of the longest unused positions make room for others, and so do those of the longest
    unused readings in each position. May be used by several threads at once.
    """

    def __init__(self, game_map: MapFile, tables: Mapping[str, MovementTable]) -> None:
        self.map = game_map
        self.tables = tables
        self.positions = Loaded(MOST_POSITIONS)
        self._plain = Loaded()
        self._touched: TouchedByReadings | None = None

    @property
    def touched(self) -> TouchedByReadings:
        """By reading, the steps it may change; worked out when first asked for."""
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
        """The graph for a class of unit, by some readings, in a position.

        Only what differs is judged anew: the graph in a position takes all other steps from the
        one without, or in a position ``near``; by other readings from the one by the default.
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
        """The graphs in one position, shared by all positions with the same steps."""
        key = ("position", position.same_steps())
        found: Loaded | None = self.positions.get(key)
        if found is None:
            found = self.positions[key] = Loaded()
        return found
