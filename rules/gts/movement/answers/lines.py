"""The working of a movement answer: one line for everything paid, refused or lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.model import Step, mp
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.graph.network import HERE, OFF_ROAD, Move, Network
from clubroute.rules.gts.movement.steps.judge import Rules, StepPart, total
from clubroute.rules.gts.movement.steps.wording import REFEREE, rule_of, words
from clubroute.rules.gts.situation.mover import Mover


def move_between(network: Network, a: int, b: int) -> Move:
    """The cheapest move from a node to a node it has a step to."""
    found: Move | None = None
    least = 0
    for move in network.moves(a, b // network.per_hex):
        if move.node == b:
            cost = total(move.parts)
            if cost is not None and (found is None or cost < least):
                found, least = move, cost
    assert found is not None
    return found


def lines_of(network: Network, start: int, move: Move, mover: Mover) -> list[Step]:
    """A move as receipt lines, the hex it leads to on its first line."""
    a, b = start // network.per_hex, move.node // network.per_hex
    game = network.map.game(a if move.direction == HERE else b)
    basis = provenance(network, a, move)
    parts = list(move.parts)
    if mover.organic and not mover.mounted and network.abandons(start, move):
        parts.append(StepPart("transport_lost", None))
    found = []
    for number, part in enumerate(parts):
        first = number == 0
        found.append(
            Step(
                why=why(network, move, part) if first else words(part),
                rule=rule_of(network.rules, game, part),
                cost=part.cost,
                start=network.map.number(a) if first else "",
                end=network.map.number(b) if first and move.direction != HERE else "",
                provenance=basis,
            )
        )
    return found


def why(network: Network, move: Move, part: StepPart) -> str:
    """A move's first part in words, with the name of the Road."""
    if part.code == "road":
        road = network.map.roads[move.road]
        return f"{words(part)} {road.name or road.id}"
    return words(part)


def refusal(
    network: Network, start: int, move: Move | None, end: int, mover: Mover, missing: str = ""
) -> Step:
    """The line that says why a step may not be taken."""
    a = start // network.per_hex
    numbers = (network.map.number(a), network.map.number(end))
    if move is None:
        return Step(missing, SERIES.cite, None, *numbers, verdict="illegal")
    part = move.parts[0]
    game = network.map.game(a if move.direction == HERE else end)
    basis, rule = provenance(network, a, move), rule_of(network.rules, game, part)
    if part.code == "limit":
        condition = network.position.limits.condition(part.about)
        basis, rule = condition.provenance, condition.rule
    elif part.code.startswith("raised"):
        high = a if network.raised_at(a) and not network.raised_at(end) else end
        basis = weakest(network.raised_basis(high, road) for road in network.raised_at(high))
    return Step(
        why=words(part),
        rule=rule,
        start=numbers[0],
        end=numbers[1],
        provenance=basis,
        verdict="illegal",
    )


def provenance(network: Network, hex_id: int, move: Move) -> Provenance:
    """The weakest fact a move rests on: hex terrain, hexside features, the Road's link."""
    game_map = network.map
    end = move.node // network.per_hex
    if move.direction == HERE:
        return game_map.provenance_of(hex_id)
    place = hex_id * 6 + move.direction
    reasons = [
        feature.basis for feature in game_map.sides.get(place, ()) if feature.kind != "crest"
    ]
    if move.road == OFF_ROAD:
        reasons.append(game_map.hex_basis[end])
    else:
        reasons += [k.basis for k in game_map.links.get(place, ()) if k.road == move.road]
    return weakest(game_map.bases[reason].provenance for reason in reasons)


def path_record(network: Network, nodes: Sequence[int], totals: Sequence[int]) -> list[Any]:
    """Where the unit is after each move, with the running total."""
    return [
        {**node_record(network, node), "total": mp(cost)}
        for node, cost in zip(nodes, totals, strict=True)
    ]


def node_record(network: Network, node: int) -> dict[str, Any]:
    """A node as JSON: hex, Column, and the id of the Road the unit is on."""
    hex_id, column, road = network.place(node)
    record: dict[str, Any] = {"hex": network.map.number(hex_id), "column": column}
    if road != OFF_ROAD:
        record["road"] = network.map.roads[road].id
    return record


def referee_notes(rules: Rules, codes: Iterable[str]) -> list[str]:
    """The readings an answer turned on, each once, in words."""
    names = sorted({REFEREE[code] for code in codes if code in REFEREE})
    return [rules.readings.chosen(name) for name in names]
