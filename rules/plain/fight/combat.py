"""``combat.resolve`` by a game's own combat table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.answers import INTEGER, TEXTS, answer_of
from clubroute.rules.answer.chances import OUTCOMES, chances, thrown
from clubroute.rules.answer.first_line import from_to
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, NAME
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.fight_tables import (
    DIFFERENCE,
    ODDS,
    STRENGTH,
    SUM,
    CombatRow,
    TableFight,
)
from clubroute.rules.engine.laws import Rung, laddered
from clubroute.rules.engine.tables import ChartRow, RuleTables
from clubroute.rules.kit.odds import (
    NEAREST,
    column_at,
    shift_text,
    shifted,
    shown,
    simplified,
)
from clubroute.rules.plain.book import AboutOwnRules, in_each_case
from clubroute.rules.plain.fight.engagement import Engagement, across_of, told_when
from clubroute.rules.plain.game import ASKED_UNITS, PlainPosition, PlainUnit
from clubroute.rules.plain.movement.mover import ATTACKS, in_phase, leave_unjudged, shown_rating
from clubroute.rules.plain.movement.zones import before, facing_of, same, terrain_row
from clubroute.rules.position.record import list_of, needed, plain, said

DICE = list_of(plain({"type": "integer", "minimum": 1, "maximum": 6}), 2, least=1)
ACTS: Mapping[str, str] = {"combat": "attack", "fire": "fire"}
"""What those who attack do, by the table."""
YES: Mapping[str, Any] = {"type": "boolean"}
TEXT: Mapping[str, Any] = {"type": "string"}
FIGHT: Mapping[str, Any] = {
    "from_hexes": TEXTS,
    "odds": {"type": "string", "description": "strengths: attack to defence"},
    "column": {"type": "string", "description": "the column after all shifts"},
    "result": TEXT,
    **{
        f"{who}_{what}": schema
        for who in ("attacker", "defender")
        for what, schema in (("steps", INTEGER), ("retreat", INTEGER), ("eliminated", YES))
    },
    "outcomes": OUTCOMES,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCombatAsked(AboutOwnRules):
    """The parameters of ``combat.resolve``."""

    hex: str = needed(HEX, "the defenders' hex")
    attackers: tuple[PlainUnit, ...] = needed(
        ASKED_UNITS, "the units that attack, each with its hex; or their ids or names"
    )
    defenders: tuple[PlainUnit, ...] | None = said(
        ASKED_UNITS, "the units in the hex, or their ids or names; the state's if left out"
    )
    dice: tuple[int, ...] | None = said(DICE, "the dice; without them every result")
    phase: str | None = said(NAME, "the phase; the state's if left out")


@method("combat.resolve", answers=answer_of("legal", "illegal", "decided", "undetermined", **FIGHT))
def own_combat(context: Context, asked: OwnCombatAsked) -> Receipt:
    """What an attack brings: strengths, terrain, shifts, column, and the results of the table."""
    combat = asked.rules.plain.combat
    if asked.dice is not None and combat is not None and len(asked.dice) != combat.dice:
        expected = f"{combat.dice}, as the table has it"
        raise InputError(Where("params", part="dice"), f"{len(asked.dice)} dice", expected)

    def answer(now: OwnCombatAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        return with_column(PlainFight(now, tables, state, Working()).resolve())

    return in_each_case(asked, answer)


def with_column(answer: Receipt) -> Receipt:
    """An attack without dice, whose first line names its column before what that may bring."""
    column, table = answer.extra.get("column"), answer.extra.get("outcomes")
    if answer.summary or answer.verdict != "legal" or not column or not table:
        return answer
    return replace(answer, summary=f"Column {column}: {from_to(table)}")


class PlainFight(TableFight):
    """One attack: its strengths, shifts and results."""

    family = "combat"
    deed = ATTACKS
    """What those who attack do: the phase it is judged by, the verb, and its third person."""

    def __init__(
        self,
        asked: OwnCombatAsked,
        rules: RuleTables,
        state: PlainPosition,
        work: Working,
    ) -> None:
        self.asked, self.rules, self.state, self.work = asked, rules, state, work
        self.target = asked.country.id(asked.hex)
        country, attackers = asked.country, asked.attackers
        self.table = self.own_table()
        across, defenders = self.across(), self.defenders()
        self.fight = Engagement(rules, country, state, self.target, attackers, defenders, across)
        self.shift = self.die = 0

    def own_table(self) -> CombatRow | None:
        """The table by which it is resolved."""
        return self.rules.combat

    @property
    def attacks_with(self) -> str:
        """The rating of those who attack."""
        return "attack"

    def across(self) -> Sequence[Sequence[ChartRow] | None]:
        """By attacker the rows of what its attack crosses."""
        return across_of(self.rules, self.asked.country, self.target, self.asked.attackers)

    def resolve(self) -> Receipt:
        """Work the attack out."""
        work, table = self.work, self.table
        if table is None:
            return work.lacking(f"[{self.family}] in the rules of {self.asked.game.title}")
        for index, unit in enumerate(self.asked.attackers):
            if any(same(unit, other) for other in self.asked.attackers[:index]):
                work.forbid(f"{unit.call} is named twice", table.rule)
            self.may_attack(unit)
        attack = self.strength(self.attacks_with, self.asked.attackers, table)
        against = table.by != STRENGTH or self.family == "combat"
        defence = self.strength("defence", self.fight.defenders, table) if against else Fraction(0)
        self.ground()
        factors = self.modify()
        leave_unjudged(self.rules, work, self.family)
        if work.needs or work.forbidden or attack is None or defence is None:
            return work.receipt()
        attack = self.changed("attack", attack, factors["attack"], table.order)
        defence = self.changed("defence", defence, factors["defence"], table.order)
        return self.thrown(table, attack, defence)

    def thrown(self, table: CombatRow, attack: Fraction, defence: Fraction) -> Receipt:
        """The column, and the results of the dice in it."""
        work, worth = self.work, table.worth(attack, defence)
        column = self.column(table, attack, defence)
        if not attack or (column < 0 and not table.below):
            why = f"{worth} is below {table.columns[0]}: no {ACTS[self.family]}"
            work.forbid(why if attack else "the attack has no strength", table.rule)
            return work.receipt()
        if table.by == SUM:
            most = table.most_difference
            value = int(attack - defence)
            kept = value if most is None else min(max(value, -most), most)
            more = f", at most {most}" if most is not None and kept != value else ""
            self.count(0, kept, f"{worth}{more}", table.rule)
        self.limit(table)
        column = shifted(max(column, 0), self.shift, len(table.columns))
        name = table.columns[column]
        more = f" with {shift_text(self.shift)}" if self.shift else ""
        if self.die:
            work.say(f"{self.die:+d} to the roll", table.rule)
        if table.by != SUM:
            work.say(f"{worth}{more} is the column {name}", table.rule)
        cells = {roll: table.cell(roll + self.die, column) for roll in chances(table.dice)}
        faces = {roll: cell.text for roll, cell in cells.items()}
        return thrown(
            work,
            faces,
            self.asked.dice,
            table.rule,
            lambda roll: cells[roll].record(),
            from_hexes=list(dict.fromkeys(one.hex for one in self.asked.attackers if one.hex)),
            odds=worth,
            column=None if table.by == SUM else name,
        )

    def limit(self, table: CombatRow) -> None:
        """Keep what is added to the roll, and the shifts, to their limits."""
        for name, most in (("die", table.most_die), ("shift", table.most_shift)):
            value: int = getattr(self, name)
            if most is not None and abs(value) > most:
                kept = most if value > 0 else -most
                what = "to the roll" if name == "die" else "columns"
                self.work.say(f"{kept:+d} {what} at most, of {value:+d}", table.rule)
                setattr(self, name, kept)

    def column(self, table: CombatRow, attack: Fraction, defence: Fraction) -> int:
        """The column before its shifts, -1 if the attack is below the first."""
        if table.by == ODDS:
            if not attack or not defence:
                return len(table.columns) - 1 if attack else -1
            if table.rounding == NEAREST:
                return column_at(table.least, simplified(attack, defence, NEAREST))
            return column_at(table.least, attack / defence)
        if table.by == SUM:
            return 0
        value = attack - defence if table.by == DIFFERENCE else attack
        return column_at(table.least, value)

    def defenders(self) -> Sequence[PlainUnit]:
        """The units that defend."""
        asked, state, work = self.asked, self.state, self.work
        side = asked.attackers[0].side
        sides = {one.side for one in asked.attackers}
        rule = self.table.rule if self.table is not None else self.rules.short
        if side is None or None in sides:
            work.need("attackers.side: whose attack it is")
        elif len(sides) > 1:
            work.forbid("the attackers are of more than one side", rule)
        if asked.defenders is not None:
            if side is not None and any(one.side == side for one in asked.defenders):
                work.forbid("a defender is of the attackers' side", rule)
            return asked.defenders
        if state.units is None:
            work.need(f"defenders or state.units: the units in {asked.hex}")
            return ()
        work.needs += state.untold()
        number = asked.country.number(self.target)
        found = [one for one in state.in_hex({number, asked.hex}) if one.side != side]
        if not found and not work.needs:
            work.forbid(f"no enemy unit is in {number}", rule)
        return found

    def may_attack(self, unit: PlainUnit) -> None:
        """Judge whether a unit may attack the hex at all."""
        work, table = self.work, self.table
        if table is None:
            return
        in_phase(self.rules, self.state, unit, work, self.deed)
        if unit.kind in table.none:
            work.forbid(f"{unit.call} is {unit.kind}, which never {self.deed[2]}", table.rule)
        elif unit.kind is None and table.none:
            work.need(f"attackers.kind: the kind of {unit.call}")
        if unit.hex is None:
            work.need(f"attackers.hex: the hex {unit.call} {self.deed[2]} from")
        else:
            self.from_where(unit, unit.hex, table)

    def from_where(self, unit: PlainUnit, hex_: str, table: CombatRow) -> None:
        """Judge whether a unit may attack the hex from its own."""
        country = self.asked.country
        if country.between(country.id(hex_), self.target) != 1:
            self.work.forbid(f"{hex_} is not next to {self.asked.hex}", table.rule)
        else:
            self.faces(unit, hex_)

    def faces(self, unit: PlainUnit, hex_: str) -> None:
        """Judge whether the hex lies before a unit that attacks, where facing counts."""
        row, country = self.rules.facing, self.asked.country
        if row is None:
            return
        facing = facing_of(country, unit)
        direction = country.place(country.id(hex_), self.target) % 6
        if facing is None:
            self.work.need(f"attackers.facing: which hexside {unit.call} faces")
        elif direction not in before(facing, row.front):
            why = f"{self.asked.hex} is not in front of {unit.call}"
            self.work.forbid(why, row.rule_of("attack"))

    def strength(
        self, rating: str, units: Sequence[PlainUnit], table: CombatRow
    ) -> Fraction | None:
        """Add up the ratings of one side, each as its state and the ground leave it; None, with
        what is needed, where one is not known."""
        work, parts = self.work, []
        side = "defenders" if rating == "defence" else "attackers"
        for index, unit in enumerate(units):
            value = self.rating(unit, rating)
            if value is None:
                work.need(f"{side}.{rating}: the {rating} strength of {unit.call}")
                continue
            if rating != "defence" and not value:
                work.forbid(f"{unit.call} has no {rating} strength", self.rules.units_rule)
            then = value
            for rung, then in laddered(
                value, self.rungs(rating, unit, index), table.order, once=table.once
            ):
                if rung.change.none and rating != "defence":
                    act = ACTS[self.family]
                    work.forbid(f"{unit.call} may not {act}: {rung.why}", rung.rule)
                else:
                    told = f"{rung.change.told}, {shown(then)}"
                    work.say(f"{unit.call}, {rung.why}: {told}", rung.rule)
            parts.append(then)
        if len(parts) < len(units) or not parts:
            return None
        return self.added(rating, parts, table.fractions, table.rule)

    def rating(self, unit: PlainUnit, rating: str) -> Fraction | None:
        """A rating as it is said, or as the counter shows it. A counter that shows none has 0."""
        said_: float | None = getattr(unit, rating)
        if said_ is not None:
            return Fraction(str(said_))
        found = shown_rating(self.rules, self.asked.game, unit, self.work, rating)
        known = unit.id in self.asked.game.counters and rating in self.rules.columns
        return Fraction(0) if found is None and known else found

    def rungs(self, rating: str, unit: PlainUnit, index: int) -> list[Rung]:
        """What changes a unit's rating: its states, what its attack crosses, the ground it defends
        or attacks."""
        rules, work, found = self.rules, self.work, self.by_states(rating, unit)
        class_ = rules.class_of(unit)
        ground = terrain_row(rules, self.asked.country, self.target)
        rows = [(ground, ground.title)] if ground is not None else []
        if rating == "attack":
            over = self.fight.across[index]
            rows += [(row, f"over a {row.title}") for row in over or ()]
        else:
            crossed = {row.name: row for many in self.fight.across for row in many or ()}
            rows += [
                (row, f"attacked over a {row.title}")
                for row in crossed.values()
                if self.fight.crossing(row)
            ]
        for row, why in rows:
            told = getattr(row, rating)
            if told is not None:
                if unit.kind is None and set(told.values) != {"else"}:
                    work.need(f"{rating}: the kind of {unit.call}")
                    continue
                change = told.of(class_)
                if change is not None:
                    found.append(Rung(change, why, row.fight_rule))
        return found

    def by_states(self, rating: str, unit: PlainUnit) -> list[Rung]:
        """What its states change of a unit's rating."""
        found = []
        for state in self.rules.states.values():
            rung = state.rung(rating)
            if rung is None:
                continue
            shows = unit.shows(state.name)
            if shows is None:
                self.work.leave(f"state: whether {unit.call} is {state.name} ({state.rule})")
            elif shows:
                found.append(rung)
        return found

    def ground(self) -> None:
        """Count the shifts of the ground, or refuse."""
        fight = self.fight
        ground = terrain_row(self.rules, self.asked.country, self.target)
        rows = [(ground, ground.title)] if ground is not None else []
        crossed = {row.name: row for many in fight.across for row in many or ()}
        for row in crossed.values():
            for unit, many in zip(self.asked.attackers, fight.across, strict=True):
                if row in (many or ()):
                    self.may_attack_by(unit, row, f"over a {row.title}")
            if fight.crossing(row):
                rows.append((row, f"over a {row.title}"))
        for row, why in rows:
            for unit in self.asked.attackers if row is ground else ():
                self.may_attack_by(unit, row, f"into {row.title}")
            self.count(row.shift, row.die, why, row.fight_rule)

    def may_attack_by(self, unit: PlainUnit, row: ChartRow, why: str) -> None:
        """Judge whether the chart lets a unit attack into a hex or over a hexside."""
        if row.combat.alike is None and self.rules.class_of(unit) is None:
            self.work.need(f"attackers.kind: the kind of {unit.call}")
        elif not row.combat.of(self.rules.class_of(unit)):
            who = f" by {self.rules.class_of(unit)}" if row.combat.alike is None else ""
            self.work.forbid(f"no attack {why}{who}", row.bar_rule)

    def count(self, shift: int, die: int, why: str, rule: str) -> None:
        """Count a shift and what the die gets."""
        self.shift += shift
        self.die += die
        told = [shift_text(shift)] if shift else []
        told += [f"{die:+d} to the roll"] if die else []
        if told:
            self.work.say(f"{why}: {', '.join(told)}", rule, hex_=self.asked.hex)

    def modify(self) -> Mapping[str, list[Rung]]:
        """Count what holds of the modifiers; what they do to a side's strength."""
        table = self.table
        found: dict[str, list[Rung]] = {"attack": [], "defence": []}
        for one in table.modifiers if table is not None else ():
            if not self.fight.holds(one, self.work):
                continue
            why = one.say or told_when(one.when)
            if one.bars:
                self.work.forbid(one.bars, one.rule)
            self.count(one.shift, one.die, why, one.rule)
            for rating, change in (("attack", one.attack), ("defence", one.defence)):
                if change is not None:
                    found[rating].append(Rung(change, why, one.rule))
        return found

    def changed(self, rating: str, value: Fraction, rungs: list[Rung], order: str) -> Fraction:
        """A side's strength as the modifiers leave it."""
        then = value
        for rung, then in laddered(value, rungs, order):
            self.work.say(f"{rating}, {rung.why}: {rung.change.told}, {shown(then)}", rung.rule)
        return then
