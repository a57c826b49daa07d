"""Steps off Club Route when the Guards Division Activation is picked (WED campaign, S7.3.0)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import (
    JOINED,
    names_of,
    the_map,
    the_options,
    the_state,
)
from clubroute.rules.gts.campaign.flank import marker_gone
from clubroute.rules.gts.campaign.tally import VictoryReadings
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import GERMAN
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.names import may_be, same_group


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationQuestion:
    """The parameters of ``victory.activation``."""

    country: MapFile = the_map("the map: wed or mg", JOINED)
    state: Position = the_state()
    readings: VictoryReadings = the_options(VictoryReadings)


@answers("victory.activation", "decided", "undetermined", steps_off=INTEGER, steps_on_map=INTEGER)
def activation(context: Context, asked: ActivationQuestion) -> Receipt:
    """What a Guards Division Activation scores for the German player: Steps off Club Route."""
    game, position = asked.country.window, asked.state
    section = book("victory", game)["activation"]
    work = Working()
    guards = [unit for unit in position.units or () if counts_at_all(work, section, asked, unit)]
    gone = marker_gone(context, game, position)
    if gone is None:
        work.need(
            "state.club_route.marker: where the Club Route Marker is; while it is on the map Steps "
            "off Club Route count, afterwards Steps on the map"
        )
    if gone:
        name = "steps_on_map"
        if position.history is None:
            work.need(
                "state.history: whether emergency reinforcements were called; if so nothing counts"
            )
        if position.events("emergency_call"):
            work.say("emergency reinforcements were called: nothing is counted", section.cite)
            guards = []
    else:
        name = "steps_off"
        on = on_route(context, work, asked, guards)
        guards = [unit for unit in guards if unit.hex not in on]
    if position.units is None:
        work.need("state.units: the Guards Units on the map, with hex and Steps")
    total = steps_of(work, section, guards, None if gone else asked.country)
    if work.needs:
        return work.receipt("undetermined")
    work.say(f"German: {total} Victory Points", section.cite)
    scored: dict[str, Any] = {name: total}
    return work.receipt("decided", **scored)


def on_route(
    context: Context, work: Working, asked: ActivationQuestion, guards: Sequence[Unit]
) -> frozenset[str | None]:
    """The hexes of Club Route and of potential Club Route (printed numbers)."""
    params = {"map": asked.country.window, "state": asked.state}
    trace = context.registry.ask(context, "clubroute.trace", params)
    doubtful = {unit.hex for unit in guards} & {*trace["doubtful"]}
    for need in need_texts(trace) if doubtful or not trace["steps"] else ():
        work.need(need)
    on: set[str | None] = {*trace.get("route", ()), *trace.get("potential", ())}
    marker = asked.state.club_route.marker if asked.state.club_route else None
    if marker is not None and marker not in on and any(unit.hex == marker for unit in guards):
        work.note(asked.readings.chosen("marker_hex"))
        if asked.readings.marker_hex == "potential":
            on.add(marker)
    return frozenset(on)


def steps_of(work: Working, section: Section, units: Sequence[Unit], off: MapFile | None) -> int:
    """The Steps of Units as far as they are said, a line each; what is missing is needed.

    :param off: the map that shows no Club Route where they are; None if that does not matter.
    """
    total = 0
    for unit in units:
        label = unit.id or unit.name or unit.hex or "a Unit"
        if unit.hex is None:
            work.need(f"hex of {label}")
        elif unit.steps is None:
            work.need(f"steps of {label}")
        else:
            total += unit.steps
            basis: Provenance = "rulebook"
            if off is not None:
                basis = off.silence_of(off.id(unit.hex))
            work.say(f"{label}: {unit.steps}", section.cite, basis, unit.hex)
    return total


def outside(unit: Unit, formation: str) -> bool:
    """Whether a Unit is known to be of another Formation."""
    return may_be(unit.formation, formation) is False


def counts_at_all(work: Working, section: Section, asked: ActivationQuestion, unit: Unit) -> bool:
    """Whether a Unit's Steps can count: Guards, but not HHC, 231st or emergency Units."""
    guards = may_be(unit.division, section.text("division"))
    if unit.emergency is True or guards is False or unit.side == GERMAN:
        return False
    if guards is None:
        work.need(f"division of {unit.call or unit.hex or 'a Unit'}: whether it is a Guards Unit")
        return False
    called = book("deploy", asked.country.window)["emergency"].text("formation")
    if unit.emergency is None and asked.state.history is None and not outside(unit, called):
        work.need(
            f"emergency of {unit.call or unit.hex or 'a Unit'}: whether it came by the emergency "
            f"call, or state.history: whether there was one; Units of {called} that did count not"
        )
    formation = unit.formation or ""
    if any(same_group(formation, one) for one in section.words("not_formations")):
        return False
    words = " ".join(names_of(unit)).upper()
    return not any(word in words for word in section.words("not_in_name"))
