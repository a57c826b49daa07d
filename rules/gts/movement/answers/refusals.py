"""Refusals: where a declared path stops, and what keeps a hex out of reach."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.grid import distance
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.whose import ground_named
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.answers.lines import refusal
from clubroute.rules.gts.movement.graph.network import HERE, Move, Network
from clubroute.rules.gts.movement.search.declared import WalkedPath, Waypoint, fits
from clubroute.rules.gts.movement.steps.judge import total
from clubroute.rules.gts.situation.mover import Mover


def stopped(network: Network, mover: Mover, found: WalkedPath, waypoint: Waypoint) -> list[Step]:
    """Tell why a path goes no further, from the cheapest place it reached."""
    end = waypoint.hex
    if not found.front:
        return [Step("no Road of that name to begin on, or not in that formation", SERIES.cite)]
    here = found.front[0] // network.per_hex
    site = network.position.ferry(here, end)
    if site is not None and waypoint.via in (None, "ferry"):
        table = network.rules.tables[network.map.game(site.start)]
        rule = table.ferry.assault_rule if site.assault else table.ferry.rule
        missing = "a Unit uses a ferry only from the hex it begins its activation in, first of all"
        numbers = (network.map.number(here), network.map.number(end))
        return [Step(missing, rule, None, *numbers, verdict="illegal")]
    for node in found.front:
        hex_id, column, _ = network.place(node)
        forms = waypoint.column is not None and waypoint.column != column
        for move in sorted(network.moves(node), key=lambda m: m.road < 0):
            if total(move.parts) is not None:
                continue
            there = network.place(move.node)
            if forms and there[:2] == (hex_id, waypoint.column):
                return [refusal(network, node, move, hex_id, mover)]
            if not forms and fits(network, node, move, waypoint):
                return [refusal(network, node, move, end, mover)]
    if here == end:
        missing = "the Unit is there already"
    elif end not in [column[here] for column in network.map.beside]:
        missing = "the hexes are not adjacent"
    elif waypoint.via == "ferry":
        missing = "no ferry is there"
    else:
        missing = f"no way {waypoint.via!r} leads there from where the Unit is"
    return [refusal(network, found.front[0], None, end, mover, missing)]


@dataclass(frozen=True, slots=True)
class SearchFront:
    """The nodes a search reached on one graph, with half-MP."""

    network: Network
    mover: Mover
    reached: Mapping[int, int]


def unreachable(fronts: Sequence[SearchFront], goal: int) -> Receipt:
    """Tell why a hex cannot be reached: the refusals at the frontier nearest to it.

    There are several fronts where the unit may change its class by the way.
    """
    network = fronts[0].network
    number = network.map.number(goal)
    inside = {node // network.per_hex for front in fronts for node in front.reached}
    if goal in inside:
        said = f"{number} can be reached, but not in that formation"
        tried = [(front, *move) for front in fronts for move in formation_moves(front, goal)]
    else:
        said = f"{number} is unreachable because at the nearest frontier"
        tried = frontier_moves(fronts, inside, goal)
    lines: dict[tuple[str, str], Step] = {}
    for front, node, move in tried:
        line = refusal(front.network, node, move, move.node // network.per_hex, front.mover)
        lines.setdefault((line.start, line.why), line)
    steps = tuple(lines.values()) or (no_hex_beyond(network.map, inside, goal),)
    reason = "; ".join(dict.fromkeys(line.why for line in steps))
    return Receipt("illegal", steps, None, (), network.position.unchecked, f"{said}: {reason}")


def no_hex_beyond(country: MapFile, inside: Collection[int], goal: int) -> Step:
    """The line where nothing leads out of what was reached: the map shows no hex beyond it."""
    target = country.hex(goal)
    near = min(inside, key=lambda hex_id: (distance(country.hex(hex_id), target), hex_id))
    rests, number = country.silence_of(near), country.number(near)
    none = f"{ground_named(rests)} shows no hex there"
    why = f"no way leads on from {number} towards {country.number(goal)}: {none}"
    return Step(why, SERIES.cite, None, number, provenance=rests, verdict="illegal")


Refused = list[tuple[SearchFront, int, Move]]
"""Steps refused, with the front and the node they were tried from."""


def formation_moves(front: SearchFront, goal: int) -> list[tuple[int, Move]]:
    """The changes of formation refused in a hex that was reached."""
    return [
        (node, move)
        for node in sorted(front.reached)
        if node // front.network.per_hex == goal
        for move in front.network.moves(node, goal)
        if move.direction == HERE and total(move.parts) is None
    ]


def frontier_moves(fronts: Sequence[SearchFront], inside: Collection[int], goal: int) -> Refused:
    """The steps refused into the hex nearest to the goal of those next to what was reached."""
    network = fronts[0].network
    target = network.map.hex(goal)
    edge = {
        hex_id: ends.difference(inside)
        for hex_id in inside
        if any(column[hex_id] not in inside for column in network.map.beside)
        and not (ends := network.leads_to(hex_id)).issubset(inside)
    }
    outside = frozenset[int]().union(*edge.values())
    if not outside:
        return []
    nearest = min(outside, key=lambda hex_id: (distance(network.map.hex(hex_id), target), hex_id))
    return [
        (front, node, move)
        for front in fronts
        for node in sorted(front.reached)
        if nearest in edge.get(node // network.per_hex, ())
        for move in front.network.moves(node, nearest)
    ]
