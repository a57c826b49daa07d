"""A game's rules: its ``rules.toml`` as read, and held against its map: what the map has must have
a row, and a row a place; and how a question is answered by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, TypeVar

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.project import Project
from clubroute.builder.sources.text import read_text
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.unsaid import Extent, Taking, UnsaidFact, both_ways
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.fight_tables import RatingChange
from clubroute.rules.engine.ground import leads
from clubroute.rules.engine.keys import Facts, KeyPath, RuleSource
from clubroute.rules.engine.overlays import read_rules
from clubroute.rules.engine.tables import ChartRow, GameRules, RuleTables, StateRow
from clubroute.rules.engine.trip import outcome
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.plain.game import (
    UNITS,
    AboutOwnState,
    PlainGame,
    PlainPosition,
    PlainUnit,
    one_named,
)
from clubroute.rules.plain.supply.trace import traced
from clubroute.rules.position.record import derived
from clubroute.rules.series import RULES_FILE, series_at


def facts_of(game: PlainGame) -> Facts:
    """What the files of a game have, which its rules may name."""
    columns = {name for one in game.counters.values() for name in one.columns}
    rows = {one.kind: one.row for one in reversed(tuple(game.counters.values()))}
    path = str(game.folder / UNITS)
    places = tuple((kind, Where(path, row, "kind")) for kind, row in rows.items())
    return Facts(game.sides, game.kinds, game.states, tuple(sorted(columns)), places)


def rules_of(game: PlainGame) -> GameRules | None:
    """The rules of a game, None if it has no rules file; read again when it has changed.

    :raises InputError: mistakes in it, all at once.
    """
    path = game.folder / RULES_FILE
    if not path.is_file():
        return None
    return read_rules(path, read_text(path), facts_of(game))


def the_rules(game: PlainGame) -> GameRules:
    """The rules of a game. :raises InputError: mistakes in them, or it has none."""
    found = rules_of(game)
    if found is None:
        raise InputError(Where.of(game.folder / RULES_FILE), "no such file", "the game's rules")
    return found


def held_rules(context: Context, game: PlainGame, country: MapFile) -> GameRules:
    """The rules of a game, held against its map once. :raises InputError: mistakes in them."""
    rules = the_rules(game)
    key = ("plain rules", (country.path, country.digest, id(rules)))
    if context.loaded.get(key) is None:
        series = series_at(game.id)
        home = Project(series.counters.parent).map_folder(series.lattice)
        words = read_vocabulary(home / "terrain.toml")
        known = {"terrain": words.hexes, "hexside": words.hexsides, "road": words.roads}
        named = {name: tuple(kinds) for name, kinds in known.items()}
        hold_against_map(game, rules.plain, country, named)
        context.loaded[key] = rules
    return rules


def hold_against_map(
    game: PlainGame, rules: RuleTables, country: MapFile, words: Mapping[str, tuple[str, ...]]
) -> None:
    """Hold charts against a map.

    :param words: the words of the map's ``terrain.toml``, by chart.
    :raises InputError: the map has what no row tells, or a row is of what the words do not name.
    """
    path = game.folder / RULES_FILE
    source = RuleSource(path, read_text(path))
    charts = {"terrain": rules.terrain, "hexside": rules.hexside, "road": rules.road}
    shown = dict(found_on(country))
    for name, rows in charts.items():
        if not rows and name != "terrain":
            continue  # a chart that is not there says nothing, and nothing is asked of it
        told = {row.along or title for title, row in rows.items()}
        for kind, places in shown[name].items():
            if kind not in told:
                where = f"which the map shows {len(places)}× ({places[0]} …)"
                expected = f'{kind} = {{ rule = "…", move = … }}'
                source.mistake((name,), f"no row for {kind}, {where}", expected)
        for title, row in rows.items():
            named = row.along or title
            if named not in words[name]:
                source.unknown((name, named), name, words[name])
    hold_slopes(rules, country, source)
    hold_sources(game, rules, country, source)
    areas = [one.id for one in country.areas]
    entries = rules.entry.hexes.items() if rules.entry is not None else ()
    points = rules.victory.points if rules.victory is not None else ()
    listed: list[tuple[KeyPath, str]] = [(("victory", "points", one), one) for one in points]
    listed += [(("entry", "hexes", side), one) for side, many in entries for one in many]
    for key, place in listed:
        if place not in areas and hex_id(country, place) == NOWHERE:
            near = nearest_name(place, areas)
            source.mistake(key, f"no such place {place!r}", "an area or a hex of the map", near)
    source.settle()


def hold_slopes(rules: RuleTables, country: MapFile, source: RuleSource) -> None:
    """Hold rows of hexsides that differ by direction against the map: their areas and terrain must
    be there, and each way over such a hexside must have a row."""
    places = {one for area in country.areas for one in (area.id, area.kind)} | {*country.kinds}
    slopes: dict[str, list[ChartRow]] = {}
    for title, row in rules.hexside.items():
        for name, named in (("into", row.into), ("out_of", row.out_of)):
            for one in named:
                if one not in places:
                    near = nearest_name(one, places)
                    expected = "an area of the map, a kind of area, or terrain"
                    source.mistake(
                        ("hexside", title, name), f"no such place {one!r}", expected, near
                    )
        slopes.setdefault(row.along, []).append(row)
    for kind, rows in slopes.items():
        for row in [one for one in rows if not (one.into or one.out_of)][1:]:
            told = f"no into or out_of, and another row along {kind} that holds both ways"
            source.mistake(("hexside", row.name), told, 'into = ["…"], an area of the map')
        if not all(row.into or row.out_of for row in rows):
            continue
        flat = []
        for place, features in country.sides.items():
            a, b = place // 6, country.beside[place % 6][place // 6]
            if b == NOWHERE or all(one.kind != kind for one in features):
                continue
            if not any(leads(country, row, a, b) for row in rows):
                flat.append(f"{country.number(a)} to {country.number(b)}")
        if flat:
            told = f"no row for {kind} crossed from {flat[0]}, {len(flat)}× on the map"
            source.mistake(("hexside", rows[0].name), told, "one with another into or out_of")


def hold_sources(game: PlainGame, rules: RuleTables, country: MapFile, source: RuleSource) -> None:
    """Hold what supply comes from against the map: areas, hexes, kinds of counters."""
    areas = [one.id for one in country.areas]
    for side, places in rules.supply.source.items() if rules.supply is not None else ():
        for name in places:
            if name not in (*areas, *game.kinds) and hex_id(country, name) == NOWHERE:
                near = nearest_name(name, (*areas, *game.kinds))
                expected = "an area or a hex of the map, or a kind of counter"
                key = ("supply", "source", side)
                source.mistake(key, f"no such source {name!r}", expected, near)


def found_on(country: MapFile) -> Iterator[tuple[str, Mapping[str, list[str]]]]:
    """By chart, what a map has, with the places it is in, as printed."""
    terrain: dict[str, list[str]] = {}
    for id_ in range(len(country)):
        terrain.setdefault(country.terrain_of(id_), []).append(country.number(id_))
    yield "terrain", terrain
    sides: dict[str, list[str]] = {}
    for place in sorted(country.sides):
        for feature in country.sides[place]:
            told = sides.setdefault(feature.kind, [])
            if (side := country.hexside_number(place)) not in told:  # it is there from both hexes
                told.append(side)
    yield "hexside", sides
    roads: dict[str, list[str]] = {}
    for place in sorted(country.links):
        for link in country.links[place]:
            kind = country.roads[link.road].kind
            told = roads.setdefault(kind, [])
            if (side := country.hexside_number(place)) not in told:
                told.append(side)
    yield "road", roads


# Answers in every case that a position leaves open: its weather, the kinds of its units; and by the
# states that its unit may be in.

CALM = "no weather"
"""The weather of a turn of which the track says none: no overlay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutOwnRules(AboutOwnState):
    """The parameters of a question that a game's rules answer, with those rules."""

    rules: GameRules = derived(
        lambda context, asked: held_rules(context, asked.game, asked.country)
    )
    trace: Callable[[RuleTables, PlainPosition, PlainUnit], Receipt] = derived(
        lambda context, asked: partial(traced, context, asked.country, asked.game)
    )


MOVES = "move"
Asked = TypeVar("Asked", bound=AboutOwnRules)


def in_each_case(
    asked: Asked,
    answer: Callable[[Asked, RuleTables, PlainPosition], Receipt],
    does: str = "",
    extent: Extent | None = None,
) -> Receipt:
    """Answer in the weather and for the units of a position, in each case that it leaves open, and
    whichever states the unit asked about is in.

    :param does: what that unit does, as the phases have it. :param extent: what an answer tells
        that turns on its states.
    """
    rules, phase, side = asked.rules, phase_of(asked), side_of(asked)
    whose = one_of("unit.side", "whose unit it is", (side,) if side else asked.game.sides)
    weather = one_of("state.weather or state.turn", "the weather", weathers_of(rules, asked))
    unknown = list(unknown_kinds(asked.state)) if turns_on_kinds(rules.plain) else []
    where = ", ".join(f"{one}.kind" for one in unknown)
    kind = one_of(where, "the kind of each unit", asked.game.kinds)

    def answered(case: Case, takes: StateTaking) -> Receipt:
        told, state = case(weather), asked.state
        if unknown:
            # All are of one kind: that tells all that may be, for each exerts a zone or counts for
            # itself.
            name = case(kind)
            units = (one if one.kind else replace(one, kind=name) for one in state.units or ())
            state = replace(state, units=tuple(units))
        now = "" if told == CALM else told
        mine = case(whose) if rules.sided else ""
        tables = rules.under(now, phase, mine)
        sided = of_side(asked, mine)
        supplied, state = as_supplied(
            sided, tables, replace(state, weather=now, phase=phase or None)
        )
        return answer(as_it_is(supplied, tables, does, takes), tables, state)

    def taking(takes: StateTaking) -> Receipt:
        return in_every_case(lambda case: answered(case, takes))

    return both_ways(StateTaking, taking, outcome, extent)


def side_of(asked: AboutOwnRules) -> str | None:
    """Whose side a question is about: its unit's, its attackers', or the one it names."""
    unit: PlainUnit | None = getattr(asked, "unit", None)
    many: Sequence[PlainUnit] = (unit,) if unit else getattr(asked, "attackers", ())
    named: str | None = getattr(asked, "side", None)
    return many[0].side if many else named


def of_side(asked: Asked, side: str) -> Asked:
    """A question whose unit is of a side, if it is one about a unit of none that is said."""
    unit: PlainUnit | None = getattr(asked, "unit", None)
    if not side or unit is None or unit.side is not None:
        return asked
    more: Any = {"unit": replace(unit, side=side)}
    return replace(asked, **more)


def as_supplied(
    asked: Asked, tables: RuleTables, state: PlainPosition
) -> tuple[Asked, PlainPosition]:
    """A question and its position, of which the units that are asked about are in the states that
    hold while supply is cut. Of one that cannot be traced nothing is known but what is said."""
    rows = [row.name for row in tables.states.values() if row.traced]
    if not rows or state.units is None:
        return asked, state

    def as_traced(unit: PlainUnit) -> PlainUnit:
        verdict = asked.trace(tables, state, unit).verdict
        known = verdict in ("open", "closed") and not unit.traced
        return replace(unit, traced=dict.fromkeys(rows, verdict == "closed")) if known else unit

    more: dict[str, Any] = {}
    for name in ("unit", "attackers", "defenders"):
        told = getattr(asked, name, None)
        if told is not None:
            more[name] = tuple(map(as_traced, told)) if isinstance(told, tuple) else as_traced(told)
    hex_: str | None = getattr(asked, "hex", None)
    units = tuple(as_traced(one) if one.hex == hex_ else one for one in state.units)
    return replace(asked, **more), replace(state, units=units)


class StateTaking(Taking):
    """Takes whether the unit asked about is in states of which nothing is said."""

    def is_in(self, row: StateRow) -> bool:
        """Tell whether it is in a state; good is what lets it move farther."""
        good = row.move is not None and row.move.size > RatingChange().size
        self.asked[row.name] = UnsaidFact("unit.state", f"whether it is {row.title}", "", good)
        hard = self.against is None or row.name in self.against
        return not good if hard else good


def as_it_is(asked: Asked, tables: RuleTables, does: str, takes: StateTaking) -> Asked:
    """A question with the states of its unit, each of which it may be in or not."""
    unit: PlainUnit | None = getattr(asked, "unit", None)
    if unit is None or unit.state is not None or not does:
        return asked
    open_ = (row for row in tables.states.values() if unit.shows(row.name) is None)
    rows = (row for row in open_ if bears(row, tables, unit, does))
    more: Any = {"unit": replace(unit, state=tuple(row.name for row in rows if takes.is_in(row)))}
    return replace(asked, **more)


def bears(row: StateRow, tables: RuleTables, unit: PlainUnit, does: str) -> bool:
    """Whether a state changes what a unit does: its class, or its allowance."""
    own = tables.classes.get(unit.kind or "")
    made = row.classes if own is None else {own}.intersection(row.classes)
    return bool(made) or (does == MOVES and row.move is not None)


class InPhase(Protocol):
    """A question that may say the phase it is about."""

    @property
    def rules(self) -> GameRules:
        """The game's rules."""

    @property
    def state(self) -> PlainPosition:
        """The position, which may say one, too."""


def phase_of(asked: InPhase) -> str:
    """The phase that is said, "" if none is. :raises InputError: the game has none such."""
    told: str | None = getattr(asked, "phase", None) or asked.state.phase
    turns = asked.rules.plain.turns
    if told is None or turns is None:
        return told or ""
    return one_named(told, tuple(one.name for one in turns.phases), "phase")


def one_of(name: str, need: str, options: Sequence[str]) -> GameFact[str]:
    """A fact of a position that is one of some words, known where it can be one alone."""
    value = options[0] if len(options) == 1 else None
    return GameFact(name, value, tuple(options), f"{name}: {need}")


def weathers_of(rules: GameRules, asked: AboutOwnRules) -> tuple[str, ...]:
    """The weathers a position may have: the one it says, that of its turn, or all there are.

    :raises InputError: the game has not the one it says.
    """
    turns, state = rules.plain.turns, asked.state
    if state.weather is not None:
        calm = () if turns is None else tuple(turns.weather.values())
        return (one_named(state.weather, (*rules.weathers, *calm), "state.weather"),)
    if turns is None or not rules.weathers:
        return (CALM,)
    if state.turn is not None:
        return (turns.weather.get(state.turn, CALM),)
    last = max(len(asked.game.turns), *turns.weather)
    gaps = any(turn not in turns.weather for turn in range(1, last + 1))
    return (CALM, *rules.weathers) if gaps else rules.weathers


def turns_on_kinds(tables: RuleTables) -> bool:
    """Whether zones or stacks differ by the kinds of units."""
    zoc, stacking, facing = tables.zoc, tables.stacking, tables.facing
    rows = (*tables.terrain.values(), *tables.hexside.values())
    by_class = any(row.zoc.alike is None for row in rows) or bool(facing and facing.faced)
    zones = zoc is not None and (by_class or bool(zoc.none or zoc.spared) or not zoc.over)
    return zones or (stacking is not None and bool(stacking.free or stacking.limits))


def unknown_kinds(state: PlainPosition) -> Iterator[str]:
    """The places of the units whose kind is not said."""
    for index, one in enumerate(state.units or ()):
        if one.kind is None:
            yield f"state.units[{index}]"
