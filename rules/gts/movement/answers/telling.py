"""A path as it is told: every line of its receipt, its actions, and what was not checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from clubroute.rules.answer.model import Receipt, Step, Verdict, mp
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.actions.plan import Plan, carrying
from clubroute.rules.gts.movement.answers.lines import (
    lines_of,
    move_between,
    path_record,
    referee_notes,
)
from clubroute.rules.gts.movement.answers.saying import way_said
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.declared import WalkedPath
from clubroute.rules.gts.situation.mover import Mover


class ToldPath:
    """A walked path as it is told: nodes, totals and lines, with the actions where they happen."""

    def __init__(self, network: Network, mover: Mover) -> None:
        self.network, self.mover = network, mover
        self.nodes: list[int] = []
        self.totals: list[int] = []
        self.lines: list[Step] = []
        self.codes: set[str] = set()
        self.needs: list[str] = []
        self.unchecked: list[str] = []
        self._spent = 0

    def follow(self, found: WalkedPath, plan: Plan) -> None:
        """Tell a walk from its start to where it ends or stops."""
        done = 0
        for number, end in enumerate(found.ends):
            act = plan.acts.get(number)
            if act is None:
                continue
            self.move(found, done, end)
            done = end
            self.lines += act.lines
            self.needs += act.needs
            self.unchecked += act.unchecked
            self._spent += act.cost
            self.nodes.append(found.nodes[end])
            self.totals.append(found.totals[end] + self._spent)
            self.network, self.mover = act.after.network, act.after.mover
        self.move(found, done, len(found.nodes) - 1)

    def move(self, found: WalkedPath, first: int, last: int) -> None:
        """Tell the moves between two of a walk's nodes, of the present stage."""
        part = found.nodes[first : last + 1]
        lines, codes, self.mover = receipt_lines(self.network, self.mover, part)
        self.lines += lines
        self.codes |= codes
        self.needs += suspect_bridges(self.network, part)
        new = 1 if self.nodes else 0
        self.nodes += part[new:]
        self.totals += [cost + self._spent for cost in found.totals[first + new : last + 1]]

    def receipt(self, complete: bool) -> Receipt:
        """The receipt; ``complete`` says that nothing declared was refused."""
        return finished(
            self.network,
            self.mover,
            self.nodes,
            self.totals,
            self.lines,
            self.codes,
            complete,
            self.needs,
            self.unchecked,
        )


def finished(
    network: Network,
    mover: Mover,
    nodes: Sequence[int],
    totals: Sequence[int],
    lines: list[Step],
    codes: set[str],
    complete: bool,
    needed: Sequence[str],
    unlooked: Sequence[str] = (),
) -> Receipt:
    """The receipt of a walked path: allowance, what is needed, what was not checked."""
    spent = totals[-1] if totals else 0
    legal = complete and bool(nodes)
    affordable = mover.ma is None or spent <= mover.ma
    needs, unchecked = surroundings(network, mover, nodes, legal and affordable)
    needs = sorted({*needs, *needed})
    unchecked += unlooked
    end = nodes[-1] // network.per_hex if nodes else None
    if legal and end is not None and end in network.position.limits.ends and not mover.gone:
        legal = False
        lines.append(ends_wrong(network, end))
    if mover.ma is None:
        unchecked.append("the movement allowance (unit.ma is not given)")
    elif spent > mover.ma:
        legal = False
        lines.append(overspent(network, nodes, totals, mover.ma))
    verdict: Verdict = "illegal"
    if legal:
        verdict = "undetermined" if needs else "legal"
        hexes_of = [node // network.per_hex for node in nodes]
        lines += brought(network, (b for a, b in pairwise(hexes_of) if a != b))
    column = bool(nodes) and network.place(nodes[-1])[1]
    hexes = hex_numbers(network, nodes)
    return Receipt(
        verdict,
        tuple(lines),
        spent,
        tuple(needs),
        tuple(unchecked),
        way_said(mover, network.position, verdict, hexes, column, spent, lines, needs),
        extra(network, nodes, totals, codes),
    )


def brought(network: Network, entered: Iterable[int]) -> Iterator[Step]:
    """The lines of what befalls others as their hexes are entered."""
    for place, one in network.position.limits.brought(entered):
        yield Step(one.why, one.rule, None, network.map.number(place), "", one.provenance)


def ends_wrong(network: Network, end: int) -> Step:
    """The line that says why a move may not end in a hex."""
    limits = network.position.limits
    found = limits.condition(limits.ends[end])
    number = network.map.number(end)
    return Step(found.why, found.rule, None, number, "", found.provenance, verdict="illegal")


def extra(
    network: Network, nodes: Sequence[int], totals: Sequence[int], codes: Iterable[str]
) -> dict[str, Any]:
    """Running totals and the readings an answer turned on."""
    found: dict[str, Any] = {"path": path_record(network, nodes, totals)}
    notes = referee_notes(network.rules, codes)
    if notes:
        found["notes"] = notes
    return found


def overspent(
    network: Network, nodes: Sequence[int], totals: Sequence[int], allowance: int
) -> Step:
    """The line that says where the allowance runs out."""
    at = next(k for k, cost in enumerate(totals) if cost > allowance)
    ends = tuple(network.map.number(node // network.per_hex) for node in nodes[at - 1 : at + 1])
    why = f"{mp(totals[at])} movement points are more than the allowance of {mp(allowance)}"
    return Step(why, SERIES.cite, None, ends[0], ends[1], verdict="illegal")


def receipt_lines(
    network: Network, mover: Mover, nodes: Sequence[int]
) -> tuple[list[Step], set[str], Mover]:
    """The receipt lines of a path, the codes of their parts, and the mover as it arrives.

    On foot over a railroad bridge that is not improved it loses its transport (2.15.3).
    """
    lines: list[Step] = []
    codes: set[str] = set()
    for a, b in pairwise(nodes):
        move = move_between(network, a, b)
        lines += lines_of(network, a, move, mover)
        codes |= {part.code for part in move.parts}
        if mover.organic and not mover.mounted and network.abandons(a, move):
            mover = replace(mover, organic=None)
    return lines, codes, mover


def suspect_bridges(network: Network, nodes: Sequence[int]) -> list[str]:
    """The checks of suspect bridges that a path of vehicles turns on (2.11)."""
    game_map = network.map
    needs: list[str] = []
    hexes = [node // network.per_hex for node in nodes]
    for a, b in pairwise(hexes):
        if a == b:
            continue
        beside = [column[a] for column in game_map.beside]
        if b in beside and network.move_class != "leg":
            place = a * 6 + beside.index(b)
            table = network.rules.tables[game_map.game(a)]
            cite, number = table.bridges["suspect"], game_map.hexside_number(place)
            crossing = network.side(place).crossing
            if crossing == "unchecked":
                needs.append(
                    f"bridge_dice: the die for the check of the suspect bridge {number}; on "
                    f"{table.fails_on} it is unstable and may not be crossed ({cite})"
                )
            elif crossing == "scenario":
                needs.append(
                    f"state.bridges: whether {number} is stable, the result of scenario 1; if "
                    f"unstable, no vehicle crosses it ({cite})"
                )
    return needs


def surroundings(
    network: Network, mover: Mover, nodes: Sequence[int], legal: bool
) -> tuple[list[str], list[str]]:
    """List the needs of a path that is legal as far as known, and what was not checked."""
    game_map, position = network.map, network.position
    hexes = [node // network.per_hex for node in nodes]
    entered = {b for a, b in pairwise(hexes) if a != b and legal}
    needs, unchecked = position.without_areas(game_map, entered)
    limits = position.limits
    doubts = (limits.doubt(a, b) for a, b in pairwise(hexes))
    needs += [need for need in doubts if need is not None]
    needs += [one.why for one in limits.conditions if one.still is None and legal]
    needs += [limits.checks[a] for a, b in pairwise(hexes) if a != b and a in limits.checks]
    blocks = sorted(
        {game_map.number(hex_id) for hex_id in hexes[1:] if hex_id in position.road_blocks}
    )
    if blocks:
        unchecked.append("the road block in " + ", ".join(blocks) + " (series rules)")
    for hex_id in dict.fromkeys(hexes[1:]):
        if hex_id in position.marked:
            kind, number = position.marked[hex_id], game_map.number(hex_id)
            unchecked.append(f"what the {kind} marker in {number} does to a move (series rules)")
    for _, leaving in mover.exits.games:
        by_exit = mover.exits.hexes.intersection(hexes[1:])
        may = leaving.named and not leaving.came_back
        if leaving.played and may and by_exit and not mover.gone:
            unchecked.append(f"{leaving.rule.why} ({leaving.rule.rule})")
    friends = sorted(
        {game_map.number(hex_id) for hex_id in hexes[1:] if hex_id in position.friends}
    )
    if friends:
        unchecked.append(
            "stacking with friendly Units in " + ", ".join(friends) + " (series rules)"
        )
    inside = sorted({game_map.number(hex_id) for hex_id in hexes} & (position.zones or frozenset()))
    if inside:
        unchecked.append(
            "what the enemy Fire Zones in " + ", ".join(inside) + " cost and draw (series rules)"
        )
    unchecked += carrying(network, mover, hexes[-1] if hexes else None)
    return sorted(set(needs)), unchecked


def hex_numbers(network: Network, nodes: Sequence[int]) -> list[str]:
    """The printed numbers of a path, a hex stayed in once."""
    hexes = [node // network.per_hex for node in nodes]
    kept = [hex_id for k, hex_id in enumerate(hexes) if k == 0 or hex_id != hexes[k - 1]]
    return [network.map.number(hex_id) for hex_id in kept]
