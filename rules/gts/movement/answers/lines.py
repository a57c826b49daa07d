"""The working of a movement answer: a line for everything paid, refused or lost."""

from __future__ import annotations

from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import replace
from itertools import pairwise
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import PROVENANCES, Provenance, weakest
from clubroute.rules.answer.first_line import asked_first, cited, fitting
from clubroute.rules.answer.model import (
    Receipt,
    Step,
    Verdict,
    amount,
    mp,
)
from clubroute.rules.ground.mapfile import PlacedFeature
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.actions.plan import Plan, carrying
from clubroute.rules.gts.movement.graph.network import (
    CROSSINGS,
    HERE,
    OFF_ROAD,
    Move,
    Network,
)
from clubroute.rules.gts.movement.search.declared import WalkedPath
from clubroute.rules.gts.movement.steps.judge import (
    REFEREE,
    UNUSABLE,
    Rules,
    StepPart,
    rule_of,
    total,
    words,
)
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings

# The summary of a movement answer: one sentence that may be pasted into a chat.


def zones_said(position: Surroundings, hexes: Sequence[str]) -> str:
    """Say that the way leads through enemy Fire Zones, which the series rules price."""
    zones = position.zones or ()
    return (
        "; your series rules add for the Fire Zone" if any(hex_ in zones for hex_ in hexes) else ""
    )


def way_said(
    mover: Mover,
    position: Surroundings,
    verdict: Verdict,
    hexes: Sequence[str],
    column: bool,
    spent: int,
    lines: Sequence[Step],
    needs: Sequence[str],
) -> str:
    """Say whether a unit may go a way, and for how much; ``hexes`` are its hexes in order."""
    if mover.ma is not None and spent > mover.ma and len(hexes) > 1:
        return f"No: {amount(spent)} MP, more than its {amount(mover.ma)} [{SERIES.cite}]"
    if verdict == "illegal":
        return ""
    of = "" if mover.ma is None else f" of {amount(mover.ma)}"
    price = f"{amount(spent)}{of} MP" + " in Column" * column
    if verdict == "undetermined":
        return fitting((f"{price}, if it may: {asked_first(needs)}", f"{price}, if it may"))
    rules = dict.fromkeys(line.rule for line in lines if line.cost)
    by = cited(rules) if len(rules) <= FEW_RULES else ""
    return f"{'' if mover.ma is None else 'Yes, '}{price}{zones_said(position, hexes)}{by}"


FEW_RULES = 2
"""Rules that a first line cites; of more the lines below do."""


def ride_said(verdict: Verdict, ends: tuple[str, str], why: str) -> str:
    """Say whether a unit may take a ferry, with ``why`` if it may not."""
    told = f": {why}" if why else ""
    if verdict == "illegal":
        return f"No{told}"
    if verdict == "legal":
        return f"Yes, {ends[0]}–{ends[1]} by ferry{told}"
    return fitting((f"By ferry, if it may{told}", "By ferry, if it may"))


def reach_said(mover: Mover, hexes: int, allowance: int) -> str:
    """Say how far a unit comes."""
    formed = " in Column" if mover.column else ""
    return f"{so_many(hexes, 'hex')} within {amount(allowance)} MP{formed}"


def move_between(network: Network, a: int, b: int) -> Move:
    """Return the cheapest move from a node to a node it has a step to."""
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
    """Return a move as receipt lines, the hex it leads to on its first line."""
    a, b = start // network.per_hex, move.node // network.per_hex
    game = network.map.game(a if move.direction == HERE else b)
    basis = provenance(network, a, move)
    parts = list(move.parts)
    if mover.organic and not mover.mounted and network.abandons(start, move):
        parts.append(StepPart("transport_lost", None))
    lines = []
    for number, part in enumerate(parts):
        first = number == 0
        lines.append(
            Step(
                why=why(network, move, part) if first else words(part),
                rule=rule_of(network.rules, game, part),
                cost=part.cost,
                start=network.map.number(a) if first else "",
                end=network.map.number(b) if first and move.direction != HERE else "",
                provenance=basis,
            )
        )
    return lines


def why(network: Network, move: Move, part: StepPart) -> str:
    """Return a move's first part in words, with the name of the Road."""
    if part.code == "road":
        road = network.map.roads[move.road]
        return f"{words(part)} {road.name or road.id}"
    return words(part)


def refusal(
    network: Network, start: int, move: Move | None, end: int, mover: Mover, missing: str = ""
) -> Step:
    """Return the line that says why a step may not be taken."""
    a = start // network.per_hex
    numbers = (network.map.number(a), network.map.number(end))
    if move is None:
        return Step(missing, SERIES.cite, None, *numbers, verdict="illegal")
    part = move.parts[0]
    game = network.map.game(a if move.direction == HERE else end)
    basis, rule = provenance(network, a, move), rule_of(network.rules, game, part)
    if part.code.startswith("enemy"):
        basis = "rulebook"
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
    """Return the weakest fact a move rests on: hex terrain, hexside features, the Road's link."""
    game_map = network.map
    end = move.node // network.per_hex
    if move.direction == HERE:
        return game_map.provenance_of(hex_id)
    place = hex_id * 6 + move.direction
    reasons = [feature.basis for feature in deciding(network, place, move)]
    if move.road == OFF_ROAD:
        reasons.append(game_map.hex_basis[end])
    else:
        reasons += [k.basis for k in game_map.links.get(place, ()) if k.road == move.road]
    return weakest(game_map.bases[reason].provenance for reason in reasons)


OVER_RIVERS = frozenset({"bridge_column", "bridge_by_road", *UNUSABLE.values()})
"""The refusals that turn on a River and what leads over it."""
OF_STREAMS = frozenset(
    {
        *("stream", "stream_on_foot", "stream_spared", "bridge_unstable"),
        *("bridge_unchecked", "bridge_avoided", "bridge_scenario"),
    }
)
"""What is paid or refused for a stream or what leads over it."""


def deciding(network: Network, place: int, move: Move) -> list[PlacedFeature]:
    """Return the features of a hexside that a move over it turns on.

    An owner's module has one fact of a hexside. Other facts of our map there do not make an answer
    less sure that turns on the module's.
    """
    features = [feature for feature in network.map.sides.get(place, ()) if feature.kind != "crest"]
    part = move.parts[0]
    barring: Collection[str] = {
        "river": network.rivers,
        "impassable_side": network.impassable,
        "stream_vehicle": ("stream",),
    }.get(part.code, ())
    if barring:
        # Each of them bars the way by itself.
        bases = network.map.bases
        rank = [
            (PROVENANCES.index(bases[feature.basis].provenance), feature) for feature in features
        ]
        return [one for _, one in sorted(rank) if one.kind in barring][:1]
    if part.code in OVER_RIVERS or (part.code == "railroad_bridge" and part.cost is None):
        leads = {*network.rivers, *CROSSINGS} - {"stream_bridge"}
        return [feature for feature in features if feature.kind in leads]
    if any(part.code in OF_STREAMS for part in move.parts):
        return features
    return [feature for feature in features if feature.kind != "stream"]


def path_record(network: Network, nodes: Sequence[int], totals: Sequence[int]) -> list[Any]:
    """Return where the unit is after each move, with the running total."""
    return [
        {**node_record(network, node), "total": mp(cost)}
        for node, cost in zip(nodes, totals, strict=True)
    ]


def node_record(network: Network, node: int) -> dict[str, Any]:
    """Return a node as JSON: hex, Column, and the id of the Road the unit is on."""
    hex_id, column, road = network.place(node)
    record: dict[str, Any] = {"hex": network.map.number(hex_id), "column": column}
    if road != OFF_ROAD:
        record["road"] = network.map.roads[road].id
    return record


def referee_notes(rules: Rules, codes: Iterable[str]) -> list[str]:
    """Return the readings an answer turned on, each once, in words."""
    names = sorted({REFEREE[code] for code in codes if code in REFEREE})
    return [rules.readings.chosen(name) for name in names]


# A path as it is told: every line of its receipt, its actions, and what was not checked.


class ToldPath:
    """The lines of a walked path: nodes and totals, with each action where it happens."""

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
        """Add the lines of a walk from its start to where it ends or stops."""
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
        """Add the lines of the moves between two of a walk's nodes, of the present stage."""
        part = found.nodes[first : last + 1]
        lines, codes, self.mover = receipt_lines(self.network, self.mover, part)
        self.lines += lines
        self.codes |= codes
        self.needs += suspect_bridges(self.network, part)
        new = 1 if self.nodes else 0
        self.nodes += part[new:]
        self.totals += [cost + self._spent for cost in found.totals[first + new : last + 1]]

    def receipt(self, complete: bool) -> Receipt:
        """Return the receipt; ``complete``: nothing declared was refused."""
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
    """Return the receipt of a walked path: allowance, what is needed, what was not checked."""
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
    """Yield the lines of units and markers whose hexes are entered."""
    for place, one in network.position.limits.brought(entered):
        yield Step(one.why, one.rule, None, network.map.number(place), "", one.provenance)


def ends_wrong(network: Network, end: int) -> Step:
    """Return the line that says why a move may not end in a hex."""
    limits = network.position.limits
    found = limits.condition(limits.ends[end])
    number = network.map.number(end)
    return Step(found.why, found.rule, None, number, "", found.provenance, verdict="illegal")


def extra(
    network: Network, nodes: Sequence[int], totals: Sequence[int], codes: Iterable[str]
) -> dict[str, Any]:
    """Return the running totals and the readings on which an answer turned."""
    found: dict[str, Any] = {"path": path_record(network, nodes, totals)}
    notes = referee_notes(network.rules, codes)
    if notes:
        found["notes"] = notes
    return found


def overspent(
    network: Network, nodes: Sequence[int], totals: Sequence[int], allowance: int
) -> Step:
    """Return the line that says where the allowance runs out."""
    at = next(k for k, cost in enumerate(totals) if cost > allowance)
    ends = tuple(network.map.number(node // network.per_hex) for node in nodes[at - 1 : at + 1])
    why = f"{amount(totals[at])} MP, more than its {amount(allowance)}"
    return Step(why, SERIES.cite, None, ends[0], ends[1], verdict="illegal")


def receipt_lines(
    network: Network, mover: Mover, nodes: Sequence[int]
) -> tuple[list[Step], set[str], Mover]:
    """Return the receipt lines of a path, the codes of their parts, and the mover as it arrives.

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
    """Return the checks of suspect bridges that a path of vehicles turns on (2.11)."""
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
    needs += [condition.why for condition in limits.conditions if condition.still is None and legal]
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
    """Return the printed numbers of a path, a hex stayed in once."""
    hexes = [node // network.per_hex for node in nodes]
    kept = [hex_id for k, hex_id in enumerate(hexes) if k == 0 or hex_id != hexes[k - 1]]
    return [network.map.number(hex_id) for hex_id in kept]
