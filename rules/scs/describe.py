"""``hex.describe`` and ``stacking.check``: a hex of the map, and the units in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS
from clubroute.rules.answer.first_line import whose_ground
from clubroute.rules.answer.model import Receipt, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, SIDE
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.ground import StepKind, chart_price
from clubroute.rules.engine.trip import outcome
from clubroute.rules.ground.hex_facts import around, hex_facts
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.record import needed
from clubroute.rules.scs.asked import AboutMap, AboutState
from clubroute.rules.scs.games import Guess, Readings, answers, decided, tables, the_options
from clubroute.rules.scs.movement.costs import ENCLOSED, FULL_HEX_BRIDGE, MoverClass, rules
from clubroute.rules.scs.situation.situation import UNLIMITED, zoned_by

TOWARDS = ("east", "northeast", "northwest", "west", "southwest", "southeast")
"""The six directions of a pointy-top lattice whose lines grow up and whose numbers grow left."""
CLASSES: Mapping[str, MoverClass] = {
    "MA below 8": MoverClass(),
    "MA 8 or more": MoverClass(heavy=True),
    "DUKWs": MoverClass(dukw=True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribeAsked(AboutMap):
    """The parameters of ``hex.describe``."""

    hex: str = needed(HEX, "a printed hex number")
    readings: Readings = the_options("built_up")


@dataclass(frozen=True, slots=True, kw_only=True)
class StackAsked(AboutState):
    """The parameters of ``stacking.check``."""

    hex: str = needed(HEX, "the hex")
    side: str = needed(SIDE, "whose units are counted")


@method(
    "hex.describe",
    cites=("INS 1.3a", "INS 1.13", "INS Terrain Effects Chart"),
    answers={"type": "object"},
)
def describe(context: Context, asked: DescribeAsked) -> Any:
    """A hex: terrain, costs off road, hexsides, Roads, areas, and what each fact rests on."""
    country = asked.country
    here = country.id(asked.hex)
    record = hex_facts(country, here)
    beside = asked.readings["built_up"]
    costs: dict[str, float | None] = {}
    for name, mover in CLASSES.items():
        by = mover._replace(beside=beside).rules
        price = chart_price(by, StepKind((record["terrain"],)), mover.class_).half_mp
        costs[name] = None if price is None else mp(price)
    told = ", ".join(f"{'-' if cost is None else cost} MP {name}" for name, cost in costs.items())
    name = f" {record['name']}" if "name" in record else ""
    whose = whose_ground(record["provenance"])
    ours = f" (ground is {whose})" if whose else ""
    terrain = record["terrain"].replace("_", " ")
    summary = f"{record['hex']}{name}: {terrain}; off road {told}{ours}"
    told_first = {"hex": record["hex"], "summary": summary}
    own = {"costs": costs, "rule": tables().terrain[record["terrain"]].rule}
    return {**told_first, **record, **own, **around(country, here, TOWARDS)}


@answers("stacking.check", *LEGALITY, stacking=INTEGER)
def stacking(context: Context, asked: StackAsked) -> Receipt:
    """Whether a side's units in a hex keep to the stacking limit, at the end of a phase.

    A Bridging unit that stands as a bridge is told among the bridges, not the units.
    """
    work, state = Working(), asked.state
    board, here = asked.board, asked.country.id(asked.hex)
    number, most = board.map.number(here), board.most(here, asked.side)
    terrain = board.country.terrain(here)
    row = rules()["full_hex_bridge" if terrain == FULL_HEX_BRIDGE else "stacking"]
    # A limit of four holds in any hex that our map does not show as a Full Hex Bridge.
    basis = board.map.drawn_by((here,))
    for why, rule in board.not_played(here):
        work.forbid(why, rule)
    if state.units is None:
        work.need(f"state.units: the units in {number}")
        return work.receipt()
    counted, at_most = board.count(here, asked.side)
    if most == UNLIMITED:
        why = f"Allied units in {number}, Entry Area A, stack without limit"
        work.say(why, row.cite, exempted_by(board.map, here), number)
    elif counted > most:
        work.forbid(f"{counted} units, more than {most}", row.cite, basis, number)
        work.say(f"their owner destroys {counted - most} of them", rules()["stacking"].cite)
    elif at_most > most:
        work.needs += state.unplaced(asked.side)
        work.needs += [
            f"state.units[{index}].side: whose unit {unit.call} is"
            for index, unit in enumerate(state.units)
            if unit.side is None and unit.hex is not None and board.map.id(unit.hex) == here
        ]
        work.needs += [
            f"state.units[{index}].back: whether {unit.call} is the bridge that was built, which "
            "counts for nothing"
            for index, unit in enumerate(state.units)
            if board.may_be_bridge(unit) and board.map.id(unit.hex or "") == here
        ]
    else:
        work.say(f"{counted} of at most {so_many(most, 'unit')}", row.cite, basis, number)
    closed = terrain == ENCLOSED and not board.bridges_told
    if closed or (terrain == FULL_HEX_BRIDGE and board.unsure_in(here)):
        work.need(f"state.bridges: whether a bridge stands in {number}")
    there = so_many(counted, f"{asked.side} unit")
    return work.receipt(
        summary="" if work.needs or work.forbidden else f"Yes: {there} in {number}",
        stacking=None if work.needs else counted,
    )


def exempted_by(country: MapFile, here: int) -> Provenance:
    """What it rests on that a hex lies in the area where Allied units stack without limit."""
    free = rules()["stacking"].text("exempt")
    named = [one for one in country.areas if one.id == free and here in one.hexes]
    return weakest(country.bases[one.basis].provenance for one in named)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZonesAsked(AboutState):
    """The parameters of ``hex.zones``."""

    side: str = needed(SIDE, "whose Zones of Control")
    readings: Readings = the_options("zoc_water")


@answers(
    "hex.zones",
    *("decided", "undetermined"),
    hexes=TEXTS,
    perhaps={**TEXTS, "description": "those in a zone at worst, if that is undetermined"},
)
def zones(context: Context, asked: ZonesAsked) -> Receipt:
    """The hexes in the Zones of Control of a side's units."""

    def answer(guess: Guess) -> Receipt:
        work, state = Working(), asked.state
        if state.units is None:
            return work.lacking("state.units: the units of the side")
        work.needs += state.unplaced(asked.side)
        board = asked.board
        if not board.bridges_told:
            work.leave("state.bridges: over a bridged Sea Line a zone reaches while it stands")
        found = zoned_by(board, board.country, asked.side, (), asked.readings, guess)
        numbers = sorted(asked.country.number(id_) for id_ in found)
        summary = f"{so_many(len(numbers), 'hex')} in {asked.side} Zones of Control"
        if work.needs:
            return work.receipt()
        return work.receipt("decided", summary, hexes=numbers)

    def at_least(best: Receipt, worst: Receipt) -> Mapping[str, Any]:
        sure, maybe = (told.extra.get("hexes", ()) for told in (best, worst))
        return {"hexes": sure, "perhaps": [one for one in maybe if one not in sure]}

    return decided(answer, outcome, extent=at_least)
