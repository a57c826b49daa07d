"""The Pilots of the 1st Airborne: when they come, and where they are placed (INS 2.1h)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import GERMAN, HEX, YES
from clubroute.rules.position.record import said
from clubroute.rules.scs.asked import AboutState, the_unit
from clubroute.rules.scs.campaign.airdrop import commands
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.situation.situation import Situation
from clubroute.rules.scs.supply.trace import divisional_zones


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotQuestion(AboutState):
    """The parameters of ``airdrop.pilots``."""

    unit: Unit = the_unit("the Pilot unit, or its id or name")
    hex: str | None = said(HEX, "the hex it is placed in; if absent every hex it may be placed in")
    first: bool | None = said(
        YES, "whether this is the first turn in which Glider Points are used for the 1st Airborne"
    )


@answers("airdrop.pilots", *LEGALITY, hexes=TEXTS)
def airdrop_pilots(context: Context, asked: PilotQuestion) -> Receipt:
    """Whether a Pilot unit may be placed in a hex, or in which: without a roll, point or loss."""
    work, rules, unit = Working(), book("airdrop")["pilots"], asked.unit
    board = asked.board
    pilot = True if unit.kind == "pilot" else commands(unit, rules.text("formation"))
    facts = {"pilot": pilot, "first": is_first(asked)}
    work.judge(rules["checks"], facts, who=unit.call)
    zones, _ = divisional_zones(asked.country, asked.state)
    zone = (zones or {}).get(rules.text("division"))
    if zone is None:
        return work.lacking("state.drop_zones.1: the 1st Airborne's Glider & Divisional DZ/LZ")
    near = [asked.country.id(zone), *asked.country.around(asked.country.id(zone))]
    free = [at for at in near if open_to(board, at)]
    if asked.hex is not None:
        here = asked.country.id(asked.hex)
        away = asked.country.between(here, asked.country.id(zone))
        facts = {"place": away <= rules.number("distance")}
        if here in near and here not in free:
            facts["enemy"] = False
        work.judge(rules["checks"], facts, hex=asked.hex, zone=zone, away=so_many(away, "hex"))
    if asked.state.units is None:
        work.leave("state.units: whether German units are there")
    hexes = [asked.country.number(at) for at in free]
    if work.verdict != "legal":
        return work.receipt()
    summary = "" if asked.hex else f"{unit.call} may be placed in {', '.join(hexes)}"
    return work.receipt(summary=summary, hexes=hexes)


def open_to(board: Situation, at: int) -> bool:
    """Whether an Allied unit may stand in a hex: no water closes it in, and no German is there."""
    foes = any(unit.side == GERMAN for unit in board.placed.get(at, ()))
    return not foes and at not in board.country.enclosed


def is_first(asked: PilotQuestion) -> bool | None:
    """Whether the Pilots come this turn: as it is said, else as the scenario prints it."""
    state: Position = asked.state
    turn = book("airdrop")["pilots"].value("turns").get(state.scenario or "")
    if asked.first is not None or turn is None or state.now is None or state.now.number is None:
        return asked.first
    return bool(state.now.number == turn)
