"""Lint with the rules in hand: ground that no Unit of a class can reach.

What a class may enter is for the rules to say, and this package knows them; the builder's linter
takes the check from here (:func:`clubroute.builder.lint.run.lint`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

from clubroute.builder.grid import Hex, connected
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass
from clubroute.rules.ground.mapfile import MapFile, read_map
from clubroute.rules.gts.games import GAMES, movement_table
from clubroute.rules.gts.movement.graph.network import OVER_LAND, Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import (
    HexFacts,
    Rules,
    SideFacts,
    enter_column,
    judge,
    leave_column,
    total,
)
from clubroute.rules.gts.situation.surroundings import Surroundings

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
    map_ = read_map(encode_terrain(subject.terrain, (WINDOW,)), f"{LATTICE}.terrain", WINDOW)
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
    """The hexes that can be reached from the largest region of the map, that region's with them."""
    regions = regions_of(network)
    edges: dict[int, list[int]] = {}
    for hex_, region in regions.items():
        if any(regions.get(beside) != region for beside in network.leads_to(hex_)):
            edges.setdefault(region, []).append(hex_)
    sizes = Counter(regions.values())
    front = [min(sizes, key=lambda region: (-sizes[region], region))]
    found = set(front)
    while front:
        place = front.pop()
        hexes = edges.get(place, ())
        nodes = {network.alike(node) for hex_ in hexes for node in network.nodes_in(hex_)}
        for node in nodes if place in sizes else (place,):
            for move in network.moves(node):
                if total(move.parts) is not None:
                    there = regions.get(move.node // network.per_hex, network.alike(move.node))
                    if there not in found:
                        found.add(there)
                        front.append(there)
    alone = {network.place(node)[0] for node in found if node not in sizes}
    return alone | {hex_ for hex_, region in regions.items() if region in found}


def regions_of(network: Network) -> dict[int, int]:
    """Hexes among which a unit goes to and fro on foot: by hex a node of its region.

    A hex where a unit cannot go into Column and out again at will is in no region: its nodes must
    be looked at one by one. Elsewhere steps need to be looked at only where regions meet.
    """
    map_, rules, move_class = network.map, network.rules, network.move_class
    kinds: dict[HexFacts, int] = {}
    kind = [kinds.setdefault(network.ground(hex_), len(kinds)) for hex_ in range(len(map_))]
    facts = list(kinds)

    @cache
    def whole(kind: int) -> bool:
        here = facts[kind]
        changes = enter_column(rules, here), leave_column(rules, move_class, here)
        return not here.raised and None not in map(total, changes)

    @cache
    def joined(kind: int, other: int, side: SideFacts) -> bool:
        ways = (facts[kind], facts[other]), (facts[other], facts[kind])
        steps = (judge(rules, move_class, False, *way, side, OVER_LAND) for way in ways)
        return None not in map(total, steps)

    def beside(hex_: int) -> Iterator[int]:
        for direction, column in enumerate(map_.beside):
            other = column[hex_]
            if other in members:
                side = network.side(hex_ * 6 + direction)
                if joined(kind[hex_], kind[other], side):
                    yield other

    members = {
        hex_ for hex_ in range(len(map_)) if whole(kind[hex_]) and not network.parts_roads(hex_)
    }
    parts = connected(members, beside)
    return {hex_: network.node(part[0], False) for part in parts for hex_ in part}
