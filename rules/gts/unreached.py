"""Lint with the rules in hand: ground that no Unit of a class can reach.

What a class may enter is for the rules to say, and this package knows them; the builder's linter
takes the check from here (:func:`clubroute.builder.lint.run.lint`).
"""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.grid import Hex, connected
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.terrain_file import encode_terrain
from clubroute.rules.gts.games import GAMES
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement.surroundings import Surroundings
from clubroute.rules.gts.movement_tables import movement_table
from clubroute.rules.mapfile import MapFile, read_map
from clubroute.rules.model import MOVE_CLASSES, MoveClass

LATTICE, WINDOW = "gts", "mg"
"""The lattice these rules are for, and its map of all sheets."""
SHOWN = 6
"""Hexes of a patch that a finding names."""


def unreached(subject: Subject) -> Iterator[Finding]:
    """A patch of ground that no Leg, Wheeled or Tracked Unit can reach from the rest of the map.

    No bridge is blown, no ferry or engineer is there, and the readings are the default ones. Ground
    a class may never enter, as woods without a Road for vehicles, is not meant.
    """
    lattice = subject.terrain.lattice
    if lattice.name != LATTICE:
        return
    map_ = read_map(encode_terrain(subject.terrain), f"{LATTICE}.terrain", WINDOW)
    rules = Rules({game: movement_table(game) for game in GAMES}, MovementReadings())
    found: dict[tuple[int, ...], list[str]] = {}
    for move_class in MOVE_CLASSES:
        left = open_hexes(map_, rules, move_class)
        left -= reached(Network(map_, rules, move_class, Surroundings()))
        for patch in connected(left, lambda hex_: [b[hex_] for b in map_.beside]):
            found.setdefault(patch, []).append(move_class.capitalize())
    for patch, classes in sorted(found.items()):
        numbers = [map_.number(hex_) for hex_ in patch]
        shown = ", ".join(numbers[:SHOWN]) + (", …" if len(numbers) > SHOWN else "")
        many = f"these {len(numbers)} hexes: {shown}" if len(numbers) > 1 else "it"
        text = f"no {' or '.join(classes)} Unit can reach {many}"
        hexes: tuple[Hex, ...] = tuple(map_.hex(hex_) for hex_ in patch)
        source = subject.terrain.hexes[hexes[0]].basis.source
        yield Finding("warning", "unreached", numbers[0], text, source, hexes)


def open_hexes(map_: MapFile, rules: Rules, move_class: MoveClass) -> set[int]:
    """The hexes a class may enter from somewhere: their terrain lets it in, or they have a Road."""
    found = set()
    for hex_ in range(len(map_)):
        row = rules.tables[map_.game(hex_)].terrain.get(map_.terrain_of(hex_))
        lets_in = row is not None and any(isinstance(p, int) for p in row.price[move_class])
        roads = any(hex_ * 6 + direction in map_.links for direction in range(6))
        if roads or lets_in:
            found.add(hex_)
    return found


def reached(network: Network) -> set[int]:
    """The hexes that can be reached from the largest part of the map in which all can be."""
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for hex_ in range(len(network.map)):
        for node in network.nodes_in(hex_):
            graph.add_edges_from((node, step[0]) for step in network.steps_of(node))
    parts = networkx.strongly_connected_components(graph)
    main = max(parts, key=lambda part: (len(part), min(part)))
    start = min(main)
    nodes = networkx.descendants(graph, start) | {start}
    return {network.place(node)[0] for node in nodes}
