"""Combat and overruns on the Combat Table (INS 1.3a, 1.7–1.9, 1.17, Combat Table)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.chances import OUTCOMES, chances, thrown
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, any_of, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED, ENEMY, HEX, YES
from clubroute.rules.engine.fight_tables import TableFight
from clubroute.rules.kit.odds import (
    HALF,
    shift_text,
    shown,
)
from clubroute.rules.position.record import (
    needed,
    of,
    plain,
    said,
    word,
)
from clubroute.rules.scs.asked import (
    ASKED_UNITS,
    AboutMap,
    AboutState,
    the_dice,
)
from clubroute.rules.scs.fight import odds
from clubroute.rules.scs.fight import odds as ground
from clubroute.rules.scs.games import (
    Guess,
    Readings,
    answers,
    book,
    the_options,
)
from clubroute.rules.scs.movement.costs import FERRY, RIVER, SEA_LINE, overrun_bars
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE as SPAN
from clubroute.rules.scs.movement.costs import rules as movement_rules
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import NA
from clubroute.rules.scs.situation.situation import Situation, boundary

MP_LEFT = plain({"type": "number", "minimum": 0, "maximum": 99})
FIGHT: Mapping[str, Any] = {
    "odds": {"type": "string", "description": "strengths: attack to defence"},
    "column": {"type": "string", "description": "the column after all shifts"},
    **dict.fromkeys(odds.SUFFERED, INTEGER),
    "outcomes": OUTCOMES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatQuestion(AboutState):
    """The parameters of ``combat.resolve``."""

    hex: str = needed(HEX, "the defenders' hex")
    attackers: tuple[Unit, ...] = needed(
        ASKED_UNITS, "the units that attack, each with its hex; or their ids or names"
    )
    defenders: tuple[Unit, ...] | None = said(
        ASKED_UNITS, "the units in the hex, or their ids or names; if absent the state's"
    )
    terrain: tuple[str, ...] | None = ground.the_terrain()
    across: Mapping[str, str] | None = ground.the_sides()
    dice: tuple[int, ...] | None = the_dice()
    options: Readings = the_options(
        "strength_fractions", "odds_rounding", "odds_ends", "halving", "span_halving"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrunQuestion(CombatQuestion):
    """The parameters of ``overrun.resolve``."""

    mp_left: float | None = said(MP_LEFT, "the MP the overrunning units have left")


@answers("combat.resolve", "legal", "illegal", "decided", "undetermined", **FIGHT)
def combat_resolve(context: Context, asked: CombatQuestion) -> Receipt:
    """What an attack brings: strengths, terrain, shifts, column, and steps lost and retreats.

    With dice the result, without them every result with its chance.
    """
    return Fight(context, asked, Working()).resolve()


@answers("overrun.resolve", "legal", "illegal", "decided", "undetermined", **FIGHT)
def overrun_resolve(context: Context, asked: OverrunQuestion) -> Receipt:
    """Whether units may overrun a hex, what it costs, and what comes of it."""
    work, rules, checks = Working(), book("combat")["overrun"], book("combat")["checks"]
    board = asked.board
    fight = Fight(context, asked, work, overrun=True)
    cost = rules.number("mp")
    holds = None if asked.mp_left is None else asked.mp_left >= cost
    work.judge(checks, {"mp": holds}, cost=cost)
    for unit in asked.attackers:
        facts = {"exploit": unit.exploit, "whole": negated(any_of((unit.dg, unit.oos)))}
        work.judge(checks, {**facts, **may_move(unit)}, who=unit.call)
        bogged(board, unit, work)
    start, side = asked.attackers[0].hex, asked.attackers[0].side or ""
    if any(unit.hex != start for unit in asked.attackers):
        work.forbid("the overrunning units do not begin in one hex", "SCS series", "assumed")
    if start is not None and asked.state.units is None:
        work.need(f"state.units: the units in {start}, that it is not overstacked")
    elif start is not None:
        at = asked.country.id(start)
        there = {unit.call for unit in board.placed.get(at, ()) if unit.side == side}
        count, most = len(there.union(unit.call for unit in asked.attackers)), board.most(at, side)
        work.judge(checks, {"room": count <= most}, hex=start, count=count, most=most)
    return fight.resolve()


def may_move(unit: Unit) -> Mapping[str, bool | None]:
    """What else must hold for a unit that overruns, since an overrun is a move; that it has not
    crossed by Ferry is not asked for.
    """
    facts: dict[str, bool | None] = {"moves": None if unit.ma is None else unit.ma not in (NA, 0)}
    if unit.ferried:
        facts["ferried"] = False
    return facts


def bogged(board: Situation, unit: Unit, work: Working) -> None:
    """Judge that no unit overruns from the polder in which it came down this turn."""
    if unit.hex is None:
        return
    start = board.map.id(unit.hex)
    if board.country.terrain(start) == movement_rules()["landed"].text("bars"):
        told, basis = {"bogged": negated(unit.dropped)}, board.map.provenance_of(start)
        work.judge(book("combat")["checks"], told, basis, who=unit.call)


class Fight(TableFight):
    """One attack or overrun: its strengths, shifts and results."""

    sums_of_one = True

    def __init__(
        self, context: Context, asked: CombatQuestion, work: Working, overrun: bool = False
    ) -> None:
        self.context, self.asked, self.work, self.overrun = context, asked, work, overrun
        self.rules = book("combat")
        self.board = asked.board
        self.country = self.board.country

    def resolve(self) -> Receipt:
        """Work the attack out."""
        asked, work = self.asked, self.work
        for why, rule in self.board.not_played(asked.country.id(asked.hex)):
            work.forbid(why, rule, hex_=asked.hex)
        defenders = self.defenders()
        for unit in asked.attackers:
            self.may_attack(unit)
        across = self.across()
        terrain = ground.terrain_in(self.country, asked.hex, asked.terrain)
        if not set(terrain.kinds) <= set(self.rules["terrain"].rows("kinds")):
            work.forbid(f"{asked.hex} is no hex that units may stand in", "INS 1.13")
            return work.receipt()
        kind, row = ground.best_for_defence(terrain.kinds)
        alternate = row.flag("alternate")
        why = f"{kind.replace('_', ' ')}: {shift_text(-row.number('left'))}"
        why += ", and the Alternate Result" * alternate
        cite = f"{self.rules['terrain'].cite}, {row.cite}"
        work.say(why, cite, terrain.provenance, asked.hex)
        shift = -row.number("left") + self.span(across)
        if self.overrun:
            self.may_overrun(terrain.kinds, across)
        halved = self.overrun and row.flag("halved")
        if halved:
            work.say(f"an overrun into {kind} is halved", row.cite)
        attack = self.attack(across, halved)
        defence = self.defence(defenders)
        if work.needs or work.forbidden or attack is None or defence is None:
            return work.receipt()
        rounding, ends = asked.options["odds_rounding"], asked.options["odds_ends"]
        column = odds.column_of(attack, defence, shift, rounding, ends)
        ratio, name = f"{shown(attack)}:{shown(defence)}", odds.columns()[column]
        work.say(f"{ratio} with {shift_text(shift)} is the column {name}", "INS Combat Table")
        cells = {roll: odds.result_of(roll, column).told(alternate) for roll in chances(2)}

        def told(roll: int) -> Mapping[str, int]:
            self.after(cells[roll], defenders)
            return cells[roll].record()

        faces = {roll: cell.text() for roll, cell in cells.items()}
        return thrown(work, faces, asked.dice, "INS Combat Table", told, odds=ratio, column=name)

    def after(self, found: odds.Result, defenders: Sequence[Unit]) -> None:
        """Tell what a retreat does to units that cannot make it."""
        rules = self.rules["retreat"]
        sides = (
            (found.attacker_retreat, self.asked.attackers),
            (found.defender_retreat, defenders),
        )
        for unit in (one for away, units in sides if away for one in units if one.ma == NA):
            why = f"{unit.call} has an MA of Na: the retreat destroys it"
            self.work.say(why, self.rules["no_allowance"].cite)
        if any(away for away, _ in sides):
            cites = {"stack": rules.text("stack_rule"), "boundary": rules.text("boundary_rule")}
            self.work.leave(rules.text("leads").format_map(cites))

    def defenders(self) -> tuple[Unit, ...]:
        """The units that defend."""
        asked, side = self.asked, self.asked.attackers[0].side
        if asked.defenders is not None:
            return asked.defenders
        if side is None:
            self.work.need("attackers.side: whose attack it is")
            return ()
        found = asked.state.units_in((asked.hex,), ENEMY[side])
        if asked.state.units is None or found != asked.state.perhaps_in((asked.hex,), ENEMY[side]):
            self.work.need(f"defenders: the units in {asked.hex}")
        elif not found:
            self.work.forbid(f"no enemy unit is in {asked.hex}", "SCS series", "assumed", asked.hex)
        return found

    def may_attack(self, unit: Unit) -> None:
        """Judge whether a unit may attack at all."""
        facts = {"supplied": negated(unit.oos), "armed": negated(unit.artillery)}
        if unit.assigned is not None:
            facts["released"] = unit.released
        self.work.judge(self.rules["checks"], facts, who=unit.call)
        # The Boundary binds the unit surely, or if what is not said of it is against it.
        country, guesses = self.asked.country, (Guess(), Guess(None))
        surely, maybe = (
            boundary(self.context, country, unit, unit.side or ALLIED, one) for one in guesses
        )
        for line in surely[1]:
            self.work.leave(line)
        target = country.id(self.asked.hex)
        if target in surely[0]:
            why = f"{self.asked.hex} is outside the XXX Corps Boundary, which binds {unit.call}"
            self.work.forbid(why, self.rules["retreat"].text("boundary_rule"))
        elif target in maybe[0]:
            for need in guesses[1].needs:
                self.work.need(need.replace("unit", f"attackers ({unit.call})", 1))

    def across(self) -> Mapping[str, str]:
        """What each hex attacks across; told, or as the map and the position have it."""
        asked, work, found = self.asked, self.work, dict(self.asked.across or {})
        rows = self.rules["across"].rows("kinds")
        hexes = sorted({unit.hex for unit in asked.attackers if unit.hex is not None})
        for start in found if hexes else ():
            if start not in hexes:
                where, near = Where("params", part="across"), nearest_name(start, hexes)
                expected = f"a hex they attack from: {', '.join(hexes)}"
                raise InputError(where, repr(start), expected, near)
        for unit in asked.attackers:
            if unit.hex is None:
                work.need(f"attackers.hex: the hex {unit.call} attacks from")
                continue
            here, target = (asked.country.id(one) for one in (unit.hex, asked.hex))
            if asked.country.between(here, target) != 1:
                work.forbid(f"{unit.hex} is not next to {asked.hex}", "SCS series", "assumed")
                continue
            if unit.hex not in found:
                side = ground.hexside_between(self.board, here, target)
                if side is None:
                    between = f"{unit.hex} and {asked.hex}"
                    work.need(f"state.bridges: how the bridge between {between} stands")
                    continue
                found[unit.hex] = side.kinds[0]
                if side.kinds[0] in rows:
                    why = f"from {unit.hex} across {side.kinds[0].replace('_', ' ')}"
                    work.say(why, rows[side.kinds[0]].cite, side.provenance)
        for start, kind in sorted(found.items()):
            if kind in rows and rows[kind].flag("barred"):
                why = f"no combat from {start} across a {kind.replace('_', ' ')}"
                work.forbid(why, rows[kind].cite)
        return found

    def span(self, across: Mapping[str, str]) -> int:
        """The shift of a Full Hex Bridge, by what each hex attacks across."""
        rules, kinds, out = self.rules["span"], set(across.values()), "out of"
        if "into_span" in kinds:
            shift, out = rules.number("into"), "into"
        elif "out_of_span" in kinds:
            shift = rules.number("together" if kinds & {"open", RIVER} else "alone")
        else:
            return 0
        self.work.say(f"attacks {out} a Full Hex Bridge: {shift_text(shift)}", rules.cite)
        return shift

    def may_overrun(self, kinds: Sequence[str], across: Mapping[str, str]) -> None:
        """Judge whether the chart allows an overrun into a hex, and across what lies before it."""
        bars = barred_overrun(self.work, kinds, across.values())
        if not bars:
            self.work.say(f"{', '.join(kinds)} may be overrun", self.rules["overrun"].cite)

    def attack(self, across: Mapping[str, str], halved: bool) -> Fraction | None:
        """The strength of the attack; None, with needs, where it is not known."""
        rows, options = self.rules["across"].rows("kinds"), self.asked.options
        spans = ("out_of_span", "into_span") if options["span_halving"] == "yes" else ()
        slow = {
            start
            for start, kind in across.items()
            if kind in spans or (kind in rows and rows[kind].flag("halved"))
        }
        every = bool(slow) and options["halving"] == "all"

        def factors(unit: Unit) -> Sequence[tuple[str, bool | None, str]]:
            side = across.get(unit.hex or "", "open")
            cite = rows[side].cite if side in rows else self.rules["span"].cite
            return (
                ("attacks across water", every or unit.hex in slow, cite),
                ("overruns ground that halves it", halved, self.rules["overrun"].cite),
                ("is Disorganized", unit.dg, self.rules["dg"].cite),
            )

        return self.halved("attackers", self.asked.attackers, "attack", factors)

    def defence(self, units: Sequence[Unit]) -> Fraction | None:
        """The strength of the defence; None, with needs, where it is not known."""

        def factors(unit: Unit) -> Sequence[tuple[str, bool | None, str]]:
            return (
                ("is Disorganized", unit.dg, self.rules["dg"].cite),
                ("is Out of Supply", unit.oos, self.rules["out_of_supply"].cite),
            )

        return self.halved("defenders", units, "defence", factors)

    def halved(
        self,
        field: str,
        units: Sequence[Unit],
        rating: str,
        factors: Callable[[Unit], Sequence[tuple[str, bool | None, str]]],
    ) -> Fraction | None:
        """Add up ratings, halved by each factor that holds."""
        work, parts = self.work, []
        for unit in units:
            value: int | None = getattr(unit, rating)
            if value is None:
                work.need(f"{field}.{rating}: the printed {rating} of {unit.call}")
                continue
            strength = Fraction(value)
            for why, holds, cite in factors(unit):
                if holds is None:
                    work.need(f"{field}: whether {unit.call} {why}")
                elif holds:
                    strength *= HALF
                    work.say(f"{unit.call} {why}: halved to {shown(strength)}", cite)
            parts.append(strength)
        if len(parts) < len(units) or not parts:
            return None
        fractions = self.asked.options["strength_fractions"]
        return self.added(rating, parts, fractions, "INS Combat Table")


def barred_overrun(work: Working, kinds: Sequence[str], across: Iterable[str]) -> bool:
    """Forbid an overrun into ground, or across water, that the chart allows none into."""
    wet = {SEA_LINE if kind not in ("open", RIVER, FERRY) else kind for kind in across}
    bars = list(overrun_bars(kinds, wet))
    for why, rule in bars:
        work.forbid(why, rule)
    return bool(bars)


# The Combat Table alone: odds and dice, with no units or hexes (INS 1.3a, Combat Table).

PAIR = re.compile(r"([1-9][0-9]{0,2})[:–-]([1-9][0-9]{0,2})\+?")


def strengths(text: str, path: str) -> tuple[int, int]:
    """The strengths of attack and defence in ``13:4``. :raises InputError: it is none such."""
    found = PAIR.fullmatch(str(text))
    if found is None:
        raise InputError(Where("params", part=path), repr(text), "odds or strengths, as 3:1, 13-4")
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
    overrun: bool = said(YES, "whether it is an Overrun; an attack if left out", default=False)
    dice: tuple[int, ...] | None = the_dice()
    options: Readings = the_options("odds_rounding", "odds_ends", "span_halving")


@answers("combat.table", "legal", "illegal", "decided", "undetermined", **FIGHT)
def combat_table(context: Context, asked: TableQuestion) -> Receipt:
    """What the Combat Table says at some odds, of whatever units: with dice the result, without
    them every result with its chance. What it was not told is under ``unchecked``.
    """
    work, rules = Working(), book("combat")
    attack, defence = map(Fraction, asked.odds)
    shift, alternate = 0, False
    if asked.overrun:
        barred_overrun(work, asked.terrain or (), filter(None, (asked.across,)))
    if asked.terrain is not None:
        kind, row = ground.best_for_defence(asked.terrain)
        shift, alternate = -row.number("left"), row.flag("alternate")
        why = f"{kind.replace('_', ' ')}: {shift_text(shift)}"
        why += ", and the Alternate Result" * alternate
        work.say(why, f"{rules['terrain'].cite}, {row.cite}")
        if asked.overrun and row.flag("halved"):
            attack *= HALF
            work.say(f"an overrun into {kind}: halved to {shown(attack)}", row.cite)
        if SPAN in asked.terrain and asked.across is None:
            work.need("across: what they attack across; along the bridge's road it is into_span")
    else:
        work.leave(
            "the terrain of the defenders' hex: polder, woods, village, fort or city shift the"
            " odds, and a city calls for the Alternate Result"
            + "; no overrun leads into most, and polder halves one"
            * asked.overrun
        )
    if asked.across is not None:
        attack, more = over(work, attack, asked.across, asked.options["span_halving"] == "yes")
        shift += more
    else:
        work.leave("what they attack across: a river or a bridge halves the attack")
    work.leave("units that are Disorganized or Out of Supply, whose strengths are halved")
    if work.forbidden or work.needs:
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
