"""The methods about movement: ``step.cost``, ``hex.describe``, ``move.check/best/reach``.

Each answers from the compiled map of a window (``wed``, ``tdc``, or ``mg`` for both joined), the
games' tables, an optional state, and the readings in ``options``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.context import Context
from clubroute.rules.gts.asked import the_map, the_options, the_state, the_unit
from clubroute.rules.gts.games import GAMES
from clubroute.rules.gts.kinds import DIE, HEX, MP, YES, choice
from clubroute.rules.gts.limit_conditions import lifted_limits
from clubroute.rules.gts.movement.actions.carriage import carriage
from clubroute.rules.gts.movement.actions.plan import Stage
from clubroute.rules.gts.movement.answers.abstract import (
    ACTS,
    FEATURES,
    HERE,
    PASSAGES,
    abstract_step,
)
from clubroute.rules.gts.movement.answers.assumed import turns_on_assumed
from clubroute.rules.gts.movement.answers.describe import describe_hex
from clubroute.rules.gts.movement.answers.formation import in_either
from clubroute.rules.gts.movement.answers.rides import check_declared
from clubroute.rules.gts.movement.answers.saying import told_once
from clubroute.rules.gts.movement.answers.trips import ACTIONS, Trip, best_trip, trips_in_reach
from clubroute.rules.gts.movement.answers.turning import Answered, turns_on, with_notes
from clubroute.rules.gts.movement.graph.graphs import Graphs
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.limits import limits_of, stamp_of
from clubroute.rules.gts.movement.mover import Mover, mover_of, told_unit
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.schemas import GROUND, RECEIPT, ROADS
from clubroute.rules.gts.movement.search.declared import Waypoint
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement.surroundings import Surroundings, rolled, surroundings_of
from clubroute.rules.gts.movement.waypoints import PATH_ENTRY, PathEntry, waypoints_of
from clubroute.rules.gts.movement_tables import MovementTable, movement_table
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.route_limit import holding_route
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import by_name, given, list_of, needed, plain, record, said


@dataclass(frozen=True, slots=True, kw_only=True)
class RideCosts:
    """The costs of mounting and dismounting by the series' rules, in half-MP."""

    mount: int | None = said(MP)
    dismount: int | None = said(MP)


def the_costs() -> Any:
    """Declare what mounting and dismounting cost."""
    summary = "MP the series' rules charge to mount and to dismount"
    return said(record(RideCosts), summary, name="costs", default=RideCosts())


MOVER = "the unit: class (leg, wheeled, tracked), column, ma in MP, id, side …"
STATE = "units, markers, bridges and turn; or an open state's handle"


class Moving(Protocol):
    """The parameters that all questions about a unit's move share."""

    @property
    def country(self) -> MapFile: ...
    @property
    def unit(self) -> Unit: ...
    @property
    def costs(self) -> RideCosts: ...
    @property
    def state(self) -> Position: ...
    @property
    def readings(self) -> MovementReadings: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PathQuestion:
    """The parameters of ``move.check``."""

    country: MapFile = the_map()
    unit: Unit = the_unit(MOVER)
    path: tuple[PathEntry, ...] = needed(
        list_of(PATH_ENTRY, 400, 1),
        "hexes from the unit's own on; as {hex, via, column, action} to say which Road (id, name, "
        "kind, or none), in which formation the hex is entered, and what is done there; last may "
        "be exit, to leave the map",
    )
    costs: RideCosts = the_costs()
    bridge_dice: Mapping[str, int] = said(
        by_name(DIE, 10), "by hexside, the dice of suspect bridges the unit crosses", default={}
    )
    state: Position = the_state(STATE)
    readings: MovementReadings = the_options(MovementReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class BestQuestion:
    """The parameters of ``move.best``."""

    country: MapFile = the_map()
    unit: Unit = the_unit(MOVER)
    start: str = needed(HEX, "the unit's hex", name="from")
    to: str = needed(HEX, "where it wants to go")
    column: bool | None = said(YES, "the formation it wants to end in")
    exit: bool = said(YES, "to leave the map on entering that hex", default=False)
    costs: RideCosts = the_costs()
    state: Position = the_state(STATE)
    readings: MovementReadings = the_options(MovementReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachQuestion:
    """The parameters of ``move.reach``."""

    country: MapFile = the_map()
    unit: Unit = the_unit(MOVER)
    start: str = needed(HEX, "the unit's hex", name="from")
    allowance: int | None = said(MP, "MP; the unit's ma if absent")
    states: bool = said(YES, "also every formation and Road in each hex", default=False)
    costs: RideCosts = the_costs()
    state: Position = the_state(STATE)
    readings: MovementReadings = the_options(MovementReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepQuestion:
    """The parameters of ``step.cost``."""

    game: str = said(
        choice(*GAMES),
        "the map, whose game's rules hold; wed if absent",
        name="map",
        default=GAMES[0],
    )
    unit: Unit = the_unit(MOVER)
    act: str = said(choice(*ACTS), "what it does; move if absent", default="move")
    start: Mapping[str, Any] = said(
        plain(GROUND),
        "the hex it leaves, clear if absent; along: the Road taken leads off it",
        name="from",
        default={},
    )
    to: Mapping[str, Any] = said(
        plain(GROUND),
        "the hex it enters, clear if absent; along: the Road taken leads onto it",
        default={},
    )
    features: tuple[str, ...] = said(
        list_of(choice(*FEATURES), 20), "what is on the hexside", default=()
    )
    via: str | None = said(
        plain({"type": ["string", "null"], "enum": [*ROADS, *PASSAGES, None]}),
        "the kind of Road, culvert or viaduct it takes",
    )
    readings: MovementReadings = the_options(MovementReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class HexQuestion:
    """The parameters of ``hex.describe``."""

    country: MapFile = the_map()
    hex: str = needed(HEX, "a printed hex number")
    readings: MovementReadings = the_options(MovementReadings)


def tables_of(context: Context) -> Mapping[str, MovementTable]:
    """Every game's table, read once."""
    key = ("tables", "movement")
    found: Mapping[str, MovementTable] | None = context.loaded.get(key)
    if found is None:
        found = {game: movement_table(game) for game in GAMES}
        context.loaded[key] = found
    return found


def surroundings_in(
    context: Context, map_: MapFile, rules: Rules, unit: Unit, state: Position
) -> Surroundings:
    """Work out a unit's surroundings in ``unit.hex``; those in an open state are kept for later."""
    mover = mover_of(unit, state)
    kept = context.kept("positions")
    now = stamp_of(state)
    told = state.club_route
    route = holding_route(context, map_, rules.tables, mover.groups, mover.side, told, now)
    lifted = lifted_limits(map_, rules.tables, mover, state)
    who = (map_.window, mover.groups, mover.side, mover.freed, route, frozenset(lifted.items()))
    limited = kept.get(("limits", (*who, now)))
    if limited is None:
        limited = limits_of(map_, rules.tables, *who[1:3], now, route, mover.freed, lifted)
        kept["limits", (*who, now)] = limited
    if state.scenario is not None:
        from clubroute.rules.gts.scenarios.moving import with_scenario  # few questions name one

        limited = with_scenario(context, map_, told_unit(unit, state), state, limited)
    if "tdc" in map_.sheets:
        from clubroute.rules.gts.campaign.garrisons import garrisoned  # few units are of one

        limited = garrisoned(context, map_, told_unit(unit, state), limited)
    if not state.handle:
        return surroundings_of(map_, rules.tables, mover, state, limited)
    played = (unit.name, unit.hex, unit.column, unit.garrison)
    key = ("position", (*who, mover.id, state.handle, *played))
    found: Surroundings | None = kept.get(key)
    if found is None:
        found = kept[key] = surroundings_of(map_, rules.tables, mover, state, limited)
    return found


def network_of(
    context: Context, game_map: MapFile, rules: Rules, mover: Mover, position: Surroundings
) -> Network:
    """Return the state graph of a question, kept for the next one with an equal position."""
    return graphs_of(context, game_map).of(mover.move_class, rules.readings, position)


def graphs_of(context: Context, game_map: MapFile) -> Graphs:
    """The state graphs of a map."""
    key = ("graphs", game_map.window)
    found: Graphs | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = Graphs(game_map, tables_of(context))
    return found


class Journey:
    """The unit, map, rules and surroundings of ``move.check``, ``.best`` or ``.reach``."""

    def __init__(
        self,
        context: Context,
        asked: Moving,
        start: int,
        rolls: Mapping[str, int] | None = None,
    ) -> None:
        self.map = asked.country
        self.rules = Rules(tables_of(context), asked.readings)
        self.mover = mover_of(asked.unit, asked.state)
        self.context = context
        self.costs = given(asked.costs)
        here = replace(asked.unit, hex=self.map.number(start))
        self.position = surroundings_in(context, self.map, self.rules, here, asked.state)
        if rolls:
            self.position = rolled(self.map, self.rules.tables, self.position, rolls)
        self.graphs = graphs_of(context, self.map)

    def trip(self, unit: Mover, hex_id: int, readings: MovementReadings) -> Trip:
        """The unit in a hex by some readings, with what the caller says of the series' rules."""

        def network_for(mover: Mover) -> Network:
            return self.graphs.of(mover.move_class, readings, self.position)

        network = network_for(unit)
        starts = self.starts(network, unit, hex_id)
        return Trip(Stage(network, unit), starts, network_for, self.costs)

    def told(self, hex_id: int, answer: Callable[[Trip], Answered], forms: bool = True) -> Receipt:
        """An answer with the readings it turns on; ``forms``: the unit might leave its Column."""
        return in_either(self.mover, lambda unit: self.judged(unit, hex_id, answer, forms))

    def judged(
        self, unit: Mover, hex_id: int, answer: Callable[[Trip], Answered], forms: bool
    ) -> Receipt:
        """The answer for a unit whose formation is known."""
        table = self.rules.tables[self.map.game(hex_id)]
        number = self.map.number(hex_id)
        carried = carriage(table, self.map.window, unit, number)
        if carried.refusals:
            why = "; ".join(line.why for line in carried.refusals)
            return Receipt("illegal", carried.refusals, summary=why)
        readings = self.rules.readings
        trip = self.trip(unit, hex_id, readings)
        first = answer(trip)
        # Which readings matter is found by asking again, with one of them changed at a time.
        names = turns_on(
            trip.stage.network,
            self.graphs.touched,
            first,
            lambda other: answer(replace(self.trip(unit, hex_id, other), again=True)).receipt,
            classes=unit.classes,
            forms=forms,
        )
        told = with_notes(first.receipt, readings, names)
        stands = readings.assumed_barriers == "stand" and "assumed_barriers" in names
        if told.verdict == "illegal" and stands:
            without = replace(readings, assumed_barriers="open")
            otherwise = answer(self.trip(unit, hex_id, without)).receipt
            if otherwise.verdict != "illegal":
                told = turns_on_assumed(trip.stage.network, told, otherwise)
        return told_once(replace(told, unchecked=(*told.unchecked, *carried.unchecked)))

    def starts(self, network: Network, unit: Mover, hex_id: int) -> tuple[int, ...]:
        """The nodes a unit may begin at. :raises InputError: it is on a Road that is not there"""
        told = unit.road
        if not told or not unit.column:
            return network.starts(hex_id, unit.column)
        here = network.roads_at(hex_id)
        named = [road for road in here if told in self.map.roads[road]]
        if not named:
            ids = [self.map.roads[road].id for road in here]
            raise InputError(
                Where("params", part="unit.road"),
                repr(told),
                "a Road in the hex: " + (", ".join(ids) or "(none)"),
                nearest_name(told, ids),
            )
        return tuple(network.node(hex_id, True, road) for road in named)


CITES = ("WED 2.0–2.20", "TDC 2.0–2.18")
CARRIED = ("WED S4.0–S4.3", "WED S5.3", "WED S6.3", "TDC S5.11", "TDC O9.0")
MOVING = (*CITES, *CARRIED, "WED S7.2.0", "WED MG 8.0")


def map_is_open(context: Context, params: Any) -> bool:
    """Whether the map of a question has been read."""
    window = params.get("map") if isinstance(params, dict) else None
    return isinstance(window, str) and context.loaded.get(("map", window)) is not None


@method("step.cost", cites=CITES, answers=RECEIPT, quick=True)
def step_cost(context: Context, asked: StepQuestion) -> Receipt:
    """The cost of one step in the abstract: no map, every combination of features."""
    rules = Rules(tables_of(context), asked.readings)
    step = (asked.act, asked.start, asked.to, asked.features, asked.via)
    unit = replace(asked.unit, road=None)
    if asked.act in HERE:
        unit = replace(unit, column=asked.act != "enter_column")
    mover = mover_of(unit, NOTHING_SAID)
    return in_either(mover, lambda unit: abstract_step(rules, asked.game, unit, *step))


@method("hex.describe", cites=CITES, answers={"type": "object"}, quick=True, ready=map_is_open)
def hex_describe(context: Context, asked: HexQuestion) -> Any:
    """A hex: terrain, costs, hexsides, Roads, areas, and what each fact rests on."""
    rules = Rules(tables_of(context), asked.readings)
    return describe_hex(asked.country, rules, asked.country.id(asked.hex))


@method("move.check", cites=MOVING, answers=RECEIPT)
def move_check(context: Context, asked: PathQuestion) -> Receipt:
    """Whether a unit may take a declared path, and what every step costs."""
    first, *rest = waypoints_of(asked.country, asked.path)
    acts = [one.action for one in (first, *rest) if one.action in ACTIONS]
    if acts and asked.unit.mounted is None:  # who mounts is on foot
        asked = replace(asked, unit=replace(asked.unit, mounted=acts[0] == "dismount"))
    journey = Journey(context, asked, first.hex, asked.bridge_dice)
    waypoints: Sequence[Waypoint] = rest
    # What is done in the first hex, before any step, is a waypoint of its own in that hex.
    if first.column is not None or first.action:
        waypoints = [Waypoint(first.hex, first.column, action=first.action), *rest]
    if not waypoints:
        where = Where("params", part="path")
        raise InputError(where, "one hex with nothing done in it", "2 hexes, or an action there")
    hexes = (first.hex, *(waypoint.hex for waypoint in waypoints))

    def answer(trip: Trip) -> Answered:
        way = (trip.stage, first.hex, trip.starts, waypoints, trip.network_of, trip.costs)
        return Answered(check_declared(*way), hexes)

    forms = any(waypoint.column is not None for waypoint in waypoints)
    return journey.told(first.hex, answer, forms)


@method("move.best", cites=MOVING, answers=RECEIPT)
def move_best(context: Context, asked: BestQuestion) -> Receipt:
    """The cheapest legal way to a hex, or why there is none."""
    start, goal = asked.country.id(asked.start), asked.country.id(asked.to)
    journey = Journey(context, asked, start)
    wanted = (goal, asked.column, asked.exit)
    return journey.told(start, lambda trip: best_trip(trip, *wanted))


@method("move.reach", cites=MOVING, answers=RECEIPT)
def move_reach(context: Context, asked: ReachQuestion) -> Receipt:
    """Every hex a unit can reach within its allowance, with the least cost."""
    start = asked.country.id(asked.start)
    journey = Journey(context, asked, start)
    half_mp = journey.mover.ma if asked.allowance is None else asked.allowance
    if half_mp is None:
        needs = ("unit.ma, the movement allowance",)
        return Receipt("undetermined", needs=needs, summary="undetermined: no allowance")
    wanted = (half_mp, asked.states)
    return journey.told(start, lambda trip: trips_in_reach(trip, *wanted))
