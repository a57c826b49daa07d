"""Link-up: when an Airborne Division begins to trace supply as XXX Corps does (INS 1.8a)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answers import answer_of
from clubroute.rules.context import Context
from clubroute.rules.kinds import ALLIED
from clubroute.rules.mapfile import MapFile
from clubroute.rules.methods import method
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed, word
from clubroute.rules.scs.asked import AboutState
from clubroute.rules.scs.games import book
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import DIVISIONS
from clubroute.rules.scs.readings import Readings, the_options
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkQuestion(AboutState):
    """The parameters of ``supply.link_up``."""

    division: str = needed(word(*DIVISIONS), "the Airborne Division: 1, 82, 101, or Polish")
    options: Readings = the_options("poles_link", "released_link")


@method(
    "supply.link_up",
    cites=("INS 1.8a", "INS 2.2"),
    answers=answer_of("decided", "undetermined", linked={"type": "boolean"}),
)
def link_up(context: Context, asked: LinkQuestion) -> Receipt:
    """Whether XXX Corps reaches a division as the Allied Movement Phase begins, for good."""
    work, rules, state = Working(), book("airdrop")["link_up"], asked.state
    if state.link_up(asked.division):
        work.say(f"{asked.division} has linked up before", rules.cite)
        return work.receipt("decided", linked=True)
    if asked.division == "Polish" and asked.options["poles_link"] == "no":
        work.say("the Polish Brigade is no division and keeps its zones", rules.cite)
        return work.receipt("decided", linked=False)
    if state.units is None:
        work.need("state.units: the units of XXX Corps and of the division")
        return work.receipt()
    most = rules.number("distance")
    open_: list[str] = []
    allied = [unit for unit in state.units if unit.side in (ALLIED, None)]
    for corps in allied:
        is_corps = of_corps(corps, asked.options["released_link"] == "yes")
        if is_corps is False or corps.oos:
            continue
        for unit in allied:
            belongs = None if unit.division is None else unit.division == asked.division
            if unit is corps or belongs is False:
                continue
            away = apart(asked.country, corps, unit)
            if away is not None and away > most:
                continue
            known = is_corps and belongs and corps.oos is False and away is not None
            if known and corps.side and unit.side:
                work.say(f"{corps.call}, in supply, is {away} hexes from {unit.call}", rules.cite)
                return work.receipt("decided", linked=True)
            open_.append(missing(corps, unit, is_corps, belongs, away))
    for need in open_:
        work.need(need)
    if open_:
        return work.receipt()
    work.say(f"no supplied XXX Corps unit is within {most} hexes of {asked.division}", rules.cite)
    return work.receipt("decided", linked=False)


def of_corps(unit: Unit, counts: bool) -> bool | None:
    """Whether a unit counts as of XXX Corps; armour released to a division may not."""
    if not unit.corps or counts or unit.kind not in (None, "armour", "recce"):
        return unit.corps
    return None if unit.released is None else not unit.released


def apart(country: MapFile, a: Unit, b: Unit) -> int | None:
    """The distance of two units, None if one's hex is not said."""
    if a.hex is None or b.hex is None:
        return None
    return country.between(country.id(a.hex), country.id(b.hex))


def missing(
    corps: Unit, unit: Unit, is_corps: bool | None, belongs: bool | None, away: int | None
) -> str:
    """Name what is not said of two units that may be near enough."""
    if corps.side is None or unit.side is None:
        return f"state.units.side: whose {corps.call} and {unit.call} are"
    if is_corps is None:
        return f"state.units.corps: whether {corps.call} is of XXX Corps, and not released"
    if corps.oos is None:
        return f"state.units.oos: whether {corps.call} is marked Out of Supply"
    if belongs is None:
        return f"state.units.division: the division of {unit.call}"
    return f"state.units.hex: the hexes of {corps.call} and {unit.call}"
