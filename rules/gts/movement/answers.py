"""The answers of the movement methods: a path checked, the cheapest way, everything in reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from builder.grid import distance
from rules.gts.movement.actions import Plan, carrying
from rules.gts.movement.exits import exit_hexes, leaves
from rules.gts.movement.ferries import ferried, ferry_between
from rules.gts.movement.network import HERE, Move, Network
from rules.gts.movement.path import Walk, Waypoint, fits, walk
from rules.gts.movement.position import Mover
from rules.gts.movement.receipts import (
    lines_of,
    move_between,
    node_record,
    path_record,
    referee_notes,
    refusal,
)
from rules.gts.movement.search import cheapest, reach
from rules.gts.movement.step import total
from rules.model import Receipt, Step, Verdict, mp

SERIES = "GTS series"
NO_ACTIONS = Plan()


def check_path(
    network: Network,
    mover: Mover,
    starts: Sequence[int],
    waypoints: Sequence[Waypoint],
    plan: Plan = NO_ACTIONS,
) -> Receipt:
    """Whether a unit may take a declared path, with every cost.

    A path the rules forbid ends at the step that is refused. Without an allowance the path is
    judged as such, and what was not checked says so. ``plan`` has the actions by the way.
    """
    start = starts[0] // network.per_hex if starts else waypoints[0].hex
    ferry = None if plan.acts else ferry_receipt(network, mover, start, waypoints)
    if ferry is not None:
        return ferry
    declared = waypoints if plan.refused is None else waypoints[: plan.refused + 1]
    found = walk(network, starts, declared, plan.networks)
    told = Told(network, mover)
    told.follow(found, plan)
    if found.stop is not None:
        told.lines += stopped(told.network, told.mover, found, waypoints[found.stop])
    complete = found.stop is None and plan.refused is None
    return finished(
        told.network,
        told.mover,
        told.nodes,
        told.totals,
        told.lines,
        told.codes,
        complete,
        told.needs,
        told.unchecked,
    )


class Told:
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

    def follow(self, found: Walk, plan: Plan) -> None:
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

    def move(self, found: Walk, first: int, last: int) -> None:
        """Tell the moves between two of a walk's nodes, of the present stage."""
        part = found.nodes[first : last + 1]
        lines, codes = receipt_lines(self.network, self.mover, part)
        self.lines += lines
        self.codes |= codes
        self.needs += suspect_bridges(self.network, part)
        new = 1 if self.nodes else 0
        self.nodes += part[new:]
        self.totals += [cost + self._spent for cost in found.totals[first + new : last + 1]]


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
    if mover.ma is None:
        unchecked.append("the movement allowance (unit.ma is not given)")
    elif spent > mover.ma:
        legal = False
        lines.append(overspent(network, nodes, totals, mover.ma))
    verdict: Verdict = "illegal"
    if legal:
        verdict = "undetermined" if needs else "legal"
    allowance = "" if mover.ma is None else f" of {mp(mover.ma)}"
    route = "–".join(hex_numbers(network, nodes))
    reason = "" if legal else ": " + next((s.why for s in lines if s.verdict == "illegal"), "")
    return Receipt(
        verdict,
        tuple(lines),
        spent,
        tuple(needs),
        tuple(unchecked),
        f"{verdict}: {route} {mp(spent)}{allowance} MP{reason}",
        extra(network, nodes, totals, codes),
    )


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
    return Step(why, SERIES, None, ends[0], ends[1], verdict="illegal")


def receipt_lines(
    network: Network, mover: Mover, nodes: Sequence[int]
) -> tuple[list[Step], set[str]]:
    """The receipt lines of a path and the codes of their parts."""
    lines: list[Step] = []
    codes: set[str] = set()
    for a, b in pairwise(nodes):
        move = move_between(network, a, b)
        lines += lines_of(network, a, move, mover)
        codes |= {part.code for part in move.parts}
    return lines, codes


def suspect_bridges(network: Network, nodes: Sequence[int]) -> list[str]:
    """The checks of suspect bridges that a path of vehicles turns on (2.11)."""
    map = network.map
    needs: list[str] = []
    hexes = [node // network.per_hex for node in nodes]
    for a, b in pairwise(hexes):
        if a == b:
            continue
        beside = [column[a] for column in map.beside]
        if b in beside and network.move_class != "leg":
            place = a * 6 + beside.index(b)
            if network.side(place).stream and network.side(place).crossing == "unchecked":
                cite = network.rules.tables[map.game(a)].cite("2.11")
                number = map.hexside_number(place)
                needs.append(f"the check of the suspect bridge {number} ({cite})")
    return needs


def surroundings(
    network: Network, mover: Mover, nodes: Sequence[int], legal: bool
) -> tuple[list[str], list[str]]:
    """What a path, legal as far as known, needs to be known, and what of it was not checked."""
    map, position = network.map, network.position
    hexes = [node // network.per_hex for node in nodes]
    entered = {b for a, b in pairwise(hexes) if a != b and legal}
    needs, unchecked = position.without_areas(map, entered)
    needs += [position.doubts[hex] for hex in hexes[1:] if hex in position.doubts]
    blocks = sorted({map.number(hex) for hex in hexes[1:] if hex in position.road_blocks})
    if blocks:
        unchecked.append("the road block in " + ", ".join(blocks) + " (series rules)")
    for game in sorted(network.rules.tables):
        leaving = network.rules.tables[game].exit
        by_exit = exit_hexes(map).intersection(hexes[1:])
        if leaves(leaving, mover) and by_exit and not mover.gone:
            unchecked.append(f"{leaving.why} ({network.rules.tables[game].cite(leaving.rule)})")
    friends = sorted({map.number(hex) for hex in hexes[1:] if hex in position.friends})
    if friends:
        unchecked.append(
            "stacking with friendly Units in " + ", ".join(friends) + " (series rules)"
        )
    unchecked += carrying(network, mover, hexes[-1] if hexes else None)
    return sorted(set(needs)), unchecked


def hex_numbers(network: Network, nodes: Sequence[int]) -> list[str]:
    """The printed numbers of a path, a hex stayed in once."""
    hexes = [node // network.per_hex for node in nodes]
    kept = [hex for k, hex in enumerate(hexes) if k == 0 or hex != hexes[k - 1]]
    return [network.map.number(hex) for hex in kept]


def stopped(network: Network, mover: Mover, found: Walk, waypoint: Waypoint) -> list[Step]:
    """Why a path goes no further, from the cheapest place it reached."""
    end = waypoint.hex
    if not found.front:
        return [Step("no Road of that name to begin on, or not in that formation", SERIES)]
    for node in found.front:
        hex, column, _ = network.place(node)
        forms = waypoint.column is not None and waypoint.column != column
        for move in sorted(network.moves(node), key=lambda m: m.road < 0):
            if total(move.parts) is not None:
                continue
            there = network.place(move.node)
            if forms and there[:2] == (hex, waypoint.column):
                return [refusal(network, node, move, hex, mover)]
            if not forms and fits(network, move, waypoint):
                return [refusal(network, node, move, end, mover)]
    here = found.front[0] // network.per_hex
    if here == end:
        missing = "the Unit is there already"
    elif end not in [column[here] for column in network.map.beside]:
        missing = "the hexes are not adjacent"
    elif waypoint.via == "ferry":
        missing = "no ferry is there, or the Unit did not begin its activation there"
    else:
        missing = f"no way {waypoint.via!r} leads there from where the Unit is"
    return [refusal(network, found.front[0], None, end, mover, missing)]


def ferry_receipt(
    network: Network, mover: Mover, start: int, waypoints: Sequence[Waypoint]
) -> Receipt | None:
    """The receipt of a path that is one ride on a ferry; None if it is not."""
    if len(waypoints) != 1 or waypoints[0].via not in (None, "ferry"):
        return None
    end = waypoints[0].hex
    site = ferry_between(network, start, end)
    if site is None:
        return None
    lines, needs, unchecked = ferried(network, mover, start, end, site)
    legal = not any(line.verdict == "illegal" for line in lines)
    areas, unlooked = network.position.without_areas(network.map, [end] if legal else [])
    needs += areas
    verdict: Verdict = ("undetermined" if needs else "legal") if legal else "illegal"
    return Receipt(
        verdict,
        tuple(lines),
        None,
        tuple(needs if legal else ()),
        (*unlooked, *unchecked),
        f"{verdict}: {network.map.number(start)}–{network.map.number(end)} by ferry",
    )


def best_way(
    network: Network, mover: Mover, starts: Sequence[int], goal: int, column: bool | None
) -> Receipt:
    """The cheapest legal way to a hex (in the formation asked for), or why there is none."""
    width = network.width

    def accepts(node: int) -> bool:
        return bool((node // width) & 1) == column

    found = cheapest(network, starts, goal, None if column is None else accepts)
    if found.cost is None:
        return unreachable(network, mover, starts, goal, found.reached)
    lines, codes = receipt_lines(network, mover, found.path)
    totals = [found.reached[node] for node in found.path]
    return finished(
        network, mover, found.path, totals, lines, codes, True, suspect_bridges(network, found.path)
    )


def unreachable(
    network: Network, mover: Mover, starts: Sequence[int], goal: int, reached: dict[int, int]
) -> Receipt:
    """Why a hex cannot be reached: what is refused at the frontier nearest to it."""
    map, per_hex = network.map, network.per_hex
    start = starts[0] // per_hex
    ride = ferry_receipt(network, mover, start, [Waypoint(goal)])
    if ride is not None:
        return ride
    number = map.number(goal)
    lines: dict[tuple[str, str], Step] = {}
    if any(node // per_hex == goal for node in reached):
        said = f"{number} can be reached, but not in that formation"
        tried = formation_moves(network, reached, goal)
    else:
        said = f"{number} is unreachable because at the nearest frontier"
        tried = frontier_moves(network, reached, goal)
    for node, move in tried:
        line = refusal(network, node, move, move.node // per_hex, mover)
        lines.setdefault((line.start, line.why), line)
    steps = tuple(lines.values()) or (Step("no way leads on", SERIES, verdict="illegal"),)
    reason = "; ".join(dict.fromkeys(line.why for line in steps))
    return Receipt("illegal", steps, None, (), network.position.unchecked, f"{said}: {reason}")


def formation_moves(network: Network, reached: dict[int, int], goal: int) -> list[tuple[int, Move]]:
    """The changes of formation refused in a hex that was reached."""
    return [
        (node, move)
        for node in sorted(reached)
        if node // network.per_hex == goal
        for move in network.moves(node, goal)
        if move.direction == HERE and total(move.parts) is None
    ]


def frontier_moves(network: Network, reached: dict[int, int], goal: int) -> list[tuple[int, Move]]:
    """The steps refused into the hex nearest to the goal of those next to what was reached."""
    map, per_hex = network.map, network.per_hex
    inside = {node // per_hex for node in reached}
    target = map.hex(goal)
    found = [
        ((distance(map.hex(move.node // per_hex), target), move.node // per_hex), node, move)
        for node in sorted(reached)
        if any(column[node // per_hex] not in inside for column in map.beside)
        for move in network.moves(node)
        if move.direction != HERE and move.node // per_hex not in inside
    ]
    nearest = min((where for where, _, _ in found), default=None)
    return [(node, move) for where, node, move in found if where == nearest]


def in_reach(
    network: Network, mover: Mover, starts: Sequence[int], allowance: int, states: bool
) -> Receipt:
    """Every hex within an allowance and, if asked for, every node, with the least cost."""
    costs = reach(network, starts, allowance)
    per_hex = network.per_hex
    hexes: dict[int, int] = {}
    for node, cost in costs.items():
        hex = node // per_hex
        if cost < hexes.get(hex, cost + 1):
            hexes[hex] = cost
    map, position = network.map, network.position
    unchecked = list(position.unchecked)
    if network.move_class != "leg":
        unchecked.append("suspect bridges not checked yet are taken as the options say")
    needs = sorted({position.doubts[hex] for hex in hexes if hex in position.doubts})
    unchecked += [f"unknown: {need}" for need in needs]
    start = starts[0] // per_hex if starts else None
    ends = {end for site in position.ferries for end in (site.start, site.end)}
    rides = [
        map.number(end)
        for end in sorted(ends)
        if start is not None
        and (site := ferry_between(network, start, end)) is not None
        and not any(s.verdict for s in ferried(network, mover, start, end, site)[0])
    ]
    found: dict[str, Any] = {
        "allowance": mp(allowance),
        "hexes": {map.number(hex): mp(hexes[hex]) for hex in sorted(hexes)},
        "counts": {"hexes": len(hexes), "states": len(costs)},
    }
    if states:
        found["states"] = [
            {**node_record(network, node), "total": mp(costs[node])} for node in sorted(costs)
        ]
    if rides:
        found["ferries"] = rides
    summary = f"{len(hexes)} hexes, {len(costs)} states within {mp(allowance)} MP"
    return Receipt("legal", (), None, (), tuple(unchecked), summary, found)
