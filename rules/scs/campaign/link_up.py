"""Link-up: when an Airborne Division begins to trace supply as XXX Corps does (INS 1.8a)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

from clubroute.rules.context import Context
from clubroute.rules.kinds import ALLIED
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed, word
from clubroute.rules.scs.asked import AboutState
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import DIVISIONS
from clubroute.rules.scs.readings import Readings, outcome, the_options
from clubroute.rules.scs.unsaid import Guess, decided
from clubroute.rules.working import Working, negated


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkQuestion(AboutState):
    """The parameters of ``supply.link_up``."""

    division: str = needed(word(*DIVISIONS), "the Airborne Division: 1, 82, 101, or Polish")
    options: Readings = the_options("poles_link", "released_link")


@answers("supply.link_up", "decided", "undetermined", linked={"type": "boolean"})
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
        return work.lacking("state.units: the units of XXX Corps and of the division")
    most, counts = rules.number("distance"), asked.options["released_link"] == "yes"

    def answer(guess: Guess) -> Receipt:
        work = Working()
        for (i, corps), (j, unit) in permutations(enumerate(state.units or ()), 2):
            away = apart(asked.country, corps, unit)
            facts = (
                (i, "corps", of_corps(corps, counts), "of XXX Corps, and not released"),
                (j, "division", theirs(unit, asked.division), f"of {asked.division}"),
                (i, "side", corps.of_side(ALLIED), ALLIED),
                (j, "side", unit.of_side(ALLIED), ALLIED),
                (i, "oos", negated(corps.oos), "in supply, not marked Out of Supply"),
                (j if corps.hex else i, "hex", None if away is None else away <= most, "near"),
            )
            if any(fact[2] is False for fact in facts):
                continue
            taken = [
                guess(holds, f"state.units[{at}].{name}", f"that it is {what}", good=True)
                for at, name, holds, what in facts
            ]
            if all(taken):
                far = "near" if away is None else f"{away} hexes from"
                work.say(f"{corps.call}, in supply, is {far} {unit.call}", rules.cite)
                return work.receipt("decided", linked=True)
        why = f"no supplied XXX Corps unit is within {most} hexes of {asked.division}"
        work.say(why, rules.cite)
        return work.receipt("decided", linked=False)

    return decided(answer, outcome)


def theirs(unit: Unit, division: str) -> bool | None:
    """Whether a unit is of an Airborne Division; None if its division is not said."""
    return None if unit.division is None else unit.airborne == division


def of_corps(unit: Unit, counts: bool) -> bool | None:
    """Whether a unit counts as of XXX Corps; armour released to a division may not."""
    known = unit.formation is not None or unit.kind not in (None, "armour", "recce")
    stays = counts or not unit.of_corps or (known and unit.assigned is None)
    return unit.of_corps if stays else negated(unit.released)


def apart(country: MapFile, a: Unit, b: Unit) -> int | None:
    """The distance of two units, None if one's hex is not said."""
    if a.hex is None or b.hex is None:
        return None
    return country.between(country.id(a.hex), country.id(b.hex))
