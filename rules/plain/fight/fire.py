"""``los.check`` and ``fire.resolve`` by a game's own tables: who sees, and what a fire brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.answers import INTEGER, answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, NAME
from clubroute.rules.asking.methods import method
from clubroute.rules.engine.fight_tables import CombatRow
from clubroute.rules.engine.ground import COMBAT, AsPrinted, crossed
from clubroute.rules.engine.laws import Rung, fires_with
from clubroute.rules.engine.sight import blocking
from clubroute.rules.engine.tables import ChartRow, RuleTables
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.kit.lines import Crossing, meetings
from clubroute.rules.plain.book import AboutOwnRules, in_each_case
from clubroute.rules.plain.fight.combat import FIGHT, OwnCombatAsked, PlainFight, with_column
from clubroute.rules.plain.game import PlainPosition, PlainUnit
from clubroute.rules.plain.movement.mover import FIRES, leave_unjudged, shown_rating
from clubroute.rules.position.record import needed, said


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSightAsked(AboutOwnRules):
    """The parameters of ``los.check``."""

    start: str = needed(HEX, "the hex that looks", name="from")
    to: str = needed(HEX, "the hex it looks at")
    phase: str | None = said(NAME, "the phase; the state's if left out")


@method("los.check", answers=answer_of("clear", "blocked", "undetermined", range=INTEGER))
def own_sight(context: Context, asked: OwnSightAsked) -> Receipt:
    """Whether one hex sees another, and what is in the way."""
    country = asked.country
    a, b = country.id(asked.start), country.id(asked.to)
    far = country.between(a, b)

    def answer(now: OwnSightAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        work = Working()
        if tables.sight is None:
            return work.lacking(f"[sight] in the rules of {asked.game.title}")
        leave_unjudged(tables, work, "sight")
        work.steps += blocking(tables, AsPrinted(country), a, b)
        if work.steps:
            summary = f"{asked.start} does not see {asked.to}: {work.steps[0].why}"
            return work.receipt("undetermined" if work.needs else "blocked", summary, range=far)
        work.say(f"nothing is in the way over {so_many(far, 'hex')}", tables.sight.rule)
        summary = f"{asked.start} sees {asked.to}"
        return work.receipt("undetermined" if work.needs else "clear", summary, range=far)

    return in_each_case(asked, answer)


@method("fire.resolve", answers=answer_of("legal", "illegal", "decided", "undetermined", **FIGHT))
def own_fire(context: Context, asked: OwnCombatAsked) -> Receipt:
    """What a fire at a hex brings: who sees it in range, strengths, column, and the results."""
    row = asked.rules.plain.fire
    if asked.dice is not None and row is not None and len(asked.dice) != row.table.dice:
        expected = f"{row.table.dice}, as the table has it"
        raise InputError(Where("params", part="dice"), f"{len(asked.dice)} dice", expected)

    def answer(now: OwnCombatAsked, tables: RuleTables, state: PlainPosition) -> Receipt:
        return with_column(PlainFire(now, tables, state, Working()).resolve())

    return in_each_case(asked, answer)


class PlainFire(PlainFight):
    """One fire: as an attack, but from afar, and over ground that only the table's modifiers
    count."""

    family = "fire"
    deed = FIRES

    def own_table(self) -> CombatRow | None:
        """The Fire Table."""
        return None if self.rules.fire is None else self.rules.fire.table

    @property
    def attacks_with(self) -> str:
        """The rating of those who fire."""
        return fires_with(self.rules)

    @property
    def range_rule(self) -> str:
        """The rule of how far units fire."""
        return self.rules.short if self.rules.fire is None else self.rules.fire.range_rule

    def across(self) -> Sequence[Sequence[ChartRow] | None]:
        """By unit the rows of what its fire comes over into the target's hex."""
        country = self.asked.country
        return [
            None if one.hex is None else entered_over(self.rules, country, one.hex, self.target)
            for one in self.asked.attackers
        ]

    def from_where(self, unit: PlainUnit, hex_: str, table: CombatRow) -> None:
        """Judge whether a unit may fire at the hex from its own: how far it is, and seen."""
        work, country = self.work, self.asked.country
        here = country.id(hex_)
        far, most = country.between(here, self.target), self.reach(unit)
        if most is None:
            work.need(f"attackers.range: how far {unit.call} fires")
        elif far > most:
            why = f"{self.asked.hex} is {so_many(far, 'hex')} away, beyond its range of {most}"
            work.forbid(why, self.range_rule)
        for line in blocking(self.rules, AsPrinted(country), here, self.target):
            work.forbid(f"{unit.call} does not see it: {line.why}", line.rule)
        if self.rules.facing is not None:
            work.leave(f"whether {self.asked.hex} is in front of {unit.call}")

    def reach(self, unit: PlainUnit) -> int | None:
        """How far a unit fires, in hexes; None if that is not known."""
        if unit.range is not None:
            return unit.range
        own = shown_rating(self.rules, self.asked.game, unit, self.work, "range")
        if own is not None:
            return int(own)
        row = self.rules.fire
        most: int | None = None
        if row is not None and row.far is not None:
            most = row.far.of(self.rules.class_of(unit))
        known = unit.id in self.asked.game.counters and "range" in self.rules.columns
        return 0 if most is None and known else most

    def rungs(self, rating: str, unit: PlainUnit, index: int) -> list[Rung]:
        """What changes a unit's strength: its states, and how far it fires."""
        found, row, country = self.by_states(rating, unit), self.rules.fire, self.asked.country
        if row is None or unit.hex is None or rating == "defence":
            return found
        far = country.between(country.id(unit.hex), self.target)
        bands = (one for one in row.bands if far in one.hexes)
        return [*found, *(Rung(one.change, f"at {so_many(far, 'hex')}", one.rule) for one in bands)]

    def ground(self) -> None:
        """Count nothing: what ground does to a fire, the table's modifiers say."""


def entered_over(
    rules: RuleTables, country: MapFile, start: str, target: int
) -> Sequence[ChartRow]:
    """The rows of the hexside by which a straight line comes into a hex; none if it comes over a
    corner."""
    (line, half), (to_line, to_half) = country.hex(country.id(start)), country.hex(target)
    end = to_line - line, to_half - half
    for met in reversed(meetings(end)):
        if isinstance(met, Crossing) and end in met.side:
            beyond = next(one for one in met.side if one != end)
            b = country.at(line + beyond[0], half + beyond[1])
            if b == NOWHERE:
                return ()
            return crossed(rules, AsPrinted(country), country.place(b, target), COMBAT)
    return ()
