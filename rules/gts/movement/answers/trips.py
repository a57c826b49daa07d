"""The answers for a unit that may act on its way: mount, dismount, leave the map."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from itertools import pairwise

from clubroute.builder.counting import so_many
from clubroute.builder.grid import distance
from clubroute.rules.answer.model import Receipt, mp
from clubroute.rules.answer.needs import need_records
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.movement.actions.plan import (
    ABOARD,
    LEFT,
    Act,
    Plan,
    Stage,
    acted,
    leaving_map,
    leaving_transport,
    out_of_column,
)
from clubroute.rules.gts.movement.answers.lines import ToldPath, node_record
from clubroute.rules.gts.movement.answers.paths import (
    NO_WAY,
    Reached,
    SearchFront,
    best_way,
    in_reach,
    reached_by,
    ride_receipt,
    stopped,
    unreachable,
)
from clubroute.rules.gts.movement.answers.turning import Answered, Other, said
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.cheapest import closed
from clubroute.rules.gts.movement.search.declared import WalkedPath, Waypoint, walk
from clubroute.rules.gts.movement.search.modes import (
    BARE,
    KINDS,
    MODES,
    ON_FOOT,
    RIDING,
    Modes,
    Variant,
    Ways,
    compared,
    railroad_bridge_hexes,
)
from clubroute.rules.gts.situation.mover import Mover

ACTIONS = ("mount", "dismount")
FREE = dict.fromkeys(ACTIONS, 0)
"""Costs no higher than any that may hold."""

DETOUR, LONGER = 2, 3
"""A way is a detour if it is so many times the straight line's hexes, and so many more."""

NOT_PLANNED = "ways that mount out of Column where vehicles are only in Column (series rules)"


@dataclass(frozen=True, slots=True)
class Trip:
    """A unit, the nodes at which it may begin, and its possible actions on the way.

    ``network_of`` gives the graph of a mover of another class; ``costs`` the half-MP that the
    series' rules charge to mount and to dismount, if the caller says it. ``again``: the trip is
    asked again by another reading, and only its verdict, its cost and its hexes count. ``looked``
    gathers hexes that an answer looked at beside those it names.
    """

    stage: Stage
    starts: Sequence[int]
    network_of: Callable[[Mover], Network]
    costs: Mapping[str, int]
    again: bool = False
    looked: set[int] = field(default_factory=set, compare=False)

    @property
    def hexes(self) -> frozenset[int]:
        """The first hex."""
        return frozenset(node // self.stage.network.per_hex for node in self.starts)

    def hexes_of(self, places: Iterable[int]) -> frozenset[int]:
        """Return the hexes of places of the joined graph."""
        per_place = self.stage.network.per_hex * KINDS
        return frozenset(place // per_place for place in places)

    @property
    def changes(self) -> bool:
        """Whether the unit has transport to mount or dismount; a unit that carries Infantry does
        neither."""
        mover = self.stage.mover
        if mover.divisional and not mover.mounted:
            table = self.stage.network.rules.tables[self.stage.network.map.game(min(self.hexes))]
            if mover.on_foot not in table.divisional.classes:
                return False
        return mover.organic is not None and not mover.piggyback

    @property
    def missing(self) -> tuple[str, ...]:
        """The possible actions whose cost is not known."""
        if not self.changes:
            return ()
        return tuple(action for action in ACTIONS if action not in self.costs)


def by_others(
    answer: Callable[[Trip], Answered],
    trip_by: Callable[[MovementReadings], Trip],
    first: Answered,
    others: Sequence[Other],
) -> Sequence[bool]:
    """Tell for each of some other readings whether the answer changes."""
    trips = [replace(trip_by(other.readings), again=True) for other in others]
    if first.compares is not None:
        return first.compares(trips, others)
    before = said(first.receipt)
    return [
        said(asked_again(answer, trip, first, other.hexes)) != before
        for trip, other in zip(trips, others, strict=True)
    ]


def asked_again(
    answer: Callable[[Trip], Answered], trip: Trip, first: Answered, hexes: Collection[int]
) -> Receipt:
    """Answer a trip by another reading, which concerns some of the hexes looked at.

    If no way led to a hex, none does unless a step leads out of the nodes that could be reached.
    """
    if first.shut and closed(trip.stage.network, first.shut, trip.starts, hexes):
        return first.receipt
    return answer(trip).receipt


def modes_of(trip: Trip, costs: Mapping[str, int], tells_start: bool = False) -> Modes:
    """Return the joined graph of a trip, with the known (or assumed) costs of actions."""
    stage, mover = trip.stage, trip.stage.mover
    if mover.organic is None or not trip.changes:
        networks = (stage.network,) * MODES
        return Modes(networks, BARE, None, None, {}, {}, frozenset(), tells_start)
    riding = replace(mover, mounted=True, move_class=mover.organic)
    walking = replace(mover, mounted=False, move_class=mover.on_foot)
    on_foot = trip.network_of(walking)
    by_transport = trip.network_of(riding)
    organic, walker = mover.organic, Stage(on_foot, walking)
    return Modes(
        (by_transport, on_foot, on_foot),
        RIDING if mover.mounted else ON_FOOT,
        costs.get("mount"),
        costs.get("dismount"),
        on_foot.by_hex(("mounts", organic), lambda hex_id: out_of_column(walker, hex_id, organic)),
        by_transport.by_hex("raised", lambda hex_id: by_transport.ground(hex_id).raised),
        railroad_bridge_hexes(on_foot),
        tells_start,
        stage.network.rules.readings.railroad_transport == LEFT,
    )


def best_trip(trip: Trip, goal: int, column: bool | None, leaves: bool) -> Answered:
    """Return the cheapest legal way to a hex, with mounting and dismounting, or why there is none.

    ``column`` is the formation it is to end in, ``leaves`` that it leaves the map there. An action
    without a given cost is not planned. The answer says so only if such a way could be cheaper, and
    is undetermined only if there is no other way.
    """
    stage = trip.stage
    if leaves:
        act = leaving_map(stage, goal, True)
        if act.refused:
            why = act.lines[-1].why
            unchecked = stage.network.position.unchecked
            no = Receipt("illegal", act.lines, None, (), unchecked, why)
            return Answered(no, ())
        plan = Plan({0: act})
    else:
        plan = Plan()
    back = leaves and goal in trip.hexes
    if not trip.changes and not back:
        way = best_way(
            stage.network, stage.mover, trip.starts, goal, column, plan, explains=not trip.again
        )
        return replace(way, receipt=with_detour(trip, way.receipt, goal))

    def accepts(place: int) -> bool:
        formed = column is None or stage.network.place(place // KINDS)[1] == column
        return formed and (not back or place % 2 == 1)

    modes = modes_of(trip, trip.costs, back)
    found = least = modes.cheapest(trip.starts, goal, accepts)
    if trip.missing:
        trip.looked.update(trip.hexes_of(found.reached))
        least = modes_of(trip, {**FREE, **trip.costs}, back).cheapest(trip.starts, goal, accepts)
    looked = trip.hexes_of(least.reached)
    most = stage.mover.ma
    if beyond(found, most) and not beyond(least, most):
        found = least
    if found.cost is None:
        ride = None
        if not leaves:
            start = trip.starts[0] // stage.network.per_hex
            ride = ride_receipt(stage.network, stage.mover, start, Waypoint(goal))
        if ride is None and not trip.again:
            return Answered(unreachable(fronts(trip, modes, least), goal), looked)
        return Answered(ride or NO_WAY, looked)
    told = tell(trip, modes, found, leaves)
    if least.cost is not None and least.cost < found.cost:
        told.unchecked.append(
            f"whether it is cheaper to {' or '.join(trip.missing)} by the way ({given(trip)})"
        )
    if trip.changes:
        told.unchecked.append(NOT_PLANNED)
    receipt = with_detour(trip, told.receipt(True), goal)
    unchecked = tuple(line for line in receipt.unchecked if line != ABOARD)
    return Answered(replace(receipt, unchecked=unchecked), looked)


def with_detour(trip: Trip, way: Receipt, goal: int) -> Receipt:
    """Add to a way the reason why it is much longer than the straight line."""
    network, path = trip.stage.network, way.extra.get("path", ())
    if trip.again or not path or not trip.starts:
        return way
    start = trip.starts[0] // network.per_hex
    hexes = [entry["hex"] for entry in path]
    steps = sum(a != b for a, b in pairwise(hexes))
    apart = distance(network.map.hex(start), network.map.hex(goal))
    if apart == 0 or steps < DETOUR * apart or steps - apart < LONGER:
        return way
    line = straight(network, start, goal)
    trip.looked.update(waypoint.hex for waypoint in line)
    found = walk(network, trip.starts, line)
    if found.stop is None:
        return way
    stop = stopped(network, trip.stage.mover, found, line[found.stop])[0]
    where = "–".join(filter(None, (stop.start, stop.end)))
    note = f"the straight way is closed at {where}: {stop.why} [{stop.rule}]"
    return replace(way, extra={**way.extra, "notes": [*way.extra.get("notes", ()), note]})


def straight(network: Network, start: int, goal: int) -> list[Waypoint]:
    """Return the hexes nearest to the straight line from a hex to another, up to the map's edge."""
    country, hexes, here = network.map, list[Waypoint](), start
    a, b = country.hex(start), country.hex(goal)

    def off(hex_id: int) -> int:
        """Return the distance of a hex from the line."""
        h = country.hex(hex_id)
        return abs((b.line - a.line) * (h.half - a.half) - (b.half - a.half) * (h.line - a.line))

    while here != goal:
        left = distance(country.hex(here), b)
        near = {beside[here] for beside in country.beside} - {NOWHERE}
        onward = [h for h in near if distance(country.hex(h), b) < left]
        if not onward:
            break
        here = min(onward, key=lambda h: (off(h), h))
        hexes.append(Waypoint(here))
    return hexes


def beyond(found: Ways, allowance: int | None) -> bool:
    """Tell whether there is no way within the allowance."""
    return found.cost is None or (allowance is not None and found.cost > allowance)


def given(trip: Trip) -> str:
    """Return the costs that the caller did not give."""
    names = " and ".join(f"costs.{action}" for action in trip.missing)
    return f"{names} not given; series rules"


def tell(trip: Trip, modes: Modes, found: Ways, leaves: bool) -> ToldPath:
    """Return a way in lines, with every action where it happens."""
    stage, per_hex = trip.stage, trip.stage.network.per_hex
    nodes: list[int] = []
    totals: list[int] = []
    ends: list[int] = []
    acts: dict[int, Act] = {}
    spent = 0
    for place in found.path:
        node, mode = modes.node(place), modes.mode_of(place)
        if nodes and node == nodes[-1]:
            action = "mount" if mode == RIDING else "dismount"
            act = acted(stage, node // per_hex, action, trip.network_of, trip.costs)
            acts[len(ends)] = act
            ends.append(len(nodes) - 1)
            spent = found.reached[place] - totals[-1]
            stage = act.after
            continue
        if mode == BARE and stage.mover.mounted:
            here = nodes[-1] // per_hex
            acts[len(ends)] = act = leaving_transport(stage, here, trip.network_of)
            ends.append(len(nodes) - 1)
            stage = act.after
        nodes.append(node)
        totals.append(found.reached[place] - spent)
        mover = replace(stage.mover, column=stage.network.place(node)[1])
        if mode == BARE:
            mover = replace(mover, organic=None)
        stage = Stage(stage.network, mover)
    if leaves:
        acts[len(ends)] = leaving_map(stage, nodes[-1] // per_hex, True)
        ends.append(len(nodes) - 1)
    told = ToldPath(trip.stage.network, trip.stage.mover)
    told.follow(WalkedPath(tuple(nodes), tuple(totals), ends=tuple(ends)), Plan(acts))
    return told


def fronts(trip: Trip, modes: Modes, found: Ways) -> list[SearchFront]:
    """Return the hexes a search reached in each mode."""
    parts: list[dict[int, int]] = [{} for _ in range(MODES)]
    for place, cost in found.reached.items():
        parts[modes.mode_of(place)][modes.node(place)] = cost
    return [
        SearchFront(network, trip.stage.mover, part)
        for network, part in zip(modes.networks, parts, strict=True)
        if part
    ]


def trips_in_reach(trip: Trip, allowance: int, states: bool) -> Answered:
    """Return every hex within an allowance, with mounting and dismounting, and the exits among
    them."""
    stage = trip.stage
    exits = stage.mover.exits.hexes
    back = bool(exits & trip.hexes)
    modes = modes_of(trip, trip.costs)
    if not trip.changes:
        found = reached_by(stage.network, trip.starts, allowance)
        unchecked: list[str] = []
    else:
        found = reached_in_modes(stage.network, modes.reach_by_kind(trip.starts, allowance))
        unchecked = [NOT_PLANNED]
        if trip.missing and not trip.again:
            free = modes_of(trip, {**FREE, **trip.costs})
            places = free.reach_by_kind(trip.starts, allowance)
            more = reached_in_modes(stage.network, places).hexes
            trip.looked.update(more)
            count = sum(cost < found.hexes.get(hex_id, cost + 1) for hex_id, cost in more.items())
            if count:
                how = " or ".join(trip.missing)
                cheaper = f"whether {so_many(count, 'hex')} could be cheaper"
                unchecked.append(f"{cheaper} if it may {how} ({given(trip)})")
    entered = dict(found.hexes)
    if back:
        for hex_id in exits & trip.hexes:
            entered.pop(hex_id, None)
        again = modes_of(trip, trip.costs, True).reach(trip.starts, allowance)
        trip.looked.update(trip.hexes_of(again))
        for place, cost in again.items():
            hex_id = place // KINDS // stage.network.per_hex
            if place % 2 and hex_id in exits and cost < entered.get(hex_id, cost + 1):
                entered[hex_id] = cost
    left = []
    for hex_id in sorted(exits & entered.keys()):
        act = leaving_map(stage, hex_id, True)
        if not act.refused:
            record = {"hex": stage.network.map.number(hex_id), "total": mp(entered[hex_id])}
            needs = {"needs": need_records(act.needs)} if act.needs else {}
            left.append({**record, "rule": act.lines[-1].rule, **needs})
    states = states and not trip.again
    receipt = in_reach(stage.network, stage.mover, trip.starts, allowance, states, found)
    extra = {**receipt.extra, "exits": left} if left else receipt.extra
    told = replace(receipt, unchecked=(*receipt.unchecked, *unchecked), extra=extra)

    def compares(trips: Sequence[Trip], others: Sequence[Other]) -> Sequence[bool]:
        """Compare the hexes, and with them the exits, by one search for all other readings."""
        variants = [
            Variant(modes_of(by, trip.costs), by.starts, other.hexes, other.leaving)
            for by, other in zip(trips, others, strict=True)
        ]
        result = compared(modes, trip.starts, found.hexes, variants, allowance)
        trip.looked.update(result.looked)
        return result.differ

    # What it costs to come back to the first hex, and leave there, is in no hex's cost.
    return Answered(told, frozenset(found.hexes), compares=None if back else compares)


def reached_in_modes(network: Network, places: Sequence[Mapping[int, int]]) -> Reached:
    """Join what several modes reached, by kind: least costs by hex, every state with its mode."""
    hexes: dict[int, int] = {}
    for costs in places:
        for node, cost in costs.items():
            hex_id = node // network.per_hex
            if hex_id not in hexes or cost < hexes[hex_id]:
                hexes[hex_id] = cost

    def records() -> list[dict[str, object]]:
        states = sorted(
            (node * KINDS + kind, cost)
            for kind, costs in enumerate(places)
            for node, cost in costs.items()
        )
        return [
            {
                **node_record(network, place // KINDS),
                "mounted": place // 2 % MODES == RIDING,
                **({"abandoned": True} if place // 2 % MODES == BARE else {}),
                "total": mp(cost),
            }
            for place, cost in states
        ]

    return Reached(hexes, sum(map(len, places)), records)
