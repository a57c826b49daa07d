"""Whether the ground lets a Unit that is forced to go into the next hex (2.13–2.16)."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from clubroute.rules.answer.model import Step
from clubroute.rules.gts.movement.actions.plan import LEFT, parts_transport
from clubroute.rules.gts.movement.answers.assumed import assumed_at
from clubroute.rules.gts.movement.answers.lines import refusal
from clubroute.rules.gts.movement.answers.telling import suspect_bridges
from clubroute.rules.gts.movement.graph.graphs import NO_STATE, Graphs
from clubroute.rules.gts.movement.graph.network import Move, Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.declared import Waypoint
from clubroute.rules.gts.movement.steps.judge import driven, total
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings

STANDS, OPEN = MovementReadings(), MovementReadings(assumed_barriers="open")


class Driven(NamedTuple):
    """The line that keeps a Unit out of a hex, None if nothing does.

    ``eliminated``: it is lost. ``look`` is what to look at on the printed map if the line rests on
    what our map only assumes. ``needs`` are checks of suspect bridges it runs over.
    """

    line: Step | None = None
    eliminated: bool = False
    look: str = ""
    needs: tuple[str, ...] = ()


def driven_to(
    graphs: Graphs, mover: Mover, start: int, end: int, position: Surroundings = NO_STATE
) -> Driven:
    """Judge a retreat from a hex to the next one: the ground, its bridges, and enemies there."""
    network = graphs.of(mover.move_class, STANDS, position)
    leaves = mover.mounted and STANDS.railroad_transport == LEFT
    if leaves and parts_transport(network, start, Waypoint(end)):
        mover = replace(mover, mounted=False, move_class=mover.on_foot)
        network = graphs.of(mover.move_class, STANDS, position)
    found = refused_move(network, mover.column, start, end)
    if found is None:
        nodes = (network.node(start, mover.column), network.node(end, mover.column))
        return Driven(needs=tuple(suspect_bridges(network, nodes)))
    node, move = found
    parts = driven(move.parts)
    line = refusal(network, node, move._replace(parts=parts), end, mover)
    opened = graphs.of(mover.move_class, OPEN, position)
    free = refused_move(opened, mover.column, start, end) is None
    looks = [*assumed_at(network, end), *assumed_at(network, start)] if free else []
    return Driven(line, parts[0].code == "raised_retreat", "; ".join(looks))


def refused_move(network: Network, column: bool, start: int, end: int) -> tuple[int, Move] | None:
    """A move to a hex that is refused, with the node it begins at; None if some move is not."""
    found: tuple[int, Move] | None = None
    for node in network.starts(start, column):
        for move in network.moves(node, end):
            if total(move.parts) is not None:
                return None
            found = found or (node, move)
    return found
