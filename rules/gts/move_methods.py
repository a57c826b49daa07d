"""The methods about movement: ``step.cost``, ``hex.describe``, ``move.check/best/reach``.

Each answers from the compiled map of a window (``wed``, ``tdc``, or ``mg`` for both joined), the
games' tables, an optional state, and the readings in ``options``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.context import Context
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.move_params import (
    COSTS_PARAM,
    GROUND,
    OPTIONS_PARAM,
    RECEIPT,
    ROADS,
    STATE_PARAM,
    UNIT_PARAM,
    WAYPOINT,
)
from clubroute.rules.gts.movement.actions.carriage import carriage, rider_of
from clubroute.rules.gts.movement.actions.plan import Stage
from clubroute.rules.gts.movement.answers.abstract import ACTS, FEATURES, PASSAGES, abstract_step
from clubroute.rules.gts.movement.answers.describe import describe_hex
from clubroute.rules.gts.movement.answers.rides import check_declared
from clubroute.rules.gts.movement.answers.trips import Trip, best_trip, trips_in_reach
from clubroute.rules.gts.movement.answers.turning import Answered, turns_on, with_notes
from clubroute.rules.gts.movement.graph.graphs import Graphs
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.limits import limits_of, turn_in
from clubroute.rules.gts.movement.position import Mover, Position, mover_of, position_of
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.declared import Waypoint, waypoints_of
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement_tables import GAMES, MovementTable, movement_table
from clubroute.rules.gts.params import HEX, MAP_PARAM
from clubroute.rules.gts.route_limit import holding_route
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import Method, Param
from clubroute.rules.model import Receipt
from clubroute.rules.states import OpenValue


def tables_of(context: Context) -> Mapping[str, MovementTable]:
    """Every game's table, read once."""
    key = ("tables", "movement")
    found: Mapping[str, MovementTable] | None = context.loaded.get(key)
    if found is None:
        found = {game: movement_table(game) for game in GAMES}
        context.loaded[key] = found
    return found


def rules_of(context: Context, params: Mapping[str, Any]) -> Rules:
    """The tables with the readings the caller chose."""
    return Rules(tables_of(context), MovementReadings.asked(params))


def position_in(
    context: Context, game_map: MapFile, rules: Rules, mover: Mover, state: Mapping[str, Any] | None
) -> Position:
    """The state as it matters to the mover. That of an open state is kept for the next question."""
    kept = context.kept("positions")
    now = turn_in(state)
    told = (state or {}).get("club_route")
    route = holding_route(context, game_map, rules.tables, mover.groups, mover.side, told, now)
    who = (game_map.window, mover.groups, mover.side, mover.freed, route)
    limited = kept.get(("limits", (*who, now)))
    if limited is None:
        limited = limits_of(game_map, rules.tables, *who[1:3], now, route, mover.freed)
        kept["limits", (*who, now)] = limited
    if not isinstance(state, OpenValue):
        return position_of(game_map, rules.tables, mover, state, limited)
    key = ("position", (*who, mover.id, state.handle))
    found: Position | None = kept.get(key)
    if found is None:
        found = kept[key] = position_of(game_map, rules.tables, mover, state, limited)
    return found


def network_of(
    context: Context, game_map: MapFile, rules: Rules, mover: Mover, position: Position
) -> Network:
    """The state graph for a question, kept for the next one with an equal position."""
    return graphs_of(context, game_map).of(mover.move_class, rules.readings, position)


def graphs_of(context: Context, game_map: MapFile) -> Graphs:
    """The state graphs of a map."""
    key = ("graphs", game_map.window)
    found: Graphs | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = Graphs(game_map, tables_of(context))
    return found


class Question:
    """What ``move.check``, ``.best`` and ``.reach`` have in common: who, where, by which rules."""

    def __init__(self, context: Context, params: Mapping[str, Any]) -> None:
        state = params.get("state")
        self.map = map_of(context, params["map"])
        self.rules = rules_of(context, params)
        self.mover = mover_of(params["unit"], state or {})
        self.rider = rider_of(params["unit"])
        self.context = context
        self.costs = {name: round(mp * 2) for name, mp in params.get("costs", {}).items()}
        self.position = position_in(context, self.map, self.rules, self.mover, state)
        self.graphs = graphs_of(context, self.map)

    def trip(self, hex_id: int, readings: MovementReadings) -> Trip:
        """The unit in a hex by some readings, with what the caller says of the series' rules."""

        def network_for(mover: Mover) -> Network:
            return self.graphs.of(mover.move_class, readings, self.position)

        network = network_for(self.mover)
        stage = Stage(network, self.mover)
        return Trip(stage, self.starts(network, hex_id), network_for, self.costs)

    def told(self, hex_id: int, answer: Callable[[Trip], Answered], forms: bool = True) -> Receipt:
        """An answer with the readings it turns on; ``forms``: the unit might leave its Column."""
        table = self.rules.tables[self.map.game(hex_id)]
        number = self.map.number(hex_id)
        carried = carriage(table, self.map.window, self.mover, self.rider, number)
        if carried.refusals:
            why = "; ".join(line.why for line in carried.refusals)
            return Receipt("illegal", carried.refusals, summary=f"illegal: {why}")
        readings = self.rules.readings
        trip = self.trip(hex_id, readings)
        first = answer(trip)
        names = turns_on(
            trip.stage.network,
            self.graphs.touched,
            first,
            lambda other: answer(replace(self.trip(hex_id, other), again=True)).receipt,
            classes=self.mover.classes,
            forms=forms,
        )
        told = with_notes(first.receipt, readings, names)
        return replace(told, unchecked=(*told.unchecked, *carried.unchecked))

    def starts(self, network: Network, hex_id: int) -> tuple[int, ...]:
        """The nodes the unit may begin at. :raises InputError: it is on a Road that is not there"""
        told = self.mover.road
        if not told or not self.mover.column:
            return network.starts(hex_id, self.mover.column)
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


def step_cost(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``step.cost``."""
    unit = {key: value for key, value in params["unit"].items() if key != "road"}
    return abstract_step(
        rules_of(context, params),
        params.get("game", "wed"),
        mover_of(unit, {}),
        params.get("act", "move"),
        params.get("from", {}),
        params.get("to", {}),
        params.get("features", ()),
        params.get("via"),
    ).record()


def hex_describe(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``hex.describe``."""
    game_map = map_of(context, params["map"])
    return describe_hex(game_map, rules_of(context, params), game_map.id(params["hex"]))


def map_is_open(context: Context, params: Any) -> bool:
    """Whether the map of a question has been read."""
    window = params.get("map") if isinstance(params, dict) else None
    return isinstance(window, str) and context.loaded.get(("map", window)) is not None


def move_check(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``move.check``."""
    question = Question(context, params)
    first, *rest = waypoints_of(question.map, params["path"])
    waypoints: Sequence[Waypoint] = rest
    if first.column is not None or first.action:
        waypoints = [Waypoint(first.hex, first.column, action=first.action), *rest]
    hexes = (first.hex, *(waypoint.hex for waypoint in waypoints))

    def answer(trip: Trip) -> Answered:
        way = (trip.stage, first.hex, trip.starts, waypoints, trip.network_of, trip.costs)
        return Answered(check_declared(*way), hexes)

    forms = any(waypoint.column is not None for waypoint in waypoints)
    return question.told(first.hex, answer, forms).record()


def move_best(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``move.best``."""
    question = Question(context, params)
    start, goal = question.map.id(params["from"]), question.map.id(params["to"])
    wanted = (goal, params.get("column"), params.get("exit", False))
    return question.told(start, lambda trip: best_trip(trip, *wanted)).record()


def move_reach(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``move.reach``."""
    question = Question(context, params)
    allowance = params.get("allowance")
    if allowance is not None:
        half_mp: int | None = round(allowance * 2)
    else:
        half_mp = question.mover.ma
    start = question.map.id(params["from"])
    if half_mp is None:
        needs = ("unit.ma, the movement allowance",)
        return Receipt("undetermined", needs=needs, summary="undetermined: no allowance").record()
    wanted = (half_mp, params.get("states", False))
    return question.told(start, lambda trip: trips_in_reach(trip, *wanted)).record()


def receipt_text(answer: Mapping[str, Any]) -> Sequence[str]:
    """A receipt for people: the summary, a line for each step, then needs and notes."""
    lines = [str(answer["summary"])]
    for step in answer["steps"]:
        cost = f"{step['cost']:>4}" if "cost" in step else "   -"
        ends = "–".join(step[name] for name in ("from", "to") if name in step)
        lines.append(f"{cost}  {ends:<16} {step['why']} [{step['rule']}; {step['provenance']}]")
    if "hexes" in answer:
        lines += [f"{cost:>4}  {hex_id}" for hex_id, cost in answer["hexes"].items()]
    for name, label in (("needs", "needs"), ("notes", "note"), ("unchecked", "not checked")):
        lines += [f"{label}: {entry}" for entry in answer.get(name, ())]
    return lines


RULES = ("2.1", "2.5", "2.6", "2.11", "2.12", "2.14", "2.15", "2.16", "2.17", "2.18")
CITES = tuple(f"{game} {rule}" for game in ("WED", "TDC") for rule in RULES)

METHODS: tuple[Method, ...] = (
    Method(
        "step.cost",
        "What one step costs, in the abstract: no map, every combination of features.",
        (
            Param("game", {"type": "string", "enum": ["wed", "tdc"]}, "whose rules; wed if absent"),
            UNIT_PARAM,
            Param("act", {"type": "string", "enum": list(ACTS)}, "what it does; move if absent"),
            Param("from", GROUND, "the hex it leaves; along: the Road taken leads off it"),
            Param("to", GROUND, "the hex it enters; along: the Road taken leads onto it"),
            Param(
                "features",
                {"type": "array", "items": {"type": "string", "enum": list(FEATURES)}},
                "what is on the hexside",
            ),
            Param(
                "via",
                {"type": ["string", "null"], "enum": [*ROADS, *PASSAGES, None]},
                "the kind of Road, culvert or viaduct it takes",
            ),
            OPTIONS_PARAM,
        ),
        RECEIPT,
        CITES,
        step_cost,
        receipt_text,
        quick=True,
    ),
    Method(
        "hex.describe",
        "A hex: terrain, costs, hexsides, Roads, areas, and what each fact rests on.",
        (MAP_PARAM, Param("hex", HEX, "a printed hex number", True), OPTIONS_PARAM),
        {"type": "object"},
        CITES,
        hex_describe,
        quick=True,
        ready=map_is_open,
    ),
    Method(
        "move.check",
        "Whether a unit may take a declared path, and what every step costs.",
        (
            MAP_PARAM,
            UNIT_PARAM,
            Param(
                "path",
                {"type": "array", "items": WAYPOINT, "minItems": 2, "maxItems": 400},
                "hexes from the unit's own on; as {hex, via, column, action} to say which Road "
                "(id, name, kind, or none), in which formation the hex is entered, and what is "
                "done there; last may be exit, to leave the map",
                True,
            ),
            COSTS_PARAM,
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        RECEIPT,
        CITES,
        move_check,
        receipt_text,
    ),
    Method(
        "move.best",
        "The cheapest legal way to a hex, or why there is none.",
        (
            MAP_PARAM,
            UNIT_PARAM,
            Param("from", HEX, "the unit's hex", True),
            Param("to", HEX, "where it wants to go", True),
            Param("column", {"type": "boolean"}, "the formation it wants to end in"),
            Param("exit", {"type": "boolean"}, "to leave the map on entering that hex"),
            COSTS_PARAM,
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        RECEIPT,
        CITES,
        move_best,
        receipt_text,
    ),
    Method(
        "move.reach",
        "Every hex a unit can reach within its allowance, with the least cost.",
        (
            MAP_PARAM,
            UNIT_PARAM,
            Param("from", HEX, "the unit's hex", True),
            Param(
                "allowance",
                {"type": "number", "minimum": 0, "maximum": 99, "multipleOf": 0.5},
                "MP; the unit's ma if absent",
            ),
            Param("states", {"type": "boolean"}, "also every formation and Road in each hex"),
            COSTS_PARAM,
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        RECEIPT,
        CITES,
        move_reach,
        receipt_text,
    ),
)
"""What this module answers."""
