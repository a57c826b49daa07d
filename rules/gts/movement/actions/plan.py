"""Actions in a hex on the way: riders get off, a unit mounts or dismounts its transport."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clubroute.rules.answer.model import MoveClass, Step, mp
from clubroute.rules.gts.games import SERIES, MovementTable
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.declared import EXIT, Waypoint
from clubroute.rules.gts.situation.mover import Mover, exit_needs
from clubroute.rules.position.names import same_group

# Who may carry whom: Infantry riding piggyback, Divisional Trucks and Jeeps.


@dataclass(frozen=True, slots=True)
class Carriage:
    """The verdict on carrying: refusals as lines of a receipt, what was not checked, remarks."""

    refusals: tuple[Step, ...] = ()
    unchecked: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


CARRIES_NONE = Carriage()
"""The verdict on a unit that carries nobody."""


def carriage(table: MovementTable, window: str, mover: Mover, number: str) -> Carriage:
    """Judge whether a unit in a hex may carry the Infantry it is said to carry."""
    rules, rider = table.piggyback, mover.rider
    scope, strict = rules.scope_rule, rules.restrictions_rule
    limited = rules.limits(window)
    refused: list[tuple[str, str]] = []
    unchecked: list[str] = []

    def judge(known: bool, fits: bool, why: str, condition: str, rule: str) -> None:
        if not known:
            unchecked.append(f"{condition} ({rule})")
        elif not fits:
            refused.append((why, rule))

    judge(
        True,
        mover.move_class != "leg",
        "only a vehicle carries Infantry in piggyback mode",
        "",
        scope,
    )
    judge(
        bool(rider.move_class),
        rider.move_class == "leg",
        "only Infantry rides in piggyback mode",
        "that the rider is Infantry",
        scope,
    )
    judge(
        bool(rider.formation and rider.vehicle_formation),
        same_group(rider.formation, rider.vehicle_formation),
        "Infantry rides on vehicles of its own Formation only",
        "that the rider is of the vehicle's Formation",
        scope,
    )
    judge(
        rider.organic is not None,
        not rider.organic,
        "Infantry with Organic Transport never rides in piggyback mode",
        "that the rider has no Organic Transport",
        strict,
    )
    judge(
        rider.steps is not None and rider.vehicle_steps is not None,
        (rider.steps or 0) <= (rider.vehicle_steps or 0),
        "the vehicle has fewer Steps than the Infantry it carries",
        "that the vehicle has at least as many Steps as the rider",
        strict,
    )
    if limited:
        names = " and ".join(rules.who)
        judge(
            bool(mover.groups),
            any(same_group(who, group) for who in rules.who for group in mover.groups),
            f"only {names} ride in piggyback mode",
            f"that the Units are {names}",
            scope,
        )
        unchecked.append(f"that the Units arrived or were set up so ({scope})")
    unchecked.append(f"that the vehicle is activated: both move as one ({rules.together_rule})")
    lines = tuple(Step(why, rule, None, number, verdict="illegal") for why, rule in refused)
    free = f"in the combined game all may ride in piggyback mode ({rules.freed_rule})"
    notes = (free,) if rules.who and not limited else ()
    return Carriage(lines, tuple(unchecked), notes)


ACTIONS = ("mount_riders", "dismount_riders", "mount", "dismount")
ABOARD = "mounting and dismounting Organic Transport (series rules)"
BOARDING = "mount_riders"
LEAVING = "leave_transport"
"""What a mounted unit does, undeclared, before it crosses a railroad bridge (2.15.3)."""
LEFT = "left"
"""The reading by which it does."""
BELOW = ("culvert", "viaduct", "para_culvert")


@dataclass(frozen=True, slots=True)
class Stage:
    """The unit and its graph until the next action."""

    network: Network
    mover: Mover


@dataclass(frozen=True, slots=True)
class Act:
    """An action at the end of a waypoint: its lines, and the stage that follows.

    ``needs`` says what decides its cost or whether it may be done.
    """

    lines: tuple[Step, ...]
    after: Stage
    needs: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()

    @property
    def refused(self) -> bool:
        """Whether the rules forbid it."""
        return any(line.verdict == "illegal" for line in self.lines)

    @property
    def cost(self) -> int:
        """The known cost in half-MP."""
        return sum(line.cost or 0 for line in self.lines)


@dataclass(frozen=True, slots=True)
class Plan:
    """The actions of a declared path by number of waypoint, up to one that is refused."""

    acts: Mapping[int, Act] = field(default_factory=dict)
    refused: int | None = None

    @property
    def networks(self) -> dict[int, Network]:
        """The graphs that hold after waypoints at which they may change."""
        return {number: act.after.network for number, act in self.acts.items()}


def planned(
    stage: Stage,
    start: int,
    waypoints: Sequence[Waypoint],
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Plan:
    """Plan the actions of a path from a hex on, in their order.

    ``network_of`` gives the graph of a mover of another class; ``costs`` the half-MP that the
    series' rules charge for an action, if the caller says it.
    """
    acts: dict[int, Act] = {}
    here = start
    for number, waypoint in enumerate(waypoints):
        if abandons_transport(stage, here, waypoint):
            stage = replace(stage, mover=replace(stage.mover, organic=None))
        here = waypoint.hex
        if waypoint.column is not None:
            stage = replace(stage, mover=replace(stage.mover, column=waypoint.column))
        if not waypoint.action:
            continue
        if waypoint.action == EXIT:
            moved = any(way.hex != start for way in waypoints)
            act = leaving_map(stage, waypoint.hex, moved)
        else:
            act = acted(stage, waypoint.hex, waypoint.action, network_of, costs)
            alone = len(waypoints) == 1 and waypoint.hex == start
            if waypoint.action == BOARDING and not act.refused and not alone:
                why = "riders get on with the whole movement action of both Units"
                act = refused(stage, act.lines[0].start, why, act.lines[0].rule)
        acts[number] = act
        if act.refused:
            return Plan(acts, number)
        stage = act.after
    return Plan(acts)


def with_leaving(stage: Stage, start: int, waypoints: Sequence[Waypoint]) -> Sequence[Waypoint]:
    """Return the waypoints with one more before a railroad bridge that the unit crosses mounted."""
    mover = stage.mover
    if not mover.organic or stage.network.rules.readings.railroad_transport != LEFT:
        return waypoints
    found: list[Waypoint] = []
    here, mounted = start, mover.mounted
    for waypoint in waypoints:
        if mounted and parts_transport(stage.network, here, waypoint):
            found.append(Waypoint(here, action=LEAVING))
            mounted = False
        found.append(waypoint)
        here = waypoint.hex
        mounted = (mounted and waypoint.action != "dismount") or waypoint.action == "mount"
    return found


def abandons_transport(stage: Stage, here: int, waypoint: Waypoint) -> bool:
    """Tell whether a unit on foot leaves its transport behind at a railroad bridge (2.15.3)."""
    mover = stage.mover
    return (
        mover.organic is not None
        and not mover.mounted
        and parts_transport(stage.network, here, waypoint)
    )


def parts_transport(network: Network, here: int, waypoint: Waypoint) -> bool:
    """Tell whether the way to a waypoint is a railroad bridge that no transport crosses
    (2.15.3)."""
    if waypoint.via in BELOW:
        return False
    for direction, beside in enumerate(network.map.beside):
        if beside[here] == waypoint.hex:
            return network.side(here * 6 + direction).parts_transport
    return False


def acted(
    stage: Stage,
    hex_id: int,
    action: str,
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Act:
    """Take an action in a hex."""
    game_map = stage.network.map
    table = stage.network.rules.tables[game_map.game(hex_id)]
    if action == "dismount_riders":
        return riders_off(stage, game_map.number(hex_id), table)
    if action == BOARDING:
        return riders_on(stage, game_map.number(hex_id), table)
    mover = stage.mover
    if action == LEAVING:
        return leaving_transport(stage, hex_id, network_of)
    if mover.piggyback:
        why = "a vehicle that carries Infantry does nothing but move and let it get off"
        return refused(stage, game_map.number(hex_id), why, table.piggyback.restrictions_rule)
    if action == "mount":
        return mounting(stage, hex_id, table, network_of, costs)
    if not mover.mounted:
        return refused(stage, game_map.number(hex_id), "the Unit is not mounted", SERIES.cite)
    return dismounting(stage, hex_id, table, network_of, costs)


def refused(stage: Stage, number: str, why: str, rule: str) -> Act:
    """Refuse an action."""
    return Act((Step(why, rule, None, number, verdict="illegal"),), stage)


def riders_cost(mover: Mover, table: MovementTable) -> int | None:
    """Return the half-MP for which riders get off a vehicle, None if its allowance is not known."""
    return None if mover.ma is None else round(mover.ma * table.piggyback.dismount)


def riders_on(stage: Stage, number: str, table: MovementTable) -> Act:
    """Let Infantry in the hex get on: a whole movement action of both Units (WED S4.1)."""
    mover, rules = stage.mover, table.piggyback
    rule = rules.boards_rule or rules.scope_rule
    if mover.piggyback:
        return refused(stage, number, "one vehicle carries one Infantry Unit", rule)
    if mover.move_class == "leg":
        return refused(stage, number, "only a vehicle carries Infantry in piggyback mode", rule)
    if not rules.boards_rule and rules.limits(stage.network.map.window):
        why = "Infantry rides only as it arrives or is set up; it never gets on in play"
        return refused(stage, number, why, rule)
    carrier = replace(mover, piggyback=True)
    carried = carriage(table, stage.network.map.window, carrier, number)
    if carried.refusals:
        return Act(carried.refusals, stage)
    began = f"that the Infantry began in the hex and spends its movement action too ({rule})"
    line = Step("the Infantry gets on: the whole movement action of both Units", rule, 0, number)
    return Act((line,), Stage(stage.network, carrier), (), (began, *carried.unchecked))


def riders_off(stage: Stage, number: str, table: MovementTable) -> Act:
    """Let the Infantry leave piggyback mode; the vehicle goes on (WED S4.2, TDC S5.11.2)."""
    mover, rule = stage.mover, table.piggyback.rule
    if not mover.piggyback:
        return refused(stage, number, "no Infantry rides on the Unit", rule)
    if mover.move_class == "leg":
        return refused(stage, number, "only a vehicle carries Infantry in piggyback mode", rule)
    cost = riders_cost(mover, table)
    why = "the Infantry gets off, not in Column, and stays; half of the vehicle's printed allowance"
    needs = () if cost is not None else (f"unit.ma: the printed movement allowance ({rule})",)
    after = Stage(stage.network, replace(mover, piggyback=False))
    return Act((Step(why, rule, cost, number),), after, needs)


def mounting(
    stage: Stage,
    hex_id: int,
    table: MovementTable,
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Act:
    """Let a unit mount its Organic Transport, or a Divisional Truck or Jeep in the same way."""
    mover, number = stage.mover, stage.network.map.number(hex_id)
    if mover.mounted:
        return refused(stage, number, "the Unit is mounted already", SERIES.cite)
    if mover.organic is None:
        return refused(stage, number, "the Unit has no transport to mount", SERIES.cite)
    rule, why = SERIES.cite, "mounts its Organic Transport"
    unchecked = ["the movement allowance after mounting (series rules)"]
    if mover.divisional:
        rule = table.divisional.rule
        why = "mounts Divisional Trucks or Jeeps, of the Independent Formation until it dismounts"
        if mover.on_foot not in table.divisional.classes:
            only = " and ".join(table.divisional.classes).capitalize()
            why = f"only {only} Units mount Divisional Trucks or Jeeps"
            return refused(stage, number, why, rule)
        unchecked.append(f"that the Unit is In Command ({rule})")
        unchecked.append(f"that the Trucks or Jeeps are of its Division and not in use ({rule})")
        if table.divisional.optional:
            unchecked.append(f"that the optional rule is in play ({rule})")
    needs = list(series_cost("mount", "mounting", costs))
    if not mover.column and not out_of_column(stage, hex_id, mover.organic):
        needs.append(f"whether a Unit not in Column may mount in {number} (series rules)")
    after_mover = replace(mover, mounted=True, move_class=mover.organic)
    after = Stage(network_of(after_mover), after_mover)
    step = Step(why, rule, costs.get("mount"), number)
    return Act((step,), after, tuple(needs), tuple(unchecked))


def out_of_column(stage: Stage, hex_id: int, vehicles: MoveClass) -> bool:
    """Tell whether vehicles are ever in a hex out of Column."""
    ground, rules = stage.network.ground(hex_id), stage.network.rules
    row = rules.row(ground.game, ground.terrain)
    return not ground.raised and row is not None and isinstance(row.price[vehicles][0], int)


def dismounting(
    stage: Stage,
    hex_id: int,
    table: MovementTable,
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Act:
    """Let a mounted unit get off its transport; on a raised Road the vehicles are lost (2.16)."""
    mover, number = stage.mover, stage.network.map.number(hex_id)
    rule, why = SERIES.cite, "dismounts from its Organic Transport"
    if mover.divisional:
        rule = table.divisional.rule
        why = "dismounts; the Divisional Trucks or Jeeps go off the map until used again"
    lines = [Step(why, rule, costs.get("dismount"), number)]
    on_foot = replace(mover, mounted=False, move_class=mover.on_foot)
    if stage.network.ground(hex_id).raised:
        lost = "dismounts on a raised Road: the vehicles are lost"
        lines.append(Step(lost, table.raised_rule, 0, number))
        on_foot = replace(on_foot, organic=None)
    unchecked = ("the movement allowance after dismounting (series rules)",)
    needs = series_cost("dismount", "dismounting", costs)
    return Act(tuple(lines), Stage(network_of(on_foot), on_foot), needs, unchecked)


def leaving_transport(stage: Stage, hex_id: int, network_of: Callable[[Mover], Network]) -> Act:
    """Let a mounted unit go on foot over a railroad bridge, its vehicles lost for ever (2.15.3)."""
    mover, table = stage.mover, stage.network.rules.tables[stage.network.map.game(hex_id)]
    on_foot = replace(mover, mounted=False, move_class=mover.on_foot, organic=None)
    why = "leaves its transport behind for ever: no vehicle crosses a railroad bridge not improved"
    line = Step(why, table.bridges["transport_lost"], 0, stage.network.map.number(hex_id))
    unchecked = ("the movement allowance without its transport (series rules)",)
    return Act((line,), Stage(network_of(on_foot), on_foot), (), unchecked)


def leaving_map(stage: Stage, hex_id: int, entered: bool) -> Act:
    """Let a unit leave the map from the hex it has just entered, at once and for nothing."""
    game_map, mover, position = stage.network.map, stage.mover, stage.network.position
    leaving = mover.exits.leaving(game_map.game(hex_id))
    said = leaving.rule
    rule = said.rule or SERIES.cite
    if said.windows and not leaving.played and hex_id in mover.exits.hexes:
        rule = said.lifted_rule
    number = game_map.number(hex_id)
    if hex_id in position.limits.held:
        held = position.limits.condition(position.limits.held[hex_id])
        return refused(stage, number, held.why, held.rule)
    why = mover.exits.refused(game_map, hex_id, entered, position.route_left)
    if why:
        return refused(stage, number, why, rule)
    if leaving.came_back:
        why = "it came by the emergency call: it never leaves the map again"
        return refused(stage, number, why, said.recalled_rule)
    needs = exit_needs(leaving, position.route_left, rule)
    after = Stage(stage.network, replace(mover, gone=True))
    doubt = f"that the Unit did not come back by emergency request ({said.recalled_rule})"
    unchecked = () if leaving.came_back is False else (doubt,)
    return Act((Step("leaves the map", rule, 0, number),), after, needs, unchecked)


def series_cost(action: str, doing: str, costs: Mapping[str, int]) -> tuple[str, ...]:
    """List the needs of a question that does not give the series' costs."""
    return () if action in costs else (f"series rule: cost of {doing} (costs.{action})",)


def carrying(network: Network, mover: Mover, end: int | None) -> list[str]:
    """Yield what a unit that carries or is carried pays or loses without declaring it."""
    found: list[str] = []
    if end is None:
        return found
    table = network.rules.tables[network.map.game(end)]
    if mover.piggyback:
        half = riders_cost(mover, table)
        cost = "half of its allowance" if half is None else f"{mp(half)} MP"
        cite = table.piggyback.rule
        found.append(f"the Infantry getting off spends {cost} of the vehicle ({cite})")
    if mover.organic:
        found.append(ABOARD)
    if mover.mounted and network.ground(end).raised:
        number, cite = network.map.number(end), table.raised_rule
        found.append(f"dismounting in {number} loses the vehicles ({cite})")
    return found
