"""What stands around a unit after combat: shared by retreats and advances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, NAME
from clubroute.rules.plain.asked import AboutOwnState, the_unit
from clubroute.rules.plain.book.tables import RuleTables
from clubroute.rules.plain.cases import in_each_case
from clubroute.rules.plain.movement.facing import unfaced
from clubroute.rules.plain.movement.mover import PlainMover
from clubroute.rules.plain.movement.questions import (
    know_units,
    leave_unjudged,
    on_this_map,
    phase_of,
)
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.plain.movement.zones import in_the_way
from clubroute.rules.plain.position import PlainPosition, PlainUnit
from clubroute.rules.plain.supply.trace import sources
from clubroute.rules.position.record import needed, said


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAfterAsked(AboutOwnState):
    """The parameters that both questions share."""

    unit: PlainUnit = the_unit()
    start: str = needed(HEX, "the unit's hex", name="from")
    phase: str | None = said(NAME, "the phase; the state's if left out")


AskedAfter = TypeVar("AskedAfter", bound=OwnAfterAsked)
Row = TypeVar("Row")


def answer_after(
    context: Context,
    asked: AskedAfter,
    use: str,
    row_of: Callable[[RuleTables], Row | None],
    answer: Callable[[AskedAfter, PlainTrip, Row, Working], Receipt],
) -> Receipt:
    """Answer by the table of a retreat or an advance, in each case that the position leaves open.

    :param use: what zones are asked for, and the table's name; :param answer: what its row says of
        a unit whose surroundings are known.
    """
    rules = on_this_map(context, asked)

    def in_case(tables: RuleTables, state: PlainPosition) -> Receipt:
        work, row = Working(), row_of(tables)
        if row is None:
            return work.lacking(f"[{use}] in the rules of {asked.game.title}")
        trip = trip_after(context, asked, tables, state, use, work)
        leave_unjudged(tables, work)
        return work.receipt() if work.needs else answer(asked, trip, row, work)

    return in_each_case(rules, asked, phase_of(asked, rules), in_case)


def trip_after(
    context: Context,
    asked: OwnAfterAsked,
    tables: RuleTables,
    state: PlainPosition,
    use: str,
    work: Working,
) -> PlainTrip:
    """What stands around a unit after combat. Its movement allowance does not count."""
    unit = asked.unit
    class_ = tables.class_of(unit)
    if tables.classes and class_ is None:
        work.need("unit.kind: its kind, by which it moves")
    if state.units is None:
        work.need("state.units: the units on the map, and their Zones of Control")
    elif unit.side is None:
        work.need("unit.side: whose unit it is")
    else:
        know_units(tables, asked.game, state, unit.side, work)
        work.needs += unfaced(tables, asked.country, state.units, unit.side, own=False)
    way = in_the_way(tables, asked.country, state, unit, use)
    start = asked.country.id(asked.start)
    homes: frozenset[int] = frozenset()
    if use == "retreat" and tables.retreat is not None and tables.retreat.source != "any":
        homes = homes_of(asked, tables, state, work)
    mover = PlainMover(unit, class_, None)
    return PlainTrip(context, tables, asked.country, mover, way, start, homes)


def homes_of(
    asked: OwnAfterAsked, tables: RuleTables, state: PlainPosition, work: Working
) -> frozenset[int]:
    """The sources of supply a unit may have to retreat towards."""
    supply = tables.supply
    if supply is None or asked.unit.side is None:
        return frozenset()
    found = sources(supply, asked.country, state, asked.unit)
    if not found:
        work.need(f"state.units: a source of supply of {asked.unit.side}")
    return found
