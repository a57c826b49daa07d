"""The Combat Table alone: odds and dice, with no units or hexes (INS 1.3a, Combat Table)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.chances import chances, thrown
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.kit.odds import HALF, shift_text, shown
from clubroute.rules.position.record import needed, of, said, word
from clubroute.rules.scs.asked import AboutMap, the_dice
from clubroute.rules.scs.fight import ground, odds
from clubroute.rules.scs.fight.combat import FIGHT
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.readings import Readings, the_options

PAIR = re.compile(r"([1-9]\d{0,2}):([1-9]\d{0,2})\+?")


def strengths(text: str, path: str) -> tuple[int, int]:
    """The strengths of attack and defence in ``13:4``. :raises InputError: it is none such."""
    found = PAIR.fullmatch(str(text))
    if found is None:
        raise InputError(Where("params", part=path), repr(text), "odds or strengths, as 3:1, 13:4")
    return int(found[1]), int(found[2])


ODDS = of({"type": "string", "pattern": f"^{PAIR.pattern}$"}, strengths)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableQuestion(AboutMap):
    """The parameters of ``combat.table``."""

    odds: tuple[int, int] = needed(ODDS, "strengths of attack and defence, 13:4, or the odds, 3:1")
    terrain: tuple[str, ...] | None = said(
        ground.TERRAINS, "every terrain in the defenders' hex; if absent none is looked at"
    )
    across: str | None = said(
        word(*ground.ACROSS), "what they attack across; if absent nothing is looked at"
    )
    dice: tuple[int, ...] | None = the_dice()
    options: Readings = the_options("odds_rounding", "odds_ends", "span_halving")


@answers("combat.table", "legal", "illegal", "decided", **FIGHT)
def combat_table(context: Context, asked: TableQuestion) -> Receipt:
    """What the Combat Table says at some odds, of whatever units: with dice the result, without
    them every result with its chance. What it was not told is under ``unchecked``.
    """
    work, rules = Working(), book("combat")
    attack, defence = map(Fraction, asked.odds)
    shift, alternate = 0, False
    if asked.terrain is not None:
        kind, row = ground.best_for_defence(asked.terrain)
        shift, alternate = -row.number("left"), row.flag("alternate")
        why = f"{kind.replace('_', ' ')}: {shift_text(shift)}"
        why += ", and the Alternate Result" * alternate
        work.say(why, f"{rules['terrain'].cite}, {row.cite}")
    else:
        work.leave(
            "the terrain of the defenders' hex: polder, woods, village, fort or city shift the"
            " odds, and a city calls for the Alternate Result"
        )
    if asked.across is not None:
        attack, more = over(work, attack, asked.across, asked.options["span_halving"] == "yes")
        shift += more
    else:
        work.leave("what they attack across: a river or a bridge halves the attack")
    work.leave("units that are Disorganized or Out of Supply, whose strengths are halved")
    if work.forbidden:
        return work.receipt()
    rounding, ends = asked.options["odds_rounding"], asked.options["odds_ends"]
    column = odds.column_of(attack, defence, shift, rounding, ends)
    ratio, name = f"{shown(attack)}:{shown(defence)}", odds.columns()[column]
    work.say(f"{ratio} with {shift_text(shift)} is the column {name}", "INS Combat Table")
    cells = {roll: odds.result_of(roll, column).told(alternate) for roll in chances(2)}
    printed = {roll: odds.printed(roll, column) for roll in cells}
    faces = {roll: f"{printed[roll]}: {cell.text()}" for roll, cell in cells.items()}

    def told(roll: int) -> Mapping[str, int]:
        return cells[roll].record()

    return thrown(work, faces, asked.dice, "INS Combat Table", told, odds=ratio, column=name)


def over(work: Working, attack: Fraction, across: str, spans: bool) -> tuple[Fraction, int]:
    """The strength of an attack across something, and the columns by which it shifts.

    :param spans: whether an attack out of or into a Full Hex Bridge is halved.
    """
    rules, told = book("combat"), across.replace("_", " ")
    rows: Mapping[str, Any] = rules["across"].rows("kinds")
    row = rows.get(across)
    if row is not None and row.flag("barred"):
        work.forbid(f"no combat across a {told}", row.cite)
    if row.flag("halved") if row is not None else spans:
        attack *= HALF
        cite = rules["span"].cite if row is None else row.cite
        work.say(f"across {told}: halved to {shown(attack)}", cite)
    if row is not None:
        return attack, 0
    shift = rules["span"].number("into" if across == "into_span" else "alone")
    work.say(f"{told}: {shift_text(shift)}", rules["span"].cite)
    return attack, shift
