"""The methods about movement: ``step.cost``, ``hex.describe``, ``move.check/best/reach``.

Each answers from the compiled map of a window (``wed``, ``tdc``, or ``mg`` for both joined), the
games' tables, an optional state, and the readings in ``options``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import the_map, the_options, the_state, the_unit
from clubroute.rules.gts.games import GAMES, tables_of
from clubroute.rules.gts.kinds import DIE, HEX, MP, YES, choice
from clubroute.rules.gts.movement.answers.abstract import (
    ACTS,
    FEATURES,
    GOING,
    HERE,
    PASSAGES,
    abstract_step,
    by_road,
)
from clubroute.rules.gts.movement.answers.describe import describe_hex
from clubroute.rules.gts.movement.answers.paths import check_declared
from clubroute.rules.gts.movement.answers.sure import best_sure, reach_sure
from clubroute.rules.gts.movement.answers.trips import ACTIONS, Trip
from clubroute.rules.gts.movement.answers.turning import Answered, in_either
from clubroute.rules.gts.movement.journey import Journey, RideCosts
from clubroute.rules.gts.movement.readings import GROUND, RECEIPT, ROADS, MovementReadings
from clubroute.rules.gts.movement.search.declared import Waypoint
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.movement.waypoints import PATH_ENTRY, PathEntry, waypoints_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.mover import Mover, mover_of
from clubroute.rules.gts.situation.situation import Situation, situation_of
from clubroute.rules.position.record import by_name, derived, list_of, needed, plain, record, said


def the_costs() -> Any:
    """Declare the costs of mounting and dismounting."""
    summary = "MP the series' rules charge to mount and to dismount"
    return said(record(RideCosts), summary, name="costs", default=RideCosts())


def rules_of(context: Context, asked: Any) -> Rules:
    """Return the games' tables, by the readings of a question."""
    return Rules(tables_of(context), asked.readings)


MOVER = "the unit: class (leg, wheeled, tracked), column, ma in MP, id, side …"
STATE = "units, markers, bridges and turn; or an open state's handle"


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
    waypoints: Sequence[Waypoint] = derived(
        lambda _, asked: tuple(waypoints_of(asked.country, asked.path))
    )
    rules: Rules = derived(rules_of)
    situation: Situation = derived(situation_of)

    @property
    def beginning(self) -> Unit:
        """The unit in the path's first hex, on foot if it mounts there."""
        first, *rest = self.waypoints
        acts = [entry.action for entry in (first, *rest) if entry.action in ACTIONS]
        unit = replace(self.unit, hex=self.country.number(first.hex))
        if acts and unit.mounted is None:
            unit = replace(unit, mounted=acts[0] == "dismount")
        return unit

    @property
    def dice(self) -> Mapping[str, int]:
        """The dice of suspect bridges, by hexside."""
        return self.bridge_dice


@dataclass(frozen=True, slots=True, kw_only=True)
class FromHex:
    """The parameters shared by questions about a unit that moves from a hex."""

    country: MapFile = the_map()
    unit: Unit = the_unit(MOVER)
    start: str = needed(HEX, "the unit's hex", name="from")
    rules: Rules = derived(rules_of)
    situation: Situation = derived(situation_of)

    @property
    def beginning(self) -> Unit:
        """The unit in the hex it begins in."""
        return replace(self.unit, hex=self.country.number(self.country.id(self.start)))

    @property
    def dice(self) -> Mapping[str, int]:
        """No dice."""
        return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class BestQuestion(FromHex):
    """The parameters of ``move.best``."""

    to: str = needed(HEX, "where it wants to go")
    column: bool | None = said(YES, "the formation it wants to end in")
    exit: bool = said(YES, "to leave the map on entering that hex", default=False)
    costs: RideCosts = the_costs()
    state: Position = the_state(STATE)
    readings: MovementReadings = the_options(MovementReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachQuestion(FromHex):
    """The parameters of ``move.reach``."""

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
        "the kind of Road, culvert or viaduct it takes; of change_road, the kind of both Roads",
    )
    readings: MovementReadings = the_options(MovementReadings)


@dataclass(frozen=True, slots=True, kw_only=True)
class HexQuestion:
    """The parameters of ``hex.describe``."""

    country: MapFile = the_map()
    hex: str = needed(HEX, "a printed hex number")
    readings: MovementReadings = the_options(MovementReadings)


CITES = ("WED 2.0–2.20", "TDC 2.0–2.18")
CARRIED = ("WED S4.0–S4.3", "WED S5.3", "WED S6.3", "TDC S5.11", "TDC O9.0")
MOVING = (*CITES, *CARRIED, "WED S7.2.0", "WED MG 8.0")


def map_is_open(context: Context, params: Any) -> bool:
    """Tell whether the map of a question has been read."""
    window = params.get("map") if isinstance(params, dict) else None
    return isinstance(window, str) and context.loaded.get(("map", window)) is not None


@method("step.cost", cites=CITES, answers=RECEIPT, quick=True)
def step_cost(context: Context, asked: StepQuestion) -> Receipt:
    """The cost of one step in the abstract: no map, every combination of features."""
    rules = Rules(tables_of(context), asked.readings)
    step = (asked.act, asked.start, asked.to, asked.features)
    unit = replace(asked.unit, road=None)
    if asked.act in HERE:
        unit = replace(unit, column=asked.act != "enter_column")
    mover = mover_of(unit)
    along = asked.start.get("along") or asked.to.get("along")

    def answer(unit: Mover) -> Receipt:
        if asked.act not in GOING or asked.via is not None or not along:
            return abstract_step(rules, asked.game, unit, *step, asked.via)
        return by_road(
            {kind: abstract_step(rules, asked.game, unit, *step, kind) for kind in ROADS}
        )

    return in_either(mover, answer)


@method("hex.describe", cites=CITES, answers={"type": "object"}, quick=True, ready=map_is_open)
def hex_describe(context: Context, asked: HexQuestion) -> Any:
    """A hex: terrain, costs, hexsides, Roads, areas, and what each fact rests on."""
    # It looks up what ground does to fire, too, which no other question here asks for.

    rules = Rules(tables_of(context), asked.readings)
    return describe_hex(asked.country, rules, asked.country.id(asked.hex))


@method("move.check", cites=MOVING, answers=RECEIPT)
def move_check(context: Context, asked: PathQuestion) -> Receipt:
    """Whether a unit may take a declared path, and what every step costs."""
    first, *rest = asked.waypoints
    journey = Journey(context, asked)
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
    journey = Journey(context, asked)
    wanted = (goal, asked.column, asked.exit)
    return journey.told(start, lambda trip: best_sure(trip, *wanted))


@method("move.reach", cites=MOVING, answers=RECEIPT)
def move_reach(context: Context, asked: ReachQuestion) -> Receipt:
    """Every hex a unit can reach within its allowance, with the least cost."""
    start = asked.country.id(asked.start)
    journey = Journey(context, asked)
    half_mp = journey.mover.ma if asked.allowance is None else asked.allowance
    if half_mp is None:
        return Receipt("undetermined", needs=("unit.ma: the movement allowance",))
    wanted = (half_mp, asked.states)
    return journey.told(start, lambda trip: reach_sure(trip, *wanted))
