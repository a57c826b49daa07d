"""A journey: the unit, its rules and its situation; and answers that hold for other positions.

The parts of a position on which an answer rests are found by asking again without each part. Most
parts lie far from the question: if nothing that an answer looked at differs, the answer stands.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from clubroute.rules.answer.model import MoveClass, Receipt, Step
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.asking.methods import AnotherAnswerError
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import tables_of
from clubroute.rules.gts.kinds import MP
from clubroute.rules.gts.movement.actions.plan import CARRIES_NONE, Stage, carriage
from clubroute.rules.gts.movement.answers.trips import Trip, by_others
from clubroute.rules.gts.movement.answers.turning import (
    Answered,
    in_either,
    surely_other,
    turns_on,
    turns_on_assumed,
    with_notes,
)
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import DEFAULT, NO_STATE, Graphs
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.position import NOTHING_SAID
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.situation import Situation
from clubroute.rules.gts.situation.surroundings import Surroundings
from clubroute.rules.position.record import said


@dataclass(frozen=True, slots=True, kw_only=True)
class RideCosts:
    """The costs of mounting and dismounting by the series' rules, in half-MP."""

    mount: int | None = said(MP)
    dismount: int | None = said(MP)

    @property
    def known(self) -> Mapping[str, int]:
        """The given costs, by action."""
        costs = {"mount": self.mount, "dismount": self.dismount}
        return {action: cost for action, cost in costs.items() if cost is not None}


class Moving(Protocol):
    """The parameters that all questions about a unit's move share, and their situation."""

    @property
    def country(self) -> MapFile: ...
    @property
    def costs(self) -> RideCosts: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def situation(self) -> Situation: ...


def network_of(
    context: Context, game_map: MapFile, rules: Rules, mover: Mover, position: Surroundings
) -> Network:
    """Return the state graph of a question, kept for the next one with an equal position."""
    return graphs_of(context, game_map).of(mover.move_class, rules.readings, position)


def graphs_of(context: Context, game_map: MapFile) -> Graphs:
    """Return the state graphs of a map."""
    key = ("graphs", game_map.window)
    graphs: Graphs | None = context.loaded.get(key)
    if graphs is None:
        graphs = context.loaded[key] = Graphs(game_map, tables_of(context))
    return graphs


class Journey:
    """The unit, map, rules and surroundings of ``move.check``, ``.best`` or ``.reach``."""

    def __init__(
        self,
        context: Context,
        asked: Moving,
    ) -> None:
        self.map = asked.country
        self.rules, self.mover = asked.rules, asked.situation.mover
        self.position = asked.situation.surroundings
        self.context, self.asked = context, asked
        self.costs = asked.costs.known
        self.graphs = graphs_of(context, self.map)
        self.networks: dict[tuple[MoveClass, MovementReadings], Network] = {}
        self.looked: set[int] = set()
        self.near, self.compared = NO_STATE, context.compared

    def trip(self, unit: Mover, hex_id: int, readings: MovementReadings) -> Trip:
        """Return the unit in a hex by some readings, with what the caller says of the series'
        rules."""

        def network_for(mover: Mover) -> Network:
            key = (mover.move_class, readings)
            if key not in self.networks:
                self.networks[key] = self.graphs.of(*key, self.position, self.near)
            return self.networks[key]

        network = network_for(unit)
        starts = self.starts(network, unit, hex_id)
        return Trip(Stage(network, unit), starts, network_for, self.costs, looked=self.looked)

    def told(self, hex_id: int, answer: Callable[[Trip], Answered], forms: bool = True) -> Receipt:
        """Return an answer with the readings on which it turns; ``forms``: the unit might leave
        Column."""

        def looks(trip: Trip) -> Answered:
            found = answer(trip)
            self.looked.update(found.hexes)
            return found

        def judges(known: AnswerGiven | None) -> AnswerGiven:
            self.near = known.position if known else NO_STATE
            told = in_either(
                self.mover,
                lambda unit: self.judged(unit, hex_id, looks, forms, True),
                lambda unit: self.judged(unit, hex_id, looks, forms, False),
            )
            return AnswerGiven(asked, self.position, frozenset(self.looked), told)

        told: Any = self.asked
        asked = replace(told, state=NOTHING_SAID, unit=Unit(), situation=None)
        return standing(
            self.context.kept("standing"),
            (type(self.asked), self.mover, hex_id),
            asked,
            self.position,
            self.graphs.of(self.mover.move_class, DEFAULT, NO_STATE).from_or_to,
            judges,
        )

    def judged(
        self,
        unit: Mover,
        hex_id: int,
        answer: Callable[[Trip], Answered],
        forms: bool,
        shown: bool,
    ) -> Receipt:
        """Return the answer for a unit whose formation is known; ``shown``: with its readings."""
        # Only the first formation always shows in the answer.
        compared, self.compared = self.compared, None
        table = self.rules.tables[self.map.game(hex_id)]
        number = self.map.number(hex_id)
        carried = carriage(table, self.map.window, unit, number) if unit.piggyback else CARRIES_NONE
        if carried.refusals:
            why = "; ".join(line.why for line in carried.refusals)
            return Receipt("illegal", carried.refusals, summary=why)
        still = self.position.limits.still
        if still is not None:
            line = Step(still.why, still.rule, None, number, "", still.provenance, "illegal")
            return Receipt("illegal", (line,), summary=still.why)
        readings = self.rules.readings
        trip = self.trip(unit, hex_id, readings)
        first = answer(trip)
        if compared is not None and surely_other(compared, first.receipt):
            raise AnotherAnswerError("another answer")
        turned = turns_on(
            trip.stage.network,
            self.graphs.touched,
            first,
            lambda others: by_others(
                answer, lambda other: self.trip(unit, hex_id, other), first, others
            ),
            classes=unit.classes,
            forms=forms,
            shown=shown,
        )
        told = with_notes(first.receipt, readings, turned)
        stands = readings.assumed_barriers == "stand" and "assumed_barriers" in turned
        if told.verdict == "illegal" and stands:
            without = replace(readings, assumed_barriers="open")
            otherwise = answer(self.trip(unit, hex_id, without)).receipt
            if otherwise.verdict != "illegal":
                told = turns_on_assumed(trip.stage.network, told, otherwise)
        unchecked, notes = (*told.unchecked, *carried.unchecked), (*told.notes, *carried.notes)
        return replace(told, unchecked=unchecked, notes=notes)

    def starts(self, network: Network, unit: Mover, hex_id: int) -> tuple[int, ...]:
        """Return the nodes a unit may begin at."""
        if not unit.roads or not unit.column:
            return network.starts(hex_id, unit.column)
        return tuple(network.node(hex_id, True, road) for road in unit.roads)


MOST_STANDING = 4
"""Answers kept to one question: the first, and the last ones in other positions."""


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """An answer, the position it was given in, and the hexes whose steps it looked at."""

    asked: object
    position: Surroundings
    looked: frozenset[int]
    receipt: Receipt


def standing(
    kept: Loaded,
    key: Hashable,
    asked: object,
    position: Surroundings,
    from_or_to: Callable[[frozenset[int]], frozenset[int]],
    answer: Callable[[AnswerGiven | None], AnswerGiven],
) -> Receipt:
    """Return a kept answer that stands in this position, or a new one, and keep it.

    ``key`` and ``asked`` are the question without its position; ``from_or_to`` adds to hexes those
    from which a step leads to them; ``answer`` answers anew, and is given the first answer kept.
    """
    found: tuple[AnswerGiven, ...] = kept.get(("standing", key)) or ()
    known = [given for given in found if given.asked == asked]
    for one in known:
        differs = one.position.differs(position)
        if differs is not None and one.looked.isdisjoint(from_or_to(differs)):
            return one.receipt
    new = answer(known[0] if known else None)
    kept["standing", key] = (*known[:1], new, *known[1 : MOST_STANDING - 1])
    return new.receipt
