"""What a game's tables mean on its map, which no reading of them tells: ground no class reaches,
units that cannot leave their set-up hex, effects on combat that never matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clubroute.builder.errors import InputError
from clubroute.builder.lint.finding import Finding
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.fight_tables import ODDS, CombatRow
from clubroute.rules.engine.ground import SUPPLY, AsPrinted, leads, step_price
from clubroute.rules.engine.laws import RATINGS
from clubroute.rules.engine.tables import GameRules, RuleTables, StateRow
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.odds import NEAREST, shifted
from clubroute.rules.kit.search import spread
from clubroute.rules.plain.book import found_on, held_rules
from clubroute.rules.plain.fight.engagement import told_when
from clubroute.rules.plain.game import (
    PlainGame,
    PlainUnit,
    completed,
    game_of,
    set_up,
)
from clubroute.rules.plain.movement.mover import mover_of
from clubroute.rules.plain.movement.zones import terrain_row
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import RULES_FILE

SHOWN = 6
"""Hexes that a finding names."""
CHARTS = ("terrain", "hexside")


def meaning_findings(context: Context, name: str) -> Iterator[Finding]:
    """What the tables of a game mean that its author may not have meant.

    :raises InputError: mistakes in the tables, all at once.
    """
    game, country = game_of(name), map_of(context, name)
    rules = held_rules(context, game, country)
    placed = list(placed_units(game))
    if rules.plain.move is not None:
        yield from stuck(game, rules, country, placed)
        yield from unreached(game, rules, country, placed)
    yield from uncrossed(game, rules, country)
    yield from over_nothing(game, rules)
    yield from not_for_supply(game, rules.plain)
    if rules.plain.combat is not None:
        yield from idle(game, rules, country, rules.plain.combat)


def warning(game: PlainGame, rule: str, place: str, text: str) -> Finding:
    """A warning about a game's tables."""
    return Finding("warning", rule, place, text, f"counters/{game.id}/{RULES_FILE}")


def placed_units(game: PlainGame) -> Iterator[tuple[str, PlainUnit]]:
    """The units that its set-ups put on the map, each with the scenario."""
    for scenario in scenario_files(game.id):
        for unit in set_up(game, scenario):
            try:
                yield scenario, completed(game, unit, scenario)
            except InputError:  # a set-up of its own faults: the builder tells those
                continue


def stuck(
    game: PlainGame, rules: GameRules, country: MapFile, placed: list[tuple[str, PlainUnit]]
) -> Iterator[Finding]:
    """Units that cannot leave the hex a set-up puts them in, whatever the weather."""
    for scenario, unit in placed:
        if unit.hex is None or (mover := mover_of(rules.plain, game, unit, Working())) is None:
            continue
        if not mover.allowance or unit.state:
            continue  # a unit without an allowance, or in a state, is not meant to move
        here = country.id(unit.hex)
        if not any(
            leaves(tables, country, here, mover.class_, mover.allowance)
            for tables in rules.tables.values()
        ):
            text = f"{unit.call} ({mover.class_ or unit.kind}) cannot leave it in {scenario}"
            yield warning(game, "stuck", unit.hex, text)


def leaves(
    tables: RuleTables, country: MapFile, here: int, class_: str | None, allowance: int
) -> bool:
    """Whether a unit has some step out of a hex that it may make and can pay."""
    least = tables.move is not None and tables.move.minimum
    for place, _ in country.exits(here):
        price = step_price(tables, AsPrinted(country), place, class_)
        if price.half_mp is not None and (least or price.whole or price.half_mp <= allowance):
            return True
    return False


def unreached(
    game: PlainGame, rules: GameRules, country: MapFile, placed: list[tuple[str, PlainUnit]]
) -> Iterator[Finding]:
    """Ground that some class may enter, and none can come to from where set-ups put it."""
    tables = rules.plain
    reached: set[int] = set()
    for class_ in classes_of(tables):
        begins = [
            country.id(unit.hex)
            for _, unit in placed
            if unit.hex is not None and tables.classes.get(unit.kind or "") in (class_, None)
        ]
        if not begins:
            continue

        def onward(a: int, class_: str | None = class_) -> Iterator[int]:
            for place, b in country.exits(a):
                if step_price(tables, AsPrinted(country), place, class_).half_mp is not None:
                    yield b

        reached |= spread(begins, onward)[0].keys()
    if not reached:
        return
    left = []
    for id_ in range(len(country)):
        row = terrain_row(tables, country, id_)
        enterable = (
            row is not None
            and row.move is not None
            and any(row.move.of(class_) is not None for class_ in classes_of(tables))
        )
        if enterable and id_ not in reached:
            left.append(country.number(id_))
    if left:
        shown = ", ".join(left[:SHOWN]) + (", …" if len(left) > SHOWN else "")
        yield warning(game, "unreached", left[0], f"no class of any set-up can reach {shown}")


def classes_of(tables: RuleTables) -> tuple[str | None, ...]:
    """The movement classes; one without a name where there are none."""
    return tuple(dict.fromkeys(tables.classes.values())) or (None,)


def uncrossed(game: PlainGame, rules: GameRules, country: MapFile) -> Iterator[Finding]:
    """Rows of hexsides for one direction that no hexside of the map is crossed in."""
    for name, row in rules.plain.hexside.items():
        if not (row.into or row.out_of):
            continue
        crossed = (
            leads(country, row, place // 6, country.beside[place % 6][place // 6])
            for place, features in country.sides.items()
            if any(one.kind == row.along for one in features)
            and country.beside[place % 6][place // 6] != NOWHERE
        )
        if not any(crossed):
            text = f"no {row.along} of the map is crossed so: it never holds"
            yield warning(game, "idle", f"hexside.{name}", text)


def over_nothing(game: PlainGame, rules: GameRules) -> Iterator[Finding]:
    """States that stand over others with which they never change one thing."""
    every = rules.tables.values()
    for state in rules.plain.states.values():
        for name in state.over:
            pairs = [(one.states[state.name], one.states[name]) for one in every]
            if not any(change_alike(one, other) for one, other in pairs):
                text = f"it stands over {name}, and the two change nothing alike"
                yield warning(game, "idle", f"state.{state.name}", text)


def change_alike(one: StateRow, other: StateRow) -> bool:
    """Whether two states change one thing."""
    ratings = ("move", *RATINGS)
    shared = any(one.rung(rating) and other.rung(rating) for rating in ratings)
    return shared or not one.classes.keys().isdisjoint(other.classes)


def not_for_supply(game: PlainGame, tables: RuleTables) -> Iterator[Finding]:
    """Hexsides that lift another where units cross, and not for a path of supply, which it bars."""
    for row in tables.hexside.values() if tables.supply is not None else ():
        for other in tables.hexside.values():
            lifts = not {other.name, other.along}.isdisjoint(row.lifts)
            if lifts and row.uses and SUPPLY not in row.uses and not other.supply:
                text = f"it lifts {other.name} for {', '.join(row.uses)}, and {SUPPLY} stays barred"
                yield warning(game, "supply", f"hexside.{row.name}", text)


def idle(
    game: PlainGame, rules: GameRules, country: MapFile, table: CombatRow
) -> Iterator[Finding]:
    """Columns and effects on combat that never matter."""
    for index, (a, b) in enumerate(zip(table.columns, table.columns[1:], strict=False)):
        if all(row[index] == row[index + 1] for row in table.cells.values()):
            yield warning(game, "idle", "combat.columns", f"{a} and {b} have the same results")
    if table.by == ODDS and table.rounding == NEAREST:
        for name, least in zip(table.columns, table.least, strict=True):
            if least.numerator != 1 and least.denominator != 1:
                text = f"no odds are {name}: they are rounded to whole numbers to one"
                yield warning(game, "idle", "combat.columns", text)
    shown = dict(found_on(country))
    for chart in CHARTS:
        for name, row in getattr(rules.plain, chart).items():
            there = shown[chart].get(row.along or name)
            place = f"{chart}.{name}"
            effects = row.shift or row.die or row.attack or row.defence
            if effects and not there:
                yield warning(game, "idle", place, "the map has none: what it does never matters")
            yield from idle_effect(game, table, place, row.shift, row.die)
    if table.most_shift == 0:
        yield warning(game, "idle", "combat.most_shift", "at most 0 columns: no shift ever matters")
    for index, one in enumerate(table.modifiers, start=1):
        place = f"combat.modifier {index} ({told_when(one.when)})"
        yield from idle_effect(game, table, place, one.shift, one.die)
        for fact, chart in (("terrain", "terrain"), ("hexside", "hexside")):
            named = one.when.get(fact, ())
            if named and not any(shown[chart].get(name) for name in named):
                text = f"the map has no {' or '.join(named)}: it never holds"
                yield warning(game, "idle", place, text)
        yield from never_so(game, rules, place, one.when)


def never_so(
    game: PlainGame, rules: GameRules, place: str, when: Mapping[str, object]
) -> Iterator[Finding]:
    """A modifier that asks for a turn with a weather which that turn never has."""
    turns, weather = when.get("turn"), when.get("weather")
    track = rules.plain.turns
    if not isinstance(turns, frozenset) or not isinstance(weather, tuple) or track is None:
        return
    if not any(track.weather.get(turn) in weather for turn in turns):
        text = "none of its turns has that weather: it never holds"
        yield warning(game, "idle", place, text)


def idle_effect(
    game: PlainGame, table: CombatRow, place: str, shift: int, die: int
) -> Iterator[Finding]:
    """A shift, or something added to the roll, that changes no result of the table."""
    columns = range(len(table.columns))
    if shift and not any(
        row[at] != row[shifted(at, shift, len(row))]
        for row in table.cells.values()
        for at in columns
    ):
        yield warning(game, "idle", place, f"a shift of {shift:+d} changes no result")
    if die and not any(
        table.cell(roll, at) != table.cell(roll + die, at) for roll in table.cells for at in columns
    ):
        yield warning(game, "idle", place, f"{die:+d} to the roll changes no result")
