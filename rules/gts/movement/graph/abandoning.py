"""Where a unit on foot leaves its Organic Transport behind for ever (2.15.3)."""

from __future__ import annotations

from clubroute.rules.gts.movement.graph.network import HERE, Move, Network


def abandons(network: Network, hex_id: int, direction: int) -> bool:
    """Whether a hexside is a railroad bridge that is not improved, which no transport crosses."""
    side = network.side(hex_id * 6 + direction)
    return side.river and side.crossing == "railroad_bridge"


def move_abandons(network: Network, start: int, move: Move) -> bool:
    """Whether a unit on foot that takes a move from a node loses its transport."""
    if move.direction == HERE or move.passage:
        return False
    return abandons(network, start // network.per_hex, move.direction)
