"""Air Strikes: how many there are, and where they may fall (INS 1.11, 5.5, 5.6, 5.8)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.provenance import Provenance
from clubroute.rules.answers import INTEGER
from clubroute.rules.chances import OUTCOMES, chances, thrown
from clubroute.rules.context import Context
from clubroute.rules.kinds import HEX, SIDE, SIDES
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import needed, said, word
from clubroute.rules.scs.asked import AboutMap, AboutState, the_dice
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.readings import Readings, the_options
from clubroute.rules.working import Working

WAAL = ("north", "south")


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikesQuestion(AboutState):
    """The parameters of ``air.strikes``."""

    side: str = needed(SIDE, "whose Air Strikes")
    dice: tuple[int, ...] | None = the_dice(
        1,
        "two dice for the Allies, one for the Germans; without them every result with its chance",
    )
    options: Readings = the_options("air_most", "air_fractions")


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetQuestion(AboutMap):
    """The parameters of ``air.target``."""

    side: str = needed(SIDE, "whose Air Strike")
    hex: str = needed(HEX, "the target hex")
    bank: str | None = said(word(*WAAL), "the side of the Waal the hex is on; if absent the map's")


@answers("air.strikes", "legal", "decided", "undetermined", strikes=INTEGER, outcomes=OUTCOMES)
def air_strikes(context: Context, asked: StrikesQuestion) -> Receipt:
    """How many Air Strikes a side has in its turn, rolled in its Reinforcement Phase."""
    work, rules = Working(), book("barrage")["air"]
    row = rules[asked.side]
    count, most = row.number("dice"), row.number("most")
    work.say(f"{count} {'dice' if count > 1 else 'die'}, at most {most}", row.cite)
    scenario = asked.state.scenario
    if scenario is None:
        return work.lacking("state.scenario: which scenario is played; some divide the Air Strikes")
    changes = rules.rows("scenarios").get(scenario)
    divide = changes.number("divide") if changes and changes.text("side") == asked.side else 1
    if changes and divide > 1:
        work.say(f"divided by {divide} in scenario {scenario}", changes.cite)

    def strikes(roll: int) -> int:
        capped = min(roll, most) if asked.options["air_most"] == "first" else roll
        parts, rest = divmod(capped, divide)
        if asked.options["air_fractions"] == "normal" and 2 * rest >= divide:
            parts += 1
        return min(parts, most)

    if asked.dice is not None and len(asked.dice) != count:
        return work.lacking(f"dice: {count} of them for the {asked.side} player")
    faces = {roll: told(strikes(roll)) for roll in chances(count)}
    return thrown(work, faces, asked.dice, row.cite, lambda roll: {"strikes": strikes(roll)})


def told(count: int) -> str:
    """A number of Air Strikes in words."""
    return f"{count} Air Strike{'' if count == 1 else 's'}"


@answers("air.target", "legal", "illegal", "undetermined")
def air_target(context: Context, asked: TargetQuestion) -> Receipt:
    """Whether a side's Air Strikes may hit a hex: Allied south of the Waal, German north of it."""
    work = Working()
    judge_bank(work, asked.country, asked.side, asked.hex, asked.bank)
    return work.receipt()


def judge_bank(
    work: Working, country: MapFile, side: str, hex_: str, said: str | None = None
) -> None:
    """Judge whether a side's Air Strikes may fall on a hex.

    :param said: the bank of the Waal it is on; the map's if None.
    """
    row, bank = book("barrage")["air"][side], said or bank_of(country, hex_)
    wanted = row.text("side")
    facts = {"bank": None if bank is None else bank == wanted}
    words = {"hex": hex_, "bank": bank, "side": side, "wanted": wanted}
    told: Provenance = "survey" if said is None else "rulebook"
    work.judge(book("barrage")["checks"], facts, told, **words)


def bank_of(country: MapFile, number: str) -> str | None:
    """The side of the Waal that the map shows a hex on; None if it shows neither."""
    rules, id_ = book("barrage")["air"], country.id(number)
    sides = {rules[side].text("area"): rules[side].text("side") for side in SIDES}
    return next((sides[a.id] for a in country.areas if a.id in sides and id_ in a.hexes), None)
