"""Refusals that turn on a barrier our map only assumes: a raised Road, an impassable hex.

Such an answer is no refusal: it names the hex to look at on the printed map, and what either would
decide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from clubroute.rules.answer.model import Receipt, Step, mp
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.steps.judge import total

SHOWN = 3
"""Hexes an answer names to look at."""


def turns_on_assumed(network: Network, refused: Receipt, otherwise: Receipt) -> Receipt:
    """The answer where a unit is refused, and would not be if no barrier were only assumed.

    ``network`` is the graph with its barriers, ``otherwise`` the answer without those assumed.
    """
    # Where a way leads along the Road that the Unit declines, the Road itself is the barrier.
    either = barriers(network, otherwise), barriers(network, otherwise, led=True)
    looks = next(filter(None, (list(dict.fromkeys(one)) for one in either)), [])
    where = "; ".join(looks[:SHOWN]) + ("; …" if len(looks) > SHOWN else "")
    refusal = next((step for step in refused.steps if step.verdict == "illegal"), None)
    reason = f"{refusal.why} [{refusal.rule}]" if refusal else "illegal"
    free = "allowed" if otherwise.total is None else f"allowed, {mp(otherwise.total)} MP"
    need = f"look at your map: {where} (ours, assumed). If so: {reason}. If not: {free}"
    return replace(
        refused,
        verdict="undetermined",
        steps=tuple(open_line(step) for step in refused.steps),
        total=None,
        needs=(need,),
        summary=f"undetermined: turns on what our map only assumes: {where}",
    )


def open_line(step: Step) -> Step:
    """A line that refuses, as one that leaves it open."""
    return replace(step, verdict="undetermined") if step.verdict == "illegal" else step


def barriers(network: Network, otherwise: Receipt, led: bool = False) -> Iterator[str]:
    """The assumed barriers on a way, in its order, as questions to the printed map.

    :param led: whether to count hexes to which some step leads all the same.
    """
    game_map = network.map
    path = [
        (game_map.known(entry["hex"]), entry["column"]) for entry in otherwise.extra.get("path", ())
    ]
    for (a, column), (b, _) in pairwise(path):
        if a == b or (not led and leads(network, a, b, column)):
            continue
        yield from assumed_at(network, b)
        yield from assumed_at(network, a)


def assumed_at(network: Network, hex_id: int) -> Iterator[str]:
    """The barriers our map only assumes in a hex, as questions to the printed map."""
    game_map = network.map
    number = game_map.number(hex_id)
    if network.assumed_closed(hex_id):
        yield f"whether {number} is impassable"
    for road in network.raised_at(hex_id):
        if network.raised_basis(hex_id, road) == "assumed":
            name = game_map.roads[road].name or game_map.roads[road].id
            yield f"whether {name} is raised in {number}"


def leads(network: Network, a: int, b: int, column: bool) -> bool:
    """Whether some step leads from a hex to another, in Column or not."""
    return any(
        total(move.parts) is not None
        for node in network.nodes_in(a)
        if network.place(node)[1] == column
        for move in network.moves(node, b)
    )
