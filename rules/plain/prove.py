"""``clubroute prove``: that no order of lines decides the law of a game of one's own, and that it
leaves nothing out.

The reading of ``rules.toml`` refuses rows that collide; here every number the tables give is worked
out again from the same tables in other orders, for what reading cannot see. Each case has a price
or a rule that bars it. What is written out though it is usual, and a column that serves the
attacker worse than the one before, are named. And on the game's own set-ups what a unit reaches is
asked again as the best way there, and that way as a declared one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, NamedTuple

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError
from clubroute.builder.sources.tables import toml_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.answer.chances import chances
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.fight_tables import CombatRow, Fate
from clubroute.rules.engine.ground import USES, Price, StepKind, chart_price, in_effect
from clubroute.rules.engine.keys import KeyPath, RuleSource
from clubroute.rules.engine.laws import CITED, RATINGS, Rung, fires_with, laddered
from clubroute.rules.engine.overlays import rules_told
from clubroute.rules.engine.tables import ChartRow, GameRules, RuleTables
from clubroute.rules.plain.book import facts_of, the_rules
from clubroute.rules.plain.game import PlainGame, PlainUnit, completed, set_up
from clubroute.rules.plain.movement.mover import changed
from clubroute.rules.plain.trial import one_of_each
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import RULES_FILE, series_at
from clubroute.rules.words.grammar import Here, parse

ORDERS, FEW = 24, 2
"""The orders in which the tables and rows are tried, and those of a build."""
STATES = 2
"""The states a unit has at once: what collides does so in pairs."""
VALUE = 7
"""The strength and allowance that are worked out: its half and its third are no whole numbers."""
SHOWN = 6
"""The differences that are told."""

Case = tuple[str, ...]


class OrderProof(NamedTuple):
    """How many numbers some tables give, and the cases in which another order gives another."""

    numbers: int
    orders: int
    differ: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What was looked at, and what came of it."""
        told = f"{self.numbers} numbers in {self.orders} orders of the tables and rows"
        return f"{told}: {'they differ' if self.differ else 'none differs'}"


def proof_of(game: PlainGame, orders: int = ORDERS) -> OrderProof:
    """Work out every number of a game's tables in several orders.

    :raises InputError: mistakes in the rules, all at once.
    """
    path = game.folder / RULES_FILE
    text = read_text(path)
    told, facts = toml_of(text, path), facts_of(game)
    chance = random.Random(0)  # the same orders each time
    first = dict(numbers(rules_told(RuleSource(path, text), told, facts)))
    differ: dict[Case, str] = {}
    for _ in range(orders):
        mixed = rules_told(RuleSource(path, text), shuffled(told, chance), facts)
        for case, value in numbers(mixed):
            if first.get(case) != value:
                differ[case] = f"{', '.join(filter(None, case))}: {first.get(case)} or {value}"
    return OrderProof(len(first), orders, tuple(differ.values())[:SHOWN])


def shuffled(told: Any, chance: random.Random) -> Any:
    """Tables in another order, and their rows; what is a list by its nature stays as it is."""
    if isinstance(told, Mapping):
        names = list(told)
        chance.shuffle(names)
        return {name: shuffled(told[name], chance) for name in names}
    if isinstance(told, list) and told and all(isinstance(one, Mapping) for one in told):
        rows = [shuffled(one, chance) for one in told]
        if all("when" in one or "of" in one for one in rows):  # modifiers, limits: no sequence
            chance.shuffle(rows)
        return rows
    return told


def numbers(rules: GameRules) -> Iterator[tuple[Case, Any]]:
    """Each number that tables give, by its case; of weathers and phases that change nothing of what
    it is made of, once."""
    charts: list[Any] = []
    forces: list[Any] = []
    for times, tables in sorted(rules.tables.items()):
        chart = tables.terrain, tables.hexside, tables.road, tables.move
        force = tables.states, tables.combat, tables.zoc, tables.move, tables.classes
        found: list[Iterator[tuple[Case, Any]]] = []
        if chart not in charts:
            charts.append(chart)
            found.append(prices(tables))
        if (chart, force) not in forces:
            forces.append((chart, force))
            found += [units(tables), sides(tables)]
        for case, value in itertools.chain(*found):
            yield (*times, *case), value


def prices(tables: RuleTables) -> Iterator[tuple[Case, Any]]:
    """What every kind of step costs, and whether zones, attacks and supply pass."""
    for case, price in priced(tables):
        yield case, (price.half_mp, price.whole)
    for over, use in itertools.product(crossings(tables), USES):
        rows = in_effect(tables, over, use)
        passing = {row.name: (row.zoc.values, row.combat.values, row.supply) for row in rows}
        yield (use, *sorted(over)), passing


def crossings(tables: RuleTables) -> list[frozenset[str]]:
    """What may lie along a hexside: up to two kinds."""
    names = sorted(tables.hexside)
    return [frozenset(many) for size in range(3) for many in itertools.combinations(names, size)]


def priced(tables: RuleTables) -> Iterator[tuple[Case, Price]]:
    """What every kind of step costs each class."""
    classes: list[str | None] = [*sorted(set(tables.classes.values()))] or [None]
    roads = [frozenset[str](), *(frozenset((row.along,)) for row in tables.road.values())]
    for terrain, over, along in itertools.product(tables.terrain, crossings(tables), roads):
        for class_ in classes:
            price = chart_price(tables, StepKind((terrain,), over, along), class_)
            yield (terrain, *sorted(over), *along, class_ or ""), price


def units(tables: RuleTables) -> Iterator[tuple[Case, Any]]:
    """What states make of a unit of each kind: its class, allowance, zone and ratings."""
    names = sorted(tables.states)
    sets = [many for size in range(STATES + 1) for many in itertools.combinations(names, size)]
    rows = [*tables.terrain.values(), *tables.hexside.values()]
    for kind, many in itertools.product(tables.classes or [""], sets):
        unit, case = PlainUnit(kind=kind or None, state=many), (kind, *many)
        work = Working()
        allowance = changed(tables, unit, 2 * VALUE, work, tables.class_made(unit))
        yield ("move", *case), (tables.class_of(unit), allowance, bool(work.forbidden))
        yield ("zone", *case), tables.has_zone(unit)
        if tables.fire is not None:
            fires = [tables.states[name].rung(fires_with(tables)) for name in many]
            for band in (None, *tables.fire.bands):
                rungs = [one for one in fires if one is not None]
                rungs += [] if band is None else [Rung(band.change, "", band.rule)]
                far = "" if band is None else str(min(band.hexes))
                yield ("fire", *case, far), at_last(rungs, tables.fire.table)
        for rating in RATINGS:
            own = [rung for name in many if (rung := tables.states[name].rung(rating)) is not None]
            for row in (None, *rows):
                rungs = [*own, *on_ground(row, rating, tables.class_of(unit))]
                yield (rating, *case, row.name if row else ""), at_last(rungs, tables.combat)


def on_ground(row: ChartRow | None, rating: str, class_: str | None) -> Iterator[Rung]:
    """What a row of the chart does to a rating."""
    told = None if row is None else getattr(row, rating)
    if row is not None and told is not None and (change := told.of(class_)) is not None:
        yield Rung(change, row.title, row.fight_rule)


def sides(tables: RuleTables) -> Iterator[tuple[Case, Any]]:
    """What each two modifiers make of a side's strength."""
    combat = tables.combat
    many = combat.modifiers if combat is not None else ()
    for rating, (one, other) in itertools.product(RATINGS, itertools.combinations(many, 2)):
        changes = [(row, getattr(row, rating)) for row in (one, other)]
        rungs = [Rung(change, str(row.when), row.rule) for row, change in changes if change]
        if combat is not None and len(rungs) > 1:
            case = sorted(f"{rung.rule} {rung.why} {rung.change.told}" for rung in rungs)
            yield (rating, *case), at_last(rungs, combat)


def at_last(rungs: Iterable[Rung], combat: CombatRow | None) -> Fraction:
    """What rows make of a strength."""
    value = Fraction(VALUE)
    order, once = ("", False) if combat is None else (combat.order, combat.once)
    for _, then in laddered(Fraction(VALUE), rungs, order, once=once):
        value = then
    return value


# Whether every case has an answer, and what is written for nothing.


class LawHeld(NamedTuple):
    """What a law looked at, in words, and the places it names; ``wrong``: they are mistakes."""

    summary: str
    differ: tuple[str, ...]
    wrong: bool = False


def completeness_of(game: PlainGame) -> LawHeld:
    """Look for cases that have neither a price nor a rule that bars them, in each weather and phase
    for each class, with the states that make another.

    :raises InputError: mistakes in the rules, all at once.
    """
    found, many = [], 0
    for times, tables in the_rules(game).tables.items():
        for case, price in priced(tables):
            many += 1
            if price.half_mp is None and not any(one.rule for one in price.steps):
                found.append(", ".join(filter(None, (*times, *case))))
    told = "each has a price or a rule that bars it" if not found else "these have neither"
    return LawHeld(f"{many} kinds of steps: {told}", tuple(found[:SHOWN]), True)


def usual_of(game: PlainGame) -> LawHeld:
    """Look for keys that may be left out, since without them the tables are the same.

    :raises InputError: mistakes in the rules, all at once.
    """
    path = game.folder / RULES_FILE
    text = read_text(path)
    told, facts = toml_of(text, path), facts_of(game)
    first = rules_told(RuleSource(path, text), told, facts)
    keys, found = 0, []
    for place, without in left_out(told):
        keys += 1
        with suppress(InputError):
            if rules_told(RuleSource(path, text), without, facts) == first:
                found.append(".".join(place))
    summary = f"{keys} keys, {len(found)} of them say what is usual"
    return LawHeld(summary, tuple(found))


def left_out(told: Any, place: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """Tables without one of their keys each, with the place of that."""
    for name in told if isinstance(told, Mapping) else ():
        rest = {one: value for one, value in told.items() if one != name}
        if name not in CITED:
            yield (*place, name), rest
        for at, inner in left_out(told[name], (*place, name)):
            yield at, {**told, name: inner}


def columns_of(game: PlainGame) -> LawHeld:
    """Look for results that are worse for the attacker than those one column to the left.

    :raises InputError: mistakes in the rules, all at once.
    """
    table = the_rules(game).plain.combat
    if table is None:
        return LawHeld("no combat table", ())
    found = []
    rolls = chances(table.dice)
    for roll, (left, right) in itertools.product(
        rolls, itertools.pairwise(range(len(table.columns)))
    ):
        old, new = table.cell(roll, left), table.cell(roll, right)
        if worse(new.attacker, old.attacker) or worse(old.defender, new.defender):
            columns = f"{table.columns[left]} {old.code}, {table.columns[right]} {new.code}"
            found.append(f"roll {roll}: {columns}")
    whole = sum(rolls.values()) == 1 and all(
        len(cells) == len(table.columns) for cells in table.cells.values()
    )
    told = "the chances of each add to 1" if whole else "a row has too few results"
    how = "some are worse to the right" if found else "none is worse than the one before"
    return LawHeld(
        f"{so_many(len(table.columns), 'column')}: {told}; {how}", tuple(found[:SHOWN]), not whole
    )


def worse(one: Fate, other: Fate) -> bool:
    """Whether a result is worse than another in some way, and in none better."""
    if one.eliminated != other.eliminated:
        return one.eliminated
    pairs = [(one.steps, other.steps), (abs(one.retreat), abs(other.retreat))]
    return all(new >= old for new, old in pairs) and any(new > old for new, old in pairs)


# Whether reach, the best way and the declared one agree.


class Agreement(NamedTuple):
    """How many ways were compared, and those of which two answers differ."""

    ways: int
    differ: tuple[str, ...]

    @property
    def summary(self) -> str:
        """What was looked at, and what came of it."""
        if not self.ways:
            return "no set-up has a unit that moves: no way was asked for"
        told = f"{self.ways} ways of the set-ups, reached, found and declared"
        return f"{told}: {'they differ' if self.differ else 'all agree'}"


def agreement_of(context: Context, game: PlainGame) -> Agreement:
    """Ask for what the units of each set-up reach, the best way to each hex, and that way."""
    found = [one for question in movers(context, game) for one in ways_of(context, question)]
    return Agreement(len(found), tuple(filter(None, found))[:SHOWN])


def movers(context: Context, game: PlainGame) -> Iterator[Mapping[str, Any]]:
    """The questions what a unit of each kind reaches in the first turn of each set-up."""
    if "move" not in series_at(game.id).families:
        return
    for scenario in sorted(scenario_files(game.id)):
        units = [completed(game, one, scenario) for one in set_up(game, scenario)]
        for unit in one_of_each(game, units):
            told = f"reach {unit.id} scenario={scenario} turn=1 map={game.id}"
            yield parse(told, Here(context)).params


def ways_of(context: Context, question: Mapping[str, Any]) -> Iterator[str]:
    """For each hex that a unit reaches, how the ways there differ; "" where they agree."""
    reached: Mapping[str, Any] = ask(context, "move.reach", question)
    begin = {name: value for name, value in question.items() if name != "from"}
    for hex_, cost in reached.get("hexes", {}).items():
        best = ask(context, "move.best", {**question, "to": hex_})
        path = [one["hex"] for one in best.get("path", ())]
        declared = ask(context, "move.check", {**begin, "path": path}) if len(path) > 1 else best
        totals = [one.get("total") for one in (best, declared)]
        alike = totals == [cost, cost] and best["verdict"] == declared["verdict"]
        told = (
            f"{question['unit']} to {hex_}: reached for {cost} MP, the best way takes {totals[0]}"
        )
        yield "" if alike else f"{told}, declared it takes {totals[1]}"
