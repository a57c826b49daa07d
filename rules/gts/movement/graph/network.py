"""Where a unit can go from where it is: the state graph, unfolded only where it is needed.

A moving unit's place is (hex, in Column or not, the Road it is on if any). Such a *node* is one
integer: ``(hex id * 2 + column) * width + road + 1``, with road -1 for none and ``width`` one more
than the number of Roads. A node's steps are judged when first asked for and kept; several threads
may ask at once, since they only ever put equal values in.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Hashable,
    Iterator,
    Mapping,
)
from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

from clubroute.builder.provenance import PROVENANCES, Provenance
from clubroute.builder.terrain.terrain_head import LEVEL
from clubroute.rules.answer.model import MoveClass
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.movement.graph.floors import Floors
from clubroute.rules.gts.movement.graph.passages import passages_of
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import (
    HexFacts,
    Parts,
    Rules,
    SideFacts,
    Way,
    change_road,
    enter_column,
    judge,
    leave_column,
    total,
)
from clubroute.rules.gts.situation.surroundings import Surroundings

OFF_ROAD = -1
"""The Road of a unit on none: a node keeps it as 0, which is why nodes count Roads from 1."""
CROSSINGS = ("bridge", "stream_bridge", "pontoon")
OVER_LAND = Way()
OPEN = "clear"
"""The terrain of an impassable hex by the reading that it is none."""
BARE, BARE_WITH_ROAD = SideFacts(), SideFacts(road=True)
HERE = -1
"""Direction of a step that stays in its hex."""


# A tuple, not a dataclass: an unfolded graph makes some twenty of them a hex.
class Move(NamedTuple):
    """A step of the state graph: where it leads, what it costs or why not, and how it is taken.

    ``direction`` is 0..5, or ``HERE`` for a change in the hex; ``road`` the Road used or
    ``OFF_ROAD``; ``passage`` the culvert or viaduct used.
    """

    node: int
    parts: Parts
    direction: int
    road: int = OFF_ROAD
    passage: str = ""


Steps = tuple[tuple[int, int], ...]
"""Every step allowed from a node, cheapest first: the node it leads to, and half-MP."""

Waves = tuple[tuple[int, tuple[int, ...]], ...]
"""The same steps by half-MP: the nodes that cost so much, cheapest first."""

Differing = Mapping[int, tuple[int, ...]]
"""By half-MP the steps of a node in another graph, where they are not those of this one."""


@dataclass(frozen=True, slots=True)
class Touched:
    """The steps of a graph that may differ from those of the graph it was made from.

    They begin in one of ``hexes``, or leave Column anywhere (``leaving``).
    """

    hexes: frozenset[int] = frozenset()
    leaving: bool = False


class ByHex(dict[int, bool]):
    """A property of hexes, found when first asked for."""

    def __init__(self, holds: Callable[[int], bool]) -> None:
        super().__init__()
        self._holds = holds

    def __missing__(self, hex_id: int) -> bool:
        found = self[hex_id] = self._holds(hex_id)
        return found


class Network:
    """The state graph of one class of unit on one map, in one position, under one set of rules."""

    def __init__(
        self, game_map: MapFile, rules: Rules, move_class: MoveClass, position: Surroundings
    ) -> None:
        self.map = game_map
        self.rules = rules
        self.move_class = move_class
        self.position = position
        self.width = len(game_map.roads) + 1
        self.per_hex = 2 * self.width
        self.steps: dict[int, Steps] = {}
        self.waves: dict[int, Waves] = {}
        self.entrances: dict[int, frozenset[int]] = {}
        self._differing: dict[MovementReadings, dict[int, Differing]] = {}
        self._by_hex: dict[Hashable, ByHex] = {}
        self._nodes: dict[int, int] = {}
        self._outs: dict[int, tuple[Move, ...]] = {}
        self._grounds: dict[int, HexFacts] = {}
        self._sides: dict[int, SideFacts] = {}
        self._roads: dict[int, tuple[int, ...]] = {}
        self.railroad_bridges: list[frozenset[int]] = []  # found once for all its positions
        self._gates: dict[int, frozenset[int]] = {}
        self._judged: dict[tuple[bool, HexFacts, HexFacts, SideFacts, Way], Parts] = {}
        self._apart = frozenset(hex_id for hex_id, _, _ in game_map.apart)
        table = rules.tables[sorted(rules.tables)[0]]
        self._raised_kinds = [road.kind in table.raised for road in game_map.roads]
        self.rivers = frozenset().union(*(t.rivers for t in rules.tables.values()))
        self.impassable = frozenset().union(*(t.impassable for t in rules.tables.values()))
        self._under = passages_of(game_map)
        joined = ((hex_id, end) for hex_id, ways in self._under.items() for _, end, _ in ways)
        self.floors = Floors(game_map, rules, move_class, joined)
        self._firsts = frozenset(table.first_bridge for table in rules.tables.values())
        self.derived = 0  # positions it was derived from, each from the one before
        self._base: Network | None = None
        self._touched = Touched()

    def noted(self, position: Surroundings) -> Network:
        """Return the same graph for a position that changes its notes only; unfolded steps are
        shared.
        """
        graph = copy(self)
        graph.position = position
        return graph

    def in_position(self, position: Surroundings, changes: frozenset[int]) -> Network:
        """Return the graph in a position. Steps that its changes do not touch are shared."""
        kept = position.limits.column != self.position.limits.column
        graph = self._varied(Touched(self.from_or_to(changes), leaving=kept))
        graph.position = position
        graph.derived = self.derived + 1
        return graph

    def by(self, readings: MovementReadings, touched: Touched) -> Network:
        """Return the graph by other readings, which may change the steps touched and shares the
        others."""
        graph = self._varied(touched)
        graph.rules = replace(self.rules, readings=readings)
        graph._gates, graph._judged = {}, {}
        return graph

    def _varied(self, touched: Touched) -> Network:
        """Return a graph that takes from this one every step that is not touched."""
        graph = copy(self)
        graph._base, graph._touched = self, touched
        graph.steps, graph.waves, graph.entrances = {}, {}, {}
        graph._differing, graph._by_hex = {}, {}
        graph._outs, graph._grounds, graph._sides = {}, {}, {}
        return graph

    def from_or_to(self, hexes: frozenset[int]) -> frozenset[int]:
        """Return the hexes from which a step leads to one of the hexes, and these."""
        near = {beside[hex_id] for beside in self.map.beside for hex_id in hexes}
        beyond = {
            hex_id
            for hex_id, ways in self._under.items()
            if any(end in hexes for _, end, _ in ways)
        }
        return hexes | near | beyond

    def node(self, hex_id: int, column: bool, road: int = OFF_ROAD) -> int:
        """Return the node of a hex id, Column and Road."""
        return (hex_id * 2 + column) * self.width + road + 1

    def nodes_in(self, hex_id: int) -> tuple[int, ...]:
        """Return every node a unit can be at in a hex."""
        by_road = (self.node(hex_id, True, road) for road in self.roads_at(hex_id))
        return (self.node(hex_id, False), self.node(hex_id, True), *by_road)

    def place(self, node: int) -> tuple[int, bool, int]:
        """Return hex id, Column and Road of a node."""
        rest, road = divmod(node, self.width)
        return rest >> 1, bool(rest & 1), road - 1

    def starts(self, hex_id: int, column: bool, road: int | None = None) -> tuple[int, ...]:
        """Return the nodes a unit may begin at: in Column on a raised Road hex, on one of its
        Roads."""
        if road is not None:
            return (self.node(hex_id, column, road if column else OFF_ROAD),)
        if column and self.ground(hex_id).raised:
            return tuple(self.node(hex_id, True, road) for road in self.raised_at(hex_id))
        return (self.node(hex_id, column),)

    def steps_of(self, node: int) -> Steps:
        """Return the steps allowed from a node with their costs, the cheapest to each node."""
        steps = self.steps.get(node)
        if steps is None:
            steps = self.steps[node] = self._unfolded(node)
        return steps

    def _unfolded(self, node: int) -> Steps:
        """Return the steps from a node, from the graph that has them already, else judged anew."""
        if self._base is not None and not self._touches(node):
            return self._base.steps_of(node)
        alike = self.alike(node)
        if alike != node:
            return self.steps_of(alike)
        if self._base is not None and node // self.per_hex not in self._touched.hexes:
            found = self._left_otherwise(dict(self._base.steps_of(node)), node // self.per_hex)
        else:
            found = self._cheapest(node)
        return tuple(sorted(found.items(), key=by_cost))

    def _left_otherwise(self, steps: dict[int, int], hex_id: int) -> dict[int, int]:
        """Return the steps from a node in Column, of which only leaving Column in its hex is
        judged."""
        on_foot = self.node(hex_id, False)
        steps.pop(on_foot, None)
        cost = total(leave_column(self.rules, self.move_class, self.ground(hex_id)))
        if cost is not None:
            steps[on_foot] = cost
        return steps

    def waves_of(self, node: int) -> Waves:
        """Return the steps allowed from a node by cost, in waves as the search of reach takes
        them."""
        waves = self.waves.get(node)
        if waves is None:
            alike = self.alike(node)
            if self._base is not None and not self._touches(node):
                waves = self._base.waves_of(node)
            elif alike != node:
                waves = self.waves_of(alike)
            else:
                by_half_mp: dict[int, list[int]] = {}
                for there, cost in self.steps_of(node):
                    by_half_mp.setdefault(cost, []).append(there)
                waves = tuple((cost, tuple(nodes)) for cost, nodes in by_half_mp.items())
            self.waves[node] = waves
        return waves

    def by_hex(self, name: Hashable, holds: Callable[[int], bool]) -> ByHex:
        """Return a property of hexes by the readings and the position of the graph, kept by
        name."""
        found = self._by_hex.get(name)
        if found is None:
            found = self._by_hex[name] = ByHex(holds)
        return found

    def differing(self, other: Network, node: int) -> Differing:
        """Return the steps of a node by other readings, for the same class and position.

        The differences are kept by those readings. A wave that the other graph lacks is empty
        there.
        """
        kept = self._differing.setdefault(other.rules.readings, {})
        waves = kept.get(node)
        if waves is None:
            mine, theirs = dict(self.waves_of(node)), dict(other.waves_of(node))
            waves = kept[node] = {
                cost: theirs.get(cost, ())
                for cost in mine.keys() | theirs.keys()
                if mine.get(cost) != theirs.get(cost)
            }
        return waves

    def abandons(self, node: int, move: Move) -> bool:
        """Tell whether a unit on foot that takes a move from a node leaves its transport for
        ever."""
        if move.direction == HERE or move.passage:
            return False
        return self.side(node // self.per_hex * 6 + move.direction).parts_transport

    def _touches(self, node: int) -> bool:
        """Tell whether a step from a node may differ from the one in the graph this was made
        from."""
        touched = self._touched
        if touched.leaving and node // self.width & 1:
            return True
        return node // self.per_hex in touched.hexes

    def alike(self, node: int) -> int:
        """Return the node on no Road, where the Roads of a hex all meet: it has the same steps."""
        hex_id, column, road = self.place(node)
        return node - road - 1 if column and hex_id not in self._apart else node

    def _cheapest(self, node: int) -> dict[int, int]:
        """Return the nodes that steps from a node lead to, each with its least half-MP."""
        best: dict[int, int] = {}
        for move in self.moves(node):
            cost = total(move.parts)
            if cost is not None and cost < best.get(move.node, cost + 1):
                # One integer a node, however often it is led to: quicker to look up.
                best[self._nodes.setdefault(move.node, move.node)] = cost
        return best

    def leads_to(self, hex_id: int) -> frozenset[int]:
        """Return the hexes a step from a hex may lead to: those beside it, or by a way below a
        Road."""
        near = {column[hex_id] for column in self.map.beside} - {NOWHERE}
        return frozenset(near.union(end for _, end, _ in self._under.get(hex_id, ())))

    def moves(self, node: int, only: int | None = None) -> Iterator[Move]:
        """Yield every step from a node, allowed or not; only those to one hex, if it is given."""
        hex_id, column, road = self.place(node)
        if column:
            yield from self._in_column(hex_id, road, only)
        else:
            yield from self._on_foot(hex_id, only)

    def _on_foot(self, hex_id: int, only: int | None) -> Iterator[Move]:
        here = self.ground(hex_id)
        for direction, beside in enumerate(self.map.beside):
            end = beside[hex_id]
            if end >= 0 and only in (None, end):
                side = self.side(hex_id * 6 + direction)
                parts = self._judge(False, here, self.ground(end), side, OVER_LAND)
                yield Move(self.node(end, False), parts, direction)
        for direction, end, passage in self._under.get(hex_id, ()):
            if only in (None, end):
                side = self.side(hex_id * 6 + direction)
                parts = self._judge(False, here, self.ground(end), side, Way(passage=passage))
                yield Move(self.node(end, False), parts, direction, OFF_ROAD, passage)
        if only not in (None, hex_id):
            return
        parts = enter_column(self.rules, here)
        if here.raised:
            for road in self.raised_at(hex_id):
                yield Move(self.node(hex_id, True, road), parts, HERE, road)
        else:
            yield Move(self.node(hex_id, True), parts, HERE)

    def _in_column(self, hex_id: int, road: int, only: int | None) -> Iterator[Move]:
        here = self.ground(hex_id)
        in_hex = self.rules.readings.change_road == "in_hex"
        for move in self._out_of(hex_id):
            if only is not None and move.node // self.per_hex != only:
                continue
            if move.road == OFF_ROAD or self.meet(hex_id, road, move.road):
                yield move
            elif not here.raised and not in_hex:
                yield self._by_road(
                    hex_id, move.node // self.per_hex, move.direction, move.road, True
                )
        if only not in (None, hex_id):
            return
        yield Move(self.node(hex_id, False), leave_column(self.rules, self.move_class, here), HERE)
        if not in_hex or road == OFF_ROAD or here.raised:
            return
        apart = [other for other in self.roads_at(hex_id) if not self.meet(hex_id, road, other)]
        if apart:
            kinds = self.rules.called("railroad")
            railroads = all(self.map.roads[other].kind in kinds for other in (road, *apart))
            parts = change_road(self.rules, self.move_class, here, railroads)
            yield Move(self.node(hex_id, True), parts, HERE)

    def _out_of(self, hex_id: int) -> tuple[Move, ...]:
        """Return the steps in Column from a hex to others, whatever Road the unit is on."""
        found = self._outs.get(hex_id)
        if found is None and self._base is not None and hex_id not in self._touched.hexes:
            found = self._outs[hex_id] = self._base._out_of(hex_id)
        if found is None:
            here, moves = self.ground(hex_id), []
            for direction, beside in enumerate(self.map.beside):
                end = beside[hex_id]
                if end < 0:
                    continue
                place = hex_id * 6 + direction
                for link in self.map.links.get(place, ()):
                    moves.append(self._by_road(hex_id, end, direction, link.road, False))
                way = self._off_road(hex_id, end, place)
                parts = self._judge(True, here, self.ground(end), self.side(place), way)
                moves.append(Move(self.node(end, True), parts, direction))
            for direction, end, passage in self._under.get(hex_id, ()):
                side = self.side(hex_id * 6 + direction)
                way = Way(passage=passage)
                parts = self._judge(True, here, self.ground(end), side, way)
                moves.append(Move(self.node(end, True), parts, direction, OFF_ROAD, passage))
            found = self._outs[hex_id] = tuple(moves)
        return found

    def _off_road(self, hex_id: int, end: int, place: int) -> Way:
        """Return the step along no Road of the map; a pontoon is one where a raised Road ends."""
        features = self.map.sides.get(place)
        if features is None or not any(feature.kind == "pontoon" for feature in features):
            return OVER_LAND
        return Way(leaves=self._raised_ends(hex_id), enters=self._raised_ends(end))

    def _raised_ends(self, hex_id: int) -> bool:
        """Tell whether a raised Road ends in the hex and is left and entered there by other
        Roads."""
        ends = any(self._links_in(hex_id, road) == 1 for road in self.raised_at(hex_id))
        return ends and self.rules.readings.raised_ends == "open"

    def _by_road(self, hex_id: int, end: int, direction: int, road: int, changes: bool) -> Move:
        """Return the step along a Road through a hexside."""
        here, there = self.ground(hex_id), self.ground(end)
        leaves = here.raised and road in self.gates(hex_id)
        enters = there.raised and road in self.gates(end)
        way = Way(self.map.roads[road].kind, "", leaves, enters, changes)
        parts = self._judge(True, here, there, self.side(hex_id * 6 + direction), way)
        return Move(self.node(end, True, road), parts, direction, road)

    def _judge(
        self, column: bool, here: HexFacts, there: HexFacts, side: SideFacts, way: Way
    ) -> Parts:
        key = (column, here, there, side, way)
        found = self._judged.get(key)
        if found is None:
            found = self._judged[key] = judge(self.rules, self.move_class, *key)
        return found

    def meet(self, hex_id: int, a: int, b: int) -> bool:
        """Tell whether a unit on Road ``a`` (or none) in a hex may go on along Road ``b`` (rule
        2.5)."""
        if a in (OFF_ROAD, b):
            return True
        return (hex_id, min(a, b), max(a, b)) not in self.map.apart

    def parts_roads(self, hex_id: int) -> bool:
        """Tell whether some Roads in a hex do not meet there, so that a unit may change between
        them."""
        return hex_id in self._apart

    def roads_at(self, hex_id: int) -> tuple[int, ...]:
        """Return the Roads in a hex, each once, ascending."""
        roads = self._roads.get(hex_id)
        if roads is None:
            roads = self._roads[hex_id] = self.map.roads_in(hex_id)
        return roads

    def gates(self, hex_id: int) -> frozenset[int]:
        """Return the Roads that lead off and onto the raised Roads of a hex: those themselves, and
        where one ends, the level stretch it goes on as, and those that meet it (``raised_ends``).
        """
        found = self._gates.get(hex_id)
        if found is None:
            here = self.roads_at(hex_id)
            raised, roads = self.raised_at(hex_id), self.map.roads
            gates = set(raised)
            ends = [road for road in raised if self._links_in(hex_id, road) == 1]
            if self.rules.readings.raised_ends == "open":
                gates |= {r for r in here for end in ends if self.meet(hex_id, end, r)}
            level = {roads[end].id + LEVEL for end in ends}
            gates |= {road for road in here if roads[road].id in level}
            found = self._gates[hex_id] = frozenset(gates)
        return found

    def raised_at(self, hex_id: int) -> tuple[int, ...]:
        """Return the raised Roads in a hex; by ``assumed_barriers`` only those that are no
        guess."""
        roads = tuple(road for road in self.roads_at(hex_id) if self._raised_kinds[road])
        if roads and self.rules.readings.assumed_barriers == "open":
            return tuple(road for road in roads if self.raised_basis(hex_id, road) != "assumed")
        return roads

    def assumed_closed(self, hex_id: int) -> bool:
        """Tell whether our map only assumes that a hex is impassable."""
        closed = self.rules.tables[self.map.game(hex_id)].closed
        shut = self.map.terrain_of(hex_id) in closed
        return shut and self.map.provenance_of(hex_id) == "assumed"

    def raised_basis(self, hex_id: int, road: int) -> Provenance:
        """Return the provenance of a raised Road in a hex: that of its strongest link there."""
        links = (self.map.links.get(hex_id * 6 + direction, ()) for direction in range(6))
        bases = (link.basis for many in links for link in many if link.road == road)
        told = (self.map.bases[basis].provenance for basis in bases)
        return min(told, key=PROVENANCES.index)

    def _links_in(self, hex_id: int, road: int) -> int:
        links = self.map.links
        return sum(link.road == road for d in range(6) for link in links.get(hex_id * 6 + d, ()))

    def ground(self, hex_id: int) -> HexFacts:
        """Return a hex as the rules see it."""
        found = self._grounds.get(hex_id)
        if found is None and self._base is not None and hex_id not in self._touched.hexes:
            # Who may not leave Column may not in any hex: no hex counts as touched for that.
            found = self._base.ground(hex_id)._replace(kept=self.position.limits.column)
            self._grounds[hex_id] = found
        if found is None:
            position = self.position
            opened = self.rules.readings.assumed_barriers == "open" and self.assumed_closed(hex_id)
            found = self._grounds[hex_id] = HexFacts(
                game=self.map.game(hex_id),
                terrain=OPEN if opened else self.map.terrain_of(hex_id),
                raised=bool(self.raised_at(hex_id)),
                road_block=hex_id in position.road_blocks,
                enemy=hex_id in position.enemies,
                limit=position.limits.shut.get(hex_id, ""),
                held=position.limits.held.get(hex_id, ""),
                kept=position.limits.column,
                freed=position.limits.freed.get(hex_id, ""),
            )
        return found

    def side(self, place: int) -> SideFacts:
        """Return the hexside at a place as the rules see it."""
        features = self.map.sides.get(place)
        if features is None:
            return BARE_WITH_ROAD if place in self.map.links else BARE
        found = self._sides.get(place)
        if found is None:
            kinds = {feature.kind for feature in features}
            found = self._sides[place] = SideFacts(
                stream="stream" in kinds,
                river=not kinds.isdisjoint(self.rivers),
                impassable=not kinds.isdisjoint(self.impassable),
                crossing=self._crossing(place) if kinds.intersection(CROSSINGS) else "",
                road=place in self.map.links,
            )
        return found

    @property
    def _first(self) -> str:
        """Return the state of the bridge that scenario 1 decides: by the readings if the position
        is silent (2.11)."""
        return "stable" if self.rules.readings.first_bridge == "stable" else "scenario"

    def _crossing(self, place: int) -> str:
        told = self.position.crossings.get(place)
        found = ""
        for feature in self.map.sides[place]:
            if feature.kind == "bridge":
                found = "railroad_bridge" if feature.note.startswith("railroad") else "bridge"
            elif feature.kind == "pontoon" and not found:
                found = "pontoon_site"
            elif feature.kind == "stream_bridge" and not found:
                found = "stream_bridge"
                if "unstable" in feature.note:
                    number = self.map.hexside_number(place)
                    found = self._first if number in self._firsts else "unchecked"
        if told is None or (told == "bridge" and found == "railroad_bridge"):
            return found
        return told


def by_cost(step: tuple[int, int]) -> tuple[int, int]:
    """Return the sort key by which the cheapest step comes first."""
    return step[1], step[0]
